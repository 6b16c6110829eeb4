//! What engines at work have found so far: what is told where one of them does not end in time.
//!
//! Engines look at limits often, but some of what they do is one long step. Whoever waits for them takes what is saved here instead.

use crate::certificate::Certificate;
use crate::costs::Costs;
use crate::evidence::Counterexample;
use crate::id::EngineId;
use crate::ledger::{Keeper, Ledger, Status};
use pm_ir::PropId;
use rustc_hash::FxHashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

#[derive(Default)]
pub struct Saved {
    parts: Mutex<Parts>,
    /// What it took.
    pub costs: Arc<Costs>,
    listener: Option<Box<Listener>>,
}

/// Is told of each violation when it is found, perhaps more than once.
pub type Listener = dyn Fn(PropId, &Counterexample) + Send + Sync;

#[derive(Default)]
struct Parts {
    /// One an engine.
    engines: Vec<Ledger>,
    round: Round,
    /// What all engines together say, where they are done.
    whole: Option<Ledger>,
}

/// What engines are asked (`beyond.rs`).
#[derive(Default)]
pub(crate) struct Round {
    /// What was said in rounds before.
    pub first: Option<Ledger>,
    pub passed: FxHashSet<PropId>,
    pub ignored: FxHashSet<PropId>,
}

impl std::fmt::Debug for Saved {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Saved")
    }
}

impl Saved {
    /// An engine that broke down has left something that is complete.
    fn parts(&self) -> MutexGuard<'_, Parts> {
        self.parts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells somebody of violations.
    pub fn telling(listener: Box<Listener>) -> Saved {
        Saved { listener: Some(listener), ..Saved::default() }
    }

    fn tell(&self, prop: PropId, status: &Status) {
        if let (Status::Violated(c), Some(listener)) = (status, &self.listener) {
            listener(prop, c);
        }
    }

    /// Forgets what engines said before: they are asked something else.
    pub(crate) fn begin(&self, round: Round) {
        *self.parts() = Parts { round, ..Parts::default() };
    }

    /// What this engine said is part of another's ledger from now on.
    pub(crate) fn hand_over(&self, engine: EngineId, to: &Ledger) {
        let mut parts = self.parts();
        parts.engines.retain(|e| e.engine != engine);
        *of(&mut parts, to) = to.copy();
    }

    /// No engine has anything to add.
    pub(crate) fn conclude(&self, ledger: &Ledger) {
        self.parts().whole = Some(ledger.copy());
    }

    /// What all engines together said when they were done, or what they know and were asked, in a ledger that was empty.
    pub(crate) fn take(&self, mut ledger: Ledger) -> Result<Ledger, Box<(Ledger, Round)>> {
        let parts = std::mem::take(&mut *self.parts());
        if let Some(whole) = parts.whole {
            return Ok(whole);
        }
        for part in parts.engines {
            if part.engine.unwinds() || part.engine == EngineId::AUTO && ledger.cut.is_empty() {
                ledger.cut.clone_from(&part.cut);
                ledger.too_long = part.too_long;
            }
            ledger.merge(part);
        }
        Err(Box::new((ledger, parts.round)))
    }
}

impl Keeper for Saved {
    fn keep(&self, ledger: &Ledger) {
        ledger.status.iter_ids().for_each(|(prop, status)| self.tell(prop, status));
        *of(&mut self.parts(), ledger) = ledger.copy();
    }

    fn decide(&self, ledger: &Ledger, prop: PropId, status: &Status) {
        self.tell(prop, status);
        of(&mut self.parts(), ledger).status[prop] = status.clone();
    }

    fn certify(&self, ledger: &Ledger, certificates: &[Certificate]) {
        of(&mut self.parts(), ledger).certificates = certificates.to_vec();
    }
}

/// The part of the engine whose ledger this is.
fn of<'p>(parts: &'p mut MutexGuard<'_, Parts>, ledger: &Ledger) -> &'p mut Ledger {
    let at = parts.engines.iter().position(|e| e.engine == ledger.engine);
    let at = at.unwrap_or_else(|| {
        parts.engines.push(ledger.copy());
        parts.engines.len() - 1
    });
    &mut parts.engines[at]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::UnknownReason;

    fn ledger(engine: EngineId) -> Ledger {
        let status = [(); 2].map(|()| Status::Unknown(UnknownReason::NotChecked));
        let mut ledger = Ledger::empty(engine);
        ledger.status = status.into_iter().collect();
        ledger
    }

    #[test]
    fn engines_are_put_together() {
        let (saved, a, b) = (Saved::default(), PropId(0), PropId(1));
        let bmc = ledger(EngineId::BMC);
        saved.decide(&bmc, a, &Status::HoldsUpTo { bound: 3 });
        saved.decide(&bmc, b, &Status::HoldsUpTo { bound: 3 });
        saved.decide(&ledger(EngineId::KIND), b, &Status::Proved { by: EngineId::KIND });
        let Err(known) = saved.take(ledger(EngineId::AUTO)) else { panic!("nobody is done") };
        let all = known.0;
        assert!(matches!(all.status[a], Status::HoldsUpTo { bound: 3 }));
        assert!(matches!(all.status[b], Status::Proved { .. }));
        saved.conclude(&all);
        assert!(saved.take(ledger(EngineId::AUTO)).is_ok());
        assert!(saved.take(ledger(EngineId::AUTO)).is_err());
    }
}
