//! `Ite` of any sort.

use crate::op::Op;
use crate::terms::{TermId, Terms};

/// How many stores are looked through for an array that both branches have in common.
const MAX_STORES: usize = 16;

impl Terms {
    pub(crate) fn rewrite_ite(&mut self, cond: TermId, then: TermId, other: TermId) -> TermId {
        // match: true ? x : y, c ? x : x
        // result: x
        match self.const_bool(cond) {
            Some(true) => return then,
            Some(false) => return other,
            None if then == other => return then,
            None => {}
        }
        // match: ~c ? x : y
        // result: c ? y : x
        let (cond, then, other) = if cond.is_complemented() { (cond.flip(), other, then) } else { (cond, then, other) };
        if let Some(result) = self.ite_bool(cond, then, other) {
            return result;
        }
        if let Some(result) = self.ite_nested(cond, then, other) {
            return result;
        }
        // match: x = y ? x : y
        // result: y
        if let Some((x, y)) = self.parts(Op::Eq, cond)
            && ((x == then && y == other) || (x == other && y == then))
        {
            return other;
        }
        if self.code(then).is_array() {
            return self.ite_array(cond, then, other);
        }
        if let Some(result) = self.ite_parts_common(cond, then, other) {
            return result;
        }
        // match: c ? ~x : y, c ? K : ~y
        // result: ~(c ? x : ~y), ~(c ? ~K : y)
        let flip = then.is_complemented() || (self.is_const(then) && other.is_complemented());
        let (then, other) = if flip { (self.not(then), self.not(other)) } else { (then, other) };
        self.node3(Op::Ite, self.code(then), cond, then, other).flip_if(flip)
    }

    fn ite_bool(&mut self, cond: TermId, then: TermId, other: TermId) -> Option<TermId> {
        if !self.is_bool(then) {
            return None;
        }
        let otherwise = cond.flip();
        Some(match () {
            // match: c ? true : y, c ? c : y
            // result: c | y
            () if then == TermId::TRUE || then == cond => self.or(cond, other),
            // match: c ? false : y, c ? ~c : y
            // result: ~c & y
            () if then == TermId::FALSE || then == otherwise => self.and(otherwise, other),
            // match: c ? x : false, c ? x : c
            // result: c & x
            () if other == TermId::FALSE || other == cond => self.and(cond, then),
            // match: c ? x : true, c ? x : ~c
            // result: ~c | x
            () if other == TermId::TRUE || other == otherwise => self.or(otherwise, then),
            // match: c ? ~y : y
            // result: c ^ y
            () if then == other.flip() => self.xor(cond, other),
            () => return None,
        })
    }

    /// A branch is an if-then-else itself.
    fn ite_nested(&mut self, cond: TermId, then: TermId, other: TermId) -> Option<TermId> {
        if let Some((inner, x, y)) = self.ite_parts(then) {
            // match: c ? (c ? x : y) : z
            // result: c ? x : z
            if inner == cond {
                return Some(self.ite(cond, x, other));
            }
            // match: c ? (d ? x : z) : z
            // result: c & d ? x : z
            if y == other {
                let both = self.and(cond, inner);
                return Some(self.ite(both, x, other));
            }
            // match: c ? (d ? z : y) : z
            // result: c & ~d ? y : z
            if x == other {
                let inner = self.not(inner);
                let both = self.and(cond, inner);
                return Some(self.ite(both, y, other));
            }
        }
        let (inner, x, y) = self.ite_parts(other)?;
        // match: c ? z : (c ? x : y)
        // result: c ? z : y
        if inner == cond {
            return Some(self.ite(cond, then, y));
        }
        // match: c ? z : (d ? z : y)
        // result: c | d ? z : y
        if x == then {
            let either = self.or(cond, inner);
            return Some(self.ite(either, then, y));
        }
        // match: c ? z : (d ? x : z)
        // result: c | ~d ? z : x
        if y == then {
            let inner = self.not(inner);
            let either = self.or(cond, inner);
            return Some(self.ite(either, then, x));
        }
        None
    }

    fn ite_parts_common(&mut self, cond: TermId, then: TermId, other: TermId) -> Option<TermId> {
        // match: c ? sext(x) : sext(y), of one width
        // result: sext(c ? x : y)
        if let (Some(x), Some(y)) = (self.sext_part(then), self.sext_part(other))
            && self.width(x) == self.width(y)
        {
            let part = self.ite(cond, x, y);
            return Some(self.sext(part, self.width(then)));
        }
        let cut = match (self.concat_parts(then), self.concat_parts(other)) {
            (Some((_, low)), _) | (None, Some((_, low))) => self.width(low),
            (None, None) => return None,
        };
        let (then_high, then_low) = self.split_at(then, cut)?;
        let (other_high, other_low) = self.split_at(other, cut)?;
        // match: c ? h . l : h . l', c ? h . l : h' . l
        // result: h . (c ? l : l'), (c ? h : h') . l
        if then_high == other_high {
            let low = self.ite(cond, then_low, other_low);
            return Some(self.concat(then_high, low));
        }
        if then_low == other_low {
            let high = self.ite(cond, then_high, other_high);
            return Some(self.concat(high, then_low));
        }
        None
    }

    fn ite_array(&mut self, cond: TermId, then: TermId, other: TermId) -> TermId {
        if let (Some((a, i, x)), Some((b, j, y))) = (self.store_parts(then), self.store_parts(other))
            && i == j
            && self.share_base(a, b)
        {
            // match: c ? a[i := x] : b[i := y]
            // result: (c ? a : b)[i := c ? x : y]
            let (array, elem) = (self.ite(cond, a, b), self.ite(cond, x, y));
            return self.store(array, i, elem);
        }
        if self.share_base(then, other) {
            // match: c ? a[i := x] : b, both made from one array by a few stores
            // result: (c ? a : b)[i := c ? x : b[i]]
            if let Some((a, i, x)) = self.store_parts(then) {
                let kept = self.select(other, i);
                let (array, elem) = (self.ite(cond, a, other), self.ite(cond, x, kept));
                return self.store(array, i, elem);
            }
            if let Some((b, i, y)) = self.store_parts(other) {
                let kept = self.select(then, i);
                let (array, elem) = (self.ite(cond, then, b), self.ite(cond, kept, y));
                return self.store(array, i, elem);
            }
        }
        self.node3(Op::Ite, self.code(then), cond, then, other)
    }

    /// Whether two arrays come from one array by few stores each.
    fn share_base(&self, a: TermId, b: TermId) -> bool {
        let mut below_a = [TermId::FALSE; MAX_STORES];
        let mut count = 0;
        let mut array = a;
        while count < MAX_STORES {
            below_a[count] = array;
            count += 1;
            let Some((next, _, _)) = self.store_parts(array) else { break };
            array = next;
        }
        let mut array = b;
        for _ in 0..MAX_STORES {
            if below_a[..count].contains(&array) {
                return true;
            }
            let Some((next, _, _)) = self.store_parts(array) else { return false };
            array = next;
        }
        false
    }
}
