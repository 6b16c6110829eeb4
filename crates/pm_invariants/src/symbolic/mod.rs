//! The reachable abstract states of a program of control, as decision diagrams.
//!
//! As [`super::control`], this finds which combinations of the control variables executions reach; but sets of combinations are
//! diagrams, not lists, because schedulers of many processes have too many of them. Sums that the program compares
//! (`token - local`) are part of the combinations, with a few values each ([`quantity`]). What is reached is an invariant by the way it was
//! found; proofs that use it are checked as all are.

mod bdd;
mod cases;
mod order;
mod quantity;
mod reach;

use super::intervals::Analysis;
use super::lemma::Lemma;
use bdd::{Bdd, Bdds};
use order::Levels;
use pm_model::System;
use pm_solve::Limits;
use pm_term::TermId;
use pm_term::domain::mask;
use quantity::{Quantities, Quantity};
use reach::{Reached, reach};
use rustc_hash::FxHashMap;

/// Nodes of diagrams.
const NODES: usize = 3_000_000;
/// Nodes of a diagram that becomes a fact.
const FACT: usize = 5_000;
/// Numbers between the values of a control variable that it does not have.
const GAPS: usize = 16;

/// What can be at each location, if that is found within the limits.
pub fn reachable(system: &mut System, analysis: &Analysis, limits: &Limits) -> Option<Vec<Lemma>> {
    let quantities = Quantities::find(system, analysis, limits)?;
    let mut roots: Vec<TermId> = Vec::new();
    (0..system.locations.len()).for_each(|l| roots.extend_from_slice(analysis.roots(l)));
    let mut levels = Levels::new(&system.terms, &quantities, &roots);
    let mut bdds = Bdds::new(NODES, limits);
    let reached = reach(system, analysis, &quantities, (&mut bdds, &mut levels), limits)?;
    facts(system, &quantities, &levels, &mut bdds, &reached)
}

fn facts(
    system: &mut System,
    quantities: &Quantities,
    levels: &Levels,
    bdds: &mut Bdds,
    reached: &Reached,
) -> Option<Vec<Lemma>> {
    let mut out = Vec::new();
    for (l, &states) in reached.states.iter().enumerate() {
        let location = l as u32;
        if [System::ENTRY, System::END].contains(&location) {
            continue;
        }
        if bdds.size(states) > FACT {
            return None;
        }
        let mut writer = Writer { system, quantities, levels, bdds, known: FxHashMap::default() };
        let mut facts = match writer.apart(states, &reached.live[l]) {
            Some(facts) => facts,
            None => vec![writer.term(states)],
        };
        let domains = writer.domains(&reached.live[l]);
        facts[0] = writer.system.terms.and(domains, facts[0]);
        if writer.bdds.is_full() {
            return None;
        }
        out.extend(facts.into_iter().filter(|f| *f != TermId::TRUE).map(|fact| Lemma { location, fact }));
    }
    Some(out)
}

/// Diagrams as terms.
struct Writer<'a, 'b> {
    system: &'a mut System,
    quantities: &'a Quantities,
    levels: &'a Levels,
    bdds: &'a mut Bdds<'b>,
    known: FxHashMap<Bdd, TermId>,
}

impl Writer<'_, '_> {
    fn term(&mut self, states: Bdd) -> TermId {
        let Some(level) = self.bdds.level(states) else {
            return if states == Bdd::TRUE { TermId::TRUE } else { TermId::FALSE };
        };
        if let Some(&known) = self.known.get(&states) {
            return known;
        }
        let Some(q) = self.levels.quantity_at(level) else { return TermId::TRUE };
        let term = self.split(states, q);
        self.known.insert(states, term);
        term
    }

    /// What is said of control variables and of each sum by itself, if that is all: solvers like it better.
    fn apart(&mut self, states: Bdd, live: &[usize]) -> Option<Vec<TermId>> {
        let sums: Vec<usize> = live.iter().copied().filter(|q| self.quantities.all[*q].is_open).collect();
        let control = self.without(states, &sums);
        let mut all = control;
        let mut facts = vec![self.term(control)];
        for &sum in &sums {
            let others: Vec<usize> = sums.iter().copied().filter(|s| *s != sum).collect();
            let states = self.without(states, &others);
            all = self.bdds.and(all, states);
            facts.push(self.sum(sum, states));
        }
        (all == states).then_some(facts)
    }

    fn without(&mut self, states: Bdd, quantities: &[usize]) -> Bdd {
        let levels = quantities.iter().flat_map(|q| self.levels.of_quantity(*q, false));
        let set = self.bdds.level_set(levels.collect::<Vec<_>>());
        self.bdds.exists(states, set)
    }

