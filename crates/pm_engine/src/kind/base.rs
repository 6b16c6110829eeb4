//! The base case: no execution from the beginning fails within so many steps, or it becomes a counterexample.

use super::{CHEAP, Kind, SUSPECT_STEPS};
use crate::evidence::Counterexample;
use crate::id::EngineId;
use crate::ledger::{Status, UnknownReason, no_such_path};
use crate::path::{Inputs, walk};
use crate::replay::confirm;
use pm_model::{BadKind, System};
use pm_solve::{Limit, Limits};
use pm_term::TermId;

impl Kind<'_> {
    /// No goal fails at step `k`, or it becomes a counterexample.
    pub(super) fn base_case(&mut self, k: u32) -> Result<(), Limit> {
        let first = if self.options.restarts { 0 } else { k };
        loop {
            let open: Vec<usize> = self.open_bads().collect();
            let mut conds = Vec::with_capacity(open.len());
            for bad in open {
                let cond = self.first(bad);
                for step in first..=k {
                    conds.push(self.base.at(self.system, cond, step));
                }
            }
            let any = self.system.terms.or_all(&conds);
            if !self.base.satisfiable(self.system, any, &[])? {
                break;
            }
            self.confirm(k);
            if self.is_done() {
                return Ok(());
            }
        }
        for i in 0..self.system.bad.len() {
            if self.system.bad[i].cond != TermId::FALSE {
                self.base.assert_not(self.system, self.system.bad[i].cond, k);
            }
        }
        if self.all_ended(k + 1) {
            self.complete = Some(k + 1);
            let open: Vec<usize> = self.open_goals();
            open.into_iter().for_each(|g| self.goals[g].proved = true);
            self.settle_proved()?;
        }
        Ok(())
    }

    /// Whether every execution has ended before this step.
    fn all_ended(&mut self, step: u32) -> bool {
        let end = self.system.at_location(System::END);
        let ended = self.base.at(self.system, end, step);
        let goes_on = self.system.terms.not(ended);
        goes_on != TermId::TRUE && self.cheaply(|k| k.base.satisfiable(k.system, goes_on, &[])) == Ok(false)
    }

    /// Asks with a small limit of conflicts.
    fn cheaply(&mut self, ask: impl FnOnce(&mut Self) -> Result<bool, Limit>) -> Result<bool, Limit> {
        let cheap = Limits { conflicts: Some(CHEAP), ..self.task.limits.clone() };
        self.base.solver.set_limits(cheap.clone());
        self.step.solver.set_limits(cheap);
        let answer = ask(self);
        self.base.solver.set_limits(self.task.limits.clone());
        self.step.solver.set_limits(self.task.limits.clone());
        answer
    }

    /// Replays the model; what the interpreter sees is entered, for whichever property it is.
    fn confirm(&mut self, k: u32) {
        if self.name == EngineId::CELLS {
            self.hopeless = Some(no_such_path());
            return;
        }
        let path = self.base_inputs(k);
        let (hit, counterexample) = self.walk(&path);
        let Some(bad) = hit else {
            self.hopeless = Some(no_such_path());
            return;
        };
        let prop = match &self.system.bad[bad].kind {
            BadKind::Inexact(what) => {
                let (what, span) = (what.clone(), self.system.bad[bad].span);
                if let Some(name) = self.system.bad[bad].beyond.filter(|_| self.followed.is_some()) {
                    // Which others are there? Nothing is proved with such a system.
                    self.beyond.insert(name);
                    self.violated.insert(bad);
                    return;
                }
                self.hopeless = Some(UnknownReason::Inexact { what, span });
                return;
            }
            BadKind::Violation(prop) => *prop,
        };
        if !self.system.contracts.functions.is_empty() {
            self.given_up.insert(prop);
            return self.enter_violation(k + 1);
        }
        match confirm(self.task, self.ledger, counterexample) {
            Ok(_) => self.enter_violation(k + 1),
            Err(reason) => {
                self.ledger.status[prop] = Status::Unknown(reason.clone());
                self.hopeless = Some(reason);
            }
        }
    }

    /// Before the first step: executes what may be a violation; nothing is lost if it is none.
    pub(super) fn try_path(&mut self, path: &[Inputs]) {
        let (hit, counterexample) = self.walk(path);
        if !hit.is_some_and(|bad| matches!(self.system.bad[bad].kind, BadKind::Violation(_))) {
            return;
        }
        let c = Counterexample { max_steps: SUSPECT_STEPS, ..counterexample };
        if confirm(self.task, self.ledger, c).is_ok() {
            self.enter_violation(0);
        }
    }

    /// The bad condition that a path ends with, those that are known to be violated left out, and the path as a program execution.
    fn walk(&mut self, path: &[Inputs]) -> (Option<usize>, Counterexample) {
        let violated = &self.violated;
        let walk =
            self.origin.with_whole(self.system, |s| walk(s, path, &|bad| !violated.contains(&bad), &self.task.reading));
        (walk.visits.last().and_then(|v| v.bad), walk.counterexample)
    }

    fn base_inputs(&mut self, k: u32) -> Vec<Inputs> {
        let mut path = Vec::with_capacity(k as usize + 1);
        for step in 0..=k {
            let symbols: Vec<(TermId, TermId)> = self.base.unroller.inputs_at(step as usize).collect();
            let mut inputs = Inputs::default();
            for (input, symbol) in symbols {
                let value = self.base.solver.value(&self.system.terms, symbol);
                if let (Some(id), Some(value)) = (self.system.terms.symbol_id(input), value) {
                    inputs.insert(id, value);
                }
            }
            path.push(inputs);
        }
        path
    }

    /// A property was violated: from now on it is assumed not to have happened before. So many steps of the step case lie before the one where goals
    /// fail; in that one, what comes behind a goal says nothing of it.
    pub(super) fn enter_violation(&mut self, before: u32) {
        let new = (0..self.system.bad.len()).filter(|i| !self.violated.contains(i) && self.is_violated(*i));
        for bad in new.collect::<Vec<_>>() {
            self.violated.insert(bad);
            let cond = self.system.bad[bad].cond;
            for step in 0..before {
                self.step.assert_not(self.system, cond, step);
            }
        }
    }
}
