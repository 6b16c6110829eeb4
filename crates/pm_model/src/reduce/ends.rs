//! For exports: executions end where nothing bad can follow any more.
//!
//! What is left of an execution after its last check (a function's way out, the error handling) is neither good nor bad for who reads the
//! export, and would keep variables distinct that are dead there. Certificates speak of all locations of the program, so that
//! the engines do without this.

use super::steps::Steps;
use crate::System;
use pm_term::{Op, TermId, Terms};
use rustc_hash::FxHashMap;

/// Steps to locations from which no bad condition can be met lead to the end; forgets which properties are reached. How many locations went.
pub fn end_early(system: &mut System) -> usize {
    system.reached.clear();
    let Some(mut steps) = Steps::new(system) else { return 0 };
    let open = can_fail(system, &steps);
    let end = system.terms.bv(system.terms.width(system.vars[System::PC].now), System::END.into());
    for location in 0..system.locations.len() as u32 {
        let pc = steps.next[location as usize][System::PC];
        let pc = redirect(&mut system.terms, pc, &open, end);
        steps.set(location, System::PC, pc);
    }
    steps.write_back(system);
    open.iter().filter(|open| !**open).count()
}

/// By location: a bad condition is met there or later.
fn can_fail(system: &System, steps: &Steps) -> Vec<bool> {
    let mut can = vec![false; system.locations.len()];
    for bad in system.bad.iter().filter(|b| b.cond != TermId::FALSE) {
        can[bad.location as usize] = true;
    }
    let mut changed = true;
    while changed {
        changed = false;
        for l in 0..can.len() {
            if !can[l] && steps.targets[l].iter().any(|t| can[*t as usize]) {
                can[l] = true;
                changed = true;
            }
        }
    }
    can
}

/// A choice between locations with the end in place of those that are not open.
fn redirect(terms: &mut Terms, pc: TermId, open: &[bool], end: TermId) -> TermId {
    let mut done: FxHashMap<TermId, TermId> = FxHashMap::default();
    let mut stack = vec![pc];
    while let Some(&top) = stack.last() {
        if done.contains_key(&top) {
            stack.pop();
            continue;
        }
        if let Some(location) = terms.const_u64(top) {
            let is_open = open.get(location as usize).copied().unwrap_or(false);
            done.insert(top, if is_open { top } else { end });
        } else if terms.op(top) == Op::Ite {
            let [cond, a, b] = [0, 1, 2].map(|i| terms.args(top)[i]);
            match (done.get(&a).copied(), done.get(&b).copied()) {
                (Some(a), Some(b)) => {
                    let made = terms.ite(cond, a, b);
                    done.insert(top, made);
                }
                (None, _) => stack.push(a),
                (_, None) => stack.push(b),
            }
        } else {
            done.insert(top, top);
        }
    }
    done[&pc]
}
