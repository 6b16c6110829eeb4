//! Decides formulas: terms become gates, gates become clauses, a SAT solver answers; or terms become text, and a program of others answers.
//!
//! In: terms of `pm_term`. Out: satisfiable with a value for any term, unsatisfiable with the assumptions that are to blame, or
//! the limit that was met. It must not know of programs.

pub mod aig;
mod approximate;
mod bit_solver;
mod blackbox;
mod blast;
pub mod boxes;
mod children;
pub mod circuit;
pub mod cnf;
mod gates;
mod model;
pub mod sat;
mod smt;
mod solver;

pub use blast::{ArrayLimits, BlastOptions};
pub use cnf::CnfOptions;
pub use gates::{ArrayRead, Gates};
pub use sat::{
    Backend, Kept, Limit, Limits, Lit, Proofs, Sat, SatResult, SatStats, memory_is_exhausted, process_time, proofs,
    thread_time,
};
pub use smt::{Dialect, Script, Smt};
pub use solver::{Activation, Answer, Options, Solver, Stats, TermSolver};
