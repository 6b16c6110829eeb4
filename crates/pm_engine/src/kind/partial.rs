//! Proofs of most properties, where executions end at those that are not proved.
//!
//! In real code some properties are beyond these invariants, and behind an access that may not be valid nothing is known any more: one of them makes all others unknown. But an
//! execution that violates a property ends there. So what fails first in a model of the step case, or takes too long by itself, is given up, and
//! the others are proved for executions that have not violated it, as the certificate says. Behind a property that executions go on from nothing ends: it is only dropped.

use super::{Kind, Source};
use crate::ledger::UnknownReason;
use pm_ir::PropId;
use pm_model::BadKind;
use pm_solve::{Activation, Limit, Limits};

/// Conflicts for a group of conditions before it is taken apart, and for a single one before it is given up.
const GROUP: u64 = 1_000;
const SINGLE: u64 = 10_000;

/// What a question about a group of bad conditions says.
enum Said {
    Never,
    /// This one happens first.
    Fails(usize),
    TooHard,
}

impl Kind<'_> {
    /// Induction with one step: as many properties as hold together.
    pub(super) fn run_partially(&mut self) -> Result<(), Limit> {
        self.inductive_step(0)?;
        if !self.is_done() {
            self.base_case(0)?;
        }
        if !self.is_done() && self.beyond.is_empty() {
            self.prove_most(1)?;
        }
        self.close();
        Ok(())
    }

    fn prove_most(&mut self, k: u32) -> Result<(), Limit> {
        self.extend_path(k);
        let mut current = self.open_goals();
        loop {
            self.drop_failing(k, &mut current, false)?;
            if self.give_up_failing(k, &mut current)? {
                break;
            }
            if self.hopeless.is_some() {
                return Ok(());
            }
        }
        if !self.beyond.is_empty() {
            let what = "loops go on for longer than the model follows them".into();
            self.hopeless = Some(UnknownReason::Inexact { what, span: pm_base::Span::NONE });
            return Ok(());
        }
        self.enter_proved(k, &current)
    }

    /// Gives up what fails. `false`: something is not assumed any more that facts may have rested on, or nothing can be proved.
    fn give_up_failing(&mut self, k: u32, current: &mut Vec<usize>) -> Result<bool, Limit> {
        let bad_of = |source| if let Source::Bad(i) = source { Some(i) } else { None };
        let mut groups: Vec<Vec<usize>> =
            vec![current.iter().filter(|g| bad_of(self.goals[**g].source).is_some()).copied().collect()];
        while let Some(mut group) = groups.pop() {
            group.retain(|g| current.contains(g));
            let failing = match self.first_failing(k, &group, current)? {
                Said::Never => continue,
                Said::Fails(goal) => goal,
                Said::TooHard if group.len() == 1 => group[0],
                Said::TooHard => {
                    let (left, right) = group.split_at(group.len() / 2);
                    groups.extend([right.to_vec(), left.to_vec()]);
                    continue;
                }
            };
            let Some(bad) = bad_of(self.goals[failing].source) else { continue };
            match self.system.bad[bad].kind.clone() {
                BadKind::Violation(prop) => {
                    let ends = !self.program.props[prop].goes_on;
                    self.give_up_property(prop, k, current);
                    if !ends {
                        return Ok(false);
                    }
                }
                BadKind::Inexact(_) if let Some(name) = self.system.bad[bad].beyond => {
                    // Which others are there?
                    self.beyond.insert(name);
                    self.violated.insert(bad);
                    current.retain(|g| *g != failing);
                }
                BadKind::Inexact(what) => {
                    let span = self.system.bad[bad].span;
                    self.hopeless = Some(UnknownReason::Inexact { what, span });
                    return Ok(false);
                }
            }
            groups.push(group);
        }
        Ok(true)
    }

    /// Executions end where they violate the property, unless they go on there.
    fn give_up_property(&mut self, prop: PropId, k: u32, current: &mut Vec<usize>) {
        let is_of = |k: &Self, g: usize| match k.goals[g].source {
            Source::Bad(i) => k.system.bad[i].kind == BadKind::Violation(prop),
            Source::Lemma(_) => false,
        };
        current.retain(|g| !is_of(self, *g));
        if !self.program.props[prop].goes_on {
            self.given_up.insert(prop);
            self.enter_violation(k);
        }
    }

    fn first_failing(&mut self, k: u32, group: &[usize], current: &[usize]) -> Result<Said, Limit> {
        let conflicts = Some(if group.len() > 1 { GROUP } else { SINGLE });
        self.step.solver.set_limits(Limits { conflicts, ..self.task.limits.clone() });
        let conds: Vec<_> = group.iter().map(|g| self.failure(*g)).collect();
        let conds: Vec<_> = conds.into_iter().map(|t| self.step.at(self.system, t, k)).collect();
        let mut asked = vec![self.system.terms.or_all(&conds)];
        for &g in current.iter().filter(|g| matches!(self.goals[**g].source, Source::Lemma(_))) {
            let fails = self.step.at(self.system, self.goals[g].cond, k);
            asked.push(self.system.terms.not(fails));
        }
        let any = self.system.terms.and_all(&asked);
        let active: Vec<Activation> = current.iter().map(|&g| self.goals[g].active).collect();
        let answer = self.step.satisfiable(self.system, any, &active);
        self.step.solver.set_limits(self.task.limits.clone());
        match answer {
            Ok(false) => Ok(Said::Never),
            Ok(true) => self.earliest(k, group, &conds).map(Said::Fails).ok_or(Limit::Solver),
            Err(Limit::Conflicts) => Ok(Said::TooHard),
            Err(limit) => Err(limit),
        }
    }

    /// Of the goals of a group that fail in the model, the first one of its step.
    fn earliest(&mut self, k: u32, group: &[usize], conds: &[pm_term::TermId]) -> Option<usize> {
        let mut first = None;
        for (&goal, &cond) in group.iter().zip(conds) {
            let Source::Bad(bad) = self.goals[goal].source else { continue };
            if self.step.solver.value_bool(&self.system.terms, cond) != Some(true) {
                continue;
            }
            for (number, part) in self.system.bad[bad].parts.clone() {
                let part = self.step.at(self.system, part, k);
                let holds = self.step.solver.value_bool(&self.system.terms, part) != Some(false);
                if holds && first.is_none_or(|(n, _)| number < n) {
                    first = Some((number, goal));
                }
            }
        }
        first.map(|(_, goal)| goal)
    }
}
