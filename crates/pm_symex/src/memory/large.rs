//! Fills and copies of parts of large objects.
//!
//! The object becomes an array term, and the result a new array that is defined by what it holds: the filling or the source
//! inside of the range, the old array outside. The definition is written out only for elements that are read: where the
//! element is a constant by following it, else as a condition of the path (which excludes nothing).

use crate::exec::Executor;
use crate::state::State;
use crate::state::object::{Content, Elements, ObjectId};
use crate::state::value::{OFFSET_BITS, Ptr};
use pm_term::{Op, Sort, TermId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Arrays that are defined by ranges.
#[derive(Default)]
pub(crate) struct Ranges {
    by_symbol: FxHashMap<TermId, Range>,
    /// The same range is the same array.
    known: FxHashMap<Range, TermId>,
}

/// Elements `from .. from + count` are those of the source, others those of the old array. Numbers are of offset width.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Range {
    old: TermId,
    from: TermId,
    count: TermId,
    source: Source,
}

/// The size of elements, and whether they are pointers.
const BYTES: (u8, bool) = (1, false);

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Source {
    Value(TermId),
    /// Elements from this number on.
    Array(TermId, TermId),
}

impl Executor<'_> {
    // ---- writing -----------------------------------------------------------------------------------------------------

    /// Fills a range of one object, where `ok` holds; `false`: not possible.
    pub(crate) fn fill_range(&mut self, state: &mut State, dst: Ptr, byte: TermId, size: TermId, ok: TermId) -> bool {
        let Some((id, from)) = self.range_object(state, dst) else { return false };
        let like = self.is_symbolic(&[from, size]).then_some(BYTES);
        let Some((old, elem, pointers)) = self.as_elements(state, id, like) else { return false };
        let Some((from, count)) = self.element_range(from, size, elem, ok) else { return false };
        let value = if pointers {
            if self.terms.const_u64(byte) != Some(0) {
                return false;
            }
            Ptr::null(&mut self.terms).pack(&mut self.terms)
        } else {
            self.terms.repeat(byte, elem.into())
        };
        self.write_range(state, id, Range { old, from, count, source: Source::Value(value) }, elem, pointers);
        true
    }

    /// Copies a range of one object into another, or into itself, where `ok` holds; `false`: not possible.
    pub(crate) fn copy_range(&mut self, state: &mut State, dst: Ptr, src: Ptr, size: TermId, ok: TermId) -> bool {
        let (Some((to, at)), Some((from, start))) = (self.range_object(state, dst), self.range_object(state, src))
        else {
            return false;
        };
        let like = self.is_symbolic(&[at, start, size]).then_some(BYTES);
        let Some((array, elem, pointers)) = self.as_elements(state, from, like) else { return false };
        let Some((old, e, p)) = self.as_elements(state, to, Some((elem, pointers))) else { return false };
        let (Some((at, count)), Some((start, _))) =
            (self.element_range(at, size, elem, ok), self.element_range(start, size, elem, ok))
        else {
            return false;
        };
        if (e, p) != (elem, pointers) {
            return false;
        }
        self.write_range(
            state,
            to,
            Range { old, from: at, count, source: Source::Array(array, start) },
            elem,
            pointers,
        );
        true
    }

    /// The one object that is meant. Steps between cut points do not know the definitions of the steps before.
    fn range_object(&mut self, state: &State, ptr: Ptr) -> Option<(ObjectId, TermId)> {
        let targets = self.targets(state, ptr)?;
        let [t] = targets[..] else { return None };
        let fits = t.obj != 0 && !self.across.in_steps && state.object(t.obj).is_some();
        fits.then_some((t.obj, t.off))
    }

    /// A range may begin or end inside of elements of more than one byte.
    fn is_symbolic(&self, numbers: &[TermId]) -> bool {
        numbers.iter().any(|n| self.terms.const_u64(*n).is_none())
    }

    /// The object as an array term: its elements, their size, and whether they are pointers.
    fn as_elements(&mut self, state: &mut State, id: ObjectId, like: Option<(u8, bool)>) -> Option<(TermId, u8, bool)> {
        if let Content::Cells { cells, .. } = &state.object(id)?.content {
            let mut first = None;
            cells.for_each(|_, c| first = first.or(Some((c.len, c.word.is_pointer()))));
            let (elem, pointers) = like.or(first).unwrap_or((1, false));
            if self.make_array(state, id, elem, pointers).is_none() {
                self.make_mixed_array(state, id, if pointers { 1 } else { elem })?;
            }
        }
        match state.object(id)?.content {
            Content::Array(Elements { term, elem, pointers }) => Some((term, elem, pointers)),
            Content::Cells { .. } | Content::Pool(_) => None,
        }
    }

    /// The first element and the number of elements of a range of bytes; `None` where it may begin or end inside of an element.
    fn element_range(&mut self, off: TermId, size: TermId, elem: u8, ok: TermId) -> Option<(TermId, TermId)> {
        let none = self.terms.zero(OFFSET_BITS);
        let (from, count) = match (self.terms.const_u64(off), self.terms.const_u64(size)) {
            _ if elem == 1 => (off, size),
            (Some(off), Some(size)) if off % u64::from(elem) == 0 && size % u64::from(elem) == 0 => {
                let number = |ex: &mut Self, n: u64| ex.terms.bv(OFFSET_BITS, (n / u64::from(elem)).into());
                (number(self, off), number(self, size))
            }
            _ => return None,
        };
        Some((from, self.terms.ite(ok, count, none)))
    }

    fn write_range(&mut self, state: &mut State, id: ObjectId, range: Range, elem: u8, pointers: bool) {
        let term = match self.ranges.known.get(&range) {
            Some(term) => *term,
            None => {
                let sort = self.terms.sort(range.old);
                let term = self.terms.fresh("range", sort);
                self.ranges.known.insert(range, term);
                self.ranges.by_symbol.insert(term, range);
                term
            }
        };
        state.update(id, |o| o.content = Content::Array(Elements { term, elem, pointers }));
    }

    // ---- reading -----------------------------------------------------------------------------------------------------

    /// An element of an array term, with what is known of arrays that are defined by ranges.
    pub(crate) fn element(&mut self, state: &mut State, array: TermId, index: TermId) -> TermId {
        if self.ranges.by_symbol.is_empty() {
            return self.terms.select(array, index);
        }
        let (mut array, mut index) = (array, index);
        loop {
            let args = self.terms.args(array);
            if self.terms.op(array) == Op::Store {
                let (inner, at, value) = (args[0], args[1], args[2]);
                if at == index {
                    self.tell_choices(state, value);
                    return value;
                }
                if !(self.terms.is_const(at) && self.terms.is_const(index)) {
                    break;
                }
                array = inner;
                continue;
            }
            let Some(range) = self.ranges.by_symbol.get(&array).copied() else { break };
            let inside = self.is_inside(&range, index);
            match (self.terms.const_bool(inside), range.source) {
                (Some(false), _) => array = range.old,
                (Some(true), Source::Value(value)) => return value,
                (Some(true), Source::Array(from, start)) => {
                    index = self.source_index(&range, from, start, index);
                    array = from;
                }
                (None, _) => break,
            }
        }
        let mut told = FxHashSet::default();
        self.tell(state, array, index, &mut told);
        self.terms.select(array, index)
    }

    fn is_inside(&mut self, range: &Range, index: TermId) -> TermId {
        let wide = self.terms.zext(index, OFFSET_BITS);
        let distance = self.terms.sub(wide, range.from);
        self.terms.ult(distance, range.count)
    }

    fn source_index(&mut self, range: &Range, array: TermId, start: TermId, index: TermId) -> TermId {
        let wide = self.terms.zext(index, OFFSET_BITS);
        let distance = self.terms.sub(wide, range.from);
        let at = self.terms.add(start, distance);
        match self.terms.sort(array) {
            Sort::Array { index: bits, .. } => self.terms.truncate(at, bits),
            Sort::Bool | Sort::Bv(_) => at,
        }
    }

    /// The same for elements that a stored value chooses among: where two arrays meet that differ in one element, the rewriter makes
    /// such a store of them.
    fn tell_choices(&mut self, state: &mut State, value: TermId) {
        let mut told = FxHashSet::default();
        let mut seen = FxHashSet::default();
        let mut work = vec![value.regular()];
        while let Some(t) = work.pop() {
            if !seen.insert(t) {
                continue;
            }
            let args = self.terms.args(t);
            match self.terms.op(t) {
                Op::Ite => work.extend([args[1].regular(), args[2].regular()]),
                Op::Select => {
                    let (array, index) = (args[0], args[1]);
                    self.tell(state, array, index, &mut told);
                }
                _ => {}
            }
        }
    }

    /// Writes out what the arrays below a term hold at an index.
    fn tell(&mut self, state: &mut State, array: TermId, index: TermId, told: &mut FxHashSet<(TermId, TermId)>) {
        let mut work = vec![(array, index)];
        while let Some((array, index)) = work.pop() {
            if !told.insert((array, index)) {
                continue;
            }
            let args = self.terms.args(array);
            match self.terms.op(array) {
                Op::Store => work.push((args[0], index)),
                Op::Ite => work.extend([(args[1], index), (args[2], index)]),
                _ => {
                    let Some(range) = self.ranges.by_symbol.get(&array).copied() else { continue };
                    let inside = self.is_inside(&range, index);
                    let old = self.terms.select(range.old, index);
                    let new = match range.source {
                        Source::Value(value) => value,
                        Source::Array(from, start) => {
                            let at = self.source_index(&range, from, start, index);
                            work.push((from, at));
                            self.terms.select(from, at)
                        }
                    };
                    work.push((range.old, index));
                    let here = self.terms.select(array, index);
                    let held = self.terms.ite(inside, new, old);
                    let defined = self.terms.eq(here, held);
                    state.guard = state.guard.and(&mut self.terms, defined);
                }
            }
        }
    }
}
