//! From one state that makes a step to many: drops what the step does not depend on.
//!
//! In a circuit, state and inputs determine the step: the values of the target are followed back through the gates to those parts
//! of the state that justify them. In a general relation a successor has only to exist: keeping the other variables as they are
//! in the model, it is enough that each clause has a true literal, and those current values that no clause needs are dropped.
//!
//! Tried and dropped for circuits: the core of "state and inputs, but not the target" (Chockler et al. 2011). The negated target
//! propagates backwards, so that a comparison of two words is blamed on all of their bits instead of those that differ.

use super::query::domain;
use super::{Cube, Ic3};
use crate::code::Code;
use pm_solve::Lit;
use rustc_hash::FxHashMap;

/// How often a lifted state is lifted again, in the opposite order.
const LIFTS: usize = 3;

/// What a state leads to.
#[derive(Clone, Copy)]
enum Target<'a> {
    Step(&'a [Code]),
    Bad(usize),
}

impl Ic3<'_> {
    /// States from which a step leads into the cube; the solver has the model of one.
    pub(super) fn lift_step(&mut self, cube: &[Code]) -> Cube {
        self.lift(Target::Step(cube))
    }

    /// States in a bad set; the solver has the model of one.
    pub(super) fn lift_bad(&mut self, index: usize) -> Cube {
        self.lift(Target::Bad(index))
    }

    fn lift(&mut self, target: Target) -> Cube {
        let mut cube =
            if self.system.fanins.is_some() { self.lift_by_gates(target) } else { self.lift_by_clauses(target) };
        cube.sort_unstable();
        cube
    }

    fn lift_by_gates(&mut self, target: Target) -> Cube {
        let (mut state, inputs) = self.read_leaves();
        let mut targets: Vec<Code> = match target {
            Target::Step(cube) => cube.iter().map(|&l| self.system.prime(l)).collect(),
            Target::Bad(index) => vec![self.system.bad[index]],
        };
        targets.extend_from_slice(&self.system.constraints);
        // What is assigned first is blamed first: literals that lemmas rarely speak of go to the end.
        state.sort_by(|a, b| self.activity[b.var()].total_cmp(&self.activity[a.var()]));
        for _ in 0..LIFTS {
            let domain = domain(&self.system, &self.domain);
            let Some(mut used) = self.solver.justify(&inputs, &state, &targets, domain) else { break };
            let smaller = used.len() < state.len();
            used.reverse();
            state = used;
            if !smaller {
                break;
            }
        }
        state
    }

    /// The values of latches and of inputs in the domain.
    fn read_leaves(&self) -> (Vec<Code>, Vec<Code>) {
        let (mut state, mut inputs) = (Vec::new(), Vec::new());
        let Some(fanins) = &self.system.fanins else { return (state, inputs) };
        for &var in &self.domain {
            let lit = Code::new(var, false);
            if let Some(value) = self.solver.value(lit) {
                let lit = lit.negate_if(!value);
                if self.system.is_latch(var as usize) {
                    state.push(lit);
                } else if fanins.of(var).is_empty() {
                    inputs.push(lit);
                }
            }
        }
        (state, inputs)
    }

    fn lift_by_clauses(&self, target: Target) -> Cube {
        let more = match target {
            Target::Step(_) => &self.relation.step,
            Target::Bad(index) => &self.relation.bad[index],
        };
        let clauses = || self.relation.definitions.iter().chain(self.relation.state.iter()).chain(more.iter());
        let mut chosen: FxHashMap<Code, ()> = FxHashMap::default();
        let mut choices: Vec<Vec<Code>> = Vec::new();
        let mut uses: FxHashMap<Code, u32> = FxHashMap::default();
        for clause in clauses() {
            match self.true_latches(clause) {
                Some(lits) if lits.len() == 1 => {
                    chosen.insert(lits[0], ());
                }
                Some(lits) => {
                    lits.iter().for_each(|&l| *uses.entry(l).or_default() += 1);
                    choices.push(lits);
                }
                None => {}
            }
        }
        for lits in choices {
            if !lits.iter().any(|l| chosen.contains_key(l))
                && let Some(&best) = lits.iter().max_by_key(|&l| (uses.get(l), l.0))
            {
                chosen.insert(best, ());
            }
        }
        chosen.into_keys().collect()
    }

    /// The true literals of a clause if all of them are current values of latches.
    fn true_latches(&self, clause: &[Lit]) -> Option<Vec<Code>> {
        let mut lits = Vec::new();
        for &lit in clause {
            let code = Code::of(lit);
            if self.solver.value(code) == Some(true) {
                if !self.system.is_latch(code.var()) {
                    return None;
                }
                lits.push(code);
            }
        }
        Some(lits)
    }
}
