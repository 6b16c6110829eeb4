//! Values of arrays: one element everywhere but at some indices.
//!
//! A store makes a new value that shares all but a path with the old one (a trie over the hash of the index), so that a
//! chain of n stores costs n paths, not n copies.

use crate::bits::Bits;
use rustc_hash::{FxBuildHasher, FxHashSet};
use std::fmt;
use std::hash::BuildHasher;
use std::rc::Rc;

const FANOUT: usize = 16;
const LEVEL_BITS: u32 = 4;
/// Below this level the hash is used up, and entries are kept in a list.
const LEVELS: u32 = 8;

#[derive(Clone, Default)]
enum Node {
    #[default]
    Empty,
    Inner(Rc<[Node; FANOUT]>),
    /// More than one entry only at the last level.
    Leaf(Rc<Vec<(Bits, Bits)>>),
}

/// An array; cloning is cheap.
#[derive(Clone)]
pub struct ArrayValue {
    index: u32,
    default: Bits,
    root: Node,
}

impl ArrayValue {
    /// The array with `default` at each index of `index` bits.
    pub fn new(index: u32, default: Bits) -> ArrayValue {
        ArrayValue { index, default, root: Node::Empty }
    }

    pub fn get(&self, index: &Bits) -> &Bits {
        self.root.get(index, hash(index), 0).unwrap_or(&self.default)
    }

    pub fn set(&mut self, index: Bits, elem: Bits) {
        debug_assert_eq!(index.width(), self.index);
        let path = hash(&index);
        self.root = self.root.with(index, elem, path, 0);
    }

    pub fn default_elem(&self) -> &Bits {
        &self.default
    }

    /// The indices that hold something else than the default.
    pub fn entries(&self) -> Vec<(&Bits, &Bits)> {
        let mut out = Vec::new();
        self.root.collect(&mut out);
        out.retain(|(_, elem)| **elem != self.default);
        out
    }

    /// Whether `keys` different indices are all that there are.
    fn is_covered(&self, keys: usize) -> bool {
        self.index < 32 && keys == 1 << self.index
    }
}

impl PartialEq for ArrayValue {
    fn eq(&self, other: &ArrayValue) -> bool {
        let (mut mine, mut theirs) = (Vec::new(), Vec::new());
        self.root.collect(&mut mine);
        other.root.collect(&mut theirs);
        let keys: FxHashSet<&Bits> = mine.iter().chain(&theirs).map(|(key, _)| *key).collect();
        let agree = keys.iter().all(|key| self.get(key) == other.get(key));
        agree && (self.default == other.default || self.is_covered(keys.len()))
    }
}

impl Eq for ArrayValue {}

impl fmt::Debug for ArrayValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} but {:?}", self.default, self.entries())
    }
}

fn hash(index: &Bits) -> u32 {
    let hash = FxBuildHasher.hash_one(index);
    (hash ^ hash >> 32) as u32
}

fn digit(path: u32, level: u32) -> usize {
    (path >> (level * LEVEL_BITS)) as usize & (FANOUT - 1)
}

impl Node {
    fn get(&self, index: &Bits, path: u32, level: u32) -> Option<&Bits> {
        match self {
            Node::Empty => None,
            Node::Inner(children) => children[digit(path, level)].get(index, path, level + 1),
            Node::Leaf(entries) => entries.iter().find(|(key, _)| key == index).map(|(_, elem)| elem),
        }
    }

    /// The node with one entry set.
    fn with(&self, index: Bits, elem: Bits, path: u32, level: u32) -> Node {
        match self {
            Node::Empty => Node::Leaf(Rc::new(vec![(index, elem)])),
            Node::Inner(children) => {
                let mut children = (**children).clone();
                let child = &mut children[digit(path, level)];
                *child = child.with(index, elem, path, level + 1);
                Node::Inner(Rc::new(children))
            }
            Node::Leaf(entries) if level == LEVELS || entries[0].0 == index => {
                let mut entries = (**entries).clone();
                entries.retain(|(key, _)| *key != index);
                entries.push((index, elem));
                Node::Leaf(Rc::new(entries))
            }
            Node::Leaf(entries) => {
                let mut children: [Node; FANOUT] = Default::default();
                children[digit(hash(&entries[0].0), level)] = self.clone();
                Node::Inner(Rc::new(children)).with(index, elem, path, level)
            }
        }
    }

    fn collect<'a>(&'a self, out: &mut Vec<(&'a Bits, &'a Bits)>) {
        match self {
            Node::Empty => {}
            Node::Inner(children) => children.iter().for_each(|child| child.collect(out)),
            Node::Leaf(entries) => out.extend(entries.iter().map(|(key, elem)| (key, elem))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits(value: u128) -> Bits {
        Bits::from_u128(16, value)
    }

    #[test]
    fn versions_are_independent() {
        let mut versions = vec![ArrayValue::new(16, bits(7))];
        for k in 0..3000 {
            let mut next = versions.last().unwrap().clone();
            next.set(bits(k % 1000), bits(k));
            versions.push(next);
        }
        assert_eq!(*versions[0].get(&bits(3)), bits(7));
        assert_eq!(*versions[500].get(&bits(499)), bits(499));
        assert_eq!(*versions[500].get(&bits(500)), bits(7));
        assert_eq!(*versions[3000].get(&bits(999)), bits(2999));
        assert_eq!(versions[3000].entries().len(), 1000);
    }

    #[test]
    fn equality_is_of_functions() {
        let (mut a, mut b) = (ArrayValue::new(1, bits(1)), ArrayValue::new(1, bits(2)));
        let (zero, one) = (Bits::zero(1), Bits::ones(1));
        a.set(zero.clone(), bits(2));
        assert_ne!(a, b);
        a.set(one.clone(), bits(2));
        assert_eq!(a, b, "each index is covered");
        b.set(one, bits(3));
        assert_ne!(a, b);
        let mut c = ArrayValue::new(16, bits(1));
        c.set(bits(4), bits(1));
        assert_eq!(c, ArrayValue::new(16, bits(1)), "an entry that equals the default");
    }
}
