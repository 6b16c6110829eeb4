//! Of what is proved, what is vacuous: properties that no execution reaches, and assumptions that none passes.
//!
//! Asked after all is decided, on the transition system, whoever decided it, so that the answer does not depend on which engine was first. Most
//! places are reached within a few steps; of the others IC3 says whether they ever are. What takes too long to tell stays proved.

use crate::certificate::{Abstraction, Certificate};
use crate::chance;
use crate::id::EngineId;
use crate::ledger::{Ledger, Status, never_to_reach};
use crate::models;
use crate::proof::system_of;
use crate::task::Task;
use crate::unroll::{Start, Unroller};
use pm_base::Span;
use pm_ic3::{Ic3, Ic3Options, Outcome, Relation, check_invariant, reduce};
use pm_ir::{InstKind, Program, PropId};
use pm_model::System;
use pm_model::netlist::Netlist;
use pm_solve::{Answer, Backend, Limits, Solver};
use pm_term::TermId;
use std::time::Duration;

/// The share of the time that is left, and the most.
const SHARE: (u32, Duration) = (5, Duration::from_secs(5));
/// Steps that are looked at one after the other.
const STEPS: usize = 12;
const CONFLICTS: u64 = 20_000;

/// Enters what is vacuous into a ledger of the task.
pub fn settle(task: &Task, ledger: &mut Ledger) {
    let program = task.program;
    let expected = never_to_reach(program);
    let is_proved = |p: &PropId| matches!(ledger.status[*p], Status::Proved { .. });
    let checked: Vec<PropId> = task.asked().collect();
    // Bounded model checking and the one execution say it themselves.
    let says_itself = |by: EngineId| by.unwinds() || by == EngineId::RUN;
    let mine = |p: &PropId| matches!(ledger.status[*p], Status::Proved { by } if !says_itself(by));
    let asked: Vec<PropId> = checked.iter().copied().filter(|p| mine(p) && !expected.contains(p)).collect();
    let found = |p: &PropId| matches!(ledger.status[*p], Status::Unreachable { .. });
    let suspicious = checked.iter().any(found) || checked.iter().all(|p| is_proved(p) && expected.contains(p));
    if asked.is_empty() && !(suspicious && has_assumptions(program)) {
        return;
    }
    let again = task.in_private().within(task.limits.share(SHARE));
    // Where recursion was told by contracts, the system without them ends too early. The other one has too many executions: what
    // it does not reach is not reached, but what it reaches says nothing.
    // Where heap objects are nodes, the system without them ends where a loop makes a second one.
    // Where only loops that go on were cut, the system that cuts all of them may end where it is not exact.
    let is_other =
        |c: &&Certificate| !c.contracts.is_empty() || c.followed.is_some() || c.abstraction == Some(Abstraction::Nodes);
    let mut others = ledger.certificates.iter().filter(is_other);
    let other = others.next();
    if others.next().is_some() {
        return;
    }
    let is_exact = other.is_none_or(|c| c.contracts.is_empty());
    let system = match other {
        Some(certificate) => system_of(&again, certificate).ok(),
        None => models::system(&again, false).ok(),
    };
    let Some(mut system) = system else { return };
    system.end_at_bad();
    let reached = |p: &PropId| system.reached.iter().find(|r| r.0 == *p).map_or(TermId::FALSE, |r| r.1);
    let conds: Vec<TermId> = asked.iter().map(reached).collect();
    let mut any = suspicious;
    for (prop, never) in asked.into_iter().zip(never(&again, &mut system, &conds)) {
        if let (true, Status::Proved { by }) = (never, &ledger.status[prop]) {
            ledger.status[prop] = Status::Unreachable { by: *by };
            any = true;
        }
    }
    if any && is_exact {
        ledger.blocking = blocking(&again, &mut system);
    }
}

fn has_assumptions(program: &Program) -> bool {
    let funcs = program.funcs.iter().filter(|f| !f.is_model);
    funcs.flat_map(|f| f.blocks.iter()).flat_map(|b| &b.insts).any(|i| matches!(i.kind, InstKind::Assume { .. }))
}

