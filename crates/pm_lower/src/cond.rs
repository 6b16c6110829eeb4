//! Conditions: branches without a detour over `int`.
//!
//! `cond` jumps, `truth` gives a bool. `!`, `&&`, `||` and comparisons are taken apart; everything else is compared with 0.

use crate::choices::Look;
use crate::expr::compare_op;
use crate::fold;
use crate::function::FnLower;
use pm_base::Span;
use pm_ir::{BlockId, CmpOp, Operand, Role, Rvalue, Ty, UnOp, VarId};
use pm_sema::hir::{BinaryOp, ExprId, ExprKind, UnaryOp};

impl FnLower<'_, '_> {
    /// Jumps to `then` where the expression is not zero, else to `els`: what is executed depends on it.
    pub fn cond(&mut self, id: ExprId, then: BlockId, els: BlockId) {
        self.decide(id, true, then, els);
    }

    /// The same, of a part of a decision.
    pub fn cond_part(&mut self, id: ExprId, then: BlockId, els: BlockId) {
        match &self.expr(id).kind {
            ExprKind::Unary { op: UnaryOp::Not, arg } => self.cond_part(*arg, els, then),
            ExprKind::And { lhs, rhs } => {
                let next = self.new_block();
                self.cond_part(*lhs, next, els);
                self.start(next);
                self.cond_part(*rhs, then, els);
            }
            ExprKind::Or { lhs, rhs } => {
                let next = self.new_block();
                self.cond_part(*lhs, then, next);
                self.start(next);
                self.cond_part(*rhs, then, els);
            }
            ExprKind::Comma { lhs, rhs } => {
                self.apart(|this| this.discard(*lhs));
                self.cond_part(*rhs, then, els);
            }
            ExprKind::Cast { arg, .. } if self.keeps_truth(*arg, id) => self.cond_part(*arg, then, els),
            _ => self.condition(id, then, els),
        }
    }

    /// Is the cast `id` of `arg` zero exactly where `arg` is?
    pub fn keeps_truth(&self, arg: ExprId, id: ExprId) -> bool {
        let to = self.expr(id).ty.ty;
        if self.is_bool(to) {
            return true;
        }
        if self.cx.somewhere.enum_range {
            return false;
        }
        match (self.types().as_int(self.expr(arg).ty.ty), self.types().as_int(to)) {
            (Some(from), Some(to)) => to.bits >= from.bits,
            _ => false,
        }
    }

    /// The truth of a scalar as a bool operand.
    pub fn truth(&mut self, id: ExprId) -> Operand {
        let span = self.expr(id).span;
        let rv = self.truth_rvalue(id);
        self.operand(rv, Ty::BOOL, span, Role::User)
    }

    pub fn truth_rvalue(&mut self, id: ExprId) -> Rvalue {
        let e = self.expr(id);
        match &e.kind {
            ExprKind::Unary { op: UnaryOp::Not, arg } => self.negated(*arg),
            ExprKind::Binary { op, lhs, rhs } if compare_op(*op).is_some() => self.comparison(*op, *lhs, *rhs),
            ExprKind::And { .. } | ExprKind::Or { .. } if self.covers() => self.truth_of_decision(id),
            ExprKind::And { .. } | ExprKind::Or { .. } => {
                let dst = self.temp(Ty::BOOL);
                self.truth_into(id, dst)
            }
            ExprKind::Comma { lhs, rhs } => {
                self.discard(*lhs);
                self.truth_rvalue(*rhs)
            }
            ExprKind::Cast { arg, .. } if self.keeps_truth(*arg, id) => self.truth_rvalue(*arg),
            _ if self.ty_of(e.ty.ty) == Ty::BOOL => self.rvalue(id).rv,
            _ => {
                self.look_only(id, Look::Truth);
                let a = self.value(id);
                self.non_zero(a, self.ty_of(e.ty.ty))
            }
        }
    }

    fn comparison(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> Rvalue {
        self.look_of_comparison(op, lhs, rhs);
        let (a, b) = self.operands(op, lhs, rhs);
        let op = compare_op(op).unwrap_or(CmpOp::Eq);
        let ty = self.ty_of(self.expr(lhs).ty.ty);
        match fold::compare(op, ty, a, b) {
            Some(op) => Rvalue::Use(op),
            None => Rvalue::Cmp { op, ty, a, b },
        }
    }

    fn negated(&mut self, id: ExprId) -> Rvalue {
        match self.truth_rvalue(id) {
            Rvalue::Cmp { op, ty, a, b } if !matches!(ty, Ty::Float(_)) || matches!(op, CmpOp::Eq | CmpOp::Ne) => {
                Rvalue::Cmp { op: inverse(op), ty, a, b }
            }
            rv => {
                let span = self.expr(id).span;
                let a = self.operand(rv, Ty::BOOL, span, Role::User);
                match fold::unary(UnOp::Not, a, true) {
                    Some(op) => Rvalue::Use(op),
                    None => Rvalue::Unary { op: UnOp::Not, ty: Ty::BOOL, a },
                }
            }
        }
    }

    /// The truth of a chain of `&&` and `||`, in `dst` where it is not constant.
    fn truth_into(&mut self, id: ExprId, dst: VarId) -> Rvalue {
        let e = self.expr(id);
        let (lhs, rhs, is_and) = match e.kind {
            ExprKind::And { lhs, rhs } => (lhs, rhs, true),
            ExprKind::Or { lhs, rhs } => (lhs, rhs, false),
            _ => return self.truth_rvalue(id),
        };
        let first = self.truth_into(lhs, dst);
        if let Rvalue::Use(Operand::Int(_, bits)) = first {
            return if (bits != 0) == is_and { self.truth_into(rhs, dst) } else { first };
        }
        let (next, join) = (self.new_block(), self.new_block());
        self.assign(dst, first, e.span, Role::User);
        let (then, els) = if is_and { (next, join) } else { (join, next) };
        self.branch(Operand::Var(dst), then, els, e.span);
        self.start(next);
        let second = self.truth_into(rhs, dst);
        self.assign(dst, second, e.span, Role::User);
        self.fall_into(join, e.span);
        Rvalue::Use(Operand::Var(dst))
    }

    /// Runs one of two pieces of code.
    pub fn choose(&mut self, cond: ExprId, then: impl FnOnce(&mut Self), els: impl FnOnce(&mut Self), span: Span) {
        let (yes, no, join) = (self.new_block(), self.new_block(), self.new_block());
        self.cond(cond, yes, no);
        self.start(yes);
        then(self);
        self.goto(join, span);
        self.start(no);
        els(self);
        self.fall_into(join, span);
    }
}

fn inverse(op: CmpOp) -> CmpOp {
    match op {
        CmpOp::Eq => CmpOp::Ne,
        CmpOp::Ne => CmpOp::Eq,
        CmpOp::Lt => CmpOp::Ge,
        CmpOp::Ge => CmpOp::Lt,
        CmpOp::Gt => CmpOp::Le,
        CmpOp::Le => CmpOp::Gt,
    }
}
