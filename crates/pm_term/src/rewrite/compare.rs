//! `Ult` and `Slt`; the other orders are these, swapped and complemented.

use super::known::Order;
use crate::bits::Bits;
use crate::op::Op;
use crate::terms::{TermId, Terms};

impl Terms {
    pub(crate) fn rewrite_ult(&mut self, a: TermId, b: TermId) -> TermId {
        // match: a < a
        // result: false
        if a == b {
            return TermId::FALSE;
        }
        if self.width(a) == 1 {
            return self.ult_bit(a, b);
        }
        let special = if self.is_const(b) {
            self.ult_const(a, b)
        } else if self.is_const(a) {
            Some(self.const_ult(a, b))
        } else {
            self.ult_terms(a, b)
        };
        if let Some(result) = special {
            return result;
        }
        // match: a < b, ranges apart
        // result: true or false
        if let Some(result) = self.order(Order::Unsigned, a, b) {
            return self.bool_const(result);
        }
        let (a, b) = self.uncomplement_order(a, b);
        self.node2(Op::Ult, crate::sort::SortCode::BOOL, a, b)
    }

    /// match: a < b, one bit
    /// result: a = 0 & b = 1
    fn ult_bit(&mut self, a: TermId, b: TermId) -> TermId {
        let (zero, one) = (self.zero(1), self.one(1));
        let (low, high) = (self.eq(a, zero), self.eq(b, one));
        self.and(low, high)
    }

    fn ult_const(&mut self, a: TermId, k: TermId) -> Option<TermId> {
        let value = self.const_bits(k)?;
        if self.is_const(a) {
            return Some(self.binary(Op::Ult, a, k));
        }
        // match: a < 0
        // result: false
        if value.is_zero() {
            return Some(TermId::FALSE);
        }
        // match: a < 1
        // result: a = 0
        let one = Bits::from_u128(value.width(), 1);
        if value == one {
            let zero = self.zero(value.width());
            return Some(self.eq(a, zero));
        }
        // match: a < 11..1
        // result: a != 11..1
        if value.is_ones() {
            return Some(self.ne(a, k));
        }
        // match: ~a < K
        // result: ~K < a
        if a.is_complemented() {
            let k = self.not(k);
            return Some(self.ult(k, a.flip()));
        }
        if self.node_op(a) == Op::Concat {
            return self.ult_concat_const(a, k);
        }
        self.lift_predicate(Op::Ult, a, k)
    }

    fn ult_concat_const(&mut self, a: TermId, k: TermId) -> Option<TermId> {
        let (high, low) = self.concat_parts(a)?;
        let (k_high, k_low) = self.const_split(k, self.width(low));
        // match: K1 . l < K2 . K3
        // result: true if K1 < K2, false if K1 > K2, else l < K3
        if self.is_const(high) {
            return Some(if high == k_high { self.ult(low, k_low) } else { self.ult(high, k_high) });
        }
        // match: h . l < K . 0
        // result: h < K
        if self.is_zero(k_low) {
            return Some(self.ult(high, k_high));
        }
        // match: h . K1 < K2 . K3
        // result: h <= K2 if K1 < K3, else h < K2
        if self.is_const(low) {
            let below = self.ult(low, k_low) == TermId::TRUE;
            return Some(if below { self.ule(high, k_high) } else { self.ult(high, k_high) });
        }
        None
    }

    fn const_ult(&mut self, k: TermId, b: TermId) -> TermId {
        // match: 11..1 < b
        // result: false
        if self.is_ones(k) {
            return TermId::FALSE;
        }
        // match: K < b
        // result: ~(b < K + 1)
        let one = self.one(self.width(k));
        let next = self.add(k, one);
        let below = self.ult(b, next);
        self.not(below)
    }

    fn ult_terms(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        // match: sext(x) < sext(y), of one width
        // result: x < y
        if let (Some(x), Some(y)) = (self.sext_part(a), self.sext_part(b))
            && self.width(x) == self.width(y)
        {
            return Some(self.ult(x, y));
        }
        if self.node_op(a) != Op::Concat || self.node_op(b) != Op::Concat {
            return None;
        }
        let (a_high, a_low) = self.concat_parts(a)?;
        let (b_high, b_low) = self.concat_parts(b)?;
        // match: h . l < h . l'
        // result: l < l'
        if a_high == b_high {
            return Some(self.ult(a_low, b_low));
        }
        // match: h . l < h' . l
        // result: h < h'
        if a_low == b_low {
            return Some(self.ult(a_high, b_high));
        }
        // match: 0 . x < 0 . y, cut at different places
        // result: 0 . x < y or x < 0 . y
        if self.is_zero(a_high) && self.is_zero(b_high) {
            let width = self.width(a_low).max(self.width(b_low));
            let (a, b) = (self.truncate(a, width), self.truncate(b, width));
            return Some(self.ult(a, b));
        }
        None
    }

