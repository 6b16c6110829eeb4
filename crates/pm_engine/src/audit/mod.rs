//! The audit of proofs: before anybody is told of a success, the interpreter looks for an execution that shows that it is none.
//!
//! Proofs are found and checked on formulas; what is wrong in how the program becomes formulas is in both. The interpreter has no formulas. It
//! executes the program on inputs that are chosen to see much (`explore/`), and a run that violates what is proved, or comes to what nobody
//! reaches, refutes the proof. Nothing follows from runs that see nothing: an audit is evidence, no proof.

mod evaluate;
mod facts;
mod formulas;

use crate::evidence::{Audit, Counterexample, Formulas, Given, Refutation};
use crate::explore::{Explored, Explorer, Marked, WATCHED};
use crate::id::EngineId;
use crate::ledger::{Ledger, Status, UnknownReason};
use crate::replay::{self, replay};
use crate::task::Task;
use facts::{Facts, States};
use pm_interp::{NEVER_REACHED, Outcome, RunResult};
use pm_ir::uses::rvalues;
use pm_ir::{CmpOp, Operand, Program, PropId, Rvalue, Ty};
use rustc_hash::FxHashSet;
use std::time::{Duration, Instant};

/// The part of the time that the proof took, and a moment at least; where that is short, so many runs, as far as they need no more time than this.
const SHARE: u32 = 10;
const MOMENT: Duration = Duration::from_millis(3);
const RUNS: u32 = 50;
const BRIEF: Duration = Duration::from_millis(100);
/// Runs that see nothing new before there is no more to expect: at least, and for each one before them.
const IN_VAIN: (u32, u32) = (2000, 4);
/// Where there are facts, each so-and-so-many run is watched; the others only where they see something new.
const WATCHED_EACH: u32 = 4;
/// The part of the time in which formulas are evaluated.
const COMPARING: u32 = 4;
impl Audit {
    /// Is it about the property?
    pub fn covers(&self, ledger: &Ledger, prop: PropId) -> bool {
        is_claimed(&ledger.status[prop])
    }
}

/// Audits what a ledger says is proved. `task` is that of the proof, `took` is the time that it took.
pub fn audit(task: &Task, ledger: &mut Ledger, took: Duration) {
    let is_decided = task.stop_on_fail && ledger.violations().next().is_some();
    if is_decided || !ledger.status.iter().any(is_claimed) {
        return;
    }
    let program = task.program;
    if task.audit == Some(0) {
        let reached = program.props.iter().map(|_| 0).collect();
        ledger.audit = Some(Audit { runs: 0, reached, cut: None, compared: 0, facts: 0, refuted: None });
        return;
    }
    let formulas = ledger.formulas.take().filter(|_| !sees_layout(program));
    let marked = Marked::new(program, ledger);
    let mut auditor = Auditor::new(task, ledger, &marked, formulas);
    auditor.work(took);
    let mut audit = auditor.audit;
    if let Some(refutation) = &mut audit.refuted {
        let what = refutation.describe();
        ledger.status[refutation.prop] = Status::Unknown(UnknownReason::Refuted { what });
        refutation.proofs = std::mem::take(&mut ledger.certificates);
    }
    ledger.audit = Some(audit);
}

/// Said to hold for all executions, by other means than to run them all.
fn is_claimed(status: &Status) -> bool {
    matches!(status, Status::Proved { by } | Status::Unreachable { by } if *by != EngineId::RUN)
}

struct Auditor<'a> {
    task: &'a Task<'a>,
    ledger: &'a Ledger,
    marked: &'a Marked,
    explorer: Explorer<'a>,
    /// Of the proof, the properties that it is about, and the time that it may still be asked.
    formulas: Option<Formulas>,
    asked: Vec<PropId>,
    /// Of certificates.
    facts: Facts,
    time_to_compare: Duration,
    audit: Audit,
}

