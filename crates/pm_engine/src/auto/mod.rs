//! The default engine: all that help, side by side, each with what it is good at.
//!
//! The interpreter goes first: a program that leaves nothing open has one execution, and running it is the whole answer; at the
//! first input it stops, and tries a few inputs later (`probe`). Bounded model checking looks for violations and for loops
//! that end; the proof engines look for invariants. Each keeps its own ledger with its evidence; the board tells the others
//! what is decided, and all stop when everything is. The verdict is the same whoever is first: violations are replayed, proofs
//! are checked, and engines that contradict each other are an error.

mod load;
mod schedule;
mod seats;

use crate::board::Board;
use crate::engine::{Engine, Progress, Stage};
use crate::engines::{self, ENGINES, Settings};
use crate::id::EngineId;
use crate::ledger::{Ledger, Status, UnknownReason};
use crate::task::Task;
use load::Load;
use pm_solve::{Limit, Limits};
use schedule::{KEEPS_ITS_SEAT, Turn, describe, schedule};
use seats::Seats;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Sender, channel};
use std::thread::{Builder, Scope, scope};
use std::time::{Duration, Instant};

/// Where something is violated behind which executions go on, others of its kind are looked for so long at least, and as long as it took.
const PASSED: Duration = Duration::from_millis(300);

/// How often limits are looked at while the engines work.
const POLL: Duration = Duration::from_millis(20);

/// Programs nest deeply; the engines recurse over them.
const STACK: usize = 128 << 20;

enum Note {
    Stage(Stage),
    Plan(String),
    Done(EngineId, Box<Ledger>),
}

/// All engines with what they do, this one first.
pub fn engines() -> impl Iterator<Item = (EngineId, &'static str)> {
    let others = ENGINES.iter().map(|(id, what, _)| (*id, *what));
    [(EngineId::AUTO, "All that help, side by side")].into_iter().chain(others)
}

/// One of them with its part of the options.
pub fn engine(id: EngineId, settings: Settings) -> Box<dyn Engine> {
    engines::engine(id, &settings).unwrap_or_else(|| Box::new(Options { settings }))
}

/// The engine, with the options of those that it lets work.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub settings: Settings,
}

impl Engine for Options {
    fn id(&self) -> EngineId {
        EngineId::AUTO
    }

    fn check(&self, task: &Task, progress: &mut dyn Progress) -> Ledger {
        let board = Arc::new(Board::new(task.program, &task.ignored, task.stop_on_fail));
        let limits = Limits { interrupt: Some(board.stop_flag()), ..task.limits.clone() };
        let shared = Task { board: Some(board.clone()), limits, ..task.clone() };
        let team = Team { task: &shared, settings: &self.settings, board: &board, user: &task.limits };
        scope(|scope| team.work(scope, progress))
    }
}

struct Team<'a> {
    task: &'a Task<'a>,
    settings: &'a Settings,
    board: &'a Board,
    /// The limits without the board.
    user: &'a Limits,
}

