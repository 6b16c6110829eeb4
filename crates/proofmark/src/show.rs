//! `proofmark show ir|loops|properties`

use crate::args::{ShowArgs, ShowWhat};
use crate::compile::{Compiled, compile};
use crate::exit::ExitCode;
use pm_base::Span;
use pm_ir::loops::find_loops;
use pm_ir::text::{TextContext, print_program};
use pm_lower::CheckOptions;
use std::io::{self, BufWriter, Write};

pub fn show(args: &ShowArgs) -> ExitCode {
    let options = args.program.lowering(&args.checks, CheckOptions::standard());
    let compiled = match compile(&args.program, &options) {
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

/// `file x.c line 12`
pub fn place(c: &Compiled, span: Span) -> String {
    c.session.sources.loc(span.lo).map_or_else(String::new, |l| format!("file {} line {}", l.file, l.line))
}
