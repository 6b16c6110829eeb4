//! From files to a linked, lowered program: the pipeline of the front end, with the library models as archive members.
//!
//! All of it happens within the limits of the run: the preprocessor has them, and a watchdog ends the process where our own part takes longer.

use crate::args::{MappedRange, ProgramArgs, collect_mapped};
use crate::compile_commands::{Unit, units};
use crate::exit::ExitCode;
use crate::flags::{Flags, Overflow};
use crate::watchdog::Watchdog;
use pm_base::{Abi, Diagnostic, Session, Severity, Span, Symbol, visible};
use pm_ir::{Mapped, Program};
use pm_lower::{LowerOptions, models};
use pm_sema::Analyzer;
use pm_solve::Limits;
use pm_syntax::preprocess::{self, ChildLimits, PpOptions, PreprocessError};
use rustc_hash::FxHashSet;
use std::path::PathBuf;

/// A program that was accepted, with the sources and names that messages about it need.
pub struct Compiled {
    pub session: Session,
    pub program: Program,
    pub files: Vec<PathBuf>,
    /// Of all functions, also where control never gets.
    pub labels: FxHashSet<Symbol>,
}

/// Reads, links and lowers. Diagnostics go to standard error, warnings of an accepted program, too.
pub fn compile(args: &ProgramArgs, options: &LowerOptions, limits: &Limits) -> Result<Compiled, ExitCode> {
    let _watchdog = Watchdog::start(limits);
    let mut session = Session::new();
    let refused = |message: String| {
        eprintln!("error: {}", visible(&message));
        ExitCode::INPUT
    };
    let (units, notes) = units(args, &for_preprocessor(limits)).map_err(refused)?;
    notes.iter().for_each(|n| eprintln!("proofmark: note: {}", visible(n)));
    let flags = common_flags(&units).map_err(refused)?;
    if flags.overflow == Overflow::Traps && !options.checks.signed_overflow {
        return Err(refused("-ftrapv ends the program at an overflow: the check of overflow cannot be off".into()));
    }
    let (wrapv, trapv) = (flags.overflow == Overflow::Wraps, flags.overflow == Overflow::Traps);
    let options = LowerOptions { wrapv, trapv, ..options.clone() };
    let mut limit = None;
    let mut labels = FxHashSet::default();
    let program = build(&mut session, args, &units, flags.abi, &options, &mut limit, &mut labels);
    eprint!("{}", session.diags.render(&session.sources));
    match program {
        Some(program) if !session.diags.has_errors() => {
            let files = units.into_iter().map(|u| u.path).collect();
            verified(Compiled { session, program, files, labels })
        }
        _ => Err(limit.unwrap_or(ExitCode::INPUT)),
    }
}

fn for_preprocessor(limits: &Limits) -> ChildLimits {
    ChildLimits { deadline: limits.deadline, memory: limits.memory, interrupt: limits.interrupt.clone() }
}

/// One program has one layout of its data: sources that are compiled with different flags do not fit together.
fn common_flags(units: &[Unit]) -> Result<Flags, String> {
    let mut asked: Vec<(&PpOptions, Abi)> = Vec::new();
    let mut first: Option<(&Unit, Flags)> = None;
    for unit in units {
        let mut flags = Flags { passed: Vec::new(), model: None, ..unit.flags.clone() };
        let known = asked.iter().find(|(o, _)| o.flags == unit.options.flags && o.cc == unit.options.cc).map(|a| a.1);
        let abi = match known {
            Some(abi) => abi,
            None => {
                let abi = ask(&unit.options)?;
                asked.push((&unit.options, abi));
                abi
            }
        };
        flags.abi.unsigned_char |= abi.unsigned_char;
        flags.abi.short_enums |= abi.short_enums;
        match &first {
            Some((other, expected)) if *expected != flags => {
                let (a, b) = (other.path.display(), unit.path.display());
                return Err(format!(
                    "{a} and {b} are compiled with flags that do not fit together: {}",
                    difference(expected, &flags)
                ));
            }
            Some(_) => {}
            None => first = Some((unit, flags)),
        }
    }
    Ok(first.map_or_else(Flags::default, |f| f.1))
}

fn difference(a: &Flags, b: &Flags) -> &'static str {
    match () {
        () if a.abi.unsigned_char != b.abi.unsigned_char => "-funsigned-char",
        () if a.abi.short_enums != b.abi.short_enums => "-fshort-enums",
        () if a.abi.pack_struct != b.abi.pack_struct => "-fpack-struct",
        () => "-fwrapv or -ftrapv",
    }
}

