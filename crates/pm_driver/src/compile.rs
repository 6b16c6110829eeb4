//! From files to a linked, lowered program: the pipeline of the front end, with the library models as archive members.

use crate::compile_commands::{Sources, Unit, units};
use crate::flags::{Flags, Overflow, is_c90};
use crate::requirements::Watch;
use pm_base::{Abi, Diagnostic, Session, Severity, Span, Symbol};
use pm_ir::Program;
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
    /// Checks that pragmas switch off: places from which on, and names.
    pub switched_off: Vec<(Span, &'static str)>,
}

/// What came of the sources, with what the user is to be told.
pub struct Reading {
    pub notes: Vec<String>,
    /// Errors and warnings, with their places.
    pub diagnostics: String,
    pub result: Result<Compiled, Failure>,
}

/// Why there is no program.
pub enum Failure {
    /// The sources or their flags cannot be taken together.
    Refused(String),
    /// The diagnostics say it.
    Errors,
    /// A limit was met.
    Limit,
    /// A mistake of ours: rules of the IR that are broken.
    Malformed(Vec<String>),
}

/// Reads, links and lowers.
pub fn compile(sources: &Sources, options: &LowerOptions, limits: &Limits) -> Reading {
    let failed = |notes: Vec<String>, message: String| Reading {
        notes,
        diagnostics: String::new(),
        result: Err(Failure::Refused(message)),
    };
    let (units, notes) = match units(sources, &for_preprocessor(limits)) {
        Ok(found) => found,
        Err(message) => return failed(Vec::new(), message),
    };
    let flags = match common_flags(&units) {
        Ok(flags) => flags,
        Err(message) => return failed(notes, message),
    };
    if flags.overflow == Overflow::Traps && !options.checks.signed_overflow {
        let message = "-ftrapv ends the program at an overflow: the check of overflow cannot be off";
        return failed(notes, message.into());
    }
    let (wrapv, trapv) = (flags.overflow == Overflow::Wraps, flags.overflow == Overflow::Traps);
    let options = LowerOptions { wrapv, trapv, ..options.clone() };
    let mut build =
        Build { session: Session::new(), is_limited: false, labels: FxHashSet::default(), switched_off: Vec::new() };
    let program = build.program(sources, &units, &flags, &options);
    let Build { session, is_limited, labels, switched_off } = build;
    let diagnostics = session.diags.render(&session.sources);
    let result = match program {
        Some(program) if !session.diags.has_errors() => {
            let files = units.into_iter().map(|u| u.path).collect();
            verified(Compiled { session, program, files, labels, switched_off })
        }
        _ if is_limited => Err(Failure::Limit),
        _ => Err(Failure::Errors),
    };
    Reading { notes, diagnostics, result }
}

fn for_preprocessor(limits: &Limits) -> ChildLimits {
    ChildLimits { deadline: limits.deadline, memory: limits.memory, interrupt: limits.interrupt.clone() }
}

/// One program has one layout of its data: sources that are compiled with different flags do not fit together.
fn common_flags(units: &[Unit]) -> Result<Flags, String> {
    let mut asked: Vec<(&PpOptions, Abi)> = Vec::new();
    let mut first: Option<(&Unit, Flags)> = None;
    for unit in units {
        let (passed, machine) = (Vec::new(), Vec::new());
        let mut flags = Flags { passed, machine, model: None, ..unit.flags.clone() };
        let same = |o: &PpOptions| {
            o.flags == unit.options.flags && o.machine == unit.options.machine && o.cc == unit.options.cc
        };
        let known = asked.iter().find(|(o, _)| same(o)).map(|a| a.1);
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
        () if (a.abi.pack_struct, a.abi.packed) != (b.abi.pack_struct, b.abi.packed) => "-fpack-struct",
        () if a.target != b.target => "they are for several machines",
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
            let model = options.data_model;
            let on = if model.is_x86() { " as on x86" } else { "" };
            let (cc, name, how) = (&options.cc, model.name(), differences.join(", "));
            Err(format!("'{cc}' does not compile for {name}{on}: {how}"))
        }
    }
}

