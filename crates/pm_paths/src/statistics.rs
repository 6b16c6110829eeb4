//! What a search has done: the columns of the paper, and more.

use std::time::Duration;

/// A solver of the store and what it was asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Asked {
    pub tests: u64,
    /// Inconsistent stores that it found.
    pub decided: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    pub questions: u64,
    /// In the graph of definitions.
    pub nodes: u64,
    /// Definitions and conditions that were chosen.
    pub visited: u64,
    /// Decisions that a solver of the store, or a nogood, has shown to be impossible when they were made.
    pub cut: u64,
    pub backjumps: u64,
    /// Levels that were jumped over beyond the last one.
    pub jumped: u64,
    pub nogoods: u64,
    pub domains: Asked,
    pub differences: Asked,
    pub exact: Asked,
    /// Ends of paths where the domains alone gave the inputs.
    pub guessed: u64,
    /// Building the graph and filtering its domains before the first decision.
    pub presolving: Duration,
    pub search: Duration,
}
