//! `proofmark show ir|loops|properties|system|automaton`

use crate::args::{ShowArgs, ShowWhat};
use crate::compile::{Compiled, compile};
use crate::exit::ExitCode;
use crate::machine;
use crate::output;
use pm_base::Span;
use pm_engine::models::reduction_share;
use pm_ir::loops::find_loops;
use pm_ir::text::{TextContext, print_program};
use pm_lower::CheckOptions;
use pm_model::automaton::write_text;
use pm_model::{BadKind, Origin, Reduction, StateVar, System, reduce};
use pm_term::Sort;
use std::io::{self, BufWriter, Write};

pub fn show(args: &ShowArgs) -> ExitCode {
    let is_model = matches!(args.what, ShowWhat::System | ShowWhat::Automaton);
    let effect = is_model && !args.reductions.names(Reduction::Latches);
    if args.reductions.is_given() && !effect {
        eprintln!(
            "proofmark: --reductions are those of `show system` and `show automaton`, and latches those of --engine ic3"
        );
        return ExitCode::USAGE;
    }
    let options = args.program.lowering(&args.checks, CheckOptions::standard());
    let compiled = match compile(&args.program, &options, &machine::limits()) {
        Ok(compiled) => compiled,
        Err(code) => return code,
    };
    if args.lower_only {
        return ExitCode::OK;
    }
    let mut out = BufWriter::new(io::stdout().lock());
    let printed = match args.what {
        ShowWhat::Ir => {
            let ctx = TextContext { names: &compiled.session.interner, sources: Some(&compiled.session.sources) };
            out.write_all(print_program(&compiled.program, &ctx).as_bytes())
        }
        ShowWhat::Loops => show_loops(&mut out, &compiled),
        ShowWhat::Properties => show_properties(&mut out, &compiled),
        ShowWhat::System | ShowWhat::Automaton => return show_model(&mut out, &compiled, args),
    };
    match printed.and_then(|()| out.flush()) {
        Err(e) if e.kind() != io::ErrorKind::BrokenPipe => {
            eprintln!("proofmark: cannot write to standard output: {e}");
            ExitCode::INTERNAL
        }
        _ => ExitCode::OK,
    }
}

pub fn show_loops(out: &mut impl Write, c: &Compiled) -> io::Result<()> {
    for func in c.program.funcs.iter().filter(|f| !f.is_model) {
        let name = c.session.interner.name(func.name);
        for (i, l) in find_loops(func).iter().enumerate() {
            let bound = l.bound.map_or(String::new(), |n| format!(", unwind {n} (from the source)"));
            writeln!(out, "Loop {name}.{i}: {} function {name}{bound}", place(c, l.span))?;
        }
    }
    Ok(())
}

pub fn show_properties(out: &mut impl Write, c: &Compiled) -> io::Result<()> {
    for p in c.program.props.iter().filter(|p| !c.program.funcs[p.func].is_model) {
        writeln!(out, "[{}] {} {}", p.id, place(c, p.span), p.text)?;
    }
    Ok(())
}

fn show_model(out: &mut impl Write, c: &Compiled, args: &ShowArgs) -> ExitCode {
    let reductions = args.reductions.set().unwrap_or_default();
    let options = pm_model::Options::default();
    match pm_model::build(&c.program, &c.session.interner, &options) {
        Ok(mut system) => {
            let origin = reduce(&mut system, reductions, &reduction_share(&options.limits));
            let printed = match args.what {
                ShowWhat::Automaton => write_text(&system, &|p| c.program.props[p].id.to_string(), out),
                _ => print_system(out, c, &system, &origin),
            };
            match printed.and_then(|()| out.flush()) {
                Err(e) if e.kind() != io::ErrorKind::BrokenPipe => {
                    eprintln!("proofmark: cannot write to standard output: {e}");
                    ExitCode::INTERNAL
                }
                _ => ExitCode::OK,
            }
        }
        Err(refusal) => {
            let said = output::print(&format!("no transition system: {} {}\n", refusal.what, place(c, refusal.span)));
            said.err().unwrap_or(ExitCode::INCONCLUSIVE)
        }
    }
}

fn print_system(out: &mut impl Write, c: &Compiled, system: &System, origin: &Origin) -> io::Result<()> {
    let used: Vec<String> = origin.used().iter().map(ToString::to_string).collect();
    let bits: u64 = system.vars.iter().map(|v| bits_of(system, v)).sum();
    let (vars, inputs) = (system.vars.len(), system.inputs.len());
    writeln!(out, "{vars} variables, {bits} bits, {inputs} inputs, {} terms", system.terms.len())?;
    if !used.is_empty() {
        writeln!(out, "reduced by {}", used.join(", "))?;
    }
    for (i, l) in system.locations.iter().enumerate() {
        let live: Vec<&str> = l.live.iter().map(|v| system.vars[*v as usize].name.as_str()).collect();
        writeln!(out, "location {i}: {} {} ({})", l.name, place(c, l.span), live.join(", "))?;
    }
    for v in &system.vars {
        writeln!(out, "variable {}: {} bits {}", v.name, bits_of(system, v), place(c, v.span))?;
    }
    for b in &system.bad {
        let what = match &b.kind {
            BadKind::Violation(prop) => format!("[{}]", c.program.props[*prop].id),
            BadKind::Inexact(reason) => format!("inexact: {reason}"),
        };
        writeln!(out, "bad at {}: {what} {}", b.location, place(c, b.span))?;
    }
    Ok(())
}

/// Bits of a variable's value; of an array those of all its elements.
fn bits_of(system: &System, var: &StateVar) -> u64 {
    match system.terms.sort(var.now) {
        Sort::Bool => 1,
        Sort::Bv(width) => width.into(),
        Sort::Array { index, elem } => u64::from(elem).saturating_mul(1u64.checked_shl(index).unwrap_or(u64::MAX)),
    }
}

/// `file x.c line 12`
pub fn place(c: &Compiled, span: Span) -> String {
    c.session.sources.loc(span.lo).map_or_else(String::new, |l| format!("file {} line {}", l.file, l.line))
}
