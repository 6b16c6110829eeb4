//! Predicate abstraction with refinement by counterexamples (Clarke, Grumberg, Jha, Lu and Veith, "Counterexample-Guided Abstraction Refinement"), lazily by location (Henzinger, Jhala, Majumdar and
//! Sutre, "Lazy Abstraction") and over large blocks (Beyer, Cimatti, Griggio, Keremoglu and Sebastiani, "Software Model Checking via Large-Block Encoding").
//!
//! Each location has predicates. An abstract state is a combination of them, and what a command makes of one is the strongest combination of those of the next location, which the solver
//! enumerates. A path to a goal that nothing executes is refuted by interpolants ([`crate::cfa::refute`]), whose literals are new predicates.

mod abstraction;
mod search;

use crate::cfa::{self, Ground, Strategy};
use crate::engine::{Engine, Progress};
use crate::id::EngineId;
use crate::ledger::Ledger;
use crate::task::Task;
use pm_model::Reductions;
use search::Search;

pub const ID: EngineId = EngineId::new("cegar");

/// The engine.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Of the transition system; by default the engine's own.
    pub reductions: Option<Reductions>,
}

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
        false
    }

    fn search<'a>(&self, ground: Ground<'a>) -> Box<dyn cfa::Search + 'a> {
        Box::new(Search::new(ground))
    }
}
