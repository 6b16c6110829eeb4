//! Rounds: the program is executed again with a larger bound for all loops, until one loop alone is left to follow.

use super::bounds::{Bounds, next_bound};
use super::feasible::Feasible;
use super::follow::Follow;
use super::outermost::outermost_loops;
use super::{Bmc, Strategy, executor};
use crate::ledger::LoopBound;
use crate::solvers::Solvers;
use pm_model::Followed;
use pm_solve::Limit;
use pm_symex::{Execution, LoopName, Suspended};
use pm_term::TermId;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// Loops are unwound so often soon, whether they were seen to go on or not.
const BASE: u32 = 4;

/// A loop that went on so often may go on for ever.
const PERSISTENT: u32 = 8;

/// So many properties are many.
const MANY: usize = 32;

enum Round {
    /// Everything is decided, or nothing more can be.
    Done,
    /// These loops can go on.
    Deeper(Vec<LoopName>),
    /// What was put off is left to do.
    Again,
    /// What is left to do is to go on from here.
    Follow(Vec<Suspended>),
}

impl Bmc<'_> {
    pub(super) fn run_rounds(&mut self) -> Result<(), Limit> {
        let aside = self.loops_to_follow();
        self.choose_solver();
        loop {
            let bound = self.growing.most();
            self.show(bound);
            if self.options.strategy == Strategy::Restart {
                self.executor = executor(self.task);
                self.solver = Solvers::path_by_path(self.task, self.options.paths.as_ref());
            }
            let mut execution = self.execute(&aside)?;
            match self.round(&mut execution, bound)? {
                Round::Done => return Ok(()),
                Round::Again => {}
                Round::Follow(front) => match self.follow(front, execution)? {
                    Follow::Done => return Ok(()),
                    Follow::Again => {}
                },
                Round::Deeper(open) if self.is_deepest(&open) => return Ok(()),
                Round::Deeper(open) => {
                    self.tell_open(&open);
                    self.deeper(open, bound);
                }
            }
        }
    }

    /// Of many properties there are many small questions: what a thorough solver does between them costs more than they do (half of the time of a parser with
    /// 1,000 properties).
    pub(super) fn choose_solver(&mut self) {
        let open = self.program.props.ids().filter(|p| self.is_open(*p)).count();
        match open {
            0..MANY => self.solver.end_steps(),
            MANY.. => self.solver.begin_steps(self.task),
        }
    }

    fn largest_bound(&self) -> u32 {
        self.options.unwind_max.unwrap_or(u32::MAX)
    }

    /// None of these loops may go on.
    fn is_deepest(&self, open: &[LoopName]) -> bool {
        self.options.unwind.is_some() || open.iter().all(|l| self.growing.of(l) >= self.largest_bound())
    }

    fn deeper(&mut self, open: Vec<LoopName>, bound: u32) {
        match self.options.strategy {
            Strategy::Restart => self.growing.base = bound.saturating_add(1),
            Strategy::Loop { .. } => self.growing.base = next_bound(bound).min(self.largest_bound()),
            Strategy::Auto | Strategy::AllLoops | Strategy::OneLoop => {
                self.growing.base =
                    next_bound(self.growing.base).min(BASE).min(self.largest_bound()).max(self.growing.base);
                self.growing.grow(open, self.largest_bound());
            }
        }
    }

    /// Loops that went on so often may never end: what lies behind them is left to those who cut them.
    pub(super) fn tell_open(&self, open: &[LoopName]) {
        let Some(board) = &self.task.board else { return };
        let cut: BTreeSet<LoopName> =
            open.iter().copied().filter(|l| l.head.is_some() && self.growing.of(l) >= PERSISTENT).collect();
        if cut.is_empty() {
            return;
        }
        let bounds = self.growing.own.iter().filter(|(l, _)| !cut.contains(l)).map(|(l, n)| (*l, *n)).collect();
        board.tell_open(Followed { cut, base: self.growing.base, bounds });
    }

    pub(super) fn loops_to_follow(&self) -> FxHashSet<LoopName> {
        let fixed = |l: &LoopName| self.options.unwindset.contains_key(l) || self.from_source.contains_key(l);
        match self.options.strategy {
            Strategy::Loop { name, .. } => FxHashSet::from_iter([name]),
            Strategy::Auto if self.options.unwind.is_none() => {
                outermost_loops(self.program).into_iter().filter(|l| !fixed(l)).collect()
            }
            Strategy::Auto | Strategy::AllLoops | Strategy::OneLoop | Strategy::Restart => FxHashSet::default(),
        }
    }

    pub(super) fn execute(&mut self, aside: &FxHashSet<LoopName>) -> Result<Execution, Limit> {
        self.begin_run();
        let of_loop = matches!(self.options.strategy, Strategy::Loop { .. });
        let aside_at = of_loop.then_some(self.options.unwind_min);
        let growing = &self.growing;
        let (options, limits, from_source) = (self.options, &self.task.limits, &self.from_source);
        let asks = options.strategy != Strategy::Restart;
        let feasible = asks.then(|| Feasible::new(&mut self.solver, &mut self.feasible, limits, self.alive));
        let mut policy =
            Bounds { options, limits, from_source, growing, aside, aside_at, aborted: None, longest: 0, feasible };
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
            return Ok(if self.is_finished() { Round::Done } else { Round::Again });
        }
        let is_last = growing.is_empty() && front.is_empty();
        if is_last {
            self.ask_late(execution, bound)?;
        } else {
            self.ask_put_off(execution, bound)?;
        }
        self.set_so_far(self.least_open(bound));
        if is_last {
            return Ok(Round::Done);
        }
        let named = matches!(self.options.strategy, Strategy::Loop { .. });
        let alone = named || (front.len() == 1 && front[0].is_outermost());
        if growing.is_empty() && alone {
            self.cut = fixed.iter().map(|l| (l.name, l.count)).collect();
            return Ok(Round::Follow(front));
        }
        Ok(Round::Deeper(growing.iter().map(|l| l.name).chain(front.iter().map(|s| s.name)).collect()))
    }

    /// All executions were followed so far: loops that can go on to this bound, the others to their end.
    pub(super) fn least_open(&self, bound: u32) -> u32 {
        self.ledger.cut.iter().filter(|l| !self.has_bound(&l.name)).map(|l| l.count).fold(bound, u32::min)
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
