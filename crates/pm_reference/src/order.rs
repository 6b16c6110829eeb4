//! In which order the blocks of a function are executed: a weak topological order (Bourdoncle 1993).
//!
//! Every edge leads forward in the order, or back to the head of a loop that it is in. That holds for irreducible control flow, too: a
//! jump into the middle of a loop leads forward.

use pm_base::Idx;
use pm_ir::{BlockId, Function};
use rustc_hash::FxHashSet;

pub enum Element {
    Block(BlockId),
    Loop {
        head: BlockId,
        /// Without the head.
        body: Vec<Element>,
        /// All of them, with those of inner loops.
        blocks: Vec<BlockId>,
    },
}

/// Loops in loops that are followed.
const DEEPEST: u32 = 200;

/// `None` if loops are nested too deep. Where a loop has several entries, one of `heads` is its head.
pub fn order(func: &Function, heads: &FxHashSet<BlockId>) -> Option<Vec<Element>> {
    let successors: Vec<Vec<BlockId>> = func.blocks.iter().map(|b| b.term.kind.successors()).collect();
    let all: Vec<BlockId> = func.blocks.ids().collect();
    Search::new(successors, heads).elements(0, &all)
}

struct Search<'h> {
    heads: &'h FxHashSet<BlockId>,
    successors: Vec<Vec<BlockId>>,
    /// How many loops around a block had their head taken out.
    level: Vec<u32>,
    /// Of the search for components that goes on.
    number: Vec<u32>,
    low: Vec<u32>,
    on_stack: Vec<bool>,
}

impl Search<'_> {
    fn new(successors: Vec<Vec<BlockId>>, heads: &FxHashSet<BlockId>) -> Search<'_> {
        let n = successors.len();
        Search { heads, successors, level: vec![0; n], number: vec![0; n], low: vec![0; n], on_stack: vec![false; n] }
    }

    /// The order of the blocks of this level.
    fn elements(&mut self, depth: u32, blocks: &[BlockId]) -> Option<Vec<Element>> {
        if depth > DEEPEST {
            return None;
        }
        let mut out = Vec::new();
        for mut component in self.components(depth, blocks) {
            let first = component.iter().position(|b| self.heads.contains(b)).unwrap_or(0);
            component.swap(0, first);
            let head = component[0];
            let is_loop = component.len() > 1 || self.successors[head.index()].contains(&head);
            if !is_loop {
                out.push(Element::Block(head));
                continue;
            }
            let body = &component[1..];
            body.iter().for_each(|b| self.level[b.index()] = depth + 1);
            let inner = self.elements(depth + 1, body)?;
            // Whoever looks for blocks of a level later does not find these.
            component.iter().for_each(|b| self.level[b.index()] = u32::MAX);
            out.push(Element::Loop { head, body: inner, blocks: component });
        }
        Some(out)
    }

    /// Strongly connected components in topological order, each with the block first that was met first (Tarjan 1972, without recursion).
    fn components(&mut self, depth: u32, blocks: &[BlockId]) -> Vec<Vec<BlockId>> {
        blocks.iter().for_each(|b| self.number[b.index()] = 0);
        let (mut stack, mut found, mut next) = (Vec::new(), Vec::new(), 0);
        for &start in blocks {
            if self.number[start.index()] != 0 {
                continue;
            }
            let mut walk = vec![(start, 0)];
            while let Some((block, edge)) = walk.last_mut() {
                let (b, i) = (block.index(), *edge);
                if i == 0 {
                    next += 1;
                    (self.number[b], self.low[b], self.on_stack[b]) = (next, next, true);
                    stack.push(*block);
                }
                *edge += 1;
                if let Some(to) = self.successors[b].get(i) {
                    let t = to.index();
                    if self.level[t] != depth {
                        continue;
                    }
                    if self.number[t] == 0 {
                        walk.push((*to, 0));
                    } else if self.on_stack[t] {
                        self.low[b] = self.low[b].min(self.number[t]);
                    }
                    continue;
                }
                let block = *block;
                walk.pop();
                if let Some((parent, _)) = walk.last() {
                    self.low[parent.index()] = self.low[parent.index()].min(self.low[b]);
                }
                if self.low[b] == self.number[b] {
                    let at = stack.iter().rposition(|s| *s == block).unwrap_or(0);
                    let component: Vec<BlockId> = stack.split_off(at);
                    component.iter().for_each(|c| self.on_stack[c.index()] = false);
                    found.push(component);
                }
            }
        }
        found.reverse();
        found
    }
}
