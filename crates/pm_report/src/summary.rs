//! The report on a terminal: a line a property, what the verdict rests on, and the closing line.
//!
//! A property that held up to a bound is never called SUCCESS.

use crate::Context;
use crate::hardware;
use crate::trace::{Input, Trace};
use pm_base::Span;
use pm_engine::{Counterexample, Ledger, Limit, LoopBound, LoopName, Status, UnknownReason, UnwindingAssertion};
use pm_ir::loops::find_loops;
use pm_ir::stubs::called_stubs;
use pm_ir::{Callee, FuncId, InstKind, PropId, PropertyKind, Ty};
use std::fmt::Write;

/// Values of a counterexample that are listed in short.
const SHOWN_INPUTS: usize = 12;
/// Call sites that are listed for a function without body.
const SHOWN_SITES: usize = 5;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Overall {
    Successful,
    Failed,
    Inconclusive,
    /// A mistake of Proofmark's own leaves properties open.
    Error,
}

impl Overall {
    pub fn word(self) -> &'static str {
        match self {
            Overall::Successful => "SUCCESSFUL",
            Overall::Failed => "FAILED",
            Overall::Inconclusive => "INCONCLUSIVE",
            Overall::Error => "ERROR",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Detail {
    /// Violations, what is open, and the closing line.
    Quiet,
    #[default]
    Normal,
    /// Also who decided each property, and the properties of library models.
    Verbose,
}

pub struct Report<'a> {
    pub ctx: Context<'a>,
    pub ledger: &'a Ledger,
    /// The properties asked for; `None`: all.
    pub selected: Option<&'a [PropId]>,
    /// Of violations, by which their inputs get names; there need not be one for each.
    pub traces: &'a [Trace],
    /// Library functions whose result is not exact.
    pub approximations: &'a [String],
    /// Traces are shown, or a harness is written: the user knows of them.
    pub shows_evidence: bool,
}

/// The word for a status, as in all reports.
pub fn status_word(status: &Status) -> &'static str {
    match status {
        Status::Proved { .. } => "SUCCESS",
        Status::Unreachable { .. } => "UNREACHABLE",
        Status::Violated(_) => "FAILURE",
        Status::HoldsUpTo { .. } | Status::Unknown(_) => "UNKNOWN",
    }
}

/// A bound that is not enough leaves the verdict open, it is no error of the program.
fn unwinding_word(u: &UnwindingAssertion) -> String {
    match u.open {
        Some(false) => "SUCCESS".into(),
        Some(true) if u.name.head.is_none() => format!("UNKNOWN (calls can nest deeper than {})", u.bound),
        Some(true) => format!("UNKNOWN (the loop can go on after {} iterations)", u.bound),
        None => "UNKNOWN (not checked)".into(),
    }
}

impl<'a> Report<'a> {
    /// The properties that are reported: those asked for, without coverage goals.
    pub fn properties(&self) -> Vec<PropId> {
        let props = &self.ctx.program.props;
        let asked = |id: &PropId| self.selected.is_none_or(|s| s.contains(id));
        props.ids().filter(|id| props[*id].kind != PropertyKind::Cover).filter(asked).collect()
    }

    pub fn overall(&self) -> Overall {
        let mut overall = Overall::Successful;
        let properties = self.properties();
        let is = |f: &dyn Fn(&Status) -> bool| properties.iter().any(|id| f(&self.ledger.status[*id]));
        if is(&|s| matches!(s, Status::Unknown(reason) if reason.is_contradiction())) {
            return Overall::Error;
        }
        if is(&|s| matches!(s, Status::Violated(_))) {
            return Overall::Failed;
        }
        if is(&|s| s.is_internal()) {
            return Overall::Error;
        }
        if is(&|s| matches!(s, Status::HoldsUpTo { .. } | Status::Unknown(_))) {
            overall = Overall::Inconclusive;
        }
        if self.ledger.unwinding.iter().any(|u| u.open != Some(false)) { Overall::Inconclusive } else { overall }
    }

    /// The verdict, and how much of it is only assumed.
    pub fn closing_line(&self) -> String {
        format!("VERIFICATION {}{}", self.overall().word(), rests_on(self.stubs().len()))
    }

