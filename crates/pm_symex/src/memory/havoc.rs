//! Memory gets arbitrary contents.

use crate::exec::Executor;
use crate::memory::SOME_LIMIT;
use crate::record::event::EventKind;
use crate::state::State;
use crate::state::cells::Cells;
use crate::state::object::{Content, Elements, Fill, ObjectId};
use crate::state::value::{Ptr, Value, Word};
use pm_base::Span;
use pm_ir::*;
use pm_term::TermId;

impl Executor<'_> {
    pub(crate) fn havoc(&mut self, state: &mut State, ptr: &Operand, size: &Operand, by: Writer, span: Span) {
        let ptr = self.ptr_operand(state, ptr);
        let size = self.size_operand(state, size);
        self.havoc_range(state, ptr, size, by, span);
    }

    /// Arbitrary contents for a range.
    pub(crate) fn havoc_range(&mut self, state: &mut State, ptr: Ptr, size: TermId, by: Writer, span: Span) {
        let kind = if by == Writer::Program { EventKind::Contents } else { EventKind::Stub };
        let event = self.event(kind, state.guard.term(), span);
        self.mark_range(state, ptr, size, span);
        let object = self.terms.const_u64(ptr.obj);
        if object.is_some_and(|o| self.objects[o as usize].device.is_some()) {
            // What a device is given is gone.
            return;
        }
        let constants = [ptr.obj, ptr.off, size].map(|t| self.terms.const_u64(t));
        if let [Some(obj), Some(0), Some(size)] = constants
            && obj != 0
            && !self.is_pool(obj as ObjectId)
            && self.objects[obj as usize].const_size == Some(size)
        {
            return self.havoc_object(state, obj as ObjectId, event, by);
        }
        let Some(size) = self.terms.const_u64(size).filter(|s| *s <= 4096) else {
            return self.havoc_some(state, ptr, size, event, span);
        };
        for i in 0..size {
            let byte = self.event_bits(event, i, 8);
            let at = self.offset_by(ptr, i);
            self.store(state, at, Ty::int(8, false), Value::Term(byte), span);
        }
    }

    /// All bytes of an object; pointers become what `by` makes of them.
    fn havoc_object(&mut self, state: &mut State, id: ObjectId, event: u32, by: Writer) {
        let mut pointers = Vec::new();
        match state.object(id).map(|o| &o.content) {
            _ if by == Writer::Program => {}
            Some(Content::Array(Elements { pointers: true, .. })) if by == Writer::Data => return,
            Some(Content::Cells { cells, .. }) => cells.for_each(|at, cell| {
                if cell.word.is_pointer() {
                    pointers.push((at, *cell));
                }
            }),
            _ => {}
        }
        let mut kept = Vec::new();
        for (at, mut cell) in pointers {
            if let (Writer::Pointers, Value::Ptr(old)) = (by, cell.word.value(&mut self.terms)) {
                let new = self.kept_or_foreign(old, event, at);
                cell.word = Word::new(&self.terms, Value::Ptr(new));
            }
            kept.push((at, cell));
        }
        state.update(id, |o| o.content = Content::Cells { cells: Cells::of(kept), fill: Fill::Event(event) });
    }

    /// A symbolic number of bytes.
    fn havoc_some(&mut self, state: &mut State, ptr: Ptr, size: TermId, event: u32, span: Span) {
        let ok = self.valid_range(state, ptr, size, true, span);
        if self.havoc_all_but_end(state, ptr, size, event, span) {
            return;
        }
        let count = self.largest_target(state, ptr).filter(|n| *n <= SOME_LIMIT);
        let what = "arbitrary contents of a symbolic range";
        let Some(count) = count.or_else(|| self.some_bytes(state, size, ok, span, what)) else { return };
        for i in 0..count {
            let byte = self.event_bits(event, i, 8);
            let cond = self.has_byte(i, size, ok);
            self.store_some(state, ptr, i, Value::Term(byte), cond, span);
        }
    }

    /// An object of symbolic size up to its last few bytes, as for a string and its NUL.
    fn havoc_all_but_end(&mut self, state: &mut State, ptr: Ptr, size: TermId, event: u32, span: Span) -> bool {
        const MOST: u64 = 16;
        let (Some(id), Some(0)) = (self.terms.const_u64(ptr.obj), self.terms.const_u64(ptr.off)) else { return false };
        if self.is_pool(id as ObjectId) {
            return false;
        }
        let rest = self.terms.sub(self.objects[id as usize].size, size);
        let Some(rest) = self.terms.const_u64(rest).filter(|n| id != 0 && *n <= MOST) else { return false };
        let byte = Ty::int(8, false);
        let ends: Vec<Ptr> = (0..rest).map(|i| self.offset_by(Ptr { off: size, ..ptr }, i)).collect();
        let old: Vec<Value> = ends.iter().map(|at| self.load_targets(state, *at, byte, span)).collect();
        state.update(id as ObjectId, |o| {
            o.content = Content::Cells { cells: Cells::default(), fill: Fill::Event(event) }
        });
        for (at, value) in ends.into_iter().zip(old) {
            self.store_targets(state, at, byte, value, TermId::TRUE, span);
        }
        true
    }
}
