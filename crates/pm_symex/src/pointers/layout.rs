//! Where objects lie, which is seen where pointers become integers.
//!
//! C leaves it open. A proof is looked for with objects at fixed addresses, so that a program that computes with them stays simple; and it is
//! checked with addresses of which only that is known that C and every machine promise: an object is aligned as its type demands, lies beside
//! what lives at the same time, and keeps away from both ends of the address space (`Layout::Open`). What is proved there holds wherever
//! objects lie.
//!
//! An open address is a symbol. What is known of it is a condition on symbols alone, which is collected (`Places::known`) and belongs to everything that
//! is claimed from then on. It can always be met, so it excludes no execution.

use crate::exec::Executor;
use crate::pointers::targets::Target;
use crate::state::State;
use crate::state::object::{ObjectId, ObjectInfo, ObjectKind};
use crate::state::value::{OBJECT_BITS, OFFSET_BITS, Ptr};
use pm_base::Span;
use pm_ir::{GlobalId, GlobalKind};
use pm_term::{Op, Sort, TermId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Layout {
    /// Upwards in the order in which objects are made, at multiples of 16, no address twice.
    #[default]
    Fixed,
    /// Anywhere.
    Open,
}

/// The addresses that were asked for, where they are open.
pub(crate) struct Places {
    /// Extended to the width of offsets.
    addresses: FxHashMap<ObjectId, TermId>,
    symbols: FxHashSet<TermId>,
    /// Those of static objects.
    fixed: FxHashSet<TermId>,
    /// In the order in which they were asked for.
    placed: Vec<ObjectId>,
    /// Objects of the same storage that were there when one was made, and whether they were alive, of the last few before it.
    beside: FxHashMap<ObjectId, Vec<(ObjectId, TermId)>>,
    /// What is known of all addresses.
    known: TermId,
    /// A number was compared with a pointer to an object.
    numbers_may_be_equal: bool,
}

impl Default for Places {
    fn default() -> Places {
        let (addresses, symbols, fixed, placed, beside) = Default::default();
        Places { addresses, symbols, fixed, placed, beside, known: TermId::TRUE, numbers_may_be_equal: false }
    }
}

/// The room of an object whose size is not known, where addresses are fixed.
const WIDE: u64 = 1 << 20;
/// Objects that are looked at for those that live beside a new one, and addresses that are told apart.
const LOOKED_AT: usize = 64;
/// No object lies in so many bytes at both ends of the address space.
const EDGE: u64 = 0x1000;

/// Objects of different storage never lie at the same place, not even one after the other.
#[derive(PartialEq, Eq)]
enum Storage {
    Static,
    Automatic,
    Heap,
}

fn storage(kind: ObjectKind) -> Storage {
    match kind {
        ObjectKind::Global(_) | ObjectKind::Func(_) | ObjectKind::Mapped | ObjectKind::Shadow => Storage::Static,
        ObjectKind::Slot(..) | ObjectKind::Stack => Storage::Automatic,
        // What the library makes for itself may be made anywhere, and again.
        ObjectKind::Heap | ObjectKind::Static => Storage::Heap,
    }
}

impl Executor<'_> {
    /// The fixed address of a new object.
    pub(crate) fn choose_address(&mut self, size: Option<u64>) -> u64 {
        self.space.take(size.unwrap_or(WIDE))
    }

    /// An object was made in this state.
    pub(crate) fn note_neighbours(&mut self, id: ObjectId, state: &State) {
        // A block of a transition system stands for many steps: who lives beside an object is not the same in all of them.
        if self.options.layout == Layout::Fixed || self.across.executes_in_steps() {
            return;
        }
        let kind = storage(self.objects[id as usize].kind);
        let before = (1..id).rev().take(LOOKED_AT);
        let alike = before.filter(|o| storage(self.objects[*o as usize].kind) == kind);
        let beside = alike.filter_map(|o| Some((o, state.object(o)?.alive))).collect();
        self.places.beside.insert(id, beside);
    }

    /// The address of an object, of the width of offsets.
    pub(crate) fn base_of(&mut self, id: ObjectId) -> TermId {
        let Some(&ObjectInfo { base, kind, .. }) = self.objects.get(id as usize) else {
            return self.terms.zero(OFFSET_BITS);
        };
        if id == 0 || self.foreign.object() == Some(id) {
            return self.terms.zero(OFFSET_BITS);
        }
        if self.options.layout == Layout::Fixed || matches!(kind, ObjectKind::Mapped | ObjectKind::Shadow) {
            return self.terms.bv(OFFSET_BITS, base.into());
        }
        if let Some(known) = self.places.addresses.get(&id) {
            return *known;
        }
        let address = self.terms.symbol(&format!("address_{id}"), Sort::Bv(self.pointer_size as u32 * 8));
        self.places.symbols.insert(address);
        if storage(kind) == Storage::Static {
            self.places.fixed.insert(address);
        }
        let wide = self.terms.zext(address, OFFSET_BITS);
        self.learn_place(id, wide);
        self.places.addresses.insert(id, wide);
        self.places.placed.push(id);
        wide
    }

    /// Is the symbol an open address?
    pub(crate) fn is_address(&self, symbol: TermId) -> bool {
        self.places.symbols.contains(&symbol)
    }

    /// Is it computed from nothing but addresses of objects that live as long as the program? Then it is the same in all steps, as a constant is.
    pub(crate) fn is_made_of_addresses(&self, t: TermId) -> bool {
        if self.places.fixed.is_empty() {
            return false;
        }
        let mut seen = FxHashSet::default();
        let mut work = vec![t.regular()];
        while let Some(t) = work.pop().filter(|_| seen.len() < LOOKED_AT) {
            if self.terms.op(t) == Op::Symbol && !self.places.fixed.contains(&t) {
                return false;
            }
            if seen.insert(t) {
                work.extend(self.terms.args(t).iter().map(|a| a.regular()));
            }
        }
        seen.len() < LOOKED_AT
    }

    /// The condition in all layouts that are possible.
    pub(crate) fn in_possible_layouts(&mut self, cond: TermId) -> TermId {
        self.terms.and(self.places.known, cond)
    }

    // ---- what is known of addresses --------------------------------------------------------------------------------

    fn learn_place(&mut self, id: ObjectId, address: TermId) {
        let room = self.room(id);
        let low = self.alignment(self.objects[id as usize].kind).trailing_zeros();
        if low > 0 {
            let bits = self.terms.extract(address, low - 1, 0);
            let zero = self.terms.zero(low);
            let aligned = self.terms.eq(bits, zero);
            self.know(aligned);
        }
        let edge = self.terms.bv(OFFSET_BITS, EDGE.into());
        let last = self.terms.bv(OFFSET_BITS, (self.top() - room.min(self.top() / 2)).into());
        let (behind, before) = (self.terms.uge(address, edge), self.terms.ule(address, last));
        self.know(behind);
        self.know(before);
        for mapped in self.objects.mapped() {
            let apart = self.apart((id, address), mapped);
            self.know(apart);
        }
        let others: Vec<ObjectId> = self.places.placed.iter().rev().take(LOOKED_AT).copied().collect();
        for other in others {
            let together = self.live_together(id, other);
            let apart = self.apart((id, address), other);
            let fact = self.terms.implies(together, apart);
            self.know(fact);
        }
    }

    fn know(&mut self, fact: TermId) {
        self.places.known = self.terms.and(self.places.known, fact);
    }

    /// No byte belongs to both.
    fn apart(&mut self, (id, address): (ObjectId, TermId), other: ObjectId) -> TermId {
        if self.is_literal(id) && self.is_literal(other) {
            return TermId::TRUE;
        }
        let there = self.base_of(other);
        let (mine, its) = (self.room(id), self.room(other));
        let mut ends_before = |a: TermId, room: u64, b: TermId| {
            let room = self.terms.bv(OFFSET_BITS, room.into());
            let end = self.terms.add(a, room);
            self.terms.ule(end, b)
        };
        let (below, above) = (ends_before(address, mine, there), ends_before(there, its, address));
        self.terms.or(below, above)
    }

    /// The end of addresses that objects may have. Those of 64 bits are positive numbers, as on all machines that have them.
    fn top(&self) -> u64 {
        let last = if self.pointer_size >= 8 { i64::MAX as u64 } else { u64::MAX >> (64 - 8 * self.pointer_size) };
        last - EDGE
    }

    /// The bytes that an object takes at least. Sizes may vary from step to step.
    fn room(&self, id: ObjectId) -> u64 {
        let info = &self.objects[id as usize];
        let varies = storage(info.kind) != Storage::Static && self.across.executes_in_steps();
        info.const_size.filter(|_| !varies).map_or(1, |size| size.clamp(1, self.top() / 2))
    }

    /// Under this condition both are there at the same time.
    fn live_together(&self, a: ObjectId, b: ObjectId) -> TermId {
        let of = |id: ObjectId| storage(self.objects[id as usize].kind);
        if of(a) != of(b) || of(a) == Storage::Static {
            return TermId::TRUE;
        }
        let (earlier, later) = (a.min(b), a.max(b));
        let beside = self.places.beside.get(&later).map_or(&[][..], |all| all);
        beside.iter().find(|(id, _)| *id == earlier).map_or(TermId::FALSE, |(_, alive)| *alive)
    }

    fn alignment(&self, kind: ObjectKind) -> u64 {
        let align = match kind {
            ObjectKind::Global(g) => self.program.globals[g].align.into(),
            ObjectKind::Slot(f, s) => self.program.funcs[f].slots[s].align.into(),
            // As of malloc.
            ObjectKind::Heap | ObjectKind::Stack => 2 * self.pointer_size,
            ObjectKind::Static | ObjectKind::Func(_) | ObjectKind::Mapped | ObjectKind::Shadow => 1,
        };
        u64::clamp(align, 1, 1 << 12).next_power_of_two()
    }

    // ---- equality --------------------------------------------------------------------------------------------------

    /// Are two pointers equal, where pointers into different objects may be: the end of one object can be the start of another, and
    /// an object that is gone can have lain where another one lies now (C11 6.5.9, 6.2.4); a number can be the address of any object. Where
    /// addresses are open, that is open; where they are fixed, the answer is no.
    pub(crate) fn equal_by_layout(&mut self, state: &State, a: Ptr, b: Ptr, equal: TermId) -> TermId {
        if self.options.layout == Layout::Fixed || a.obj == b.obj {
            return equal;
        }
        let (x, y) = (self.may_be_elsewhere(state, a, b.off), self.may_be_elsewhere(state, b, a.off));
        let literals = self.are_literals(state, a, b);
        let loose = self.terms.or_all(&[x, y, literals]);
        if loose == TermId::FALSE {
            return equal;
        }
        let (null_a, null_b) = (self.is_null(a), self.is_null(b));
        let apart = [self.terms.ne(a.obj, b.obj), self.terms.not(null_a), self.terms.not(null_b), loose];
        let apart = self.terms.and_all(&apart);
        let name = format!("touch_{:?}_{:?}_{:?}_{:?}", a.obj, a.off, b.obj, b.off);
        let open = self.terms.symbol(&name, Sort::Bool);
        let touch = self.terms.and(apart, open);
        self.terms.or(equal, touch)
    }

    /// Literals may share bytes: "bc" may be the end of "abc" (C11 6.4.5p7).
    fn are_literals(&mut self, state: &State, a: Ptr, b: Ptr) -> TermId {
        let [a, b] = [a, b].map(|p| {
            let targets = self.targets(state, p).unwrap_or_default();
            let literal = targets.iter().filter(|t| self.is_literal(t.obj)).map(|t| t.guard).collect::<Vec<_>>();
            self.terms.or_all(&literal)
        });
        self.terms.and(a, b)
    }

    fn is_literal(&self, id: ObjectId) -> bool {
        let of_program = |g: GlobalId| self.program.globals[g].kind == GlobalKind::Str;
        matches!(self.objects[id as usize].kind, ObjectKind::Global(g) if of_program(g))
    }

    fn is_null(&mut self, p: Ptr) -> TermId {
        let (none, zero) = (self.terms.zero(OBJECT_BITS), self.terms.zero(OFFSET_BITS));
        let (in_none, at_zero) = (self.terms.eq(p.obj, none), self.terms.eq(p.off, zero));
        self.terms.and(in_none, at_zero)
    }

    /// The pointer may be equal to one into another object, with that offset: its object is gone, it points to the end, or it is a number.
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
        if t.obj == 0 {
            let may = self.may_be_an_address(t.off);
            self.places.numbers_may_be_equal |= may != TermId::FALSE;
            return may;
        }
        let ObjectInfo { kind, size, .. } = self.objects[t.obj as usize];
        if matches!(kind, ObjectKind::Func(_) | ObjectKind::Mapped | ObjectKind::Shadow) {
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

    /// Where a number was taken for the address of an object, what an access at a number does is not known, not even that it is not valid.
    pub(crate) fn gap_at_number(&mut self, state: &State, ptr: Ptr, span: Span) {
        if !self.places.numbers_may_be_equal {
            return;
        }
        let none = self.terms.zero(OBJECT_BITS);
        let conds = [state.guard.term(), self.terms.eq(ptr.obj, none), self.may_be_an_address(ptr.off)];
        let cond = self.terms.and_all(&conds);
        self.gap_if(cond, span, "an access at a number that may be the address of an object");
    }

    /// A number that is not null, and not beyond where objects lie.
    fn may_be_an_address(&mut self, number: TermId) -> TermId {
        let (edge, top) = (self.terms.bv(OFFSET_BITS, EDGE.into()), self.terms.bv(OFFSET_BITS, self.top().into()));
        let (behind, before) = (self.terms.uge(number, edge), self.terms.ule(number, top));
        self.terms.and(behind, before)
    }

    // ---- back from integers ----------------------------------------------------------------------------------------

    /// The pointer to what lies at an address.
    pub(crate) fn pointer_at(&mut self, address: u64) -> Ptr {
        if let Some((number, off)) = self.space.mapped_at(address) {
            let id = self.objects.mapped().start + number as ObjectId;
            return Ptr::new(&mut self.terms, id, off as i64);
        }
        // Of an open address no number is known.
        let found = self.last_at_most(address).filter(|_| self.options.layout == Layout::Fixed);
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
