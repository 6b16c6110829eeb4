//! Structural hashing: finds the gate that has given fan-ins.
//!
//! An open-addressing table of node ids; the keys are the fan-ins in the graph itself, so that an entry costs four bytes.

use super::{Bit, NodeId};

#[derive(Default)]
pub(super) struct Strash {
    /// Node ids; 0 (the constant) marks a free place.
    table: Vec<NodeId>,
    len: usize,
}

impl Strash {
    pub(super) fn find(&self, key: [Bit; 2], fanins: &[[Bit; 2]]) -> Option<NodeId> {
        if self.table.is_empty() {
            return None;
        }
        let node = self.table[self.place(key, fanins)];
        (node != 0).then_some(node)
    }

    /// Enters a node whose fan-ins are not in the table.
    pub(super) fn insert(&mut self, node: NodeId, fanins: &[[Bit; 2]]) {
        if (self.len + 1) * 3 > self.table.len() * 2 {
            self.grow(fanins);
        }
        let place = self.place(fanins[node as usize], fanins);
        self.table[place] = node;
        self.len += 1;
    }

    /// Where the key is, or where it belongs.
    fn place(&self, key: [Bit; 2], fanins: &[[Bit; 2]]) -> usize {
        let mask = self.table.len() - 1;
        let mut place = hash(key) as usize & mask;
        while self.table[place] != 0 && fanins[self.table[place] as usize] != key {
            place = (place + 1) & mask;
        }
        place
    }

    fn grow(&mut self, fanins: &[[Bit; 2]]) {
        let size = (self.table.len() * 2).max(1024);
        let nodes = std::mem::replace(&mut self.table, vec![0; size]);
        for node in nodes.into_iter().filter(|&n| n != 0) {
            let place = self.place(fanins[node as usize], fanins);
            self.table[place] = node;
        }
    }
}

fn hash(key: [Bit; 2]) -> u64 {
    let word = u64::from(key[0].0) << 32 | u64::from(key[1].0);
    let mixed = word.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ mixed >> 32
}
