//! Where objects lie, which is seen where pointers become integers.
//!
//! C leaves it open. The executor takes one layout at a time, in which addresses are numbers, so that a program that computes with them stays
//! simple; and a proof is found with one layout and checked with another that differs in all that C leaves open: order, distances,
//! alignment beyond that of the type, and whether an address comes again. What holds in one of them alone is no proof.

use crate::exec::Executor;
use crate::object::{ObjectId, ObjectInfo, ObjectKind};
use crate::state::State;
use crate::value::Ptr;
use pm_ir::Mapped;
use pm_term::TermId;
use std::ops::Range;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Layout {
    /// Upwards in the order in which objects are made, at multiples of 16, no address twice.
    #[default]
    Upwards,
    /// Downwards, aligned as their types demand and no more; objects take the addresses of others of their size that are gone.
    Downwards,
}

/// Bytes between objects.
const GAP: u64 = 16;
/// The room of an object whose size is not known.
const WIDE: u64 = 1 << 20;
/// The first address of an object.
const LOWEST: u64 = 0x1_0000;
/// Objects that are looked at for one that is gone.
const LOOKED_AT: usize = 64;

impl Layout {
    /// Where the first object begins or ends.
    pub(crate) fn start(self, pointer_size: u64) -> u64 {
        match self {
            Layout::Upwards => LOWEST,
            Layout::Downwards if pointer_size >= 8 => 0x7ffe_ffff_0000,
            Layout::Downwards => 0xbfff_0000,
        }
    }
}

impl Executor<'_> {
    /// The address of a new object. `state` is where it is made, for objects that others may have been before.
    pub(crate) fn choose_address(&mut self, kind: ObjectKind, size: Option<u64>, state: Option<&State>) -> u64 {
        let room = size.unwrap_or(WIDE).saturating_add(GAP);
        match self.options.layout {
            Layout::Upwards => {
                let room = room.next_multiple_of(GAP);
                let base = self.beside_mapped(self.next_base, room);
                self.next_base = base.saturating_add(room);
                base
            }
            Layout::Downwards => match state.and_then(|s| self.gone(s, kind, size?)) {
                Some(id) => self.objects[id as usize].base,
                None => self.address_below(room, self.alignment(kind)),
            },
        }
    }

    /// The next address downwards that is a multiple of the alignment and not of twice as much.
    fn address_below(&mut self, room: u64, align: u64) -> u64 {
        let at = |end: u64| {
            let highest = end.checked_sub(room)?;
            let base = highest.checked_sub(highest.checked_sub(align)? % (2 * align))?;
            (base >= LOWEST).then_some(base)
        };
        let mut base = at(self.next_base);
        for &Mapped { address, size, .. } in self.options.mmio.iter().rev() {
            if base.is_some_and(|b| b < address.saturating_add(size).saturating_add(GAP) && address < b + room) {
                base = at(address.saturating_sub(GAP));
            }
        }
        // Where there is no room left the same addresses are taken once more: a proof may fail, and none is wrong.
        let base = base.or_else(|| at(Layout::Downwards.start(self.pointer_size))).unwrap_or(LOWEST);
        self.next_base = base;
        base
    }

    fn alignment(&self, kind: ObjectKind) -> u64 {
        let align = match kind {
            ObjectKind::Global(g) => self.program.globals[g].align.into(),
            ObjectKind::Slot(f, s) => self.program.funcs[f].slots[s].align.into(),
            // As of malloc.
            ObjectKind::Heap | ObjectKind::Stack => 2 * self.pointer_size,
            ObjectKind::Func(_) | ObjectKind::Mapped | ObjectKind::Shadow => 4,
        };
        u64::clamp(align, 1, 1 << 12).next_power_of_two()
    }

    /// An object of this size and storage that does not live in the state.
    fn gone(&self, state: &State, kind: ObjectKind, size: u64) -> Option<ObjectId> {
        let alike = |o: &ObjectInfo| {
            std::mem::discriminant(&o.kind) == std::mem::discriminant(&kind)
                && o.const_size == Some(size)
                && matches!(kind, ObjectKind::Heap | ObjectKind::Stack | ObjectKind::Slot(..))
        };
        let ids = (1..self.objects.len()).rev().take(LOOKED_AT).map(|i| i as ObjectId);
        let mut gone = ids.filter(|id| state.object(*id).is_none_or(|o| o.alive == TermId::FALSE));
        gone.find(|id| alike(&self.objects[*id as usize]) && !self.is_pool(*id))
    }

    /// The pointer to what lies at an address.
    pub(crate) fn pointer_at(&mut self, address: u64) -> Ptr {
        if let Some((id, off)) = self.mapped_at(address) {
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
        let Range { start, end } = self.mapped_objects();
        let behind = self.objects[end as usize..].partition_point(|o| o.base <= address);
        let at = match behind {
            0 => self.objects[..start as usize].partition_point(|o| o.base <= address),
            n => end as usize + n,
        };
        at.checked_sub(1)
    }
}