impl<'a> Team<'a> {
    fn work<'s>(&'s self, scope: &'s Scope<'s, '_>, progress: &mut dyn Progress) -> Ledger {
        let (tx, rx) = channel();
        let begin = Instant::now();
        let jobs = self.task.jobs.max(1);
        let schedule = schedule(jobs, pm_model::contracts::are_useful(self.task.program));
        progress.note(&format!("auto: {jobs} jobs, {}", describe(schedule)));
        let mut waiting: VecDeque<Turn> = schedule.iter().copied().collect();
        let mut ledger = Ledger::new(self.task.program, EngineId::AUTO);
        let mut seats = Seats::new(jobs, KEEPS_ITS_SEAT);
        // Engines at work that have no seat.
        let mut standing: Vec<EngineId> = Vec::new();
        let (mut met, mut passed) = (None, None);
        let mut load = Load::default();
        loop {
            load.sample();
            while let Some(turn) = waiting.front().copied()
                && !self.board.stopped()
                && self.board.closing().is_none()
                && !seats.is_here(turn.engine)
                && (seats.len() == 0 && standing.is_empty()
                    || (turn.squeezes || seats.len() < jobs) && begin.elapsed() >= turn.after)
            {
                waiting.pop_front();
                let turn = Turn { share: turn.share.map(|share| load.stretch(share)), ..turn };
                let pause = turn.sits.then(|| seats.enter(turn.engine));
                match self.spawn(scope, turn, pause, tx.clone()) {
                    true if !turn.sits => standing.push(turn.engine),
                    true => {}
                    false => seats.leave(turn.engine),
                }
            }
            if seats.len() == 0 && standing.is_empty() {
                break;
            }
            seats.rotate();
            seats.leave_alone(self.board.closing());
            match rx.recv_timeout(POLL).ok() {
                Some(Note::Stage(stage)) => progress.stage(&self.adjust(stage)),
                Some(Note::Plan(plan)) => progress.note(&plan),
                Some(Note::Done(engine, theirs)) => {
                    seats.leave(engine);
                    standing.retain(|e| *e != engine);
                    self.take(&mut ledger, *theirs);
                }
                None => met = met.or_else(|| self.limit()),
            }
            if self.task.leaves_passed && self.board.has_passed() {
                let since = *passed.get_or_insert_with(|| begin.elapsed());
                if begin.elapsed() > since + PASSED.max(since) {
                    self.board.stop();
                }
            }
        }
        self.finish(ledger, met)
    }

    /// Stops everybody when a limit is met.
    fn limit(&self) -> Option<Limit> {
        let met = self.user.exceeded();
        if met.is_some() {
            self.board.stop();
        }
        met
    }

    fn spawn<'s>(
        &'s self,
        scope: &'s Scope<'s, '_>,
        turn: Turn,
        pause: Option<Arc<AtomicBool>>,
        notes: Sender<Note>,
    ) -> bool {
        let work = move || {
            let done = catch_unwind(AssertUnwindSafe(|| self.turn(turn, pause, &notes)));
            let ledger = done.unwrap_or_else(|_| self.failed(turn.engine));
            let _ = notes.send(Note::Done(turn.engine, Box::new(ledger)));
        };
        Builder::new().stack_size(STACK).spawn_scoped(scope, work).is_ok()
    }

    /// An engine that broke down says nothing; the others go on.
    fn failed(&self, engine: EngineId) -> Ledger {
        let mut ledger = Ledger::new(self.task.program, engine);
        let what = format!("internal error in engine {engine}");
        for status in ledger.status.iter_mut() {
            *status = Status::Unknown(UnknownReason::Internal { what: what.clone() });
        }
        ledger
    }

    fn turn(&self, turn: Turn, pause: Option<Arc<AtomicBool>>, notes: &Sender<Note>) -> Ledger {
        let Some(engine) = engines::engine(turn.engine, self.settings) else { return self.failed(turn.engine) };
        let mut task = self.task.clone();
        task.limits.pause = pause;
        if let Some(percent) = turn.memory {
            task.limits = task.limits.part_of_memory(percent);
        }
        match turn.share.map(|share| Instant::now() + share) {
            Some(latest) if turn.yields => task.yields_at = Some(latest),
            Some(latest) => task.limits = task.limits.until(latest),
            None => {}
        }
        engine.check(&task, &mut Forward(notes))
    }

    /// What an engine that is done leaves behind.
    fn take(&self, ledger: &mut Ledger, theirs: Ledger) {
        if theirs.engine.unwinds() {
            ledger.cut.clone_from(&theirs.cut);
            ledger.too_long = theirs.too_long;
        }
        let engine = theirs.engine;
        if ledger.merge(theirs) {
            self.board.stop();
        }
        if let Some(saved) = &self.task.saved {
            saved.hand_over(engine, ledger);
        }
    }

    fn adjust(&self, stage: Stage) -> Stage {
        let undecided = self.board.open();
        Stage { decided: (stage.decided + stage.undecided).saturating_sub(undecided), undecided, ..stage }
    }

    fn finish(&self, mut ledger: Ledger, met: Option<Limit>) -> Ledger {
        if let Some(limit) = met {
            ledger.stop(limit);
        }
        ledger
    }
}

/// Progress of an engine goes to whoever shows it.
struct Forward<'a>(&'a Sender<Note>);

impl Progress for Forward<'_> {
    fn stage(&mut self, stage: &Stage) {
        let _ = self.0.send(Note::Stage(*stage));
    }

    fn note(&mut self, note: &str) {
        let _ = self.0.send(Note::Plan(note.to_string()));
    }
}
