//! Variables that nobody reads after a location, before they get another value, are 0 there.
//!
//! Liveness is that of the terms: what a condition at a location mentions is live there, and what the next value of a variable mentions that
//! is live at a target. Arrays stay as they are, and what they depend on is live. At the end anything goes: no fact speaks of it.

use super::Reduction;
use super::origin::Origin;
use super::steps::Steps;
use crate::System;
use pm_term::{Sort, SymbolId, TermId};
use rustc_hash::{FxHashMap, FxHashSet};

pub(super) fn clear(system: &mut System, origin: &mut Origin, steps: &mut Steps) {
    let live = Liveness::new(system).run(system, steps);
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
    for l in (0..live.len() as u32).filter(|l| *l != System::END) {
        clear_after(system, steps, &live, l);
    }
    steps.write_back(system);
    origin.clear(cleared);
}

/// After a step from this location, what is dead where it leads is 0.
fn clear_after(system: &mut System, steps: &mut Steps, live: &[Vec<bool>], l: u32) {
    let pc = steps.next[l as usize][System::PC];
    let targets: Vec<u32> = steps.targets[l as usize].iter().copied().filter(|t| *t != System::END).collect();
    let width = system.terms.width(pc);
    let is_dead = |t: u32, var: usize| !live[t as usize][var];
    for var in 1..system.vars.len() {
        let value = steps.next[l as usize][var];
        let dead: Vec<u32> = targets.iter().copied().filter(|&t| is_dead(t, var)).collect();
        if dead.is_empty() {
            continue;
        }
        let zero = zero(system, value);
        if dead.len() == targets.len() {
            steps.set(l, var, zero);
            continue;
        }
        let mut leads_there = Vec::with_capacity(dead.len());
        for t in dead {
            let number = system.terms.bv(width, t.into());
            leads_there.push(system.terms.eq(pc, number));
        }
        let any = system.terms.or_all(&leads_there);
        let value = system.terms.ite(any, zero, value);
        steps.set(l, var, value);
    }
}

fn zero(system: &mut System, like: TermId) -> TermId {
    match system.terms.sort(like) {
        Sort::Bv(width) => system.terms.zero(width),
        // Arrays are never dead.
        Sort::Bool | Sort::Array { .. } => TermId::FALSE,
    }
}

struct Liveness {
    /// By location and variable.
    live: Vec<Vec<bool>>,
    /// By location: the terms that were looked into.
    seen: Vec<FxHashSet<TermId>>,
    var_of: FxHashMap<SymbolId, usize>,
}

impl Liveness {
    fn new(system: &System) -> Liveness {
        let vars = system.vars.iter().enumerate();
        let var_of = vars.filter_map(|(i, v)| Some((system.terms.symbol_id(v.now)?, i))).collect();
        let none = vec![false; system.vars.len()];
        let count = system.locations.len();
        Liveness { live: vec![none; count], seen: vec![FxHashSet::default(); count], var_of }
    }

    fn run(mut self, system: &System, steps: &Steps) -> Vec<Vec<bool>> {
        let arrays = (0..system.vars.len()).filter(|&v| system.terms.sort(system.vars[v].now).is_array());
        let arrays: Vec<usize> = arrays.collect();
        for l in 0..system.locations.len() {
            arrays.iter().for_each(|&v| self.live[l][v] = true);
            self.read(system, l, &steps.reached[l]);
            self.read(system, l, &[steps.next[l][System::PC]]);
        }
        for bad in &system.bad {
            self.read(system, bad.location as usize, &[bad.cond]);
            let parts: Vec<TermId> = bad.parts.iter().map(|p| p.1).collect();
            self.read(system, bad.location as usize, &parts);
        }
        loop {
            let mut changed = false;
            for l in (0..system.locations.len()).rev().filter(|l| *l != System::END as usize) {
                let targets = steps.targets[l].iter().filter(|t| **t != System::END);
                let mut needed = vec![false; system.vars.len()];
                for t in targets {
                    needed.iter_mut().zip(&self.live[*t as usize]).for_each(|(n, live)| *n |= live);
                }
                let values: Vec<TermId> = (1..needed.len()).filter(|&v| needed[v]).map(|v| steps.next[l][v]).collect();
                changed |= self.read(system, l, &values);
            }
            if !changed {
                return self.live;
            }
        }
    }

    /// What these terms mention is live; whether that is new.
    fn read(&mut self, system: &System, l: usize, roots: &[TermId]) -> bool {
        let terms = &system.terms;
        let mut stack: Vec<TermId> = roots.iter().map(|t| t.regular()).collect();
        let mut changed = false;
        while let Some(t) = stack.pop() {
            if !self.seen[l].insert(t) {
                continue;
            }
            if let Some(v) = terms.symbol_id(t).and_then(|s| self.var_of.get(&s)) {
                changed |= !std::mem::replace(&mut self.live[l][*v], true);
            }
            stack.extend(terms.args(t).iter().map(|a| a.regular()));
        }
        changed
    }
}
