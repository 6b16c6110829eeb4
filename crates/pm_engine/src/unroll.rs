//! A transition system step by step in one solver's terms.
//!
//! The value of a variable at step k is its `next` term over the values of step k - 1: a substitution, memoised by step, so
//! that a step costs at most the size of the system. Only what is asked for is unrolled (the cone of influence falls out of that).
//! At step 0 variables are their initial constants, or symbols where any state may come first.

use pm_model::System;
use pm_term::{Substitution, SymbolId, TermId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Where the first state comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// The initial state.
    Init,
    /// Any state.
    Any,
}

pub struct Unroller {
    start: Start,
    steps: Vec<StepTerms>,
    slots: FxHashMap<SymbolId, Slot>,
    supports: FxHashMap<TermId, Rc<Support>>,
}

#[derive(Default)]
struct StepTerms {
    substitution: Substitution,
    /// Variables that the substitution knows.
    vars: FxHashSet<u32>,
    /// Inputs that the substitution knows, with their symbol at this step.
    inputs: FxHashMap<TermId, TermId>,
}

#[derive(Clone, Copy)]
enum Slot {
    Var(u32),
    Input(TermId),
}

/// What a term of the system is over.
#[derive(Default)]
pub struct Support {
    pub vars: Vec<u32>,
    inputs: Vec<TermId>,
}

impl Unroller {
    pub fn new(system: &System, start: Start) -> Unroller {
        let id = |t: TermId| system.terms.symbol_id(t);
        let vars = system.vars.iter().enumerate().filter_map(|(i, v)| Some((id(v.now)?, Slot::Var(i as u32))));
        let inputs = system.inputs.iter().filter_map(|&t| Some((id(t)?, Slot::Input(t))));
        let slots = vars.chain(inputs).collect();
        Unroller { start, steps: Vec::new(), slots, supports: FxHashMap::default() }
    }

    /// A term over variables and inputs as it is at a step.
    pub fn at(&mut self, system: &mut System, t: TermId, step: usize) -> TermId {
        let support = self.support(system, t);
        self.provide(system, &support, step);
        system.terms.substitute(t, &mut self.steps[step].substitution)
    }

    /// The symbols of a step's inputs that were used so far: as in the system, as at this step.
    pub fn inputs_at(&self, step: usize) -> impl Iterator<Item = (TermId, TermId)> + '_ {
        self.steps.get(step).into_iter().flat_map(|s| s.inputs.iter().map(|(a, b)| (*a, *b)))
    }

    /// The variables (indices) that a set of terms depends on, now or through any number of steps.
    pub fn cone(&mut self, system: &System, roots: &[TermId]) -> Vec<u32> {
        let mut seen: FxHashSet<u32> = FxHashSet::default();
        let mut left: Vec<TermId> = roots.to_vec();
        while let Some(t) = left.pop() {
            for &v in &self.support(system, t).vars {
                if seen.insert(v) {
                    left.push(system.vars[v as usize].next);
                }
            }
        }
        let mut vars: Vec<u32> = seen.into_iter().collect();
        vars.sort_unstable();
        vars
    }

    pub fn support(&mut self, system: &System, t: TermId) -> Rc<Support> {
        if let Some(support) = self.supports.get(&t) {
            return support.clone();
        }
        let mut support = Support::default();
        for symbol in system.terms.symbols_of(&[t]) {
            match self.slots.get(&symbol) {
                Some(Slot::Var(v)) => support.vars.push(*v),
                Some(Slot::Input(i)) => support.inputs.push(*i),
                None => {}
            }
        }
        let support = Rc::new(support);
        self.supports.insert(t, support.clone());
        support
    }

    /// Makes the substitution of a step know a support: first down to where everything is known, then up again.
    fn provide(&mut self, system: &mut System, support: &Support, step: usize) {
        while self.steps.len() <= step {
            self.steps.push(StepTerms::default());
        }
        let mut missing = vec![self.unknown(step, support.vars.iter().copied())];
        let mut at = step;
        while at > 0 && !missing.last().is_none_or(|m| m.is_empty()) {
            let wanted = missing.last().cloned().unwrap_or_default();
            let mut below: Vec<u32> = Vec::new();
            for v in wanted {
                let support = self.support(system, system.vars[v as usize].next);
                below.extend_from_slice(&support.vars);
            }
            at -= 1;
            let below = self.unknown(at, below.into_iter());
            missing.push(below);
        }
        for vars in missing.into_iter().rev() {
            for v in vars {
                self.set_var(system, v, at);
            }
            at += 1;
        }
        for &i in &support.inputs {
            self.set_input(system, i, step);
        }
    }

    fn unknown(&self, step: usize, vars: impl Iterator<Item = u32>) -> Vec<u32> {
        let known = &self.steps[step].vars;
        let mut out: Vec<u32> = vars.filter(|v| !known.contains(v)).collect();
        out.sort_unstable();
        out.dedup();
        out
    }

    fn set_var(&mut self, system: &mut System, v: u32, step: usize) {
        let var = &system.vars[v as usize];
        let (now, next, init) = (var.now, var.next, var.init);
        let value = if step > 0 {
            let support = self.support(system, next);
            for &i in &support.inputs {
                self.set_input(system, i, step - 1);
            }
            system.terms.substitute(next, &mut self.steps[step - 1].substitution)
        } else if self.start == Start::Init {
            init
        } else {
            let sort = system.terms.sort(now);
            let name = system.vars[v as usize].name.clone();
            system.terms.fresh(&name, sort)
        };
        self.steps[step].substitution.replace(now, value);
        self.steps[step].vars.insert(v);
    }

    fn set_input(&mut self, system: &mut System, input: TermId, step: usize) {
        if self.steps[step].inputs.contains_key(&input) {
            return;
        }
        let sort = system.terms.sort(input);
        let symbol = system.terms.fresh("in", sort);
        self.steps[step].substitution.replace(input, symbol);
        self.steps[step].inputs.insert(input, symbol);
    }
}
