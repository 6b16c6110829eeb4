//! Executions of the transition system on values: what the variables and views were at each location.

use super::intervals::Analysis;
use super::views::{View, Views};
use pm_base::Random;
use pm_model::System;
use pm_model::simulate::{Simulator, pattern};
use pm_solve::Limits;
use pm_term::domain::{MAX_WIDTH, mask};
use pm_term::{ArrayValue, Bits, Sort, TermId, Value};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// While a location that is reached has fewer samples, there are more executions.
const FEW: usize = 40;
/// The work that goes into those, as below.
const MORE_WORK: usize = 10_000_000;

/// How many executions are tried, and how long.
pub struct Runs {
    runs: u64,
    more_runs: u64,
    steps: usize,
    /// Each step costs the size of the arena: so many nodes in all.
    work: usize,
}

impl Runs {
    pub const FULL: Runs = Runs { runs: 24, more_runs: 200, steps: 120, work: 60_000_000 };
    pub const SMALL: Runs = Runs { runs: 8, more_runs: 0, steps: 40, work: 4_000_000 };
}

/// Different states that are kept of a location.
const KEPT: usize = 250;

/// The patterns of all variables of at most 64 bits (0 for others) in one state, then those of the location's views.
pub type Sample = Vec<u64>;
/// The arrays of one state.
pub type Contents = Vec<Rc<ArrayValue>>;

/// Samples by location.
pub struct Samples {
    pub at: Vec<Vec<Sample>>,
    /// Of each sample, the arrays that mean something at the location.
    pub contents: Vec<Vec<Contents>>,
}

/// Small values, extreme ones, those that the program names, any.
pub(crate) fn guess(random: &mut Random, system: &System, analysis: &Analysis, input: TermId, run: u64) -> Value {
    let sort = system.terms.sort(input);
    let width = match sort {
        Sort::Bool => 1,
        Sort::Bv(w) => w,
        Sort::Array { elem, .. } => elem,
    };
    let named = analysis.thresholds(width);
    let m = mask(width.min(MAX_WIDTH));
    let value = match (run, random.below(8)) {
        (0, _) => 0,
        (1, _) => 1,
        (_, 0..=2) => random.below(4),
        (_, 3..=4) => random.below(24),
        (_, 5) if !named.is_empty() => random.pick(named),
        (_, 6) => 0u64.wrapping_sub(random.below(3)),
        _ => random.draw(),
    };
    let bits = Bits::from_u128(width, (value & m).into());
    match sort {
        Sort::Array { index, .. } => Value::Array(Rc::new(ArrayValue::new(index, bits))),
        Sort::Bool | Sort::Bv(_) => Value::Bits(bits),
    }
}

impl Samples {
    /// No samples of any location.
    pub fn none(system: &System) -> Samples {
        let locations = system.locations.len();
        Samples { at: vec![Vec::new(); locations], contents: vec![Vec::new(); locations] }
    }

    pub fn collect(system: &mut System, analysis: &Analysis, views: &Views, effort: &Runs, limits: &Limits) -> Samples {
        let bad = system.claims();
        let mut sampler = Sampler {
            at: vec![Vec::new(); system.locations.len()],
            contents: vec![Vec::new(); system.locations.len()],
            views,
            seen: FxHashSet::default(),
            random: Random::new(1),
            steps: effort.steps,
            work: effort.work,
        };
        for run in 0..effort.runs {
            if limits.exceeded().is_some() || !sampler.run(system, analysis, &bad, run) {
                break;
            }
        }
        sampler.work = sampler.work.min(MORE_WORK);
        for run in effort.runs..effort.more_runs {
            let few = sampler.at.iter().any(|s| (1..FEW).contains(&s.len()));
            if !few || limits.exceeded().is_some() || !sampler.run(system, analysis, &bad, run) {
                break;
            }
        }
        Samples { at: sampler.at, contents: sampler.contents }
    }
}

struct Sampler<'a> {
    at: Vec<Vec<Sample>>,
    contents: Vec<Vec<Contents>>,
    views: &'a Views,
    seen: FxHashSet<(u32, Sample)>,
    random: Random,
    steps: usize,
    work: usize,
}

/// The arrays that mean something at a location.
pub fn arrays(system: &System, location: usize) -> Vec<usize> {
    let is_array = |v: &usize| system.terms.sort(system.vars[*v].now).is_array();
    system.locations[location].live.iter().map(|v| *v as usize).filter(is_array).collect()
}

impl Sampler<'_> {
    /// One execution; whether there is work left to spend.
    fn run(&mut self, system: &System, analysis: &Analysis, bad: &[TermId], run: u64) -> bool {
        let terms = &system.terms;
        let mut execution = Simulator::new(system);
        for _ in 0..self.steps {
            let location = execution.location();
            if execution.is_over() {
                break;
            }
            let Some(left) = self.work.checked_sub(terms.len()) else { return false };
            self.work = left;
            let mut eval = execution.evaluator();
            let views: &[View] = &self.views.at[location as usize];
            let viewed: Vec<Value> = views.iter().map(|v| eval.eval(terms, v.term)).collect();
            self.keep(system, location, execution.state(), &viewed);
            for &input in &system.inputs {
                let value = guess(&mut self.random, system, analysis, input, run);
                terms.symbol_id(input).into_iter().for_each(|s| eval.set(s, value.clone()));
            }
            if eval.eval_bool(terms, bad[location as usize]) {
                break;
            }
            execution.advance(&mut eval);
        }
        true
    }

    fn keep(&mut self, system: &System, location: u32, values: &[Value], viewed: &[Value]) {
        let kept = &mut self.at[location as usize];
        if kept.len() < KEPT {
            let sample: Sample = values.iter().chain(viewed).map(|v| pattern(v).unwrap_or(0)).collect();
            if self.seen.insert((location, sample.clone())) {
                kept.push(sample);
                let arrays = arrays(system, location as usize).into_iter().filter_map(|v| match &values[v] {
                    Value::Array(a) => Some(a.clone()),
                    Value::Bits(_) => None,
                });
                self.contents[location as usize].push(arrays.collect());
            }
        }
    }
}
