//! The engines that there are, a line each.

use crate::engine::Engine;
use crate::id::EngineId;
use crate::{bmc, cegar, fuzz, ic3, ic3cfa, kind, paths, run, treeic3};
use pm_model::Reductions;

/// The options of all engines.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    pub bmc: bmc::Options,
    pub kind: kind::Options,
    pub ic3: ic3::Options,
    pub ic3cfa: ic3cfa::Options,
    pub treeic3: treeic3::Options,
    pub cegar: cegar::Options,
    /// How the engine `paths` searches; loops it unwinds as `bmc` does.
    pub paths: pm_paths::Options,
}

impl Settings {
    /// Reductions of the transition system, for all engines that have one.
    pub fn reduced(mut self, reductions: Option<Reductions>) -> Settings {
        (self.kind.reductions, self.ic3.reductions, self.ic3cfa.reductions) = (reductions, reductions, reductions);
        (self.treeic3.reductions, self.cegar.reductions) = (reductions, reductions);
        self
    }
}

/// An engine, what it does, and how it is made.
type Entry = (EngineId, &'static str, fn(&Settings) -> Box<dyn Engine>);

pub const ENGINES: [Entry; 9] = [
    (EngineId::RUN, "The execution of a program that has only one, or some on guessed inputs", |_| {
        Box::new(run::Options)
    }),
    (EngineId::BMC, "Bounded model checking, to growing bounds", |settings| Box::new(settings.bmc.clone())),
    (EngineId::KIND, "k-induction with invariants", |settings| Box::new(settings.kind.clone())),
    (EngineId::IC3, "Property directed reachability, bit by bit", |settings| Box::new(settings.ic3.clone())),
    (ic3cfa::ID, "IC3 over the control-flow automaton, word by word", |settings| Box::new(settings.ic3cfa.clone())),
    (treeic3::ID, "IC3 along the paths of an unwinding of the automaton", |settings| {
        Box::new(settings.treeic3.clone())
    }),
    (cegar::ID, "Predicate abstraction, refined by counterexamples", |settings| Box::new(settings.cegar.clone())),
    (EngineId::PATHS, "Bounded model checking path by path, backwards or forwards", |settings| {
        Box::new(paths::engine(settings))
    }),
    (fuzz::ID, "Executions on inputs that are chosen to see much: violations only", |_| Box::new(fuzz::Options)),
];

/// The engine with its part of the options, if there is one.
pub fn engine(id: EngineId, settings: &Settings) -> Option<Box<dyn Engine>> {
    ENGINES.iter().find(|(known, ..)| *known == id).map(|(_, _, make)| make(settings))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_have_the_names_that_they_are_known_by() {
        for (i, (id, _, make)) in ENGINES.iter().enumerate() {
            assert_eq!(make(&Settings::default()).id(), *id);
            assert!(ENGINES[..i].iter().all(|(other, ..)| other != id));
        }
    }
}
