//! Traces: a counterexample as a debugger would show it, in C terms.
//!
//! The counterexample runs again in the interpreter, watched by [`crate::recorder`]. By default a trace has the steps that
//! matter: changes of the user's variables and objects, decisions, calls and returns of the user's functions, inputs.

use crate::Context;
use crate::contents::{Contents, Watched};
use crate::recorder::Recorder;
use crate::writes::Writes;
use pm_base::{Span, Symbol};
use pm_engine::replay::{Recorded, run_options};
use pm_engine::{Counterexample, Limits};
use pm_interp::{Outcome, run_traced};
use pm_ir::{FuncId, OBSERVE, PropId, Ty};
use std::io::sink;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Style {
    /// All steps, also those of library models and those that change nothing.
    pub full: bool,
}

impl Style {
    /// How many of the first and of the last steps are kept.
    pub fn kept(self) -> (usize, usize) {
        if self.full { (20_000, 20_000) } else { (200, 800) }
    }
}

pub struct Step {
    pub kind: StepKind,
    pub func: FuncId,
    pub span: Span,
    /// Active calls of user functions, the entry function has 1.
    pub depth: u32,
}

pub enum StepKind {
    Assign {
        lhs: String,
        value: String,
        /// Of an observer.
        is_state: bool,
    },
    Input {
        source: String,
        value: String,
    },
    /// An allocation returns null.
    Fails {
        function: String,
    },
    Branch {
        text: String,
        taken: bool,
        iteration: Option<(String, u64)>,
    },
    Switch {
        text: String,
        label: String,
    },
    Iteration {
        name: String,
        iteration: u64,
    },
    Call {
        callee: FuncId,
        args: Vec<(Option<String>, String)>,
    },
    Return {
        value: Option<String>,
    },
}

/// A nondeterministic value that the run consumed.
pub struct Input {
    pub source: Symbol,
    /// The variable that received it.
    pub variable: Option<Symbol>,
    /// The library function that the user called and that asked for it; the program's start for parameters.
    pub model: Option<FuncId>,
    pub ty: Ty,
    pub value: u128,
    pub text: String,
    /// In the user's code.
    pub span: Span,
    /// Says whether an allocation fails.
    pub is_choice: bool,
}

impl Input {
    /// Inputs behind these are not kept.
    pub const MAX: usize = 1 << 20;

    /// The choice of a library function that is not to fail.
    pub fn is_usual(&self) -> bool {
        self.is_choice && self.value == 0
    }

    /// The library function that was chosen to fail.
    pub fn failing_allocation<'a>(&self, ctx: Context<'a>) -> Option<&'a str> {
        self.model.filter(|_| self.is_choice && self.value != 0).map(|m| ctx.func_name(m))
    }
}

pub struct Trace {
    pub prop: PropId,
    pub first: Vec<Step>,
    pub left_out: u64,
    pub last: Vec<Step>,
    pub inputs: Vec<Input>,
    pub contents: Vec<Contents>,
    pub writes: Writes,
    /// What the program's start passes to the function where execution begins.
    pub arguments: Vec<u128>,
    pub outcome: Outcome,
    /// How often it violates assertions and goes on.
    pub times_passed: u64,
    /// A limit ended the run that was watched: the last steps are missing, and inputs may be.
    pub is_cut: bool,
}

/// Runs the counterexample again and keeps what it does, within limits.
pub fn record(ctx: Context<'_>, prop: PropId, c: &Counterexample, style: Style, limits: &Limits) -> Trace {
    let mut recorder = Recorder::new(ctx, prop, style);
    let options = run_options(c, limits);
    let mut oracle = Watched { inner: Recorded::new(c, limits), model: recorder.model.clone(), events: Vec::new() };
    let result = run_traced(ctx.program, ctx.names, &options, &mut oracle, &mut sink(), &mut sink(), &mut recorder);
    recorder.finish();
    let is_cut = matches!(result.outcome, Outcome::StepLimit | Outcome::MemoryLimit { .. });
    Trace {
        prop,
        first: recorder.head,
        left_out: recorder.left_out,
        last: recorder.tail.into(),
        inputs: recorder.inputs,
        contents: oracle.events,
        writes: recorder.writes,
        arguments: recorder.arguments.unwrap_or_default(),
        // What the run without a watch has seen.
        outcome: if is_cut { c.outcome.clone() } else { result.outcome },
        times_passed: result.times_passed,
        is_cut,
    }
}

