//! The automaton as a graph for Graphviz: locations, and edges with what of their guards and assignments is short.

use super::{ExportError, Goal};
use crate::automaton::{label, printer};
use crate::system::{BadKind, System};
use pm_term::TermId;
use std::collections::BTreeSet;
use std::io::Write;

/// Goals are drawn where they can be reached.
pub fn write_dot(
    system: &System,
    goals: &[Goal],
    name: &dyn Fn(pm_ir::PropId) -> String,
    out: &mut dyn Write,
) -> Result<(), ExportError> {
    writeln!(out, "digraph program {{\n  node [shape=box, fontname=monospace];")?;
    for (i, l) in system.locations.iter().enumerate() {
        let live: Vec<&str> = l.live.iter().map(|v| system.vars[*v as usize].name.as_str()).collect();
        let shown = live.len().min(12);
        let more = if live.len() > shown { format!("\n… {} more", live.len() - shown) } else { String::new() };
        let label = format!("{i}: {}\n{}{more}", l.name, live[..shown].join("\n"));
        writeln!(out, "  l{i} [label={}];", quoted(&label))?;
    }
    let printer = printer(system);
    for edge in system.automaton.edges() {
        let label = quoted(&label(system, &printer, edge));
        writeln!(out, "  l{} -> l{} [label={label}];", edge.from, edge.to)?;
    }
    for (l, place) in system.automaton.places.iter().enumerate() {
        if l != System::END as usize && place.edges.iter().all(|e| e.guard != TermId::TRUE) {
            writeln!(out, "  l{l} -> l{} [label=otherwise, style=dotted];", System::END)?;
        }
    }
    let mut drawn = BTreeSet::new();
    for bad in &system.bad {
        let (what, shape) = match &bad.kind {
            BadKind::Violation(prop) => (name(*prop), "octagon"),
            BadKind::Inexact(why) => (format!("inexact: {why}"), "note"),
        };
        let Some(number) = goals.iter().position(|g| g.name == what || what.starts_with(&g.name)) else { continue };
        if drawn.insert((bad.location, what.clone())) {
            let id = format!("g{}_{number}_{}", bad.location, drawn.len());
            writeln!(
                out,
                "  {id} [shape={shape}, label={}];\n  l{} -> {id} [style=dashed];",
                quoted(&what),
                bad.location
            )?;
        }
    }
    writeln!(out, "}}")?;
    Ok(())
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\l"))
}
