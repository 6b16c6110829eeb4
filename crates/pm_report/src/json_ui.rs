//! `--json-ui`: the report as JSON, with the member names that users of CBMC know.

use crate::Context;
use crate::findings::{BoundFinding, Finding, Findings, Overall, Proof, Verdict};
use crate::json;
use crate::trace::{Step, StepKind, Trace};
use pm_base::Span;
use pm_engine::Counterexample;
use pm_interp::Outcome;
use pm_ir::{FuncId, PropId};
use serde_json::{Map, Value, json};

/// The report of a run that ended before there was a program.
pub fn nothing_known(version: &str) -> String {
    let all = vec![
        json!({"program": version}),
        message("STATUS-MESSAGE", format!("VERIFICATION {}", Overall::Inconclusive.word())),
        json!({"cProverStatus": "inconclusive"}),
    ];
    json::print(&all.into())
}

/// The findings, with the steps of the violations that were traced. `version` is what `"program"` says.
pub fn json(ctx: Context<'_>, findings: &Findings, traces: &[Trace], version: &str) -> String {
    let mut all = vec![json!({"program": version})];
    all.extend(json_messages(findings));
    all.push(json!({"result": json_results(ctx, findings, traces)}));
    all.extend(json_evidence(findings));
    json::print(&all.into())
}

/// `--json-lines`: the same, one object a line, and a property a line.
pub fn json_lines(ctx: Context<'_>, findings: &Findings, traces: &[Trace], version: &str) -> String {
    let mut all = vec![json!({"program": version})];
    all.extend(json_messages(findings));
    all.extend(json_results(ctx, findings, traces).into_iter().map(|result| json!({"result": result})));
    all.extend(json_evidence(findings));
    all.iter().map(|value| format!("{value}\n")).collect()
}

/// `--json-lines`: a violation when it is found. Its result, with a trace, comes with the report.
pub fn found_line(ctx: Context<'_>, prop: PropId, c: &Counterexample) -> String {
    let p = &ctx.program.props[prop];
    let site = ctx.violation_site(prop, &c.outcome);
    let (file, line) = ctx.loc(site.span).map_or_else(|| ("?".to_string(), 0), |l| (l.file, l.line));
    let found = json!({
        "property": p.id,
        "description": p.text,
        "status": "FAILURE",
        "sourceLocation": location(&file, line, ctx.func_name(site.func)),
    });
    format!("{}\n", json!({"found": found}))
}

fn json_results(ctx: Context<'_>, findings: &Findings, traces: &[Trace]) -> Vec<Value> {
    let trace = |f: &Finding| traces.iter().find(|t| t.prop == f.prop).map(|t| json_trace(ctx, t));
    let results = findings.properties.iter().map(|f| json_result(f, trace(f)));
    results.chain(findings.unwinding.iter().map(json_bound)).collect()
}

/// Proofs, what audited them, and the verdict.
fn json_evidence(findings: &Findings) -> Vec<Value> {
    let mut all = Vec::new();
    if !findings.proofs.is_empty() {
        let proofs: Vec<Value> = findings.proofs.iter().map(json_proof).collect();
        all.push(json!({"proofs": proofs}));
    }
    if let Some(audit) = &findings.audit {
        let mut members = json!({"runs": audit.runs});
        if let Some(reason) = &audit.cut {
            members["cut"] = reason.as_str().into();
        }
        all.push(json!({"audit": members}));
    }
    all.push(message("STATUS-MESSAGE", findings.closing_line()));
    let status = match findings.overall {
        Overall::Successful => "success",
        Overall::Failed => "failure",
        Overall::Inconclusive => "inconclusive",
        Overall::Error => "error",
    };
    all.push(json!({"cProverStatus": status}));
    all
}

fn json_messages(findings: &Findings) -> Vec<Value> {
    let mut out = Vec::new();
    let mut warn = |text: String| out.push(message("WARNING", text));
    for l in &findings.open_loops {
        warn(format!("loop {} was cut after {} iterations", l.name, l.count));
    }
    if let Some(depth) = findings.longest_path {
        warn(format!("paths of more than {depth} instructions were cut"));
    }
    if let Some(reason) = &findings.stopped {
        warn(format!("stopped before the end: {reason}"));
    }
    for s in &findings.stubs {
        let writes = if s.writes { "; it may write to what it is given" } else { "" };
        warn(format!("no body for function {}, called at {}{writes}", s.name, s.first));
    }
    for place in &findings.blocking {
        warn(format!("no execution passes the assumption at {place}"));
    }
    for (name, place) in &findings.switched_off {
        warn(format!("the source switches the check {name} off at {place}"));
    }
    for name in &findings.approximations {
        warn(format!("the result of {name} is any value of its range"));
    }
    out
}

fn json_bound(u: &BoundFinding) -> Value {
    json!({
        "property": u.id,
        "description": u.text,
        "class": "unwind",
        "status": if u.is_enough { "SUCCESS" } else { "UNKNOWN" },
        "sourceLocation": location(&u.place.file, u.place.line, &u.place.function),
    })
}

