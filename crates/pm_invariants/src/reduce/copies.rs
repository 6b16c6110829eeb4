//! Variables that were equal to others at a location in all executions that were tried.

use super::Guess;
use crate::Samples;
use pm_model::{Reduction, System};
use pm_term::domain::MAX_WIDTH;
use pm_term::{Sort, TermId};
use rustc_hash::FxHashMap;

pub(super) fn guess(system: &System, samples: &Samples) -> Vec<Guess> {
    let mut out = Vec::new();
    for (l, location) in system.locations.iter().enumerate().skip(2) {
        let samples = &samples.at[l];
        let mut leaders: FxHashMap<(Sort, Vec<u64>), TermId> = FxHashMap::default();
        for &v in location.live.iter().filter(|v| **v as usize != System::PC) {
            let now = system.vars[v as usize].now;
            let sort = system.terms.sort(now);
            if !matches!(sort, Sort::Bool | Sort::Bv(..=MAX_WIDTH)) {
                continue;
            }
            let values: Vec<u64> = samples.iter().map(|s| s[v as usize]).collect();
            // Those are guessed to be constants.
            if values.iter().all(|x| *x == values[0]) {
                continue;
            }
            let leader = *leaders.entry((sort, values)).or_insert(now);
            if leader != now {
                out.push(Guess { location: l as u32, var: now, value: leader, reduction: Reduction::Copies });
            }
        }
    }
    out
}
