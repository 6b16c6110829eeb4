//! From text to a program, in process: the texts need no preprocessor.

use pm_base::{DataModel, Session};
use pm_ir::Program;
use pm_lower::{CheckOptions, LowerOptions, models};

/// The messages where the program is not accepted. Reads of what has no value are checked, too: they have no value to compare.
pub fn compile(text: String, bits32: bool) -> Result<(Session, Program), String> {
    let mut session = Session::new();
    let model = if bits32 { DataModel::Ilp32 } else { DataModel::Lp64 };
    let program = build(&mut session, text, model);
    match program {
        Some(program) if !session.diags.has_errors() => Ok((session, program)),
        _ => Err(session.diags.render(&session.sources)),
    }
}

fn build(session: &mut Session, text: String, model: DataModel) -> Option<Program> {
    let mut analyzer = pm_sema::Analyzer::new(session, model);
    let ast = pm_syntax::parse(session, "fuzz.c", text.into_bytes());
    if session.diags.has_errors() {
        return None;
    }
    analyzer.add_unit(session, &ast, false);
    models::add_models(&mut analyzer, session);
    if session.diags.has_errors() {
        return None;
    }
    let hir = analyzer.finish();
    if session.diags.has_errors() {
        return None;
    }
    let options = LowerOptions { checks: CheckOptions::all_undefined(), ..LowerOptions::default() };
    pm_lower::lower(hir, session, &options)
}
