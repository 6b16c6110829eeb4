//! Pointers that code outside of the program made: a function without a body returned them or wrote them to memory.
//!
//! Such a pointer is null or may point to anything, in the program or not. It points to an object that stands for all of that, with its
//! address as the offset. Whether it is null is exact, and so is a comparison with another number; whether it is the address of an object
//! of the program is open, and what an access through it does is not known: a gap.

use crate::control::context::ContextKind;
use crate::exec::Executor;
use crate::state::State;
use crate::state::object::{ObjectId, ObjectKind};
use crate::state::value::{OBJECT_BITS, OFFSET_BITS, Ptr};
use pm_base::Span;
use pm_ir::{FuncId, Stub};
use pm_term::{Op, Sort, TermId};
use rustc_hash::FxHashSet;

/// Terms that are larger than this are taken for such pointers without a look.
const LARGEST: usize = 2000;

const ACCESS: &str = "a pointer that a function without a body may have made";

#[derive(Default)]
pub(crate) struct Foreign {
    /// 0: the program has no functions that make such pointers.
    object: ObjectId,
    /// What these functions return and write.
    symbols: FxHashSet<TermId>,
}

impl Foreign {
    pub fn add(&mut self, symbol: TermId) {
        self.symbols.insert(symbol);
    }

    /// The object of these pointers; `None` where there are none.
    pub fn object(&self) -> Option<ObjectId> {
        (self.object != 0).then_some(self.object)
    }
}

impl Executor<'_> {
    pub(crate) fn add_foreign_object(&mut self) {
        if self.program.funcs.iter().any(|f| f.stub != Stub::No && f.has_body()) {
            let nothing = self.terms.zero(OFFSET_BITS);
            self.foreign.object = self.add_object(ObjectKind::Shadow, nothing, Span::NONE);
        }
    }

    /// Is code executed that is not in the program?
    pub(crate) fn runs_stub(&self) -> bool {
        self.foreign.object != 0 && self.stack.running().is_some_and(|f| self.program.funcs[f].stub != Stub::No)
    }

    /// Where the program called the function without a body that is executed.
    pub(crate) fn stub_call(&self) -> Option<Span> {
        let is_stub = |f: FuncId| self.program.funcs[f].stub != Stub::No;
        let first = self.stack.windows(2).rev().find(|pair| !is_stub(pair[0].func) && is_stub(pair[1].func))?;
        let ContextKind::Call(call) = &first[1].kind else { return None };
        let back = call.back?;
        let block = &self.program.funcs[first[0].func].blocks[back.block];
        block.insts.get((back.inst as usize).checked_sub(1)?).map(|i| i.span)
    }

    /// Null or a pointer to anything, from memory that a function without a body wrote to.
    pub(crate) fn foreign_pointer(&mut self, address: TermId) -> Ptr {
        let off = self.terms.zext(address, OFFSET_BITS);
        Ptr { obj: self.terms.bv(OBJECT_BITS, self.foreign.object.into()), off }
    }

    /// The same, which a function without a body returns: null is told apart, so that programs must look.
    pub(crate) fn foreign_result(&mut self, address: TermId) -> Ptr {
        let any = self.foreign_pointer(address);
        let nothing = self.terms.zero(OFFSET_BITS);
        let null = self.terms.eq(any.off, nothing);
        let none = self.terms.zero(OBJECT_BITS);
        Ptr { obj: self.terms.ite(null, none, any.obj), off: any.off }
    }

    /// A pointer in memory that a function without a body may have written to: as it was, or such a pointer. Only where the bytes
    /// are zero it is null for sure, as in a concrete run.
    pub(crate) fn kept_or_foreign(&mut self, old: Ptr, event: u32, at: u32) -> Ptr {
        let bits = self.event_bits(event, at.into(), self.pointer_size as u32 * 8);
        let new = self.foreign_pointer(bits);
        let nothing = self.terms.zero(OFFSET_BITS);
        let written = self.terms.ne(new.off, nothing);
        let kept = self.terms.symbol(&format!("kept_{bits:?}"), Sort::Bool);
        let kept = self.terms.and(written, kept);
        Ptr::ite(&mut self.terms, kept, old, new)
    }

    /// Is an integer made of what code outside of the program returned or wrote? What earlier steps left may be that.
    pub(crate) fn is_foreign(&self, t: TermId) -> bool {
        if self.foreign.object == 0 {
            return false;
        }
        let mut seen = FxHashSet::default();
        let mut work = vec![t.regular()];
        while let Some(t) = work.pop() {
            if !seen.insert(t) {
                continue;
            }
            if seen.len() > LARGEST {
                return true;
            }
            if self.terms.op(t) == Op::Symbol {
                if self.foreign.symbols.contains(&t) || self.across.is_remembered(t) {
                    return true;
                }
            } else {
                work.extend(self.terms.args(t).iter().map(|a| a.regular()));
            }
        }
        false
    }

    /// The condition that a pointer of this object part is such a pointer.
    fn is_foreign_object(&mut self, obj: TermId) -> TermId {
        match self.foreign.object() {
            None => TermId::FALSE,
            Some(id) => {
                let any = self.terms.bv(OBJECT_BITS, id.into());
                self.terms.eq(obj, any)
            }
        }
    }

    /// What happens through this pointer, or by asking about its object, is not known where it is such a pointer.
    pub(crate) fn foreign_gap(&mut self, state: &State, obj: TermId, span: Span) -> TermId {
        let foreign = self.is_foreign_object(obj);
        // What such functions write through pointers of their own lies outside of the program.
        if self.runs_stub() {
            return TermId::FALSE;
        }
        if foreign != TermId::FALSE {
            let cond = self.terms.and(state.guard.term(), foreign);
            self.gap_if(cond, span, ACCESS);
        }
        foreign
    }

    /// Are two pointers equal, one of which may be such a pointer?
    pub(crate) fn equal_to_foreign(&mut self, a: Ptr, b: Ptr, equal: TermId) -> TermId {
        let (f, g) = (self.is_foreign_object(a.obj), self.is_foreign_object(b.obj));
        let one = self.terms.xor(f, g);
        if one == TermId::FALSE {
            return equal;
        }
        let none = self.terms.zero(OBJECT_BITS);
        let numbers = [a.obj, b.obj].map(|obj| self.terms.eq(obj, none));
        let number = self.terms.or(numbers[0], numbers[1]);
        let same = self.terms.eq(a.off, b.off);
        let name = format!("equal_{:?}_{:?}_{:?}_{:?}", a.obj, a.off, b.obj, b.off);
        let open = self.terms.symbol(&name, Sort::Bool);
        let mixed = self.terms.ite(number, same, open);
        self.terms.ite(one, mixed, equal)
    }
}
