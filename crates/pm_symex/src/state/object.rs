//! Objects: what is fixed about them, and their part of a state.

use crate::memory::pool::Pool;
use crate::state::cells::Cells;
use pm_base::{Span, Symbol};
use pm_ir::{FuncId, GlobalId, SlotId};
use pm_term::TermId;
use pm_types::QualType;
use std::rc::Rc;

/// A number that is used once; 0 is no object.
pub type ObjectId = u32;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObjectKind {
    Global(GlobalId),
    Slot(FuncId, SlotId),
    Heap,
    Stack,
    /// Made by the library, and never gone.
    Static,
    Func(FuncId),
    /// At a fixed address.
    Mapped,
    /// Says which bytes of another object have a value, `memory/init.rs`.
    Shadow,
}

/// What never changes about an object.
pub struct ObjectInfo {
    pub kind: ObjectKind,
    pub name: Option<Symbol>,
    pub cty: Option<QualType>,
    /// In bytes, a bit-vector of offset width.
    pub size: TermId,
    pub const_size: Option<u64>,
    pub read_only: bool,
    /// Each read is an input of this name.
    pub device: Option<Symbol>,
    /// Address of its first byte.
    pub base: u64,
    pub span: Span,
    /// 0: none.
    pub shadow: ObjectId,
}

/// What bytes hold that no cell covers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fill {
    Zero,
    /// Every bit is set (shadows).
    Ones,
    /// Initial bytes of the global.
    Image(GlobalId),
    /// Contents of this event.
    Event(u32),
}

/// Cells lie below this offset: what is behind it is in array terms only.
pub const FAR: u64 = u32::MAX as u64 - 255;

/// An array term of elements of `elem` bytes (or packed pointers), indexed by offset / elem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Elements {
    pub term: TermId,
    pub elem: u8,
    pub pointers: bool,
}

#[derive(Clone)]
pub enum Content {
    Cells {
        cells: Cells,
        fill: Fill,
    },
    Array(Elements),
    /// All heap objects of one size, by their numbers.
    Pool(Rc<Pool>),
}

#[derive(Clone)]
pub struct Object {
    pub content: Content,
    pub alive: TermId,
}

/// Objects are compared by identity: a state that did not touch an object shares it.
#[derive(Clone)]
pub struct Shared(pub Rc<Object>);

impl PartialEq for Shared {
    fn eq(&self, other: &Shared) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}
