//! What the executor must know about a function's graph: the order of blocks, loops, and registers that live in one block.

use crate::control::undefined::may_be_read_undefined;
use pm_base::Idx;
use pm_ir::loops::{Bodies, Loop, find_loops, reverse_postorder};
use pm_ir::uses::{asked_var, inst_operands, term_operand, written_var};
use pm_ir::*;

pub struct Flow {
    /// Position of each block in an order where every edge but the back edges goes forward.
    pub order: Vec<u32>,
    /// For each block, the loop whose head it is.
    pub loop_at: Vec<Option<u32>>,
    pub loops: Vec<Loop>,
    bodies: Bodies,
    /// Registers that are written and read within one block only: never part of a merge.
    pub block_local: Vec<bool>,
    /// Registers that may be read before they are written.
    pub undefined: Vec<bool>,
}

impl Flow {
    pub fn new(func: &Function) -> Flow {
        let loops = find_loops(func);
        let mut loop_at = vec![None; func.blocks.len()];
        for (i, l) in loops.iter().enumerate() {
            loop_at[l.head.index()] = Some(i as u32);
        }
        let (block_local, undefined) = (block_local(func), may_be_read_undefined(func));
        Flow { order: reverse_postorder(func), loop_at, loops, bodies: Bodies::new(func), block_local, undefined }
    }

    pub fn is_in_loop(&self, number: u32, block: BlockId) -> bool {
        self.bodies.of(&self.loops[number as usize]).contains(&block)
    }
}

fn block_local(func: &Function) -> Vec<bool> {
    const NONE: u32 = u32::MAX;
    const MANY: u32 = u32::MAX - 1;
    let mut home = vec![NONE; func.vars.len()];
    let mut touch = |v: VarId, block: u32| {
        let h = &mut home[v.index()];
        *h = if *h == NONE || *h == block { block } else { MANY };
    };
    for p in &func.params {
        touch(*p, MANY);
    }
    for (id, block) in func.blocks.iter_ids() {
        let mut read = |o: &Operand| {
            if let Operand::Var(v) = o {
                touch(*v, id.0);
            }
        };
        for inst in &block.insts {
            inst_operands(&inst.kind, &mut read);
            let declared = if let InstKind::DeclVar(v) = inst.kind { Some(v) } else { None };
            let vars = [declared, asked_var(&inst.kind), written_var(&inst.kind)];
            vars.into_iter().flatten().for_each(|v| read(&Operand::Var(v)));
        }
        term_operand(&block.term.kind).iter().for_each(|o| read(o));
    }
    home.iter().map(|h| *h < MANY).collect()
}
