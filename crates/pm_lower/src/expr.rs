//! Scalar expressions.
//!
//! `value` gives an operand, `rvalue` leaves the last operation to the caller, `value_into` computes straight into a
//! variable, `discard` keeps only the effects. Operands are evaluated as gcc does where C leaves the order open: from left
//! to right, but a plain variable after the other operand where the operator can be turned around, and the right side of
//! a compound assignment first.

use crate::fold;
use crate::function::{FnLower, Storage};
use crate::place::{Access, Addr, Place};
use crate::program::{is_record, scalar_ty};
use pm_base::Span;
use pm_base::num::IntFormat;
use pm_ir::{Base, BinOp, CmpOp, InstKind, Operand, PropertyKind, Role, Rvalue, Ty, UnOp, VarId};
use pm_sema::hir::{self, BinaryOp, ExprId, ExprKind, UnaryOp};
use pm_sema::types::{TypeId, TypeKind};

/// A value whose last operation is still to be emitted.
pub(crate) struct Val {
    pub rv: Rvalue,
    pub role: Role,
}

impl Val {
    pub fn user(rv: Rvalue) -> Self {
        Val { rv, role: Role::User }
    }
    pub fn glue(rv: Rvalue) -> Self {
        Val { rv, role: Role::Glue }
    }
    pub fn op(op: Operand) -> Self {
        Self::user(Rvalue::Use(op))
    }
}

impl FnLower<'_, '_> {
    pub fn value(&mut self, id: ExprId) -> Operand {
        let e = self.expr(id);
        let val = self.rvalue(id);
        self.operand(val.rv, self.ty_of(e.ty.ty), e.span, val.role)
    }

    /// Computes the value into `dst`, which has its type.
    pub fn value_into(&mut self, id: ExprId, dst: VarId) {
        let e = self.expr(id);
        match &e.kind {
            ExprKind::Cond { cond, then: Some(then), els } => {
                let (then, els) = (*then, *els);
                self.choose(*cond, |this| this.value_into(then, dst), |this| this.value_into(els, dst), e.span);
            }
            ExprKind::Comma { lhs, rhs } => {
                self.discard(*lhs);
                self.value_into(*rhs, dst);
            }
            ExprKind::Call { callee, args } => self.call(callee, args, e, Some(dst)),
            ExprKind::Builtin { op, args } => {
                let val = self.builtin(*op, args, e, Some(dst));
                self.assign(dst, val.rv, e.span, val.role);
            }
            ExprKind::Cast { arg, .. } if self.is_plain_copy(*arg, e.ty.ty) => self.value_into(*arg, dst),
            _ => {
                let val = self.rvalue(id);
                self.assign(dst, val.rv, e.span, val.role);
            }
        }
    }

    /// Does a cast to `to` leave everything as it is?
    fn is_plain_copy(&self, arg: ExprId, to: TypeId) -> bool {
        let from = self.expr(arg).ty.ty;
        scalar_ty(self.types(), from).is_some() && self.ty_of(from) == self.ty_of(to) && !self.cx.somewhere.enum_range
    }

