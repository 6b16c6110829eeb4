//! A fact about the variables at a location.

use crate::System;
use pm_term::{SymbolId, TermId, Value};
use rustc_hash::FxHashMap;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Lemma {
    pub location: u32,
    /// Over variables (not the program counter): holds whenever an execution is at the location.
    pub fact: TermId,
}

impl Lemma {
    /// At the location the fact holds.
    pub fn term(&self, system: &mut System) -> TermId {
        let violation = self.violation(system);
        system.terms.not(violation)
    }

    /// At the location the fact does not hold.
    pub fn violation(&self, system: &mut System) -> TermId {
        let here = system.at_location(self.location);
        let fails = system.terms.not(self.fact);
        system.terms.and(here, fails)
    }
}

/// The inputs of each step; what is not there can be anything.
pub type Path = Vec<FxHashMap<SymbolId, Value>>;

/// Facts that a solver has confirmed.
#[derive(Clone, Default, Debug)]
pub struct Lemmas {
    /// Inductive by themselves, together.
    pub absolute: Vec<Lemma>,
    /// Inductive, together with the absolute ones, while nothing bad happens.
    pub relative: Vec<Lemma>,
    /// Where something bad may happen on the way that was taken to find them; only an execution tells whether it does.
    pub suspects: Vec<Path>,
}
