//! Executions of an automaton on values.

use crate::automaton::Automaton;
use crate::system::System;
use pm_ir::Ty;
use pm_symex::EventKind;
use pm_term::domain::MAX_WIDTH;
use pm_term::{Bits, Evaluator, Sort, Value};

pub struct Simulator<'s> {
    system: &'s System,
    automaton: &'s Automaton,
    state: Vec<Value>,
}

/// A value of at most 64 bits as a number.
pub fn pattern(value: &Value) -> Option<u64> {
    match value {
        Value::Bits(b) if b.width() <= MAX_WIDTH => b.to_u128().map(|v| v as u64),
        Value::Bits(_) | Value::Array(_) => None,
    }
}

impl<'s> Simulator<'s> {
    /// In the initial state.
    pub fn new(system: &'s System) -> Self {
        Simulator::of(system, &system.automaton, system.vars.len())
    }

    /// The same with other steps, of so many variables.
    pub fn of(system: &'s System, automaton: &'s Automaton, vars: usize) -> Self {
        let mut evaluator = Evaluator::new();
        let state = system.vars[..vars].iter().map(|v| evaluator.eval(&system.terms, v.init)).collect();
        Simulator { system, automaton, state }
    }

    /// In some state.
    pub fn within(system: &'s System, state: Vec<Value>) -> Self {
        Simulator { system, automaton: &system.automaton, state }
    }

    /// The program counter.
    pub fn location(&self) -> u32 {
        self.state[System::PC].bits().to_u128().unwrap_or(0) as u32
    }

    pub fn is_over(&self) -> bool {
        self.location() == System::END
    }

    /// Values of the variables, in their order.
    pub fn state(&self) -> &[Value] {
        &self.state
    }

    /// One that knows the variables.
    pub fn evaluator(&self) -> Evaluator {
        let mut evaluator = Evaluator::new();
        for (var, value) in self.system.vars.iter().zip(&self.state) {
            self.system.terms.symbol_id(var.now).into_iter().for_each(|s| evaluator.set(s, value.clone()));
        }
        evaluator
    }

    /// The state after a step with the inputs that the evaluator knows.
    pub fn after(&self, evaluator: &mut Evaluator) -> Vec<Value> {
        let terms = &self.system.terms;
        let mut after = self.state.clone();
        let edge = self.automaton.taken(terms, evaluator, self.location());
        if let Some(edge) = edge {
            edge.assignments.iter().for_each(|&(v, t)| after[v as usize] = evaluator.eval(terms, t));
        }
        let to = edge.map_or(System::END, |e| e.to);
        after[System::PC] = Value::Bits(Bits::from_u128(self.state[System::PC].bits().width(), to.into()));
        after
    }

    pub fn advance(&mut self, evaluator: &mut Evaluator) {
        self.state = self.after(evaluator);
    }

    /// One step. `choose` supplies the inputs, in the order in which the program asks for them; indeterminate contents are
    /// zero. Returns which of `System::bad` happen.
    pub fn step(&mut self, choose: &mut dyn FnMut(Ty) -> u128) -> Vec<usize> {
        let (system, terms) = (self.system, &self.system.terms);
        let mut evaluator = self.evaluator();
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
        self.advance(&mut evaluator);
        hit
    }
}
