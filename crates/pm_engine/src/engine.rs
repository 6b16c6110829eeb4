//! What an engine is: something that says of the properties of a task what it can find out. Its options are its own.

use crate::id::EngineId;
use crate::ledger::Ledger;
use crate::task::Task;

/// An engine with its options. What it cannot decide is unknown, with a reason; evidence is checked before it is entered.
pub trait Engine: Sync {
    fn id(&self) -> EngineId;

    /// What it finds out within the limits of the task.
    fn check(&self, task: &Task, progress: &mut dyn Progress) -> Ledger;
}

/// How far it is.
#[derive(Clone, Copy, Debug)]
pub struct Stage {
    pub bound: u32,
    /// Loops that were open at the bound before.
    pub open_loops: usize,
    pub decided: usize,
    pub undecided: usize,
    pub clauses: u64,
}

/// What the user is shown while it runs.
pub trait Progress {
    fn stage(&mut self, stage: &Stage);

    /// What is planned, in a line, for those who want to know more.
    fn note(&mut self, _: &str) {}
}

/// Nobody looks.
pub struct Silent;

impl Progress for Silent {
    fn stage(&mut self, _: &Stage) {}
}
