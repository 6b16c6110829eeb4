//! Reading and writing bit-fields: the bytes around the field as one integer, shifted and masked.

use crate::expr::Val;
use crate::function::FnLower;
use crate::place::Addr;
use pm_base::Span;
use pm_base::num::IntFormat;
use pm_ir::{BinOp, InstKind, Operand, Role, Rvalue, Ty};
use pm_sema::types::{BitRange, TypeId};

/// The integer that covers the field's bytes.
fn container(range: BitRange) -> IntFormat {
    let bytes = (range.start + range.width).div_ceil(8).max(1);
    IntFormat::new(bytes * 8, false)
}

fn covers_whole_bytes(range: BitRange) -> bool {
    range.start == 0 && range.width.is_multiple_of(8)
}

impl FnLower<'_, '_> {
    /// The field's own format: its width with the signedness of its type.
    fn field_format(&self, range: BitRange, ty: TypeId) -> IntFormat {
        let signed = self.types().as_int(ty).is_some_and(|f| f.signed);
        IntFormat::new(range.width.max(1), signed)
    }

    pub fn load_bits(&mut self, addr: Addr, range: BitRange, ty: TypeId, span: Span) -> Val {
        let whole = container(range);
        let field = self.field_format(range, ty);
        let ptr = self.address(addr, span);
        if covers_whole_bytes(range) {
            let value = self.in_temp(Rvalue::Load { ty: Ty::Int(field), ptr }, Ty::Int(field), span, Role::User);
            return self.glue_cast(value, field, self.int_format(ty));
        }
        let bytes = self.in_temp(Rvalue::Load { ty: Ty::Int(whole), ptr }, Ty::Int(whole), span, Role::User);
        let shifted = self.glue_shift(bytes, whole, range.start, false, span);
        let cut = self.glue_cast(shifted, whole, field);
        let cut = self.operand(cut.rv, Ty::Int(field), span, Role::Glue);
        self.glue_cast(cut, field, self.int_format(ty))
    }

    pub fn store_bits(&mut self, addr: Addr, range: BitRange, ty: TypeId, value: Operand, span: Span) {
        if range.width == 0 {
            return;
        }
        let whole = container(range);
        let ptr = self.address(addr, span);
        let pattern = IntFormat::new(range.width, false);
        let cut = self.glue_cast(value, self.int_format(ty), pattern);
        let cut = self.operand(cut.rv, Ty::Int(pattern), span, Role::Glue);
        let wide = self.glue_cast(cut, pattern, whole);
        let wide = self.operand(wide.rv, Ty::Int(whole), span, Role::Glue);
        let stored = if covers_whole_bytes(range) { wide } else { self.merge(ptr, range, whole, wide, span) };
        self.emit(InstKind::Store { ty: Ty::Int(whole), ptr, value: stored }, span, Role::User);
    }

    /// The bytes at `ptr` with the field replaced.
    fn merge(&mut self, ptr: Operand, range: BitRange, whole: IntFormat, value: Operand, span: Span) -> Operand {
        let ty = Ty::Int(whole);
        let old = self.in_temp(Rvalue::Load { ty, ptr }, ty, span, Role::MergeRead);
        let ones = IntFormat::new(range.width, false).mask();
        let keep = Operand::Int(whole, whole.wrap(!(ones << range.start)));
        let kept = self.in_temp(Rvalue::Binary { op: BinOp::And, ty, a: old, b: keep }, ty, span, Role::Glue);
        let moved = self.glue_shift(value, whole, range.start, true, span);
        self.in_temp(Rvalue::Binary { op: BinOp::Or, ty, a: kept, b: moved }, ty, span, Role::Glue)
    }

    /// What a field holds after `value` was stored: the value of the assignment expression.
    pub fn as_stored_in_bits(&mut self, range: BitRange, ty: TypeId, value: Operand, span: Span) -> Operand {
        let field = self.field_format(range, ty);
        let full = self.int_format(ty);
        let cut = self.glue_cast(value, full, field);
        let cut = self.operand(cut.rv, Ty::Int(field), span, Role::Glue);
        let back = self.glue_cast(cut, field, full);
        self.operand(back.rv, Ty::Int(full), span, Role::Glue)
    }

    fn glue_shift(&mut self, a: Operand, ty: IntFormat, by: u8, left: bool, span: Span) -> Operand {
        if by == 0 {
            return a;
        }
        if let Operand::Int(_, bits) = a {
            let bits = if left { ty.shl(bits, u32::from(by)).value } else { ty.shr(bits, u32::from(by)) };
            return Operand::Int(ty, bits);
        }
        let count_ty = IntFormat::new(32, false);
        let count = Operand::Int(count_ty, u128::from(by));
        self.in_temp(Rvalue::Shift { left, ty, a, count, count_ty }, Ty::Int(ty), span, Role::Glue)
    }

    /// A conversion between integer formats without checks.
    pub fn glue_cast(&mut self, a: Operand, from: IntFormat, to: IntFormat) -> Val {
        let rv = match a {
            _ if from == to => Rvalue::Use(a),
            Operand::Int(_, bits) => Rvalue::Use(Operand::Int(to, to.convert(bits, from))),
            _ => Rvalue::Cast { from: Ty::Int(from), to: Ty::Int(to), a },
        };
        Val { rv, role: Role::Glue }
    }

    fn int_format(&self, ty: TypeId) -> IntFormat {
        self.types().as_int(ty).unwrap_or(IntFormat::new(32, true))
    }
}
