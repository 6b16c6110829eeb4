//! The findings: what a ledger says of a program, in the words of all reports. Reports render them and look at no ledger themselves.
//!
//! A property that held up to a bound is never called SUCCESS.

use crate::Context;
use crate::hardware;
use crate::trace::{Input, Trace};
use pm_base::{IndexVec, Span, Symbol};
use pm_engine::certificate::Certificate;
use pm_engine::{Counterexample, Ledger, Limit, LoopName, Status, UnknownReason, UnwindingAssertion};
use pm_interp::Outcome;
use pm_ir::calls::called;
use pm_ir::loops::find_loops;
use pm_ir::stubs::called_stubs;
use pm_ir::{Callee, FuncId, InstKind, PropId, PropertyKind, Ty};

/// What findings are made of.
#[derive(Clone, Copy)]
pub struct Known<'a> {
    pub ctx: Context<'a>,
    pub ledger: &'a Ledger,
    /// The properties asked for; `None`: all.
    pub selected: Option<&'a [PropId]>,
    /// Of violations, by which their inputs get names; there need not be one for each.
    pub traces: &'a [Trace],
    /// Library functions whose result is not exact.
    pub approximations: &'a [String],
    /// Checks that the source switches off, and where.
    pub switched_off: &'a [(Span, &'static str)],
}

pub struct Findings {
    pub overall: Overall,
    /// In the order of the program, without coverage goals.
    pub properties: Vec<Finding>,
    pub unwinding: Vec<BoundFinding>,
    /// Loops that were cut; none where all is decided.
    pub open_loops: Vec<OpenLoop>,
    /// Paths of more instructions were cut.
    pub longest_path: Option<u32>,
    /// Why the run ended before its end.
    pub stopped: Option<Limit>,
    /// Some properties were asked for.
    pub is_selected: bool,
    pub stubs: Vec<StubFinding>,
    /// Places of assumptions that no execution passes.
    pub blocking: Vec<String>,
    pub approximations: Vec<String>,
    /// Checks that the source switches off: names, and places from which on.
    pub switched_off: Vec<(&'static str, String)>,
    /// Volatile objects that only the program changes: names and places.
    pub volatile: Vec<(String, String)>,
    /// Ranges at fixed addresses that are no objects yet, where a violation is about one: first address and size.
    pub missing_ranges: Vec<(u64, u64)>,
    pub proofs: Vec<Proof>,
    pub audit: Option<AuditFinding>,
}

/// A place as users look for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    pub file: String,
    pub line: u32,
    pub function: String,
}

/// How one property stands.
pub struct Finding {
    pub prop: PropId,
    pub id: String,
    pub text: String,
    pub class: &'static str,
    /// Of a violation that a library model found, the user's call.
    pub place: Place,
    pub verdict: Verdict,
    /// The property of a library model.
    pub in_model: bool,
    /// The calls alone say that no execution comes to its function.
    pub is_uncalled: bool,
    /// Runs of the audit that came to it, where it was audited.
    pub reached_in: Option<u32>,
}

pub enum Verdict {
    Proved { by: String },
    Unreachable { by: String },
    Violated { because: Option<String>, inputs: Vec<String> },
    HoldsUpTo { bound: u32 },
    Unknown { why: UnknownReason, reason: String },
}

/// An unwinding assertion: is the bound of a loop or recursion enough?
pub struct BoundFinding {
    pub id: String,
    pub text: String,
    pub place: Place,
    pub is_enough: bool,
    /// Why it is not.
    pub reason: Option<String>,
}

pub struct OpenLoop {
    pub name: String,
    pub place: String,
    pub count: u32,
    pub is_recursion: bool,
}

/// A function without a body that the verdict rests on.
pub struct StubFinding {
    pub name: String,
    /// It may write to what it is given.
    pub writes: bool,
    /// Where it was called first.
    pub first: String,
    pub sites: Vec<String>,
}

/// How properties were proved.
pub struct Proof {
    pub engine: String,
    pub method: String,
    pub reductions: Vec<String>,
    pub properties: Vec<String>,
    pub checked_by: Option<String>,
}

pub struct AuditFinding {
    pub runs: u32,
    /// Why it ended before its end.
    pub cut: Option<String>,
    pub refutes: bool,
    /// Of the proved properties that were audited: those that a run came to, and all.
    pub reached: usize,
    pub proved: usize,
}

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