impl<'a> Auditor<'a> {
    fn new(task: &'a Task<'a>, ledger: &'a Ledger, marked: &'a Marked, formulas: Option<Formulas>) -> Auditor<'a> {
        let (program, names) = (task.program, task.names);
        let of_formulas = |s: &Status| matches!(s, Status::Proved { by } | Status::Unreachable { by } if by.unwinds());
        let asked = ledger.status.iter_ids().filter(|(_, s)| of_formulas(s)).map(|(p, _)| p).collect();
        let witnesses = formulas.as_ref().map_or(&[][..], |f| &f.witnesses).iter();
        let witnesses = witnesses.map(|w| Given { inputs: w.inputs.clone(), contents: w.contents.clone() }).collect();
        let reached = program.props.iter().map(|_| 0).collect();
        Auditor {
            task,
            ledger,
            marked,
            explorer: Explorer::new(task, marked, witnesses),
            formulas,
            asked,
            facts: Facts::read(program, names, &ledger.certificates),
            time_to_compare: Duration::ZERO,
            audit: Audit { runs: 0, reached, cut: None, compared: 0, facts: 0, refuted: None },
        }
    }

    fn work(&mut self, took: Duration) {
        let (begin, share) = (Instant::now(), (took / SHARE).max(MOMENT));
        self.time_to_compare = share.max(BRIEF) / COMPARING;
        let (mut runs, mut last_new) = (0, 0);
        loop {
            let elapsed = begin.elapsed();
            let goes_on = match self.task.audit {
                Some(wanted) => runs < wanted,
                None if runs < RUNS => elapsed < share.max(BRIEF),
                None => {
                    elapsed < share && runs - last_new < IN_VAIN.0.saturating_add(last_new.saturating_mul(IN_VAIN.1))
                }
            };
            if !goes_on {
                break;
            }
            if let Some(limit) = self.task.limits.exceeded() {
                self.audit.cut = Some(limit);
                break;
            }
            let (is_new, is_only) = self.run(runs);
            runs += 1;
            self.audit.runs = runs;
            last_new = if is_new { runs } else { last_new };
            if is_only || self.audit.refuted.is_some() {
                break;
            }
        }
    }

    /// One run: whether it came to something new, and whether all others are the same.
    fn run(&mut self, number: u32) -> (bool, bool) {
        let explored = self.explorer.run();
        let Explored { run, given, is_new, is_only } = &explored;
        let (is_new, is_only) = (*is_new, *is_only);
        let mut props: FxHashSet<PropId> = FxHashSet::default();
        self.marked.reached(run, |p| _ = props.insert(p));
        props.iter().for_each(|p| self.audit.reached[*p] += 1);
        let refuted = self.refutes(run, given).or_else(|| self.compare(run, given, &props));
        self.audit.refuted = refuted.map(Box::new);
        let is_turn = self.facts.count > 0 && number.is_multiple_of(WATCHED_EACH);
        if (is_new || is_turn) && run.steps <= WATCHED && self.audit.refuted.is_none() {
            self.watched(&explored);
        }
        (is_new, is_only)
    }

    /// A run that is watched: whether facts hold in its states.
    fn watched(&mut self, explored: &Explored) {
        let mut states = States::new(&self.marked.program, &self.facts);
        self.explorer.watch(explored, Some(&mut states));
        let broken = states.broken;
        self.audit.facts = self.facts.count;
        let claimed = self.ledger.status.iter_ids().find(|(_, s)| is_claimed(s));
        if let (Some(broken), Some((prop, _))) = (broken, claimed) {
            let mut refutation = self.refutation(prop, "breaks a fact of the proof", &explored.run, &explored.given);
            let (func, block) = broken.at;
            let name = self.task.names.name(self.task.program.funcs[func].name);
            refutation.states =
                format!("fact at {block} of {name}: {}\nby the interpreter: {}\n", broken.fact, broken.state);
            self.audit.refuted = Some(Box::new(refutation));
        }
    }

    /// Whether a run does what is proved not to happen. It must happen again in the program without marks.
    fn refutes(&self, run: &RunResult, given: &Given) -> Option<Refutation> {
        let violated = match &run.outcome {
            Outcome::Violation { prop, .. } if is_claimed(&self.ledger.status[*prop]) => Some(*prop),
            _ => None,
        };
        let come_to = || self.marked.not_unreachable(run);
        let prop = violated.or_else(come_to).or_else(|| self.excludes_undefined(run))?;
        let seen = match run.outcome {
            _ if violated.is_some() => "violates it",
            Outcome::Undefined { .. } => "ends with what is undefined, which the proof excludes",
            _ => "comes to it",
        };
        let mut refutation = self.refutation(prop, seen, run, given);
        if violated.is_some() {
            let outcome = replay(self.task.program, self.task.names, &refutation.execution, &self.task.limits);
            if !matches!(&outcome, Outcome::Violation { prop: again, .. } if *again == prop) {
                return None;
            }
            refutation.execution.outcome = outcome;
        }
        Some(refutation)
    }

    /// A property whose proof rests on there being nothing undefined but what the properties name: what executors do not follow they name as a gap, and a proof shows that
    /// nobody comes to it.
    fn excludes_undefined(&self, run: &RunResult) -> Option<PropId> {
        let by_formulas = |s: &Status| match s {
            Status::Proved { by } | Status::Unreachable { by } => ![EngineId::RUN, EngineId::CALLS].contains(by),
            _ => false,
        };
        // Where accesses that are not valid are overlooked, so is what else is undefined and not asked for.
        if self.task.reading.lenient.is_some() {
            return None;
        }
        let proved = || self.ledger.status.iter_ids().find(|(_, s)| by_formulas(s)).map(|(p, _)| p);
        matches!(&run.outcome, Outcome::Undefined { what, .. } if what != NEVER_REACHED).then(proved).flatten()
    }

    /// Whether a run comes to other properties than the proof's formulas say.
    fn compare(&mut self, run: &RunResult, given: &Given, reached: &FxHashSet<PropId>) -> Option<Refutation> {
        let ended = matches!(run.outcome, Outcome::Exit(_) | Outcome::AssumeFailed { .. });
        if !ended || run.times_passed > 0 || self.time_to_compare == Duration::ZERO {
            return None;
        }
        let begin = Instant::now();
        let answer = self.formulas.as_ref()?.reached(given, &self.asked);
        self.time_to_compare = self.time_to_compare.saturating_sub(begin.elapsed());
        let said = answer.ok()?;
        self.audit.compared += 1;
        let (prop, seen) = match &said {
            Ok(theirs) => {
                let theirs: FxHashSet<PropId> = theirs.iter().copied().collect();
                let differs = |p: &&PropId| theirs.contains(p) != reached.contains(p);
                let prop = *self.asked.iter().find(differs)?;
                let comes = "comes to it, which the formulas of the proof say it does not";
                let not = "does not come to it, which the formulas of the proof say it does";
                (prop, if reached.contains(&prop) { comes } else { not })
            }
            Err(_) => (*self.asked.first()?, "the formulas of the proof do not have"),
        };
        let mut refutation = self.refutation(prop, seen, run, given);
        let ids = |props: &mut dyn Iterator<Item = PropId>| -> String {
            let mut ids: Vec<&str> = props.map(|p| self.task.program.props[p].id.as_str()).collect();
            ids.sort_unstable();
            ids.join(" ")
        };
        let formulas = said.map_or_else(|why| why, |theirs| ids(&mut theirs.into_iter()));
        let theirs = ids(&mut self.asked.iter().copied().filter(|p| reached.contains(p)));
        refutation.states = format!("by the formulas it comes to: {formulas}\nby the interpreter:         {theirs}\n");
        Some(refutation)
    }

    fn refutation(&self, prop: PropId, seen: &str, run: &RunResult, given: &Given) -> Refutation {
        let (passed, outcome) = (self.explorer.passed.clone(), run.outcome.clone());
        let execution = Counterexample::new(&self.task.reading, given.clone(), replay::STEPS);
        let execution = Counterexample { passed, outcome, ..execution };
        let said = match self.ledger.status[prop] {
            Status::Proved { by } => format!("proved by {by}"),
            Status::Unreachable { by } => format!("said to be unreachable by {by}"),
            _ => "decided".into(),
        };
        Refutation { prop, said, seen: seen.into(), execution, states: String::new(), proofs: Vec::new() }
    }
}

/// Whether the program may see where objects lie, which is another place in the formulas than in the interpreter.
fn sees_layout(program: &Program) -> bool {
    let of_layout = |value: &Rvalue| match value {
        Rvalue::Cast { from, to, a } => {
            (*from == Ty::Ptr) != (*to == Ty::Ptr) && !matches!(a, Operand::Int(..) | Operand::Abs(_))
        }
        Rvalue::Cmp { op, ty: Ty::Ptr, .. } => !matches!(op, CmpOp::Eq | CmpOp::Ne),
        Rvalue::PtrDiff { .. } | Rvalue::PtrObject { .. } => true,
        _ => false,
    };
    program.funcs.iter().any(|f| rvalues(f).any(of_layout))
}
