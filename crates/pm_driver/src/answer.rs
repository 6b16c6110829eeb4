//! From a ledger to findings: violations are watched once more, so that reports can speak of them in C.

use crate::compile::Compiled;
use pm_engine::{Counterexample, Ledger, Limits};
use pm_ir::PropId;
use pm_report::Context;
use pm_report::findings::{Findings, Known};
use pm_report::trace::{Style, Trace, record};
use std::time::{Duration, Instant};

/// Violations whose inputs are named after the variables that received them: each needs another run.
const NAMED_VIOLATIONS: usize = 20;

/// What watching violations may take; and the least, in all.
const WATCHED: Duration = Duration::from_secs(10);
const BRIEF: Duration = Duration::from_millis(300);

/// Which violations are watched, and how closely.
#[derive(Clone, Copy)]
pub enum Watch {
    /// None.
    Nothing,
    /// Some, for the names of their inputs.
    Inputs,
    /// All of them, step by step.
    Steps(Style),
}

/// What reports are made of.
pub struct Answer<'c> {
    pub ctx: Context<'c>,
    pub findings: Findings,
    pub traces: Vec<Trace>,
}

impl Compiled {
    /// What is needed to speak about the program.
    pub fn context(&self) -> Context<'_> {
        Context { program: &self.program, names: &self.session.interner, sources: &self.session.sources }
    }
}

/// The violations among the properties that are selected.
pub fn violations<'a>(ledger: &'a Ledger, selected: Option<&[PropId]>) -> Vec<(PropId, &'a Counterexample)> {
    ledger.violations().filter(|(id, _)| selected.is_none_or(|s| s.contains(id))).collect()
}

/// What a ledger says of the properties that are selected.
pub fn answer<'c>(
    c: &'c Compiled,
    ledger: &Ledger,
    selected: Option<&[PropId]>,
    watch: Watch,
    limits: &Limits,
) -> Answer<'c> {
    let ctx = c.context();
    let traces = traces(ctx, &violations(ledger, selected), watch, &watching(limits));
    let approximations: Vec<String> = c.approximations().map(String::from).collect();
    let switched_off = &c.switched_off;
    let known = Known { ctx, ledger, selected, traces: &traces, approximations: &approximations, switched_off };
    Answer { ctx, findings: Findings::of(known), traces }
}

fn traces(ctx: Context<'_>, violations: &[(PropId, &Counterexample)], watch: Watch, limits: &Limits) -> Vec<Trace> {
    let (most, style) = match watch {
        Watch::Nothing => return Vec::new(),
        Watch::Inputs => (NAMED_VIOLATIONS, Style::default()),
        Watch::Steps(style) => (usize::MAX, style),
    };
    let wanted = violations.iter().take(most);
    let wanted = wanted.filter(|(_, c)| matches!(watch, Watch::Steps(_)) || !c.inputs.is_empty());
    wanted.map(|(id, c)| record(ctx, *id, c, style, limits)).collect()
}

/// Runs that are watched end with the time of the check, and soon where nobody set one: a violation is found by means that are faster
/// than watching it. Where the time is over there is a little for short ones.
pub fn watching(limits: &Limits) -> Limits {
    let now = Instant::now();
    let deadline = limits.deadline.unwrap_or(now + WATCHED).clamp(now + BRIEF, now + WATCHED);
    Limits { deadline: Some(deadline), ..limits.clone() }
}
