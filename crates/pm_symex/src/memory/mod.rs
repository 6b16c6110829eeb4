//! Contents of objects: how a value stands in memory, and which cell covers a byte.
//!
//! An object holds cells (scalars at constant offsets), one array term where it is large and accessed at symbolic offsets, or nodes
//! (`pool.rs`). `load.rs` and `store.rs` access one scalar, `array.rs` makes and accesses array terms (`pieces.rs`: at another width than theirs),
//! `range.rs` copies and fills, `large.rs` in large objects. `shapes.rs` joins contents of different shapes, `lifetime.rs` begins and ends objects,
//! `havoc.rs` gives them arbitrary contents, `mapped.rs` has those at fixed addresses, and `init.rs` knows which bytes have a value.

pub(crate) mod array;
pub(crate) mod havoc;
pub(crate) mod init;
pub(crate) mod large;
pub(crate) mod lifetime;
pub(crate) mod load;
pub(crate) mod mapped;
pub(crate) mod pieces;
pub(crate) mod pool;
pub(crate) mod range;
pub(crate) mod shapes;
pub(crate) mod store;
#[cfg(test)]
mod tests;

pub(crate) use range::SOME_LIMIT;

use crate::exec::Executor;
use crate::state::object::ObjectId;
use crate::state::value::{OFFSET_BITS, Ptr, Value, sort_of};
use pm_ir::Ty;
use pm_term::{Sort, TermId};

impl Executor<'_> {
    /// A cell's value read as `ty`.
    pub(crate) fn read_as(&mut self, value: Value, ty: Ty) -> Value {
        match (value, ty) {
            (Value::Ptr(_), Ty::Ptr) => value,
            (Value::Term(bits), Ty::Ptr) => Value::Ptr(self.int_to_ptr(bits)),
            (_, Ty::Int(_) | Ty::Float(_)) => {
                let bits = self.bits_of(value);
                match sort_of(ty) {
                    Sort::Bool => Value::Term(self.terms.nonzero(bits)),
                    Sort::Bv(width) => Value::Term(self.terms.truncate(bits, width)),
                    Sort::Array { .. } => Value::Term(bits),
                }
            }
        }
    }

    /// A value as it stands in memory: whole bytes, or a pointer.
    pub(crate) fn write_as(&mut self, value: Value, ty: Ty) -> Value {
        let width = ty.access_size(self.pointer_size) as u32 * 8;
        match value {
            Value::Ptr(_) => value,
            Value::Term(t) if self.terms.is_bool(t) => Value::Term(self.terms.bool_to_bv(t, width)),
            Value::Term(t) => Value::Term(self.terms.zext(t, width)),
        }
    }

    /// The bytes of a cell as one bit-vector.
    pub(crate) fn bits_of(&mut self, value: Value) -> TermId {
        match value {
            Value::Term(t) => t,
            Value::Ptr(p) => self.address(p),
        }
    }

    pub fn offset_by(&mut self, ptr: Ptr, bytes: u64) -> Ptr {
        let bytes = self.terms.bv(OFFSET_BITS, bytes.into());
        Ptr { obj: ptr.obj, off: self.terms.add(ptr.off, bytes) }
    }

    /// An object of symbolic size may hold any range that does not begin before it.
    fn may_hold(&self, id: ObjectId, off: u64, len: u64) -> bool {
        let size = self.objects[id as usize].const_size.unwrap_or(i64::MAX as u64);
        off.checked_add(len).is_some_and(|end| end <= size)
    }
}
