//! What may be said of properties that no execution violates: exactness, completeness, vacuity.

use super::again::Proof;
use super::{Bmc, Strategy, Unwinding};
use crate::certificate::{Certificate, Method};
use crate::chance;
use crate::costs::Doing;
use crate::id::EngineId;
use crate::ledger::{LoopBound, Status, UnknownReason, UnwindingAssertion};
use crate::proof::Refused;
use crate::recorder::Recorder;
use pm_ir::PropId;
use pm_ir::calls::cycles;
use pm_ir::loops::find_loops;
use pm_solve::Limit;
use pm_symex::{Execution, LoopName};
use pm_term::TermId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::time::{Duration, Instant};

/// The share of the time that is left, and the most, for the question which properties are reached.
const VACUITY: (u32, Duration) = (5, Duration::from_secs(30));

impl Bmc<'_> {
    /// Whether some execution runs into a gap: then nothing more can be said of what is open.
    pub(super) fn meets_gap(&mut self, execution: &Execution) -> Result<bool, Limit> {
        let Some(gap) = self.possible_gap(execution)? else { return Ok(false) };
        let (what, span) = (gap.reason.to_string(), gap.span);
        self.set_open(|| Status::Unknown(UnknownReason::Inexact { what: what.clone(), span }));
        self.ledger.cut.clear();
        Ok(true)
    }

    fn possible_gap<'e>(&mut self, execution: &'e Execution) -> Result<Option<&'e pm_symex::Gap>, Limit> {
        if execution.gaps.is_empty() {
            return Ok(None);
        }
        let conds: Vec<(usize, TermId)> = execution.gaps.iter().map(|g| (g.claims, g.cond)).collect();
        let any = self.any_before(&conds, execution);
        if !self.satisfiable(any)? {
            return Ok(None);
        }
        let terms = &self.executor.terms;
        let hit = execution.gaps.iter().find(|g| self.solver.value_bool(terms, g.cond) == Some(true));
        Ok(hit.or(execution.gaps.first()))
    }

    /// Loops that some execution carries beyond their bound, where that is not known already.
    pub(super) fn open_loops(&mut self, execution: &Execution) -> Result<Vec<LoopBound>, Limit> {
        let mut by_name: FxHashMap<LoopName, (Vec<TermId>, u32)> = FxHashMap::default();
        for u in execution.unwindings.iter().filter(|u| !self.cut.contains_key(&u.name)) {
            let entry = by_name.entry(u.name).or_default();
            entry.0.push(u.cond);
            entry.1 = entry.1.max(u.count);
        }
        let mut names: Vec<LoopName> = by_name.keys().copied().collect();
        names.sort();
        let mut open = Vec::new();
        for name in names {
            let (conds, count) = &by_name[&name];
            if self.options.unwinding == Unwinding::Skip || self.any_before_violations(conds, execution)? {
                open.push(LoopBound { name, count: *count });
            }
        }
        Ok(open)
    }

    /// The loops of the program's own functions with bounds that do not grow.
    pub(super) fn unwinding_assertions(&self) -> Vec<UnwindingAssertion> {
        let mut out = Vec::new();
        let cycles = cycles(self.program);
        for (func, f) in self.program.funcs.iter_ids().filter(|(_, f)| !f.is_model) {
            // Which of the functions of a cycle is cut is said by the executor; calls through pointers show there, too.
            let name = LoopName { func, head: None };
            let is_cut = self.ledger.cut.iter().any(|l| l.name == name);
            if let (Some(bound), true) = (self.options.unwind, cycles[func].is_some() || is_cut) {
                out.push(UnwindingAssertion { name, bound, open: self.is_unwound.then_some(is_cut) });
            }
            for l in find_loops(f) {
                let name = LoopName { func, head: Some(l.head) };
                let own = self.options.unwindset.get(&name).or_else(|| self.from_source.get(&name)).copied();
                let followed = matches!(self.options.strategy, Strategy::Loop { name: n, .. } if n == name);
                if let (Some(bound), false) = (own.or(self.options.unwind), followed) {
                    let open = self.is_unwound.then(|| self.ledger.cut.iter().any(|l| l.name == name));
                    out.push(UnwindingAssertion { name, bound, open });
                }
            }
        }
        out
    }

    /// The depth, if some execution goes beyond it.
    pub(super) fn cuts_long_paths(&mut self, execution: &Execution) -> Result<Option<u32>, Limit> {
        let cut = !execution.too_long.is_empty() && self.any_before_violations(&execution.too_long, execution)?;
        Ok(self.task.reading.depth.filter(|_| cut))
    }

    /// Of conditions of paths that were cut: all claims of such a path are before its end.
    fn any_before_violations(&mut self, conds: &[TermId], execution: &Execution) -> Result<bool, Limit> {
        let any = self.executor.terms.or_all(conds);
        let first = self.before_violations(execution);
        let any = self.executor.terms.and(any, first);
        self.satisfiable(any)
    }

    pub(super) fn note_cut(&mut self, l: &LoopBound) {
        let count = self.cut.entry(l.name).or_insert(l.count);
        *count = l.count.max(*count);
    }

    pub(super) fn cuts_for_good(&self) -> impl Iterator<Item = LoopBound> + '_ {
        self.cut.iter().map(|(name, count)| LoopBound { name: *name, count: *count })
    }

    pub(super) fn is_step_case(&self) -> bool {
        matches!(self.options.strategy, Strategy::Loop { stop_when_unsat: true, .. })
    }

    /// No violation up to the bound, but for what is put off.
    pub(super) fn set_so_far(&mut self, bound: u32) {
        let is_step_case = self.is_step_case();
        for prop in self.program.props.ids() {
            if self.is_open(prop) && !self.late.contains(&prop) {
                self.ledger.status[prop] = match is_step_case {
                    true => Status::Unknown(UnknownReason::EachIteration { bound }),
                    false => Status::HoldsUpTo { bound },
                };
            }
        }
        self.ledger.save();
    }

    /// All loops are complete: what was not violated holds, or is never reached. What is put off remains.
    pub(super) fn settle(&mut self, bound: u32) -> Result<(), Limit> {
        if self.is_step_case() {
            self.set_so_far(bound);
            return Ok(());
        }
        let holds = |p: &PropId| self.is_open(*p) && !self.late.contains(p);
        let holds: Vec<PropId> = self.program.props.ids().filter(holds).collect();
        if holds.is_empty() {
            return Ok(());
        }
        let mut vacuous = self.unreached(&holds)?;
        vacuous.retain(|p| !self.never_to_reach.contains(p));
        let bound = bound.max(self.deepest);
        self.doing(Doing::Checking(holds.len()));
        let has_growing = matches!(self.options.strategy, Strategy::Auto | Strategy::AllLoops);
        let growing = has_growing.then(|| self.growing.clone());
        let (mut proof, began) = (Proof { bound, growing, holds, vacuous }, Instant::now());
        let mut checked = self.check_again(&mut proof);
        if checked == Err(Refused::Bounds) && (self.longest > bound || proof.growing.is_some()) {
            // A loop that took no decision on an input may take one where paths meet in another order, and one that was followed has no bound of its own.
            (proof.bound, proof.growing) = (self.longest.max(bound), None);
            checked = self.check_again(&mut proof);
        }
        self.doing(Doing::Executing);
        if let Some(saved) = &self.task.saved {
            saved.costs.note_check(began.elapsed());
        }
        let status = match checked {
            Ok(()) => Status::HoldsUpTo { bound: proof.bound },
            Err(refused) => Status::Unknown(refused.reason()),
        };
        for prop in proof.holds {
            self.ledger.status[prop] = status.clone();
            self.doubtful.insert(prop);
        }
        self.task.limits.exceeded().map_or(Ok(()), Err)
    }

    /// All loops end within the bounds, so that what is open holds.
    pub(super) fn certificate(&self, bound: u32, open: &[PropId]) -> Certificate {
        let open: FxHashSet<&PropId> = open.iter().collect();
        let ids = |proved: bool| {
            let asked = self.program.props.ids().filter(|p| !self.task.ignored.contains(p));
            asked.filter(|p| open.contains(p) == proved).map(|p| self.program.props[p].id.clone()).collect()
        };
        let bound = self.options.unwindset.values().copied().fold(bound, u32::max);
        Certificate {
            method: Method::Unwinding { bound },
            solver: if self.options.paths.is_some() { EngineId::PATHS.name() } else { self.task.solver.name() }
                .to_string(),
            properties: ids(true),
            violated: ids(false),
            ..Certificate::nothing()
        }
    }

    /// The execution of the model at hand is one that the audit runs.
    fn note_witness(&mut self) {
        const MOST: usize = 16;
        let Some(events) = self.events.as_ref().filter(|_| self.witnesses.len() < MOST) else { return };
        let mut recorder = Recorder::default();
        for event in events {
            recorder.record(event, &mut |t| self.solver.value(&self.executor.terms, t));
        }
        self.witnesses.push(recorder.finish(&self.task.reading, 0));
    }

    /// The properties that no execution reaches; none where that takes too long to tell, which must not leave open that they hold.
    fn unreached(&mut self, props: &[PropId]) -> Result<FxHashSet<PropId>, Limit> {
        self.solver.set_limits(self.task.limits.share(VACUITY));
        let unreached = self.never_reached(props);
        self.solver.set_limits(self.task.limits.clone());
        match unreached {
            Err(Limit::Time) if self.task.limits.exceeded().is_none() => Ok(FxHashSet::default()),
            unreached => unreached,
        }
    }

    /// Each model tells of all the properties that its execution reaches.
    fn never_reached(&mut self, props: &[PropId]) -> Result<FxHashSet<PropId>, Limit> {
        let reached = |p: &PropId| self.reached.get(p).copied().unwrap_or(TermId::FALSE);
        let mut left: Vec<(PropId, TermId)> = props.iter().map(|p| (*p, reached(p))).collect();
        left.retain(|(p, t)| *t != TermId::TRUE && !self.never_to_reach.contains(p));
        let conds: Vec<TermId> = left.iter().map(|(_, t)| *t).collect();
        let mut met = chance::met(&self.executor.terms, &conds, &self.task.limits).into_iter();
        left.retain(|_| met.next() != Some(true));
        loop {
            let conds: Vec<TermId> = left.iter().map(|(_, t)| *t).collect();
            let any = self.executor.terms.or_all(&conds);
            if !self.satisfiable(any)? {
                return Ok(left.into_iter().map(|(p, _)| p).collect());
            }
            self.note_witness();
            let before = left.len();
            let (solver, terms) = (&mut self.solver, &self.executor.terms);
            left.retain(|(_, t)| solver.value_bool(terms, *t) != Some(true));
            if left.len() == before {
                return Ok(FxHashSet::default());
            }
        }
    }
}
