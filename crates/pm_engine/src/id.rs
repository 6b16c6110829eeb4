//! The names of engines.

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
    /// Bounded model checking, path by path.
    pub const PATHS: EngineId = EngineId("paths");
    pub const IC3: EngineId = EngineId("ic3");
    /// Who calls whom.
    pub const CALLS: EngineId = EngineId("calls");
    /// There is nothing to say.
    pub const NONE: EngineId = EngineId("none");

    pub const fn new(name: &'static str) -> EngineId {
        EngineId(name)
    }

    /// Whether it unwinds loops, and proves by that.
    pub fn unwinds(self) -> bool {
        self == EngineId::BMC || self == EngineId::PATHS
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
