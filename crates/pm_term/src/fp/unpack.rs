//! Floats taken apart: what a bit pattern stands for.

use super::format::FpFormat;
use super::origin::FpOp;
use crate::terms::{TermId, Terms};

/// The fields of a float, and its value where it is finite: `significand * 2^(exponent - (precision - 1))`.
#[derive(Clone, Copy)]
pub(super) struct Unpacked {
    pub bits: TermId,
    pub negative: TermId,
    pub is_nan: TermId,
    pub is_infinite: TermId,
    pub is_zero: TermId,
    /// Signed, of [`FpFormat::exponent_width`] bits: the weight of the significand's highest bit.
    pub exponent: TermId,
    /// With the integer bit, which is zero for zeros and (unless normalised) for subnormals.
    pub significand: TermId,
}

impl Terms {
    /// Takes a float apart, subnormals as they are: exponent at its minimum, integer bit zero.
    pub(super) fn fp_unpack(&mut self, f: FpFormat, a: TermId) -> Unpacked {
        let biased = self.fp_biased(f, a);
        let (exponent_zero, exponent_ones) = (self.fp_all(biased, false), self.fp_all(biased, true));
        let fraction = self.truncate(a, f.precision - 1);
        let no_fraction = self.fp_all(fraction, false);
        let integer = self.fp_integer_bit(f, a, exponent_zero);
        let significand = self.concat(integer, fraction);
        let invalid = self.fp_is_rejected(f, a, exponent_zero);
        let some_fraction = self.not(no_fraction);
        let special_nan = self.and(exponent_ones, some_fraction);
        let integer_zero = self.fp_all(integer, false);
        let nothing = self.and(no_fraction, integer_zero);
        let valid = self.not(invalid);
        let infinite = self.and(exponent_ones, no_fraction);
        let (is_nan, is_infinite) = (self.or(special_nan, invalid), self.and(infinite, valid));
        let is_zero = self.and(exponent_zero, nothing);
        Unpacked {
            bits: a,
            negative: self.bit(a, f.bits() - 1),
            is_nan: self.fp_note(FpOp::IsNan, f, [a, a], is_nan),
            is_infinite: self.fp_note(FpOp::IsInfinite, f, [a, a], is_infinite),
            is_zero: self.fp_note(FpOp::IsZero, f, [a, a], is_zero),
            exponent: self.fp_exponent(f, biased, exponent_zero),
            significand,
        }
    }

    /// As [`Terms::fp_unpack`], with the significand's highest bit set (unless it is zero).
    pub(super) fn fp_unpack_normalised(&mut self, f: FpFormat, a: TermId) -> Unpacked {
        let unpacked = self.fp_unpack(f, a);
        let (significand, exponent) = self.fp_normalise(unpacked.significand, unpacked.exponent);
        Unpacked { significand, exponent, ..unpacked }
    }

    fn fp_biased(&mut self, f: FpFormat, a: TermId) -> TermId {
        self.extract(a, f.bits() - 2, f.stored_bits())
    }

    /// Whether all bits are ones, or zeros.
    fn fp_all(&mut self, a: TermId, ones: bool) -> TermId {
        if ones {
            return self.all_ones(a);
        }
        let some = self.nonzero(a);
        self.not(some)
    }

    fn fp_integer_bit(&mut self, f: FpFormat, a: TermId, exponent_zero: TermId) -> TermId {
        if f.explicit_integer {
            return self.extract(a, f.precision - 1, f.precision - 1);
        }
        let normal = self.not(exponent_zero);
        self.bool_to_bv(normal, 1)
    }

    /// An encoding that x87 rejects: the integer bit is clear though the exponent is not zero.
    fn fp_is_rejected(&mut self, f: FpFormat, a: TermId, exponent_zero: TermId) -> TermId {
        if !f.explicit_integer {
            return TermId::FALSE;
        }
        let integer = self.bit(a, f.precision - 1);
        let fine = self.or(integer, exponent_zero);
        self.not(fine)
    }

    /// `max(biased, 1) - bias`
    fn fp_exponent(&mut self, f: FpFormat, biased: TermId, exponent_zero: TermId) -> TermId {
        let width = f.exponent_width();
        let lowest = self.bool_to_bv(exponent_zero, f.exponent_bits);
        let effective = self.or(biased, lowest);
        let effective = self.zext(effective, width);
        let bias = self.bv_signed(width, f.bias().into());
        self.sub(effective, bias)
    }
}
