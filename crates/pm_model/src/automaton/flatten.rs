//! The transition system as a view of the automaton: one next value for each variable, as a choice over all locations and edges.

use crate::system::System;
use pm_ir::PropId;
use pm_term::{Op, Substitution, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

impl System {
    /// Derives the next values, the bad conditions and the reached properties from the automaton.
    pub fn flatten(&mut self) {
        self.automaton.tidy(&self.vars);
        let at: Vec<TermId> = (0..self.locations.len() as u32).map(|l| self.at_location(l)).collect();
        self.flatten_steps(&at);
        for bad in &mut self.bad {
            let here = at[bad.location as usize];
            let parts: Vec<TermId> = bad.parts.iter().map(|p| self.terms.and(here, p.1)).collect();
            bad.cond = self.terms.or_all(&parts);
        }
        let mut reached: BTreeMap<PropId, TermId> = BTreeMap::new();
        for (place, &here) in self.automaton.places.iter().zip(&at) {
            for &(prop, cond) in &place.reached {
                let cond = self.terms.and(here, cond);
                let all = reached.entry(prop).or_insert(TermId::FALSE);
                *all = self.terms.or(*all, cond);
            }
        }
        self.reached = reached.into_iter().collect();
    }

    fn flatten_steps(&mut self, at: &[TermId]) {
        let System { terms, vars, automaton, .. } = self;
        let width = terms.width(vars[System::PC].now);
        let end = terms.bv(width, System::END.into());
        let mut next: Vec<Choice> = vars.iter().map(|_| Choice::default()).collect();
        for (place, &here) in automaton.places.iter().zip(at) {
            let mut to = Choice::default();
            let mut values: BTreeMap<u32, Choice> = BTreeMap::new();
            for edge in &place.edges {
                to.add(edge.guard, terms.bv(width, edge.to.into()));
                for &(var, value) in &edge.assignments {
                    values.entry(var).or_default().add(edge.guard, value);
                }
            }
            next[System::PC].add(here, to.term(terms, end));
            for (var, choice) in values {
                let value = choice.term(terms, vars[var as usize].now);
                next[var as usize].add(here, value);
            }
        }
        for (var, choice) in vars.iter_mut().zip(&next).skip(System::PC + 1) {
            var.next = choice.term(terms, var.now);
        }
        vars[System::PC].next = next[System::PC].term(terms, end);
    }

    /// Changes all terms of steps, of what is bad and reached in them, and of the guards of events.
    pub fn change(&mut self, mut each: impl FnMut(&mut Terms, TermId) -> TermId) {
        let System { terms, automaton, bad, locations, .. } = self;
        let mut each = |t: TermId| each(terms, t);
        automaton.change(&mut each);
        bad.iter_mut().flat_map(|b| &mut b.parts).for_each(|p| p.1 = each(p.1));
        locations.iter_mut().flat_map(|l| &mut l.step.events).for_each(|e| e.guard = each(e.guard));
        self.flatten();
    }

    /// Replaces terms everywhere.
    pub fn replace(&mut self, by: &mut Substitution) {
        self.change(|terms, t| terms.substitute(t, by));
    }

    /// What is bad, for executions that are at its location.
    pub fn claim(&mut self, bad: usize) -> TermId {
        let parts: Vec<TermId> = self.bad[bad].parts.iter().map(|p| p.1).collect();
        self.terms.or_all(&parts)
    }

    /// The symbols that occur and are no variables.
    pub fn find_inputs(&self) -> Vec<TermId> {
        let terms = &self.terms;
        let mut seen: FxHashSet<TermId> = self.vars.iter().map(|v| v.now).collect();
        let mut work: Vec<TermId> = self.vars.iter().map(|v| v.next).collect();
        work.extend(self.bad.iter().map(|b| b.cond));
        work.extend(self.reached.iter().map(|r| r.1));
        work.extend(self.assumed.iter().flat_map(|a| [a.reached, a.passed]));
        work.extend(self.locations.iter().flat_map(|l| &l.step.events).map(|e| e.guard));
        let mut found = Vec::new();
        while let Some(t) = work.pop() {
            let t = t.regular();
            if !seen.insert(t) {
                continue;
            }
            if terms.op(t) == Op::Symbol {
                found.push(t);
            }
            work.extend(terms.args(t).iter());
        }
        found.sort_unstable_by_key(|t| t.node());
        found
    }
}

/// A value for each of several conditions that exclude each other. Conditions that lead to the same value are one.
#[derive(Default)]
pub(super) struct Choice {
    /// In the order of their first conditions.
    values: Vec<(TermId, Vec<TermId>)>,
    index: FxHashMap<TermId, usize>,
}

impl Choice {
    pub fn add(&mut self, cond: TermId, value: TermId) {
        let at = *self.index.entry(value).or_insert(self.values.len());
        match self.values.get_mut(at) {
            Some((_, conds)) => conds.push(cond),
            None => self.values.push((value, vec![cond])),
        }
    }

    /// `other` where none of the conditions holds.
    pub fn term(&self, terms: &mut Terms, other: TermId) -> TermId {
        let mut term = other;
        for (value, conds) in self.values.iter().filter(|(value, _)| *value != other) {
            let cond = terms.or_all(conds);
            term = terms.ite(cond, *value, term);
        }
        term
    }
}
