//! The enum-range check: a value that is converted to an enumeration, or read from an object of its type, is one of its enumerators;
//! the byte of a `_Bool` that is read is 0 or 1. (Without the check every other byte reads as true.)

use crate::expr::Val;
use crate::function::FnLower;
use pm_base::Span;
use pm_base::num::IntFormat;
use pm_ir::{BinOp, CmpOp, Operand, PropertyKind, Role, Rvalue, Ty};
use pm_sema::types::{TypeId, TypeKind};

impl FnLower<'_, '_> {
    /// A scalar that was read, checked where it is of an enumeration or a `_Bool` in memory.
    pub fn read_enum(&mut self, val: Val, ty: TypeId, span: Span) -> Val {
        let bool_at = match val.rv {
            Rvalue::Load { ptr, .. } if self.is_bool(ty) => Some(ptr),
            _ if matches!(self.types().kind(ty), TypeKind::Enum(_)) => None,
            _ => return val,
        };
        if !self.cx.checks_at(span).enum_range {
            return val;
        }
        let value = self.operand(val.rv, self.ty_of(ty), span, val.role);
        match bool_at {
            Some(ptr) => self.check_bool(ptr, span),
            None => self.check_enum_range(value, ty, span),
        }
        Val::op(value)
    }

    /// The byte of a `_Bool`, which is there.
    fn check_bool(&mut self, ptr: Operand, span: Span) {
        if self.out.is_model {
            return;
        }
        let byte = IntFormat::new(8, false);
        let value = self.in_temp(Rvalue::Load { ty: Ty::Int(byte), ptr }, Ty::Int(byte), span, Role::Glue);
        let cond = Rvalue::Cmp { op: CmpOp::Le, ty: Ty::Int(byte), a: value, b: Operand::Int(byte, 1) };
        let text = format!("value of _Bool in {}", self.cx.session.sources.snippet(span, 100));
        self.assert(cond, PropertyKind::EnumRange, text, span);
    }

    pub fn check_enum_range(&mut self, value: Operand, ty: TypeId, span: Span) {
        if self.out.is_model {
            return;
        }
        match self.is_enumerator(value, ty, span) {
            None | Some(Operand::TRUE) => {}
            Some(inside) => {
                let text = format!("enum range in {}", self.cx.session.sources.snippet(span, 100));
                self.assert(Rvalue::Use(inside), PropertyKind::EnumRange, text, span);
            }
        }
    }

    /// Whether a value of an enumeration's type is that of an enumerator; `None` for other types.
    pub fn is_enumerator(&mut self, value: Operand, ty: TypeId, span: Span) -> Option<Operand> {
        let (TypeKind::Enum(id), Some(f)) = (self.types().kind(ty), self.types().as_int(ty)) else { return None };
        let def = self.types().enums[*id].def.as_ref().filter(|def| !def.enumerators.is_empty())?;
        if matches!(value, Operand::Int(_, v) if def.enumerators.iter().any(|(_, e)| *e == f.to_i128(v))) {
            return Some(Operand::TRUE);
        }
        let mut values: Vec<i128> = def.enumerators.iter().map(|(_, v)| *v).collect();
        values.sort_unstable();
        let mut ranges: Vec<(i128, i128)> = Vec::new();
        for v in values {
            match ranges.last_mut() {
                Some((_, hi)) if v <= *hi + 1 => *hi = v,
                _ => ranges.push((v, v)),
            }
        }
        let mut inside = Operand::FALSE;
        for (lo, hi) in ranges {
            let ge = self.compare_with(CmpOp::Ge, value, Ty::Int(f), Operand::Int(f, f.wrap(lo as u128)), span);
            let le = self.compare_with(CmpOp::Le, value, Ty::Int(f), Operand::Int(f, f.wrap(hi as u128)), span);
            let bool_format = IntFormat::new(1, false);
            let both = self.glue_binary(BinOp::And, ge, le, bool_format, span);
            inside = match inside {
                Operand::Int(..) => both,
                inside => self.glue_binary(BinOp::Or, inside, both, bool_format, span),
            };
        }
        Some(inside)
    }

    fn compare_with(&mut self, op: CmpOp, a: Operand, ty: Ty, b: Operand, span: Span) -> Operand {
        self.in_temp(Rvalue::Cmp { op, ty, a, b }, Ty::BOOL, span, Role::Glue)
    }
}
