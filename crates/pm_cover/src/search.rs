//! Looks for executions that reach goals, and for proofs that none does: chosen and random inputs first, then bounded model checking of all open
//! goals together, then the proof engines on what is left; all of them for a short time first, so that nobody waits for what another one knows at once.
//!
//! Each model of the solver is run by the interpreter, and strikes out all that it covers. Goals do not end executions: the next one is looked for
//! behind them, in the same run of the same solver. What is proved unreachable was certified as for `check`.

use crate::goals::Goals;
use crate::judge::{Referee, TestVector};
use crate::signals::Signals;
use crate::simplify::shorten;
use pm_engine::evidence::Given;
use pm_engine::explore::{Explorer, Marked, WATCHED};
use pm_engine::{
    Counterexample, Engine, EngineId, Judge, Ledger, Limit, Status, Task, UnknownReason, auto, beyond, bmc,
};
use pm_interp::RunOptions;
use pm_ir::{Inst, InstKind, Operand, Program, PropId, PropertyKind, Rvalue, StorageKind, Ty, UnOp, Var};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Runs that see nothing new before there is no more to expect: at least, and for each one before them.
const IN_VAIN: (u32, u32) = (2_000, 2);
/// The part of the time for chosen inputs, and at most.
const EXPLORING: (u32, Duration) = (10, Duration::from_secs(10));
/// The solver goes on so long without a new goal, and for a part of the time that it took.
const PATIENCE: (Duration, u32) = (Duration::from_secs(20), 2);
/// The first time, solver and proofs have so long: what is easily found, and what is easily seen to be unreachable, makes the questions smaller.
const FIRST: (Duration, Duration) = (Duration::from_secs(2), Duration::from_secs(8));
/// The part of the time for inputs that are held, and at most; instructions of a run.
const HOLDING: (u32, Duration) = (4, Duration::from_secs(75));
const HOLDING_FIRST: Duration = Duration::from_secs(5);
const HELD_STEPS: u64 = 1 << 20;
/// Vectors with more inputs end where they have come to what is new.
const LONG: usize = 100;
const TICK: Duration = Duration::from_millis(50);

/// What is known of an event.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    Open(String),
    Covered,
    /// By this engine.
    Unreachable(EngineId),
}

/// Who found a vector.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Finder {
    Chosen,
    Solver,
    Prover,
}

/// What a search knows so far.
#[derive(Clone, Default)]
pub struct Outcome {
    pub vectors: Vec<(TestVector, Finder)>,
    pub covered: FxHashSet<PropId>,
    /// Events that are proved not to happen.
    pub never: FxHashMap<PropId, EngineId>,
    /// Why the others are open.
    pub open: FxHashMap<PropId, String>,
    /// What the stages took, and how many events were open behind them.
    pub stages: Vec<(&'static str, Duration, usize)>,
    /// When the last event was covered.
    last: Option<Instant>,
}

pub struct Search<'a> {
    pub goals: &'a Goals,
    pub referee: &'a Referee<'a>,
    /// How the program is read; limits.
    pub task: &'a Task<'a>,
    /// Who is asked about what, for comparison: each goal by a run of its own.
    pub one_by_one: bool,
    found: Mutex<Outcome>,
    finder: Mutex<Finder>,
}

