//! Which NaN an operation yields.

use super::format::{FpFormat, NanRule};
use super::unpack::Unpacked;
use crate::terms::{TermId, Terms};

impl Terms {
    /// The result of an invalid operation: the negative quiet NaN.
    pub fn fp_invalid(&mut self, f: FpFormat) -> TermId {
        let exponent = self.ones(f.exponent_bits);
        let fraction = self.fp_quiet_bit(f.precision - 1);
        self.fp_pack(f, TermId::TRUE, exponent, fraction)
    }

    /// The highest of `width` bits.
    fn fp_quiet_bit(&mut self, width: u32) -> TermId {
        let one = self.one(1);
        if width == 1 {
            return one;
        }
        let zeros = self.zero(width - 1);
        self.concat(one, zeros)
    }

    /// A NaN made quiet; an encoding that x87 rejects becomes the invalid result.
    pub(super) fn fp_quiet(&mut self, f: FpFormat, a: TermId) -> TermId {
        let quiet = self.fp_quiet_bit(f.precision - 1);
        let quiet = self.zext(quiet, f.bits());
        let quieted = self.or(a, quiet);
        if !f.explicit_integer {
            return quieted;
        }
        let (proper, invalid) = (self.fp_is_proper(f, a), self.fp_invalid(f));
        self.ite(proper, quieted, invalid)
    }

    /// For a NaN: whether it is one that the format intends, not a rejected encoding.
    pub(super) fn fp_is_proper(&mut self, f: FpFormat, a: TermId) -> TermId {
        if !f.explicit_integer {
            return TermId::TRUE;
        }
        let infinity = self.extract(a, f.bits() - 2, f.precision - 1);
        self.all_ones(infinity)
    }

    /// The result where at least one of two operands is NaN.
    pub(super) fn fp_propagate(&mut self, f: FpFormat, a: &Unpacked, b: &Unpacked) -> TermId {
        let (quiet_a, quiet_b) = (self.fp_quiet(f, a.bits), self.fp_quiet(f, b.bits));
        let both = match f.nan_rule {
            NanRule::First => quiet_a,
            NanRule::LargerQuietFirst | NanRule::Larger => self.fp_larger_nan(f, a.bits, b.bits),
        };
        let with_a = self.ite(b.is_nan, both, quiet_a);
        self.ite(a.is_nan, with_a, quiet_b)
    }

    fn fp_larger_nan(&mut self, f: FpFormat, a: TermId, b: TermId) -> TermId {
        let stored = f.stored_bits();
        let (stored_a, stored_b) = (self.truncate(a, stored), self.truncate(b, stored));
        let negative_a = self.bit(a, f.bits() - 1);
        let (same, smaller) = (self.eq(stored_a, stored_b), self.ult(stored_a, stored_b));
        let mut prefer_b = self.ite(same, negative_a, smaller);
        if f.nan_rule == NanRule::LargerQuietFirst {
            let quiet_at = f.precision - 2;
            let (quiet_a, quiet_b) = (self.bit(a, quiet_at), self.bit(b, quiet_at));
            let differ = self.xor(quiet_a, quiet_b);
            prefer_b = self.ite(differ, quiet_b, prefer_b);
        }
        let chosen = self.ite(prefer_b, b, a);
        let (proper_a, proper_b) = (self.fp_is_proper(f, a), self.fp_is_proper(f, b));
        let proper = self.and(proper_a, proper_b);
        let (quiet, invalid) = (self.fp_quiet(f, chosen), self.fp_invalid(f));
        self.ite(proper, quiet, invalid)
    }
}
