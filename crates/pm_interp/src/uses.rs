//! How often registers are read: what the translator must know to leave temporaries out.

use pm_ir::uses::{inst_operands, rvalues, term_operand};
use pm_ir::{Function, Operand, Rvalue};

/// How often each variable is read in a function.
pub(crate) fn count_uses(func: &Function) -> Vec<u32> {
    let mut uses = vec![0; func.vars.len()];
    let mut visit = |o: &Operand| {
        if let Operand::Var(v) = o {
            uses[v.0 as usize] += 1;
        }
    };
    for block in func.blocks.iter() {
        for inst in &block.insts {
            inst_operands(&inst.kind, &mut visit);
        }
        term_operand(&block.term.kind).iter().for_each(|o| visit(o));
    }
    // A flag is read with its register.
    for rvalue in rvalues(func) {
        if let Rvalue::IsInitVar(v) = rvalue {
            visit(&Operand::Var(*v));
        }
    }
    uses
}
