//! Programs as control-flow automata and transition systems.
//!
//! In: a [`pm_ir::Program`], read by the symbolic executor alone. Out: an [`Automaton`] of cut points with large-block steps
//! between them, as terms, and the [`System`] that is its view as a transition system. It must not know: engines, C syntax.

pub mod automaton;
mod build;
pub mod contracts;
pub mod export;
pub mod follow;
pub mod form;
pub mod lemma;
mod naming;
pub mod netlist;
pub mod options;
mod policy;
pub mod reduce;
pub mod simulate;
mod small;
pub mod system;

pub use automaton::{Automaton, Edge, Place};
pub use build::{Refusal, build};
pub use follow::Followed;
pub use options::{BlockSize, Options, Unroll};
pub use reduce::{Origin, Reduction, Reductions, end_early, start_late};
pub use simulate::Simulator;
pub use system::{Assumption, Bad, BadKind, Location, Pool, StateVar, Step, System};
