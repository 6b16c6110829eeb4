//! What became of the proofs of answers "unsatisfiable": how many were checked, whether one was wrong, and where they are kept.
//!
//! There is one register for the whole process: whatever solver made a proof that is wrong, nothing that the process says is proved, then.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};

/// A proof to be kept, which was checked as it is here.
pub struct Kept<'a> {
    /// What it shows to be impossible.
    pub what: &'a str,
    /// DIMACS: those clauses of the query that the proof needs, and its assumptions as units.
    pub formula: &'a [u8],
    /// LRAT, as text.
    pub proof: &'a [u8],
}

type Keep = Box<dyn Fn(&Kept<'_>) -> Result<(), String> + Send + Sync>;

pub struct Proofs {
    checked: AtomicU64,
    steps: AtomicU64,
    fault: Mutex<Option<String>>,
    keep: OnceLock<Keep>,
}

/// The register of this process.
pub fn proofs() -> &'static Proofs {
    static PROOFS: Proofs = Proofs::new();
    &PROOFS
}

impl Proofs {
    const fn new() -> Proofs {
        let (checked, steps) = (AtomicU64::new(0), AtomicU64::new(0));
        Proofs { checked, steps, fault: Mutex::new(None), keep: OnceLock::new() }
    }

    /// Proofs of solvers that are made from now on are handed to `keep`. That is said once.
    pub fn keep_by(&self, keep: impl Fn(&Kept<'_>) -> Result<(), String> + Send + Sync + 'static) {
        let _ = self.keep.set(Box::new(keep));
    }

    pub fn are_kept(&self) -> bool {
        self.keep.get().is_some()
    }

    /// Answers whose proofs were checked.
    pub fn checked(&self) -> u64 {
        self.checked.load(Ordering::Relaxed)
    }

    /// Clauses that were derived and checked for them.
    pub fn steps(&self) -> u64 {
        self.steps.load(Ordering::Relaxed)
    }

    /// The first proof that is wrong or could not be kept.
    pub fn fault(&self) -> Option<String> {
        self.fault.lock().map_or_else(|broken| broken.into_inner().clone(), |fault| fault.clone())
    }

    pub(super) fn enter(&self, steps: u64) {
        self.checked.fetch_add(1, Ordering::Relaxed);
        self.steps.fetch_add(steps, Ordering::Relaxed);
    }

    pub(super) fn keep(&self, kept: &Kept<'_>) {
        if let Some(Err(message)) = self.keep.get().map(|keep| keep(kept)) {
            self.refuse(message);
        }
    }

    pub(super) fn refuse(&self, message: String) {
        if let Ok(mut fault) = self.fault.lock() {
            fault.get_or_insert(message);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_kept_is_a_fault() {
        let proofs = Proofs::new();
        let kept = Kept { what: "nothing", formula: b"", proof: b"" };
        proofs.keep(&kept);
        assert!(!proofs.are_kept() && proofs.fault().is_none());
        proofs.keep_by(|kept| Err(format!("cannot keep {}", kept.what)));
        proofs.keep(&kept);
        proofs.refuse("another".into());
        assert_eq!(proofs.fault().as_deref(), Some("cannot keep nothing"));
        proofs.enter(3);
        proofs.enter(4);
        assert_eq!((proofs.checked(), proofs.steps()), (2, 7));
    }
}
