//! Violations by executions on inputs that are chosen to see much (`explore/`): those that many executions come to, behind loops that unwinding
//! takes long for. It proves nothing.

use crate::engine::{Engine, Progress, Stage};
use crate::evidence::Counterexample;
use crate::explore::{Explored, Explorer, Marked, WATCHED};
use crate::id::EngineId;
use crate::ledger::Ledger;
use crate::replay::{STEPS, confirm};
use crate::task::Task;
use pm_interp::Outcome;

pub const ID: EngineId = EngineId::new("fuzz");

/// Runs that see nothing new before there is no more to expect: at least, and for each one before them.
const IN_VAIN: (u32, u32) = (20_000, 8);
/// Runs between lines of progress.
const TOLD: u32 = 1_000;

/// The engine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options;

impl Engine for Options {
    fn id(&self) -> EngineId {
        ID
    }

    fn check(&self, task: &Task, progress: &mut dyn Progress) -> Ledger {
        let mut ledger = task.ledger(ID);
        let marked = Marked::new(task.program, &ledger);
        let mut explorer = Explorer::new(task, &marked, Vec::new());
        let (mut runs, mut last_new): (u32, u32) = (0, 0);
        while is_open(task, &ledger) && runs - last_new < last_new.saturating_mul(IN_VAIN.1).max(IN_VAIN.0) {
            if let Some(limit) = task.limits.exceeded() {
                ledger.leave_open(task.asked(), &limit.into());
                break;
            }
            let explored = explorer.run();
            runs += 1;
            if explored.is_new {
                last_new = runs;
            }
            enter(task, &explored, &explorer, &mut ledger);
            if explored.is_only {
                break;
            }
            if explored.is_new && explored.run.steps <= WATCHED {
                explorer.watch(&explored, None);
            }
            if runs.is_multiple_of(TOLD) {
                tell(task, &ledger, progress);
            }
        }
        ledger
    }
}

fn is_open(task: &Task, ledger: &Ledger) -> bool {
    !task.has_enough(ledger) && task.asked().any(|p| !ledger.is_decided(p))
}

/// Enters what a run violates. Whether it does is for the interpreter to say, without marks.
fn enter(task: &Task, explored: &Explored, explorer: &Explorer, ledger: &mut Ledger) {
    let Outcome::Violation { prop, .. } = explored.run.outcome else { return };
    if !task.ignored.contains(&prop) && !ledger.status[prop].is_final() {
        let c = Counterexample::new(&task.reading, explored.given.clone(), STEPS);
        let _ = confirm(task, ledger, Counterexample { passed: explorer.passed.clone(), ..c });
    }
}

fn tell(task: &Task, ledger: &Ledger, progress: &mut dyn Progress) {
    let decided = task.program.props.ids().filter(|p| ledger.is_decided(*p)).count();
    let undecided = task.program.props.len() - decided;
    progress.stage(&Stage { bound: 0, open_loops: 0, decided, undecided, clauses: 0 });
}
