//! What bounded model checking costs, by place: what the executor says of functions, loops and arrays, and what the solver was asked for.
//!
//! It is told after a limit was met, and to those who ask (`--profile`): which part of the program is worth a bound, a stub or a question of its own.

use pm_ir::{FuncId, PropId};
use pm_symex::profile;
use rustc_hash::FxHashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Of questions to the solver.
#[derive(Clone, Copy, Default, Debug)]
pub struct Asked {
    pub time: Duration,
    pub clauses: u64,
    pub times: u64,
}

impl Asked {
    fn add(&mut self, other: Asked) {
        self.time += other.time;
        self.clauses += other.clauses;
        self.times += other.times;
    }
}

#[derive(Default, Debug)]
pub struct Costs {
    executed: profile::Shared,
    asked: Mutex<Questions>,
}

#[derive(Clone, Default, Debug)]
pub struct Questions {
    /// Whether properties can fail. What a question about several costs is shared by them.
    pub properties: FxHashMap<PropId, Asked>,
    /// Whether loops can go on, and whether something inexact happens.
    pub loops: Asked,
    /// Checks of proofs.
    pub checks: Duration,
    pub now: Doing,
}

/// What is being done.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Doing {
    #[default]
    Executing,
    /// The solver is asked for this property, and so many others.
    Asking(PropId, usize),
    /// A proof of so many properties is checked.
    Checking(usize),
}

impl Costs {
    /// For the executor.
    pub(crate) fn executed(&self) -> profile::Shared {
        self.executed.clone()
    }

    pub(crate) fn note_claims(&self, props: &[PropId], cost: Asked) {
        let parts = props.len().max(1);
        let share = Asked { time: cost.time / parts as u32, clauses: cost.clauses / parts as u64, times: cost.times };
        self.change(|asked| props.iter().for_each(|p| asked.properties.entry(*p).or_default().add(share)));
    }

    pub(crate) fn begin(&self, doing: Doing) {
        self.change(|asked| asked.now = doing);
    }

    pub(crate) fn note_loops(&self, cost: Asked) {
        self.change(|asked| asked.loops.add(cost));
    }

    pub(crate) fn note_check(&self, time: Duration) {
        self.change(|asked| asked.checks += time);
    }

    fn change(&self, change: impl FnOnce(&mut Questions)) {
        change(&mut self.asked.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// The function that was executed last, and what is being done.
    pub fn now(&self) -> (Option<FuncId>, Doing) {
        let last = self.executed.lock().unwrap_or_else(PoisonError::into_inner).last;
        (last, self.asked.lock().unwrap_or_else(PoisonError::into_inner).now)
    }

    /// What is known so far.
    pub fn read(&self) -> (profile::Profile, Questions) {
        let executed = self.executed.lock().unwrap_or_else(PoisonError::into_inner).clone();
        (executed, self.asked.lock().unwrap_or_else(PoisonError::into_inner).clone())
    }
}
