//! `--json-ui`: the report as JSON, with the member names that users of CBMC know.

use crate::Context;
use crate::json::Json;
use crate::summary::{Overall, Report, status_word};
use crate::trace::{Step, StepKind, Trace};
use pm_base::Span;
use pm_engine::certificate::Certificate;
use pm_engine::{Status, UnwindingAssertion};
use pm_interp::Outcome;
use pm_ir::{FuncId, PropId};

/// The report of a run that ended before there was a program.
pub fn nothing_known(version: &str) -> String {
    let all = vec![
        Json::Object(vec![("program", Json::string(version))]),
        message("STATUS-MESSAGE", format!("VERIFICATION {}", Overall::Inconclusive.word())),
        Json::Object(vec![("cProverStatus", Json::string("inconclusive"))]),
    ];
    Json::Array(all).print()
}

impl Report<'_> {
    /// `version` is what `"program"` says.
    pub fn json(&self, version: &str) -> String {
        let unwinding = self.ledger.unwinding.iter().map(|u| self.json_unwinding(u));
        let results = self.properties().into_iter().map(|id| self.json_result(id)).chain(unwinding).collect();
        let mut all = vec![Json::Object(vec![("program", Json::string(version))])];
        all.extend(self.json_messages());
        all.push(Json::Object(vec![("result", Json::Array(results))]));
        if !self.ledger.certificates.is_empty() {
            let proofs = self.ledger.certificates.iter().map(json_proof).collect();
            all.push(Json::Object(vec![("proofs", Json::Array(proofs))]));
        }
        if let Some(audit) = &self.ledger.audit {
            let mut members = vec![("runs", Json::Number(audit.runs.into()))];
            members.extend(audit.cut.iter().map(|r| ("cut", Json::String(self.reason(r)))));
            all.push(Json::Object(vec![("audit", Json::Object(members))]));
        }
        all.push(message("STATUS-MESSAGE", self.closing_line()));
        let status = match self.overall() {
            Overall::Successful => "success",
            Overall::Failed => "failure",
            Overall::Inconclusive => "inconclusive",
            Overall::Error => "error",
        };
        all.push(Json::Object(vec![("cProverStatus", Json::string(status))]));
        Json::Array(all).print()
    }

    fn json_messages(&self) -> Vec<Json> {
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

    fn json_unwinding(&self, u: &UnwindingAssertion) -> Json {
        let (file, line, func) = self.unwinding_place(u);
        let id = self.unwinding_id(u);
        Json::Object(vec![
            ("property", Json::string(&id)),
            ("description", Json::String(self.unwinding_text(u))),
            ("class", Json::string("unwind")),
            ("status", Json::string(if u.open == Some(false) { "SUCCESS" } else { "UNKNOWN" })),
            ("sourceLocation", location(file, line, self.ctx.func_name(func))),
        ])
    }

    fn json_result(&self, id: PropId) -> Json {
        let p = &self.ctx.program.props[id];
        let status = &self.ledger.status[id];
        let (file, line, func) = self.place(id);
        let mut members = vec![
            ("property", Json::string(&p.id)),
            ("description", Json::string(&p.text)),
            ("class", Json::string(p.kind.name())),
            ("status", Json::string(status_word(status))),
            ("sourceLocation", location(file, line, self.ctx.func_name(func))),
        ];
        match status {
            Status::HoldsUpTo { bound } => members.push(("holdsUpTo", Json::Number(i64::from(*bound)))),
            Status::Unknown(r) => members.push(("reason", Json::string(self.reason(r)))),
            Status::Violated(_) | Status::Proved { .. } | Status::Unreachable { .. } => {}
        }
        if let Some(audit) = self.ledger.audit.as_ref().filter(|a| a.covers(self.ledger, id)) {
            members.push(("auditReachedIn", Json::Number(audit.reached[id].into())));
        }
        if let Some(trace) = self.traces.iter().find(|t| t.prop == id) {
            members.push(("trace", json_trace(self.ctx, trace)));
        }
        Json::Object(members)
    }
}

/// How properties were proved: by whom, in which way, with which reductions of the transition system.
fn json_proof(c: &Certificate) -> Json {
    let strings = |all: &[String]| Json::Array(all.iter().map(Json::string).collect());
    let mut members = vec![
        ("engine", Json::string(c.engine())),
        ("method", Json::String(c.describe())),
        ("reductions", strings(&c.reductions)),
        ("properties", strings(&c.properties)),
    ];
    members.extend(c.checked.iter().map(|by| ("checkedBy", Json::String(by.describe()))));
    Json::Object(members)
}

