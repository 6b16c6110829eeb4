//! When a solver gives up: a deadline, a number of conflicts, a memory limit, a flag that somebody else sets.

use super::memory::{is_exhausted, usage};
use crate::children;
use rustix::time::{ClockId, clock_gettime};
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Why there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Limit {
    Interrupted,
    Time,
    Conflicts,
    Memory,
    /// The back end answered "unknown" of its own accord, or failed.
    Solver,
    /// The query has a part that is not supported, and no answer without it.
    Unsupported,
    /// The answer was "unsatisfiable", and its proof is wrong.
    Proof,
    /// The solver is a process, and it is not there, died, or said something that is no answer.
    Failed,
    /// The answer was "satisfiable", and the values that came with it do not make the formula true.
    Model,
}

impl std::fmt::Display for Limit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Limit::Interrupted => "interrupted",
            Limit::Time => "timeout",
            Limit::Conflicts => "conflict limit",
            Limit::Memory => "memory limit",
            Limit::Solver => "solver gave up",
            Limit::Unsupported => "not supported by the solver",
            Limit::Proof => "the solver's proof is wrong",
            Limit::Failed => "the solver failed",
            Limit::Model => "the solver's model is wrong",
        })
    }
}

/// How long one sleeps who waits.
const NAP: Duration = Duration::from_millis(5);

/// The limits of one call. Nothing is limited by default.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    pub deadline: Option<Instant>,
    /// What this thread's clock says in the end ([`thread_time`]): a busy machine makes no difference.
    pub processor: Option<Duration>,
    /// Conflicts of one call.
    pub conflicts: Option<u64>,
    /// Bytes of resident memory of the whole process, with solvers that it has started.
    pub memory: Option<u64>,
    /// Bytes of address space of the whole process: beyond that the system refuses, and nothing can be told any more.
    pub address_space: Option<u64>,
    pub interrupt: Option<Arc<AtomicBool>>,
    /// While it is set, whoever looks at the limits waits: others have the processors.
    pub pause: Option<Arc<AtomicBool>>,
}

impl Limits {
    /// With an end at this time, if there is none before.
    pub fn until(&self, at: Instant) -> Limits {
        Limits { deadline: Some(self.deadline.map_or(at, |d| d.min(at))), ..self.clone() }
    }

    /// With an end after so much time of this thread, if there is none before.
    pub fn of_thread(&self, time: Duration) -> Limits {
        let end = thread_time().saturating_add(time);
        Limits { processor: Some(self.processor.map_or(end, |p| p.min(end))), ..self.clone() }
    }

    /// One of so many parts of the time that is left; without an end there is none.
    pub fn part(&self, parts: u32) -> Limits {
        let now = Instant::now();
        Limits { deadline: self.deadline.map(|d| now + d.saturating_duration_since(now) / parts), ..self.clone() }
    }

    /// One of so many parts of the time that is left, and at most so much time of this thread: what it has found out then does not
    /// depend on who else is at work.
    pub fn share(&self, (parts, most): (u32, Duration)) -> Limits {
        self.part(parts).of_thread(most)
    }

    /// So many percent of the memory.
    pub fn part_of_memory(&self, percent: u64) -> Limits {
        let part = |bytes: Option<u64>| bytes.map(|b| b / 100 * percent);
        Limits { memory: part(self.memory), address_space: part(self.address_space), ..self.clone() }
    }

    /// The limit that is met now, conflicts apart.
    pub fn exceeded(&self) -> Option<Limit> {
        self.exceeded_cheap().or_else(|| self.exceeded_memory())
    }

    fn exceeded_cheap(&self) -> Option<Limit> {
        while self.is_paused() {
            std::thread::sleep(NAP);
        }
        if is_set(&self.interrupt) {
            return Some(Limit::Interrupted);
        }
        self.is_late().then_some(Limit::Time)
    }

    fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
            || self.processor.is_some_and(|end| thread_time() >= end)
    }

    pub(crate) fn is_paused(&self) -> bool {
        is_set(&self.pause) && !is_set(&self.interrupt) && !self.is_late()
    }

    fn exceeded_memory(&self) -> Option<Limit> {
        if is_exhausted() {
            return Some(Limit::Memory);
        }
        if self.memory.is_none() && self.address_space.is_none() {
            return None;
        }
        let usage = usage();
        let is_over = |limit: Option<u64>, used: u64| limit.is_some_and(|limit| used > limit);
        (is_over(self.memory, usage.resident) || is_over(self.address_space, usage.reserved)).then_some(Limit::Memory)
    }

    fn any(&self) -> bool {
        let has_memory = self.memory.is_some() || self.address_space.is_some();
        has_memory
            || self.deadline.is_some()
            || self.processor.is_some()
            || self.interrupt.is_some()
            || self.pause.is_some()
    }
}

/// Processor time that this thread has used, with solvers that it has started.
pub fn thread_time() -> Duration {
    used(ClockId::ThreadCPUTime) + children::time_of_thread()
}

/// Processor time that all threads have used, with solvers that they have started.
pub fn process_time() -> Duration {
    used(ClockId::ProcessCPUTime) + children::time()
}

fn used(clock: ClockId) -> Duration {
    let time = clock_gettime(clock);
    Duration::new(time.tv_sec.max(0) as u64, time.tv_nsec as u32)
}

fn is_set(flag: &Option<Arc<AtomicBool>>) -> bool {
    flag.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
}

/// Watches the limits from inside a solver's search, where the question is asked very often.
pub(super) struct Watch {
    limits: Limits,
    calls: Cell<u32>,
    met: Cell<Option<Limit>>,
}

impl Watch {
    /// The memory is looked at once in so many calls.
    const MEMORY_EVERY: u32 = 4096;

    pub(super) fn new(limits: &Limits) -> Self {
        Watch { limits: limits.clone(), calls: Cell::new(0), met: Cell::new(None) }
    }
    pub(super) fn needed(limits: &Limits) -> bool {
        limits.any()
    }
    pub(super) fn must_stop(&self) -> bool {
        if self.met.get().is_some() {
            return true;
        }
        let calls = self.calls.get().wrapping_add(1);
        self.calls.set(calls);
        let mut met = self.limits.exceeded_cheap();
        if met.is_none() && calls.is_multiple_of(Self::MEMORY_EVERY) {
            met = self.limits.exceeded_memory();
        }
        self.met.set(met);
        met.is_some()
    }
    pub(super) fn met(&self) -> Option<Limit> {
        self.met.get()
    }
}