    pub fn rvalue(&mut self, id: ExprId) -> Val {
        let e = self.expr(id);
        match &e.kind {
            ExprKind::Const(bits) => {
                let value = self.constant(e.ty.ty, *bits);
                if self.cx.checks_at(e.span).enum_range {
                    self.check_enum_range(value, e.ty.ty, e.span);
                }
                Val::op(value)
            }
            ExprKind::Load(lvalue) => {
                let place = self.place(*lvalue, Access::Use);
                self.read(*lvalue, place, e.ty.ty, e.span)
            }
            ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::Str(_)
            | ExprKind::Deref(_)
            | ExprKind::Index { .. }
            | ExprKind::CompoundLit { .. }
            | ExprKind::Member { .. } => {
                let place = self.place(id, Access::Use);
                self.read(id, place, e.ty.ty, e.span)
            }
            ExprKind::Decay(lvalue) => {
                let addr = self.place_addr(*lvalue, Access::Address);
                Val::op(self.address(addr, e.span))
            }
            ExprKind::AddrOf(lvalue) => Val::op(self.address_of(*lvalue)),
            ExprKind::FuncAddr(f) => Val::op(Operand::Addr(Base::Func(self.cx.func_address(*f)), 0)),
            ExprKind::Cast { arg, explicit } => self.cast(*arg, e.ty.ty, *explicit, e.span),
            ExprKind::Unary { op: UnaryOp::Not, .. }
            | ExprKind::And { .. }
            | ExprKind::Or { .. }
            | ExprKind::Binary {
                op: BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge | BinaryOp::Eq | BinaryOp::Ne,
                ..
            } => {
                let truth = self.truth(id);
                self.bool_as(truth, self.ty_of(e.ty.ty))
            }
            ExprKind::Unary { op, arg } => {
                let a = self.value(*arg);
                self.unary(*op, self.ty_of(e.ty.ty), a)
            }
            ExprKind::Binary { op, lhs, rhs } => {
                let (a, b) = self.operands(*op, *lhs, *rhs);
                self.binary(*op, self.ty_of(e.ty.ty), a, b, self.expr(*rhs).ty.ty)
            }
            ExprKind::PtrAdd { ptr, index, negate } => {
                let p = self.value(*ptr);
                let i = self.value(*index);
                let elem = self.types().pointee(e.ty.ty).map_or(e.ty.ty, |q| q.ty);
                Val::op(self.add_elements(p, elem, (i, self.expr(*index).ty.ty), *negate, Role::User, e.span))
            }
            ExprKind::PtrDiff { lhs, rhs } => self.pointer_difference(*lhs, *rhs, e),
            ExprKind::Cond { cond, then, els } => self.conditional(*cond, *then, *els, e),
            ExprKind::Comma { lhs, rhs } => {
                self.discard(*lhs);
                self.rvalue(*rhs)
            }
            ExprKind::Assign { lhs, rhs } => Val::op(self.assignment(*lhs, *rhs, e.span)),
            ExprKind::CompoundAssign { op, lhs, rhs, comp } => {
                Val::op(self.compound_assignment(*op, *lhs, *rhs, *comp, true, e.span))
            }
            ExprKind::IncDec { lhs, inc, post, comp } => Val::op(self.inc_dec(*lhs, *inc, *post, *comp, true, e.span)),
            ExprKind::Call { callee, args } => {
                let dst = self.temp(self.ty_of(e.ty.ty));
                self.call(callee, args, e, Some(dst));
                Val::op(Operand::Var(dst))
            }
            ExprKind::Builtin { op, args } => self.builtin(*op, args, e, None),
            ExprKind::VaArg { list } => {
                let addr = self.va_arg(*list, e.ty.ty, e.span);
                self.load(addr.into(), e.ty.ty, e.span)
            }
            ExprKind::StmtExpr { block, value } => {
                let result = self.stmt_expr(*block, |this| match value {
                    Some(v) => this.held_value(*v),
                    None => crate::function::zero(this.ty_of(e.ty.ty)),
                });
                Val::op(result)
            }
            ExprKind::SizeofVla(ty) => Val::op(self.dynamic_size(*ty, e.span)),
        }
    }

