//! The audit of proofs: before anybody is told of a success, the interpreter looks for an execution that shows that it is none.
//!
//! Proofs are found and checked on formulas; what is wrong in how the program becomes formulas is in both. The interpreter has no formulas. It
//! executes the program on inputs that are chosen to see much (`guess.rs`, `words.rs`), and a run that violates what is proved, or comes to what nobody
//! reaches (`marks.rs`), refutes the proof. Nothing follows from runs that see nothing: an audit is evidence, no proof.

mod evaluate;
mod facts;
mod formulas;
mod guess;
mod marks;
mod words;

use crate::evidence::{Audit, Counterexample, Formulas, Given, Refutation};
use crate::id::EngineId;
use crate::ledger::{Ledger, Status, UnknownReason};
use crate::replay::{self, replay};
use crate::task::Task;
use facts::{Facts, States};
use guess::{Chooser, Comparison, Kept};
use marks::Marked;
use pm_base::num::IntFormat;
use pm_base::{Interner, Span};
use pm_interp::{ObjectInfo, ObjectRef, Outcome, RunOptions, RunResult, Tracer};
use pm_ir::uses::rvalues;
use pm_ir::{BlockId, CmpOp, FuncId, Operand, Program, PropId, Rvalue, Ty, VarId};
use rustc_hash::FxHashSet;
use std::io::sink;
use std::time::{Duration, Instant};
use words::Words;

/// The part of the time that the proof took, and a moment at least; where that is short, so many runs, as far as they need no more time than this.
const SHARE: u32 = 10;
const MOMENT: Duration = Duration::from_millis(3);
const RUNS: u32 = 50;
const BRIEF: Duration = Duration::from_millis(100);
/// Runs that see nothing new before there is no more to expect: at least, and for each one before them.
const IN_VAIN: (u32, u32) = (2000, 4);
/// Instructions of a run; each fourth run may have eight times as many, each fourth of these again, and so on.
const STEPS: u64 = 1 << 14;
const LONGER: (u32, u32) = (4, 8);
const LONGEST: u64 = 1 << 24;
/// Where there are facts, each so-and-so-many run is watched; the others only where they see something new. Instructions of such a run.
const WATCHED_EACH: u32 = 4;
const WATCHED: u64 = 1 << 18;
/// Bytes of objects.
const MEMORY: u64 = 64 << 20;
/// The part of the time in which formulas are evaluated.
const COMPARING: u32 = 4;
/// Comparisons of a run that are kept.
const COMPARED: usize = 512;

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
    let mut auditor = Auditor::new(task, ledger, formulas);
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
    program: &'a Program,
    names: &'a Interner,
    task: &'a Task<'a>,
    ledger: &'a Ledger,
    marked: Marked,
    chooser: Chooser,
    /// Properties behind which runs go on: as in the proofs.
    passed: Vec<PropId>,
    /// By mark: some run came to it.
    seen: Vec<bool>,
    /// Of the proof, the properties that it is about, and the time that it may still be asked.
    formulas: Option<Formulas>,
    asked: Vec<PropId>,
    /// Of certificates.
    facts: Facts,
    time_to_compare: Duration,
    audit: Audit,
}

