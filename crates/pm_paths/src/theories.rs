//! The partial solvers behind the domains: what each is told as the search goes on, and what it finds inconsistent.
//!
//! They are told of comparisons that hold, and that a word is the definition that was chosen for it, if some comparison is about it.

use crate::arrays;
use crate::differences::Differences;
use crate::graph::{Edge, Graph, Kind};
use crate::linear::{Linear, equal, of_comparison};
use crate::options::Partial;
use crate::statistics::Statistics;
use crate::store::Store;
use pm_term::Op;

#[derive(Default)]
pub struct Theories {
    differences: Option<Differences>,
    /// Events that were looked at.
    head: usize,
    /// Levels that were begun.
    level: u32,
    /// By node: some constraint is about it, with sign and without.
    is_variable: Vec<[bool; 2]>,
    /// By node: they were told what was chosen for it.
    is_defined: Vec<bool>,
    defined: Vec<u32>,
    /// By level: how many there were.
    counts: Vec<usize>,
    /// Variables that had a definition before they were variables: to be looked at again after a jump.
    late: Vec<u32>,
    /// Variables to look at.
    open: Vec<u32>,
}

impl Theories {
    pub fn new(store: &[Partial]) -> Theories {
        let differences = store.contains(&Partial::Differences).then(Differences::default);
        Theories { differences, ..Theories::default() }
    }

    pub fn is_empty(&self) -> bool {
        self.differences.is_none()
    }

    pub fn back_to(&mut self, store: &Store, level: u32) {
        self.head = self.head.min(store.begin_of(level));
        if level < self.level {
            self.level = level;
            self.differences.iter_mut().for_each(|d| d.back_to(level));
            let count = self.counts[level as usize];
            self.counts.truncate(level as usize);
            self.defined.drain(count..).for_each(|n| self.is_defined[n as usize] = false);
            self.open.clone_from(&self.late);
        }
    }

    /// Tells them what is new.
    ///
    /// # Errors
    /// It is inconsistent, because of these nodes.
    pub fn test(&mut self, graph: &Graph, store: &Store, statistics: &mut Statistics) -> Result<(), Vec<u32>> {
        self.is_variable.resize(graph.len(), [false; 2]);
        self.is_defined.resize(graph.len(), false);
        // What they are told rests on domains as they are now: it goes with the level at hand.
        while self.level < store.level() {
            self.level += 1;
            self.counts.push(self.defined.len());
            self.differences.iter_mut().for_each(Differences::push);
        }
        while self.head < store.events.len() || !self.open.is_empty() {
            if let Some(node) = self.open.pop() {
                self.define(graph, store, node, statistics)?;
                continue;
            }
            let event = store.events[self.head];
            self.head += 1;
            self.notice(graph, store, event.node, statistics)?;
        }
        Ok(())
    }

    /// What was told of a variable was not about this sign.
    fn forget(&mut self, number: u32) {
        self.is_defined[number as usize] = false;
    }

    fn notice(
        &mut self,
        graph: &Graph,
        store: &Store,
        number: u32,
        statistics: &mut Statistics,
    ) -> Result<(), Vec<u32>> {
        for user in graph.users(number).filter(|u| self.is_variable[*u as usize].contains(&true)) {
            self.open.push(user);
        }
        match graph.node(number).kind {
            Kind::Bool => {
                let found = of_comparison(graph, store, number);
                self.tell(graph, store, &found, statistics)
            }
            _ => Ok(()),
        }
    }

    /// A variable is what was chosen for it.
    fn define(
        &mut self,
        graph: &Graph,
        store: &Store,
        number: u32,
        statistics: &mut Statistics,
    ) -> Result<(), Vec<u32>> {
        if self.is_defined[number as usize] {
            return Ok(());
        }
        let node = graph.node(number);
        let signs = self.is_variable[number as usize];
        let variable = Edge::new(number, false);
        let kids = node.kids();
        let found = match node.op {
            Op::Ite => match store.truth(kids[0]) {
                Some(first) => {
                    let chosen = if first { kids[1] } else { kids[2] };
                    equal(graph, store, (variable, chosen), &[kids[0].node()], signs)
                }
                None => return Ok(()),
            },
            Op::Select => match arrays::resolve(graph, store, number) {
                Some(found) => equal(graph, store, (variable, found.element), &found.needs, signs),
                None => return Ok(()),
            },
            _ => return Ok(()),
        };
        self.is_defined[number as usize] = true;
        self.defined.push(number);
        self.tell(graph, store, &found, statistics)
    }

    fn tell(
        &mut self,
        graph: &Graph,
        store: &Store,
        found: &[Linear],
        statistics: &mut Statistics,
    ) -> Result<(), Vec<u32>> {
        for linear in found {
            for (_, var) in &linear.sum {
                let sign = usize::from(!var.signed);
                if linear.sum.len() > 1 && !std::mem::replace(&mut self.is_variable[var.node as usize][sign], true) {
                    self.forget(var.node);
                    self.open.push(var.node);
                    if is_late(graph, store, var.node) && !self.late.contains(&var.node) {
                        self.late.push(var.node);
                    }
                }
            }
            let Some(differences) = self.differences.as_mut().filter(|_| Differences::takes(linear)) else { continue };
            statistics.differences.tests += 1;
            if let Err(needs) = differences.add(linear) {
                statistics.differences.decided += 1;
                return Err(needs);
            }
        }
        Ok(())
    }
}

/// Whether it is known already which definition a new variable has.
fn is_late(graph: &Graph, store: &Store, number: u32) -> bool {
    let node = graph.node(number);
    match node.op {
        Op::Ite => store.truth(node.kids()[0]).is_some(),
        Op::Select => store.domain(graph, node.kids()[1]).as_constant().is_some(),
        _ => false,
    }
}
