//! Which values make others true: forward propagation through the gates, then back along the reasons.

use super::{ALWAYS, Domain, NO_REASON, Solver};
use crate::code::Code;

impl Solver {
    /// Assigns `given`, then as many of `ordered` as it takes to make all targets true by propagation alone. Returns those of `ordered`
    /// that were used; `None` if the targets do not become true.
    pub(crate) fn justify(
        &mut self,
        given: &[Code],
        ordered: &[Code],
        targets: &[Code],
        domain: Domain,
    ) -> Option<Vec<Code>> {
        self.reset();
        if !self.settle_root() {
            return None;
        }
        self.enter_domain(domain);
        self.frame = ALWAYS;
        // Level 1 has no facts; all values are of level 2.
        self.limits.extend([self.trail.len(), self.trail.len()]);
        let mut open = targets.iter();
        let mut target = open.next();
        let mut values = given.iter().chain(ordered);
        while let Some(&goal) = target {
            if self.values[goal.index()] > 0 {
                target = open.next();
                continue;
            }
            let &lit = values.next()?;
            match self.values[lit.index()] {
                0 => self.enqueue(lit, NO_REASON),
                1 => continue,
                _ => return None,
            }
            if self.propagate().is_some() {
                return None;
            }
        }
        let used = self.trace_back(targets);
        Some(ordered.iter().copied().filter(|l| used.binary_search(l).is_ok()).collect())
    }

    /// The values without a reason that the targets rest on; sorted.
    fn trace_back(&mut self, targets: &[Code]) -> Vec<Code> {
        for target in targets {
            self.seen[target.var()] = self.levels[target.var()] > 0;
        }
        let mut used = Vec::new();
        for at in (self.limits[0]..self.trail.len()).rev() {
            let lit = self.trail[at];
            if !std::mem::take(&mut self.seen[lit.var()]) {
                continue;
            }
            match self.reasons[lit.var()] {
                NO_REASON => used.push(lit),
                reason => self.mark_others(lit.var(), reason),
            }
        }
        used.sort_unstable();
        used
    }
}
