//! Where objects lie, which is seen where pointers become integers.
//!
//! C leaves it open. The executor takes one layout at a time, in which addresses are numbers, so that a program that computes with them stays
//! simple; and a proof is found with one layout and checked with another that differs in all that C leaves open: order, distances,
//! alignment beyond that of the type, and whether an address comes again. What holds in one of them alone is no proof.

use crate::exec::Executor;
use crate::pointers::targets::Target;
use crate::state::State;
use crate::state::object::{ObjectId, ObjectInfo, ObjectKind};
use crate::state::value::{OBJECT_BITS, OFFSET_BITS, Ptr};
use pm_term::{Sort, TermId};
use std::ops::Range;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Layout {
    /// Upwards in the order in which objects are made, at multiples of 16, no address twice.
    #[default]
    Upwards,
    /// Downwards, aligned as their types demand and no more; objects take the addresses of others that are gone, if these were of their size or,
    /// on the heap, of at least half of it.
    Downwards,
}

/// The room of an object whose size is not known.
const WIDE: u64 = 1 << 20;
/// Objects that are looked at for one that is gone.
const LOOKED_AT: usize = 64;

/// Room behind a heap object, so that it can grow where it lies.
fn grown(kind: ObjectKind, size: Option<u64>) -> u64 {
    match (kind, size) {
        (ObjectKind::Heap, Some(size)) if size < WIDE => size,
        _ => 0,
    }
}