/// The words for a status, the most important one first.
pub const WORDS: [&str; 4] = ["FAILURE", "UNKNOWN", "SUCCESS", "UNREACHABLE"];

impl Verdict {
    /// As in all reports.
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Violated { .. } => WORDS[0],
            Verdict::HoldsUpTo { .. } | Verdict::Unknown { .. } => WORDS[1],
            Verdict::Proved { .. } => WORDS[2],
            Verdict::Unreachable { .. } => WORDS[3],
        }
    }

    pub fn is_open(&self) -> bool {
        matches!(self, Verdict::HoldsUpTo { .. } | Verdict::Unknown { .. })
    }

    /// What is behind the word in parentheses, of a property that is open.
    pub fn remark(&self) -> Option<String> {
        match self {
            Verdict::HoldsUpTo { bound } => Some(format!("holds up to bound {bound}")),
            Verdict::Unknown { reason, .. } => Some(reason.clone()),
            Verdict::Proved { .. } | Verdict::Unreachable { .. } | Verdict::Violated { .. } => None,
        }
    }
}

impl Findings {
    pub fn of(known: Known<'_>) -> Findings {
        let called = called(known.ctx.program);
        let properties: Vec<Finding> = known.properties().into_iter().map(|id| known.finding(id, &called)).collect();
        let unwinding: Vec<BoundFinding> = known.ledger.unwinding.iter().map(|u| known.bound(u)).collect();
        let ledger = known.ledger;
        Findings {
            overall: overall(&properties, &unwinding),
            open_loops: if properties.iter().any(|f| f.verdict.is_open()) { known.open_loops() } else { Vec::new() },
            longest_path: ledger.too_long,
            stopped: ledger.stopped,
            is_selected: known.selected.is_some(),
            stubs: known.stubs(properties.is_empty()),
            blocking: ledger.blocking.iter().map(|span| known.ctx.place(*span)).collect(),
            approximations: known.approximations.to_vec(),
            switched_off: known.switched_off.iter().map(|(span, name)| (*name, known.ctx.place(*span))).collect(),
            volatile: hardware::volatile_objects(known.ctx),
            missing_ranges: hardware::missing_ranges(known.ctx, ledger),
            proofs: ledger.certificates.iter().map(proof).collect(),
            audit: known.audit(&properties),
            properties,
            unwinding,
        }
    }

    /// The verdict, and how much of it is only assumed.
    pub fn closing_line(&self) -> String {
        format!("VERIFICATION {}{}", self.overall.word(), rests_on(self.stubs.len(), self.switched_off.len()))
    }

    pub fn is_any(&self, f: impl Fn(&Verdict) -> bool) -> bool {
        self.properties.iter().any(|p| f(&p.verdict))
    }
}

/// Behind a verdict: how many functions without a body it rests on, and how often the source switches a check off.
pub fn rests_on(stubs: usize, switched_off: usize) -> String {
    let stubs = match stubs {
        0 => None,
        1 => Some("rests on 1 function without a body".to_string()),
        n => Some(format!("rests on {n} functions without a body")),
    };
    let switched_off = match switched_off {
        0 => None,
        1 => Some("the source switches 1 check off".to_string()),
        n => Some(format!("the source switches {n} checks off")),
    };
    let all: Vec<String> = stubs.into_iter().chain(switched_off).collect();
    if all.is_empty() { String::new() } else { format!(" ({})", all.join("; ")) }
}

fn overall(properties: &[Finding], unwinding: &[BoundFinding]) -> Overall {
    let is = |f: &dyn Fn(&UnknownReason) -> bool| {
        properties.iter().any(|p| matches!(&p.verdict, Verdict::Unknown { why, .. } if f(why)))
    };
    if is(&UnknownReason::is_contradiction) {
        return Overall::Error;
    }
    if properties.iter().any(|p| matches!(p.verdict, Verdict::Violated { .. })) {
        return Overall::Failed;
    }
    if is(&UnknownReason::is_internal) {
        return Overall::Error;
    }
    let open = properties.iter().any(|p| p.verdict.is_open()) || unwinding.iter().any(|u| !u.is_enough);
    if open { Overall::Inconclusive } else { Overall::Successful }
}

