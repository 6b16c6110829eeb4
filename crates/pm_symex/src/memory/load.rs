//! Loads: cells, punned bytes, a choice among the cells at a symbolic offset.

use crate::exec::Executor;
use crate::pointers::targets::{Strided, Target, bits_for};
use crate::state::State;
use crate::state::cells::Cell;
use crate::state::object::{Content, Fill, ObjectId};
use crate::state::value::{OFFSET_BITS, Ptr, Value, Word};
use pm_base::Span;
use pm_ir::Ty;
use pm_term::TermId;
use std::time::Instant;

impl Executor<'_> {
    pub fn load(&mut self, state: &mut State, ptr: Ptr, ty: Ty, span: Span) -> Value {
        let len = ty.access_size(self.pointer_size);
        if let (Some(obj), Some(off)) = (self.terms.const_u64(ptr.obj), self.terms.const_u64(ptr.off))
            && self.plainly_inside(state, obj as u32, off, len)
        {
            return self.load_at(state, obj as u32, off, ty);
        }
        let ok = self.valid_access(state, ptr, len, false, span);
        let value = self.load_targets(state, ptr, ty, span);
        match self.options.lenient {
            Some(source) if ok != TermId::TRUE => {
                let bad = self.terms.not(ok);
                let guard = self.terms.and(state.guard.term(), bad);
                if guard == TermId::FALSE {
                    return value;
                }
                let other = self.invalid_read(source, guard, ty, 0, span);
                Value::ite(&mut self.terms, ok, value, other).unwrap_or(other)
            }
            _ => value,
        }
    }

    pub(crate) fn load_targets(&mut self, state: &mut State, ptr: Ptr, ty: Ty, span: Span) -> Value {
        let Some(targets) = self.targets(state, ptr) else {
            self.gap(state, span, "a pointer that can point to too many objects");
            return self.fresh(ty);
        };
        self.foreign_gap(state, ptr.obj, span);
        let mut result: Option<Value> = None;
        for t in targets.into_iter().rev() {
            let Some(value) = self.load_target(state, t, ty, span) else { continue };
            result = match result {
                None => Some(value),
                Some(rest) => Value::ite(&mut self.terms, t.guard, value, rest),
            };
        }
        match result {
            Some(value) => value,
            None => self.zero(ty),
        }
    }

    /// `None`: no live object there.
    fn load_target(&mut self, state: &mut State, t: Target, ty: Ty, span: Span) -> Option<Value> {
        state.object(t.obj)?;
        if self.is_pool(t.obj) {
            return Some(self.load_node(state, t, ty, span));
        }
        if let Some(source) = self.objects[t.obj as usize].device {
            return Some(self.read_device(state, t, source, ty, span));
        }
        let len = ty.access_size(self.pointer_size);
        if let Some(off) = self.terms.const_u64(t.off) {
            let inside = self.may_hold(t.obj, off, len);
            let near = inside && self.is_near(state, t, off + len, ty, span);
            return near.then(|| self.load_at(state, t.obj, off, ty));
        }
        let before = (Instant::now(), self.terms.len());
        let value = self.load_symbolic(state, t, ty, span);
        self.note_access(t.obj, before);
        value
    }

    fn load_symbolic(&mut self, state: &mut State, t: Target, ty: Ty, span: Span) -> Option<Value> {
        let len = ty.access_size(self.pointer_size);
        self.shape_for(state, t, ty, len, span)?;
        if let Content::Array(_) = state.object(t.obj)?.content {
            return self.load_array(state, t.obj, t.off, ty, span);
        }
        let size = self.objects[t.obj as usize].const_size?;
        let s = self.candidates(state, t.off, size, len)?;
        self.load_candidates(state, t, &s, ty)
    }

    /// The value at each candidate, and a choice among them.
    pub(super) fn load_candidates(&mut self, state: &mut State, t: Target, s: &Strided, ty: Ty) -> Option<Value> {
        if s.count == 0 {
            return None;
        }
        let values: Vec<Value> = (0..s.count).map(|k| self.load_at(state, t.obj, s.place(k), ty)).collect();
        if let Some(select) = s.select {
            return self.mux(select, &values, bits_for(s.count));
        }
        let mut result = values[0];
        for (k, value) in values.iter().enumerate().skip(1) {
            let here = self.takes(s, t.off, k as u64);
            result = Value::ite(&mut self.terms, here, *value, result)?;
        }
        Some(result)
    }

    /// A tree of choices by the low `bits` of `select`.
    fn mux(&mut self, select: TermId, values: &[Value], bits: u32) -> Option<Value> {
        if values.len() == 1 {
            return Some(values[0]);
        }
        let half = 1usize << (bits - 1);
        if values.len() <= half {
            return self.mux(select, values, bits - 1);
        }
        let low = self.mux(select, &values[..half], bits - 1)?;
        let high = self.mux(select, &values[half..], bits - 1)?;
        let bit = self.terms.bit(select, bits - 1);
        Value::ite(&mut self.terms, bit, high, low)
    }

    /// The value at a constant offset that lies inside the object.
    pub fn load_at(&mut self, state: &mut State, id: ObjectId, off: u64, ty: Ty) -> Value {
        let len = ty.access_size(self.pointer_size) as u8;
        let Some(object) = state.object(id) else { return self.zero(ty) };
        match &object.content {
            Content::Pool(_) => {
                let off = self.terms.bv(OFFSET_BITS, off.into());
                self.load_node(state, Target { guard: TermId::TRUE, obj: id, off }, ty, Span::NONE)
            }
            Content::Cells { cells, .. } => match cells.get(off as u32) {
                Some(cell) if cell.len == len => {
                    let value = cell.word.value(&mut self.terms);
                    self.read_as(value, ty)
                }
                _ => {
                    // What begins in the middle of another value is no pointer of the program.
                    let inside =
                        ty == Ty::Ptr && cells.covering(off as u32).is_some_and(|(start, _)| start < off as u32);
                    let bits = self.read_bytes(state, id, off, len);
                    if inside {
                        return Value::Ptr(self.any_address(bits));
                    }
                    self.read_as(Value::Term(bits), ty)
                }
            },
            Content::Array(_) => {
                let off = self.terms.bv(OFFSET_BITS, off.into());
                match self.load_array(state, id, off, ty, Span::NONE) {
                    Some(value) => value,
                    None => self.zero(ty),
                }
            }
        }
    }

    /// Bytes that no single cell holds, as one bit-vector (little endian).
    fn read_bytes(&mut self, state: &mut State, id: ObjectId, off: u64, len: u8) -> TermId {
        let Some(Content::Cells { cells, fill }) = state.object(id).map(|o| &o.content) else {
            return self.terms.zero(u32::from(len) * 8);
        };
        let (cells, fill) = (cells.clone(), *fill);
        let covering: Vec<Option<(u32, Cell)>> = (0..u32::from(len)).map(|i| cells.covering(off as u32 + i)).collect();
        if covering.iter().all(Option::is_none) {
            let bits = self.default_bits(fill, off as u32, len);
            if !matches!(fill, Fill::Zero | Fill::Ones) {
                // Later reads of these bytes, of any width, must see the same symbol.
                let word = Word::new(&self.terms, Value::Term(bits));
                self.write_cell(state, id, off as u32, Cell { len, word });
            }
            return bits;
        }
        let mut result: Option<TermId> = None;
        for (i, cell) in covering.into_iter().enumerate() {
            let at = off as u32 + i as u32;
            let byte = match cell {
                Some((start, cell)) => {
                    let value = cell.word.value(&mut self.terms);
                    let bits = self.bits_of(value);
                    let lo = (at - start) * 8;
                    self.terms.extract(bits, lo + 7, lo)
                }
                None => {
                    let byte = self.default_bits(fill, at, 1);
                    if !matches!(fill, Fill::Zero | Fill::Ones) {
                        let word = Word::new(&self.terms, Value::Term(byte));
                        self.write_cell(state, id, at, Cell { len: 1, word });
                    }
                    byte
                }
            };
            result = Some(match result {
                None => byte,
                Some(low) => self.terms.concat(byte, low),
            });
        }
        result.unwrap_or(TermId::FALSE)
    }

    /// What bytes hold that were never written.
    pub fn default_bits(&mut self, fill: Fill, off: u32, len: u8) -> TermId {
        let width = u32::from(len) * 8;
        match fill {
            Fill::Zero => self.terms.zero(width),
            Fill::Ones => self.terms.ones(width),
            Fill::Image(global) => {
                let value = self.image_bits(global, off, len);
                self.terms.bv(width, value)
            }
            Fill::Event(event) => self.event_bits(event, off.into(), width),
        }
    }
}
