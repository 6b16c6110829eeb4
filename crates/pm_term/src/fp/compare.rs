//! Comparisons, classification, and what only touches the sign.

use super::format::FpFormat;
use super::origin::FpOp;
use super::unpack::Unpacked;
use crate::terms::{TermId, Terms};
use pm_base::num::FloatFormat;

/// Comparisons: false where an operand is NaN; zeros are equal.
impl Terms {
    pub fn fp_eq(&mut self, f: FpFormat, a: TermId, b: TermId) -> TermId {
        if let Some(folded) = self.fp_fold_test(f, a, b, FloatFormat::equal) {
            return folded;
        }
        let (x, y) = (self.fp_unpack(f, a), self.fp_unpack(f, b));
        let same = self.fp_same(f, &x, &y);
        let result = self.fp_ordered(&x, &y, same);
        self.fp_note(FpOp::Eq, f, [a, b], result)
    }

    pub fn fp_lt(&mut self, f: FpFormat, a: TermId, b: TermId) -> TermId {
        if let Some(folded) = self.fp_fold_test(f, a, b, FloatFormat::less) {
            return folded;
        }
        let (x, y) = (self.fp_unpack(f, a), self.fp_unpack(f, b));
        let less = self.fp_less(f, &x, &y);
        let result = self.fp_ordered(&x, &y, less);
        self.fp_note(FpOp::Lt, f, [a, b], result)
    }

    pub fn fp_le(&mut self, f: FpFormat, a: TermId, b: TermId) -> TermId {
        if let Some(folded) = self.fp_fold_test(f, a, b, FloatFormat::less_equal) {
            return folded;
        }
        let (x, y) = (self.fp_unpack(f, a), self.fp_unpack(f, b));
        let greater = self.fp_less(f, &y, &x);
        let not_greater = self.not(greater);
        let result = self.fp_ordered(&x, &y, not_greater);
        self.fp_note(FpOp::Le, f, [a, b], result)
    }

    /// Whether an operand is NaN.
    pub fn fp_unordered(&mut self, f: FpFormat, a: TermId, b: TermId) -> TermId {
        let (a, b) = (self.fp_is_nan(f, a), self.fp_is_nan(f, b));
        self.or(a, b)
    }

    fn fp_ordered(&mut self, a: &Unpacked, b: &Unpacked, result: TermId) -> TermId {
        let any_nan = self.or(a.is_nan, b.is_nan);
        let ordered = self.not(any_nan);
        self.and(ordered, result)
    }

    /// Exponent and significand as one number that is ordered as magnitudes are.
    pub(super) fn fp_magnitude(&mut self, f: FpFormat, a: &Unpacked) -> TermId {
        let raw = self.truncate(a.bits, f.bits() - 1);
        if !f.explicit_integer {
            return raw;
        }
        // An x87 pseudo-denormal has the exponent that its integer bit asks for.
        let exponent = self.extract(raw, f.bits() - 2, f.precision);
        let integer = self.extract(raw, f.precision - 1, f.precision - 1);
        let integer = self.zext(integer, f.exponent_bits);
        let none = self.nonzero(exponent);
        let exponent = self.ite(none, exponent, integer);
        let significand = self.truncate(raw, f.precision);
        self.concat(exponent, significand)
    }

    fn fp_same(&mut self, f: FpFormat, a: &Unpacked, b: &Unpacked) -> TermId {
        let (x, y) = (self.fp_magnitude(f, a), self.fp_magnitude(f, b));
        let (magnitude, sign) = (self.eq(x, y), self.eq(a.negative, b.negative));
        let same = self.and(magnitude, sign);
        let zeros = self.and(a.is_zero, b.is_zero);
        let equal = self.or(same, zeros);
        self.fp_note(FpOp::EqOfNumbers, f, [a.bits, b.bits], equal)
    }

    fn fp_less(&mut self, f: FpFormat, a: &Unpacked, b: &Unpacked) -> TermId {
        let (x, y) = (self.fp_magnitude(f, a), self.fp_magnitude(f, b));
        let (below, above) = (self.ult(x, y), self.ult(y, x));
        let zeros = self.and(a.is_zero, b.is_zero);
        let some = self.not(zeros);
        let same_sign = self.ite(a.negative, above, below);
        let differ = self.xor(a.negative, b.negative);
        let by_sign = self.and(a.negative, some);
        let less = self.ite(differ, by_sign, same_sign);
        self.fp_note(FpOp::LtOfNumbers, f, [a.bits, b.bits], less)
    }

