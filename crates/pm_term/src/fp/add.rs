//! Sums and differences.

use super::format::{FpFormat, RoundingMode};
use super::origin::FpOp;
use super::round::{Shape, Unrounded};
use super::unpack::Unpacked;
use crate::terms::{TermId, Terms};
use pm_base::num::FloatFormat;

/// A signed number in the making: `significand * 2^(exponent - (width - 1))`.
#[derive(Clone, Copy)]
pub(super) struct Addend {
    pub negative: TermId,
    pub exponent: TermId,
    pub significand: TermId,
}

/// The exact sum of two addends (its lowest bit sticky), and whether it is zero.
pub(super) struct Sum {
    pub sum: Addend,
    pub is_zero: TermId,
    /// The signs differ: a zero sum is a cancellation.
    pub subtracts: TermId,
    /// The sign of one addend, and of both unless they differ.
    pub sign: TermId,
}

impl Terms {
    pub fn fp_add(&mut self, f: FpFormat, rounding: TermId, a: TermId, b: TermId) -> TermId {
        if let Some(folded) = self.fp_fold_binary(f, rounding, [a, b], FloatFormat::add) {
            return folded;
        }
        let (x, y) = (self.fp_unpack(f, a), self.fp_unpack(f, b));
        let sum = self.fp_add_unpacked(f, rounding, &x, &y);
        self.fp_note_rounded(FpOp::Add, f, rounding, [a, b], sum)
    }

    pub fn fp_sub(&mut self, f: FpFormat, rounding: TermId, a: TermId, b: TermId) -> TermId {
        if let Some(folded) = self.fp_fold_binary(f, rounding, [a, b], FloatFormat::sub) {
            return folded;
        }
        let (x, y) = (self.fp_unpack(f, a), self.fp_unpack(f, b));
        // The operand itself stays for NaNs, whose sign a subtraction keeps.
        let negative = self.not(y.negative);
        let difference = self.fp_add_unpacked(f, rounding, &x, &Unpacked { negative, ..y });
        self.fp_note_rounded(FpOp::Sub, f, rounding, [a, b], difference)
    }

    fn fp_add_unpacked(&mut self, f: FpFormat, rounding: TermId, a: &Unpacked, b: &Unpacked) -> TermId {
        let addend = |u: &Unpacked| Addend { negative: u.negative, exponent: u.exponent, significand: u.significand };
        let exact = self.fp_exact_sum(addend(a), addend(b));
        let negative = self.fp_sum_sign(rounding, &exact);
        let Addend { exponent, significand, .. } = exact.sum;
        let finite = self.fp_round(f, rounding, Unrounded { negative, exponent, significand, shape: Shape::Bounded });
        self.fp_sum_special(f, a, b, finite)
    }

    /// The sign of a sum: of a zero that comes from cancellation it is minus when rounding down.
    pub(super) fn fp_sum_sign(&mut self, rounding: TermId, exact: &Sum) -> TermId {
        let down = self.fp_is_mode(rounding, RoundingMode::Down);
        let zero_sign = self.ite(exact.subtracts, down, exact.sign);
        self.ite(exact.is_zero, zero_sign, exact.sum.negative)
    }

    /// Infinities and NaNs of a sum.
    pub(super) fn fp_sum_special(&mut self, f: FpFormat, a: &Unpacked, b: &Unpacked, finite: TermId) -> TermId {
        let (infinity_a, infinity_b) = (self.fp_infinity(f, a.negative), self.fp_infinity(f, b.negative));
        let result = self.ite(b.is_infinite, infinity_b, finite);
        let result = self.ite(a.is_infinite, infinity_a, result);
        let both = self.and(a.is_infinite, b.is_infinite);
        let differ = self.xor(a.negative, b.negative);
        let conflict = self.and(both, differ);
        let (invalid, nan) = (self.fp_invalid(f), self.fp_propagate(f, a, b));
        let result = self.ite(conflict, invalid, result);
        let any_nan = self.or(a.is_nan, b.is_nan);
        self.ite(any_nan, nan, result)
    }

    /// Adds numbers of one width: aligns the smaller to the larger with three bits below, the last sticky.
    ///
    /// The sum has four bits more: a carry above, three below. Bits are lost only where the exponents are so far apart
    /// that at most one leading bit cancels, so that sticky is enough.
    /// The older addend is taken first, so that `a + b` and `b + a` share their circuit.
    pub(super) fn fp_exact_sum(&mut self, a: Addend, b: Addend) -> Sum {
        let age = |x: &Addend| (x.significand, x.exponent, x.negative);
        let (a, b) = if age(&a) <= age(&b) { (a, b) } else { (b, a) };
        let (large, small) = self.fp_order(a, b);
        let width = self.width(large.significand);
        let distance = self.sub(large.exponent, small.exponent);
        let distance = self.fp_clamp_shift(distance, width + 3);
        let below = self.zero(3);
        let (large_bits, small_bits) = (self.concat(large.significand, below), self.concat(small.significand, below));
        let aligned = self.fp_shift_right_sticky(small_bits, distance);
        let subtracts = self.xor(a.negative, b.negative);
        let sum = self.fp_add_or_subtract(subtracts, large_bits, aligned);
        let some = self.nonzero(sum);
        let one = self.one(self.width(large.exponent) + 1);
        let exponent = self.sext(large.exponent, self.width(large.exponent) + 1);
        let exponent = self.add(exponent, one);
        Sum {
            sum: Addend { negative: large.negative, exponent, significand: sum },
            is_zero: self.not(some),
            subtracts,
            sign: a.negative,
        }
    }

    /// The larger magnitude first.
    fn fp_order(&mut self, a: Addend, b: Addend) -> (Addend, Addend) {
        let exponent_less = self.slt(a.exponent, b.exponent);
        let exponent_same = self.eq(a.exponent, b.exponent);
        let significand_less = self.ult(a.significand, b.significand);
        let tie = self.and(exponent_same, significand_less);
        let swap = self.or(exponent_less, tie);
        (self.fp_choose(swap, b, a), self.fp_choose(swap, a, b))
    }

    fn fp_choose(&mut self, cond: TermId, a: Addend, b: Addend) -> Addend {
        Addend {
            negative: self.ite(cond, a.negative, b.negative),
            exponent: self.ite(cond, a.exponent, b.exponent),
            significand: self.ite(cond, a.significand, b.significand),
        }
    }

    /// `a + b` or `a - b` (not negative), one bit wider, with one adder: the carry comes in from a bit below.
    fn fp_add_or_subtract(&mut self, subtract: TermId, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        let (ones, zeros) = (self.ones(width + 1), self.zero(width + 1));
        let mask = self.ite(subtract, ones, zeros);
        let wide_b = self.zext(b, width + 1);
        let b = self.xor(wide_b, mask);
        let (carry, one) = (self.bool_to_bv(subtract, 1), self.one(1));
        let wide_a = self.zext(a, width + 1);
        let (a, b) = (self.concat(wide_a, one), self.concat(b, carry));
        let sum = self.add(a, b);
        self.extract(sum, width + 1, 1)
    }
}