/// Assumptions that executions reach and none passes.
fn blocking(task: &Task, system: &mut System) -> Vec<Span> {
    let assumed = system.assumed.clone();
    let passed: Vec<TermId> = assumed.iter().map(|a| a.passed).collect();
    let never_passed = never(task, system, &passed);
    let left: Vec<_> = assumed.into_iter().zip(never_passed).filter(|(_, never)| *never).map(|(a, _)| a).collect();
    let reached: Vec<TermId> = left.iter().map(|a| a.reached).collect();
    let mut search = Search::new(task, system, &reached);
    search.bounded();
    left.iter().zip(&search.seen).filter(|(_, seen)| **seen).map(|(a, _)| a.span).collect()
}

/// Of conditions those that are shown never to hold.
fn never(task: &Task, system: &mut System, conds: &[TermId]) -> Vec<bool> {
    let mut search = Search::new(task, system, conds);
    search.bounded();
    search.in_any_state();
    search.ic3();
    search.never
}

struct Search<'a> {
    system: &'a mut System,
    conds: &'a [TermId],
    task: &'a Task<'a>,
    seen: Vec<bool>,
    never: Vec<bool>,
}

impl<'a> Search<'a> {
    fn new(task: &'a Task<'a>, system: &'a mut System, conds: &'a [TermId]) -> Self {
        let never = conds.iter().map(|t| *t == TermId::FALSE).collect();
        Search { system, conds, task, seen: vec![false; conds.len()], never }
    }

    fn open(&self) -> Vec<usize> {
        (0..self.conds.len()).filter(|&i| !self.seen[i] && !self.never[i]).collect()
    }

    fn solver(&self) -> Solver {
        self.task.within(Limits { conflicts: Some(CONFLICTS), ..self.task.limits.clone() }).new_solver()
    }

    /// What holds within a few steps.
    fn bounded(&mut self) {
        let (mut solver, mut unroller) = (self.solver(), Unroller::new(self.system, Start::Init));
        for step in 0..STEPS {
            let open = self.open();
            let at: Vec<TermId> = open.iter().map(|&i| unroller.at(self.system, self.conds[i], step)).collect();
            for (i, met) in open.into_iter().zip(chance::met(&self.system.terms, &at, &self.task.limits)) {
                self.seen[i] = met;
            }
            loop {
                let open = self.open();
                if open.is_empty() || self.task.limits.exceeded().is_some() {
                    return;
                }
                let at: Vec<TermId> = open.iter().map(|&i| unroller.at(self.system, self.conds[i], step)).collect();
                let any = self.system.terms.or_all(&at);
                if any == TermId::FALSE || solver.check(&self.system.terms, &[any]) != Answer::Sat {
                    break;
                }
                for (i, t) in open.into_iter().zip(at) {
                    self.seen[i] = solver.value_bool(&self.system.terms, t) == Some(true);
                }
            }
        }
    }

    /// What holds in no state at all.
    fn in_any_state(&mut self) {
        let mut solver = self.solver();
        for i in self.open() {
            self.never[i] = solver.check(&self.system.terms, &[self.conds[i]]) == Answer::Unsat;
        }
    }

    /// The rest, one after the other is found or all together are shown never to hold. Nothing where state has no bits.
    fn ic3(&mut self) {
        let open = self.open();
        let roots: Vec<TermId> = open.iter().map(|&i| self.conds[i]).collect();
        let pc = self.system.vars[System::PC].next;
        if open.is_empty() {
            return;
        }
        let Ok(netlist) = Netlist::new(self.system, pc, &roots, &self.task.limits) else { return };
        let latches = netlist.circuit_latches();
        let Ok(reduced) = reduce(&netlist.circuit(&latches), &self.task.limits) else { return };
        let (relation, _) = Relation::from_circuit(&reduced.circuit());
        let mut ic3 = Ic3::new(&relation, Ic3Options::default());
        let mut left: Vec<usize> = (0..open.len()).collect();
        while !left.is_empty() {
            match ic3.solve(&left, &self.task.limits) {
                Outcome::Unsafe(trace) => {
                    self.seen[open[trace.bad]] = true;
                    left.retain(|i| *i != trace.bad);
                }
                Outcome::Safe(invariant) => {
                    let checked = check_invariant(&relation, &invariant, &left, Backend::CaDiCaL, &self.task.limits);
                    left.iter().for_each(|&i| self.never[open[i]] = checked.is_ok());
                    return;
                }
                Outcome::Unknown(_) => return,
            }
        }
    }
}
