//! Large objects as array terms.

use crate::exec::Executor;
use crate::pointers::targets::{Strided, Target, bits_for};
use crate::state::State;
use crate::state::cells::Cell;
use crate::state::object::{Content, Elements, FAR, Fill, ObjectId};
use crate::state::value::{OFFSET_BITS, POINTER_BITS, Ptr, Value};
use pm_base::Span;
use pm_ir::Ty;
use pm_term::TermId;

/// Arrays with more candidates for a symbolic index become array terms.
pub(super) const MUX_LIMIT: u64 = 64;

/// The same for tables of pointers that nobody writes: what an array term of them holds could be any pointer, but these are seen to be so many functions (or
/// texts) that each entry of an interpreter's table of instructions is followed.
const TABLE_LIMIT: u64 = 512;

/// Accesses to array terms that do not fit their elements are followed at so many offsets.
const FEW: u64 = 256;

/// Larger objects of mixed contents are not followed at a symbolic offset.
const MIXED_LIMIT: u64 = 4096;

impl Executor<'_> {
    // ---- which objects ---------------------------------------------------------------------------------------------

    /// Can the bytes up to `end` be accessed? An object of more than 4 GiB becomes an array term.
    pub(super) fn is_near(&mut self, state: &mut State, t: Target, end: u64, ty: Ty, span: Span) -> bool {
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
    pub(super) fn shape_for(&mut self, state: &mut State, t: Target, ty: Ty, len: u64, span: Span) -> Option<()> {
        let object = state.object(t.obj)?;
        let Content::Cells { .. } = object.content else { return Some(()) };
        let mut count = u64::MAX;
        if let Some(size) = self.objects[t.obj as usize].const_size.filter(|s| *s <= FAR) {
            count = self.candidates(state, t.off, size, len)?.count;
            let is_table = ty == Ty::Ptr && self.objects[t.obj as usize].read_only;
            if count <= if is_table { TABLE_LIMIT } else { MUX_LIMIT } {
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
        let all = cells.all();
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
        state.update(id, |o| o.content = Content::Array(Elements { term, elem, pointers }));
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

    // ---- accesses --------------------------------------------------------------------------------------------------

    /// Width of an array's index: enough for every element.
    pub(crate) fn index_bits(&self, id: ObjectId, elem: u8) -> u32 {
        match self.objects[id as usize].const_size {
            Some(size) => bits_for(size.div_ceil(elem.into()).max(2)),
            None => OFFSET_BITS - elem.next_power_of_two().trailing_zeros(),
        }
    }

    fn array_index(&mut self, state: &State, id: ObjectId, off: TermId, elem: u8) -> Option<TermId> {
        let bits = self.index_bits(id, elem);
        if let Some(off) = self.terms.const_u64(off) {
            return (off % u64::from(elem) == 0).then(|| self.terms.bv(bits, u128::from(off / u64::from(elem))));
        }
        // An index that provably is a multiple of the element size is taken apart; others are divided.
        let s = self.strided(state, off, u64::from(elem) << 32, elem.into())?;
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

    pub(super) fn load_array(
        &mut self,
        state: &mut State,
        id: ObjectId,
        off: TermId,
        ty: Ty,
        span: Span,
    ) -> Option<Value> {
        let Content::Array(array) = state.object(id)?.content else { return None };
        let Elements { term, elem, pointers } = array;
        let len = ty.access_size(self.pointer_size) as u8;
        let index = self.array_index(state, id, off, elem);
        let (true, Some(index)) = (len == elem && pointers == (ty == Ty::Ptr), index) else {
            if let Some(off) = self.terms.const_u64(off) {
                let bits = self.array_bytes(state, id, array, off, len);
                return Some(self.read_as(Value::Term(bits), ty));
            }
            if let Some(bits) = self.array_pieces(state, id, array, off, len) {
                return Some(self.read_as(Value::Term(bits), ty));
            }
            let t = Target { guard: TermId::TRUE, obj: id, off };
            if let Some(s) = self.few_candidates(state, id, off, len) {
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

    pub(super) fn store_array(&mut self, state: &mut State, t: Target, ty: Ty, value: Value, span: Span) {
        let Some(Content::Array(Elements { term, elem, pointers })) = state.object(t.obj).map(|o| o.content.clone())
        else {
            return;
        };
        let len = ty.access_size(self.pointer_size) as u8;
        let index = self.array_index(state, t.obj, t.off, elem);
        let (true, Some(index)) = (len == elem && pointers == (ty == Ty::Ptr), index) else {
            if let Some(off) = self.terms.const_u64(t.off) {
                let value = self.write_as(value, ty);
                return self.store_array_bytes(state, t, off, len, value);
            }
            let bits = self.write_as(value, ty);
            if self.store_array_pieces(state, t, len, bits) {
                return;
            }
            return match self.few_candidates(state, t.obj, t.off, len) {
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
        state.update(t.obj, |o| o.content = Content::Array(Elements { term, elem, pointers }));
    }

    /// The candidates of an access to an array term that does not fit its elements, where they are few.
    fn few_candidates(&mut self, state: &State, id: ObjectId, off: TermId, len: u8) -> Option<Strided> {
        let size = self.objects[id as usize].const_size?;
        self.candidates(state, off, size, len.into()).filter(|s| s.count <= FEW)
    }
}
