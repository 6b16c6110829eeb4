//! Systems that say the same in a form that is easier to decide.
//!
//! Each reduction is a file; those that rest on facts, and the order of all, are in `pm_invariants`. None of them is believed: [`Origin`] keeps the system as it was, the facts that a reduction rests on, and the
//! way back, so that what is proved of the reduced system becomes a proof about the system as it was, which is certified there. Paths
//! found in the reduced system are given as inputs, and are executed in the system as it was.
//!
//! Locations and bad conditions keep their numbers; variables do not.
//!
//! [`cells()`] is no such reduction but an abstraction: the system that it makes does more than the one that it is made of.

mod cells;
mod cone;
mod dead;
mod elements;
mod ends;
mod origin;
mod places;
mod prefix;
mod shape;
mod starts;

pub use cells::{Cell, Cells, Concrete, cells};
pub use cone::remove_unneeded;
pub use dead::clear_dead;
pub use elements::split_arrays;
pub use ends::end_early;
pub use origin::Origin;
pub use places::digits;
pub use shape::{is_cast, stores_and_reads};
pub use starts::start_late;

use std::fmt;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reduction {
    /// Variables that no condition depends on go.
    Cone,
    /// Variables that nobody reads after a location are 0 there.
    Dead,
    /// Small arrays become a variable for each element.
    Elements,
    /// A variable that has one value at a location is replaced by it there.
    Constants,
    /// A variable that is equal to another one at a location is replaced by it there.
    Copies,
    /// Bits that are known at all locations are no state.
    Widths,
    /// On the bit level: latches that are constant or equal to others go (`pm_ic3`).
    Latches,
}

impl Reduction {
    pub const ALL: [Reduction; 7] = [
        Reduction::Cone,
        Reduction::Dead,
        Reduction::Elements,
        Reduction::Constants,
        Reduction::Copies,
        Reduction::Widths,
        Reduction::Latches,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Reduction::Cone => "cone",
            Reduction::Dead => "dead",
            Reduction::Elements => "elements",
            Reduction::Constants => "constants",
            Reduction::Copies => "copies",
            Reduction::Widths => "widths",
            Reduction::Latches => "latches",
        }
    }
}

/// A set of reductions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reductions(u8);

impl Reductions {
    pub const NONE: Reductions = Reductions(0);
    pub const ALL: Reductions = Reductions((1 << Reduction::ALL.len()) - 1);

    pub fn contains(self, r: Reduction) -> bool {
        self.0 & 1 << r as u8 != 0
    }

    pub fn with(self, r: Reduction) -> Reductions {
        Reductions(self.0 | 1 << r as u8)
    }

    pub fn without(self, r: Reduction) -> Reductions {
        Reductions(self.0 & !(1 << r as u8))
    }
}

impl Default for Reductions {
    fn default() -> Reductions {
        Reductions::ALL.without(Reduction::Widths)
    }
}

/// What a reduction did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Used {
    pub reduction: Reduction,
    /// Variables, arrays, places or latches that it concerned.
    pub count: usize,
}

impl fmt::Display for Used {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.reduction.name(), self.count)
    }
}
