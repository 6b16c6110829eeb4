//! Floats taken apart into sign, exponent and significand, and put together again with one correct rounding.
//!
//! Everything that is not plain hardware arithmetic goes through [`Class`] and [`FloatFormat::round`]: a finite value
//! is `significand * 2^exponent`, exactly.

use super::FloatFormat;

/// What a bit pattern stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    /// Also the x87 encodings that the hardware rejects (unnormals, pseudo-infinities, pseudo-NaNs).
    Nan,
    Infinite {
        negative: bool,
    },
    Finite(Finite),
}

/// `(-1)^negative * significand * 2^exponent`; the significand is below `2^precision`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Finite {
    pub negative: bool,
    pub exponent: i32,
    pub significand: u128,
}

impl FloatFormat {
    /// Significant bits, with the integer bit.
    pub(super) fn precision(self) -> u32 {
        match self {
            FloatFormat::F16 => 11,
            FloatFormat::F32 => 24,
            FloatFormat::F64 => 53,
            FloatFormat::X87 => 64,
            FloatFormat::F128 => 113,
        }
    }

    /// Bits of the significand that are stored: x87 stores the integer bit.
    pub(super) fn stored_bits(self) -> u32 {
        match self {
            FloatFormat::X87 => 64,
            FloatFormat::F16 | FloatFormat::F32 | FloatFormat::F64 | FloatFormat::F128 => self.precision() - 1,
        }
    }

    /// The largest biased exponent, that of infinities and NaNs.
    pub(super) fn max_biased(self) -> u32 {
        match self {
            FloatFormat::F16 => 0x1f,
            FloatFormat::F32 => 0xff,
            FloatFormat::F64 => 0x7ff,
            FloatFormat::X87 | FloatFormat::F128 => 0x7fff,
        }
    }

    fn bias(self) -> i32 {
        (self.max_biased() / 2) as i32
    }

    /// The exponent of the last place of denormals.
    pub(super) fn min_exponent(self) -> i32 {
        1 - self.bias() - (self.precision() as i32 - 1)
    }

    fn biased(self, v: u128) -> u32 {
        (v >> self.stored_bits()) as u32 & self.max_biased()
    }

    fn stored(self, v: u128) -> u128 {
        v & ((1 << self.stored_bits()) - 1)
    }

    fn sign(self, negative: bool) -> u128 {
        u128::from(negative) << (self.bits() - 1)
    }

    /// The top bit of the fraction, set in quiet NaNs.
    fn quiet_bit(self) -> u128 {
        1 << (self.precision() - 2)
    }

    pub(super) fn classify(self, v: u128) -> Class {
        let negative = self.is_negative(v);
        let (biased, stored) = (self.biased(v), self.stored(v));
        let integer_bit = 1 << (self.precision() - 1);
        let fraction = stored & (integer_bit - 1);
        let valid = self != FloatFormat::X87 || biased == 0 || stored & integer_bit != 0;
        if !valid || biased == self.max_biased() && fraction != 0 {
            return Class::Nan;
        }
        if biased == self.max_biased() {
            return Class::Infinite { negative };
        }
        // An x87 pseudo-denormal (integer bit set, exponent zero) has the value its bits say.
        let significand = if biased == 0 { stored } else { stored | integer_bit };
        let exponent = self.min_exponent() + biased.max(1) as i32 - 1;
        Class::Finite(Finite { negative, exponent, significand })
    }

    pub(super) fn infinite(self, negative: bool) -> u128 {
        self.sign(negative) | self.infinity()
    }

    pub(super) fn zero(self, negative: bool) -> u128 {
        self.sign(negative)
    }

    /// A NaN made quiet as arithmetic does; an invalid x87 encoding becomes the default NaN.
    pub(super) fn quiet(self, v: u128) -> u128 {
        if self.is_proper_nan(v) { v | self.quiet_bit() } else { self.invalid() }
    }

    /// What an invalid operation yields on x86: the negative quiet NaN.
    pub(super) fn invalid(self) -> u128 {
        self.sign(true) | self.nan()
    }

