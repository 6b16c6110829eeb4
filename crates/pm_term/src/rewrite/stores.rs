//! Index maps of long chains of stores at constant indices.
//!
//! A select at a constant index would walk the whole chain, which makes n stores and n selects quadratic. So a chain that
//! turns out to be long gets a persistent map from index to element, which shares all but a path with the map of the chain
//! below: a trie over the hashed id of the index. A map is made where a walk finds no map for long, from the nearest one
//! below; what is new is then added in place, so that a path is copied once for many stores.

use crate::op::Op;
use crate::terms::{TermId, Terms};
use rustc_hash::FxHashMap;

const FANOUT: usize = 16;
const BITS: u32 = 4;

/// No node: nothing is stored below.
const EMPTY: u32 = u32::MAX;

/// The map of one chain.
#[derive(Clone, Copy)]
pub(crate) struct StoreMap {
    root: u32,
    /// The array below the chain: not a store at a constant index.
    base: TermId,
}

#[derive(Clone, Copy)]
enum TrieNode {
    Inner([u32; FANOUT]),
    Leaf { index: TermId, elem: TermId },
}

#[derive(Default)]
pub(crate) struct StoreMaps {
    nodes: Vec<TrieNode>,
    by_array: FxHashMap<TermId, StoreMap>,
}

/// Spreads ids over all digits; a bijection, so that different ids end up at different leaves.
fn digits(index: TermId) -> u32 {
    index.0.wrapping_mul(0x9e37_79b1)
}

/// The digit of a level, from the top bits downwards.
fn digit(path: u32, level: u32) -> usize {
    (path >> (28 - level * BITS)) as usize & (FANOUT - 1)
}

impl StoreMaps {
    pub fn get(&self, map: StoreMap, index: TermId) -> Option<TermId> {
        let path = digits(index);
        let mut at = map.root;
        let mut level = 0;
        while at != EMPTY {
            match self.nodes[at as usize] {
                TrieNode::Leaf { index: found, elem } => return (found == index).then_some(elem),
                TrieNode::Inner(children) => at = children[digit(path, level)],
            }
            level += 1;
        }
        None
    }

    pub fn base(&self, map: StoreMap) -> TermId {
        map.base
    }

    /// The map of an array, if it was made.
    pub fn find(&self, array: TermId) -> Option<StoreMap> {
        self.by_array.get(&array).copied()
    }

    /// The node `at` with one entry more; at most 8 levels deep. Nodes from `fresh` on are nobody else's yet.
    fn insert_at(&mut self, at: u32, level: u32, index: TermId, elem: TermId, fresh: u32) -> u32 {
        if at == EMPTY {
            return self.push(TrieNode::Leaf { index, elem });
        }
        let mut children = match self.nodes[at as usize] {
            TrieNode::Leaf { index: other, .. } if other == index => return self.push(TrieNode::Leaf { index, elem }),
            TrieNode::Leaf { index: other, .. } => {
                let mut children = [EMPTY; FANOUT];
                children[digit(digits(other), level)] = at;
                children
            }
            TrieNode::Inner(children) => children,
        };
        let slot = digit(digits(index), level);
        children[slot] = self.insert_at(children[slot], level + 1, index, elem, fresh);
        let inner = TrieNode::Inner(children);
        if at >= fresh && matches!(self.nodes[at as usize], TrieNode::Inner(_)) {
            self.nodes[at as usize] = inner;
            return at;
        }
        self.push(inner)
    }

    fn push(&mut self, node: TrieNode) -> u32 {
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }
}

impl Terms {
    /// The map of the chain of stores at constant indices that starts at `array`.
    pub(super) fn store_map(&mut self, array: TermId) -> StoreMap {
        let mut chain = Vec::new();
        let mut below = array;
        let mut map = loop {
            if let Some(map) = self.rewriter.stores.find(below) {
                break map;
            }
            match self.store_parts(below) {
                Some((next, index, elem)) if self.node_op(index) == Op::Const => {
                    chain.push((index, elem));
                    below = next;
                }
                _ => break StoreMap { root: EMPTY, base: below },
            }
        };
        if chain.is_empty() {
            return map;
        }
        let stores = &mut self.rewriter.stores;
        let fresh = stores.nodes.len() as u32;
        for (index, elem) in chain.into_iter().rev() {
            map.root = stores.insert_at(map.root, 0, index, elem, fresh);
        }
        stores.by_array.insert(array, map);
        map
    }
}
