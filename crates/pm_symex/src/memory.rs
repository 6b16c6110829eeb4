//! Loads and stores: cells, punned bytes, symbolic offsets, whole objects.

use crate::access::{Strided, Target, bits_for};
use crate::exec::Executor;
use crate::object::{Cell, Content, FAR, Fill, ObjectId};
use crate::pvec::PVec;
use crate::state::State;
use crate::value::{OFFSET_BITS, POINTER_BITS, Ptr, Value, Word, sort_of};
use pm_base::Span;
use pm_ir::Ty;
use pm_term::{Sort, TermId};

/// Arrays with more candidates for a symbolic index become array terms.
const MUX_LIMIT: u64 = 64;

/// Accesses to array terms that do not fit their elements are followed at so many offsets.
const FEW: u64 = 256;

/// Larger objects of mixed contents are not followed at a symbolic offset.
const MIXED_LIMIT: u64 = 4096;

/// Ranges of a symbolic length are followed byte by byte in objects of at most this size.
pub(crate) const SOME_LIMIT: u64 = 1024;

impl Executor<'_> {
    // ---- loads ---------------------------------------------------------------------------------------------------

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
        let len = ty.access_size(self.pointer_size);
        if let Some(off) = self.terms.const_u64(t.off) {
            let inside = self.may_hold(t.obj, off, len);
            let near = inside && self.is_near(state, t, off + len, ty, span);
            return near.then(|| self.load_at(state, t.obj, off, ty));
        }
        self.load_symbolic(state, t, ty, span)
    }

    /// An object of symbolic size may hold any range that does not begin before it.
    fn may_hold(&self, id: ObjectId, off: u64, len: u64) -> bool {
        let size = self.objects[id as usize].const_size.unwrap_or(i64::MAX as u64);
        off.checked_add(len).is_some_and(|end| end <= size)
    }

    fn load_symbolic(&mut self, state: &mut State, t: Target, ty: Ty, span: Span) -> Option<Value> {
        let len = ty.access_size(self.pointer_size);
        self.shape_for(state, t, ty, len, span)?;
        if let Content::Array { .. } = state.object(t.obj)?.content {
            return self.load_array(state, t.obj, t.off, ty, span);
        }
        let size = self.objects[t.obj as usize].const_size?;
        let s = self.candidates(t.off, size, len)?;
        self.load_candidates(state, t, &s, ty)
    }

    /// The value at each candidate, and a choice among them.
    fn load_candidates(&mut self, state: &mut State, t: Target, s: &Strided, ty: Ty) -> Option<Value> {
        if s.count == 0 {
            return None;
        }
        let values: Vec<Value> = (0..s.count).map(|k| self.load_at(state, t.obj, place(s, k), ty)).collect();
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
                        ty == Ty::Ptr && covering(cells, off as u32).is_some_and(|(start, _)| start < off as u32);
                    let bits = self.read_bytes(state, id, off, len);
                    if inside {
                        return Value::Ptr(self.any_address(bits));
                    }
                    self.read_as(Value::Term(bits), ty)
                }
            },
            Content::Array { .. } => {
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
        let covering: Vec<Option<(u32, Cell)>> =
            (0..u32::from(len)).map(|i| covering(&cells, off as u32 + i)).collect();
        if covering.iter().all(Option::is_none) {
            let bits = self.default_bits(fill, off as u32, len);
            if !matches!(fill, Fill::Zero | Fill::Ones) {
                // Later reads of these bytes, of any width, must see the same symbol.
                let word = Word::new(&self.terms, Value::Term(bits));
                state.update(id, |o| {
                    if let Content::Cells { cells, .. } = &mut o.content {
                        cells.set(off as u32, Cell { len, word });
                        o.unit = 0;
                    }
                });
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

    // ---- stores --------------------------------------------------------------------------------------------------

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
        let len = ty.access_size(self.pointer_size);
        if let Some(off) = self.terms.const_u64(t.off) {
            let inside = self.may_hold(t.obj, off, len);
            if inside && self.is_near(state, t, off + len, ty, span) {
                self.store_if(state, t.obj, off, ty, value, t.guard);
            }
            return;
        }
        if self.shape_for(state, t, ty, len, span).is_none() {
            return;
        }
        if let Some(Content::Array { .. }) = state.object(t.obj).map(|o| &o.content) {
            return self.store_array(state, t, ty, value, span);
        }
        let Some(size) = self.objects[t.obj as usize].const_size else { return };
        let Some(s) = self.candidates(t.off, size, len) else { return };
        self.store_candidates(state, t, &s, ty, value);
    }

    fn store_candidates(&mut self, state: &mut State, t: Target, s: &Strided, ty: Ty, value: Value) {
        for k in 0..s.count {
            let here = self.takes(s, t.off, k);
            let cond = self.terms.and(t.guard, here);
            if cond != TermId::FALSE {
                self.store_if(state, t.obj, place(s, k), ty, value, cond);
            }
        }
    }

    /// The candidates of an access to an array term that does not fit its elements, where they are few.
    fn few_candidates(&mut self, id: ObjectId, off: TermId, len: u8) -> Option<Strided> {
        let size = self.objects[id as usize].const_size?;
        self.candidates(off, size, len.into()).filter(|s| s.count <= FEW)
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
        if let Some(Content::Array { .. }) = state.object(id).map(|o| &o.content) {
            let off = self.terms.bv(OFFSET_BITS, off.into());
            let t = Target { guard: TermId::TRUE, obj: id, off };
            return self.store_array(state, t, ty, value, Span::NONE);
        }
        let value = self.write_as(value, ty);
        let word = Word::new(&self.terms, value);
        self.write_cell(state, id, off as u32, Cell { len, word });
    }

    /// Puts a cell in place; what it overlaps is cut into bytes first.
    pub fn write_cell(&mut self, state: &mut State, id: ObjectId, off: u32, cell: Cell) {
        let Some(object) = state.object(id) else { return };
        let Content::Cells { cells, .. } = &object.content else { return };
        let fits = object.unit == cell.len && off.is_multiple_of(u32::from(cell.len));
        let first = cells.is_empty() && off.is_multiple_of(u32::from(cell.len));
        let replaces = cells.get(off).is_some_and(|c| c.len == cell.len);
        let mut pieces = Vec::new();
        if !fits && !replaces && !first {
            let cells = cells.clone();
            let end = off + u32::from(cell.len);
            let mut at = off;
            while at < end {
                match covering(&cells, at) {
                    Some((start, old)) => {
                        self.cut(start, old, off, end, &mut pieces);
                        at = start + u32::from(old.len);
                    }
                    None => at += 1,
                }
            }
        }
        state.update(id, |o| {
            if let Content::Cells { cells, .. } = &mut o.content {
                for (at, piece) in &pieces {
                    match piece {
                        Some(piece) => cells.set(*at, *piece),
                        None => cells.remove(*at),
                    }
                }
                cells.set(off, cell);
                if first {
                    o.unit = cell.len;
                } else if !fits && !replaces {
                    o.unit = 0;
                }
            }
        });
    }

    /// The bytes of an old cell outside `off..end` stay as cells of one byte.
    fn cut(&mut self, start: u32, old: Cell, off: u32, end: u32, pieces: &mut Vec<(u32, Option<Cell>)>) {
        pieces.push((start, None));
        let value = old.word.value(&mut self.terms);
        let bits = self.bits_of(value);
        for i in 0..u32::from(old.len) {
            let at = start + i;
            if at < off || at >= end {
                let byte = self.terms.extract(bits, i * 8 + 7, i * 8);
                let word = Word::new(&self.terms, Value::Term(byte));
                pieces.push((at, Some(Cell { len: 1, word })));
            }
        }
    }

    // ---- large arrays --------------------------------------------------------------------------------------------

    /// Can the bytes up to `end` be accessed? An object of more than 4 GiB becomes an array term.
    fn is_near(&mut self, state: &mut State, t: Target, end: u64, ty: Ty, span: Span) -> bool {
        let Some(Content::Cells { .. }) = state.object(t.obj).map(|o| &o.content) else { return true };
        let len = ty.access_size(self.pointer_size) as u8;
        if end <= FAR
            || self.make_array(state, t.obj, len, ty == Ty::Ptr).is_some()
            || self.make_mixed_array(state, t.obj, len).is_some()
        {
            return true;
        }
        let cond = self.terms.and(state.guard.term(), t.guard);
        self.gap_if(cond, span, "an object of more than 4 GiB");
        false
    }

    /// Makes an object that is accessed at a symbolic offset an array term where it is large. `None`: not possible.
    fn shape_for(&mut self, state: &mut State, t: Target, ty: Ty, len: u64, span: Span) -> Option<()> {
        let object = state.object(t.obj)?;
        let Content::Cells { .. } = object.content else { return Some(()) };
        let mut count = u64::MAX;
        if let Some(size) = self.objects[t.obj as usize].const_size.filter(|s| *s <= FAR) {
            count = self.candidates(t.off, size, len)?.count;
            if count <= MUX_LIMIT {
                return Some(());
            }
        }
        if self.make_array(state, t.obj, len as u8, ty == Ty::Ptr).is_none()
            && count > MIXED_LIMIT
            && self.make_mixed_array(state, t.obj, len as u8).is_none()
        {
            self.gap(state, span, "an access at a symbolic offset of a large object of mixed contents");
            return None;
        }
        Some(())
    }

    pub(crate) fn make_array(&mut self, state: &mut State, id: ObjectId, elem: u8, pointers: bool) -> Option<()> {
        let Content::Cells { cells, fill } = &state.object(id)?.content else { return None };
        let (cells, fill) = (cells.clone(), *fill);
        let mut all: Vec<(u32, Cell)> = Vec::new();
        cells.for_each(|at, cell| all.push((at, *cell)));
        let width = if pointers { POINTER_BITS } else { u32::from(elem) * 8 };
        let uniform =
            |(at, c): &(u32, Cell)| c.len == elem && at % u32::from(elem) == 0 && c.word.is_pointer() == pointers;
        if !all.iter().all(uniform) {
            return None;
        }
        let index = self.index_bits(id, elem);
        let mut term = self.array_default(fill, index, width, elem, pointers)?;
        for (at, cell) in all {
            let index = self.terms.bv(index, u128::from(at / u32::from(elem)));
            let value = match cell.word.value(&mut self.terms) {
                Value::Term(t) => t,
                Value::Ptr(p) => p.pack(&mut self.terms),
            };
            term = self.terms.store(term, index, value);
        }
        state.update(id, |o| o.content = Content::Array { term, elem, pointers });
        Some(())
    }

    pub(crate) fn array_default(
        &mut self,
        fill: Fill,
        index: u32,
        width: u32,
        elem: u8,
        pointers: bool,
    ) -> Option<TermId> {
        Some(match fill {
            Fill::Zero => {
                let zero = self.terms.zero(width);
                self.terms.const_array(index, zero)
            }
            Fill::Ones => {
                let ones = self.terms.ones(width);
                self.terms.const_array(index, ones)
            }
            Fill::Image(global) if !pointers => {
                let zero = self.terms.zero(width);
                let mut term = self.terms.const_array(index, zero);
                let len = self.image_len(global);
                for k in 0..len.div_ceil(u64::from(elem)) {
                    let value = self.image_bits(global, (k * u64::from(elem)) as u32, elem);
                    if value != 0 {
                        let at = self.terms.bv(index, k.into());
                        let value = self.terms.bv(width, value);
                        term = self.terms.store(term, at, value);
                    }
                }
                term
            }
            Fill::Event(event) if !pointers => self.event_array(event, index, width),
            Fill::Image(_) | Fill::Event(_) => return None,
        })
    }

    /// Width of an array's index: enough for every element.
    pub(crate) fn index_bits(&self, id: ObjectId, elem: u8) -> u32 {
        match self.objects[id as usize].const_size {
            Some(size) => bits_for(size.div_ceil(elem.into()).max(2)),
            None => OFFSET_BITS - elem.next_power_of_two().trailing_zeros(),
        }
    }

    fn array_index(&mut self, id: ObjectId, off: TermId, elem: u8) -> Option<TermId> {
        let bits = self.index_bits(id, elem);
        if let Some(off) = self.terms.const_u64(off) {
            return (off % u64::from(elem) == 0).then(|| self.terms.bv(bits, u128::from(off / u64::from(elem))));
        }
        // An index that provably is a multiple of the element size is taken apart; others are divided.
        let s = self.candidates(off, u64::from(elem) << 32, elem.into())?;
        let exact = s.step % u64::from(elem) == 0 && s.base % i64::from(elem) == 0;
        if let (true, Some(select)) = (exact, s.select) {
            let width = self.terms.width(select);
            let factor = s.step / u64::from(elem);
            let first = s.base / i64::from(elem) + s.first * factor as i64;
            let wide = if width < 64 { self.terms.sext(select, 64) } else { select };
            let factor = self.terms.bv(64, factor.into());
            let scaled = self.terms.mul(wide, factor);
            let first = self.terms.bv_signed(64, first.into());
            let index = self.terms.add(scaled, first);
            return Some(self.terms.truncate(index, bits));
        }
        let low = elem.trailing_zeros();
        if elem.is_power_of_two() && low > 0 {
            let rest = self.terms.extract(off, low - 1, 0);
            if self.terms.const_u64(rest) != Some(0) {
                return None;
            }
            return Some(self.terms.extract(off, low + bits - 1, low));
        }
        (elem == 1).then(|| self.terms.truncate(off, bits))
    }

    fn load_array(&mut self, state: &mut State, id: ObjectId, off: TermId, ty: Ty, span: Span) -> Option<Value> {
        let Content::Array { term, elem, pointers } = state.object(id)?.content else { return None };
        let len = ty.access_size(self.pointer_size) as u8;
        let index = self.array_index(id, off, elem);
        let (true, Some(index)) = (len == elem && pointers == (ty == Ty::Ptr), index) else {
            if let Some(off) = self.terms.const_u64(off) {
                let bits = self.array_bytes(state, id, term, elem, pointers, off, len);
                return Some(self.read_as(Value::Term(bits), ty));
            }
            if let Some(bits) = self.array_pieces(state, id, term, elem, pointers, off, len) {
                return Some(self.read_as(Value::Term(bits), ty));
            }
            let t = Target { guard: TermId::TRUE, obj: id, off };
            if let Some(s) = self.few_candidates(id, off, len) {
                return self.load_candidates(state, t, &s, ty);
            }
            self.gap(state, span, "an access of another width to a large array");
            return Some(self.fresh(ty));
        };
        let value = self.element(state, term, index);
        if pointers {
            return Some(Value::Ptr(Ptr::unpack(&mut self.terms, value)));
        }
        Some(self.read_as(Value::Term(value), ty))
    }

    fn store_array(&mut self, state: &mut State, t: Target, ty: Ty, value: Value, span: Span) {
        let Some(Content::Array { term, elem, pointers }) = state.object(t.obj).map(|o| o.content.clone()) else {
            return;
        };
        let len = ty.access_size(self.pointer_size) as u8;
        let index = self.array_index(t.obj, t.off, elem);
        let (true, Some(index)) = (len == elem && pointers == (ty == Ty::Ptr), index) else {
            if let Some(off) = self.terms.const_u64(t.off) {
                let value = self.write_as(value, ty);
                return self.store_array_bytes(state, t, off, len, value);
            }
            let bits = self.write_as(value, ty);
            if self.store_array_pieces(state, t, len, bits) {
                return;
            }
            return match self.few_candidates(t.obj, t.off, len) {
                Some(s) => self.store_candidates(state, t, &s, ty, value),
                None => self.gap(state, span, "a write of another width to a large array"),
            };
        };
        let value = match self.write_as(value, ty) {
            Value::Term(bits) => bits,
            Value::Ptr(p) => p.pack(&mut self.terms),
        };
        let stored = self.terms.store(term, index, value);
        let term = self.terms.ite(t.guard, stored, term);
        state.update(t.obj, |o| o.content = Content::Array { term, elem, pointers });
    }

    // ---- whole ranges --------------------------------------------------------------------------------------------

    pub fn copy(&mut self, state: &mut State, dst: Ptr, src: Ptr, size: TermId, span: Span) {
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

    /// A symbolic number of bytes: each byte of the smaller object, where the number reaches it.
    fn copy_some(&mut self, state: &mut State, dst: Ptr, src: Ptr, size: TermId, span: Span) {
        let readable = self.valid_range(state, src, size, false, span);
        let writable = self.valid_range(state, dst, size, true, span);
        let ok = self.terms.and(readable, writable);
        let (from, to) = (self.largest_target(state, src), self.largest_target(state, dst));
        let Some(count) = from.zip(to).map(|(a, b)| a.min(b)).filter(|n| *n <= SOME_LIMIT) else {
            if !self.copy_range(state, dst, src, size, ok) {
                self.gap(state, span, "a copy of a symbolic number of bytes of a large object");
            }
            return;
        };
        let byte = Ty::int(8, false);
        let values: Vec<Value> = (0..count)
            .map(|i| {
                let from = self.offset_by(src, i);
                self.load_targets(state, from, byte, span)
            })
            .collect();
        for (i, value) in values.into_iter().enumerate() {
            self.store_some(state, dst, i as u64, value, size, ok, span);
        }
    }

    fn fill_some(&mut self, state: &mut State, dst: Ptr, byte: TermId, size: TermId, span: Span) {
        let ok = self.valid_range(state, dst, size, true, span);
        let Some(count) = self.largest_target(state, dst).filter(|n| *n <= SOME_LIMIT) else {
            if !self.fill_range(state, dst, byte, size, ok) {
                self.gap(state, span, "a fill of a symbolic number of bytes of a large object");
            }
            return;
        };
        for i in 0..count {
            self.store_some(state, dst, i, Value::Term(byte), size, ok, span);
        }
    }

    /// Byte `i` of a range, where the access is valid and `i < size`.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn store_some(
        &mut self,
        state: &mut State,
        dst: Ptr,
        i: u64,
        value: Value,
        size: TermId,
        ok: TermId,
        span: Span,
    ) {
        let number = self.terms.bv(OFFSET_BITS, i.into());
        let within = self.terms.ult(number, size);
        let cond = self.terms.and(ok, within);
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

    /// Bytes of the largest object that the pointer can point into; `None` where that is not known.
    pub(crate) fn largest_target(&mut self, state: &State, ptr: Ptr) -> Option<u64> {
        let targets = self.targets(state, ptr)?;
        let sizes: Option<Vec<u64>> = targets.iter().map(|t| self.objects[t.obj as usize].const_size).collect();
        sizes?.into_iter().max()
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
        state.update(d as u32, |o| {
            o.content = from.content;
            o.unit = from.unit;
        });
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
    fn places(&mut self, state: &State, src: Ptr, size: u64) -> Option<Vec<(PVec<Cell>, u64)>> {
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
            if let Some(s) = self.candidates(t.off, whole, size).filter(|s| s.count <= MUX_LIMIT) {
                places.extend((0..s.count).map(|k| (cells.clone(), place(&s, k))));
            }
        }
        Some(places)
    }

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
            let content = Content::Cells { cells: PVec::default(), fill: Fill::Zero };
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
            let bits = (1..len).fold(byte, |bits, _| self.terms.concat(byte, bits));
            let to = self.offset_by(dst, at);
            self.store_targets(state, to, ty, Value::Term(bits), ok, span);
        }
    }

    pub fn offset_by(&mut self, ptr: Ptr, bytes: u64) -> Ptr {
        let bytes = self.terms.bv(OFFSET_BITS, bytes.into());
        Ptr { obj: ptr.obj, off: self.terms.add(ptr.off, bytes) }
    }

    // ---- representation in memory ---------------------------------------------------------------------------------

    /// A cell's value read as `ty`.
    pub(crate) fn read_as(&mut self, value: Value, ty: Ty) -> Value {
        match (value, ty) {
            (Value::Ptr(_), Ty::Ptr) => value,
            (Value::Term(bits), Ty::Ptr) => Value::Ptr(self.int_to_ptr(bits)),
            (_, Ty::Int(_) | Ty::Float(_)) => {
                let bits = self.bits_of(value);
                match sort_of(ty) {
                    Sort::Bool => Value::Term(self.terms.nonzero(bits)),
                    Sort::Bv(width) => Value::Term(self.terms.truncate(bits, width)),
                    Sort::Array { .. } => Value::Term(bits),
                }
            }
        }
    }

    /// A value as it stands in memory: whole bytes, or a pointer.
    pub(crate) fn write_as(&mut self, value: Value, ty: Ty) -> Value {
        let width = ty.access_size(self.pointer_size) as u32 * 8;
        match value {
            Value::Ptr(_) => value,
            Value::Term(t) if self.terms.is_bool(t) => Value::Term(self.terms.bool_to_bv(t, width)),
            Value::Term(t) => Value::Term(self.terms.zext(t, width)),
        }
    }

    /// The bytes of a cell as one bit-vector.
    pub(crate) fn bits_of(&mut self, value: Value) -> TermId {
        match value {
            Value::Term(t) => t,
            Value::Ptr(p) => self.address(p),
        }
    }
}

