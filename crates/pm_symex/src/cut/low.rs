//! Where pointers point that move: the low bits that all offsets of a variable share.

use crate::cut::leaves::{Low, Spot};
use pm_term::{TermId, Terms};

/// Bits of alignment that are followed.
pub(crate) const MAX_LOW: u8 = 16;

/// The low bits that are constant in an offset, at most so many.
pub(crate) fn low_bits(terms: &mut Terms, off: TermId, at_most: u8) -> Low {
    for count in (1..=at_most).rev() {
        let low = terms.extract(off, u32::from(count) - 1, 0);
        if let Some(bits) = terms.const_u64(low) {
            return Low { count, bits: bits as u32 };
        }
    }
    Low::default()
}

/// What covers both.
pub(crate) fn common_spot(a: Spot, b: Spot) -> Spot {
    let low = |spot| match spot {
        Spot::At(off) => Low { count: MAX_LOW, bits: off as u32 & ((1 << MAX_LOW) - 1) },
        Spot::Moving(low) => low,
    };
    if a == b { a } else { Spot::Moving(common_low(low(a), low(b))) }
}

/// What two offsets share.
pub(super) fn common_low(a: Low, b: Low) -> Low {
    let count = (0..=a.count.min(b.count)).rev().find(|n| (a.bits ^ b.bits) & ((1 << n) - 1) == 0).unwrap_or(0);
    Low { count, bits: a.bits & ((1 << count) - 1) }
}
