//! For exports: executions start where an input matters for the first time.
//!
//! Control software begins with loops that constants decide: tables are filled, counters run to a first bound. The states on this way are
//! known, and when none of them is bad, the system may as well begin behind them: who unrolls the export does not go there step by
//! step. Certificates speak of all states of the program, so that the engines do without this.

use crate::System;
use crate::automaton::Edge;
use crate::simulate::Simulator;
use pm_term::{Evaluator, NodeSet, Sort, TermId, Value};

/// Steps times terms that are evaluated on the way.
const WORK: usize = 100_000_000;

/// Moves the initial state along the steps that read no input, to the last one before something bad; forgets which properties are reached.
/// How many steps that are.
pub fn start_late(system: &mut System) -> usize {
    let decided = decided(system);
    let most = WORK / system.terms.len().max(1);
    let mut run = Simulator::new(system);
    let mut state = run.state().to_vec();
    let mut count = 0;
    let goes_on = |here: u32| here != System::END && decided.get(here as usize) == Some(&true);
    while count < most && goes_on(run.location()) {
        // No input is asked for.
        if !run.step(&mut |_| 0).is_empty() {
            break;
        }
        state = run.state().to_vec();
        count += 1;
    }
    if count == 0 || !begin(system, &state) {
        return 0;
    }
    system.automaton.places.iter_mut().for_each(|p| p.reached.clear());
    system.flatten();
    count
}

/// By location: no input has a part in its step.
fn decided(system: &System) -> Vec<bool> {
    let mut inputs = NodeSet::default();
    for input in &system.inputs {
        inputs.insert(input.regular());
    }
    let reads = |roots: &[TermId]| system.terms.cone(roots).iter().any(|t| inputs.contains(t.regular()));
    let mut roots: Vec<Vec<TermId>> = Vec::new();
    roots.extend(system.automaton.places.iter().map(|p| p.edges.iter().flat_map(Edge::terms).collect()));
    system.bad.iter().for_each(|b| roots[b.location as usize].push(b.cond));
    roots.iter().map(|roots| !reads(roots)).collect()
}

/// Makes this the initial state; not where an array is another one than at first, whose elements no constant tells.
fn begin(system: &mut System, state: &[Value]) -> bool {
    let mut init = Vec::new();
    let mut evaluator = Evaluator::new();
    for (var, value) in system.vars.iter().zip(state) {
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
