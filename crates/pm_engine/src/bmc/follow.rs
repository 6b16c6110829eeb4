//! Follows one loop: each step resumes the states that wait at its head (formula (5) of Schrammel et al., "Incremental Bounded Model Checking for Embedded Software").
//!
//! Nothing before the loop is executed or encoded again, and claims of earlier iterations are not asked again: they were
//! shown not to fail. Executions that leave the loop are finished in their step, so that after each step the properties
//! hold up to that iteration. If another loop inside needs more iterations, the step is taken once more with a larger
//! bound; where that gets out of hand, the caller executes the program anew with a larger bound for all.

use super::bounds::{Bounds, next_bound};
use super::feasible::Feasible;
use super::rounds::loop_bound;
use super::{Bmc, Strategy};
use crate::ledger::LoopBound;
use pm_solve::{Limit, Limits};
use pm_symex::{Event, Execution, LoopName, Suspended};
use rustc_hash::FxHashSet;

/// Iterations that are asked one by one; beyond, a step is an eighth of what was done.
const SINGLE_STEPS: u32 = 64;
/// Up to here it is asked after each step whether the loop can go on, then ever more rarely: the answer is mostly "yes",
/// and a model is the dearest of answers.
const ASK_EACH: u32 = 8;
/// Conflicts of the first such question that remains without answer; then the loop counts as open, and the next may take twice as many.
const PATIENCE: u64 = 300;

pub(super) enum Follow {
    Done,
    /// Execute everything, with bounds that have grown.
    Again,
}

/// Where the loop stands.
struct Front {
    states: Vec<Suspended>,
    events: Vec<Event>,
    /// Events before the step that is taken.
    known: usize,
    /// Iterations at which it is asked again whether the loop can go on.
    ask_at: u32,
    /// Conflicts that the answer is worth.
    patience: u64,
}

impl Front {
    fn count(&self) -> u32 {
        self.states.iter().map(|s| s.count).max().unwrap_or(0)
    }
}

impl Bmc<'_> {
    /// Goes on from `states` with what `first` found.
    pub(super) fn follow(&mut self, states: Vec<Suspended>, mut first: Execution) -> Result<Follow, Limit> {
        self.keep_part(&first);
        self.solver.begin_steps(self.task);
        let events = std::mem::take(&mut first.events);
        drop(first);
        let aside: FxHashSet<LoopName> = states.iter().map(|s| s.name).collect();
        let mut front = Front { states, known: events.len(), events, ask_at: 0, patience: PATIENCE };
        loop {
            let count = front.count();
            if self.options.unwind_max.is_some_and(|max| count >= max) {
                return Ok(Follow::Done);
            }
            let until = (count + self.step(count)).min(self.options.unwind_max.unwrap_or(u32::MAX));
            self.show(until);
            let mut part = self.resume(&mut front, &aside, until)?;
            aside.iter().for_each(|l| self.growing.reach(*l, until));
            if self.ask(&part, until)? || self.meets_gap(&part)? {
                return Ok(Follow::Done);
            }
            let cut = self.open_loops(&part)?;
            let (fixed, growing): (Vec<LoopBound>, Vec<LoopBound>) =
                cut.into_iter().partition(|l| self.has_bound(&l.name));
            if !growing.is_empty() {
                let again = !self.is_worth_a_step(until);
                self.growing.grow(growing.iter().map(|l| l.name), self.options.unwind_max.unwrap_or(u32::MAX));
                if again {
                    self.choose_solver();
                    return Ok(Follow::Again);
                }
                front.events = std::mem::take(&mut part.events);
                front.events.truncate(front.known);
                continue;
            }
            fixed.iter().for_each(|l| self.note_cut(l));
            self.ledger.too_long = self.ledger.too_long.or(self.cuts_long_paths(&part)?);
            let states = std::mem::take(&mut part.suspended);
            front.states = self.ask_open(states, &part, &mut front, until)?;
            if !front.states.is_empty() {
                self.ask_put_off(&part, until)?;
            }
            self.keep_part(&part);
            front.events = std::mem::take(&mut part.events);
            front.known = front.events.len();
            self.tell_open(&front.states.iter().map(|s| s.name).collect::<Vec<_>>());
            if self.is_complete(&mut front, until)? {
                if self.late.is_empty() {
                    return Ok(Follow::Done);
                }
                return Ok(Follow::Again);
            }
        }
    }

    /// One step of all states that wait.
    fn resume(&mut self, front: &mut Front, aside: &FxHashSet<LoopName>, until: u32) -> Result<Execution, Limit> {
        let mut part = Execution { events: std::mem::take(&mut front.events), ..Execution::default() };
        for state in front.states.clone() {
            let (options, limits, from_source) = (self.options, &self.task.limits, &self.from_source);
            let feasible = Feasible::new(&mut self.solver, &mut self.feasible, limits, self.alive);
            let (growing, aside_at, feasible) = (&self.growing, Some(until), Some(feasible));
            let mut policy =
                Bounds { options, limits, from_source, growing, aside, aside_at, aborted: None, longest: 0, feasible };
            let events = std::mem::take(&mut part.events);
            let next = self.executor.resume(state, events, &mut policy);
            self.longest = self.longest.max(policy.longest);
            if next.aborted {
                return Err(policy.aborted.unwrap_or(Limit::Time));
            }
            part.extend(next, &mut self.executor.terms);
        }
        Ok(part)
    }

    fn step(&self, count: u32) -> u32 {
        if count < SINGLE_STEPS || self.is_step_case() { 1 } else { count / 8 }
    }

    /// Whether a larger bound for loops inside is worth another try of the step to `until`.
    fn is_worth_a_step(&self, until: u32) -> bool {
        matches!(self.options.strategy, Strategy::Loop { .. }) || self.growing.most() < next_bound(until)
    }

    fn ask_open(
        &mut self,
        states: Vec<Suspended>,
        part: &Execution,
        front: &mut Front,
        count: u32,
    ) -> Result<Vec<Suspended>, Limit> {
        if count > ASK_EACH && count < front.ask_at && self.options.unwind_max != Some(count) {
            return Ok(states);
        }
        front.ask_at = count + count / 4;
        self.solver.set_limits(Limits { conflicts: Some(front.patience), ..self.task.limits.clone() });
        let open = self.still_open(states.clone(), part);
        self.solver.set_limits(self.task.limits.clone());
        match open {
            Err(Limit::Conflicts) => {
                front.patience = front.patience.saturating_mul(2);
                front.ask_at = count.saturating_mul(2);
                Ok(states)
            }
            open => open,
        }
    }

    /// Enters what is known after a step; whether there is no other.
    fn is_complete(&mut self, front: &mut Front, count: u32) -> Result<bool, Limit> {
        let waiting = front.states.iter().map(loop_bound);
        self.ledger.cut = self.cuts_for_good().chain(waiting).collect();
        self.ledger.cut.sort_by_key(|l| l.name);
        if self.ledger.cut.is_empty() && self.ledger.too_long.is_none() {
            self.events = Some(std::mem::take(&mut front.events));
            self.settle(count.max(self.growing.most()))?;
        } else {
            self.set_so_far(count);
        }
        Ok(front.states.is_empty())
    }
}
