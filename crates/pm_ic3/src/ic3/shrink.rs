//! Leaves out of an invariant the lemmas that it does not need: who checks it has less to do.
//!
//! From the bad sets back: the core of the question why a bad set, or the negation of a lemma after a step, is excluded tells which
//! lemmas that takes. First those are tried that are needed already. All questions go to a new solver in which lemmas can be switched
//! off; in the engine's own, learnt clauses rest on all of them.

use super::query::{domain, is_sat, state_domain};
use super::{Cube, Ic3};
use crate::code::Code;
use crate::solver::{Domain, STATE, Solver};
use pm_solve::Limit;

/// What is excluded.
#[derive(Clone, Copy)]
enum What<'a> {
    Bad(usize),
    After(&'a [Code]),
}

struct Switched {
    solver: Solver,
    /// By lemma.
    switches: Vec<Code>,
    needed: Vec<usize>,
    is_needed: Vec<bool>,
}

impl Ic3<'_> {
    /// Those of the lemmas of an invariant that exclude the bad sets and each other's negations. All of them if that takes too long.
    pub(super) fn shrink(&mut self, cubes: &[Cube], bad: &[usize]) -> Vec<usize> {
        let all = || (0..cubes.len()).collect();
        let mut switched = self.switched(cubes);
        match self.close(&mut switched, cubes, bad) {
            Ok(true) => {
                switched.needed.sort_unstable();
                switched.needed
            }
            Ok(false) | Err(_) => all(),
        }
    }

    fn switched(&self, cubes: &[Cube]) -> Switched {
        let mut solver = self.system.load(self.relation);
        for clause in self.invariants.iter() {
            let codes: Vec<Code> = clause.iter().map(|&l| Code::of(l)).collect();
            solver.load(&codes, STATE);
        }
        let mut switches = Vec::with_capacity(cubes.len());
        for cube in cubes {
            let switch = Code::new(solver.vars() as u32, false);
            solver.new_var();
            let clause: Vec<Code> = cube.iter().map(|&l| !l).chain([!switch]).collect();
            solver.load(&clause, STATE);
            switches.push(switch);
        }
        Switched { solver, switches, needed: Vec::new(), is_needed: vec![false; cubes.len()] }
    }

    /// Whether everything could be explained.
    fn close(&mut self, switched: &mut Switched, cubes: &[Cube], bad: &[usize]) -> Result<bool, Limit> {
        for &index in bad {
            if !self.explain(switched, What::Bad(index))? {
                return Ok(false);
            }
        }
        let mut at = 0;
        while let Some(&lemma) = switched.needed.get(at) {
            at += 1;
            if !self.explain(switched, What::After(&cubes[lemma]))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Adds what is needed to exclude something.
    fn explain(&mut self, switched: &mut Switched, what: What) -> Result<bool, Limit> {
        let needed = switched.needed.clone();
        if self.is_excluded(switched, what, &needed)? {
            return Ok(true);
        }
        let others = (0..switched.switches.len()).filter(|&i| !switched.is_needed[i]);
        let all: Vec<usize> = needed.iter().copied().chain(others).collect();
        if !self.is_excluded(switched, what, &all)? {
            return Ok(false);
        }
        for lemma in all {
            if !switched.is_needed[lemma] && switched.solver.has_failed(switched.switches[lemma]) {
                switched.is_needed[lemma] = true;
                switched.needed.push(lemma);
            }
        }
        Ok(true)
    }

    fn is_excluded(&mut self, switched: &mut Switched, what: What, lemmas: &[usize]) -> Result<bool, Limit> {
        let mut assumptions: Vec<Code> = Vec::new();
        let cone = match what {
            What::Bad(index) => {
                assumptions.extend(self.system.step.map(|s| !s));
                assumptions.push(self.system.bad[index]);
                self.enter_domain(1, assumptions.clone().iter().map(|l| l.var() as u32));
                state_domain(&self.system, &self.domain)
            }
            What::After(cube) => {
                assumptions.extend(self.system.step);
                assumptions.extend(cube.iter().map(|&l| self.system.prime(l)));
                let vars = assumptions.clone();
                self.enter_domain(1, vars.iter().chain(cube).map(|l| l.var() as u32));
                domain(&self.system, &self.domain)
            }
        };
        assumptions.extend(lemmas.iter().map(|&i| switched.switches[i]));
        let with_switches;
        let cone = match cone {
            Domain::All => cone,
            Domain::Vars(vars) => {
                let switches = lemmas.iter().map(|&i| switched.switches[i].var() as u32);
                with_switches = vars.iter().copied().chain(switches).collect::<Vec<u32>>();
                Domain::Vars(&with_switches)
            }
        };
        let answer = switched.solver.solve(STATE, &assumptions, None, cone, &self.limits);
        Ok(!is_sat(answer)?)
    }
}
