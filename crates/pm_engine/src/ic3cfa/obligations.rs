//! What is to be blocked: cubes at locations, each in a frame, those of early frames first.

use crate::cfa::cubes::Cube;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A cube from which a goal is reached.
#[derive(Clone, Debug)]
pub struct Obligation {
    pub cube: Cube,
    pub location: u32,
    /// The command that leads from it to the next one, or to a goal.
    pub command: usize,
    pub next: Option<usize>,
    /// Steps to the goal.
    pub depth: u32,
}

#[derive(Default)]
pub struct Obligations {
    all: Vec<Obligation>,
    /// By frame, then by size where that is wanted, then by steps to the goal.
    queue: BinaryHeap<Reverse<(u32, usize, u32, usize)>>,
    is_ordered: bool,
}

impl Obligations {
    /// `is_ordered`: small cubes first (5.8).
    pub fn new(is_ordered: bool) -> Obligations {
        Obligations { is_ordered, ..Obligations::default() }
    }

    pub fn add(&mut self, level: u32, obligation: Obligation) {
        self.all.push(obligation);
        self.push(level, self.all.len() - 1);
    }

    /// Once more, in this frame.
    pub fn push(&mut self, level: u32, index: usize) {
        let o = &self.all[index];
        let size = if self.is_ordered { o.cube.len() } else { 0 };
        self.queue.push(Reverse((level, size, o.depth, index)));
    }

    pub fn pop(&mut self) -> Option<(u32, usize)> {
        self.queue.pop().map(|Reverse((level, _, _, index))| (level, index))
    }

    pub fn get(&self, index: usize) -> &Obligation {
        &self.all[index]
    }

    /// Those that lead from one to a goal.
    pub fn chain(&self, index: usize) -> Vec<Obligation> {
        let mut chain = Vec::new();
        let mut next = Some(index);
        while let Some(i) = next {
            chain.push(self.all[i].clone());
            next = self.all[i].next;
        }
        chain
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pm_term::{Sort, TermId, Terms};

    fn of(literals: Vec<TermId>, next: Option<usize>) -> Obligation {
        Obligation { cube: Cube::new(literals), location: 2, command: 0, next, depth: 0 }
    }

    #[test]
    fn early_frames_and_small_cubes_first() {
        let mut t = Terms::new();
        let [a, b] = ["a", "b"].map(|n| t.symbol(n, Sort::Bool));
        let mut queue = Obligations::new(true);
        queue.add(2, of(vec![a], None));
        queue.add(1, of(vec![a, b], Some(0)));
        queue.add(1, of(vec![b], Some(0)));
        let order: Vec<(u32, usize)> = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(order, vec![(1, 2), (1, 1), (2, 0)]);
        assert_eq!(queue.chain(2).len(), 2);
    }
}
