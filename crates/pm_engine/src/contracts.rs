//! Programs with recursive functions as transition systems with contracts (`pm_model::contracts`), ready to be proved about.
//!
//! Such a system has more executions than the program. So it is asked for proofs only, with a part of the time; violations, and what is left, are
//! the business of the system that follows recursion to a bound.

use crate::bmc;
use crate::kind::{share, system};
use pm_base::Interner;
use pm_ir::Program;
use pm_model::System;
use pm_model::contracts::{apply, are_useful, find};
use pm_model::invariants::{self, Lemmas};

/// The system with its contracts in it, invariants, and the options that a proof may be looked for with. `None` where contracts tell nothing.
pub fn model(program: &Program, names: &Interner, options: &bmc::Options) -> Option<(System, Lemmas, bmc::Options)> {
    if !are_useful(program) {
        return None;
    }
    let options = bmc::Options { limits: options.limits.part(2), ..options.clone() };
    let mut system = system(program, names, &options, true).ok()?;
    if system.contracts.functions.is_empty() {
        return None;
    }
    let (posts, lemmas) = find(&mut system, &options.limits.part(2));
    apply(&mut system, &posts);
    let lemmas = invariants::find_with(&mut system, lemmas, &share(&options.limits));
    Some((system, lemmas, options))
}
