//! What a state at a cut point is made of: registers of the active functions, cells and arrays of the objects, lifetimes.
//!
//! Each leaf is known (a constant) or a variable, which is a symbol that belongs to the leaf at all cut points. A pointer has two
//! parts; where its object varies, the objects that it can be are listed: the value is a choice among these constants, so that
//! an access enumerates them.

use crate::control::instance::Instance;
use crate::state::object::{Fill, ObjectId};
use pm_base::Span;
use pm_ir::FuncId;
use pm_term::TermId;
use std::collections::BTreeMap;

/// One place of a state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Leaf {
    /// A register of the call of this instance; behind the variables come the addresses of slots, then the flags that
    /// say which variables have a value.
    Reg { activation: Instance, func: FuncId, key: u32 },
    /// A scalar in memory.
    Cell { object: ObjectId, off: u32, len: u8 },
    /// The whole contents as an array.
    Elements { object: ObjectId, elem: u8 },
    /// Is the object alive?
    Alive { object: ObjectId },
    /// In bytes.
    Size { object: ObjectId },
    /// How many nodes a pool had so far.
    Nodes { object: ObjectId },
    /// Which nodes of a pool are alive.
    Lives { object: ObjectId },
    /// What the nodes of a pool hold at an offset.
    Field { object: ObjectId, off: u32, len: u8 },
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Part {
    Value,
    /// The number of the object that a pointer points to.
    Object,
    /// In bytes.
    Offset,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Known {
    Const(TermId),
    Var(TermId),
}

impl Known {
    pub fn term(self) -> TermId {
        match self {
            Known::Const(t) | Known::Var(t) => t,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Aim {
    At(ObjectId),
    /// The symbol is one of these numbers. Told for each where in it the pointer points.
    Among(TermId, BTreeMap<ObjectId, Spot>),
}

/// Where in an object a pointer points: nodes of a list are pointed to at one offset, whatever other pointers of the same variable are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Spot {
    At(u64),
    /// At the variable offset.
    Moving(Low),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Held {
    Term(Known),
    Ptr { obj: Aim, off: Known, low: Low },
}

/// Low bits that all values of a variable offset share: how far pointers are aligned that move through an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Low {
    pub count: u8,
    pub bits: u32,
}

/// What bytes hold that no cell covers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rest {
    Fixed(Fill),
    /// Indeterminate.
    Open(Span),
}

#[derive(Clone)]
pub(crate) enum Shape {
    Cells {
        cells: BTreeMap<u32, (u8, Held)>,
        rest: Rest,
    },
    Array {
        term: Known,
        elem: u8,
        pointers: bool,
    },
    /// Nodes (`memory/pool.rs`), with where their pointers point to.
    Pool {
        count: Known,
        alive: Known,
        fields: BTreeMap<u32, HeldField>,
    },
}

#[derive(Clone)]
pub(crate) struct HeldField {
    pub len: u8,
    pub term: Known,
    pub aims: Option<BTreeMap<ObjectId, Spot>>,
}

#[derive(Clone)]
pub(crate) struct Matter {
    pub alive: Known,
    pub size: Known,
    pub shape: Shape,
}
