//! Joins two contents of one object that have different shapes: other cells, another filling, or an array term on one side.

use crate::exec::Executor;
use crate::state::cells::{Cell, Cells};
use crate::state::object::{Content, Elements, Fill, Object, ObjectId, Shared};
use crate::state::value::{Value, Word};
use crate::state::{Conflict, State};
use pm_ir::Ty;
use pm_types::TypeKind;
use std::collections::BTreeMap;

/// Objects with different fillings are joined byte for byte up to this size.
const LIMIT: u64 = 4096;

impl Executor<'_> {
    pub(crate) fn join_shapes(&mut self, into: &mut State, c: Conflict) {
        let (mut a, mut b) = (lone(c.object, &c.mine), lone(c.object, &c.theirs));
        let joined = self.try_join(&c, &mut a, &mut b);
        // What was read of arrays that are defined by ranges holds on its side.
        let sides = self.terms.ite(c.cond, a.guard.term(), b.guard.term());
        into.guard = into.guard.and(&mut self.terms, sides);
        if self.exposed.take_fresh() {
            self.exposed.add_object(c.object);
        }
        match joined {
            Some(object) => into.set_object(c.object, object),
            None => {
                let span = self.objects[c.object as usize].span;
                self.gap(into, span, "an object whose contents differ in kind where two paths meet");
            }
        }
    }

    fn try_join(&mut self, c: &Conflict, a: &mut State, b: &mut State) -> Option<Object> {
        let alive = self.terms.ite(c.cond, c.mine.0.alive, c.theirs.0.alive);
        let content = match (&c.mine.0.content, &c.theirs.0.content) {
            (Content::Array(Elements { elem, pointers, .. }), Content::Cells { .. }) => {
                self.become_array(b, c.object, *elem, *pointers)?;
                self.join_arrays(c, a, b)?
            }
            (Content::Cells { .. }, Content::Array(Elements { elem, pointers, .. })) => {
                self.become_array(a, c.object, *elem, *pointers)?;
                self.join_arrays(c, a, b)?
            }
            (Content::Cells { cells: x, fill: f }, Content::Cells { cells: y, fill: g }) => {
                let size = self.objects[c.object as usize].const_size;
                let whole = if f == g { None } else { Some(size.unwrap_or(u64::MAX)) };
                let mut parts = Vec::new();
                for cells in [x, y] {
                    cells.for_each(|at, c| parts.push((at, c.len, c.word.is_pointer())));
                }
                if whole.is_some_and(|size| size > LIMIT) {
                    let elem = self.common_element(c.object, &parts);
                    self.become_array(a, c.object, elem, false)?;
                    self.become_array(b, c.object, elem, false)?;
                    let content = self.join_arrays(c, a, b)?;
                    return Some(Object { content, alive });
                }
                let pieces = pieces(parts, whole)?;
                let mut cells = Vec::new();
                for (at, (len, pointer)) in pieces {
                    let ty = if pointer { Ty::Ptr } else { Ty::int(len * 8, false) };
                    let (v, w) = (self.load_at(a, c.object, at.into(), ty), self.load_at(b, c.object, at.into(), ty));
                    let value = Value::ite(&mut self.terms, c.cond, v, w)?;
                    cells.push((at, Cell { len, word: Word::new(&self.terms, value) }));
                }
                Content::Cells { cells: Cells::of(cells), fill: *f }
            }
            (
                Content::Array(Elements { elem: x, pointers: false, .. }),
                Content::Array(Elements { elem: y, pointers: false, .. }),
            ) => self.join_elements(c, (*x).min(*y), a, b)?,
            (Content::Array(_), Content::Array(_)) | (Content::Pool(_), _) | (_, Content::Pool(_)) => {
                return None;
            }
        };
        Some(Object { content, alive })
    }

    /// Makes cells an array, of integers where it is not of pointers alone.
    pub(crate) fn become_array(&mut self, state: &mut State, id: ObjectId, elem: u8, pointers: bool) -> Option<()> {
        match self.make_array(state, id, elem, pointers) {
            None if !pointers => self.make_mixed_array(state, id, elem),
            made => made,
        }
    }

    /// Bytes of an element of the array that holds all of a large object: what its cells or its type have in common.
    fn common_element(&self, id: ObjectId, cells: &[(u32, u8, bool)]) -> u8 {
        let types = &self.program.types;
        let first = cells.first().map(|c| c.1);
        if let Some(len) = first {
            let fits = |(at, l, pointer): &(u32, u8, bool)| *l == len && at % u32::from(len) == 0 && !pointer;
            return if cells.iter().all(fits) { len } else { 1 };
        }
        let mut ty = self.objects[id as usize].cty.map(|c| c.ty);
        while let Some(TypeKind::Array { elem, .. }) = ty.map(|t| types.kind(t)) {
            ty = Some(elem.ty);
        }
        let size = ty.filter(|t| types.is_scalar(*t)).and_then(|t| types.size_of(t));
        size.filter(|s| [2, 4, 8].contains(s)).map_or(1, |s| s as u8)
    }

    /// Arrays of different elements become cells again.
    fn join_elements(&mut self, c: &Conflict, elem: u8, a: &mut State, b: &mut State) -> Option<Content> {
        let size = self.objects[c.object as usize].const_size.filter(|s| *s <= LIMIT)?;
        let mut cells = Vec::new();
        let mut at = 0;
        while at < size {
            let len = if at + u64::from(elem) <= size { elem } else { 1 };
            let ty = Ty::int(len * 8, false);
            let (v, w) = (self.load_at(a, c.object, at, ty), self.load_at(b, c.object, at, ty));
            let value = Value::ite(&mut self.terms, c.cond, v, w)?;
            cells.push((at as u32, Cell { len, word: Word::new(&self.terms, value) }));
            at += u64::from(len);
        }
        Some(Content::Cells { cells: Cells::of(cells), fill: Fill::Zero })
    }

    fn join_arrays(&mut self, c: &Conflict, a: &State, b: &State) -> Option<Content> {
        let content = |s: &State| match s.object(c.object)?.content {
            Content::Array(Elements { term, elem, pointers }) => Some((term, elem, pointers)),
            Content::Cells { .. } | Content::Pool(_) => None,
        };
        let ((x, elem, pointers), (y, _, _)) = (content(a)?, content(b)?);
        (self.terms.sort(x) == self.terms.sort(y))
            .then(|| Content::Array(Elements { term: self.terms.ite(c.cond, x, y), elem, pointers }))
    }
}

