//! Who calls whom by name, and which functions call themselves.
//!
//! Calls through pointers are not part of cycles. All is linear in the program's size, and nothing recurses.

use crate::components::components;
use crate::uses::{inst_operands, term_operand};
use crate::{Base, Callee, FuncId, Function, InstKind, Operand, Program};
use pm_base::{Idx, IndexVec};

/// By function: the functions that it names in calls, each once.
fn callees(program: &Program) -> IndexVec<FuncId, Vec<FuncId>> {
    let of = |f: &crate::Function| {
        let insts = f.blocks.iter().flat_map(|b| &b.insts);
        let mut all: Vec<FuncId> = insts
            .filter_map(|i| match &i.kind {
                InstKind::Call { callee: Callee::Direct(g), .. } => Some(*g),
                _ => None,
            })
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    };
    program.funcs.iter().map(of).collect()
}

/// By function: the number of its cycle, the set of functions that call each other; `None` where it does not call itself.
pub fn cycles(program: &Program) -> IndexVec<FuncId, Option<u32>> {
    cycles_of(callees(program).as_slice()).into_iter().collect()
}

fn cycles_of(callees: &[Vec<FuncId>]) -> Vec<Option<u32>> {
    let mut cycle = vec![None; callees.len()];
    let is_cycle = |c: &&Vec<FuncId>| c.len() > 1 || callees[c[0].index()].contains(&c[0]);
    for (number, component) in (0..).zip(components(callees).iter().filter(is_cycle)) {
        component.iter().for_each(|f| cycle[f.index()] = Some(number));
    }
    cycle
}

/// The functions that a function calls by name, and those whose addresses it takes.
pub fn uses(f: &Function, found: &mut dyn FnMut(FuncId)) {
    for block in f.blocks.iter() {
        for inst in &block.insts {
            if let InstKind::Call { callee: Callee::Direct(g), .. } = &inst.kind {
                found(*g);
            }
            inst_operands(&inst.kind, &mut |o| address(o).into_iter().for_each(&mut *found));
        }
        term_operand(&block.term.kind).and_then(address).into_iter().for_each(&mut *found);
    }
}

fn address(o: &Operand) -> Option<FuncId> {
    match o {
        Operand::Addr(Base::Func(f), _) => Some(*f),
        _ => None,
    }
}

/// By function: whether an execution may call it. What calls through pointers may call are the functions whose address something takes.
pub fn called(program: &Program) -> IndexVec<FuncId, bool> {
    let mut called: IndexVec<FuncId, bool> = program.funcs.iter().map(|_| false).collect();
    let mut work = vec![program.entry];
    let bases = program.globals.iter().flat_map(|g| &g.relocs).map(|r| r.base);
    work.extend(bases.filter_map(|b| if let Base::Func(f) = b { Some(f) } else { None }));
    while let Some(func) = work.pop() {
        if !std::mem::replace(&mut called[func], true) {
            uses(&program.funcs[func], &mut |f| work.push(f));
        }
    }
    called
}

#[cfg(test)]
mod tests {
    use super::{FuncId, cycles_of};

    fn cycles(callees: &[&[u32]]) -> Vec<Option<u32>> {
        cycles_of(&callees.iter().map(|c| c.iter().map(|f| FuncId(*f)).collect()).collect::<Vec<_>>())
    }

    #[test]
    fn cycles_are_told_from_chains() {
        assert_eq!(cycles(&[&[1], &[2], &[]]), [None, None, None]);
        assert_eq!(cycles(&[&[0, 1], &[2], &[1]]), [Some(1), Some(0), Some(0)]);
        assert_eq!(cycles(&[&[1], &[2], &[0, 3], &[]]), [Some(0), Some(0), Some(0), None]);
    }

    #[test]
    fn a_long_chain_needs_no_stack() {
        let chain: Vec<Vec<u32>> = (1..200_000).map(|i| vec![i]).chain([vec![0]]).collect();
        let chain: Vec<&[u32]> = chain.iter().map(Vec::as_slice).collect();
        assert!(cycles(&chain).iter().all(|c| *c == Some(0)));
    }
}
