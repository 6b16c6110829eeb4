//! `Eq` of any sort.

use crate::op::Op;
use crate::terms::{TermId, Terms};

/// Concatenations wider than this are compared as a whole, so that cutting constants does not become quadratic.
const MAX_SPLIT: u32 = 1024;

impl Terms {
    pub(crate) fn rewrite_eq(&mut self, a: TermId, b: TermId) -> TermId {
        // match: a = a
        // result: true
        if a == b {
            return TermId::TRUE;
        }
        // match: a = b, Bools
        // result: ~(a ^ b)
        if self.is_bool(a) {
            let differ = self.rewrite_xor(a, b);
            return self.not(differ);
        }
        let (a, b) = self.ordered(a, b);
        if self.code(a).is_array() {
            return self.commutative(Op::Eq, a, b);
        }
        // match: a = ~a
        // result: false
        if a == b.flip() && !self.is_const(a) {
            return TermId::FALSE;
        }
        // match: ~a = b
        // result: a = ~b
        let (a, b) = if a.is_complemented() { (a.flip(), self.not(b)) } else { (a, b) };
        let special = if self.is_const(b) { self.eq_const(a, b) } else { self.eq_terms(a, b) };
        let special = special.or_else(|| self.eq_sums(a, b));
        special.unwrap_or_else(|| self.commutative(Op::Eq, a, b))
    }

    fn eq_const(&mut self, a: TermId, k: TermId) -> Option<TermId> {
        if self.is_const(a) {
            return Some(self.binary(Op::Eq, a, k));
        }
        match self.node_op(a) {
            Op::Ite => self.lift_predicate(Op::Eq, a, k),
            // match: h . l = K
            // result: h = K' & l = K''
            Op::Concat if self.width(a) <= MAX_SPLIT => {
                let (high, low) = self.concat_parts(a)?;
                let (k_high, k_low) = self.const_split(k, self.width(low));
                let high = self.eq(high, k_high);
                if high == TermId::FALSE {
                    return Some(high);
                }
                let low = self.eq(low, k_low);
                Some(self.and(high, low))
            }
            // match: x + K1 = K
            // result: x = K - K1
            Op::Add => {
                let [x, inner, _] = self.node_args(a);
                let inner = self.is_const(inner).then_some(inner)?;
                let k = self.sub(k, inner);
                Some(self.eq(x, k))
            }
            // match: x ^ K1 = K
            // result: x = K ^ K1
            // match: x ^ y = 0
            // result: x = y
            Op::Xor => {
                let [x, y, _] = self.node_args(a);
                if self.is_const(y) {
                    let k = self.xor(k, y);
                    return Some(self.eq(x, k));
                }
                if self.is_zero(k) {
                    return Some(self.eq(x, y));
                }
                self.is_ones(k).then(|| {
                    let y = self.not(y);
                    self.eq(x, y)
                })
            }
            // match: sext(x) = K
            // result: x = K' if K is a sign extension of K', else false
            Op::Sext => {
                let x = self.sext_part(a)?;
                let value = self.const_bits(k)?;
                let short = value.extract(self.width(x) - 1, 0);
                if short.sext(value.width()) != value {
                    return Some(TermId::FALSE);
                }
                let short = self.bv_bits(&short);
                Some(self.eq(x, short))
            }
            // match: a = K, K out of the range of a
            // result: false
            _ => self.is_out_of_range(a, k).then_some(TermId::FALSE),
        }
    }

    /// Neither is a constant; `a` is not complemented.
    fn eq_terms(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if let Some(result) = self.eq_concat(a, b) {
            return Some(result);
        }
        if let Some(result) = self.eq_sum(a, b) {
            return Some(result);
        }
        // match: sext(x) = sext(y), of one width
        // result: x = y
        if let (Some(x), Some(y)) = (self.sext_part(a), self.sext_part(b))
            && self.width(x) == self.width(y)
        {
            return Some(self.eq(x, y));
        }
        self.eq_branch(a, b).or_else(|| self.eq_branch(b, a)).or_else(|| self.eq_ites(a, b))
    }

    /// match: h . l = h' . l', cut at one place
    /// result: h = h' & l = l'
    fn eq_concat(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if self.node_op(a) != Op::Concat || self.node_op(b) != Op::Concat || self.width(a) > MAX_SPLIT {
            return None;
        }
        let (a_high, a_low) = self.concat_parts(a)?;
        let (b_high, b_low) = self.concat_parts(b)?;
        if self.width(a_low) != self.width(b_low) {
            return self.eq_shifted(a, b);
        }
        let high = self.eq(a_high, b_high);
        if high == TermId::FALSE {
            return Some(high);
        }
        let low = self.eq(a_low, b_low);
        Some(self.and(high, low))
    }

    /// match: K . x = K' . y, cut at different places
    /// result: the constants agree where both are known, and the rest is equal
    fn eq_shifted(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let (a_high, a_low) = self.concat_parts(a)?;
        let (b_high, b_low) = self.concat_parts(b)?;
        if !self.is_const(a_high) || !self.is_const(b_high) {
            return None;
        }
        let cut = self.width(a_low).max(self.width(b_low));
        let top = self.width(a) - 1;
        let highs = (self.extract(a, top, cut), self.extract(b, top, cut));
        if highs.0 != highs.1 {
            return Some(TermId::FALSE);
        }
        let lows = (self.truncate(a, cut), self.truncate(b, cut));
        Some(self.eq(lows.0, lows.1))
    }

    fn eq_sum(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let left = self.parts(Op::Add, a);
        let right = self.parts(Op::Add, b);
        if let (Some((p, q)), Some((r, s))) = (left, right) {
            // match: x + y = x + z
            // result: y = z
            for (x, y, u, v) in [(p, q, r, s), (p, q, s, r), (q, p, r, s), (q, p, s, r)] {
                if x == u {
                    return Some(self.eq(y, v));
                }
            }
            // match: x + K1 = y + K2
            // result: x = y + (K2 - K1)
            if self.is_const(q) && self.is_const(s) {
                let k = self.sub(s, q);
                let right = self.add(r, k);
                return Some(self.eq(p, right));
            }
        }
        // match: x + y = x
        // result: y = 0
        for (sum, whole) in [(left, b), (right, a)] {
            let Some((p, q)) = sum else { continue };
            if p == whole || q == whole {
                let zero = self.zero(self.width(whole));
                let rest = if p == whole { q } else { p };
                return Some(self.eq(rest, zero));
            }
        }
        None
    }

    /// match: (c ? b : x) = b
    /// result: c | x = b
    fn eq_branch(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let (cond, then, other) = self.ite_parts(a)?;
        if then == b {
            let rest = self.eq(other, b);
            return Some(self.or(cond, rest));
        }
        if other == b {
            let rest = self.eq(then, b);
            let otherwise = self.not(cond);
            return Some(self.or(otherwise, rest));
        }
        None
    }

    /// match: (c ? x : y) = (c ? x : z), or both with constant branches
    /// result: c ? x = x : y = z
    fn eq_ites(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let (c, p, q) = self.ite_parts(a)?;
        let (d, r, s) = self.ite_parts(b)?;
        let known =
            p == r || q == s || (self.is_const(p) && self.is_const(r)) || (self.is_const(q) && self.is_const(s));
        if c != d || !known {
            return None;
        }
        let (then, other) = (self.eq(p, r), self.eq(q, s));
        Some(self.ite(c, then, other))
    }
}
