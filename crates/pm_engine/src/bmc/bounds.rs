//! How often loops are unwound: the policy of the executor, and where bounds come from.

use super::Options;
use super::feasible::Feasible;
use pm_ir::{BlockId, FuncId, Function, Program};
use pm_solve::{Limit, Limits};
use pm_symex::{Decision, LoopName, Policy};
use pm_term::{TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// Iterations that take no decision on an input are executed without asking, but not for ever: claims may wait.
const FREE_ITERATIONS: u32 = 1 << 16;

pub fn bounds_from_source(program: &Program) -> FxHashMap<LoopName, u32> {
    let of = |(func, f): (FuncId, &Function)| {
        let name = move |head: &BlockId| LoopName { func, head: Some(*head) };
        f.unwind_bounds.iter().map(move |(head, n)| (name(head), *n)).collect::<Vec<_>>()
    };
    program.funcs.iter_ids().flat_map(of).collect()
}

/// Small steps first, then in proportion: the work of all rounds stays within a constant of the last one's.
pub fn next_bound(bound: u32) -> u32 {
    bound.saturating_add((bound / 2).max(1))
}

/// Bounds that grow: a loop that can go on gets a larger one, the others keep theirs. Where loops and recursive calls nest, each iteration more of one
/// that has ended costs as much as all that is in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Growing {
    /// Of loops that were never seen to go on.
    pub base: u32,
    pub own: FxHashMap<LoopName, u32>,
}

impl Growing {
    pub fn new(base: u32) -> Growing {
        Growing { base, own: FxHashMap::default() }
    }

    pub fn of(&self, name: &LoopName) -> u32 {
        self.own.get(name).copied().unwrap_or(self.base).max(self.base)
    }

    /// The largest.
    pub fn most(&self) -> u32 {
        self.own.values().copied().fold(self.base, u32::max)
    }

    /// This one was followed so far.
    pub fn reach(&mut self, name: LoopName, count: u32) {
        let bound = self.of(&name).max(count);
        self.own.insert(name, bound);
    }

    /// These can go on: one of the largest bound goes beyond it, the others catch up. No bound is larger than `max`.
    pub fn grow(&mut self, open: impl IntoIterator<Item = LoopName>, max: u32) {
        let most = self.most();
        for name in open {
            let bound = self.of(&name);
            let larger = if bound >= most { next_bound(most) } else { bound.saturating_mul(2).min(most) };
            self.own.insert(name, larger.min(max));
        }
    }
}

pub struct Bounds<'a> {
    pub options: &'a Options,
    pub limits: &'a Limits,
    pub from_source: &'a FxHashMap<LoopName, u32>,
    pub growing: &'a Growing,
    /// Loops that are set aside, not cut.
    pub aside: &'a FxHashSet<LoopName>,
    /// After so many iterations, if it is not their bound.
    pub aside_at: Option<u32>,
    pub aborted: Option<Limit>,
    /// The largest bound that a loop went on below.
    pub longest: u32,
    pub feasible: Option<Feasible<'a>>,
}

impl Bounds<'_> {
    pub fn fixed(&self, name: &LoopName) -> Option<u32> {
        self.options.unwindset.get(name).or_else(|| self.from_source.get(name)).copied()
    }

    fn go_on(&mut self, count: u32) -> Decision {
        self.longest = self.longest.max(count.saturating_add(1));
        if count.is_multiple_of(1024) && self.interrupted() { Decision::Abort } else { Decision::Unwind }
    }

    fn unwind_aside(&mut self, name: &LoopName, count: u32, concrete: bool) -> Decision {
        let patience = count >= FREE_ITERATIONS && count.is_power_of_two();
        let free = concrete && !patience && !matches!(self.options.strategy, super::Strategy::Loop { .. });
        if count >= self.aside_at.unwrap_or_else(|| self.growing.of(name)) && !free {
            Decision::Suspend
        } else {
            self.go_on(count)
        }
    }
}

impl Policy for Bounds<'_> {
    fn unwind(&mut self, name: LoopName, count: u32, concrete: bool, guard: TermId, terms: &mut Terms) -> Decision {
        if self.aside.contains(&name) {
            return self.unwind_aside(&name, count, concrete);
        }
        let fixed = self.fixed(&name);
        let forced = fixed.is_some() || self.options.unwind.is_some();
        let goes_on = count < fixed.unwrap_or_else(|| self.growing.of(&name)) || (concrete && !forced);
        if !goes_on || !concrete && self.feasible.as_mut().is_some_and(|f| f.excludes(guard, terms)) {
            return Decision::Cut;
        }
        self.go_on(count)
    }

    fn interrupted(&mut self) -> bool {
        self.aborted = self.limits.exceeded();
        self.aborted.is_some()
    }
}