    /// The values of a sum, each with where control is then.
    fn sum(&mut self, q: usize, states: Bdd) -> TermId {
        let quantity = &self.quantities.all[q];
        let mut any = Vec::new();
        for code in 0..quantity.codes() {
            let has = self.levels.code(self.bdds, q, code, false);
            let there = self.bdds.and(states, has);
            let there = self.without(there, &[q]);
            if there != Bdd::FALSE {
                let (has, there) = (self.has(quantity, code), self.term(there));
                any.push(self.system.terms.and(has, there));
            }
        }
        self.system.terms.or_all(&any)
    }

    /// Control variables have only the values that they are assigned.
    fn domains(&mut self, live: &[usize]) -> TermId {
        let mut all = TermId::TRUE;
        for quantity in live.iter().map(|q| &self.quantities.all[*q]).filter(|q| !q.is_open) {
            let domain = self.domain(quantity);
            all = self.system.terms.and(all, domain);
        }
        all
    }

    /// The values as bounds and gaps, where these are few: no cases that a proof would be split into.
    fn domain(&mut self, quantity: &Quantity) -> TermId {
        let (Some(&min), Some(&max)) = (quantity.values.iter().min(), quantity.values.iter().max()) else {
            return TermId::FALSE;
        };
        let (term, width) = (quantity.form.parts[0].0, quantity.form.width);
        if self.system.terms.is_bool(term) {
            return TermId::TRUE;
        }
        if max - min > (quantity.values.len() + GAPS) as u64 {
            let values: Vec<TermId> = quantity.values.iter().map(|v| self.is(quantity, *v)).collect();
            return self.system.terms.or_all(&values);
        }
        let [least, most] = [min, max].map(|v| self.system.terms.bv(width, v.into()));
        let mut all = vec![self.system.terms.ule(least, term), self.system.terms.ule(term, most)];
        for gap in (min..max).filter(|v| !quantity.values.contains(v)) {
            let is = self.is(quantity, gap);
            all.push(self.system.terms.not(is));
        }
        self.system.terms.and_all(&all)
    }

    /// By the values of the quantity on top; those that go on alike share what follows.
    fn split(&mut self, states: Bdd, q: usize) -> TermId {
        let quantity = &self.quantities.all[q];
        let mut rests: Vec<(Bdd, Vec<usize>)> = Vec::new();
        for code in 0..quantity.codes() {
            let rest = self.follow(states, q, code);
            match rests.iter_mut().find(|r| r.0 == rest) {
                Some(same) => same.1.push(code),
                None if rest == Bdd::FALSE => {}
                None => rests.push((rest, vec![code])),
            }
        }
        let mut any = Vec::with_capacity(rests.len());
        for (rest, codes) in rests {
            let rest = self.term(rest);
            let here: Vec<TermId> = codes.iter().map(|c| self.has(quantity, *c)).collect();
            let here = self.system.terms.or_all(&here);
            any.push(self.system.terms.and(here, rest));
        }
        self.system.terms.or_all(&any)
    }

    /// The quantity has a code.
    fn has(&mut self, quantity: &Quantity, code: usize) -> TermId {
        if let Some(&value) = quantity.values.get(code) {
            return self.is(quantity, value);
        }
        let listed: Vec<TermId> = quantity.values.iter().map(|v| self.is(quantity, *v)).collect();
        let listed = self.system.terms.or_all(&listed);
        self.system.terms.not(listed)
    }

    fn follow(&self, mut states: Bdd, q: usize, code: usize) -> Bdd {
        let bits = self.quantities.all[q].bits();
        for (bit, level) in self.levels.of_quantity(q, false).enumerate() {
            if self.bdds.level(states) == Some(level) {
                let is_set = code >> (bits as usize - 1 - bit) & 1 == 1;
                states = if is_set { self.bdds.high(states) } else { self.bdds.low(states) };
            }
        }
        states
    }

    fn is(&mut self, quantity: &Quantity, value: u64) -> TermId {
        let terms = &mut self.system.terms;
        let term = quantity.form.parts[0].0;
        if terms.is_bool(term) {
            return if value == 0 { terms.not(term) } else { term };
        }
        // A sum of two is compared as an equation of its sides.
        let value = terms.bv(quantity.form.width, value.into());
        match quantity.form.parts[..] {
            [(a, 1), (b, k)] if k == mask(quantity.form.width) => {
                let right = terms.add(b, value);
                terms.eq(a, right)
            }
            _ => {
                let sum = quantity.form.term(terms);
                terms.eq(sum, value)
            }
        }
    }
}

#[cfg(test)]
mod tests;
