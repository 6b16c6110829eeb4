//! Variables that nobody reads after a location, before they get another value, are 0 there.
//!
//! Liveness is that of the terms: what a condition at a location mentions is live there, and what the next value of a variable mentions that
//! is live at a target. Arrays stay as they are, and what they depend on is live. At the end anything goes: no fact speaks of it.

use super::Reduction;
use super::origin::Origin;
use crate::System;
use crate::automaton::Liveness;
use pm_term::{Sort, TermId};

pub(super) fn clear(system: &mut System, origin: &mut Origin) {
    let live = live(system);
    let mut cleared: Vec<Vec<(TermId, TermId)>> = Vec::with_capacity(live.len());
    for (l, live) in live.iter().enumerate() {
        let mut here = Vec::new();
        for var in (1..system.vars.len()).filter(|&v| !live[v] && l != System::END as usize) {
            let now = system.vars[var].now;
            here.push((now, zero(system, now)));
        }
        origin.note(Reduction::Dead, system.locations[l].live.iter().filter(|v| !live[**v as usize]).count());
        system.locations[l].live.retain(|v| live[*v as usize]);
        cleared.push(here);
    }
    clear_after_edges(system, &live);
    system.flatten();
    origin.clear(cleared);
}

/// After an edge, what is dead where it leads is 0. What was dead before it, and began as 0, is 0 already.
fn clear_after_edges(system: &mut System, live: &[Vec<bool>]) {
    let zeros: Vec<TermId> = (0..system.vars.len()).map(|v| zero(system, system.vars[v].now)).collect();
    let System { automaton, vars, .. } = system;
    for edge in automaton.edges_mut().filter(|e| e.to != System::END) {
        let (before, after) = (&live[edge.from as usize], &live[edge.to as usize]);
        let is_zero = |v: usize| !before[v] && vars[v].init == zeros[v];
        edge.assignments.retain(|&(v, _)| after[v as usize] || !is_zero(v as usize));
        for var in (1..vars.len()).filter(|&v| !after[v] && !is_zero(v)) {
            edge.assign(var, zeros[var]);
        }
    }
}

fn zero(system: &mut System, like: TermId) -> TermId {
    match system.terms.sort(like) {
        Sort::Bv(width) => system.terms.zero(width),
        // Arrays are never dead.
        Sort::Bool | Sort::Array { .. } => TermId::FALSE,
    }
}

/// Arrays stay as they are.
fn live(system: &System) -> Vec<Vec<bool>> {
    let mut liveness = Liveness::new(&system.automaton, &system.terms, &system.vars);
    let is_array = |v: &usize| system.terms.sort(system.vars[*v].now).is_array();
    (0..system.vars.len()).filter(is_array).for_each(|v| liveness.keep(v));
    for (l, place) in system.automaton.places.iter().enumerate() {
        let reached: Vec<TermId> = place.reached.iter().map(|r| r.1).collect();
        liveness.read(l as u32, &reached);
    }
    for bad in &system.bad {
        let parts: Vec<TermId> = bad.parts.iter().map(|p| p.1).collect();
        liveness.read(bad.location, &parts);
    }
    liveness.run(&system.vars)
}