    pub(super) fn is_signalling(self, v: u128) -> bool {
        self.is_proper_nan(v) && v & self.quiet_bit() == 0
    }

    fn is_proper_nan(self, v: u128) -> bool {
        let infinity_bits = self.infinity();
        v & infinity_bits == infinity_bits && self.classify(v) == Class::Nan
    }

    /// The NaN that an operation with NaN operands `a` and `b` (at least one) yields.
    pub(super) fn propagate(self, a: u128, b: u128) -> u128 {
        if !self.is_nan(b) {
            return self.quiet(a);
        }
        if !self.is_nan(a) {
            return self.quiet(b);
        }
        match self {
            FloatFormat::F16 | FloatFormat::F32 | FloatFormat::F64 => self.quiet(a),
            FloatFormat::X87 | FloatFormat::F128 => self.larger_nan(a, b),
        }
    }

    /// x87 (and the library that does quad arithmetic on x86) keeps the NaN with the larger significand.
    fn larger_nan(self, a: u128, b: u128) -> u128 {
        if !self.is_proper_nan(a) || !self.is_proper_nan(b) {
            return self.invalid();
        }
        let prefer_b = match (self, self.is_signalling(a), self.is_signalling(b)) {
            (FloatFormat::X87, true, false) => true,
            (FloatFormat::X87, false, true) => false,
            _ if self.stored(a) == self.stored(b) => self.is_negative(a),
            _ => self.stored(a) < self.stored(b),
        };
        self.quiet(if prefer_b { b } else { a })
    }

    /// Converts a NaN of another format: the sign and the top of the payload stay.
    pub(super) fn convert_nan(self, v: u128, from: FloatFormat) -> u128 {
        if !from.is_proper_nan(v) {
            return self.invalid();
        }
        let fraction = from.stored(v) & ((1 << (from.precision() - 1)) - 1);
        let payload = fraction << (113 - from.precision()) >> (113 - self.precision());
        self.sign(from.is_negative(v)) | self.nan() | payload
    }

    /// The finite value rounded to nearest, ties to even. `sticky` says that the exact value is slightly larger than
    /// the significand; the significand must then have at least two bits more than the precision.
    pub(super) fn round(self, value: Finite, sticky: bool) -> u128 {
        let Finite { negative, exponent, significand } = value;
        if significand == 0 {
            return self.zero(negative);
        }
        let top = exponent.saturating_add(127 - significand.leading_zeros() as i32);
        let last = (top - (self.precision() as i32 - 1)).max(self.min_exponent());
        if last > self.max_biased() as i32 {
            return self.infinite(negative);
        }
        let kept = shift_rounding(significand, exponent.saturating_sub(last), sticky);
        self.encode(negative, last, kept)
    }

    /// `kept * 2^last` with `kept <= 2^precision` and `last >= min_exponent`.
    fn encode(self, negative: bool, mut last: i32, mut kept: u128) -> u128 {
        if kept >> self.precision() != 0 {
            kept >>= 1;
            last += 1;
        }
        let normal = kept >> (self.precision() - 1) != 0;
        let biased = if normal { last - self.min_exponent() + 1 } else { 0 };
        if biased >= self.max_biased() as i32 {
            return self.infinite(negative);
        }
        self.sign(negative) | (biased as u128) << self.stored_bits() | self.stored(kept)
    }
}

/// `v * 2^shift`, rounded to an integer, ties to even.
fn shift_rounding(v: u128, shift: i32, sticky: bool) -> u128 {
    if shift >= 0 {
        return v << shift;
    }
    let drop = shift.unsigned_abs();
    if drop > 128 {
        return 0;
    }
    let half = 1 << (drop - 1);
    let (kept, rest) = if drop == 128 { (0, v) } else { (v >> drop, v & ((1 << drop) - 1)) };
    let up = rest > half || rest == half && (sticky || kept & 1 != 0);
    kept + u128::from(up)
}
