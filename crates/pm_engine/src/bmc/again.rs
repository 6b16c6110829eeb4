//! A proof by complete unwinding is checked before it is entered: another executor executes the program, and another solver is asked.
//!
//! The reference semantics comes first: it shares nothing with the executor that found the proof. Where it is too hard for that within its share of the time,
//! the program is executed anew by the same executor. The other solver gets a share of the time that the proof took, then; so long the other engines wait. Where that does not suffice either, a new instance of the same one is asked
//! everything at once: what it had learnt, and how the question grew, play no part then.
//!
//! Each of them may come to an end before it has shown all: what it has shown is entered, and the next is asked for the rest.

use super::{Bmc, Growing, Options, executor};
use crate::certificate::{Certificate, Checked, Method, Semantics};
use crate::engine::{Engine, Silent};
use crate::evidence::{Counterexample, Formulas};
use crate::ledger::Status;
use crate::proof::{CHECKER, Refused, again_by, checked_by, properties, settled};
use crate::reference;
use crate::task::Task;
use pm_ir::PropId;
use pm_solve::{Backend, Limit, Limits, thread_time};
use rustc_hash::FxHashSet;
use std::time::Duration;

/// The other solver's part of the time that the proof took, and what it gets on top.
const SHARE: (u32, Duration) = (2, Duration::from_secs(1));

/// What is to be checked.
pub(super) struct Proof {
    /// Iterations within which all loops end.
    pub bound: u32,
    /// Those of each loop, where that is known.
    pub growing: Option<Growing>,
    /// Properties that no execution violates, in the order of the program.
    pub holds: Vec<PropId>,
    /// Those of them that no execution reaches.
    pub vacuous: FxHashSet<PropId>,
}

impl Bmc<'_> {
    /// Enters what of a proof passes its check; what does not is left in it.
    ///
    /// # Errors
    /// Something in it is not true.
    pub(super) fn check_again(&mut self, proof: &mut Proof) -> Result<(), Refused> {
        let by_boxes = self.solver.used_boxes();
        self.make_room();
        let violated = self.certificate(proof.bound, &proof.holds).violated;
        let all = self.late.is_empty();
        let closing = self.task.board.as_ref().filter(|_| all).and_then(|board| board.close(self.options.id()));
        let took = thread_time().saturating_sub(self.began_at);
        let limits = self.task.limits.of_thread(reference::share(took));
        let vacuous: Vec<PropId> = proof.holds.iter().copied().filter(|p| proof.vacuous.contains(p)).collect();
        let asked = (&proof.holds[..], &vacuous[..]);
        let judged = reference::judge(self.task, limits, CHECKER, by_boxes, asked)?;
        let by = |certificate: &Certificate| checked_by(CHECKER, judged.by_boxes, certificate, Semantics::Reference);
        self.enter(proof, &judged.confirmed, by);
        let Some(too_hard) = judged.too_hard else { return Ok(()) };
        let (part, more) = SHARE;
        let first = self.task.limits.of_thread(took / part + more);
        self.by_own_executor(proof, &violated, &too_hard, (CHECKER, first))?;
        drop(closing);
        if !proof.holds.is_empty() && self.task.limits.exceeded().is_none() {
            let limits = self.task.limits.clone();
            self.by_own_executor(proof, &violated, &too_hard, (again_by(self.task), limits))?;
        }
        Ok(())
    }

    /// Two executions at a time are one too many for the memory.
    fn make_room(&mut self) {
        if self.task.solver.keep_clauses {
            return;
        }
        let new = executor(self.task);
        let terms = std::mem::replace(&mut self.executor, new).terms;
        self.feasible.clear();
        let (reached, witnesses) = (std::mem::take(&mut self.reached), std::mem::take(&mut self.witnesses));
        if let Some(events) = self.events.take() {
            self.ledger.formulas = Formulas::new(terms, events, reached, witnesses);
        }
        self.solver.forget(self.task);
    }

    /// Executes the program again, with objects elsewhere.
    fn by_own_executor(
        &mut self,
        proof: &mut Proof,
        violated: &[String],
        too_hard: &Semantics,
        (backend, limits): (Backend, Limits),
    ) -> Result<(), Refused> {
        let question = Certificate { violated: violated.to_vec(), ..self.certificate(proof.bound, &proof.holds) };
        let options = Options { growing: proof.growing.clone(), ..self.options.clone() };
        let elsewhere = self.task.elsewhere().solved_by(backend).within(limits);
        let confirmed = confirm(&elsewhere, &options, &question)?;
        for (prop, counterexample) in confirmed.violated {
            self.ledger.decide(prop, Status::Violated(counterexample));
            proof.holds.retain(|p| *p != prop);
        }
        // Is what it refuses true where objects lie as they did when the proof was found?
        let refused = confirmed.refused.map_or(Ok(()), |refused| {
            let mine = self.task.solved_by(again_by(self.task));
            Err(refused.or_layout(|| certify(&mine, &options, &question)))
        });
        if self.task.solver.smt.is_some() {
            // That they are not reached, an SMT solver alone has said.
            proof.vacuous.clear();
        }
        let by = |c: &Certificate| checked_by(backend, confirmed.by_boxes, c, too_hard.clone());
        self.enter(proof, &confirmed.shown, by);
        refused
    }

    /// These are proved.
    fn enter(&mut self, proof: &mut Proof, shown: &[PropId], by: impl Fn(&Certificate) -> Checked) {
        if shown.is_empty() {
            return;
        }
        let mut certificate = self.certificate(proof.bound, shown);
        certificate.checked = Some(by(&certificate));
        let mut certificates = std::mem::take(&mut self.ledger.certificates);
        certificates.push(certificate);
        self.ledger.certify(certificates);
        for prop in shown {
            let vacuous = proof.vacuous.contains(prop);
            let by = self.options.id();
            let status = if vacuous { Status::Unreachable { by } } else { Status::Proved { by } };
            self.ledger.decide(*prop, status);
        }
        let shown: FxHashSet<PropId> = shown.iter().copied().collect();
        proof.holds.retain(|p| !shown.contains(p));
    }
}

