//! What an execution covers: the interpreter runs it, and nothing else is believed.
//!
//! A test vector is a list of inputs. Its execution ends with the program, or where the program asks for more; it violates nothing, and what it
//! covers does not depend on the contents of uninitialised variables. A run that violates something is cut before the input behind which it does. Inputs
//! that a test in C cannot give (choices inside of library functions, devices) make a vector useless.

use pm_base::{Interner, Span, Symbol};
use pm_engine::evidence::Given;
use pm_engine::replay;
use pm_engine::{Counterexample, Judge, Limits};
use pm_interp::{EventKind, Oracle, Outcome, RunOptions, RunResult};
use pm_ir::{FuncId, InstKind, Program, PropId, PropertyKind, Stub, Ty};
use rustc_hash::FxHashSet;

/// Instructions of a test's execution: a second or so in the interpreter.
const STEPS: u64 = 20_000_000;
/// What uninitialised memory holds in a second run.
const PATTERN: u8 = 0xa5;

pub type Input = (Symbol, Ty, u128);

#[derive(Clone, Debug, PartialEq)]
pub struct TestVector {
    pub inputs: Vec<Input>,
    /// Initial contents of globals, by the number of the event.
    pub contents: Vec<(u64, Vec<u8>)>,
    pub covered: Vec<PropId>,
    /// The exit code; `None` where the program asks for more inputs.
    pub exit: Option<i32>,
    /// It ends with this error of the program.
    pub error: Option<PropId>,
    pub steps: u64,
    /// The execution goes on to something that no test may do, and was cut before it.
    pub cut: Option<String>,
}

/// What came of an execution.
pub type Judgement = Result<TestVector, String>;

pub struct Referee<'a> {
    pub program: &'a Program,
    pub names: &'a Interner,
    pub limits: Limits,
    /// Sources of inputs that a test can give.
    settable: FxHashSet<Symbol>,
    /// Those that a test cannot give, other than as zero.
    zero: FxHashSet<Symbol>,
    /// By property: it is a goal.
    is_goal: Vec<bool>,
    /// A test may end with an error of the program.
    pub errors_end: bool,
}

