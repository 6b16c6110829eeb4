//! `Select` and `Store`.

use super::stores::StoreMap;
use crate::op::Op;
use crate::sort::SortCode;
use crate::terms::{TermId, Terms};

/// How many stores a select looks through.
const MAX_WALK: usize = 16;

/// How many more at a constant index, before an index map of the chain is made.
const MAX_UNMAPPED: usize = 64;

/// What a look through a chain of stores ends with.
enum Found {
    Elem(TermId),
    /// The rest of the chain, which may hold anything at the index.
    Array(TermId),
}

impl Terms {
    pub(crate) fn rewrite_select(&mut self, array: TermId, index: TermId) -> TermId {
        let array = match self.look_up(array, index) {
            Found::Elem(elem) => return elem,
            Found::Array(array) => array,
        };
        match self.node_op(array) {
            // match: const(x)[i]
            // result: x
            Op::ConstArray => self.node_args(array)[0],
            Op::Ite => self.select_ite(array, index),
            _ => self.plain_select(array, index),
        }
    }

    fn plain_select(&mut self, array: TermId, index: TermId) -> TermId {
        let (_, elem) = self.array_widths(array);
        self.node2(Op::Select, SortCode::bv(elem), array, index)
    }

    /// match: (c ? a : b)[i], where a[i] or b[i] is known
    /// result: c ? a[i] : b[i]
    fn select_ite(&mut self, array: TermId, index: TermId) -> TermId {
        let [cond, then, other] = self.node_args(array);
        if !self.is_known_at(then, index) && !self.is_known_at(other, index) {
            return self.plain_select(array, index);
        }
        let (then, other) = (self.select(then, index), self.select(other, index));
        self.ite(cond, then, other)
    }

    fn is_known_at(&mut self, array: TermId, index: TermId) -> bool {
        match self.look_up(array, index) {
            Found::Elem(_) => true,
            Found::Array(rest) => self.node_op(rest) == Op::ConstArray,
        }
    }

    fn look_up(&mut self, array: TermId, index: TermId) -> Found {
        let mut rest = array;
        for _ in 0..MAX_WALK {
            let Some((below, at, elem)) = self.store_parts(rest) else { return Found::Array(rest) };
            // match: a[i := x][i]
            // result: x
            if at == index {
                return Found::Elem(elem);
            }
            // match: a[i := x][j], i and j differ
            // result: a[j]
            if !self.are_distinct(at, index) {
                return Found::Array(rest);
            }
            rest = below;
        }
        if self.is_const(index) { self.look_up_const(rest, index) } else { Found::Array(rest) }
    }

    /// In a chain of stores at constant indices, by the nearest map below.
    fn look_up_const(&mut self, array: TermId, index: TermId) -> Found {
        let mut rest = array;
        for _ in 0..MAX_UNMAPPED {
            if let Some(map) = self.rewriter.stores.find(rest) {
                return self.look_up_map(map, index);
            }
            match self.store_parts(rest) {
                Some((_, at, elem)) if at == index => return Found::Elem(elem),
                Some((below, at, _)) if self.is_const(at) => rest = below,
                _ => return Found::Array(rest),
            }
        }
        let map = self.store_map(array);
        self.look_up_map(map, index)
    }

    fn look_up_map(&self, map: StoreMap, index: TermId) -> Found {
        match self.rewriter.stores.get(map, index) {
            Some(elem) => Found::Elem(elem),
            None => Found::Array(self.rewriter.stores.base(map)),
        }
    }

    pub(crate) fn rewrite_store(&mut self, array: TermId, index: TermId, elem: TermId) -> TermId {
        // match: a[i := x][i := y]
        // result: a[i := y]
        if let Some((below, at, _)) = self.store_parts(array)
            && at == index
        {
            return self.store(below, index, elem);
        }
        // match: a[i := a[i]]
        // result: a
        if let Some((of, at)) = self.parts(Op::Select, elem)
            && of == array
            && at == index
        {
            return array;
        }
        // match: const(x)[i := x]
        // result: const(x)
        if self.node_op(array) == Op::ConstArray && self.node_args(array)[0] == elem {
            return array;
        }
        self.node3(Op::Store, self.code(array), array, index, elem)
    }

    pub(super) fn store_parts(&self, t: TermId) -> Option<(TermId, TermId, TermId)> {
        (self.node_op(t) == Op::Store).then(|| {
            let [array, index, elem] = self.node_args(t);
            (array, index, elem)
        })
    }

    /// Whether two different terms never have the same value: constants, or one term plus different constants.
    fn are_distinct(&self, a: TermId, b: TermId) -> bool {
        if self.is_const(a) && self.is_const(b) {
            return true;
        }
        let ((x, k), (y, l)) = (self.offset(a), self.offset(b));
        (x == y && k != l) || a == b.flip()
    }

    /// A term as base and constant offset.
    fn offset(&self, t: TermId) -> (TermId, Option<TermId>) {
        match self.parts(Op::Add, t) {
            Some((x, k)) if self.is_const(k) => (x, Some(k)),
            _ => (t, None),
        }
    }
}
