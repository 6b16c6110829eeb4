//! `proofmark export`: the transition system for other tools.

use crate::args::{Block, ExportArgs, ExportFormat};
use crate::check::limits;
use crate::compile::{Compiled, compile, usage};
use crate::exit::{ExitCode, internal_error};
use crate::output::write_file;
use crate::show::place;
use crate::svcomp;
use pm_driver::competition;
use pm_driver::question::{Question, mapped};
use pm_engine::Reading;
use pm_engine::models::reduction_share;
use pm_invariants::reduce;
use pm_ir::PropId;
use pm_model::export::{ExportError, goals, write_aiger, write_btor2, write_dimspec, write_dot, write_smt2};
use pm_model::{BlockSize, Options, Reduction, Reductions, System, end_early, start_late};
use pm_solve::Limits;
use std::io::{self, Write};

/// Basic blocks, with the calls around them, that make a system.
const MAX_SMALL: usize = 20_000;

pub fn export(args: &ExportArgs) -> ExitCode {
    if args.reductions.names(Reduction::Latches) {
        eprintln!("proofmark: --reductions latches are those of --engine ic3: they have no effect on exports");
        return ExitCode::USAGE;
    }
    let limits = limits(args.limits.timeout, args.limits.memlimit);
    let (compiled, asked) = match read(args, &limits) {
        Ok(read) => read,
        Err(code) => return code,
    };
    let mut options =
        Options { ignored: asked.ignored, symex: asked.reading, limits: limits.clone(), ..Options::default() };
    if args.block == Block::Small {
        options.block = BlockSize::Small;
        options.max_locations = MAX_SMALL;
    }
    let mut system = match pm_model::build(&compiled.program, &compiled.session.interner, &options) {
        Ok(system) => system,
        Err(refusal) => {
            eprintln!("proofmark: no transition system: {} {}", refusal.what, place(&compiled, refusal.span));
            return ExitCode::INCONCLUSIVE;
        }
    };
    let reductions = reductions(args);
    let is_solved = args.format != ExportFormat::Dot;
    if is_solved && reductions.contains(Reduction::Cone) {
        end_early(&mut system);
    }
    reduce(&mut system, reductions, &reduction_share(&limits));
    if is_solved && reductions.contains(Reduction::Constants) {
        start_late(&mut system);
    }
    let mut text = Vec::new();
    match write(args.format, &compiled, &mut system, &limits, &mut text) {
        Ok(()) => emit(args, &text),
        Err(ExportError::Io(e)) => internal_error(&e.to_string()),
        Err(ExportError::Unfit(why)) => {
            eprintln!("proofmark: the program cannot be written in this format: {why}");
            ExitCode::INCONCLUSIVE
        }
    }
}

/// What is chosen; by default arrays stay where the format has them.
fn reductions(args: &ExportArgs) -> Reductions {
    args.reductions.set().unwrap_or_else(|| match args.format {
        ExportFormat::Aiger | ExportFormat::Dimspec => Reductions::default(),
        ExportFormat::Btor2 | ExportFormat::Smt2 | ExportFormat::Dot => {
            Reductions::default().without(Reduction::Elements)
        }
    })
}

/// The program, and what is asked about it.
fn read(args: &ExportArgs, limits: &Limits) -> Result<(Compiled, Question), ExitCode> {
    match &args.svcomp {
        None => {
            let options = args.memory.lowering(&args.program, &args.checks);
            let mut compiled = compile(&args.program, &options, limits)?;
            let mmio = mapped(&mut compiled, &args.memory.mmio).map_err(|message| usage(&message))?;
            let reading = Reading { mmio, ..Reading::default() };
            Ok((compiled, Question { reading, ..Question::default() }))
        }
        Some(property) => {
            let Some(checks) = competition::checks_of(property) else {
                eprintln!("proofmark: property {property} is not supported");
                return Err(ExitCode::USAGE);
            };
            let (program, checks) = (svcomp::program(&args.program), args.checks.apply(checks));
            let (compiled, _, asked) = svcomp::prepare(&program, property, checks, limits)?;
            Ok((compiled, asked))
        }
    }
}

fn write(
    format: ExportFormat,
    c: &Compiled,
    system: &mut System,
    limits: &Limits,
    out: &mut Vec<u8>,
) -> Result<(), ExportError> {
    let name = |prop: PropId| c.program.props[prop].id.to_string();
    let goals = goals(system, &name);
    match format {
        ExportFormat::Dimspec => write_dimspec(system, &goals, limits, out),
        ExportFormat::Btor2 => write_btor2(system, &goals, out),
        ExportFormat::Aiger => write_aiger(system, &goals, limits, out),
        ExportFormat::Smt2 => write_smt2(system, &goals, out),
        ExportFormat::Dot => write_dot(system, &goals, &name, out),
    }
}

fn emit(args: &ExportArgs, text: &[u8]) -> ExitCode {
    if let Some(path) = &args.output {
        return match write_file(path, text) {
            Ok(()) => ExitCode::OK,
            Err(message) => {
                eprintln!("proofmark: {message}");
                ExitCode::INTERNAL
            }
        };
    }
    let mut out = io::stdout().lock();
    match out.write_all(text).and_then(|()| out.flush()) {
        Err(e) if e.kind() != io::ErrorKind::BrokenPipe => {
            eprintln!("proofmark: cannot write to standard output: {e}");
            ExitCode::INTERNAL
        }
        _ => ExitCode::OK,
    }
}
