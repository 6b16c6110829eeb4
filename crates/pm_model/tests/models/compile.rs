//! From text to a program, with the library models that it asks for.

use pm_base::{Session, Symbol};
use pm_ir::Program;
use pm_lower::{CheckOptions, LowerOptions, models};
use std::collections::HashSet;

pub fn compile(text: String, checks: CheckOptions) -> (Session, Program) {
    let mut session = Session::new();
    let mut analyzer = pm_sema::Analyzer::new(&mut session, pm_base::DataModel::Lp64);
    let ast = pm_syntax::parse(&mut session, "test.c", text.into_bytes());
    analyzer.add_unit(&mut session, &ast, false);
    let (mut asked, mut added) = (HashSet::new(), HashSet::new());
    loop {
        let wanted: Vec<Symbol> = analyzer.undefined().into_iter().filter(|s| asked.insert(*s)).collect();
        if wanted.is_empty() {
            break;
        }
        for symbol in wanted {
            let Some(model) = models::model_for(session.interner.name(symbol)) else { continue };
            if added.insert(model.name) {
                let ast = pm_syntax::parse(&mut session, model.name, model.text.as_bytes().to_vec());
                analyzer.add_unit(&mut session, &ast, true);
            }
        }
    }
    let hir = analyzer.finish();
    let program = pm_lower::lower(hir, &mut session, &LowerOptions { checks, ..LowerOptions::default() });
    let messages = session.diags.render(&session.sources);
    (session, program.unwrap_or_else(|| panic!("{messages}")))
}
