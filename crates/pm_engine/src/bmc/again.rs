//! A proof by complete unwinding is checked before it is entered: the program is executed anew, and another solver asked.
//!
//! The other solver gets a share of the time that the proof took. Where that does not suffice, a new instance of the same one is asked
//! everything at once: what it had learnt, and how the question grew, play no part then.

use super::{Bmc, Options, executor};
use crate::certificate::{Certificate, Checked};
use crate::certify::{Refused, certify_unwinding, other_solver};
use crate::solvers::Solvers;
use pm_solve::Limits;
use std::time::{Duration, Instant};

/// The other solver's part of the time that the proof took, and what it gets on top.
const SHARE: (u32, Duration) = (2, Duration::from_secs(1));

impl Bmc<'_> {
    pub(super) fn check_again(&mut self, certificate: &Certificate) -> Result<Checked, Refused> {
        if !self.options.solver.keep_clauses {
            // Two executions at a time are one too many for the memory.
            self.executor = executor(self.program, self.names, self.options);
            self.solver = Solvers::new(self.options);
        }
        let mine = self.options.solver.backend;
        let other = other_solver(mine.name());
        let (part, more) = SHARE;
        let latest = Instant::now() + self.began.elapsed() / part + more;
        let deadline = self.options.limits.deadline.map_or(latest, |d| d.min(latest));
        let limits = Limits { deadline: Some(deadline), ..self.options.limits.clone() };
        let first = Options { limits, ..self.options.clone() };
        match certify_unwinding(self.program, self.names, &first, certificate, other) {
            Err(Refused::Limit(_)) if self.options.limits.exceeded().is_none() => {
                certify_unwinding(self.program, self.names, self.options, certificate, mine)
            }
            checked => checked,
        }
    }
}