/// A compiler that the user names is asked for its machine; the system's own is known.
fn ask(options: &PpOptions) -> Result<Abi, String> {
    if options.cc == PpOptions::default().cc {
        return Ok(Abi::default());
    }
    match preprocess::target(options) {
        None => Ok(Abi::default()),
        Some(Ok(abi)) => Ok(abi),
        Some(Err(differences)) => {
            let model = options.data_model.name();
            Err(format!("'{}' does not compile for {model} as on x86: {}", options.cc, differences.join(", ")))
        }
    }
}

fn build(
    session: &mut Session,
    args: &ProgramArgs,
    units: &[Unit],
    abi: Abi,
    options: &LowerOptions,
    limit: &mut Option<ExitCode>,
    labels: &mut FxHashSet<Symbol>,
) -> Option<Program> {
    let mut analyzer = Analyzer::with_abi(session, args.model.data_model(), abi);
    for Unit { path, options, .. } in units {
        match preprocess::preprocess(path, options) {
            Ok(unit) => {
                for note in unit.notes {
                    session.diags.push(Diagnostic { severity: Severity::Note, ..Diagnostic::error(Span::NONE, note) });
                }
                add_unit(&mut analyzer, session, &path.to_string_lossy(), unit.text, false);
            }
            Err(e) => {
                let d = Diagnostic::error(Span::NONE, e.to_string()).quote(e.quote());
                session.diags.push(e.hint().into_iter().fold(d, Diagnostic::hint));
                if let PreprocessError::Limit { .. } = e {
                    // No file behind it would get further.
                    *limit = Some(ExitCode::INCONCLUSIVE);
                    return None;
                }
            }
        }
    }
    if session.diags.has_errors() {
        return None;
    }
    add_models(&mut analyzer, session);
    let hir = analyzer.finish();
    if session.diags.has_errors() {
        return None;
    }
    let bodies = hir.funcs.iter().filter_map(|f| f.body.as_ref());
    labels.extend(bodies.flat_map(|b| b.labels.iter().filter_map(|l| l.name)));
    pm_lower::lower(hir, session, options)
}

fn add_unit(analyzer: &mut Analyzer, session: &mut Session, name: &str, text: Vec<u8>, is_model: bool) {
    let errors = session.diags.errors;
    let ast = pm_syntax::parse(session, name, text);
    // A unit with syntax errors has holes: analysing it would only add follow-up errors.
    if session.diags.errors == errors {
        analyzer.add_unit(session, &ast, is_model);
    }
}

/// Adds the models of functions that the program uses and does not define, and warns of those that are not exact.
fn add_models(analyzer: &mut Analyzer, session: &mut Session) {
    for symbol in models::add_models(analyzer, session) {
        let name = session.interner.name(symbol);
        if models::is_approximate(name) {
            let text = format!("the result of `{name}` is any value of its range, not the exact one");
            session.diags.push(Diagnostic::warning(Span::NONE, text));
        }
    }
}

fn verified(compiled: Compiled) -> Result<Compiled, ExitCode> {
    let broken = pm_ir::verify::verify(&compiled.program);
    if broken.is_empty() {
        return Ok(compiled);
    }
    for rule in broken.iter().take(10) {
        eprintln!("proofmark: internal error: malformed IR: {rule}");
    }
    Err(crate::exit::internal_error("lowering produced a malformed program; please report it with the input"))
}

/// The ranges of `--mmio` as the engines take them.
pub fn mapped(c: &mut Compiled, ranges: &[MappedRange]) -> Result<Vec<Mapped>, ExitCode> {
    let largest = u64::MAX >> (64 - 8 * c.program.types.pointer_size());
    collect_mapped(ranges, largest, &mut c.session.interner).map_err(|message| {
        eprintln!("proofmark: {message}");
        ExitCode::USAGE
    })
}

/// Says which name of `--nondet-volatile` is none of the program's volatile objects.
pub fn unknown_volatile(c: &Compiled, args: &ProgramArgs) -> Option<String> {
    let is_device = |name: &&String| {
        let named = c.program.globals.iter().filter(|g| c.session.interner.name(g.name) == name.as_str());
        named.into_iter().any(|g| g.volatility.device().is_some())
    };
    let missing = args.volatile_names().iter().find(|n| !is_device(n))?;
    Some(format!("--nondet-volatile: the program uses no volatile object `{missing}` with static storage"))
}

/// Says which label of `--error-label` the program has not.
pub fn unknown_label(c: &Compiled, args: &ProgramArgs) -> Option<String> {
    let is_there = |label: &&String| c.session.interner.lookup(label).is_some_and(|l| c.labels.contains(&l));
    let missing = args.error_label.iter().find(|l| !is_there(l))?;
    Some(format!("--error-label: no function of the program has a label `{missing}`"))
}
