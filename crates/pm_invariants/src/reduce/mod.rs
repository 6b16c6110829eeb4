//! Reductions of a system, one after the other: those that are exact by themselves are `pm_model`'s, those that rest on facts are here, for the facts are
//! guessed from executions and confirmed by a solver.

mod constants;
mod copies;
mod widths;

use crate::{Analysis, Lemma, Runs, Samples, Views, absolute, edges};
use pm_model::reduce::{clear_dead, remove_unneeded, split_arrays};
use pm_model::{Origin, Reduction, Reductions, System};
use pm_solve::Limits;
use pm_term::{Substitution, TermId};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;

/// Bits of arrays that become elements.
pub const MAX_ARRAY_BITS: u64 = 1 << 15;

/// Locations times variables: beyond that they are not told apart by location.
const MAX_PLACES: usize = 4_000_000;

/// Values of variables at locations that a solver is asked about.
const GUESSES: usize = 500;

/// Reduces the system; what comes back is what it was.
pub fn reduce(system: &mut System, wanted: Reductions, limits: &Limits) -> Origin {
    let mut origin = Origin::new(system);
    let on = |r: Reduction| wanted.contains(r);
    if on(Reduction::Cone) {
        origin.note(Reduction::Cone, remove_unneeded(system));
    }
    if on(Reduction::Elements) {
        let split = split_arrays(system, MAX_ARRAY_BITS);
        origin.note(Reduction::Elements, split.arrays);
        origin.rename(split.back);
    }
    let by_location = [Reduction::Dead, Reduction::Constants, Reduction::Copies].into_iter().any(on);
    if by_location && system.locations.len().saturating_mul(system.vars.len()) <= MAX_PLACES {
        by_locations(system, &mut origin, wanted, limits);
    }
    if on(Reduction::Widths) {
        widths::narrow(system, &mut origin, limits);
    }
    if on(Reduction::Cone) {
        origin.note(Reduction::Cone, remove_unneeded(system));
    }
    origin
}

fn by_locations(system: &mut System, origin: &mut Origin, wanted: Reductions, limits: &Limits) {
    if wanted.contains(Reduction::Dead) {
        clear_dead(system, origin);
    }
    let is_guessed = wanted.contains(Reduction::Constants) || wanted.contains(Reduction::Copies);
    if !is_guessed || system.locations.iter().all(|l| l.live.is_empty()) {
        return;
    }
    let analysis = Analysis::new(system);
    let samples = Samples::collect(system, &analysis, &Views::none(system), &Runs::SMALL, limits);
    let mut guesses = Vec::new();
    if wanted.contains(Reduction::Constants) {
        guesses.extend(constants::guess(system, &samples));
    }
    if wanted.contains(Reduction::Copies) {
        guesses.extend(copies::guess(system, &samples));
    }
    guesses.truncate(GUESSES);
    if apply(system, origin, &guesses, limits) && wanted.contains(Reduction::Dead) {
        clear_dead(system, origin);
    }
}

/// A variable has a value at a location: that of a constant or of another variable.
struct Guess {
    location: u32,
    var: TermId,
    value: TermId,
    reduction: Reduction,
}

/// Replaces variables by what they are shown to be equal to; whether that changed anything.
fn apply(system: &mut System, origin: &mut Origin, guesses: &[Guess], limits: &Limits) -> bool {
    let lemma = |terms: &mut pm_term::Terms, g: &Guess| Lemma { location: g.location, fact: terms.eq(g.var, g.value) };
    let lemmas: Vec<Lemma> = guesses.iter().map(|g| lemma(&mut system.terms, g)).collect();
    let edges = edges::collect(system);
    let proved: FxHashSet<Lemma> = absolute(system, &edges, &lemmas, limits).into_iter().collect();
    let mut equal: BTreeMap<u32, Vec<(TermId, TermId)>> = BTreeMap::new();
    for (guess, lemma) in guesses.iter().zip(&lemmas).filter(|(_, l)| proved.contains(l)) {
        equal.entry(guess.location).or_default().push((guess.var, guess.value));
        origin.rest_on(system, *lemma);
        origin.note(guess.reduction, 1);
    }
    for (&location, equal) in &equal {
        replace_at(system, location, equal);
    }
    system.flatten();
    !equal.is_empty()
}

/// Replaces variables by other terms in the steps from a location. Edges that keep such a variable assign the term to it.
fn replace_at(system: &mut System, location: u32, equal: &[(TermId, TermId)]) {
    let mut by = Substitution::new();
    equal.iter().for_each(|(var, value)| by.replace(*var, *value));
    let index_of = |var: TermId| system.vars.iter().position(|v| v.now == var);
    let vars: Vec<(usize, TermId)> = equal.iter().filter_map(|(var, value)| Some((index_of(*var)?, *value))).collect();
    let System { terms, automaton, bad, .. } = system;
    let place = &mut automaton.places[location as usize];
    for edge in &mut place.edges {
        edge.change(|t| terms.substitute(t, &mut by));
        for &(var, value) in &vars {
            if !edge.assigns(var) {
                edge.assign(var, value);
            }
        }
    }
    place.reached.iter_mut().for_each(|r| r.1 = terms.substitute(r.1, &mut by));
    let here = bad.iter_mut().filter(|b| b.location == location);
    here.flat_map(|b| &mut b.parts).for_each(|p| p.1 = terms.substitute(p.1, &mut by));
}
