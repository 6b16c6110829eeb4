//! A proof by complete unwinding is checked before it is entered: another executor executes the program, and another solver is asked.
//!
//! The reference semantics comes first: it shares nothing with the executor that found the proof. Where it is too hard for that within its share of the time,
//! the program is executed anew by the same executor. The other solver gets a share of the time that the proof took, then; so long the other engines wait. Where that does not suffice either, a new instance of the same one is asked
//! everything at once: what it had learnt, and how the question grew, play no part then.

use super::{Bmc, Options, executor};
use crate::certificate::{Certificate, Checked, Method, Semantics};
use crate::engine::{Engine, Silent};
use crate::evidence::Formulas;
use crate::id::EngineId;
use crate::proof::{CHECKER, Refused, again_by, checked_by, properties, settled};
use crate::reference;
use crate::solvers::Solvers;
use crate::task::Task;
use pm_base::Span;
use pm_ir::PropId;
use pm_solve::Limits;
use std::time::{Duration, Instant};

/// The other solver's part of the time that the proof took, and what it gets on top.
const SHARE: (u32, Duration) = (2, Duration::from_secs(1));

impl Bmc<'_> {
    /// `vacuous` are those of the properties that were found not to be reached.
    pub(super) fn check_again(
        &mut self,
        certificate: &Certificate,
        proved: &[PropId],
        vacuous: &[PropId],
    ) -> Result<Checked, Refused> {
        let by_boxes = self.solver.used_boxes();
        if !self.task.solver.keep_clauses {
            // Two executions at a time are one too many for the memory.
            let new = executor(self.task);
            let terms = std::mem::replace(&mut self.executor, new).terms;
            self.feasible.clear();
            let (reached, witnesses) = (std::mem::take(&mut self.reached), std::mem::take(&mut self.witnesses));
            let events = self.events.take();
            self.ledger.formulas = events.and_then(|events| Formulas::new(terms, events, reached, witnesses));
            self.solver = Solvers::new(self.task);
        }
        let (mine, other) = (again_by(self.task), CHECKER);
        let closing = self.task.board.as_ref().and_then(|board| board.close(EngineId::BMC));
        let took = self.began.elapsed();
        let limits = self.task.limits.of_thread(reference::share(took));
        let too_hard = match reference::judge(self.task, limits, other, by_boxes, (proved, vacuous))? {
            (by @ Semantics::Reference, by_boxes) => return Ok(checked_by(other, by_boxes, certificate, by)),
            (why, _) => why,
        };
        let (part, more) = SHARE;
        let latest = Instant::now() + took / part + more;
        let deadline = self.task.limits.deadline.map_or(latest, |d| d.min(latest));
        let limits = Limits { deadline: Some(deadline), ..self.task.limits.clone() };
        let elsewhere = self.task.elsewhere();
        let checked = certify(&elsewhere.solved_by(other).within(limits), self.options, certificate);
        drop(closing);
        let checked = match checked {
            Err(Refused::Limit(_)) if self.task.limits.exceeded().is_none() => {
                certify(&elsewhere.solved_by(mine), self.options, certificate)
            }
            checked => checked,
        };
        let here = || certify(&self.task.solved_by(mine), self.options, certificate).map(drop);
        checked.map(|c| Checked { semantics: too_hard, ..c }).map_err(|refused| refused.or_layout(here))
    }
}

/// Executes the program with the bounds of the certificate, and asks the solver of the task.
pub fn certify(task: &Task, options: &Options, certificate: &Certificate) -> Result<Checked, Refused> {
    let Method::Unwinding { bound } = certificate.method else {
        return Err(Refused::Malformed("not about unwinding".into()));
    };
    let mut task = Task { is_check: true, ..task.in_private() };
    task.ignored.extend(properties(task.program, &certificate.violated)?);
    let again = Options {
        unwindset: options.unwindset.clone(),
        unwind_min: bound,
        unwind_max: Some(bound),
        ..Options::default()
    };
    let ledger = again.check(&task, &mut Silent);
    match ledger.stopped {
        Some(limit) => Err(Refused::Limit(limit)),
        None => settled(task.program, &ledger, certificate).map(|()| {
            let own = Semantics::Own { why: String::new(), span: Span::NONE };
            checked_by(task.solver.backend, ledger.used_boxes, certificate, own)
        }),
    }
}
