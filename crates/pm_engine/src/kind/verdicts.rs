//! What is known at the end: certificates of what is proved, reasons for what is not.

use super::{Goal, Kind, Source};
use crate::certificate::{self, Abstraction, Certificate, Method, facts};
use crate::id::EngineId;
use crate::ledger::{Status, UnknownReason};
use crate::minimise::{Induction, minimise};
use crate::models::share;
use crate::proof::{Refused, check_proof};
use pm_invariants::Lemma;
use pm_ir::PropId;
use pm_model::BadKind;
use pm_solve::Limit;
use rustc_hash::FxHashSet;

impl Kind<'_> {
    /// Enters the properties all of whose bad conditions are proved never to hold, after their certificate was checked.
    pub(super) fn settle_proved(&mut self) -> Result<(), Limit> {
        let inexact = |g: &Goal| match g.source {
            Source::Bad(i) => !g.proved && matches!(self.system.bad[i].kind, BadKind::Inexact(_)),
            Source::Lemma(_) => false,
        };
        if self.goals.iter().any(inexact) {
            return Ok(());
        }
        let mut open: FxHashSet<PropId> = FxHashSet::default();
        for bad in self.open_bads() {
            if let BadKind::Violation(p) = &self.system.bad[bad].kind {
                open.insert(*p);
            }
        }
        let is_new = |p: &PropId| !open.contains(p) && !self.given_up.contains(p) && !self.ledger.status[*p].is_final();
        let new: Vec<PropId> = self.checked().into_iter().filter(is_new).collect();
        if new.is_empty() {
            return Ok(());
        }
        let mut certificate = self.certificate(&new);
        match check_proof(self.task, &mut self.again, &certificate) {
            Ok(checked) => {
                certificate.checked = Some(checked);
                self.ledger.certify(self.earlier.iter().cloned().chain([certificate]).collect());
                new.into_iter().for_each(|prop| self.ledger.decide(prop, Status::Proved { by: self.name }));
                Ok(())
            }
            Err(Refused::Limit(limit)) => Err(limit),
            Err(refused) => {
                self.hopeless = Some(refused.reason());
                Ok(())
            }
        }
    }

    /// What was proved so far, and how; `new` properties are not in the ledger yet.
    fn certificate(&mut self, new: &[PropId]) -> Certificate {
        let mine = |s: &Status| matches!(s, Status::Proved { by } | Status::Unreachable { by } if *by == self.name);
        let is_proved: FxHashSet<PropId> =
            self.checked().into_iter().filter(|p| new.contains(p) || mine(&self.ledger.status[*p])).collect();
        let is_proved: FxHashSet<PropId> = is_proved.difference(&self.given_up).copied().collect();
        let mut lemmas = self.lemmas.absolute.clone();
        for goal in self.goals.iter().filter(|g| g.proved) {
            if let Source::Lemma(i) = goal.source {
                lemmas.push(self.lemmas.relative[i]);
            }
        }
        let method = match self.complete {
            Some(depth) => Method::Steps { depth },
            None => Method::Induction { k: self.k },
        };
        if self.complete.is_some() {
            lemmas.clear();
        } else {
            lemmas = self.minimised(&lemmas, &is_proved);
        }
        let facts = self.origin.with_whole(self.system, |s| facts(s, &lemmas));
        Certificate {
            method,
            abstraction: (self.name == EngineId::CELLS).then_some(Abstraction::Cells),
            followed: self.followed.clone(),
            solver: self.task.solver.name().to_string(),
            properties: self.ids(|p| is_proved.contains(&p)),
            violated: self.ids(|p| self.is_given_up_or_violated(p)),
            reductions: self.origin.used().iter().map(ToString::to_string).collect(),
            contracts: certificate::contracts(self.system),
            facts,
            ..Certificate::nothing()
        }
    }

    /// The lemmas that the proof of these properties needs, of the system as it was before it was reduced.
    fn minimised(&mut self, lemmas: &[Lemma], proved: &FxHashSet<PropId>) -> Vec<Lemma> {
        let lemmas = &self.origin.lemmas(self.system, lemmas);
        let (k, violated) = (self.k, &self.violated);
        let brief = self.task.within(share(&self.task.limits));
        self.origin.with_whole(self.system, |system| {
            let (mut bad, mut ended) = (Vec::new(), Vec::new());
            for i in 0..system.bad.len() {
                match &system.bad[i].kind {
                    _ if violated.contains(&i) => ended.push(system.bad[i].cond),
                    BadKind::Violation(p) if !proved.contains(p) => {}
                    BadKind::Violation(_) | BadKind::Inexact(_) => {
                        bad.push(system.first(i, &|b| violated.contains(&b)))
                    }
                }
            }
            minimise(&brief, system, &Induction { k, lemmas, bad: &bad, ended: &ended })
        })
    }

    pub(super) fn ids(&self, wanted: impl Fn(PropId) -> bool) -> Vec<String> {
        self.checked().into_iter().filter(|p| wanted(*p)).map(|p| self.program.props[p].id.clone()).collect()
    }

    /// The properties that are asked for.
    pub(super) fn checked(&self) -> Vec<PropId> {
        self.task.asked().collect()
    }

    pub(super) fn close(&mut self) {
        if let Some(reason) = self.hopeless.clone() {
            self.ledger.leave_open(self.task.asked(), &reason);
        }
    }

    /// `--max-k-step` was reached.
    pub(super) fn set_held_up_to(&mut self, k: u32) {
        if self.options.base_case {
            for prop in self.checked() {
                if matches!(self.ledger.status[prop], Status::Unknown(UnknownReason::NotChecked)) {
                    self.ledger.status[prop] = Status::HoldsUpTo { bound: k };
                }
            }
        }
    }

    pub(super) fn give_up(&mut self, limit: Limit) {
        self.close();
        self.ledger.leave_open(self.task.asked(), &limit.into());
    }
}
