//! `--json-ui`: the report as JSON, with the member names that users of CBMC know.

use crate::Context;
use crate::json;
use crate::summary::{Overall, Report, status_word};
use crate::trace::{Step, StepKind, Trace};
use pm_base::Span;
use pm_engine::certificate::Certificate;
use pm_engine::{Status, UnwindingAssertion};
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

impl Report<'_> {
    /// `version` is what `"program"` says.
    pub fn json(&self, version: &str) -> String {
        let unwinding = self.ledger.unwinding.iter().map(|u| self.json_unwinding(u));
        let results: Vec<Value> =
            self.properties().into_iter().map(|id| self.json_result(id)).chain(unwinding).collect();
        let mut all = vec![json!({"program": version})];
        all.extend(self.json_messages());
        all.push(json!({"result": results}));
        if !self.ledger.certificates.is_empty() {
            let proofs: Vec<Value> = self.ledger.certificates.iter().map(json_proof).collect();
            all.push(json!({"proofs": proofs}));
        }
        if let Some(audit) = &self.ledger.audit {
            let mut members = json!({"runs": audit.runs});
            if let Some(reason) = &audit.cut {
                members["cut"] = self.reason(reason).into();
            }
            all.push(json!({"audit": members}));
        }
        all.push(message("STATUS-MESSAGE", self.closing_line()));
        let status = match self.overall() {
            Overall::Successful => "success",
            Overall::Failed => "failure",
            Overall::Inconclusive => "inconclusive",
            Overall::Error => "error",
        };
        all.push(json!({"cProverStatus": status}));
        json::print(&all.into())
    }

    fn json_messages(&self) -> Vec<Value> {
        let mut out = Vec::new();
        for l in self.open_loops() {
            let text = format!("loop {} was cut after {} iterations", self.ctx.loop_name(l.name), l.count);
            out.push(message("WARNING", text));
        }
        if let Some(depth) = self.ledger.too_long {
            out.push(message("WARNING", format!("paths of more than {depth} instructions were cut")));
        }
        if let Some(reason) = &self.ledger.stopped {
            out.push(message("WARNING", format!("stopped before the end: {}", self.reason(reason))));
        }
        for (func, span) in self.stubs() {
            let writes =
                if self.ctx.program.funcs[func].has_body() { "; it may write to what it is given" } else { "" };
            let name = self.ctx.func_name(func);
            let text = format!("no body for function {name}, called at {}{writes}", self.ctx.place(span));
            out.push(message("WARNING", text));
        }
        for span in &self.ledger.blocking {
            out.push(message("WARNING", format!("no execution passes the assumption at {}", self.ctx.place(*span))));
        }
        for name in self.approximations {
            out.push(message("WARNING", format!("the result of {name} is any value of its range")));
        }
        out
    }

    fn json_unwinding(&self, u: &UnwindingAssertion) -> Value {
        let (file, line, func) = self.unwinding_place(u);
        let id = self.unwinding_id(u);
        json!({
            "property": id,
            "description": self.unwinding_text(u),
            "class": "unwind",
            "status": if u.open == Some(false) { "SUCCESS" } else { "UNKNOWN" },
            "sourceLocation": location(file, line, self.ctx.func_name(func)),
        })
    }

    fn json_result(&self, id: PropId) -> Value {
        let p = &self.ctx.program.props[id];
        let status = &self.ledger.status[id];
        let (file, line, func) = self.place(id);
        let mut result = json!({
            "property": p.id,
            "description": p.text,
            "class": p.kind.name(),
            "status": status_word(status),
            "sourceLocation": location(file, line, self.ctx.func_name(func)),
        });
        match status {
            Status::HoldsUpTo { bound } => result["holdsUpTo"] = (*bound).into(),
            Status::Unknown(r) => result["reason"] = self.reason(r).into(),
            Status::Violated(_) | Status::Proved { .. } | Status::Unreachable { .. } => {}
        }
        if let Some(audit) = self.ledger.audit.as_ref().filter(|a| a.covers(self.ledger, id)) {
            result["auditReachedIn"] = audit.reached[id].into();
        }
        if let Some(trace) = self.traces.iter().find(|t| t.prop == id) {
            result["trace"] = json_trace(self.ctx, trace);
        }
        result
    }
}

/// How properties were proved: by whom, in which way, with which reductions of the transition system.
fn json_proof(c: &Certificate) -> Value {
    let mut proof = json!({
        "engine": c.engine().name(),
        "method": c.describe(),
        "reductions": c.reductions,
        "properties": c.properties,
    });
    if let Some(by) = &c.checked {
        proof["checkedBy"] = by.describe().into();
    }
    proof
}

fn message(kind: &str, text: String) -> Value {
    json!({"messageType": kind, "messageText": text})
}

fn location(file: String, line: u32, function: &str) -> Value {
    json!({"file": file, "function": function, "line": line.to_string()})
}

fn span_location(ctx: Context<'_>, span: Span, func: FuncId) -> Value {
    let loc = ctx.loc(span);
    location(loc.as_ref().map_or_else(String::new, |l| l.file.clone()), loc.map_or(0, |l| l.line), ctx.func_name(func))
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
        StepKind::Assign { lhs, value } => {
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
