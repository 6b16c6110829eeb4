//! `proofmark run`: concrete execution with all checks of undefined behaviour on.

use crate::args::RunArgs;
use crate::compile::{Compiled, compile, known_names, usage};
use crate::exit::ExitCode;
use crate::machine;
use crate::output::shown;
use pm_base::{Diagnostic, Diagnostics, Span};
use pm_driver::input;
use pm_driver::question::mapped;
use pm_interp::{FileInputs, Note, Oracle, Outcome, RunOptions, RunResult, SeededInputs, StackEntry, ZeroInputs};
use pm_lower::{CheckOptions, EntryArgs};
use std::io::{self, BufWriter, Write};
use std::time::Instant;

pub fn run(args: &RunArgs) -> ExitCode {
    let mut options = args.program.lowering(&args.checks, CheckOptions::all_undefined());
    options.malloc_may_fail = args.malloc_may_fail;
    options.entry_args = EntryArgs::Fixed(program_args(args));
    let mut compiled = match compile(&args.program, &options, &machine::limits()) {
        Ok(compiled) => compiled,
        Err(code) => return code,
    };
    if let Err(code) = known_names(&compiled, &args.program) {
        return code;
    }
    let mut inputs = match Inputs::new(args) {
        Ok(inputs) => inputs,
        Err(message) => {
            eprintln!("proofmark: {message}");
            return ExitCode::INPUT;
        }
    };
    let mmio = match mapped(&mut compiled, &args.mmio) {
        Ok(mmio) => mmio,
        Err(message) => return usage(&message),
    };
    let limits = RunOptions { max_steps: args.max_steps, max_memory: args.memlimit, mmio, ..RunOptions::default() };
    let start = Instant::now();
    let mut out = BufWriter::new(io::stdout().lock());
    let names = &compiled.session.interner;
    let result = pm_interp::run(&compiled.program, names, &limits, inputs.oracle(), &mut out, &mut io::stderr());
    let _ = out.flush();
    report(&compiled, &result);
    if let (Outcome::Exit(_), Some(note)) = (&result.outcome, inputs.note()) {
        eprintln!("proofmark: {note}");
    }
    if args.stats {
        statistics(&result, start);
    }
    exit_code(&result.outcome)
}

/// `argv`: the first file's name without its extension, then what the user gave after `--`.
fn program_args(args: &RunArgs) -> Vec<String> {
    let stem = args.program.files.first().and_then(|f| f.file_stem());
    let name = stem.map_or_else(|| "program".into(), |s| s.to_string_lossy().into_owned());
    std::iter::once(name).chain(args.program_args.iter().cloned()).collect()
}

/// Where nondeterministic values come from.
enum Inputs {
    File(FileInputs),
    Seeded(SeededInputs),
    Zero(ZeroInputs),
}

impl Inputs {
    fn new(args: &RunArgs) -> Result<Inputs, String> {
        let Some(path) = &args.inputs else {
            return Ok(args.seed.map_or(Inputs::Zero(ZeroInputs), |seed| Inputs::Seeded(SeededInputs::new(seed))));
        };
        let text = input::read_text(path).map_err(|e| format!("cannot read inputs {}: {e}", shown(path)))?;
        FileInputs::parse(&text).map(Inputs::File).map_err(|e| format!("{}: {e}", shown(path)))
    }

    fn oracle(&mut self) -> &mut dyn Oracle {
        match self {
            Inputs::File(inputs) => inputs,
            Inputs::Seeded(inputs) => inputs,
            Inputs::Zero(inputs) => inputs,
        }
    }

    /// Values of a file that were missing, not used, or did not fit.
    fn note(&self) -> Option<String> {
        match self {
            Inputs::File(inputs) => inputs.note(),
            Inputs::Seeded(_) | Inputs::Zero(_) => None,
        }
    }
}

fn exit_code(outcome: &Outcome) -> ExitCode {
    match outcome {
        Outcome::Exit(code) => ExitCode(*code & 0xff),
        Outcome::Violation { .. } | Outcome::Undefined { .. } => ExitCode::VIOLATED,
        Outcome::AssumeFailed { .. } | Outcome::InputsExhausted { .. } => ExitCode::INCONCLUSIVE,
        Outcome::StepLimit | Outcome::MemoryLimit { .. } | Outcome::StackOverflow { .. } => ExitCode::INCONCLUSIVE,
        Outcome::Unsupported { .. } => ExitCode::INPUT,
    }
}

