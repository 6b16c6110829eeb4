//! Conversions between formats and from and to integers.

use super::format::{FpFormat, RoundingMode, signed_width};
use super::origin::FpOp;
use super::round::{Shape, Unrounded};
use super::unpack::Unpacked;
use crate::terms::{TermId, Terms};

/// An integer made from a float.
#[derive(Clone, Copy, Debug)]
pub struct FpToInt {
    /// The integer, where it fits; else some value.
    pub value: TermId,
    /// Whether the float is finite and its rounded value fits the integer type.
    pub fits: TermId,
}

impl Terms {
    /// A value of one format in another.
    pub fn fp_convert(&mut self, from: FpFormat, to: FpFormat, rounding: TermId, a: TermId) -> TermId {
        if from == to {
            return a;
        }
        if let Some(folded) = self.fp_fold_convert(from, to, rounding, a) {
            return folded;
        }
        let operand = a;
        let a = self.fp_unpack_normalised(from, a);
        let number = Unrounded {
            negative: a.negative,
            exponent: a.exponent,
            significand: a.significand,
            shape: Shape::Normalised,
        };
        let finite = self.fp_round(to, rounding, number);
        let (zero, infinity) = (self.fp_zero(to, a.negative), self.fp_infinity(to, a.negative));
        let result = self.ite(a.is_zero, zero, finite);
        let result = self.ite(a.is_infinite, infinity, result);
        let nan = self.fp_convert_nan(from, to, &a);
        let result = self.ite(a.is_nan, nan, result);
        self.fp_note_rounded(FpOp::Convert(to), from, rounding, [operand, operand], result)
    }

    /// The sign and the top of the payload stay, and the NaN becomes quiet.
    fn fp_convert_nan(&mut self, from: FpFormat, to: FpFormat, a: &Unpacked) -> TermId {
        let quiet = self.fp_quiet(from, a.bits);
        let payload = self.truncate(quiet, from.precision - 1);
        let (have, want) = (from.precision - 1, to.precision - 1);
        let fraction = if have >= want {
            self.extract(payload, have - 1, have - want)
        } else {
            let zeros = self.zero(want - have);
            self.concat(payload, zeros)
        };
        let exponent = self.ones(to.exponent_bits);
        let converted = self.fp_pack(to, a.negative, exponent, fraction);
        let (proper, invalid) = (self.fp_is_proper(from, a.bits), self.fp_invalid(to));
        self.ite(proper, converted, invalid)
    }

    /// An integer as a float.
    pub fn fp_from_int(&mut self, f: FpFormat, rounding: TermId, a: TermId, signed: bool) -> TermId {
        if let Some(folded) = self.fp_fold_from_int(f, rounding, a, signed) {
            return folded;
        }
        let width = self.width(a);
        let negative = if signed { self.is_negative(a) } else { TermId::FALSE };
        let negated = self.neg(a);
        let magnitude = self.ite(negative, negated, a);
        let exponent = self.bv(signed_width(width.into()), u128::from(width) - 1);
        let number = Unrounded { negative, exponent, significand: magnitude, shape: Shape::Any };
        let result = self.fp_round(f, rounding, number);
        let some = self.nonzero(a);
        let zero = self.fp_zero(f, TermId::FALSE);
        let result = self.ite(some, result, zero);
        self.fp_note_rounded(FpOp::FromInt { signed }, f, rounding, [a, a], result)
    }

    /// A float rounded to an integer of `width` bits.
    pub fn fp_to_int(&mut self, f: FpFormat, rounding: TermId, a: TermId, width: u32, signed: bool) -> FpToInt {
        if let Some(folded) = self.fp_fold_to_int(f, rounding, a, width, signed) {
            return folded;
        }
        let operand = a;
        let a = self.fp_unpack(f, a);
        let magnitude = self.fp_int_magnitude(f, rounding, &a, width);
        let low = self.truncate(magnitude, width);
        let negated = self.neg(low);
        let value = self.ite(a.negative, negated, low);
        let fits = self.fp_int_fits(&a, magnitude, width, signed);
        // Above this exponent no rounding can bring the value back into range.
        let exponent_width = self.width(a.exponent).max(signed_width(width.into()));
        let exponent = self.sext(a.exponent, exponent_width);
        let limit = self.bv_signed(exponent_width, width.into());
        let in_reach = self.slt(exponent, limit);
        let special = self.or(a.is_nan, a.is_infinite);
        let finite = self.not(special);
        let fits = self.and(fits, in_reach);
        let fits = self.and(fits, finite);
        let fits = self.or(fits, a.is_zero);
        if self.const_u64(rounding) == Some(RoundingMode::TowardZero as u64) {
            self.fp_note(FpOp::ToInt { signed }, f, [operand, operand], value);
            self.fp_note(FpOp::Fits { width, signed }, f, [operand, operand], fits);
        }
        FpToInt { value, fits }
    }

    /// The rounded magnitude, with a bit more than the wider of integer and significand, where the exponent is in reach.
    fn fp_int_magnitude(&mut self, f: FpFormat, rounding: TermId, a: &Unpacked, width: u32) -> TermId {
        let whole = width.max(f.precision);
        let below = self.zero(whole - f.precision + 2);
        // The highest bit has weight whole - 1; guard and sticky are at the bottom.
        let aligned = self.concat(a.significand, below);
        let exponent_width = self.width(a.exponent).max(signed_width(whole.into())) + 1;
        let exponent = self.sext(a.exponent, exponent_width);
        let top = self.bv_signed(exponent_width, i128::from(whole) - 1);
        let distance = self.sub(top, exponent);
        let amount = self.fp_clamp_shift(distance, whole + 2);
        let shifted = self.fp_shift_right_sticky(aligned, amount);
        let up = self.fp_rounds_up(rounding, a.negative, shifted);
        let integer = self.extract(shifted, whole + 1, 2);
        let (integer, up) = (self.zext(integer, whole + 1), self.bool_to_bv(up, whole + 1));
        self.add(integer, up)
    }

    fn fp_int_fits(&mut self, a: &Unpacked, magnitude: TermId, width: u32, signed: bool) -> TermId {
        let wide = self.width(magnitude);
        let bits = if signed { width - 1 } else { width };
        let one = self.one(wide);
        let shift = self.bv(wide, bits.into());
        let limit = self.shl(one, shift);
        let below = self.ult(magnitude, limit);
        let none = self.zero(wide);
        let bound = if signed { limit } else { none };
        let as_negative = self.ule(magnitude, bound);
        self.ite(a.negative, as_negative, below)
    }
}
