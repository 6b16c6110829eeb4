//! Labels: what is blocked at each node of the tree, and which nodes' states are among those of others.

use crate::cfa::Ground;
use crate::cfa::cubes::Cube;
use crate::cfa::refute;
use pm_solve::Limit;
use pm_term::{TermId, Terms};
use rustc_hash::FxHashMap;

#[derive(Clone, Default)]
pub struct Label {
    pub cubes: Vec<Cube>,
    /// Grows with each change.
    version: u32,
}

/// An answer, and the versions of both labels then.
struct Compared {
    is_implied: bool,
    of: u32,
    by: u32,
}

/// By node.
#[derive(Default)]
pub struct Labels {
    labels: Vec<Label>,
    compared: FxHashMap<(usize, usize), Compared>,
}

impl Labels {
    /// Of the next node: nothing is blocked.
    pub fn push(&mut self) {
        self.labels.push(Label::default());
    }

    pub fn cubes(&self, node: usize) -> &[Cube] {
        &self.labels[node].cubes
    }

    /// All that is blocked at a node, from now on: more than before.
    pub fn set(&mut self, node: usize, cubes: Vec<Cube>) {
        let label = &mut self.labels[node];
        if label.cubes != cubes {
            *label = Label { cubes, version: label.version + 1 };
        }
    }

    pub fn block(&mut self, node: usize, cube: Cube) {
        let label = &mut self.labels[node];
        refute::add(&mut label.cubes, cube);
        label.version += 1;
    }

    /// Everything is blocked.
    pub fn is_false(&self, node: usize) -> bool {
        self.cubes(node).iter().any(Cube::is_empty)
    }

    /// A cube is blocked at a node, by its literals.
    pub fn blocks(&self, node: usize, cube: &Cube) -> bool {
        self.cubes(node).iter().any(|b| b.is_subset(cube))
    }

    /// What may be at a node.
    pub fn fact(&self, terms: &mut Terms, node: usize) -> TermId {
        let clauses: Vec<TermId> = self.cubes(node).iter().map(|c| c.clause(terms)).collect();
        terms.and_all(&clauses)
    }

    /// Whether the states of a node are among those of another one at the same location.
    pub fn implies(&mut self, ground: &mut Ground, location: u32, node: usize, other: usize) -> Result<bool, Limit> {
        let (of, by) = (self.labels[node].version, self.labels[other].version);
        if let Some(known) = self.compared.get(&(node, other)) {
            // Labels only grow: fewer states are still among as many, and not among fewer if they were not among more.
            if known.is_implied && known.by == by || !known.is_implied && known.of == of {
                return Ok(known.is_implied);
            }
        }
        let is_implied = self.implies_now(ground, location, node, other)?;
        self.compared.insert((node, other), Compared { is_implied, of, by });
        Ok(is_implied)
    }

    fn implies_now(&self, ground: &mut Ground, location: u32, node: usize, other: usize) -> Result<bool, Limit> {
        let terms = &mut ground.system.terms;
        let known: Vec<TermId> = self.cubes(node).iter().map(|c| c.clause(terms)).collect();
        for cube in self.cubes(other).iter().filter(|c| !self.blocks(node, c)) {
            let assumed = [&known[..], cube.literals()].concat();
            if ground.sites.state(terms, location, &assumed)?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
