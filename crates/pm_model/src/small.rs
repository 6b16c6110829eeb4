//! Small blocks: which basic blocks begin a step of their own (Kleine Büning, Balyo, Sinz, "Unbounded Software Model Checking with Incremental SAT-Solving").
//!
//! The paper makes a step of each basic block that clang leaves after its simplifications, in SSA form. There chains of
//! tests have become one switch, blocks that only go on are gone, and constants and copies of registers are operands of
//! phi nodes. Here the same: a step begins at each loop's head and at each block with an *effect* (a write to memory, an input,
//! a check, arithmetic that changes a register). Other blocks belong to the edges of the step before, and so does a block that can only
//! be reached by a jump from one other. Calls and returns are no steps: a callee's first block belongs to the call, the rest of the caller's
//! block to the return.
//!
//! Nothing rests on this but the length of steps: the executor joins what meets, so that a web of tests costs what it has of blocks.

use pm_base::Idx;
use pm_ir::{
    Block, BlockId, Callee, FuncId, Function, Inst, InstKind, Operand, Program, PropId, Rvalue, StorageKind, TermKind,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// By function, for each block: does a step begin there? Loop heads are asked elsewhere.
#[derive(Default)]
pub struct SmallBlocks {
    begins: FxHashMap<FuncId, Vec<bool>>,
}

impl SmallBlocks {
    pub fn begins(&mut self, program: &Program, ignored: &FxHashSet<PropId>, func: FuncId, block: BlockId) -> bool {
        let of = self.begins.entry(func).or_insert_with(|| begins(program, ignored, func));
        of[block.index()]
    }
}

fn begins(program: &Program, ignored: &FxHashSet<PropId>, func: FuncId) -> Vec<bool> {
    let f = &program.funcs[func];
    let follows = straight(f);
    let looks = Looks { program, ignored };
    let begins = |(id, block): (BlockId, &Block)| !follows[id.index()] && looks.has_effect(f, block, &mut vec![func]);
    f.blocks.iter_ids().map(begins).collect()
}

/// The blocks that one jump leads to and nothing else.
fn straight(f: &Function) -> Vec<bool> {
    let mut edges = vec![0_u32; f.blocks.len()];
    let mut jumps = vec![false; f.blocks.len()];
    for block in f.blocks.iter() {
        block.term.kind.successors().iter().for_each(|to| edges[to.index()] += 1);
        if let TermKind::Goto(to) = block.term.kind {
            jumps[to.index()] = true;
        }
    }
    edges.into_iter().zip(jumps).map(|(edges, jumps)| edges == 1 && jumps).collect()
}

struct Looks<'a> {
    program: &'a Program,
    /// Properties that nobody asks for are no checks.
    ignored: &'a FxHashSet<PropId>,
}

impl Looks<'_> {
    /// `calls`: the functions on the way here.
    fn has_effect(&self, f: &Function, block: &Block, calls: &mut Vec<FuncId>) -> bool {
        block.insts.iter().any(|i| self.is_effect(f, i, calls))
    }

    fn is_effect(&self, f: &Function, inst: &Inst, calls: &mut Vec<FuncId>) -> bool {
        match &inst.kind {
            InstKind::Assign { value: Rvalue::Use(_), .. } => false,
            InstKind::Assign { dst, .. } => f.vars[*dst].kind != StorageKind::Temp,
            InstKind::Decl(_) | InstKind::Dead(_) | InstKind::DeclVar(_) | InstKind::Release { .. } => false,
            // One that always holds only marks its place.
            InstKind::Assert { cond: Rvalue::Use(Operand::TRUE), .. } => false,
            InstKind::Assert { prop, .. } => !self.ignored.contains(prop),
            InstKind::Call { callee: Callee::Direct(callee), .. } => self.call_has_effect(*callee, calls),
            InstKind::Store { .. }
            | InstKind::Copy { .. }
            | InstKind::Fill { .. }
            | InstKind::Alloc { .. }
            | InstKind::Free { .. }
            | InstKind::Nondet { .. }
            | InstKind::Havoc { .. }
            | InstKind::Inexact { .. }
            | InstKind::Assume { .. }
            | InstKind::Cover { .. }
            | InstKind::Call { callee: Callee::Indirect(..), .. }
            | InstKind::Print { .. }
            | InstKind::Format { .. } => true,
        }
    }

    /// Only the first block of the callee belongs to the call.
    fn call_has_effect(&self, callee: FuncId, calls: &mut Vec<FuncId>) -> bool {
        let f = &self.program.funcs[callee];
        if !f.has_body() || calls.contains(&callee) {
            return true;
        }
        calls.push(callee);
        let has = self.has_effect(f, &f.blocks[BlockId::new(0)], calls);
        calls.pop();
        has
    }
}