    /// Evaluates for the effects and checks only.
    pub fn discard(&mut self, id: ExprId) {
        let e = self.expr(id);
        match &e.kind {
            ExprKind::Const(_) | ExprKind::FuncAddr(_) => {}
            ExprKind::Load(lvalue) => self.discard_load(*lvalue, e),
            ExprKind::Cast { arg, .. } => self.discard(*arg),
            ExprKind::Comma { lhs, rhs } => {
                self.discard(*lhs);
                self.discard(*rhs);
            }
            ExprKind::Cond { cond, then, els } => {
                let (then, els) = (*then, *els);
                then.into_iter().chain([els]).for_each(|side| self.announce(side));
                self.choose(
                    *cond,
                    |this| {
                        if let Some(then) = then {
                            this.discard(then);
                        }
                    },
                    |this| this.discard(els),
                    e.span,
                );
            }
            ExprKind::And { lhs, rhs } => {
                let rhs = *rhs;
                self.announce(rhs);
                self.choose(*lhs, |this| this.discard(rhs), |_| {}, e.span);
            }
            ExprKind::Or { lhs, rhs } => {
                let rhs = *rhs;
                self.announce(rhs);
                self.choose(*lhs, |_| {}, |this| this.discard(rhs), e.span);
            }
            ExprKind::IncDec { lhs, inc, post: _, comp } => {
                self.inc_dec(*lhs, *inc, false, *comp, false, e.span);
            }
            ExprKind::Assign { lhs, rhs } => self.assignment_effect(*lhs, *rhs, e.span),
            ExprKind::CompoundAssign { op, lhs, rhs, comp } => {
                self.compound_assignment(*op, *lhs, *rhs, *comp, false, e.span);
            }
            ExprKind::Call { callee, args } => self.call(callee, args, e, None),
            ExprKind::Builtin { op, args } => {
                // Reading a predicate has no effect; what has one is emitted by then.
                self.builtin(*op, args, e, None);
            }
            ExprKind::StmtExpr { block, value } => {
                let value = *value;
                self.stmt_expr(*block, |this| {
                    if let Some(value) = value {
                        this.discard(value);
                    }
                });
            }
            // A designator that is not read: only what its address takes is evaluated.
            kind if crate::place::is_lvalue(kind) => {
                if !matches!(self.types().kind(e.ty.ty), TypeKind::Function(_)) {
                    self.place(id, Access::Address);
                }
            }
            _ if is_record(self.types(), e.ty.ty) => {
                self.record_addr(id);
            }
            _ if scalar_ty(self.types(), e.ty.ty).is_none() => {}
            _ => {
                let val = self.rvalue(id);
                if !matches!(val.rv, Rvalue::Use(_)) {
                    self.in_temp(val.rv, self.ty_of(e.ty.ty), e.span, val.role);
                }
            }
        }
    }

    /// `*p;` still reads `*p`; `x;` and `(void)x` of a plain variable read nothing.
    fn discard_load(&mut self, lvalue: ExprId, e: &hir::Expr) {
        let place = self.place(lvalue, Access::Use);
        let is_volatile = self.expr(lvalue).ty.quals.is_volatile;
        let named = matches!(place, Place::Mem { addr, .. } if matches!(addr.base, Operand::Addr(..)));
        if matches!(place, Place::Reg(_) | Place::Value(_)) || (named && !is_volatile) {
            return;
        }
        if is_record(self.types(), e.ty.ty) {
            return self.discard_record(place, e);
        }
        let val = self.load(place, e.ty.ty, e.span);
        if !matches!(val.rv, Rvalue::Use(_)) {
            self.in_temp(val.rv, self.ty_of(e.ty.ty), e.span, val.role);
        }
    }

    /// `*p;` of a record: it is read, into nowhere.
    fn discard_record(&mut self, place: Place, e: &hir::Expr) {
        let Place::Mem { addr, .. } = place else { return };
        let src = self.address(addr, e.span);
        let slot = self.record_temp(e.ty.ty, e.span);
        let dst = Operand::Addr(Base::Slot(slot), 0);
        self.copy(dst, src, self.size_of(e.ty.ty), e.span, Role::User);
        self.emit(InstKind::Dead(slot), e.span, Role::Glue);
    }

    pub fn constant(&self, ty: TypeId, bits: u128) -> Operand {
        match self.ty_of(ty) {
            Ty::Int(f) => Operand::Int(f, f.wrap(bits)),
            Ty::Float(f) => Operand::Float(f, bits),
            Ty::Ptr => self.abs(bits as u64),
        }
    }

