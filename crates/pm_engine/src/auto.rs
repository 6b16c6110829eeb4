//! The default engine: what each engine is good at, one after the other and side by side.
//!
//! First the interpreter: a program that leaves nothing open has one execution, and running it is the whole answer. Else
//! it stops at the first input and the others begin.

use crate::bmc::{self, Progress};
use crate::ledger::Ledger;
use crate::single;
use pm_base::Interner;
use pm_ir::Program;
use pm_solve::Limits;
use pm_symex::SymexOptions;
use std::time::{Duration, Instant};

/// How long the one execution of a program may run before the other engines get their turn.
const ONE_EXECUTION: Duration = Duration::from_secs(45);

pub fn check(program: &Program, names: &Interner, options: &bmc::Options, progress: &mut dyn Progress) -> Ledger {
    let reading = SymexOptions { lenient: options.lenient, mmio: options.mmio.clone(), depth: None };
    let latest = Instant::now() + ONE_EXECUTION;
    let deadline = options.limits.deadline.map_or(latest, |d| d.min(latest));
    let limits = Limits { deadline: Some(deadline), ..options.limits.clone() };
    match single::check(program, names, &options.ignored, &reading, &limits) {
        Some(ledger) => ledger,
        None => bmc::check(program, names, options, progress),
    }
}