    /// match: ~a < ~b, or ~a < b with b older, or a < ~b with b older (either order)
    /// result: b < a, ~b < a, b < ~a
    fn uncomplement_order(&mut self, a: TermId, b: TermId) -> (TermId, TermId) {
        if self.is_const(a) || self.is_const(b) {
            return (a, b);
        }
        let swap = match (a.is_complemented(), b.is_complemented()) {
            (true, true) => true,
            (false, false) => false,
            (true, false) | (false, true) => b.node() < a.node(),
        };
        if swap { (b.flip(), a.flip()) } else { (a, b) }
    }

    pub(crate) fn rewrite_slt(&mut self, a: TermId, b: TermId) -> TermId {
        if a == b {
            return TermId::FALSE;
        }
        // match: a <s b, one bit
        // result: b <u a
        if self.width(a) == 1 {
            return self.ult_bit(b, a);
        }
        if let Some(result) = self.slt_signs(a, b) {
            return result;
        }
        let special = if self.is_const(b) {
            self.slt_const(a, b)
        } else if self.is_const(a) {
            Some(self.const_slt(a, b))
        } else {
            self.slt_sext(a, b)
        };
        if let Some(result) = special {
            return result;
        }
        // match: a <s b, ranges apart
        // result: true or false
        if let Some(result) = self.order(Order::Signed, a, b) {
            return self.bool_const(result);
        }
        let (a, b) = self.uncomplement_order(a, b);
        self.node2(Op::Slt, crate::sort::SortCode::BOOL, a, b)
    }

    /// match: a <s b, signs known
    /// result: a <u b, true or false
    fn slt_signs(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let a_sign = self.known_sign(a)?;
        let b_sign = self.known_sign(b)?;
        Some(if a_sign == b_sign { self.ult(a, b) } else { self.bool_const(a_sign) })
    }

    fn slt_const(&mut self, a: TermId, k: TermId) -> Option<TermId> {
        let value = self.const_bits(k)?;
        if self.is_const(a) {
            return Some(self.binary(Op::Slt, a, k));
        }
        // match: a <s 0
        // result: the sign of a
        if value.is_zero() {
            return Some(self.is_negative(a));
        }
        let min = Bits::from_u128(value.width(), 1).shl_by(value.width() - 1);
        // match: a <s MIN
        // result: false
        if value == min {
            return Some(TermId::FALSE);
        }
        // match: a <s MIN + 1
        // result: a = MIN
        if value == min.add(&Bits::from_u128(value.width(), 1)) {
            let min = self.bv_bits(&min);
            return Some(self.eq(a, min));
        }
        // match: a <s MAX
        // result: a != MAX
        if value == min.not() {
            return Some(self.ne(a, k));
        }
        // match: ~a <s K
        // result: ~K <s a
        if a.is_complemented() {
            let k = self.not(k);
            return Some(self.slt(k, a.flip()));
        }
        if let Some(x) = self.sext_part(a) {
            return Some(self.slt_sext_const(x, &value));
        }
        self.lift_predicate(Op::Slt, a, k)
    }

    /// match: sext(x) <s K
    /// result: x <s K' if K is a sign extension of K', else false for negative and true for positive K
    fn slt_sext_const(&mut self, x: TermId, k: &Bits) -> TermId {
        let short = k.extract(self.width(x) - 1, 0);
        if short.sext(k.width()) != *k {
            return self.bool_const(!k.is_negative());
        }
        let short = self.bv_bits(&short);
        self.slt(x, short)
    }

    fn const_slt(&mut self, k: TermId, b: TermId) -> TermId {
        let width = self.width(k);
        let max = Bits::from_u128(width, 1).shl_by(width - 1).not();
        // match: MAX <s b
        // result: false
        if self.const_bits(k).is_some_and(|value| value == max) {
            return TermId::FALSE;
        }
        // match: K <s b
        // result: ~(b <s K + 1)
        let one = self.one(width);
        let next = self.add(k, one);
        let below = self.slt(b, next);
        self.not(below)
    }

    /// match: sext(x) <s sext(y)
    /// result: x <s y, the narrower one extended to the other's width
    fn slt_sext(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let (x, y) = (self.sext_part(a)?, self.sext_part(b)?);
        let width = self.width(x).max(self.width(y));
        let (x, y) = (self.sext(x, width), self.sext(y, width));
        Some(self.slt(x, y))
    }
}