    fn cast(&mut self, arg: ExprId, to: TypeId, explicit: bool, span: Span) -> Val {
        let from = self.expr(arg).ty.ty;
        if matches!(self.types().kind(to), TypeKind::Void) {
            self.discard(arg);
            return Val::op(Operand::NULL);
        }
        if self.is_bool(to) {
            return Val::user(self.truth_rvalue(arg));
        }
        let a = self.value(arg);
        let role = if explicit { Role::ExplicitCast } else { Role::User };
        let val = self.convert(a, from, to, role, span);
        if self.cx.checks_at(span).enum_range && matches!(self.types().kind(to), TypeKind::Enum(_)) {
            let value = self.operand(val.rv, self.ty_of(to), span, val.role);
            self.check_enum_range(value, to, span);
            return Val::op(value);
        }
        val
    }

    /// Both operands. gcc puts variables last where the operator allows it.
    pub fn operands(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> (Operand, Operand) {
        let fixed = matches!(op, BinaryOp::Sub | BinaryOp::Div | BinaryOp::Rem | BinaryOp::Shl | BinaryOp::Shr);
        if !fixed && self.is_variable(lhs) && !self.is_variable(rhs) {
            let b = self.value(rhs);
            return (self.value(lhs), b);
        }
        (self.value(lhs), self.value(rhs))
    }

    /// A variable as it stands, apart from conversions that keep its bits.
    fn is_variable(&self, mut id: ExprId) -> bool {
        loop {
            let e = self.expr(id);
            match e.kind {
                ExprKind::Load(lvalue) => {
                    return matches!(self.expr(lvalue).kind, ExprKind::Local(_) | ExprKind::Global(_));
                }
                ExprKind::Cast { arg, .. } if self.size_of(self.expr(arg).ty.ty) == self.size_of(e.ty.ty) => id = arg,
                _ => return false,
            }
        }
    }

    pub fn unary(&mut self, op: UnaryOp, ty: Ty, a: Operand) -> Val {
        let op = match (op, ty) {
            (UnaryOp::Neg, Ty::Float(_)) => UnOp::FNeg,
            (UnaryOp::Neg, _) => UnOp::Neg,
            (UnaryOp::BitNot | UnaryOp::Not, _) => UnOp::Not,
        };
        match fold::unary(op, a, !self.cx.somewhere.unsigned_overflow) {
            Some(op) => Val::op(op),
            None => Val::user(Rvalue::Unary { op, ty, a }),
        }
    }

    /// Arithmetic, bitwise operators and shifts. `rhs_ty` is the type of a shift count.
    pub fn binary(&mut self, op: BinaryOp, ty: Ty, a: Operand, b: Operand, rhs_ty: TypeId) -> Val {
        let op = match op {
            BinaryOp::Add => BinOp::Add,
            BinaryOp::Sub => BinOp::Sub,
            BinaryOp::Mul => BinOp::Mul,
            BinaryOp::Div => BinOp::Div,
            BinaryOp::Rem => BinOp::Rem,
            BinaryOp::BitAnd => BinOp::And,
            BinaryOp::BitOr => BinOp::Or,
            BinaryOp::BitXor => BinOp::Xor,
            BinaryOp::Shl | BinaryOp::Shr => return self.shift(op == BinaryOp::Shl, ty, a, b, rhs_ty),
            BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge | BinaryOp::Eq | BinaryOp::Ne => {
                let op = compare_op(op).unwrap_or(CmpOp::Eq);
                return Val::user(Rvalue::Cmp { op, ty, a, b });
            }
        };
        if let Ty::Int(f) = ty
            && let Some(op) = fold::binary(op, f, a, b, !self.cx.somewhere.unsigned_overflow)
        {
            return Val::op(op);
        }
        Val::user(Rvalue::Binary { op, ty, a, b })
    }

    fn shift(&mut self, left: bool, ty: Ty, a: Operand, count: Operand, count_ty: TypeId) -> Val {
        let (Ty::Int(f), Some(count_ty)) = (ty, self.types().as_int(count_ty)) else { return Val::op(a) };
        match fold::shift(left, f, a, count) {
            Some(op) => Val::op(op),
            None => Val::user(Rvalue::Shift { left, ty: f, a, count, count_ty }),
        }
    }

    /// `ptr + index` by elements of type `elem`; `- index` where `negate`.
    pub fn add_elements(
        &mut self,
        ptr: Operand,
        elem: TypeId,
        (index, index_ty): (Operand, TypeId),
        negate: bool,
        role: Role,
        span: Span,
    ) -> Operand {
        let Some(from) = self.types().as_int(index_ty) else { return ptr };
        let offset = self.offset_format();
        let (index, format) = if negate {
            let wide = self.glue_cast(index, from, offset);
            let wide = self.operand(wide.rv, Ty::Int(offset), span, Role::Glue);
            (self.glue_negate(wide, offset, span), offset)
        } else {
            (index, from)
        };
        if let Some(stride) = self.types().stride_of(elem) {
            if let Operand::Int(f, bits) = index
                && let Some(bytes) = self.distance(f.to_i128(bits), stride)
            {
                return self.add_bytes(ptr, bytes, role, span);
            }
            let (index, index_ty) = self.signed_index(index, format, span);
            let value = Rvalue::Index { ptr, index, index_ty, elem_size: stride, count: None };
            return self.in_temp(value, Ty::Ptr, span, role);
        }
        let size = self.dynamic_size(elem, span);
        let size = self.glue_cast(size, self.size_format(), offset);
        let size = self.operand(size.rv, Ty::Int(offset), span, Role::Glue);
        let wide = self.glue_cast(index, format, offset);
        let wide = self.operand(wide.rv, Ty::Int(offset), span, Role::Glue);
        if self.cx.checks_at(span).pointer && role != Role::Glue && !self.out.is_model {
            let text =
                format!("pointer arithmetic does not wrap around in {}", self.cx.session.sources.snippet(span, 100));
            let cond = Rvalue::NoOverflow { op: BinOp::Mul, ty: offset, a: wide, b: size };
            self.assert(cond, PropertyKind::PointerOverflow, text, span);
        }
        let bytes = self.glue_binary(BinOp::Mul, wide, size, offset, span);
        self.in_temp(Rvalue::PtrAdd { ptr, bytes }, Ty::Ptr, span, role)
    }

    fn add_bytes(&mut self, ptr: Operand, bytes: i64, role: Role, span: Span) -> Operand {
        match ptr {
            _ if bytes == 0 => ptr,
            Operand::Addr(base, offset) if !self.cx.somewhere.pointer_overflow => {
                Operand::Addr(base, offset.wrapping_add(bytes))
            }
            Operand::Abs(address) => self.abs(address.wrapping_add(bytes as u64)),
            ptr => {
                let bytes = self.offset_const(bytes);
                self.in_temp(Rvalue::PtrAdd { ptr, bytes }, Ty::Ptr, span, role)
            }
        }
    }

    fn glue_negate(&mut self, a: Operand, f: IntFormat, span: Span) -> Operand {
        match a {
            Operand::Int(_, bits) => Operand::Int(f, f.neg(bits).value),
            a => self.in_temp(Rvalue::Unary { op: UnOp::Neg, ty: Ty::Int(f), a }, Ty::Int(f), span, Role::Glue),
        }
    }

    pub fn glue_binary(&mut self, op: BinOp, a: Operand, b: Operand, f: IntFormat, span: Span) -> Operand {
        match fold::binary(op, f, a, b, true) {
            Some(op) => op,
            None => self.in_temp(Rvalue::Binary { op, ty: Ty::Int(f), a, b }, Ty::Int(f), span, Role::Glue),
        }
    }

    fn pointer_difference(&mut self, lhs: ExprId, rhs: ExprId, e: &hir::Expr) -> Val {
        let elem = self.types().pointee(self.expr(lhs).ty.ty).map_or(e.ty.ty, |q| q.ty);
        let a = self.value(lhs);
        let b = self.value(rhs);
        if let Some(stride) = self.types().stride_of(elem) {
            return Val::user(Rvalue::PtrDiff { a, b, elem_size: stride.max(1) });
        }
        let offset = self.offset_format();
        let ty = Ty::Int(offset);
        let bytes = self.in_temp(Rvalue::PtrDiff { a, b, elem_size: 1 }, ty, e.span, Role::User);
        let size = self.dynamic_size(elem, e.span);
        let size = self.glue_cast(size, self.size_format(), offset);
        let size = self.operand(size.rv, ty, e.span, Role::Glue);
        Val::user(Rvalue::Binary { op: BinOp::Div, ty, a: bytes, b: size })
    }

    fn conditional(&mut self, cond: ExprId, then: Option<ExprId>, els: ExprId, e: &hir::Expr) -> Val {
        if matches!(self.types().kind(e.ty.ty), TypeKind::Void) {
            then.into_iter().chain([els]).for_each(|side| self.announce(side));
            self.choose(
                cond,
                |this| {
                    if let Some(then) = then {
                        this.discard(then);
                    }
                },
                |this| this.discard(els),
                e.span,
            );
            return Val::op(Operand::NULL);
        }
        let dst = self.temp(self.ty_of(e.ty.ty));
        match then {
            Some(then) => {
                self.choose(cond, |this| this.value_into(then, dst), |this| this.value_into(els, dst), e.span);
            }
            None => self.elvis(cond, els, dst, e),
        }
        Val::op(Operand::Var(dst))
    }

    /// `cond ?: els`
    fn elvis(&mut self, cond: ExprId, els: ExprId, dst: VarId, e: &hir::Expr) {
        let from = self.expr(cond).ty.ty;
        let held = self.held_value(cond);
        let truth = self.non_zero(held, self.ty_of(from));
        let truth = self.operand(truth, Ty::BOOL, e.span, Role::Glue);
        let (then_block, else_block, join) = (self.new_block(), self.new_block(), self.new_block());
        self.branch(truth, then_block, else_block, e.span);
        self.start(then_block);
        let val = self.convert(held, from, e.ty.ty, Role::User, e.span);
        self.assign(dst, val.rv, e.span, val.role);
        self.goto(join, e.span);
        self.start(else_block);
        self.value_into(els, dst);
        self.fall_into(join, e.span);
    }

    /// A value that outlives changes of the variables it was read from.
    pub fn held_value(&mut self, id: ExprId) -> Operand {
        let e = self.expr(id);
        if scalar_ty(self.types(), e.ty.ty).is_none() {
            self.discard(id);
            return Operand::NULL;
        }
        match self.value(id) {
            op @ Operand::Var(var) if self.out.vars[var].kind != pm_ir::StorageKind::Temp => {
                self.in_temp(Rvalue::Use(op), self.ty_of(e.ty.ty), e.span, Role::User)
            }
            // A constant operand would not show that the object may be dead when it is used.
            op @ Operand::Addr(Base::Slot(_), _) => self.in_temp(Rvalue::Use(op), Ty::Ptr, e.span, Role::Glue),
            op => op,
        }
    }

    /// `({ … })`: `result` is evaluated in the scope of the block.
    pub fn stmt_expr<T>(&mut self, block: hir::StmtId, result: impl FnOnce(&mut Self) -> T) -> T {
        let stmt = &self.body.stmts[block];
        self.prescan(block);
        let hir::StmtKind::Block { locals, stmts } = &stmt.kind else {
            self.stmt(block);
            return result(self);
        };
        self.open_scope(block, locals, stmt.span);
        self.stmts(stmts);
        let value = result(self);
        self.close_scope(stmt.span);
        value
    }

    // ---- assignments ----------------------------------------------------------------------------------------------

    fn assignment_effect(&mut self, lhs: ExprId, rhs: ExprId, span: Span) {
        let ty = self.expr(lhs).ty.ty;
        if scalar_ty(self.types(), ty).is_none() {
            self.record_assignment(lhs, rhs, span);
            return;
        }
        match self.place(lhs, Access::Use) {
            Place::Reg(var) => self.value_into(rhs, var),
            Place::Mem { addr, bits: None } if self.copies_memory(rhs, ty) => self.scalar_copy(addr, rhs, ty, span),
            place => {
                let value = self.value(rhs);
                self.store(place, ty, value, span);
            }
        }
    }

    /// Is the value only moved from one object in memory to another? Then it may be indeterminate, as the members of a
    /// structure may that is assigned; the copy is. (Of `_Bool`, whose values are not all bytes, it is read.)
    fn copies_memory(&self, rhs: ExprId, ty: TypeId) -> bool {
        let ExprKind::Load(from) = self.expr(rhs).kind else { return false };
        let same = self.expr(rhs).ty.ty == ty && self.ty_of(ty) != Ty::BOOL;
        self.cx.opts.checks.uninitialised && same && !self.is_arbitrary(from) && self.is_plain_memory(from)
    }

    /// The lvalue is certainly in memory that may be indeterminate, and no bit-field.
    fn is_plain_memory(&self, lvalue: ExprId) -> bool {
        match &self.expr(lvalue).kind {
            ExprKind::Deref(_) => true,
            ExprKind::Index { base, .. } => {
                scalar_ty(self.types(), self.expr(*base).ty.ty).is_some() || self.is_plain_memory(*base)
            }
            ExprKind::Member { base, bits: None, .. } => self.is_plain_memory(*base) || self.in_slot(*base),
            ExprKind::Global(_) => true,
            _ => self.in_slot(lvalue),
        }
    }

    fn in_slot(&self, lvalue: ExprId) -> bool {
        matches!(self.expr(lvalue).kind, ExprKind::Local(l) if matches!(self.locals[l.0 as usize], Storage::Slot(_)))
    }

    fn scalar_copy(&mut self, to: Addr, rhs: ExprId, ty: TypeId, span: Span) {
        let ExprKind::Load(from) = self.expr(rhs).kind else { return };
        let src = self.place_addr(from, Access::Use);
        let src = self.address(src, self.expr(rhs).span);
        let dst = self.address(to, span);
        self.copy(dst, src, self.access_size(self.ty_of(ty)), span, Role::User);
    }

    fn assignment(&mut self, lhs: ExprId, rhs: ExprId, span: Span) -> Operand {
        let ty = self.expr(lhs).ty.ty;
        match self.place(lhs, Access::Use) {
            Place::Reg(var) => {
                self.value_into(rhs, var);
                Operand::Var(var)
            }
            place => {
                let value = self.value(rhs);
                self.store(place, ty, value, span);
                self.stored(place, ty, value, span)
            }
        }
    }

    /// The value of an assignment expression.
    fn stored(&mut self, place: Place, ty: TypeId, value: Operand, span: Span) -> Operand {
        match place {
            Place::Reg(var) => Operand::Var(var),
            Place::Mem { bits: Some(range), .. } => self.as_stored_in_bits(range, ty, value, span),
            Place::Mem { bits: None, .. } | Place::Value(_) => value,
        }
    }

    fn compound_assignment(
        &mut self,
        op: BinaryOp,
        lhs: ExprId,
        rhs: ExprId,
        comp: TypeId,
        used: bool,
        span: Span,
    ) -> Operand {
        let ty = self.expr(lhs).ty.ty;
        let rhs_ty = self.expr(rhs).ty.ty;
        let b = self.value(rhs);
        let place = self.place_once(lhs);
        let old = self.read(lhs, place, ty, span);
        let old = self.operand(old.rv, self.ty_of(ty), span, old.role);
        let result = if let Some(pointee) = self.types().pointee(comp) {
            let sum = self.add_elements(old, pointee.ty, (b, rhs_ty), op == BinaryOp::Sub, Role::User, span);
            Val::op(sum)
        } else {
            let a = self.convert(old, ty, comp, Role::User, span);
            let a = self.operand(a.rv, self.ty_of(comp), span, a.role);
            self.binary(op, self.ty_of(comp), a, b, rhs_ty)
        };
        self.store_computed(place, ty, comp, result, used, span)
    }

    /// Converts a result of type `comp` back and stores it; the value is what was stored.
    fn store_computed(
        &mut self,
        place: Place,
        ty: TypeId,
        comp: TypeId,
        result: Val,
        used: bool,
        span: Span,
    ) -> Operand {
        let back = if self.ty_of(comp) == self.ty_of(ty) {
            result
        } else {
            let r = self.operand(result.rv, self.ty_of(comp), span, result.role);
            self.convert(r, comp, ty, Role::User, span)
        };
        if let Place::Reg(var) = place {
            self.assign(var, back.rv, span, back.role);
            return Operand::Var(var);
        }
        let value = self.operand(back.rv, self.ty_of(ty), span, back.role);
        self.store(place, ty, value, span);
        if used { self.stored(place, ty, value, span) } else { value }
    }

    /// The place of a read-modify-write, with its address computed once.
    fn place_once(&mut self, id: ExprId) -> Place {
        match self.place(id, Access::Use) {
            Place::Mem { addr, bits } => {
                let base = self.address(addr, self.expr(id).span);
                Place::Mem { addr: Addr::new(base), bits }
            }
            place => place,
        }
    }

    fn inc_dec(&mut self, lhs: ExprId, inc: bool, post: bool, comp: TypeId, used: bool, span: Span) -> Operand {
        let ty = self.expr(lhs).ty.ty;
        let place = self.place_once(lhs);
        let old = self.read(lhs, place, ty, span);
        let mut old = self.operand(old.rv, self.ty_of(ty), span, old.role);
        if post && used && matches!(place, Place::Reg(_)) {
            old = self.in_temp(Rvalue::Use(old), self.ty_of(ty), span, Role::User);
        }
        let result = if let Some(pointee) = self.types().pointee(comp) {
            Val::op(self.step_pointer(old, pointee.ty, inc, span))
        } else {
            let a = self.convert(old, ty, comp, Role::User, span);
            let a = self.operand(a.rv, self.ty_of(comp), span, a.role);
            let one = self.one(comp);
            let op = if inc { BinaryOp::Add } else { BinaryOp::Sub };
            self.binary(op, self.ty_of(comp), a, one, comp)
        };
        let new = self.store_computed(place, ty, comp, result, used && !post, span);
        if post { old } else { new }
    }

    fn step_pointer(&mut self, ptr: Operand, elem: TypeId, inc: bool, span: Span) -> Operand {
        match self.types().stride_of(elem) {
            Some(stride) => {
                let bytes = if inc { stride as i64 } else { (stride as i64).wrapping_neg() };
                self.add_bytes(ptr, bytes, Role::User, span)
            }
            None => {
                let offset = self.offset_format();
                let size = self.dynamic_size(elem, span);
                let size = self.glue_cast(size, self.size_format(), offset);
                let size = self.operand(size.rv, Ty::Int(offset), span, Role::Glue);
                let bytes = if inc { size } else { self.glue_negate(size, offset, span) };
                self.in_temp(Rvalue::PtrAdd { ptr, bytes }, Ty::Ptr, span, Role::User)
            }
        }
    }

    fn one(&self, ty: TypeId) -> Operand {
        match self.ty_of(ty) {
            Ty::Int(f) => Operand::Int(f, 1),
            Ty::Float(f) => Operand::Float(f, f.from_int(1, IntFormat::new(32, true))),
            Ty::Ptr => self.abs(1),
        }
    }
}

/// The comparison that an operator is, if it is one.
pub(crate) fn compare_op(op: BinaryOp) -> Option<CmpOp> {
    Some(match op {
        BinaryOp::Lt => CmpOp::Lt,
        BinaryOp::Le => CmpOp::Le,
        BinaryOp::Gt => CmpOp::Gt,
        BinaryOp::Ge => CmpOp::Ge,
        BinaryOp::Eq => CmpOp::Eq,
        BinaryOp::Ne => CmpOp::Ne,
        BinaryOp::Add
        | BinaryOp::Sub
        | BinaryOp::Mul
        | BinaryOp::Div
        | BinaryOp::Rem
        | BinaryOp::Shl
        | BinaryOp::Shr
        | BinaryOp::BitAnd
        | BinaryOp::BitOr
        | BinaryOp::BitXor => return None,
    })
}
