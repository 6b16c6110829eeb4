//! The report and the vectors as JSON, and the vectors as a table (CSV).

use super::{Report, c_tests};
use pm_cover::Referee;
use pm_cover::suite::State;
use serde_json::{Value, json};
use std::fmt::Write;

/// Goals, and how many of each criterion are covered.
pub fn report(report: &Report) -> String {
    let goals: Vec<Value> =
        report.goals.all.iter().zip(&report.suite.states).map(|(g, s)| goal(report, g, s)).collect();
    let summary: Vec<Value> = report
        .criteria
        .iter()
        .map(|c| {
            let n = report.counts(*c);
            json!({"criterion": c.name(), "goals": n.goals, "covered": n.covered, "unreachable": n.unreachable, "unknown": n.unknown})
        })
        .collect();
    let all = json!({"summary": summary, "tests": report.suite.tests.len(), "goals": goals});
    format!("{all:#}\n")
}

fn goal(report: &Report, g: &pm_cover::Goal, state: &State) -> Value {
    let loc = report.ctx.loc(g.span);
    let mut out = json!({
        "id": g.id,
        "criterion": g.criterion.name(),
        "file": loc.as_ref().map(|l| l.file.clone()),
        "line": loc.as_ref().map(|l| l.line),
        "column": loc.as_ref().map(|l| l.column),
        "text": g.text,
        "status": Report::word(state),
    });
    match state {
        State::Covered(tests) => out["tests"] = tests.iter().map(|t| c_tests::name(*t)).collect(),
        State::Unreachable(by) => out["proved_by"] = by.map(|b| b.to_string()).into(),
        State::Unknown(why) => out["reason"] = why.clone().into(),
    }
    if !g.coupled.is_empty() {
        out["coupled_with"] = g.coupled.iter().map(|c| c + 1).collect();
    }
    out
}

/// The inputs of each test, and what is expected where they are asked for.
pub fn vectors(report: &Report, referee: &Referee) -> String {
    let names = report.ctx.names;
    let mut tests = Vec::new();
    for (i, test) in report.suite.tests.iter().enumerate() {
        let inputs: Vec<Value> = test
            .vector
            .inputs
            .iter()
            .map(|(source, ty, v)| json!({"name": names.name(*source), "value": c_tests::shown(*ty, *v), "bits": format!("{v:#x}")}))
            .collect();
        let mut expected = Vec::new();
        for (before, e) in test.expected.iter().enumerate() {
            for (global, bytes) in &e.globals {
                let name = names.name(referee.program.globals[*global].name);
                let hex: String = bytes.iter().map(|b| format!("{b:02x}")).collect();
                expected.push(json!({"before_input": before, "variable": name, "bytes": hex}));
            }
        }
        let goals: Vec<&str> = test.goals.iter().map(|g| report.goals.all[*g].id.as_str()).collect();
        let test = json!({"name": c_tests::name(i), "exit": test.vector.exit, "error": test.vector.error.map(|e| report.ctx.program.props[e].id.as_str()), "inputs": inputs, "expected": expected, "goals": goals});
        tests.push(test);
    }
    format!("{:#}\n", json!({"tests": tests}))
}

/// A line an input.
pub fn table(report: &Report) -> String {
    let mut out = String::from("test,number,input,value,bits\n");
    for (i, test) in report.suite.tests.iter().enumerate() {
        for (n, (source, ty, v)) in test.vector.inputs.iter().enumerate() {
            let (test, name, value) = (c_tests::name(i), report.ctx.names.name(*source), c_tests::shown(*ty, *v));
            let _ = writeln!(out, "{test},{},{name},{value},{v:#x}", n + 1);
        }
    }
    out
}
