//! Float formats and rounding modes.

use crate::terms::{TermId, Terms};

/// Which NaN an operation on two NaNs yields.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NanRule {
    /// The first operand's, as SSE does it.
    First,
    /// The one with the larger significand, as x87 does it.
    LargerQuietFirst,
    /// The same without regard to quiet and signalling, as the library does it that computes quad on x86.
    Larger,
}

/// A binary float format: sign, biased exponent, significand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FpFormat {
    pub exponent_bits: u32,
    /// Significant bits, with the integer bit.
    pub precision: u32,
    /// Whether the integer bit is stored (x87).
    pub explicit_integer: bool,
    pub nan_rule: NanRule,
}

impl FpFormat {
    pub const HALF: FpFormat = FpFormat::ieee(5, 11);
    pub const SINGLE: FpFormat = FpFormat::ieee(8, 24);
    pub const DOUBLE: FpFormat = FpFormat::ieee(11, 53);
    pub const X87: FpFormat =
        FpFormat { explicit_integer: true, nan_rule: NanRule::LargerQuietFirst, ..FpFormat::ieee(15, 64) };
    pub const QUAD: FpFormat = FpFormat { nan_rule: NanRule::Larger, ..FpFormat::ieee(15, 113) };

    /// A format with a hidden integer bit; at least two exponent bits and three significant bits.
    pub const fn ieee(exponent_bits: u32, precision: u32) -> FpFormat {
        assert!(exponent_bits >= 2 && precision >= 3);
        FpFormat { exponent_bits, precision, explicit_integer: false, nan_rule: NanRule::First }
    }

    /// Bits of a value.
    pub fn bits(self) -> u32 {
        1 + self.exponent_bits + self.stored_bits()
    }

    /// Bits of the significand that are stored.
    pub fn stored_bits(self) -> u32 {
        if self.explicit_integer { self.precision } else { self.precision - 1 }
    }

    pub fn bias(self) -> i64 {
        (1 << (self.exponent_bits - 1)) - 1
    }

    /// The exponent of the smallest normal number and of all subnormals.
    pub(super) fn min_exponent(self) -> i64 {
        1 - self.bias()
    }

    pub(super) fn max_exponent(self) -> i64 {
        self.bias()
    }

    /// Signed bits for the exponent of any finite number, normalised.
    pub(super) fn exponent_width(self) -> u32 {
        let largest = (1u64 << (self.exponent_bits - 1)) + u64::from(self.precision);
        signed_width(largest)
    }
}

/// Signed bits that hold numbers up to this magnitude.
pub(super) fn signed_width(magnitude: u64) -> u32 {
    65 - magnitude.leading_zeros()
}

/// The five rounding modes; a term of three bits holds the number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RoundingMode {
    NearestEven = 0,
    NearestAway = 1,
    Up = 2,
    Down = 3,
    TowardZero = 4,
}

impl RoundingMode {
    pub const ALL: [RoundingMode; 5] = [
        RoundingMode::NearestEven,
        RoundingMode::NearestAway,
        RoundingMode::Up,
        RoundingMode::Down,
        RoundingMode::TowardZero,
    ];

    /// Bits of a term that holds a mode.
    pub const BITS: u32 = 3;
}

impl Terms {
    /// A rounding mode as a term; other values of a mode term round towards zero.
    pub fn fp_rounding(&mut self, mode: RoundingMode) -> TermId {
        self.bv(RoundingMode::BITS, mode as u128)
    }

    pub(super) fn fp_is_mode(&mut self, rounding: TermId, mode: RoundingMode) -> TermId {
        let mode = self.fp_rounding(mode);
        self.eq(rounding, mode)
    }

    /// Positive or negative infinity.
    pub fn fp_infinity(&mut self, f: FpFormat, negative: TermId) -> TermId {
        let ones = self.ones(f.exponent_bits);
        let fraction = self.zero(f.precision - 1);
        self.fp_pack(f, negative, ones, fraction)
    }

    /// Positive or negative zero.
    pub fn fp_zero(&mut self, f: FpFormat, negative: TermId) -> TermId {
        let (exponent, fraction) = (self.zero(f.exponent_bits), self.zero(f.precision - 1));
        self.fp_pack(f, negative, exponent, fraction)
    }

    /// Sign, biased exponent and fraction put together; the integer bit is set where the exponent is not zero.
    pub(super) fn fp_pack(&mut self, f: FpFormat, negative: TermId, biased: TermId, fraction: TermId) -> TermId {
        let low = if f.explicit_integer {
            let normal = self.nonzero(biased);
            let integer = self.bool_to_bv(normal, 1);
            self.concat(integer, fraction)
        } else {
            fraction
        };
        let sign = self.bool_to_bv(negative, 1);
        let high = self.concat(sign, biased);
        self.concat(high, low)
    }
}
