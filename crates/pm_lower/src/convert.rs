//! Conversions between scalar types.

use crate::expr::Val;
use crate::fold;
use crate::function::{FnLower, zero};
use pm_base::Span;
use pm_ir::{CmpOp, Operand, Role, Rvalue, Ty};
use pm_sema::types::{IntKind, TypeId, TypeKind};

impl FnLower<'_, '_> {
    /// Converts a scalar of C type `from` to C type `to`. `role` says whether the user wrote the cast.
    pub fn convert(&mut self, a: Operand, from: TypeId, to: TypeId, role: Role, span: Span) -> Val {
        let (from_ty, to_ty) = (self.ty_of(from), self.ty_of(to));
        if from_ty == to_ty {
            return Val { rv: Rvalue::Use(a), role };
        }
        if self.is_bool(to) {
            let rv = self.non_zero(a, from_ty);
            return Val { rv, role };
        }
        let keep_lossy = self.cx.somewhere.conversion && role == Role::User;
        if let Some(op) = fold::cast(a, from_ty, to_ty, self.size_format(), keep_lossy) {
            return Val { rv: Rvalue::Use(op), role };
        }
        let rv = match (from_ty, to_ty) {
            (Ty::Int(f), Ty::Ptr) if f.bits != self.size_format().bits => {
                let wide = if f.signed { self.offset_format() } else { self.size_format() };
                let cast = self.glue_cast(a, f, wide);
                let address = self.operand(cast.rv, Ty::Int(wide), span, Role::Glue);
                Rvalue::Cast { from: Ty::Int(wide), to: Ty::Ptr, a: address }
            }
            (from, to) => Rvalue::Cast { from, to, a },
        };
        Val { rv, role }
    }

    pub fn is_bool(&self, ty: TypeId) -> bool {
        matches!(self.types().kind(ty), TypeKind::Int(IntKind::Bool))
    }

    /// `a != 0` as a bool.
    pub fn non_zero(&mut self, a: Operand, ty: Ty) -> Rvalue {
        if ty == Ty::BOOL {
            return Rvalue::Use(a);
        }
        match fold::compare(CmpOp::Ne, ty, a, zero(ty)) {
            Some(op) => Rvalue::Use(op),
            None => Rvalue::Cmp { op: CmpOp::Ne, ty, a, b: zero(ty) },
        }
    }

    /// A bool as a value of an integer type.
    pub fn bool_as(&mut self, a: Operand, ty: Ty) -> Val {
        let rv = match (a, ty) {
            (a, Ty::BOOL) => Rvalue::Use(a),
            (Operand::Int(_, bits), Ty::Int(f)) => Rvalue::Use(Operand::Int(f, bits)),
            (a, to) => Rvalue::Cast { from: Ty::BOOL, to, a },
        };
        Val { rv, role: Role::Glue }
    }
}
