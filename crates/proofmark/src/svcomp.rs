//! `proofmark svcomp`: one property of the competition, and its verdict line.

use crate::args::{ProgramArgs, SvcompArgs};
use crate::audit;
use crate::certify;
use crate::check::{limits, reductions_fit, run_engine};
use crate::compile::{Compiled, compile};
use crate::exit::ExitCode;
use crate::output::print;
use crate::progress::Wanted;
use crate::proofs;
use crate::show::place;
use crate::watchdog::{Watchdog, set_last_words};
use pm_base::visible;
use pm_driver::answer::{Watch, answer};
use pm_driver::competition;
use pm_driver::property_file::property;
use pm_driver::question::Question;
use pm_engine::engines::Settings;
use pm_engine::{EngineId, Ledger, Task, cfa, ic3cfa};
use pm_ir::PropId;
use pm_lower::{CheckOptions, LowerOptions};
use pm_solve::Limits;
use rustc_hash::FxHashSet;

pub fn svcomp(args: &SvcompArgs) -> ExitCode {
    let fits = reductions_fit(&args.reductions, args.engine)
        .and_then(|()| args.generalisation.fits(args.engine))
        .and_then(|()| args.paths.fits(args.engine))
        .and_then(|()| solver_fits(args));
    if let Err(message) = fits {
        eprintln!("proofmark: {message}");
        return ExitCode::USAGE;
    }
    set_last_words("VERDICT: unknown\n".into());
    decide(args).unwrap_or_else(say)
}

fn solver_fits(args: &SvcompArgs) -> Result<(), String> {
    if args.solver.is_given() && args.engine != EngineId::BMC && !cfa::ENGINES.contains(&args.engine) {
        let engines = cfa::ENGINES.map(|e| e.to_string()).join(", ");
        return Err(format!("--solver is for --engine bmc, {engines}: it has no effect on others"));
    }
    args.solver.validate()
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
    let Some(checks) = competition::checks_of(&property) else {
        return Err(unknown(&format!("property {} is not supported", visible(&property))));
    };
    let program = args.program();
    let (compiled, options, question) = match prepare(&program, &property, checks, &limits) {
        Ok(prepared) => prepared,
        Err(code) => return Err(("VERDICT: unknown\n".into(), code)),
    };
    let settings = Settings {
        ic3cfa: ic3cfa::Options { generalisation: args.generalisation.set(), ..ic3cfa::Options::default() },
        paths: args.paths.options(),
        ..Settings::default()
    };
    let settings = settings.reduced(args.reductions.set());
    let (solver, jobs) = (args.solver.options(), args.jobs.number());
    let task = Task { limits, solver, jobs, audit: args.audit.audit, ..question.task(&compiled) };
    let store = match proofs::keep_in(args.proof.as_ref()) {
        Ok(store) => store,
        Err(message) => return Err((format!("{}\nVERDICT: unknown\n", visible(&message)), ExitCode::USAGE)),
    };
    let evidence = |ledger: &Ledger| {
        let header = || certify::header(&program, compiled.program.types.model, &options, &[], &[], Some(&property));
        let certified = match &args.certificate {
            Some(path) => header().and_then(|h| certify::write(path, &h, ledger, &task.ignored)),
            None => Ok(()),
        };
        certified.and(store.as_ref().map_or(Ok(()), |store| header().and_then(|h| store.close(&h))))
    };
    let tell = |ledger: &Ledger| {
        audit::tell(&compiled, ledger, &task.limits);
        say(verdict(&compiled, &property, &task.ignored, ledger, evidence))
    };
    let wanted = Wanted { verbose: args.verbose, ..Wanted::default() };
    Ok(run_engine(args.engine, settings, (&compiled, &task), (wanted, false), tell))
}

/// What a ledger says of a property of the competition; `evidence` is written where that is true.
fn verdict(
    compiled: &Compiled,
    property: &str,
    ignored: &FxHashSet<PropId>,
    ledger: &Ledger,
    evidence: impl Fn(&Ledger) -> Result<(), String>,
) -> Answer {
    if let Some((id, _)) = ledger.violations().next() {
        let p = &compiled.program.props[id];
        let found = format!("[{}] {} {}: FAILURE", p.id, place(compiled, p.span), p.text);
        if let Some(name) = compiled.approximations().next() {
            return unknown(&format!(
                "{found}\nthe program uses `{name}`, whose result here is any value of its range"
            ));
        }
        return (
            format!("{found}\nVERDICT: false{}\n", competition::subproperty(property, p.kind)),
            ExitCode::VIOLATED,
        );
    }
    let asked: Vec<PropId> = ledger.status.ids().filter(|id| !ignored.contains(id)).collect();
    let findings = answer(compiled, ledger, Some(&asked), Watch::Nothing, &Limits::default()).findings;
    if let Some((f, remark)) = findings.properties.iter().find_map(|f| Some((f, f.verdict.remark()?))) {
        let (text, code) = unknown(&format!("{} ({remark})", f.verdict.word()));
        return (text, if ledger.status[f.prop].is_internal() { ExitCode::INTERNAL } else { code });
    }
    if let Err(message) = evidence(ledger) {
        return (format!("{message}\nVERDICT: unknown\n"), ExitCode::INTERNAL);
    }
    ("VERDICT: true\n".into(), ExitCode::OK)
}

/// A program of the command line as the competition reads it. What the command line says counts.
pub fn program(args: &ProgramArgs) -> ProgramArgs {
    let mut program = args.clone();
    program.error_label.push(competition::ERROR_LABEL.into());
    program
}

/// The program, how it was lowered, and what is asked of it, for a property of the competition.
pub fn prepare(
    program: &ProgramArgs,
    property: &str,
    checks: CheckOptions,
    limits: &Limits,
) -> Result<(Compiled, LowerOptions, Question), ExitCode> {
    let options =
        competition::lowering(property, LowerOptions { checks, ..program.lowering(&Default::default(), checks) });
    let mut compiled = compile(program, &options, limits)?;
    let question = competition::question(&mut compiled, property);
    Ok((compiled, options, question))
}
