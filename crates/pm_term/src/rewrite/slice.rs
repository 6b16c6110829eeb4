//! `Concat`, `Extract` and `Sext`.

use crate::op::Op;
use crate::sort::SortCode;
use crate::terms::{TermId, Terms};

/// Bits `lo ..= hi` of a term.
struct Slice {
    of: TermId,
    hi: u32,
    lo: u32,
}

impl Terms {
    pub(crate) fn rewrite_concat(&mut self, high: TermId, low: TermId) -> TermId {
        // match: (x . y) . l
        // result: x . (y . l)
        if let Some((x, y)) = self.concat_parts(high) {
            let low = self.concat(y, low);
            return self.concat(x, low);
        }
        if let Some(result) = self.concat_nested(high, low) {
            return result;
        }
        if let Some(joined) = self.join_slices(high, low) {
            return joined;
        }
        if let Some(result) = self.concat_const_ite(high, low) {
            return result;
        }
        // match: h . l, the first that is not constant complemented
        // result: ~(~h . ~l)
        let first = if self.is_const(high) { low } else { high };
        let flip = first.is_complemented();
        let (high, low) = if flip { (self.not(high), self.not(low)) } else { (high, low) };
        let code = self.binary_code(Op::Concat, high, low);
        self.node2(Op::Concat, code, high, low).flip_if(flip)
    }

    /// match: K . (K' . z), x[h:m] . (x[m-1:l] . z)
    /// result: KK' . z, x[h:l] . z
    fn concat_nested(&mut self, high: TermId, low: TermId) -> Option<TermId> {
        let (y, z) = self.concat_parts(low)?;
        let joined = if self.is_const(high) && self.is_const(y) {
            self.binary(Op::Concat, high, y)
        } else {
            self.join_slices(high, y)?
        };
        Some(self.concat(joined, z))
    }

    /// match: x[h:m] . x[m-1:l]
    /// result: x[h:l]
    fn join_slices(&mut self, high: TermId, low: TermId) -> Option<TermId> {
        if self.node_op(high) != Op::Extract || self.node_op(low) != Op::Extract {
            return None;
        }
        let (upper, lower) = (self.slice(high), self.slice(low));
        if upper.of != lower.of || upper.lo != lower.hi + 1 {
            return None;
        }
        Some(self.extract(upper.of, upper.hi, lower.lo))
    }

    /// The bits that an extract (or its complement) takes.
    fn slice(&self, t: TermId) -> Slice {
        let [of, _, _] = self.node_args(t);
        let lo = self.extract_lo(t.regular());
        Slice { of: of.flip_if(t.is_complemented()), hi: lo + self.width(t) - 1, lo }
    }

    /// match: K . (c ? K1 : K2), (c ? K1 : K2) . K
    /// result: c ? K . K1 : K . K2, c ? K1 . K : K2 . K
    fn concat_const_ite(&mut self, high: TermId, low: TermId) -> Option<TermId> {
        if self.is_const(low) {
            return self.lift_const_ite(Op::Concat, high, low);
        }
        if !self.is_const(high) {
            return None;
        }
        let (cond, then, other) = self.const_ite_parts(low)?;
        let (then, other) = (self.binary(Op::Concat, high, then), self.binary(Op::Concat, high, other));
        Some(self.ite(cond, then, other))
    }

