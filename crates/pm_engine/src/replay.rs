//! Replay: a model of the solver becomes an execution of the interpreter, which alone says what is violated.

use crate::evidence::Counterexample;
use crate::ledger::{Ledger, Status, UnknownReason};
use crate::task::Task;
use pm_base::{Interner, Span, Symbol};
use pm_interp::{EventKind, Oracle, Outcome, RunOptions};
use pm_ir::{Program, PropId, Ty};
use pm_solve::{Limit, Limits};
use std::io::sink;

/// A counterexample as the oracle of a run: the recorded values in order, zeros behind them.
pub struct Recorded<'a> {
    inputs: std::slice::Iter<'a, (Symbol, Ty, u128)>,
    contents: &'a [(u64, Vec<u8>)],
    limits: &'a Limits,
}

impl<'a> Recorded<'a> {
    pub fn new(c: &'a Counterexample, limits: &'a Limits) -> Self {
        Recorded { inputs: c.inputs.iter(), contents: &c.contents, limits }
    }
}

impl Oracle for Recorded<'_> {
    fn nondet(&mut self, _: Symbol, _: Ty, _: Span) -> Option<u128> {
        Some(self.inputs.next().map_or(0, |(_, _, v)| *v))
    }

    fn interrupted(&mut self) -> bool {
        self.limits.exceeded().is_some()
    }

    fn supplies(&self, _: EventKind) -> bool {
        !self.contents.is_empty()
    }

    fn contents(&mut self, event: u64, _: EventKind, _: u64) -> Option<Vec<u8>> {
        let at = self.contents.binary_search_by_key(&event, |(e, _)| *e).ok()?;
        Some(self.contents[at].1.clone())
    }
}

/// Steps of a replay, where nothing better is known: some seconds.
pub const STEPS: u64 = 2_000_000_000;

/// Steps after which iterations that all do the same are skipped: what is seen is the same.
pub const SKIP_AFTER: u64 = 1 << 24;

/// The part of Proofmark's memory that objects of a run may have: what is known of their bytes takes more.
const PART_OF_MEMORY: u64 = 4;

/// Bytes of objects of a run within limits.
pub fn memory(limits: &Limits) -> u64 {
    let part = limits.memory.into_iter().chain(limits.address_space).map(|bytes| bytes / PART_OF_MEMORY);
    part.fold(RunOptions::default().max_memory, u64::min)
}

/// How a counterexample is run.
pub fn run_options(c: &Counterexample, limits: &Limits) -> RunOptions {
    RunOptions {
        max_steps: Some(c.max_steps),
        max_memory: memory(limits),
        lenient: c.lenient,
        mmio: c.mmio.clone(),
        passed: c.passed.clone(),
        skip_after: Some(SKIP_AFTER),
        ..RunOptions::default()
    }
}

/// Runs the program on what the counterexample recorded and returns how it ends.
pub fn replay(program: &Program, names: &Interner, c: &Counterexample, limits: &Limits) -> Outcome {
    let mut oracle = Recorded::new(c, limits);
    pm_interp::run(program, names, &run_options(c, limits), &mut oracle, &mut sink(), &mut sink()).outcome
}

/// Enters the goals that an execution covers; returns one that was open.
fn judged(
    ledger: &mut Ledger,
    c: &Counterexample,
    covered: Result<Vec<PropId>, String>,
) -> Result<PropId, UnknownReason> {
    let outside = |outcome: String| UnknownReason::NotReplayed { outcome };
    let mut new = None;
    for prop in covered.map_err(outside)? {
        if !ledger.status[prop].is_final() {
            ledger.decide(prop, Status::Violated(Box::new(c.clone())));
            new = Some(prop);
        }
    }
    new.ok_or_else(|| outside("it covers no goal that is open".into()))
}

/// Replays a counterexample and enters what the interpreter sees, for whichever property it is. Whether another engine has
/// decided that property does not matter: a contradiction must show when the ledgers are put together.
///
/// # Errors
/// Why nothing was entered.
pub fn confirm(task: &Task, ledger: &mut Ledger, mut c: Counterexample) -> Result<PropId, UnknownReason> {
    if let Some(judge) = &task.judge {
        return judged(ledger, &c, judge.covered(&c));
    }
    c.outcome = replay(task.program, task.names, &c, &task.limits);
    match &c.outcome {
        Outcome::Violation { prop, .. } if !ledger.status[*prop].is_final() => {
            let prop = *prop;
            ledger.decide(prop, Status::Violated(Box::new(c)));
            Ok(prop)
        }
        Outcome::StepLimit if let Some(limit) = task.limits.exceeded() => Err(limit.into()),
        Outcome::MemoryLimit { .. } => Err(Limit::Memory.into()),
        other => Err(UnknownReason::NotReplayed { outcome: in_words(other) }),
    }
}

/// What a run came to, for a reader.
fn in_words(outcome: &Outcome) -> String {
    let text = match outcome {
        Outcome::Exit(code) => format!("its run ends with {code}"),
        Outcome::Violation { reason, .. } => format!("its run violates another property: {reason}"),
        Outcome::AssumeFailed { .. } => "an assumption does not hold in its run".to_string(),
        Outcome::Undefined { what, .. } => format!("its run does what is undefined: {what}"),
        Outcome::InputsExhausted { .. } => "its run asks for more inputs".to_string(),
        other => format!("{other:?}"),
    };
    text.chars().take(300).collect()
}
