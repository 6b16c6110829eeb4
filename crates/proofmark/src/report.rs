//! What `proofmark check` prints and writes about a ledger.

use crate::args::{CheckCommand, ReportArgs};
use crate::compile::Compiled;
use crate::exit::ExitCode;
use crate::output::{print, shown};
use pm_engine::{Counterexample, Ledger, Limits};
use pm_ir::{PropId, PropertyKind};
use pm_lower::models;
use pm_report::Context;
use pm_report::findings::{Findings, Known, Overall};
use pm_report::harness::Harness;
use pm_report::json_ui;
use pm_report::summary::{Detail, Summary};
use pm_report::trace::{Style, Trace, record};
use rustc_hash::FxHashSet;
use std::path::Path;
use std::time::{Duration, Instant};

/// Violations whose inputs are named after the variables that received them: each needs another run.
const NAMED_VIOLATIONS: usize = 20;

/// What watching violations may take; and the least, in all.
const WATCHED: Duration = Duration::from_secs(10);
const BRIEF: Duration = Duration::from_millis(300);

/// As reports say it.
pub const VERSION: &str = concat!("Proofmark ", env!("CARGO_PKG_VERSION"));

pub fn context(c: &Compiled) -> Context<'_> {
    Context { program: &c.program, names: &c.session.interner, sources: &c.session.sources }
}

/// Prints the report, writes the files that were asked for, and returns the verdict's exit code.
pub fn report(
    c: &Compiled,
    ledger: &Ledger,
    args: &CheckCommand,
    selected: Option<&[PropId]>,
    limits: &Limits,
) -> ExitCode {
    let limits = &watching(limits);
    let ctx = context(c);
    let wanted = |id: &PropId| selected.is_none_or(|s| s.contains(id));
    let violations: Vec<(PropId, &Counterexample)> = ledger.violations().filter(|(id, _)| wanted(id)).collect();
    let traces = traces(ctx, &violations, &args.report, limits);
    let approximations = approximations(c);
    let shows_evidence = shows_traces(&args.report) || args.report.harness.is_some();
    let findings = &Findings::of(Known { ctx, ledger, selected, traces: &traces, approximations: &approximations });
    let written = args.report.harness.as_ref().map_or(Ok(()), |path| write_harness(c, path, args, &violations, limits));
    let mut text = String::new();
    if args.report.json_ui {
        text = json_ui::json(ctx, findings, &traces, VERSION);
    } else {
        if shows_traces(&args.report) {
            traces.iter().for_each(|t| text += &(t.text(ctx) + "\n"));
        }
        text += &Summary { findings, detail: detail(&args.report), shows_evidence }.text();
    }
    if let Err(failed) = print(&text) {
        return failed;
    }
    if let Err(message) = written {
        eprintln!("proofmark: {message}");
        return ExitCode::INTERNAL;
    }
    exit_code(findings.overall)
}

fn exit_code(overall: Overall) -> ExitCode {
    match overall {
        Overall::Successful => ExitCode::OK,
        Overall::Failed => ExitCode::VIOLATED,
        Overall::Inconclusive => ExitCode::INCONCLUSIVE,
        Overall::Error => ExitCode::INTERNAL,
    }
}

fn detail(args: &ReportArgs) -> Detail {
    match (args.quiet, args.verbose) {
        (true, _) => Detail::Quiet,
        (_, true) => Detail::Verbose,
        _ => Detail::Normal,
    }
}

fn shows_traces(args: &ReportArgs) -> bool {
    args.trace || args.full_trace
}

/// Runs that are watched end with the time of the check, and soon where nobody set one: a violation is found by means that are faster
/// than watching it. Where the time is over there is a little for short ones.
fn watching(limits: &Limits) -> Limits {
    let now = Instant::now();
    let deadline = limits.deadline.unwrap_or(now + WATCHED).clamp(now + BRIEF, now + WATCHED);
    Limits { deadline: Some(deadline), ..limits.clone() }
}