/// A state with just this object, to read from.
fn lone(id: ObjectId, object: &Shared) -> State {
    let mut state = State::empty();
    state.set_object(id, (*object.0).clone());
    state
}

/// Ranges to join, from the cells of both sides (offset, length, is it a pointer): cells that both have or only one has,
/// single bytes where cells overlap otherwise; with `whole`, also everything between them. By offset: length, and whether
/// it is a pointer.
pub(crate) fn pieces(mut cells: Vec<(u32, u8, bool)>, whole: Option<u64>) -> Option<BTreeMap<u32, (u8, bool)>> {
    cells.sort_unstable();
    let mut pieces = BTreeMap::new();
    let mut i = 0;
    while i < cells.len() {
        // A group of cells that overlap each other.
        let (start, first, _) = cells[i];
        let mut end = start + u32::from(first);
        let mut n = i + 1;
        while n < cells.len() && cells[n].0 < end {
            end = end.max(cells[n].0 + u32::from(cells[n].1));
            n += 1;
        }
        if cells[i..n].iter().all(|(at, len, _)| *at == start && *len == first) {
            pieces.insert(start, (first, cells[i..n].iter().any(|c| c.2)));
        } else {
            (start..end).for_each(|at| {
                pieces.insert(at, (1, false));
            });
        }
        i = n;
    }
    if let Some(size) = whole {
        if size > LIMIT {
            return None;
        }
        let covered: Vec<(u32, u32)> = pieces.iter().map(|(at, (len, _))| (*at, at + u32::from(*len))).collect();
        let mut next = 0u32;
        for (from, to) in covered.into_iter().chain(std::iter::once((size as u32, size as u32))) {
            while next < from {
                let len =
                    [8u32, 4, 2, 1].into_iter().find(|l| next.is_multiple_of(*l) && next + l <= from).unwrap_or(1);
                pieces.insert(next, (len as u8, false));
                next += len;
            }
            next = next.max(to);
        }
    }
    Some(pieces)
}
