//! Reachability in finite transition relations given as clauses.
//!
//! In: a [`Relation`], from a sequential circuit ([`Circuit`]) or a DimSpec file ([`dimspec`]). Out: an inductive invariant that
//! excludes the bad states, a trace that reaches one, or the limit that was met. Invariants and traces are checked again
//! with a solver that the engine does not use ([`check_invariant`], [`check_trace`]).
//!
//! It must not know of programs, terms or C.

mod bmc;
mod check;
mod circuit;
mod clauses;
mod code;
pub mod dimspec;
mod ic3;
mod reduce;
mod relation;
mod solver;
#[cfg(test)]
mod tests;
mod trace;

pub use bmc::{Incremental, Step};
pub use check::{Refusal, check_invariant, check_trace, excluded};
pub use circuit::{Circuit, CircuitLatch, CircuitMap};
pub use clauses::Clauses;
pub use ic3::{Ic3, Ic3Options, Ic3Stats, Outcome};
pub use reduce::{Reduced, Same, cone_only, reduce};
pub use relation::{Fanins, Latch, Relation};
pub use trace::{Trace, TraceState};
