//! Reads a program within the limits of the run, and tells what is wrong with it: the preprocessor has the limits, and a watchdog ends the process
//! where our own part takes longer.

use crate::args::ProgramArgs;
use crate::exit::{ExitCode, internal_error};
use crate::watchdog::Watchdog;
use pm_base::visible;
use pm_driver::compile::{Failure, Reading};
use pm_driver::mapped::MappedRange;
use pm_driver::question::{Question, Unfit};
use pm_lower::LowerOptions;
use pm_solve::Limits;

pub use pm_driver::compile::Compiled;

/// Reads, links and lowers. Diagnostics go to standard error, warnings of an accepted program, too.
pub fn compile(args: &ProgramArgs, options: &LowerOptions, limits: &Limits) -> Result<Compiled, ExitCode> {
    let _watchdog = Watchdog::start(limits);
    let sources = args.sources().map_err(refused)?;
    let Reading { notes, diagnostics, result } = pm_driver::compile::compile(&sources, options, limits);
    notes.iter().for_each(|n| eprintln!("proofmark: note: {}", visible(n)));
    eprint!("{diagnostics}");
    result.map_err(|failure| match failure {
        Failure::Refused(message) => refused(message),
        Failure::Errors => ExitCode::INPUT,
        Failure::Limit => ExitCode::INCONCLUSIVE,
        Failure::Malformed(rules) => {
            rules.iter().take(10).for_each(|r| eprintln!("proofmark: internal error: malformed IR: {r}"));
            internal_error("lowering produced a malformed program; please report it with the input")
        }
    })
}

fn refused(message: String) -> ExitCode {
    eprintln!("error: {}", visible(&message));
    ExitCode::INPUT
}

pub fn usage(message: &str) -> ExitCode {
    eprintln!("proofmark: {message}");
    ExitCode::USAGE
}

/// What is asked about properties of these names, with these ranges.
pub fn question(c: &mut Compiled, properties: &[String], ranges: &[MappedRange]) -> Result<Question, ExitCode> {
    Question::new(c, properties, ranges).map_err(|unfit| match unfit {
        Unfit::Usage(message) => usage(&message),
        Unfit::NoProperty(messages) => {
            messages.iter().for_each(|m| eprintln!("proofmark: {m}"));
            ExitCode::NO_PROPERTY
        }
    })
}

/// Names of options that the program does not know.
pub fn known_names(c: &Compiled, args: &ProgramArgs) -> Result<(), ExitCode> {
    known_labels(c, args)?;
    c.unknown_volatile(args.volatile_names()).map_or(Ok(()), |name| {
        let what = "the program uses no volatile object";
        Err(usage(&format!("--nondet-volatile: {what} `{name}` with static storage")))
    })
}

pub fn known_labels(c: &Compiled, args: &ProgramArgs) -> Result<(), ExitCode> {
    c.unknown_label(&args.error_label)
        .map_or(Ok(()), |label| Err(usage(&format!("--error-label: no function of the program has a label `{label}`"))))
}
