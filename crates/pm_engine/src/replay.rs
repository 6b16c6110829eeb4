//! Replay: a model of the solver becomes an execution of the interpreter, which alone says what is violated.

use crate::ledger::{Counterexample, Ledger, Status, UnknownReason};
use pm_base::{Interner, Span, Symbol};
use pm_interp::{EventKind, Oracle, Outcome, RunOptions};
use pm_ir::{Program, PropId, Ty};
use std::io::sink;

/// A counterexample as the oracle of a run: the recorded values in order, zeros behind them.
pub struct Recorded<'a> {
    inputs: std::slice::Iter<'a, (Symbol, Ty, u128)>,
    contents: &'a [(u64, Vec<u8>)],
}

impl<'a> Recorded<'a> {
    pub fn new(c: &'a Counterexample) -> Self {
        Recorded { inputs: c.inputs.iter(), contents: &c.contents }
    }
}

impl Oracle for Recorded<'_> {
    fn nondet(&mut self, _: Symbol, _: Ty, _: Span) -> Option<u128> {
        Some(self.inputs.next().map_or(0, |(_, _, v)| *v))
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

/// Steps after which loops are skipped in the one execution of a program that leaves nothing open.
pub const SKIP_AFTER: u64 = 1 << 24;

/// How a counterexample is run.
pub fn run_options(c: &Counterexample) -> RunOptions {
    let leaves_nothing_open = c.inputs.is_empty() && c.contents.is_empty();
    RunOptions {
        max_steps: Some(c.max_steps),
        lenient: c.lenient,
        mmio: c.mmio.clone(),
        skip_after: leaves_nothing_open.then_some(SKIP_AFTER),
        ..RunOptions::default()
    }
}

/// Runs the program on what the counterexample recorded and returns how it ends.
pub fn replay(program: &Program, names: &Interner, c: &Counterexample) -> Outcome {
    let mut oracle = Recorded::new(c);
    pm_interp::run(program, names, &run_options(c), &mut oracle, &mut sink(), &mut sink()).outcome
}

/// Replays a counterexample and enters what the interpreter sees, for whichever property it is. Whether another engine has
/// decided that property does not matter: a contradiction must show when the ledgers are put together.
///
/// # Errors
/// Why nothing was entered.
pub fn confirm(
    ledger: &mut Ledger,
    (program, names): (&Program, &Interner),
    mut c: Counterexample,
) -> Result<PropId, UnknownReason> {
    c.outcome = replay(program, names, &c);
    match &c.outcome {
        Outcome::Violation { prop, .. } if !ledger.status[*prop].is_final() => {
            let prop = *prop;
            ledger.decide(prop, Status::Violated(Box::new(c)));
            Ok(prop)
        }
        other => Err(UnknownReason::NotReplayed { outcome: format!("{other:?}").chars().take(300).collect() }),
    }
}