/// Why nothing is known, in words.
pub fn reason(ctx: Context<'_>, r: &UnknownReason) -> String {
    match r {
        UnknownReason::NotChecked => "not checked".into(),
        UnknownReason::Limit(Limit::Proof) => format!("internal error: {}", Limit::Proof),
        UnknownReason::Limit(limit) => limit.to_string(),
        UnknownReason::Inexact { what, span } => format!("{what}, {}", ctx.place(*span)),
        UnknownReason::Contradiction => "one engine proved this property, another violated it".into(),
        UnknownReason::Internal { what } | UnknownReason::Refuted { what } => format!("internal error: {what}"),
        UnknownReason::Rejected { what } => format!("internal error: the proof does not pass its check: {what}"),
        UnknownReason::LastIteration { bound } => format!("not violated in iteration {bound}, asked for by itself"),
        UnknownReason::EachIteration { bound } => format!("violated in each iteration up to {bound}"),
        UnknownReason::NotReplayed { outcome } => format!("counterexample not confirmed: {outcome}"),
    }
}

fn proof(c: &Certificate) -> Proof {
    Proof {
        engine: c.engine().name().to_string(),
        method: c.describe(),
        reductions: c.reductions.iter().map(|r| r.to_string()).collect(),
        properties: c.properties.iter().map(|p| p.to_string()).collect(),
        checked_by: c.checked.as_ref().map(|by| by.describe()),
    }
}

