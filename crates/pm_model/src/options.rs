//! How a program is made a transition system.

use crate::follow::Followed;
use pm_ir::PropId;
use pm_solve::Limits;
use pm_symex::SymexOptions;
use rustc_hash::FxHashSet;

#[derive(Clone, Debug)]
pub struct Options {
    /// Properties that nobody asks for: executions that violate one end there.
    pub ignored: FxHashSet<PropId>,
    /// How the executor reads the program.
    pub symex: SymexOptions,
    pub limits: Limits,
    pub unroll: Unroll,
    pub block: BlockSize,
    /// Loops that end are followed; without it those that constants decide.
    pub followed: Option<Followed>,
    /// Activations of one function below each other, where they are not decided by constants.
    pub recursion: u32,
    /// Recursion that constants do not decide is told by contracts, where it can be (see [`crate::contracts`]).
    pub contracts: bool,
    /// Heap objects of which a loop makes many are nodes of pools. The counterexamples of such a system are not executed.
    pub pools: bool,
    /// More cut points are refused.
    pub max_locations: usize,
}

/// What one step executes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BlockSize {
    /// One basic block with effects and the tests behind it, with the calls in it up to their first branch (Kleine Büning, Balyo, Sinz, "Unbounded Software Model Checking with Incremental SAT-Solving", `small.rs`).
    Small,
    /// Everything up to the next loop that constants do not decide.
    #[default]
    Large,
}

/// Loops that end after a number of iterations that constants decide are part of a step. All others are cut.
#[derive(Clone, Copy, Debug)]
pub struct Unroll {
    /// Iterations that take no decision on an input and read none.
    pub concrete: u32,
    /// Iterations after which all executions go on alike.
    pub steady: u32,
    /// Iterations of all loops in one step.
    pub total: u32,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            ignored: FxHashSet::default(),
            symex: SymexOptions::default(),
            limits: Limits::default(),
            block: BlockSize::Large,
            followed: None,
            unroll: Unroll { concrete: 1000, steady: 64, total: 20_000 },
            recursion: 3,
            contracts: false,
            pools: false,
            max_locations: 500,
        }
    }
}
