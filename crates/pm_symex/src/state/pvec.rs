//! A persistent sparse vector: copies share structure, and two copies are compared and merged at the cost of what
//! differs between them.
//!
//! A radix tree of reference-counted nodes. A write to a node that nobody else holds happens in place, so a state that
//! was not forked pays no copying. Sub-trees that are the same node are skipped by [`PVec::merge`].

use std::rc::Rc;

const BITS: u32 = 4;
const FAN: usize = 1 << BITS;

#[derive(Clone)]
enum Node<T> {
    Branch([Option<Rc<Node<T>>>; FAN]),
    Leaf([Option<T>; FAN]),
}

#[derive(Clone)]
pub struct PVec<T> {
    root: Option<Rc<Node<T>>>,
    /// Levels of branches above the leaves.
    height: u32,
}

impl<T> Default for PVec<T> {
    fn default() -> Self {
        PVec { root: None, height: 0 }
    }
}

impl<T: Clone + PartialEq> PVec<T> {
    pub fn get(&self, key: u32) -> Option<&T> {
        if !self.covers(key) {
            return None;
        }
        let mut node = self.root.as_deref()?;
        let mut level = self.height;
        loop {
            match node {
                Node::Leaf(items) => return items[key as usize % FAN].as_ref(),
                Node::Branch(children) => node = children[slot(key, level)].as_deref()?,
            }
            level -= 1;
        }
    }

    /// An entry that is there, to be changed; what others share is copied first.
    pub fn get_mut(&mut self, key: u32) -> Option<&mut T> {
        self.get(key)?;
        let mut node = self.root.as_mut()?;
        let mut level = self.height;
        loop {
            match Rc::make_mut(node) {
                Node::Leaf(items) => return items[key as usize % FAN].as_mut(),
                Node::Branch(children) => node = children[slot(key, level)].as_mut()?,
            }
            level -= 1;
        }
    }

    pub fn set(&mut self, key: u32, value: T) {
        self.grow(key);
        let height = self.height;
        let root = self.root.get_or_insert_with(|| Rc::new(empty(height)));
        write(root, height, key, Some(value));
    }

    pub fn remove(&mut self, key: u32) {
        if self.get(key).is_none() {
            return;
        }
        if let Some(root) = &mut self.root {
            write(root, self.height, key, None);
        }
    }

    /// Was nothing ever set? (Removed entries leave their nodes behind.)
    pub fn is_empty(&self) -> bool {
        self.root.is_none()
    }

    /// Do both share the same root? (Then they are equal.)
    pub fn same(&self, other: &Self) -> bool {
        match (&self.root, &other.root) {
            (None, None) => true,
            (Some(a), Some(b)) => self.height == other.height && Rc::ptr_eq(a, b),
            _ => false,
        }
    }

    /// Makes `self` the merge of itself and `other`: where entries differ, `f(key, mine, theirs)` decides.
    pub fn merge(&mut self, other: &Self, mut f: impl FnMut(u32, Option<&T>, Option<&T>) -> Option<T>) {
        if self.same(other) {
            return;
        }
        let mut other = other.clone();
        while self.height < other.height {
            self.raise();
        }
        while other.height < self.height {
            other.raise();
        }
        merge_nodes(&mut self.root, &other.root, self.height, 0, &mut f);
    }

    /// Calls `f` on every entry, in the order of keys.
    pub fn for_each(&self, mut f: impl FnMut(u32, &T)) {
        if let Some(root) = &self.root {
            visit(root, self.height, 0, &mut f);
        }
    }

    fn covers(&self, key: u32) -> bool {
        let bits = BITS * (self.height + 1);
        bits >= 32 || key >> bits == 0
    }

    fn grow(&mut self, key: u32) {
        while !self.covers(key) {
            self.raise();
        }
    }

    fn raise(&mut self) {
        if let Some(old) = self.root.take() {
            let mut children: [Option<Rc<Node<T>>>; FAN] = Default::default();
            children[0] = Some(old);
            self.root = Some(Rc::new(Node::Branch(children)));
        }
        self.height += 1;
    }
}

fn slot(key: u32, level: u32) -> usize {
    (key >> (BITS * level)) as usize % FAN
}

