//! The one place where results are rounded and packed.

use super::format::{FpFormat, RoundingMode, signed_width};
use crate::terms::{TermId, Terms};

/// What is known of the number to round.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// The highest bit is set; the exponent may be below the minimum.
    Normalised,
    /// The highest bits may be zero and the exponent may be anything.
    Any,
    /// The highest bits may be zero, but the exponent is not below the minimum: no bits are lost to underflow.
    Bounded,
}

/// A number before rounding: `significand * 2^(exponent - (width - 1))`, its lowest bit perhaps sticky.
pub(super) struct Unrounded {
    pub negative: TermId,
    /// Signed; the weight of the significand's highest bit.
    pub exponent: TermId,
    pub significand: TermId,
    pub shape: Shape,
}

impl Terms {
    /// Rounds and packs; a zero significand yields a zero (if the shape admits it).
    pub(super) fn fp_round(&mut self, f: FpFormat, rounding: TermId, number: Unrounded) -> TermId {
        let number = self.fp_widen(f, number);
        let (significand, exponent) = match number.shape {
            Shape::Normalised => (number.significand, number.exponent),
            Shape::Any => self.fp_normalise(number.significand, number.exponent),
            Shape::Bounded => self.fp_normalise_bounded(f, number.significand, number.exponent),
        };
        let mut significand = self.fp_compress(significand, f.precision + 1);
        if number.shape != Shape::Bounded {
            significand = self.fp_denormalise(f, significand, exponent);
        }
        self.fp_round_packed(f, rounding, number.negative, exponent, significand)
    }

    /// Room for guard and sticky bit, and for the exponent's arithmetic.
    fn fp_widen(&mut self, f: FpFormat, number: Unrounded) -> Unrounded {
        let (width, wanted) = (self.width(number.significand), f.precision + 2);
        let significand = if width < wanted {
            let zeros = self.zero(wanted - width);
            self.concat(number.significand, zeros)
        } else {
            number.significand
        };
        let largest = (1u64 << (f.exponent_bits - 1)) + 2 * u64::from(wanted.max(width));
        let exponent_width = self.width(number.exponent).max(signed_width(largest)) + 1;
        let exponent = self.sext(number.exponent, exponent_width);
        Unrounded { significand, exponent, ..number }
    }

    /// Shifts left as far as there are zeros, but not below the minimal exponent.
    fn fp_normalise_bounded(&mut self, f: FpFormat, significand: TermId, exponent: TermId) -> (TermId, TermId) {
        let width = self.width(exponent);
        let zeros = self.fp_leading_zeros(significand);
        let min = self.bv_signed(width, f.min_exponent().into());
        let room = self.sub(exponent, min);
        let room = self.fp_clamp_shift(room, self.width(significand));
        let width = self.width(room).max(self.width(zeros));
        let (room, zeros) = (self.zext(room, width), self.zext(zeros, width));
        let enough = self.ult(zeros, room);
        let amount = self.ite(enough, zeros, room);
        let shifted = self.fp_shift_left(significand, amount);
        (shifted, self.fp_subtract_count(exponent, amount))
    }

    /// Shifts right where the exponent is below the minimum.
    fn fp_denormalise(&mut self, f: FpFormat, significand: TermId, exponent: TermId) -> TermId {
        let min = self.bv_signed(self.width(exponent), f.min_exponent().into());
        let missing = self.sub(min, exponent);
        let below = self.slt(exponent, min);
        let amount = self.fp_clamp_shift(missing, self.width(significand));
        let none = self.zero(self.width(amount));
        let amount = self.ite(below, amount, none);
        self.fp_shift_right_sticky(significand, amount)
    }

    /// The significand has `precision` bits, guard and sticky; its highest bit is clear for subnormals only.
    fn fp_round_packed(
        &mut self,
        f: FpFormat,
        rounding: TermId,
        negative: TermId,
        exponent: TermId,
        significand: TermId,
    ) -> TermId {
        let max = self.bv_signed(self.width(exponent), f.max_exponent().into());
        let normal = self.bit(significand, f.precision + 1);
        let too_large = self.slt(max, exponent);
        let overflow = self.and(too_large, normal);
        let bias = self.bv_signed(self.width(exponent), f.bias().into());
        let biased = self.add(exponent, bias);
        let biased = self.truncate(biased, f.exponent_bits);
        let zero = self.zero(f.exponent_bits);
        let biased = self.ite(normal, biased, zero);
        let fraction = self.extract(significand, f.precision, 2);
        let magnitude = self.concat(biased, fraction);
        let up = self.fp_rounds_up(rounding, negative, significand);
        let up = self.bool_to_bv(up, self.width(magnitude));
        // A carry out of the fraction goes into the exponent, from subnormal to normal and from the largest to infinity.
        let magnitude = self.add(magnitude, up);
        let limit = self.fp_overflow_magnitude(f, rounding, negative);
        let magnitude = self.ite(overflow, limit, magnitude);
        let biased = self.extract(magnitude, self.width(magnitude) - 1, f.precision - 1);
        let fraction = self.truncate(magnitude, f.precision - 1);
        self.fp_pack(f, negative, biased, fraction)
    }

    /// Whether the magnitude is incremented, by its last bit, guard and sticky (the three lowest bits).
    pub(super) fn fp_rounds_up(&mut self, rounding: TermId, negative: TermId, significand: TermId) -> TermId {
        let (last, guard) = (self.bit(significand, 2), self.bit(significand, 1));
        let sticky = self.bit(significand, 0);
        let inexact = self.or(guard, sticky);
        let tie_breaker = self.or(sticky, last);
        let nearest_even = self.and(guard, tie_breaker);
        let positive = self.not(negative);
        let (up, down) = (self.and(positive, inexact), self.and(negative, inexact));
        let cases = [
            (RoundingMode::NearestEven, nearest_even),
            (RoundingMode::NearestAway, guard),
            (RoundingMode::Up, up),
            (RoundingMode::Down, down),
        ];
        self.fp_by_mode(rounding, &cases, TermId::FALSE)
    }

    /// Exponent and fraction of the result of an overflow: infinity or the largest number.
    fn fp_overflow_magnitude(&mut self, f: FpFormat, rounding: TermId, negative: TermId) -> TermId {
        let width = f.exponent_bits + f.precision - 1;
        let (exponent, fraction) = (self.ones(f.exponent_bits), self.zero(f.precision - 1));
        let infinity = self.concat(exponent, fraction);
        let one = self.one(width);
        let largest = self.sub(infinity, one);
        let positive = self.not(negative);
        let cases = [
            (RoundingMode::NearestEven, TermId::TRUE),
            (RoundingMode::NearestAway, TermId::TRUE),
            (RoundingMode::Up, positive),
            (RoundingMode::Down, negative),
        ];
        let to_infinity = self.fp_by_mode(rounding, &cases, TermId::FALSE);
        self.ite(to_infinity, infinity, largest)
    }

    fn fp_by_mode(&mut self, rounding: TermId, cases: &[(RoundingMode, TermId)], otherwise: TermId) -> TermId {
        cases.iter().rev().fold(otherwise, |rest, &(mode, value)| {
            let is_mode = self.fp_is_mode(rounding, mode);
            self.ite(is_mode, value, rest)
        })
    }
}
