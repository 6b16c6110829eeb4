//! SMT-LIB 2 in the VMT-LIB way: each variable has a symbol for now and one for the next state, tied by `:next`; `:init` and
//! `:trans` are formulas over them, and each goal is an `:invar-property`.

use super::{ExportError, Goal};
use crate::system::System;
use pm_term::{SmtPrinter, TermId};
use std::io::Write;

pub fn write_smt2(system: &mut System, goals: &[Goal], out: &mut dyn Write) -> Result<(), ExportError> {
    let terms = &mut system.terms;
    let nexts: Vec<TermId> = system
        .vars
        .iter()
        .map(|v| {
            let sort = terms.sort(v.now);
            terms.fresh("next", sort)
        })
        .collect();
    let init: Vec<TermId> = system.vars.iter().map(|v| terms.eq(v.now, v.init)).collect();
    let trans: Vec<TermId> = system.vars.iter().zip(&nexts).map(|(v, next)| terms.eq(*next, v.next)).collect();
    let mut roots: Vec<TermId> = system.vars.iter().map(|v| v.now).chain(nexts.iter().copied()).collect();
    roots.extend(init.iter().chain(&trans).chain(goals.iter().map(|g| &g.cond)));
    let mut printer = SmtPrinter::new();
    let mut text = String::new();
    printer.prepare(terms, &roots, &mut text);
    writeln!(out, "; variables: now, next, name")?;
    for (v, next) in system.vars.iter().zip(&nexts) {
        writeln!(out, "; {} {} {}", printer.text(terms, v.now), printer.text(terms, *next), v.name)?;
    }
    writeln!(out, "(set-logic QF_ABV)")?;
    out.write_all(text.as_bytes())?;
    for (i, (v, next)) in system.vars.iter().zip(&nexts).enumerate() {
        let (now, next) = (printer.text(terms, v.now), printer.text(terms, *next));
        let sort = pm_term::sort_text(terms.sort(v.now));
        writeln!(out, "(define-fun .var{i} () {sort} (! {now} :next {next}))")?;
    }
    let all = |parts: &[TermId]| -> String { parts.iter().map(|t| format!(" {}", printer.text(terms, *t))).collect() };
    writeln!(out, "(define-fun .init () Bool (! (and true{}) :init true))", all(&init))?;
    writeln!(out, "(define-fun .trans () Bool (! (and true{}) :trans true))", all(&trans))?;
    for (i, goal) in goals.iter().enumerate() {
        let cond = printer.text(terms, goal.cond);
        writeln!(out, "; property {i}: {}", goal.name)?;
        writeln!(out, "(define-fun .property{i} () Bool (! (not {cond}) :invar-property {i}))")?;
    }
    Ok(())
}
