//! C's `fmod` and the IEEE remainder.
//!
//! With significands A, B and exponents d apart, the rest is `A * 2^d mod B`, and d may be thousands. So `2^(d-1) mod B` is
//! computed by repeated squaring, a few products modulo B, and the last doubling gives the quotient's last bit. One
//! subtraction a place, as hardware does it, is larger for every format but half.

use super::format::{FpFormat, signed_width};
use super::round::{Shape, Unrounded};
use super::unpack::Unpacked;
use crate::terms::{TermId, Terms};
use pm_base::num::FloatFormat;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The quotient is truncated.
    Fmod,
    /// The quotient is rounded to nearest, ties to even.
    Ieee,
}

/// `|a| = quotient * |b| + rest`
struct Division {
    /// In units of half the last place of the divisor: one bit more than the precision.
    rest: TermId,
    odd_quotient: TermId,
}

impl Terms {
    /// `a - b * trunc(a / b)`, exactly.
    pub fn fp_fmod(&mut self, f: FpFormat, a: TermId, b: TermId) -> TermId {
        if let Some(folded) = self.fp_fold_exact(f, a, b, FloatFormat::fmod) {
            return folded;
        }
        self.fp_rest(f, a, b, Kind::Fmod)
    }

    /// `a - b * n`, exactly, where n is the integer nearest to `a / b`.
    pub fn fp_remainder(&mut self, f: FpFormat, a: TermId, b: TermId) -> TermId {
        if let Some(folded) = self.fp_fold_exact(f, a, b, FloatFormat::remainder) {
            return folded;
        }
        self.fp_rest(f, a, b, Kind::Ieee)
    }

    fn fp_rest(&mut self, f: FpFormat, a: TermId, b: TermId, kind: Kind) -> TermId {
        let (a, b) = (self.fp_unpack_normalised(f, a), self.fp_unpack_normalised(f, b));
        let width = f.exponent_width() + 1;
        let (x, y) = (self.sext(a.exponent, width), self.sext(b.exponent, width));
        let distance = self.sub(x, y);
        let minus_one = self.ones(width);
        let half_place = self.eq(distance, minus_one);
        let division = self.fp_divide_magnitudes(f, &a, &b, distance, half_place);
        let (significand, flips) = match kind {
            Kind::Fmod => (division.rest, TermId::FALSE),
            Kind::Ieee => self.fp_nearest_rest(&b, &division),
        };
        let negative = self.xor(a.negative, flips);
        let exponent = b.exponent;
        // The result is exact, so any mode will do.
        let mode = self.zero(super::RoundingMode::BITS);
        let number = Unrounded { negative, exponent, significand, shape: Shape::Any };
        let rest = self.fp_round(f, mode, number);
        let some = self.nonzero(significand);
        let zero = self.fp_zero(f, a.negative);
        let rest = self.ite(some, rest, zero);
        let small = self.is_negative(distance);
        let small = if kind == Kind::Ieee {
            let other = self.not(half_place);
            self.and(small, other)
        } else {
            small
        };
        self.fp_rest_special(f, &a, &b, small, rest)
    }

    fn fp_rest_special(&mut self, f: FpFormat, a: &Unpacked, b: &Unpacked, small: TermId, rest: TermId) -> TermId {
        let magnitude = self.fp_magnitude(f, a);
        let sign = self.bool_to_bv(a.negative, 1);
        let itself = self.concat(sign, magnitude);
        let unchanged = self.or(small, a.is_zero);
        let result = self.ite(unchanged, itself, rest);
        let result = self.ite(b.is_infinite, a.bits, result);
        let conflict = self.or(a.is_infinite, b.is_zero);
        self.fp_nan_or(f, a, b, conflict, result)
    }

    /// For distances from -1 upwards.
    fn fp_divide_magnitudes(
        &mut self,
        f: FpFormat,
        a: &Unpacked,
        b: &Unpacked,
        distance: TermId,
        half_place: TermId,
    ) -> Division {
        let width = f.precision + 1;
        let (dividend, divisor) = (self.zext(a.significand, width), self.zext(b.significand, width));
        let (first_digit, first_rest) = self.fp_reduce(dividend, divisor);
        let power = self.fp_power_mod(f, b.significand, distance);
        let first_short = self.truncate(first_rest, f.precision);
        let before_last = self.fp_product_mod(first_short, power, b.significand);
        let before_last = self.zext(before_last, width);
        let doubled = self.fp_double(before_last);
        let (last_digit, last_rest) = self.fp_reduce(doubled, divisor);
        let apart = self.nonzero(distance);
        let rest = self.ite(apart, last_rest, first_rest);
        let odd = self.ite(apart, last_digit, first_digit);
        let rest = self.fp_double(rest);
        let whole = self.not(half_place);
        Division { rest: self.ite(half_place, dividend, rest), odd_quotient: self.and(odd, whole) }
    }

    /// `2^(distance - 1) mod b` for distances from 1 upwards.
    fn fp_power_mod(&mut self, f: FpFormat, b: TermId, distance: TermId) -> TermId {
        let longest = (1u64 << f.exponent_bits) + u64::from(f.precision);
        let bits = (signed_width(longest) - 1).min(self.width(distance));
        let distance = self.truncate(distance, bits);
        let minus_one = self.ones(bits);
        let power = self.add(distance, minus_one);
        // The first digits of the power are a shift: 2^n is below b while n is below precision - 1.
        let head = (31 - (f.precision - 1).leading_zeros()).min(bits);
        let first = self.extract(power, bits - 1, bits - head);
        let one = self.one(f.precision);
        let mut result = self.fp_shift_left(one, first);
        for at in (0..bits - head).rev() {
            let square = self.fp_product_mod(result, result, b);
            let doubled = self.fp_double_mod(square, b);
            let bit = self.bit(power, at);
            result = self.ite(bit, doubled, square);
        }
        result
    }

    fn fp_double_mod(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.width(a) + 1;
        let (a, b) = (self.zext(a, width), self.zext(b, width));
        let doubled = self.fp_double(a);
        let (_, rest) = self.fp_reduce(doubled, b);
        self.truncate(rest, width - 1)
    }

    /// `x * y mod b`, for x and y below b.
    fn fp_product_mod(&mut self, x: TermId, y: TermId, b: TermId) -> TermId {
        let width = self.width(b);
        let (x, y) = (self.zext(x, 2 * width), self.zext(y, 2 * width));
        let product = self.mul(x, y);
        let divisor = self.zext(b, width + 1);
        // The upper half is below b, because x * y < b * 2^width.
        let mut rest = self.extract(product, 2 * width - 1, width);
        for at in (0..width).rev() {
            let bit = self.extract(product, at, at);
            let next = self.concat(rest, bit);
            let (_, reduced) = self.fp_reduce(next, divisor);
            rest = self.truncate(reduced, width);
        }
        rest
    }

    /// The rest of smaller magnitude, and whether its sign is not the dividend's.
    fn fp_nearest_rest(&mut self, b: &Unpacked, division: &Division) -> (TermId, TermId) {
        let width = self.width(division.rest);
        let half = self.zext(b.significand, width);
        let whole = self.fp_double(half);
        let (above, tie) = (self.ult(half, division.rest), self.eq(half, division.rest));
        let odd_tie = self.and(tie, division.odd_quotient);
        let up = self.or(above, odd_tie);
        let other = self.sub(whole, division.rest);
        (self.ite(up, other, division.rest), up)
    }
}
