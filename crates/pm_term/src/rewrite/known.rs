//! What is known of a term's value by looking a few nodes deep: sign, significant bits, range.

use crate::bits::{mask, signed};
use crate::op::Op;
use crate::terms::{TermId, Terms};

/// How deep the look goes.
const DEPTH: u32 = 4;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    Unsigned,
    Signed,
}

/// Bounds of a value of at most 64 bits, both included.
#[derive(Clone, Copy)]
pub(crate) struct Range {
    pub min: i128,
    pub max: i128,
}

impl Range {
    fn new(min: i128, max: i128) -> Range {
        Range { min, max }
    }

    fn point(value: i128) -> Range {
        Range::new(value, value)
    }

    /// All values of a width.
    fn full(order: Order, width: u32) -> Range {
        match order {
            Order::Unsigned => Range::new(0, mask(width) as i128),
            Order::Signed => Range::new(-(1 << (width - 1)), (1 << (width - 1)) - 1),
        }
    }

    fn within(self, other: Range) -> bool {
        other.min <= self.min && self.max <= other.max
    }

    fn join(self, other: Range) -> Range {
        Range::new(self.min.min(other.min), self.max.max(other.max))
    }

    fn add(self, other: Range) -> Range {
        Range::new(self.min + other.min, self.max + other.max)
    }

    fn sub(self, other: Range) -> Range {
        Range::new(self.min - other.max, self.max - other.min)
    }

    /// None where a bound does not fit 128 bits.
    fn mul(self, other: Range) -> Option<Range> {
        let corners = [
            self.min.checked_mul(other.min)?,
            self.min.checked_mul(other.max)?,
            self.max.checked_mul(other.min)?,
            self.max.checked_mul(other.max)?,
        ];
        let first = Range::point(corners[0]);
        Some(corners.iter().fold(first, |range, &corner| range.join(Range::point(corner))))
    }
}

impl Terms {
    /// Whether `a < b` always or never holds, by their ranges.
    pub(super) fn order(&self, order: Order, a: TermId, b: TermId) -> Option<bool> {
        if self.width(a) > 64 {
            return None;
        }
        let (a, b) = (self.range(order, a, DEPTH), self.range(order, b, DEPTH));
        if a.max < b.min {
            return Some(true);
        }
        (a.min >= b.max).then_some(false)
    }

    /// Whether a constant is outside the range of a term.
    pub(super) fn is_out_of_range(&self, a: TermId, k: TermId) -> bool {
        let Some(value) = self.const_u64(k) else { return false };
        let (range, value) = (self.range(Order::Unsigned, a, DEPTH), i128::from(value));
        value < range.min || range.max < value
    }

    /// Whether the ranges show that `a + b` does not wrap.
    pub(crate) fn sum_fits(&self, order: Order, a: TermId, b: TermId) -> bool {
        self.fits(order, a, b, |a, b| Some(a.add(b)))
    }

    /// Whether the ranges show that `a - b` does not wrap.
    pub(crate) fn difference_fits(&self, order: Order, a: TermId, b: TermId) -> bool {
        self.fits(order, a, b, |a, b| Some(a.sub(b)))
    }

    /// Whether the ranges show that `a * b` does not wrap.
    pub(super) fn product_fits(&self, order: Order, a: TermId, b: TermId) -> bool {
        self.fits(order, a, b, Range::mul)
    }

    fn fits(&self, order: Order, a: TermId, b: TermId, f: impl Fn(Range, Range) -> Option<Range>) -> bool {
        let width = self.width(a);
        if width > 64 {
            return false;
        }
        let result = f(self.range(order, a, DEPTH), self.range(order, b, DEPTH));
        result.is_some_and(|range| range.within(Range::full(order, width)))
    }

    /// Bounds of a bit-vector of at most 64 bits.
    fn range(&self, order: Order, t: TermId, depth: u32) -> Range {
        let width = self.width(t);
        if let Some(value) = self.const_u64(t) {
            return Range::point(match order {
                Order::Unsigned => i128::from(value),
                Order::Signed => signed(width, value.into()),
            });
        }
        if depth == 0 {
            return Range::full(order, width);
        }
        if t.is_complemented() {
            let inner = self.range(order, t.flip(), depth);
            let top = if order == Order::Unsigned { mask(width) as i128 } else { -1 };
            return Range::new(top - inner.max, top - inner.min);
        }
        let full = Range::full(order, width);
        let range = match order {
            Order::Unsigned => self.unsigned_range(t, depth - 1),
            Order::Signed => self.signed_range(t, depth - 1),
        };
        range.filter(|range| range.within(full)).unwrap_or(full)
    }

