//! Lays out the blocks of a function: jumps over empty blocks, merges chains, drops what control cannot reach, and
//! numbers the rest in source order. One pass each, linear in the function.
//!
//! Heads of loops with an unwinding bound stay blocks of their own.

use crate::function::{RawBlock, RawFunction};
use pm_base::{Idx, IndexVec};
use pm_ir::{BlockId, TermKind};
use rustc_hash::FxHashSet;

pub(crate) fn simplify(raw: &mut RawFunction) {
    let Some(&entry) = raw.order.first() else { return };
    let kept: FxHashSet<BlockId> = raw.unwind_bounds.iter().map(|(head, _)| *head).collect();
    thread_jumps(raw, &kept);
    let mut predecessors = count_predecessors(raw, entry);
    merge_chains(raw, entry, &kept, &mut predecessors);
    renumber(raw, entry, &predecessors);
}

/// Lets jumps to blocks that only jump go to where those lead.
fn thread_jumps(raw: &mut RawFunction, kept: &FxHashSet<BlockId>) {
    let mut leads_to: Vec<Option<BlockId>> = vec![None; raw.blocks.len()];
    for id in raw.blocks.ids() {
        // Follow the chain up to what is known, then write the result along it; a cycle ends where it began.
        let mut chain = vec![id];
        let mut at = id;
        let end = loop {
            if let Some(end) = leads_to[at.index()] {
                break end;
            }
            let block = &raw.blocks[at];
            match block.term.as_ref().map(|t| &t.kind) {
                Some(TermKind::Goto(next)) if block.insts.is_empty() && !kept.contains(&at) => {
                    leads_to[at.index()] = Some(at);
                    at = *next;
                    chain.push(at);
                }
                _ => break at,
            }
        };
        for b in chain {
            leads_to[b.index()] = Some(end);
        }
    }
    let target = |b: &mut BlockId| *b = leads_to[b.index()].unwrap_or(*b);
    for block in raw.blocks.iter_mut() {
        let Some(term) = &mut block.term else { continue };
        match &mut term.kind {
            TermKind::Goto(b) => target(b),
            TermKind::Branch { then, els, .. } => {
                target(then);
                target(els);
                if then == els {
                    term.kind = TermKind::Goto(*then);
                }
            }
            TermKind::Switch { cases, default, .. } => {
                cases.iter_mut().for_each(|c| target(&mut c.target));
                target(default);
            }
            TermKind::Return(_) | TermKind::Stop(_) | TermKind::Unreachable => {}
        }
    }
}

/// How many reachable edges lead to each block; 0 is unreachable. The entry counts one more.
fn count_predecessors(raw: &RawFunction, entry: BlockId) -> Vec<u32> {
    let mut count = vec![0; raw.blocks.len()];
    count[entry.index()] = 1;
    let mut work = vec![entry];
    while let Some(id) = work.pop() {
        let Some(term) = &raw.blocks[id].term else { continue };
        for_successors(&term.kind, |s| {
            count[s.index()] += 1;
            if count[s.index()] == 1 {
                work.push(s);
            }
        });
    }
    count
}

fn for_successors(kind: &TermKind, mut f: impl FnMut(BlockId)) {
    match kind {
        TermKind::Goto(b) => f(*b),
        TermKind::Branch { then, els, .. } => {
            f(*then);
            f(*els);
        }
        TermKind::Switch { cases, default, .. } => {
            cases.iter().for_each(|c| f(c.target));
            f(*default);
        }
        TermKind::Return(_) | TermKind::Stop(_) | TermKind::Unreachable => {}
    }
}

/// Appends blocks to their only predecessor where that only jumps to them. Merged blocks count as unreachable.
///
/// Each chain is collected from its first block on, so that every instruction moves once.
fn merge_chains(raw: &mut RawFunction, entry: BlockId, kept: &FxHashSet<BlockId>, predecessors: &mut [u32]) {
    let follows = |id: BlockId, raw: &RawFunction| match raw.blocks[id].term.as_ref()?.kind {
        TermKind::Goto(next) => Some(next).filter(|n| *n != entry && predecessors[n.index()] == 1 && !kept.contains(n)),
        _ => None,
    };
    let reachable = raw.order.iter().copied().filter(|b| predecessors[b.index()] > 0);
    let merged: FxHashSet<BlockId> = reachable.clone().filter_map(|b| follows(b, raw)).collect();
    let heads: Vec<BlockId> = reachable.filter(|b| !merged.contains(b)).collect();
    for id in heads {
        while let Some(next) = follows(id, raw) {
            let RawBlock { insts, term } = std::mem::take(&mut raw.blocks[next]);
            raw.blocks[id].insts.extend(insts);
            raw.blocks[id].term = term;
        }
    }
    merged.iter().for_each(|b| predecessors[b.index()] = 0);
}

/// Keeps the reachable blocks, in the order in which they were started.
fn renumber(raw: &mut RawFunction, entry: BlockId, predecessors: &[u32]) {
    let order: Vec<BlockId> = raw.order.iter().copied().filter(|b| predecessors[b.index()] > 0).collect();
    debug_assert_eq!(order.first(), Some(&entry));
    let mut number = vec![None; raw.blocks.len()];
    for (i, id) in order.iter().enumerate() {
        number[id.index()] = Some(BlockId::new(i));
    }
    let target = |b: &mut BlockId| *b = number[b.index()].unwrap_or(*b);
    let mut blocks = IndexVec::with_capacity(order.len());
    for id in order {
        let mut block = std::mem::take(&mut raw.blocks[id]);
        match block.term.as_mut().map(|t| &mut t.kind) {
            Some(TermKind::Goto(b)) => target(b),
            Some(TermKind::Branch { then, els, .. }) => {
                target(then);
                target(els);
            }
            Some(TermKind::Switch { cases, default, .. }) => {
                cases.iter_mut().for_each(|c| target(&mut c.target));
                target(default);
            }
            Some(TermKind::Return(_) | TermKind::Stop(_) | TermKind::Unreachable) | None => {}
        }
        block.insts.shrink_to_fit();
        blocks.push(block);
    }
    raw.blocks = blocks;
    raw.unwind_bounds.retain_mut(|(head, _)| match number[head.index()] {
        Some(n) => {
            *head = n;
            true
        }
        None => false,
    });
    raw.order = raw.blocks.ids().collect();
}
