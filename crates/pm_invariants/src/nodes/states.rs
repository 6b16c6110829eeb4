//! States that executions on random inputs visit, by location.

use crate::Analysis;
use crate::samples::guess;
use pm_base::Random;
use pm_model::System;
use pm_model::simulate::Simulator;
use pm_solve::Limits;
use pm_term::{TermId, Value};

/// Executions, their steps, states that are kept of a location, nodes of arena that are gone through in all.
const RUNS: u64 = 80;
const STEPS: usize = 60;
const KEPT: usize = 80;
const WORK: usize = 60_000_000;

pub fn collect(system: &mut System, analysis: &Analysis, limits: &Limits) -> Vec<Vec<Vec<Value>>> {
    let bad = system.claims();
    let mut sampler = Sampler {
        system,
        analysis,
        bad,
        at: vec![Vec::new(); system.locations.len()],
        random: Random::new(1),
        work: WORK,
    };
    for run in 0..RUNS {
        if limits.exceeded().is_some() {
            break;
        }
        sampler.run(run);
    }
    sampler.at
}

struct Sampler<'a> {
    system: &'a System,
    analysis: &'a Analysis,
    /// By location.
    bad: Vec<TermId>,
    at: Vec<Vec<Vec<Value>>>,
    random: Random,
    work: usize,
}

impl Sampler<'_> {
    fn run(&mut self, run: u64) {
        let terms = &self.system.terms;
        let mut execution = Simulator::new(self.system);
        // Short data structures are as good as long ones, and are seen as a whole.
        let steps = if run.is_multiple_of(2) { STEPS } else { 4 + (run as usize / 2) % 12 };
        for step in 0..STEPS {
            let location = execution.location() as usize;
            if execution.is_over() {
                break;
            }
            let Some(left) = self.work.checked_sub(terms.len()) else { return };
            self.work = left;
            let kept = &mut self.at[location];
            if kept.len() < KEPT && !kept.iter().any(|k| k == execution.state()) {
                kept.push(execution.state().to_vec());
            }
            let mut eval = execution.evaluator();
            // Loops that go on as long as an input says so come to their end.
            let way = if step > steps { 0 } else { run.max(2) };
            for &input in &self.system.inputs {
                let value = guess(&mut self.random, self.system, self.analysis, input, way);
                terms.symbol_id(input).into_iter().for_each(|s| eval.set(s, value.clone()));
            }
            if eval.eval_bool(terms, self.bad[location]) {
                break;
            }
            execution.advance(&mut eval);
        }
    }
}