    pub(crate) fn rewrite_extract(&mut self, a: TermId, hi: u32, lo: u32) -> TermId {
        let width = self.width(a);
        // match: a, all bits
        // result: a
        if hi - lo + 1 == width {
            return a;
        }
        if self.is_const(a) {
            return self.const_extract(a, hi, lo);
        }
        // match: (~a)[hi:lo]
        // result: ~(a[hi:lo])
        if a.is_complemented() {
            let part = self.extract(a.flip(), hi, lo);
            return self.not(part);
        }
        let [x, y, z] = self.node_args(a);
        let special = match self.node_op(a) {
            // match: x[h:l][hi:lo]
            // result: x[hi+l:lo+l]
            Op::Extract => {
                let base = self.extract_lo(a);
                Some(self.extract(x, hi + base, lo + base))
            }
            Op::Concat => Some(self.extract_concat(x, y, hi, lo)),
            Op::Sext => Some(self.extract_sext(x, hi, lo)),
            Op::Ite if self.cuts_well(y) && self.cuts_well(z) => {
                // match: (c ? x : y)[hi:lo], branches that are constants, concatenations or such again
                // result: c ? x[hi:lo] : y[hi:lo]
                let (then, other) = (self.extract(y, hi, lo), self.extract(z, hi, lo));
                Some(self.ite(x, then, other))
            }
            // match: (x & y)[hi:lo], one of them constant or a concatenation; so for ^
            // result: x[hi:lo] & y[hi:lo]
            op @ (Op::And | Op::Xor) if self.is_cut(x) || self.is_cut(y) => {
                let (x, y) = (self.extract(x, hi, lo), self.extract(y, hi, lo));
                Some(self.binary(op, x, y))
            }
            // match: (x + y)[hi:0]; so for *
            // result: x[hi:0] + y[hi:0]
            op @ (Op::Add | Op::Mul) if lo == 0 => {
                let (x, y) = (self.truncate(x, hi + 1), self.truncate(y, hi + 1));
                Some(self.binary(op, x, y))
            }
            _ => None,
        };
        special.unwrap_or_else(|| self.node1(Op::Extract, SortCode::bv(hi - lo + 1), a, lo))
    }

    fn is_cut(&self, t: TermId) -> bool {
        matches!(self.node_op(t), Op::Const | Op::Concat)
    }

    fn cuts_well(&self, t: TermId) -> bool {
        matches!(self.node_op(t), Op::Const | Op::Concat | Op::Ite)
    }

    fn extract_concat(&mut self, high: TermId, low: TermId, hi: u32, lo: u32) -> TermId {
        let cut = self.width(low);
        // match: (h . l)[hi:lo], within h or l
        // result: h[hi':lo'] or l[hi:lo]
        if lo >= cut {
            return self.extract(high, hi - cut, lo - cut);
        }
        if hi < cut {
            return self.extract(low, hi, lo);
        }
        // match: (h . l)[hi:lo], across
        // result: h[hi':0] . l[cut-1:lo]
        let (high, low) = (self.extract(high, hi - cut, 0), self.extract(low, cut - 1, lo));
        self.concat(high, low)
    }

    fn extract_sext(&mut self, x: TermId, hi: u32, lo: u32) -> TermId {
        let sign = self.width(x) - 1;
        // match: sext(x)[hi:lo], within x
        // result: x[hi:lo]
        if hi <= sign {
            return self.extract(x, hi, lo);
        }
        // match: sext(x)[hi:lo], beyond or across
        // result: sext(x[sign:lo])
        let part = self.extract(x, sign, lo.min(sign));
        self.sext(part, hi - lo + 1)
    }

    pub(crate) fn rewrite_sext(&mut self, a: TermId, width: u32) -> TermId {
        if let Some(value) = self.const_bits(a) {
            return self.bv_bits(&value.sext(width));
        }
        // match: sext(~a)
        // result: ~sext(a)
        if a.is_complemented() {
            let extended = self.sext(a.flip(), width);
            return self.not(extended);
        }
        // match: sext(sext(x))
        // result: sext(x)
        if let Some(x) = self.sext_part(a) {
            return self.sext(x, width);
        }
        // match: sext(c ? K1 : K2)
        // result: c ? sext(K1) : sext(K2)
        if let Some((cond, then, other)) = self.const_ite_parts(a) {
            let (then, other) = (self.sext(then, width), self.sext(other, width));
            return self.ite(cond, then, other);
        }
        // match: sext(K . x)
        // result: 0 . K . x or 11..1 . K . x
        if let Some((high, _)) = self.concat_parts(a)
            && let Some(value) = self.const_bits(high)
        {
            let more = width - self.width(a);
            let copies = if value.is_negative() { self.ones(more) } else { self.zero(more) };
            return self.concat(copies, a);
        }
        self.node1(Op::Sext, SortCode::bv(width), a, 0)
    }
}
