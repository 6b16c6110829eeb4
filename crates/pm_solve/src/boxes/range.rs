//! Sets of bit-vectors of at most 64 bits as ranges of unsigned numbers.

/// From the least to the largest, both in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Range {
    pub lo: u64,
    pub hi: u64,
}

fn largest(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

impl Range {
    pub(super) const BIT: Range = Range { lo: 0, hi: 1 };

    pub(super) fn new(lo: u64, hi: u64) -> Range {
        Range { lo, hi }
    }

    pub(super) fn point(value: u64) -> Range {
        Range::new(value, value)
    }

    pub(super) fn full(width: u32) -> Range {
        Range::new(0, largest(width))
    }

    pub(super) fn known(value: Option<bool>) -> Range {
        value.map_or(Range::BIT, |v| Range::point(v.into()))
    }

    pub(super) fn value(self) -> Option<u64> {
        (self.lo == self.hi).then_some(self.lo)
    }

    /// The numbers in two's complement.
    pub(super) fn signed(self, width: u32) -> (i64, i64) {
        let sign = 1u64 << (width - 1);
        let extend = |x: u64| (x ^ sign).wrapping_sub(sign) as i64;
        if self.lo & sign == self.hi & sign {
            (extend(self.lo), extend(self.hi))
        } else {
            (extend(sign), extend(sign - 1))
        }
    }

    /// Integers as bits.
    pub(super) fn of_ints(lo: i128, hi: i128, width: u32) -> Range {
        let bits = |x: i128| x as u64 & largest(width);
        if (lo < 0) == (hi < 0) && bits(lo) <= bits(hi) { Range::new(bits(lo), bits(hi)) } else { Range::full(width) }
    }

    pub(super) fn hull(self, other: Range) -> Range {
        Range::new(self.lo.min(other.lo), self.hi.max(other.hi))
    }

    pub(super) fn not(self, width: u32) -> Range {
        Range::new(largest(width) - self.hi, largest(width) - self.lo)
    }

    pub(super) fn and(self, other: Range, width: u32) -> Range {
        match (self.value(), other.value()) {
            (Some(a), Some(b)) => Range::point(a & b),
            _ if width == 1 => Range::new(self.lo & other.lo, self.hi & other.hi),
            _ => Range::new(0, self.hi.min(other.hi)),
        }
    }

    pub(super) fn xor(self, other: Range, width: u32) -> Range {
        match (self.value(), other.value()) {
            (Some(a), Some(b)) => Range::point(a ^ b),
            (Some(ones), _) if ones == largest(width) => other.not(width),
            (_, Some(ones)) if ones == largest(width) => self.not(width),
            _ => {
                let most = self.hi | other.hi;
                Range::new(0, if most == 0 { 0 } else { u64::MAX >> most.leading_zeros() })
            }
        }
    }

    pub(super) fn equal(self, other: Range) -> Option<bool> {
        if self.lo > other.hi || other.lo > self.hi {
            return Some(false);
        }
        (self.value().is_some() && self == other).then_some(true)
    }

    pub(super) fn below(self, other: Range) -> Option<bool> {
        if self.hi < other.lo {
            return Some(true);
        }
        (self.lo >= other.hi).then_some(false)
    }

    pub(super) fn signed_below(self, other: Range, width: u32) -> Option<bool> {
        let (a, b) = (self.signed(width), other.signed(width));
        if a.1 < b.0 {
            return Some(true);
        }
        (a.0 >= b.1).then_some(false)
    }

    pub(super) fn add(self, other: Range, width: u32) -> Range {
        let (lo, hi) = (u128::from(self.lo) + u128::from(other.lo), u128::from(self.hi) + u128::from(other.hi));
        Range::wrapped(lo, hi, width)
    }

    pub(super) fn mul(self, other: Range, width: u32) -> Range {
        let (lo, hi) = (u128::from(self.lo) * u128::from(other.lo), u128::from(self.hi) * u128::from(other.hi));
        Range::wrapped(lo, hi, width)
    }

    /// Results before they are cut to a width: a range if all lose the same high bits.
    fn wrapped(lo: u128, hi: u128, width: u32) -> Range {
        if lo >> width == hi >> width {
            Range::new(lo as u64 & largest(width), hi as u64 & largest(width))
        } else {
            Range::full(width)
        }
    }

    pub(super) fn divide(self, other: Range, width: u32) -> Range {
        match (self.lo.checked_div(other.hi), self.hi.checked_div(other.lo)) {
            (Some(lo), Some(hi)) => Range::new(lo, hi),
            _ => Range::full(width),
        }
    }

    pub(super) fn remainder(self, other: Range, width: u32) -> Range {
        if other.lo == 0 {
            Range::full(width)
        } else if self.hi < other.lo {
            self
        } else {
            Range::new(0, self.hi.min(other.hi - 1))
        }
    }

    pub(super) fn shift_left(self, other: Range, width: u32) -> Range {
        match other.value() {
            Some(by) if by < u64::from(width) => {
                Range::wrapped(u128::from(self.lo) << by, u128::from(self.hi) << by, width)
            }
            Some(_) => Range::point(0),
            None => Range::full(width),
        }
    }

    pub(super) fn shift_right(self, other: Range) -> Range {
        let shift = |x: u64, by: u64| if by > 63 { 0 } else { x >> by };
        Range::new(shift(self.lo, other.hi), shift(self.hi, other.lo))
    }

    pub(super) fn concat(self, low: Range, low_width: u32) -> Range {
        Range::new(self.lo << low_width | low.lo, self.hi << low_width | low.hi)
    }

    pub(super) fn extract(self, from: u32, width: u32) -> Range {
        Range::wrapped((self.lo >> from).into(), (self.hi >> from).into(), width)
    }

    pub(super) fn extend(self, from: u32, to: u32) -> Range {
        let (lo, hi) = self.signed(from);
        Range::of_ints(lo.into(), hi.into(), to)
    }
}
