//! One entry of the object table.

use pm_base::Span;
use pm_ir::{FuncId, GlobalId, SlotId};
use std::collections::BTreeMap;

/// Index in the low 28 bits, generation above them. 0: no object.
pub(crate) type ObjectId = u64;

pub(crate) const INDEX_MASK: u64 = (1 << 28) - 1;
pub(crate) const GENERATION: u64 = 1 << 28;
/// What pointers belong to that code outside of the program made: never alive.
pub(crate) const FOREIGN: ObjectId = 2 * GENERATION;
/// What words belong to that code outside of the program wrote: numbers, but a pointer that is read there is such a pointer.
pub(crate) const WRITTEN: ObjectId = 4 * GENERATION;
/// The generation's lowest bit: set while the object lives.
pub(crate) const ALIVE: u64 = GENERATION;

/// What every access needs; the rest is in [`Meta`].
pub(crate) struct Object {
    pub id: ObjectId,
    pub base: u64,
    /// Empty when dead, except for pooled slots.
    pub data: Box<[u8]>,
    pub read_only: bool,
    pub side: Option<Box<Side>>,
}

/// What only some objects need.
#[derive(Default)]
pub(crate) struct Side {
    /// By byte: 1 where it was given a value. Empty: all were.
    pub init: Vec<u8>,
    /// By aligned word of pointer size: the object that the stored pointer belongs to, or 0. Empty: no pointers.
    pub words: Vec<u64>,
    /// The same for pointers at unaligned offsets (packed records).
    pub odd: BTreeMap<u64, u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    Nothing,
    Func(FuncId),
    Global(GlobalId),
    Slot(FuncId, SlotId),
    Heap,
    Alloca,
    Vla,
    /// Of the library: it never ends.
    Static,
    Mapped,
}

impl Origin {
    /// Made by `Alloc`, and ends.
    pub fn is_dynamic(self) -> bool {
        matches!(self, Origin::Heap | Origin::Alloca | Origin::Vla)
    }
}

/// What messages and lifetimes need.
pub(crate) struct Meta {
    pub origin: Origin,
    pub size: u64,
    pub born: Span,
    pub died: Span,
}

impl Meta {
    pub fn new(origin: Origin, size: u64, born: Span) -> Meta {
        Meta { origin, size, born, died: Span::NONE }
    }
}

impl Object {
    pub fn new(index: u64, base: u64) -> Object {
        Object { id: index, base, data: Box::default(), read_only: false, side: None }
    }

    #[inline]
    pub fn is_alive(&self) -> bool {
        self.id & ALIVE != 0
    }

    /// The lifetime ends. Lifetimes begin with a checked step, so there is always room for this one.
    #[inline]
    pub fn end(&mut self) {
        self.id = self.id.wrapping_add(GENERATION);
    }

    pub fn side_mut(&mut self) -> &mut Side {
        self.side.get_or_insert_default()
    }

    /// All bytes become indeterminate, and none are pointers.
    pub fn forget_init(&mut self) {
        let size = self.data.len();
        let side = self.side_mut();
        side.init.clear();
        side.init.resize(size, 0);
        side.words.fill(0);
        side.odd.clear();
    }

    /// `len` bytes at `off` have been overwritten by something that is no pointer.
    pub fn overwritten(&mut self, off: usize, len: usize, ptr_size: u64) {
        if len == 0 {
            return;
        }
        let Some(side) = &mut self.side else { return };
        if len == side.init.len() {
            side.init.clear();
        } else if let Some(init) = side.init.get_mut(off..off + len) {
            init.fill(1);
        }
        if !side.words.is_empty() || !side.odd.is_empty() {
            side.drop_pointers(off as u64, len as u64, ptr_size);
        }
    }

    /// The owner of the pointer that was stored at `off` and not touched since, or 0.
    #[inline]
    pub fn pointer_at(&self, off: u64, ptr_size: u64) -> ObjectId {
        let Some(side) = &self.side else { return 0 };
        let owner = match off.is_multiple_of(ptr_size) {
            true => side.words.get((off / ptr_size) as usize),
            false => side.odd.get(&off),
        };
        owner.map_or(0, |owner| if *owner == WRITTEN { FOREIGN } else { *owner })
    }

    pub fn set_pointer(&mut self, off: u64, owner: ObjectId, ptr_size: u64) {
        if owner == 0 {
            return;
        }
        let words = self.data.len() as u64 / ptr_size;
        let side = self.side_mut();
        if !off.is_multiple_of(ptr_size) {
            side.odd.insert(off, owner);
            return;
        }
        if side.words.is_empty() {
            side.words = vec![0; words as usize];
        }
        if let Some(word) = side.words.get_mut((off / ptr_size) as usize) {
            *word = owner;
        }
    }

    /// The pointers that lie wholly in `len` bytes at `off`: their offsets from `off`, and owners.
    pub fn pointers_in(&self, off: u64, len: u64, ptr_size: u64) -> Vec<(u64, ObjectId)> {
        let Some(side) = &self.side else { return Vec::new() };
        let Some(last) = len.checked_sub(ptr_size).map(|room| off + room) else { return Vec::new() };
        let mut found = Vec::new();
        if !side.words.is_empty() {
            let words = (off.div_ceil(ptr_size)..=last / ptr_size).map(|w| (w, side.words.get(w as usize)));
            found.extend(words.filter_map(|(w, owner)| Some((w * ptr_size - off, *owner.filter(|o| **o != 0)?))));
        }
        found.extend(side.odd.range(off..=last).map(|(o, owner)| (o - off, *owner)));
        found
    }
}

impl Side {
    /// Were `len` bytes at `off` given values?
    #[inline]
    pub fn is_init(&self, off: usize, len: usize) -> bool {
        self.init.is_empty() || self.init.get(off..off + len).is_some_and(|bytes| bytes.iter().all(|&b| b != 0))
    }

    /// Are parts of pointers among `len` bytes at `off`?
    #[inline]
    pub fn has_pointer(&self, off: u64, len: u64, ptr_size: u64) -> bool {
        let words = off / ptr_size..=(off + len.max(1) - 1) / ptr_size;
        let is_word = |word: u64| self.words.get(word as usize).is_some_and(|owner| *owner != 0);
        !self.words.is_empty() && words.into_iter().any(is_word)
            || !self.odd.is_empty() && self.odd.range((off + 1).saturating_sub(ptr_size)..off + len).next().is_some()
    }

    fn drop_pointers(&mut self, off: u64, len: u64, ptr_size: u64) {
        let end = off + len;
        if !self.words.is_empty() {
            let last = (end.div_ceil(ptr_size) as usize).min(self.words.len());
            let first = ((off / ptr_size) as usize).min(last);
            self.words[first..last].fill(0);
        }
        if !self.odd.is_empty() {
            let hit: Vec<u64> = self.odd.range((off + 1).saturating_sub(ptr_size)..end).map(|(o, _)| *o).collect();
            for o in hit {
                self.odd.remove(&o);
            }
        }
    }
}
