//! Ordered decision diagrams over numbered levels: sets of states and relations between them.
//!
//! Nodes are unique, so that equal functions are equal ids, and live as long as the table. Where the table is full, or time is
//! up, every operation answers [`Bdd::FALSE`] from then on: whoever uses a result asks [`Bdds::is_full`] first.

use pm_solve::Limits;
use rustc_hash::FxHashMap;

/// A function of the levels.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Bdd(u32);

impl Bdd {
    pub const FALSE: Bdd = Bdd(0);
    pub const TRUE: Bdd = Bdd(1);

    fn is_const(self) -> bool {
        self.0 < 2
    }
}

/// Levels that are quantified together.
#[derive(Clone, Copy, Debug)]
pub struct LevelSet(u32);

#[derive(Clone, Copy)]
struct Node {
    level: u32,
    low: Bdd,
    high: Bdd,
}

/// Below all levels.
const TERMINAL: u32 = u32::MAX;
/// Entries of the cache of results, a power of two.
const CACHE: usize = 1 << 18;
/// How many new nodes lie between two looks at the limits.
const POLL: usize = 1 << 13;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Operation {
    None,
    Ite,
    /// The conjunction, without the levels of a set.
    AndExists,
    /// Each odd level becomes the one before.
    Shift,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Key {
    operation: Operation,
    a: u32,
    b: u32,
    c: u32,
}

pub struct Bdds<'a> {
    nodes: Vec<Node>,
    unique: FxHashMap<(u32, Bdd, Bdd), Bdd>,
    cache: Vec<(Key, Bdd)>,
    sets: Vec<Vec<bool>>,
    most: usize,
    limits: &'a Limits,
    full: bool,
}

