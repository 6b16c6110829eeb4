//! IC3 over the control-flow automaton, with cubes of words (Lange, "IC3 software model checking", on the algorithm of Lange, Neuhäußer and Noll, "IC3 software
//! model checking on control flow automata").
//!
//! Each location has frames of its own: what is known of its states after at most so many steps. What leads to a violation within that many is blocked, location by location, with
//! cubes of the conditions that the program writes: weakest preconditions by substitution, of which one case is chosen by a model of the solver. Then blocked
//! cubes are generalised ([`generalise`]), so that frames soon repeat, which is a proof. It starts from invariants that are found by other means.
//!
//! An invariant is a certificate like any other; what leads from the entry to a violation becomes an execution of the interpreter.

mod block;
mod frames;
mod generalise;
mod obligations;
mod options;
mod propagate;
mod questions;
mod search;
mod statistics;
#[cfg(test)]
mod tests;

pub use options::{Generalisation, Options, Part};

use crate::cfa::{self, Ground, Strategy};
use crate::engine::{Engine, Progress};
use crate::id::EngineId;
use crate::ledger::Ledger;
use crate::task::Task;
use pm_model::Reductions;
use search::Search;

pub const ID: EngineId = EngineId::new("ic3cfa");

impl Engine for Options {
    fn id(&self) -> EngineId {
        ID
    }

    fn check(&self, task: &Task, progress: &mut dyn Progress) -> Ledger {
        cfa::check(self, task, progress)
    }
}

impl Strategy for Options {
    fn id(&self) -> EngineId {
        ID
    }

    fn reductions(&self) -> Option<Reductions> {
        self.reductions
    }

    fn splits(&self) -> bool {
        self.generalisation.has(Part::Split)
    }

    fn search<'a>(&self, ground: Ground<'a>) -> Box<dyn cfa::Search + 'a> {
        Box::new(Search::new(ground, self.generalisation))
    }
}
