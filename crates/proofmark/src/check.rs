//! `proofmark check`

use crate::STACK_BYTES;
use crate::args::{CheckCommand, ReductionArgs, ReportArgs};
use crate::audit;
use crate::certify;
use crate::compile::{Compiled, compile, known_names, question, usage};
use crate::exit::ExitCode;
use crate::interrupt::on_signals;
use crate::machine;
use crate::output::{shown, write_file};
use crate::progress::{Live, Wanted};
use crate::proofs;
use crate::report::{VERSION, report};
use crate::show::{show_loops, show_properties};
use crate::watchdog::{in_time, last_words, set_last_words};
use pm_driver::question::Loops;
use pm_engine::engines::Settings;
use pm_engine::{EngineId, Ledger, Limit, Limits, Reading, Smt, Task};
use pm_engine::{auto, beyond, cfa, ic3cfa};
use pm_model::Reduction;
use pm_report::findings::Overall;
use std::io::{BufWriter, Write};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

pub fn check(args: &CheckCommand) -> ExitCode {
    if let Err(message) = args.unwinding.validate().and_then(|()| args.solving.validate(&args.solver)) {
        return usage(&message);
    }
    let who = match choose_engine(args) {
        Ok(who) => who,
        Err(message) => return usage(&message),
    };
    if args.solving.slice_formula && !args.report.quiet {
        eprintln!("proofmark: note: formulas are always sliced, with and without --slice-formula");
    }
    let limits = limits(args.limits.timeout, args.limits.memlimit);
    set_last_words(nothing_known(&args.report));
    let options = args.memory.lowering(&args.program, &args.checks);
    let mut compiled = match compile(&args.program, &options, &limits) {
        Ok(compiled) => compiled,
        // A limit was met while the program was read.
        Err(ExitCode::INCONCLUSIVE) => return last_words(),
        Err(code) => return code,
    };
    if let Err(code) = known_names(&compiled, &args.program) {
        return code;
    }
    if args.report.show_properties || args.report.show_loops {
        return show(&compiled, &args.report);
    }
    let question = match question(&mut compiled, &args.report.property, &args.memory.mmio) {
        Ok(question) => question,
        Err(code) => return code,
    };
    let loops = Loops::of(&compiled);
    let bounds = args.unwinding.unwindset.iter().map(|(name, n)| Ok((loops.named(name, "--unwindset")?, *n)));
    let unwindset = match bounds.collect::<Result<_, String>>() {
        Ok(bounds) => bounds,
        Err(message) => return usage(&message),
    };
    let followed = args.unwinding.incremental_loop.as_ref().map(|name| loops.named(name, "--incremental-loop"));
    let followed = match followed.transpose() {
        Ok(followed) => followed,
        Err(message) => return usage(&message),
    };
    let reductions = args.reductions.set();
    let settings = Settings {
        bmc: args.unwinding.options(unwindset, followed),
        kind: args.induction.options(args.unwinding.no_incremental, reductions),
        ic3cfa: ic3cfa::Options { generalisation: args.generalisation.set(), ..ic3cfa::Options::default() },
        paths: args.paths.options(),
        ..Settings::default()
    };
    let settings = settings.reduced(reductions);
    let task = Task {
        reading: Reading { depth: args.unwinding.depth, ..question.reading.clone() },
        stop_on_fail: args.stop_on_fail,
        solver: args.solving.options(&args.solver),
        limits,
        audit: args.audit.audit,
        jobs: args.jobs.number(),
        ..question.task(&compiled)
    };
    let store = match proofs::keep_in(args.report.proof.as_ref()) {
        Ok(store) => store,
        Err(message) => return usage(&message),
    };
    let tell = |ledger: &Ledger| {
        if args.report.verbose {
            certify::print_proofs(&compiled, ledger);
        }
        audit::tell(&compiled, ledger, &task.limits);
        let code = report(&compiled, ledger, args, question.selected.as_deref(), &task.limits);
        let header = || {
            certify::header(
                &args.program,
                compiled.program.types.model,
                &options,
                &args.memory.mmio,
                &args.report.property,
                None,
            )
        };
        let certified = match &args.report.certificate {
            Some(path) => header().and_then(|h| certify::write(path, &h, ledger, &task.ignored)),
            None => Ok(()),
        };
        let kept = store.as_ref().map_or(Ok(()), |store| header().and_then(|h| store.close(&h)));
        if let Err(message) = certified.and(kept) {
            eprintln!("proofmark: {message}");
            return ExitCode::INTERNAL;
        }
        write_query(args, ledger).and_then(|()| write_script(args, &task)).err().unwrap_or(code)
    };
    let wanted = Wanted {
        verbose: args.report.verbose,
        json_lines: args.report.json_lines,
        quiet: args.report.quiet || args.report.json_ui,
    };
    run_engine(who, settings, (&compiled, &task), (wanted, true), tell)
}

/// The report where a limit is met while the program is read.
fn nothing_known(args: &ReportArgs) -> String {
    match args.json_ui {
        true => pm_report::json_ui::nothing_known(VERSION),
        false => format!("VERIFICATION {}\n", Overall::Inconclusive.word()),
    }
}

