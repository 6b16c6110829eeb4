//! `proofmark check` and `proofmark svcomp`

use crate::args::{CheckCommand, ReportArgs, SvcompArgs};
use crate::compile::{Compiled, compile};
use crate::exit::ExitCode;
use crate::report::{report, select, status_line};
use crate::show::{place, show_loops, show_properties};
use pm_engine::bmc::{self, Progress};
use pm_engine::{Limits, Status};
use pm_ir::{PropId, PropertyKind};
use pm_lower::{CheckOptions, LowerOptions};
use std::io::{BufWriter, IsTerminal, Write};
use std::time::{Duration, Instant};

pub fn check(args: &CheckCommand) -> ExitCode {
    let mut options = args.program.lowering(&args.checks, CheckOptions::standard());
    options.malloc_may_fail = !args.no_malloc_may_fail;
    let compiled = match compile(&args.program, &options) {
        Ok(compiled) => compiled,
        Err(code) => return code,
    };
    if args.report.show_properties || args.report.show_loops {
        return show(&compiled, &args.report);
    }
    let selected = match select(&compiled, &args.report.property) {
        Ok(selected) => selected,
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
    let ledger =
        bmc::check(&compiled.program, &compiled.session.interner, &engine, &mut Line::new(args.report.verbose));
    report(&compiled, &ledger, args, selected.as_deref())
}

/// `--show-properties` and `--show-loops`: nothing is checked.
fn show(c: &Compiled, args: &ReportArgs) -> ExitCode {
    let mut out = BufWriter::new(std::io::stdout().lock());
    let properties = if args.show_properties { show_properties(&mut out, c) } else { Ok(()) };
    let loops = if args.show_loops { show_loops(&mut out, c) } else { Ok(()) };
    match properties.and(loops).and_then(|()| out.flush()) {
        Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => {
            eprintln!("proofmark: cannot write to standard output: {e}");
            ExitCode::INTERNAL
        }
        _ => ExitCode::OK,
    }
}

fn limits(timeout: Option<u64>, memory: Option<u64>) -> Limits {
    Limits { deadline: timeout.map(|s| Instant::now() + Duration::from_secs(s)), memory, ..Limits::default() }
}

/// A line that says how far it is, on a terminal only.
struct Line {
    start: Instant,
    shown: bool,
    /// Every round on a line of its own, whatever standard error is.
    verbose: bool,
}

impl Line {
    fn new(verbose: bool) -> Self {
        Line { start: Instant::now(), shown: std::io::stderr().is_terminal(), verbose }
    }
}

impl Progress for Line {
    fn round(&mut self, bound: u32, decided: usize, open: usize) {
        if self.verbose {
            eprintln!("proofmark: bound {bound}, {decided} properties decided, {open} open");
        } else if self.shown && self.start.elapsed() > Duration::from_secs(1) {
            let seconds = self.start.elapsed().as_secs_f32();
            eprint!("\rbound {bound}, {decided} properties decided, {open} open, {seconds:.1} s   ");
            let _ = std::io::stderr().flush();
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
    let ledger = bmc::check(&compiled.program, &compiled.session.interner, &engine, &mut Line::new(false));
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
        println!("{}", status_line(&compiled, status));
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
