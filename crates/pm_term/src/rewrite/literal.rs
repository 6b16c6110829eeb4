//! Conjunctions of comparisons of one term with constants.
//!
//! A literal is `x = K`, `x < K` (unsigned or signed) or the complement of one.

use crate::bits::Bits;
use crate::op::Op;
use crate::terms::{TermId, Terms};

struct Literal {
    op: Op,
    complemented: bool,
    x: TermId,
    k: TermId,
}

impl Literal {
    fn holds_at(&self, value: &Bits, k: &Bits) -> bool {
        self.complemented == Bits::apply(self.op, value, k).is_zero()
    }
}

impl Terms {
    pub(super) fn and_literals(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let (p, q) = (self.literal(a)?, self.literal(b)?);
        if p.x != q.x {
            return None;
        }
        let (k_p, k_q) = (self.const_bits(p.k)?, self.const_bits(q.k)?);
        if p.op == Op::Eq && !p.complemented {
            return Some(point(a, q.holds_at(&k_p, &k_q)));
        }
        if q.op == Op::Eq && !q.complemented {
            return Some(point(b, p.holds_at(&k_q, &k_p)));
        }
        if p.op != q.op || p.op == Op::Eq {
            return None;
        }
        let p_below_q = !Bits::apply(p.op, &k_p, &k_q).is_zero();
        Some(match (p.complemented, q.complemented) {
            // match: x < K1 & x < K2, K1 < K2
            // result: x < K1
            (false, false) => {
                if p_below_q {
                    a
                } else {
                    b
                }
            }
            // match: x >= K1 & x >= K2, K1 < K2
            // result: x >= K2
            (true, true) => {
                if p_below_q {
                    b
                } else {
                    a
                }
            }
            (false, true) => return self.and_interval(p.x, &k_q, &k_p, p.op),
            (true, false) => return self.and_interval(p.x, &k_p, &k_q, p.op),
        })
    }

    /// match: x >= K1 & x < K2
    /// result: false if K1 >= K2, x = K1 if K1 + 1 = K2
    fn and_interval(&mut self, x: TermId, low: &Bits, high: &Bits, op: Op) -> Option<TermId> {
        if Bits::apply(op, low, high).is_zero() {
            return Some(TermId::FALSE);
        }
        let one = Bits::from_u128(low.width(), 1);
        if low.add(&one) != *high {
            return None;
        }
        let low = self.bv_bits(low);
        Some(self.eq(x, low))
    }

    fn literal(&self, t: TermId) -> Option<Literal> {
        let op = self.node_op(t);
        if !matches!(op, Op::Eq | Op::Ult | Op::Slt) {
            return None;
        }
        let [x, k, _] = self.node_args(t);
        self.is_const(k).then_some(Literal { op, complemented: t.is_complemented(), x, k })
    }
}

/// match: x = K & p(x)
/// result: x = K if p(K), else false
fn point(equal: TermId, holds: bool) -> TermId {
    if holds { equal } else { TermId::FALSE }
}
