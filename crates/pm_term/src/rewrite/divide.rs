//! Divisions and remainders: constants, powers of two, and operands with few significant bits.

use crate::bits::Bits;
use crate::op::Op;
use crate::terms::{TermId, Terms};

impl Terms {
    pub(crate) fn rewrite_udiv(&mut self, a: TermId, b: TermId) -> TermId {
        if let Some(value) = self.const_bits(b) {
            // match: a / 0
            // result: 11..1
            if value.is_zero() {
                return self.ones(value.width());
            }
            // match: a / 2^n
            // result: 0 . a[hi:n]
            if let Some(power) = log2(&value) {
                return self.shift_right_by(a, power);
            }
        }
        // match: 0 / b, a / b with a below b
        // result: b = 0 ? 11..1 : 0
        if self.is_zero(a) || self.order(super::known::Order::Unsigned, a, b) == Some(true) {
            let zero = self.zero(self.width(a));
            return self.unless_zero(b, zero);
        }
        // match: a / a
        // result: a = 0 ? 11..1 : 1
        if a == b {
            let one = self.one(self.width(a));
            return self.unless_zero(b, one);
        }
        // match: 0 . x / 0 . y
        // result: y = 0 ? 11..1 : 0 . (x / y)
        let (width, needed) = (self.width(a), self.unsigned_bits(a).max(self.unsigned_bits(b)));
        if needed < width {
            let (x, y) = (self.truncate(a, needed), self.truncate(b, needed));
            let quotient = self.udiv(x, y);
            let quotient = self.zext(quotient, width);
            return self.unless_zero(b, quotient);
        }
        self.node2(Op::Udiv, self.code(a), a, b)
    }

    /// `b = 0 ? 11..1 : quotient`
    fn unless_zero(&mut self, b: TermId, quotient: TermId) -> TermId {
        let (some, ones) = (self.nonzero(b), self.ones(self.width(quotient)));
        self.ite(some, quotient, ones)
    }

    pub(crate) fn rewrite_urem(&mut self, a: TermId, b: TermId) -> TermId {
        if let Some(value) = self.const_bits(b) {
            // match: a % 0
            // result: a
            if value.is_zero() {
                return a;
            }
            // match: a % 2^n
            // result: 0 . a[n-1:0]
            if let Some(power) = log2(&value) {
                return self.low_bits(a, power);
            }
        }
        // match: 0 % b, a % a
        // result: 0
        if self.is_zero(a) || a == b {
            return self.zero(self.width(a));
        }
        // match: a % b, a below b
        // result: a
        if self.order(super::known::Order::Unsigned, a, b) == Some(true) {
            return a;
        }
        // match: 0 . x % 0 . y
        // result: 0 . (x % y)
        let (width, needed) = (self.width(a), self.unsigned_bits(a).max(self.unsigned_bits(b)));
        if needed < width {
            let (x, y) = (self.truncate(a, needed), self.truncate(b, needed));
            let rest = self.urem(x, y);
            return self.zext(rest, width);
        }
        self.node2(Op::Urem, self.code(a), a, b)
    }

    pub(crate) fn rewrite_sdiv(&mut self, a: TermId, b: TermId) -> TermId {
        // match: a /s b, both not negative
        // result: a / b
        if self.known_sign(a) == Some(false) && self.known_sign(b) == Some(false) {
            return self.udiv(a, b);
        }
        if let Some(value) = self.const_bits(b)
            && let Some(result) = self.sdiv_const(a, &value)
        {
            return result;
        }
        // match: sext(x) /s sext(y)
        // result: sext(x /s y), one bit more than either has
        let width = self.width(a);
        let needed = self.signed_bits(a).max(self.signed_bits(b)) + 1;
        if needed < width {
            let (x, y) = (self.truncate(a, needed), self.truncate(b, needed));
            let quotient = self.sdiv(x, y);
            return self.sext(quotient, width);
        }
        self.node2(Op::Sdiv, self.code(a), a, b)
    }

