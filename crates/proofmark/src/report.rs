//! What `proofmark check` prints and writes about a ledger.

use crate::args::{CheckCommand, ReportArgs};
use crate::compile::Compiled;
use crate::exit::ExitCode;
use crate::output::{print, shown, write_file};
use pm_driver::answer::{Answer, Watch, answer, violations, watching};
use pm_engine::{Counterexample, Ledger, Limits};
use pm_ir::PropId;
use pm_report::findings::Overall;
use pm_report::harness::Harness;
use pm_report::summary::{Detail, Summary};
use pm_report::trace::{Style, record};
use pm_report::{Context, profile};
use pm_report::{json_ui, junit};
use std::path::Path;

/// As reports say it.
pub const VERSION: &str = concat!("Proofmark ", env!("CARGO_PKG_VERSION"));

/// Prints the report, writes the files that were asked for, and returns the verdict's exit code.
pub fn report(
    c: &Compiled,
    ledger: &Ledger,
    args: &CheckCommand,
    selected: Option<&[PropId]>,
    limits: &Limits,
) -> ExitCode {
    let watch = match shows_traces(&args.report) || args.report.json_ui {
        true => Watch::Steps(Style { full: args.report.full_trace }),
        false => Watch::Inputs,
    };
    let Answer { ctx, findings, traces } = answer(c, ledger, selected, watch, limits);
    let (findings, shows_evidence) = (&findings, shows_traces(&args.report) || args.report.harness.is_some());
    let violations = violations(ledger, selected);
    let harness = args.report.harness.as_ref();
    let written = harness.map_or(Ok(()), |path| write_harness(c, path, args, &violations, &watching(limits)));
    let junit = args.report.junit.as_ref();
    let written = written.and_then(|()| junit.map_or(Ok(()), |path| write_file(path, junit::xml(findings, VERSION))));
    let mut text = String::new();
    if args.report.json_ui {
        let json = if args.report.json_lines { json_ui::json_lines } else { json_ui::json };
        text = json(ctx, findings, &traces, VERSION);
    } else {
        if shows_traces(&args.report) {
            traces.iter().for_each(|t| text += &(t.text(ctx) + "\n"));
        }
        let cost = &cost(ctx, ledger, &args.report);
        text += &Summary { findings, detail: detail(&args.report), shows_evidence, cost }.text();
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

/// Where the time went: all that is known, and some lines where it was not enough.
fn cost(ctx: Context<'_>, ledger: &Ledger, args: &ReportArgs) -> String {
    match &ledger.costs {
        Some(costs) if args.profile => profile::full(ctx, costs),
        Some(costs) if ledger.stopped.is_some() => profile::brief(ctx, costs),
        _ => String::new(),
    }
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

/// The first violation as a C program. A file appears only when it is complete.
fn write_harness(
    c: &Compiled,
    path: &Path,
    args: &CheckCommand,
    violations: &[(PropId, &Counterexample)],
    limits: &Limits,
) -> Result<(), String> {
    let ctx = c.context();
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
    let harness = Harness {
        ctx,
        trace: &trace,
        counterexample,
        files: &files,
        entry: &args.program.function,
        nondet_static: args.program.nondet_static,
    };
    write_file(path, harness.text())?;
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
