//! What an execution from a cut point must know of the steps before it.
//!
//! * Objects have one number for all steps. A pointer that outlives its object is made to point to the object's ghost,
//!   which is never alive: at cut points, and where a step makes an object again that was there when it began.
//! * A variable that is no pointer may still hold an address, or a part of one, where the program made an integer of a
//!   pointer that went there (`exposed.rs`). If that can be an object that comes and goes, an access through it is a gap.
//! * An allocation that is executed with different sizes makes objects of variable size.

use crate::control::context::{ContextKind, Place};
use crate::control::liveness::{Liveness, VarSet};
use crate::control::options::LoopName;
use crate::cut::leaves::Leaf;
use crate::exec::Executor;
use crate::memory::pool::Pools;
use crate::pointers::aims::{aims, packed_aims};
use crate::state::State;
use crate::state::object::{Content, Elements, ObjectId};
use crate::state::value::{OBJECT_BITS, OFFSET_BITS, Ptr, Value, Word};
use pm_base::Span;
use pm_ir::{BlockId, FuncId, VarId};
use pm_term::TermId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

#[derive(Default)]
pub(crate) struct Across {
    ghost_of: FxHashMap<ObjectId, ObjectId>,
    ghosts: FxHashSet<ObjectId>,
    /// The program is executed in steps.
    pub in_steps: bool,
    /// Objects that were there when the step began.
    pub began_with: FxHashSet<ObjectId>,
    /// Symbols of values that earlier steps computed, with where they are kept, or that a call computed.
    remembered: FxHashMap<TermId, Option<Leaf>>,
    /// Terms that are made of nothing that earlier steps computed and that may be an address, as long as no more is remembered and learnt.
    of_this_step: (usize, FxHashSet<TermId>),
    /// The pointers of integers of which it is not known where they point to, and their object numbers.
    unknown: FxHashMap<TermId, Ptr>,
    unknown_objects: FxHashSet<TermId>,
    /// Allocations of several sizes.
    varying: FxHashSet<ObjectId>,
    pub pools: Pools,
    live: FxHashMap<FuncId, Rc<Liveness>>,
}

impl Across {
    pub fn is_ghost(&self, id: ObjectId) -> bool {
        self.ghosts.contains(&id)
    }

    /// The value of a symbol is what an earlier step computed and kept there, or what a call computed.
    pub fn remember(&mut self, symbol: TermId, leaf: Option<Leaf>) {
        self.remembered.insert(symbol, leaf);
        self.of_this_step.1.clear();
    }

    pub fn is_remembered(&self, symbol: TermId) -> bool {
        self.remembered.contains_key(&symbol)
    }

    pub fn is_unknown(&self, obj: TermId) -> bool {
        self.unknown_objects.contains(&obj)
    }

    pub fn executes_in_steps(&self) -> bool {
        self.in_steps
    }

    pub fn varies(&self, id: ObjectId) -> bool {
        self.varying.contains(&id)
    }
}

