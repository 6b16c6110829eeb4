//! The source with its goals: lines are green where all that begins in them is covered, red where something is open, grey where what is left cannot be reached.

use super::{Report, c_tests};
use pm_cover::Goal;
use pm_cover::suite::State;
use std::collections::BTreeMap;
use std::fmt::Write;

const HEAD: &str = r#"<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Coverage</title><style>
body { font-family: sans-serif; margin: 2em; color: #222; background: #fff; }
table.code { border-collapse: collapse; font-family: monospace; font-size: 13px; }
table.code td { padding: 0 .7em; white-space: pre; vertical-align: top; }
td.n { color: #888; text-align: right; }
tr.covered { background: #e6f5e6; } tr.unreachable { background: #eee; } tr.unknown { background: #fbe3e1; }
details { white-space: normal; font-family: sans-serif; font-size: 12px; } summary { cursor: pointer; }
table.sum td, table.sum th { padding: .2em 1em; text-align: right; }
</style></head><body><h1>Coverage</h1>
"#;

type Entry<'a> = (&'a Goal, &'a State);

/// `source` gives the lines of a file.
pub fn page(report: &Report, source: impl Fn(&str) -> Option<Vec<String>>) -> String {
    let mut out = HEAD.to_string();
    summary(report, &mut out);
    let mut files: BTreeMap<String, BTreeMap<u32, Vec<Entry>>> = BTreeMap::new();
    for entry in report.goals.all.iter().zip(&report.suite.states) {
        if let Some(loc) = report.ctx.loc(entry.0.span) {
            files.entry(loc.file).or_default().entry(loc.line).or_default().push(entry);
        }
    }
    for (file, goals) in &files {
        let _ = writeln!(out, "<h2>{}</h2><table class=\"code\">", escape(file));
        let lines = source(file).unwrap_or_default();
        for (i, line) in lines.iter().enumerate() {
            row(&mut out, report, i as u32 + 1, line, goals.get(&(i as u32 + 1)).map_or(&[][..], Vec::as_slice));
        }
        out += "</table>\n";
    }
    out + "</body></html>\n"
}

fn summary(report: &Report, out: &mut String) {
    *out += "<table class=\"sum\"><tr><th>criterion</th><th>goals</th><th>covered</th><th>unreachable</th><th>unknown</th></tr>\n";
    for criterion in &report.criteria {
        let c = report.counts(*criterion);
        let name = criterion.name();
        let _ = writeln!(
            out,
            "<tr><td>{name}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            c.goals, c.covered, c.unreachable, c.unknown
        );
    }
    *out += "</table>\n";
}

fn row(out: &mut String, report: &Report, number: u32, line: &str, goals: &[Entry]) {
    let class = match () {
        () if goals.is_empty() => "",
        () if goals.iter().any(|(_, s)| matches!(s, State::Unknown(_))) => "unknown",
        () if goals.iter().any(|(_, s)| matches!(s, State::Unreachable(_))) => "unreachable",
        () => "covered",
    };
    let _ = write!(out, "<tr class=\"{class}\"><td class=\"n\">{number}</td><td>{}</td><td>", escape(line));
    if !goals.is_empty() {
        let covered = goals.iter().filter(|(_, s)| matches!(s, State::Covered(_))).count();
        let _ = write!(out, "<details><summary>{covered}/{}</summary>", goals.len());
        for (goal, state) in goals {
            let text = format!("{} {}: {}", goal.id, goal.text, Report::word(state));
            let _ = write!(out, "<div id=\"{}\">{} ", escape(&goal.id), escape(&text));
            match state {
                State::Covered(tests) => {
                    for test in tests.iter().map(|t| c_tests::name(*t)) {
                        let _ = write!(out, "<a href=\"{test}.c\">{test}</a> ");
                    }
                }
                other => *out += &escape(&report.remark(other)),
            }
            *out += "</div>";
        }
        *out += "</details>";
    }
    *out += "</td></tr>\n";
}

pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
