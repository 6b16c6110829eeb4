//! Values of structures and unions: they are always in memory, and copied from there.

use crate::function::FnLower;
use crate::place::{Access, Addr, is_lvalue};
use pm_base::Span;
use pm_ir::{Base, InstKind, Operand, Role, SlotId, Writer};
use pm_sema::hir::{Builtin, ExprId, ExprKind};

impl FnLower<'_, '_> {
    /// Where a record value can be read: an lvalue's own place, or a temporary.
    pub fn record_addr(&mut self, id: ExprId) -> Addr {
        self.record_source(id).0
    }

    /// As `record_addr`, with the temporary if one was made.
    fn record_source(&mut self, id: ExprId) -> (Addr, Option<SlotId>) {
        let e = self.expr(id);
        match &e.kind {
            ExprKind::Load(lvalue) if !self.is_arbitrary(*lvalue) => (self.place_addr(*lvalue, Access::Use), None),
            ExprKind::Comma { lhs, rhs } => {
                self.discard(*lhs);
                self.record_source(*rhs)
            }
            ExprKind::Assign { lhs, rhs } => (self.record_assignment(*lhs, *rhs, e.span), None),
            kind if is_lvalue(kind) && !self.is_arbitrary(id) => (self.place_addr(id, Access::Use), None),
            _ => {
                let slot = self.record_temp(e.ty.ty, e.span);
                let ptr = Operand::Addr(Base::Slot(slot), 0);
                self.record_into(id, ptr, true);
                (Addr::new(ptr), Some(slot))
            }
        }
    }

    pub fn record_temp(&mut self, ty: pm_sema::types::TypeId, span: Span) -> SlotId {
        let size = self.size_of(ty);
        self.temp_slot(size, self.types().align_of(ty), Some(ty.into()), span)
    }

    /// Writes a record value to `dst`. `fresh`: nothing else can refer to `dst`, so a called function may write there.
    pub fn record_into(&mut self, id: ExprId, dst: Operand, fresh: bool) {
        let e = self.expr(id);
        match &e.kind {
            ExprKind::Call { callee, args } if fresh => self.call_into(callee, args, e, dst),
            ExprKind::Cond { cond, then: Some(then), els } => {
                let (then, els) = (*then, *els);
                self.choose(
                    *cond,
                    |this| this.record_into(then, dst, fresh),
                    |this| this.record_into(els, dst, fresh),
                    e.span,
                );
            }
            ExprKind::Comma { lhs, rhs } => {
                self.discard(*lhs);
                self.record_into(*rhs, dst, fresh);
            }
            ExprKind::StmtExpr { block, value: Some(value) } => {
                let value = *value;
                self.stmt_expr(*block, |this| this.record_into(value, dst, fresh));
            }
            ExprKind::Cast { arg, .. } => self.record_into(*arg, dst, fresh),
            ExprKind::Builtin { op: Builtin::Nondet, args } => {
                for &arg in args {
                    self.discard(arg);
                }
                let size = self.size_const(self.size_of(e.ty.ty));
                self.emit(InstKind::Havoc { ptr: dst, size, by: Writer::Program }, e.span, Role::Glue);
            }
            ExprKind::VaArg { list } => {
                let addr = self.va_arg(*list, e.ty.ty, e.span);
                self.copy_record(dst, addr, e.ty.ty, e.span);
            }
            ExprKind::Call { .. } => {
                let (addr, temp) = self.record_source(id);
                self.copy_record(dst, addr, e.ty.ty, e.span);
                self.end_temp(temp, e.span);
            }
            ExprKind::Load(lvalue) => self.record_read(*lvalue, dst, e.span),
            ExprKind::Assign { .. } => {
                let addr = self.record_addr(id);
                self.copy_record(dst, addr, e.ty.ty, e.span);
            }
            kind if is_lvalue(kind) => self.record_read(id, dst, e.span),
            // No other expression has a record as its value.
            _ => self.discard(id),
        }
    }

    fn record_read(&mut self, lvalue: ExprId, dst: Operand, span: Span) {
        let ty = self.expr(lvalue).ty.ty;
        let addr = self.place_addr(lvalue, Access::Use);
        self.copy_record(dst, addr, ty, span);
        if self.is_arbitrary(lvalue) {
            let size = self.size_const(self.size_of(ty));
            self.emit(InstKind::Havoc { ptr: dst, size, by: Writer::Program }, span, Role::Glue);
        }
    }

    fn copy_record(&mut self, dst: Operand, src: Addr, ty: pm_sema::types::TypeId, span: Span) {
        let src = self.address(src, span);
        self.copy(dst, src, self.size_of(ty), span, Role::User);
    }

    fn end_temp(&mut self, temp: Option<SlotId>, span: Span) {
        if let Some(slot) = temp {
            self.emit(InstKind::Dead(slot), span, Role::Glue);
        }
    }

    /// `lhs = rhs` of records; where `lhs` is.
    pub fn record_assignment(&mut self, lhs: ExprId, rhs: ExprId, span: Span) -> Addr {
        let ty = self.expr(lhs).ty.ty;
        let addr = self.place_addr(lhs, Access::Use);
        let dst = self.address(addr, span);
        let (src, temp) = self.record_source(rhs);
        let src = self.address(src, span);
        self.copy(dst, src, self.size_of(ty), span, Role::User);
        self.end_temp(temp, span);
        Addr::new(dst)
    }
}
