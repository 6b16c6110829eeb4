//! The step case: what holds in so many steps in a row holds in the next one.

use super::{Goal, Kind, Source};
use crate::ledger::UnknownReason;
use pm_base::Span;
use pm_model::BadKind;
use pm_solve::{Activation, Limit};
use pm_term::TermId;
use rustc_hash::FxHashSet;

impl Kind<'_> {
    /// `k` steps without a failing goal are not followed by one: which goals is that true of, together?
    pub(super) fn inductive_step(&mut self, k: u32) -> Result<(), Limit> {
        self.extend_path(k);
        let mut current = self.open_goals();
        if k == 0 {
            // Nothing is assumed of the steps before: lemmas that need that are not asked for.
            current.retain(|g| matches!(self.goals[*g].source, Source::Bad(_)));
        }
        let all = current.len();
        let mut hopeless = false;
        loop {
            let before = current.len();
            // Lemmas are inductive as long as no goal was dropped.
            if before < all {
                self.drop_failing(k, &mut current, false)?;
            }
            self.drop_failing(k, &mut current, true)?;
            hopeless = hopeless || self.misses_inexact(&current);
            if hopeless || before == current.len() {
                break;
            }
        }
        let any_bad = current.iter().any(|g| matches!(self.goals[*g].source, Source::Bad(_)));
        if any_bad && !hopeless {
            self.enter_proved(k, &current)?;
        }
        self.assume_at(k);
        Ok(())
    }

    pub(super) fn open_goals(&self) -> Vec<usize> {
        let open = |g: &Goal| !g.proved && !matches!(g.source, Source::Bad(i) if self.violated.contains(&i));
        (0..self.goals.len()).filter(|&i| open(&self.goals[i])).collect()
    }

    /// What holds for ever is asserted of the path's new state.
    pub(super) fn extend_path(&mut self, k: u32) {
        for i in 0..self.lemmas.absolute.len() {
            let violation = self.lemmas.absolute[i].violation(self.system);
            self.step.assert_not(self.system, violation, k);
        }
        for g in 0..self.goals.len() {
            if self.goals[g].proved && self.goals[g].cond != TermId::FALSE {
                let failure = self.failure(g);
                self.step.assert_not(self.system, failure, k);
            }
        }
        if self.options.simple_path {
            self.assert_simple_path(k);
        }
    }

    /// The path's new state is none of those before. A shortest path to a bad state visits no state twice.
    fn assert_simple_path(&mut self, k: u32) {
        let roots: Vec<TermId> = self.goals.iter().map(|g| g.cond).collect();
        let cone = self.step.unroller.cone(self.system, &roots);
        for earlier in 0..k {
            let mut differ = Vec::with_capacity(cone.len());
            for &v in &cone {
                let now = self.system.vars[v as usize].now;
                let (a, b) = (self.step.at(self.system, now, earlier), self.step.at(self.system, now, k));
                differ.push(self.system.terms.ne(a, b));
            }
            let any = self.system.terms.or_all(&differ);
            self.step.solver.assert(&self.system.terms, any);
        }
    }

    /// Drops goals (bad conditions, or lemmas) that fail at step `k` although all current ones hold before.
    pub(super) fn drop_failing(&mut self, k: u32, current: &mut Vec<usize>, bads: bool) -> Result<(), Limit> {
        loop {
            let is_asked = |k: &Self, g: usize| matches!(k.goals[g].source, Source::Bad(_)) == bads;
            let mut failing: Vec<(usize, TermId)> = Vec::new();
            let mut given: Vec<TermId> = Vec::new();
            for &g in current.iter() {
                let failure = self.failure(g);
                let cond = self.step.at(self.system, failure, k);
                if is_asked(self, g) {
                    failing.push((g, cond));
                } else if bads {
                    given.push(self.system.terms.not(cond));
                }
            }
            let conds: Vec<TermId> = failing.iter().map(|(_, t)| *t).collect();
            let any = self.system.terms.or_all(&conds);
            given.push(any);
            let asked = self.system.terms.and_all(&given);
            let active: Vec<Activation> = current.iter().map(|&g| self.goals[g].active).collect();
            if !self.step.satisfiable(self.system, asked, &active)? {
                return Ok(());
            }
            let mut failed: FxHashSet<usize> = FxHashSet::default();
            for (g, cond) in failing {
                if self.step.solver.value_bool(&self.system.terms, cond) != Some(false) {
                    failed.insert(g);
                }
            }
            current.retain(|g| !failed.contains(g));
            if failed.is_empty() {
                return Err(Limit::Solver);
            }
            if self.misses_inexact(current) {
                return Ok(());
            }
        }
    }

    /// Whether a place where the model is not exact is no longer among the goals, so that nothing can be proved with them.
    fn misses_inexact(&self, current: &[usize]) -> bool {
        let needed = |g: &Goal| match g.source {
            Source::Bad(i) => !g.proved && matches!(self.system.bad[i].kind, BadKind::Inexact(_)),
            Source::Lemma(_) => false,
        };
        (0..self.goals.len()).any(|g| needed(&self.goals[g]) && !current.contains(&g))
    }

    pub(super) fn enter_proved(&mut self, k: u32, current: &[usize]) -> Result<(), Limit> {
        for &g in current {
            self.goals[g].proved = true;
            for step in 0..k {
                self.step.assert_not(self.system, self.goals[g].cond, step);
            }
        }
        self.k = k;
        if k > 0 && !self.options.base_case {
            // Only half a proof.
            let what = format!("the step case holds for k = {k}; the base case was not asked for");
            self.hopeless = Some(UnknownReason::Inexact { what, span: Span::NONE });
            return Ok(());
        }
        self.settle_proved()
    }

    /// From now on step `k` lies before the goals' step.
    pub(super) fn assume_at(&mut self, k: u32) {
        for g in 0..self.goals.len() {
            let is_violated = matches!(self.goals[g].source, Source::Bad(i) if self.violated.contains(&i));
            let (cond, active) = (self.goals[g].cond, self.goals[g].active);
            if self.goals[g].proved || is_violated {
                self.step.assert_not(self.system, cond, k);
            } else {
                let cond = self.step.at(self.system, cond, k);
                let holds = self.system.terms.not(cond);
                self.step.solver.assert_if(&self.system.terms, active, holds);
            }
        }
    }
}
