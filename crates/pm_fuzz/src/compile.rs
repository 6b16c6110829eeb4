//! From text to a program, in process: the texts need no preprocessor.

use crate::tree::Way;
use pm_base::{Abi, Session};
use pm_ir::Program;
use pm_lower::{CheckOptions, LowerOptions, models};

/// Reaching it is an error.
pub const ERROR_LABEL: &str = "ERROR";

/// The messages where the program is not accepted. Reads of what has no value are checked, too, unless the program says what they do: they have no value to compare.
pub fn compile(text: String, way: Way) -> Result<(Session, Program), String> {
    compile_units(vec![("fuzz.c".into(), text)], way)
}

/// The same of several units, each with its name.
pub fn compile_units(units: Vec<(String, String)>, way: Way) -> Result<(Session, Program), String> {
    let mut session = Session::new();
    let program = build(&mut session, units, way);
    match program {
        Some(program) if !session.diags.has_errors() => Ok((session, program)),
        _ => Err(session.diags.render(&session.sources)),
    }
}

fn build(session: &mut Session, units: Vec<(String, String)>, way: Way) -> Option<Program> {
    let abi = Abi { unsigned_char: way.unsigned_char, ..way.model.abi() };
    let mut analyzer = pm_sema::Analyzer::with_abi(session, way.model, abi);
    for (name, text) in units {
        let ast = pm_syntax::parse(session, &name, text.into_bytes());
        if session.diags.has_errors() {
            return None;
        }
        analyzer.add_unit(session, &ast, false);
    }
    models::add_models(&mut analyzer, session);
    if session.diags.has_errors() {
        return None;
    }
    let hir = analyzer.finish();
    if session.diags.has_errors() {
        return None;
    }
    let checks = CheckOptions { uninitialised: way.uninitialised, ..CheckOptions::all_undefined() };
    let options = LowerOptions { checks, error_labels: vec![ERROR_LABEL.into()], ..LowerOptions::default() };
    pm_lower::lower(hir, session, &options)
}
