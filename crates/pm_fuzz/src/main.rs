//! Random programs over few small inputs, decided by brute force, against the engines: for the project's own tests, not part of what is shipped.
//!
//! For each program the interpreter runs all inputs (`truth.rs`), gcc's build must compute the same (`gcc.rs`), and what each engine says of each property
//! must be true (`judge.rs`). What is found is made smaller (`reduce.rs`) and printed. `scripts/fuzz_semantics.py` builds and calls it.

mod alone;
mod compile;
mod flow;
mod gcc;
mod generate;
mod judge;
mod reduce;
mod tree;
mod truth;

use generate::{KINDS, Kind, generate};
use judge::{ENGINES, Engine, judge};
use pm_base::DataModel;
use pm_base::target::target_by_name;
use pm_solve::process_time;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use tree::{Source, Way};
use truth::{Skip, Truth};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const USAGE: &str = "usage: pm_fuzz [--kind NAME] [--count N] [--seed S] [--engines NAME,…] [--every] [--32 | --target NAME] [--millis N] [--no-gcc] [--no-reduce] [--until-found] [--keep DIR] [--show]
       pm_fuzz [--32 | --target NAME] [--millis N] --judge FILE.i…";
const BATCH: usize = 100;
const ATTEMPTS: u32 = 600;

struct Args {
    kinds: Vec<(Kind, &'static str)>,
    count: u64,
    seed: u64,
    engines: Vec<Engine>,
    /// All engines on each program, not bmc and one of the others in turn.
    every: bool,
    model: DataModel,
    time: Duration,
    gcc: bool,
    reduce: bool,
    /// Stop behind the first find.
    until_found: bool,
    keep: Option<PathBuf>,
    /// Print the programs and do nothing else.
    show: bool,
    /// The reference semantics judges these files, and nothing else is done.
    judge: Vec<PathBuf>,
}

fn main() -> ExitCode {
    let Some(args) = parse(std::env::args().skip(1).collect()) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let work = move || match &args.judge[..] {
        [] => ExitCode::from(u8::from(fuzz(&args) > 0)),
        paths => alone::judge_files(paths, Way::new(args.model), args.time),
    };
    let worker = std::thread::Builder::new().stack_size(1 << 29).spawn(work);
    worker.ok().and_then(|w| w.join().ok()).unwrap_or(ExitCode::from(2))
}

fn parse(words: Vec<String>) -> Option<Args> {
    let mut args = Args {
        kinds: KINDS.to_vec(),
        count: 20,
        seed: 1,
        engines: ENGINES.iter().map(|(e, _)| *e).collect(),
        every: false,
        model: DataModel::Lp64,
        time: Duration::from_millis(1000),
        gcc: true,
        reduce: true,
        until_found: false,
        keep: None,
        show: false,
        judge: Vec::new(),
    };
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        match &*word {
            "--kind" => {
                let name = words.next()?;
                args.kinds.retain(|(_, n)| name == "all" || *n == name);
            }
            "--count" => args.count = words.next()?.parse().ok()?,
            "--seed" => args.seed = words.next()?.parse().ok()?,
            "--millis" => args.time = Duration::from_millis(words.next()?.parse().ok()?),
            "--engines" => {
                let names = words.next()?;
                let by_name = |n: &str| ENGINES.iter().find(|(_, name)| *name == n).map(|(e, _)| *e);
                args.engines = names.split(',').map(by_name).collect::<Option<_>>()?;
            }
            "--keep" => args.keep = Some(words.next()?.into()),
            "--every" => args.every = true,
            "--32" => args.model = DataModel::Ilp32,
            "--target" => args.model = target_by_name(&words.next()?).ok()?,
            "--no-gcc" => args.gcc = false,
            "--no-reduce" => args.reduce = false,
            "--until-found" => args.until_found = true,
            "--show" => args.show = true,
            "--judge" => args.judge = words.by_ref().map(PathBuf::from).collect(),
            _ => return None,
        }
    }
    (!args.kinds.is_empty()).then_some(args)
}

/// What happened so far.
#[derive(Default)]
struct Counts {
    programs: u64,
    runs: u64,
    violating: u64,
    skipped: u64,
    found: u64,
    /// Programs, of these decided in full, and seconds of processor time, by engine.
    engines: BTreeMap<&'static str, (u64, u64, f64)>,
}

/// The number of finds.
fn fuzz(args: &Args) -> u64 {
    let folder = std::env::temp_dir().join(format!("pm_fuzz_{}", std::process::id()));
    if let Err(e) = std::fs::create_dir_all(&folder) {
        eprintln!("{}: {e}", folder.display());
        return 1;
    }
    let mut found = 0;
    for (kind, name) in &args.kinds {
        let (began, before, mut counts) = (Instant::now(), processor_time(), Counts::default());
        let seeds: Vec<u64> = (args.seed..args.seed + args.count).collect();
        for part in seeds.chunks(BATCH) {
            batch(args, (*kind, name), part, &folder, &mut counts);
            if args.until_found && counts.found > 0 {
                break;
            }
        }
        report(name, &counts, began.elapsed().as_secs_f64(), processor_time() - before);
        found += counts.found;
    }
    let _ = std::fs::remove_dir_all(&folder);
    found
}

fn report(name: &str, c: &Counts, took: f64, used: f64) {
    let engines: Vec<String> =
        c.engines.iter().map(|(e, (n, decided, s))| format!("{e} {decided} of {n} in full, {s:.1} s")).collect();
    println!(
        "{name}: {} programs, {} runs ({} violating), {} skipped, {} with finds, {:.1} s ({:.1} s of processor time); {}",
        c.programs,
        c.runs,
        c.violating,
        c.skipped,
        c.found,
        took,
        used,
        engines.join("; ")
    );
}

