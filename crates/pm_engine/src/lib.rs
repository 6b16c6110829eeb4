//! Engines, and the ledger that holds what they found about each property.
//!
//! In: a [`pm_ir::Program`]. Out: a [`Ledger`]: a status a property, with evidence that was checked: a violation was
//! replayed by the interpreter before it is entered. It must not know: C syntax, names of solvers, reports.

pub mod audit;
pub mod auto;
pub mod beyond;
pub mod bmc;
pub mod board;
mod cases;
pub mod certificate;
pub mod certify;
mod chance;
mod claim;
mod contracts;
mod equations;
pub mod ic3;
pub mod in_c;
pub mod kind;
pub mod ledger;
mod load;
pub mod minimise;
mod nodes;
pub mod path;
mod probe;
mod products;
mod recorder;
mod reference;
pub mod replay;
mod saved;
mod seats;
pub mod single;
mod solvers;
pub mod uncalled;
pub mod unroll;
pub mod vacuity;

pub use ledger::{Counterexample, Ledger, LoopBound, Status, UnknownReason, UnwindingAssertion};
pub use pm_solve::{ArrayLimits, Backend, Limit, Limits, Options as SolverOptions};
pub use pm_symex::LoopName;
pub use saved::Saved;
