//! `proofmark cover`, and `proofmark testcomp`, which is the same with the rules of that competition.

use crate::STACK_BYTES;
use crate::args::{Compiler, CoverCommand, CriterionName, Format, TestcompArgs};
use crate::check::limits;
use crate::compile::{Compiled, compile, known_names, question, usage};
use crate::exit::ExitCode;
use crate::output::{new_dir, print, shown};
use crate::report::VERSION;
use crate::sha256::sha256;
use crate::watchdog::{in_time, set_last_words};
use pm_base::{DataModel, visible};
use pm_cover::goals::Maker;
use pm_cover::suite::State;
use pm_cover::{Criterion, Referee, Search, Suite, assertions, paths};
use pm_driver::confirm::{Counter, confirm};
use pm_driver::property_file::property;
use pm_engine::{Limit, Limits, Task};
use pm_ir::PropertyKind;
use pm_lower::LowerOptions;
use pm_report::cover::c_tests::{self, Setup, Writer};
use pm_report::cover::testcomp::{self, Metadata};
use pm_report::cover::{Report, html, json, text};
use pm_syntax::preprocess::MacroOption;
use rustc_hash::FxHashSet;
use std::path::Path;

/// Where no time is given.
const TIME: u64 = 300;

pub fn cover(args: &CoverCommand) -> ExitCode {
    match args.validate() {
        Ok(()) => make(args, &args.lowering(), args.criteria().contains(&Criterion::Error)),
        Err(message) => usage(&message),
    }
}

/// One property of Test-Comp.
pub fn testcomp(args: &TestcompArgs) -> ExitCode {
    let criterion = match property(&args.property).as_deref() {
        Ok("coverage-branches") => CriterionName::Branch,
        Ok("coverage-error-call") => CriterionName::Error,
        Ok(other) => return usage(&format!("the property {} is none of Test-Comp's", visible(other))),
        Err(message) => return usage(message),
    };
    let cover = args.cover(criterion);
    make(&cover, &args.lowering(&cover), true)
}

/// `errors_end`: a test may end with an error of the program.
fn make(args: &CoverCommand, lowering: &LowerOptions, errors_end: bool) -> ExitCode {
    let limits = limits(args.limits.timeout.or(Some(TIME)), args.limits.memlimit);
    set_last_words("nothing is known\n".into());
    let mut compiled = match compile(&args.program, lowering, &limits) {
        Ok(compiled) => compiled,
        Err(code) => return code,
    };
    if let Err(code) = known_names(&compiled, &args.program) {
        return code;
    }
    let reached = assertions::add(&mut compiled.program);
    let wants_paths = args.criteria().contains(&Criterion::Path);
    let paths = if wants_paths { paths::add(&mut compiled.program, &compiled.session.interner) } else { Vec::new() };
    let question = match question(&mut compiled, &[], &[]) {
        Ok(question) => question,
        Err(code) => return code,
    };
    let c: &Compiled = &compiled;
    let requirements = args.program.requirements.as_ref().map(|file| file.to_string_lossy().into_owned());
    let is_own = |span| c.context().loc(span).is_none_or(|loc| Some(loc.file) != requirements);
    let line = |span| c.context().loc(span).map(|loc| loc.line);
    let program = (&c.program, &c.session.interner);
    let maker = Maker::new(program, args.form(), &reached, &is_own, (&paths, &line));
    let goals = maker.goals(&args.criteria());
    let events: FxHashSet<_> =
        c.program.props.iter_ids().filter(|(_, p)| p.kind == PropertyKind::Cover).map(|(id, _)| id).collect();
    let mut referee = Referee::new(
        &c.program,
        &c.session.interner,
        Limits { deadline: None, ..limits.clone() },
        &events,
        args.program.function == "main",
    );
    referee.errors_end = errors_end;
    let task = Task { limits: limits.clone(), jobs: args.jobs.number(), ..question.task(c) };
    let mut search = Search::new(&goals, &referee, &task);
    search.one_by_one = args.one_by_one;
    let tell = |found: pm_cover::search::Outcome| {
        let suite = Suite::new(&goals, &referee, found);
        let report = Report { ctx: c.context(), goals: &goals, suite: &suite, criteria: args.criteria() };
        finish(args, &report, &referee)
    };
    // What is known where the search does not end in time.
    let meanwhile = |limit: Option<Limit>| {
        limit.map(|limit| {
            search.ended_by(limit);
            tell(search.so_far())
        })
    };
    let found = in_time(&limits, STACK_BYTES, || search.run(), meanwhile);
    tell(found)
}

