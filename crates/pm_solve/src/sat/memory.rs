//! How much memory the process has, as far as the system tells.
//!
//! The question is asked often and by many threads, and an answer costs some system calls: it is good for a moment.

use crate::children;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How long an answer is good.
const MOMENT: Duration = Duration::from_millis(5);
const PAGE: u64 = 4096;

static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
/// When the system was asked last, in milliseconds, and one more.
static ASKED: AtomicU64 = AtomicU64::new(0);
static RESIDENT: AtomicU64 = AtomicU64::new(0);
static RESERVED: AtomicU64 = AtomicU64::new(0);

/// Somebody asked for memory and got none.
static EXHAUSTED: AtomicBool = AtomicBool::new(false);

/// Ends all that has limits: somebody asked for memory and got none.
pub fn memory_is_exhausted() {
    EXHAUSTED.store(true, Ordering::Relaxed);
}

pub(super) fn is_exhausted() -> bool {
    EXHAUSTED.load(Ordering::Relaxed)
}

/// Bytes of this process; zero where the system does not tell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Usage {
    /// With solvers that it has started.
    pub resident: u64,
    /// Of address space, which includes what was never touched.
    pub reserved: u64,
}

pub(super) fn usage() -> Usage {
    let now = BEGIN.elapsed().as_millis() as u64 + 1;
    let asked = ASKED.load(Ordering::Relaxed);
    if asked == 0 || now >= asked + MOMENT.as_millis() as u64 {
        ASKED.store(now, Ordering::Relaxed);
        let usage = ask().unwrap_or(Usage { resident: 0, reserved: 0 });
        RESIDENT.store(usage.resident, Ordering::Relaxed);
        RESERVED.store(usage.reserved, Ordering::Relaxed);
    }
    let resident = RESIDENT.load(Ordering::Relaxed) + children::resident();
    Usage { resident, reserved: RESERVED.load(Ordering::Relaxed) }
}

fn ask() -> Option<Usage> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let mut pages = text.split_ascii_whitespace().map(|word| word.parse::<u64>().ok());
    let (reserved, resident) = (pages.next()??, pages.next()??);
    Some(Usage { resident: resident * PAGE, reserved: reserved * PAGE })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usage_grows() {
        let before = usage();
        assert!(before.resident > 0 && before.reserved >= before.resident);
        let block = vec![1u8; 64 << 20];
        std::thread::sleep(2 * MOMENT);
        assert!(usage().resident >= before.resident + (32 << 20), "{} bytes more", block.len());
    }
}
