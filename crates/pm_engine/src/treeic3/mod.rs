//! IC3 along the paths of an unwinding (Cimatti and Griggio, "Software Model Checking via IC3").
//!
//! The automaton is unwound into a tree. A path to a goal is either executed, or cubes are blocked at its nodes, as IC3 does with frames, until the goal is not reached along it. A node
//! whose states are among those of an earlier node at the same location is covered, and not followed. When all nodes are covered or followed, what the nodes of each
//! location allow together is an invariant.

mod labels;
mod search;

use crate::cfa::{self, Ground, Strategy};
use crate::engine::{Engine, Progress};
use crate::id::EngineId;
use crate::ledger::Ledger;
use crate::task::Task;
use pm_model::Reductions;
use search::Search;

pub const ID: EngineId = EngineId::new("treeic3");

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
