//! What an engine is: something that says of the properties of a task what it can find out. Its options are its own.

use crate::ledger::Ledger;
use crate::task::Task;
use std::fmt;

/// Who says something: an engine, or a part of one that has a name of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EngineId(&'static str);

impl EngineId {
    pub const AUTO: EngineId = EngineId("auto");
    /// Executions of the interpreter.
    pub const RUN: EngineId = EngineId("run");
    pub const BMC: EngineId = EngineId("bmc");
    pub const KIND: EngineId = EngineId("kind");
    /// Induction with cells in place of arrays.
    pub const CELLS: EngineId = EngineId("cells");
    /// Facts about all heap objects.
    pub const NODES: EngineId = EngineId("nodes");
    pub const IC3: EngineId = EngineId("ic3");
    /// Who calls whom.
    pub const CALLS: EngineId = EngineId("calls");
    /// There is nothing to say.
    pub const NONE: EngineId = EngineId("none");

    pub const fn new(name: &'static str) -> EngineId {
        EngineId(name)
    }

    pub fn name(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for EngineId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0)
    }
}

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
}

/// Nobody looks.
pub struct Silent;

impl Progress for Silent {
    fn stage(&mut self, _: &Stage) {}
}