impl Step {
    /// The step as one line of text.
    pub fn text(&self, ctx: Context<'_>) -> String {
        match &self.kind {
            StepKind::Assign { lhs, value, .. } => format!("{lhs} = {value}"),
            StepKind::Input { source, value } => format!("input {source} = {value}"),
            StepKind::Fails { function } => format!("{function} fails"),
            StepKind::Branch { text, taken, iteration } => {
                let decision = format!("{text} is {taken}");
                match iteration {
                    Some((name, n)) => format!("loop {name}, iteration {n}: {decision}"),
                    None => decision,
                }
            }
            StepKind::Switch { text, label } => format!("{text} goes to {label}"),
            StepKind::Iteration { name, iteration } => format!("loop {name}, iteration {iteration}"),
            StepKind::Call { callee, args } => {
                let args: Vec<String> = args
                    .iter()
                    .map(|(name, value)| name.as_ref().map_or_else(|| value.clone(), |n| format!("{n} = {value}")))
                    .collect();
                match ctx.names.name(ctx.program.funcs[*callee].name).strip_prefix(OBSERVE) {
                    Some(name) => format!("end of a cycle for req.{name}: {}", args.join(", ")),
                    None => format!("call {}({})", ctx.func_name(*callee), args.join(", ")),
                }
            }
            StepKind::Return { value: Some(value) } => format!("return {value}"),
            StepKind::Return { value: None } => "return".into(),
        }
    }
}

impl Trace {
    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        self.first.iter().chain(&self.last)
    }

    /// The trace as text, ending in a newline.
    pub fn text(&self, ctx: Context<'_>) -> String {
        let property = &ctx.program.props[self.prop];
        let mut out = format!("Trace for [{}] {}:\n", property.id, property.text);
        let width = self.steps().map(|s| ctx.place(s.span).len()).max().unwrap_or(0).min(40);
        let name = |f: FuncId| if f == ctx.program.entry { "start" } else { ctx.func_name(f) };
        let names = self.steps().map(|s| name(s.func).len()).max().unwrap_or(0).min(24);
        let line = |s: &Step| {
            let indent = "  ".repeat(s.depth.saturating_sub(1).min(20) as usize);
            let (place, func) = (ctx.place(s.span), name(s.func));
            format!("  {place:width$}  {func:names$}  {indent}{}\n", s.text(ctx))
        };
        out.extend(self.first.iter().map(line));
        if self.left_out > 0 {
            out += &format!("  ... {} steps are left out ...\n", self.left_out);
        }
        out.extend(self.last.iter().map(line));
        if self.is_cut {
            out += "  ... the rest is left out: the run is too long to be watched to its end ...\n";
        }
        out + &self.ending(ctx)
    }

    fn ending(&self, ctx: Context<'_>) -> String {
        let Outcome::Violation { prop, reason, notes, stack } = &self.outcome else {
            return format!("  the run ends without the violation: {:?}\n", self.outcome);
        };
        let property = &ctx.program.props[*prop];
        let site = ctx.violation_site(*prop, &self.outcome);
        let why = if reason.is_empty() { String::new() } else { format!(": {reason}") };
        let mut out = format!("  {}  violated [{}] {}{why}\n", ctx.place(site.span), property.id, property.text);
        for n in notes {
            out += &format!("  {}  {}\n", ctx.place(n.span), n.text);
        }
        out += "Call stack:\n";
        let calls = stack.iter().filter(|s| s.func != ctx.program.entry);
        for (i, s) in calls.take(32).enumerate() {
            out += &format!("  #{i} {} at {}\n", ctx.func_name(s.func), ctx.place(s.span));
        }
        out
    }
}
