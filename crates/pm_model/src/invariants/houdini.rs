//! Keeps of candidate facts those that are inductive together (Houdini).
//!
//! A candidate that the initial state violates goes at once. Then the solver is asked for a step from a state in which all candidates
//! hold to one in which some does not; those that fail are dropped, until there is no such step. What is left is an invariant,
//! whatever it was guessed from.

use super::lemma::{Lemma, Lemmas};
use crate::System;
use pm_solve::{Activation, Answer, Limits, Solver};
use pm_term::{Substitution, TermId};

/// Conflicts of one question about all candidates, and about one.
const CONFLICTS: u64 = 50_000;
const CONFLICTS_SINGLE: u64 = 2_000;

struct Candidate<T> {
    what: T,
    active: Activation,
    /// Fails after the step, or in it.
    fails: TermId,
}

pub(crate) struct Houdini<'a, T> {
    system: &'a mut System,
    solver: Solver,
    limits: &'a Limits,
    candidates: Vec<Candidate<T>>,
}

/// The part of the candidates that is inductive where the known invariants hold; nothing where a limit is met first.
pub fn inductive(system: &mut System, known: &[Lemma], candidates: &[Lemma], limits: &Limits) -> Lemmas {
    let mut houdini = Houdini::new(system, known, limits);
    houdini.add_lemmas(candidates, |lemma| lemma);
    if houdini.run_while_fine().is_none() {
        return Lemmas::default();
    }
    let relative: Vec<Lemma> = houdini.left().copied().collect();
    if houdini.run(TermId::TRUE).is_none() {
        return Lemmas { relative, ..Lemmas::default() };
    }
    let absolute: Vec<Lemma> = houdini.left().copied().collect();
    let relative = relative.into_iter().filter(|l| !absolute.contains(l)).collect();
    Lemmas { absolute, relative, suspects: Vec::new() }
}

/// Candidates that are inductive together, whatever happens; none where a limit is met first.
pub fn absolute(system: &mut System, candidates: &[Lemma], limits: &Limits) -> Vec<Lemma> {
    if candidates.is_empty() {
        return Vec::new();
    }
    let mut houdini = Houdini::new(system, &[], limits);
    houdini.add_lemmas(candidates, |lemma| lemma);
    match houdini.run(TermId::TRUE) {
        Some(()) => houdini.left().copied().collect(),
        None => Vec::new(),
    }
}

impl<'a, T> Houdini<'a, T> {
    pub fn new(system: &'a mut System, known: &[Lemma], limits: &'a Limits) -> Self {
        let mut solver = Solver::new(&pm_solve::Options::default());
        for lemma in known {
            let holds = lemma.term(system);
            solver.assert(&system.terms, holds);
        }
        Houdini { system, solver, limits, candidates: Vec::new() }
    }

    /// Facts that hold in the initial state.
    pub fn add_lemmas(&mut self, lemmas: &[Lemma], what: impl Fn(Lemma) -> T) {
        let mut first = Substitution::new();
        let mut next = Substitution::new();
        for v in &self.system.vars {
            first.replace(v.now, v.init);
            next.replace(v.now, v.next);
        }
        for &lemma in lemmas {
            let system = &mut *self.system;
            let violation = lemma.violation(system);
            // The initial state is one of constants.
            if system.terms.substitute(violation, &mut first) != TermId::FALSE || violation == TermId::FALSE {
                continue;
            }
            let fails = system.terms.substitute(violation, &mut next);
            let holds = system.terms.not(violation);
            self.add(what(lemma), &[holds], fails);
        }
    }

    /// Something that is assumed of a step, and may fail in it.
    pub fn add(&mut self, what: T, holds: &[TermId], fails: TermId) {
        let active = self.solver.new_activation();
        for &t in holds {
            self.solver.assert_if(&self.system.terms, active, t);
        }
        self.candidates.push(Candidate { what, active, fails });
    }

    pub fn system(&mut self) -> &mut System {
        self.system
    }

    /// Drops candidates until the rest is inductive while nothing bad happens; `None` if a limit is met.
    pub fn run_while_fine(&mut self) -> Option<()> {
        let bads: Vec<TermId> = self.system.bad.iter().map(|b| b.cond).collect();
        let bad = self.system.terms.or_all(&bads);
        let fine = self.system.terms.not(bad);
        self.run(fine)
    }

    pub fn left(&self) -> impl Iterator<Item = &T> {
        self.candidates.iter().map(|c| &c.what)
    }

    /// Drops candidates until the rest is inductive under an assumption; `None` if a limit is met.
    fn run(&mut self, given: TermId) -> Option<()> {
        loop {
            let conds: Vec<TermId> = self.candidates.iter().map(|c| c.fails).collect();
            let any = self.system.terms.or_all(&conds);
            match self.ask(any, given, CONFLICTS)? {
                Some(false) => return Some(()),
                Some(true) => self.drop_false()?,
                None if self.one_by_one(given)? => return Some(()),
                None => {}
            }
        }
    }

    /// Whether a step leads from all candidates to this; `Some(None)` where it is too hard, `None` where time is up.
    fn ask(&mut self, t: TermId, given: TermId, conflicts: u64) -> Option<Option<bool>> {
        if t == TermId::FALSE {
            return Some(Some(false));
        }
        self.solver.set_limits(Limits { conflicts: Some(conflicts), ..self.limits.clone() });
        let active: Vec<Activation> = self.candidates.iter().map(|c| c.active).collect();
        match self.solver.check_with(&self.system.terms, &[t, given], &active) {
            Answer::Sat => Some(Some(true)),
            Answer::Unsat => Some(Some(false)),
            Answer::Unknown(_) if self.limits.exceeded().is_some() => None,
            Answer::Unknown(_) => Some(None),
        }
    }

    fn drop_false(&mut self) -> Option<()> {
        let before = self.candidates.len();
        let (solver, terms) = (&mut self.solver, &self.system.terms);
        self.candidates.retain(|c| solver.value_bool(terms, c.fails) == Some(false));
        (self.candidates.len() < before).then_some(())
    }

    /// The question is too hard for all together: one after the other, and what is too hard by itself goes. Whether all were shown.
    fn one_by_one(&mut self, given: TermId) -> Option<bool> {
        let before = self.candidates.len();
        let mut i = 0;
        while let Some(c) = self.candidates.get(i) {
            match self.ask(c.fails, given, CONFLICTS_SINGLE)? {
                Some(false) => i += 1,
                // Some before this one may go, too; then all are asked again.
                Some(true) => self.drop_false()?,
                None => drop(self.candidates.remove(i)),
            }
        }
        Some(self.candidates.len() == before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::invariants::testing::counter;

    #[test]
    fn only_what_is_inductive_stays() {
        let mut system = counter(10);
        let x = system.vars[1].now;
        let fact = |system: &mut System, k: u128, up: bool| {
            let k = system.terms.bv(8, k);
            if up { system.terms.ule(x, k) } else { system.terms.ule(k, x) }
        };
        let facts = [fact(&mut system, 10, true), fact(&mut system, 9, true), fact(&mut system, 1, false)];
        let candidates = facts.map(|fact| Lemma { location: 2, fact });
        let lemmas = inductive(&mut system, &[], &candidates, &Limits::default());
        assert_eq!(lemmas.absolute, [candidates[0]]);
        assert!(lemmas.relative.is_empty());
    }
}
