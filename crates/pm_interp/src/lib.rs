//! The concrete interpreter: runs an IR program exactly, and replays counterexamples.
//!
//! In: a [`Program`], and an [`Oracle`] that supplies what C leaves open. Out: how the run ends ([`Outcome`]). It must not
//! know: C syntax, symbolic states, solvers.

mod options;
mod oracle;
mod outcome;
mod trace;

pub use options::RunOptions;
pub use oracle::{EventKind, Oracle};
pub use outcome::{Note, Outcome, RunResult, StackEntry};
pub use trace::{ObjectRef, Tracer};
