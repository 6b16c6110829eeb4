//! One life of a solver's process: what it was told, and what it is told for the next question.
//!
//! Terms are sent once, as definitions. What is asserted under an activation, and what is assumed, hangs on a Bool of its own that is assumed where it is wanted, so that
//! any solver with `check-sat-assuming` can be asked, also one that takes literals only. A process that is gone is followed by
//! another one, which is told everything from the start.

use super::Smt;
use super::answer::Answer;
use super::process::{Failure, Process};
use crate::sat::Limits;
use crate::solver::Activation;
use pm_term::{SmtPrinter, TermId, Terms, Theories};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;
use std::time::{Duration, Instant};

/// Where nothing is to be searched, an answer takes no longer.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long after the time of a question a solver that keeps time itself is waited for.
const GRACE: Duration = Duration::from_millis(400);

/// A fact, and the activation that it is asserted under.
pub(super) type Fact = (Option<Activation>, TermId);

pub(super) struct Session {
    pub(super) process: Process,
    pub(super) printer: SmtPrinter,
    theories: Theories,
    /// So many facts it knows.
    told: usize,
    /// Bools that assumptions hang on.
    assumed: FxHashMap<TermId, String>,
    activations: FxHashSet<usize>,
    /// What is said of time at the moment.
    time: String,
}

pub(super) struct Question<'a> {
    pub(super) facts: &'a [Fact],
    pub(super) assumptions: &'a [TermId],
    pub(super) activations: &'a [Activation],
    /// After so much time it is given up, and the process goes on living.
    pub(super) time: Option<Duration>,
}

impl Session {
    pub(super) fn start(smt: &Smt, terms: &Terms, q: &Question, limits: &Limits) -> Result<Session, Failure> {
        let process = Process::start(&smt.program, smt.dialect.args(), limits)?;
        let mut session = Session {
            process,
            printer: SmtPrinter::of(smt.encoding),
            theories: Theories::default(),
            told: 0,
            assumed: FxHashMap::default(),
            activations: FxHashSet::default(),
            time: String::new(),
        };
        let news = session.news(terms, q);
        session.theories = session.printer.theories();
        let mut text = String::from("(set-option :print-success false)\n(set-option :produce-models true)\n");
        if smt.dialect.has_cores() {
            text.push_str("(set-option :produce-unsat-assumptions true)\n");
        }
        text.push_str(smt.dialect.prelude());
        let _ = writeln!(text, "(set-logic {})", smt.dialect.logic(smt.encoding, session.theories));
        text.push_str(&news);
        session.process.tell(&text, limits)?;
        Ok(session)
    }

    /// Tells it what is new; `false` where its logic does not have that.
    pub(super) fn go_on(&mut self, terms: &Terms, q: &Question, limits: &Limits) -> Result<bool, Failure> {
        if let Some(text) = self.process.unasked() {
            return Err(Failure::Rubbish(format!("it said `{text}` without being asked")));
        }
        let news = self.news(terms, q);
        if self.printer.theories() != self.theories {
            return Ok(false);
        }
        self.process.tell(&news, limits)?;
        Ok(true)
    }

    /// Declarations, definitions and assertions that the question needs and that were not sent yet.
    fn news(&mut self, terms: &Terms, q: &Question) -> String {
        let mut out = String::new();
        let facts = &q.facts[self.told..];
        let new: Vec<TermId> = q.assumptions.iter().copied().filter(|t| !self.assumed.contains_key(t)).collect();
        let roots: Vec<TermId> = facts.iter().map(|(_, t)| *t).chain(new.iter().copied()).collect();
        self.printer.prepare(terms, &roots, &mut out);
        let named = facts.iter().filter_map(|(activation, _)| *activation);
        for activation in named.chain(q.activations.iter().copied()) {
            if self.activations.insert(activation.number()) {
                let _ = writeln!(out, "(declare-const {} Bool)", switch(activation));
            }
        }
        for (activation, t) in facts {
            let text = self.printer.text(terms, *t);
            let _ = match activation {
                None => writeln!(out, "(assert {text})"),
                Some(activation) => writeln!(out, "(assert (=> {} {text}))", switch(*activation)),
            };
        }
        self.told = q.facts.len();
        for t in new {
            if self.assumed.contains_key(&t) {
                continue;
            }
            let name = format!("$assume{}", self.assumed.len());
            let _ = writeln!(out, "(declare-const {name} Bool)\n(assert (=> {name} {}))", self.printer.text(terms, t));
            self.assumed.insert(t, name);
        }
        out
    }

    /// The answer to a question whose terms it knows.
    pub(super) fn ask(&mut self, smt: &Smt, q: &Question, limits: &Limits) -> Result<Answer, Failure> {
        let mut text = String::new();
        let mut limits = limits.clone();
        match smt.dialect.time_limit(q.time) {
            Some(time) if self.time != time => {
                text.push_str(&time);
                self.time = time;
            }
            Some(_) => {}
            // Its process has to end, then.
            None => limits = q.time.map_or(limits.clone(), |t| limits.until(Instant::now() + t)),
        }
        let names = q.assumptions.iter().filter_map(|t| self.assumed.get(t).cloned());
        let names: Vec<String> = names.chain(q.activations.iter().map(|a| switch(*a))).collect();
        let _ = match names.is_empty() {
            true => writeln!(text, "(check-sat)"),
            false => writeln!(text, "(check-sat-assuming ({}))", names.join(" ")),
        };
        self.process.tell(&text, &limits)?;
        let late = q.time.map(|t| Instant::now() + t + GRACE);
        self.process.answer(&late.map_or(limits.clone(), |at| limits.until(at)))
    }

    /// Asks for something that it knows already.
    pub(super) fn get(&mut self, text: &str, limits: &Limits) -> Result<Answer, Failure> {
        let limits = limits.until(Instant::now() + PATIENCE);
        self.process.tell(text, &limits)?;
        let answer = self.process.answer(&limits)?;
        match answer.error() {
            Some(message) => Err(Failure::Rubbish(format!("it answers `{message}` where values are asked for"))),
            None => Ok(answer),
        }
    }

    /// The assumptions and activations that an answer to `get-unsat-assumptions` names.
    pub(super) fn named(&self, answer: &Answer, q: &Question) -> Option<(Vec<TermId>, Vec<Activation>)> {
        let words: Option<FxHashSet<&str>> = answer.list()?.iter().map(|word| bare(word.word())).collect();
        let words = words?;
        let is_named = |t: &&TermId| self.assumed.get(t).is_some_and(|name| words.contains(name.as_str()));
        let terms = q.assumptions.iter().filter(is_named).copied();
        let activations = q.activations.iter().filter(|a| words.contains(switch(**a).as_str())).copied();
        Some((terms.collect(), activations.collect()))
    }
}

/// A name without the bars that some solvers print around it.
fn bare(word: Option<&str>) -> Option<&str> {
    word.map(|word| word.trim_matches('|'))
}

fn switch(activation: Activation) -> String {
    format!("$active{}", activation.number())
}