/// Seconds of this process so far, with those that it waited for.
fn processor_time() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let behind_name = stat.rsplit(") ").next().unwrap_or("");
    let ticks: u64 = behind_name.split(' ').skip(11).take(4).filter_map(|t| t.parse::<u64>().ok()).sum();
    ticks as f64 / 100.0
}

fn batch(args: &Args, (kind, name): (Kind, &str), seeds: &[u64], folder: &Path, counts: &mut Counts) {
    let mut cases: Vec<(u64, Source, Truth)> = Vec::new();
    for seed in seeds {
        counts.programs += 1;
        let source = generate(kind, *seed, args.model);
        if args.show {
            println!("{}", source.text().replace('@', ""));
            continue;
        }
        match truth::find(&source) {
            Ok(truth) => cases.push((*seed, source, truth)),
            Err(Skip::Open) => counts.skipped += 1,
            Err(Skip::Compile(why)) => {
                find(args, name, *seed, &source.text().replace('@', ""), &[format!("not accepted: {why}")], counts);
            }
        }
    }
    for (_, _, truth) in &cases {
        counts.runs += truth.runs.len() as u64;
        counts.violating += truth.runs.iter().filter(|r| r.end.is_err()).count() as u64;
    }
    // The system's gcc is one for x86.
    if args.gcc && args.model.is_x86() && !cases.is_empty() && kind != Kind::Checks {
        against_gcc(args, (kind, name), &cases, folder, counts);
    }
    for (seed, source, truth) in &cases {
        if args.until_found && counts.found > 0 {
            return;
        }
        against_engines(args, name, *seed, source, truth, counts);
    }
}

fn against_gcc(
    args: &Args,
    (kind, name): (Kind, &str),
    cases: &[(u64, Source, Truth)],
    folder: &Path,
    counts: &mut Counts,
) {
    let bits32 = args.model == DataModel::Ilp32;
    let address = matches!(kind, Kind::Memory | Kind::Heap | Kind::Links);
    let all: Vec<gcc::Case> = cases.iter().map(|(_, s, t)| (s, t)).collect();
    match gcc::differences(&all, bits32, address, folder) {
        Err(why) => find(
            args,
            name,
            cases[0].0,
            "",
            &[format!("gcc does not compile the programs from this seed on: {why}")],
            counts,
        ),
        Ok(found) => {
            for (n, what) in found {
                let (seed, source, _) = &cases[n];
                let mut differs = |s: &Source| {
                    let Ok(truth) = truth::find(s) else { return false };
                    gcc::differences(&[(s, &truth)], bits32, address, folder).is_ok_and(|d| !d.is_empty())
                };
                let small =
                    if args.reduce { reduce::reduce(source, ATTEMPTS / 4, &mut differs) } else { source.clone() };
                find(args, name, *seed, &small.text().replace('@', ""), &[what], counts);
            }
        }
    }
}

fn against_engines(args: &Args, name: &str, seed: u64, source: &Source, truth: &Truth, counts: &mut Counts) {
    let claims = truth::claims(source, truth, seed);
    let text = truth::task(source, &claims, seed);
    let others = args.engines.len().saturating_sub(1).max(1);
    let in_turn = |i: usize| args.every || i == 0 || i == 1 + seed as usize % others;
    for engine in args.engines.iter().enumerate().filter(|(i, _)| in_turn(*i)).map(|(_, e)| *e) {
        let began = process_time();
        let (wrong, is_decided) = match judge(engine, &text, (truth, &claims.1), source.way, args.time) {
            Ok(judged) => (judged.wrong, judged.is_decided),
            Err(why) => (vec![format!("not accepted: {why}")], false),
        };
        let took = (process_time() - began).as_secs_f64();
        let tally = counts.engines.entry(engine.name()).or_default();
        *tally = (tally.0 + 1, tally.1 + u64::from(is_decided), tally.2 + took);
        if !wrong.is_empty() {
            let (text, wrong) = smaller(args, engine, seed, source, &text, wrong);
            find(args, name, seed, &text, &wrong, counts);
        }
    }
}

/// The smallest program that the engine is wrong about, too.
fn smaller(
    args: &Args,
    engine: Engine,
    seed: u64,
    source: &Source,
    text: &str,
    wrong: Vec<String>,
) -> (String, Vec<String>) {
    if !args.reduce || !source.expected.is_empty() {
        return (text.to_string(), wrong);
    }
    let mut last = (text.to_string(), wrong);
    reduce::reduce(source, ATTEMPTS, &mut |s| {
        let Ok(truth) = truth::find(s) else { return false };
        let claims = truth::claims(s, &truth, seed);
        let text = truth::task(s, &claims, seed);
        match judge(engine, &text, (&truth, &claims.1), s.way, args.time) {
            Ok(judged) if !judged.wrong.is_empty() => {
                last = (text, judged.wrong);
                true
            }
            _ => false,
        }
    });
    last
}

fn find(args: &Args, name: &str, seed: u64, text: &str, wrong: &[String], counts: &mut Counts) {
    counts.found += 1;
    println!("{name} {seed}:\n  {}", wrong.join("\n  "));
    match &args.keep {
        Some(folder) => {
            let path = folder.join(format!("{name}_{seed}.c"));
            let kept = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&path, text));
            kept.unwrap_or_else(|e| eprintln!("{}: {e}", path.display()));
        }
        None => println!("{text}"),
    }
}
