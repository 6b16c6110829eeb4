//! Systems that say the same in a form that is easier to decide.
//!
//! Each reduction is a file. None of them is believed: [`Origin`] keeps the system as it was, the facts that a reduction rests on, and the
//! way back, so that what is proved of the reduced system becomes a proof about the system as it was, which is certified there. Paths
//! found in the reduced system are given as inputs, and are executed in the system as it was.
//!
//! Locations and bad conditions keep their numbers; variables do not.
//!
//! [`cells()`] is no such reduction but an abstraction: the system that it makes does more than the one that it is made of.

mod cells;
mod cone;
mod constants;
mod copies;
mod dead;
mod elements;
mod ends;
mod linear;
mod origin;
mod prefix;
mod shape;
mod starts;
mod widths;

pub use cells::{Cell, Cells, Concrete, cells};
pub use elements::split_arrays;
pub use ends::end_early;
pub(crate) use linear::Linear;
pub use origin::Origin;
pub(crate) use shape::{is_cast, stores_and_reads};
pub use starts::start_late;

use crate::System;
use crate::invariants::{Analysis, Lemma, Runs, Samples, Views, absolute, edges};
use pm_solve::Limits;
use pm_term::{Substitution, TermId};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::fmt;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reduction {
    /// Variables that no condition depends on go.
    Cone,
    /// Variables that nobody reads after a location are 0 there.
    Dead,
    /// Small arrays become a variable for each element.
    Elements,
    /// A variable that has one value at a location is replaced by it there.
    Constants,
    /// A variable that is equal to another one at a location is replaced by it there.
    Copies,
    /// Bits that are known at all locations are no state.
    Widths,
    /// On the bit level: latches that are constant or equal to others go (`pm_ic3`).
    Latches,
}

impl Reduction {
    pub const ALL: [Reduction; 7] = [
        Reduction::Cone,
        Reduction::Dead,
        Reduction::Elements,
        Reduction::Constants,
        Reduction::Copies,
        Reduction::Widths,
        Reduction::Latches,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Reduction::Cone => "cone",
            Reduction::Dead => "dead",
            Reduction::Elements => "elements",
            Reduction::Constants => "constants",
            Reduction::Copies => "copies",
            Reduction::Widths => "widths",
            Reduction::Latches => "latches",
        }
    }
}

/// A set of reductions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reductions(u8);

impl Reductions {
    pub const NONE: Reductions = Reductions(0);
    pub const ALL: Reductions = Reductions((1 << Reduction::ALL.len()) - 1);

    pub fn contains(self, r: Reduction) -> bool {
        self.0 & 1 << r as u8 != 0
    }

    pub fn with(self, r: Reduction) -> Reductions {
        Reductions(self.0 | 1 << r as u8)
    }

    pub fn without(self, r: Reduction) -> Reductions {
        Reductions(self.0 & !(1 << r as u8))
    }
}

impl Default for Reductions {
    fn default() -> Reductions {
        Reductions::ALL.without(Reduction::Widths)
    }
}

/// What a reduction did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Used {
    pub reduction: Reduction,
    /// Variables, arrays, places or latches that it concerned.
    pub count: usize,
}

impl fmt::Display for Used {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.reduction.name(), self.count)
    }
}

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
        origin.note(Reduction::Cone, cone::remove(system));
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
        origin.note(Reduction::Cone, cone::remove(system));
    }
    origin
}

fn by_locations(system: &mut System, origin: &mut Origin, wanted: Reductions, limits: &Limits) {
    if wanted.contains(Reduction::Dead) {
        dead::clear(system, origin);
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
        dead::clear(system, origin);
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
