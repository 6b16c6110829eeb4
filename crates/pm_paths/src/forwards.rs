//! Forwards (CPBPV): conditions are decided in the order in which executions come to them, each tested when it is decided.

use crate::graph::{Edge, Graph, Kind};
use crate::search::Search;
use pm_term::Op;

pub struct Forwards {
    /// Conditions and inputs below the root, in the order of the program.
    conditions: Vec<u32>,
    /// By level: those before are decided.
    cursors: Vec<usize>,
    cursor: usize,
}

impl Forwards {
    /// From level 1.
    pub fn new(graph: &Graph, root: Edge) -> Forwards {
        let mut conditions: Vec<u32> = graph.slice(root.node());
        conditions.retain(|n| is_condition(graph, *n));
        conditions.sort_by_key(|n| graph.node(*n).term.node());
        Forwards { conditions, cursors: vec![0, 0], cursor: 0 }
    }

    pub fn next(&mut self, search: &Search) -> Option<Edge> {
        while let Some(&node) = self.conditions.get(self.cursor) {
            if search.store.truth(Edge::new(node, false)).is_none() {
                return Some(search.preferred(node));
            }
            self.cursor += 1;
        }
        None
    }

    pub fn new_level(&mut self) {
        self.cursors.push(self.cursor);
    }

    pub fn back_to(&mut self, level: u32) {
        if let Some(&cursor) = self.cursors.get(level as usize + 1) {
            self.cursor = cursor;
            self.cursors.truncate(level as usize + 1);
        }
        while self.cursors.len() < 2 {
            self.cursors.push(0);
        }
    }
}

/// A Bool that is no combination of others.
fn is_condition(graph: &Graph, number: u32) -> bool {
    let node = graph.node(number);
    let of_bools = || node.kids().iter().all(|k| graph.node(k.node()).kind == Kind::Bool);
    node.kind == Kind::Bool
        && match node.op {
            Op::Const => false,
            Op::Symbol => true,
            _ => !of_bools(),
        }
}
