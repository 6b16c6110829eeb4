//! Executions of the transition system on values: what the variables were at each location.

use super::domain::{MAX_WIDTH, mask};
use super::intervals::Analysis;
use crate::System;
use pm_solve::Limits;
use pm_term::{Bits, Evaluator, Sort, TermId, Value};
use rustc_hash::FxHashSet;

const RUNS: u64 = 24;
const STEPS: usize = 120;
/// Different states that are kept of a location.
const KEPT: usize = 250;
/// Each step costs the size of the arena: so many nodes in all.
const WORK: usize = 60_000_000;

/// The patterns of all variables of at most 64 bits (0 for others) in one state.
pub type Sample = Vec<u64>;

/// Samples by location.
pub struct Samples {
    pub at: Vec<Vec<Sample>>,
}

/// splitmix64
pub(crate) struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    /// Small values, extreme ones, those that the program names, any.
    pub fn input(&mut self, system: &System, analysis: &Analysis, input: TermId, run: u64) -> Value {
        let sort = system.terms.sort(input);
        let width = match sort {
            Sort::Bool => 1,
            Sort::Bv(w) => w,
            Sort::Array { .. } => return Value::default_of(sort),
        };
        let named = analysis.thresholds(width);
        let m = mask(width.min(MAX_WIDTH));
        let value = match (run, self.below(8)) {
            (0, _) => 0,
            (1, _) => 1,
            (_, 0..=2) => self.below(4),
            (_, 3..=4) => self.below(24),
            (_, 5) if !named.is_empty() => named[self.below(named.len() as u64) as usize],
            (_, 6) => 0u64.wrapping_sub(self.below(3)),
            _ => self.next(),
        };
        Value::Bits(Bits::from_u128(width, (value & m).into()))
    }
}

impl Samples {
    pub fn collect(system: &mut System, analysis: &Analysis, limits: &Limits) -> Samples {
        let bads: Vec<TermId> = system.bad.iter().map(|b| b.cond).collect();
        let bad = system.terms.or_all(&bads);
        let mut sampler = Sampler {
            at: vec![Vec::new(); system.locations.len()],
            seen: FxHashSet::default(),
            random: Random(1),
            work: WORK,
        };
        for run in 0..RUNS {
            if limits.exceeded().is_some() || !sampler.run(system, analysis, bad, run) {
                break;
            }
        }
        Samples { at: sampler.at }
    }
}

struct Sampler {
    at: Vec<Vec<Sample>>,
    seen: FxHashSet<(u32, Sample)>,
    random: Random,
    work: usize,
}

impl Sampler {
    /// One execution; whether there is work left to spend.
    fn run(&mut self, system: &System, analysis: &Analysis, bad: TermId, run: u64) -> bool {
        let terms = &system.terms;
        let mut eval = Evaluator::new();
        let mut values: Vec<Value> = system.vars.iter().map(|v| eval.eval(terms, v.init)).collect();
        for _ in 0..STEPS {
            let location = values[System::PC].bits().to_u128().unwrap_or(0) as u32;
            if location == System::END || location as usize >= self.at.len() {
                break;
            }
            let Some(left) = self.work.checked_sub(terms.len()) else { return false };
            self.work = left;
            self.keep(location, &values);
            let mut eval = Evaluator::new();
            for (var, value) in system.vars.iter().zip(&values) {
                terms.symbol_id(var.now).into_iter().for_each(|s| eval.set(s, value.clone()));
            }
            for &input in &system.inputs {
                let value = self.random.input(system, analysis, input, run);
                terms.symbol_id(input).into_iter().for_each(|s| eval.set(s, value.clone()));
            }
            if eval.eval_bool(terms, bad) {
                break;
            }
            values = system.vars.iter().map(|v| eval.eval(terms, v.next)).collect();
        }
        true
    }

    fn keep(&mut self, location: u32, values: &[Value]) {
        let pattern = |v: &Value| match v {
            Value::Bits(b) if b.width() <= MAX_WIDTH => b.to_u128().unwrap_or(0) as u64,
            Value::Bits(_) | Value::Array(_) => 0,
        };
        let kept = &mut self.at[location as usize];
        if kept.len() < KEPT {
            let sample: Sample = values.iter().map(pattern).collect();
            if self.seen.insert((location, sample.clone())) {
                kept.push(sample);
            }
        }
    }
}
