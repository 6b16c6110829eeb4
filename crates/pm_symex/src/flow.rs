//! What the executor must know about a function's graph: the order of blocks, loops, and registers that live in one block.

use pm_base::Idx;
use pm_ir::loops::find_loops;
use pm_ir::*;
use rustc_hash::FxHashSet;

pub struct Flow {
    /// Position of each block in an order where every edge but the back edges goes forward.
    pub order: Vec<u32>,
    /// For each block, the loop whose head it is.
    pub loop_at: Vec<Option<u32>>,
    pub loops: Vec<LoopInfo>,
    /// Registers that are written and read within one block only: never part of a merge.
    pub block_local: Vec<bool>,
}

pub struct LoopInfo {
    pub head: BlockId,
    pub blocks: FxHashSet<BlockId>,
}

impl Flow {
    pub fn new(func: &Function) -> Flow {
        let loops: Vec<LoopInfo> = find_loops(func)
            .into_iter()
            .map(|l| LoopInfo { head: l.head, blocks: l.blocks.into_iter().collect() })
            .collect();
        let mut loop_at = vec![None; func.blocks.len()];
        for (i, l) in loops.iter().enumerate() {
            loop_at[l.head.index()] = Some(i as u32);
        }
        Flow { order: reverse_postorder(func), loop_at, loops, block_local: block_local(func) }
    }
}

fn reverse_postorder(func: &Function) -> Vec<u32> {
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
        for inst in &block.insts {
            for_each_var(&inst.kind, |v| touch(v, id.0));
        }
        match &block.term.kind {
            TermKind::Branch { cond: o, .. } | TermKind::Switch { value: o, .. } => operand(o, &mut |v| touch(v, id.0)),
            TermKind::Return(Some(o)) | TermKind::Stop(o) => operand(o, &mut |v| touch(v, id.0)),
            TermKind::Return(None) | TermKind::Goto(_) | TermKind::Unreachable => {}
        }
    }
    home.iter().map(|h| *h < MANY).collect()
}

fn operand(o: &Operand, f: &mut impl FnMut(VarId)) {
    if let Operand::Var(v) = o {
        f(*v);
    }
}

fn for_each_var(kind: &InstKind, mut f: impl FnMut(VarId)) {
    let f = &mut f;
    let ops = |list: &[&Operand], f: &mut dyn FnMut(VarId)| {
        for o in list {
            if let Operand::Var(v) = o {
                f(*v);
            }
        }
    };
    match kind {
        InstKind::Assign { dst, value } => {
            f(*dst);
            rvalue_vars(value, f);
        }
        InstKind::Store { ptr, value, .. } => ops(&[ptr, value], f),
        InstKind::Copy { dst, src, size } => ops(&[dst, src, size], f),
        InstKind::Fill { dst, byte, size } => ops(&[dst, byte, size], f),
        InstKind::Decl(_) | InstKind::Dead(_) => {}
        InstKind::DeclVar(v) => f(*v),
        InstKind::Alloc { dst, size, .. } => {
            f(*dst);
            ops(&[size], f);
        }
        InstKind::Free { ptr } | InstKind::Release { ptr } => ops(&[ptr], f),
        InstKind::Nondet { dst, .. } => f(*dst),
        InstKind::Havoc { ptr, size } => ops(&[ptr, size], f),
        InstKind::Assume { cond } | InstKind::Cover { cond, .. } => ops(&[cond], f),
        InstKind::Assert { cond, .. } => rvalue_vars(cond, f),
        InstKind::Call { dst, callee, args } => {
            dst.iter().for_each(|d| f(*d));
            if let Callee::Indirect(p, _) = callee {
                ops(&[p], f);
            }
            args.iter().for_each(|a| ops(&[a], f));
        }
        InstKind::Print { dst, stream, format, args } => {
            dst.iter().for_each(|d| f(*d));
            ops(&[stream, format, args], f);
        }
        InstKind::Format { dst, buffer, size, format, args } => {
            dst.iter().for_each(|d| f(*d));
            ops(&[buffer, size, format, args], f);
        }
    }
}

fn rvalue_vars(value: &Rvalue, f: &mut impl FnMut(VarId)) {
    match value {
        Rvalue::IsInitVar(v) => f(*v),
        _ => rvalue_operands(value).into_iter().for_each(|o| operand(&o, f)),
    }
}

/// The operands of an rvalue, at most three.
fn rvalue_operands(value: &Rvalue) -> Vec<Operand> {
    match value {
        Rvalue::Use(a) => vec![*a],
        Rvalue::Unary { a, .. } | Rvalue::Cast { a, .. } | Rvalue::Fits { a, .. } => vec![*a],
        Rvalue::Binary { a, b, .. } | Rvalue::Cmp { a, b, .. } | Rvalue::NoOverflow { a, b, .. } => vec![*a, *b],
        Rvalue::SameObject { a, b } | Rvalue::PtrDiff { a, b, .. } => vec![*a, *b],
        Rvalue::Shift { a, count, .. } | Rvalue::NoShlOverflow { a, count, .. } => vec![*a, *count],
        Rvalue::Fma { a, b, c, .. } => vec![*a, *b, *c],
        Rvalue::Scalbn { a, n, .. } => vec![*a, *n],
        Rvalue::PtrAdd { ptr, bytes } | Rvalue::PtrAddOk { ptr, bytes } => vec![*ptr, *bytes],
        Rvalue::Index { ptr, index, .. } => vec![*ptr, *index],
        Rvalue::InBounds { index, .. } => vec![*index],
        Rvalue::AccessOk { ptr, size, .. } => vec![*ptr, *size],
        Rvalue::Load { ptr, .. } | Rvalue::FreeOk { ptr } | Rvalue::CallOk { ptr, .. } => vec![*ptr],
        Rvalue::IsDynamic { ptr } | Rvalue::IsInit { ptr, .. } | Rvalue::ObjectSize { ptr } => vec![*ptr],
        Rvalue::PtrOffset { ptr } | Rvalue::PtrObject { ptr } => vec![*ptr],
        Rvalue::IsInitVar(_) | Rvalue::NoLeak { .. } => vec![],
    }
}
