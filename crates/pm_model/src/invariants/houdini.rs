//! Keeps of candidate facts those that are inductive together (Houdini).
//!
//! A candidate that the initial state violates goes at once. Then the solver is asked for a step from a state in which all candidates
//! hold to one in which some does not; those that fail are dropped, until there is no such step. What is left is an invariant,
//! whatever it was guessed from.

use super::carried;
use super::lemma::{Lemma, Lemmas};
use crate::System;
use crate::automaton::Edge;
use pm_solve::{Activation, Answer, Limits, Solver};
use pm_term::{Substitution, TermId};

/// Conflicts of one question about all candidates: what is easy one by one can be hard together.
const CONFLICTS: u64 = 2_000;
/// Conflicts of a question about one, at most and at least; between them it is a part of what is left for questions in vain.
const CONFLICTS_SINGLE: (u64, u64) = (10_000, 500);
const IN_VAIN: u64 = 80_000;

struct Candidate<T> {
    what: T,
    active: Activation,
    /// Fails after the step, or in it.
    fails: TermId,
    /// The cases of that.
    parts: Vec<TermId>,
}

pub(crate) struct Houdini<'a, T> {
    system: &'a mut System,
    solver: Solver,
    limits: &'a Limits,
    candidates: Vec<Candidate<T>>,
    /// Conflicts that are left for questions in vain.
    in_vain: u64,
}

/// The part of the candidates that is inductive where the known invariants hold; nothing where a limit is met first.
pub fn inductive(
    system: &mut System,
    edges: &[Edge],
    known: &[Lemma],
    candidates: &[Lemma],
    limits: &Limits,
) -> Lemmas {
    let mut houdini = Houdini::new(system, known, limits);
    houdini.add_lemmas(edges, candidates, |lemma| lemma);
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

/// Candidates that are inductive together, whatever happens, as far as that is easy to see.
pub fn absolute(system: &mut System, edges: &[Edge], candidates: &[Lemma], limits: &Limits) -> Vec<Lemma> {
    if candidates.is_empty() {
        return Vec::new();
    }
    let mut houdini = Houdini::new(system, &[], limits);
    houdini.in_vain = 0;
    houdini.add_lemmas(edges, candidates, |lemma| lemma);
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
        Houdini { system, solver, limits, candidates: Vec::new(), in_vain: IN_VAIN }
    }

    /// Facts that hold in the initial state.
    pub fn add_lemmas(&mut self, edges: &[Edge], lemmas: &[Lemma], what: impl Fn(Lemma) -> T) {
        let mut first = Substitution::new();
        for v in &self.system.vars {
            first.replace(v.now, v.init);
        }
        let mut along: Vec<Substitution> = edges.iter().map(|e| e.along(&self.system.vars)).collect();
        for &lemma in lemmas {
            let system = &mut *self.system;
            let violation = lemma.violation(system);
            // The initial state is one of constants.
            if system.terms.substitute(violation, &mut first) != TermId::FALSE || violation == TermId::FALSE {
                continue;
            }
            let mut parts = Vec::new();
            let stays = carried::stays(system, lemma);
            if let Some(stays) = stays {
                let (here, fails) = (system.at_location(lemma.location), system.terms.not(stays));
                parts.push(system.terms.and(here, fails));
            }
            let needs_proof = |e: &Edge| e.to == lemma.location && (stays.is_none() || e.from != e.to);
            for (edge, along) in edges.iter().zip(&mut along).filter(|(e, _)| needs_proof(e)) {
                let holds = system.terms.substitute(lemma.fact, along);
                let fails = system.terms.not(holds);
                parts.push(system.terms.and(edge.guard, fails));
            }
            let holds = system.terms.not(violation);
            self.add(what(lemma), &[holds], parts);
        }
    }

    /// Something that is assumed of a step, and may fail in it, in several cases.
    pub fn add(&mut self, what: T, holds: &[TermId], parts: Vec<TermId>) {
        let active = self.solver.new_activation();
        for &t in holds {
            self.solver.assert_if(&self.system.terms, active, t);
        }
        let fails = self.system.terms.or_all(&parts);
        self.candidates.push(Candidate { what, active, fails, parts });
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

    /// Whether one candidate fails, one case after the other.
    fn fails(&mut self, candidate: usize, given: TermId) -> Option<Option<bool>> {
        let (most, least) = CONFLICTS_SINGLE;
        let conflicts = (self.in_vain / 8).clamp(least, most);
        for part in 0..self.candidates[candidate].parts.len() {
            match self.ask(self.candidates[candidate].parts[part], given, conflicts)? {
                Some(false) => {}
                Some(true) => return Some(Some(true)),
                None => {
                    self.in_vain = self.in_vain.saturating_sub(conflicts);
                    return Some(None);
                }
            }
        }
        Some(Some(false))
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
        while i < self.candidates.len() {
            match self.fails(i, given)? {
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
    use crate::invariants::edges;
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
        let edges = edges::collect(&mut system);
        let lemmas = inductive(&mut system, &edges, &[], &candidates, &Limits::default());
        assert_eq!(lemmas.absolute, [candidates[0]]);
        assert!(lemmas.relative.is_empty());
    }
}