impl<'a> Bdds<'a> {
    pub fn new(most: usize, limits: &'a Limits) -> Bdds<'a> {
        let terminal = |b| Node { level: TERMINAL, low: b, high: b };
        let none = Key { operation: Operation::None, a: 0, b: 0, c: 0 };
        Bdds {
            nodes: vec![terminal(Bdd::FALSE), terminal(Bdd::TRUE)],
            unique: FxHashMap::default(),
            cache: vec![(none, Bdd::FALSE); CACHE],
            sets: Vec::new(),
            most,
            limits,
            full: false,
        }
    }

    /// Nothing that was computed since it became full means anything.
    pub fn is_full(&self) -> bool {
        self.full
    }

    pub fn level(&self, f: Bdd) -> Option<u32> {
        Some(self.node(f).level).filter(|l| *l != TERMINAL)
    }

    pub fn low(&self, f: Bdd) -> Bdd {
        self.node(f).low
    }

    pub fn high(&self, f: Bdd) -> Bdd {
        self.node(f).high
    }

    pub fn variable(&mut self, level: u32) -> Bdd {
        self.make(level, Bdd::FALSE, Bdd::TRUE)
    }

    pub fn not(&mut self, f: Bdd) -> Bdd {
        self.ite(f, Bdd::FALSE, Bdd::TRUE)
    }

    pub fn and(&mut self, f: Bdd, g: Bdd) -> Bdd {
        let (f, g) = (f.min(g), f.max(g));
        self.ite(f, g, Bdd::FALSE)
    }

    pub fn or(&mut self, f: Bdd, g: Bdd) -> Bdd {
        let (f, g) = (f.min(g), f.max(g));
        self.ite(f, Bdd::TRUE, g)
    }

    pub fn xor(&mut self, f: Bdd, g: Bdd) -> Bdd {
        let not_g = self.not(g);
        self.ite(f, not_g, g)
    }

    pub fn and_not(&mut self, f: Bdd, g: Bdd) -> Bdd {
        self.ite(g, Bdd::FALSE, f)
    }

    pub fn ite(&mut self, f: Bdd, g: Bdd, h: Bdd) -> Bdd {
        match (f, g, h) {
            _ if self.full => return Bdd::FALSE,
            (Bdd::TRUE, _, _) => return g,
            (Bdd::FALSE, _, _) => return h,
            (_, Bdd::TRUE, Bdd::FALSE) => return f,
            _ if g == h => return g,
            _ => {}
        }
        let key = Key { operation: Operation::Ite, a: f.0, b: g.0, c: h.0 };
        if let Some(known) = self.cached(key) {
            return known;
        }
        let level = self.node(f).level.min(self.node(g).level).min(self.node(h).level);
        let [f0, g0, h0] = [f, g, h].map(|x| self.cofactor(x, level, false));
        let low = self.ite(f0, g0, h0);
        let [f1, g1, h1] = [f, g, h].map(|x| self.cofactor(x, level, true));
        let high = self.ite(f1, g1, h1);
        let result = self.make(level, low, high);
        self.keep(key, result)
    }

    pub fn level_set(&mut self, levels: impl IntoIterator<Item = u32>) -> LevelSet {
        let mut set = Vec::new();
        for level in levels {
            let level = level as usize;
            if set.len() <= level {
                set.resize(level + 1, false);
            }
            set[level] = true;
        }
        self.sets.push(set);
        LevelSet(self.sets.len() as u32 - 1)
    }

    pub fn exists(&mut self, f: Bdd, set: LevelSet) -> Bdd {
        self.and_exists(f, Bdd::TRUE, set)
    }

    /// There are values of the set's levels for which both hold.
    pub fn and_exists(&mut self, f: Bdd, g: Bdd, set: LevelSet) -> Bdd {
        let (f, g) = (f.min(g), f.max(g));
        if self.full || f == Bdd::FALSE {
            return Bdd::FALSE;
        }
        let level = self.node(f).level.min(self.node(g).level);
        let levels = &self.sets[set.0 as usize];
        if level as usize >= levels.len() {
            // Nothing of the set is left below.
            return self.and(f, g);
        }
        let is_quantified = levels[level as usize];
        let key = Key { operation: Operation::AndExists, a: f.0, b: g.0, c: set.0 };
        if let Some(known) = self.cached(key) {
            return known;
        }
        let (f0, g0) = (self.cofactor(f, level, false), self.cofactor(g, level, false));
        let (f1, g1) = (self.cofactor(f, level, true), self.cofactor(g, level, true));
        let low = self.and_exists(f0, g0, set);
        let result = if is_quantified && low == Bdd::TRUE {
            low
        } else {
            let high = self.and_exists(f1, g1, set);
            if is_quantified { self.or(low, high) } else { self.make(level, low, high) }
        };
        self.keep(key, result)
    }

    /// The function with each odd level in place of the one before, which it does not depend on.
    pub fn shifted(&mut self, f: Bdd) -> Bdd {
        if f.is_const() || self.full {
            return f;
        }
        let key = Key { operation: Operation::Shift, a: f.0, b: 0, c: 0 };
        if let Some(known) = self.cached(key) {
            return known;
        }
        let Node { level, low, high } = self.node(f);
        let low = self.shifted(low);
        let high = self.shifted(high);
        let result = self.make(level & !1, low, high);
        self.keep(key, result)
    }

    /// The levels that the function depends on, ascending.
    pub fn support(&self, f: Bdd) -> Vec<u32> {
        let mut levels: Vec<u32> = self.nodes_of(f).into_iter().map(|n| self.node(n).level).collect();
        levels.sort_unstable();
        levels.dedup();
        levels
    }

    pub fn size(&self, f: Bdd) -> usize {
        self.nodes_of(f).len()
    }

    fn nodes_of(&self, f: Bdd) -> Vec<Bdd> {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut work = vec![f];
        let mut out = Vec::new();
        while let Some(n) = work.pop() {
            if !n.is_const() && seen.insert(n) {
                out.push(n);
                work.extend([self.low(n), self.high(n)]);
            }
        }
        out
    }

    fn node(&self, f: Bdd) -> Node {
        self.nodes[f.0 as usize]
    }

    fn cofactor(&self, f: Bdd, level: u32, high: bool) -> Bdd {
        let node = self.node(f);
        match node.level == level {
            true if high => node.high,
            true => node.low,
            false => f,
        }
    }

    fn make(&mut self, level: u32, low: Bdd, high: Bdd) -> Bdd {
        if low == high || self.full {
            return low;
        }
        if let Some(&known) = self.unique.get(&(level, low, high)) {
            return known;
        }
        if self.nodes.len() >= self.most || self.nodes.len().is_multiple_of(POLL) && self.limits.exceeded().is_some() {
            self.full = true;
            return Bdd::FALSE;
        }
        let new = Bdd(self.nodes.len() as u32);
        self.nodes.push(Node { level, low, high });
        self.unique.insert((level, low, high), new);
        new
    }

    fn slot(key: Key) -> usize {
        let mix = |h: u64, x: u32| (h ^ u64::from(x)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        mix(mix(mix(key.operation as u64, key.a), key.b), key.c) as usize & (CACHE - 1)
    }

    fn cached(&self, key: Key) -> Option<Bdd> {
        let (known, result) = self.cache[Self::slot(key)];
        (known == key).then_some(result)
    }

    fn keep(&mut self, key: Key, result: Bdd) -> Bdd {
        if !self.full {
            self.cache[Self::slot(key)] = (key, result);
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_agree_with_truth_tables() {
        let limits = Limits::default();
        let mut b = Bdds::new(1000, &limits);
        let [x, y, z] = [0, 2, 4].map(|l| b.variable(l));
        let xy = b.and(x, y);
        let either = b.or(xy, z);
        let not_x = b.not(x);
        assert_eq!(b.and(not_x, xy), Bdd::FALSE);
        let set = b.level_set([2]);
        let projected = b.exists(either, set);
        assert_eq!(projected, b.or(x, z));
        assert_eq!(b.and_exists(xy, y, set), x);
        let both = b.xor(x, y);
        let again = b.xor(both, y);
        assert_eq!(again, x);
        assert_eq!(b.support(either), [0, 2, 4]);
    }

    #[test]
    fn next_levels_become_current_ones() {
        let limits = Limits::default();
        let mut b = Bdds::new(1000, &limits);
        let [now, next] = [0, 1].map(|l| b.variable(l));
        let other = b.variable(3);
        let relation = b.and(next, other);
        let moved = b.shifted(relation);
        let second = b.variable(2);
        assert_eq!(moved, b.and(now, second));
    }

    #[test]
    fn a_full_table_says_so() {
        let limits = Limits::default();
        let mut b = Bdds::new(4, &limits);
        let vars: Vec<Bdd> = (0..4).map(|l| b.variable(l)).collect();
        let _ = vars.iter().fold(Bdd::TRUE, |f, v| b.and(f, *v));
        assert!(b.is_full());
    }
}
