//! Programs built by hand; each runs by the exact path alone, by single ops, by fused ops, traced, and with loops skipped, and all must agree.

mod arithmetic;
mod builder;
mod control;
mod lenient;
mod memory;
mod output;
mod random;
mod skip;
mod values;

use crate::translate::Settings;
use crate::world::Environment;
use crate::*;
use builder::ProgramBuilder;
use pm_base::{Interner, Span, Symbol};
use pm_ir::{BlockId, FuncId, Program, Ty, VarId};

/// The result and what was printed.
pub(crate) struct Ran {
    pub result: RunResult,
    pub out: String,
}

/// Counts events; tests of the tracer look at them.
#[derive(Default)]
pub(crate) struct Recorder {
    pub assigns: Vec<(FuncId, VarId, u128)>,
    pub stores: Vec<(u64, Vec<u8>)>,
    pub branches: Vec<BlockId>,
    pub calls: Vec<(FuncId, Vec<u128>)>,
    pub returns: Vec<Option<u128>>,
}

impl Tracer for Recorder {
    fn on_assign(&mut self, func: FuncId, var: VarId, value: u128, _: Span) {
        self.assigns.push((func, var, value));
    }
    fn on_store(&mut self, _: ObjectRef, offset: u64, bytes: &[u8], _: Span) {
        self.stores.push((offset, bytes.to_vec()));
    }
    fn on_branch(&mut self, _: FuncId, target: BlockId, _: Span) {
        self.branches.push(target);
    }
    fn on_call(&mut self, callee: FuncId, args: &[u128], _: Span) {
        self.calls.push((callee, args.to_vec()));
    }
    fn on_return(&mut self, _: FuncId, value: Option<u128>, _: Span) {
        self.returns.push(value);
    }
}

/// An oracle with these values, in order.
pub(crate) struct Values(pub Vec<u128>);

impl Oracle for Values {
    fn nondet(&mut self, _: Symbol, _: Ty, _: Span) -> Option<u128> {
        if self.0.is_empty() { None } else { Some(self.0.remove(0)) }
    }
}

pub(crate) fn run_all(builder: ProgramBuilder, options: &RunOptions, inputs: &[u128]) -> Ran {
    let (program, names) = builder.finish();
    let modes = [(false, false, false), (true, false, false), (true, true, false), (true, false, true)];
    let mut runs = modes.map(|(fast, fuse, trace)| {
        run_mode(&program, &names, options, inputs, Settings { fast, fuse, trace }, &mut Recorder::default())
    });
    let [exact, rest @ ..] = &mut runs;
    for other in rest {
        assert_eq!(exact.result, other.result);
        assert_eq!(exact.out, other.out);
    }
    let skipping = RunOptions { skip_after: Some(20), ..options.clone() };
    for (fuse, trace) in [(false, false), (true, false), (false, true)] {
        let settings = Settings { fast: true, fuse, trace };
        let skipped = run_mode(&program, &names, &skipping, inputs, settings, &mut Recorder::default());
        assert_eq!(runs[0].result, skipped.result);
        assert_eq!(runs[0].out, skipped.out);
    }
    let [exact, ..] = runs;
    exact
}

pub(crate) fn run_mode(
    program: &Program,
    names: &Interner,
    options: &RunOptions,
    inputs: &[u128],
    settings: Settings,
    tracer: &mut Recorder,
) -> Ran {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut oracle = Values(inputs.to_vec());
    let environment = Environment { oracle: &mut oracle, out: &mut out, err: &mut err };
    let tracer = settings.trace.then_some(tracer as &mut dyn Tracer);
    let result = run_with(program, names, options, settings, environment, tracer);
    Ran { result, out: String::from_utf8_lossy(&out).into_owned() }
}

pub(crate) fn outcome(builder: ProgramBuilder) -> Outcome {
    run_all(builder, &RunOptions::default(), &[]).result.outcome
}

/// The text of undefined behaviour or of a violation.
pub(crate) fn trouble(builder: ProgramBuilder) -> String {
    match outcome(builder) {
        Outcome::Undefined { what, .. } => what,
        Outcome::Violation { reason, .. } => reason,
        other => format!("{other:?}"),
    }
}
