//! `proofmark certify`, and the certificates that `--certificate` writes.

use crate::STACK_BYTES;
use crate::args::{CertifyCommand, ProgramArgs};
use crate::audit;
use crate::check::limits;
use crate::compile::{Compiled, compile, known_labels, question, usage};
use crate::exit::{ExitCode, internal_error};
use crate::output::{shown, write_file};
use crate::proofs;
use crate::sha256::sha256;
use crate::show::place;
use crate::svcomp;
use crate::watchdog::{Watchdog, in_time};
use pm_base::{DataModel, Span};
use pm_driver::competition;
use pm_driver::input;
use pm_driver::mapped::MappedRange;
use pm_driver::property_file::property;
use pm_driver::question::Question;
use pm_engine::certificate::{Certificate, Semantics};
use pm_engine::certify::certify as check_certificate;
use pm_engine::proof::{BOUNDS, LAYOUT, Refused};
use pm_engine::{Ledger, Status, Task, beyond};
use pm_ir::stubs::called_stubs;
use pm_ir::{FuncId, PropId};
use pm_lower::LowerOptions;
use pm_solve::{Limit, Limits};
use rustc_hash::FxHashSet;
use std::path::Path;
use std::time::{Duration, Instant};

type Header = Vec<(String, String)>;

/// Why a certificate was not checked to its end.
enum Stop {
    Refused(String),
    /// Said already.
    Exit(ExitCode),
    NotChecked(String),
}

impl From<String> for Stop {
    fn from(message: String) -> Stop {
        Stop::Refused(message)
    }
}

impl From<ExitCode> for Stop {
    fn from(code: ExitCode) -> Stop {
        Stop::Exit(code)
    }
}

/// What a certificate must say of the program it is about.
pub fn header(
    program: &ProgramArgs,
    target: DataModel,
    options: &LowerOptions,
    mmio: &[MappedRange],
    only: &[String],
    svcomp: Option<&str>,
) -> Result<Header, String> {
    let mut out: Header = vec![("tool".into(), concat!("Proofmark ", env!("CARGO_PKG_VERSION")).into())];
    for path in program.files.iter().chain(&program.compile_commands).chain(&program.requirements) {
        let bytes = input::read(path).map_err(|e| format!("cannot read {}: {e}", shown(path)))?;
        out.push(("file".into(), sha256(&bytes)));
    }
    let mut option = |name: &str, value: String| out.push(("option".into(), format!("{name} {value}")));
    option("mode", svcomp.map_or("check".into(), |p| format!("svcomp {p}")));
    option("data-model", format!("{target:?}"));
    option("lowering", format!("{options:?}"));
    option("macros", format!("{:?} {:?}", program.macros.0, program.includes));
    option("compiler", format!("{:?} {:?} {:?}", program.cc, program.dialect, program.machine));
    option("mmio", format!("{mmio:?}"));
    if program.requirements.is_some() {
        option("requirements", "the last file".into());
    }
    only.iter().for_each(|id| option("only", id.clone()));
    Ok(out)
}

/// Writes the proofs of a ledger, or that there was nothing to prove.
pub fn write(path: &Path, header: &Header, ledger: &Ledger, ignored: &FxHashSet<PropId>) -> Result<(), String> {
    let proofs: Vec<&Certificate> = ledger.certificates.iter().filter(|c| !c.properties.is_empty()).collect();
    if ledger.status.ids().all(|p| ignored.contains(&p)) {
        return write_file(path, Certificate::nothing().write(header));
    }
    if proofs.is_empty() {
        eprintln!("proofmark: nothing was proved, so {} was not written", shown(path));
        return Ok(());
    }
    let text: String = proofs.iter().map(|c| c.write(header)).collect();
    write_file(path, text)
}

/// What proofs rest on: how they were found and checked, and the invariants that C can say, at their loops.
pub fn print_proofs(c: &Compiled, ledger: &Ledger) {
    for certificate in &ledger.certificates {
        let proved = certificate.properties.len();
        let checked = certificate.checked.as_ref().map_or(String::new(), |by| {
            let at = match by.semantics {
                Semantics::Own { span, .. } if !span.is_none() => format!(" (see {})", place(c, span)),
                Semantics::Own { .. } | Semantics::Reference | Semantics::Waits(_) => String::new(),
            };
            format!("; checked by {}{at}", by.describe())
        });
        let with = match certificate.reductions.is_empty() {
            true => String::new(),
            false => format!("; reductions: {}", certificate.reductions.join(", ")),
        };
        let (engine, how) = (certificate.engine(), certificate.describe());
        eprintln!("proofmark: {proved} properties by {engine}: {how}{with}{checked}");
        for contract in &certificate.contracts {
            let said: Vec<&str> = contract.posts.iter().filter_map(|(_, c)| c.as_deref()).collect();
            let said = if said.is_empty() { "see the certificate".into() } else { said.join(", ") };
            eprintln!("proofmark: contract of {} ({}): {said}", contract.function, place(c, contract.span));
        }
        for (fact, text) in certificate.invariants_in_c() {
            eprintln!("proofmark: invariant of loop {} ({}): {text}", fact.place, place(c, fact.span));
        }
    }
    if let Some(text) = proofs::summary() {
        eprintln!("proofmark: {text}");
    }
}