impl<'a> Referee<'a> {
    /// `goals`: the events that count.
    pub fn new(
        program: &'a Program,
        names: &'a Interner,
        limits: Limits,
        goals: &FxHashSet<PropId>,
        main: bool,
    ) -> Referee<'a> {
        let is_goal = program.props.ids().map(|p| goals.contains(&p)).collect();
        let (mut settable, mut zero) = (FxHashSet::default(), FxHashSet::default());
        for (id, func) in program.funcs.iter_ids() {
            let insts = func.blocks.iter().flat_map(|b| &b.insts);
            let sources =
                insts.filter_map(|i| if let InstKind::Nondet { source, .. } = i.kind { Some(source) } else { None });
            match () {
                () if id == program.entry && main => zero.extend(sources),
                () if id == program.entry => settable.extend(sources),
                () if func.stub == Stub::Function || !func.has_body() => _ = settable.insert(func.name),
                () if func.is_model => {}
                () => settable.extend(sources.filter(|s| is_nondet(names.name(*s)))),
            }
        }
        Referee { program, names, limits, settable, zero, is_goal, errors_end: false }
    }

    /// Is the initial value of a global open?
    pub fn open_globals(&self) -> Vec<pm_ir::GlobalId> {
        let open = self.program.globals.iter_ids().filter(|(_, g)| matches!(g.init, pm_ir::GlobalInit::Nondet));
        open.map(|(id, _)| id).collect()
    }

    /// What an execution is worth as a test.
    ///
    /// # Errors
    /// Why it is none.
    pub fn examine(&self, given: &Given) -> Judgement {
        let mut inputs: Vec<Input> = given.inputs.clone();
        let contents = self.initial_values(given);
        let mut run = self.run(&inputs, &contents, false);
        let mut why = None;
        if !self.ends_well(&run.outcome) {
            why = Some(self.describe(&run.outcome));
            if run.inputs.is_empty() {
                return Err(why.unwrap_or_default());
            }
            inputs = run.inputs[..run.inputs.len() - 1].to_vec();
            run = self.run(&inputs, &contents, false);
            if !self.ends_well(&run.outcome) {
                return Err(self.describe(&run.outcome));
            }
        }
        inputs.truncate(run.inputs.len());
        self.can_be_given(&run.inputs)?;
        if run.read_odd_bool {
            return Err("it reads a _Bool that is neither 0 nor 1".into());
        }
        let again = self.run(&inputs, &contents, true);
        if !self.ends_well(&again.outcome) {
            return Err("it depends on the contents of uninitialised variables".into());
        }
        let also: FxHashSet<PropId> = again.covered.into_iter().collect();
        let counts = |p: &PropId| self.is_goal.get(p.0 as usize) == Some(&true) && also.contains(p);
        let mut covered: Vec<PropId> = run.covered.iter().copied().filter(counts).collect();
        covered.sort_unstable();
        let exit = if let Outcome::Exit(code) = run.outcome { Some(code) } else { None };
        let error = self.error(&run.outcome);
        Ok(TestVector { inputs: run.inputs, contents, covered, exit, error, steps: run.steps, cut: why })
    }

    /// What globals hold at first that are open: values of their types, as compilers take other bytes in different ways.
    fn initial_values(&self, given: &Given) -> Vec<(u64, Vec<u8>)> {
        let open = self.open_globals();
        let mut values = Vec::new();
        for (event, bytes) in &given.contents {
            let Some(global) = open.get(*event as usize) else { continue };
            let mut bytes = bytes.clone();
            self.program.types.make_proper(self.program.globals[*global].cty.ty, &mut bytes);
            values.push((*event, bytes));
        }
        values
    }

    fn ends_well(&self, outcome: &Outcome) -> bool {
        matches!(outcome, Outcome::Exit(_) | Outcome::InputsExhausted { .. }) || self.error(outcome).is_some()
    }

    /// The error that ends a test.
    fn error(&self, outcome: &Outcome) -> Option<PropId> {
        let Outcome::Violation { prop, .. } = outcome else { return None };
        (self.errors_end && self.program.props[*prop].kind == PropertyKind::Error).then_some(*prop)
    }

    fn run(&self, inputs: &[Input], contents: &[(u64, Vec<u8>)], patterned: bool) -> RunResult {
        let mut oracle = Exact::new(inputs, contents, &self.limits, patterned);
        pm_interp::run_again(self.program, self.names, &self.options(), &mut oracle)
    }

    pub fn options(&self) -> RunOptions {
        RunOptions { max_steps: Some(STEPS), max_memory: replay::memory(&self.limits), ..RunOptions::default() }
    }

    fn can_be_given(&self, inputs: &[Input]) -> Result<(), String> {
        let fits =
            |(source, _, value): &&Input| self.settable.contains(source) || *value == 0 && self.zero.contains(source);
        match inputs.iter().find(|i| !fits(i)) {
            None => Ok(()),
            Some((source, ..)) => {
                Err(format!("it needs a value of {} that a test cannot give", self.names.name(*source)))
            }
        }
    }

    /// Is it an input that tests leave as it is: of `main`?
    pub fn is_left(&self, source: Symbol) -> bool {
        self.zero.contains(&source) && !self.settable.contains(&source)
    }

    fn describe(&self, outcome: &Outcome) -> String {
        match outcome {
            Outcome::Violation { prop, .. } => format!("it violates [{}]", self.program.props[*prop].id),
            Outcome::AssumeFailed { .. } => "an assumption behind it does not hold".into(),
            Outcome::Undefined { what, .. } => format!("it is undefined: {what}"),
            Outcome::StepLimit => "its execution does not end".into(),
            Outcome::MemoryLimit { .. } => "it needs too much memory".into(),
            Outcome::StackOverflow { .. } => "its calls nest too deeply".into(),
            Outcome::Unsupported { what, .. } => what.clone(),
            Outcome::Exit(_) | Outcome::InputsExhausted { .. } => String::new(),
        }
    }

    pub fn func_name(&self, func: FuncId) -> &'a str {
        self.names.name(self.program.funcs[func].name)
    }
}

impl Judge for Referee<'_> {
    fn covered(&self, execution: &Counterexample) -> Result<Vec<PropId>, String> {
        let given = Given { inputs: execution.inputs.clone(), contents: execution.contents.clone() };
        self.examine(&given).map(|v| v.covered)
    }
}

/// A function that the harness defines.
pub fn is_nondet(name: &str) -> bool {
    name.starts_with("__VERIFIER_nondet_") || name.starts_with("nondet_")
}

/// Exactly these inputs, and no more.
pub struct Exact<'a> {
    inputs: std::slice::Iter<'a, Input>,
    contents: &'a [(u64, Vec<u8>)],
    limits: &'a Limits,
    patterned: bool,
}

impl<'a> Exact<'a> {
    pub fn new(inputs: &'a [Input], contents: &'a [(u64, Vec<u8>)], limits: &'a Limits, patterned: bool) -> Exact<'a> {
        Exact { inputs: inputs.iter(), contents, limits, patterned }
    }
}

impl Oracle for Exact<'_> {
    fn nondet(&mut self, _: Symbol, _: Ty, _: Span) -> Option<u128> {
        self.inputs.next().map(|(_, _, v)| *v)
    }

    fn interrupted(&mut self) -> bool {
        self.limits.exceeded().is_some()
    }

    fn supplies(&self, kind: EventKind) -> bool {
        match kind {
            EventKind::Global => !self.contents.is_empty(),
            EventKind::Slot | EventKind::Var | EventKind::Alloc => self.patterned,
            EventKind::Havoc | EventKind::Stub => false,
        }
    }

    fn contents(&mut self, event: u64, kind: EventKind, size: u64) -> Option<Vec<u8>> {
        if kind != EventKind::Global {
            return self.patterned.then(|| vec![PATTERN; size as usize]);
        }
        let at = self.contents.binary_search_by_key(&event, |(e, _)| *e).ok()?;
        Some(self.contents[at].1.clone())
    }
}
