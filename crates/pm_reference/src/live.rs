//! Which registers are read later: only these are kept where paths meet.

use pm_base::Idx;
use pm_ir::uses::{asked_var, inst_operands, term_operand, written_var};
use pm_ir::{Block, Function, InstKind, Operand, VarId};

type Set = Vec<u64>;

/// By block: the registers that are read before they are written, from its beginning on.
pub fn live(func: &Function) -> Vec<Set> {
    let words = func.vars.len().div_ceil(64);
    let mut live: Vec<Set> = vec![vec![0; words]; func.blocks.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (id, block) in func.blocks.iter_ids().collect::<Vec<_>>().into_iter().rev() {
            let mut set = vec![0; words];
            for to in block.term.kind.successors() {
                set.iter_mut().zip(&live[to.index()]).for_each(|(a, b)| *a |= b);
            }
            backwards(block, &mut set);
            if set != live[id.index()] {
                live[id.index()] = set;
                changed = true;
            }
        }
    }
    live
}

fn backwards(block: &Block, set: &mut Set) {
    term_operand(&block.term.kind).into_iter().for_each(|o| read(o, set));
    for inst in block.insts.iter().rev() {
        let written = match inst.kind {
            InstKind::DeclVar(v) => Some(v),
            _ => written_var(&inst.kind),
        };
        if let Some(v) = written {
            set[v.index() / 64] &= !(1 << (v.index() % 64));
        }
        inst_operands(&inst.kind, &mut |o| read(o, set));
        if let Some(v) = asked_var(&inst.kind) {
            insert(v, set);
        }
    }
}

fn read(operand: &Operand, set: &mut Set) {
    if let Operand::Var(v) = operand {
        insert(*v, set);
    }
}

fn insert(v: VarId, set: &mut Set) {
    set[v.index() / 64] |= 1 << (v.index() % 64);
}

pub fn contains(set: &[u64], v: usize) -> bool {
    set[v / 64] >> (v % 64) & 1 != 0
}
