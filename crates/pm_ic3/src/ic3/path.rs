//! From the cubes of a counterexample to its states.

use super::query::is_sat;
use super::{Cube, Ic3};
use crate::code::Code;
use crate::solver::{Domain, INIT, STATE};
use crate::trace::{Trace, TraceState};
use pm_solve::Limit;

impl Ic3<'_> {
    /// A path through the cubes: the first has an initial state, from each state of a cube a step leads into the next, and all
    /// states of the last are bad.
    pub(super) fn concretise(&mut self, path: &[Cube], bad: usize) -> Result<Trace, Limit> {
        let mut states = Vec::with_capacity(path.len());
        let mut state = path[0].clone();
        for at in 0..path.len() {
            let mut assumptions = state.clone();
            match path.get(at + 1) {
                Some(next) => {
                    assumptions.extend(self.system.step);
                    assumptions.extend(next.iter().map(|&l| self.system.prime(l)));
                }
                None => {
                    assumptions.extend(self.system.step.map(|s| !s));
                    assumptions.push(self.system.bad[bad]);
                }
            }
            let frame = if at == 0 { INIT } else { STATE };
            let limits = self.limits.clone();
            let answer = self.solver.solve(frame, &assumptions, None, Domain::All, &limits);
            if !is_sat(answer)? {
                // Cannot be, by the way cubes are made; better no answer than a wrong one.
                return Err(Limit::Solver);
            }
            states.push(self.read_state());
            state = self.relation.latches.iter().map(|l| self.known(Code::of(l.now), Code::of(l.next))).collect();
        }
        Ok(Trace { states, bad })
    }

    pub(super) fn read_state(&self) -> TraceState {
        let value = |lit| self.solver.value(Code::of(lit)) == Some(true);
        TraceState {
            latches: self.relation.latches.iter().map(|l| value(l.now)).collect(),
            inputs: self.relation.inputs.iter().map(|&l| value(l)).collect(),
        }
    }

    /// The literal of a latch that has the value of `next` in the model.
    fn known(&self, now: Code, next: Code) -> Code {
        now.negate_if(self.solver.value(next) != Some(true))
    }
}
