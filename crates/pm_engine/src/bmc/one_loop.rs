//! Unwinds the loops one after the other (Schrammel et al., "Incremental Bounded Model Checking for Embedded Software", section 4.1, Fig. 5b).
//!
//! The executor pauses at each back edge: what was claimed so far is asked, and then whether the loop can go on. If so, it gets
//! one more iteration; if not, or at the largest bound, what follows it is executed. So a part of the program is executed once, and
//! a violation inside the first loop is found without a look at the others; one behind an endless loop is never found.

use super::bounds::next_bound;
use super::{Bmc, Options};
use pm_solve::{Limit, Limits};
use pm_symex::{Decision, LoopName, Policy, Unwinding};
use pm_term::{TermId, Terms};
use rustc_hash::FxHashMap;

impl Bmc<'_> {
    pub(super) fn run_one_loop(&mut self) -> Result<(), Limit> {
        // Recursion has no back edge to pause at: its bound grows as in the rounds.
        let mut recursion = self.options.unwind_min;
        loop {
            self.begin_run();
            if self.unwind_in_order(recursion)? {
                return Ok(());
            }
            let growing = self.cut.keys().any(|l| l.head.is_none() && !self.has_bound(l));
            if growing && self.options.unwind_max.is_none_or(|max| recursion < max) {
                recursion = next_bound(recursion).min(self.options.unwind_max.unwrap_or(u32::MAX));
                continue;
            }
            self.ledger.cut = self.cuts_for_good().collect();
            self.is_unwound = true;
            let bound = self.ledger.cut.iter().map(|l| l.count).max().unwrap_or(recursion);
            if self.ledger.cut.is_empty() && self.ledger.too_long.is_none() {
                return self.settle(bound);
            }
            self.set_so_far(bound);
            return Ok(());
        }
    }

    /// One run; whether nothing more is to be asked.
    fn unwind_in_order(&mut self, recursion: u32) -> Result<bool, Limit> {
        let (options, limits, from_source) = (self.options, &self.task.limits, self.from_source.clone());
        let mut policy = InOrder { options, limits, from_source, recursion, decision: None, aborted: None };
        let mut part = self.executor.run(&mut policy);
        loop {
            if part.aborted {
                return Err(policy.aborted.unwrap_or(Limit::Time));
            }
            let paused = part.paused.take();
            let bound = paused.map_or(recursion, |p| p.count);
            self.show(bound);
            if self.ask(&part, bound)? || self.meets_gap(&part)? {
                return Ok(true);
            }
            for l in self.open_loops(&part)? {
                self.note_cut(&l);
            }
            self.ledger.too_long = self.ledger.too_long.or(self.cuts_long_paths(&part)?);
            self.keep_part(&part);
            let Some(at) = paused else { return Ok(false) };
            let more = self.can_go_on(&at)?;
            let last = self.options.unwind_max.is_some_and(|max| at.count >= max);
            let goes_on = more && !last;
            // Iterations behind the next one may take no decision: nobody pauses there.
            self.deepest = self.deepest.max(at.count + u32::from(goes_on));
            policy.decision = Some(if goes_on { Decision::Unwind } else { Decision::Cut });
            let events = std::mem::take(&mut part.events);
            part = self.executor.go_on(events, &mut policy);
            if !more {
                part.unwindings.retain(|u| (u.name, u.cond) != (at.name, at.cond));
            }
        }
    }

    fn can_go_on(&mut self, at: &Unwinding) -> Result<bool, Limit> {
        let cond = self.executor.terms.and(at.cond, self.alive);
        self.satisfiable(cond)
    }
}

/// Pauses at back edges, and does then as it was told.
struct InOrder<'a> {
    options: &'a Options,
    limits: &'a Limits,
    from_source: FxHashMap<LoopName, u32>,
    recursion: u32,
    decision: Option<Decision>,
    aborted: Option<Limit>,
}

impl Policy for InOrder<'_> {
    fn unwind(&mut self, name: LoopName, count: u32, concrete: bool, _: TermId, _: &mut Terms) -> Decision {
        if name.head.is_some()
            && let Some(decision) = self.decision.take()
        {
            return decision;
        }
        let fixed = self.options.unwindset.get(&name).or_else(|| self.from_source.get(&name)).copied();
        let bound = if name.head.is_none() { fixed.or(Some(self.recursion)) } else { fixed };
        if concrete && fixed.is_none() || bound.is_some_and(|b| count < b) {
            return if count.is_multiple_of(1024) && self.interrupted() { Decision::Abort } else { Decision::Unwind };
        }
        if bound.is_some() { Decision::Cut } else { Decision::Pause }
    }

    fn interrupted(&mut self) -> bool {
        self.aborted = self.limits.exceeded();
        self.aborted.is_some()
    }
}
