//! What of an automaton some conditions depend on: by location, the variables that are read later, and the edges that lead to a condition.

use super::Automaton;
use crate::system::{StateVar, System};
use pm_term::{SymbolId, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// Which variables are read at a location, or later before they get another value.
pub struct Liveness<'a> {
    automaton: &'a Automaton,
    terms: &'a Terms,
    /// By location and variable.
    live: Vec<Vec<bool>>,
    /// By location: the terms that were looked into.
    seen: Vec<FxHashSet<TermId>>,
    var_of: FxHashMap<SymbolId, usize>,
}

impl<'a> Liveness<'a> {
    pub fn new(automaton: &'a Automaton, terms: &'a Terms, vars: &[StateVar]) -> Self {
        let var_of = vars.iter().enumerate().filter_map(|(i, v)| Some((terms.symbol_id(v.now)?, i))).collect();
        let count = automaton.places.len();
        let (live, seen) = (vec![vec![false; vars.len()]; count], vec![FxHashSet::default(); count]);
        Liveness { automaton, terms, live, seen, var_of }
    }

    /// What these terms mention is live at a location; whether that is new.
    pub fn read(&mut self, location: u32, roots: &[TermId]) -> bool {
        let (live, seen) = (&mut self.live[location as usize], &mut self.seen[location as usize]);
        let mut left: Vec<TermId> = roots.iter().map(|t| t.regular()).collect();
        let mut changed = false;
        while let Some(t) = left.pop() {
            if !seen.insert(t) {
                continue;
            }
            if let Some(v) = self.terms.symbol_id(t).and_then(|s| self.var_of.get(&s)) {
                changed |= !std::mem::replace(&mut live[*v], true);
            }
            left.extend(self.terms.args(t).iter().map(|a| a.regular()));
        }
        changed
    }

    /// A variable is live everywhere.
    pub fn keep(&mut self, var: usize) {
        self.live.iter_mut().for_each(|l| l[var] = true);
    }

    /// Guards are read, too. The result is by location and variable.
    pub fn run(mut self, vars: &[StateVar]) -> Vec<Vec<bool>> {
        for edge in self.automaton.edges() {
            self.read(edge.from, &[edge.guard]);
        }
        loop {
            let mut changed = false;
            for edge in self.automaton.places.iter().rev().flat_map(|p| &p.edges).filter(|e| e.to != System::END) {
                let needed = (1..vars.len()).filter(|&v| self.live[edge.to as usize][v]);
                let values: Vec<TermId> = needed.map(|v| edge.value(vars, v)).collect();
                changed |= self.read(edge.from, &values);
            }
            if !changed {
                return self.live;
            }
        }
    }
}

impl Automaton {
    /// The part that decides whether executions meet one of some conditions, given with their locations: edges that lead to none of them are gone, and so
    /// are assignments to variables that nobody reads on the way.
    pub fn slice(&self, terms: &Terms, vars: &[StateVar], conditions: &[(u32, TermId)]) -> Automaton {
        let mut met = vec![false; self.places.len()];
        conditions.iter().for_each(|(l, _)| met[*l as usize] = true);
        let leads = self.leading_to(met);
        let mut slice = self.clone();
        for place in &mut slice.places {
            place.edges.retain(|e| leads[e.to as usize]);
            place.reached.clear();
        }
        let mut liveness = Liveness::new(&slice, terms, vars);
        conditions.iter().for_each(|&(l, cond)| _ = liveness.read(l, &[cond]));
        let live = liveness.run(vars);
        for edge in slice.edges_mut() {
            edge.assignments.retain(|(v, _)| live[edge.to as usize][*v as usize]);
        }
        slice
    }
}