impl Executor<'_> {
    /// The address of a new object. `state` is where it is made, for objects that others may have been before.
    pub(crate) fn choose_address(&mut self, kind: ObjectKind, size: Option<u64>, state: Option<&State>) -> u64 {
        let bytes = size.unwrap_or(WIDE);
        match self.options.layout {
            Layout::Upwards => self.space.take(bytes, 1),
            Layout::Downwards => match state.and_then(|s| self.gone(s, kind, size?)) {
                Some(id) => self.objects[id as usize].base,
                None => self.space.take(bytes.saturating_add(grown(kind, size)), self.alignment(kind)),
            },
        }
    }

    fn alignment(&self, kind: ObjectKind) -> u64 {
        let align = match kind {
            ObjectKind::Global(g) => self.program.globals[g].align.into(),
            ObjectKind::Slot(f, s) => self.program.funcs[f].slots[s].align.into(),
            // As of malloc.
            ObjectKind::Heap | ObjectKind::Stack | ObjectKind::Static => 2 * self.pointer_size,
            ObjectKind::Func(_) | ObjectKind::Mapped | ObjectKind::Shadow => 4,
        };
        u64::clamp(align, 1, 1 << 12).next_power_of_two()
    }

    /// An object of this size and storage that does not live in the state.
    fn gone(&self, state: &State, kind: ObjectKind, size: u64) -> Option<ObjectId> {
        let alike = |o: &ObjectInfo| {
            std::mem::discriminant(&o.kind) == std::mem::discriminant(&kind)
                && o.const_size.is_some_and(|old| old <= size && size <= old + grown(kind, Some(old)))
                && matches!(kind, ObjectKind::Heap | ObjectKind::Stack | ObjectKind::Slot(..))
        };
        let ids = (1..self.objects.len()).rev().take(LOOKED_AT).map(|i| i as ObjectId);
        let mut gone = ids.filter(|id| state.object(*id).is_none_or(|o| o.alive == TermId::FALSE));
        gone.find(|id| alike(&self.objects[*id as usize]) && !self.is_pool(*id))
    }

    // ---- equality --------------------------------------------------------------------------------------------------

    /// Are two pointers equal, where pointers into different objects may be: the end of one object can be the start of another, and
    /// an object that is gone can have lain where another one lies now (C11 6.5.9, 6.2.4). The layout that proofs are checked with
    /// leaves it open; the one that they are found with says no.
    pub(crate) fn equal_by_layout(&mut self, state: &State, a: Ptr, b: Ptr, equal: TermId) -> TermId {
        if self.options.layout == Layout::Upwards || a.obj == b.obj {
            return equal;
        }
        let none = self.terms.zero(OBJECT_BITS);
        if [a.obj, b.obj].contains(&none) {
            return equal;
        }
        let (x, y) = (self.may_be_elsewhere(state, a, b.off), self.may_be_elsewhere(state, b, a.off));
        let loose = self.terms.or(x, y);
        if loose == TermId::FALSE {
            return equal;
        }
        let apart = [self.terms.ne(a.obj, b.obj), self.terms.ne(a.obj, none), self.terms.ne(b.obj, none), loose];
        let apart = self.terms.and_all(&apart);
        let name = format!("touch_{:?}_{:?}_{:?}_{:?}", a.obj, a.off, b.obj, b.off);
        let open = self.terms.symbol(&name, Sort::Bool);
        let touch = self.terms.and(apart, open);
        self.terms.or(equal, touch)
    }

    /// The pointer may be equal to one into another object, with that offset: its object is gone, or it points to the end.
    fn may_be_elsewhere(&mut self, state: &State, ptr: Ptr, other: TermId) -> TermId {
        let zero = self.terms.zero(OFFSET_BITS);
        let starts = self.terms.eq(other, zero);
        // A pointer that can be anything is a gap wherever it is used.
        let targets = self.targets(state, ptr).unwrap_or_default();
        let mut result = TermId::FALSE;
        for t in targets {
            let here = self.target_is_loose(state, t, starts);
            let here = self.terms.and(t.guard, here);
            result = self.terms.or(result, here);
        }
        result
    }

    fn target_is_loose(&mut self, state: &State, t: Target, starts: TermId) -> TermId {
        let ObjectInfo { kind, size, .. } = self.objects[t.obj as usize];
        if t.obj == 0 || matches!(kind, ObjectKind::Func(_) | ObjectKind::Mapped | ObjectKind::Shadow) {
            return TermId::FALSE;
        }
        if let Some(pool) = self.pool_in(state, t.obj) {
            let byte = self.terms.bv(OFFSET_BITS, 1);
            let inside = self.node_ok(&pool, t, byte);
            return self.terms.not(inside);
        }
        let alive = state.object(t.obj).map_or(TermId::FALSE, |o| o.alive);
        // An allocation of no bytes has an address of its own.
        let end = if kind == ObjectKind::Heap && self.objects[t.obj as usize].const_size == Some(0) {
            TermId::FALSE
        } else {
            self.terms.eq(t.off, size)
        };
        let touches = self.terms.and(end, starts);
        let gone = self.terms.not(alive);
        self.terms.or(gone, touches)
    }

    // ---- back from integers ----------------------------------------------------------------------------------------

    /// The pointer to what lies at an address.
    pub(crate) fn pointer_at(&mut self, address: u64) -> Ptr {
        if let Some((number, off)) = self.space.mapped_at(address) {
            let id = self.objects.mapped().start + number as ObjectId;
            return Ptr::new(&mut self.terms, id, off as i64);
        }
        let found = match self.options.layout {
            Layout::Upwards => self.last_at_most(address),
            Layout::Downwards => (1..self.objects.len()).rev().find(|i| self.holds(*i, address)),
        };
        match found.filter(|i| self.holds(*i, address)) {
            Some(i) if !self.is_pool(i as ObjectId) => {
                Ptr::new(&mut self.terms, i as u32, (address - self.objects[i].base) as i64)
            }
            Some(_) | None => Ptr::new(&mut self.terms, 0, address as i64),
        }
    }

    fn holds(&self, i: usize, address: u64) -> bool {
        let o = &self.objects[i];
        i > 0
            && !matches!(o.kind, ObjectKind::Shadow | ObjectKind::Mapped)
            && address.checked_sub(o.base).is_some_and(|off| off <= o.const_size.unwrap_or(WIDE))
    }

    /// The object with the highest address that is not above this one, where they are in the order of addresses; mapped ones are not.
    fn last_at_most(&self, address: u64) -> Option<usize> {
        let Range { start, end } = self.objects.mapped();
        let behind = self.objects[end as usize..].partition_point(|o| o.base <= address);
        let at = match behind {
            0 => self.objects[..start as usize].partition_point(|o| o.base <= address),
            n => end as usize + n,
        };
        at.checked_sub(1)
    }
}
