//! Facts about all nodes of a heap: proofs about lists of any length.
//!
//! A system that was built with pools (see [`pm_model::Options::pools`]) has arrays over the numbers of heap objects, *nodes*. A fact about it may
//! speak of two nodes of each pool that are arbitrary ([`pm_model::Pool::bound`]): it holds for all values of these. Nothing else is new: the
//! system is exact, and a fact that is assumed before a step may be assumed of any nodes, for it holds of all.
//!
//! * [`find()`] guesses facts from executions: clauses over [`atoms`], and keeps those that are inductive together.
//! * [`check()`] shows that facts are inductive and exclude what is bad.
//!
//! Both instantiate what they assume on demand: a solver's model tells which nodes a step looks at ([`indices`]), and which facts do not
//! hold of them in it; these are added, until there is no model, or a model in which all facts hold of all these nodes.

mod atoms;
mod check;
mod clauses;
mod find;
mod indices;
mod states;

pub use check::{Broken, check};
pub use find::find;

use pm_model::System;
use pm_term::TermId;

/// The symbols for nodes, by pool.
fn bound(system: &System) -> Vec<[TermId; 2]> {
    system.pools.iter().map(|p| p.bound).collect()
}
