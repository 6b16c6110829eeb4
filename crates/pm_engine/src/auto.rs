//! The default engine: all that help, side by side, each with what it is good at.
//!
//! The interpreter goes first: a program that leaves nothing open has one execution, and running it is the whole answer; at the
//! first input it stops, and tries a few inputs later (`probe`). Bounded model checking looks for violations and for loops
//! that end; the proof engines look for invariants. Each keeps its own ledger with its evidence; the board tells the others
//! what is decided, and all stop when everything is. The verdict is the same whoever is first: violations are replayed, proofs
//! are checked, and engines that contradict each other are an error.

use crate::bmc::{self, Progress, Stage};
use crate::board::Board;
use crate::ledger::{Ledger, Status, UnknownReason};
use crate::load::Load;
use crate::seats::Seats;
use crate::{ic3, kind, probe, single};
use pm_base::Interner;
use pm_ir::Program;
use pm_solve::{Limit, Limits};
use pm_symex::SymexOptions;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Sender, channel};
use std::thread::{Builder, Scope, scope};
use std::time::{Duration, Instant};

/// An engine and when it may run.
#[derive(Clone, Copy, Debug)]
struct Turn {
    engine: Member,
    /// Not before so much time has passed, unless nobody else is at work.
    after: Duration,
    /// The most time that it gets, if others wait; more where it has to share its processor.
    share: Option<Duration>,
    /// It does not wait for others to end: they take turns.
    squeezes: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Member {
    Run,
    Bmc,
    Kind,
    Ic3,
}

impl Member {
    const ALL: [Member; 4] = [Member::Run, Member::Bmc, Member::Kind, Member::Ic3];

    fn name(self) -> &'static str {
        match self {
            Member::Run => single::NAME,
            Member::Bmc => "bmc",
            Member::Kind => kind::NAME,
            Member::Ic3 => ic3::NAME,
        }
    }
}

const fn turn(engine: Member, after: Duration, share: Option<Duration>) -> Turn {
    Turn { engine, after, share, squeezes: false }
}

/// Most violations are found within a second, and most programs without inputs end at once: what comes later waits so
/// long. Induction finds its simple proofs fast; it comes back when nobody else has an answer, and then all take turns.
const SCHEDULE: [Turn; 5] = [
    turn(Member::Run, Duration::ZERO, Some(Duration::from_secs(60))),
    turn(Member::Bmc, Duration::from_millis(20), None),
    turn(Member::Kind, Duration::from_millis(300), Some(Duration::from_secs(4))),
    turn(Member::Ic3, Duration::from_millis(600), None),
    Turn { squeezes: true, ..turn(Member::Kind, Duration::from_secs(8), None) },
];

/// Where contracts may tell what recursion does, a proof takes some time to guess them.
const RECURSIVE: [Turn; 5] = [
    turn(Member::Run, Duration::ZERO, Some(Duration::from_secs(60))),
    turn(Member::Bmc, Duration::from_millis(20), None),
    turn(Member::Kind, Duration::from_millis(300), Some(Duration::from_secs(20))),
    turn(Member::Ic3, Duration::from_millis(600), None),
    Turn { squeezes: true, ..turn(Member::Kind, Duration::from_secs(25), None) },
];

/// With one job the engines take turns; the last has what is left.
const SERIAL: [Turn; 5] = [
    turn(Member::Run, Duration::ZERO, Some(Duration::from_secs(20))),
    turn(Member::Bmc, Duration::MAX, Some(Duration::from_secs(2))),
    turn(Member::Kind, Duration::MAX, Some(Duration::from_secs(10))),
    turn(Member::Ic3, Duration::MAX, Some(Duration::from_secs(30))),
    turn(Member::Bmc, Duration::MAX, None),
];

/// Guessed inputs come when bounded model checking had time for violations that are near, whose traces are short.
const PROBES_AFTER: Duration = Duration::from_millis(1500);