/// What the check of an unwinding has shown.
struct Confirmed {
    /// In the order of the program.
    shown: Vec<PropId>,
    /// The limit that it met before all was shown.
    stopped: Option<Limit>,
    /// Something else is not true.
    refused: Option<Refused>,
    /// Properties that executions violate which the interpreter has replayed: objects lie elsewhere in them than in the proof.
    violated: Vec<(PropId, Box<Counterexample>)>,
    by_boxes: bool,
}

/// Checks a certificate as a whole, with the solver of the task.
pub fn certify(task: &Task, options: &Options, certificate: &Certificate) -> Result<(), Refused> {
    let confirmed = confirm(task, options, certificate)?;
    confirmed.refused.or(confirmed.stopped.map(Refused::Limit)).map_or(Ok(()), Err)
}

/// Executes the program with the bounds of the certificate, and asks the solver of the task.
fn confirm(task: &Task, options: &Options, certificate: &Certificate) -> Result<Confirmed, Refused> {
    let Method::Unwinding { bound } = certificate.method else {
        return Err(Refused::Malformed("not about unwinding".into()));
    };
    let asked = properties(task.program, &certificate.properties)?;
    let mut task = Task { checks: Some(asked.clone()), ..task.in_private() };
    task.ignored.extend(properties(task.program, &certificate.violated)?);
    let again = Options {
        unwindset: options.unwindset.clone(),
        growing: options.growing.clone(),
        unwind_min: bound,
        unwind_max: Some(bound),
        ..Options::default()
    };
    let ledger = again.check(&task, &mut Silent);
    let mut confirmed = Confirmed {
        shown: Vec::new(),
        stopped: ledger.stopped,
        refused: None,
        violated: Vec::new(),
        by_boxes: ledger.used_boxes,
    };
    for prop in asked {
        if let Status::Violated(counterexample) = &ledger.status[prop] {
            confirmed.violated.push((prop, counterexample.clone()));
        }
        let is_violated = matches!(ledger.status[prop], Status::Violated(_));
        match settled(task.program, &ledger, prop) {
            Ok(()) => confirmed.shown.push(prop),
            Err(Refused::Limit(limit)) => confirmed.stopped = confirmed.stopped.or(Some(limit)),
            Err(_) if confirmed.stopped.is_some() && !is_violated => {}
            Err(other) => confirmed.refused = confirmed.refused.or(Some(other)),
        }
    }
    confirmed.shown.sort();
    Ok(confirmed)
}
