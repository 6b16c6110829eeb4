//! The store: a domain for each node of the graph, and how it came about.
//!
//! Every change is an event with a reason, so that a contradiction can be traced to the decisions that it needs (`analyse.rs`) and taken back with them. What holds
//! without any decision is level 0, which has no events: it stays for all questions.

use crate::graph::{Edge, Graph, Kind, constant};
use pm_term::domain::Abs;
use pm_term::{Op, Terms};

/// Why a domain has changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    Decision,
    /// The definition of this node.
    Definition(u32),
    /// A nogood.
    Clause(u32),
    /// The nodes of this list (`Store::lists`).
    List(u32),
}

/// Why there is no solution.
#[derive(Clone, Debug)]
pub enum Conflict {
    Definition(u32),
    Clause(u32),
    /// The domains of these nodes.
    Nodes(Vec<u32>),
}

#[derive(Clone, Copy, Debug)]
pub struct Event {
    pub node: u32,
    /// The event before it of the same node, if any.
    pub before: u32,
    pub reason: Reason,
    pub level: u32,
}

pub const NONE: u32 = u32::MAX;

#[derive(Default)]
pub struct Store {
    /// By node: 0 open, 1 false, 2 true; of other nodes the place of their domain.
    values: Vec<u32>,
    words: Vec<Abs>,
    /// By node: its last event.
    last: Vec<u32>,
    pub events: Vec<Event>,
    /// The domains of words before their events, in order.
    saved: Vec<Abs>,
    /// Where each level begins in `events`.
    levels: Vec<u32>,
    /// By event that has one: the nodes of its reason.
    pub lists: Vec<Vec<u32>>,
}

const OPEN: u32 = 0;

impl Store {
    pub fn level(&self) -> u32 {
        self.levels.len() as u32
    }

    /// Adds the domains of new nodes, from those of their definitions. At level 0.
    pub fn extend(&mut self, terms: &Terms, graph: &Graph) {
        debug_assert_eq!(self.level(), 0);
        for number in self.values.len() as u32..graph.len() as u32 {
            let node = graph.node(number);
            let domain = match node.op {
                Op::Const => constant(terms, node.term),
                _ => self.of_definition(graph, number),
            };
            match node.kind {
                Kind::Bool => self.values.push(domain.and_then(|d| d.as_bool()).map_or(OPEN, |b| 1 + u32::from(b))),
                _ => {
                    self.words.push(domain.unwrap_or(Abs::top(node.width)));
                    self.values.push((self.words.len() - 1) as u32);
                }
            }
            self.last.push(NONE);
        }
    }

    fn of_definition(&self, graph: &Graph, number: u32) -> Option<Abs> {
        let node = graph.node(number);
        if node.kind == Kind::Wide || node.kids().is_empty() || !is_tracked(graph, number) {
            return None;
        }
        let mut args = [Abs::top(1); 3];
        for (arg, kid) in args.iter_mut().zip(node.kids()) {
            *arg = self.domain(graph, *kid);
        }
        pm_term::domain::apply(node.op, args, (node.width, node.lo))
    }

    pub fn domain(&self, graph: &Graph, edge: Edge) -> Abs {
        let node = edge.node() as usize;
        if graph.node(edge.node()).kind == Kind::Bool {
            return match self.values[node] {
                OPEN => Abs::top(1),
                value => Abs::bool((value == 2) != edge.is_complemented()),
            };
        }
        let domain = &self.words[self.values[node] as usize];
        if edge.is_complemented() { domain.not() } else { *domain }
    }

    /// The value of a Bool.
    pub fn truth(&self, edge: Edge) -> Option<bool> {
        match self.values[edge.node() as usize] {
            OPEN => None,
            value => Some((value == 2) != edge.is_complemented()),
        }
    }

    pub fn last_event(&self, node: u32) -> u32 {
        self.last[node as usize]
    }

    /// The last event of a node before another one, or none.
    pub fn event_before(&self, node: u32, position: u32) -> u32 {
        let mut at = self.last[node as usize];
        while at != NONE && at >= position {
            at = self.events[at as usize].before;
        }
        at
    }

    pub fn new_level(&mut self) {
        self.levels.push(self.events.len() as u32);
    }

    /// Where the events above a level begin.
    pub fn begin_of(&self, level: u32) -> usize {
        self.levels.get(level as usize).map_or(self.events.len(), |begin| *begin as usize)
    }

    /// Makes a Bool true that is open.
    pub fn set_true(&mut self, edge: Edge, reason: Reason) {
        assert!(self.truth(edge).is_none(), "a value that is known is never decided or derived again");
        self.record(edge.node(), reason);
        self.values[edge.node() as usize] = 1 + u32::from(!edge.is_complemented());
    }

    /// Gives a word a smaller domain.
    pub fn set_word(&mut self, edge: Edge, domain: &Abs, reason: Reason) {
        let place = self.values[edge.node() as usize] as usize;
        if self.level() > 0 {
            self.saved.push(self.words[place]);
        }
        self.record(edge.node(), reason);
        self.words[place] = if edge.is_complemented() { domain.not() } else { *domain };
    }

    fn record(&mut self, node: u32, reason: Reason) {
        if self.level() == 0 {
            return;
        }
        self.events.push(Event { node, before: self.last[node as usize], reason, level: self.level() });
        self.last[node as usize] = (self.events.len() - 1) as u32;
    }

    /// Takes back all levels above this one.
    pub fn back_to(&mut self, graph: &Graph, level: u32) {
        let Some(&begin) = self.levels.get(level as usize) else { return };
        while self.events.len() > begin as usize {
            let Some(event) = self.events.pop() else { break };
            if let Reason::List(list) = event.reason {
                self.lists.truncate(list as usize);
            }
            self.last[event.node as usize] = event.before;
            if graph.node(event.node).kind == Kind::Bool {
                self.values[event.node as usize] = OPEN;
            } else if let Some(domain) = self.saved.pop() {
                self.words[self.values[event.node as usize] as usize] = domain;
            }
        }
        self.levels.truncate(level as usize);
    }
}

/// Whether the domains of a node and of what defines it say something of each other.
pub fn is_tracked(graph: &Graph, number: u32) -> bool {
    let node = graph.node(number);
    let kinds = || node.kids().iter().map(|k| graph.node(k.node()).kind);
    match node.op {
        Op::Const | Op::Symbol => false,
        Op::Eq => kinds().all(|k| matches!(k, Kind::Bool | Kind::Word)),
        // The index says nothing about the element.
        Op::Select | Op::Store => node.kind != Kind::Wide && graph.node(node.kids()[0].node()).kind == Kind::Array,
        _ => node.kind != Kind::Wide && kinds().all(|k| k != Kind::Wide),
    }
}
