//! Simple inputs: as few as the vector's own goals need (the end is left out, and then what can be left out before it), and zero, one or printable where that makes no difference.

use crate::judge::{Input, Referee, TestVector};
use crate::reduce::Element;
use pm_base::num::{FloatFormat, IntFormat};
use pm_engine::evidence::Given;
use pm_ir::Ty;
use std::time::{Duration, Instant};

/// Runs for a vector, and time.
const RUNS: usize = 600;
const TIME: Duration = Duration::from_secs(1);
/// Runs that are made in any case.
const SHORTENING: usize = 20;

/// A vector that covers these elements, too, with simpler inputs.
pub fn simplify(referee: &Referee, vector: TestVector, own: &[&Element]) -> TestVector {
    let mut trial = Trial { referee, own, best: vector, runs: 0, begun: Instant::now() };
    trial.shorten();
    trial.leave_out();
    trial.set_together();
    trial.set_each();
    trial.best
}

/// The beginning of a vector that covers these elements, too.
pub fn shorten(referee: &Referee, vector: TestVector, own: &[&Element]) -> TestVector {
    let mut trial = Trial { referee, own, best: vector, runs: 0, begun: Instant::now() };
    trial.shorten();
    trial.best
}

struct Trial<'t> {
    referee: &'t Referee<'t>,
    own: &'t [&'t Element],
    best: TestVector,
    runs: usize,
    begun: Instant,
}

impl Trial<'_> {
    /// Takes other inputs, if they are as good.
    fn attempt(&mut self, change: impl FnOnce(&mut Given)) -> bool {
        if self.runs >= RUNS || self.begun.elapsed() > TIME && self.runs > SHORTENING {
            return false;
        }
        self.runs += 1;
        let mut given = Given { inputs: self.best.inputs.clone(), contents: self.best.contents.clone() };
        change(&mut given);
        let Ok(vector) = self.referee.examine(&given) else { return false };
        let covers = |e: &&Element| e.iter().any(|p| vector.covered.binary_search(p).is_ok());
        let is_good = self.own.iter().all(covers) && vector.inputs.len() <= self.best.inputs.len();
        if is_good {
            self.best = vector;
        }
        is_good
    }

    /// The shortest beginning that is enough, by bisection.
    fn shorten(&mut self) {
        let (mut low, mut high) = (0, self.best.inputs.len());
        while low < high {
            let middle = low.midpoint(high);
            if self.attempt(|g| g.inputs.truncate(middle)) {
                high = self.best.inputs.len().min(middle);
            } else {
                low = middle + 1;
            }
        }
    }

    /// Zero for many at once: halves, quarters, and so on.
    fn set_together(&mut self) {
        let mut size = self.best.inputs.len();
        while size > 1 {
            let mut from = 0;
            while from < self.best.inputs.len() {
                let to = (from + size).min(self.best.inputs.len());
                if self.best.inputs[from..to].iter().any(|i| i.2 != 0) {
                    self.attempt(|g| g.inputs[from..to].iter_mut().for_each(|i| i.2 = 0));
                }
                from = to;
            }
            size /= 2;
        }
    }

    /// Leaves out rounds of inputs: many at once, then fewer (Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input").
    fn leave_out(&mut self) {
        let mut size = self.rounds().len() / 2;
        while size > 0 {
            let mut at = 0;
            loop {
                let rounds = self.rounds();
                let Some(&from) = rounds.get(at) else { break };
                let to = rounds.get(at + size).copied().unwrap_or(self.best.inputs.len());
                if !self.attempt(|g| _ = g.inputs.drain(from..to)) {
                    at += size;
                }
            }
            size /= 2;
        }
    }

    /// Where the rounds of a program begin that asks for the same inputs again and again: with the input that it asked for first.
    fn rounds(&self) -> Vec<usize> {
        let first = self.best.inputs.first().map(|i| i.0);
        let begins = |(_, i): &(usize, &Input)| Some(i.0) == first;
        self.best.inputs.iter().enumerate().filter(begins).map(|(at, _)| at).collect()
    }

    fn set_each(&mut self) {
        for at in 0..self.best.inputs.len() {
            let Some(&(_, ty, old)) = self.best.inputs.get(at) else { return };
            for value in simpler(ty, old) {
                if self.attempt(|g| g.inputs[at].2 = value) {
                    break;
                }
            }
        }
    }
}

/// Values that people like better, the best first.
fn simpler(ty: Ty, old: u128) -> Vec<u128> {
    let all: Vec<u128> = match ty {
        Ty::Int(f) if f.bits == 8 => vec![0, 1, f.wrap(u128::from(b'0')), f.wrap(u128::from(b'a')), half(f, old)],
        Ty::Int(f) => vec![0, 1, f.wrap(u128::MAX), half(f, old)],
        Ty::Float(f) => floats(f, old),
        Ty::Ptr => vec![0],
    };
    all.into_iter().take_while(|v| *v != old).collect()
}

fn half(f: IntFormat, old: u128) -> u128 {
    if f.signed { f.wrap((f.to_i128(old) / 2) as u128) } else { f.wrap(old) / 2 }
}

/// Zero, one, and the integer nearest to the old value.
fn floats(f: FloatFormat, old: u128) -> Vec<u128> {
    const WIDE: IntFormat = IntFormat::new(64, true);
    let one = f.from_int(1, WIDE);
    let mut all = vec![0, one, f.neg(one)];
    if f == FloatFormat::F64 {
        let value = f64::from_bits(old as u64);
        all.extend([value.trunc(), value.round()].map(|v| u128::from(v.to_bits())));
    } else if f == FloatFormat::F32 {
        let value = f32::from_bits(old as u32);
        all.extend([value.trunc(), value.round()].map(|v| u128::from(v.to_bits())));
    }
    all
}
