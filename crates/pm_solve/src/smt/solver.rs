//! Decides terms by an SMT solver.

use super::process::Failure;
use super::session::{Fact, Question, Session};
use super::{Smt, model};
use crate::sat::{Limit, Limits, SatStats};
use crate::solver::{Activation, Answer, Stats, TermSolver};
use pm_term::{Evaluator, TermId, Terms, Value};
use std::time::Duration;

/// What is asked of a SAT solver in conflicts is asked of this one in time: an SMT solver looks at a whole formula before its first conflict.
const CONFLICT: Duration = Duration::from_millis(5);
/// Questions in a row that the process does not survive, before it is asked no more.
const MOST_FAILURES: u32 = 3;

pub(crate) struct SmtSolver {
    smt: Smt,
    session: Option<Session>,
    facts: Vec<Fact>,
    activations: usize,
    limits: Limits,
    model: Option<Evaluator>,
    failed: (Vec<TermId>, Vec<Activation>),
    checks: u64,
    /// In a row.
    failures: u32,
}

impl SmtSolver {
    pub(crate) fn new(smt: &Smt) -> SmtSolver {
        SmtSolver {
            smt: smt.clone(),
            session: None,
            facts: Vec::new(),
            activations: 0,
            limits: Limits::default(),
            model: None,
            failed: Default::default(),
            checks: 0,
            failures: 0,
        }
    }

    /// The answer of a process that was told everything; what fails is a matter of the caller.
    fn ask(&mut self, terms: &Terms, assumptions: &[TermId], on: &[Activation]) -> Result<Answer, Failure> {
        let time = self.limits.conflicts.map(|c| CONFLICT * u32::try_from(c).unwrap_or(u32::MAX));
        let q = Question { facts: &self.facts, assumptions, activations: on, time };
        let mut session = match self.session.take() {
            Some(mut old) => match old.go_on(terms, &q, &self.limits)? {
                true => old,
                false => {
                    drop(old);
                    Session::start(&self.smt, terms, &q, &self.limits)?
                }
            },
            None => Session::start(&self.smt, terms, &q, &self.limits)?,
        };
        let said = session.ask(&self.smt, &q, &self.limits)?;
        let answer = match said.word() {
            Some("sat") => self.believe(&mut session, terms, assumptions, on)?,
            Some("unsat") => {
                self.failed = self.blame(&mut session, assumptions, on)?;
                Answer::Unsat
            }
            Some("unknown" | "timeout") => Answer::Unknown(self.why_unknown()),
            _ => {
                let text = said.error().unwrap_or_else(|| said.show());
                return Err(Failure::Rubbish(format!("it answers `{text}` where `sat` or `unsat` is expected")));
            }
        };
        self.session = Some(session);
        Ok(answer)
    }

    fn why_unknown(&self) -> Limit {
        match (self.limits.exceeded(), self.limits.conflicts) {
            (Some(limit), _) => limit,
            (None, Some(_)) => Limit::Conflicts,
            (None, None) => {
                self.smt.note("it answers `unknown`");
                Limit::Solver
            }
        }
    }

    /// A model is an answer where all that was asked is true in it.
    fn believe(
        &mut self,
        session: &mut Session,
        terms: &Terms,
        assumptions: &[TermId],
        on: &[Activation],
    ) -> Result<Answer, Failure> {
        let is_on = |activation: &Option<Activation>| activation.is_none_or(|a| on.contains(&a));
        let facts = self.facts.iter().filter(|(activation, _)| is_on(activation)).map(|(_, t)| *t);
        let roots: Vec<TermId> = facts.chain(assumptions.iter().copied()).collect();
        let mut values = model::read(session, terms, &roots, (self.smt.encoding, &self.limits))?;
        if !roots.iter().all(|t| values.eval_bool(terms, *t)) {
            self.smt.note("it answers `sat`, and its model does not make the formula true");
            return Ok(Answer::Unknown(Limit::Model));
        }
        self.model = Some(values);
        Ok(Answer::Sat)
    }

    /// What "unsatisfiable" rests on: all of it, where the solver does not tell.
    fn blame(
        &self,
        session: &mut Session,
        assumptions: &[TermId],
        on: &[Activation],
    ) -> Result<(Vec<TermId>, Vec<Activation>), Failure> {
        let all = (assumptions.to_vec(), on.to_vec());
        if !self.smt.dialect.has_cores() || assumptions.len() + on.len() < 2 {
            return Ok(all);
        }
        let answer = session.get("(get-unsat-assumptions)\n", &self.limits)?;
        let q = Question { facts: &self.facts, assumptions, activations: on, time: None };
        Ok(session.named(&answer, &q).unwrap_or(all))
    }

    /// What is to be said of a question that the process did not survive; `None`: another process is to be asked.
    fn fail(&mut self, failure: Failure, is_last: bool) -> Option<Limit> {
        let conflicts = self.limits.conflicts;
        match failure {
            // The question had less time than the limits have.
            Failure::Limit(Limit::Time) if conflicts.is_some() && self.limits.exceeded().is_none() => {
                Some(Limit::Conflicts)
            }
            Failure::Limit(Limit::Time) if self.limits.exceeded().is_none() => {
                self.smt.note("it does not tell the values of its model");
                Some(Limit::Failed)
            }
            Failure::Limit(limit) => Some(limit),
            Failure::Died(_) if !is_last => None,
            Failure::Died(what) | Failure::Missing(what) | Failure::Rubbish(what) => {
                self.smt.note(&what);
                self.failures += 1;
                Some(Limit::Failed)
            }
        }
    }
}

impl TermSolver for SmtSolver {
    fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn assert(&mut self, _: &Terms, t: TermId) {
        self.model = None;
        self.facts.push((None, t));
    }

    fn new_activation(&mut self) -> Activation {
        self.activations += 1;
        Activation::new(self.activations - 1)
    }

    fn assert_if(&mut self, _: &Terms, activation: Activation, t: TermId) {
        self.model = None;
        self.activations = self.activations.max(activation.number() + 1);
        self.facts.push((Some(activation), t));
    }

    fn check_with(&mut self, terms: &Terms, assumptions: &[TermId], activations: &[Activation]) -> Answer {
        self.checks += 1;
        self.model = None;
        self.failed = Default::default();
        if assumptions.contains(&TermId::FALSE) {
            self.failed.0.push(TermId::FALSE);
            return Answer::Unsat;
        }
        if let Some(limit) = self.limits.exceeded() {
            return Answer::Unknown(limit);
        }
        if self.failures >= MOST_FAILURES {
            return Answer::Unknown(Limit::Failed);
        }
        let assumptions: Vec<TermId> = assumptions.iter().copied().filter(|t| *t != TermId::TRUE).collect();
        for is_last in [false, true] {
            match self.ask(terms, &assumptions, activations) {
                Ok(answer) => {
                    self.failures = 0;
                    return answer;
                }
                Err(failure) => {
                    self.session = None;
                    if let Some(limit) = self.fail(failure, is_last) {
                        return Answer::Unknown(limit);
                    }
                }
            }
        }
        Answer::Unknown(Limit::Failed)
    }

    fn failed_assumptions(&self) -> &[TermId] {
        &self.failed.0
    }

    fn failed_activations(&self) -> &[Activation] {
        &self.failed.1
    }

    fn value(&mut self, terms: &Terms, t: TermId) -> Option<Value> {
        self.model.as_mut().map(|values| values.eval(terms, t))
    }

    fn stats(&self) -> Stats {
        Stats { checks: self.checks, sat: SatStats { solves: self.checks, ..SatStats::default() }, ..Stats::default() }
    }
}
