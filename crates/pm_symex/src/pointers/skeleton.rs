//! Which conditions contradict themselves already as propositions, whatever their comparisons mean.
//!
//! Guards of a pointer's targets are made by rewriting and need not show that a target is impossible. Impossible targets
//! are costly, and a write through one can cut a pointer into bytes. Here a condition becomes a binary decision diagram
//! over its atoms (comparisons, inputs), ordered by age: chains of decisions, as loops over lists make them, have small
//! ones. Conditions that would need large diagrams are taken for possible.

use pm_term::{Op, TermId, Terms};
use rustc_hash::FxHashMap;

/// Nodes that one question may add.
const BUDGET: usize = 4000;
/// Beyond this many nodes everything is forgotten.
const CAPACITY: usize = 1 << 20;

type Bdd = u32;
const FALSE: Bdd = 0;
const TRUE: Bdd = 1;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Node {
    /// The atom's node number; larger for the two leaves.
    atom: u32,
    low: Bdd,
    high: Bdd,
}

pub(crate) struct Skeleton {
    nodes: Vec<Node>,
    unique: FxHashMap<Node, Bdd>,
    chosen: FxHashMap<(Bdd, Bdd, Bdd), Bdd>,
    /// By term without its complement; `None`: too large.
    known: FxHashMap<TermId, Option<Bdd>>,
    /// Nodes that this question may have at most.
    limit: usize,
}

impl Default for Skeleton {
    fn default() -> Self {
        let leaf = Node { atom: u32::MAX, low: FALSE, high: FALSE };
        Skeleton {
            nodes: vec![leaf, leaf],
            unique: FxHashMap::default(),
            chosen: FxHashMap::default(),
            known: FxHashMap::default(),
            limit: 0,
        }
    }
}

impl Skeleton {
    /// Is the conjunction false for all values of the atoms? `false` also where that is not known.
    pub fn excludes(&mut self, terms: &Terms, a: TermId, b: TermId) -> bool {
        if self.nodes.len() > CAPACITY {
            *self = Skeleton::default();
        }
        self.limit = self.nodes.len() + BUDGET;
        let (Some(a), Some(b)) = (self.of(terms, a), self.of(terms, b)) else { return false };
        self.choose(a, b, FALSE) == Some(FALSE)
    }

    /// The diagram of a condition.
    fn of(&mut self, terms: &Terms, t: TermId) -> Option<Bdd> {
        let mut stack = vec![t.regular()];
        while let Some(&top) = stack.last() {
            if self.known.contains_key(&top) {
                stack.pop();
                continue;
            }
            let children = parts(terms, top);
            let open: Vec<TermId> =
                children.iter().map(|c| c.regular()).filter(|c| !self.known.contains_key(c)).collect();
            if !open.is_empty() {
                stack.extend(open);
                continue;
            }
            let made = self.combine(terms, top, &children);
            self.known.insert(top, made);
            stack.pop();
        }
        self.get(t)
    }

    fn get(&mut self, t: TermId) -> Option<Bdd> {
        let made = *self.known.get(&t.regular())?;
        if t.is_complemented() { self.choose(made?, FALSE, TRUE) } else { made }
    }

    fn combine(&mut self, terms: &Terms, t: TermId, children: &[TermId]) -> Option<Bdd> {
        if let Some(value) = terms.const_bool(t) {
            return Some(if value { TRUE } else { FALSE });
        }
        let Some(&first) = children.first() else {
            return self.node(t.node() as u32, FALSE, TRUE);
        };
        let a = self.get(first)?;
        let b = self.get(children[1])?;
        match terms.op(t) {
            Op::And => self.choose(a, b, FALSE),
            Op::Xor => {
                let not = self.choose(b, FALSE, TRUE)?;
                self.choose(a, not, b)
            }
            _ => {
                let c = self.get(children[2])?;
                self.choose(a, b, c)
            }
        }
    }

    fn node(&mut self, atom: u32, low: Bdd, high: Bdd) -> Option<Bdd> {
        if low == high {
            return Some(low);
        }
        let node = Node { atom, low, high };
        if let Some(found) = self.unique.get(&node) {
            return Some(*found);
        }
        if self.nodes.len() >= self.limit {
            return None;
        }
        self.nodes.push(node);
        let number = (self.nodes.len() - 1) as Bdd;
        self.unique.insert(node, number);
        Some(number)
    }

    /// `f ? g : h`. As deep as there are atoms, of which small diagrams have few.
    fn choose(&mut self, f: Bdd, g: Bdd, h: Bdd) -> Option<Bdd> {
        match (f, g, h) {
            (TRUE, _, _) => return Some(g),
            (FALSE, _, _) => return Some(h),
            (_, TRUE, FALSE) => return Some(f),
            _ if g == h => return Some(g),
            _ => {}
        }
        if let Some(known) = self.chosen.get(&(f, g, h)) {
            return Some(*known);
        }
        let top = [f, g, h].map(|n| self.nodes[n as usize].atom).into_iter().min()?;
        let side = |this: &Self, n: Bdd, high: bool| {
            let node = this.nodes[n as usize];
            match (node.atom == top, high) {
                (false, _) => n,
                (true, true) => node.high,
                (true, false) => node.low,
            }
        };
        let [f0, g0, h0] = [f, g, h].map(|n| side(self, n, false));
        let [f1, g1, h1] = [f, g, h].map(|n| side(self, n, true));
        let low = self.choose(f0, g0, h0)?;
        let high = self.choose(f1, g1, h1)?;
        let made = self.node(top, low, high)?;
        self.chosen.insert((f, g, h), made);
        Some(made)
    }
}

/// The conditions that a condition is made of; none for an atom.
fn parts(terms: &Terms, t: TermId) -> Vec<TermId> {
    match terms.op(t) {
        Op::And | Op::Xor | Op::Ite if terms.is_bool(t) => terms.args(t).iter().copied().collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pm_term::Sort;

    #[test]
    fn contradictions_of_propositions() {
        let mut t = Terms::new();
        let [a, b, c] = ["a", "b", "c"].map(|n| t.symbol(n, Sort::Bool));
        let (ab, either) = (t.and(a, b), t.or(a, c));
        let chosen = t.ite(c, ab, either);
        let mut s = Skeleton::default();
        let not = t.not(either);
        assert!(s.excludes(&t, chosen, not));
        assert!(!s.excludes(&t, chosen, either));
        let differ = t.xor(a, b);
        assert!(s.excludes(&t, differ, ab));
        assert!(!s.excludes(&t, differ, a));
        assert!(s.excludes(&t, TermId::FALSE, a));
    }

    #[test]
    fn large_conditions_are_possible() {
        let mut t = Terms::new();
        let mut sum = TermId::FALSE;
        // Products of inputs that are far apart have large diagrams.
        for i in 0..40 {
            let (x, y) = (t.symbol(&format!("x{i}"), Sort::Bool), t.symbol(&format!("y{}", 39 - i), Sort::Bool));
            let both = t.and(x, y);
            sum = t.xor(sum, both);
        }
        let not = t.not(sum);
        let mut s = Skeleton::default();
        let _ = s.excludes(&t, sum, not);
        assert!(s.nodes.len() <= BUDGET + 2);
    }
}