fn place(s: &Strided, k: u64) -> u64 {
    (s.base + (s.first + k as i64) * s.step as i64) as u64
}

/// The cell at a distance from the beginning of a range, if it is the same wherever the range begins or not there at all.
fn piece(places: &[(PVec<Cell>, u64)], at: u64, size: u64) -> Option<(u8, Ty)> {
    let cell = |(cells, start): &(PVec<Cell>, u64)| cells.get((start + at) as u32).copied();
    let first = places.iter().find_map(cell)?;
    let len = first.len;
    let fits = |p: &(PVec<Cell>, u64)| match cell(p) {
        Some(c) => c.len == len,
        None => (0..u64::from(len)).all(|i| covering(&p.0, (p.1 + at + i) as u32).is_none()),
    };
    if at + u64::from(len) > size || !places.iter().all(fits) {
        return None;
    }
    let pointer = places.iter().filter_map(cell).any(|c| c.word.is_pointer());
    Some((len, if pointer { Ty::Ptr } else { Ty::int(len * 8, false) }))
}

/// The cell that covers a byte, with its offset.
fn covering(cells: &PVec<Cell>, at: u32) -> Option<(u32, Cell)> {
    (0..16.min(at + 1)).find_map(|back| {
        let start = at - back;
        cells.get(start).filter(|c| u32::from(c.len) > back).map(|c| (start, *c))
    })
}
