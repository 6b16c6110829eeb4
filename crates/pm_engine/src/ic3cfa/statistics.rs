//! What the search did, in numbers.

use std::fmt;

#[derive(Clone, Copy, Debug, Default)]
pub struct Statistics {
    /// The number of the last frame.
    pub iterations: u32,
    /// Questions to solvers.
    pub calls: u64,
    /// Of these in generalisations.
    pub calls_in_generalisation: u64,
    /// Cubes that were blocked.
    pub blocked: u64,
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
    /// Predecessors: weakest preconditions of commands without choices, cases of others by models, and values of variables where these are too large.
    pub by_split: u64,
    pub by_model: u64,
    pub by_values: u64,
    /// Edges as commands: without choices, and those that were too many for that.
    pub split_edges: u64,
    pub whole_edges: u64,
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let calls = format!("{} calls, {} in generalisations", self.calls, self.calls_in_generalisation);
        let known = format!(
            "known: cache {}, contexts {}, predecessors {}, assumed {}",
            self.cache_hits, self.context_hits, self.predecessor_hits, self.assumed
        );
        let cubes = format!(
            "predecessors: {} by split, {} by model, {} by values; edges: {} split, {} whole; {} weakened",
            self.by_split, self.by_model, self.by_values, self.split_edges, self.whole_edges, self.weakened
        );
        write!(f, "{} iterations, {calls}, {} blocked; {known}; {cubes}", self.iterations, self.blocked)
    }
}
