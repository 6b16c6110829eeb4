//! `And`, `Xor` and with them `Or`, on Bools and bit-vectors alike.
//!
//! The two-level rules are those of AIG construction (Brummayer and Biere, "Local two-level And-Inverter Graph
//! minimization without blowup", 2006).

use crate::op::Op;
use crate::terms::{TermId, Terms};

/// How many conjuncts of a conjunction are compared with a new one.
const MAX_CONJUNCTS: usize = 16;

impl Terms {
    pub(crate) fn rewrite_and(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = self.ordered(a, b);
        // match: a & a
        // result: a
        if a == b {
            return a;
        }
        // match: a & ~a
        // result: 0
        if a == b.flip() && !self.is_const(a) {
            return self.zero_like(a);
        }
        if self.is_const(b) {
            return self.and_const(a, b);
        }
        if let Some(result) = self.and_two_level(a, b) {
            return result;
        }
        if let Some(result) = self.and_deep(a, b).or_else(|| self.and_deep(b, a)) {
            return result;
        }
        let special = if self.is_bool(a) { self.and_literals(a, b) } else { self.and_parts(a, b) };
        special.unwrap_or_else(|| self.commutative(Op::And, a, b))
    }

    fn and_const(&mut self, a: TermId, k: TermId) -> TermId {
        // match: a & 0
        // result: 0
        if self.is_zero(k) {
            return k;
        }
        // match: a & 11..1
        // result: a
        if self.is_ones(k) {
            return a;
        }
        if self.is_const(a) {
            return self.binary(Op::And, a, k);
        }
        // match: (x & K1) & K
        // result: x & (K1 & K)
        if let Some((x, inner)) = self.parts(Op::And, a)
            && self.is_const(inner)
        {
            let both = self.and(inner, k);
            return self.and(x, both);
        }
        // match: (h . l) & K
        // result: (h & K') . (l & K'')
        if let Some((high, low)) = self.concat_parts(a) {
            let (k_high, k_low) = self.const_split(k, self.width(low));
            let (high, low) = (self.and(high, k_high), self.and(low, k_low));
            return self.concat(high, low);
        }
        if let Some(result) = self.lift_const_ite(Op::And, a, k) {
            return result;
        }
        self.and_mask(a, k).unwrap_or_else(|| self.commutative(Op::And, a, k))
    }

    /// match: a & 0..01..10..0
    /// result: 0 . a[hi:lo] . 0
    fn and_mask(&mut self, a: TermId, k: TermId) -> Option<TermId> {
        let mask = self.const_u128(k)?;
        let (lo, ones) = (mask.trailing_zeros(), mask.count_ones());
        if mask >> lo != crate::bits::mask(ones) {
            return None;
        }
        let width = self.width(a);
        let middle = self.extract(a, lo + ones - 1, lo);
        let middle = if lo > 0 {
            let zeros = self.zero(lo);
            self.concat(middle, zeros)
        } else {
            middle
        };
        Some(self.zext(middle, width))
    }

    fn and_two_level(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let (a_and, b_and) = (self.node_op(a) == Op::And, self.node_op(b) == Op::And);
        if a_and && let Some(result) = self.and_one_sided(a, b) {
            return Some(result);
        }
        if b_and && let Some(result) = self.and_one_sided(b, a) {
            return Some(result);
        }
        if a_and && b_and { self.and_two_sided(a, b) } else { None }
    }

    /// `a` is a conjunction or the complement of one, `b` anything.
    fn and_one_sided(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let [x, y, _] = self.node_args(a);
        if !a.is_complemented() {
            // match: (b & y) & b
            // result: b & y
            if x == b || y == b {
                return Some(a);
            }
            // match: (~b & y) & b
            // result: 0
            if x == b.flip() || y == b.flip() {
                return Some(self.zero_like(a));
            }
            return None;
        }
        // match: ~(~b & y) & b
        // result: b
        if x == b.flip() || y == b.flip() {
            return Some(b);
        }
        // match: ~(b & y) & b
        // result: ~y & b
        let rest = if x == b {
            y
        } else if y == b {
            x
        } else {
            return None;
        };
        let rest = self.not(rest);
        Some(self.and(rest, b))
    }

