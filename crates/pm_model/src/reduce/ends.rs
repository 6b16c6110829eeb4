//! For exports: executions end where nothing bad can follow any more.
//!
//! What is left of an execution after its last check (a function's way out, the error handling) is neither good nor bad for who reads the
//! export, and would keep variables distinct that are dead there. Certificates speak of all locations of the program, so that
//! the engines do without this.

use crate::System;
use pm_term::TermId;

/// Edges to locations from which no bad condition can be met go; forgets which properties are reached. How many locations went.
pub fn end_early(system: &mut System) -> usize {
    let mut fails = vec![false; system.locations.len()];
    for bad in system.bad.iter().filter(|b| b.cond != TermId::FALSE) {
        fails[bad.location as usize] = true;
    }
    let open = system.automaton.leading_to(fails);
    for place in &mut system.automaton.places {
        place.edges.retain(|e| open[e.to as usize]);
        place.reached.clear();
    }
    system.flatten();
    open.iter().filter(|open| !**open).count()
}