/// Prints, writes and confirms.
fn finish(args: &CoverCommand, report: &Report, referee: &Referee) -> ExitCode {
    let shown = match () {
        () if args.quiet => text::Shown::Nothing,
        () if args.verbose => text::Shown::All,
        () => text::Shown::Open,
    };
    let text = text::text(report, shown);
    if args.stats {
        for (stage, time, open) in &report.suite.stages {
            eprintln!("proofmark: {stage}: {:.1} s, {open} events open", time.as_secs_f64());
        }
    }
    let plain = match setup(args) {
        Ok(setup) => setup,
        Err(message) => return internal(&message),
    };
    let setup = Setup { is_unity: args.format == Format::Unity, ..plain.clone() };
    let writer = Writer { report, referee, setup: &setup };
    if let Some(dir) = &args.output
        && let Err(message) = everything(args, &writer, report).and_then(|files| write_dir(dir, &files))
    {
        return internal(&message);
    }
    if let Err(code) = print(&text) {
        return code;
    }
    if report.goals.all.is_empty() {
        let names: Vec<&str> = report.criteria.iter().map(|c| c.name()).collect();
        eprintln!("proofmark: note: the program has no goal of {}", names.join(", "));
    }
    match confirmed(args, report, &Writer { setup: &plain, ..writer }) {
        Ok(true) => {}
        Ok(false) => return ExitCode::VIOLATED,
        Err(message) => return internal(&message),
    }
    let is_open = report.suite.count(|s| matches!(s, State::Unknown(_))) > 0;
    if is_open { ExitCode::INCONCLUSIVE } else { ExitCode::OK }
}

/// Whether the compilers that are asked agree. What they build lies in a directory of its own.
fn confirmed(args: &CoverCommand, report: &Report, writer: &Writer) -> Result<bool, String> {
    let mut agree = true;
    for compiler in args.confirm.iter().filter(|_| !report.suite.tests.is_empty()) {
        let dir = new_dir("cover").map_err(|e| format!("cannot make a directory: {e}"))?;
        let written = files(writer).iter().try_for_each(|(name, text)| std::fs::write(dir.join(name), text));
        let counter = match compiler {
            Compiler::Clang => Counter::Clang,
            Compiler::Gcc => Counter::Gcc,
        };
        let done =
            written.map_err(|e| format!("cannot write the tests: {e}")).and_then(|()| confirm(report, &dir, counter));
        let _ = std::fs::remove_dir_all(&dir);
        let done = done?;
        for (goal, what) in &done.differences {
            let goal = &report.goals.all[*goal];
            let place = report.ctx.loc(goal.span).map_or_else(|| "?".into(), |l| l.to_string());
            eprintln!("proofmark: {}: [{}] {place} {}: {what}", done.by, goal.id, goal.text);
        }
        let (differ, left) = (done.differences.len(), done.left_out);
        let line = format!("{}: {} goals agree, {differ} differ, {left} were not compared\n", done.by, done.agree);
        print(&line).map_err(|_| "cannot write to standard output".to_string())?;
        agree &= done.differences.is_empty();
    }
    Ok(agree)
}

fn internal(message: &str) -> ExitCode {
    eprintln!("proofmark: {message}");
    ExitCode::INTERNAL
}

/// All that goes into the directory.
fn everything(args: &CoverCommand, writer: &Writer, report: &Report) -> Result<Vec<(String, String)>, String> {
    let mut all = match args.format {
        Format::C | Format::Unity => files(writer),
        Format::Testcomp => testcomp::files(report, writer.referee, &metadata(args, report)?),
    };
    let source = |file: &str| {
        let bytes = std::fs::read(file).ok()?;
        Some(String::from_utf8_lossy(&bytes).lines().map(String::from).collect())
    };
    all.push(("report.txt".into(), text::text(report, text::Shown::All)));
    all.push(("report.json".into(), json::report(report)));
    all.push(("report.html".into(), html::page(report, source)));
    all.push(("vectors.json".into(), json::vectors(report, writer.referee)));
    all.push(("vectors.csv".into(), json::table(report)));
    Ok(all)
}

