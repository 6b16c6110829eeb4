//! Variables that no condition depends on, now or through any number of steps, go; and so do inputs.

use crate::System;
use pm_term::{SymbolId, TermId};
use rustc_hash::{FxHashMap, FxHashSet};

/// How many variables went.
pub(super) fn remove(system: &mut System) -> usize {
    let needed = needed(system);
    let terms = &system.terms;
    let is_needed = |t: TermId| terms.symbol_id(t).is_some_and(|s| needed.contains(&s));
    let before = system.vars.len();
    let mut new_index: Vec<Option<u32>> = Vec::with_capacity(before);
    let mut kept = 0;
    for (i, var) in system.vars.iter().enumerate() {
        let keep = i == System::PC || is_needed(var.now);
        new_index.push(keep.then_some(kept));
        kept += u32::from(keep);
    }
    system.inputs.retain(|t| is_needed(*t));
    let mut keep = new_index.iter().map(Option::is_some);
    system.vars.retain(|_| keep.next().unwrap_or(false));
    for edge in system.automaton.edges_mut() {
        let kept = edge.assignments.iter().filter_map(|&(v, t)| Some((new_index[v as usize]?, t)));
        edge.assignments = kept.collect();
    }
    for location in &mut system.locations {
        location.live = location.live.iter().filter_map(|v| new_index[*v as usize]).collect();
    }
    before - system.vars.len()
}

/// Symbols that a bad condition, a property's being reached or the program counter depends on.
fn needed(system: &System) -> FxHashSet<SymbolId> {
    let terms = &system.terms;
    let next: FxHashMap<SymbolId, TermId> =
        system.vars.iter().filter_map(|v| Some((terms.symbol_id(v.now)?, v.next))).collect();
    let mut open: Vec<TermId> = vec![system.vars[System::PC].next];
    open.extend(system.bad.iter().flat_map(|b| b.parts.iter().map(|p| p.1).chain([b.cond])));
    open.extend(system.reached.iter().map(|r| r.1));
    let mut seen = pm_term::NodeSet::default();
    let mut needed = FxHashSet::default();
    while let Some(t) = open.pop() {
        let t = t.regular();
        if !seen.insert(t) {
            continue;
        }
        if let Some(symbol) = terms.symbol_id(t) {
            needed.insert(symbol);
            open.extend(next.get(&symbol));
        }
        open.extend(terms.args(t).iter());
    }
    needed
}
