//! From a contradiction to its reason: the Bools, decided or derived, without which there would be none.
//!
//! Events are replaced by what they were derived from, the latest first, until one Bool of the deepest level is left (the first unique implication point of
//! clause learning); events of words are always replaced, so that the reason is about conditions alone. Its negation is the nogood.

use crate::graph::{Edge, Graph, Kind};
use crate::nogoods::Nogoods;
use crate::store::{Conflict, Event, NONE, Reason, Store};
use pm_term::Op;
use std::collections::BinaryHeap;

/// A nogood and where to jump.
#[derive(Debug)]
pub struct Learnt {
    /// The first literal is open after the jump, the second is of the level to jump to.
    pub clause: Vec<Edge>,
    pub level: u32,
}

pub struct Analysis<'a> {
    pub graph: &'a Graph,
    pub store: &'a Store,
    pub nogoods: &'a Nogoods,
    heap: BinaryHeap<u32>,
    seen: rustc_hash::FxHashSet<u32>,
    /// Of the deepest level, in the heap.
    open: usize,
    deepest: u32,
}

impl<'a> Analysis<'a> {
    pub fn new(graph: &'a Graph, store: &'a Store, nogoods: &'a Nogoods) -> Analysis<'a> {
        Analysis {
            graph,
            store,
            nogoods,
            heap: BinaryHeap::new(),
            seen: rustc_hash::FxHashSet::default(),
            open: 0,
            deepest: u32::MAX,
        }
    }

    /// The nogood of a conflict; `None` where it needs no decision.
    pub fn run(mut self, conflict: &Conflict) -> Option<Learnt> {
        match conflict {
            Conflict::Definition(node) => self.mark_definition(*node, None, NONE),
            Conflict::Clause(number) => {
                self.nogoods.clause(*number).iter().for_each(|e| self.mark(self.store.last_event(e.node())));
            }
            Conflict::Nodes(nodes) => nodes.iter().for_each(|n| self.mark(self.store.last_event(*n))),
        }
        self.deepest = self.heap.iter().map(|e| self.event(*e).level).max()?;
        self.open = self.heap.iter().filter(|e| self.event(**e).level == self.deepest).count();
        let mut clause: Vec<Edge> = Vec::new();
        let mut first = None;
        while let Some(position) = self.heap.pop() {
            let event = self.event(position);
            let is_bool = self.graph.node(event.node).kind == Kind::Bool;
            let is_deepest = event.level == self.deepest;
            self.open -= usize::from(is_deepest);
            if is_bool && is_deepest && self.open == 0 && first.is_none() {
                first = Some(self.denied(event.node));
            } else if is_bool && !is_deepest {
                clause.push(self.denied(event.node));
            } else {
                self.mark_reason(position, &event);
            }
        }
        match first {
            Some(first) => Some(self.finish(first, clause)),
            // Nothing of the deepest level was needed after all: what was came late.
            None if clause.is_empty() => None,
            None => {
                let earlier = Conflict::Nodes(clause.iter().map(|e| e.node()).collect());
                Analysis::new(self.graph, self.store, self.nogoods).run(&earlier)
            }
        }
    }

    fn finish(&self, first: Edge, mut rest: Vec<Edge>) -> Learnt {
        let level_of = |e: &Edge| self.event(self.store.last_event(e.node())).level;
        let level = rest.iter().map(level_of).max().unwrap_or(0);
        if let Some(second) = rest.iter().position(|e| level_of(e) == level) {
            rest.swap(0, second);
        }
        let mut clause = vec![first];
        clause.append(&mut rest);
        Learnt { clause, level }
    }

    fn event(&self, position: u32) -> Event {
        self.store.events[position as usize]
    }

    /// The literal that is false now.
    fn denied(&self, node: u32) -> Edge {
        let edge = Edge::new(node, false);
        edge.not_if(self.store.truth(edge) == Some(true))
    }

    fn mark(&mut self, position: u32) {
        if position != NONE && self.seen.insert(position) {
            self.open += usize::from(self.event(position).level == self.deepest);
            self.heap.push(position);
        }
    }

    fn mark_before(&mut self, node: u32, position: u32) {
        self.mark(self.store.event_before(node, position));
    }

    fn mark_reason(&mut self, position: u32, event: &Event) {
        if self.graph.node(event.node).kind != Kind::Bool {
            self.mark(event.before);
        }
        match event.reason {
            Reason::Decision => {}
            Reason::Definition(node) => self.mark_definition(node, Some(event.node), position),
            Reason::Clause(number) => {
                let others: Vec<u32> = self.nogoods.clause(number).iter().map(|e| e.node()).collect();
                others.into_iter().filter(|n| *n != event.node).for_each(|n| self.mark_before(n, position));
            }
            Reason::List(list) => {
                let nodes = self.store.lists[list as usize].clone();
                nodes.into_iter().for_each(|n| self.mark_before(n, position));
            }
        }
    }

    /// What a definition has said, about one of its parts or as a contradiction, rests on the others before that.
    fn mark_definition(&mut self, number: u32, about: Option<u32>, position: u32) {
        let node = *self.graph.node(number);
        let parts: Vec<u32> = std::iter::once(number).chain(node.kids().iter().map(|k| k.node())).collect();
        let needed = match node.op {
            Op::And if node.kind == Kind::Bool => self.needed_of_and(number, about, position),
            Op::Ite => self.needed_of_choice(number, position),
            _ => None,
        };
        for part in needed.unwrap_or(parts) {
            if about != Some(part) {
                self.mark_before(part, position);
            }
        }
    }

    fn truth_before(&self, edge: Edge, position: u32) -> Option<bool> {
        let event = self.store.event_before(edge.node(), position);
        // What holds without an event holds at level 0.
        let known = event != NONE || self.store.last_event(edge.node()) == NONE;
        known.then(|| self.store.truth(edge)).flatten()
    }

    fn needed_of_and(&self, number: u32, about: Option<u32>, position: u32) -> Option<Vec<u32>> {
        let out = Edge::new(number, false);
        let kids = self.graph.node(number).kids();
        let others = |value: bool| kids.iter().filter(move |k| self.truth_before(**k, position) == Some(value));
        let is_true = self.truth_before(out, position) == Some(true);
        if about == Some(number) {
            // False by one of them, or true by all.
            return others(false).next().map(|k| vec![k.node()]);
        }
        if is_true {
            return match about {
                Some(_) => Some(vec![number]),
                None => others(false).next().map(|k| vec![number, k.node()]),
            };
        }
        None
    }

    /// A choice whose condition is known has nothing to do with the other branch.
    fn needed_of_choice(&self, number: u32, position: u32) -> Option<Vec<u32>> {
        let kids = self.graph.node(number).kids();
        let chosen = if self.truth_before(kids[0], position)? { kids[1] } else { kids[2] };
        Some(vec![number, kids[0].node(), chosen.node()])
    }
}
