//! Shifters and zero counters.

use crate::terms::{TermId, Terms};

impl Terms {
    /// The number of leading zeros, of the bits that numbers up to the width need; the width itself for zero.
    pub(super) fn fp_leading_zeros(&mut self, a: TermId) -> TermId {
        let width = self.width(a);
        let padded = (width + 1).next_power_of_two();
        // A one below the last bit ends the count for zero.
        let ones = self.ones(padded - width);
        let a = self.concat(a, ones);
        self.count_zeros(a)
    }

    /// Of a power of two of bits that are not all zero.
    fn count_zeros(&mut self, a: TermId) -> TermId {
        let width = self.width(a);
        let half = width / 2;
        let (high, low) = (self.extract(a, width - 1, half), self.truncate(a, half));
        let some_high = self.nonzero(high);
        let first = self.not(some_high);
        let bit = self.bool_to_bv(first, 1);
        if half == 1 {
            return bit;
        }
        let (in_high, in_low) = (self.count_zeros(high), self.count_zeros(low));
        let rest = self.ite(some_high, in_high, in_low);
        self.concat(bit, rest)
    }

    /// Shifts left by a short amount, which is less than the width or shifts everything out.
    pub(super) fn fp_shift_left(&mut self, a: TermId, amount: TermId) -> TermId {
        let mut result = a;
        let width = self.width(a);
        for at in 0..self.width(amount) {
            let shifted = match 1u32.checked_shl(at) {
                Some(by) if by < width => {
                    let (low, zeros) = (self.truncate(result, width - by), self.zero(by));
                    self.concat(low, zeros)
                }
                _ => self.zero(width),
            };
            let bit = self.bit(amount, at);
            result = self.ite(bit, shifted, result);
        }
        result
    }

    /// Shifts right by an amount of a few bits; the lowest bit of the result tells of anything lost.
    pub(super) fn fp_shift_right_sticky(&mut self, a: TermId, amount: TermId) -> TermId {
        let mut result = a;
        let mut lost = TermId::FALSE;
        let width = self.width(a);
        for at in 0..self.width(amount) {
            let by = 1u32.checked_shl(at).unwrap_or(width).min(width);
            let dropped = self.truncate(result, by);
            let dropped = self.nonzero(dropped);
            let shifted = if by < width {
                let high = self.extract(result, width - 1, by);
                self.zext(high, width)
            } else {
                self.zero(width)
            };
            let bit = self.bit(amount, at);
            let lost_here = self.and(bit, dropped);
            lost = self.or(lost, lost_here);
            result = self.ite(bit, shifted, result);
        }
        let lost = self.bool_to_bv(lost, width);
        self.or(result, lost)
    }

    /// A non-negative number, cut down to so few bits that they still shift everything out of `width` bits.
    pub(super) fn fp_clamp_shift(&mut self, amount: TermId, width: u32) -> TermId {
        let bits = 32 - width.leading_zeros();
        if self.width(amount) <= bits {
            return amount;
        }
        let high = self.extract(amount, self.width(amount) - 1, bits);
        let too_far = self.nonzero(high);
        let (low, all) = (self.truncate(amount, bits), self.ones(bits));
        self.ite(too_far, all, low)
    }

    /// A significand with its highest bit set (unless it is zero), and the exponent that goes with it.
    pub(super) fn fp_normalise(&mut self, significand: TermId, exponent: TermId) -> (TermId, TermId) {
        let zeros = self.fp_leading_zeros(significand);
        let shifted = self.fp_shift_left(significand, zeros);
        let exponent = self.fp_subtract_count(exponent, zeros);
        (shifted, exponent)
    }

    /// An exponent less a count; the exponent must be wide enough.
    pub(super) fn fp_subtract_count(&mut self, exponent: TermId, count: TermId) -> TermId {
        let width = self.width(exponent);
        let count = if self.width(count) < width { self.zext(count, width) } else { self.truncate(count, width) };
        self.sub(exponent, count)
    }

    /// All bits above the lowest `kept`, and below them one that tells whether any of the rest is set.
    pub(super) fn fp_compress(&mut self, a: TermId, kept: u32) -> TermId {
        let width = self.width(a);
        if width <= kept + 1 {
            return a;
        }
        let rest = self.truncate(a, width - kept);
        let rest = self.nonzero(rest);
        let (high, sticky) = (self.extract(a, width - 1, width - kept), self.bool_to_bv(rest, 1));
        self.concat(high, sticky)
    }
}