/// Percent of the memory up to which bounded model checking works: its formulas grow without end, and the others need some to go on.
const MEMORY_OF_BMC: u64 = 80;

/// Where something is violated behind which executions go on, others of its kind are looked for so long at least, and as long as it took.
const PASSED: Duration = Duration::from_millis(300);

/// How often limits are looked at while the engines work.
const POLL: Duration = Duration::from_millis(20);

/// Programs nest deeply; the engines recurse over them.
const STACK: usize = 128 << 20;

enum Note {
    Stage(Stage),
    Done(Member, Box<Ledger>),
}

pub fn check(program: &Program, names: &Interner, options: &bmc::Options, progress: &mut dyn Progress) -> Ledger {
    let board = Arc::new(Board::new(program, &options.ignored, options.stop_on_fail));
    let limits = Limits { interrupt: Some(board.stop_flag()), ..options.limits.clone() };
    let shared = bmc::Options { board: Some(board.clone()), limits, ..options.clone() };
    let team = Team { program, names, options: &shared, board: &board, user: &options.limits };
    scope(|scope| team.work(scope, progress))
}

struct Team<'a> {
    program: &'a Program,
    names: &'a Interner,
    options: &'a bmc::Options,
    board: &'a Board,
    /// The limits without the board.
    user: &'a Limits,
}