    /// Functions without a body that were called; where there was nothing to check, those that can be called.
    pub fn stubs(&self) -> Vec<(FuncId, Span)> {
        if self.properties().is_empty() {
            return called_stubs(self.ctx.program);
        }
        let mut all: Vec<(FuncId, Span)> = Vec::new();
        for (func, span) in &self.ledger.missing_bodies {
            if all.iter().all(|(f, _)| f != func) {
                all.push((*func, *span));
            }
        }
        all
    }

    pub fn text(&self, detail: Detail) -> String {
        let mut out = String::new();
        self.listing(&mut out, detail);
        self.unwinding_assertions(&mut out, detail);
        // No success without what it rests on.
        if detail == Detail::Quiet && self.overall() == Overall::Successful {
            self.missing_bodies(&mut out);
        }
        if detail != Detail::Quiet {
            self.cut_loops(&mut out);
            self.stopped(&mut out);
            self.missing_bodies(&mut out);
            self.approximations(&mut out);
            out += &hardware::volatile_objects(self.ctx);
            self.blocking(&mut out);
            self.counts(&mut out);
            self.audit(&mut out, detail);
            self.hints(&mut out);
            out += &hardware::missing_ranges(self.ctx, self.ledger);
        }
        let _ = writeln!(out, "{}", self.closing_line());
        out
    }

    // ---- properties -----------------------------------------------------------------------------------------------

    fn is_listed(&self, id: PropId, detail: Detail, failed: bool) -> bool {
        let status = &self.ledger.status[id];
        let settled = matches!(status, Status::Proved { .. } | Status::Unreachable { .. });
        match detail {
            Detail::Verbose => true,
            Detail::Normal => !settled || !self.ctx.program.funcs[self.ctx.program.props[id].func].is_model,
            // What --stop-on-fail left is no news.
            Detail::Quiet => {
                let left_over = matches!(status, Status::Unknown(UnknownReason::NotChecked));
                let hidden = left_over && failed;
                !settled && !hidden
            }
        }
    }

    fn listing(&self, out: &mut String, detail: Detail) {
        let mut group = None;
        let failed = self.overall() == Overall::Failed;
        for id in self.properties().into_iter().filter(|id| self.is_listed(*id, detail, failed)) {
            let (file, line, func) = self.place(id);
            if group.as_ref() != Some(&(file.clone(), func)) {
                let gap = if group.is_some() { "\n" } else { "" };
                let _ = writeln!(out, "{gap}{file} function {}", self.ctx.func_name(func));
                group = Some((file, func));
            }
            let p = &self.ctx.program.props[id];
            let status = &self.ledger.status[id];
            let extra = self.explanation(id, detail);
            let _ = writeln!(out, "[{}] line {line} {}: {}{extra}", p.id, p.text, status_word(status));
            if let Status::Violated(c) = status {
                self.violation(out, id, c);
            }
        }
        if group.is_some() {
            out.push('\n');
        }
    }

    /// File, line and function; of a violation that a library model found, those of the user's call.
    pub fn place(&self, id: PropId) -> (String, u32, FuncId) {
        let p = &self.ctx.program.props[id];
        let (span, func) = match &self.ledger.status[id] {
            Status::Violated(c) => {
                let site = self.ctx.violation_site(id, &c.outcome);
                (site.span, site.func)
            }
            _ => (p.span, p.func),
        };
        let loc = self.ctx.loc(span);
        loc.map_or_else(|| ("?".to_string(), 0, func), |l| (l.file, l.line, func))
    }

    fn explanation(&self, id: PropId, detail: Detail) -> String {
        match &self.ledger.status[id] {
            Status::HoldsUpTo { bound } => format!(" (holds up to bound {bound})"),
            Status::Unknown(r) => format!(" ({})", self.reason(r)),
            Status::Proved { by } | Status::Unreachable { by } if detail == Detail::Verbose => match &self.ledger.audit
            {
                Some(audit) if audit.covers(self.ledger, id) => {
                    format!(" (by {by}; reached in {} of {} runs)", audit.reached[id], audit.runs)
                }
                _ => format!(" (by {by})"),
            },
            Status::Proved { .. } | Status::Unreachable { .. } | Status::Violated(_) => String::new(),
        }
    }

