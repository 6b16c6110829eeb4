//! Engines, and the ledger that holds what they found about each property.
//!
//! In: a [`pm_ir::Program`]. Out: a [`Ledger`]: a status a property, with evidence that was checked: a violation was
//! replayed by the interpreter before it is entered. It must not know: C syntax, names of solvers, reports.

pub mod audit;
pub mod auto;
pub mod beyond;
pub mod bmc;
pub mod board;
pub mod cegar;
pub mod certificate;
pub mod certify;
pub mod cfa;
mod chance;
pub mod costs;
pub mod engine;
pub mod engines;
pub mod evidence;
pub mod explore;
mod fuzz;
pub mod ic3;
pub mod ic3cfa;
pub mod id;
pub mod in_c;
mod inductive;
pub mod kind;
pub mod ledger;
pub mod minimise;
pub mod models;
mod open;
pub mod path;
pub mod paths;
mod products;
pub mod proof;
mod recorder;
mod reference;
pub mod replay;
pub mod run;
mod saved;
mod solvers;
pub mod task;
pub mod treeic3;
pub mod uncalled;
pub mod unroll;
pub mod vacuity;

pub use engine::Engine;
pub use evidence::Counterexample;
pub use id::EngineId;
pub use ledger::{Ledger, LoopBound, Status, UnknownReason, UnwindingAssertion};
pub use pm_solve::{ArrayLimits, Backend, Dialect, Limit, Limits, Options as SolverOptions, Script, Smt};
pub use pm_symex::{LoopName, SymexOptions as Reading};
pub use pm_term::Encoding;
pub use saved::Saved;
pub use task::{Judge, Task};
