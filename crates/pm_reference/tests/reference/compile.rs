//! From a file to a program, with the library models that it asks for.

use pm_base::{DataModel, Session};
use pm_ir::Program;
use pm_lower::{LowerOptions, models};
use pm_syntax::preprocess::{PpOptions, preprocess};
use std::path::Path;

/// `None` where the program is not accepted.
pub fn compile_file(path: &Path, options: &LowerOptions) -> Option<(Session, Program)> {
    let text = preprocess(path, &PpOptions::default()).ok()?.text;
    compile(text, options)
}

pub fn compile(text: Vec<u8>, options: &LowerOptions) -> Option<(Session, Program)> {
    let mut session = Session::new();
    let mut analyzer = pm_sema::Analyzer::new(&mut session, DataModel::Lp64);
    let ast = pm_syntax::parse(&mut session, "test.c", text);
    if session.diags.has_errors() {
        return None;
    }
    analyzer.add_unit(&mut session, &ast, false);
    models::add_models(&mut analyzer, &mut session);
    if session.diags.has_errors() {
        return None;
    }
    let hir = analyzer.finish();
    if session.diags.has_errors() {
        return None;
    }
    let program = pm_lower::lower(hir, &mut session, options)?;
    (!session.diags.has_errors()).then_some((session, program))
}
