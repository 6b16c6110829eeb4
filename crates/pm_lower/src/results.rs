//! Functions that come to their end without a result, which is undefined where the call uses it (C11 6.9.1p12).
//!
//! Where every call of a function uses its result, its end is never to be reached. Where none does, nothing is to be checked. Where some do, the end sets a flag, which is
//! clear at all other times: a call that uses the result demands that it is not set, one that does not clears it.

use crate::function::RawFunction;
use crate::program::Cx;
use pm_base::Span;
use pm_ir::{
    Base, Callee, FuncId, Global, GlobalId, GlobalInit, GlobalKind, Inst, InstKind, Operand, VarId, Volatility,
};
use pm_sema::types::QualType;
use rustc_hash::FxHashSet;

/// What the end of a function is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    NotReached,
    Harmless,
    SetsFlag,
}

/// What a call does behind its return.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum After {
    Nothing,
    Demands(GlobalId),
    Clears(GlobalId),
}

#[derive(Default)]
pub(crate) struct Results {
    /// Functions whose address is taken.
    pub addressed: FxHashSet<FuncId>,
    /// Functions with an end that lacks a result; those of them that return a record.
    ending: FxHashSet<FuncId>,
    records: FxHashSet<FuncId>,
    used: FxHashSet<FuncId>,
    unused: FxHashSet<FuncId>,
    /// Some call through a pointer uses a result.
    used_by_pointer: bool,
    /// Some function that is called through pointers sets the flag.
    set_by_pointer: bool,
    flag: Option<GlobalId>,
}

impl Results {
    /// Looks at all calls, once all functions are known.
    pub fn note_calls(&mut self, functions: &[(FuncId, RawFunction)]) {
        for (id, f) in functions.iter().filter(|(_, f)| f.no_result.is_some()) {
            self.ending.insert(*id);
            if f.result_ptr.is_some() {
                self.records.insert(*id);
            }
        }
        if self.ending.is_empty() {
            return;
        }
        for block in functions.iter().flat_map(|(_, f)| f.blocks.iter()) {
            for (i, inst) in block.insts.iter().enumerate() {
                if let InstKind::Call { dst, callee, args } = &inst.kind {
                    self.note_call(callee, self.uses(*dst, callee, args, &block.insts[i + 1..]));
                }
            }
        }
        let sets = |id: &FuncId| self.addressed.contains(id) && self.end(*id) == End::SetsFlag;
        self.set_by_pointer = self.ending.iter().any(sets);
    }

    fn note_call(&mut self, callee: &Callee, uses: bool) {
        match callee {
            Callee::Direct(id) if uses => _ = self.used.insert(*id),
            Callee::Direct(id) => _ = self.unused.insert(*id),
            Callee::Indirect(..) => self.used_by_pointer |= uses,
        }
    }

    /// Whether a call uses its result. A record that nobody wants goes to a slot that is dead right behind the call.
    fn uses(&self, dst: Option<VarId>, callee: &Callee, args: &[Operand], rest: &[Inst]) -> bool {
        let is_record = matches!(callee, Callee::Direct(id) if self.records.contains(id));
        match args.first() {
            Some(Operand::Addr(Base::Slot(slot), 0)) if is_record => {
                !rest.first().is_some_and(|next| matches!(next.kind, InstKind::Dead(dead) if dead == *slot))
            }
            _ => is_record || dst.is_some(),
        }
    }

    pub fn end(&self, id: FuncId) -> End {
        let addressed = self.addressed.contains(&id);
        let used = self.used.contains(&id) || addressed && self.used_by_pointer;
        match (used, addressed || self.unused.contains(&id)) {
            (_, false) => End::NotReached,
            (false, true) => End::Harmless,
            (true, true) => End::SetsFlag,
        }
    }

    /// Who has a flag to look at behind a call.
    fn may_set_flag(&self, callee: &Callee) -> bool {
        match callee {
            Callee::Direct(id) => self.ending.contains(id) && self.end(*id) == End::SetsFlag,
            Callee::Indirect(..) => self.set_by_pointer,
        }
    }
}

impl Cx<'_> {
    pub fn after_call(&mut self, dst: Option<VarId>, callee: &Callee, args: &[Operand], rest: &[Inst]) -> After {
        if !self.results.may_set_flag(callee) {
            return After::Nothing;
        }
        let flag = self.no_result_flag();
        match self.results.uses(dst, callee, args, rest) {
            true => After::Demands(flag),
            false => After::Clears(flag),
        }
    }

    /// The flag that ends without a result set.
    pub fn no_result_flag(&mut self) -> GlobalId {
        if let Some(flag) = self.results.flag {
            return flag;
        }
        let flag = self.globals.push(Global {
            name: self.session.interner.intern("a function ended without a result"),
            cty: QualType::from(self.byte_type),
            size: 1,
            align: 1,
            init: GlobalInit::Zero,
            relocs: Vec::new(),
            read_only: false,
            volatility: Volatility::Plain,
            kind: GlobalKind::Model,
            span: Span::NONE,
        });
        *self.results.flag.insert(flag)
    }
}
