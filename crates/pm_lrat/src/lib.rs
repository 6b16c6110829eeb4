//! A small checker of LRAT proofs: that clauses follow from others, by hints that say which ones are needed and in which order.
//!
//! In: clauses, and for each further clause the numbers of those that it follows from. Out: that it does, or where that is not so. It must not know: solvers,
//! terms, programs. Nothing here searches: a hint makes one literal true or ends the step, so a proof is checked in time linear in its length.
//!
//! Source: Cruz-Filipe, Heule, Hunt, Kaufmann, Schneider-Kamp, *Efficient Certified RAT Verification*. Of LRAT's two kinds of steps only reverse unit propagation is accepted, not
//! resolution asymmetric tautologies: what is derived follows from the formula, then, and still does when the formula grows. A solver may go on after an answer.

mod checker;
mod formula;
mod proof;
mod record;
#[cfg(test)]
mod tests;

pub use checker::{Checker, Id, MAX_VARIABLE, Refusal};
pub use formula::read_formula;
pub use proof::{Action, Steps};
pub use record::{Record, Refutation};

use std::fmt;

/// Why a formula and its proof are not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The formula is no DIMACS, at this line.
    Formula { line: usize, what: &'static str },
    /// The proof is no LRAT, in this step.
    Proof { step: usize, what: &'static str },
    /// The step does not follow.
    Step { step: usize, refusal: Refusal },
    /// All steps follow, and none is the empty clause.
    NotRefuted,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Formula { line, what } => write!(f, "line {line} of the formula: {what}"),
            Fault::Proof { step, what } => write!(f, "step {step} of the proof: {what}"),
            Fault::Step { step, refusal } => write!(f, "step {step} of the proof: {refusal}"),
            Fault::NotRefuted => f.write_str("the proof does not derive the empty clause"),
        }
    }
}

/// What was checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    pub clauses: usize,
    /// Up to the empty clause.
    pub steps: usize,
}

/// Checks that a proof, LRAT as text or in binary form, refutes a formula in DIMACS.
///
/// # Errors
/// It does not, or one of them is malformed.
pub fn check(formula: &[u8], proof: &[u8]) -> Result<Summary, Fault> {
    let mut checker = Checker::default();
    let mut summary = Summary::default();
    read_formula(formula, |clause| {
        summary.clauses += 1;
        checker.add(summary.clauses as Id, clause)
    })?;
    let mut steps = Steps::new(proof);
    loop {
        let step = summary.steps + 1;
        let Some(action) = steps.step().map_err(|what| Fault::Proof { step, what })? else {
            return Err(Fault::NotRefuted);
        };
        summary.steps = step;
        let is_empty = matches!(action, Action::Add) && steps.clause.is_empty();
        let done = match action {
            Action::Add => checker.derive(steps.id, &steps.clause, &steps.hints),
            Action::Delete => steps.hints.iter().try_for_each(|id| checker.delete(*id)),
        };
        done.map_err(|refusal| Fault::Step { step, refusal })?;
        if is_empty {
            return Ok(summary);
        }
    }
}
