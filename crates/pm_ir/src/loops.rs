//! The loops of a function, by the back edges of a depth-first search.
//!
//! A loop is named `function.N`, N counting the function's loops in source order: an edit in another function changes no
//! name. Several back edges to one head are one loop. Irreducible control flow (a `goto` into a loop) gives a head, too:
//! every cycle of the graph contains the head of some loop. [`reverse_postorder`] is that of the same search, so that every edge
//! but those to heads goes forward in it.

use crate::{BlockId, Function};
use pm_base::{Idx, Span};

pub struct Loop {
    pub head: BlockId,
    /// Blocks that jump back to the head.
    pub latches: Vec<BlockId>,
    /// Blocks from which a latch is reached without passing the head; with head and latches, sorted.
    pub blocks: Vec<BlockId>,
    /// `#pragma proofmark unwind N`
    pub bound: Option<u32>,
    pub span: Span,
}

/// All loops, in source order.
pub fn find_loops(func: &Function) -> Vec<Loop> {
    let successors: Vec<Vec<BlockId>> = func.blocks.iter().map(|b| b.term.kind.successors()).collect();
    let mut predecessors = vec![Vec::new(); successors.len()];
    for (from, targets) in successors.iter().enumerate() {
        for to in targets {
            predecessors[to.index()].push(BlockId::new(from));
        }
    }
    let mut loops: Vec<Loop> = Vec::new();
    let mut of_head = vec![None; successors.len()];
    for (latch, head) in back_edges(&successors) {
        let i = *of_head[head.index()].get_or_insert_with(|| {
            loops.push(new_loop(func, head));
            loops.len() - 1
        });
        if !loops[i].latches.contains(&latch) {
            loops[i].latches.push(latch);
        }
    }
    for l in &mut loops {
        l.blocks = body(l.head, &l.latches, &predecessors);
    }
    loops.sort_by_key(|l| (l.span.lo, l.head));
    loops
}

fn new_loop(func: &Function, head: BlockId) -> Loop {
    let bound = func.unwind_bounds.iter().find(|(b, _)| *b == head).map(|(_, n)| *n);
    let block = &func.blocks[head];
    let first = block.insts.iter().map(|i| i.span).find(|s| !s.is_none());
    Loop { head, latches: Vec::new(), blocks: Vec::new(), bound, span: first.unwrap_or(block.term.span) }
}

/// Edges to a block that is on the search's own path.
fn back_edges(successors: &[Vec<BlockId>]) -> Vec<(BlockId, BlockId)> {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        OnPath,
        Done,
    }
    let mut edges = Vec::new();
    let mut marks = vec![Mark::New; successors.len()];
    if successors.is_empty() {
        return edges;
    }
    let mut path = vec![(BlockId(0), 0)];
    marks[0] = Mark::OnPath;
    while let Some((block, next)) = path.last_mut() {
        let from = *block;
        let Some(&to) = successors[from.index()].iter().rev().nth(*next) else {
            marks[from.index()] = Mark::Done;
            path.pop();
            continue;
        };
        *next += 1;
        match marks[to.index()] {
            Mark::New => {
                marks[to.index()] = Mark::OnPath;
                path.push((to, 0));
            }
            Mark::OnPath => edges.push((from, to)),
            Mark::Done => {}
        }
    }
    edges
}

/// By block: its position in the order in which every edge but the back edges goes forward.
pub fn reverse_postorder(func: &Function) -> Vec<u32> {
    let n = func.blocks.len();
    let mut order = vec![u32::MAX; n];
    let mut seen = vec![false; n];
    let mut next = n as u32;
    let mut path: Vec<(BlockId, Vec<BlockId>)> = Vec::new();
    if n > 0 {
        seen[0] = true;
        path.push((BlockId(0), func.blocks[BlockId(0)].term.kind.successors()));
    }
    while let Some((block, rest)) = path.last_mut() {
        match rest.pop() {
            Some(to) if !seen[to.index()] => {
                seen[to.index()] = true;
                path.push((to, func.blocks[to].term.kind.successors()));
            }
            Some(_) => {}
            None => {
                next -= 1;
                order[block.index()] = next;
                path.pop();
            }
        }
    }
    order
}

fn body(head: BlockId, latches: &[BlockId], predecessors: &[Vec<BlockId>]) -> Vec<BlockId> {
    let mut seen: rustc_hash::FxHashSet<BlockId> = std::iter::once(head).collect();
    let mut work: Vec<BlockId> = latches.to_vec();
    while let Some(block) = work.pop() {
        if seen.insert(block) {
            work.extend(&predecessors[block.index()]);
        }
    }
    let mut blocks: Vec<BlockId> = seen.into_iter().collect();
    blocks.sort();
    blocks
}