/// A program on its way.
struct Build {
    session: Session,
    /// The preprocessor met a limit.
    is_limited: bool,
    labels: FxHashSet<Symbol>,
    switched_off: Vec<(Span, &'static str)>,
}

impl Build {
    fn program(&mut self, sources: &Sources, units: &[Unit], flags: &Flags, options: &LowerOptions) -> Option<Program> {
        let session = &mut self.session;
        let mut analyzer = Analyzer::with_abi(session, flags.target, flags.abi);
        let mut watch = match &sources.requirements {
            Some(path) => Some(Watch::read(path, session)?),
            None => None,
        };
        for Unit { path, options, .. } in units {
            match preprocess::preprocess(path, options) {
                Ok(unit) => {
                    let note = |text| Diagnostic { severity: Severity::Note, ..Diagnostic::error(Span::NONE, text) };
                    unit.notes.into_iter().for_each(|text| session.diags.push(note(text)));
                    let (name, text) = (path.to_string_lossy(), unit.text);
                    let text = match &mut watch {
                        Some(watch) => watch.weave(path, options, text, session),
                        None => text,
                    };
                    analyzer.c90_constants = is_c90(&options.flags);
                    let begin = add_unit(&mut analyzer, session, &name, text, false);
                    watch.iter_mut().for_each(|w| w.stands_at(begin));
                }
                Err(e) => {
                    let d = Diagnostic::error(Span::NONE, e.to_string()).quote(e.quote());
                    session.diags.push(e.hint().into_iter().fold(d, Diagnostic::hint));
                    if let PreprocessError::Limit { .. } = e {
                        // No file behind it would get further.
                        self.is_limited = true;
                        return None;
                    }
                }
            }
        }
        analyzer.c90_constants = false;
        if session.diags.has_errors() {
            return None;
        }
        if let Some(watch) = &watch {
            let text = watch.observers(options.coverage, session)?;
            add_unit(&mut analyzer, session, pm_requirements::OBSERVERS, text, true);
        }
        add_models(&mut analyzer, session);
        let hir = analyzer.finish();
        watch.iter().for_each(|w| w.refuse_effects(&hir, session));
        if session.diags.has_errors() {
            return None;
        }
        let bodies = hir.funcs.iter().filter_map(|f| f.body.as_ref());
        self.labels.extend(bodies.flat_map(|b| b.labels.iter().filter_map(|l| l.name)));
        let at = |(lo, name): (u32, &'static str)| (Span { lo, hi: lo }, name);
        self.switched_off = options.switched_off(&hir.switches).into_iter().map(at).collect();
        let mut program = pm_lower::lower(hir, session, options)?;
        watch.iter().for_each(|w| w.settle(&mut program, session));
        Some(program)
    }
}

/// Where the unit's text begins among all sources.
fn add_unit(analyzer: &mut Analyzer, session: &mut Session, name: &str, text: Vec<u8>, is_model: bool) -> u32 {
    let errors = session.diags.errors;
    let ast = pm_syntax::parse(session, name, text);
    // A unit with syntax errors has holes: analysing it would only add follow-up errors.
    if session.diags.errors == errors {
        analyzer.add_unit(session, &ast, is_model);
    }
    ast.text.start
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

fn verified(compiled: Compiled) -> Result<Compiled, Failure> {
    let broken = pm_ir::verify::verify(&compiled.program);
    if broken.is_empty() { Ok(compiled) } else { Err(Failure::Malformed(broken)) }
}

impl Compiled {
    /// Library functions of the program whose results are not exact: a violation may rest on a value that they never return.
    pub fn approximations(&self) -> impl Iterator<Item = &str> {
        let models = self.program.funcs.iter().filter(|f| f.is_model && f.has_body());
        models.map(|f| self.session.interner.name(f.name)).filter(|name| models::is_approximate(name))
    }

    /// A name that is none of the program's volatile objects.
    pub fn unknown_volatile<'a>(&self, names: &'a [String]) -> Option<&'a str> {
        let is_device = |name: &&String| {
            let named = self.program.globals.iter().filter(|g| self.session.interner.name(g.name) == name.as_str());
            named.into_iter().any(|g| g.volatility.device().is_some())
        };
        names.iter().find(|n| !is_device(n)).map(String::as_str)
    }

    /// A label that no function of the program has.
    pub fn unknown_label<'a>(&self, labels: &'a [String]) -> Option<&'a str> {
        let is_there = |l: &&String| self.session.interner.lookup(l).is_some_and(|l| self.labels.contains(&l));
        labels.iter().find(|l| !is_there(l)).map(String::as_str)
    }
}
