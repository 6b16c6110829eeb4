//! Transition systems of a program: as it is, with heap objects as nodes of pools, with contracts of recursive functions; and the shares of the
//! time that go into making them smaller and into their invariants.

use crate::ledger::UnknownReason;
use crate::task::Task;
use pm_invariants::contracts::find;
use pm_invariants::{self as invariants, Lemmas};
use pm_model::contracts::{apply, are_useful};
use pm_model::{Followed, Refusal, System};
use pm_solve::Limits;
use pm_symex::SymexOptions;
use std::time::Duration;

/// The share of the time that is left, and the most, that goes into finding invariants.
const INVARIANTS: (u32, Duration) = (5, Duration::from_secs(60));
/// The same for reductions.
const REDUCTION: (u32, Duration) = (10, Duration::from_secs(5));

/// The transition system of the program.
pub fn system(task: &Task, contracts: bool) -> Result<System, Refusal> {
    pm_model::build(task.program, task.names, &pm_model::Options { contracts, ..options(task) })
}

/// The transition system with heap objects as nodes of pools, where a loop makes many.
pub fn with_pools(task: &Task) -> Result<System, Refusal> {
    pm_model::build(task.program, task.names, &pm_model::Options { pools: true, ..options(task) })
}

/// The transition system in which only loops that may not end are cut.
pub fn following(task: &Task, followed: &Followed) -> Result<System, Refusal> {
    pm_model::build(task.program, task.names, &pm_model::Options { followed: Some(followed.clone()), ..options(task) })
}

/// The system with contracts in it, and invariants. `None` where contracts tell nothing.
///
/// Such a system has more executions than the program. So it is asked for proofs only, with a part of the time; violations, and what is
/// left, are the business of the system that follows recursion to a bound.
pub fn with_contracts(task: &Task) -> Option<(System, Lemmas)> {
    if !are_useful(task.program) {
        return None;
    }
    let mut system = system(task, true).ok()?;
    if system.contracts.functions.is_empty() {
        return None;
    }
    let (posts, lemmas) = find(&mut system, &task.limits.part(2));
    apply(&mut system, &posts);
    let lemmas = invariants::find_with(&mut system, lemmas, &share(&task.limits));
    Some((system, lemmas))
}

fn options(task: &Task) -> pm_model::Options {
    let symex = SymexOptions { depth: None, ..task.reading.clone() };
    let (ignored, limits) = (task.ignored.clone(), task.limits.clone());
    pm_model::Options { ignored, symex, limits, ..pm_model::Options::default() }
}

/// Limits for finding invariants.
pub fn share(limits: &Limits) -> Limits {
    limits.share(INVARIANTS)
}

/// Limits for reducing the system.
pub fn reduction_share(limits: &Limits) -> Limits {
    limits.share(REDUCTION)
}

/// Why there is no transition system, as a reason in the ledger.
pub fn refused(refusal: &Refusal) -> UnknownReason {
    match refusal.limit {
        Some(limit) => limit.into(),
        None => UnknownReason::Inexact { what: refusal.what.clone(), span: refusal.span },
    }
}