impl<'a> Team<'a> {
    fn work<'s>(&'s self, scope: &'s Scope<'s, '_>, progress: &mut dyn Progress) -> Ledger {
        let (tx, rx) = channel();
        let begin = Instant::now();
        let jobs = self.options.jobs.max(1);
        let schedule = match jobs {
            1 => SERIAL,
            _ if pm_model::contracts::are_useful(self.program) => RECURSIVE,
            _ => SCHEDULE,
        };
        let mut waiting: VecDeque<Turn> = schedule.into();
        let mut ledger = Ledger::new(self.program, "auto");
        // The interpreter does not count: it has its answer soon, or there is nothing else to do but what it does.
        // The search for invariants gains most from time: it keeps its seat when there are more engines than seats.
        let (mut seats, mut running) = (Seats::new(jobs, Member::Ic3 as usize), false);
        let (mut met, mut passed) = (None, None);
        let mut load = Load::default();
        loop {
            load.sample();
            while let Some(turn) = waiting.front().copied()
                && !self.board.stopped()
                && self.closing().is_none()
                && !seats.is_here(turn.engine as usize)
                && (seats.len() == 0 && !running
                    || (turn.squeezes || seats.len() < jobs) && begin.elapsed() >= turn.after)
            {
                waiting.pop_front();
                let turn = Turn { share: turn.share.map(|share| load.stretch(share)), ..turn };
                match turn.engine {
                    Member::Run => running = self.spawn(scope, turn, None, tx.clone()),
                    Member::Bmc | Member::Kind | Member::Ic3 => {
                        let pause = seats.enter(turn.engine as usize);
                        if !self.spawn(scope, turn, Some(pause), tx.clone()) {
                            seats.leave(turn.engine as usize);
                        }
                    }
                }
            }
            if seats.len() == 0 && !running {
                break;
            }
            seats.rotate();
            seats.leave_alone(self.closing().map(|member| member as usize));
            match rx.recv_timeout(POLL).ok() {
                Some(Note::Stage(stage)) => progress.stage(&self.adjust(stage)),
                Some(Note::Done(member, theirs)) => {
                    match member {
                        Member::Run => running = false,
                        Member::Bmc | Member::Kind | Member::Ic3 => seats.leave(member as usize),
                    }
                    self.take(&mut ledger, *theirs);
                }
                None => met = met.or_else(|| self.limit()),
            }
            if self.options.leaves_passed && self.board.has_passed() {
                let since = *passed.get_or_insert_with(|| begin.elapsed());
                if begin.elapsed() > since + PASSED.max(since) {
                    self.board.stop();
                }
            }
        }
        self.finish(ledger, met)
    }

    /// Who has a proof of all that is open.
    fn closing(&self) -> Option<Member> {
        let name = *self.board.closing();
        Member::ALL.into_iter().find(|member| Some(member.name()) == name)
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
    fn failed(&self, engine: Member) -> Ledger {
        let mut ledger = Ledger::new(self.program, engine.name());
        let what = format!("internal error in engine {}", engine.name());
        for status in ledger.status.iter_mut() {
            *status = Status::Unknown(UnknownReason::Internal { what: what.clone() });
        }
        ledger
    }

    fn turn(&self, turn: Turn, pause: Option<Arc<AtomicBool>>, notes: &Sender<Note>) -> Ledger {
        let mut options = self.options.clone();
        options.limits.pause = pause;
        if turn.engine == Member::Bmc {
            options.limits = options.limits.part_of_memory(MEMORY_OF_BMC);
        }
        if let Some(share) = turn.share {
            let latest = Instant::now() + share;
            if turn.engine == Member::Kind && self.options.jobs > 1 {
                options.induction.yields_at = Some(latest);
            } else {
                options.limits = options.limits.until(latest);
            }
        }
        let mut line = Forward(notes);
        match turn.engine {
            Member::Run => self.run(&options),
            Member::Bmc => bmc::check(self.program, self.names, &options, &mut line),
            Member::Kind => kind::check(self.program, self.names, &options, &mut line),
            Member::Ic3 => ic3::check(self.program, self.names, &options, &mut line),
        }
    }

    fn run(&self, options: &bmc::Options) -> Ledger {
        let reading = SymexOptions { lenient: options.lenient, mmio: options.mmio.clone(), ..SymexOptions::default() };
        let mut found = single::check(self.program, self.names, &options.ignored, &reading, &options.limits);
        // One job is better spent by an engine that can also prove something.
        if found.is_none() && options.jobs > 1 && self.wait(PROBES_AFTER) {
            found = probe::check(self.program, self.names, &options.ignored, &reading, &options.limits);
        }
        if let Some(ledger) = &found {
            ledger.publish(self.board);
            if let Some(saved) = &options.saved {
                saved.keep(ledger);
            }
        }
        found.unwrap_or_else(|| Ledger::new(self.program, single::NAME))
    }

    /// Waits, unless all is decided before.
    fn wait(&self, time: Duration) -> bool {
        let end = Instant::now() + time;
        while Instant::now() < end && !self.board.stopped() {
            std::thread::sleep(POLL);
        }
        !self.board.stopped()
    }

    /// What an engine that is done leaves behind.
    fn take(&self, ledger: &mut Ledger, theirs: Ledger) {
        if theirs.engine == "bmc" {
            ledger.cut.clone_from(&theirs.cut);
            ledger.too_long = theirs.too_long;
        }
        let engine = theirs.engine;
        if ledger.merge(theirs) {
            self.board.stop();
        }
        if let Some(saved) = &self.options.saved {
            saved.hand_over(engine, ledger);
        }
    }

    fn adjust(&self, stage: Stage) -> Stage {
        let undecided = self.board.open();
        Stage { decided: (stage.decided + stage.undecided).saturating_sub(undecided), undecided, ..stage }
    }

    fn finish(&self, mut ledger: Ledger, met: Option<Limit>) -> Ledger {
        let Some(limit) = met else { return ledger };
        let reason = crate::ledger::limit_reason(limit);
        for status in ledger.status.iter_mut() {
            if matches!(status, Status::Unknown(UnknownReason::NotChecked | UnknownReason::Interrupted)) {
                *status = Status::Unknown(reason.clone());
            }
        }
        ledger.stopped = Some(reason);
        ledger
    }
}

/// Progress of an engine goes to whoever shows it.
struct Forward<'a>(&'a Sender<Note>);

impl Progress for Forward<'_> {
    fn stage(&mut self, stage: &Stage) {
        let _ = self.0.send(Note::Stage(*stage));
    }
}