    pub fn reason(&self, r: &UnknownReason) -> String {
        match r {
            UnknownReason::NotChecked => "not checked".into(),
            UnknownReason::Limit(Limit::Proof) => format!("internal error: {}", Limit::Proof),
            UnknownReason::Limit(limit) => limit.to_string(),
            UnknownReason::Inexact { what, span } => format!("{what}, {}", self.ctx.place(*span)),
            UnknownReason::Contradiction => "one engine proved this property, another violated it".into(),
            UnknownReason::Internal { what } | UnknownReason::Refuted { what } => format!("internal error: {what}"),
            UnknownReason::Rejected { what } => format!("internal error: the proof does not pass its check: {what}"),
            UnknownReason::LastIteration { bound } => format!("not violated in iteration {bound}, asked for by itself"),
            UnknownReason::EachIteration { bound } => format!("violated in each iteration up to {bound}"),
            UnknownReason::NotReplayed { outcome } => format!("counterexample not confirmed: {outcome}"),
        }
    }

    fn violation(&self, out: &mut String, id: PropId, c: &Counterexample) {
        if let pm_interp::Outcome::Violation { reason, .. } = &c.outcome
            && !reason.is_empty()
            && reason != "the condition is false"
        {
            let _ = writeln!(out, "  because: {reason}");
        }
        let texts: Vec<String> = match self.traces.iter().find(|t| t.prop == id && !t.is_cut) {
            Some(trace) => {
                trace.inputs.iter().filter(|i| !i.is_usual()).map(|i| self.input(i)).take(SHOWN_INPUTS + 1).collect()
            }
            None => c.inputs.iter().map(|(s, ty, v)| self.plain_input(*s, *ty, *v)).take(SHOWN_INPUTS + 1).collect(),
        };
        if !texts.is_empty() {
            let more = if texts.len() > SHOWN_INPUTS { " ..." } else { "" };
            let _ = writeln!(out, "  inputs: {}{more}", texts[..texts.len().min(SHOWN_INPUTS)].join(", "));
        }
    }

    fn input(&self, input: &Input) -> String {
        if let Some(function) = input.failing_allocation(self.ctx) {
            return format!("{function} fails");
        }
        let name = match (input.variable, input.model) {
            (Some(variable), _) => self.ctx.names.name(variable),
            (None, Some(model)) if model != self.ctx.program.entry => self.ctx.func_name(model),
            _ => self.ctx.names.name(input.source),
        };
        format!("{name}={}", input.text)
    }

    fn plain_input(&self, source: pm_base::Symbol, ty: Ty, value: u128) -> String {
        let text = match ty {
            Ty::Int(f) => crate::values::decimal(f, value),
            Ty::Float(f) => crate::values::float(f, value),
            Ty::Ptr => format!("0x{value:x}"),
        };
        format!("{}={text}", self.ctx.names.name(source))
    }

    // ---- what the verdict rests on --------------------------------------------------------------------------------

    /// Loops that were cut; they matter to nobody where all is decided.
    pub fn open_loops(&self) -> &[LoopBound] {
        let open = |id: &PropId| matches!(self.ledger.status[*id], Status::HoldsUpTo { .. } | Status::Unknown(_));
        if self.properties().iter().any(open) { &self.ledger.cut } else { &[] }
    }

    fn cut_loops(&self, out: &mut String) {
        let cut = self.open_loops();
        if cut.is_empty() {
            return;
        }
        out.push_str("Loops that can go on beyond their bound:\n");
        for l in cut {
            let unit = if l.name.head.is_some() { "iterations" } else { "calls deep" };
            let place = self.ctx.place(self.loop_span(l.name));
            let _ = writeln!(out, "  {} ({place}): {} {unit} were executed", self.ctx.loop_name(l.name), l.count);
        }
        out.push('\n');
    }

    fn loop_span(&self, name: LoopName) -> Span {
        let func = &self.ctx.program.funcs[name.func];
        let loops = find_loops(func);
        name.head.and_then(|h| loops.iter().find(|l| l.head == h)).map_or(func.span, |l| l.span)
    }

