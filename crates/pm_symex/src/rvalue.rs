//! Operands and rvalues as terms.

use crate::context::ContextKind;
use crate::exec::Executor;
use crate::object::{Content, FAR, ObjectId, ObjectKind};
use crate::pvec::PVec;
use crate::state::State;
use crate::value::{OBJECT_BITS, OFFSET_BITS, Ptr, Value, Word};
use pm_base::Span;
use pm_base::num::IntFormat;
use pm_ir::*;
use pm_term::{Op, TermId};
use std::collections::BTreeMap;
use std::ops::Range;

/// A pointer to a heap object: who holds it (`None`: no heap object), when it points there, and where.
type Edge = (Option<ObjectId>, TermId, ObjectId);

/// Choices in the bytes of an address that are followed.
const MOST_CHOICES: usize = 16;

impl Executor<'_> {
    // ---- operands -------------------------------------------------------------------------------------------------

    pub(crate) fn operand(&mut self, state: &State, o: &Operand) -> Value {
        match *o {
            Operand::Var(v) => match state.regs.get(v.0) {
                Some(word) => word.value(&mut self.terms),
                None => {
                    let func = self.stack.last().map_or(self.program.entry, |c| c.func);
                    let ty = self.program.funcs[func].vars[v].ty;
                    self.zero(ty)
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
                let object = self.global_object(g);
                Ptr::new(&mut self.terms, object, off)
            }
            Base::Func(f) => {
                let object = self.func_object(f);
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

    // ---- rvalues --------------------------------------------------------------------------------------------------

    /// An rvalue as registers hold it.
    pub(crate) fn evaluate(&mut self, state: &mut State, value: &Rvalue, span: Span) -> Word {
        match self.constant_rvalue(state, value) {
            Some(word) => word,
            None => {
                let value = self.rvalue(state, value, span);
                Word::new(&self.terms, value)
            }
        }
    }

    fn rvalue(&mut self, state: &mut State, value: &Rvalue, span: Span) -> Value {
        match value {
            Rvalue::Use(a) => self.operand(state, a),
            Rvalue::Unary { op, ty, a } => self.unary(state, *op, *ty, a),
            Rvalue::Binary { op, ty, a, b } => self.binary(state, *op, *ty, a, b),
            Rvalue::Shift { left, ty, a, count, count_ty } => {
                let (a, n) = (self.term_operand(state, a), self.term_operand(state, count));
                Value::Term(self.shift(*left, *ty, a, n, *count_ty))
            }
            Rvalue::Cmp { op, ty, a, b } => Value::Term(self.compare(state, *op, *ty, a, b)),
            Rvalue::Cast { from, to, a } => self.cast(state, *from, *to, a),
            Rvalue::Fma { ty, a, b, c } => {
                let [a, b, c] = [a, b, c].map(|o| self.term_operand(state, o));
                Value::Term(self.float_fma(*ty, a, b, c))
            }
            Rvalue::Scalbn { ty, a, n } => {
                let [a, n] = [a, n].map(|o| self.term_operand(state, o));
                Value::Term(self.float_scale(*ty, a, n))
            }
            Rvalue::PtrAdd { ptr, bytes } => {
                let ptr = self.ptr_operand(state, ptr);
                let bytes = self.term_operand(state, bytes);
                let bytes = self.terms.sext(bytes, OFFSET_BITS);
                let off = self.terms.add(ptr.off, bytes);
                self.stays_in_node(state, ptr, off, bytes, span);
                Value::Ptr(Ptr { obj: ptr.obj, off })
            }
            Rvalue::Index { ptr, index, index_ty, elem_size, count } => {
                let ptr = self.ptr_operand(state, ptr);
                let index = self.index_term(state, index, *index_ty);
                let size = self.terms.bv(OFFSET_BITS, (*elem_size).into());
                let bytes = self.terms.mul(index, size);
                if let Some(count) = count {
                    self.note_range(state, ptr, index, bytes, *elem_size, *count, span);
                }
                let off = self.terms.add(ptr.off, bytes);
                self.stays_in_node(state, ptr, off, bytes, span);
                Value::Ptr(Ptr { obj: ptr.obj, off })
            }
            Rvalue::PtrDiff { a, b, elem_size } => Value::Term(self.difference(state, a, b, *elem_size)),
            Rvalue::Load { ty, ptr } => {
                let ptr = self.ptr_operand(state, ptr);
                self.load(state, ptr, *ty, span)
            }
            _ => Value::Term(self.predicate(state, value, span)),
        }
    }

    /// An index of its own type, extended by its sign.
    fn index_term(&mut self, state: &State, index: &Operand, ty: IntFormat) -> TermId {
        let t = self.term_operand(state, index);
        let t = if self.terms.is_bool(t) { self.terms.bool_to_bv(t, 8) } else { t };
        if u32::from(ty.bits) > OFFSET_BITS {
            return self.terms.truncate(t, OFFSET_BITS);
        }
        if ty.signed { self.terms.sext(t, OFFSET_BITS) } else { self.terms.zext(t, OFFSET_BITS) }
    }

    fn unary(&mut self, state: &State, op: UnOp, ty: Ty, a: &Operand) -> Value {
        let a = self.term_operand(state, a);
        let t = match (op, ty) {
            (UnOp::Neg, _) => self.terms.neg(a),
            (UnOp::Not, _) => self.terms.not(a),
            (UnOp::Bswap | UnOp::Clz | UnOp::Ctz | UnOp::Popcount, _) => self.bit_count(op, a),
            (_, Ty::Float(f)) => self.float_unary(op, f, a),
            (_, Ty::Int(_) | Ty::Ptr) => a,
        };
        Value::Term(t)
    }

    fn bit_count(&mut self, op: UnOp, a: TermId) -> TermId {
        let width = self.terms.width(a);
        match op {
            UnOp::Bswap => {
                let mut result: Option<TermId> = None;
                for i in 0..width / 8 {
                    let byte = self.terms.extract(a, i * 8 + 7, i * 8);
                    result = Some(match result {
                        None => byte,
                        Some(high) => self.terms.concat(high, byte),
                    });
                }
                result.unwrap_or(a)
            }
            UnOp::Popcount => {
                let mut sum = self.terms.zero(width);
                for i in 0..width {
                    let bit = self.terms.extract(a, i, i);
                    let bit = self.terms.zext(bit, width);
                    sum = self.terms.add(sum, bit);
                }
                sum
            }
            _ => {
                // The last write wins: from the far end to the near one.
                let mut result = self.terms.bv(width, width.into());
                for i in 0..width {
                    let (at, count) = if op == UnOp::Clz { (i, width - 1 - i) } else { (width - 1 - i, width - 1 - i) };
                    let bit = self.terms.bit(a, at);
                    let count = self.terms.bv(width, count.into());
                    result = self.terms.ite(bit, count, result);
                }
                result
            }
        }
    }

    fn binary(&mut self, state: &State, op: BinOp, ty: Ty, a: &Operand, b: &Operand) -> Value {
        let (a, b) = (self.term_operand(state, a), self.term_operand(state, b));
        if let Some(t) = self.constant_binary(op, ty, a, b) {
            return Value::Term(t);
        }
        let t = match ty {
            Ty::Float(f) => self.float_binary(op, f, a, b),
            Ty::Int(f) => match op {
                BinOp::Add => self.terms.add(a, b),
                BinOp::Sub => self.terms.sub(a, b),
                BinOp::Mul => self.terms.mul(a, b),
                BinOp::Div if f.signed => self.terms.sdiv(a, b),
                BinOp::Div => self.terms.udiv(a, b),
                BinOp::Rem if f.signed => self.terms.srem(a, b),
                BinOp::Rem => self.terms.urem(a, b),
                BinOp::And => self.terms.and(a, b),
                BinOp::Or => self.terms.or(a, b),
                BinOp::Xor => self.terms.xor(a, b),
                BinOp::Fmod | BinOp::Remainder | BinOp::Copysign => a,
            },
            Ty::Ptr => a,
        };
        Value::Term(t)
    }

    /// Constants of at most 64 bits, without the detour through the rewriter: most of a program without inputs.
    fn constant_binary(&mut self, op: BinOp, ty: Ty, a: TermId, b: TermId) -> Option<TermId> {
        let Ty::Int(f) = ty else { return None };
        let (x, y) = (self.terms.const_u64(a)?.into(), self.terms.const_u64(b)?.into());
        if f.bits == 1 {
            return None;
        }
        let value = match op {
            BinOp::Add => f.add(x, y).value,
            BinOp::Sub => f.sub(x, y).value,
            BinOp::Mul => f.mul(x, y).value,
            BinOp::Div => f.div(x, y)?.value,
            BinOp::Rem => f.rem(x, y)?.value,
            BinOp::And => x & y,
            BinOp::Or => x | y,
            BinOp::Xor => x ^ y,
            BinOp::Fmod | BinOp::Remainder | BinOp::Copysign => return None,
        };
        Some(self.terms.bv(f.bits.into(), value))
    }

    fn constant_compare(&self, op: CmpOp, f: IntFormat, a: TermId, b: TermId) -> Option<bool> {
        let (x, y) = (self.terms.const_u64(a)?.into(), self.terms.const_u64(b)?.into());
        Some(match op {
            CmpOp::Eq => x == y,
            CmpOp::Ne => x != y,
            CmpOp::Lt => f.less(x, y),
            CmpOp::Le => !f.less(y, x),
            CmpOp::Gt => f.less(y, x),
            CmpOp::Ge => !f.less(x, y),
        })
    }

    /// The count is brought to the width of the shifted value; counts out of range are undefined in C.
    fn shift(&mut self, left: bool, ty: IntFormat, a: TermId, count: TermId, count_ty: IntFormat) -> TermId {
        let width = u32::from(ty.bits);
        let have = u32::from(count_ty.bits);
        let count = if self.terms.is_bool(count) { self.terms.bool_to_bv(count, width) } else { count };
        let count = match have.cmp(&width) {
            std::cmp::Ordering::Less => self.terms.zext(count, width),
            std::cmp::Ordering::Greater => self.terms.truncate(count, width),
            std::cmp::Ordering::Equal => count,
        };
        match (left, ty.signed) {
            (true, _) => self.terms.shl(a, count),
            (false, true) => self.terms.ashr(a, count),
            (false, false) => self.terms.lshr(a, count),
        }
    }

    fn compare(&mut self, state: &State, op: CmpOp, ty: Ty, a: &Operand, b: &Operand) -> TermId {
        match ty {
            Ty::Ptr => {
                let (a, b) = (self.ptr_operand(state, a), self.ptr_operand(state, b));
                self.compare_pointers(op, a, b)
            }
            Ty::Int(f) => {
                let (a, b) = (self.term_operand(state, a), self.term_operand(state, b));
                if let Some(known) = self.constant_compare(op, f, a, b) {
                    return self.terms.bool_const(known);
                }
                if self.terms.is_bool(a) {
                    return self.compare_bools(op, a, b);
                }
                let t = &mut self.terms;
                match (op, f.signed) {
                    (CmpOp::Eq, _) => t.eq(a, b),
                    (CmpOp::Ne, _) => t.ne(a, b),
                    (CmpOp::Lt, true) => t.slt(a, b),
                    (CmpOp::Le, true) => t.sle(a, b),
                    (CmpOp::Gt, true) => t.sgt(a, b),
                    (CmpOp::Ge, true) => t.sge(a, b),
                    (CmpOp::Lt, false) => t.ult(a, b),
                    (CmpOp::Le, false) => t.ule(a, b),
                    (CmpOp::Gt, false) => t.ugt(a, b),
                    (CmpOp::Ge, false) => t.uge(a, b),
                }
            }
            Ty::Float(f) => {
                let (a, b) = (self.term_operand(state, a), self.term_operand(state, b));
                self.float_compare(op, f, a, b)
            }
        }
    }

    fn compare_bools(&mut self, op: CmpOp, a: TermId, b: TermId) -> TermId {
        let t = &mut self.terms;
        let (not_a, not_b) = (t.not(a), t.not(b));
        match op {
            CmpOp::Eq => t.eq(a, b),
            CmpOp::Ne => t.xor(a, b),
            CmpOp::Lt => t.and(not_a, b),
            CmpOp::Le => t.or(not_a, b),
            CmpOp::Gt => t.and(a, not_b),
            CmpOp::Ge => t.or(a, not_b),
        }
    }

    fn compare_pointers(&mut self, op: CmpOp, a: Ptr, b: Ptr) -> TermId {
        match op {
            CmpOp::Eq | CmpOp::Ne => {
                let (same, here) = (self.terms.eq(a.obj, b.obj), self.terms.eq(a.off, b.off));
                let equal = self.terms.and(same, here);
                if op == CmpOp::Eq { equal } else { self.terms.not(equal) }
            }
            CmpOp::Lt | CmpOp::Le | CmpOp::Gt | CmpOp::Ge => {
                [a, b].into_iter().for_each(|p| self.no_node(p.obj));
                let (x, y) = if a.obj == b.obj { (a.off, b.off) } else { (self.wide_address(a), self.wide_address(b)) };
                let t = &mut self.terms;
                match op {
                    CmpOp::Lt => t.slt(x, y),
                    CmpOp::Le => t.sle(x, y),
                    CmpOp::Gt => t.sgt(x, y),
                    _ => t.sge(x, y),
                }
            }
        }
    }

    fn difference(&mut self, state: &mut State, a: &Operand, b: &Operand, elem_size: u64) -> TermId {
        let (a, b) = (self.ptr_operand(state, a), self.ptr_operand(state, b));
        [a, b].into_iter().for_each(|p| self.no_node(p.obj));
        let (x, y) = if a.obj == b.obj {
            (a.off, b.off)
        } else {
            [a, b].into_iter().for_each(|p| self.expose(p.obj));
            (self.wide_address(a), self.wide_address(b))
        };
        let bytes = self.terms.sub(x, y);
        let size = self.terms.bv(OFFSET_BITS, elem_size.into());
        let elems = if elem_size == 1 { bytes } else { self.terms.sdiv(bytes, size) };
        self.terms.truncate(elems, self.pointer_size as u32 * 8)
    }

    fn cast(&mut self, state: &State, from: Ty, to: Ty, a: &Operand) -> Value {
        let a = self.operand(state, a);
        match (from, to) {
            (Ty::Ptr, Ty::Ptr) => a,
            (Ty::Ptr, Ty::Int(f)) => {
                let Value::Ptr(p) = a else { return a };
                let address = self.address(p);
                let have = self.terms.width(address);
                let want = f.bits.into();
                Value::Term(if want > have {
                    self.terms.zext(address, want)
                } else {
                    self.terms.truncate(address, want)
                })
            }
            (Ty::Int(f), Ty::Ptr) => {
                let Value::Term(t) = a else { return a };
                let t = self.resize(t, f, self.pointer_size as u32 * 8);
                Value::Ptr(self.int_to_ptr(t))
            }
            (Ty::Int(f), Ty::Int(g)) => {
                let Value::Term(t) = a else { return a };
                if to == Ty::BOOL && from != Ty::BOOL {
                    return Value::Term(self.terms.bit(t, 0));
                }
                Value::Term(if to == Ty::BOOL { t } else { self.resize(t, f, g.bits.into()) })
            }
            (Ty::Int(f), Ty::Float(g)) => {
                let Value::Term(t) = a else { return a };
                Value::Term(self.float_from_int(g, t, f))
            }
            (Ty::Float(f), Ty::Int(g)) => {
                let Value::Term(t) = a else { return a };
                Value::Term(self.float_to_int(f, t, g))
            }
            (Ty::Float(f), Ty::Float(g)) => {
                let Value::Term(t) = a else { return a };
                Value::Term(self.float_convert(f, g, t))
            }
            (Ty::Ptr, Ty::Float(_)) | (Ty::Float(_), Ty::Ptr) => a,
        }
    }

    fn resize(&mut self, t: TermId, from: IntFormat, width: u32) -> TermId {
        if self.terms.is_bool(t) {
            return self.terms.bool_to_bv(t, width);
        }
        if width <= from.bits.into() {
            return self.terms.truncate(t, width);
        }
        if from.signed { self.terms.sext(t, width) } else { self.terms.zext(t, width) }
    }

    // ---- addresses ------------------------------------------------------------------------------------------------

    /// The address as an integer of pointer width.
    pub(crate) fn address(&mut self, ptr: Ptr) -> TermId {
        self.expose(ptr.obj);
        let wide = self.wide_address(ptr);
        let address = self.terms.truncate(wide, self.pointer_size as u32 * 8);
        if !self.terms.is_const(address) {
            self.pointer_of.insert(address, ptr);
        }
        address
    }

    fn wide_address(&mut self, ptr: Ptr) -> TermId {
        self.no_node(ptr.obj);
        let base = self.base_address(ptr.obj);
        self.terms.add(base, ptr.off)
    }

    fn base_address(&mut self, obj: TermId) -> TermId {
        if let Some(id) = self.terms.const_u64(obj) {
            let base = self.objects.get(id as usize).map_or(0, |o| o.base);
            return self.terms.bv(OFFSET_BITS, base.into());
        }
        if self.terms.op(obj) == Op::Ite {
            let args = self.terms.args(obj);
            let (cond, a, b) = (args[0], args[1], args[2]);
            let (a, b) = (self.base_address(a), self.base_address(b));
            return self.terms.ite(cond, a, b);
        }
        let symbol = format!("base_{obj:?}");
        self.terms.symbol(&symbol, pm_term::Sort::Bv(OFFSET_BITS))
    }

    /// The pointer whose address an integer is: known where it was made from one, or where it lies in an object.
    pub(crate) fn int_to_ptr(&mut self, t: TermId) -> Ptr {
        if let Some(address) = self.terms.const_u64(t) {
            return self.pointer_at(address);
        }
        if let Some(ptr) = self.pointer_of.get(&t).copied().or_else(|| self.exposed.chosen(t)) {
            return ptr;
        }
        match self.terms.op(t) {
            Op::Add => {
                let args = self.terms.args(t);
                for (x, y) in [(args[0], args[1]), (args[1], args[0])] {
                    let known = self.pointer_of.get(&x).copied().or_else(|| self.exposed.chosen(x));
                    if let Some(ptr) = known {
                        let bytes = self.terms.sext(y, OFFSET_BITS);
                        return Ptr { obj: ptr.obj, off: self.terms.add(ptr.off, bytes) };
                    }
                }
            }
            Op::Ite => {
                let args = self.terms.args(t);
                return self.chosen_address(t, args[0], args[1], args[2]);
            }
            Op::Concat => {
                if let Some(cond) = self.choice_in(t).filter(|_| self.choices(t, 0) <= MOST_CHOICES) {
                    let (a, b) = (self.with_choice(t, cond, true), self.with_choice(t, cond, false));
                    return self.chosen_address(t, cond, a, b);
                }
            }
            _ => {}
        }
        if self.may_be_remembered_address(t) {
            return if self.exposed_are_static() { self.computed_address(t) } else { self.unknown_pointer(t) };
        }
        if self.is_input(t) || !self.exposed.is_read() { self.any_address(t) } else { self.computed_address(t) }
    }

    fn chosen_address(&mut self, t: TermId, cond: TermId, a: TermId, b: TermId) -> Ptr {
        let (a, b) = (self.int_to_ptr(a), self.int_to_ptr(b));
        let ptr = Ptr::ite(&mut self.terms, cond, a, b);
        self.exposed.choose(t, ptr);
        ptr
    }

    /// A condition that the parts of a concatenation choose by: bytes of pointers that were written under conditions.
    fn choice_in(&self, t: TermId) -> Option<TermId> {
        let args = self.terms.args(t);
        match self.terms.op(t) {
            Op::Ite => Some(args[0]),
            Op::Concat => args.iter().find_map(|a| self.choice_in(*a)),
            _ => None,
        }
    }

    /// How many choices its parts make, at most a few more than are followed.
    fn choices(&self, t: TermId, found: usize) -> usize {
        let args = self.terms.args(t);
        match self.terms.op(t) {
            _ if found > MOST_CHOICES => found,
            Op::Ite => self.choices(args[2], self.choices(args[1], found + 1)),
            Op::Concat => args.iter().fold(found, |n, a| self.choices(*a, n)),
            _ => found,
        }
    }

    /// The term where a condition has this value.
    fn with_choice(&mut self, t: TermId, cond: TermId, value: bool) -> TermId {
        let args = self.terms.args(t);
        match self.terms.op(t) {
            Op::Ite if args[0] == cond => self.with_choice(args[if value { 1 } else { 2 }], cond, value),
            Op::Ite => {
                let (a, b) = (self.with_choice(args[1], cond, value), self.with_choice(args[2], cond, value));
                self.terms.ite(args[0], a, b)
            }
            Op::Concat => {
                let (high, low) = (self.with_choice(args[0], cond, value), self.with_choice(args[1], cond, value));
                self.terms.concat(high, low)
            }
            _ => t,
        }
    }

    /// Bits that nobody made from an address.
    fn is_input(&self, t: TermId) -> bool {
        let t = t.regular();
        let args = self.terms.args(t);
        match self.terms.op(t) {
            Op::Symbol => true,
            Op::Extract | Op::Sext => self.is_input(args[0]),
            Op::Concat => args.iter().all(|a| self.terms.is_const(*a) || self.is_input(*a)),
            _ => false,
        }
    }

    /// An address that was computed bit by bit lies in that object whose range holds it, among those whose addresses became integers.
    fn computed_address(&mut self, t: TermId) -> Ptr {
        const LIMIT: usize = 64;
        let ids: Vec<ObjectId> = match self.exposed.objects() {
            Some(ids) => ids.iter().copied().filter(|id| *id != 0).collect(),
            None => (1..self.objects.len() as ObjectId).collect(),
        };
        let mut ptr = self.any_address(t);
        if ids.len() > LIMIT {
            self.lost_address = true;
            return ptr;
        }
        let address = self.terms.zext(t, OFFSET_BITS);
        for id in ids {
            let info = &self.objects[id as usize];
            if matches!(info.kind, ObjectKind::Shadow | ObjectKind::Mapped) {
                continue;
            }
            let (base, size) = (info.base, info.size);
            let base = self.terms.bv(OFFSET_BITS, base.into());
            let off = self.terms.sub(address, base);
            let inside = self.terms.ule(off, size);
            let there = Ptr { obj: self.terms.bv(OBJECT_BITS, id.into()), off };
            ptr = Ptr::ite(&mut self.terms, inside, there, ptr);
        }
        ptr
    }

    fn pointer_at(&mut self, address: u64) -> Ptr {
        if let Some((id, off)) = self.mapped_at(address) {
            return Ptr::new(&mut self.terms, id, off as i64);
        }
        // Mapped objects are not in the order of addresses.
        let Range { start, end } = self.mapped_objects();
        let behind = self.objects[end as usize..].partition_point(|o| o.base <= address);
        let at = match behind {
            0 => self.objects[..start as usize].partition_point(|o| o.base <= address),
            n => end as usize + n,
        };
        let found = at.checked_sub(1).filter(|i| {
            let o = &self.objects[*i];
            *i > 0 && o.kind != ObjectKind::Shadow && address - o.base <= o.const_size.unwrap_or(1 << 20)
        });
        match found {
            Some(i) if !self.is_pool(i as ObjectId) => {
                Ptr::new(&mut self.terms, i as u32, (address - self.objects[i].base) as i64)
            }
            Some(_) | None => Ptr::new(&mut self.terms, 0, address as i64),
        }
    }

    // ---- predicates -----------------------------------------------------------------------------------------------

    fn predicate(&mut self, state: &mut State, value: &Rvalue, span: Span) -> TermId {
        match value {
            Rvalue::NoOverflow { op, ty, a, b } => {
                let (a, b) = (self.term_operand(state, a), self.term_operand(state, b));
                if let (Some(x), Some(y)) = (self.terms.const_u64(a), self.terms.const_u64(b)) {
                    return self.terms.bool_const(no_overflow(*op, *ty, x.into(), y.into()));
                }
                let overflow = match (op, ty.signed) {
                    (BinOp::Add, true) => self.terms.saddo(a, b),
                    (BinOp::Add, false) => self.terms.uaddo(a, b),
                    (BinOp::Sub, true) => self.terms.ssubo(a, b),
                    (BinOp::Sub, false) => self.terms.usubo(a, b),
                    (BinOp::Mul, true) => self.terms.smulo(a, b),
                    (BinOp::Mul, false) => self.terms.umulo(a, b),
                    (_, true) => self.terms.sdivo(a, b),
                    (_, false) => TermId::FALSE,
                };
                self.terms.not(overflow)
            }
            Rvalue::NoShlOverflow { ty, a, count, count_ty } => {
                let (a, n) = (self.term_operand(state, a), self.term_operand(state, count));
                let shifted = self.shift(true, *ty, a, n, *count_ty);
                let back = self.shift(false, *ty, shifted, n, *count_ty);
                let kept = self.terms.eq(back, a);
                let negative = self.terms.is_negative(a);
                let positive = self.terms.not(negative);
                let sign = self.terms.is_negative(shifted);
                let no_sign = self.terms.not(sign);
                self.terms.and_all(&[kept, positive, no_sign])
            }
            Rvalue::Fits { from, to, a } => self.fits(state, *from, *to, a),
            Rvalue::InBounds { index, index_ty, count, inclusive } => {
                let index = self.index_term(state, index, *index_ty);
                let count = count + u64::from(*inclusive);
                if let Some(index) = self.terms.const_u64(index) {
                    return self.terms.bool_const(index < count);
                }
                let count = self.terms.bv(OFFSET_BITS, count.into());
                self.terms.ult(index, count)
            }
            Rvalue::AccessOk { ptr, size, write } => {
                let ptr = self.ptr_operand(state, ptr);
                let size = self.size_operand(state, size);
                let constants = [ptr.obj, ptr.off, size].map(|t| self.terms.const_u64(t));
                if let [Some(obj), Some(off), Some(len)] = constants
                    && self.plainly_inside(state, obj as u32, off, len)
                    && !(*write && self.objects[obj as usize].read_only)
                {
                    return TermId::TRUE;
                }
                self.access_ok(state, ptr, size, *write, span)
            }
            Rvalue::PtrAddOk { ptr, bytes } => {
                let ptr = self.ptr_operand(state, ptr);
                self.no_node(ptr.obj);
                let bytes = self.term_operand(state, bytes);
                let bytes = self.terms.sext(bytes, OFFSET_BITS);
                let off = self.terms.add(ptr.off, bytes);
                let size = self.object_size(state, ptr, span);
                self.terms.ule(off, size)
            }
            Rvalue::FreeOk { ptr } => {
                let ptr = self.ptr_operand(state, ptr);
                self.free_ok(state, ptr, span)
            }
            Rvalue::CallOk { ptr, sig } => {
                let ptr = self.ptr_operand(state, ptr);
                self.over_targets(state, ptr, span, |ex, _, t| {
                    let ok = ex.func_of_object(t.obj).is_some_and(|f| ex.callable(f, sig));
                    let zero = ex.terms.zero(OFFSET_BITS);
                    if ok { ex.terms.eq(t.off, zero) } else { TermId::FALSE }
                })
            }
            Rvalue::SameObject { a, b } => {
                let (a, b) = (self.ptr_operand(state, a), self.ptr_operand(state, b));
                [a, b].into_iter().for_each(|p| self.no_node(p.obj));
                self.terms.eq(a.obj, b.obj)
            }
            Rvalue::IsDynamic { ptr } => {
                let ptr = self.ptr_operand(state, ptr);
                self.over_targets(state, ptr, span, |ex, _, t| {
                    let heap = t.obj != 0 && ex.objects[t.obj as usize].kind == ObjectKind::Heap;
                    ex.terms.bool_const(heap)
                })
            }
            Rvalue::IsInitVar(v) => self.is_init_var(state, *v),
            Rvalue::IsInit { ptr, size } => {
                let ptr = self.ptr_operand(state, ptr);
                self.is_init(state, ptr, *size, span)
            }
            Rvalue::NoLeak { reachable_ok: false } => self.no_leak(state),
            Rvalue::NoLeak { reachable_ok: true } => self.no_lost(state, span),
            Rvalue::ObjectSize { ptr } => {
                let ptr = self.ptr_operand(state, ptr);
                let size = self.object_size(state, ptr, span);
                self.terms.truncate(size, self.pointer_size as u32 * 8)
            }
            Rvalue::PtrOffset { ptr } => {
                let ptr = self.ptr_operand(state, ptr);
                self.no_node(ptr.obj);
                self.terms.truncate(ptr.off, self.pointer_size as u32 * 8)
            }
            Rvalue::PtrObject { ptr } => {
                let ptr = self.ptr_operand(state, ptr);
                self.no_node(ptr.obj);
                self.terms.zext(ptr.obj, self.pointer_size as u32 * 8)
            }
            _ => TermId::TRUE,
        }
    }

    fn fits(&mut self, state: &State, from: Ty, to: IntFormat, a: &Operand) -> TermId {
        let a = self.term_operand(state, a);
        match from {
            Ty::Int(f) => {
                let width = u32::from(f.bits.max(to.bits)) + 1;
                let wide = self.resize(a, f, width);
                let (lo, hi) = (to.to_i128(to.min()), to.max());
                let lo = self.terms.bv_signed(width, lo);
                let hi = self.terms.bv(width, hi);
                let (x, y) = (self.terms.sle(lo, wide), self.terms.sle(wide, hi));
                self.terms.and(x, y)
            }
            Ty::Float(f) => self.float_fits(f, a, to),
            Ty::Ptr => TermId::TRUE,
        }
    }

    /// The disjunction over a pointer's targets of what `f` says of each.
    fn over_targets(
        &mut self,
        state: &mut State,
        ptr: Ptr,
        span: Span,
        mut f: impl FnMut(&mut Self, &State, crate::access::Target) -> TermId,
    ) -> TermId {
        let Some(targets) = self.targets(state, ptr) else {
            self.gap(state, span, "a pointer that can point to too many objects");
            return TermId::TRUE;
        };
        let mut result = TermId::FALSE;
        for t in targets {
            let ok = f(self, state, t);
            let here = self.terms.and(t.guard, ok);
            result = self.terms.or(result, here);
        }
        result
    }

    pub(crate) fn access_ok(&mut self, state: &mut State, ptr: Ptr, size: TermId, write: bool, span: Span) -> TermId {
        let ok = self.over_targets(state, ptr, span, |ex, state, t| ex.target_ok(state, t, size, write));
        let zero = self.terms.zero(OFFSET_BITS);
        let nothing = self.terms.eq(size, zero);
        self.terms.or(ok, nothing)
    }

    fn target_ok(&mut self, state: &State, t: crate::access::Target, size: TermId, write: bool) -> TermId {
        let Some(object) = state.object(t.obj) else { return TermId::FALSE };
        if let Content::Pool(pool) = &object.content {
            let pool = pool.clone();
            return self.node_ok(&pool, t, size);
        }
        let info = &self.objects[t.obj as usize];
        if write && info.read_only {
            return TermId::FALSE;
        }
        let (alive, bytes) = (object.alive, info.size);
        // off <= bytes && size <= bytes - off, unsigned: no sum can wrap.
        let inside = self.terms.ule(t.off, bytes);
        let room = self.terms.sub(bytes, t.off);
        let enough = self.terms.ule(size, room);
        self.terms.and_all(&[alive, inside, enough])
    }

    fn free_ok(&mut self, state: &mut State, ptr: Ptr, span: Span) -> TermId {
        self.over_targets(state, ptr, span, |ex, state, t| {
            let zero = ex.terms.zero(OFFSET_BITS);
            let start = ex.terms.eq(t.off, zero);
            if t.obj == 0 {
                return start;
            }
            let heap = ex.objects[t.obj as usize].kind == ObjectKind::Heap;
            if let Some(pool) = ex.pool_in(state, t.obj) {
                return ex.node_starts(&pool, t);
            }
            match state.object(t.obj) {
                Some(o) if heap => ex.terms.and(o.alive, start),
                _ => TermId::FALSE,
            }
        })
    }

    fn object_size(&mut self, state: &mut State, ptr: Ptr, span: Span) -> TermId {
        let mut result = self.terms.zero(OFFSET_BITS);
        match self.targets(state, ptr) {
            Some(targets) => {
                for t in targets {
                    let size = self.objects[t.obj as usize].size;
                    result = self.terms.ite(t.guard, size, result);
                }
            }
            None => self.gap(state, span, "a pointer that can point to too many objects"),
        }
        result
    }

    fn no_leak(&mut self, state: &State) -> TermId {
        let mut alive: Vec<TermId> = self.heap_objects(state).into_values().collect();
        alive.extend(self.some_nodes(state));
        let leak = self.terms.or_all(&alive);
        self.terms.not(leak)
    }

    /// Heap objects that may be alive, with the condition.
    fn heap_objects(&self, state: &State) -> BTreeMap<ObjectId, TermId> {
        let mut heap = BTreeMap::new();
        state.mem.for_each(|id, o| {
            let pool = matches!(o.0.content, Content::Pool(_));
            if self.objects[id as usize].kind == ObjectKind::Heap && !pool && o.0.alive != TermId::FALSE {
                heap.insert(id, o.0.alive);
            }
        });
        heap
    }

    /// Every heap object is dead or reachable: the least fixpoint over the pointers in variables and living objects,
    /// which as many rounds as there are heap objects always reach.
    fn no_lost(&mut self, state: &State, span: Span) -> TermId {
        const LIMIT: usize = 200;
        let heap = self.heap_objects(state);
        // Of nodes, all that live count as lost: more than there are.
        let nodes = self.some_nodes(state);
        let nodes = self.terms.or_all(&nodes);
        let no_nodes = self.terms.not(nodes);
        if heap.is_empty() {
            return no_nodes;
        }
        let edges = if heap.len() > LIMIT { None } else { self.pointers_to(state, &heap) };
        let Some(edges) = edges else {
            self.gap(state, span, "reachability of many heap objects");
            return TermId::TRUE;
        };
        let mut reach: BTreeMap<ObjectId, TermId> = BTreeMap::new();
        for _ in 0..heap.len() {
            let before = reach.clone();
            for &(from, guard, to) in &edges {
                let source = match from {
                    None => TermId::TRUE,
                    Some(from) => reach.get(&from).copied().unwrap_or(TermId::FALSE),
                };
                let old = reach.get(&to).copied().unwrap_or(TermId::FALSE);
                let here = self.terms.and(source, guard);
                let new = self.terms.or(old, here);
                reach.insert(to, new);
            }
            if reach == before {
                break;
            }
        }
        let mut kept = vec![no_nodes];
        for (id, alive) in heap {
            let dead = self.terms.not(alive);
            let reached = reach.get(&id).copied().unwrap_or(TermId::FALSE);
            kept.push(self.terms.or(dead, reached));
        }
        self.terms.and_all(&kept)
    }

    /// The pointers to these objects in living objects and in variables; `None` where they are not known.
    fn pointers_to(&mut self, state: &State, heap: &BTreeMap<ObjectId, TermId>) -> Option<Vec<Edge>> {
        let mut pointers = Vec::new();
        let mut arrays = Vec::new();
        state.mem.for_each(|id, o| {
            let from = (self.objects[id as usize].kind == ObjectKind::Heap).then_some(id);
            match &o.0.content {
                _ if o.0.alive == TermId::FALSE => {}
                Content::Array { pointers: true, .. } => arrays.push((id, from, o.0.alive)),
                Content::Array { pointers: false, .. } | Content::Pool(_) => {}
                Content::Cells { cells, .. } => cells.for_each(|_, cell| {
                    if cell.word.is_pointer() {
                        pointers.push((from, o.0.alive, cell.word));
                    }
                }),
            }
        });
        for (id, from, alive) in arrays {
            pointers.extend(self.array_pointers(state, id)?.into_iter().map(|p| (from, alive, p)));
        }
        pointers.extend(self.variable_pointers(state).into_iter().map(|p| (None, TermId::TRUE, p)));
        let mut edges = Vec::new();
        for (from, alive, word) in pointers {
            let Value::Ptr(p) = word.value(&mut self.terms) else { continue };
            for t in self.targets(state, p)? {
                if heap.contains_key(&t.obj) && from != Some(t.obj) {
                    edges.push((from, self.terms.and(alive, t.guard), t.obj));
                }
            }
        }
        Some(edges)
    }

    /// The elements of an array term; `None` where there are too many.
    fn array_pointers(&mut self, state: &State, id: ObjectId) -> Option<Vec<Word>> {
        const LIMIT: u64 = 512;
        let count = self.objects[id as usize].const_size? / self.pointer_size;
        let mut state = state.clone();
        (count <= LIMIT).then(|| {
            let element = |k| self.load_at(&mut state, id, k * self.pointer_size, Ty::Ptr);
            let values: Vec<Value> = (0..count).map(element).collect();
            values.into_iter().map(|v| Word::new(&self.terms, v)).collect()
        })
    }

    /// The pointers in variables of the active functions. Temporaries are no variables of the program.
    fn variable_pointers(&self, state: &State) -> Vec<Word> {
        let mut found = Vec::new();
        let mut add = |func: FuncId, regs: &PVec<Word>| {
            let vars = &self.program.funcs[func].vars;
            regs.for_each(|key, word| {
                let variable = vars.get(VarId(key)).is_some_and(|v| v.kind != StorageKind::Temp);
                if variable && word.is_pointer() {
                    found.push(*word);
                }
            });
        };
        let mut innermost = None;
        for context in &self.stack {
            if let (ContextKind::Call(a), Some(caller)) = (&context.kind, innermost) {
                add(caller, &a.caller_regs);
            }
            innermost = Some(context.func);
        }
        if let Some(func) = innermost {
            add(func, &state.regs);
        }
        found
    }

    /// Is the access valid? Where it is not, what follows is inexact, unless the executor is lenient.
    pub(crate) fn valid_access(&mut self, state: &mut State, ptr: Ptr, len: u64, write: bool, span: Span) -> TermId {
        let size = self.terms.bv(OFFSET_BITS, len.into());
        self.valid_range(state, ptr, size, write, span)
    }

    /// As [`Executor::valid_access`], for a number of bytes that need not be constant.
    pub(crate) fn valid_range(&mut self, state: &mut State, ptr: Ptr, size: TermId, write: bool, span: Span) -> TermId {
        let ok = self.access_ok(state, ptr, size, write, span);
        if self.options.lenient.is_none() {
            let bad = self.terms.not(ok);
            let path = state.guard.term();
            let cond = self.terms.and(path, bad);
            if cond != TermId::FALSE && !self.skeleton.excludes(&self.terms, path, bad) {
                self.gap_if(cond, span, "an access that is not valid");
            }
        }
        ok
    }

    /// A live object with a constant size that holds the range: the common case.
    pub(crate) fn plainly_inside(&self, state: &State, id: u32, off: u64, len: u64) -> bool {
        let Some(object) = state.object(id) else { return false };
        let info = &self.objects[id as usize];
        let size = info.const_size.map(|s| s.min(FAR)).filter(|_| !self.is_pool(id));
        object.alive == TermId::TRUE && size.is_some_and(|s| off.checked_add(len).is_some_and(|e| e <= s))
    }
}

fn no_overflow(op: BinOp, f: IntFormat, x: u128, y: u128) -> bool {
    match op {
        BinOp::Add => !f.add(x, y).overflow,
        BinOp::Sub => !f.sub(x, y).overflow,
        BinOp::Mul => !f.mul(x, y).overflow,
        _ => f.div(x, y).is_none_or(|w| !w.overflow),
    }
}
