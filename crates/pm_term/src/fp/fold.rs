//! Operations on constants, by the machine's floats instead of by circuits.
//!
//! What `pm_base` computes is what the circuits compute, NaNs included (the tests compare them bit for bit), but in
//! nanoseconds: a program with constant floats must not build a circuit at each step.

use super::convert::FpToInt;
use super::format::{FpFormat, RoundingMode};
use crate::terms::{TermId, Terms};
use pm_base::num::{FloatFormat, IntFormat};

/// The same format in `pm_base`, where it has it.
fn own_format(f: FpFormat) -> Option<FloatFormat> {
    match f {
        FpFormat::HALF => Some(FloatFormat::F16),
        FpFormat::SINGLE => Some(FloatFormat::F32),
        FpFormat::DOUBLE => Some(FloatFormat::F64),
        FpFormat::X87 => Some(FloatFormat::X87),
        FpFormat::QUAD => Some(FloatFormat::F128),
        _ => None,
    }
}

impl Terms {
    /// The value of an operand, if folding is on.
    fn fp_const(&self, a: TermId) -> Option<u128> {
        if self.rewriter.enabled { self.const_u128(a) } else { None }
    }

    fn fp_const_mode(&self, rounding: TermId) -> Option<RoundingMode> {
        let number = self.fp_const(rounding)?;
        RoundingMode::ALL.into_iter().find(|&mode| mode as u128 == number)
    }

    /// Whether rounding is to nearest, which is what `pm_base` does.
    fn fp_is_nearest(&self, rounding: TermId) -> Option<()> {
        (self.fp_const_mode(rounding)? == RoundingMode::NearestEven).then_some(())
    }

    pub(super) fn fp_fold_unary(
        &mut self,
        f: FpFormat,
        rounding: TermId,
        a: TermId,
        op: impl Fn(FloatFormat, u128) -> u128,
    ) -> Option<TermId> {
        let (own, a) = (own_format(f)?, self.fp_const(a)?);
        self.fp_is_nearest(rounding)?;
        Some(self.bv(f.bits(), op(own, a)))
    }

    pub(super) fn fp_fold_binary(
        &mut self,
        f: FpFormat,
        rounding: TermId,
        operands: [TermId; 2],
        op: impl Fn(FloatFormat, u128, u128) -> u128,
    ) -> Option<TermId> {
        let (own, a, b) = (own_format(f)?, self.fp_const(operands[0])?, self.fp_const(operands[1])?);
        self.fp_is_nearest(rounding)?;
        Some(self.bv(f.bits(), op(own, a, b)))
    }

    /// An operation that does not round.
    pub(super) fn fp_fold_exact(
        &mut self,
        f: FpFormat,
        a: TermId,
        b: TermId,
        op: impl Fn(FloatFormat, u128, u128) -> u128,
    ) -> Option<TermId> {
        let (own, a, b) = (own_format(f)?, self.fp_const(a)?, self.fp_const(b)?);
        Some(self.bv(f.bits(), op(own, a, b)))
    }

    pub(super) fn fp_fold_test(
        &self,
        f: FpFormat,
        a: TermId,
        b: TermId,
        test: impl Fn(FloatFormat, u128, u128) -> bool,
    ) -> Option<TermId> {
        let (own, a, b) = (own_format(f)?, self.fp_const(a)?, self.fp_const(b)?);
        Some(self.bool_const(test(own, a, b)))
    }

    pub(super) fn fp_fold_fma(&mut self, f: FpFormat, rounding: TermId, operands: [TermId; 3]) -> Option<TermId> {
        let c = self.fp_const(operands[2])?;
        self.fp_fold_binary(f, rounding, [operands[0], operands[1]], |own, a, b| own.fma(a, b, c))
    }

    pub(super) fn fp_fold_convert(
        &mut self,
        from: FpFormat,
        to: FpFormat,
        rounding: TermId,
        a: TermId,
    ) -> Option<TermId> {
        let (own_from, own_to, a) = (own_format(from)?, own_format(to)?, self.fp_const(a)?);
        self.fp_is_nearest(rounding)?;
        Some(self.bv(to.bits(), own_to.from_float(a, own_from)))
    }

    pub(super) fn fp_fold_integral(&mut self, f: FpFormat, rounding: TermId, a: TermId) -> Option<TermId> {
        use pm_base::num::RoundingMode as Own;
        let (own, a) = (own_format(f)?, self.fp_const(a)?);
        let value = match self.fp_const_mode(rounding)? {
            RoundingMode::NearestEven => own.round_to_integral(a, Own::NearestEven),
            RoundingMode::NearestAway => own.round_ties_away(a),
            RoundingMode::Up => own.round_to_integral(a, Own::Up),
            RoundingMode::Down => own.round_to_integral(a, Own::Down),
            RoundingMode::TowardZero => own.round_to_integral(a, Own::TowardZero),
        };
        Some(self.bv(f.bits(), value))
    }

    pub(super) fn fp_fold_from_int(
        &mut self,
        f: FpFormat,
        rounding: TermId,
        a: TermId,
        signed: bool,
    ) -> Option<TermId> {
        let (own, value) = (own_format(f)?, self.fp_const(a)?);
        self.fp_is_nearest(rounding)?;
        let format = IntFormat::new(self.width(a) as u8, signed);
        Some(self.bv(f.bits(), own.from_int(value, format)))
    }

    /// Only where the value fits: what else the circuit yields is left to it.
    pub(super) fn fp_fold_to_int(
        &mut self,
        f: FpFormat,
        rounding: TermId,
        a: TermId,
        width: u32,
        signed: bool,
    ) -> Option<FpToInt> {
        let (own, a) = (own_format(f)?, self.fp_const(a)?);
        if self.fp_const_mode(rounding)? != RoundingMode::TowardZero || width > 128 {
            return None;
        }
        let value = own.to_int(a, IntFormat::new(width as u8, signed))?;
        Some(FpToInt { value: self.bv(width, value), fits: TermId::TRUE })
    }
}