/// Says on standard error how the run ended, unless the program just exited.
fn report(c: &Compiled, result: &RunResult) {
    let mut diags = Diagnostics::default();
    for (func, span) in &result.missing_bodies {
        let name = c.session.interner.name(c.program.funcs[*func].name);
        let text = format!("function `{name}` has no body: its result and what it writes were taken from the inputs");
        diags.push(Diagnostic::warning(*span, text).hint("give the file that defines it, too"));
    }
    if let Some(d) = ending(c, &result.outcome) {
        diags.push(d);
    }
    eprint!("{}", diags.render(&c.session.sources));
    if let Some(e) = &result.output_error {
        eprintln!("proofmark: the program's output could not be written: {e}");
    }
}

fn ending(c: &Compiled, outcome: &Outcome) -> Option<Diagnostic> {
    let with_stack = |d: Diagnostic, notes: &[Note], stack: &[StackEntry]| {
        let d = notes.iter().fold(d, |d, n| d.note(n.span, n.text.clone()));
        call_stack(c, d, stack)
    };
    Some(match outcome {
        Outcome::Exit(_) => return None,
        Outcome::Violation { prop, reason, notes, stack } => {
            let p = &c.program.props[*prop];
            let why = if reason.is_empty() { String::new() } else { format!(": {reason}") };
            // What a library model finds is the mistake of the user's call.
            let users = stack.iter().position(|s| !c.program.funcs[s.func].is_model);
            let users = users.unwrap_or(stack.len().saturating_sub(1));
            let place = stack.get(users).map_or(p.span, |s| s.span);
            let d = Diagnostic::error(place, format!("[{}] {}{why}", p.id, p.text));
            let d = stack.first().filter(|_| users > 0).into_iter().fold(d, |d, s| d.note(s.span, "found here"));
            with_stack(d, notes, stack)
        }
        Outcome::Undefined { what, span, notes, stack } => {
            with_stack(Diagnostic::error(*span, format!("undefined behaviour: {what}")), notes, stack)
        }
        Outcome::AssumeFailed { span, stack } => {
            let d = Diagnostic::warning(*span, "an assumption does not hold for these inputs: the run ends here");
            with_stack(d, &[], stack)
        }
        Outcome::InputsExhausted { span, .. } => Diagnostic::warning(*span, "no more inputs: the run ends here"),
        Outcome::StepLimit => Diagnostic::warning(Span::NONE, "the limit of --max-steps was reached"),
        Outcome::MemoryLimit { wanted, span, stack } => {
            let d = Diagnostic::limit(*span, format!("the program needs {wanted} bytes of memory"));
            with_stack(d.hint("--memlimit raises the limit"), &[], stack)
        }
        Outcome::StackOverflow { depth, span, stack } => {
            with_stack(Diagnostic::limit(*span, format!("{depth} calls are active at once")), &[], stack)
        }
        Outcome::Unsupported { what, span, stack } => {
            with_stack(Diagnostic::unsupported(*span, what.clone()), &[], stack)
        }
    })
}

/// One note a call, from the innermost outwards; the synthetic start function is left out.
fn call_stack(c: &Compiled, d: Diagnostic, stack: &[StackEntry]) -> Diagnostic {
    const SHOWN: usize = 16;
    let frames = stack.iter().filter(|s| s.func != c.program.entry);
    let name = |s: &StackEntry| c.session.interner.name(c.program.funcs[s.func].name);
    let frames: Vec<&StackEntry> = frames.collect();
    frames.windows(2).take(SHOWN).fold(d, |d, pair| {
        let text = format!("in `{}`, called from `{}` here", name(pair[0]), name(pair[1]));
        d.note(pair[1].span, text)
    })
}

fn statistics(result: &RunResult, start: Instant) {
    let seconds = start.elapsed().as_secs_f64();
    let rate = result.steps as f64 / seconds.max(1e-9) / 1e6;
    eprintln!(
        "proofmark: {} instructions in {seconds:.3} s ({rate:.0} million a second), {} bytes of memory",
        result.steps, result.peak_memory
    );
}
