//! Whole ranges: copies and fills of constant or symbolic length.

use super::array::MUX_LIMIT;
use crate::exec::Executor;
use crate::state::State;
use crate::state::cells::Cells;
use crate::state::object::{Content, Fill, ObjectId, ObjectInfo};
use crate::state::value::{OFFSET_BITS, Ptr, Value};
use pm_base::Span;
use pm_ir::{Ty, Writer};
use pm_term::{Given, TermId};

/// Ranges of a symbolic length are followed byte by byte in objects of at most this size.
pub(crate) const SOME_LIMIT: u64 = 1024;

impl Executor<'_> {
    // ---- copies ----------------------------------------------------------------------------------------------------

    pub fn copy(&mut self, state: &mut State, dst: Ptr, src: Ptr, size: TermId, span: Span) {
        if self.may_be_device(state, src) {
            return self.copy_from_device(state, dst, src, size, span);
        }
        let bytes = size;
        let Some(size) = self.terms.const_u64(size) else {
            return self.copy_some(state, dst, src, size, span);
        };
        if size == 0 {
            return;
        }
        let readable = self.valid_access(state, src, size, false, span);
        let writable = self.valid_access(state, dst, size, true, span);
        let ok = self.terms.and(readable, writable);
        if ok == TermId::FALSE {
            return;
        }
        if self.copy_whole(state, dst, src, size) {
            return;
        }
        let Some(pieces) = self.layout(state, src, size) else {
            if !self.copy_range(state, dst, src, bytes, ok) {
                self.gap(state, span, "a copy between large arrays");
            }
            return;
        };
        let values: Vec<(u64, Ty, Value)> = pieces
            .into_iter()
            .map(|(at, ty)| {
                let from = self.offset_by(src, at);
                (at, ty, self.load_targets(state, from, ty, span))
            })
            .collect();
        for (at, ty, value) in values {
            let to = self.offset_by(dst, at);
            self.store_targets(state, to, ty, value, ok, span);
        }
    }

    /// Each byte that a device gives is arbitrary.
    fn copy_from_device(&mut self, state: &mut State, dst: Ptr, src: Ptr, size: TermId, span: Span) {
        if self.terms.const_u64(src.obj).is_none() {
            return self.gap(state, span, "a copy of what may be a device");
        }
        let readable = self.valid_range(state, src, size, false, span);
        if readable != TermId::FALSE {
            self.havoc_range(state, dst, size, Writer::Program, span);
        }
    }

    /// A symbolic number of bytes: each byte of the smaller object, where the number reaches it.
    fn copy_some(&mut self, state: &mut State, dst: Ptr, src: Ptr, size: TermId, span: Span) {
        let readable = self.valid_range(state, src, size, false, span);
        let writable = self.valid_range(state, dst, size, true, span);
        let ok = self.terms.and(readable, writable);
        if ok == TermId::FALSE {
            return;
        }
        let (from, to) = (self.largest_target(state, src), self.largest_target(state, dst));
        let count = from.zip(to).map(|(a, b)| a.min(b)).filter(|n| *n <= SOME_LIMIT);
        if count.is_none() && self.copy_range(state, dst, src, size, ok) {
            return;
        }
        let what = "a copy of a symbolic number of bytes of a large object";
        let Some(count) = count.or_else(|| self.some_bytes(state, size, ok, span, what)) else { return };
        let byte = Ty::int(8, false);
        let values: Vec<Value> = (0..count)
            .map(|i| {
                let from = self.offset_by(src, i);
                self.load_targets(state, from, byte, span)
            })
            .collect();
        for (i, value) in values.into_iter().enumerate() {
            let cond = self.has_byte(i as u64, size, ok);
            self.store_some(state, dst, i as u64, value, cond, span);
        }
    }

    /// One whole object onto another of the same size shares its cells.
    fn copy_whole(&mut self, state: &mut State, dst: Ptr, src: Ptr, size: u64) -> bool {
        let constants = [dst.obj, dst.off, src.obj, src.off].map(|t| self.terms.const_u64(t));
        let [Some(d), Some(0), Some(s), Some(0)] = constants else { return false };
        let whole = |id: u64| self.objects[id as usize].const_size == Some(size);
        if d == 0 || s == 0 || self.is_pool(d as ObjectId) || self.is_pool(s as ObjectId) || !whole(d) || !whole(s) {
            return false;
        }
        let Some(from) = state.object(s as u32).cloned() else { return false };
        state.update(d as u32, |o| o.content = from.content);
        true
    }

    /// The pieces in which a range is copied: its cells, and bytes or words between them.
    fn layout(&mut self, state: &State, src: Ptr, size: u64) -> Option<Vec<(u64, Ty)>> {
        const LIMIT: u64 = 1 << 16;
        if size > LIMIT {
            return None;
        }
        let places = self.places(state, src, size)?;
        let mut pieces = Vec::new();
        let mut at = 0;
        while at < size {
            let (len, ty) = piece(&places, at, size).unwrap_or((1, Ty::int(8, false)));
            pieces.push((at, ty));
            at += u64::from(len);
        }
        Some(pieces)
    }

    /// Where the range can begin: cells and offset. Objects whose contents are arrays, and offsets of which there are too many, are
    /// left out.
    fn places(&mut self, state: &State, src: Ptr, size: u64) -> Option<Vec<(Cells, u64)>> {
        let mut places = Vec::new();
        for t in self.targets(state, src)? {
            if let Some((cells, start)) = self.node_layout(state, t) {
                places.push((cells, start));
                continue;
            }
            let Some(Content::Cells { cells, .. }) = state.object(t.obj).map(|o| &o.content) else { continue };
            if let Some(start) = self.terms.const_u64(t.off) {
                places.push((cells.clone(), start));
                continue;
            }
            let Some(whole) = self.objects[t.obj as usize].const_size else { continue };
            if let Some(s) = self.candidates(state, t.off, whole, size).filter(|s| s.count <= MUX_LIMIT) {
                places.extend((0..s.count).map(|k| (cells.clone(), s.place(k))));
            }
        }
        Some(places)
    }

    // ---- fills -----------------------------------------------------------------------------------------------------

    pub fn fill(&mut self, state: &mut State, dst: Ptr, byte: TermId, size: TermId, span: Span) {
        let bytes = size;
        let Some(size) = self.terms.const_u64(size) else {
            return self.fill_some(state, dst, byte, size, span);
        };
        if size == 0 {
            return;
        }
        let ok = self.valid_access(state, dst, size, true, span);
        if ok == TermId::FALSE {
            return;
        }
        let zero = self.terms.const_u64(byte) == Some(0);
        let constants = [dst.obj, dst.off].map(|t| self.terms.const_u64(t));
        if let (true, [Some(d), Some(0)]) = (zero, constants)
            && d != 0
            && !self.is_pool(d as ObjectId)
            && self.objects[d as usize].const_size == Some(size)
        {
            let content = Content::Cells { cells: Cells::default(), fill: Fill::Zero };
            return state.update(d as u32, |o| o.content = content);
        }
        if size > 1 << 16 {
            if !self.fill_range(state, dst, byte, bytes, ok) {
                self.gap(state, span, "a fill of part of a large array");
            }
            return;
        }
        let Some(pieces) = self.layout(state, dst, size) else { return };
        for (at, ty) in pieces {
            let len = ty.access_size(self.pointer_size);
            let ty = if ty == Ty::Ptr { Ty::int(len as u8 * 8, false) } else { ty };
            let bits = self.terms.repeat(byte, len);
            let to = self.offset_by(dst, at);
            self.store_targets(state, to, ty, Value::Term(bits), ok, span);
        }
    }

    fn fill_some(&mut self, state: &mut State, dst: Ptr, byte: TermId, size: TermId, span: Span) {
        let ok = self.valid_range(state, dst, size, true, span);
        if ok == TermId::FALSE {
            return;
        }
        let count = self.largest_target(state, dst).filter(|n| *n <= SOME_LIMIT);
        if count.is_none() && self.fill_range(state, dst, byte, size, ok) {
            return;
        }
        let what = "a fill of a symbolic number of bytes of a large object";
        let Some(count) = count.or_else(|| self.some_bytes(state, size, ok, span, what)) else { return };
        for i in 0..count {
            let cond = self.has_byte(i, size, ok);
            self.store_some(state, dst, i, Value::Term(byte), cond, span);
        }
    }

    /// A range of `size` bytes, accessed validly, has byte `i`.
    pub(crate) fn has_byte(&mut self, i: u64, size: TermId, ok: TermId) -> TermId {
        let number = self.terms.bv(OFFSET_BITS, i.into());
        let within = self.terms.ult(number, size);
        self.terms.and(ok, within)
    }

    /// Byte `i` of a range, under a condition.
    pub(crate) fn store_some(&mut self, state: &mut State, dst: Ptr, i: u64, value: Value, cond: TermId, span: Span) {
        if cond == TermId::FALSE {
            return;
        }
        let to = self.offset_by(dst, i);
        let byte = Ty::int(8, false);
        let old = self.load_targets(state, to, byte, span);
        if let Some(value) = Value::ite(&mut self.terms, cond, value, old) {
            self.store_targets(state, to, byte, value, TermId::TRUE, span);
        }
    }

    /// A range has no more bytes than this, by what the path says of their number; that it has more is a gap of its own, so that
    /// nothing rests on this. `None`: there is no such number, which is a gap. Where the range is not valid (`ok`), nothing is done with it.
    pub(crate) fn some_bytes(
        &mut self,
        state: &State,
        size: TermId,
        ok: TermId,
        span: Span,
        what: &'static str,
    ) -> Option<u64> {
        let most = self.most(state, size).filter(|n| *n <= SOME_LIMIT);
        let at_all = self.terms.value_of(size).map(|v| v.umax);
        let more = match most {
            Some(most) if at_all.is_some_and(|n| n <= most) => TermId::FALSE,
            Some(most) => {
                let most = self.terms.bv(OFFSET_BITS, most.into());
                self.terms.ult(most, size)
            }
            None => TermId::TRUE,
        };
        let cond = self.terms.and_all(&[state.guard.term(), ok, more]);
        self.gap_if(cond, span, what);
        most
    }

    /// The largest value of a number, by what it is made of and by the conditions of the path that compare something with a constant.
    fn most(&mut self, state: &State, number: TermId) -> Option<u64> {
        const NODES: u32 = 200;
        let conditions = state.guard.latest(NODES as usize);
        let here = Given::new(&self.terms, &conditions, NODES).of(&self.terms, number).map(|v| v.umax);
        let always = self.terms.value_of(number).map(|v| v.umax);
        here.into_iter().chain(always).min()
    }

    /// Bytes of the largest object that the pointer can point into; `None` where that is not known.
    pub(crate) fn largest_target(&mut self, state: &State, ptr: Ptr) -> Option<u64> {
        let targets = self.targets(state, ptr)?;
        let sizes: Option<Vec<u64>> = targets.iter().map(|t| self.largest_size(t.obj)).collect();
        sizes?.into_iter().max()
    }

    /// Bytes that the object has at most: those of an allocation may depend on what came before it.
    fn largest_size(&mut self, id: ObjectId) -> Option<u64> {
        let ObjectInfo { size, const_size, .. } = self.objects[id as usize];
        const_size.or_else(|| self.terms.value_of(size).map(|v| v.umax))
    }
}

/// The cell at a distance from the beginning of a range, if it is the same wherever the range begins or not there at all.
pub(super) fn piece(places: &[(Cells, u64)], at: u64, size: u64) -> Option<(u8, Ty)> {
    let cell = |(cells, start): &(Cells, u64)| cells.get((start + at) as u32).copied();
    let first = places.iter().find_map(cell)?;
    let len = first.len;
    let fits = |p: &(Cells, u64)| match cell(p) {
        Some(c) => c.len == len,
        None => (0..u64::from(len)).all(|i| p.0.covering((p.1 + at + i) as u32).is_none()),
    };
    if at + u64::from(len) > size || !places.iter().all(fits) {
        return None;
    }
    let pointer = places.iter().filter_map(cell).any(|c| c.word.is_pointer());
    Some((len, if pointer { Ty::Ptr } else { Ty::int(len * 8, false) }))
}