    /// Both are conjunctions or complements of such.
    fn and_two_sided(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        match (a.is_complemented(), b.is_complemented()) {
            (false, false) => self.and_plain(a, b),
            (false, true) => self.and_mixed(a, b),
            (true, false) => self.and_mixed(b, a),
            (true, true) => self.and_resolve(a, b),
        }
    }

    fn and_plain(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let ([p, q, _], [r, s, _]) = (self.node_args(a), self.node_args(b));
        // match: (p & q) & (~p & s)
        // result: 0
        if p == r.flip() || p == s.flip() || q == r.flip() || q == s.flip() {
            return Some(self.zero_like(a));
        }
        // match: (p & q) & (p & s)
        // result: (p & q) & s
        if p == r || q == r {
            return Some(self.and(a, s));
        }
        if p == s || q == s {
            return Some(self.and(a, r));
        }
        None
    }

    /// `a` is a conjunction, `b` the complement of one.
    fn and_mixed(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let ([p, q, _], [r, s, _]) = (self.node_args(a), self.node_args(b));
        // match: (p & q) & ~(~p & s)
        // result: p & q
        if p == r.flip() || p == s.flip() || q == r.flip() || q == s.flip() {
            return Some(a);
        }
        // match: (p & q) & ~(p & s)
        // result: (p & q) & ~s
        let rest = if p == r || q == r {
            s
        } else if p == s || q == s {
            r
        } else {
            return None;
        };
        let rest = self.not(rest);
        Some(self.and(a, rest))
    }

    /// match: ~(x & y) & ~(x & ~y)
    /// result: ~x
    fn and_resolve(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let ([p, q, _], [r, s, _]) = (self.node_args(a), self.node_args(b));
        let common = match () {
            () if p == r && q == s.flip() => p,
            () if p == s && q == r.flip() => p,
            () if q == r && p == s.flip() => q,
            () if q == s && p == r.flip() => q,
            () => return None,
        };
        (!self.is_const(common)).then(|| common.flip())
    }

    /// A long conjunction, as path conditions are, with one more conjunct.
    ///
    /// match: (.. & (b & ..)) & b, (.. & (~b & ..)) & b
    /// result: the conjunction as it was, 0
    fn and_deep(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if self.node_op(b) == Op::And && !b.is_complemented() {
            return None;
        }
        let (x, y) = self.parts(Op::And, a)?;
        let mut open = [x, y, x, x, x, x, x, x];
        let mut count = 2;
        for _ in 0..MAX_CONJUNCTS {
            if count == 0 {
                break;
            }
            count -= 1;
            let t = open[count];
            if t == b {
                return Some(a);
            }
            if t == b.flip() {
                return Some(self.zero_like(a));
            }
            // Arguments are older than what they are in: an older conjunction cannot hold b.
            if t.node() > b.node()
                && count + 2 <= open.len()
                && let Some((x, y)) = self.parts(Op::And, t)
            {
                open[count] = x;
                open[count + 1] = y;
                count += 2;
            }
        }
        None
    }

    /// Conjunctions of bit-vectors that have known parts.
    fn and_parts(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if let Some(result) = self.zip_concat(Op::And, a, b) {
            return Some(result);
        }
        self.and_select(a, b).or_else(|| self.and_select(b, a))
    }

    /// `a` narrows or selects `b`.
    fn and_select(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        // match: (0 . l) & b
        // result: 0 . (l & b[..])
        if let Some((high, low)) = self.concat_parts(a)
            && self.is_zero(high)
        {
            let width = self.width(low);
            let b = self.truncate(b, width);
            let low = self.and(low, b);
            return Some(self.concat(high, low));
        }
        // match: (c ? 11..1 : 0) & b
        // result: c ? b : 0
        let (cond, then, other) = self.const_ite_parts(a)?;
        if self.is_ones(then) && self.is_zero(other) {
            return Some(self.ite(cond, b, other));
        }
        if self.is_zero(then) && self.is_ones(other) {
            return Some(self.ite(cond, then, b));
        }
        None
    }