pub fn certify(args: &CertifyCommand) -> ExitCode {
    match certify_all(args) {
        Ok(Checked { uncovered, stubs, switched_off }) => {
            stubs.iter().for_each(|line| println!("rests on a function without a body: {line}"));
            switched_off.iter().for_each(|line| println!("switched off by the source: {line}"));
            uncovered.iter().for_each(|line| println!("not covered: {line}"));
            let (word, code) = match uncovered.is_empty() {
                true => ("ACCEPTED", ExitCode::OK),
                false => ("INCOMPLETE", ExitCode::INCOMPLETE),
            };
            println!("CERTIFICATE {word}{}", pm_report::findings::rests_on(stubs.len(), switched_off.len()));
            code
        }
        Err(Stop::Exit(code)) => code,
        Err(Stop::Refused(message)) => {
            eprintln!("proofmark: {}: {message}", shown(&args.certificate));
            println!("CERTIFICATE REFUSED");
            ExitCode::INPUT
        }
        Err(Stop::NotChecked(reason)) => not_checked(&reason),
    }
}

fn not_checked(reason: &str) -> ExitCode {
    println!("CERTIFICATE NOT CHECKED ({reason})");
    ExitCode::INCONCLUSIVE
}

/// All certificates of a file are right.
struct Checked {
    /// The properties that none of them is about.
    uncovered: Vec<String>,
    /// Functions without a body that the program may call.
    stubs: Vec<String>,
    /// Checks that the source switches off.
    switched_off: Vec<String>,
}

/// Checks all certificates of the file.
fn certify_all(args: &CertifyCommand) -> Result<Checked, Stop> {
    let limits = limits(args.limits.timeout, args.limits.memlimit);
    let (certificates, given) = Watchdog::start(&limits).during(|| (read(&args.certificate), prepare(args, &limits)));
    let (certificates, Given { compiled, question, header }) = (certificates?, given?);
    let task = Task { limits, audit: args.audit.audit, ..question.task(&compiled) };
    let store = proofs::keep_in(args.proof.as_ref()).map_err(|message| usage(&message))?;
    let begin = Instant::now();
    for (theirs, certificate) in &certificates {
        compare(theirs, &header)?;
        let check = || check_certificate(&task, certificate);
        let late = |limit: Option<Limit>| limit.map(|limit| not_checked(&limit.to_string()));
        match in_time(&task.limits, STACK_BYTES, check, late) {
            Ok(by) => {
                let (count, how) = (certificate.properties.len(), certificate.describe());
                println!("{count} properties: {how}; checked by {}", by.describe());
            }
            Err(Refused::Malformed(message) | Refused::Wrong(message)) => return Err(Stop::Refused(message)),
            Err(Refused::Layout) => return Err(Stop::Refused(LAYOUT.into())),
            Err(Refused::Bounds) => return Err(Stop::Refused(BOUNDS.into())),
            Err(Refused::Inexact(what, _)) => return Err(Stop::Refused(what)),
            Err(Refused::Limit(Limit::Proof)) => break,
            Err(Refused::Limit(limit)) => return Err(Stop::NotChecked(limit.to_string())),
        }
    }
    if let Some(fault) = pm_solve::proofs().fault() {
        return Err(internal_error(&format!("a proof of the SAT solver: {fault}")).into());
    }
    if let Some(text) = proofs::summary() {
        println!("{text}");
    }
    if let Some(store) = store {
        store.close(&header).map_err(|message| internal_error(&message))?;
    }
    let all: Vec<Certificate> = certificates.into_iter().map(|(_, c)| c).collect();
    audited(&compiled, &task, &all, begin.elapsed())?;
    let unsupported = beyond::unsupported(&compiled.program, &all);
    let covered: FxHashSet<&str> = all.iter().flat_map(|c| &c.properties).map(String::as_str).collect();
    let is_covered = |id: PropId, name: &str| covered.contains(name) && !unsupported.contains(&id);
    let asked = task.asked().map(|id| (id, &compiled.program.props[id]));
    let uncovered = asked.filter(|(id, p)| !is_covered(*id, &p.id));
    let uncovered = uncovered.map(|(_, p)| format!("[{}] {} {}", p.id, place(&compiled, p.span), p.text)).collect();
    let off = compiled.switched_off.iter().map(|(span, name)| format!("{name}, from {} on", place(&compiled, *span)));
    Ok(Checked { uncovered, stubs: stubs(&compiled), switched_off: off.collect() })
}

