//! Register contents: 16 bytes whose meaning is the register's type.
//!
//! Integers of at most 64 bits and the formats f32 and f64 use `lo` alone (zero-extended; `hi` is then arbitrary), wider
//! ones both. A pointer is its address in `lo` and the object it belongs to in `hi` (see `memory::ObjectId`).

use pm_base::num::FloatFormat;
use pm_ir::Ty;

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Value {
    pub lo: u64,
    pub hi: u64,
}

impl Value {
    pub fn from_bits(bits: u128) -> Value {
        Value { lo: bits as u64, hi: (bits >> 64) as u64 }
    }

    pub fn bool(b: bool) -> Value {
        Value { lo: u64::from(b), hi: 0 }
    }

    pub fn all_bits(self) -> u128 {
        u128::from(self.lo) | u128::from(self.hi) << 64
    }

    /// The pattern of a value of type `ty`; of a pointer, its address.
    pub fn pattern(self, ty: Ty) -> u128 {
        let all = self.all_bits();
        match ty {
            Ty::Int(f) => f.wrap(all),
            Ty::Float(f) => all & float_mask(f),
            Ty::Ptr => u128::from(self.lo),
        }
    }
}

pub(crate) fn float_mask(f: FloatFormat) -> u128 {
    u128::MAX >> (128 - f.bits())
}
