//! Path conditions: lists of conditions that share their beginnings.
//!
//! A path is a node of a tree, the conditions from the root to it are those that hold on it. Where two paths meet again, what they have in
//! common stays as it is, so that an `if` whose branches come together leaves no trace.

use pm_term::{TermId, Terms};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Path(u32);

struct Node {
    parent: Path,
    depth: u32,
    condition: TermId,
    /// This condition and all before it.
    all: TermId,
    /// Conditions up to here that are decisions of the program, not checks that were passed.
    choices: u32,
}

pub struct Paths {
    nodes: Vec<Node>,
}

/// How two paths meet.
pub struct Meeting {
    pub path: Option<Path>,
    /// True on the first path where it is one of the two.
    pub is_first: TermId,
}

/// Conditions that are looked through for one that is known.
const LOOK_BACK: usize = 64;

impl Paths {
    pub const START: Path = Path(0);

    pub fn new() -> Paths {
        let root = Node { parent: Path(0), depth: 0, condition: TermId::TRUE, all: TermId::TRUE, choices: 0 };
        Paths { nodes: vec![root] }
    }

    fn node(&self, path: Path) -> &Node {
        &self.nodes[path.0 as usize]
    }

    pub fn all(&self, path: Path) -> TermId {
        self.node(path).all
    }

    pub fn choices(&self, path: Path) -> u32 {
        self.node(path).choices
    }

    /// The path on which a condition holds besides; `None` if there is none.
    pub fn push(&mut self, terms: &mut Terms, path: Path, condition: TermId, is_choice: bool) -> Option<Path> {
        if condition == TermId::TRUE || self.is_known(path, condition) {
            return Some(path);
        }
        let all = terms.and(self.all(path), condition);
        if all == TermId::FALSE {
            return None;
        }
        let Node { depth, choices, .. } = *self.node(path);
        let choices = choices + u32::from(is_choice);
        self.nodes.push(Node { parent: path, depth: depth + 1, condition, all, choices });
        Some(Path(self.nodes.len() as u32 - 1))
    }

    /// Is it one of the last conditions of the path?
    pub fn is_known(&self, path: Path, condition: TermId) -> bool {
        let conditions = std::iter::successors(Some(path), |p| (p.0 != 0).then(|| self.node(*p).parent));
        condition == TermId::TRUE || conditions.take(LOOK_BACK).any(|p| self.node(p).condition == condition)
    }

    /// Where two paths part.
    fn common(&self, mut a: Path, mut b: Path) -> Path {
        while a != b {
            let (left, right) = (self.node(a), self.node(b));
            if left.depth >= right.depth {
                a = left.parent;
            } else {
                b = right.parent;
            }
        }
        a
    }

    /// How many conditions two paths have in common.
    pub fn shared(&self, a: Path, b: Path) -> u32 {
        self.node(self.common(a, b)).depth
    }

    /// The conditions from `from` on, first one first.
    fn since(&self, from: Path, mut path: Path) -> Vec<TermId> {
        let mut conditions = Vec::new();
        while path != from {
            conditions.push(self.node(path).condition);
            path = self.node(path).parent;
        }
        conditions.reverse();
        conditions
    }

    /// Two different paths: no execution is on both.
    pub fn meet(&mut self, terms: &mut Terms, a: Path, b: Path) -> Meeting {
        let from = self.common(a, b);
        let (left, right) = (self.since(from, a), self.since(from, b));
        let (is_first, either) = match (left.split_first(), right.split_first()) {
            (Some((&x, left)), Some((&y, right))) if x == terms.not(y) => {
                let (left, right) = (terms.and_all(left), terms.and_all(right));
                (x, terms.ite(x, left, right))
            }
            _ => {
                let (left, right) = (terms.and_all(&left), terms.and_all(&right));
                (left, terms.or(left, right))
            }
        };
        Meeting { path: self.push(terms, from, either, true), is_first }
    }
}
