//! IC3 over the control-flow automaton, with cubes of words (Lange, "IC3 software model checking", on the algorithm of Lange, Neuhäußer and Noll, "IC3 software
//! model checking on control flow automata").
//!
//! Each location has frames of its own: what is known of its states after at most so many steps. What leads to a violation within that many is blocked, location by location, with
//! cubes of the conditions that the program writes: weakest preconditions by substitution, of which one case is chosen by a model of the solver. Then blocked
//! cubes are generalised ([`generalise`]), so that frames soon repeat, which is a proof. It starts from invariants that are found by other means.
//!
//! An invariant is a certificate like any other; what leads from the entry to a violation becomes an execution of the interpreter.

mod block;
mod cubes;
mod frames;
mod generalise;
mod graph;
mod implicant;
mod obligations;
mod options;
mod propagate;
mod search;
mod sites;
mod statistics;
#[cfg(test)]
mod tests;
mod trace;
mod verdicts;

pub use options::{Generalisation, Options, Part};
use search::{Goals, Outcome, Search};

use crate::engine::{Engine, Progress};
use crate::id::EngineId;
use crate::ledger::{Ledger, UnknownReason};
use crate::models::{reduction_share, refused, system, with_contracts};
use crate::task::Task;
use pm_invariants::{self as invariants, Lemmas};
use pm_model::Reductions;
use verdicts::Prover;

pub const ID: EngineId = EngineId::new("ic3cfa");

/// With contracts the search gets one of so many parts of the time.
const CONTRACTS: u32 = 2;

impl Engine for Options {
    fn id(&self) -> EngineId {
        ID
    }

    fn check(&self, task: &Task, progress: &mut dyn Progress) -> Ledger {
        let mut ledger = task.ledger(ID);
        let brief = task.within(task.limits.part(CONTRACTS));
        if let Some((mut system, lemmas)) = with_contracts(&brief) {
            ledger.missing_bodies = system.missing_bodies.clone();
            let mut origin = invariants::reduce(&mut system, Reductions::NONE, &brief.limits);
            let _ = Prover::new(&brief, self, (&mut system, &mut origin), Some(lemmas), &mut ledger).run(progress);
            ledger.forget_open();
        }
        if let Err(reason) = self.check_exactly(task, &mut ledger, progress) {
            ledger.leave_open(task.asked(), &reason);
        }
        ledger
    }
}

impl Options {
    fn check_exactly(
        &self,
        task: &Task,
        ledger: &mut Ledger,
        progress: &mut dyn Progress,
    ) -> Result<(), UnknownReason> {
        let mut system = system(task, false).map_err(|refusal| refused(&refusal))?;
        ledger.missing_bodies = system.missing_bodies.clone();
        let wanted = self.reductions.unwrap_or_default();
        let mut origin = invariants::reduce(&mut system, wanted, &reduction_share(&task.limits));
        Prover::new(task, self, (&mut system, &mut origin), None, ledger).run(progress)
    }
}

/// The facts of each location.
fn by_location(locations: usize, lemmas: Option<&Lemmas>) -> Vec<Vec<pm_term::TermId>> {
    let mut out = vec![Vec::new(); locations];
    for lemma in lemmas.into_iter().flat_map(|l| l.absolute.iter().chain(&l.relative)) {
        out[lemma.location as usize].push(lemma.fact);
    }
    out
}
