//! A proof by complete unwinding is checked before it is entered: another executor executes the program, and another solver is asked.
//!
//! The reference semantics comes first: it shares nothing with the executor that found the proof. Where it is too hard for that within its share of the time,
//! the program is executed anew by the same executor. The other solver gets a share of the time that the proof took, then; so long the other engines wait. Where that does not suffice either, a new instance of the same one is asked
//! everything at once: what it had learnt, and how the question grew, play no part then.

use super::{Bmc, Options, executor};
use crate::audit::Formulas;
use crate::certificate::{Certificate, Checked, Semantics};
use crate::certify::{CHECKER, Refused, again_by, certify_unwinding, checked_by};
use crate::reference;
use crate::solvers::Solvers;
use pm_ir::PropId;
use pm_solve::Limits;
use pm_symex::Layout;
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
        if !self.options.solver.keep_clauses {
            // Two executions at a time are one too many for the memory.
            let new = executor(self.program, self.names, self.options);
            let terms = std::mem::replace(&mut self.executor, new).terms;
            self.feasible.clear();
            let (reached, witnesses) = (std::mem::take(&mut self.reached), std::mem::take(&mut self.witnesses));
            let events = self.events.take();
            self.ledger.formulas = events.and_then(|events| Formulas::new(terms, events, reached, witnesses));
            self.solver = Solvers::new(self.options);
        }
        let (mine, other) = (again_by(self.options), CHECKER);
        let closing = self.options.board.as_ref().and_then(|board| board.close("bmc"));
        let took = self.began.elapsed();
        let limits = self.options.limits.of_thread(reference::share(took));
        let too_hard = match reference::judge(self.program, self.options, limits, other, by_boxes, (proved, vacuous))? {
            (by @ Semantics::Reference, by_boxes) => return Ok(checked_by(other, by_boxes, certificate, by)),
            (why, _) => why,
        };
        let (part, more) = SHARE;
        let latest = Instant::now() + took / part + more;
        let deadline = self.options.limits.deadline.map_or(latest, |d| d.min(latest));
        let limits = Limits { deadline: Some(deadline), ..self.options.limits.clone() };
        let elsewhere = Options { layout: Layout::Downwards, ..self.options.clone() };
        let first = Options { limits, ..elsewhere.clone() };
        let checked = certify_unwinding(self.program, self.names, &first, certificate, other);
        drop(closing);
        let checked = match checked {
            Err(Refused::Limit(_)) if self.options.limits.exceeded().is_none() => {
                certify_unwinding(self.program, self.names, &elsewhere, certificate, mine)
            }
            checked => checked,
        };
        let here = || certify_unwinding(self.program, self.names, self.options, certificate, mine).map(drop);
        checked.map(|c| Checked { semantics: too_hard, ..c }).map_err(|refused| refused.or_layout(here))
    }
}
