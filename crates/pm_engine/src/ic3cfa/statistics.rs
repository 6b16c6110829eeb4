//! What of the generalisation saved questions, in numbers.

use std::fmt;

#[derive(Clone, Copy, Debug, Default)]
pub struct Statistics {
    /// Questions that an earlier answer answers.
    pub cache_hits: u64,
    /// Generalisations that are those of before.
    pub context_hits: u64,
    /// Questions that a blocked predecessor answers.
    pub predecessor_hits: u64,
    /// Literals that edges assume.
    pub assumed: u64,
    /// Equations that were weakened.
    pub weakened: u64,
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Statistics { cache_hits, context_hits, predecessor_hits, assumed, weakened } = self;
        write!(
            f,
            "known: cache {cache_hits}, contexts {context_hits}, predecessors {predecessor_hits}, assumed {assumed}; {weakened} weakened"
        )
    }
}
