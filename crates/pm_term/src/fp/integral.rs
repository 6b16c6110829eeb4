//! Rounding to an integral value.

use super::format::FpFormat;
use super::round::{Shape, Unrounded};
use crate::terms::{TermId, Terms};

impl Terms {
    /// The integral value next to `a` in the rounding direction; the sign stays, of zeros too.
    pub fn fp_round_to_integral(&mut self, f: FpFormat, rounding: TermId, a: TermId) -> TermId {
        if let Some(folded) = self.fp_fold_integral(f, rounding, a) {
            return folded;
        }
        let a = self.fp_unpack(f, a);
        let width = self.width(a.exponent);
        // So many bits of the significand are a fraction.
        let last = self.bv_signed(width, i128::from(f.precision) - 1);
        let fraction_bits = self.sub(last, a.exponent);
        let integral = self.sle(last, a.exponent);
        let below = self.zero(2);
        let significand = self.concat(a.significand, below);
        let amount = self.fp_clamp_shift(fraction_bits, f.precision + 2);
        let shifted = self.fp_shift_right_sticky(significand, amount);
        let up = self.fp_rounds_up(rounding, a.negative, shifted);
        let whole = self.extract(shifted, f.precision + 1, 2);
        let whole = self.zext(whole, f.precision + 1);
        let up = self.bool_to_bv(up, f.precision + 1);
        let whole = self.add(whole, up);
        let exponent_width = f.exponent_width().max(super::format::signed_width(u64::from(f.precision)));
        let exponent = self.bv_signed(exponent_width, f.precision.into());
        let number = Unrounded { negative: a.negative, exponent, significand: whole, shape: Shape::Any };
        let rounded = self.fp_round(f, rounding, number);
        let some = self.nonzero(whole);
        let zero = self.fp_zero(f, a.negative);
        let rounded = self.ite(some, rounded, zero);
        let itself = self.or(integral, a.is_infinite);
        let result = self.ite(itself, a.bits, rounded);
        let nan = self.fp_quiet(f, a.bits);
        let result = self.ite(a.is_zero, a.bits, result);
        self.ite(a.is_nan, nan, result)
    }
}
