//! The cut points and the steps between them as a graph for Graphviz.

use super::{ExportError, Goal};
use crate::system::{BadKind, System};
use pm_term::{Op, Substitution, TermId};
use std::collections::BTreeSet;
use std::io::Write;

/// Goals are drawn where they can be reached.
pub fn write_dot(
    system: &mut System,
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
    for from in 0..system.locations.len() as u32 {
        for to in successors(system, from) {
            writeln!(out, "  l{from} -> l{to};")?;
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

/// The locations that a step from here can lead to.
fn successors(system: &mut System, from: u32) -> BTreeSet<u128> {
    let pc = &system.vars[System::PC];
    let (now, next) = (pc.now, pc.next);
    let here = system.terms.bv(system.terms.width(now), from.into());
    let mut at = Substitution::new();
    at.replace(now, here);
    let mut work = vec![system.terms.substitute(next, &mut at)];
    let (mut seen, mut found) = (BTreeSet::new(), BTreeSet::new());
    while let Some(t) = work.pop() {
        if !seen.insert((t.node(), t.is_complemented())) {
            continue;
        }
        match (system.terms.const_u128(t), system.terms.op(t)) {
            (Some(to), _) => drop(found.insert(to)),
            (None, Op::Ite) => work.extend(&system.terms.args(t)[1..]),
            // What the rewriter made of a choice: any location.
            (None, _) => found.extend((0..system.locations.len() as u128).filter(|_| t != TermId::FALSE)),
        }
    }
    found
}