fn empty<T>(level: u32) -> Node<T> {
    if level == 0 { Node::Leaf(Default::default()) } else { Node::Branch(Default::default()) }
}

fn write<T: Clone>(mut node: &mut Rc<Node<T>>, mut level: u32, key: u32, value: Option<T>) {
    loop {
        match Rc::make_mut(node) {
            Node::Leaf(items) => {
                items[key as usize % FAN] = value;
                return;
            }
            Node::Branch(children) => {
                node = children[slot(key, level)].get_or_insert_with(|| Rc::new(empty(level - 1)));
            }
        }
        level -= 1;
    }
}

/// Recursion is bounded by the tree's height, at most 8.
fn merge_nodes<T: Clone + PartialEq>(
    mine: &mut Option<Rc<Node<T>>>,
    theirs: &Option<Rc<Node<T>>>,
    level: u32,
    prefix: u32,
    f: &mut impl FnMut(u32, Option<&T>, Option<&T>) -> Option<T>,
) {
    match (&*mine, theirs) {
        (None, None) => return,
        (Some(a), Some(b)) if Rc::ptr_eq(a, b) => return,
        _ => {}
    }
    let node = mine.get_or_insert_with(|| Rc::new(empty(level)));
    match Rc::make_mut(node) {
        Node::Leaf(items) => {
            let other = match theirs.as_deref() {
                Some(Node::Leaf(items)) => Some(items),
                _ => None,
            };
            for (i, item) in items.iter_mut().enumerate() {
                let their = other.and_then(|o| o[i].as_ref());
                if item.as_ref() != their {
                    *item = f(prefix + i as u32, item.as_ref(), their);
                }
            }
        }
        Node::Branch(children) => {
            let other = match theirs.as_deref() {
                Some(Node::Branch(children)) => Some(children),
                _ => None,
            };
            for (i, child) in children.iter_mut().enumerate() {
                let their = other.map_or(&None, |o| &o[i]);
                merge_nodes(child, their, level - 1, prefix + ((i as u32) << (BITS * level)), f);
            }
        }
    }
}

fn visit<T>(node: &Node<T>, level: u32, prefix: u32, f: &mut impl FnMut(u32, &T)) {
    match node {
        Node::Leaf(items) => {
            for (i, item) in items.iter().enumerate() {
                if let Some(item) = item {
                    f(prefix + i as u32, item);
                }
            }
        }
        Node::Branch(children) => {
            for (i, child) in children.iter().enumerate() {
                if let Some(child) = child {
                    visit(child, level - 1, prefix + ((i as u32) << (BITS * level)), f);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// A deterministic stream of numbers.
    fn numbers(seed: u64) -> impl FnMut(u32) -> u32 {
        let mut random = pm_base::Random::new(seed);
        move |n| random.below(n.into()) as u32
    }

    #[test]
    fn behaves_like_a_map() {
        let mut next = numbers(1);
        let (mut v, mut map) = (PVec::default(), BTreeMap::new());
        for _ in 0..5000 {
            let key = if next(10) == 0 { u32::MAX - next(100) } else { next(1000) };
            if next(4) == 0 {
                v.remove(key);
                map.remove(&key);
            } else {
                let value = next(1000);
                v.set(key, value);
                map.insert(key, value);
            }
            assert_eq!(v.get(key), map.get(&key));
        }
        let mut all = Vec::new();
        v.for_each(|k, x| all.push((k, *x)));
        assert_eq!(all, map.into_iter().collect::<Vec<_>>());
    }

    #[test]
    fn merge_visits_only_differences() {
        let mut a = PVec::default();
        for i in 0..10_000 {
            a.set(i, i);
        }
        let mut b = a.clone();
        b.set(77, 1);
        b.set(20_000_000, 2);
        a.set(78, 3);
        let mut visited = Vec::new();
        a.merge(&b, |key, mine, theirs| {
            visited.push(key);
            theirs.or(mine).copied()
        });
        assert_eq!(visited, [77, 78, 20_000_000]);
        assert_eq!((a.get(77), a.get(78), a.get(20_000_000)), (Some(&1), Some(&78), Some(&2)));
    }
}