    /// Limits that ended the run or cut paths.
    fn stopped(&self, out: &mut String) {
        if let Some(depth) = self.ledger.too_long {
            let _ = writeln!(out, "Paths of more than {depth} instructions were cut.\n");
        }
        if let Some(limit) = &self.ledger.stopped {
            let _ = writeln!(out, "Stopped before the end: {limit}\n");
        }
    }

    /// `main.unwind.0`: a loop's name, with the kind of its property in between; `f.recursion` for calls of a function in itself.
    pub fn unwinding_id(&self, u: &UnwindingAssertion) -> String {
        if u.name.head.is_none() {
            return format!("{}.recursion", self.ctx.func_name(u.name.func));
        }
        let name = self.ctx.loop_name(u.name);
        name.rsplit_once('.').map_or_else(|| name.clone(), |(func, number)| format!("{func}.unwind.{number}"))
    }

    /// What is asserted.
    pub fn unwinding_text(&self, u: &UnwindingAssertion) -> String {
        match u.name.head {
            None => "unwinding assertion recursion".into(),
            Some(_) => {
                let name = self.ctx.loop_name(u.name);
                format!("unwinding assertion loop {}", name.rsplit('.').next().unwrap_or_default())
            }
        }
    }

    /// The place of a loop: file, line and function.
    pub fn unwinding_place(&self, u: &UnwindingAssertion) -> (String, u32, FuncId) {
        let loc = self.ctx.loc(self.loop_span(u.name));
        loc.map_or_else(|| ("?".to_string(), 0, u.name.func), |l| (l.file, l.line, u.name.func))
    }

    fn unwinding_assertions(&self, out: &mut String, detail: Detail) {
        let mut group = None;
        let listed = |u: &&UnwindingAssertion| detail != Detail::Quiet || u.open != Some(false);
        for u in self.ledger.unwinding.iter().filter(listed) {
            let (file, line, func) = self.unwinding_place(u);
            if group.as_ref() != Some(&(file.clone(), func)) {
                let gap = if group.is_some() { "\n" } else { "" };
                let _ = writeln!(out, "{gap}{file} function {}", self.ctx.func_name(func));
                group = Some((file, func));
            }
            let _ = writeln!(
                out,
                "[{}] line {line} {}: {}",
                self.unwinding_id(u),
                self.unwinding_text(u),
                unwinding_word(u)
            );
        }
        if group.is_some() {
            out.push('\n');
        }
    }

    fn missing_bodies(&self, out: &mut String) {
        let (writing, pure): (Vec<_>, Vec<_>) =
            self.stubs().into_iter().partition(|(f, _)| self.ctx.program.funcs[*f].has_body());
        let writes =
            "a call returns any value and writes anything to what its pointers give it and to globals that it can see";
        self.stub_list(out, writes, &writing);
        if !writing.is_empty() {
            out.push_str(
                "  They free nothing, call nothing back and keep no pointers. --stub-pure NAME: it writes nothing.\n\n",
            );
        }
        self.stub_list(out, "a call returns any value and changes nothing else", &pure);
        if !pure.is_empty() {
            out.push('\n');
        }
    }

    fn stub_list(&self, out: &mut String, what: &str, stubs: &[(FuncId, Span)]) {
        if !stubs.is_empty() {
            let _ = writeln!(out, "Functions without a body ({what}):");
        }
        for (func, first) in stubs {
            let mut sites = self.call_sites(*func);
            if sites.is_empty() {
                sites.push(self.ctx.place(*first));
            }
            let more = if sites.len() > SHOWN_SITES {
                format!(" and {} more", sites.len() - SHOWN_SITES)
            } else {
                String::new()
            };
            let shown = sites[..sites.len().min(SHOWN_SITES)].join(", ");
            let _ = writeln!(out, "  {} called at {shown}{more}", self.ctx.func_name(*func));
        }
    }

    fn call_sites(&self, callee: FuncId) -> Vec<String> {
        let insts = self.ctx.program.funcs.iter().flat_map(|f| f.blocks.iter()).flat_map(|b| b.insts.iter());
        let calls =
            insts.filter(|i| matches!(&i.kind, InstKind::Call { callee: Callee::Direct(f), .. } if *f == callee));
        let mut places: Vec<String> = calls.map(|i| self.ctx.place(i.span)).collect();
        places.dedup();
        places
    }