    /// Bitwise operators on concatenations whose parts meet constants.
    ///
    /// match: (h . l) op (h' . l'), where of h, h' one is constant, and of l, l'
    /// result: (h op h') . (l op l')
    fn zip_concat(&mut self, op: Op, a: TermId, b: TermId) -> Option<TermId> {
        if self.node_op(a) != Op::Concat || self.node_op(b) != Op::Concat {
            return None;
        }
        let (a_high, a_low) = self.concat_parts(a)?;
        let (b_high, b_low) = self.concat_parts(b)?;
        let (a_cut, b_cut) = (self.width(a_low), self.width(b_low));
        if a_cut == b_cut {
            let known =
                (self.is_const(a_high) || self.is_const(b_high)) || (self.is_const(a_low) || self.is_const(b_low));
            return known.then(|| self.join(op, (a_high, b_high), (a_low, b_low)));
        }
        // Cut at the lower place: the part that is cut off there must be constant on one side.
        let (x_high, x_low, y, cut) = if a_cut < b_cut { (a_high, a_low, b, a_cut) } else { (b_high, b_low, a, b_cut) };
        let y_low = self.truncate(y, cut);
        if !self.is_const(x_low) && !self.is_const(y_low) {
            return None;
        }
        let y_high = self.extract(y, self.width(y) - 1, cut);
        Some(self.join(op, (x_high, y_high), (x_low, y_low)))
    }

    fn join(&mut self, op: Op, high: (TermId, TermId), low: (TermId, TermId)) -> TermId {
        let high = self.binary(op, high.0, high.1);
        let low = self.binary(op, low.0, low.1);
        self.concat(high, low)
    }

    pub(crate) fn rewrite_xor(&mut self, a: TermId, b: TermId) -> TermId {
        // match: ~a ^ b
        // result: ~(a ^ b)
        let flip = a.is_complemented() != b.is_complemented();
        let (a, b) = self.ordered(a.regular(), b.regular());
        let result = self.xor_regular(a, b);
        if flip { self.not(result) } else { result }
    }

    fn xor_regular(&mut self, a: TermId, b: TermId) -> TermId {
        // match: a ^ a
        // result: 0
        if a == b {
            return self.zero_like(a);
        }
        if self.is_const(b) {
            return self.xor_const(a, b);
        }
        for (x, y) in [(a, b), (b, a)] {
            // match: (x ^ y) ^ x
            // result: y
            if let Some((p, q)) = self.parts(Op::Xor, x) {
                if p == y {
                    return q;
                }
                if q == y {
                    return p;
                }
            }
        }
        self.zip_concat(Op::Xor, a, b).unwrap_or_else(|| self.commutative(Op::Xor, a, b))
    }

    fn xor_const(&mut self, a: TermId, k: TermId) -> TermId {
        // match: a ^ 0
        // result: a
        if self.is_zero(k) {
            return a;
        }
        // match: a ^ 11..1
        // result: ~a
        if self.is_ones(k) {
            return self.not(a);
        }
        if self.is_const(a) {
            return self.binary(Op::Xor, a, k);
        }
        // match: (x ^ K1) ^ K
        // result: x ^ (K1 ^ K)
        if let Some((x, inner)) = self.parts(Op::Xor, a)
            && self.is_const(inner)
        {
            let both = self.xor(inner, k);
            return self.xor(x, both);
        }
        // match: (h . l) ^ K
        // result: (h ^ K') . (l ^ K'')
        if let Some((high, low)) = self.concat_parts(a) {
            let k = self.const_split(k, self.width(low));
            return self.join(Op::Xor, (high, k.0), (low, k.1));
        }
        if let Some(result) = self.lift_const_ite(Op::Xor, a, k) {
            return result;
        }
        // match: a ^ K, K odd
        // result: ~(a ^ ~K)
        let odd = self.const_bits(k).is_some_and(|value| value.bit(0));
        let k = if odd { self.not(k) } else { k };
        self.commutative(Op::Xor, a, k).flip_if(odd)
    }
}
