//! States that executions on random inputs visit, by location.

use crate::System;
use crate::invariants::Analysis;
use crate::invariants::samples::guess;
use pm_base::Random;
use pm_solve::Limits;
use pm_term::{Evaluator, TermId, Value};

/// Executions, their steps, states that are kept of a location, nodes of arena that are gone through in all.
const RUNS: u64 = 80;
const STEPS: usize = 60;
const KEPT: usize = 80;
const WORK: usize = 60_000_000;

pub fn collect(system: &mut System, analysis: &Analysis, limits: &Limits) -> Vec<Vec<Vec<Value>>> {
    let bads: Vec<TermId> = system.bad.iter().map(|b| b.cond).collect();
    let bad = system.terms.or_all(&bads);
    let mut at: Vec<Vec<Vec<Value>>> = vec![Vec::new(); system.locations.len()];
    let mut random = Random::new(1);
    let mut work = WORK;
    for run in 0..RUNS {
        if limits.exceeded().is_some() {
            break;
        }
        one(system, analysis, bad, run, &mut random, &mut at, &mut work);
    }
    at
}

fn one(
    system: &System,
    analysis: &Analysis,
    bad: TermId,
    run: u64,
    random: &mut Random,
    at: &mut [Vec<Vec<Value>>],
    work: &mut usize,
) {
    let terms = &system.terms;
    let mut eval = Evaluator::new();
    let mut values: Vec<Value> = system.vars.iter().map(|v| eval.eval(terms, v.init)).collect();
    // Short data structures are as good as long ones, and are seen as a whole.
    let steps = if run.is_multiple_of(2) { STEPS } else { 4 + (run as usize / 2) % 12 };
    for step in 0..STEPS {
        let location = values[System::PC].bits().to_u128().unwrap_or(0) as u32;
        if location == System::END || location as usize >= at.len() {
            break;
        }
        let Some(left) = work.checked_sub(terms.len()) else { return };
        *work = left;
        let kept = &mut at[location as usize];
        if kept.len() < KEPT && !kept.contains(&values) {
            kept.push(values.clone());
        }
        let mut eval = Evaluator::new();
        for (var, value) in system.vars.iter().zip(&values) {
            terms.symbol_id(var.now).into_iter().for_each(|s| eval.set(s, value.clone()));
        }
        // Loops that go on as long as an input says so come to their end.
        let way = if step > steps { 0 } else { run.max(2) };
        for &input in &system.inputs {
            let value = guess(random, system, analysis, input, way);
            terms.symbol_id(input).into_iter().for_each(|s| eval.set(s, value.clone()));
        }
        if eval.eval_bool(terms, bad) {
            break;
        }
        values = system.vars.iter().map(|v| eval.eval(terms, v.next)).collect();
    }
}
