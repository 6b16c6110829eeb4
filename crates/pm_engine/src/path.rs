//! From a path of the transition system to a counterexample of the program.
//!
//! A system is functional and has one initial state, so the inputs of each step are the whole path: it is executed on values,
//! and the events of its steps are strung together as the interpreter will ask for them.

use crate::evidence::Counterexample;
use crate::recorder::Recorder;
use pm_model::System;
use pm_symex::SymexOptions;
use pm_term::{Evaluator, SymbolId, Value};
use rustc_hash::FxHashMap;

/// Values of a step's inputs; what is not there is zero.
pub type Inputs = FxHashMap<SymbolId, Value>;

/// One step of a path on values.
pub struct Visit {
    pub location: u32,
    /// The first of the system's bad conditions that holds here.
    pub bad: Option<usize>,
}

/// A path that was executed on values.
pub struct Walk {
    pub visits: Vec<Visit>,
    pub counterexample: Counterexample,
}

/// Executes the system on inputs, a step each, until the first of `stops` (indices of bad conditions) holds.
pub fn walk(system: &System, path: &[Inputs], stops: &dyn Fn(usize) -> bool, reading: &SymexOptions) -> Walk {
    let mut recorder = Recorder::default();
    let mut visits = Vec::new();
    let mut values: Vec<Value> = {
        let mut eval = Evaluator::new();
        system.vars.iter().map(|v| eval.eval(&system.terms, v.init)).collect()
    };
    for inputs in path {
        let mut eval = assignment(system, &values, inputs);
        let location = values[System::PC].bits().to_u128().unwrap_or(0) as u32;
        if let Some(at) = system.locations.get(location as usize) {
            for event in &at.step.events {
                recorder.record(event, &mut |t| Some(eval.eval(&system.terms, t)));
            }
        }
        let bad = system.earliest(stops, &mut |t| eval.eval_bool(&system.terms, t));
        visits.push(Visit { location, bad });
        if bad.is_some() {
            break;
        }
        values = system.vars.iter().map(|v| eval.eval(&system.terms, v.next)).collect();
    }
    let counterexample = recorder.finish(reading, visits.len() as u32);
    Walk { visits, counterexample }
}

fn assignment(system: &System, values: &[Value], inputs: &Inputs) -> Evaluator {
    let mut eval = Evaluator::new();
    for (var, value) in system.vars.iter().zip(values) {
        if let Some(symbol) = system.terms.symbol_id(var.now) {
            eval.set(symbol, value.clone());
        }
    }
    for (symbol, value) in inputs {
        eval.set(*symbol, value.clone());
    }
    eval
}
