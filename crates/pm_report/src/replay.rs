//! A counterexample as the oracle of a run.

use pm_base::{Span, Symbol};
use pm_engine::Counterexample;
use pm_interp::{EventKind, Oracle};
use pm_ir::Ty;

/// Supplies the recorded values in order; zeros behind them.
pub struct Recorded<'a> {
    inputs: std::slice::Iter<'a, (Symbol, Ty, u128)>,
    contents: &'a [(u64, Vec<u8>)],
}

impl<'a> Recorded<'a> {
    pub fn new(c: &'a Counterexample) -> Self {
        Recorded { inputs: c.inputs.iter(), contents: &c.contents }
    }
}

impl Oracle for Recorded<'_> {
    fn nondet(&mut self, _: Symbol, _: Ty, _: Span) -> Option<u128> {
        Some(self.inputs.next().map_or(0, |(_, _, v)| *v))
    }

    fn supplies(&self, _: EventKind) -> bool {
        !self.contents.is_empty()
    }

    fn contents(&mut self, event: u64, _: EventKind, _: u64) -> Option<Vec<u8>> {
        let at = self.contents.binary_search_by_key(&event, |(e, _)| *e).ok()?;
        Some(self.contents[at].1.clone())
    }
}
