//! Which registers of a function are read before they are written again, at the beginning of each block.
//!
//! The usual backward analysis. A question whether a register has a value (`IsInitVar`) counts as a read.

use pm_base::Idx;
use pm_ir::uses::{asked_var, inst_operands, term_operand, written_var};
use pm_ir::*;

/// A set of registers.
#[derive(Clone, PartialEq, Eq, Default)]
pub(crate) struct VarSet(Vec<u64>);

impl VarSet {
    fn new(vars: usize) -> VarSet {
        VarSet(vec![0; vars.div_ceil(64)])
    }

    pub fn contains(&self, var: VarId) -> bool {
        self.0.get(var.index() / 64).is_some_and(|w| w >> (var.index() % 64) & 1 != 0)
    }

    pub fn insert(&mut self, var: VarId) {
        self.0[var.index() / 64] |= 1 << (var.index() % 64);
    }

    fn insert_operand(&mut self, o: &Operand) {
        if let Operand::Var(v) = o {
            self.insert(*v);
        }
    }

    pub fn remove(&mut self, var: VarId) {
        self.0[var.index() / 64] &= !(1 << (var.index() % 64));
    }

    fn add_all(&mut self, other: &VarSet) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }
}

pub(crate) struct Liveness {
    /// By block.
    at_start: Vec<VarSet>,
}

impl Liveness {
    pub fn new(func: &Function) -> Liveness {
        let mut live = Liveness { at_start: vec![VarSet::new(func.vars.len()); func.blocks.len()] };
        let mut changed = true;
        while changed {
            changed = false;
            for id in (0..func.blocks.len()).rev().map(BlockId::new) {
                let now = live.before(func, id, 0);
                if now != live.at_start[id.index()] {
                    live.at_start[id.index()] = now;
                    changed = true;
                }
            }
        }
        live
    }

    /// Live before instruction `inst` of a block.
    pub fn before(&self, func: &Function, block: BlockId, inst: usize) -> VarSet {
        let code = &func.blocks[block];
        let mut live = VarSet::new(func.vars.len());
        for to in code.term.kind.successors() {
            live.add_all(&self.at_start[to.index()]);
        }
        term_operand(&code.term.kind).into_iter().for_each(|o| live.insert_operand(o));
        for inst in code.insts[inst.min(code.insts.len())..].iter().rev() {
            match &inst.kind {
                InstKind::DeclVar(v) => live.remove(*v),
                kind => written_var(kind).into_iter().for_each(|v| live.remove(v)),
            }
            inst_operands(&inst.kind, &mut |o| live.insert_operand(o));
            asked_var(&inst.kind).into_iter().for_each(|v| live.insert(v));
        }
        live
    }

    pub fn at_start(&self, block: BlockId) -> &VarSet {
        &self.at_start[block.index()]
    }
}
