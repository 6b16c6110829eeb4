//! `proofmark check`

use crate::args::{CheckCommand, Engine, ReportArgs};
use crate::compile::{Compiled, compile, mapped};
use crate::exit::ExitCode;
use crate::report::{report, select};
use crate::show::{show_loops, show_properties};
use pm_engine::auto;
use pm_engine::bmc::{self, Progress};
use pm_engine::{Ledger, Limits, LoopName};
use pm_ir::loops::find_loops;
use pm_lower::CheckOptions;
use rustc_hash::FxHashMap;
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
    let unwindset = match loop_bounds(&compiled, &args.unwindset) {
        Ok(bounds) => bounds,
        Err(message) => {
            eprintln!("proofmark: {message}");
            return ExitCode::USAGE;
        }
    };
    let mmio = match mapped(&compiled, &args.mmio) {
        Ok(mmio) => mmio,
        Err(code) => return code,
    };
    let props = compiled.program.props.ids();
    let ignored = props.filter(|p| selected.as_ref().is_some_and(|s| !s.contains(p))).collect();
    let engine = bmc::Options {
        ignored,
        unwind: args.unwind,
        unwindset,
        unwind_max: args.unwind_max,
        unwind_min: args.unwind_min,
        stop_on_fail: args.stop_on_fail,
        mmio,
        limits: limits(args.timeout, args.memlimit),
        ..bmc::Options::default()
    };
    let bounded = args.unwind.is_some() || args.unwind_max.is_some() || !args.unwindset.is_empty();
    let who = if bounded { Engine::Bmc } else { args.engine };
    let ledger = run_engine(who, &compiled, &engine, &mut Line::new(args.report.verbose));
    report(&compiled, &ledger, args, selected.as_deref())
}

pub fn run_engine(engine: Engine, c: &Compiled, options: &bmc::Options, line: &mut Line) -> Ledger {
    let check = match engine {
        Engine::Auto => auto::check,
        Engine::Bmc => bmc::check,
    };
    check(&c.program, &c.session.interner, options, line)
}

/// `--unwindset` with the loops that it names.
fn loop_bounds(c: &Compiled, named: &[(String, u32)]) -> Result<FxHashMap<LoopName, u32>, String> {
    let mut known: FxHashMap<String, LoopName> = FxHashMap::default();
    for (func, f) in c.program.funcs.iter_ids() {
        for (i, l) in find_loops(f).iter().enumerate() {
            let name = format!("{}.{i}", c.session.interner.name(f.name));
            known.insert(name, LoopName { func, head: Some(l.head) });
        }
    }
    let find = |(name, bound): &(String, u32)| {
        let missing = || format!("--unwindset: there is no loop `{name}`; --show-loops lists them");
        known.get(name).map(|l| (*l, *bound)).ok_or_else(missing)
    };
    named.iter().map(find).collect()
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

pub fn limits(timeout: Option<u64>, memory: Option<u64>) -> Limits {
    Limits { deadline: timeout.map(|s| Instant::now() + Duration::from_secs(s)), memory, ..Limits::default() }
}

/// A line that says how far it is, on a terminal only.
pub struct Line {
    start: Instant,
    shown: bool,
    /// Every round on a line of its own, whatever standard error is.
    verbose: bool,
}

impl Line {
    pub fn new(verbose: bool) -> Self {
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
