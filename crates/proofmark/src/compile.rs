//! From files to a linked, lowered program: the pipeline of the front end, with the library models as archive members.

use crate::args::{MappedRange, ProgramArgs, collect_mapped};
use crate::compile_commands::{Unit, units};
use crate::exit::ExitCode;
use pm_base::{Diagnostic, Session, Severity, Span, Symbol};
use pm_ir::Program;
use pm_lower::{LowerOptions, models};
use pm_sema::Analyzer;
use pm_syntax::preprocess;
use rustc_hash::FxHashSet;
use std::path::PathBuf;

/// A program that was accepted, with the sources and names that messages about it need.
pub struct Compiled {
    pub session: Session,
    pub program: Program,
    pub files: Vec<PathBuf>,
}

/// Reads, links and lowers. Diagnostics go to standard error, warnings of an accepted program, too.
pub fn compile(args: &ProgramArgs, options: &LowerOptions) -> Result<Compiled, ExitCode> {
    let mut session = Session::new();
    let (units, notes) = units(args).map_err(|message| {
        eprintln!("error: {message}");
        ExitCode::INPUT
    })?;
    notes.iter().for_each(|n| eprintln!("proofmark: note: {n}"));
    let program = build(&mut session, args, &units, options);
    eprint!("{}", session.diags.render(&session.sources));
    match program {
        Some(program) if !session.diags.has_errors() => {
            let files = units.into_iter().map(|u| u.path).collect();
            verified(Compiled { session, program, files })
        }
        _ => Err(ExitCode::INPUT),
    }
}

fn build(session: &mut Session, args: &ProgramArgs, units: &[Unit], options: &LowerOptions) -> Option<Program> {
    let mut analyzer = Analyzer::new(session, args.model.data_model());
    for Unit { path, options } in units {
        match preprocess::preprocess(path, options) {
            Ok(unit) => {
                for note in unit.notes {
                    session.diags.push(Diagnostic { severity: Severity::Note, ..Diagnostic::error(Span::NONE, note) });
                }
                add_unit(&mut analyzer, session, &path.to_string_lossy(), unit.text, false);
            }
            Err(e) => session.diags.push(Diagnostic::error(Span::NONE, e.to_string())),
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

/// Adds the models of functions that the program uses and does not define, until nothing new is asked for.
fn add_models(analyzer: &mut Analyzer, session: &mut Session) {
    let mut asked: FxHashSet<Symbol> = FxHashSet::default();
    let mut added: FxHashSet<&'static str> = FxHashSet::default();
    loop {
        let wanted: Vec<Symbol> = analyzer.undefined().into_iter().filter(|s| asked.insert(*s)).collect();
        if wanted.is_empty() {
            return;
        }
        for symbol in wanted {
            let name = session.interner.name(symbol);
            let Some(model) = models::model_for(name) else { continue };
            if models::is_approximate(name) {
                let text = format!("the result of `{name}` is any value of its range, not the exact one");
                session.diags.push(Diagnostic::warning(Span::NONE, text));
            }
            if added.insert(model.name) {
                add_unit(analyzer, session, model.name, model.text.as_bytes().to_vec(), true);
            }
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
pub fn mapped(c: &Compiled, ranges: &[MappedRange]) -> Result<Vec<(u64, u64)>, ExitCode> {
    let largest = u64::MAX >> (64 - 8 * c.program.types.pointer_size());
    collect_mapped(ranges, largest).map_err(|message| {
        eprintln!("proofmark: {message}");
        ExitCode::USAGE
    })
}

/// Says which label of `--error-label` the program has not.
pub fn unknown_label(c: &Compiled, args: &ProgramArgs) -> Option<String> {
    let text = |label: &str| format!("error label {label} reached");
    let is_there = |label: &&String| c.program.props.iter().any(|p| p.text == text(label));
    let missing = args.error_label.iter().find(|l| !is_there(l))?;
    Some(format!("--error-label: no function of the program has a label `{missing}`"))
}
