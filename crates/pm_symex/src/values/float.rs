//! Floating point: the circuits of `pm_term::fp`, in C's default rounding mode.

use crate::exec::Executor;
use pm_base::num::{FloatFormat, IntFormat};
use pm_ir::{BinOp, CmpOp, UnOp};
use pm_term::TermId;
use pm_term::fp::{FpFormat, RoundingMode};

fn format(f: FloatFormat) -> FpFormat {
    match f {
        FloatFormat::F16 => FpFormat::HALF,
        FloatFormat::F32 => FpFormat::SINGLE,
        FloatFormat::F64 => FpFormat::DOUBLE,
        FloatFormat::X87 => FpFormat::X87,
        FloatFormat::F128 => FpFormat::QUAD,
    }
}

impl Executor<'_> {
    pub(crate) fn float_unary(&mut self, op: UnOp, f: FloatFormat, a: TermId) -> TermId {
        let f = format(f);
        let mode = |op| match op {
            UnOp::Floor => RoundingMode::Down,
            UnOp::Ceil => RoundingMode::Up,
            UnOp::Trunc => RoundingMode::TowardZero,
            UnOp::Round => RoundingMode::NearestAway,
            _ => RoundingMode::NearestEven,
        };
        let rounding = self.terms.fp_rounding(mode(op));
        let t = &mut self.terms;
        match op {
            UnOp::FNeg => t.fp_neg(f, a),
            UnOp::FAbs => t.fp_abs(f, a),
            UnOp::Sqrt => t.fp_sqrt(f, rounding, a),
            UnOp::IsNan => t.fp_is_nan(f, a),
            UnOp::IsInf => t.fp_is_infinite(f, a),
            UnOp::IsFinite => t.fp_is_finite(f, a),
            UnOp::IsNormal => t.fp_is_normal(f, a),
            UnOp::SignBit => t.fp_is_negative(f, a),
            UnOp::Floor | UnOp::Ceil | UnOp::Trunc | UnOp::Round | UnOp::Rint => t.fp_round_to_integral(f, rounding, a),
            UnOp::Neg | UnOp::Not | UnOp::Bswap | UnOp::Clz | UnOp::Ctz | UnOp::Popcount => a,
        }
    }

    pub(crate) fn float_binary(&mut self, op: BinOp, f: FloatFormat, a: TermId, b: TermId) -> TermId {
        let f = format(f);
        let nearest = self.terms.fp_rounding(RoundingMode::NearestEven);
        let t = &mut self.terms;
        match op {
            BinOp::Add => t.fp_add(f, nearest, a, b),
            BinOp::Sub => t.fp_sub(f, nearest, a, b),
            BinOp::Mul => t.fp_mul(f, nearest, a, b),
            BinOp::Div => t.fp_div(f, nearest, a, b),
            BinOp::Fmod => t.fp_fmod(f, a, b),
            BinOp::Remainder => t.fp_remainder(f, a, b),
            BinOp::Copysign => t.fp_copysign(f, a, b),
            BinOp::Rem | BinOp::And | BinOp::Or | BinOp::Xor => a,
        }
    }

    pub(crate) fn float_fma(&mut self, f: FloatFormat, a: TermId, b: TermId, c: TermId) -> TermId {
        let nearest = self.terms.fp_rounding(RoundingMode::NearestEven);
        self.terms.fp_fma(format(f), nearest, a, b, c)
    }

    /// Scaling by a power of two.
    pub(crate) fn float_scale(&mut self, f: FloatFormat, a: TermId, n: TermId) -> TermId {
        match (self.terms.const_u128(a), self.terms.const_u64(n)) {
            (Some(a), Some(n)) => self.terms.bv(f.bits(), f.scale(a, n as u32 as i32)),
            _ => {
                let nearest = self.terms.fp_rounding(RoundingMode::NearestEven);
                self.terms.fp_scale(format(f), nearest, a, n)
            }
        }
    }

    pub(crate) fn float_compare(&mut self, op: CmpOp, f: FloatFormat, a: TermId, b: TermId) -> TermId {
        let f = format(f);
        let t = &mut self.terms;
        match op {
            CmpOp::Eq => t.fp_eq(f, a, b),
            CmpOp::Ne => {
                let equal = t.fp_eq(f, a, b);
                t.not(equal)
            }
            CmpOp::Lt => t.fp_lt(f, a, b),
            CmpOp::Le => t.fp_le(f, a, b),
            CmpOp::Gt => t.fp_lt(f, b, a),
            CmpOp::Ge => t.fp_le(f, b, a),
        }
    }

    pub(crate) fn float_from_int(&mut self, f: FloatFormat, a: TermId, from: IntFormat) -> TermId {
        let a = if self.terms.is_bool(a) { self.terms.bool_to_bv(a, 8) } else { a };
        let nearest = self.terms.fp_rounding(RoundingMode::NearestEven);
        self.terms.fp_from_int(format(f), nearest, a, from.signed)
    }

    /// Out of range the result is the smallest integer, as x86 has it; a check says that it is undefined.
    pub(crate) fn float_to_int(&mut self, f: FloatFormat, a: TermId, to: IntFormat) -> TermId {
        let truncate = self.terms.fp_rounding(RoundingMode::TowardZero);
        let r = self.terms.fp_to_int(format(f), truncate, a, to.bits.into(), to.signed);
        let min = self.terms.bv(to.bits.into(), to.min());
        self.terms.ite(r.fits, r.value, min)
    }

    pub(crate) fn float_fits(&mut self, f: FloatFormat, a: TermId, to: IntFormat) -> TermId {
        let truncate = self.terms.fp_rounding(RoundingMode::TowardZero);
        self.terms.fp_to_int(format(f), truncate, a, to.bits.into(), to.signed).fits
    }

    pub(crate) fn float_convert(&mut self, from: FloatFormat, to: FloatFormat, a: TermId) -> TermId {
        let nearest = self.terms.fp_rounding(RoundingMode::NearestEven);
        self.terms.fp_convert(format(from), format(to), nearest, a)
    }
}
