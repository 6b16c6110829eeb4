//! `proofmark check` and `proofmark svcomp`

use crate::args::{CheckCommand, SvcompArgs};
use crate::compile::{Compiled, compile};
use crate::exit::ExitCode;
use crate::show::place;
use pm_engine::bmc::{self, Progress};
use pm_engine::{Ledger, Limits, Status, UnknownReason};
use pm_ir::{PropId, PropertyKind};
use pm_lower::{CheckOptions, LowerOptions};
use pm_symex::LoopName;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

pub fn check(args: &CheckCommand) -> ExitCode {
    let mut options = args.program.lowering(&args.checks, CheckOptions::standard());
    options.malloc_may_fail = !args.no_malloc_may_fail;
    let compiled = match compile(&args.program, &options) {
        Ok(compiled) => compiled,
        Err(code) => return code,
    };
    let engine = bmc::Options {
        unwind: args.unwind,
        unwind_max: args.unwind_max,
        unwind_min: args.unwind_min,
        stop_on_fail: args.stop_on_fail,
        limits: limits(args.timeout, args.memlimit),
        ..bmc::Options::default()
    };
    let ledger = bmc::check(&compiled.program, &compiled.session.interner, &engine, &mut Line::new());
    report(&compiled, &ledger)
}

fn limits(timeout: Option<u64>, memory: Option<u64>) -> Limits {
    Limits { deadline: timeout.map(|s| Instant::now() + Duration::from_secs(s)), memory, ..Limits::default() }
}

/// A line that says how far it is, on a terminal only.
struct Line {
    start: Instant,
    shown: bool,
}

impl Line {
    fn new() -> Self {
        Line { start: Instant::now(), shown: std::io::stderr().is_terminal() }
    }
}

impl Progress for Line {
    fn round(&mut self, bound: u32, decided: usize, open: usize) {
        if self.shown && self.start.elapsed() > Duration::from_secs(1) {
            let seconds = self.start.elapsed().as_secs_f32();
            eprint!("\rbound {bound}, {decided} properties decided, {open} open, {seconds:.1} s   ");
            let _ = std::io::stderr().flush();
        }
    }
}

fn report(c: &Compiled, ledger: &Ledger) -> ExitCode {
    let mut worst = ExitCode::OK;
    for (id, p) in c.program.props.iter_ids().filter(|(_, p)| p.kind != PropertyKind::Cover) {
        let status = &ledger.status[id];
        let model = c.program.funcs[p.func].is_model;
        if !model || !matches!(status, Status::Proved { .. } | Status::Unreachable { .. }) {
            println!("[{}] {} {}: {}", p.id, place(c, p.span), p.text, word(c, status));
        }
        worst = worse(worst, status);
    }
    for l in &ledger.cut {
        println!("loop {} was unwound {} times and can go on", loop_name(c, l.name), l.count);
    }
    for (func, span) in &ledger.missing_bodies {
        println!("function {} has no body ({})", c.session.interner.name(c.program.funcs[*func].name), place(c, *span));
    }
    let word = match worst {
        ExitCode::OK => "SUCCESSFUL",
        ExitCode::VIOLATED => "FAILED",
        _ => "INCONCLUSIVE",
    };
    println!("VERIFICATION {word}");
    worst
}

fn word(c: &Compiled, status: &Status) -> String {
    match status {
        Status::Proved { .. } => "SUCCESS".into(),
        Status::Unreachable { .. } => "UNREACHABLE".into(),
        Status::Violated(_) => "FAILURE".into(),
        Status::HoldsUpTo { bound } => format!("UNKNOWN (holds up to bound {bound})"),
        Status::Unknown(r) => format!("UNKNOWN ({})", reason(c, r)),
    }
}

fn reason(c: &Compiled, r: &UnknownReason) -> String {
    match r {
        UnknownReason::NotChecked => "not checked".into(),
        UnknownReason::Timeout => "timeout".into(),
        UnknownReason::Memory => "memory limit".into(),
        UnknownReason::Interrupted => "interrupted".into(),
        UnknownReason::Inexact { what, span } => format!("{what}, {}", place(c, *span)),
        UnknownReason::NotReplayed { outcome } => format!("counterexample not confirmed: {outcome}"),
    }
}

