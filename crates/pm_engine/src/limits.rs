//! Limits of a run: time, memory, and the user's interrupt.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

#[derive(Clone, Debug)]
pub struct Limits {
    pub deadline: Option<Instant>,
    /// Bytes of resident memory of the process.
    pub memory: Option<u64>,
    pub interrupt: Arc<AtomicBool>,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { deadline: None, memory: None, interrupt: Arc::new(AtomicBool::new(false)) }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reached {
    Time,
    Memory,
    Interrupt,
}

impl Limits {
    pub fn reached(&self) -> Option<Reached> {
        if self.interrupt.load(Ordering::Relaxed) {
            return Some(Reached::Interrupt);
        }
        if self.deadline.is_some_and(|d| Instant::now() >= d) {
            return Some(Reached::Time);
        }
        if self.memory.is_some_and(|m| resident_bytes() > m) {
            return Some(Reached::Memory);
        }
        None
    }

    pub fn remaining(&self) -> Option<Duration> {
        self.deadline.map(|d| d.saturating_duration_since(Instant::now()))
    }
}

/// Resident memory of this process; 0 where the system does not say.
pub fn resident_bytes() -> u64 {
    let Ok(statm) = std::fs::read_to_string("/proc/self/statm") else { return 0 };
    statm.split_whitespace().nth(1).and_then(|pages| pages.parse::<u64>().ok()).map_or(0, |pages| pages * 4096)
}
