//! Rvalues as terms: arithmetic, conversions, pointers that move. Operands are in `operand.rs`, comparisons in `compare.rs`, what the checks
//! ask in `predicate.rs`.

use crate::exec::Executor;
use crate::state::State;
use crate::state::value::{OFFSET_BITS, Ptr, Value, Word};
use pm_base::Span;
use pm_base::num::IntFormat;
use pm_ir::*;
use pm_term::TermId;

/// Checks of one operation are at most so many.
const CHECKS: usize = 8;

impl Executor<'_> {
    /// An rvalue as registers hold it.
    pub(crate) fn evaluate(&mut self, state: &mut State, value: &Rvalue, span: Span) -> Word {
        match self.constant_rvalue(state, value) {
            Some(word) => word,
            None => {
                self.gap_where_undefined(state, value, span);
                let value = self.rvalue(state, value, span);
                Word::new(&self.terms, value)
            }
        }
    }

    /// What C leaves undefined ends executions where it is checked. Where its check is off, nothing is known from there on, unless errors of this kind are
    /// not asked for at all.
    fn gap_where_undefined(&mut self, state: &mut State, value: &Rvalue, span: Span) {
        let (defined, what) = match *value {
            Rvalue::Binary { op: BinOp::Div | BinOp::Rem, ty: ty @ Ty::Int(f), b, .. } => {
                (Rvalue::Cmp { op: CmpOp::Ne, ty, a: b, b: Operand::Int(f, 0) }, "a division by zero")
            }
            Rvalue::Shift { ty, count, count_ty, .. } => {
                let (index, index_ty, count) = (count, count_ty, ty.bits.into());
                (Rvalue::InBounds { index, index_ty, count, inclusive: false }, "a shift by too much")
            }
            Rvalue::Cast { from: from @ Ty::Float(_), to: Ty::Int(to), a } => {
                (Rvalue::Fits { from, to, a }, "a float that does not fit its integer type")
            }
            _ => return,
        };
        if self.options.lenient.is_some() || self.in_model() {
            return;
        }
        let Value::Term(defined) = self.rvalue(state, &defined, span) else { return };
        let undefined = self.terms.not(defined);
        let cond = self.terms.and(state.guard.term(), undefined);
        let cond = self.in_possible_layouts(cond);
        let is_checked = self.out.claims.iter().rev().take(CHECKS).any(|c| c.cond == cond);
        if !is_checked && !self.skeleton.excludes(&self.terms, state.guard.term(), undefined) {
            self.gap_if(cond, span, what);
        }
    }

    pub(crate) fn rvalue(&mut self, state: &mut State, value: &Rvalue, span: Span) -> Value {
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
                    self.note_range(state, ptr, index, *elem_size, *count, span);
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
    pub(crate) fn index_term(&mut self, state: &State, index: &Operand, ty: IntFormat) -> TermId {
        let t = self.term_operand(state, index);
        let t = if self.terms.is_bool(t) { self.terms.bool_to_bv(t, 8) } else { t };
        if u32::from(ty.bits) > OFFSET_BITS {
            return self.terms.truncate(t, OFFSET_BITS);
        }
        if ty.signed { self.terms.sext(t, OFFSET_BITS) } else { self.terms.zext(t, OFFSET_BITS) }
    }

    pub(crate) fn unary(&mut self, state: &State, op: UnOp, ty: Ty, a: &Operand) -> Value {
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

    /// The count is brought to the width of the shifted value; counts out of range are undefined in C.
    pub(crate) fn shift(&mut self, left: bool, ty: IntFormat, a: TermId, count: TermId, count_ty: IntFormat) -> TermId {
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

    fn difference(&mut self, state: &mut State, a: &Operand, b: &Operand, elem_size: u64) -> TermId {
        let (a, b) = (self.ptr_operand(state, a), self.ptr_operand(state, b));
        for p in [a, b] {
            self.no_node(p.obj);
            self.foreign_gap(state, p.obj, Span::NONE);
        }
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

    pub(crate) fn cast(&mut self, state: &State, from: Ty, to: Ty, a: &Operand) -> Value {
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

    pub(crate) fn resize(&mut self, t: TermId, from: IntFormat, width: u32) -> TermId {
        if self.terms.is_bool(t) {
            return self.terms.bool_to_bv(t, width);
        }
        if width <= from.bits.into() {
            return self.terms.truncate(t, width);
        }
        if from.signed { self.terms.sext(t, width) } else { self.terms.zext(t, width) }
    }
}
