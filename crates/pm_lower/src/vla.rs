//! Variable length arrays: lengths are evaluated once, where the declaration is reached.

use crate::function::{FnLower, Storage};
use pm_base::Span;
use pm_ir::{AllocKind, BinOp, InstKind, Operand, Role, StorageKind, Ty, VarId};
use pm_sema::hir::{ExprId, LocalId};
use pm_sema::types::{ArrayLen, TypeId, TypeKind, VlaId};

impl FnLower<'_, '_> {
    pub fn vla_length(&mut self, vla: VlaId, count: ExprId, _span: Span) {
        let var = self.vla_var(vla);
        self.value_into(count, var);
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
                let count = match len {
                    ArrayLen::Const(n) => self.size_const(n),
                    ArrayLen::Vla(id) => Operand::Var(self.vla_var(id)),
                    ArrayLen::Unknown | ArrayLen::Star => self.size_const(0),
                };
                self.glue_binary(BinOp::Mul, elem, count, self.size_format(), span)
            }
            _ => self.size_const(0),
        }
    }

    pub fn vla_declaration(&mut self, local: LocalId, span: Span) {
        let ty = self.body.locals[local].ty.ty;
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
