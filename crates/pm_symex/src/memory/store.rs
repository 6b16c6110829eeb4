//! Stores: a cell is put in place, what it overlaps is cut into bytes; at a symbolic offset each candidate may be written.

use crate::exec::Executor;
use crate::pointers::targets::{Strided, Target};
use crate::state::State;
use crate::state::cells::Cell;
use crate::state::object::{Content, ObjectId};
use crate::state::value::{OFFSET_BITS, Ptr, Value, Word};
use pm_base::Span;
use pm_ir::Ty;
use pm_term::TermId;
use std::time::Instant;

impl Executor<'_> {
    pub fn store(&mut self, state: &mut State, ptr: Ptr, ty: Ty, value: Value, span: Span) {
        let len = ty.access_size(self.pointer_size);
        if let (Some(obj), Some(off)) = (self.terms.const_u64(ptr.obj), self.terms.const_u64(ptr.off))
            && self.plainly_inside(state, obj as u32, off, len)
        {
            return self.store_at(state, obj as u32, off, ty, value);
        }
        let ok = self.valid_access(state, ptr, len, true, span);
        self.store_targets(state, ptr, ty, value, ok, span);
    }

    pub(crate) fn store_targets(&mut self, state: &mut State, ptr: Ptr, ty: Ty, value: Value, ok: TermId, span: Span) {
        let Some(targets) = self.targets(state, ptr) else {
            return self.gap(state, span, "a write through a pointer that can point to too many objects");
        };
        self.foreign_gap(state, ptr.obj, span);
        let single = targets.len() == 1;
        for t in targets {
            if state.object(t.obj).is_none() {
                continue;
            }
            let guard = if single { TermId::TRUE } else { t.guard };
            // Where the access is not valid nothing is written; without leniency nobody asks what happens then.
            let guard = if self.options.lenient.is_some() { self.terms.and(guard, ok) } else { guard };
            self.store_target(state, Target { guard, ..t }, ty, value, span);
        }
    }

    fn store_target(&mut self, state: &mut State, t: Target, ty: Ty, value: Value, span: Span) {
        if self.is_pool(t.obj) {
            return self.store_node(state, t, ty, value, span);
        }
        if self.objects[t.obj as usize].device.is_some() {
            // What a device is given is gone.
            return;
        }
        let len = ty.access_size(self.pointer_size);
        if let Some(off) = self.terms.const_u64(t.off) {
            let inside = self.may_hold(t.obj, off, len);
            if inside && self.is_near(state, t, off + len, ty, span) {
                self.store_if(state, t.obj, off, ty, value, t.guard);
            }
            return;
        }
        let before = (Instant::now(), self.terms.len());
        self.store_symbolic(state, t, ty, value, span);
        self.note_access(t.obj, before);
    }

    fn store_symbolic(&mut self, state: &mut State, t: Target, ty: Ty, value: Value, span: Span) {
        let len = ty.access_size(self.pointer_size);
        if self.shape_for(state, t, ty, len, span).is_none() {
            return;
        }
        if let Some(Content::Array(_)) = state.object(t.obj).map(|o| &o.content) {
            return self.store_array(state, t, ty, value, span);
        }
        let Some(size) = self.objects[t.obj as usize].const_size else { return };
        let Some(s) = self.candidates(state, t.off, size, len) else { return };
        self.store_candidates(state, t, &s, ty, value);
    }

    pub(super) fn store_candidates(&mut self, state: &mut State, t: Target, s: &Strided, ty: Ty, value: Value) {
        for k in 0..s.count {
            let here = self.takes(s, t.off, k);
            let cond = self.terms.and(t.guard, here);
            if cond != TermId::FALSE {
                self.store_if(state, t.obj, s.place(k), ty, value, cond);
            }
        }
    }

    fn store_if(&mut self, state: &mut State, id: ObjectId, off: u64, ty: Ty, value: Value, cond: TermId) {
        if cond == TermId::TRUE {
            return self.store_at(state, id, off, ty, value);
        }
        let old = self.load_at(state, id, off, ty);
        if let Some(new) = Value::ite(&mut self.terms, cond, value, old) {
            self.store_at(state, id, off, ty, new);
        }
    }

    /// Writes at a constant offset that lies inside the object.
    pub fn store_at(&mut self, state: &mut State, id: ObjectId, off: u64, ty: Ty, value: Value) {
        if self.is_pool(id) {
            let off = self.terms.bv(OFFSET_BITS, off.into());
            return self.store_node(state, Target { guard: TermId::TRUE, obj: id, off }, ty, value, Span::NONE);
        }
        let len = ty.access_size(self.pointer_size) as u8;
        if let Some(Content::Array(_)) = state.object(id).map(|o| &o.content) {
            let off = self.terms.bv(OFFSET_BITS, off.into());
            let t = Target { guard: TermId::TRUE, obj: id, off };
            return self.store_array(state, t, ty, value, Span::NONE);
        }
        let value = self.write_as(value, ty);
        let word = Word::new(&self.terms, value);
        self.write_cell(state, id, off as u32, Cell { len, word });
    }

    /// Puts a cell in place; what it overlaps is cut into bytes.
    pub fn write_cell(&mut self, state: &mut State, id: ObjectId, off: u32, cell: Cell) {
        state.update(id, |o| {
            if let Content::Cells { cells, .. } = &mut o.content {
                cells.put(off, cell, |old| self.bytes_of(old));
            }
        });
    }

    /// The bytes of a cell, the first one first.
    fn bytes_of(&mut self, cell: Cell) -> Vec<Word> {
        let value = cell.word.value(&mut self.terms);
        let bits = self.bits_of(value);
        let byte = |i: u32| {
            let byte = self.terms.extract(bits, i * 8 + 7, i * 8);
            Word::new(&self.terms, Value::Term(byte))
        };
        (0..u32::from(cell.len)).map(byte).collect()
    }
}