    /// The smaller; the other operand where one is NaN; minus zero is below plus zero.
    pub fn fp_min(&mut self, f: FpFormat, a: TermId, b: TermId) -> TermId {
        self.fp_extremum(f, a, b, false)
    }

    /// The larger; the other operand where one is NaN; plus zero is above minus zero.
    pub fn fp_max(&mut self, f: FpFormat, a: TermId, b: TermId) -> TermId {
        self.fp_extremum(f, a, b, true)
    }

    fn fp_extremum(&mut self, f: FpFormat, a: TermId, b: TermId, max: bool) -> TermId {
        let (x, y) = (self.fp_unpack(f, a), self.fp_unpack(f, b));
        let (first, second) = if max { (&y, &x) } else { (&x, &y) };
        let less = self.fp_less(f, first, second);
        let zeros = self.and(x.is_zero, y.is_zero);
        let prefer_a = if max { self.not(x.negative) } else { x.negative };
        let take_a = self.ite(zeros, prefer_a, less);
        let number = self.ite(take_a, a, b);
        let result = self.ite(y.is_nan, a, number);
        let result = self.ite(x.is_nan, b, result);
        let both = self.and(x.is_nan, y.is_nan);
        let nan = self.fp_propagate(f, &x, &y);
        self.ite(both, nan, result)
    }
}

/// Classification.
impl Terms {
    pub fn fp_is_nan(&mut self, f: FpFormat, a: TermId) -> TermId {
        self.fp_unpack(f, a).is_nan
    }

    pub fn fp_is_infinite(&mut self, f: FpFormat, a: TermId) -> TermId {
        self.fp_unpack(f, a).is_infinite
    }

    pub fn fp_is_finite(&mut self, f: FpFormat, a: TermId) -> TermId {
        let unpacked = self.fp_unpack(f, a);
        let special = self.or(unpacked.is_nan, unpacked.is_infinite);
        let result = self.not(special);
        self.fp_note(FpOp::IsFinite, f, [a, a], result)
    }

    pub fn fp_is_zero(&mut self, f: FpFormat, a: TermId) -> TermId {
        self.fp_unpack(f, a).is_zero
    }

    /// Finite, with its integer bit set.
    pub fn fp_is_normal(&mut self, f: FpFormat, a: TermId) -> TermId {
        let finite = self.fp_is_finite(f, a);
        let significand = self.fp_unpack(f, a).significand;
        let integer = self.is_negative(significand);
        self.and(finite, integer)
    }

    pub fn fp_is_subnormal(&mut self, f: FpFormat, a: TermId) -> TermId {
        let finite = self.fp_is_finite(f, a);
        let unpacked = self.fp_unpack(f, a);
        let integer = self.is_negative(unpacked.significand);
        let other = self.or(integer, unpacked.is_zero);
        let small = self.not(other);
        self.and(finite, small)
    }

    /// The sign bit, of NaNs too.
    pub fn fp_is_negative(&mut self, f: FpFormat, a: TermId) -> TermId {
        self.bit(a, f.bits() - 1)
    }
}

/// What only touches the sign bit.
impl Terms {
    pub fn fp_neg(&mut self, f: FpFormat, a: TermId) -> TermId {
        let sign = self.extract(a, f.bits() - 1, f.bits() - 1);
        let sign = self.not(sign);
        let rest = self.truncate(a, f.bits() - 1);
        let result = self.concat(sign, rest);
        self.fp_note(FpOp::Neg, f, [a, a], result)
    }

    pub fn fp_abs(&mut self, f: FpFormat, a: TermId) -> TermId {
        let rest = self.truncate(a, f.bits() - 1);
        let result = self.zext(rest, f.bits());
        self.fp_note(FpOp::Abs, f, [a, a], result)
    }

    /// The magnitude of `a` with the sign of `b`.
    pub fn fp_copysign(&mut self, f: FpFormat, a: TermId, b: TermId) -> TermId {
        let sign = self.extract(b, f.bits() - 1, f.bits() - 1);
        let rest = self.truncate(a, f.bits() - 1);
        self.concat(sign, rest)
    }
}
