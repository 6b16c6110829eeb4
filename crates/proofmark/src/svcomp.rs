//! `proofmark svcomp`: one property of the competition, and its verdict line.

use crate::args::{ProgramArgs, SvcompArgs};
use crate::audit;
use crate::certify;
use crate::check::{limits, reductions_fit, run_engine};
use crate::compile::{Compiled, compile};
use crate::exit::ExitCode;
use crate::output::print;
use crate::proofs;
use crate::property_file::property;
use crate::report::context;
use crate::show::place;
use crate::watchdog::{Watchdog, set_last_words};
use pm_base::visible;
use pm_engine::engines::Settings;
use pm_engine::{Ledger, Reading, Task, ic3, kind};
use pm_ir::{PropId, Property, PropertyKind};
use pm_lower::models::is_approximate;
use pm_lower::{CheckOptions, LowerOptions, ShlOverflow};
use pm_report::findings::{Findings, Known};
use pm_solve::Limits;
use rustc_hash::FxHashSet;

pub fn svcomp(args: &SvcompArgs) -> ExitCode {
    if let Err(message) = reductions_fit(&args.reductions, args.engine) {
        eprintln!("proofmark: {message}");
        return ExitCode::USAGE;
    }
    set_last_words("VERDICT: unknown\n".into());
    decide(args).unwrap_or_else(say)
}

/// What is printed, and the exit code.
type Answer = (String, ExitCode);

fn say((text, code): Answer) -> ExitCode {
    print(&text).err().unwrap_or(code)
}

fn unknown(why: &str) -> Answer {
    (format!("{why}\nVERDICT: unknown\n"), ExitCode::INCONCLUSIVE)
}

/// The exit code of an answer that was given, or one that is to be given.
fn decide(args: &SvcompArgs) -> Result<ExitCode, Answer> {
    let limits = limits(args.timeout, None);
    let given = Watchdog::start(&limits).during(|| property(&args.property));
    let property = match given {
        Ok(property) => property,
        Err(message) => return Err((format!("{}\nVERDICT: unknown\n", visible(&message)), ExitCode::INPUT)),
    };
    let Some(checks) = checks_of(&property) else {
        return Err(unknown(&format!("property {} is not supported", visible(&property))));
    };
    let program = args.program();
    let (compiled, options, asked) = match prepare(&program, &property, checks, &limits) {
        Ok(prepared) => prepared,
        Err(code) => return Err(("VERDICT: unknown\n".into(), code)),
    };
    let reductions = args.reductions.set();
    let settings = Settings {
        kind: kind::Options { reductions, ..kind::Options::default() },
        ic3: ic3::Options { reductions },
        ..Settings::default()
    };
    let task = Task { limits, jobs: args.jobs.number(), audit: args.audit.audit, ..asked.task(&compiled) };
    let store = match proofs::keep_in(args.proof.as_ref()) {
        Ok(store) => store,
        Err(message) => return Err((format!("{}\nVERDICT: unknown\n", visible(&message)), ExitCode::USAGE)),
    };
    let evidence = |ledger: &Ledger| {
        let header = || certify::header(&program, &options, &[], &[], Some(&property));
        let certified = match &args.certificate {
            Some(path) => header().and_then(|h| certify::write(path, &h, ledger, &task.ignored)),
            None => Ok(()),
        };
        certified.and(store.as_ref().map_or(Ok(()), |store| header().and_then(|h| store.close(&h))))
    };
    let tell = |ledger: &Ledger| {
        audit::tell(&compiled, ledger, &task.limits);
        say(answer(&compiled, &property, &task.ignored, ledger, evidence))
    };
    Ok(run_engine(args.engine, settings, &task, (false, false), tell))
}

