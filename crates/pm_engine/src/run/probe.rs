//! Executions on inputs that are guessed: violations that lie many iterations deep, where unwinding takes long, are often on
//! the way of almost every execution.
//!
//! The first runs have one extreme value for all inputs, the others mix small, extreme and random ones. What a run sees is
//! replayed like any other counterexample; a run that sees nothing says nothing.

use crate::evidence::{Counterexample, Given};
use crate::id::EngineId;
use crate::ledger::{Ledger, Status};
use crate::replay::{self, replay};
use crate::task::Task;
use pm_base::{Random, Span, Symbol};
use pm_interp::{EventKind, Oracle, Outcome, RunOptions};
use pm_ir::Ty;
use pm_solve::Limits;
use std::io::sink;

const RUNS: u64 = 24;
/// Instructions of one run, and of all.
const STEPS: u64 = 20_000_000;
const ALL_STEPS: u64 = 150_000_000;
/// What a run may ask for.
const INPUTS: usize = 1 << 20;
const BYTES: usize = 1 << 24;
/// Bytes of objects.
const MEMORY: u64 = 256 << 20;

/// The first violation that a run comes to.
pub fn check(task: &Task) -> Option<Ledger> {
    let Task { program, names, reading, ignored, limits, .. } = task;
    let mut left = ALL_STEPS;
    for run in 0..RUNS {
        if left == 0 || limits.exceeded().is_some() {
            break;
        }
        let mut oracle = Guessed { run, random: Random::new(run), limits, given: Given::default(), bytes: 0 };
        let options = RunOptions {
            max_steps: Some(STEPS.min(left)),
            max_memory: MEMORY.min(replay::memory(limits)),
            lenient: reading.lenient,
            mmio: reading.mmio.clone(),
            ..RunOptions::default()
        };
        let result = pm_interp::run(program, names, &options, &mut oracle, &mut sink(), &mut sink());
        left = left.saturating_sub(result.steps.max(1));
        let Outcome::Violation { prop, .. } = result.outcome else { continue };
        if ignored.contains(&prop) {
            continue;
        }
        let mut c = Counterexample::new(reading, oracle.given, replay::STEPS);
        c.outcome = replay(program, names, &c, limits);
        if matches!(&c.outcome, Outcome::Violation { prop: seen, .. } if *seen == prop) {
            let mut ledger = Ledger::new(program, EngineId::RUN);
            ledger.missing_bodies = result.missing_bodies;
            ledger.status[prop] = Status::Violated(Box::new(c));
            return Some(ledger);
        }
    }
    None
}

/// Guesses, and remembers what it guessed.
struct Guessed<'a> {
    run: u64,
    random: Random,
    limits: &'a Limits,
    given: Given,
    /// Of all contents.
    bytes: usize,
}

impl Guessed<'_> {
    /// A pattern of so many bits.
    fn pattern(&mut self, bits: u32) -> u128 {
        let mask = u128::MAX >> (128 - bits.clamp(1, 128));
        let most = mask >> 1;
        let value = match self.run {
            0 => most,
            1 => 0,
            2 => 1,
            3 => mask,
            4 => most + 1,
            _ => match self.random.below(10) {
                0 => 0,
                1 => most,
                2 => mask,
                3..=5 => u128::from(self.random.below(4)),
                6..=7 => u128::from(self.random.below(100)),
                _ => u128::from(self.random.draw()),
            },
        };
        value & mask
    }
}

impl Oracle for Guessed<'_> {
    fn nondet(&mut self, source: Symbol, ty: Ty, _: Span) -> Option<u128> {
        if self.given.inputs.len() >= INPUTS {
            return None;
        }
        let value = match ty {
            Ty::Int(f) => self.pattern(u32::from(f.bits)),
            Ty::Float(f) => self.pattern(f.bits()),
            Ty::Ptr => 0,
        };
        self.given.inputs.push((source, ty, value));
        Some(value)
    }

    fn interrupted(&mut self) -> bool {
        self.limits.exceeded().is_some()
    }

    /// Of functions without a body nothing is guessed: a guess is no pointer.
    fn supplies(&self, kind: EventKind) -> bool {
        self.run > 4 && kind != EventKind::Stub
    }

    fn contents(&mut self, event: u64, _: EventKind, size: u64) -> Option<Vec<u8>> {
        let size = usize::try_from(size).ok().filter(|s| *s <= BYTES - self.bytes)?;
        self.bytes += size;
        let bytes: Vec<u8> = (0..size).map(|_| self.random.draw() as u8).collect();
        self.given.contents.push((event, bytes.clone()));
        Some(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn oracle(limits: &Limits, run: u64) -> Guessed<'_> {
        Guessed { run, random: Random::new(run), limits, given: Given::default(), bytes: 0 }
    }

    #[test]
    fn patterns_fit_their_width() {
        let limits = Limits::default();
        for run in 0..RUNS {
            let mut guessed = oracle(&limits, run);
            assert!((0..50).all(|_| guessed.pattern(1) <= 1 && guessed.pattern(8) < 256));
        }
        assert_eq!(oracle(&limits, 0).pattern(32), 0x7fff_ffff);
        assert_eq!(oracle(&limits, 4).pattern(32), 0x8000_0000);
    }

    #[test]
    fn what_is_given_is_remembered() {
        let limits = Limits::default();
        let mut guessed = oracle(&limits, 7);
        let bytes = guessed.contents(3, EventKind::Alloc, 4).unwrap_or_default();
        assert_eq!(guessed.given.contents, [(3, bytes)]);
        assert_eq!(guessed.contents(4, EventKind::Alloc, u64::MAX), None);
    }
}
