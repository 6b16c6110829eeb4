//! Constant folding of operands. What a check would find (overflow, division by zero) is not folded.

use pm_base::num::IntFormat;
use pm_ir::{Base, BinOp, CmpOp, Operand, Ty, UnOp};

/// `size` is the format of addresses. `keep_lossy`: integer conversions that change the value stay for the check.
pub(crate) fn cast(a: Operand, from: Ty, to: Ty, size: IntFormat, keep_lossy: bool) -> Option<Operand> {
    Some(match (a, from, to) {
        (Operand::Int(f, v), Ty::Int(_), Ty::Int(t)) if !keep_lossy || t.fits(v, f) => Operand::Int(t, t.convert(v, f)),
        (Operand::Int(f, v), Ty::Int(_), Ty::Float(t)) => Operand::Float(t, t.from_int(v, f)),
        (Operand::Int(f, v), Ty::Int(_), Ty::Ptr) => Operand::Abs(size.convert(v, f) as u64),
        (Operand::Float(f, v), Ty::Float(_), Ty::Float(t)) => Operand::Float(t, t.from_float(v, f)),
        (Operand::Float(f, v), Ty::Float(_), Ty::Int(t)) => Operand::Int(t, f.to_int(v, t)?),
        (Operand::Abs(v), Ty::Ptr, Ty::Int(t)) => Operand::Int(t, t.wrap(u128::from(v))),
        _ => return None,
    })
}

pub(crate) fn compare(op: CmpOp, ty: Ty, a: Operand, b: Operand) -> Option<Operand> {
    let (less, equal) = match (ty, a, b) {
        (Ty::Int(f), Operand::Int(_, x), Operand::Int(_, y)) => (f.less(x, y), x == y),
        (Ty::Ptr, Operand::Abs(x), Operand::Abs(y)) => (x < y, x == y),
        (Ty::Ptr, Operand::Addr(p, x), Operand::Addr(q, y)) if p == q => (x < y, x == y),
        // The address of an object is not null: weak ones that nothing defines are refused.
        (Ty::Ptr, Operand::Addr(Base::Global(_) | Base::Slot(_), 0), Operand::Abs(0)) => match op {
            CmpOp::Eq => return Some(Operand::FALSE),
            CmpOp::Ne => return Some(Operand::TRUE),
            CmpOp::Lt | CmpOp::Le | CmpOp::Gt | CmpOp::Ge => return None,
        },
        _ => return None,
    };
    let result = match op {
        CmpOp::Eq => equal,
        CmpOp::Ne => !equal,
        CmpOp::Lt => less,
        CmpOp::Le => less || equal,
        CmpOp::Gt => !less && !equal,
        CmpOp::Ge => !less,
    };
    Some(if result { Operand::TRUE } else { Operand::FALSE })
}

/// `wrapping`: unsigned results may wrap around.
pub(crate) fn binary(op: BinOp, f: IntFormat, a: Operand, b: Operand, wrapping: bool) -> Option<Operand> {
    let (Operand::Int(_, x), Operand::Int(_, y)) = (a, b) else { return None };
    let checked = |w: pm_base::num::int::Wrapped| (!w.overflow || (wrapping && !f.signed)).then_some(w.value);
    let value = match op {
        BinOp::Add => checked(f.add(x, y))?,
        BinOp::Sub => checked(f.sub(x, y))?,
        BinOp::Mul => checked(f.mul(x, y))?,
        BinOp::Div => checked(f.div(x, y)?)?,
        BinOp::Rem => checked(f.rem(x, y)?)?,
        BinOp::And => x & y,
        BinOp::Or => x | y,
        BinOp::Xor => x ^ y,
        BinOp::Fmod | BinOp::Remainder | BinOp::Copysign => return None,
    };
    Some(Operand::Int(f, value))
}

pub(crate) fn shift(left: bool, f: IntFormat, a: Operand, count: Operand) -> Option<Operand> {
    let (Operand::Int(_, x), Operand::Int(c, n)) = (a, count) else { return None };
    if c.is_negative(n) || n >= u128::from(f.bits) {
        return None;
    }
    let value = if left {
        let shifted = f.shl(x, n as u32);
        if shifted.overflow {
            return None;
        }
        shifted.value
    } else {
        f.shr(x, n as u32)
    };
    Some(Operand::Int(f, value))
}

pub(crate) fn unary(op: UnOp, a: Operand, wrapping: bool) -> Option<Operand> {
    match (op, a) {
        (UnOp::Neg, Operand::Int(f, v)) => {
            let w = f.neg(v);
            (!w.overflow || (wrapping && !f.signed)).then_some(Operand::Int(f, w.value))
        }
        (UnOp::Not, Operand::Int(f, v)) => Some(Operand::Int(f, f.wrap(!v))),
        (UnOp::FNeg, Operand::Float(f, v)) => Some(Operand::Float(f, f.neg(v))),
        _ => None,
    }
}
