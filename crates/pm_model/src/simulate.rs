//! Runs a transition system on given inputs.

use crate::system::System;
use pm_ir::Ty;
use pm_symex::EventKind;
use pm_term::{Bits, Evaluator, Sort, Value};

pub struct Simulator<'s> {
    system: &'s System,
    state: Vec<Value>,
}

impl<'s> Simulator<'s> {
    /// In the initial state.
    pub fn new(system: &'s System) -> Self {
        let mut evaluator = Evaluator::new();
        let state = system.vars.iter().map(|v| evaluator.eval(&system.terms, v.init)).collect();
        Simulator { system, state }
    }

    /// The program counter.
    pub fn location(&self) -> u32 {
        self.state[System::PC].bits().to_u128().unwrap_or(0) as u32
    }

    /// Values of the variables, in their order.
    pub fn state(&self) -> &[Value] {
        &self.state
    }

    /// One step. `choose` supplies the inputs, in the order in which the program asks for them; indeterminate contents are
    /// zero. Returns which of `System::bad` happen.
    pub fn step(&mut self, choose: &mut dyn FnMut(Ty) -> u128) -> Vec<usize> {
        let (system, terms) = (self.system, &self.system.terms);
        let mut evaluator = Evaluator::new();
        for (var, value) in system.vars.iter().zip(&self.state) {
            if let Some(symbol) = terms.symbol_id(var.now) {
                evaluator.set(symbol, value.clone());
            }
        }
        let events = system.locations.get(self.location() as usize).map_or(&[][..], |l| &l.step.events);
        for event in events {
            let EventKind::Input { ty, value, .. } = event.kind else { continue };
            if !evaluator.eval_bool(terms, event.guard) {
                continue;
            }
            let chosen = choose(ty);
            let width = match terms.sort(value) {
                Sort::Bool => 1,
                Sort::Bv(width) => width,
                Sort::Array { .. } => continue,
            };
            let mask = if width >= 128 { u128::MAX } else { (1 << width) - 1 };
            if let Some(symbol) = terms.symbol_id(value) {
                evaluator.set_bits(symbol, Bits::from_u128(width, chosen & mask));
            }
        }
        let hit = (0..system.bad.len()).filter(|i| evaluator.eval_bool(terms, system.bad[*i].cond)).collect();
        self.state = system.vars.iter().map(|v| evaluator.eval(terms, v.next)).collect();
        hit
    }
}
