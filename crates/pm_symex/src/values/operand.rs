//! Operands as values: registers, constants, addresses.

use crate::exec::Executor;
use crate::state::State;
use crate::state::value::{OFFSET_BITS, Ptr, Value, Word};
use pm_base::num::IntFormat;
use pm_ir::*;
use pm_term::TermId;

impl Executor<'_> {
    pub(crate) fn operand(&mut self, state: &State, o: &Operand) -> Value {
        match *o {
            Operand::Var(v) => match state.regs.get(v.0) {
                Some(word) => word.value(&mut self.terms),
                // Lowering declares every register before it is read, on every path.
                None => {
                    let func = self.running_or_entry();
                    let var = &self.program.funcs[func].vars[v];
                    self.gap(state, var.span, "a register that has no value");
                    self.fresh(var.ty)
                }
            },
            Operand::Int(f, bits) if f == IntFormat::new(1, false) => Value::Term(self.terms.bool_const(bits != 0)),
            Operand::Int(f, bits) => Value::Term(self.terms.bv(f.bits.into(), bits)),
            Operand::Float(f, bits) => Value::Term(self.terms.bv(f.bits(), bits)),
            Operand::Addr(base, off) => Value::Ptr(self.base_ptr(state, base, off)),
            Operand::Abs(a) => {
                let address = self.terms.bv(64, a.into());
                Value::Ptr(self.int_to_ptr(address))
            }
        }
    }

    /// An operand as registers and memory hold it.
    pub(crate) fn word_operand(&mut self, state: &State, o: &Operand) -> Word {
        match self.plain_operand(state, o) {
            Some(word) => word,
            None => {
                let value = self.operand(state, o);
                Word::new(&self.terms, value)
            }
        }
    }

    pub(crate) fn base_ptr(&mut self, state: &State, base: Base, off: i64) -> Ptr {
        match base {
            Base::Global(g) => {
                let object = self.objects.of_global(g);
                Ptr::new(&mut self.terms, object, off)
            }
            Base::Func(f) => {
                let object = self.objects.of_func(f);
                Ptr::new(&mut self.terms, object, off)
            }
            Base::Slot(s) => {
                let key = self.slot_key(s);
                let start = match state.regs.get(key).map(|w| w.value(&mut self.terms)) {
                    Some(Value::Ptr(p)) => p,
                    Some(Value::Term(_)) | None => Ptr::null(&mut self.terms),
                };
                let off = self.terms.bv_signed(OFFSET_BITS, off.into());
                Ptr { obj: start.obj, off: self.terms.add(start.off, off) }
            }
        }
    }

    pub(crate) fn term_operand(&mut self, state: &State, o: &Operand) -> TermId {
        match self.operand(state, o) {
            Value::Term(t) => t,
            Value::Ptr(p) => self.address(p),
        }
    }

    pub(crate) fn bool_operand(&mut self, state: &State, o: &Operand) -> TermId {
        let t = self.term_operand(state, o);
        if self.terms.is_bool(t) { t } else { self.terms.nonzero(t) }
    }

    pub(crate) fn ptr_operand(&mut self, state: &State, o: &Operand) -> Ptr {
        match self.operand(state, o) {
            Value::Ptr(p) => p,
            Value::Term(t) => self.int_to_ptr(t),
        }
    }

    /// A size or byte count, zero-extended to offset width.
    pub(crate) fn size_operand(&mut self, state: &State, o: &Operand) -> TermId {
        let t = self.term_operand(state, o);
        self.terms.zext(t, OFFSET_BITS)
    }
}