fn json_result(f: &Finding, trace: Option<Value>) -> Value {
    let mut result = json!({
        "property": f.id,
        "description": f.text,
        "class": f.class,
        "status": f.verdict.word(),
        "sourceLocation": location(&f.place.file, f.place.line, &f.place.function),
    });
    match &f.verdict {
        Verdict::HoldsUpTo { bound } => result["holdsUpTo"] = (*bound).into(),
        Verdict::Unknown { reason, .. } => result["reason"] = reason.as_str().into(),
        Verdict::Violated { .. } | Verdict::Proved { .. } | Verdict::Unreachable { .. } => {}
    }
    if let Some(runs) = f.reached_in {
        result["auditReachedIn"] = runs.into();
    }
    if let Some(trace) = trace {
        result["trace"] = trace;
    }
    result
}

/// How properties were proved: by whom, in which way, with which reductions of the transition system.
fn json_proof(p: &Proof) -> Value {
    let mut proof = json!({
        "engine": p.engine,
        "method": p.method,
        "reductions": p.reductions,
        "properties": p.properties,
    });
    if let Some(by) = &p.checked_by {
        proof["checkedBy"] = by.as_str().into();
    }
    proof
}

fn message(kind: &str, text: String) -> Value {
    json!({"messageType": kind, "messageText": text})
}

fn location(file: &str, line: u32, function: &str) -> Value {
    json!({"file": file, "function": function, "line": line.to_string()})
}

fn span_location(ctx: Context<'_>, span: Span, func: FuncId) -> Value {
    let loc = ctx.loc(span);
    location(loc.as_ref().map_or("", |l| &l.file), loc.as_ref().map_or(0, |l| l.line), ctx.func_name(func))
}

fn json_trace(ctx: Context<'_>, trace: &Trace) -> Value {
    let mut steps: Vec<Value> = trace.first.iter().map(|s| json_step(ctx, s)).collect();
    if trace.left_out > 0 {
        steps.push(json!({"stepType": "left-out", "count": trace.left_out}));
    }
    steps.extend(trace.last.iter().map(|s| json_step(ctx, s)));
    if let Outcome::Violation { prop, reason, .. } = &trace.outcome {
        let site = ctx.violation_site(*prop, &trace.outcome);
        let p = &ctx.program.props[*prop];
        let why = if reason.is_empty() { p.text.clone() } else { format!("{}: {reason}", p.text) };
        steps.push(json!({
            "stepType": "failure",
            "property": p.id,
            "reason": why,
            "hidden": false,
            "sourceLocation": span_location(ctx, site.span, site.func),
        }));
    }
    steps.into()
}

fn json_step(ctx: Context<'_>, step: &Step) -> Value {
    let mut members = members(ctx, step);
    members.insert("hidden".into(), false.into());
    members.insert("thread".into(), 0.into());
    members.insert("sourceLocation".into(), span_location(ctx, step.span, step.func));
    members.into()
}

/// What is special to a step of its kind.
fn members(ctx: Context<'_>, step: &Step) -> Map<String, Value> {
    let data = |value: &str| json!({"data": value});
    let function = |f: FuncId| json!({"displayName": ctx.func_name(f), "identifier": ctx.func_name(f)});
    let mut all = match &step.kind {
        StepKind::Assign { lhs, value, .. } => {
            json!({"stepType": "assignment", "assignmentType": "variable", "lhs": lhs, "value": data(value)})
        }
        StepKind::Input { source, value } => json!({"stepType": "input", "inputID": source, "values": [data(value)]}),
        StepKind::Fails { function } => {
            json!({"stepType": "input", "inputID": format!("{function} fails"), "values": [data("true")]})
        }
        StepKind::Call { callee, args } => {
            let args =
                args.iter().map(|(name, value)| json!({"name": name.as_deref().unwrap_or(""), "value": data(value)}));
            json!({"stepType": "function-call", "function": function(*callee), "arguments": args.collect::<Vec<Value>>()})
        }
        StepKind::Return { .. } => json!({"stepType": "function-return", "function": function(step.func)}),
        StepKind::Branch { text, taken, .. } => json!({"stepType": "branch", "condition": text, "taken": taken}),
        StepKind::Switch { text, label } => json!({"stepType": "branch", "condition": text, "label": label}),
        StepKind::Iteration { name, iteration } => {
            json!({"stepType": "loop-head", "loop": name, "iteration": iteration})
        }
    };
    match &step.kind {
        StepKind::Return { value: Some(value) } => all["value"] = data(value),
        StepKind::Branch { iteration: Some((name, n)), .. } => {
            all["loop"] = json!(name);
            all["iteration"] = json!(n);
        }
        _ => {}
    }
    if let Value::Object(members) = all { members } else { Map::new() }
}
