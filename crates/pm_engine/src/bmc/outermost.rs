//! Loops that no other loop is around, in a function that is called from one place: candidates for being followed.
//!
//! This is a guess from the program's text, to keep the executor from setting aside the states of many inner loops. What
//! counts is what was set aside in the end.

use pm_ir::{BlockId, Callee, FuncId, InstKind, Program};
use pm_symex::LoopName;
use rustc_hash::{FxHashMap, FxHashSet};

pub fn outermost_loops(program: &Program) -> FxHashSet<LoopName> {
    let called = called_once(program);
    let mut out = FxHashSet::default();
    let mut open = vec![program.entry];
    let mut seen: FxHashSet<FuncId> = open.iter().copied().collect();
    while let Some(func) = open.pop() {
        let loops = pm_ir::loops::outermost_loops(&program.funcs[func]);
        out.extend(loops.iter().map(|l| LoopName { func, head: Some(l.head) }));
        let inside: FxHashSet<BlockId> = loops.iter().flat_map(|l| &l.blocks).copied().collect();
        for (callee, block) in called.get(&func).into_iter().flatten() {
            if !inside.contains(block) && seen.insert(*callee) {
                open.push(*callee);
            }
        }
    }
    out
}

/// By caller: the functions that are called from one place, and where that is.
fn called_once(program: &Program) -> FxHashMap<FuncId, Vec<(FuncId, BlockId)>> {
    let mut called: FxHashMap<FuncId, Vec<(FuncId, BlockId)>> = FxHashMap::default();
    for (callee, from) in call_sites(program) {
        if let [(caller, block)] = from[..] {
            called.entry(caller).or_default().push((callee, block));
        }
    }
    called
}

fn call_sites(program: &Program) -> FxHashMap<FuncId, Vec<(FuncId, BlockId)>> {
    let mut sites: FxHashMap<FuncId, Vec<(FuncId, BlockId)>> = FxHashMap::default();
    for (func, f) in program.funcs.iter_ids() {
        for (id, block) in f.blocks.iter_ids() {
            for inst in &block.insts {
                if let InstKind::Call { callee: Callee::Direct(callee), .. } = &inst.kind {
                    sites.entry(*callee).or_default().push((func, id));
                }
            }
        }
    }
    sites
}
