//! The graph of definitions: the nodes of all terms that were asked, each with those that it is defined by and those that it defines.
//!
//! A term of an unwound program is its dynamic single assignment form: an if-then-else is a variable with two definitions, and its condition is
//! what leads to them. Only what a question depends on is in the graph (the static slice of the paper), and it grows with the questions: what two
//! of them have in common is built once, so that a larger bound costs what is new in it.

use pm_term::domain::{Abs, MAX_WIDTH};
use pm_term::{NodeSet, Op, TermId, Terms, scalar_width};
use rustc_hash::FxHashMap;

/// A node, with a bit that says whether its complement is meant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Edge(u32);

impl Edge {
    pub fn new(node: u32, complemented: bool) -> Edge {
        Edge(node << 1 | u32::from(complemented))
    }

    pub fn node(self) -> u32 {
        self.0 >> 1
    }

    pub fn is_complemented(self) -> bool {
        self.0 & 1 == 1
    }

    pub fn not(self) -> Edge {
        Edge(self.0 ^ 1)
    }

    pub fn not_if(self, flip: bool) -> Edge {
        Edge(self.0 ^ u32::from(flip))
    }
}

/// What the domain of a node can say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Bool,
    Word,
    /// All elements together; never made smaller by a search.
    Array,
    /// Too wide for a domain.
    Wide,
}

#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Without complement bit.
    pub term: TermId,
    pub op: Op,
    pub kind: Kind,
    pub width: u32,
    /// Lowest bit of an extract.
    pub lo: u32,
    kids: [Edge; 3],
    arity: u8,
}

impl Node {
    pub fn kids(&self) -> &[Edge] {
        &self.kids[..self.arity as usize]
    }
}

const NONE: u32 = u32::MAX;

#[derive(Default)]
pub struct Graph {
    nodes: Vec<Node>,
    /// By node of the terms: the place in `nodes`.
    places: Vec<u32>,
    /// By node: the first of its users in `users`.
    first_user: Vec<u32>,
    /// A user and the next place in this list.
    users: Vec<(u32, u32)>,
    seen: NodeSet,
    /// Reads of inputs at constants.
    elements: FxHashMap<(u32, u64), u32>,
}

impl Graph {
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn node(&self, node: u32) -> &Node {
        &self.nodes[node as usize]
    }

    /// Adds what a term depends on and is not there yet; new nodes come after all others, what defines a node before it.
    pub fn add(&mut self, terms: &Terms, root: TermId) -> Edge {
        let mut new = Vec::new();
        terms.visit(&[root], &mut self.seen, |t| new.push(t));
        self.places.resize(terms.len(), NONE);
        for t in new {
            self.add_node(terms, t);
        }
        self.edge(root)
    }

    /// Where a term is that was added.
    pub fn edge(&self, t: TermId) -> Edge {
        Edge::new(self.places[t.node()], t.is_complemented())
    }

    /// Who uses a node.
    pub fn users(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        let mut at = self.first_user[node as usize];
        std::iter::from_fn(move || {
            let (user, next) = *self.users.get(at as usize)?;
            at = next;
            Some(user)
        })
    }

    /// The read of an array that is an input, at this index.
    pub fn element(&self, array: u32, index: u64) -> Option<u32> {
        self.elements.get(&(array, index)).copied()
    }

    /// The nodes that one depends on, itself included, in no order.
    pub fn slice(&self, root: u32) -> Vec<u32> {
        let mut seen = vec![false; self.nodes.len()];
        let (mut out, mut open) = (Vec::new(), vec![root]);
        while let Some(node) = open.pop() {
            if !std::mem::replace(&mut seen[node as usize], true) {
                out.push(node);
                open.extend(self.node(node).kids().iter().map(|k| k.node()));
            }
        }
        out
    }

    fn add_node(&mut self, terms: &Terms, t: TermId) {
        let number = self.nodes.len() as u32;
        let op = terms.op(t);
        let mut kids = [Edge::new(0, false); 3];
        let args = terms.args(t);
        for (kid, arg) in kids.iter_mut().zip(args.iter()) {
            *kid = self.edge(*arg);
        }
        let (width, lo) = (scalar_width(terms, t), if op == Op::Extract { terms.extract_lo(t) } else { 0 });
        let kind = match terms.sort(t) {
            _ if width > MAX_WIDTH => Kind::Wide,
            s if s.is_array() => Kind::Array,
            _ if terms.is_bool(t) => Kind::Bool,
            _ => Kind::Word,
        };
        if op == Op::Select
            && terms.op(args[0]) == Op::Symbol
            && let Some(index) = terms.const_u64(args[1])
        {
            self.elements.insert((kids[0].node(), index), number);
        }
        self.nodes.push(Node { term: t, op, kind, width, lo, kids, arity: args.len() as u8 });
        self.places[t.node()] = number;
        self.first_user.push(NONE);
        for kid in &kids[..args.len()] {
            let first = &mut self.first_user[kid.node() as usize];
            self.users.push((number, *first));
            *first = (self.users.len() - 1) as u32;
        }
    }
}

/// The domain of a constant.
pub fn constant(terms: &Terms, t: TermId) -> Option<Abs> {
    let width = scalar_width(terms, t);
    (width <= MAX_WIDTH).then(|| terms.const_u64(t)).flatten().map(|v| Abs::constant(width, v))
}
