//! Leaves only those facts in a proof that it needs: certificates are read by people, and checked faster.
//!
//! First what the solver's cores name: from the properties back through the facts that carry each other. Then, where few are left,
//! each one is tried without.

use crate::products::congruences;
use crate::task::Task;
use crate::unroll::{Start, Unroller};
use pm_model::System;
use pm_model::invariants::Lemma;
use pm_solve::{Activation, Answer, Limits, Solver};
use pm_term::TermId;
use rustc_hash::FxHashSet;

/// Conflicts of a question; what is harder stays.
const CONFLICTS: u64 = 5_000;
/// With more facts than this, none is tried without.
const FEW: usize = 60;

/// A proof by `k`-induction: facts, what must not happen, and where executions end.
pub struct Induction<'a> {
    pub k: u32,
    pub lemmas: &'a [Lemma],
    pub bad: &'a [TermId],
    pub ended: &'a [TermId],
}

/// The facts that the proof needs; all of them where that is too hard to tell.
pub fn minimise(task: &Task, system: &mut System, proof: &Induction) -> Vec<Lemma> {
    if !has_choice(proof.lemmas) {
        return proof.lemmas.to_vec();
    }
    let mut m = Minimiser::new(task, system, proof);
    let Some(mut needed) = m.closure() else { return proof.lemmas.to_vec() };
    needed.sort_unstable();
    if needed.len() <= FEW {
        // What was guessed last is the least likely to be what an engineer would say.
        for i in (0..needed.len()).rev() {
            let mut fewer = needed.clone();
            fewer.remove(i);
            if m.is_inductive(&fewer) {
                needed = fewer;
            }
        }
    }
    needed.into_iter().map(|i| proof.lemmas[i]).collect()
}

/// There is more than one fact at some location: of one alone little is to be gained.
fn has_choice(lemmas: &[Lemma]) -> bool {
    let mut places = FxHashSet::default();
    !lemmas.iter().all(|l| places.insert(l.location))
}

struct Minimiser<'a> {
    system: &'a mut System,
    solver: Solver,
    /// By fact: it holds before, it holds at the end, it fails at the end.
    before: Vec<Activation>,
    after: Vec<Activation>,
    fails: Vec<TermId>,
    bad: TermId,
}

impl<'a> Minimiser<'a> {
    fn new(task: &Task, system: &'a mut System, proof: &Induction) -> Self {
        let mut solver = task.new_solver();
        solver.set_limits(Limits { conflicts: Some(CONFLICTS), ..task.limits.clone() });
        let mut unroller = Unroller::new(system, Start::Any);
        let k = proof.k.max(1) as usize;
        let mut never =
            |system: &mut System, solver: &mut Solver, t: TermId, step: usize, active: Option<Activation>| {
                let t = unroller.at(system, t, step);
                let holds = system.terms.not(t);
                match active {
                    Some(active) => solver.assert_if(&system.terms, active, holds),
                    None => solver.assert(&system.terms, holds),
                }
                t
            };
        for step in 0..k {
            for &t in proof.bad.iter().chain(proof.ended) {
                never(system, &mut solver, t, step, None);
            }
        }
        let (mut before, mut after, mut fails) = (Vec::new(), Vec::new(), Vec::new());
        let mut spoken = Vec::new();
        for lemma in proof.lemmas {
            let violation = lemma.violation(system);
            let (first, last) = (solver.new_activation(), solver.new_activation());
            for step in 0..k {
                spoken.push(never(system, &mut solver, violation, step, Some(first)));
            }
            fails.push(never(system, &mut solver, violation, k, Some(last)));
            before.push(first);
            after.push(last);
        }
        spoken.extend_from_slice(&fails);
        for t in congruences(&mut system.terms, &spoken) {
            solver.assert(&system.terms, t);
        }
        let bads: Vec<TermId> = proof.bad.iter().map(|&t| unroller.at(system, t, k)).collect();
        let bad = system.terms.or_all(&bads);
        Minimiser { system, solver, before, after, fails, bad }
    }

    /// Whether this can happen in the end, given some facts; the facts that exclude it if not. `None`: too hard.
    fn core(&mut self, t: TermId, facts: &[usize], with_after: bool) -> Option<Result<Vec<usize>, ()>> {
        if t == TermId::FALSE {
            return Some(Ok(Vec::new()));
        }
        let mut active: Vec<Activation> = facts.iter().map(|&i| self.before[i]).collect();
        if with_after {
            active.extend(facts.iter().map(|&i| self.after[i]));
        }
        match self.solver.check_with(&self.system.terms, &[t], &active) {
            Answer::Unknown(_) => None,
            Answer::Sat => Some(Err(())),
            Answer::Unsat => {
                let failed: FxHashSet<Activation> = self.solver.failed_activations().iter().copied().collect();
                let used = |i: &usize| failed.contains(&self.before[*i]) || failed.contains(&self.after[*i]);
                Some(Ok(facts.iter().copied().filter(used).collect()))
            }
        }
    }

    /// What the properties need, and what that needs.
    fn closure(&mut self) -> Option<Vec<usize>> {
        let all: Vec<usize> = (0..self.fails.len()).collect();
        let mut left = self.core(self.bad, &all, true)?.ok()?;
        let mut needed: Vec<usize> = Vec::new();
        while let Some(i) = left.pop() {
            if !needed.contains(&i) {
                needed.push(i);
                left.extend(self.core(self.fails[i], &all, false)?.ok()?);
            }
        }
        Some(needed)
    }

    fn is_inductive(&mut self, facts: &[usize]) -> bool {
        let holds = |answer: Option<Result<Vec<usize>, ()>>| matches!(answer, Some(Ok(_)));
        holds(self.core(self.bad, facts, true)) && facts.iter().all(|&i| holds(self.core(self.fails[i], facts, false)))
    }
}
