//! Executions by the interpreter that should see much: on inputs that are chosen (`guess.rs`, `words.rs`), guided by where others came to
//! (`marks.rs`).

mod guess;
mod marks;
mod words;

pub use marks::Marked;

use crate::evidence::Given;
use crate::replay;
use crate::task::Task;
use guess::{Chooser, Comparison, Kept};
use pm_base::Span;
use pm_base::num::IntFormat;
use pm_interp::{ObjectInfo, ObjectRef, RunOptions, RunResult, Tracer};
use pm_ir::{BlockId, FuncId, PropId, VarId};
use rustc_hash::FxHashSet;
use std::io::sink;
use words::Words;

/// Instructions of a run; each fourth run may have eight times as many, each fourth of these again, and so on.
const STEPS: u64 = 1 << 14;
const LONGER: (u32, u32) = (4, 8);
const LONGEST: u64 = 1 << 24;
/// Instructions of a run that is watched.
pub const WATCHED: u64 = 1 << 18;
/// Bytes of objects.
const MEMORY: u64 = 64 << 20;
/// Comparisons of a run that are kept.
const COMPARED: usize = 512;

/// Chooses inputs, and remembers what runs came to.
pub struct Explorer<'a> {
    task: &'a Task<'a>,
    marked: &'a Marked,
    chooser: Chooser,
    /// Properties behind which runs go on.
    pub passed: Vec<PropId>,
    /// By mark: some run came to it.
    seen: Vec<bool>,
    runs: u32,
}

/// What a run did.
pub struct Explored {
    pub run: RunResult,
    pub given: Given,
    /// It came to something new.
    pub is_new: bool,
    /// All others do the same.
    pub is_only: bool,
}

impl<'a> Explorer<'a> {
    /// `found` are executions that are tried first.
    pub fn new(task: &'a Task<'a>, marked: &'a Marked, found: Vec<Given>) -> Explorer<'a> {
        let chooser = Chooser::new(Words::of(task.program), found);
        Explorer { task, marked, chooser, passed: passed(task), seen: vec![false; marked.count()], runs: 0 }
    }

    /// One more run.
    pub fn run(&mut self) -> Explored {
        let options = self.options(self.runs);
        self.runs += 1;
        let mut oracle = self.chooser.next(&self.task.limits);
        let run = pm_interp::run_again(&self.marked.program, self.task.names, &options, &mut oracle);
        let is_only = oracle.fills_memory() && oracle.given.inputs.is_empty() && oracle.given.contents.is_empty();
        let given = std::mem::take(&mut oracle.given);
        let mut is_new = false;
        for mark in self.marked.seen(&run) {
            is_new |= !std::mem::replace(&mut self.seen[mark], true);
        }
        Explored { run, given, is_new, is_only }
    }

    /// Repeats a run, watched by somebody who wants to; one that came to something new is built upon.
    pub fn watch(&mut self, explored: &Explored, also: Option<&mut dyn Tracer>) {
        let options = RunOptions { max_steps: Some(WATCHED), ..self.options(0) };
        let mut oracle = self.chooser.again(&explored.given, &self.task.limits);
        let mut watch = Watch { all: Vec::new(), seen: FxHashSet::default(), also };
        let (program, names) = (&self.marked.program, self.task.names);
        pm_interp::run_traced(program, names, &options, &mut oracle, &mut sink(), &mut sink(), &mut watch);
        let compared = watch.all;
        if explored.is_new {
            self.chooser.keep(Kept { given: explored.given.clone(), compared });
        }
    }

    fn options(&self, number: u32) -> RunOptions {
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
}

/// Executions go on behind these, as in the proofs (`beyond.rs`): nobody asks for them, or no more.
fn passed(task: &Task) -> Vec<PropId> {
    let goes_on = task.program.props.iter_ids().filter(|(_, q)| q.goes_on).map(|(p, _)| p);
    goes_on.filter(|p| task.ignored.contains(p)).collect()
}

/// Takes down what a run compares, each pair once; somebody else may look at the same run.
struct Watch<'a> {
    all: Vec<Comparison>,
    seen: FxHashSet<Comparison>,
    also: Option<&'a mut dyn Tracer>,
}

impl Tracer for Watch<'_> {
    fn on_object(&mut self, info: &ObjectInfo) {
        if let Some(also) = &mut self.also {
            also.on_object(info);
        }
    }
    fn on_block(&mut self, func: FuncId, target: BlockId) {
        if let Some(also) = &mut self.also {
            also.on_block(func, target);
        }
    }
    fn on_compare(&mut self, ty: IntFormat, a: u128, b: u128) {
        if self.all.len() < COMPARED && self.seen.insert((ty, a, b)) {
            self.all.push((ty, a, b));
        }
    }
    fn on_assign(&mut self, func: FuncId, var: VarId, value: u128, span: Span) {
        if let Some(also) = &mut self.also {
            also.on_assign(func, var, value, span);
        }
    }
    fn on_store(&mut self, object: ObjectRef, offset: u64, bytes: &[u8], span: Span) {
        if let Some(also) = &mut self.also {
            also.on_store(object, offset, bytes, span);
        }
    }
    fn on_branch(&mut self, _: FuncId, _: BlockId, _: Span) {}
    fn on_call(&mut self, callee: FuncId, args: &[u128], span: Span) {
        if let Some(also) = &mut self.also {
            also.on_call(callee, args, span);
        }
    }
    fn on_return(&mut self, func: FuncId, value: Option<u128>, span: Span) {
        if let Some(also) = &mut self.also {
            also.on_return(func, value, span);
        }
    }
}
