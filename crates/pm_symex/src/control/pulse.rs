//! When the policy is asked whether to go on: every so many blocks, and sooner where they take much work.

/// A power of two.
const BLOCKS: u64 = 1 << 10;
const TERMS: usize = 50_000;

#[derive(Default)]
pub(crate) struct Pulse {
    /// Executed so far, over all runs.
    blocks: u64,
    /// Terms that there were when work was last noticed.
    terms: usize,
}

impl Pulse {
    /// One more block is executed, and there are so many terms: is it time to ask?
    pub fn block(&mut self, terms: usize) -> bool {
        self.blocks += 1;
        self.has_grown(terms) || self.blocks.is_multiple_of(BLOCKS)
    }

    /// Were many terms made since the last time?
    pub fn has_grown(&mut self, terms: usize) -> bool {
        let many = terms > self.terms + TERMS;
        if many {
            self.terms = terms;
        }
        many
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beats_by_blocks_and_by_work() {
        let mut pulse = Pulse::default();
        assert_eq!((0..10 * BLOCKS).filter(|_| pulse.block(7)).count(), 10);
        assert!(!pulse.has_grown(TERMS));
        assert!(pulse.has_grown(TERMS + 1));
        assert!(!pulse.has_grown(TERMS + 2), "the work was noticed");
        assert!(pulse.block(3 * TERMS));
    }
}
