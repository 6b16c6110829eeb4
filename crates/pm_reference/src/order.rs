//! In which order the blocks of a function are executed: a weak topological order (Bourdoncle 1993).
//!
//! Every edge leads forward in the order, or back to the head of a loop that it is in. That holds for irreducible control flow, too: a
//! jump into the middle of a loop leads forward.

use pm_base::Idx;
use pm_ir::{BlockId, Function};

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

/// `None` if loops are nested too deep.
pub fn order(func: &Function) -> Option<Vec<Element>> {
    let successors: Vec<Vec<BlockId>> = func.blocks.iter().map(|b| b.term.kind.successors()).collect();
    let mut level = vec![0; successors.len()];
    let all: Vec<BlockId> = func.blocks.ids().collect();
    elements(&successors, &mut level, 0, &all)
}

/// The order of the blocks of this level. `level` of a block: how many loops around it had their head taken out.
fn elements(successors: &[Vec<BlockId>], level: &mut [u32], depth: u32, blocks: &[BlockId]) -> Option<Vec<Element>> {
    if depth > DEEPEST {
        return None;
    }
    let mut out = Vec::new();
    for component in components(successors, level, depth, blocks) {
        let head = component[0];
        let is_loop = component.len() > 1 || successors[head.index()].contains(&head);
        if !is_loop {
            out.push(Element::Block(head));
            continue;
        }
        let body = &component[1..];
        body.iter().for_each(|b| level[b.index()] = depth + 1);
        let inner = elements(successors, level, depth + 1, body)?;
        // Whoever looks for blocks of a level later does not find these.
        component.iter().for_each(|b| level[b.index()] = u32::MAX);
        out.push(Element::Loop { head, body: inner, blocks: component });
    }
    Some(out)
}

/// Strongly connected components in topological order, each with the block first that was met first (Tarjan 1972, without recursion).
fn components(successors: &[Vec<BlockId>], level: &[u32], depth: u32, blocks: &[BlockId]) -> Vec<Vec<BlockId>> {
    let mut number = vec![0u32; successors.len()];
    let mut low = vec![0u32; successors.len()];
    let mut on_stack = vec![false; successors.len()];
    let (mut stack, mut found, mut next) = (Vec::new(), Vec::new(), 0);
    for &start in blocks {
        if number[start.index()] != 0 {
            continue;
        }
        let mut walk = vec![(start, 0)];
        while let Some((block, edge)) = walk.last_mut() {
            let (b, i) = (block.index(), *edge);
            if i == 0 {
                next += 1;
                (number[b], low[b], on_stack[b]) = (next, next, true);
                stack.push(*block);
            }
            *edge += 1;
            if let Some(to) = successors[b].get(i) {
                let t = to.index();
                if level[t] != depth {
                    continue;
                }
                if number[t] == 0 {
                    walk.push((*to, 0));
                } else if on_stack[t] {
                    low[b] = low[b].min(number[t]);
                }
                continue;
            }
            let block = *block;
            walk.pop();
            if let Some((parent, _)) = walk.last() {
                low[parent.index()] = low[parent.index()].min(low[b]);
            }
            if low[b] == number[b] {
                let at = stack.iter().rposition(|s| *s == block).unwrap_or(0);
                let component: Vec<BlockId> = stack.split_off(at);
                component.iter().for_each(|c| on_stack[c.index()] = false);
                found.push(component);
            }
        }
    }
    found.reverse();
    found
}
