//! A circuit without inputs has one execution: it is followed until it is bad or a state comes back.
//!
//! Its states are an invariant. As clauses: where all states agree on a latch, its value; then the states are split by a latch on
//! which they disagree, and each half is told under its value.

use super::{Ic3, Outcome, negation};
use crate::clauses::Clauses;
use crate::code::Code;
use crate::solver::{Domain, STATE};
use crate::trace::Trace;
use pm_solve::Limit;
use rustc_hash::FxHashSet;

/// The most values (states times latches) for which this is done: longer executions are better described by lemmas.
const MAX_VALUES: usize = 50_000;

type State = Vec<bool>;

impl Ic3<'_> {
    /// The outcome of the only execution, if there is only one and it is short.
    pub(super) fn follow(&mut self, bad: &[usize]) -> Result<Option<Outcome>, Limit> {
        let Some(mut state) = self.only_initial_state() else { return Ok(None) };
        let (mut told, mut seen, mut states) = (Vec::new(), FxHashSet::default(), Vec::new());
        while seen.insert(state.clone()) {
            states.push(state.clone());
            if states.len() * state.len() > MAX_VALUES {
                return Ok(None);
            }
            let now: Vec<Code> = self.literals(&state);
            let limits = self.limits.clone();
            let answer = self.solver.solve(STATE, &now, None, Domain::All, &limits);
            if !super::query::is_sat(answer)? {
                break;
            }
            told.push(self.read_state());
            if let Some(&bad) = bad.iter().find(|&&i| self.solver.value(self.system.bad[i]) == Some(true)) {
                return Ok(Some(Outcome::Unsafe(Trace { states: told, bad })));
            }
            let next = self.relation.latches.iter();
            state = next.map(|l| self.solver.value(Code::of(l.next)) == Some(true)).collect();
        }
        let mut clauses = self.invariants.clone();
        self.describe(states, &mut Vec::new(), &mut clauses);
        Ok(Some(Outcome::Safe(clauses)))
    }

    fn only_initial_state(&mut self) -> Option<State> {
        let fanins = self.system.fanins.as_ref().filter(|_| self.system.init_is_cube)?;
        let is_input = |v: &u32| !self.system.is_latch(*v as usize) && fanins.of(*v).is_empty();
        let inputs: Vec<u32> = (0..self.relation.vars).filter(is_input).collect();
        let state = self.relation.latches.iter().map(|l| l.init).collect::<Option<State>>()?;
        // Constants look like inputs.
        inputs.iter().all(|&v| self.solver.is_fixed(v)).then_some(state)
    }

    fn literals(&self, state: &[bool]) -> Vec<Code> {
        let latches = self.relation.latches.iter().zip(state);
        latches.map(|(l, &value)| Code::of(l.now).negate_if(!value)).collect()
    }

    /// Clauses that hold in exactly these states where the cube `under` does.
    fn describe(&self, states: Vec<State>, under: &mut Vec<Code>, out: &mut Clauses) {
        let mut best: Option<(usize, usize)> = None;
        for (at, latch) in self.relation.latches.iter().enumerate() {
            let now = Code::of(latch.now);
            let ones = states.iter().filter(|s| s[at]).count();
            if ones == 0 || ones == states.len() {
                if !under.iter().any(|l| l.var() == now.var()) {
                    let value = now.negate_if(ones == 0);
                    out.push(negation(under).chain([value.to_lit()]));
                }
            } else {
                let unbalanced = ones.abs_diff(states.len() - ones);
                if best.is_none_or(|(_, least)| unbalanced < least) {
                    best = Some((at, unbalanced));
                }
            }
        }
        let Some((at, _)) = best else { return };
        let now = Code::of(self.relation.latches[at].now);
        let (ones, zeros) = states.into_iter().partition::<Vec<State>, _>(|s| s[at]);
        for (half, lit) in [(ones, now), (zeros, !now)] {
            under.push(lit);
            self.describe(half, under, out);
            under.pop();
        }
    }
}
