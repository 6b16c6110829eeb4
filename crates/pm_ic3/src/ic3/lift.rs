//! From one state that makes a step to many: drops what the step does not depend on.
//!
//! In a circuit, state and inputs determine the step, so "state and inputs, but not the target" is unsatisfiable, and the part of the
//! state in the core does it (Chockler et al. 2011). In a general relation a successor has only to exist: keeping the other
//! variables as they are in the model, it is enough that each clause has a true literal, and those current values that no clause
//! needs are dropped.

use super::query::{domain, is_sat};
use super::{Cube, Ic3};
use crate::code::Code;
use crate::solver::ALWAYS;
use pm_solve::{Limit, Lit};
use rustc_hash::FxHashMap;

/// What a state leads to.
#[derive(Clone, Copy)]
enum Target<'a> {
    Step(&'a [Code]),
    Bad(usize),
}

impl Ic3<'_> {
    /// States from which a step leads into the cube; the solver has the model of one.
    pub(super) fn lift_step(&mut self, cube: &[Code]) -> Result<Cube, Limit> {
        self.lift(Target::Step(cube))
    }

    /// States in a bad set; the solver has the model of one.
    pub(super) fn lift_bad(&mut self, index: usize) -> Result<Cube, Limit> {
        self.lift(Target::Bad(index))
    }

    fn lift(&mut self, target: Target) -> Result<Cube, Limit> {
        let mut cube =
            if self.system.fanins.is_some() { self.lift_by_core(target)? } else { self.lift_by_clauses(target) };
        cube.sort_unstable();
        Ok(cube)
    }

    fn lift_by_core(&mut self, target: Target) -> Result<Cube, Limit> {
        let (mut state, inputs) = self.read_leaves();
        let mut missed: Vec<Code> = match target {
            Target::Step(cube) => cube.iter().map(|&l| !self.system.prime(l)).collect(),
            Target::Bad(index) => vec![!self.system.bad[index]],
        };
        missed.extend(self.system.constraints.iter().map(|&c| !c));
        // What is assumed first is blamed first: literals that lemmas rarely speak of go to the end.
        state.sort_by(|a, b| self.activity[b.var()].total_cmp(&self.activity[a.var()]));
        for _ in 0..2 {
            let assumptions: Vec<Code> = inputs.iter().chain(&state).copied().collect();
            let domain = domain(&self.system, &self.domain);
            let answer = self.solver.solve(ALWAYS, &assumptions, Some(&missed), domain, &self.limits);
            if is_sat(answer)? {
                break;
            }
            let before = state.len();
            state.retain(|&l| self.solver.has_failed(l));
            if state.len() == before {
                break;
            }
            state.reverse();
        }
        Ok(state)
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
