//! Traversal of shared terms without recursion: each node of a cone is met once, arguments first.

use crate::op::Op;
use crate::terms::{SymbolId, TermId, Terms};

/// A set of nodes, dense by node number; the complement bit of a term does not matter.
#[derive(Default, Clone)]
pub struct NodeSet {
    words: Vec<u64>,
}

impl NodeSet {
    pub fn contains(&self, t: TermId) -> bool {
        let at = t.node();
        self.words.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 == 1)
    }

    /// Adds a node; whether it was not in the set before.
    pub fn insert(&mut self, t: TermId) -> bool {
        let at = t.node();
        if at / 64 >= self.words.len() {
            self.words.resize(at / 64 + 1, 0);
        }
        let word = &mut self.words[at / 64];
        let new = *word >> (at % 64) & 1 == 0;
        *word |= 1 << (at % 64);
        new
    }
}

impl Terms {
    /// Visits every node below the roots that is not in `seen`, arguments before what uses them, as regular ids.
    ///
    /// `seen` grows by what was visited, so that a later call continues where this one ended.
    pub fn visit(&self, roots: &[TermId], seen: &mut NodeSet, mut visit: impl FnMut(TermId)) {
        let mut stack: Vec<(TermId, bool)> = roots.iter().rev().map(|&root| (root.regular(), false)).collect();
        while let Some((t, expanded)) = stack.pop() {
            if expanded {
                visit(t);
            } else if seen.insert(t) {
                stack.push((t, true));
                stack.extend(self.args(t).iter().rev().map(|&arg| (arg.regular(), false)));
            }
        }
    }

    /// The nodes below the roots, arguments before what uses them, as regular ids.
    pub fn cone(&self, roots: &[TermId]) -> Vec<TermId> {
        let mut out = Vec::new();
        self.visit(roots, &mut NodeSet::default(), |t| out.push(t));
        out
    }

    /// How many nodes are below the roots, themselves included.
    pub fn cone_size(&self, roots: &[TermId]) -> usize {
        let mut count = 0;
        self.visit(roots, &mut NodeSet::default(), |_| count += 1);
        count
    }

    /// The inputs below the roots, in the order of the first visit.
    pub fn symbols_of(&self, roots: &[TermId]) -> Vec<SymbolId> {
        let mut out = Vec::new();
        self.visit(roots, &mut NodeSet::default(), |t| {
            if self.op(t) == Op::Symbol {
                out.extend(self.symbol_id(t));
            }
        });
        out
    }
}
