//! Calls on values: which outcome they had.
//!
//! The system is executed from its beginning with random inputs. At a call the function is executed with the values that it is given, to its
//! return, and the caller goes on with that outcome; what was computed once is remembered, so that functions that call
//! themselves twice do not take for ever.

use crate::intervals::Analysis;
use crate::samples::{Sample, Samples, guess};
use pm_base::Random;
use pm_model::System;
use pm_model::simulate::{Simulator, pattern};
use pm_solve::Limits;
use pm_term::{TermId, Value};
use rustc_hash::{FxHashMap, FxHashSet};

const RUNS: u64 = 80;
/// Steps of one activation.
const STEPS: usize = 200;
/// Activations below each other.
const DEPTH: u32 = 300;
/// Different states that are kept of a location, and calls of a function.
const KEPT: usize = 400;
/// Each step costs the size of the arena: so many nodes in all, and in one run.
const WORK: usize = 60_000_000;
const RUN_WORK: usize = 3_000_000;

/// What is known of calls: by contract, the ins and outs of each (0 for what has more than 64 bits).
pub struct Calls {
    pub of: Vec<Vec<Sample>>,
    /// What the variables were, by location.
    pub states: Samples,
}

pub fn collect(system: &mut System, analysis: &Analysis, limits: &Limits) -> Calls {
    let bad = system.claims();
    let mut sampler = Sampler {
        system,
        analysis,
        bad,
        limits,
        random: Random::new(1),
        run: 0,
        work: WORK,
        run_work: 0,
        done: FxHashMap::default(),
        states: Samples::none(system),
        seen: FxHashSet::default(),
        of: vec![Vec::new(); system.contracts.functions.len()],
        rows: FxHashSet::default(),
    };
    let first = Simulator::new(system).state().to_vec();
    for run in 0..RUNS {
        if limits.exceeded().is_some() || sampler.work == 0 {
            break;
        }
        sampler.run = run;
        sampler.run_work = RUN_WORK;
        // Inputs of functions may differ from run to run.
        if run % 8 == 0 {
            sampler.done.clear();
        }
        sampler.activation(first.clone(), 0);
    }
    Calls { of: sampler.of, states: sampler.states }
}

struct Sampler<'a> {
    system: &'a System,
    analysis: &'a Analysis,
    /// By location.
    bad: Vec<TermId>,
    limits: &'a Limits,
    random: Random,
    run: u64,
    /// What may still be spent.
    work: usize,
    run_work: usize,
    /// Outcomes by location and state.
    done: FxHashMap<(u32, Sample), Vec<Value>>,
    states: Samples,
    seen: FxHashSet<(u32, Sample)>,
    of: Vec<Vec<Sample>>,
    rows: FxHashSet<(usize, Sample)>,
}

impl Sampler<'_> {
    /// Executes from a state to the return of the activation: its outs. `None` where it does not return, or takes too long.
    fn activation(&mut self, values: Vec<Value>, depth: u32) -> Option<Vec<Value>> {
        let system = self.system;
        let terms = &system.terms;
        let mut execution = Simulator::within(system, values);
        for _ in 0..STEPS {
            let location = execution.location();
            if execution.is_over() || depth > DEPTH {
                return None;
            }
            self.keep(location, execution.state());
            let mut eval = execution.evaluator();
            for &input in &system.inputs {
                let value = guess(&mut self.random, system, self.analysis, input, self.run);
                terms.symbol_id(input).into_iter().for_each(|s| eval.set(s, value.clone()));
            }
            for (i, call) in system.contracts.calls.iter().enumerate().filter(|(_, c)| c.location == location) {
                self.spend()?;
                if !eval.eval_bool(terms, call.guard) {
                    continue;
                }
                let ins: Vec<Value> = call.ins.iter().map(|t| eval.eval(terms, *t)).collect();
                let taken = terms.symbol_id(call.taken)?;
                eval.set(taken, bool_value(false));
                let outs = self.call(execution.after(&mut eval), depth)?;
                eval.set(taken, bool_value(true));
                for (symbol, value) in call.outs.iter().zip(&outs) {
                    eval.set(terms.symbol_id(*symbol)?, value.clone());
                }
                self.keep_call(i, &ins, &outs);
            }
            self.spend()?;
            if eval.eval_bool(terms, self.bad[location as usize]) {
                return None;
            }
            let mut returns = system.contracts.returns.iter().filter(|r| r.location == location);
            if let Some(back) = returns.find(|r| eval.eval_bool(terms, r.guard)) {
                return Some(back.outs.iter().map(|t| eval.eval(terms, *t)).collect());
            }
            execution.advance(&mut eval);
        }
        None
    }

    fn call(&mut self, inside: Vec<Value>, depth: u32) -> Option<Vec<Value>> {
        let key = self.key(&inside);
        if let Some(outs) = key.as_ref().and_then(|k| self.done.get(k)) {
            return Some(outs.clone());
        }
        let outs = self.activation(inside, depth + 1)?;
        if let Some(key) = key {
            self.done.insert(key, outs.clone());
        }
        Some(outs)
    }

    fn spend(&mut self) -> Option<()> {
        let cost = self.system.terms.len();
        self.work = self.work.saturating_sub(cost);
        self.run_work = self.run_work.saturating_sub(cost);
        if self.work == 0 || self.run_work == 0 || self.limits.exceeded().is_some() { None } else { Some(()) }
    }

    /// What decides about the outcome, where that is not too large.
    fn key(&self, values: &[Value]) -> Option<(u32, Sample)> {
        let location = pattern(&values[System::PC])? as u32;
        let live = &self.system.locations.get(location as usize)?.live;
        let patterns: Option<Sample> = live.iter().map(|v| pattern(&values[*v as usize])).collect();
        Some((location, patterns?))
    }

    fn keep(&mut self, location: u32, values: &[Value]) {
        let kept = &mut self.states.at[location as usize];
        if kept.len() < KEPT {
            let sample: Sample = values.iter().map(|v| pattern(v).unwrap_or(0)).collect();
            if self.seen.insert((location, sample.clone())) {
                kept.push(sample);
            }
        }
    }

    fn keep_call(&mut self, call: usize, ins: &[Value], outs: &[Value]) {
        let contract = self.system.contracts.calls[call].contract;
        let row: Sample = ins.iter().chain(outs).map(|v| pattern(v).unwrap_or(0)).collect();
        if self.of[contract].len() < KEPT && self.rows.insert((contract, row.clone())) {
            self.of[contract].push(row);
        }
    }
}

fn bool_value(value: bool) -> Value {
    Value::Bits(pm_term::Bits::from_bool(value))
}
