//! Rounds: the program is executed again with a larger bound for all loops, until one loop alone is left to follow.

use super::bounds::{Bounds, next_bound};
use super::feasible::Feasible;
use super::follow::Follow;
use super::outermost::outermost_loops;
use super::{Bmc, Strategy, executor};
use crate::ledger::LoopBound;
use crate::solvers::Solvers;
use pm_solve::Limit;
use pm_symex::{Execution, LoopName, Suspended};
use pm_term::TermId;
use rustc_hash::FxHashSet;

enum Round {
    /// Everything is decided, or nothing more can be.
    Done,
    /// A loop can go on.
    Deeper,
    /// What is left to do is to go on from here.
    Follow(Vec<Suspended>),
}

impl Bmc<'_> {
    pub(super) fn run_rounds(&mut self) -> Result<(), Limit> {
        let aside = self.loops_to_follow();
        let mut bound = self.options.unwind.unwrap_or(self.options.unwind_min);
        loop {
            self.show(bound);
            if self.options.strategy == Strategy::Restart {
                self.executor = executor(self.task);
                self.solver = Solvers::new(self.task);
            }
            let mut execution = self.execute(bound, &aside)?;
            bound = match self.round(&mut execution, bound)? {
                Round::Done => return Ok(()),
                Round::Follow(front) => match self.follow(front, execution, bound)? {
                    Follow::Done => return Ok(()),
                    Follow::Again(bound) => bound.min(self.options.unwind_max.unwrap_or(u32::MAX)),
                },
                Round::Deeper => match (self.options.unwind, self.options.unwind_max) {
                    (Some(_), _) => return Ok(()),
                    (_, Some(max)) if bound >= max => return Ok(()),
                    (_, max) => self.deeper(bound).min(max.unwrap_or(u32::MAX)),
                },
            };
        }
    }

    fn deeper(&self, bound: u32) -> u32 {
        if self.options.strategy == Strategy::Restart { bound.saturating_add(1) } else { next_bound(bound) }
    }

    fn loops_to_follow(&self) -> FxHashSet<LoopName> {
        let fixed = |l: &LoopName| self.options.unwindset.contains_key(l) || self.from_source.contains_key(l);
        match self.options.strategy {
            Strategy::Loop { name, .. } => FxHashSet::from_iter([name]),
            Strategy::Auto if self.options.unwind.is_none() => {
                outermost_loops(self.program).into_iter().filter(|l| !fixed(l)).collect()
            }
            Strategy::Auto | Strategy::AllLoops | Strategy::OneLoop | Strategy::Restart => FxHashSet::default(),
        }
    }

    fn execute(&mut self, bound: u32, aside: &FxHashSet<LoopName>) -> Result<Execution, Limit> {
        self.begin_run();
        let of_loop = matches!(self.options.strategy, Strategy::Loop { .. });
        let aside_at = if of_loop { self.options.unwind_min } else { bound };
        let (options, limits, from_source) = (self.options, &self.task.limits, &self.from_source);
        let asks = options.strategy != Strategy::Restart;
        let feasible = asks.then(|| Feasible::new(&mut self.solver, &mut self.feasible, limits, self.alive));
        let mut policy =
            Bounds { options, limits, from_source, bound, aside, aside_at, aborted: None, longest: 0, feasible };
        let execution = self.executor.run(&mut policy);
        self.longest = self.longest.max(policy.longest);
        if execution.aborted { Err(policy.aborted.unwrap_or(Limit::Time)) } else { Ok(execution) }
    }

    fn round(&mut self, execution: &mut Execution, bound: u32) -> Result<Round, Limit> {
        self.add_missing_bodies(execution);
        if self.ask(execution, bound)? || self.meets_gap(execution)? {
            return Ok(Round::Done);
        }
        let front = std::mem::take(&mut execution.suspended);
        let front = self.still_open(front, execution)?;
        let cut = self.open_loops(execution)?;
        let (fixed, growing): (Vec<LoopBound>, Vec<LoopBound>) = cut.into_iter().partition(|l| self.has_bound(&l.name));
        self.ledger.cut = fixed.iter().chain(&growing).copied().chain(front.iter().map(loop_bound)).collect();
        self.is_unwound = true;
        self.ledger.too_long = self.cuts_long_paths(execution)?;
        if self.ledger.cut.is_empty() && self.ledger.too_long.is_none() {
            self.keep_part(execution);
            self.events = Some(std::mem::take(&mut execution.events));
            self.settle(bound)?;
            return Ok(Round::Done);
        }
        self.set_so_far(bound);
        if growing.is_empty() && front.is_empty() {
            return Ok(Round::Done);
        }
        let named = matches!(self.options.strategy, Strategy::Loop { .. });
        let alone = named || (front.len() == 1 && front[0].is_outermost());
        if growing.is_empty() && alone {
            self.cut = fixed.iter().map(|l| (l.name, l.count)).collect();
            return Ok(Round::Follow(front));
        }
        Ok(Round::Deeper)
    }

    /// Whether the bound of a loop is the user's and does not grow.
    pub(super) fn has_bound(&self, name: &LoopName) -> bool {
        let followed = matches!(self.options.strategy, Strategy::Loop { .. });
        self.options.unwindset.contains_key(name)
            || self.from_source.contains_key(name)
            || (followed && self.options.unwind.is_some())
    }

    /// Those of the states set aside that some execution gets to.
    pub(super) fn still_open(&mut self, front: Vec<Suspended>, part: &Execution) -> Result<Vec<Suspended>, Limit> {
        let first = self.before_violations(part);
        let mut open = Vec::new();
        for s in front {
            let cond = self.executor.terms.and(s.guard(), first);
            if cond == TermId::TRUE || self.satisfiable(cond)? {
                open.push(s);
            }
        }
        Ok(open)
    }
}

pub(super) fn loop_bound(s: &Suspended) -> LoopBound {
    LoopBound { name: s.name, count: s.count }
}
