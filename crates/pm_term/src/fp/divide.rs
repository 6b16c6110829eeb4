//! Quotients and square roots, digit by digit: each step subtracts and keeps the difference if it is not negative.

use super::format::FpFormat;
use super::origin::FpOp;
use super::round::{Shape, Unrounded};
use crate::terms::{TermId, Terms};
use pm_base::num::FloatFormat;

impl Terms {
    pub fn fp_div(&mut self, f: FpFormat, rounding: TermId, a: TermId, b: TermId) -> TermId {
        if let Some(folded) = self.fp_fold_binary(f, rounding, [a, b], FloatFormat::div) {
            return folded;
        }
        let operands = [a, b];
        let (a, b) = (self.fp_unpack_normalised(f, a), self.fp_unpack_normalised(f, b));
        let negative = self.xor(a.negative, b.negative);
        let quotient = self.fp_quotient(a.significand, b.significand, f.precision + 2);
        let width = f.exponent_width() + 2;
        let (x, y) = (self.sext(a.exponent, width), self.sext(b.exponent, width));
        let exponent = self.sub(x, y);
        let (significand, exponent) = self.fp_normalise_by_one(quotient, exponent);
        let number = Unrounded { negative, exponent, significand, shape: Shape::Normalised };
        let finite = self.fp_round(f, rounding, number);
        let (zero, infinity) = (self.fp_zero(f, negative), self.fp_infinity(f, negative));
        let to_zero = self.or(a.is_zero, b.is_infinite);
        let to_infinity = self.or(a.is_infinite, b.is_zero);
        let result = self.ite(to_zero, zero, finite);
        let result = self.ite(to_infinity, infinity, result);
        let (zeros, infinities) = (self.and(a.is_zero, b.is_zero), self.and(a.is_infinite, b.is_infinite));
        let conflict = self.or(zeros, infinities);
        let result = self.fp_nan_or(f, &a, &b, conflict, result);
        self.fp_note_rounded(FpOp::Div, f, rounding, operands, result)
    }

    /// `digits` bits of `a / b` where both have their highest bit set, the first of weight 1, then a sticky bit.
    fn fp_quotient(&mut self, a: TermId, b: TermId, digits: u32) -> TermId {
        let width = self.width(a);
        let divisor = self.zext(b, width + 1);
        let mut rest = self.zext(a, width + 1);
        let mut quotient = Vec::new();
        for at in 0..digits {
            let (digit, reduced) = self.fp_reduce(rest, divisor);
            quotient.push(digit);
            rest = if at + 1 < digits { self.fp_double(reduced) } else { reduced };
        }
        quotient.push(self.nonzero(rest));
        self.fp_collect(&quotient)
    }

    /// `rest - divisor` and true if that is not negative, else `rest` and false.
    pub(super) fn fp_reduce(&mut self, rest: TermId, divisor: TermId) -> (TermId, TermId) {
        let width = self.width(rest);
        let (x, y) = (self.zext(rest, width + 1), self.zext(divisor, width + 1));
        let difference = self.sub(x, y);
        let borrow = self.bit(difference, width);
        let difference = self.truncate(difference, width);
        (self.not(borrow), self.ite(borrow, rest, difference))
    }

    /// Twice a number whose highest bit is clear.
    pub(super) fn fp_double(&mut self, a: TermId) -> TermId {
        let (low, zero) = (self.truncate(a, self.width(a) - 1), self.zero(1));
        self.concat(low, zero)
    }

    /// Bools as a bit-vector, the highest first.
    fn fp_collect(&mut self, digits: &[TermId]) -> TermId {
        let bits: Vec<TermId> = digits.iter().map(|&digit| self.bool_to_bv(digit, 1)).collect();
        let (&last, rest) = bits.split_last().unwrap_or_else(|| unreachable!("at least one digit"));
        rest.iter().rev().fold(last, |low, &bit| self.concat(bit, low))
    }

    pub fn fp_sqrt(&mut self, f: FpFormat, rounding: TermId, a: TermId) -> TermId {
        if let Some(folded) = self.fp_fold_unary(f, rounding, a, FloatFormat::sqrt) {
            return folded;
        }
        let operand = a;
        let a = self.fp_unpack_normalised(f, a);
        // The exponent halved, rounded down; an odd one doubles the radicand, which then is in [1, 4).
        let width = f.exponent_width();
        let odd = self.bit(a.exponent, 0);
        let half = self.extract(a.exponent, width - 1, 1);
        let two = self.zext(a.significand, f.precision + 1);
        let doubled = self.fp_double(two);
        let radicand = self.ite(odd, doubled, two);
        let significand = self.fp_root(radicand, f.precision + 1);
        let number = Unrounded { negative: TermId::FALSE, exponent: half, significand, shape: Shape::Normalised };
        let finite = self.fp_round(f, rounding, number);
        let some = self.not(a.is_zero);
        let below_zero = self.and(a.negative, some);
        let itself = self.or(a.is_zero, a.is_infinite);
        let result = self.ite(itself, a.bits, finite);
        let (invalid, nan) = (self.fp_invalid(f), self.fp_quiet(f, a.bits));
        let result = self.ite(below_zero, invalid, result);
        let result = self.ite(a.is_nan, nan, result);
        self.fp_note_rounded(FpOp::Sqrt, f, rounding, [operand, operand], result)
    }

    /// `digits` bits of the root of a number with two integer bits, the first of weight 1, then a sticky bit.
    fn fp_root(&mut self, radicand: TermId, digits: u32) -> TermId {
        let fraction_bits = self.width(radicand) - 2;
        let mut root: Vec<TermId> = Vec::new();
        let mut rest = self.zero(1);
        for at in 0..digits {
            let pair = self.fp_digit_pair(radicand, fraction_bits, at);
            let widened = self.concat(rest, pair);
            let trial = self.fp_trial(&root);
            let width = self.width(trial).max(self.width(widened));
            let (widened, trial) = (self.zext(widened, width), self.zext(trial, width));
            let (digit, reduced) = self.fp_reduce(widened, trial);
            root.push(digit);
            // The rest is at most twice the root.
            rest = self.truncate(reduced, (at + 2).min(width));
        }
        root.push(self.nonzero(rest));
        self.fp_collect(&root)
    }

    /// The two bits of the radicand that step `at` brings down.
    fn fp_digit_pair(&mut self, radicand: TermId, fraction_bits: u32, at: u32) -> TermId {
        let top = fraction_bits + 1;
        let bit = |terms: &mut Terms, from_top: u32| match top.checked_sub(from_top) {
            Some(place) => terms.extract(radicand, place, place),
            None => terms.zero(1),
        };
        let (high, low) = (bit(self, 2 * at), bit(self, 2 * at + 1));
        self.concat(high, low)
    }

    /// `4 * root + 1`
    fn fp_trial(&mut self, root: &[TermId]) -> TermId {
        let one = self.bv(2, 1);
        if root.is_empty() {
            return one;
        }
        let root = self.fp_collect(root);
        self.concat(root, one)
    }
}
