//! `Mul` and the overflow of products.

use super::known::Order;
use crate::bits::Bits;
use crate::op::Op;
use crate::terms::{TermId, Terms};

impl Terms {
    pub(crate) fn rewrite_mul(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = self.ordered(a, b);
        if self.is_const(b)
            && let Some(result) = self.mul_const(a, b)
        {
            return result;
        }
        if let Some(result) = self.mul_shifted(a, b).or_else(|| self.mul_shifted(b, a)) {
            return result;
        }
        self.mul_narrow(a, b).unwrap_or_else(|| self.commutative(Op::Mul, a, b))
    }

    fn mul_const(&mut self, a: TermId, k: TermId) -> Option<TermId> {
        if self.is_const(a) {
            return Some(self.binary(Op::Mul, a, k));
        }
        // match: a * 0
        // result: 0
        if self.is_zero(k) {
            return Some(k);
        }
        // match: a * 11..1
        // result: -a
        if self.is_ones(k) {
            return Some(self.neg(a));
        }
        // match: a * (K * 2^n)
        // result: (a[..] * K) . 0
        let value = self.const_bits(k)?;
        let zeros = (0..value.width()).find(|&at| value.bit(at))?;
        if zeros > 0 {
            let width = value.width() - zeros;
            let k = self.const_extract(k, value.width() - 1, zeros);
            let a = self.truncate(a, width);
            let product = self.mul(a, k);
            let low = self.zero(zeros);
            return Some(self.concat(product, low));
        }
        // match: a * 1
        // result: a
        if value == Bits::from_u128(value.width(), 1) {
            return Some(a);
        }
        // match: (x * K1) * K
        // result: x * (K1 * K)
        if let Some((x, inner)) = self.parts(Op::Mul, a)
            && self.is_const(inner)
        {
            let k = self.mul(inner, k);
            return Some(self.mul(x, k));
        }
        // match: (x + K1) * K
        // result: x * K + K1 * K
        if let Some((x, inner)) = self.parts(Op::Add, a)
            && self.is_const(inner)
        {
            let (product, offset) = (self.mul(x, k), self.mul(inner, k));
            return Some(self.add(product, offset));
        }
        self.lift_const_ite(Op::Mul, a, k)
    }

    /// match: (x . 0) * b
    /// result: (x * b[..]) . 0
    fn mul_shifted(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let (high, low) = self.concat_parts(a)?;
        if !self.is_zero(low) {
            return None;
        }
        let b = self.truncate(b, self.width(high));
        let product = self.mul(high, b);
        Some(self.concat(product, low))
    }

    /// match: sext(x) * y, of so few significant bits that the product has less than the width
    /// result: sext(sext(x) * sext(y)), of those bits
    fn mul_narrow(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if self.node_op(a) != Op::Sext && self.node_op(b) != Op::Sext {
            return None;
        }
        let (width, needed) = (self.width(a), self.signed_bits(a) + self.signed_bits(b));
        if needed >= width {
            return None;
        }
        let (a, b) = (self.truncate(a, needed), self.truncate(b, needed));
        let product = self.mul(a, b);
        Some(self.sext(product, width))
    }

    pub(crate) fn rewrite_umulo(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = self.ordered(a, b);
        // match: umulo(a, b), ranges whose product fits
        // result: false
        if self.product_fits(Order::Unsigned, a, b) {
            return TermId::FALSE;
        }
        // match: umulo(a, b), one bit
        // result: false
        if self.width(a) == 1 {
            return TermId::FALSE;
        }
        // match: umulo(a, K)
        // result: a > 11..1 / K
        if let Some(value) = self.const_bits(b) {
            if value.is_zero() {
                return TermId::FALSE;
            }
            let limit = Bits::ones(value.width()).udiv(&value);
            let limit = self.bv_bits(&limit);
            return self.ult(limit, a);
        }
        self.commutative(Op::Umulo, a, b)
    }

    pub(crate) fn rewrite_smulo(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = self.ordered(a, b);
        // match: smulo(a, b), ranges or significant bits such that the product fits
        // result: false
        let width = self.width(a);
        if self.signed_bits(a) + self.signed_bits(b) <= width || self.product_fits(Order::Signed, a, b) {
            return TermId::FALSE;
        }
        if let Some(value) = self.const_bits(b) {
            return self.smulo_const(a, &value);
        }
        // match: smulo(a, b), one bit: only -1 * -1 does not fit
        // result: a = 1 & b = 1
        if width == 1 {
            let (a, b) = (self.all_ones(a), self.all_ones(b));
            return self.and(a, b);
        }
        self.commutative(Op::Smulo, a, b)
    }

    fn smulo_const(&mut self, a: TermId, k: &Bits) -> TermId {
        let width = k.width();
        // match: smulo(a, 0)
        // result: false
        if k.is_zero() {
            return TermId::FALSE;
        }
        // match: smulo(a, -1)
        // result: a = MIN
        if k.is_ones() {
            return self.nego(a);
        }
        // match: smulo(a, K)
        // result: a > MAX / K | a < MIN / K, the bounds swapped for negative K
        let min = Bits::from_u128(width, 1).shl_by(width - 1);
        let (one, two) = (min.not().sdiv(k), min.sdiv(k));
        let (high, low) = if k.is_negative() { (two, one) } else { (one, two) };
        let (high, low) = (self.bv_bits(&high), self.bv_bits(&low));
        let (above, below) = (self.slt(high, a), self.slt(a, low));
        self.or(above, below)
    }
}
