//! `proofmark certify`, and the certificates that `--certificate` writes.

use crate::args::{CertifyCommand, MappedRange, ProgramArgs};
use crate::check::limits;
use crate::compile::{Compiled, compile, mapped};
use crate::exit::ExitCode;
use crate::input;
use crate::output::{shown, write_file};
use crate::report::select;
use crate::sha256::sha256;
use crate::show::place;
use crate::svcomp;
use pm_engine::certificate::{Certificate, Semantics};
use pm_engine::certify::{Refused, certify as check_certificate};
use pm_engine::{Ledger, bmc};
use pm_lower::LowerOptions;
use std::path::Path;

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
    options: &LowerOptions,
    mmio: &[MappedRange],
    only: &[String],
    svcomp: Option<&str>,
) -> Result<Header, String> {
    let mut out: Header = vec![("tool".into(), concat!("Proofmark ", env!("CARGO_PKG_VERSION")).into())];
    for path in program.files.iter().chain(&program.compile_commands) {
        let bytes = input::read(path).map_err(|e| format!("cannot read {}: {e}", shown(path)))?;
        out.push(("file".into(), sha256(&bytes)));
    }
    let mut option = |name: &str, value: String| out.push(("option".into(), format!("{name} {value}")));
    option("mode", svcomp.map_or("check".into(), |p| format!("svcomp {p}")));
    option("data-model", format!("{:?}", program.model.data_model()));
    option("lowering", format!("{options:?}"));
    option("macros", format!("{:?} {:?} {:?}", program.defines, program.undefs, program.includes));
    option("compiler", format!("{:?} {:?} {:?}", program.cc, program.dialect, program.machine));
    option("mmio", format!("{mmio:?}"));
    only.iter().for_each(|id| option("only", id.clone()));
    Ok(out)
}

/// Writes the proofs of a ledger, or that there was nothing to prove.
pub fn write(path: &Path, header: &Header, ledger: &Ledger, engine: &bmc::Options) -> Result<(), String> {
    let proofs: Vec<&Certificate> = ledger.certificates.iter().filter(|c| !c.properties.is_empty()).collect();
    if ledger.status.ids().all(|p| engine.ignored.contains(&p)) {
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
                Semantics::Own { .. } | Semantics::Reference => String::new(),
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
}

pub fn certify(args: &CertifyCommand) -> ExitCode {
    match certify_all(args) {
        Ok(()) => {
            println!("CERTIFICATE ACCEPTED");
            ExitCode::OK
        }
        Err(Stop::Exit(code)) => code,
        Err(Stop::Refused(message)) => {
            eprintln!("proofmark: {}: {message}", shown(&args.certificate));
            println!("CERTIFICATE REFUSED");
            ExitCode::INPUT
        }
        Err(Stop::NotChecked(reason)) => {
            println!("CERTIFICATE NOT CHECKED ({reason})");
            ExitCode::INCONCLUSIVE
        }
    }
}

fn certify_all(args: &CertifyCommand) -> Result<(), Stop> {
    for (header, certificate) in &read(&args.certificate)? {
        let (compiled, engine) = prepare(args, header)?;
        match check_certificate(&compiled.program, &compiled.session.interner, &engine, certificate) {
            Ok(by) => {
                let (count, how) = (certificate.properties.len(), certificate.describe());
                println!("{count} properties: {how}; checked by {}", by.describe());
            }
            Err(Refused::Malformed(message) | Refused::Wrong(message)) => return Err(Stop::Refused(message)),
            Err(Refused::Limit(limit)) => return Err(Stop::NotChecked(limit.to_string())),
        }
    }
    Ok(())
}

fn read(path: &Path) -> Result<Vec<(Header, Certificate)>, String> {
    let text = input::read_text(path).map_err(|e| format!("cannot be read: {e}"))?;
    Certificate::read_all(&text)
}

/// Reads the program as the certificate's run did, if the command line says the same.
fn prepare(args: &CertifyCommand, theirs: &Header) -> Result<(Compiled, bmc::Options), Stop> {
    let option = |name: &str| {
        let values = theirs.iter().filter(|(key, _)| key == "option").map(|(_, value)| value.as_str());
        values.filter_map(|v| v.split_once(' ')).filter(|(n, _)| *n == name).map(|(_, v)| v).collect::<Vec<_>>()
    };
    if let Some(property) = option("mode").first().and_then(|m| m.strip_prefix("svcomp ")) {
        let short: String = property.chars().take(40).collect();
        let checks = svcomp::checks_of(property).ok_or_else(|| format!("there is no SV-COMP property `{short}`"))?;
        let program = svcomp::program(&args.program);
        let limits = limits(args.limits.timeout, args.limits.memlimit);
        let (compiled, options, engine) = svcomp::prepare(&program, property, checks, &limits)?;
        compare(theirs, &header(&program, &options, &[], &[], Some(property))?)?;
        return Ok((compiled, bmc::Options { limits, ..engine }));
    }
    let only: Vec<String> = option("only").into_iter().map(String::from).collect();
    let options = args.memory.lowering(&args.program, &args.checks);
    compare(theirs, &header(&args.program, &options, &args.memory.mmio, &only, None)?)?;
    let limits = limits(args.limits.timeout, args.limits.memlimit);
    let mut compiled = compile(&args.program, &options, &limits)?;
    let selected = select(&compiled, &only)?;
    let mmio = mapped(&mut compiled, &args.memory.mmio)?;
    let props = compiled.program.props.ids();
    let ignored = props.filter(|p| selected.as_ref().is_some_and(|s| !s.contains(p))).collect();
    Ok((compiled, bmc::Options { ignored, mmio, limits, ..bmc::Options::default() }))
}

/// The certificate is about this program, read in this way.
fn compare(theirs: &Header, ours: &Header) -> Result<(), String> {
    let matters = |(key, _): &&(String, String)| key != "tool";
    let other = |a: &Header, b: &Header| a.iter().filter(matters).find(|line| !b.contains(line)).cloned();
    let Some((key, value)) = other(theirs, ours).or_else(|| other(ours, theirs)) else { return Ok(()) };
    let value: String = value.chars().take(200).collect();
    let what = if key == "file" { "another program" } else { "a run with other options" };
    Err(format!("it is about {what}: `{key} {value}` is not said by both"))
}