impl Executor<'_> {
    /// Grows where something was learnt that makes earlier executions void: where addresses are, which sizes vary.
    pub fn learnt(&self) -> usize {
        self.across.varying.len() + self.exposed.learnt() + self.across.pools.learnt()
    }

    /// The program will be executed in steps, from cut point to cut point.
    pub fn execute_in_steps(&mut self) {
        self.across.in_steps = true;
    }

    // ---- liveness --------------------------------------------------------------------------------------------------

    fn liveness(&mut self, func: FuncId) -> Rc<Liveness> {
        let program = self.program;
        self.across.live.entry(func).or_insert_with(|| Rc::new(Liveness::new(&program.funcs[func]))).clone()
    }

    pub(crate) fn live_at(&mut self, func: FuncId, name: LoopName) -> VarSet {
        let live = self.liveness(func);
        match name.head {
            Some(head) => live.at_start(head).clone(),
            None => {
                // At the beginning of a function all arguments count: its contract speaks of them.
                let mut all = live.at_start(BlockId(0)).clone();
                self.program.funcs[func].params.iter().for_each(|p| all.insert(*p));
                all
            }
        }
    }

    /// Live behind a call.
    pub(crate) fn live_behind(&mut self, func: FuncId, back: Option<Place>, dst: Option<VarId>) -> VarSet {
        let Some(back) = back else { return VarSet::default() };
        let program = self.program;
        let mut live = self.liveness(func).before(&program.funcs[func], back.block, back.inst as usize);
        if let Some(dst) = dst {
            live.remove(dst);
        }
        live
    }

    // ---- ghosts ----------------------------------------------------------------------------------------------------

    pub(crate) fn ghost(&mut self, of: ObjectId) -> ObjectId {
        if let Some(id) = self.across.ghost_of.get(&of) {
            return *id;
        }
        let info = &self.objects[of as usize];
        let (kind, span, name, cty, known) = (info.kind, info.span, info.name, info.cty, info.const_size);
        let size = match known {
            Some(bytes) => self.terms.bv(OFFSET_BITS, bytes.into()),
            None => self.terms.fresh("size of what is gone", pm_term::Sort::Bv(OFFSET_BITS)),
        };
        let id = self.add_object(kind, size, span);
        self.objects[id as usize].name = name;
        self.objects[id as usize].cty = cty;
        self.across.ghost_of.insert(of, id);
        self.across.ghosts.insert(id);
        id
    }

    /// An object of this number is about to begin. In a program that is cut into steps the same one may be alive from an
    /// earlier step: two of one number are not told apart from here on.
    pub(crate) fn begins_again(&mut self, state: &mut State, id: ObjectId, span: Span) {
        if let Some(alive) = state.object(id).map(|o| o.alive) {
            let cond = self.terms.and(state.guard.term(), alive);
            if cond != TermId::FALSE {
                self.want_pool(id);
            }
            self.gap_if(cond, span, "an object that is made again in a loop while the one before lives");
        }
        if self.across.began_with.contains(&id) {
            self.retire(state, id, span);
        }
    }

    /// Pointers to an object that is dead point to its ghost from now on.
    fn retire(&mut self, state: &mut State, id: ObjectId, span: Span) {
        let ghost = self.ghost(id);
        let mut sound = self.retire_in_callers(id);
        let mut regs = Vec::new();
        state.regs.for_each(|key, word| regs.push((key, *word)));
        for (key, word) in regs {
            match self.redirected(word, id, ghost) {
                Some(new) if new != word => state.regs.set(key, new),
                Some(_) => {}
                None => sound = false,
            }
        }
        let mut objects = Vec::new();
        state.mem.for_each(|object, _| objects.push(object));
        for object in objects {
            sound &= self.retire_in_object(state, object, id, ghost);
        }
        if !sound {
            self.want_pool(id);
            self.gap(state, span, "an object that is made again in a loop while pointers to the one before remain");
        }
    }

    fn retire_in_object(&mut self, state: &mut State, object: ObjectId, id: ObjectId, ghost: ObjectId) -> bool {
        let mut cells = Vec::new();
        match state.object(object).map(|o| &o.content) {
            None | Some(Content::Array(Elements { pointers: false, .. })) => return true,
            Some(Content::Array(Elements { term, pointers: true, .. })) => {
                return packed_aims(&self.terms, *term).is_some_and(|aims| !aims.contains(&id));
            }
            Some(Content::Pool(pool)) => return !pool.points_to(id),
            Some(Content::Cells { cells: all, .. }) => all.for_each(|off, cell| {
                if cell.word.is_pointer() {
                    cells.push((off, *cell));
                }
            }),
        }
        for (off, cell) in cells {
            let Some(word) = self.redirected(cell.word, id, ghost) else { return false };
            if word != cell.word {
                state.update(object, |o| {
                    if let Content::Cells { cells, .. } = &mut o.content {
                        cells.replace(off, word);
                    }
                });
            }
        }
        true
    }

    /// Registers of callers are shared by all states of a call, so they are not changed: none must point to the object.
    fn retire_in_callers(&mut self, id: ObjectId) -> bool {
        let mut callers = Vec::new();
        let mut innermost = None;
        for context in self.stack.iter() {
            if let (ContextKind::Call(a), Some(caller)) = (&context.kind, innermost) {
                callers.push((caller, a.caller_regs.clone(), a.back, a.dst));
            }
            innermost = Some(context.func);
        }
        callers.into_iter().all(|(func, regs, back, dst)| {
            let live = self.live_behind(func, back, dst);
            let mut words = Vec::new();
            regs.for_each(|key, word| {
                if live.contains(VarId(key)) && word.is_pointer() {
                    words.push(*word);
                }
            });
            words.into_iter().all(|word| {
                let Value::Ptr(p) = word.value(&mut self.terms) else { return true };
                aims(&self.terms, p.obj).is_some_and(|aims| !aims.contains(&id))
            })
        })
    }

    /// `None`: it is not known what the pointer points to.
    fn redirected(&mut self, word: Word, id: ObjectId, ghost: ObjectId) -> Option<Word> {
        if !word.is_pointer() {
            return Some(word);
        }
        let Value::Ptr(p) = word.value(&mut self.terms) else { return Some(word) };
        if !aims(&self.terms, p.obj)?.contains(&id) {
            return Some(word);
        }
        let [number, ghost] = [id, ghost].map(|id| self.terms.bv(OBJECT_BITS, id.into()));
        let here = self.terms.eq(p.obj, number);
        let obj = self.terms.ite(here, ghost, p.obj);
        Some(Word::new(&self.terms, Value::Ptr(Ptr { obj, off: p.off })))
    }

    // ---- addresses in integers -------------------------------------------------------------------------------------

    /// Does the value depend on what earlier steps computed, which may be an address?
    pub(crate) fn may_be_remembered_address(&mut self, t: TermId) -> bool {
        if !self.exposed.is_read() {
            return false;
        }
        if self.across.remembered.is_empty() {
            return false;
        }
        let learnt = self.exposed.learnt();
        if self.across.of_this_step.0 != learnt {
            self.across.of_this_step = (learnt, FxHashSet::default());
        }
        let of_this_step = &mut self.across.of_this_step.1;
        // What is found before an address that is remembered is known to be of this step only where all of it is.
        let mut seen = Vec::new();
        let mut work = vec![t.regular()];
        while let Some(t) = work.pop() {
            if self.across.remembered.get(&t).is_some_and(|leaf| self.exposed.may_hold(*leaf)) {
                seen.iter().for_each(|t| _ = of_this_step.remove(t));
                return true;
            }
            if of_this_step.insert(t) {
                seen.push(t);
                work.extend(self.terms.args(t).iter().map(|a| a.regular()));
            }
        }
        false
    }

    /// A pointer into an object that is not known, or to none, whose address is the integer.
    pub(crate) fn unknown_pointer(&mut self, t: TermId) -> Ptr {
        if let Some(ptr) = self.across.unknown.get(&t) {
            return *ptr;
        }
        let obj = self.terms.fresh("unknown object", pm_term::Sort::Bv(OBJECT_BITS));
        let off = self.terms.fresh("unknown offset", pm_term::Sort::Bv(OFFSET_BITS));
        self.across.unknown_objects.insert(obj);
        self.across.unknown.insert(t, Ptr { obj, off });
        Ptr { obj, off }
    }

    // ---- sizes -----------------------------------------------------------------------------------------------------

    /// The allocation `id` is executed with this size.
    pub(crate) fn resize_object(&mut self, state: &State, id: ObjectId, size: TermId) {
        let (old, known) = (self.objects[id as usize].size, self.terms.const_u64(size));
        if self.across.in_steps && old != size && self.objects[id as usize].const_size != known {
            self.across.varying.insert(id);
            // The next ghost has no known size.
            self.across.ghost_of.remove(&id);
        }
        // Other executions of this step may have the object of the step before.
        let kept = self.across.began_with.contains(&id) && old != size;
        let size = if kept { self.terms.ite(state.guard.term(), size, old) } else { size };
        self.set_size(id, size);
    }

    pub(crate) fn set_size(&mut self, id: ObjectId, size: TermId) {
        let known = if self.across.varies(id) { None } else { self.terms.const_u64(size) };
        self.objects[id as usize].size = size;
        self.objects[id as usize].const_size = known;
    }
}
