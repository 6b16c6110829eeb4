//! Which registers may be read between their declaration and their first write.
//!
//! Most never are: then a declaration needs no symbol for what the register holds. The analysis goes backwards from the
//! reads of each register to its declarations, so it costs what the registers' lives take, not registers times blocks.

use pm_base::Idx;
use pm_ir::uses::{inst_operands, term_operand, written_var};
use pm_ir::*;
use rustc_hash::{FxHashMap, FxHashSet};

/// Steps after which every register counts as read.
const LIMIT: usize = 20_000_000;

/// What a block does to a register.
#[derive(Clone, Copy, Default)]
struct Touch {
    /// Read before it is declared or written here.
    exposed: bool,
    last: Last,
}

/// What gave the register its contents at the end of the block.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Last {
    #[default]
    Elsewhere,
    Write,
    Declaration,
}

/// By register: may a read see what its declaration left?
pub(crate) fn may_be_read_undefined(func: &Function) -> Vec<bool> {
    let mut found = vec![false; func.vars.len()];
    let touches = touches(func, &mut found);
    let preds = predecessors(func);
    let mut steps = 0;
    for (var, blocks) in &touches {
        if !found[var.index()] {
            found[var.index()] = reaches_declaration(blocks, &preds, &mut steps);
        }
        if steps > LIMIT {
            return vec![true; func.vars.len()];
        }
    }
    found
}

/// By declared register and block; `found` gets those that are read right behind their declaration.
fn touches(func: &Function, found: &mut [bool]) -> FxHashMap<VarId, FxHashMap<BlockId, Touch>> {
    let insts = func.blocks.iter().flat_map(|b| &b.insts);
    let mut touches: FxHashMap<VarId, FxHashMap<BlockId, Touch>> = insts
        .filter_map(|i| match i.kind {
            InstKind::DeclVar(v) => Some((v, FxHashMap::default())),
            _ => None,
        })
        .collect();
    for (id, block) in func.blocks.iter_ids() {
        let mut read = |o: &Operand, touches: &mut FxHashMap<VarId, FxHashMap<BlockId, Touch>>| {
            let Operand::Var(v) = o else { return };
            let Some(touch) = touches.get_mut(v).map(|t| t.entry(id).or_default()) else { return };
            touch.exposed |= touch.last == Last::Elsewhere;
            found[v.index()] |= touch.last == Last::Declaration;
        };
        for inst in &block.insts {
            inst_operands(&inst.kind, &mut |o| read(o, &mut touches));
            let (var, last) = match inst.kind {
                InstKind::DeclVar(v) => (Some(v), Last::Declaration),
                _ => (written_var(&inst.kind), Last::Write),
            };
            if let Some(touch) = var.and_then(|v| touches.get_mut(&v)) {
                touch.entry(id).or_default().last = last;
            }
        }
        term_operand(&block.term.kind).into_iter().for_each(|o| read(o, &mut touches));
    }
    touches
}

fn predecessors(func: &Function) -> Vec<Vec<BlockId>> {
    let mut preds = vec![Vec::new(); func.blocks.len()];
    for (id, block) in func.blocks.iter_ids() {
        for to in block.term.kind.successors() {
            preds[to.index()].push(id);
        }
    }
    preds
}

/// Does a way lead back from an exposed read to a declaration, without a write on it?
fn reaches_declaration(blocks: &FxHashMap<BlockId, Touch>, preds: &[Vec<BlockId>], steps: &mut usize) -> bool {
    let mut work: Vec<BlockId> = blocks.iter().filter(|(_, t)| t.exposed).map(|(b, _)| *b).collect();
    let mut seen: FxHashSet<BlockId> = work.iter().copied().collect();
    while let Some(block) = work.pop() {
        for &pred in &preds[block.index()] {
            *steps += 1;
            match blocks.get(&pred).map_or(Last::Elsewhere, |t| t.last) {
                Last::Declaration => return true,
                Last::Write => {}
                Last::Elsewhere => {
                    if seen.insert(pred) {
                        work.push(pred);
                    }
                }
            }
        }
        if *steps > LIMIT {
            return true;
        }
    }
    false
}
