//! An arriving state, as far as a cut looks at it: what is live of the registers of each activation, and the memory.
//!
//! Pointers are settled: those to objects that are gone point to the objects' ghosts.

use super::{CutError, Cuts};
use crate::control::context::ContextKind;
use crate::control::contract::is_in;
use crate::control::instance::Instance;
use crate::control::liveness::VarSet;
use crate::control::suspend::Suspended;
use crate::cut::leaves::Leaf;
use crate::exec::Executor;
use crate::state::State;
use crate::state::object::ObjectId;
use crate::state::pvec::PVec;
use crate::state::value::{OBJECT_BITS, Ptr, Value};
use pm_base::Span;
use pm_ir::{FuncId, StorageKind, VarId};
use pm_term::{TermId, Terms};
use std::collections::{BTreeMap, BTreeSet};

/// An arriving state, with what it has at a cut.
pub(super) struct Arrived {
    pub(super) regs: Vec<BTreeMap<u32, Value>>,
    pub(super) activations: Vec<(Instance, FuncId)>,
    pub(super) state: State,
}

impl Cuts {
    pub(super) fn look(&mut self, ex: &mut Executor, s: &Suspended) -> Result<Arrived, CutError> {
        let calls: Vec<usize> =
            (0..s.stack.len()).filter(|i| matches!(s.stack[*i].kind, ContextKind::Call(_))).collect();
        let mut arrived = Arrived { regs: Vec::new(), activations: Vec::new(), state: s.state.clone() };
        for (j, &at) in calls.iter().enumerate() {
            let context = &s.stack[at];
            let func = context.func;
            let (regs, live) = match calls.get(j + 1) {
                Some(&next) => {
                    let ContextKind::Call(a) = &s.stack[next].kind else { continue };
                    (&a.caller_regs, ex.live_behind(func, a.back, a.dst))
                }
                None => (&s.state.regs, ex.live_at(func, s.name)),
            };
            let mut kept = BTreeMap::new();
            let mut values = Vec::new();
            regs.for_each(|key, word| values.push((key, word.value(&mut ex.terms))));
            for (key, value) in values {
                if self.is_kept(ex, &s.state, func, key, value, &live) {
                    kept.insert(key, self.settle(ex, &s.state, value, Span::NONE)?);
                }
            }
            arrived.regs.push(kept);
            arrived.activations.push((context.instance, func));
        }
        arrived.state.regs = PVec::default();
        Ok(arrived)
    }

    /// Registers that are read later, addresses of slots that live, flags of registers that are read later.
    fn is_kept(&self, ex: &Executor, state: &State, func: FuncId, key: u32, value: Value, live: &VarSet) -> bool {
        let f = &ex.program.funcs[func];
        let (vars, slots) = (f.vars.len() as u32, f.slots.len() as u32);
        if key < vars {
            let pointer = self.keep_pointers && f.vars[VarId(key)].kind != StorageKind::Temp;
            return live.contains(VarId(key)) || (pointer && matches!(value, Value::Ptr(_)));
        }
        if key < vars + slots {
            let Value::Ptr(p) = value else { return false };
            return match ex.terms.const_u64(p.obj) {
                Some(id) => state.object(id as ObjectId).is_some(),
                None => true,
            };
        }
        if is_in(key) {
            return true;
        }
        key - vars - slots < vars && live.contains(VarId(key - vars - slots))
    }

    /// A pointer to an object that is not alive points to its ghost instead.
    pub(super) fn settle(
        &mut self,
        ex: &mut Executor,
        state: &State,
        value: Value,
        span: Span,
    ) -> Result<Value, CutError> {
        let Value::Ptr(p) = value else { return Ok(value) };
        let mut obj = p.obj;
        for id in aims(&ex.terms, p.obj, span)? {
            if id == 0 || ex.objects.func(id).is_some() || ex.across.is_ghost(id) {
                continue;
            }
            let alive = state.object(id).map_or(TermId::FALSE, |o| o.alive);
            if alive == TermId::TRUE {
                continue;
            }
            let ghost = ex.ghost(id);
            let [number, ghost] = [id, ghost].map(|id| ex.terms.bv(OBJECT_BITS, id.into()));
            let here = ex.terms.eq(p.obj, number);
            let dead = ex.terms.not(alive);
            let cond = ex.terms.and(here, dead);
            obj = ex.terms.ite(cond, ghost, obj);
        }
        Ok(Value::Ptr(Ptr { obj, off: p.off }))
    }
}

impl Arrived {
    pub(super) fn leaf(&self, j: usize, key: u32) -> Leaf {
        let (activation, func) = self.activations[j];
        Leaf::Reg { activation, func, key }
    }

    pub(super) fn objects(&self) -> Vec<ObjectId> {
        let mut ids = Vec::new();
        self.state.mem.for_each(|id, o| {
            if o.0.alive != TermId::FALSE {
                ids.push(id);
            }
        });
        ids
    }

    pub(super) fn alive(&self, object: ObjectId) -> TermId {
        self.state.object(object).map_or(TermId::FALSE, |o| o.alive)
    }

    pub(super) fn is_there(&self, object: ObjectId) -> bool {
        self.alive(object) != TermId::FALSE
    }
}

/// The objects that a pointer's object part can be.
pub(super) fn aims(terms: &Terms, obj: TermId, span: Span) -> Result<BTreeSet<ObjectId>, CutError> {
    crate::pointers::aims::aims(terms, obj)
        .ok_or(CutError { what: "a pointer at a loop whose object is not known", span })
}
