//! Comparisons of integers, truth values and pointers.

use crate::exec::Executor;
use crate::state::State;
use crate::state::value::Ptr;
use pm_base::Span;
use pm_base::num::IntFormat;
use pm_ir::*;
use pm_term::TermId;

impl Executor<'_> {
    pub(crate) fn compare(&mut self, state: &State, op: CmpOp, ty: Ty, a: &Operand, b: &Operand) -> TermId {
        match ty {
            Ty::Ptr => {
                let (a, b) = (self.ptr_operand(state, a), self.ptr_operand(state, b));
                if !matches!(op, CmpOp::Eq | CmpOp::Ne) {
                    [a, b].into_iter().for_each(|p| _ = self.foreign_gap(state, p.obj, Span::NONE));
                }
                self.compare_pointers(state, op, a, b)
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

    fn compare_pointers(&mut self, state: &State, op: CmpOp, a: Ptr, b: Ptr) -> TermId {
        match op {
            CmpOp::Eq | CmpOp::Ne => {
                let (same, here) = (self.terms.eq(a.obj, b.obj), self.terms.eq(a.off, b.off));
                let equal = self.terms.and(same, here);
                let equal = self.equal_to_foreign(a, b, equal);
                let equal = self.equal_by_layout(state, a, b, equal);
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
}