/// `--dimacs`; the exit code where that is not possible.
fn write_query(args: &CheckCommand, ledger: &Ledger) -> Result<(), ExitCode> {
    let Some(path) = &args.solving.dimacs else { return Ok(()) };
    let Some(query) = &ledger.last_query else {
        eprintln!("proofmark: nothing was asked of the solver, so {} was not written", shown(path));
        return Ok(());
    };
    write_file(path, query).map_err(|message| {
        eprintln!("proofmark: {message}");
        ExitCode::INTERNAL
    })
}

/// `--smt2`; the exit code where that is not possible.
fn write_script(args: &CheckCommand, task: &Task) -> Result<(), ExitCode> {
    let (Some(path), Some(script)) = (&args.solving.smt2, &task.solver.script) else { return Ok(()) };
    let text = script.text();
    if text.is_empty() {
        eprintln!("proofmark: nothing was asked of the solver, so {} was not written", shown(path));
        return Ok(());
    }
    write_file(path, text.as_bytes()).map_err(|message| {
        eprintln!("proofmark: {message}");
        ExitCode::INTERNAL
    })
}

/// The engine that was asked for, or whose options were given.
fn choose_engine(args: &CheckCommand) -> Result<EngineId, String> {
    let induction = args.induction.k_induction || args.engine == EngineId::KIND;
    if args.induction.k_induction && ![EngineId::AUTO, EngineId::KIND].contains(&args.engine) {
        return Err("--k-induction is an engine of its own; leave out --engine".into());
    }
    if args.induction.is_given() && !induction {
        return Err("--max-k-step, --simple-path, --base-case and --inductive-step go with --k-induction".into());
    }
    let restarts = args.unwinding.no_incremental && !induction;
    let solver = args.solver.is_given() && !cfa::ENGINES.contains(&args.engine);
    let bounded = args.unwinding.is_given() || restarts || solver || args.solving.is_given();
    if args.jobs.is_given() && (bounded || induction || args.engine != EngineId::AUTO) {
        return Err("--jobs is for --engine auto: one engine works alone".into());
    }
    let engine = match args.engine {
        _ if induction => EngineId::KIND,
        EngineId::AUTO if bounded => EngineId::BMC,
        engine => engine,
    };
    if bounded && !engine.unwinds() {
        return Err(format!(
            "options for unwinding and solving are those of --engine bmc: they have no effect on {engine}"
        ));
    }
    reductions_fit(&args.reductions, engine)?;
    args.generalisation.fits(engine)?;
    args.paths.fits(engine)?;
    Ok(engine)
}

/// Reductions that are chosen have an effect on the engine.
pub fn reductions_fit(reductions: &ReductionArgs, engine: EngineId) -> Result<(), String> {
    let by_words = engine == EngineId::KIND || cfa::ENGINES.contains(&engine);
    if reductions.is_given() && !by_words && ![EngineId::AUTO, EngineId::IC3].contains(&engine) {
        return Err(format!("--reductions are of the transition system: --engine {engine} has none"));
    }
    if by_words && reductions.names(Reduction::Latches) {
        return Err(format!("--reductions latches are of the bit level: --engine {engine} has none"));
    }
    Ok(())
}

/// Runs an engine and tells what it found, in time, whatever the engine does. `asks_vacuity`: whether it matters that what is proved is reached.
pub fn run_engine(
    engine: EngineId,
    settings: Settings,
    (c, task): (&Compiled, &Task),
    (wanted, asks_vacuity): (Wanted, bool),
    tell: impl Fn(&Ledger) -> ExitCode,
) -> ExitCode {
    let engine = auto::engine(engine, settings);
    let mut live = Live::new(c.context(), wanted);
    let (task, mut stages) = (&Task { saved: Some(live.saved()), ..task.clone() }, live.stages());
    let work = || beyond::check(&*engine, task, asks_vacuity, &mut stages);
    let costs = live.saved().costs.clone();
    let tell = |mut ledger: Ledger| {
        proofs::distrust(&mut ledger);
        for trouble in task.solver.smt.iter().flat_map(Smt::troubles) {
            eprintln!("proofmark: {trouble}");
        }
        ledger.costs = Some(costs.clone());
        let code = tell(&ledger);
        // The process ends soon: that takes the memory faster than giving it back piece by piece.
        std::mem::forget(ledger);
        code
    };
    let meanwhile = |limit: Option<Limit>| match limit {
        None => {
            live.look();
            None
        }
        Some(limit) => {
            live.clear();
            Some(tell(beyond::rescue(task, limit)))
        }
    };
    let ledger = in_time(&task.limits, STACK_BYTES, work, meanwhile);
    live.finish();
    tell(ledger)
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

/// When the process began, or was first asked: reading the program is part of the time.
pub fn began() -> Instant {
    static BEGAN: OnceLock<Instant> = OnceLock::new();
    *BEGAN.get_or_init(Instant::now)
}

pub fn limits(timeout: Option<u64>, memory: Option<u64>) -> Limits {
    let deadline = timeout.map(|s| began() + Duration::from_secs(s));
    Limits {
        deadline,
        memory: memory.or_else(machine::memory),
        address_space: machine::address_space(),
        interrupt: on_signals(),
        ..Limits::default()
    }
}
