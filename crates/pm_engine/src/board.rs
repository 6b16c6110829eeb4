//! What engines that work side by side tell each other: which properties are decided.
//!
//! The evidence stays in each engine's own ledger; the ledgers are put together at the end.

use crate::id::EngineId;
use pm_base::IndexVec;
use pm_ir::{Program, PropId};
use pm_model::Followed;
use rustc_hash::FxHashSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

#[derive(Debug)]
pub struct Board {
    decided: IndexVec<PropId, AtomicBool>,
    /// Properties that are asked for and not decided.
    open: AtomicUsize,
    /// Set when nobody needs to go on.
    stop: Arc<AtomicBool>,
    stop_on_fail: bool,
    /// By property: executions go on where they violate it.
    goes_on: IndexVec<PropId, bool>,
    /// One of those is violated.
    passed: AtomicBool,
    /// An engine that has a proof of all that is open, and lets it be checked.
    closing: Mutex<Option<EngineId>>,
    /// Loops that go on and on, and in how many iterations the others end, as far as was seen.
    followed: Mutex<Option<Followed>>,
}

/// While it lives, the others wait: most likely they are not needed any more.
pub struct Closing<'b>(&'b Board);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        *self.0.guard() = None;
    }
}

impl Board {
    pub fn new(program: &Program, ignored: &FxHashSet<PropId>, stop_on_fail: bool) -> Board {
        let decided = program.props.ids().map(|p| AtomicBool::new(ignored.contains(&p)));
        let open = program.props.ids().filter(|p| !ignored.contains(p)).count();
        Board {
            decided: decided.collect(),
            open: AtomicUsize::new(open),
            stop: Arc::new(AtomicBool::new(open == 0)),
            stop_on_fail,
            goes_on: program.props.iter().map(|p| p.goes_on).collect(),
            passed: AtomicBool::new(false),
            closing: Mutex::new(None),
            followed: Mutex::new(None),
        }
    }

    pub fn is_decided(&self, prop: PropId) -> bool {
        self.decided[prop].load(Ordering::Relaxed)
    }

    pub fn proved(&self, prop: PropId) {
        self.settle(prop);
    }

    pub fn violated(&self, prop: PropId) {
        self.settle(prop);
        if self.goes_on[prop] {
            self.passed.store(true, Ordering::Relaxed);
        }
        if self.stop_on_fail {
            self.stop();
        }
    }

    fn settle(&self, prop: PropId) {
        if !self.decided[prop].swap(true, Ordering::Relaxed) && self.open.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.stop();
        }
    }

    /// Something is violated behind which executions go on.
    pub fn has_passed(&self) -> bool {
        self.passed.load(Ordering::Relaxed)
    }

    /// An engine has a proof of all that is open, unless another one said so before.
    pub fn close(&self, engine: EngineId) -> Option<Closing<'_>> {
        let mut closing = self.guard();
        closing.is_none().then(|| {
            *closing = Some(engine);
            Closing(self)
        })
    }

    /// Who has a proof of all that is open, and lets it be checked.
    pub fn closing(&self) -> Option<EngineId> {
        *self.guard()
    }

    /// Loops seem to go on and on.
    pub fn tell_open(&self, followed: Followed) {
        *self.followed.lock().unwrap_or_else(PoisonError::into_inner) = Some(followed);
    }

    pub fn followed(&self) -> Option<Followed> {
        self.followed.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn guard(&self) -> MutexGuard<'_, Option<EngineId>> {
        self.closing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All engines end as soon as they can.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// For [`pm_solve::Limits::interrupt`].
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        self.stop.clone()
    }

    pub fn open(&self) -> usize {
        self.open.load(Ordering::Relaxed)
    }
}
