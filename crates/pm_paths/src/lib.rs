//! Decides terms path by path (Collavizza, Vinh, Ponsini, Rueher, Rollet, "Constraint-Based BMC: A Backjumping Strategy").
//!
//! In: a Bool term over an unwound program, where a variable with several definitions is an if-then-else. Out: a solution, or that there is none. A search chooses
//! definitions and conditions, backwards from the property or forwards from the entry; a store of domains draws the consequences, partial solvers cut what is
//! inconsistent, and the bit-precise solver decides at the end of a path. Contradictions are traced to the decisions that they need and kept as nogoods.
//! It must not know: C, programs, loops.

mod analyse;
mod arrays;
mod backwards;
mod differences;
mod forwards;
mod graph;
mod linear;
mod narrow;
mod nogoods;
mod options;
mod search;
mod statistics;
mod store;
#[cfg(test)]
mod tests;
mod theories;

pub use options::{Options, Order, Partial, Strategy};
pub use search::Search;
pub use statistics::{Asked, Statistics};
