//! The concrete interpreter: runs an IR program exactly, and replays counterexamples.
//!
//! In: a [`Program`], and an [`Oracle`] that supplies what C leaves open. Out: how the run ends ([`Outcome`]). It must not
//! know: C syntax, symbolic states, solvers.
//!
//! `eval.rs` and `exec.rs` give every instruction its meaning; `translate.rs` and `machine.rs` make it fast. Nothing here
//! panics on a program, whatever it does: programs that break the rules of `pm_ir::verify` are refused.

mod code;
mod eval;
mod exec;
mod halt;
mod inputs;
mod lenient;
mod machine;
mod memory;
mod options;
mod oracle;
mod outcome;
mod printf;
mod reach;
mod reason;
mod skip;
#[cfg(test)]
mod tests;
mod trace;
mod translate;
mod uses;
mod value;
mod world;

pub use inputs::{FileInputs, SeededInputs, ZeroInputs};
pub use options::RunOptions;
pub use oracle::{EventKind, Oracle};
pub use outcome::{NEVER_REACHED, Note, Outcome, RunResult, StackEntry};
pub use trace::{Havoc, ObjectInfo, ObjectKind, ObjectRef, Tracer};

use machine::Machine;
use pm_base::{Interner, Span};
use pm_ir::Program;
use std::cell::OnceCell;
use std::io::Write;
use translate::Settings;
use world::{Environment, World};

/// Runs a program; `out` and `err` get what it prints.
pub fn run(
    program: &Program,
    names: &Interner,
    options: &RunOptions,
    oracle: &mut dyn Oracle,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> RunResult {
    run_with(program, names, options, Settings::PLAIN, Environment { oracle, out, err }, None)
}

/// As [`run`], of a program that a run accepted before: it is not verified again, and what it prints goes nowhere.
pub fn run_again(program: &Program, names: &Interner, options: &RunOptions, oracle: &mut dyn Oracle) -> RunResult {
    let (mut out, mut err) = (std::io::sink(), std::io::sink());
    run_verified(program, names, options, Settings::PLAIN, Environment { oracle, out: &mut out, err: &mut err }, None)
}

/// Runs a program and tells `tracer` what it does.
pub fn run_traced(
    program: &Program,
    names: &Interner,
    options: &RunOptions,
    oracle: &mut dyn Oracle,
    out: &mut dyn Write,
    err: &mut dyn Write,
    tracer: &mut dyn Tracer,
) -> RunResult {
    let settings = Settings { fast: true, fuse: false, trace: true };
    run_with(program, names, options, settings, Environment { oracle, out, err }, Some(tracer))
}

fn run_with<'a>(
    program: &'a Program,
    names: &'a Interner,
    options: &RunOptions,
    settings: Settings,
    environment: Environment<'a>,
    tracer: Option<&'a mut dyn Tracer>,
) -> RunResult {
    if let Some(error) = pm_ir::verify::verify(program).into_iter().next() {
        let world = World::new(program, names, options, settings, environment);
        let what = format!("malformed IR: {error}");
        return finish(world, (Outcome::Unsupported { what, span: Span::NONE, stack: Vec::new() }, 0));
    }
    run_verified(program, names, options, settings, environment, tracer)
}

fn run_verified<'a>(
    program: &'a Program,
    names: &'a Interner,
    options: &RunOptions,
    settings: Settings,
    environment: Environment<'a>,
    tracer: Option<&'a mut dyn Tracer>,
) -> RunResult {
    let mut world = World::new(program, names, options, settings, environment);
    let [codes, plain] = [(); 2].map(|()| program.funcs.iter().map(|_| OnceCell::new()).collect::<Vec<_>>());
    let ready = world.set_up(options);
    let machine = Machine::new(&mut world, [&codes, &plain], options, tracer);
    let end = match ready {
        Ok(()) => machine.run(),
        Err(halt) => machine.refuse(*halt),
    };
    let snapshot = world.snapshot(&options.snapshot);
    RunResult { snapshot, ..finish(world, end) }
}

fn finish(mut world: World, (outcome, steps): (Outcome, u64)) -> RunResult {
    let marked: Vec<_> = world.program.props.ids().filter(|p| world.marks[p.0 as usize]).collect();
    marked.into_iter().for_each(|p| world.cover(p));
    world.out.flush();
    world.err.flush();
    RunResult {
        outcome,
        steps,
        peak_memory: world.mem.peak,
        inputs: world.inputs,
        missing_bodies: world.missing_bodies,
        covered: world.covered,
        times_passed: world.times_passed,
        snapshot: Vec::new(),
        read_odd_bool: world.mem.read_odd_bool,
        output_error: world.out.error.or(world.err.error),
    }
}
