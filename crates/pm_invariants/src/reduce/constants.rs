//! Variables that had one value at a location in all executions that were tried.
//!
//! Constants that are seen by executing the program are none of the system's variables. What is left are those that the executor could not
//! see: values that only an impossible path changes.

use super::Guess;
use crate::Samples;
use pm_model::{Reduction, System};
use pm_term::Sort;
use pm_term::domain::MAX_WIDTH;

/// With fewer samples nothing is guessed.
const FEW: usize = 3;

pub(super) fn guess(system: &mut System, samples: &Samples) -> Vec<Guess> {
    let mut out = Vec::new();
    for l in 2..system.locations.len() {
        let Some((first, others)) = samples.at[l].split_first() else { continue };
        for v in system.locations[l].live.clone() {
            let (now, v) = (system.vars[v as usize].now, v as usize);
            if v == System::PC || others.len() < FEW || others.iter().any(|s| s[v] != first[v]) {
                continue;
            }
            let value = match system.terms.sort(now) {
                Sort::Bool => system.terms.bool_const(first[v] != 0),
                Sort::Bv(width) if width <= MAX_WIDTH => system.terms.bv(width, first[v].into()),
                Sort::Bv(_) | Sort::Array { .. } => continue,
            };
            out.push(Guess { location: l as u32, var: now, value, reduction: Reduction::Constants });
        }
    }
    out
}
