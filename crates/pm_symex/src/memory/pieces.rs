//! Accesses to array terms whose width is not the elements': records, unions and bytes of large objects.
//!
//! At a constant offset the elements are taken apart and put together. At a symbolic one an access is made of pieces that
//! lie in one element each, as large as what is known of the offset's alignment allows. Elements that are pointers have no
//! bytes at a symbolic offset; where an object holds pointers beside other things, they become addresses (`exposed.rs`).

use crate::exec::Executor;
use crate::pointers::targets::Target;
use crate::state::State;
use crate::state::object::{Content, Elements, ObjectId};
use crate::state::value::{OFFSET_BITS, Ptr, Value};
use pm_term::TermId;

impl Executor<'_> {
    /// An array term of integers from cells of any width. Pointers become their addresses.
    pub(crate) fn make_mixed_array(&mut self, state: &mut State, id: ObjectId, elem: u8) -> Option<()> {
        let Content::Cells { cells, fill } = &state.object(id)?.content else { return None };
        let (cells, fill) = (cells.clone(), *fill);
        let all = cells.all();
        if !elem.is_power_of_two() {
            return None;
        }
        if all.iter().any(|(_, c)| c.word.is_pointer()) {
            self.exposed.add_now(id);
        }
        let index = self.index_bits(id, elem);
        let term = self.array_default(fill, index, u32::from(elem) * 8, elem, false)?;
        state.update(id, |o| o.content = Content::Array(Elements { term, elem, pointers: false }));
        for (at, cell) in all {
            let value = cell.word.value(&mut self.terms);
            let off = self.terms.zero(OFFSET_BITS);
            let t = Target { guard: TermId::TRUE, obj: id, off };
            self.store_array_bytes(state, t, at.into(), cell.len, value);
        }
        Some(())
    }

    /// Bytes at a symbolic offset.
    pub(crate) fn array_pieces(
        &mut self,
        state: &mut State,
        id: ObjectId,
        array: Elements,
        off: TermId,
        len: u8,
    ) -> Option<TermId> {
        let Elements { term: array, elem, pointers } = array;
        let piece = self.piece_size(off, elem, len, pointers)?;
        let mut result: Option<TermId> = None;
        for start in (0..len).step_by(piece.into()) {
            let (index, shift) = self.piece_at(id, off, elem, start);
            let element = self.element(state, array, index);
            let moved = self.terms.lshr(element, shift);
            let part = self.terms.truncate(moved, u32::from(piece) * 8);
            result = Some(match result {
                None => part,
                Some(low) => self.terms.concat(part, low),
            });
        }
        result
    }

    /// Writes bytes at a symbolic offset; `false`: not possible.
    pub(crate) fn store_array_pieces(&mut self, state: &mut State, t: Target, len: u8, value: Value) -> bool {
        let Some(Content::Array(Elements { mut term, elem, pointers })) =
            state.object(t.obj).map(|o| o.content.clone())
        else {
            return false;
        };
        let Some(piece) = self.piece_size(t.off, elem, len, pointers) else { return false };
        let bits = self.bits_of(value);
        let (old, width) = (term, u32::from(elem) * 8);
        for start in (0..len).step_by(piece.into()) {
            let (index, shift) = self.piece_at(t.obj, t.off, elem, start);
            let (lo, bits_a_piece) = (u32::from(start) * 8, u32::from(piece) * 8);
            let part = self.terms.extract(bits, lo + bits_a_piece - 1, lo);
            let part = self.terms.zext(part, width);
            let part = self.terms.shl(part, shift);
            let ones = self.terms.ones(bits_a_piece);
            let ones = self.terms.zext(ones, width);
            let mask = self.terms.shl(ones, shift);
            let keep = self.terms.not(mask);
            let element = self.element(state, term, index);
            let kept = self.terms.and(element, keep);
            let element = self.terms.or(kept, part);
            term = self.terms.store(term, index, element);
        }
        let term = self.terms.ite(t.guard, term, old);
        state.update(t.obj, |o| o.content = Content::Array(Elements { term, elem, pointers }));
        true
    }

    /// Bytes of the largest pieces that lie in one element each.
    fn piece_size(&mut self, off: TermId, elem: u8, len: u8, pointers: bool) -> Option<u8> {
        if pointers || !elem.is_power_of_two() || len == 0 {
            return None;
        }
        let mut piece = elem.min(1 << len.trailing_zeros());
        while piece > 1 {
            let low = self.terms.extract(off, piece.trailing_zeros() - 1, 0);
            if self.terms.const_u64(low) == Some(0) {
                break;
            }
            piece /= 2;
        }
        Some(piece)
    }

    /// The element that holds the byte `start` behind an offset, and the bits below that byte in it.
    fn piece_at(&mut self, id: ObjectId, off: TermId, elem: u8, start: u8) -> (TermId, TermId) {
        let bits = self.index_bits(id, elem);
        let start = self.terms.bv(OFFSET_BITS, start.into());
        let at = self.terms.add(off, start);
        let low = elem.trailing_zeros();
        let index = self.terms.extract(at, low + bits - 1, low);
        let width = u32::from(elem) * 8;
        if low == 0 {
            return (index, self.terms.zero(width));
        }
        let inside = self.terms.extract(at, low - 1, 0);
        let inside = self.terms.zext(inside, width);
        let eight = self.terms.bv(width, 8);
        (index, self.terms.mul(inside, eight))
    }

    /// Element `k` as the bytes that it stands for.
    fn element_bits(&mut self, state: &mut State, id: ObjectId, array: Elements, k: u64) -> TermId {
        let width = self.index_bits(id, array.elem);
        let index = self.terms.bv(width, k.into());
        let value = self.element(state, array.term, index);
        if array.pointers {
            let ptr = Ptr::unpack(&mut self.terms, value);
            return self.address(ptr);
        }
        value
    }

    /// Bytes at a constant offset, whatever elements they are part of.
    pub(crate) fn array_bytes(
        &mut self,
        state: &mut State,
        id: ObjectId,
        array: Elements,
        off: u64,
        len: u8,
    ) -> TermId {
        let elem = u64::from(array.elem);
        let (first, last) = (off / elem, (off + u64::from(len) - 1) / elem);
        let mut bits = self.element_bits(state, id, array, first);
        for k in first + 1..=last {
            let high = self.element_bits(state, id, array, k);
            bits = self.terms.concat(high, bits);
        }
        let lo = (off - first * elem) as u32 * 8;
        self.terms.extract(bits, lo + u32::from(len) * 8 - 1, lo)
    }

    /// Writes bytes at a constant offset into the elements that they are part of.
    pub(crate) fn store_array_bytes(&mut self, state: &mut State, t: Target, off: u64, len: u8, value: Value) {
        let Some(Content::Array(Elements { mut term, elem, pointers })) =
            state.object(t.obj).map(|o| o.content.clone())
        else {
            return;
        };
        let old = term;
        let bits = self.bits_of(value);
        let (size, end) = (u64::from(elem), off + u64::from(len));
        let width = self.index_bits(t.obj, elem);
        for k in off / size..=(end - 1) / size {
            let (start, stop) = ((k * size).max(off), ((k + 1) * size).min(end));
            let mut element = self.terms.extract(bits, (stop - off) as u32 * 8 - 1, (start - off) as u32 * 8);
            let before = self.element_bits(state, t.obj, Elements { term, elem, pointers }, k);
            if stop < (k + 1) * size {
                let rest = self.terms.extract(before, elem as u32 * 8 - 1, (stop - k * size) as u32 * 8);
                element = self.terms.concat(rest, element);
            }
            if start > k * size {
                let rest = self.terms.extract(before, (start - k * size) as u32 * 8 - 1, 0);
                element = self.terms.concat(element, rest);
            }
            if pointers {
                element = self.int_to_ptr(element).pack(&mut self.terms);
            }
            let index = self.terms.bv(width, k.into());
            term = self.terms.store(term, index, element);
        }
        let term = self.terms.ite(t.guard, term, old);
        state.update(t.obj, |o| o.content = Content::Array(Elements { term, elem, pointers }));
    }
}
