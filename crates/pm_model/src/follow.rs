//! Loops that end within a number of iterations that somebody knows: they are part of a step, whatever decides when they end. Only loops that may not end are cut.
//!
//! That nothing goes on beyond these numbers is a condition of every proof, like all that the model does not follow exactly: what is told here is never believed.

use pm_symex::LoopName;
use std::collections::{BTreeMap, BTreeSet};

/// Bounds of loops that were seen to go on: the first one, and the largest of a loop that is not cut.
const FIRST: u32 = 4;
const LONGEST: u32 = 16;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Followed {
    /// Loops that may not end.
    pub cut: BTreeSet<LoopName>,
    /// Iterations (or nested activations) of all others.
    pub base: u32,
    /// Of some of them.
    pub bounds: BTreeMap<LoopName, u32>,
}

impl Default for Followed {
    fn default() -> Self {
        Followed { cut: BTreeSet::new(), base: FIRST, bounds: BTreeMap::new() }
    }
}

impl Followed {
    pub fn of(&self, name: LoopName) -> u32 {
        self.bounds.get(&name).copied().unwrap_or(self.base).max(self.base)
    }
    /// A loop was seen to go on beyond its bound: it gets a larger one, or is cut.
    pub fn goes_on(&mut self, name: LoopName) {
        let bound = self.of(name).saturating_mul(2);
        if bound > LONGEST && name.head.is_some() {
            self.bounds.remove(&name);
            self.cut.insert(name);
        } else {
            self.bounds.insert(name, bound);
        }
    }
}