    /// Bounds of a regular term, perhaps outside its width.
    fn unsigned_range(&self, t: TermId, depth: u32) -> Option<Range> {
        let [a, b, c] = self.node_args(t);
        let range = |t: TermId| self.range(Order::Unsigned, t, depth);
        Some(match self.node_op(t) {
            Op::Concat => {
                let (high, low, shift) = (range(a), range(b), self.width(b));
                Range::new((high.min << shift) + low.min, (high.max << shift) + low.max)
            }
            Op::Ite => range(b).join(range(c)),
            Op::And => Range::new(0, range(a).max.min(range(b).max)),
            Op::Add => range(a).add(range(b)),
            Op::Mul => range(a).mul(range(b))?,
            Op::Udiv => {
                let divisor = self.const_u64(b).filter(|&k| k != 0)?;
                let dividend = range(a);
                Range::new(dividend.min / i128::from(divisor), dividend.max / i128::from(divisor))
            }
            Op::Urem => {
                let divisor = range(b);
                let dividend = range(a);
                if divisor.min == 0 {
                    return Some(Range::new(0, dividend.max));
                }
                Range::new(0, dividend.max.min(divisor.max - 1))
            }
            Op::Lshr => Range::new(0, range(a).max),
            Op::Extract if self.extract_lo(t) == 0 && self.width(a) <= 64 => range(a),
            _ => return None,
        })
    }

    fn signed_range(&self, t: TermId, depth: u32) -> Option<Range> {
        let [a, b, c] = self.node_args(t);
        let range = |t: TermId| self.range(Order::Signed, t, depth);
        Some(match self.node_op(t) {
            Op::Sext => range(a),
            Op::Ite => range(b).join(range(c)),
            Op::Add => range(a).add(range(b)),
            Op::Mul => range(a).mul(range(b))?,
            Op::Srem => {
                let divisor = self.const_u64(b).filter(|&k| k != 0)?;
                let limit = signed(self.width(b), divisor.into()).abs() - 1;
                let dividend = range(a);
                Range::new((-limit).max(dividend.min.min(0)), limit.min(dividend.max.max(0)))
            }
            Op::Ashr => {
                let shifted = range(a);
                Range::new(shifted.min.min(0), shifted.max.max(-1))
            }
            Op::Extract if self.extract_lo(t) == 0 && self.width(a) <= 64 => range(a),
            // Where the sign bit is known to be zero, both orders agree.
            Op::Concat | Op::And | Op::Udiv | Op::Urem | Op::Lshr => self.unsigned_range(t, depth)?,
            _ => return None,
        })
    }

    /// The sign bit, if it is known.
    pub(super) fn known_sign(&self, t: TermId) -> Option<bool> {
        self.sign_at_depth(t, DEPTH)
    }

    fn sign_at_depth(&self, t: TermId, depth: u32) -> Option<bool> {
        if let Some(value) = self.const_u128(t) {
            return Some(value >> (self.width(t) - 1) == 1);
        }
        if depth == 0 {
            return None;
        }
        let [a, b, c] = self.node_args(t);
        let sign = |t: TermId| self.sign_at_depth(t, depth - 1);
        let regular = match self.node_op(t) {
            Op::Const => self.const_bits(t).map(|value| value.is_negative()),
            Op::Concat | Op::Sext => sign(a),
            Op::Ite => sign(b).filter(|_| sign(b) == sign(c)),
            Op::And => match (sign(a), sign(b)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), other) | (other, Some(true)) => other,
                (None, None) => None,
            },
            _ => None,
        };
        regular.map(|negative| negative != t.is_complemented())
    }

    /// So many low bits hold the value, unsigned; at least one.
    pub(super) fn unsigned_bits(&self, t: TermId) -> u32 {
        let zeros = self.leading_bits(t, false, DEPTH);
        (self.width(t) - zeros).max(1)
    }

    /// So many low bits hold the value, signed.
    pub(super) fn signed_bits(&self, t: TermId) -> u32 {
        let width = self.width(t);
        if let Some(a) = self.sext_part(t) {
            return self.width(a);
        }
        let copies = self.leading_bits(t, false, DEPTH).max(self.leading_bits(t, true, DEPTH));
        width - copies.saturating_sub(1).min(width - 1)
    }

    /// How many of the highest bits are known to have this value.
    fn leading_bits(&self, t: TermId, bit: bool, depth: u32) -> u32 {
        if let Some(value) = self.const_bits(t) {
            let width = value.width();
            return (0..width).take_while(|at| value.bit(width - 1 - at) == bit).count() as u32;
        }
        if depth == 0 {
            return 0;
        }
        let bit = bit != t.is_complemented();
        let [a, b, c] = self.node_args(t);
        let leading = |t: TermId| self.leading_bits(t, bit, depth - 1);
        match self.node_op(t) {
            Op::Concat => {
                let high = leading(a);
                if high == self.width(a) { high + leading(b) } else { high }
            }
            Op::Ite => leading(b).min(leading(c)),
            Op::And if !bit => leading(a).max(leading(b)),
            Op::And => leading(a).min(leading(b)),
            Op::Sext => match leading(a) {
                0 => 0,
                known => known + self.width(t) - self.width(a),
            },
            Op::Lshr | Op::Udiv if !bit && self.op_keeps_zeros(t) => leading(a),
            Op::Urem if !bit => leading(a),
            _ => 0,
        }
    }

    /// A right shift, or a division by something that is not zero, has the leading zeros of its first operand.
    fn op_keeps_zeros(&self, t: TermId) -> bool {
        let [_, b, _] = self.node_args(t);
        self.node_op(t) == Op::Lshr || (self.is_const(b) && !self.is_zero(b))
    }
}
