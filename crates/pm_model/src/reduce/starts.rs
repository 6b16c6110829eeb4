//! For exports: executions start where an input matters for the first time.
//!
//! Control software begins with loops that constants decide: tables are filled, counters run to a first bound. The states on this way are
//! known, and when none of them is bad, the system may as well begin behind them: who unrolls the export does not go there step by
//! step. Certificates speak of all states of the program, so that the engines do without this.

use super::steps::Steps;
use crate::System;
use pm_term::{Evaluator, NodeSet, Sort, TermId, Value};

/// Steps times terms that are evaluated on the way.
const WORK: usize = 100_000_000;

/// Moves the initial state along the steps that read no input, to the last one before something bad; forgets which properties are reached.
/// How many steps that are.
pub fn start_late(system: &mut System) -> usize {
    let Some(steps) = Steps::new(system) else { return 0 };
    let mut bad = vec![Vec::new(); system.locations.len()];
    system.bad.iter().for_each(|b| bad[b.location as usize].push(b.cond));
    let decided = decided(system, &steps, &bad);
    let mut state = State::initial(system);
    let most = WORK / system.terms.len().max(1);
    let mut count = 0;
    while count < most {
        let here = state.location();
        if here == System::END || !decided.get(here as usize).copied().unwrap_or(false) {
            break;
        }
        let mut evaluator = state.evaluator(system);
        if bad[here as usize].iter().any(|&cond| evaluator.eval_bool(&system.terms, cond)) {
            break;
        }
        state.0 = steps.next[here as usize].iter().map(|&t| evaluator.eval(&system.terms, t)).collect();
        count += 1;
    }
    if count == 0 || !state.begin(system) {
        return 0;
    }
    system.reached.clear();
    count
}

/// By location: no input has a part in its step.
fn decided(system: &System, steps: &Steps, bad: &[Vec<TermId>]) -> Vec<bool> {
    let mut inputs = NodeSet::default();
    for input in &system.inputs {
        inputs.insert(input.regular());
    }
    let reads = |t: &TermId| inputs.contains(t.regular());
    let all = steps.next.iter().zip(bad).map(|(next, bad)| [&next[..], bad].concat());
    all.map(|roots| !system.terms.cone(&roots).iter().any(reads)).collect()
}

/// A value for each variable.
struct State(Vec<Value>);

impl State {
    fn initial(system: &System) -> State {
        let mut evaluator = Evaluator::new();
        State(system.vars.iter().map(|v| evaluator.eval(&system.terms, v.init)).collect())
    }

    fn location(&self) -> u32 {
        self.0[System::PC].bits().to_u128().map_or(System::END, |pc| pc as u32)
    }

    fn evaluator(&self, system: &System) -> Evaluator {
        let mut evaluator = Evaluator::new();
        for (var, value) in system.vars.iter().zip(&self.0) {
            if let Some(symbol) = system.terms.symbol_id(var.now) {
                evaluator.set(symbol, value.clone());
            }
        }
        evaluator
    }

    /// Makes this the initial state; not where an array is another one than at first, whose elements no constant tells.
    fn begin(&self, system: &mut System) -> bool {
        let mut init = Vec::new();
        let mut evaluator = Evaluator::new();
        for (var, value) in system.vars.iter().zip(&self.0) {
            match value {
                Value::Bits(bits) if system.terms.sort(var.now) == Sort::Bool => {
                    init.push(if bits.is_zero() { TermId::FALSE } else { TermId::TRUE });
                }
                Value::Bits(bits) => init.push(system.terms.bv_bits(bits)),
                Value::Array(_) if evaluator.eval(&system.terms, var.init) == *value => init.push(var.init),
                Value::Array(_) => return false,
            }
        }
        system.vars.iter_mut().zip(init).for_each(|(var, init)| var.init = init);
        true
    }
}
