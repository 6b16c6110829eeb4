//! Variable length arrays: lengths are evaluated once, where the declaration is reached.

use crate::function::{FnLower, Storage};
use pm_base::Span;
use pm_base::num::IntFormat;
use pm_ir::{AllocKind, BinOp, CmpOp, InstKind, Operand, PropertyKind, Role, Rvalue, StorageKind, Ty, VarId};
use pm_sema::hir::{ExprId, ExprKind, LocalId};
use pm_sema::types::{ArrayLen, TypeId, TypeKind, VlaId};

impl FnLower<'_, '_> {
    /// `count` is a conversion to `size_t`; the length is what it converts, which must be above zero (C11 6.7.6.2).
    pub fn vla_length(&mut self, vla: VlaId, count: ExprId) {
        let var = self.vla_var(vla);
        let e = self.expr(count);
        let length = match e.kind {
            ExprKind::Cast { arg, .. } => arg,
            _ => count,
        };
        let ty = self.expr(length).ty.ty;
        let Some(f) = self.types().as_int(ty) else { return self.value_into(count, var) };
        let value = self.value(length);
        if self.cx.opts.checks.vla_bound && !self.out.is_model {
            let cond = Rvalue::Cmp { op: CmpOp::Gt, ty: Ty::Int(f), a: value, b: Operand::Int(f, 0) };
            let text = format!("length of the array is above zero: {}", self.cx.session.sources.snippet(e.span, 100));
            self.assert(cond, PropertyKind::VlaBound, text, e.span);
        }
        let size = self.glue_cast(value, f, self.size_format());
        self.assign(var, size.rv, e.span, Role::Glue);
    }

    fn vla_var(&mut self, vla: VlaId) -> VarId {
        if let Some(&var) = self.vlas.get(&vla) {
            return var;
        }
        let var = self.fresh_var(Ty::Int(self.size_format()), StorageKind::Temp);
        self.vlas.insert(vla, var);
        var
    }

    /// Size in bytes of a type, computed where it is not constant.
    pub fn dynamic_size(&mut self, ty: TypeId, span: Span) -> Operand {
        if let Some(size) = self.types().stride_of(ty) {
            return self.size_const(size);
        }
        match *self.types().kind(ty) {
            TypeKind::Array { elem, len } => {
                let elem = self.dynamic_size(elem.ty, span);
                let count = self.count(len);
                self.glue_binary(BinOp::Mul, elem, count, self.size_format(), span)
            }
            _ => self.size_const(0),
        }
    }

    fn count(&mut self, len: ArrayLen) -> Operand {
        match len {
            ArrayLen::Const(n) => self.size_const(n),
            ArrayLen::Vla(id) => Operand::Var(self.vla_var(id)),
            ArrayLen::Unknown | ArrayLen::Star => self.size_const(0),
        }
    }

    /// Executions end where an array would be larger than any object is: its size is no number of the type for sizes then.
    fn assume_size(&mut self, ty: TypeId, span: Span) {
        let TypeKind::Array { elem, len } = *self.types().kind(ty) else { return };
        if self.types().stride_of(ty).is_some() {
            return;
        }
        self.assume_size(elem.ty, span);
        let (elem, count) = (self.dynamic_size(elem.ty, span), self.count(len));
        let narrow = self.size_format();
        let wide = IntFormat::new(2 * narrow.bits, false);
        let [a, b] = [elem, count].map(|a| match a {
            Operand::Int(from, bits) => Operand::Int(wide, wide.convert(bits, from)),
            a => {
                let rv = Rvalue::Cast { from: Ty::Int(narrow), to: Ty::Int(wide), a };
                self.in_temp(rv, Ty::Int(wide), span, Role::Glue)
            }
        });
        let size = self.glue_binary(BinOp::Mul, a, b, wide, span);
        let most = Operand::Int(wide, wide.wrap((1 << (narrow.bits - 1)) - 1));
        let fits = Rvalue::Cmp { op: CmpOp::Le, ty: Ty::Int(wide), a: size, b: most };
        let fits = self.in_temp(fits, Ty::BOOL, span, Role::Glue);
        // A length below zero is an error of the program: what follows from it is seen.
        let most = Operand::Int(narrow, narrow.wrap((1 << (narrow.bits - 1)) - 1));
        let below = Rvalue::Cmp { op: CmpOp::Lt, ty: Ty::Int(narrow), a: most, b: count };
        let below = self.in_temp(below, Ty::BOOL, span, Role::Glue);
        let cond = self.glue_binary(BinOp::Or, fits, below, IntFormat::new(1, false), span);
        self.emit(InstKind::Assume { cond }, span, Role::Glue);
    }

    pub fn vla_declaration(&mut self, local: LocalId, span: Span) {
        let ty = self.body.locals[local].ty.ty;
        self.assume_size(ty, span);
        let size = self.dynamic_size(ty, span);
        let dst = match self.locals[local.0 as usize] {
            Storage::Behind(var) => var,
            Storage::None | Storage::Var(_) | Storage::Slot(_) | Storage::Value(_) => {
                self.fresh_var(Ty::Ptr, StorageKind::Temp)
            }
        };
        self.locals[local.0 as usize] = Storage::Behind(dst);
        self.emit(InstKind::Alloc { dst, size, kind: AllocKind::Vla, zeroed: false }, span, Role::Glue);
        self.declare_vla(dst);
    }
}
