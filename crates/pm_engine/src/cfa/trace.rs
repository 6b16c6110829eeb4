//! From commands that lead to a goal to the inputs of an execution: the cubes on the way say what has to hold, and from the one state of the entry on the solver
//! chooses inputs, step by step, that make it hold.

use super::cubes::Cube;
use super::{Chain, Ground};
use crate::path::Inputs;
use pm_model::System;
use pm_solve::{Answer, Limit, Solver};
use pm_term::{Evaluator, Sort, Substitution, TermId, Terms, Value};

impl Ground<'_> {
    /// The inputs of each step. `None` where there are none: the way is none.
    pub fn inputs(&mut self, chain: &Chain) -> Result<Option<Vec<Inputs>>, Limit> {
        let mut eval = Evaluator::new();
        let mut values: Vec<Value> = self.system.vars.iter().map(|v| eval.eval(&self.system.terms, v.init)).collect();
        let mut path = Vec::with_capacity(chain.len());
        for (command, cube) in chain {
            let Some(inputs) = self.step_inputs(*command, cube, &values)? else { return Ok(None) };
            let from = self.graph.commands[*command].from;
            let Some(next) = step(self.system, from, &values, &inputs) else {
                path.push(inputs);
                break;
            };
            values = next;
            path.push(inputs);
        }
        Ok(Some(path))
    }

    /// Inputs with which a command leads from a state into a cube.
    fn step_inputs(&mut self, command: usize, cube: &Cube, values: &[Value]) -> Result<Option<Inputs>, Limit> {
        let terms = &mut self.system.terms;
        let before = self.graph.commands[command].precondition(terms, cube).term(terms);
        let mut here = Substitution::new();
        for (var, value) in self.system.vars.iter().zip(values) {
            here.replace(var.now, constant(terms, terms.sort(var.now), value));
        }
        let wanted = terms.substitute(before, &mut here);
        let mut solver = Solver::new(&self.solver);
        solver.set_limits(self.sites.limits.clone());
        match solver.check(terms, &[wanted]) {
            Answer::Unknown(limit) => return Err(limit),
            Answer::Unsat => return Ok(None),
            Answer::Sat => {}
        }
        let mut inputs = Inputs::default();
        for symbol in terms.symbols_of(&[wanted]) {
            let input = terms.symbol_term(symbol);
            if let Some(value) = solver.value(terms, input) {
                inputs.insert(symbol, value);
            }
        }
        Ok(Some(inputs))
    }
}

/// The state after a step. `None` where the execution ends.
fn step(system: &System, from: u32, values: &[Value], inputs: &Inputs) -> Option<Vec<Value>> {
    let mut eval = Evaluator::new();
    for (var, value) in system.vars.iter().zip(values) {
        system.terms.symbol_id(var.now).into_iter().for_each(|s| eval.set(s, value.clone()));
    }
    inputs.iter().for_each(|(symbol, value)| eval.set(*symbol, value.clone()));
    let edge = system.automaton.taken(&system.terms, &mut eval, from)?;
    Some((0..system.vars.len()).map(|v| eval.eval(&system.terms, edge.value(&system.vars, v))).collect())
}

/// A value as a term.
fn constant(terms: &mut Terms, sort: Sort, value: &Value) -> TermId {
    match (value, sort) {
        (Value::Bits(bits), Sort::Bool) => terms.bool_const(!bits.is_zero()),
        (Value::Bits(bits), _) => terms.bv_bits(bits),
        (Value::Array(array), sort) => {
            let element = terms.bv_bits(array.default_elem());
            let Sort::Array { index, .. } = sort else { unreachable!("sorts fit values") };
            let mut term = terms.const_array(index, element);
            for (index, element) in array.entries() {
                let (index, element) = (terms.bv_bits(index), terms.bv_bits(element));
                term = terms.store(term, index, element);
            }
            term
        }
    }
}
