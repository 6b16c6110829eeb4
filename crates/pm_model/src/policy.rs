//! Which loops are unrolled inside a step and which are cut.

use crate::contracts;
use crate::follow::Followed;
use crate::options::{BlockSize, Options};
use crate::small::SmallBlocks;
use pm_ir::loops::outermost_loops;
use pm_ir::{BlockId, FuncId, Program};
use pm_solve::Limit;
use pm_symex::{Decision, Instance, LoopName, Policy, Written};
use pm_term::{TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// Iterations that constants decide are followed so far, where loops are followed.
const FREE: u32 = 1 << 16;

/// A loop is unrolled as long as each iteration ends under the condition under which it began: then only constants decide
/// when it ends. A loop that turns out to be no such loop is cut from then on.
pub struct Steps<'a> {
    options: &'a Options,
    pub cut: FxHashSet<LoopName>,
    /// A loop was found that must be cut: what was executed so far is void.
    pub grew: bool,
    /// The condition under which the iteration began that is being executed.
    began: FxHashMap<LoopName, TermId>,
    total: u32,
    pub aborted: Option<Limit>,
    program: &'a Program,
    /// Functions whose calls contracts answer.
    contracts: FxHashMap<FuncId, Written>,
    small: SmallBlocks,
}

impl<'a> Steps<'a> {
    pub fn new(program: &'a Program, options: &'a Options) -> Self {
        let told = options.followed.iter().flat_map(|f| f.cut.iter().copied());
        Steps {
            options,
            cut: endless(program).into_iter().chain(told).collect(),
            grew: false,
            began: FxHashMap::default(),
            total: 0,
            aborted: None,
            program,
            contracts: FxHashMap::default(),
            small: SmallBlocks::default(),
        }
    }

    /// Before each run.
    pub fn begin(&mut self) {
        self.began.clear();
        self.total = 0;
    }

    /// What the function may write, where contracts answer its calls.
    pub fn contract_of(&self, func: FuncId) -> Option<&Written> {
        self.contracts.get(&func)
    }

    fn cuts(&self, name: LoopName) -> bool {
        self.options.block == BlockSize::Small || self.cut.contains(&name)
    }

    /// Where it is known in how many iterations loops end.
    fn follow(&mut self, followed: &Followed, name: LoopName, count: u32, concrete: bool) -> Decision {
        self.total += 1;
        if self.total.is_multiple_of(64) && self.interrupted() {
            return Decision::Abort;
        }
        match count < followed.of(name) || concrete && count < FREE {
            true => Decision::Unwind,
            false => Decision::Cut,
        }
    }

    fn recursion(&mut self, func: FuncId, depth: u32, concrete: bool) -> Decision {
        let limit = if concrete { self.options.unroll.concrete } else { self.options.recursion };
        if concrete && depth < limit {
            return Decision::Unwind;
        }
        if self.options.contracts
            && !self.contracts.contains_key(&func)
            && let Some(written) = contracts::written(self.program, func)
        {
            self.contracts.insert(func, written);
            self.grew = true;
            return Decision::Cut;
        }
        if depth < limit { Decision::Unwind } else { Decision::Cut }
    }
}

impl Policy for Steps<'_> {
    fn unwind(&mut self, name: LoopName, count: u32, concrete: bool, guard: TermId, _: &mut Terms) -> Decision {
        if name.head.is_some() && self.cuts(name) {
            return Decision::Suspend;
        }
        if let Some(followed) = &self.options.followed {
            return self.follow(followed, name, count, concrete);
        }
        if name.head.is_none() {
            return self.recursion(name.func, count, concrete);
        }
        let steady = self.began.insert(name, guard) == Some(guard);
        let unroll = self.options.unroll;
        let limit = if concrete { unroll.concrete } else { unroll.steady };
        self.total += 1;
        if (concrete || steady) && count < limit && self.total < unroll.total {
            return if count.is_multiple_of(64) && self.interrupted() { Decision::Abort } else { Decision::Unwind };
        }
        self.cut.insert(name);
        self.grew = true;
        Decision::Cut
    }

    fn enter(&mut self, name: LoopName, _: Instance, guard: TermId) -> Decision {
        if self.cuts(name) {
            return Decision::Suspend;
        }
        self.began.insert(name, guard);
        Decision::Unwind
    }

    fn stops_at(&mut self, func: FuncId, block: BlockId) -> bool {
        match self.options.block {
            BlockSize::Small => self.small.begins(self.program, &self.options.ignored, func, block),
            BlockSize::Large => false,
        }
    }

    fn contract(&mut self, func: FuncId) -> Option<Written> {
        self.contracts.get(&func).cloned()
    }

    fn interrupted(&mut self) -> bool {
        self.aborted = self.options.limits.exceeded();
        self.aborted.is_some()
    }
}

/// Loops that no edge leaves.
fn endless(program: &Program) -> FxHashSet<LoopName> {
    let of = |(func, f): (FuncId, &pm_ir::Function)| {
        let endless = outermost_loops(f).into_iter().filter(|l| l.endless);
        endless.map(|l| LoopName { func, head: Some(l.head) }).collect::<Vec<_>>()
    };
    program.funcs.iter_ids().flat_map(of).collect()
}