fn worse(so_far: ExitCode, status: &Status) -> ExitCode {
    match (so_far, status) {
        (_, Status::Violated(_)) | (ExitCode::VIOLATED, _) => ExitCode::VIOLATED,
        (_, Status::Unknown(_) | Status::HoldsUpTo { .. }) => ExitCode::INCONCLUSIVE,
        (other, _) => other,
    }
}

pub fn loop_name(c: &Compiled, name: LoopName) -> String {
    let func = &c.program.funcs[name.func];
    let text = c.session.interner.name(func.name);
    match name.head {
        None => format!("{text} (recursion)"),
        Some(head) => {
            let loops = pm_ir::loops::find_loops(func);
            let number = loops.iter().position(|l| l.head == head).map_or("?".into(), |n| n.to_string());
            format!("{text}.{number}")
        }
    }
}

// ---- SV-COMP ------------------------------------------------------------------------------------------------------

pub fn svcomp(args: &SvcompArgs) -> ExitCode {
    let property = args.property.file_stem().map_or_else(String::new, |s| s.to_string_lossy().into_owned());
    let checks = match property.as_str() {
        "unreach-call" => CheckOptions::none(),
        "no-overflow" => CheckOptions { signed_overflow: true, ..CheckOptions::none() },
        "valid-memsafety" => CheckOptions { bounds: true, pointer: true, memory_leak: true, ..CheckOptions::none() },
        "valid-memcleanup" => CheckOptions { memory_cleanup: true, ..CheckOptions::none() },
        _ => {
            println!("property {property} is not supported");
            println!("VERDICT: unknown");
            return ExitCode::INCONCLUSIVE;
        }
    };
    let program = args.program();
    let options = LowerOptions { checks, ..program.lowering(&Default::default(), checks) };
    let compiled = match compile(&program, &options) {
        Ok(compiled) => compiled,
        Err(code) => {
            println!("VERDICT: unknown");
            return code;
        }
    };
    let engine = bmc::Options { stop_on_fail: true, limits: limits(args.timeout, None), ..bmc::Options::default() };
    let ledger = bmc::check(&compiled.program, &compiled.session.interner, &engine, &mut Line::new());
    let relevant = |id: PropId| relevant(&property, compiled.program.props[id].kind);
    if let Some((id, _)) = ledger.violations().find(|(id, _)| relevant(*id)) {
        let p = &compiled.program.props[id];
        println!("[{}] {} {}: FAILURE", p.id, place(&compiled, p.span), p.text);
        println!("VERDICT: false{}", subproperty(&property, p.kind));
        return ExitCode::VIOLATED;
    }
    let open = ledger.status.iter_ids().find(|(id, s)| {
        let settled = matches!(s, Status::Proved { .. } | Status::Unreachable { .. });
        // A violation of another property ends the run, so nothing is known of what comes behind it.
        !settled && (relevant(*id) || matches!(s, Status::Violated(_)))
    });
    if let Some((_, status)) = open {
        println!("{}", word(&compiled, status));
        println!("VERDICT: unknown");
        return ExitCode::INCONCLUSIVE;
    }
    println!("VERDICT: true");
    ExitCode::OK
}

fn relevant(property: &str, kind: PropertyKind) -> bool {
    match property {
        "unreach-call" => kind == PropertyKind::Error,
        "no-overflow" => kind == PropertyKind::Overflow,
        "valid-memsafety" => memory_subproperty(kind).is_some(),
        _ => kind == PropertyKind::MemoryLeak,
    }
}

fn memory_subproperty(kind: PropertyKind) -> Option<&'static str> {
    match kind {
        PropertyKind::Bounds | PropertyKind::Pointer => Some("valid-deref"),
        PropertyKind::Precondition => Some("valid-deref"),
        PropertyKind::Free => Some("valid-free"),
        PropertyKind::MemoryLeak => Some("valid-memtrack"),
        _ => None,
    }
}

fn subproperty(property: &str, kind: PropertyKind) -> String {
    match memory_subproperty(kind) {
        Some(sub) if property == "valid-memsafety" => format!("({sub})"),
        _ => String::new(),
    }
}
