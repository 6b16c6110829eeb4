//! Whether sums and differences fit: derived from adders that are one bit wider.
//!
//! The low bits of the wider adder are, gate by gate, those of the sum itself, so that a check next to its operation
//! costs a gate or two. With a constant operand a check is a comparison with a constant.

use crate::bits::Bits;
use crate::domain::{Abs, MAX_WIDTH};
use crate::rewrite::known::Order;
use crate::terms::{TermId, Terms};

impl Terms {
    /// `a + b` does not fit, unsigned.
    pub fn uaddo(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = if self.is_const(a) { (b, a) } else { (a, b) };
        if self.is_const(b) {
            // x + c wraps where x > ~c
            let limit = self.not(b);
            return self.ult(limit, a);
        }
        if self.rewriter.enabled
            && (self.sum_fits(Order::Unsigned, a, b) || self.values_fit(a, b, |a, b| a.uadd_fits(b)))
        {
            return TermId::FALSE;
        }
        let width = self.width(a);
        let (a, b) = (self.zext(a, width + 1), self.zext(b, width + 1));
        let sum = self.add(a, b);
        self.bit(sum, width)
    }

    /// `a - b` does not fit, unsigned.
    pub fn usubo(&mut self, a: TermId, b: TermId) -> TermId {
        self.ult(a, b)
    }

    /// `a + b` does not fit, signed.
    pub fn saddo(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = if self.is_const(a) { (b, a) } else { (a, b) };
        if let Some(value) = self.const_bits(b) {
            return self.saddo_const(a, &value);
        }
        if self.rewriter.enabled && (self.sum_fits(Order::Signed, a, b) || self.values_fit(a, b, |a, b| a.sadd_fits(b)))
        {
            return TermId::FALSE;
        }
        let width = self.width(a);
        let (a, b) = (self.sext(a, width + 1), self.sext(b, width + 1));
        let sum = self.add(a, b);
        self.sign_changes(sum)
    }

    /// `a - b` does not fit, signed.
    pub fn ssubo(&mut self, a: TermId, b: TermId) -> TermId {
        if let Some(value) = self.const_bits(b) {
            return self.ssubo_const(a, &value);
        }
        if self.rewriter.enabled
            && (self.difference_fits(Order::Signed, a, b) || self.values_fit(a, b, |a, b| a.ssub_fits(b)))
        {
            return TermId::FALSE;
        }
        let width = self.width(a);
        let (a, b) = (self.sext(a, width + 1), self.sext(b, width + 1));
        let difference = self.sub(a, b);
        self.sign_changes(difference)
    }

    /// `-a` does not fit, signed.
    pub fn nego(&mut self, a: TermId) -> TermId {
        let min = self.bv_bits(&min_signed(self.width(a)));
        self.eq(a, min)
    }

    /// `a / b` does not fit, signed.
    pub fn sdivo(&mut self, a: TermId, b: TermId) -> TermId {
        let (first, second) = (self.nego(a), self.all_ones(b));
        self.and(first, second)
    }

    fn saddo_const(&mut self, a: TermId, c: &Bits) -> TermId {
        let min = min_signed(self.width(a));
        if c.is_negative() {
            // x + c < min where x < min - c
            let limit = self.bv_bits(&min.sub(c));
            self.slt(a, limit)
        } else {
            // x + c > max where x > max - c
            let limit = self.bv_bits(&min.not().sub(c));
            self.slt(limit, a)
        }
    }

    fn ssubo_const(&mut self, a: TermId, c: &Bits) -> TermId {
        let min = min_signed(self.width(a));
        if c.is_negative() {
            // x - c > max where x > max + c
            let limit = self.bv_bits(&min.not().add(c));
            self.slt(limit, a)
        } else {
            // x - c < min where x < min + c
            let limit = self.bv_bits(&min.add(c));
            self.slt(a, limit)
        }
    }

    /// The same by what is known of the operands down to their symbols: sums of many terms, which bounds of the next few operations do not reach.
    fn values_fit(&mut self, a: TermId, b: TermId, fit: impl Fn(&Abs, &Abs) -> bool) -> bool {
        let width = self.width(a);
        if width > MAX_WIDTH {
            return false;
        }
        let [a, b] = [a, b].map(|t| self.value_of(t).unwrap_or(Abs::top(width)));
        fit(&a, &b)
    }

    /// The two highest bits differ.
    fn sign_changes(&mut self, a: TermId) -> TermId {
        let width = self.width(a);
        let (high, low) = (self.bit(a, width - 1), self.bit(a, width - 2));
        self.xor(high, low)
    }
}

fn min_signed(width: u32) -> Bits {
    Bits::from_u128(width, 1).shl_by(width - 1)
}
