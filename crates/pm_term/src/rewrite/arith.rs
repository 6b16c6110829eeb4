//! `Add`, and with it `Sub` and `Neg`: `a - b` is `~(~a + b)` and `-a` is `~(a + 11..1)`.

use crate::op::Op;
use crate::terms::{TermId, Terms};

impl Terms {
    pub(crate) fn rewrite_add(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = self.ordered(a, b);
        if self.is_const(b) {
            return self.add_const(a, b);
        }
        // match: a + ~a
        // result: 11..1
        if a == b.flip() {
            return self.ones(self.width(a));
        }
        // match: a + a
        // result: a[..] . 0
        if a == b {
            return self.shift_left_by(a, 1);
        }
        if let Some(result) = self.add_cancel(a, b).or_else(|| self.add_cancel(b, a)) {
            return result;
        }
        if let Some(result) = self.add_pull_const(a, b) {
            return result;
        }
        self.add_aligned(a, b).unwrap_or_else(|| self.commutative(Op::Add, a, b))
    }

    fn add_const(&mut self, a: TermId, k: TermId) -> TermId {
        // match: a + 0
        // result: a
        if self.is_zero(k) {
            return a;
        }
        if self.is_const(a) {
            return self.binary(Op::Add, a, k);
        }
        // match: ~a + K
        // result: ~(a + -K)
        if a.is_complemented() {
            let k = self.neg(k);
            let sum = self.add(a.flip(), k);
            return self.not(sum);
        }
        if let Some((x, y)) = self.parts(Op::Add, a) {
            // match: (x + K1) + K
            // result: x + (K1 + K)
            if self.is_const(y) {
                let k = self.add(y, k);
                return self.add(x, k);
            }
            if let Some(result) = self.add_one_to_difference(x, y, k) {
                return result;
            }
        }
        if let Some(result) = self.add_const_concat(a, k) {
            return result;
        }
        self.lift_const_ite(Op::Add, a, k).unwrap_or_else(|| self.commutative(Op::Add, a, k))
    }

    /// match: (~x + y) + 1
    /// result: y - x, as ~(~y + x)
    fn add_one_to_difference(&mut self, x: TermId, y: TermId, k: TermId) -> Option<TermId> {
        let (x, y) = match (x.is_complemented(), y.is_complemented()) {
            (true, _) => (x.flip(), y),
            (false, true) => (y.flip(), x),
            (false, false) => return None,
        };
        if self.const_u128(k) != Some(1) {
            return None;
        }
        let y = self.not(y);
        let sum = self.add(y, x);
        Some(self.not(sum))
    }

    /// match: (h . l) + K, where l or the low part of K is such that the carry is known
    /// result: (h + K' + carry) . (l + K'')
    fn add_const_concat(&mut self, a: TermId, k: TermId) -> Option<TermId> {
        let (high, low) = self.concat_parts(a)?;
        let (k_high, k_low) = self.const_split(k, self.width(low));
        if self.is_zero(k_low) {
            let high = self.add(high, k_high);
            return Some(self.concat(high, low));
        }
        if !self.is_const(low) {
            return None;
        }
        let sum = self.add(low, k_low);
        let carry = self.ult(sum, low) == TermId::TRUE;
        let mut high = self.add(high, k_high);
        if carry {
            let one = self.one(self.width(high));
            high = self.add(high, one);
        }
        Some(self.concat(high, sum))
    }

    /// `a` is a sum, or the complement of one, with `b` in it.
    fn add_cancel(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if self.node_op(a) != Op::Add {
            return None;
        }
        let [p, q, _] = self.node_args(a);
        // match: ~(b + q) + b
        // result: ~q
        if a.is_complemented() {
            let rest = if p == b {
                q
            } else if q == b {
                p
            } else {
                return None;
            };
            return Some(self.not(rest));
        }
        // match: (~b + q) + b
        // result: q + 11..1
        let rest = if p == b.flip() {
            q
        } else if q == b.flip() {
            p
        } else {
            return None;
        };
        let ones = self.ones(self.width(b));
        Some(self.add(rest, ones))
    }

    /// match: (x + K) + y, or (x + K) + (y + K')
    /// result: (x + y) + K, or (x + y) + (K + K')
    fn add_pull_const(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let (x, k) = self.sum_with_const(a);
        let (y, l) = self.sum_with_const(b);
        let k = match (k, l) {
            (Some(k), Some(l)) => self.add(k, l),
            (Some(k), None) | (None, Some(k)) => k,
            (None, None) => return None,
        };
        let sum = self.add(x, y);
        Some(self.add(sum, k))
    }

    /// A term as a sum with a constant, where it is one: `x + K`, or `~(x + K)` as `~x + -K`.
    fn sum_with_const(&mut self, t: TermId) -> (TermId, Option<TermId>) {
        if self.node_op(t) == Op::Add {
            let [x, k, _] = self.node_args(t);
            if self.is_const(k) {
                return if t.is_complemented() { (x.flip(), Some(self.neg(k))) } else { (x, Some(k)) };
            }
        }
        (t, None)
    }

    /// match: (h . l) + (h' . 0), cut at one place
    /// result: (h + h') . l
    fn add_aligned(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if self.node_op(a) != Op::Concat || self.node_op(b) != Op::Concat {
            return None;
        }
        let (a_high, a_low) = self.concat_parts(a)?;
        let (b_high, b_low) = self.concat_parts(b)?;
        if self.width(a_low) != self.width(b_low) {
            return None;
        }
        let low = if self.is_zero(a_low) {
            b_low
        } else if self.is_zero(b_low) {
            a_low
        } else {
            return None;
        };
        let high = self.add(a_high, b_high);
        Some(self.concat(high, low))
    }
}
