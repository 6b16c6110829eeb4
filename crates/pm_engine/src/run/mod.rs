//! The interpreter as an engine: the one execution of a program that leaves nothing open, or a few on inputs that are guessed.

pub mod probe;
pub mod single;

use crate::engine::{Engine, Progress};
use crate::id::EngineId;
use crate::ledger::{Keeper, Ledger};
use crate::task::Task;
use std::time::{Duration, Instant};

/// Guessed inputs come when bounded model checking had time for violations that are near, whose traces are short.
const PROBES_AFTER: Duration = Duration::from_millis(1500);

/// How often it looks whether it is still needed while it waits.
const POLL: Duration = Duration::from_millis(20);

/// The engine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options;

impl Engine for Options {
    fn id(&self) -> EngineId {
        EngineId::RUN
    }

    fn check(&self, task: &Task, _: &mut dyn Progress) -> Ledger {
        let mut found = single::check(task);
        // One job is better spent by an engine that can also prove something.
        if found.is_none() && task.jobs > 1 && wait(task) {
            found = probe::check(task);
        }
        let Some(ledger) = found else { return Ledger::new(task.program, self.id()) };
        if let Some(board) = &task.board {
            ledger.publish(board);
        }
        if let Some(saved) = &task.saved {
            Keeper::keep(&**saved, &ledger);
        }
        ledger
    }
}

/// Leaves the others some time; whether anything is left to do then.
fn wait(task: &Task) -> bool {
    let is_over = || task.board.as_ref().is_some_and(|b| b.stopped());
    let end = Instant::now() + PROBES_AFTER;
    while Instant::now() < end && !is_over() {
        std::thread::sleep(POLL);
    }
    !is_over()
}
