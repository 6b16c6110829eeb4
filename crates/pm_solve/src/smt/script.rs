//! Writes what a solver is asked as SMT-LIB 2, whichever solver it is: for other solvers, and to look at.

use crate::sat::Limits;
use crate::solver::{Activation, Answer, Stats, TermSolver};
use pm_term::{Encoding, SmtPrinter, TermId, Terms, Value};
use std::fmt::Write;
use std::io;
use std::sync::{Arc, Mutex};

/// The questions of all solvers that were made with it, one after the other; `reset` is between those of two solvers.
#[derive(Clone, Debug, Default)]
pub struct Script {
    encoding: Encoding,
    text: Arc<Mutex<String>>,
}

impl Script {
    pub fn new(encoding: Encoding) -> Script {
        Script { encoding, text: Arc::default() }
    }

    /// All that was asked; empty where nothing was.
    pub fn text(&self) -> String {
        self.text.lock().map(|text| text.clone()).unwrap_or_default()
    }

    fn add(&self, part: &str) {
        if let Ok(mut text) = self.text.lock() {
            text.push_str(part);
        }
    }
}

/// A solver whose questions are written down.
pub(crate) struct Recorded {
    inner: Box<dyn TermSolver>,
    script: Script,
    printer: SmtPrinter,
    /// The first question has written the head.
    has_head: bool,
    /// Facts in front of the first question, and those of each later one.
    text: String,
    activations: usize,
}

impl Recorded {
    pub(crate) fn new(inner: Box<dyn TermSolver>, script: &Script) -> Recorded {
        let printer = SmtPrinter::of(script.encoding);
        Recorded { inner, script: script.clone(), printer, has_head: false, text: String::new(), activations: 0 }
    }

    fn declare(&mut self, activation: Activation) -> String {
        while self.activations <= activation.number() {
            let _ = writeln!(self.text, "(declare-const $active{} Bool)", self.activations);
            self.activations += 1;
        }
        format!("$active{}", activation.number())
    }

    fn write_question(&mut self, terms: &Terms, assumptions: &[TermId], activations: &[Activation]) {
        self.printer.prepare(terms, assumptions, &mut self.text);
        let on: Vec<String> = activations.iter().map(|a| self.declare(*a)).collect();
        let mut text = std::mem::take(&mut self.text);
        if !self.has_head {
            // A later question may need what the first does not.
            text.insert_str(0, "(reset)\n(set-logic ALL)\n");
            self.has_head = true;
        }
        let _ = writeln!(text, "(push 1)");
        for t in assumptions {
            let _ = writeln!(text, "(assert {})", self.printer.text(terms, *t));
        }
        on.iter().for_each(|name| _ = writeln!(text, "(assert {name})"));
        let _ = writeln!(text, "(check-sat)\n(pop 1)");
        self.script.add(&text);
    }
}

impl TermSolver for Recorded {
    fn set_limits(&mut self, limits: Limits) {
        self.inner.set_limits(limits);
    }

    fn limits(&self) -> &Limits {
        self.inner.limits()
    }

    fn assert(&mut self, terms: &Terms, t: TermId) {
        self.printer.prepare(terms, &[t], &mut self.text);
        let _ = writeln!(self.text, "(assert {})", self.printer.text(terms, t));
        self.inner.assert(terms, t);
    }

    fn new_activation(&mut self) -> Activation {
        self.inner.new_activation()
    }

    fn assert_if(&mut self, terms: &Terms, activation: Activation, t: TermId) {
        self.printer.prepare(terms, &[t], &mut self.text);
        let name = self.declare(activation);
        let _ = writeln!(self.text, "(assert (=> {name} {}))", self.printer.text(terms, t));
        self.inner.assert_if(terms, activation, t);
    }

    fn check_with(&mut self, terms: &Terms, assumptions: &[TermId], activations: &[Activation]) -> Answer {
        self.write_question(terms, assumptions, activations);
        let answer = self.inner.check_with(terms, assumptions, activations);
        self.script.add(match answer {
            Answer::Sat => "; sat\n",
            Answer::Unsat => "; unsat\n",
            Answer::Unknown(_) => "; unknown\n",
        });
        answer
    }

    fn failed_assumptions(&self) -> &[TermId] {
        self.inner.failed_assumptions()
    }

    fn failed_activations(&self) -> &[Activation] {
        self.inner.failed_activations()
    }

    fn value(&mut self, terms: &Terms, t: TermId) -> Option<Value> {
        self.inner.value(terms, t)
    }

    fn keep_proof(&mut self, what: &str) {
        self.inner.keep_proof(what);
    }

    fn stats(&self) -> Stats {
        self.inner.stats()
    }

    fn write_dimacs(&mut self, terms: &Terms, assumptions: &[TermId], out: &mut dyn io::Write) -> io::Result<()> {
        self.inner.write_dimacs(terms, assumptions, out)
    }
}