fn stubs(c: &Compiled) -> Vec<String> {
    let shown = |(f, span): (FuncId, Span)| {
        let func = &c.program.funcs[f];
        let does = if func.has_body() { "writes" } else { "writes nothing" };
        format!("{}, called at {}, {does}", c.session.interner.name(func.name), place(c, span))
    };
    called_stubs(&c.program).into_iter().map(shown).collect()
}

/// Looks for executions that refute what was accepted.
fn audited(c: &Compiled, task: &Task, all: &[Certificate], took: Duration) -> Result<(), Stop> {
    let known = &c.program.props;
    for certificate in all {
        let named = |ids: &[String]| -> Vec<PropId> {
            let ids: FxHashSet<&str> = ids.iter().map(String::as_str).collect();
            known.iter_ids().filter(|(_, q)| ids.contains(q.id.as_str())).map(|(p, _)| p).collect()
        };
        let mut ledger = Ledger::new(&c.program, certificate.engine());
        for p in named(&certificate.properties) {
            ledger.status[p] = Status::Proved { by: certificate.engine() };
        }
        let mut task = task.clone();
        task.ignored.extend(named(&certificate.passed));
        pm_engine::audit::audit(&task, &mut ledger, took / all.len() as u32);
        let Some(audit) = &ledger.audit else { continue };
        if audit.refuted.is_some() {
            audit::tell(c, &ledger, &task.limits);
            return Err(Stop::Exit(ExitCode::INTERNAL));
        }
        println!("audited by {} runs of the interpreter", audit.runs);
    }
    Ok(())
}

fn read(path: &Path) -> Result<Vec<(Header, Certificate)>, String> {
    let text = input::read_text(path).map_err(|e| format!("cannot be read: {e}"))?;
    Certificate::read_all(&text)
}

/// What the command line asks: the program, its properties, and what a certificate must say of them.
struct Given {
    compiled: Compiled,
    question: Question,
    header: Header,
}

/// Reads the program as the command line says. Nothing is taken from a certificate.
fn prepare(args: &CertifyCommand, limits: &Limits) -> Result<Given, Stop> {
    if let Some(given) = &args.svcomp {
        let property = property(given)?;
        let checks = competition::checks_of(&property).ok_or_else(|| usage("--svcomp names no property of SV-COMP"))?;
        let program = svcomp::program(&args.program);
        let (compiled, options, question) = svcomp::prepare(&program, &property, args.checks.apply(checks), limits)?;
        let target = compiled.program.types.model;
        let header = header(&program, target, &options, &args.memory.mmio, &args.property, Some(&property))?;
        return Ok(Given { compiled, question, header });
    }
    let options = args.memory.lowering(&args.program, &args.checks);
    let mut compiled = compile(&args.program, &options, limits)?;
    let target = compiled.program.types.model;
    let header = header(&args.program, target, &options, &args.memory.mmio, &args.property, None)?;
    known_labels(&compiled, &args.program)?;
    let question = question(&mut compiled, &args.property, &args.memory.mmio)?;
    Ok(Given { compiled, question, header })
}

/// The certificate is about this program, read in this way: the same lines, files in the same order.
fn compare(theirs: &Header, ours: &Header) -> Result<(), String> {
    let files = |h: &Header| h.iter().filter(|(key, _)| key == "file").map(|(_, v)| v.clone()).collect::<Vec<_>>();
    if files(theirs) != files(ours) {
        return Err("it is about another program: the files are not those that it names".into());
    }
    let rest = |h: &Header| {
        let mut lines: Vec<(String, String)> =
            h.iter().filter(|(key, _)| key != "file" && key != "tool").cloned().collect();
        lines.sort();
        lines
    };
    let (a, b) = (rest(theirs), rest(ours));
    if a == b {
        return Ok(());
    }
    let only = |a: &Header, b: &Header| a.iter().find(|line| !b.contains(line)).cloned();
    let (key, value) = only(&a, &b).or_else(|| only(&b, &a)).unwrap_or(("option".into(), "given twice".into()));
    let value: String = value.chars().take(200).collect();
    Err(format!("it is about a run with other options: `{key} {value}` is not said by both"))
}
