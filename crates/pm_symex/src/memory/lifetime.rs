//! Objects and variables begin and end: declarations, allocation, release.

use crate::exec::Executor;
use crate::record::event::EventKind;
use crate::state::State;
use crate::state::cells::Cells;
use crate::state::object::{Content, Fill, Object, ObjectKind};
use crate::state::value::{OFFSET_BITS, Ptr, Value, Word, sort_of};
use pm_base::{Idx, Span};
use pm_ir::*;
use pm_term::{Sort, TermId};

impl Executor<'_> {
    pub(crate) fn slot_key(&self, slot: SlotId) -> u32 {
        let func = self.running_or_entry();
        self.program.funcs[func].vars.len() as u32 + slot.0
    }

    pub(crate) fn declare(&mut self, state: &mut State, slot: SlotId, span: Span) {
        let Some(func) = self.stack.running() else { return };
        let info = &self.program.funcs[func].slots[slot];
        let (name, cty, bytes) = (info.name, info.cty, info.size);
        let id = match self.objects.made_at(self.here) {
            Some(id) => id,
            None => {
                let size = self.terms.bv(OFFSET_BITS, bytes.into());
                let id = self.add_object_in(Some(state), ObjectKind::Slot(func, slot), size, span);
                self.objects[id as usize].name = name;
                self.objects[id as usize].cty = cty;
                self.objects.is_made_at(self.here, id);
                id
            }
        };
        self.begins_again(state, id, span);
        self.add_shadow(id);
        self.begin_shadow(state, id, false);
        let event = self.event(EventKind::Contents, state.guard.term(), span);
        let content = Content::Cells { cells: Cells::default(), fill: Fill::Event(event) };
        state.set_object(id, Object { content, alive: TermId::TRUE });
        let key = self.slot_key(slot);
        state.regs.set(key, Word::Addr { obj: id, off: 0 });
    }

    pub(crate) fn declare_var(&mut self, state: &mut State, var: VarId, span: Span) {
        let Some(func) = self.stack.running() else { return };
        if !self.flow(func).undefined[var.index()] {
            state.regs.remove(var.0);
            self.set_flag(state, var, false);
            return self.events.add_unread(state.guard.term(), span, self.here);
        }
        let ty = self.program.funcs[func].vars[var].ty;
        let event = self.event(EventKind::Contents, state.guard.term(), span);
        let width = ty.access_size(self.pointer_size) as u32 * 8;
        let bits = self.event_bits(event, 0, width);
        let value = match ty {
            Ty::Ptr => Value::Ptr(self.int_to_ptr(bits)),
            _ => match sort_of(ty) {
                Sort::Bool => Value::Term(self.terms.nonzero(bits)),
                Sort::Bv(w) => Value::Term(self.terms.truncate(bits, w)),
                Sort::Array { .. } => Value::Term(bits),
            },
        };
        state.regs.set(var.0, Word::new(&self.terms, value));
        self.set_flag(state, var, false);
    }

    pub(crate) fn allocate(
        &mut self,
        state: &mut State,
        size: TermId,
        kind: AllocKind,
        zeroed: bool,
        span: Span,
    ) -> Ptr {
        if let Some(pool) = self.pool_of(kind, size) {
            return self.allocate_node(state, pool, zeroed, span);
        }
        let id = match self.objects.made_at(self.here) {
            Some(id) => id,
            None => {
                let object_kind = match kind {
                    AllocKind::Heap => ObjectKind::Heap,
                    AllocKind::Alloca | AllocKind::Vla => ObjectKind::Stack,
                    AllocKind::Static => ObjectKind::Static,
                };
                let id = self.add_object_in(Some(state), object_kind, size, span);
                self.objects.is_made_at(self.here, id);
                id
            }
        };
        self.begins_again(state, id, span);
        self.resize_object(state, id, size);
        self.add_shadow(id);
        self.begin_shadow(state, id, zeroed);
        let fill =
            if zeroed { Fill::Zero } else { Fill::Event(self.event(EventKind::Contents, state.guard.term(), span)) };
        let content = Content::Cells { cells: Cells::default(), fill };
        state.set_object(id, Object { content, alive: TermId::TRUE });
        if matches!(kind, AllocKind::Alloca | AllocKind::Vla)
            && let Some((_, a)) = self.stack.activation_mut()
        {
            a.vla.push(id);
        }
        Ptr::new(&mut self.terms, id, 0)
    }

    /// The object of a slot dies.
    pub(crate) fn end_slot(&mut self, state: &mut State, address: Word) {
        match address {
            Word::Addr { obj, .. } => {
                state.mem.remove(obj);
                self.end_shadow(state, obj);
            }
            Word::Ptr(p) => self.end_objects(state, p),
            Word::Const { .. } | Word::Term(_) => {}
        }
    }

    /// The objects that `ptr` points to die.
    pub(crate) fn end_objects(&mut self, state: &mut State, ptr: Ptr) {
        let Some(targets) = self.targets(state, ptr) else {
            return self.gap(state, Span::NONE, "the end of an object that is not known");
        };
        self.foreign_gap(state, ptr.obj, Span::NONE);
        for t in targets {
            if self.is_pool(t.obj) {
                self.end_node(state, t);
            } else if t.guard == TermId::TRUE {
                state.mem.remove(t.obj);
                self.end_shadow(state, t.obj);
            } else {
                let not = self.terms.not(t.guard);
                let alive = state.object(t.obj).map(|o| o.alive);
                if let Some(alive) = alive {
                    let alive = self.terms.and(alive, not);
                    state.update(t.obj, |o| o.alive = alive);
                }
            }
        }
    }
}
