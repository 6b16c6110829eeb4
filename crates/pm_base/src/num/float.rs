//! IEEE-754 values as bit patterns: single, double, x87 extended and quad.

use super::IntFormat;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum FloatFormat {
    F32,
    F64,
    /// x87 extended: 80 bits, explicit integer bit.
    X87,
    F128,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RoundingMode {
    NearestEven,
    TowardZero,
    Up,
    Down,
}

impl FloatFormat {
    /// Bits of the value (80 for x87, whose C object is larger).
    pub fn bits(self) -> u32 {
        match self {
            FloatFormat::F32 => 32,
            FloatFormat::F64 => 64,
            FloatFormat::X87 => 80,
            FloatFormat::F128 => 128,
        }
    }

    /// Parses a C floating constant without its suffix (`1.5e3`, `0x1.8p4`, `.5`, `1.`), rounded to nearest.
    pub fn parse(self, text: &str) -> Option<u128> {
        let _ = text;
        todo!()
    }
    pub fn add(self, a: u128, b: u128) -> u128 {
        let _ = (a, b);
        todo!()
    }
    pub fn sub(self, a: u128, b: u128) -> u128 {
        let _ = (a, b);
        todo!()
    }
    pub fn mul(self, a: u128, b: u128) -> u128 {
        let _ = (a, b);
        todo!()
    }
    pub fn div(self, a: u128, b: u128) -> u128 {
        let _ = (a, b);
        todo!()
    }
    /// Flips the sign, of NaNs too.
    pub fn neg(self, a: u128) -> u128 {
        a ^ (1 << (self.bits() - 1))
    }
    pub fn less(self, a: u128, b: u128) -> bool {
        let _ = (a, b);
        todo!()
    }
    pub fn less_equal(self, a: u128, b: u128) -> bool {
        let _ = (a, b);
        todo!()
    }
    /// IEEE equality: NaN differs from itself, zeros are equal.
    pub fn equal(self, a: u128, b: u128) -> bool {
        let _ = (a, b);
        todo!()
    }
    pub fn is_nan(self, a: u128) -> bool {
        let _ = a;
        todo!()
    }
    pub fn is_infinite(self, a: u128) -> bool {
        let _ = a;
        todo!()
    }
    pub fn is_zero(self, a: u128) -> bool {
        let _ = a;
        todo!()
    }
    pub fn is_negative(self, a: u128) -> bool {
        a >> (self.bits() - 1) & 1 != 0
    }
    pub fn infinity(self) -> u128 {
        todo!()
    }
    /// The quiet NaN that x86 and gcc's constants have.
    pub fn nan(self) -> u128 {
        todo!()
    }
    /// Converts a value of another format, rounded to nearest.
    pub fn from_float(self, v: u128, from: FloatFormat) -> u128 {
        let _ = (v, from);
        todo!()
    }
    pub fn from_int(self, v: u128, from: IntFormat) -> u128 {
        let _ = (v, from);
        todo!()
    }
    /// Truncates towards zero; `None` where the result does not fit (undefined in C) or `v` is NaN.
    pub fn to_int(self, v: u128, to: IntFormat) -> Option<u128> {
        let _ = (v, to);
        todo!()
    }
    pub fn sqrt(self, a: u128) -> u128 {
        let _ = a;
        todo!()
    }
    pub fn fma(self, a: u128, b: u128, c: u128) -> u128 {
        let _ = (a, b, c);
        todo!()
    }
    /// C's `fmod`.
    pub fn fmod(self, a: u128, b: u128) -> u128 {
        let _ = (a, b);
        todo!()
    }
    /// C's `remainder` (IEEE remainder).
    pub fn remainder(self, a: u128, b: u128) -> u128 {
        let _ = (a, b);
        todo!()
    }
    pub fn round_to_integral(self, a: u128, mode: RoundingMode) -> u128 {
        let _ = (a, mode);
        todo!()
    }
    /// C's `round`: to nearest, ties away from zero.
    pub fn round_ties_away(self, a: u128) -> u128 {
        let _ = a;
        todo!()
    }
    /// C's `scalbn`.
    pub fn scale(self, a: u128, exponent: i32) -> u128 {
        let _ = (a, exponent);
        todo!()
    }
    /// The shortest decimal text that reads back to the same value; `inf`, `-nan` as printf writes them.
    pub fn to_text(self, a: u128) -> String {
        let _ = a;
        todo!()
    }
}