impl<'a> Search<'a> {
    pub fn new(goals: &'a Goals, referee: &'a Referee<'a>, task: &'a Task<'a>) -> Search<'a> {
        let (found, finder) = (Mutex::new(Outcome::default()), Mutex::new(Finder::Chosen));
        Search { goals, referee, task, one_by_one: false, found, finder }
    }

    pub fn run(&self) -> Outcome {
        self.stage("chosen inputs", Finder::Chosen, |this| {
            if !this.one_by_one {
                this.explore()
            }
        });
        let mut signals = Signals::new(self.referee.program);
        if self.one_by_one {
            self.stage("solver", Finder::Solver, Self::solve_each);
        } else {
            let (patience, proving) = FIRST;
            self.stage("signals, at first", Finder::Chosen, |this| this.hold(&mut signals, HOLDING_FIRST));
            self.stage("solver, at first", Finder::Solver, |this| this.solve(&this.wanted(), patience));
            self.stage("proofs, at first", Finder::Prover, |this| this.prove(Some(proving)));
            lock(&self.found).open.clear();
            self.stage("signals", Finder::Chosen, |this| this.hold(&mut signals, HOLDING.1));
            self.stage("solver", Finder::Solver, |this| this.solve(&this.wanted(), PATIENCE.0));
        }
        self.stage("proofs", Finder::Prover, |this| this.prove(None));
        self.so_far()
    }

    /// What is known now.
    pub fn so_far(&self) -> Outcome {
        lock(&self.found).clone()
    }

    /// There is no more time, or memory.
    pub fn ended_by(&self, limit: Limit) {
        self.wanted().iter().for_each(|p| self.note_open(*p, limit.to_string()));
    }

    fn stage(&self, name: &'static str, finder: Finder, work: impl FnOnce(&Self)) {
        let begun = Instant::now();
        *lock(&self.finder) = finder;
        work(self);
        let open = self.wanted().len();
        lock(&self.found).stages.push((name, begun.elapsed(), open));
    }

    /// Events that some goal still needs.
    fn wanted(&self) -> FxHashSet<PropId> {
        let found = lock(&self.found);
        let covered = |p: PropId| found.covered.contains(&p);
        let never = |p: PropId| found.never.contains_key(&p);
        let open = self.goals.all.iter().filter(|g| !g.needs.is_met(covered) && !g.needs.is_excluded(never));
        open.flat_map(|g| g.needs.wanted(covered)).filter(|p| !never(*p)).collect()
    }

    fn note_open(&self, event: PropId, why: String) {
        lock(&self.found).open.entry(event).or_insert(why);
    }

    /// Takes an execution, if it is worth something: what it covers; `Err`: why that is nothing new.
    fn take(&self, given: &Given) -> Result<Vec<PropId>, String> {
        let vector = self.referee.examine(given)?;
        if let Some(why) = &vector.cut
            && !vector.covered.iter().any(|p| self.is_open(*p))
        {
            return Err(why.clone());
        }
        let vector = self.without_tail(vector);
        let finder = *lock(&self.finder);
        let mut found = lock(&self.found);
        let covered = vector.covered.clone();
        if covered.iter().any(|p| !found.covered.contains(p)) {
            found.covered.extend(covered.iter().copied());
            found.vectors.push((vector, finder));
            found.last = Some(Instant::now());
        }
        Ok(covered)
    }

    /// A long execution, as far as it comes to something new.
    fn without_tail(&self, vector: TestVector) -> TestVector {
        let new: Vec<Vec<PropId>> = vector.covered.iter().filter(|p| self.is_open(**p)).map(|p| vec![*p]).collect();
        if vector.inputs.len() <= LONG || new.is_empty() {
            return vector;
        }
        shorten(self.referee, vector, &new.iter().collect::<Vec<_>>())
    }

    // ---- chosen inputs --------------------------------------------------------------------------------------------

    fn explore(&self) {
        let begun = Instant::now();
        let (part, most) = EXPLORING;
        let time = self.task.limits.deadline.map_or(most, |d| d.saturating_duration_since(begun) / part).min(most);
        let task = Task { program: self.referee.program, ..self.task.clone() };
        let ledger = Ledger::new(task.program, EngineId::AUTO);
        let marked = Marked::new(task.program, &ledger);
        let mut explorer = Explorer::new(&task, &marked, Vec::new());
        let (mut runs, mut last_new): (u32, u32) = (0, 0);
        while runs - last_new < last_new.saturating_mul(IN_VAIN.1).max(IN_VAIN.0)
            && begun.elapsed() < time
            && task.limits.exceeded().is_none()
            && !self.wanted_is_empty(runs)
        {
            let mut explored = explorer.run();
            runs += 1;
            let is_new = explored.run.covered.iter().any(|p| self.is_open(*p));
            explored.is_new |= is_new && self.take(&explored.given).is_ok_and(|c| !c.is_empty());
            if explored.is_new {
                last_new = runs;
            }
            if explored.is_only {
                break;
            }
            if explored.is_new && explored.run.steps <= WATCHED {
                explorer.watch(&explored, None);
            }
        }
    }

    /// Inputs that stay for a while (`signals.rs`).
    fn hold(&self, signals: &mut Signals, most: Duration) {
        let begun = Instant::now();
        let part = HOLDING.0;
        let limits = &self.task.limits;
        let time = limits.deadline.map_or(most, |d| d.saturating_duration_since(begun) / part).min(most);
        let snapshot = signals.watched().to_vec();
        let options = RunOptions { max_steps: Some(HELD_STEPS), snapshot, ..self.referee.options() };
        let (mut runs, mut last_new): (u32, u32) = (0, 0);
        while runs - last_new < last_new.saturating_mul(IN_VAIN.1).max(4 * IN_VAIN.0)
            && begun.elapsed() < time
            && limits.exceeded().is_none()
            && !self.wanted_is_empty(runs)
        {
            let mut oracle = signals.next_run();
            let run = pm_interp::run_again(self.referee.program, self.task.names, &options, &mut oracle);
            runs += 1;
            signals.note(&run);
            if run.covered.iter().any(|p| self.is_open(*p)) {
                let given = Given { inputs: run.inputs, contents: Vec::new() };
                if self.take(&given).is_ok_and(|c| !c.is_empty()) {
                    last_new = runs;
                }
                signals.keep(&given.inputs);
            }
        }
    }

    fn wanted_is_empty(&self, runs: u32) -> bool {
        const OFTEN: u32 = 64;
        runs.is_multiple_of(OFTEN) && self.wanted().is_empty()
    }

    fn is_open(&self, event: PropId) -> bool {
        (event.0 as usize) < self.referee.program.props.len()
            && self.is_event(event)
            && !lock(&self.found).covered.contains(&event)
    }

    fn is_event(&self, event: PropId) -> bool {
        self.referee.program.props[event].kind == PropertyKind::Cover
    }

    // ---- the solver -----------------------------------------------------------------------------------------------

    fn solve(&self, wanted: &FxHashSet<PropId>, patience: Duration) {
        if wanted.is_empty() {
            return;
        }
        let program = with_goals(self.task.program, wanted);
        let stop = Arc::new(AtomicBool::new(false));
        let limits = pm_engine::Limits { interrupt: Some(stop.clone()), ..self.task.limits.clone() };
        let ignored = program.props.ids().filter(|p| !wanted.contains(p)).collect();
        let judge: Arc<dyn Judge + '_> = Arc::new(Striking(self));
        let task = Task { program: &program, ignored, limits, judge: Some(judge), ..self.task.clone() };
        lock(&self.found).last = Some(Instant::now());
        let done = AtomicBool::new(false);
        let ledger = std::thread::scope(|scope| {
            scope.spawn(|| self.watch(&done, &stop, patience));
            let ledger = on_large_stack(|| bmc::Options::default().check(&task, &mut pm_engine::engine::Silent));
            done.store(true, Ordering::Relaxed);
            ledger
        });
        for p in wanted {
            if let Status::Unknown(UnknownReason::NotReplayed { outcome }) = &ledger.status[*p] {
                self.note_open(*p, no_test(outcome));
            }
        }
    }

    /// Each event by a solver of its own.
    fn solve_each(&self) {
        let mut all: Vec<PropId> = self.wanted().into_iter().collect();
        all.sort_unstable();
        for event in all {
            self.solve(&FxHashSet::from_iter([event]), PATIENCE.0);
        }
    }

    /// Ends the solver where nothing new comes for long, or nothing is wanted.
    fn watch(&self, done: &AtomicBool, stop: &AtomicBool, least: Duration) {
        let begun = Instant::now();
        let part = PATIENCE.1;
        while !done.load(Ordering::Relaxed) {
            std::thread::sleep(TICK);
            let last = lock(&self.found).last.unwrap_or(begun);
            let outside = self.task.limits.interrupt.as_ref().is_some_and(|i| i.load(Ordering::Relaxed));
            if outside || last.elapsed() > least.max(last.saturating_duration_since(begun) / part) {
                stop.store(true, Ordering::Relaxed);
            }
        }
    }

    // ---- proofs ---------------------------------------------------------------------------------------------------

    /// What is left is given to all engines, until nothing changes, or so long.
    fn prove(&self, time: Option<Duration>) {
        let end = time.map(|t| Instant::now() + t);
        let deadline = [self.task.limits.deadline, end].into_iter().flatten().min();
        let limits = pm_engine::Limits { deadline, ..self.task.limits.clone() };
        loop {
            let wanted = self.wanted();
            if let Some(limit) = limits.exceeded() {
                return self.ended_by(limit);
            }
            if wanted.is_empty() {
                return;
            }
            let program = with_goals(self.task.program, &wanted);
            let ignored = program.props.ids().filter(|p| !wanted.contains(p)).collect();
            let task = Task { program: &program, ignored, limits: limits.clone(), ..self.task.clone() };
            let engine = auto::engine(EngineId::AUTO, Default::default());
            let ledger = on_large_stack(|| beyond::check(&*engine, &task, false, &mut pm_engine::engine::Silent));
            if !self.enter(&wanted, &ledger) {
                return;
            }
        }
    }

    /// Takes what the engines say; whether there is more to ask.
    fn enter(&self, wanted: &FxHashSet<PropId>, ledger: &Ledger) -> bool {
        let mut progress = false;
        for p in wanted {
            match &ledger.status[*p] {
                Status::Proved { by } | Status::Unreachable { by } => _ = lock(&self.found).never.insert(*p, *by),
                Status::Violated(c) => match self.take(&given(c)) {
                    Ok(covered) if covered.contains(p) => progress = true,
                    Ok(_) => self.note_open(*p, no_test("it covers something else")),
                    Err(why) => self.note_open(*p, no_test(&why)),
                },
                Status::HoldsUpTo { bound } => {
                    self.note_open(*p, format!("not reached in executions up to bound {bound}"))
                }
                Status::Unknown(reason) => self.note_open(*p, describe(reason)),
            }
        }
        let found = lock(&self.found).open.clone();
        progress && self.wanted().iter().any(|p| !found.contains_key(p))
    }
}

fn no_test(why: &str) -> String {
    format!("reached only by an execution that is no test: {why}")
}

/// Enters what executions of the solver cover, and tells it what nobody needs any more.
struct Striking<'s, 'a>(&'s Search<'a>);

impl Judge for Striking<'_, '_> {
    fn covered(&self, execution: &Counterexample) -> Result<Vec<PropId>, String> {
        let mut settled = self.0.take(&given(execution))?;
        let wanted = self.0.wanted();
        settled.retain(|p| self.0.is_event(*p));
        let needless = self.0.referee.program.props.ids().filter(|p| self.0.is_event(*p) && !wanted.contains(p));
        let mut all: FxHashSet<PropId> = needless.collect();
        all.extend(settled);
        Ok(all.into_iter().collect())
    }
}

fn given(c: &Counterexample) -> Given {
    Given { inputs: c.inputs.clone(), contents: c.contents.clone() }
}

fn describe(reason: &UnknownReason) -> String {
    match reason {
        UnknownReason::NotChecked => "nobody came to it".into(),
        UnknownReason::Limit(limit) => limit.to_string(),
        UnknownReason::Inexact { what, .. } => what.clone(),
        UnknownReason::Rejected { what } | UnknownReason::Internal { what } | UnknownReason::Refuted { what } => {
            what.clone()
        }
        UnknownReason::NotReplayed { outcome } => format!("an execution was not confirmed: {outcome}"),
        UnknownReason::Contradiction => "engines contradict each other".into(),
        UnknownReason::LastIteration { .. } | UnknownReason::EachIteration { .. } => "not decided".into(),
    }
}

/// The program in which these goals are properties: that the event does not happen. Other goals are gone.
fn with_goals(program: &Program, wanted: &FxHashSet<PropId>) -> Program {
    let mut out = program.clone();
    for func in out.funcs.iter_mut() {
        for block in func.blocks.iter_mut() {
            let old = std::mem::take(&mut block.insts);
            for inst in old {
                let InstKind::Cover { cond, prop } = inst.kind else {
                    block.insts.push(inst);
                    continue;
                };
                if !wanted.contains(&prop) {
                    continue;
                }
                let none = match cond {
                    Operand::Var(_) => {
                        let var = Var { name: None, ty: Ty::BOOL, cty: None, kind: StorageKind::Temp, span: inst.span };
                        let dst = func.vars.push(var);
                        let value = Rvalue::Unary { op: UnOp::Not, ty: Ty::BOOL, a: cond };
                        block.insts.push(Inst { kind: InstKind::Assign { dst, value }, ..inst });
                        Operand::Var(dst)
                    }
                    constant if constant == Operand::TRUE => Operand::FALSE,
                    _ => Operand::TRUE,
                };
                let kind = InstKind::Assert { cond: Rvalue::Use(none), prop };
                block.insts.push(Inst { kind, span: inst.span, role: inst.role });
            }
        }
    }
    for p in wanted {
        out.props[*p].goes_on = true;
    }
    out
}

/// Engines recurse over programs.
fn on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    const STACK: usize = 1 << 29;
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        match worker.map(|w| w.join()) {
            Ok(Ok(value)) => value,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(e) => panic!("cannot start a thread: {e}"),
        }
    })
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