impl<'a> Auditor<'a> {
    fn new(task: &'a Task<'a>, ledger: &'a Ledger, formulas: Option<Formulas>) -> Auditor<'a> {
        let (program, names) = (task.program, task.names);
        let of_formulas =
            |s: &Status| matches!(s, Status::Proved { by } | Status::Unreachable { by } if *by == EngineId::BMC);
        let asked = ledger.status.iter_ids().filter(|(_, s)| of_formulas(s)).map(|(p, _)| p).collect();
        let marked = Marked::new(program, ledger);
        let witnesses = formulas.as_ref().map_or(&[][..], |f| &f.witnesses).iter();
        let witnesses = witnesses.map(|w| Given { inputs: w.inputs.clone(), contents: w.contents.clone() }).collect();
        let (seen, reached) = (vec![false; marked.len()], program.props.iter().map(|_| 0).collect());
        Auditor {
            program,
            names,
            task,
            ledger,
            marked,
            chooser: Chooser::new(Words::of(program), witnesses),
            passed: passed(task),
            seen,
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
        let options = self.run_options(number);
        let mut oracle = self.chooser.next(&self.task.limits);
        let run = pm_interp::run_again(&self.marked.program, self.names, &options, &mut oracle);
        let is_only = oracle.fills_memory() && oracle.given.inputs.is_empty() && oracle.given.contents.is_empty();
        let given = std::mem::take(&mut oracle.given);
        let mut new = false;
        for mark in self.marked.seen(&run) {
            new |= !std::mem::replace(&mut self.seen[mark], true);
        }
        let mut props: FxHashSet<PropId> = FxHashSet::default();
        self.marked.reached(&run, |p| _ = props.insert(p));
        props.iter().for_each(|p| self.audit.reached[*p] += 1);
        let refuted = self.refutes(&run, &given).or_else(|| self.compare(&run, &given, &props));
        self.audit.refuted = refuted.map(Box::new);
        let is_turn = self.facts.count > 0 && number.is_multiple_of(WATCHED_EACH);
        if (new || is_turn) && run.steps <= WATCHED && self.audit.refuted.is_none() {
            let compared = self.watched(&run, &given);
            if new {
                self.chooser.keep(Kept { given, compared });
            }
        }
        (new, is_only)
    }

    fn run_options(&self, number: u32) -> RunOptions {
        let (each, times) = LONGER;
        let longer = (number + 1).trailing_zeros() / each.trailing_zeros();
        let steps = STEPS.saturating_mul(u64::from(times).saturating_pow(longer)).min(LONGEST);
        RunOptions {
            max_steps: Some(steps),
            max_memory: MEMORY.min(replay::memory(&self.task.limits)),
            lenient: self.task.reading.lenient,
            mmio: self.task.reading.mmio.clone(),
            passed: self.passed.clone(),
            ..RunOptions::default()
        }
    }

    /// A run that is watched: what it compares, and whether facts hold in its states.
    fn watched(&mut self, run: &RunResult, given: &Given) -> Vec<Comparison> {
        let options = RunOptions { max_steps: Some(WATCHED), ..self.run_options(0) };
        let mut oracle = self.chooser.again(given, &self.task.limits);
        let (all, seen) = (Vec::new(), FxHashSet::default());
        let mut watch = Watch { all, seen, states: States::new(&self.marked.program, &self.facts) };
        let program = &self.marked.program;
        pm_interp::run_traced(program, self.names, &options, &mut oracle, &mut sink(), &mut sink(), &mut watch);
        let (all, broken) = (watch.all, watch.states.broken);
        self.audit.facts = self.facts.count;
        let claimed = self.ledger.status.iter_ids().find(|(_, s)| is_claimed(s));
        if let (Some(broken), Some((prop, _))) = (broken, claimed) {
            let mut refutation = self.refutation(prop, "breaks a fact of the proof", run, given);
            let (func, block) = broken.at;
            let name = self.names.name(self.program.funcs[func].name);
            refutation.states =
                format!("fact at {block} of {name}: {}\nby the interpreter: {}\n", broken.fact, broken.state);
            self.audit.refuted = Some(Box::new(refutation));
        }
        all
    }

    /// Whether a run does what is proved not to happen. It must happen again in the program without marks.
    fn refutes(&self, run: &RunResult, given: &Given) -> Option<Refutation> {
        let violated = match &run.outcome {
            Outcome::Violation { prop, .. } if is_claimed(&self.ledger.status[*prop]) => Some(*prop),
            _ => None,
        };
        let prop = violated.or_else(|| self.marked.not_unreachable(run))?;
        let seen = if violated.is_some() { "violates it" } else { "comes to it" };
        let mut refutation = self.refutation(prop, seen, run, given);
        if violated.is_some() {
            let outcome = replay(self.program, self.names, &refutation.execution, &self.task.limits);
            if !matches!(&outcome, Outcome::Violation { prop: again, .. } if *again == prop) {
                return None;
            }
            refutation.execution.outcome = outcome;
        }
        Some(refutation)
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
            let mut ids: Vec<&str> = props.map(|p| self.program.props[p].id.as_str()).collect();
            ids.sort_unstable();
            ids.join(" ")
        };
        let formulas = said.map_or_else(|why| why, |theirs| ids(&mut theirs.into_iter()));
        let theirs = ids(&mut self.asked.iter().copied().filter(|p| reached.contains(p)));
        refutation.states = format!("by the formulas it comes to: {formulas}\nby the interpreter:         {theirs}\n");
        Some(refutation)
    }

    fn refutation(&self, prop: PropId, seen: &str, run: &RunResult, given: &Given) -> Refutation {
        let (passed, outcome) = (self.passed.clone(), run.outcome.clone());
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

/// Executions go on behind these, as in the proofs (`beyond.rs`): nobody asks for them, or no more.
fn passed(task: &Task) -> Vec<PropId> {
    let goes_on = task.program.props.iter_ids().filter(|(_, q)| q.goes_on).map(|(p, _)| p);
    goes_on.filter(|p| task.ignored.contains(p)).collect()
}

/// Takes down what a run compares, each pair once, and looks at its states.
struct Watch<'a> {
    all: Vec<Comparison>,
    seen: FxHashSet<Comparison>,
    states: States<'a>,
}

impl Tracer for Watch<'_> {
    fn on_object(&mut self, info: &ObjectInfo) {
        self.states.on_object(info);
    }
    fn on_block(&mut self, func: FuncId, target: BlockId) {
        self.states.on_block(func, target);
    }
    fn on_compare(&mut self, ty: IntFormat, a: u128, b: u128) {
        if self.all.len() < COMPARED && self.seen.insert((ty, a, b)) {
            self.all.push((ty, a, b));
        }
    }
    fn on_assign(&mut self, func: FuncId, var: VarId, value: u128, _: Span) {
        self.states.on_assign(func, var, value);
    }
    fn on_store(&mut self, object: ObjectRef, offset: u64, bytes: &[u8], _: Span) {
        self.states.on_store(object, offset, bytes);
    }
    fn on_branch(&mut self, _: FuncId, _: BlockId, _: Span) {}
    fn on_call(&mut self, callee: FuncId, args: &[u128], _: Span) {
        self.states.on_call(callee, args);
    }
    fn on_return(&mut self, _: FuncId, _: Option<u128>, _: Span) {
        self.states.on_return();
    }
}
