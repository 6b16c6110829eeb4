//! The loops of a function, by the back edges of a depth-first search.
//!
//! A loop is named `function.N`, N counting the function's loops in source order: an edit in another function changes no
//! name. Several back edges to one head are one loop. Irreducible control flow (a `goto` into a loop) gives a head, too:
//! every cycle of the graph contains the head of some loop. [`reverse_postorder`] is that of the same search, so that every edge
//! but those to heads goes forward in it. The blocks of loops can be many more than those of their function where loops share blocks, so they
//! are looked for when somebody asks ([`Bodies`]); all else is linear in the function's size.

use crate::components::components;
use crate::{BlockId, Function};
use pm_base::{Idx, Span};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::OnceCell;

pub struct Loop {
    pub head: BlockId,
    /// Blocks that jump back to the head, sorted.
    pub latches: Vec<BlockId>,
    /// `#pragma proofmark unwind N`
    pub bound: Option<u32>,
    pub span: Span,
}

/// The blocks of a function's loops: those from which a latch is reached without passing the head; with head and latches.
pub struct Bodies {
    predecessors: Vec<Vec<BlockId>>,
    of_head: Vec<OnceCell<FxHashSet<BlockId>>>,
}

impl Bodies {
    pub fn new(func: &Function) -> Bodies {
        let mut predecessors = vec![Vec::new(); func.blocks.len()];
        for (from, targets) in successors(func).iter().enumerate() {
            for to in targets {
                predecessors[to.index()].push(BlockId::new(from));
            }
        }
        Bodies { of_head: vec![OnceCell::new(); predecessors.len()], predecessors }
    }

    pub fn of(&self, l: &Loop) -> &FxHashSet<BlockId> {
        self.of_head[l.head.index()].get_or_init(|| self.search(l))
    }

    fn search(&self, l: &Loop) -> FxHashSet<BlockId> {
        let mut seen: FxHashSet<BlockId> = std::iter::once(l.head).collect();
        let mut work = l.latches.clone();
        while let Some(block) = work.pop() {
            if seen.insert(block) {
                work.extend(&self.predecessors[block.index()]);
            }
        }
        seen
    }
}

/// All loops, in source order.
pub fn find_loops(func: &Function) -> Vec<Loop> {
    let bounds: FxHashMap<BlockId, u32> = func.unwind_bounds.iter().rev().copied().collect();
    let mut loops: Vec<Loop> = Vec::new();
    let mut of_head = vec![None; func.blocks.len()];
    for (latch, head) in back_edges(&successors(func)) {
        let i = *of_head[head.index()].get_or_insert_with(|| {
            loops.push(new_loop(func, head, bounds.get(&head).copied()));
            loops.len() - 1
        });
        loops[i].latches.push(latch);
    }
    for l in &mut loops {
        l.latches.sort_unstable();
        l.latches.dedup();
    }
    loops.sort_by_key(|l| (l.span.lo, l.head));
    loops
}

/// A loop with all loops that it shares blocks with: a strongly connected component.
pub struct Outermost {
    /// The first block that the search comes to: the head of a loop.
    pub head: BlockId,
    pub blocks: Vec<BlockId>,
    /// No edge leaves it.
    pub endless: bool,
}

pub fn outermost_loops(func: &Function) -> Vec<Outermost> {
    let (successors, order) = (successors(func), reverse_postorder(func));
    let mut out = Vec::new();
    let mut component_of = vec![usize::MAX; successors.len()];
    for (number, blocks) in components(&successors).into_iter().enumerate() {
        blocks.iter().for_each(|b| component_of[b.index()] = number);
        let Some(head) = blocks.iter().copied().min_by_key(|b| order[b.index()]) else { continue };
        let is_loop = blocks.len() > 1 || successors[head.index()].contains(&head);
        if is_loop && order[head.index()] != u32::MAX {
            let stays = |b: &BlockId| successors[b.index()].iter().all(|to| component_of[to.index()] == number);
            let endless = blocks.iter().all(stays);
            out.push(Outermost { head, blocks, endless });
        }
    }
    out
}

fn successors(func: &Function) -> Vec<Vec<BlockId>> {
    func.blocks.iter().map(|b| b.term.kind.successors()).collect()
}

fn new_loop(func: &Function, head: BlockId, bound: Option<u32>) -> Loop {
    let block = &func.blocks[head];
    let first = block.insts.iter().map(|i| i.span).find(|s| !s.is_none());
    Loop { head, latches: Vec::new(), bound, span: first.unwrap_or(block.term.span) }
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