fn metadata(args: &CoverCommand, report: &Report) -> Result<Metadata, String> {
    let [file] = &args.program.files[..] else { return Err("a suite of Test-Comp is about one file".into()) };
    let bytes = std::fs::read(file).map_err(|e| format!("cannot read {}: {e}", shown(file)))?;
    let goals = match report.criteria[..] {
        [Criterion::Statement] => "COVER EDGES(@BASICBLOCKENTRY)",
        [Criterion::Condition] => "COVER EDGES(@CONDITIONEDGE)",
        [Criterion::Error] => "COVER EDGES(@CALL(reach_error))",
        _ => "COVER EDGES(@DECISIONEDGE)",
    };
    Ok(Metadata {
        producer: VERSION.to_string(),
        specification: format!("COVER( init(main()), FQL({goals}) )"),
        file: file.to_string_lossy().into_owned(),
        hash: sha256(&bytes),
        entry: args.program.function.clone(),
        is_32: args.program.model.data_model() == DataModel::Ilp32,
        created: now(),
    })
}

/// The time in UTC, as ISO 8601 has it.
fn now() -> String {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default().as_secs();
    let (days, seconds) = ((since / 86_400) as i64, since % 86_400);
    // Days since 1 March of year 0, in eras of 400 years (Hinnant, "chrono-Compatible Low-Level Date Algorithms").
    let shifted = days + 719_468;
    let (era, day) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (d, m) = (day - (153 * month + 2) / 5 + 1, if month < 10 { month + 3 } else { month - 9 });
    let y = year + era * 400 + i64::from(m <= 2);
    format!("{y:04}-{m:02}-{d:02}T{:02}:{:02}:{:02}Z", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// What the tests need to be built.
fn files(writer: &Writer) -> Vec<(String, String)> {
    let mut all = writer.files();
    all.push(("support.h".into(), c_tests::SUPPORT_H.into()));
    all
}

/// How the program is built, with names that hold in any directory.
fn setup(args: &CoverCommand) -> Result<Setup, String> {
    let absolute = |path: &str| match std::fs::canonicalize(path) {
        Ok(path) => Ok(path.to_string_lossy().into_owned()),
        Err(e) => Err(format!("cannot find {path}: {e}")),
    };
    let p = &args.program;
    let files = p.files.iter().map(|f| absolute(&f.to_string_lossy())).collect::<Result<Vec<String>, String>>()?;
    let mut flags = Vec::new();
    for dir in &p.include_dirs {
        flags.push(format!("-I{}", absolute(dir)?));
    }
    flags.extend(p.macros.0.iter().map(MacroOption::argument));
    for header in &p.includes {
        flags.extend(["-include".into(), absolute(header)?]);
    }
    flags.extend(p.dialect.iter().map(|f| format!("-f{f}")));
    if p.model.data_model() == DataModel::Ilp32 {
        flags.push("-m32".into());
    }
    let (entry, is_step) = (p.function.clone(), args.cycles().is_some());
    Ok(Setup { files, flags, entry, is_step, init: args.state.clone(), is_unity: false })
}

/// Writes a directory as a whole: beside its place first, and then renamed.
fn write_dir(dir: &Path, files: &[(String, String)]) -> Result<(), String> {
    let is_free = std::fs::read_dir(dir).map_or(true, |mut entries| entries.next().is_none());
    if !is_free || dir.is_file() {
        return Err(format!("{} is not empty", shown(dir)));
    }
    let name = dir.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
    let temporary = dir.with_file_name(format!(".{name}.{}.tmp", std::process::id()));
    let write = || -> std::io::Result<()> {
        std::fs::create_dir(&temporary)?;
        for (name, text) in files {
            std::fs::write(temporary.join(name), text)?;
        }
        std::fs::rename(&temporary, dir)
    };
    write().map_err(|e| {
        let _ = std::fs::remove_dir_all(&temporary);
        format!("cannot write {}: {e}", shown(dir))
    })
}
