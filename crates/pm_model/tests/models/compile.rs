//! From text to a program, with the library models that it asks for.

use pm_base::Session;
use pm_ir::Program;
use pm_lower::{CheckOptions, LowerOptions, models};

pub fn compile(text: String, checks: CheckOptions) -> (Session, Program) {
    let mut session = Session::new();
    let mut analyzer = pm_sema::Analyzer::new(&mut session, pm_base::DataModel::Lp64);
    let ast = pm_syntax::parse(&mut session, "test.c", text.into_bytes());
    analyzer.add_unit(&mut session, &ast, false);
    models::add_models(&mut analyzer, &mut session);
    let hir = analyzer.finish();
    let program = pm_lower::lower(hir, &mut session, &LowerOptions { checks, ..LowerOptions::default() });
    let messages = session.diags.render(&session.sources);
    (session, program.unwrap_or_else(|| panic!("{messages}")))
}
