//! Products.

use super::format::FpFormat;
use super::origin::FpOp;
use super::round::{Shape, Unrounded};
use super::unpack::Unpacked;
use crate::terms::{TermId, Terms};
use pm_base::num::FloatFormat;

impl Terms {
    pub fn fp_mul(&mut self, f: FpFormat, rounding: TermId, a: TermId, b: TermId) -> TermId {
        if let Some(folded) = self.fp_fold_binary(f, rounding, [a, b], FloatFormat::mul) {
            return folded;
        }
        let operands = [a, b];
        let (a, b) = (self.fp_unpack_normalised(f, a), self.fp_unpack_normalised(f, b));
        let negative = self.xor(a.negative, b.negative);
        let (significand, exponent) = self.fp_exact_product(f, &a, &b);
        let (significand, exponent) = self.fp_normalise_by_one(significand, exponent);
        let number = Unrounded { negative, exponent, significand, shape: Shape::Normalised };
        let finite = self.fp_round(f, rounding, number);
        let (zero, infinity) = (self.fp_zero(f, negative), self.fp_infinity(f, negative));
        let any_zero = self.or(a.is_zero, b.is_zero);
        let any_infinite = self.or(a.is_infinite, b.is_infinite);
        let result = self.ite(any_zero, zero, finite);
        let result = self.ite(any_infinite, infinity, result);
        let conflict = self.and(any_zero, any_infinite);
        let result = self.fp_nan_or(f, &a, &b, conflict, result);
        self.fp_note_rounded(FpOp::Mul, f, rounding, operands, result)
    }

    /// The product of the significands, all bits, and the weight of its highest bit.
    pub(super) fn fp_exact_product(&mut self, f: FpFormat, a: &Unpacked, b: &Unpacked) -> (TermId, TermId) {
        let width = 2 * f.precision;
        let (x, y) = (self.zext(a.significand, width), self.zext(b.significand, width));
        let product = self.mul(x, y);
        let width = f.exponent_width() + 2;
        let (x, y) = (self.sext(a.exponent, width), self.sext(b.exponent, width));
        let sum = self.add(x, y);
        let one = self.one(width);
        (product, self.add(sum, one))
    }

    /// Brings the highest bit up by at most one place.
    pub(super) fn fp_normalise_by_one(&mut self, significand: TermId, exponent: TermId) -> (TermId, TermId) {
        let width = self.width(significand);
        let done = self.bit(significand, width - 1);
        let (low, zero) = (self.truncate(significand, width - 1), self.zero(1));
        let shifted = self.concat(low, zero);
        let minus_one = self.ones(self.width(exponent));
        let less = self.add(exponent, minus_one);
        (self.ite(done, significand, shifted), self.ite(done, exponent, less))
    }

    /// The invalid result where `conflict` holds, the propagated NaN where an operand is one, else `result`.
    pub(super) fn fp_nan_or(
        &mut self,
        f: FpFormat,
        a: &Unpacked,
        b: &Unpacked,
        conflict: TermId,
        result: TermId,
    ) -> TermId {
        let (invalid, nan) = (self.fp_invalid(f), self.fp_propagate(f, a, b));
        let result = self.ite(conflict, invalid, result);
        let any_nan = self.or(a.is_nan, b.is_nan);
        self.ite(any_nan, nan, result)
    }
}