/// What a ledger says of a property of the competition; `evidence` is written where that is true.
fn answer(
    compiled: &Compiled,
    property: &str,
    ignored: &FxHashSet<PropId>,
    ledger: &Ledger,
    evidence: impl Fn(&Ledger) -> Result<(), String>,
) -> Answer {
    if let Some((id, _)) = ledger.violations().next() {
        let p = &compiled.program.props[id];
        let found = format!("[{}] {} {}: FAILURE", p.id, place(compiled, p.span), p.text);
        if let Some(name) = approximation(compiled) {
            return unknown(&format!(
                "{found}\nthe program uses `{name}`, whose result here is any value of its range"
            ));
        }
        return (format!("{found}\nVERDICT: false{}\n", subproperty(property, p)), ExitCode::VIOLATED);
    }
    let asked: Vec<PropId> = ledger.status.ids().filter(|id| !ignored.contains(id)).collect();
    let (ctx, selected) = (context(compiled), Some(&asked[..]));
    let findings = Findings::of(Known { ctx, ledger, selected, traces: &[], approximations: &[] });
    if let Some((f, remark)) = findings.properties.iter().find_map(|f| Some((f, f.verdict.remark()?))) {
        let (text, code) = unknown(&format!("{} ({remark})", f.verdict.word()));
        return (text, if ledger.status[f.prop].is_internal() { ExitCode::INTERNAL } else { code });
    }
    if let Err(message) = evidence(ledger) {
        return (format!("{message}\nVERDICT: unknown\n"), ExitCode::INTERNAL);
    }
    ("VERDICT: true\n".into(), ExitCode::OK)
}

/// The label that is an error in the competition.
pub const ERROR_LABEL: &str = "ERROR";

/// A program of the command line as the competition reads it. What the command line says counts.
pub fn program(args: &ProgramArgs) -> ProgramArgs {
    let mut program = args.clone();
    program.error_label.push(ERROR_LABEL.into());
    program
}

/// The program, how it was lowered, and what is asked of the engines, for a property of the competition.
pub fn prepare(
    program: &ProgramArgs,
    property: &str,
    checks: CheckOptions,
    limits: &Limits,
) -> Result<(Compiled, LowerOptions, Asked), ExitCode> {
    let options =
        LowerOptions { checks, switches: false, stubs_write: false, ..program.lowering(&Default::default(), checks) };
    let mut compiled = compile(program, &options, limits)?;
    let memory = property.starts_with("valid-");
    let lenient = (!memory).then(|| compiled.session.interner.intern("invalid access"));
    let props = &compiled.program.props;
    let ignored = props.ids().filter(|p| !relevant(property, props[*p].kind)).collect();
    let reading = Reading { lenient, ..Reading::default() };
    Ok((compiled, options, Asked { reading, ignored, stop_on_fail: true }))
}

/// What is asked about a program, and how it is read.
#[derive(Default)]
pub struct Asked {
    pub reading: Reading,
    pub ignored: FxHashSet<PropId>,
    pub stop_on_fail: bool,
}

impl Asked {
    pub fn task(self, c: &Compiled) -> Task<'_> {
        let Asked { reading, ignored, stop_on_fail } = self;
        Task { reading, ignored, stop_on_fail, ..Task::new(&c.program, &c.session.interner) }
    }
}

/// A library function of the program that is only approximated: a violation may rest on a value that it never returns.
fn approximation(c: &Compiled) -> Option<&str> {
    let models = c.program.funcs.iter().filter(|f| f.is_model && f.has_body());
    models.map(|f| c.session.interner.name(f.name)).find(|name| is_approximate(name))
}

/// The checks that a property needs.
pub fn checks_of(property: &str) -> Option<CheckOptions> {
    let none = CheckOptions { errors: false, ..CheckOptions::none() };
    Some(match property {
        "unreach-call" => CheckOptions { errors: true, ..none },
        "no-overflow" => CheckOptions { signed_overflow: true, shl_overflow: ShlOverflow::Value, ..none },
        "valid-memsafety" => CheckOptions { bounds: true, pointer: true, memory_leak: true, ..none },
        "valid-memcleanup" => CheckOptions { memory_cleanup: true, ..none },
        _ => return None,
    })
}

fn relevant(property: &str, kind: PropertyKind) -> bool {
    match property {
        "unreach-call" => kind == PropertyKind::Error,
        "no-overflow" => kind == PropertyKind::Overflow,
        "valid-memsafety" => memory_part(kind).is_some(),
        _ => kind == PropertyKind::MemoryLeak,
    }
}

/// The part of valid-memsafety that a property belongs to. What a library function demands of its pointers is about accesses.
fn memory_part(kind: PropertyKind) -> Option<&'static str> {
    match kind {
        PropertyKind::Bounds | PropertyKind::Pointer | PropertyKind::PointerOverflow | PropertyKind::Precondition => {
            Some("(valid-deref)")
        }
        PropertyKind::Free => Some("(valid-free)"),
        PropertyKind::MemoryLeak => Some("(valid-memtrack)"),
        _ => None,
    }
}

fn subproperty(property: &str, p: &Property) -> &'static str {
    if property == "valid-memsafety" { memory_part(p.kind).unwrap_or_default() } else { "" }
}
