//! What is seen while engines work: violations when they are found, and on a terminal a line that says what is being done.

use pm_engine::costs::Doing;
use pm_engine::engine::{Progress, Stage};
use pm_engine::{Counterexample, Saved};
use pm_ir::PropId;
use pm_report::Context;
use pm_report::json_ui::found_line;
use pm_report::summary::violation_line;
use rustc_hash::FxHashSet;
use std::io::{IsTerminal, Write};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often the line is drawn.
const OFTEN: Duration = Duration::from_millis(200);

/// What the user wants to see before the report.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Wanted {
    /// Every round on a line of its own, whatever standard error is.
    pub verbose: bool,
    /// Violations as lines of JSON.
    pub json_lines: bool,
    /// Nothing but the report.
    pub quiet: bool,
}

/// How far engines are, for [`Live`].
#[derive(Clone)]
pub struct Stages {
    latest: Arc<Mutex<Option<Stage>>>,
    verbose: bool,
}

impl Progress for Stages {
    fn stage(&mut self, s: &Stage) {
        *self.latest.lock().unwrap_or_else(PoisonError::into_inner) = Some(*s);
        if self.verbose {
            let Stage { bound, open_loops, decided, undecided, clauses } = s;
            eprintln!(
                "proofmark: bound {bound}, {open_loops} loops open, {decided} properties decided, {undecided} open, {clauses} clauses"
            );
        }
    }

    fn note(&mut self, text: &str) {
        if self.verbose {
            eprintln!("proofmark: {text}");
        }
    }
}

pub struct Live<'a> {
    ctx: Context<'a>,
    wanted: Wanted,
    saved: Arc<Saved>,
    found: Receiver<(PropId, Counterexample)>,
    told: FxHashSet<PropId>,
    stages: Stages,
    start: Instant,
    last: Option<Instant>,
    on_terminal: bool,
}

impl<'a> Live<'a> {
    pub fn new(ctx: Context<'a>, wanted: Wanted) -> Live<'a> {
        let (sender, found) = channel();
        // Whoever does not listen any more has seen enough.
        let listener = move |prop, c: &Counterexample| drop(sender.send((prop, c.clone())));
        Live {
            ctx,
            wanted,
            saved: Arc::new(Saved::telling(Box::new(listener))),
            found,
            told: FxHashSet::default(),
            stages: Stages { latest: Arc::default(), verbose: wanted.verbose },
            start: Instant::now(),
            last: None,
            on_terminal: std::io::stderr().is_terminal() && !wanted.quiet,
        }
    }

    /// For engines.
    pub fn stages(&self) -> Stages {
        self.stages.clone()
    }

    pub fn saved(&self) -> Arc<Saved> {
        self.saved.clone()
    }

    /// Shows what is new.
    pub fn look(&mut self) {
        self.tell_found();
        if self.on_terminal && self.last.map_or(self.start, |last| last).elapsed() >= OFTEN {
            draw(&format!("\r\x1b[K{}", self.line()));
            self.last = Some(Instant::now());
        }
    }

    fn tell_found(&mut self) {
        while let Ok((prop, c)) = self.found.try_recv() {
            if self.told.insert(prop) {
                self.tell(prop, &c);
            }
        }
    }

    /// The report comes next.
    pub fn finish(mut self) {
        if self.wanted.json_lines {
            self.tell_found();
        }
    }

    fn tell(&self, prop: PropId, c: &Counterexample) {
        if self.wanted.json_lines {
            // A reader that went away is no error.
            let _ = crate::output::print(&found_line(self.ctx, prop, c));
        } else if self.on_terminal {
            draw(&format!("\r\x1b[K{}", pm_base::visible_lines(&violation_line(self.ctx, prop, c))));
        }
    }

    fn line(&self) -> String {
        let (executed, asked) = self.saved.costs.now();
        let name = |p: PropId| &self.ctx.program.props[p].id;
        let doing = match asked {
            Doing::Asking(prop, 0) => format!("asking for {}", name(prop)),
            Doing::Asking(prop, n) => format!("asking for {} and {n} more", name(prop)),
            Doing::Checking(n) => format!("checking the proof of {n} properties"),
            Doing::Executing => executed.map_or("starting".into(), |f| format!("executing {}", self.ctx.func_name(f))),
        };
        let seconds = self.start.elapsed().as_secs_f32();
        let stage = *self.stages.latest.lock().unwrap_or_else(PoisonError::into_inner);
        stage.map_or_else(
            || format!("{doing}, {seconds:.1} s"),
            |Stage { bound, decided, undecided, clauses, .. }| {
                let total = decided + undecided;
                format!(
                    "bound {bound}, {doing}, {decided} of {total} properties decided, {clauses} clauses, {seconds:.1} s"
                )
            },
        )
    }

    /// The report begins on a line of its own.
    pub fn clear(&mut self) {
        if self.last.take().is_some() {
            draw("\r\x1b[K");
        }
    }
}

impl Drop for Live<'_> {
    fn drop(&mut self) {
        self.clear();
    }
}

/// Text of ours alone, with what moves the cursor.
fn draw(text: &str) {
    let mut terminal = std::io::stderr();
    let _ = terminal.write_all(text.as_bytes()).and_then(|()| terminal.flush());
}
