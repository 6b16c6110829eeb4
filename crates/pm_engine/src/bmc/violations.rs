//! Finds violations: one query for all claims, a replay for each model.

use super::{Bmc, Strategy};
use crate::costs::Doing;
use crate::evidence::Counterexample;
use crate::ledger::{Status, UnknownReason};
use crate::recorder::Recorder;
use crate::replay::confirm;
use pm_ir::PropId;
use pm_solve::{Limit, Limits};
use pm_symex::{Claim, Execution};
use pm_term::TermId;
use rustc_hash::FxHashSet;
use std::time::{Duration, Instant};

/// What a group of claims may take before it is asked in halves, and a single one before it is put off.
const GROUP_CONFLICTS: u64 = 200;
pub(super) const SINGLE_CONFLICTS: u64 = 2000;
/// What hard claims may take while others could be proved: a part of what all took before, and at least this.
const MOMENT: (u32, Duration) = (10, Duration::from_millis(20));
/// What they may take before loops are unwound further: a part of what all took before, and at least this. Where loops end, the others can be proved sooner.
const PATIENCE: (u32, Duration) = (4, Duration::from_secs(1));

impl Bmc<'_> {
    /// Asks what the strategy asks of the claims of an execution; whether nothing more is to be done.
    pub(super) fn ask(&mut self, execution: &Execution, bound: u32) -> Result<bool, Limit> {
        if self.is_step_case() {
            return self.step_case(execution, bound);
        }
        self.find_violations(execution, bound)?;
        Ok(self.is_finished())
    }

    fn find_violations(&mut self, execution: &Execution, bound: u32) -> Result<(), Limit> {
        self.put_off.clear();
        let mut hard = self.ask_in_groups(execution, bound)?;
        hard.retain(|c| !self.late.contains(&execution.claims[*c].prop));
        if !self.others_wait(&hard, execution, bound) {
            return self.ask_patiently(&hard, execution, bound);
        }
        let (part, least) = MOMENT;
        self.ask_for(&hard, execution, bound, (self.began.elapsed() / part).max(least))
    }

    /// Claims that were put off, where nothing can be said of the others before the next bound.
    pub(super) fn ask_put_off(&mut self, execution: &Execution, bound: u32) -> Result<(), Limit> {
        let hard = std::mem::take(&mut self.put_off);
        hard.iter().for_each(|c| _ = self.late.remove(&execution.claims[*c].prop));
        let (part, least) = PATIENCE;
        self.ask_for(&hard, execution, bound, (self.began.elapsed() / part).max(least))
    }

    fn ask_for(&mut self, hard: &[usize], execution: &Execution, bound: u32, time: Duration) -> Result<(), Limit> {
        let until = Instant::now() + time;
        let until = self.half().map_or(until, |half| half.min(until));
        self.ask_one_by_one(hard, execution, bound, until)
    }

    /// Whether something can be said of other properties before these claims are decided.
    fn others_wait(&self, hard: &[usize], execution: &Execution, bound: u32) -> bool {
        let comes_back = matches!(self.options.strategy, Strategy::Auto | Strategy::AllLoops);
        let is_last = self.options.unwind.is_some() || self.options.unwind_max.is_some_and(|max| bound >= max);
        let hard: FxHashSet<PropId> = hard.iter().map(|c| execution.claims[*c].prop).collect();
        let waits = |p: PropId| self.is_open(p) && !hard.contains(&p) && !self.late.contains(&p);
        comes_back && !is_last && !hard.is_empty() && self.program.props.ids().any(waits)
    }

    /// Claims that were put off, where there is nothing else to do.
    pub(super) fn ask_late(&mut self, execution: &Execution, bound: u32) -> Result<(), Limit> {
        let late = std::mem::take(&mut self.late);
        let is_late = |c: &usize| late.contains(&execution.claims[*c].prop);
        let hard: Vec<usize> = (0..execution.claims.len()).filter(is_late).collect();
        self.ask_patiently(&hard, execution, bound)
    }

    /// Claims that are hard, with the time that is left. One that takes all of it must not leave the others open.
    fn ask_patiently(&mut self, hard: &[usize], execution: &Execution, bound: u32) -> Result<(), Limit> {
        if self.ask_together(hard, execution, bound, self.half())? {
            return Ok(());
        }
        let until = self.half().unwrap_or_else(Instant::now);
        self.ask_one_by_one(hard, execution, bound, until)?;
        for prop in hard.iter().map(|c| execution.claims[*c].prop) {
            if self.late.remove(&prop) {
                self.ledger.status[prop] = Status::Unknown(UnknownReason::Limit(Limit::Time));
                self.doubtful.insert(prop);
            }
        }
        Ok(())
    }

    /// When half of the time that is left is over, where it is limited.
    fn half(&self) -> Option<Instant> {
        let now = Instant::now();
        self.task.limits.deadline.map(|d| now + d.saturating_duration_since(now) / 2)
    }

    /// All claims that are hard, until this time; whether all are decided.
    fn ask_together(
        &mut self,
        hard: &[usize],
        execution: &Execution,
        bound: u32,
        until: Option<Instant>,
    ) -> Result<bool, Limit> {
        while let Some(group) = self.still_asked(hard, execution) {
            match self.any_within(&group, execution, None, until)? {
                Some(true) => self.confirm_one(&group, execution, bound),
                Some(false) => return Ok(true),
                None => return Ok(false),
            }
        }
        Ok(true)
    }

    /// Each claim by itself with a share of the time that is left. A property that takes longer is put off, so that something can be said
    /// of the others.
    fn ask_one_by_one(&mut self, hard: &[usize], execution: &Execution, bound: u32, end: Instant) -> Result<(), Limit> {
        for (i, &claim) in hard.iter().enumerate() {
            let prop = execution.claims[claim].prop;
            if self.late.contains(&prop) {
                self.put_off.push(claim);
                continue;
            }
            let left = end.saturating_duration_since(Instant::now());
            let until = Instant::now() + left / (hard.len() - i) as u32;
            while let Some(group) = self.still_asked(&[claim], execution) {
                match self.any_within(&group, execution, None, Some(until))? {
                    Some(true) => self.confirm_one(&group, execution, bound),
                    Some(false) => break,
                    None => {
                        self.late.insert(prop);
                        self.put_off.push(claim);
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    /// All claims together, and in halves where that takes more than a moment: what is hard for the solver is a disjunction of
    /// unlike things, and each half that is done helps with the next. Returns those that are hard by themselves. A group
    /// holds places in the list of claims.
    pub(super) fn ask_in_groups(&mut self, execution: &Execution, bound: u32) -> Result<Vec<usize>, Limit> {
        let mut groups = self.first_groups(execution);
        let mut hard = Vec::new();
        while let Some(group) = groups.pop() {
            let Some(group) = self.still_asked(&group, execution) else { continue };
            let conflicts = if group.len() > 1 { GROUP_CONFLICTS } else { SINGLE_CONFLICTS };
            match self.any_of(&group, execution, Some(conflicts))? {
                Some(false) => {}
                Some(true) => {
                    self.confirm_one(&group, execution, bound);
                    groups.push(group);
                }
                None if group.len() == 1 => hard.extend(group),
                None => {
                    let (left, right) = group.split_at(group.len() / 2);
                    self.apart.insert(execution.claims[right[0]].prop);
                    groups.extend([right.to_vec(), left.to_vec()]);
                }
            }
        }
        Ok(hard)
    }

    /// The claims in the order of the execution, apart where they had to be taken apart before; the first ones last.
    fn first_groups(&self, execution: &Execution) -> Vec<Vec<usize>> {
        let mut groups: Vec<Vec<usize>> = vec![Vec::new()];
        for (i, claim) in execution.claims.iter().enumerate() {
            match groups.last_mut() {
                Some(last) if last.is_empty() || !self.apart.contains(&claim.prop) => last.push(i),
                _ => groups.push(vec![i]),
            }
        }
        groups.reverse();
        groups
    }

    /// The claims of a group whose properties are still open; `None` where nothing is left to ask.
    pub(super) fn still_asked(&self, group: &[usize], execution: &Execution) -> Option<Vec<usize>> {
        if self.task.stop_on_fail && self.ledger.violations().next().is_some() {
            return None;
        }
        let open: Vec<usize> = group.iter().copied().filter(|c| self.is_open(execution.claims[*c].prop)).collect();
        (!open.is_empty()).then_some(open)
    }

    /// Whether one of the claims can fail; `None` where that takes more conflicts than it is worth. What was shown not to
    /// fail is a fact from then on: a later iteration is decided by the one before it, not by the way from the start.
    pub(super) fn any_of(
        &mut self,
        group: &[usize],
        execution: &Execution,
        conflicts: Option<u64>,
    ) -> Result<Option<bool>, Limit> {
        self.any_within(group, execution, conflicts, None)
    }

    /// The same, also with a time.
    fn any_within(
        &mut self,
        group: &[usize],
        execution: &Execution,
        conflicts: Option<u64>,
        until: Option<Instant>,
    ) -> Result<Option<bool>, Limit> {
        let conds: Vec<(usize, TermId)> = group.iter().map(|c| (*c, execution.claims[*c].cond)).collect();
        let any = self.any_before(&conds, execution);
        let limits = Limits { conflicts, ..self.task.limits.clone() };
        self.solver.set_limits(until.map_or_else(|| limits.clone(), |at| limits.until(at)));
        let props: Vec<PropId> = group.iter().map(|c| execution.claims[*c].prop).collect();
        self.doing(Doing::Asking(props[0], props.len() - 1));
        let (answer, cost) = self.ask_solver(any);
        self.doing(Doing::Executing);
        if let Some(saved) = &self.task.saved {
            saved.costs.note_claims(&props, cost);
        }
        self.solver.set_limits(self.task.limits.clone());
        match answer {
            Ok(false) => {
                let none = self.executor.terms.not(any);
                self.solver.assert(&self.executor.terms, none);
                Ok(Some(false))
            }
            Ok(true) => Ok(Some(true)),
            Err(Limit::Conflicts | Limit::Solver | Limit::Failed | Limit::Model) if conflicts.is_some() => Ok(None),
            Err(Limit::Time) if until.is_some() && self.task.limits.exceeded().is_none() => Ok(None),
            Err(limit) => Err(limit),
        }
    }

    /// Confirms the first claim of the group that fails in the model.
    pub(super) fn confirm_one(&mut self, group: &[usize], execution: &Execution, bound: u32) {
        let terms = &self.executor.terms;
        let fails = |c: &&usize| self.solver.value_bool(terms, execution.claims[**c].cond) == Some(true);
        // A model of the disjunction makes one of them true.
        let hit = group.iter().find(fails).unwrap_or(&group[0]);
        self.confirm(execution, execution.claims[*hit].prop, bound);
    }

    /// The step case of an induction: a violation is no news, none is (section 4.1).
    fn step_case(&mut self, execution: &Execution, bound: u32) -> Result<bool, Limit> {
        let any = self.any_violation(execution);
        if self.satisfiable(any)? {
            return Ok(false);
        }
        self.set_open(|| Status::Unknown(UnknownReason::LastIteration { bound }));
        Ok(true)
    }

    /// Some open claim fails in an execution that has not ended before.
    fn any_violation(&mut self, execution: &Execution) -> TermId {
        let open: Vec<(usize, TermId)> = execution
            .claims
            .iter()
            .enumerate()
            .filter(|(_, c)| self.is_open(c.prop))
            .map(|(i, c)| (i, c.cond))
            .collect();
        self.any_before(&open, execution)
    }

    /// Some of the conditions holds, each with the number of claims before it, in an execution that violated none of these
    /// claims that are known to be violated: an execution ends at its first violation. The numbers ascend.
    pub(super) fn any_before(&mut self, conds: &[(usize, TermId)], execution: &Execution) -> TermId {
        let mut alive = self.alive;
        if self.task.judge.is_some() {
            // Executions go on behind goals.
            let all: Vec<TermId> = conds.iter().map(|(_, cond)| self.executor.terms.and(alive, *cond)).collect();
            return self.executor.terms.or_all(&all);
        }
        let is_violated = |s: &Status| matches!(s, Status::Violated(_));
        // Claims are many, and so are those who ask for few of them.
        let mut next = if self.ledger.status.iter().any(is_violated) { 0 } else { execution.claims.len() };
        let mut all = Vec::with_capacity(conds.len());
        for &(claims, cond) in conds {
            for c in execution.claims.get(next..claims).unwrap_or_default() {
                if is_violated(&self.ledger.status[c.prop]) {
                    let holds = self.executor.terms.not(c.cond);
                    alive = self.executor.terms.and(alive, holds);
                }
            }
            next = next.max(claims);
            all.push(self.executor.terms.and(alive, cond));
        }
        self.executor.terms.or_all(&all)
    }

    /// No violation that is known already has happened: an execution ends at its first one.
    pub(super) fn before_violations(&mut self, execution: &Execution) -> TermId {
        if self.task.judge.is_some() {
            return self.alive;
        }
        let violated = |c: &&Claim| matches!(self.ledger.status[c.prop], Status::Violated(_));
        let conds: Vec<TermId> = execution.claims.iter().filter(violated).map(|c| c.cond).collect();
        let any = self.executor.terms.or_all(&conds);
        let none = self.executor.terms.not(any);
        self.executor.terms.and(self.alive, none)
    }

    /// Replays the model; what the interpreter sees is entered, for whichever property it is.
    fn confirm(&mut self, execution: &Execution, prop: PropId, bound: u32) {
        let c = self.counterexample(execution, bound);
        if let Err(reason) = confirm(self.task, &mut self.ledger, c) {
            self.ledger.status[prop] = Status::Unknown(reason);
            self.doubtful.insert(prop);
        }
    }

    fn counterexample(&mut self, execution: &Execution, bound: u32) -> Counterexample {
        let mut recorder = Recorder::default();
        for event in &execution.events {
            recorder.record(event, &mut |t| self.solver.value(&self.executor.terms, t));
        }
        recorder.finish(&self.task.reading, bound)
    }
}
