//! Who calls whom by name, and which functions call themselves.
//!
//! Calls through pointers are not part of it. All is linear in the program's size, and nothing recurses.

use crate::{Callee, FuncId, InstKind, Program};
use pm_base::IndexVec;

/// By function: the functions that it names in calls, each once.
pub fn callees(program: &Program) -> IndexVec<FuncId, Vec<FuncId>> {
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
    let mut search = Search::new(callees(program));
    for func in program.funcs.ids() {
        search.from(func);
    }
    search.cycle
}

/// Tarjan's search for strongly connected components, with a stack of its own.
struct Search {
    callees: IndexVec<FuncId, Vec<FuncId>>,
    /// In the order of the search, from 1; 0 is not seen.
    number: IndexVec<FuncId, u32>,
    /// The least number that is reached from here within the component.
    low: IndexVec<FuncId, u32>,
    is_open: IndexVec<FuncId, bool>,
    open: Vec<FuncId>,
    seen: u32,
    cycle: IndexVec<FuncId, Option<u32>>,
    cycles: u32,
}

impl Search {
    fn new(callees: IndexVec<FuncId, Vec<FuncId>>) -> Search {
        let zeros = || callees.iter().map(|_| 0).collect();
        Search {
            number: zeros(),
            low: zeros(),
            is_open: callees.iter().map(|_| false).collect(),
            open: Vec::new(),
            seen: 0,
            cycle: callees.iter().map(|_| None).collect(),
            cycles: 0,
            callees,
        }
    }

    fn from(&mut self, root: FuncId) {
        if self.number[root] != 0 {
            return;
        }
        let mut path = vec![(root, 0)];
        self.enter(root);
        while let Some((func, next)) = path.last_mut() {
            let func = *func;
            let Some(&callee) = self.callees[func].get(*next) else {
                path.pop();
                self.leave(func);
                if let Some((caller, _)) = path.last() {
                    self.low[*caller] = self.low[*caller].min(self.low[func]);
                }
                continue;
            };
            *next += 1;
            if self.number[callee] == 0 {
                self.enter(callee);
                path.push((callee, 0));
            } else if self.is_open[callee] {
                self.low[func] = self.low[func].min(self.number[callee]);
            }
        }
    }

    fn enter(&mut self, func: FuncId) {
        self.seen += 1;
        (self.number[func], self.low[func]) = (self.seen, self.seen);
        self.is_open[func] = true;
        self.open.push(func);
    }

    fn leave(&mut self, func: FuncId) {
        if self.low[func] != self.number[func] {
            return;
        }
        let at = self.open.iter().rposition(|f| *f == func).unwrap_or(0);
        let component = self.open.split_off(at);
        let is_cycle = component.len() > 1 || self.callees[func].binary_search(&func).is_ok();
        for f in component {
            self.is_open[f] = false;
            self.cycle[f] = is_cycle.then_some(self.cycles);
        }
        self.cycles += u32::from(is_cycle);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cycles_of(callees: &[&[u32]]) -> Vec<Option<u32>> {
        let callees = callees.iter().map(|c| c.iter().map(|f| FuncId(*f)).collect()).collect();
        let mut search = Search::new(callees);
        for func in search.callees.ids().collect::<Vec<_>>() {
            search.from(func);
        }
        search.cycle.iter().copied().collect()
    }

    #[test]
    fn cycles_are_told_from_chains() {
        assert_eq!(cycles_of(&[&[1], &[2], &[]]), [None, None, None]);
        assert_eq!(cycles_of(&[&[0, 1], &[2], &[1]]), [Some(1), Some(0), Some(0)]);
        assert_eq!(cycles_of(&[&[1], &[2], &[0, 3], &[]]), [Some(0), Some(0), Some(0), None]);
    }

    #[test]
    fn a_long_chain_needs_no_stack() {
        let chain: Vec<Vec<u32>> = (1..200_000).map(|i| vec![i]).chain([vec![0]]).collect();
        let chain: Vec<&[u32]> = chain.iter().map(Vec::as_slice).collect();
        assert!(cycles_of(&chain).iter().all(|c| *c == Some(0)));
    }
}
