//! gcc and gcov: lines, and the branches of a line.
//!
//! gcov knows no columns. A goal is confirmed where its line was executed and, on a line without a switch whose conditions are all claimed to be both true and
//! false, where no branch of the line is left out. That something is not covered cannot be seen by lines.

use super::llvm::run_all;
use super::{Confirmation, Places, compare, covered, files, make, output};
use pm_cover::goals::condition_events;
use pm_ir::PropId;
use pm_ir::coverage::Decision;
use pm_report::cover::Report;
use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// How often a line, and each of its branches, were executed.
#[derive(Default)]
struct Line {
    count: u64,
    branches: Vec<u64>,
}

/// By the last part of the file's name, and the line.
type Lines = FxHashMap<(String, u32), Line>;

pub(super) fn confirm(report: &Report, dir: &Path, _: &Places) -> Result<Confirmation, String> {
    make(dir, &["all".into(), "CC=gcc".into(), "COVERAGE=--coverage".into()])?;
    run_all(report, dir, "gcc")?;
    let mut lines = Lines::default();
    for data in files(dir, ".gcda")? {
        let mut gcov = Command::new("gcov");
        gcov.current_dir(dir).args(["--json-format", "-t", "-b"]).arg(data);
        let json = output(&mut gcov)?;
        for text in json.split(|b| *b == b'\n').filter(|t| !t.is_empty()) {
            let json: Value = serde_json::from_slice(text).map_err(|e| format!("gcov's JSON: {e}"))?;
            add(&json, &mut lines);
        }
    }
    let full = full_lines(report);
    let counted = |goal: usize| {
        let loc = report.ctx.loc(report.goals.all[goal].span)?;
        let key = (base(&loc.file), loc.line);
        let line = lines.get(&key)?;
        let missing = full.contains(&key) && line.branches.contains(&0);
        Some(line.count > 0 && !missing)
    };
    Ok(compare(report, "gcc".into(), counted, false))
}

fn add(json: &Value, lines: &mut Lines) {
    for file in json["files"].as_array().into_iter().flatten() {
        let name = base(file["file"].as_str().unwrap_or_default());
        for l in file["lines"].as_array().into_iter().flatten() {
            let line = lines.entry((name.clone(), l["line_number"].as_u64().unwrap_or(0) as u32)).or_default();
            line.count += l["count"].as_u64().unwrap_or(0);
            let branches = l["branches"].as_array().into_iter().flatten();
            line.branches.extend(branches.map(|b| b["count"].as_u64().unwrap_or(0)));
        }
    }
}

fn base(path: &str) -> String {
    path.rsplit('/').next().unwrap_or(path).to_string()
}

/// Is it what a `?:` chooses by?
fn is_choice(report: &Report, d: &Decision) -> bool {
    let Some((line, at)) = report.ctx.sources.line_text(d.span.hi) else { return true };
    let behind = line.get(at..).unwrap_or_default();
    behind.iter().find(|b| !matches!(b, b' ' | b'\t' | b')')).is_none_or(|b| *b == b'?')
}

/// Lines all of whose conditions are covered both ways, and on which nothing else branches.
fn full_lines(report: &Report) -> FxHashSet<(String, u32)> {
    let (covered, table) = (covered(report), &report.ctx.program.coverage);
    let key = |span: pm_base::Span| report.ctx.loc(span).map(|l| (base(&l.file), l.line));
    let is_seen = |e: &Option<PropId>| e.is_some_and(|e| covered.contains(&e));
    let (mut full, mut not): (FxHashSet<_>, FxHashSet<_>) = Default::default();
    for d in &table.decisions {
        for (i, c) in d.conditions.iter().enumerate() {
            let both = [false, true].iter().all(|v| condition_events(d, i, *v).iter().any(is_seen));
            if let Some(key) = key(c.span) {
                if both {
                    full.insert(key)
                } else {
                    not.insert(key)
                };
            }
        }
    }
    // gcc branches on the operands of a `?:`, too, in place of the condition or the value that it is.
    not.extend(table.decisions.iter().filter(|d| d.is_control && is_choice(report, d)).filter_map(|d| key(d.span)));
    not.extend(table.labels.iter().filter_map(|l| key(l.span)));
    full.retain(|k| !not.contains(k));
    full
}
