//! The steps of the system one by one: from a location to a location, with what the variables become on the way.
//!
//! The system's next values are choices over all locations and edges. Of one edge, what its guard decides is decided, so that sums
//! stay sums and what does not change is seen not to change.

use super::intervals::Analysis;
use crate::System;
use pm_term::{Op, Substitution, TermId, Terms};

pub struct Edge {
    pub from: u32,
    pub to: u32,
    /// The program counter is where the edge begins, and the edge is taken.
    pub guard: TermId,
    /// By variable; the program counter's is not used.
    pub next: Vec<TermId>,
}

/// Conjuncts of a guard that are looked at.
const CONJUNCTS: usize = 200;

/// All edges but those to the end.
pub fn collect(system: &mut System, analysis: &Analysis) -> Vec<Edge> {
    let mut edges = Vec::new();
    for from in 0..system.locations.len() as u32 {
        let here = system.at_location(from);
        for (to, guard) in analysis.targets(from as usize) {
            if to == System::END || from == System::END {
                continue;
            }
            let mut decided = Substitution::new();
            for c in conjuncts(&system.terms, guard) {
                let value = system.terms.bool_const(!c.is_complemented());
                decided.replace(c.regular(), value);
            }
            let next = analysis.next(from as usize);
            let next = next.iter().map(|t| system.terms.substitute(*t, &mut decided)).collect();
            let guard = system.terms.and(here, guard);
            edges.push(Edge { from, to, guard, next });
        }
    }
    edges
}

fn conjuncts(terms: &Terms, guard: TermId) -> Vec<TermId> {
    let mut out = Vec::new();
    let mut work = vec![guard];
    while let Some(t) = work.pop() {
        if out.len() + work.len() > CONJUNCTS {
            break;
        }
        if terms.op(t) == Op::And && !t.is_complemented() {
            work.extend(terms.args(t).iter());
        } else if !terms.is_const(t) {
            out.push(t);
        }
    }
    out
}
