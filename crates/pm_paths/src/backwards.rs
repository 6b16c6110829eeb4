//! Backwards (DPVS): from the property to what defines its variables, jumping from variable to variable.
//!
//! A queue holds the nodes whose definition is needed and was not looked at. A variable with two definitions needs its condition: that is the choice, and it cuts the
//! other branch. A conjunction that is false needs one part that is false. What nothing asks for is never looked at.

use crate::graph::{Edge, Kind};
use crate::options::Order;
use crate::search::Search;
use crate::store::NONE;
use pm_term::Op;
use std::collections::BinaryHeap;

type Entry = (i64, u32);

pub struct Backwards {
    order: Order,
    queue: BinaryHeap<Entry>,
    /// By node.
    is_needed: Vec<bool>,
    /// What became needed, and what was taken from the queue, in order.
    needed: Vec<u32>,
    taken: Vec<Entry>,
    /// By level: how much of these there was.
    levels: Vec<(usize, usize)>,
    count: i64,
}

enum Next {
    /// These are needed.
    Needs([Option<Edge>; 3]),
    Decide(Edge),
}

impl Backwards {
    /// From level 1.
    pub fn new(search: &Search, root: Edge, order: Order) -> Backwards {
        let mut new = Backwards {
            order,
            queue: BinaryHeap::new(),
            is_needed: vec![false; search.graph.len()],
            needed: Vec::new(),
            taken: Vec::new(),
            levels: Vec::new(),
            count: 0,
        };
        new.need(search, root);
        new.levels = vec![(1, 0), (1, 0)];
        new
    }

    /// The next choice; `None` where everything that is needed was looked at.
    pub fn next(&mut self, search: &Search) -> Option<Edge> {
        while let Some(entry) = self.queue.pop() {
            if !self.is_needed[entry.1 as usize] {
                continue;
            }
            match look(search, entry.1) {
                Next::Decide(edge) => {
                    self.queue.push(entry);
                    return Some(edge);
                }
                Next::Needs(edges) => {
                    self.taken.push(entry);
                    edges.into_iter().flatten().for_each(|e| self.need(search, e));
                }
            }
        }
        None
    }

    fn need(&mut self, search: &Search, edge: Edge) {
        let node = edge.node();
        let is_fixed = search.store.last_event(node) == NONE
            && match search.graph.node(node).kind {
                Kind::Bool => search.store.truth(edge).is_some(),
                Kind::Word => search.store.domain(&search.graph, edge).as_constant().is_some(),
                Kind::Array | Kind::Wide => false,
            };
        if is_fixed || std::mem::replace(&mut self.is_needed[node as usize], true) {
            return;
        }
        self.needed.push(node);
        self.count += 1;
        let place = search.graph.node(node).term.node() as i64;
        let key = match self.order {
            Order::Latest => place,
            Order::Earliest => -place,
            Order::Fifo => -self.count,
            Order::Lifo => self.count,
        };
        self.queue.push((key, node));
    }

    pub fn new_level(&mut self) {
        self.levels.push((self.needed.len(), self.taken.len()));
    }

    pub fn back_to(&mut self, level: u32) {
        let Some(&(needed, taken)) = self.levels.get(level as usize + 1) else { return };
        self.levels.truncate(level.max(1) as usize + 1);
        for node in self.needed.drain(needed..) {
            self.is_needed[node as usize] = false;
        }
        let again: Vec<Entry> = self.taken.drain(taken..).filter(|(_, n)| self.is_needed[*n as usize]).collect();
        self.queue.extend(again);
    }
}

/// What the definition of a node needs.
fn look(search: &Search, number: u32) -> Next {
    let node = search.graph.node(number);
    let kids = node.kids();
    let truth = |e: Edge| search.store.truth(e);
    let out = Edge::new(number, false);
    let all = || Next::Needs([0, 1, 2].map(|i| kids.get(i).copied()));
    let is_bool = |e: &Edge| search.graph.node(e.node()).kind == Kind::Bool;
    match node.op {
        Op::Const | Op::Symbol => Next::Needs([None; 3]),
        Op::Ite => match truth(kids[0]) {
            None => Next::Decide(search.preferred(kids[0].node())),
            Some(first) => Next::Needs([Some(kids[0]), Some(if first { kids[1] } else { kids[2] }), None]),
        },
        _ if node.kind == Kind::Bool && truth(out).is_none() => Next::Decide(search.preferred(number)),
        Op::And if node.kind == Kind::Bool && truth(out) == Some(false) => {
            match kids.iter().find(|k| truth(**k) == Some(false)) {
                Some(kid) => Next::Needs([Some(*kid), None, None]),
                None => choose(search, kids).map_or_else(all, |kid| Next::Decide(kid.not())),
            }
        }
        Op::Xor | Op::Eq if kids.iter().all(is_bool) => match kids.iter().find(|k| truth(**k).is_none()) {
            Some(kid) => Next::Decide(search.preferred(kid.node())),
            None => all(),
        },
        _ => all(),
    }
}

/// The open part of a conjunction that is to be false: as it was last, or the one that is defined last.
fn choose(search: &Search, kids: &[Edge]) -> Option<Edge> {
    let open = || kids.iter().filter(|k| search.store.truth(**k).is_none());
    let was_false = |k: &&Edge| search.preferred(k.node()) == k.not();
    let latest = |k: &&Edge| search.graph.node(k.node()).term.node();
    open().filter(was_false).max_by_key(latest).or_else(|| open().max_by_key(latest)).copied()
}
