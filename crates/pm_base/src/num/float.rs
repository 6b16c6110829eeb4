//! IEEE-754 values as bit patterns: half, single, double, x87 extended and quad.
//!
//! Half is computed by single and rounded again, as gcc does on x86: of one operation the result is the exact one, rounded.
//! Single and double are computed by the host, whose operations are IEEE exact; the wide formats by a software float
//! library. NaNs are not left to either: an invalid operation yields the negative quiet NaN and operand NaNs propagate
//! as x86 hardware does it, so that bit patterns agree with those of a compiled program.

use super::unpacked::{Class, Finite};
use super::{IntFormat, decimal, format};
use rustc_apfloat::Float;
use rustc_apfloat::ieee::{Half, Quad, X87DoubleExtended};
use std::cmp::Ordering;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum FloatFormat {
    F16,
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

fn f32_of(v: u128) -> f32 {
    f32::from_bits(v as u32)
}

fn f64_of(v: u128) -> f64 {
    f64::from_bits(v as u64)
}

fn bits32(v: f32) -> u128 {
    u128::from(v.to_bits())
}

fn bits64(v: f64) -> u128 {
    u128::from(v.to_bits())
}

/// One binary operation in all formats: the host's operator for single and double, the library's for the others.
macro_rules! binary {
    ($(#[$doc:meta])* $name:ident, $op:tt) => {
        $(#[$doc])*
        #[inline]
        pub fn $name(self, a: u128, b: u128) -> u128 {
            match self {
                FloatFormat::F16 => self.by_single(FloatFormat::F32.$name(self.single(a), self.single(b))),
                FloatFormat::F32 => {
                    let r = f32_of(a) $op f32_of(b);
                    if r.is_nan() { self.nan_result(a, b) } else { bits32(r) }
                }
                FloatFormat::F64 => {
                    let r = f64_of(a) $op f64_of(b);
                    if r.is_nan() { self.nan_result(a, b) } else { bits64(r) }
                }
                FloatFormat::X87 | FloatFormat::F128 if self.is_nan(a) || self.is_nan(b) => self.propagate(a, b),
                FloatFormat::X87 => {
                    let r = (extended(a) $op extended(b)).value;
                    if r.is_nan() { self.invalid() } else { r.to_bits() }
                }
                FloatFormat::F128 => {
                    let r = (Quad::from_bits(a) $op Quad::from_bits(b)).value;
                    if r.is_nan() { self.invalid() } else { r.to_bits() }
                }
            }
        }
    };
}

impl FloatFormat {
    /// Bits of the value (80 for x87, whose C object is larger).
    #[inline]
    pub fn bits(self) -> u32 {
        match self {
            FloatFormat::F16 => 16,
            FloatFormat::F32 => 32,
            FloatFormat::F64 => 64,
            FloatFormat::X87 => 80,
            FloatFormat::F128 => 128,
        }
    }

    /// Parses a C floating constant without its suffix (`1.5e3`, `0x1.8p4`, `.5`, `1.`), rounded to nearest.
    pub fn parse(self, text: &str) -> Option<u128> {
        decimal::parse(self, text)
    }

    binary!(add, +);
    binary!(sub, -);
    binary!(mul, *);
    binary!(div, /);

    /// The NaN result of a host operation on `a` and `b`.
    #[cold]
    fn nan_result(self, a: u128, b: u128) -> u128 {
        if self.is_nan(a) || self.is_nan(b) { self.propagate(a, b) } else { self.invalid() }
    }

    /// A value of this format as single.
    fn single(self, a: u128) -> u128 {
        FloatFormat::F32.from_float(a, self)
    }

    /// The result of a computation in single.
    fn by_single(self, result: u128) -> u128 {
        self.from_float(result, FloatFormat::F32)
    }

    /// Flips the sign, of NaNs too.
    #[inline]
    pub fn neg(self, a: u128) -> u128 {
        a ^ (1 << (self.bits() - 1))
    }

    /// The order of two values; `None` if one is NaN.
    #[inline]
    pub fn compare(self, a: u128, b: u128) -> Option<Ordering> {
        match self {
            FloatFormat::F32 => f32_of(a).partial_cmp(&f32_of(b)),
            FloatFormat::F64 => f64_of(a).partial_cmp(&f64_of(b)),
            FloatFormat::F16 | FloatFormat::X87 | FloatFormat::F128 => {
                Some(self.order_key(a)?.cmp(&self.order_key(b)?))
            }
        }
    }

    /// A number that is ordered as the values are; `None` for NaN.
    fn order_key(self, v: u128) -> Option<i128> {
        let magnitude = match self.classify(v) {
            Class::Nan => return None,
            Class::Infinite { .. } => self.infinity(),
            Class::Finite(f) => self.round(Finite { negative: false, ..f }, false),
        };
        Some(if self.is_negative(v) { -(magnitude as i128) } else { magnitude as i128 })
    }

    #[inline]
    pub fn less(self, a: u128, b: u128) -> bool {
        self.compare(a, b) == Some(Ordering::Less)
    }

    #[inline]
    pub fn less_equal(self, a: u128, b: u128) -> bool {
        matches!(self.compare(a, b), Some(Ordering::Less | Ordering::Equal))
    }

    /// IEEE equality: NaN differs from itself, zeros are equal.
    #[inline]
    pub fn equal(self, a: u128, b: u128) -> bool {
        self.compare(a, b) == Some(Ordering::Equal)
    }

    #[inline]
    pub fn is_nan(self, a: u128) -> bool {
        match self {
            FloatFormat::F32 => f32_of(a).is_nan(),
            FloatFormat::F64 => f64_of(a).is_nan(),
            FloatFormat::F16 | FloatFormat::X87 | FloatFormat::F128 => self.classify(a) == Class::Nan,
        }
    }

    #[inline]
    pub fn is_infinite(self, a: u128) -> bool {
        a & !(1 << (self.bits() - 1)) == self.infinity()
    }

    #[inline]
    pub fn is_zero(self, a: u128) -> bool {
        a & !(1 << (self.bits() - 1)) == 0
    }

    #[inline]
    pub fn is_negative(self, a: u128) -> bool {
        a >> (self.bits() - 1) & 1 != 0
    }

    pub fn infinity(self) -> u128 {
        match self {
            FloatFormat::F16 => 0x7c00,
            FloatFormat::F32 => 0x7f80_0000,
            FloatFormat::F64 => 0x7ff << 52,
            FloatFormat::X87 => 0x7fff << 64 | 1 << 63,
            FloatFormat::F128 => 0x7fff << 112,
        }
    }

    /// The quiet NaN that gcc's constants (`__builtin_nan("")`) have; positive.
    pub fn nan(self) -> u128 {
        self.infinity() | 1 << (self.precision() - 2)
    }

    /// Finite, and neither zero nor denormal.
    pub fn is_normal(self, a: u128) -> bool {
        match self.classify(a) {
            Class::Nan | Class::Infinite { .. } => false,
            Class::Finite(f) => f.significand >> (self.precision() - 1) != 0,
        }
    }

    /// Converts a value of another format, rounded to nearest.
    #[inline]
    pub fn from_float(self, v: u128, from: FloatFormat) -> u128 {
        match (from, self) {
            _ if from == self => v,
            (FloatFormat::F32, FloatFormat::F64) if !f32_of(v).is_nan() => bits64(f64::from(f32_of(v))),
            (FloatFormat::F64, FloatFormat::F32) if !f64_of(v).is_nan() => bits32(f64_of(v) as f32),
            _ => match from.classify(v) {
                Class::Nan => self.convert_nan(v, from),
                Class::Infinite { negative } => self.infinite(negative),
                Class::Finite(f) => self.round(f, false),
            },
        }
    }

    #[inline]
    pub fn from_int(self, v: u128, from: IntFormat) -> u128 {
        let negative = from.is_negative(v);
        let magnitude = if negative { from.to_i128(v).unsigned_abs() } else { v };
        let unsigned = match self {
            FloatFormat::F32 if from.bits <= 64 => bits32(magnitude as u64 as f32),
            FloatFormat::F64 if from.bits <= 64 => bits64(magnitude as u64 as f64),
            _ => self.round(Finite { negative: false, exponent: 0, significand: magnitude }, false),
        };
        if negative { self.neg(unsigned) } else { unsigned }
    }

    /// Truncates towards zero; `None` where the result does not fit (undefined in C) or `v` is NaN.
    #[inline]
    pub fn to_int(self, v: u128, to: IntFormat) -> Option<u128> {
        let Class::Finite(f) = self.classify(v) else { return None };
        if f.significand == 0 {
            return Some(0);
        }
        if f.exponent > 0 && f.significand.leading_zeros() < f.exponent as u32 {
            return None;
        }
        let magnitude = if f.exponent >= 0 {
            f.significand << f.exponent
        } else {
            f.significand.checked_shr(f.exponent.unsigned_abs()).unwrap_or(0)
        };
        let limit = if f.negative { to.to_i128(to.min()).unsigned_abs() } else { to.max() };
        let value = if f.negative { magnitude.wrapping_neg() } else { magnitude };
        (magnitude <= limit).then(|| to.wrap(value))
    }

    pub fn sqrt(self, a: u128) -> u128 {
        match self.classify(a) {
            Class::Nan => self.quiet(a),
            Class::Infinite { negative: true } => self.invalid(),
            Class::Infinite { negative: false } => a,
            Class::Finite(f) if f.significand == 0 => a,
            Class::Finite(Finite { negative: true, .. }) => self.invalid(),
            Class::Finite(f) => match self {
                FloatFormat::F16 => self.by_single(FloatFormat::F32.sqrt(self.single(a))),
                FloatFormat::F32 => bits32(f32_of(a).sqrt()),
                FloatFormat::F64 => bits64(f64_of(a).sqrt()),
                FloatFormat::X87 | FloatFormat::F128 => self.wide_sqrt(f),
            },
        }
    }

    fn wide_sqrt(self, f: Finite) -> u128 {
        // The significand leaves at least 15 bits free: bring its top bit to bit 126 or 127, the exponent even.
        let shift = f.significand.leading_zeros() as i32;
        let odd = (f.exponent - shift) & 1;
        let radicand = f.significand << (shift - odd);
        let exponent = f.exponent - (shift - odd);
        let (root, exact) = root_bits(radicand, 120);
        self.round(Finite { negative: false, exponent: exponent / 2 - (120 - 64), significand: root }, !exact)
    }

    /// `a * b + c` with one rounding.
    pub fn fma(self, a: u128, b: u128, c: u128) -> u128 {
        if self.is_nan(a) || self.is_nan(b) || self.is_nan(c) {
            return self.fma_nan(a, b, c);
        }
        let r = match self {
            FloatFormat::F16 => {
                let half = Half::from_bits;
                half(a).mul_add(half(b), half(c)).value.to_bits()
            }
            FloatFormat::F32 => bits32(f32_of(a).mul_add(f32_of(b), f32_of(c))),
            FloatFormat::F64 => bits64(f64_of(a).mul_add(f64_of(b), f64_of(c))),
            FloatFormat::X87 => extended(a).mul_add(extended(b), extended(c)).value.to_bits(),
            FloatFormat::F128 => Quad::from_bits(a).mul_add(Quad::from_bits(b), Quad::from_bits(c)).value.to_bits(),
        };
        if self.is_nan(r) { self.invalid() } else { r }
    }

    /// The result for NaN operands: SSE takes the first, the wide formats multiply and then add.
    fn fma_nan(self, a: u128, b: u128, c: u128) -> u128 {
        let factors = self.is_nan(a) || self.is_nan(b);
        match self {
            FloatFormat::F16 | FloatFormat::F32 | FloatFormat::F64 if factors => self.propagate(a, b),
            FloatFormat::F16 | FloatFormat::F32 | FloatFormat::F64 => self.quiet(c),
            FloatFormat::X87 | FloatFormat::F128 => self.add(self.mul(a, b), c),
        }
    }

    /// C's `fmod`.
    pub fn fmod(self, a: u128, b: u128) -> u128 {
        match self.divide_exactly(a, b) {
            Err(special) => special,
            Ok(d) => self.round(Finite { negative: self.is_negative(a), ..d.rest }, false),
        }
    }

    /// C's `remainder` (IEEE remainder).
    pub fn remainder(self, a: u128, b: u128) -> u128 {
        let d = match self.divide_exactly(a, b) {
            Err(special) => return special,
            Ok(d) => d,
        };
        let negative = self.is_negative(a);
        let Finite { exponent, significand: rest, .. } = d.rest;
        // Twice the rest against the divisor, without overflow: the divisor has at most 113 bits.
        let up = match (rest << 1).cmp(&d.divisor) {
            Ordering::Less => false,
            Ordering::Equal => d.odd_quotient,
            Ordering::Greater => true,
        };
        if up {
            self.round(Finite { negative: !negative, exponent, significand: d.divisor - rest }, false)
        } else {
            self.round(Finite { negative, exponent, significand: rest }, false)
        }
    }

    /// Divides the magnitudes; `Err` holds the result of the special cases, which both remainders share.
    fn divide_exactly(self, a: u128, b: u128) -> Result<Division, u128> {
        match (self.classify(a), self.classify(b)) {
            (Class::Nan, _) | (_, Class::Nan) => Err(self.propagate(a, b)),
            (Class::Infinite { .. }, _) => Err(self.invalid()),
            (_, Class::Finite(y)) if y.significand == 0 => Err(self.invalid()),
            (Class::Finite(_), Class::Infinite { .. }) => Err(a),
            (Class::Finite(x), Class::Finite(y)) => Ok(divide(x, y)),
        }
    }

    pub fn round_to_integral(self, a: u128, mode: RoundingMode) -> u128 {
        self.round_integer(a, |negative, odd, rest| match mode {
            RoundingMode::NearestEven => rest == Rest::MoreThanHalf || rest == Rest::Half && odd,
            RoundingMode::TowardZero => false,
            RoundingMode::Up => !negative,
            RoundingMode::Down => negative,
        })
    }

    /// C's `round`: to nearest, ties away from zero.
    pub fn round_ties_away(self, a: u128) -> u128 {
        self.round_integer(a, |_, _, rest| rest != Rest::LessThanHalf)
    }

    /// Rounds the magnitude up where `up(negative, odd, rest)` says so of a non-zero rest.
    fn round_integer(self, a: u128, up: impl Fn(bool, bool, Rest) -> bool) -> u128 {
        let f = match self.classify(a) {
            Class::Nan => return self.quiet(a),
            Class::Infinite { .. } => return a,
            Class::Finite(f) => f,
        };
        if f.exponent >= 0 || f.significand == 0 {
            return a;
        }
        let drop = f.exponent.unsigned_abs().min(127);
        let (kept, rest) = (f.significand >> drop, f.significand & ((1 << drop) - 1));
        let half = 1 << (drop - 1);
        let class = match rest.cmp(&half) {
            Ordering::Less => Rest::LessThanHalf,
            Ordering::Equal => Rest::Half,
            Ordering::Greater => Rest::MoreThanHalf,
        };
        let significand = kept + u128::from(rest != 0 && up(f.negative, kept & 1 != 0, class));
        self.round(Finite { negative: f.negative, exponent: 0, significand }, false)
    }

    /// C's `scalbn`.
    pub fn scale(self, a: u128, exponent: i32) -> u128 {
        match self.classify(a) {
            Class::Nan => self.quiet(a),
            Class::Infinite { .. } => a,
            Class::Finite(f) => {
                let exponent = f.exponent + exponent.clamp(-1_000_000, 1_000_000);
                self.round(Finite { exponent, ..f }, false)
            }
        }
    }

    /// C's `frexp`: a value in [0.5, 1) and the power of two to multiply it with.
    pub fn split(self, a: u128) -> (u128, i32) {
        match self.classify(a) {
            Class::Nan => (self.quiet(a), 0),
            Class::Finite(f) if f.significand != 0 => {
                let bits = 128 - f.significand.leading_zeros() as i32;
                (self.round(Finite { exponent: -bits, ..f }, false), f.exponent + bits)
            }
            Class::Infinite { .. } | Class::Finite(_) => (a, 0),
        }
    }

    /// The next value in the direction of `up`; NaNs stay.
    pub fn next(self, a: u128, up: bool) -> u128 {
        match self.classify(a) {
            Class::Nan => self.quiet(a),
            Class::Infinite { negative } if negative != up => a,
            Class::Finite(f) if f.significand == 0 => {
                let exponent = self.min_exponent();
                self.round(Finite { negative: !up, exponent, significand: 1 }, false)
            }
            Class::Finite(f) if f.negative != up => self.round(Finite { significand: f.significand + 1, ..f }, false),
            Class::Infinite { negative } => self.largest(negative),
            // One less is two halves less: exact at a power of two, where the gap below is half as large.
            Class::Finite(f) => {
                let at_power = f.significand == 1 << (self.precision() - 1) && f.exponent > self.min_exponent();
                let (exponent, significand) =
                    if at_power { (f.exponent - 1, f.significand * 2 - 1) } else { (f.exponent, f.significand - 1) };
                self.round(Finite { exponent, significand, ..f }, false)
            }
        }
    }

    /// The largest finite value.
    pub fn largest(self, negative: bool) -> u128 {
        let exponent = self.min_exponent() + self.max_biased() as i32 - 2;
        self.round(Finite { negative, exponent, significand: (1 << self.precision()) - 1 }, false)
    }

    /// The shortest decimal text that reads back to the same value; `inf`, `-nan` as printf writes them.
    pub fn to_text(self, a: u128) -> String {
        format::shortest(self, a)
    }
}

/// What is cut off when rounding to an integer, against one half.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rest {
    LessThanHalf,
    Half,
    MoreThanHalf,
}

/// `|a| = quotient * divisor + rest`, divisor and rest with one exponent.
struct Division {
    rest: Finite,
    divisor: u128,
    odd_quotient: bool,
}

/// Shift-and-subtract division of the magnitudes; `y` is not zero.
fn divide(x: Finite, y: Finite) -> Division {
    // With y's last place at or below x's, one doubling for each place between them.
    let up = y.significand.leading_zeros().saturating_sub(2).min((y.exponent - x.exponent).max(0) as u32);
    let (divisor, exponent) = (y.significand << up, y.exponent - up as i32);
    if exponent > x.exponent {
        // |x| < 2^113 * 2^x.exponent is below half of y: the quotient is zero and the rest is x.
        return Division { rest: x, divisor: 1 << 126, odd_quotient: false };
    }
    let mut rest = x.significand % divisor;
    let mut odd_quotient = (x.significand / divisor) & 1 != 0;
    for _ in exponent..x.exponent {
        rest <<= 1;
        odd_quotient = rest >= divisor;
        if odd_quotient {
            rest -= divisor;
        }
    }
    Division { rest: Finite { exponent, significand: rest, ..x }, divisor, odd_quotient }
}

/// The first `bits` bits of the square root of `radicand` (as if followed by zeros, in pairs), and whether that is all.
fn root_bits(radicand: u128, bits: u32) -> (u128, bool) {
    let (mut root, mut rest, mut input) = (0u128, 0u128, radicand);
    for _ in 0..bits {
        rest = rest << 2 | input >> 126;
        input <<= 2;
        let trial = root << 2 | 1;
        root <<= 1;
        if rest >= trial {
            rest -= trial;
            root |= 1;
        }
    }
    (root, rest == 0)
}

/// An x87 value for the library, which does not know pseudo-denormals; NaNs are dealt with before.
fn extended(v: u128) -> X87DoubleExtended {
    let pseudo_denormal = v >> 63 & 0xffff == 1;
    X87DoubleExtended::from_bits(if pseudo_denormal { v | 1 << 64 } else { v })
}