fn message(kind: &str, text: String) -> Json {
    Json::Object(vec![("messageType", Json::string(kind)), ("messageText", Json::String(text))])
}

fn location(file: String, line: u32, function: &str) -> Json {
    Json::Object(vec![
        ("file", Json::String(file)),
        ("function", Json::string(function)),
        ("line", Json::String(line.to_string())),
    ])
}

fn span_location(ctx: Context<'_>, span: Span, func: FuncId) -> Json {
    let loc = ctx.loc(span);
    location(loc.as_ref().map_or_else(String::new, |l| l.file.clone()), loc.map_or(0, |l| l.line), ctx.func_name(func))
}

fn json_trace(ctx: Context<'_>, trace: &Trace) -> Json {
    let mut steps: Vec<Json> = trace.first.iter().map(|s| json_step(ctx, s)).collect();
    if trace.left_out > 0 {
        steps.push(Json::Object(vec![
            ("stepType", Json::string("left-out")),
            ("count", Json::Number(i64::try_from(trace.left_out).unwrap_or(i64::MAX))),
        ]));
    }
    steps.extend(trace.last.iter().map(|s| json_step(ctx, s)));
    if let Outcome::Violation { prop, reason, .. } = &trace.outcome {
        let site = ctx.violation_site(*prop, &trace.outcome);
        let p = &ctx.program.props[*prop];
        let why = if reason.is_empty() { p.text.clone() } else { format!("{}: {reason}", p.text) };
        steps.push(Json::Object(vec![
            ("stepType", Json::string("failure")),
            ("property", Json::string(&p.id)),
            ("reason", Json::String(why)),
            ("hidden", Json::Bool(false)),
            ("sourceLocation", span_location(ctx, site.span, site.func)),
        ]));
    }
    Json::Array(steps)
}

fn json_step(ctx: Context<'_>, step: &Step) -> Json {
    let data = |value: &str| Json::Object(vec![("data", Json::string(value))]);
    let function = |f: FuncId| {
        let name = Json::string(ctx.func_name(f));
        Json::Object(vec![("displayName", name), ("identifier", Json::string(ctx.func_name(f)))])
    };
    let mut members = match &step.kind {
        StepKind::Assign { lhs, value } => vec![
            ("stepType", Json::string("assignment")),
            ("assignmentType", Json::string("variable")),
            ("lhs", Json::string(lhs)),
            ("value", data(value)),
        ],
        StepKind::Input { source, value } => vec![
            ("stepType", Json::string("input")),
            ("inputID", Json::string(source)),
            ("values", Json::Array(vec![data(value)])),
        ],
        StepKind::Fails { function } => vec![
            ("stepType", Json::string("input")),
            ("inputID", Json::string(format!("{function} fails"))),
            ("values", Json::Array(vec![data("true")])),
        ],
        StepKind::Call { callee, args } => {
            let args = args.iter().map(|(name, value)| {
                let name = name.clone().unwrap_or_default();
                Json::Object(vec![("name", Json::String(name)), ("value", data(value))])
            });
            vec![
                ("stepType", Json::string("function-call")),
                ("function", function(*callee)),
                ("arguments", Json::Array(args.collect())),
            ]
        }
        StepKind::Return { value } => {
            let mut members = vec![("stepType", Json::string("function-return")), ("function", function(step.func))];
            members.extend(value.iter().map(|v| ("value", data(v))));
            members
        }
        StepKind::Branch { text, taken, iteration } => {
            let mut members = vec![
                ("stepType", Json::string("branch")),
                ("condition", Json::string(text)),
                ("taken", Json::Bool(*taken)),
            ];
            if let Some((name, n)) = iteration {
                members.push(("loop", Json::string(name)));
                members.push(("iteration", Json::Number(i64::try_from(*n).unwrap_or(i64::MAX))));
            }
            members
        }
        StepKind::Switch { text, label } => vec![
            ("stepType", Json::string("branch")),
            ("condition", Json::string(text)),
            ("label", Json::string(label)),
        ],
        StepKind::Iteration { name, iteration } => vec![
            ("stepType", Json::string("loop-head")),
            ("loop", Json::string(name)),
            ("iteration", Json::Number(i64::try_from(*iteration).unwrap_or(i64::MAX))),
        ],
    };
    members.push(("hidden", Json::Bool(false)));
    members.push(("thread", Json::Number(0)));
    members.push(("sourceLocation", span_location(ctx, step.span, step.func)));
    Json::Object(members)
}
