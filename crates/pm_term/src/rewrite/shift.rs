//! Shifts; those by constants are concatenations.

use crate::op::Op;
use crate::terms::{TermId, Terms};

impl Terms {
    pub(crate) fn rewrite_shift(&mut self, op: Op, a: TermId, by: TermId) -> TermId {
        if self.is_const(by) {
            return self.shift_const(op, a, by);
        }
        // match: 0 << b, 0 >> b
        // result: 0
        if self.is_zero(a) {
            return a;
        }
        // match: a >>s b, sign known
        // result: a >> b, or ~(~a >> b)
        if op == Op::Ashr
            && let Some(negative) = self.known_sign(a)
        {
            let flipped = if negative { self.not(a) } else { a };
            let shifted = self.lshr(flipped, by);
            return if negative { self.not(shifted) } else { shifted };
        }
        // match: a << (c ? K1 : K2)
        // result: c ? a << K1 : a << K2
        if let Some((cond, then, other)) = self.const_ite_parts(by) {
            let (then, other) = (self.binary(op, a, then), self.binary(op, a, other));
            return self.ite(cond, then, other);
        }
        self.node2(op, self.code(a), a, by)
    }

    fn shift_const(&mut self, op: Op, a: TermId, by: TermId) -> TermId {
        let width = self.width(a);
        let amount = self.const_u128(by).unwrap_or_else(|| self.wide_amount(by)).min(u128::from(width)) as u32;
        match op {
            // match: a << K
            // result: a[..] . 0
            Op::Shl => self.shift_left_by(a, amount),
            // match: a >> K
            // result: 0 . a[hi:K]
            Op::Lshr => self.shift_right_by(a, amount),
            // match: a >>s K
            // result: sext(a[hi:K])
            _ => {
                let high = self.extract(a, width - 1, amount.min(width - 1));
                self.sext(high, width)
            }
        }
    }

    /// An amount of more than 128 bits; large ones are all alike.
    fn wide_amount(&self, by: TermId) -> u128 {
        let limbs = self.const_bits(by).map(|value| value.limbs()).unwrap_or_default();
        let high = limbs[1..].iter().any(|&limb| limb != 0);
        if high { u128::MAX } else { u128::from(limbs[0]) }
    }

    pub(super) fn shift_left_by(&mut self, a: TermId, amount: u32) -> TermId {
        let width = self.width(a);
        if amount == 0 {
            return a;
        }
        if amount >= width {
            return self.zero(width);
        }
        let (high, zeros) = (self.truncate(a, width - amount), self.zero(amount));
        self.concat(high, zeros)
    }

    pub(super) fn shift_right_by(&mut self, a: TermId, amount: u32) -> TermId {
        let width = self.width(a);
        if amount >= width {
            return self.zero(width);
        }
        let high = self.extract(a, width - 1, amount);
        self.zext(high, width)
    }
}