impl Known<'_> {
    /// The properties that are reported: those asked for, without coverage goals.
    fn properties(&self) -> Vec<PropId> {
        let props = &self.ctx.program.props;
        let asked = |id: &PropId| self.selected.is_none_or(|s| s.contains(id));
        props.ids().filter(|id| props[*id].kind != PropertyKind::Cover).filter(asked).collect()
    }

    fn place(&self, span: Span, func: FuncId) -> Place {
        let (file, line) = self.ctx.loc(span).map_or_else(|| ("?".to_string(), 0), |l| (l.file, l.line));
        Place { file, line, function: self.ctx.func_name(func).to_string() }
    }

    // ---- properties -----------------------------------------------------------------------------------------------

    fn finding(&self, id: PropId, called: &IndexVec<FuncId, bool>) -> Finding {
        let p = &self.ctx.program.props[id];
        let (span, func) = match &self.ledger.status[id] {
            Status::Violated(c) => {
                let site = self.ctx.violation_site(id, &c.outcome);
                (site.span, site.func)
            }
            _ => (p.span, p.func),
        };
        let audit = self.ledger.audit.as_ref().filter(|a| a.covers(self.ledger, id));
        Finding {
            prop: id,
            id: p.id.clone(),
            text: p.text.clone(),
            class: p.kind.name(),
            place: self.place(span, func),
            verdict: self.verdict(id),
            in_model: self.ctx.program.funcs[p.func].is_model,
            is_uncalled: matches!(self.ledger.status[id], Status::Unreachable { .. }) && !called[p.func],
            reached_in: audit.map(|a| a.reached[id]),
        }
    }

    fn verdict(&self, id: PropId) -> Verdict {
        let p = &self.ctx.program.props[id];
        match &self.ledger.status[id] {
            Status::Unknown(UnknownReason::NotChecked | UnknownReason::Limit(_))
                if p.kind == PropertyKind::Unmodelled =>
            {
                let what = format!("{} has no model; a body for it says what it does", self.ctx.func_name(p.func));
                let why = UnknownReason::Inexact { what: what.clone(), span: p.span };
                Verdict::Unknown { why, reason: what }
            }
            Status::Proved { by } => Verdict::Proved { by: by.to_string() },
            Status::Unreachable { by } => Verdict::Unreachable { by: by.to_string() },
            Status::HoldsUpTo { bound } => Verdict::HoldsUpTo { bound: *bound },
            Status::Unknown(r) => Verdict::Unknown { why: r.clone(), reason: reason(self.ctx, r) },
            Status::Violated(c) => {
                let because = match &c.outcome {
                    Outcome::Violation { reason, .. } if reason != "the condition is false" => Some(reason.to_string()),
                    _ => None,
                };
                let because = because.filter(|b| !b.is_empty());
                Verdict::Violated { because, inputs: self.inputs(id, c) }
            }
        }
    }

    fn inputs(&self, id: PropId, c: &Counterexample) -> Vec<String> {
        match self.traces.iter().find(|t| t.prop == id && !t.is_cut) {
            Some(trace) => trace.inputs.iter().filter(|i| !i.is_usual()).map(|i| self.input(i)).collect(),
            None => c.inputs.iter().map(|(s, ty, v)| self.plain_input(*s, *ty, *v)).collect(),
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

    fn plain_input(&self, source: Symbol, ty: Ty, value: u128) -> String {
        let text = match ty {
            Ty::Int(f) => crate::values::decimal(f, value),
            Ty::Float(f) => crate::values::float(f, value),
            Ty::Ptr => format!("0x{value:x}"),
        };
        format!("{}={text}", self.ctx.names.name(source))
    }

    // ---- loops -----------------------------------------------------------------------------------------------------

    fn loop_span(&self, name: LoopName) -> Span {
        let func = &self.ctx.program.funcs[name.func];
        let loops = find_loops(func);
        name.head.and_then(|h| loops.iter().find(|l| l.head == h)).map_or(func.span, |l| l.span)
    }

    fn open_loops(&self) -> Vec<OpenLoop> {
        let open = self.ledger.cut.iter().map(|l| OpenLoop {
            name: self.ctx.loop_name(l.name),
            place: self.ctx.place(self.loop_span(l.name)),
            count: l.count,
            is_recursion: l.name.head.is_none(),
        });
        open.collect()
    }

    /// `main.unwind.0`: a loop's name, with the kind of its property in between; `f.recursion` for calls of a function in itself.
    fn bound(&self, u: &UnwindingAssertion) -> BoundFinding {
        let name = self.ctx.loop_name(u.name);
        let (id, text) = match (u.name.head, name.rsplit_once('.')) {
            (None, _) => (format!("{}.recursion", self.ctx.func_name(u.name.func)), "recursion".to_string()),
            (Some(_), Some((func, number))) => (format!("{func}.unwind.{number}"), format!("loop {number}")),
            (Some(_), None) => (name.clone(), format!("loop {name}")),
        };
        // A bound that is not enough leaves the verdict open, it is no error of the program.
        let reason = match u.open {
            Some(false) => None,
            Some(true) if u.name.head.is_none() => Some(format!("calls can nest deeper than {}", u.bound)),
            Some(true) => Some(format!("the loop can go on after {} iterations", u.bound)),
            None => Some("not checked".into()),
        };
        let place = self.place(self.loop_span(u.name), u.name.func);
        BoundFinding { id, text: format!("unwinding assertion {text}"), place, is_enough: reason.is_none(), reason }
    }

    // ---- what the verdict rests on --------------------------------------------------------------------------------

    /// Functions without a body that were called; where there was nothing to check, those that can be called.
    fn stubs(&self, nothing_checked: bool) -> Vec<StubFinding> {
        let mut all: Vec<(FuncId, Span)> = Vec::new();
        match nothing_checked {
            true => all = called_stubs(self.ctx.program),
            false => self.ledger.missing_bodies.iter().for_each(|(func, span)| {
                if all.iter().all(|(f, _)| f != func) {
                    all.push((*func, *span));
                }
            }),
        }
        let stub = |(func, span): (FuncId, Span)| StubFinding {
            name: self.ctx.func_name(func).to_string(),
            writes: self.ctx.program.funcs[func].has_body(),
            first: self.ctx.place(span),
            sites: self.call_sites(func),
        };
        all.into_iter().map(stub).collect()
    }

    fn call_sites(&self, callee: FuncId) -> Vec<String> {
        let insts = self.ctx.program.funcs.iter().flat_map(|f| f.blocks.iter()).flat_map(|b| b.insts.iter());
        let calls =
            insts.filter(|i| matches!(&i.kind, InstKind::Call { callee: Callee::Direct(f), .. } if *f == callee));
        let mut places: Vec<String> = calls.map(|i| self.ctx.place(i.span)).collect();
        places.dedup();
        places
    }

    fn audit(&self, properties: &[Finding]) -> Option<AuditFinding> {
        let audit = self.ledger.audit.as_ref()?;
        let proved = properties.iter().filter(|p| matches!(p.verdict, Verdict::Proved { .. }));
        let reached: Vec<u32> = proved.filter_map(|p| p.reached_in).collect();
        Some(AuditFinding {
            runs: audit.runs,
            cut: audit.cut.map(|limit| limit.to_string()),
            refutes: audit.refuted.is_some(),
            reached: reached.iter().filter(|n| **n > 0).count(),
            proved: reached.len(),
        })
    }
}
