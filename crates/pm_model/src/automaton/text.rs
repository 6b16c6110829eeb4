//! The automaton as text: locations, the edges from them with guards and assignments, and what is bad there.
//!
//! Terms are written as in SMT-LIB; what occurs more than once is defined before the location that needs it.

use super::Edge;
use crate::system::{BadKind, System};
use pm_ir::PropId;
use pm_term::{SmtPrinter, TermId, sort_text};
use std::io::{self, Write};

/// Terms with more nodes are left out of labels.
const LABEL: usize = 16;
/// Assignments of a label.
const ASSIGNMENTS: usize = 12;

/// Properties are called by `name`.
pub fn write_text(system: &System, name: &dyn Fn(PropId) -> String, out: &mut dyn Write) -> io::Result<()> {
    let mut printer = printer(system);
    let terms = &system.terms;
    for var in &system.vars[System::PC + 1..] {
        define(system, &mut printer, &[var.init], out)?;
        let (now, init) = (printer.text(terms, var.now), printer.text(terms, var.init));
        writeln!(out, "variable {now} {} := {init}", sort_text(terms.sort(var.now)))?;
    }
    for (l, place) in system.automaton.places.iter().enumerate() {
        let bad = || system.bad.iter().filter(|b| b.location as usize == l);
        let mut roots: Vec<TermId> = place.edges.iter().flat_map(Edge::terms).collect();
        roots.extend(place.reached.iter().map(|r| r.1));
        roots.extend(bad().flat_map(|b| &b.parts).map(|p| p.1));
        define(system, &mut printer, &roots, out)?;
        let text = |t: TermId| printer.text(terms, t);
        writeln!(out, "location {l}: {}", system.locations[l].name)?;
        for edge in &place.edges {
            writeln!(out, "  edge to {} if {}", edge.to, text(edge.guard))?;
            for &(v, value) in &edge.assignments {
                writeln!(out, "    {} := {}", text(system.vars[v as usize].now), text(value))?;
            }
        }
        for &(prop, cond) in &place.reached {
            writeln!(out, "  reaches {} if {}", name(prop), text(cond))?;
        }
        for bad in bad() {
            let what = match &bad.kind {
                BadKind::Violation(prop) => name(*prop),
                BadKind::Inexact(why) => format!("inexact, {why}"),
            };
            for &(_, cond) in &bad.parts {
                writeln!(out, "  bad {what} if {}", text(cond))?;
            }
        }
    }
    Ok(())
}

/// A label for the edge: what of it is short.
pub fn label(system: &System, printer: &SmtPrinter, edge: &Edge) -> String {
    let short = |t: TermId| match system.terms.cone_size(&[t]) <= LABEL {
        true => printer.text(&system.terms, t),
        false => "…".into(),
    };
    let mut lines = vec![format!("[{}]", short(edge.guard))];
    for &(v, value) in edge.assignments.iter().take(ASSIGNMENTS) {
        lines.push(format!("{} := {}", system.vars[v as usize].name, short(value)));
    }
    if edge.assignments.len() > ASSIGNMENTS {
        lines.push(format!("… {} more", edge.assignments.len() - ASSIGNMENTS));
    }
    lines.join("\n")
}

/// A printer that knows the names of variables and inputs.
pub fn printer(system: &System) -> SmtPrinter {
    let mut printer = SmtPrinter::new();
    for var in &system.vars {
        system.terms.symbol_id(var.now).into_iter().for_each(|s| printer.name(s, &var.name));
    }
    for (i, &input) in system.inputs.iter().enumerate() {
        let Some(symbol) = system.terms.symbol_id(input) else { continue };
        printer.name(symbol, &format!("{}:{i}", system.terms.symbol_name(symbol)));
    }
    printer
}

/// Writes the definitions that terms need.
fn define(system: &System, printer: &mut SmtPrinter, roots: &[TermId], out: &mut dyn Write) -> io::Result<()> {
    let mut definitions = String::new();
    printer.share(&system.terms, roots, &mut definitions);
    out.write_all(definitions.as_bytes())
}