    fn sdiv_const(&mut self, a: TermId, k: &Bits) -> Option<TermId> {
        let width = k.width();
        // match: a /s 0
        // result: a < 0 ? 1 : -1
        if k.is_zero() {
            let (sign, one, ones) = (self.is_negative(a), self.one(width), self.ones(width));
            return Some(self.ite(sign, one, ones));
        }
        // match: a /s -1
        // result: -a
        if k.is_ones() {
            return Some(self.neg(a));
        }
        let power = log2(k)?;
        // match: a /s MIN
        // result: a = MIN
        if k.is_negative() {
            let is_min = self.nego(a);
            return Some(self.bool_to_bv(is_min, width));
        }
        // match: a /s 1
        // result: a
        if power == 0 {
            return Some(a);
        }
        // match: a /s 2^n
        // result: (a + (a < 0 ? 2^n - 1 : 0)) >>s n
        let bias = self.sign_bias(a, power);
        let sum = self.add(a, bias);
        let high = self.extract(sum, width - 1, power);
        Some(self.sext(high, width))
    }

    pub(crate) fn rewrite_srem(&mut self, a: TermId, b: TermId) -> TermId {
        // match: a %s b, both not negative
        // result: a % b
        if self.known_sign(a) == Some(false) && self.known_sign(b) == Some(false) {
            return self.urem(a, b);
        }
        if let Some(value) = self.const_bits(b)
            && let Some(result) = self.srem_const(a, &value)
        {
            return result;
        }
        // match: sext(x) %s sext(y)
        // result: sext(x %s y)
        let (width, needed) = (self.width(a), self.signed_bits(a).max(self.signed_bits(b)));
        if needed < width {
            let (x, y) = (self.truncate(a, needed), self.truncate(b, needed));
            let rest = self.srem(x, y);
            return self.sext(rest, width);
        }
        self.node2(Op::Srem, self.code(a), a, b)
    }

    fn srem_const(&mut self, a: TermId, k: &Bits) -> Option<TermId> {
        // match: a %s 0
        // result: a
        if k.is_zero() {
            return Some(a);
        }
        // match: a %s -K, not MIN
        // result: a %s K
        let power = log2(k);
        if k.is_negative() && power.is_none() {
            let positive = self.bv_bits(&k.neg());
            return Some(self.srem(a, positive));
        }
        // match: a %s 1
        // result: 0
        let power = power?;
        if power == 0 {
            return Some(self.zero(k.width()));
        }
        // match: a %s 2^n, and MIN
        // result: ((a + bias) & (2^n - 1)) - bias, bias = (a < 0 ? 2^n - 1 : 0)
        let bias = self.sign_bias(a, power);
        let sum = self.add(a, bias);
        let low = self.low_bits(sum, power);
        Some(self.sub(low, bias))
    }

    /// `a < 0 ? 2^power - 1 : 0`
    fn sign_bias(&mut self, a: TermId, power: u32) -> TermId {
        let width = self.width(a);
        let sign = self.extract(a, width - 1, width - 1);
        let copies = self.sext(sign, power);
        self.zext(copies, width)
    }

    /// The low bits, zero-extended to the same width.
    fn low_bits(&mut self, a: TermId, bits: u32) -> TermId {
        if bits == 0 {
            return self.zero(self.width(a));
        }
        let low = self.truncate(a, bits);
        self.zext(low, self.width(a))
    }
}

/// The exponent of a power of two.
fn log2(value: &Bits) -> Option<u32> {
    match value.to_u128() {
        Some(small) => small.is_power_of_two().then(|| small.trailing_zeros()),
        None => {
            let lowest = (0..value.width()).find(|&at| value.bit(at))?;
            (lowest + 1..value.width()).all(|at| !value.bit(at)).then_some(lowest)
        }
    }
}
