//! Loops that no other loop is around, in a function that is called from one place: candidates for being followed.
//!
//! This is a guess from the program's text, to keep the executor from setting aside the states of many inner loops. What
//! counts is what was set aside in the end.

use pm_ir::loops::{Loop, find_loops};
use pm_ir::{BlockId, Callee, FuncId, InstKind, Program};
use pm_symex::LoopName;
use rustc_hash::{FxHashMap, FxHashSet};

pub fn outermost_loops(program: &Program) -> FxHashSet<LoopName> {
    let sites = call_sites(program);
    let mut out = FxHashSet::default();
    let mut open = vec![program.entry];
    let mut seen: FxHashSet<FuncId> = open.iter().copied().collect();
    while let Some(func) = open.pop() {
        let loops = find_loops(&program.funcs[func]);
        let heads = loops.iter().filter(|l| !loops.iter().any(|o| o.head != l.head && o.blocks.contains(&l.head)));
        out.extend(heads.map(|l| LoopName { func, head: Some(l.head) }));
        for (callee, from) in &sites {
            let once = from.len() == 1 && from[0].0 == func && !in_loop(&loops, from[0].1);
            if once && seen.insert(*callee) {
                open.push(*callee);
            }
        }
    }
    out
}

fn in_loop(loops: &[Loop], block: BlockId) -> bool {
    loops.iter().any(|l| l.blocks.contains(&block))
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
