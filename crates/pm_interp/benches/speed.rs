//! IR instructions per second of the interpreter.
//!
//! `cargo bench -p pm_interp` runs the programs of `benches/programs`, `cargo bench -p pm_interp -- file.c ...` others
//! (`a.c,b.c` is one program of two units); `--checks none|standard|all` chooses the properties (default: standard), `--once` runs each program once (for callgrind).

use pm_base::{DataModel, Session};
use pm_interp::{Outcome, RunOptions, RunResult, ZeroInputs};
use pm_lower::{CheckOptions, LowerOptions, models};
use pm_sema::Analyzer;
use std::path::Path;
use std::time::{Duration, Instant};

const PROGRAMS: [(&str, &str); 5] = [
    ("sieve", include_str!("programs/sieve.c")),
    ("fib", include_str!("programs/fib.c")),
    ("matrix", include_str!("programs/matrix.c")),
    ("list", include_str!("programs/list.c")),
    ("crc", include_str!("programs/crc.c")),
];

fn main() {
    let thread = std::thread::Builder::new().stack_size(1 << 30).spawn(measure_all);
    let done = thread.map(|t| t.join());
    assert!(matches!(done, Ok(Ok(()))), "the bench failed");
}

fn measure_all() {
    let mut files = Vec::new();
    let mut checks = CheckOptions::standard();
    let mut once = false;
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--bench" => {}
            "--once" => once = true,
            "--checks" => {
                checks = match args.next().as_deref() {
                    Some("none") => CheckOptions::none(),
                    Some("all") => CheckOptions::all_undefined(),
                    _ => CheckOptions::standard(),
                }
            }
            _ => files.push(arg),
        }
    }
    println!("{:24} {:>14} {:>10} {:>12}  outcome", "program", "instructions", "seconds", "million/s");
    if files.is_empty() {
        for (name, text) in PROGRAMS {
            measure(name, vec![(name.into(), text.into(), false)], checks, once);
        }
    }
    for program in files {
        match read(&program) {
            Ok(units) => measure(&program, units, checks, once),
            Err(e) => println!("{program}: {e}"),
        }
    }
}

/// Name, text, and whether it is a library model.
type Unit = (String, Vec<u8>, bool);

fn read(program: &str) -> Result<Vec<Unit>, pm_syntax::PreprocessError> {
    let options = pm_syntax::PpOptions { data_model: DataModel::Lp64, ..Default::default() };
    let unit = |file: &str| Ok((file.to_string(), pm_syntax::preprocess(Path::new(file), &options)?.text, false));
    program.split(',').map(unit).collect()
}

fn measure(name: &str, units: Vec<Unit>, checks: CheckOptions, once: bool) {
    let mut session = Session::new();
    let Some(program) = compile(&mut session, units, checks) else {
        println!("{name}: {}", session.diags.render(&session.sources));
        return;
    };
    let (start, cpu) = (Instant::now(), cpu_time());
    let (mut runs, mut steps) = (0, 0);
    let mut last = None;
    while runs == 0 || !once && start.elapsed() < Duration::from_millis(500) {
        let result = run(&program, &session);
        steps += result.steps;
        runs += 1;
        last = Some(result);
    }
    let seconds = cpu_time().zip(cpu).map_or(start.elapsed(), |(end, start)| end - start).as_secs_f64();
    let outcome = last.map_or(Outcome::Exit(-1), |r| r.outcome);
    let (name, speed) = (name.rsplit('/').next().unwrap_or(name), steps as f64 / seconds / 1e6);
    println!("{name:24} {:>14} {:>10.3} {speed:>12.1}  {outcome:?}", steps / runs, seconds / runs as f64);
}

/// Time that this thread has run, where the system tells: other processes do not disturb it.
fn cpu_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split_whitespace().next()?.parse().ok()?))
}

fn run(program: &pm_ir::Program, session: &Session) -> RunResult {
    let options = RunOptions::default();
    pm_interp::run(program, &session.interner, &options, &mut ZeroInputs, &mut std::io::sink(), &mut std::io::sink())
}

fn compile(session: &mut Session, units: Vec<Unit>, checks: CheckOptions) -> Option<pm_ir::Program> {
    let mut analyzer = Analyzer::new(session, DataModel::Lp64);
    for (name, text, is_model) in units {
        let ast = pm_syntax::parse(session, &name, text);
        analyzer.add_unit(session, &ast, is_model);
    }
    models::add_models(&mut analyzer, session);
    let hir = analyzer.finish();
    if session.diags.has_errors() {
        return None;
    }
    pm_lower::lower(hir, session, &LowerOptions { checks, ..LowerOptions::default() })
}
