//! The edges of the automaton for questions to a solver.
//!
//! Of each edge, what its guard decides is decided in its values, so that sums stay sums and what does not change is seen not to change.

use crate::System;
use crate::automaton::Edge;

/// All edges. Their guards say where they begin.
pub fn collect(system: &mut System) -> Vec<Edge> {
    let mut edges = Vec::new();
    for from in 0..system.locations.len() as u32 {
        let here = system.at_location(from);
        for edge in system.automaton.from(from) {
            let mut edge = edge.decided(&mut system.terms);
            edge.guard = system.terms.and(here, edge.guard);
            edges.push(edge);
        }
    }
    edges
}