fn traces(
    ctx: Context<'_>,
    violations: &[(PropId, &Counterexample)],
    args: &ReportArgs,
    limits: &Limits,
) -> Vec<Trace> {
    let all = shows_traces(args) || args.json_ui;
    let style = Style { full: args.full_trace };
    let wanted = violations.iter().take(if all { usize::MAX } else { NAMED_VIOLATIONS });
    wanted.filter(|(_, c)| all || !c.inputs.is_empty()).map(|(id, c)| record(ctx, *id, c, style, limits)).collect()
}

/// Library functions of the program whose results are not exact.
fn approximations(c: &Compiled) -> Vec<String> {
    let models = c.program.funcs.iter().filter(|f| f.is_model);
    let names = models.map(|f| c.session.interner.name(f.name));
    names.filter(|n| models::is_approximate(n)).map(str::to_string).collect()
}

/// The first violation as a C program. A file appears only when it is complete.
fn write_harness(
    c: &Compiled,
    path: &Path,
    args: &CheckCommand,
    violations: &[(PropId, &Counterexample)],
    limits: &Limits,
) -> Result<(), String> {
    let ctx = context(c);
    let Some((id, counterexample)) = violations.first() else {
        eprintln!("proofmark: no violation, so {} was not written", shown(path));
        return Ok(());
    };
    let trace = record(ctx, *id, counterexample, Style::default(), limits);
    if trace.is_cut {
        eprintln!("proofmark: the run is too long to be watched, so {} was not written", shown(path));
        return Ok(());
    }
    let files: Vec<String> = c.files.iter().map(|f| shown(f)).collect();
    let harness = Harness { ctx, trace: &trace, counterexample, files: &files, entry: &args.program.function };
    crate::output::write_file(path, harness.text())?;
    if !args.report.json_ui && !args.report.quiet {
        let (path, id) = (shown(path), &c.program.props[*id].id);
        match harness.not_repeated()[..] {
            [] => eprintln!("proofmark: {path} repeats the violation of [{id}]"),
            ref missing => {
                eprintln!(
                    "proofmark: {path} may not repeat the violation of [{id}], which rests on: {}",
                    missing.join("; ")
                );
            }
        }
    }
    Ok(())
}

/// The properties named by `--property`; `Err` where one does not exist.
pub fn select(c: &Compiled, ids: &[String]) -> Result<Option<Vec<PropId>>, ExitCode> {
    if ids.is_empty() {
        return Ok(None);
    }
    let mut out = Vec::new();
    let mut code = None;
    for id in ids {
        match c.program.props.iter_ids().find(|(_, p)| p.id == *id) {
            Some((prop, _)) => out.push(prop),
            None => {
                eprintln!("proofmark: there is no property `{id}`{}", nearest(c, id));
                code = Some(ExitCode::NO_PROPERTY);
            }
        }
    }
    code.map_or(Ok(Some(out)), Err)
}

/// What is not asked for: properties beside those that are selected, and coverage goals, which nobody proves.
pub fn ignored(c: &Compiled, selected: Option<&[PropId]>) -> FxHashSet<PropId> {
    let props = &c.program.props;
    let is_asked = |p: &PropId| props[*p].kind != PropertyKind::Cover && selected.is_none_or(|s| s.contains(p));
    props.ids().filter(|p| !is_asked(p)).collect()
}

/// Properties have shorter names.
const LONGEST_ID: usize = 200;

fn nearest(c: &Compiled, id: &str) -> String {
    let id: String = id.chars().take(LONGEST_ID).collect();
    let distance = |other: &str| strsim::levenshtein(&id, other);
    let mut near: Vec<(usize, &str)> = c.program.props.iter().map(|p| (distance(&p.id), p.id.as_str())).collect();
    near.sort();
    let names: Vec<String> = near.iter().take(3).map(|(_, n)| format!("`{n}`")).collect();
    match names.is_empty() {
        true => ": the program has none".into(),
        false => format!("; the nearest are {}", names.join(", ")),
    }
}