    fn approximations(&self, out: &mut String) {
        if !self.approximations.is_empty() {
            out.push_str("Approximations (the result is any value of the function's range):\n");
            let _ = writeln!(out, "  {}\n", self.approximations.join(", "));
        }
    }

    fn blocking(&self, out: &mut String) {
        if !self.ledger.blocking.is_empty() {
            out.push_str("Assumptions that no execution passes (nothing after them is checked):\n");
            for span in &self.ledger.blocking {
                let _ = writeln!(out, "  {}", self.ctx.place(*span));
            }
            out.push('\n');
        }
    }

    fn counts(&self, out: &mut String) {
        let properties = self.properties();
        let parts: Vec<String> = ["FAILURE", "UNKNOWN", "SUCCESS", "UNREACHABLE"]
            .iter()
            .map(|word| (word, properties.iter().filter(|p| status_word(&self.ledger.status[**p]) == *word).count()))
            .filter(|(_, n)| *n > 0)
            .map(|(word, n)| format!("{n} {word}"))
            .collect();
        let unit = if properties.len() == 1 { "property" } else { "properties" };
        let list = if parts.is_empty() { String::new() } else { format!(": {}", parts.join(", ")) };
        let _ = writeln!(out, "{} {unit}{list}", properties.len());
    }

    /// What looked for violations of what is proved. An audit that ran as it should is told to those who ask.
    fn audit(&self, out: &mut String, detail: Detail) {
        if let Some(audit) = &self.ledger.audit {
            if audit.runs > 0 && audit.cut.is_none() && audit.refuted.is_none() && detail != Detail::Verbose {
                return;
            }
            if audit.runs == 0 && audit.cut.is_none() {
                out.push_str("Audit: none (--audit 0)\n");
                return;
            }
            let is_proved = |p: &PropId| matches!(self.ledger.status[*p], Status::Proved { .. });
            let proved = self.properties().into_iter().filter(is_proved);
            let proved: Vec<PropId> = proved.filter(|p| audit.covers(self.ledger, *p)).collect();
            let reached = proved.iter().filter(|p| audit.reached[**p] > 0).count();
            let cut = audit.cut.as_ref().map_or(String::new(), |r| format!(" before the end ({r})"));
            let seen = if audit.refuted.is_some() { "a run refutes a proof" } else { "none violates what is proved" };
            let _ = writeln!(
                out,
                "Audit: {} runs of the interpreter{cut}, {seen}; they come to {reached} of {} proved properties",
                audit.runs,
                proved.len()
            );
        }
    }

    fn hints(&self, out: &mut String) {
        let statuses: Vec<&Status> = self.properties().iter().map(|p| &self.ledger.status[*p]).collect();
        let any = |f: &dyn Fn(&Status) -> bool| statuses.iter().any(|s| f(s));
        if any(&|s| matches!(s, Status::Violated(_))) && !self.shows_evidence {
            out.push_str("hint: --trace shows how a failure comes about, --harness FILE.c writes it as a C program\n");
        }
        if any(&|s| matches!(s, Status::HoldsUpTo { .. })) {
            out.push_str("hint: a larger --unwind or --unwind-max, or neither of them, goes deeper\n");
        }
        if any(&|s| matches!(s, Status::Unknown(UnknownReason::Limit(Limit::Time)))) {
            out.push_str("hint: --timeout gives more time, --property ID asks for less\n");
        }
        if any(&|s| matches!(s, Status::Unknown(UnknownReason::Limit(Limit::Memory)))) {
            out.push_str("hint: --memlimit gives more memory\n");
        }
        if !statuses.is_empty() && statuses.iter().all(|s| matches!(s, Status::Unreachable { .. })) {
            out.push_str("hint: no property is reached by any execution: do the assumptions contradict each other?\n");
        }
    }
}

/// Behind a verdict: how many functions without a body it rests on.
pub fn rests_on(stubs: usize) -> String {
    match stubs {
        0 => String::new(),
        1 => " (rests on 1 function without a body)".to_string(),
        n => format!(" (rests on {n} functions without a body)"),
    }
}
