//! From a path of the transition system to a counterexample of the program.
//!
//! A system is functional and has one initial state, so the inputs of each step are the whole path: it is executed on values,
//! and the events of its steps are strung together as the interpreter will ask for them.

use crate::ledger::Counterexample;
use crate::replay;
use pm_interp::Outcome;
use pm_ir::Ty;
use pm_model::System;
use pm_symex::{Event, EventKind};
use pm_term::{Bits, Evaluator, SymbolId, TermId, Value};
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
pub fn walk(system: &System, path: &[Inputs], stops: &dyn Fn(usize) -> bool) -> Walk {
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
                recorder.record(event, &mut |t| Some(eval.eval_bits(&system.terms, t)));
            }
        }
        let bad = system.earliest(stops, &mut |t| eval.eval_bool(&system.terms, t));
        visits.push(Visit { location, bad });
        if bad.is_some() {
            break;
        }
        values = system.vars.iter().map(|v| eval.eval(&system.terms, v.next)).collect();
    }
    let counterexample = recorder.finish(visits.len() as u32);
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

/// Collects what an execution must be given: the events whose guard holds, in their order.
#[derive(Default)]
pub struct Recorder {
    inputs: Vec<(pm_base::Symbol, Ty, u128)>,
    contents: Vec<(u64, Vec<u8>)>,
    /// Events with contents so far.
    number: u64,
}

impl Recorder {
    /// `value` tells the bits of a term in the execution; Bools are one bit.
    pub fn record(&mut self, event: &Event, value: &mut dyn FnMut(TermId) -> Option<Bits>) {
        if value(event.guard).is_none_or(|g| g.is_zero()) {
            return;
        }
        match event.kind {
            EventKind::Input { source, ty, value: term } => {
                let bits = value(term).and_then(|b| b.to_u128()).unwrap_or(0);
                // A pointer's object number is not an address: only null and absolute ones can be told.
                let bits = if ty == Ty::Ptr { bits & u128::from(u64::MAX) } else { bits };
                self.inputs.push((source, ty, bits));
            }
            EventKind::Contents => {
                let mut bytes: Vec<u8> = Vec::new();
                for ((off, width), term) in &event.contents {
                    let Some(bits) = value(*term).and_then(|b| b.to_u128()) else { continue };
                    let end = *off as usize + *width as usize / 8;
                    bytes.resize(bytes.len().max(end), 0);
                    bytes[*off as usize..end].copy_from_slice(&bits.to_le_bytes()[..*width as usize / 8]);
                }
                if bytes.iter().any(|b| *b != 0) {
                    self.contents.push((self.number, bytes));
                }
                self.number += 1;
            }
            EventKind::Unread { count } => self.number += count,
        }
    }

    pub fn finish(self, bound: u32) -> Counterexample {
        let (inputs, contents) = (self.inputs, self.contents);
        let (outcome, max_steps) = (Outcome::StepLimit, replay::STEPS);
        Counterexample { inputs, contents, lenient: None, mmio: Vec::new(), max_steps, outcome, bound }
    }
}
