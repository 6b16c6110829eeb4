//! Objects, their lifetimes and their contents.
//!
//! Every object (global, function, local slot, heap block, memory-mapped range) has an entry in one table. An
//! [`ObjectId`] is the index of that entry and a generation, which is odd while the object lives; an entry that is used
//! again has another generation, so a stale pointer never reaches the new object. Addresses come from one space with gaps
//! between objects, so an address one past the end belongs to nobody else.
//!
//! Local slots are pooled by function: entering a function takes a group of entries and their addresses from the pool,
//! and `Decl`/`Dead` only change the generation. Entries of freed heap objects wait in a queue before they are used again,
//! so that messages can still name what was freed.

mod access;
mod object;
mod space;

pub(crate) use object::{ALIVE, FOREIGN, GENERATION, INDEX_MASK, Meta, Object, ObjectId, Origin, WRITTEN};

use crate::value::Value;
use pm_base::{Idx, Span, Symbol};
use pm_ir::{AllocKind, FuncId, Mapped, Slot, SlotId};
use space::AddressSpace;
use std::cell::Cell;
use std::collections::{BTreeMap, VecDeque};

/// Freed entries that stay known for messages before their index is used again.
const QUARANTINE: usize = 1 << 16;
/// Bytes that an entry of the table is charged with.
const ENTRY_COST: u64 = 128;
/// Dead slots above this size give their bytes back.
const POOLED_SIZE: u64 = 1 << 16;

/// Why an object cannot be made.
pub(crate) enum NoRoom {
    /// Bytes of objects that there would be.
    Limit(u64),
    /// A generation or the table is used up.
    Ids,
}

pub(crate) struct Memory {
    pub objects: Vec<Object>,
    meta: Vec<Meta>,
    pub ptr_size: u64,
    pub ptr_mask: u64,
    /// Some instruction asks whether bytes are initialised.
    track_init: bool,
    used: u64,
    pub peak: u64,
    pub limit: u64,
    pub live_heap: u64,
    /// The last question whether an access is valid was about a pointer that code outside of the program made.
    pub asked_foreign: Cell<bool>,
    /// Some `_Bool` was read whose byte was neither 0 nor 1.
    pub read_odd_bool: bool,
    /// Of heap objects that are made from now on.
    pub heap_align: u64,
    space: AddressSpace,
    by_address: BTreeMap<u64, u32>,
    /// Objects that are not yet in `by_address`: most runs never look an address up.
    unlisted: Vec<u32>,
    retired: VecDeque<u32>,
    /// By function: first entries of unused slot groups.
    pools: Vec<Vec<u32>>,
    /// Objects without bytes of their own: each read asks for an input of this name.
    devices: Vec<(ObjectId, Symbol)>,
}

impl Memory {
    pub fn new(ptr_size: u64, limit: u64, track_init: bool, funcs: usize, reserved: &[Mapped]) -> Memory {
        let mut memory = Memory {
            objects: Vec::new(),
            meta: Vec::new(),
            ptr_size,
            ptr_mask: if ptr_size >= 8 { u64::MAX } else { (1 << (8 * ptr_size)) - 1 },
            track_init,
            used: 0,
            peak: 0,
            limit,
            live_heap: 0,
            asked_foreign: Cell::new(false),
            read_odd_bool: false,
            heap_align: 16,
            space: AddressSpace::new(ptr_size, reserved),
            by_address: BTreeMap::new(),
            unlisted: Vec::new(),
            retired: VecDeque::new(),
            pools: vec![Vec::new(); funcs],
            devices: Vec::new(),
        };
        // Entry 0, dead for ever and empty: what pointers without an object refer to.
        memory.objects.push(Object::new(0, 0));
        memory.meta.push(Meta::new(Origin::Nothing, 0, Span::NONE));
        memory
    }

    pub fn meta(&self, id: ObjectId) -> Option<&Meta> {
        self.meta.get((id & INDEX_MASK) as usize)
    }

    /// A function: an object without bytes.
    pub fn add_function(&mut self, func: FuncId, span: Span) -> Result<Value, NoRoom> {
        let index = self.new_entry(Origin::Func(func), 0, 16, span)?;
        Ok(self.start(index))
    }

    /// A global whose bytes are given; it lives for ever.
    pub fn add_static(
        &mut self,
        origin: Origin,
        data: Box<[u8]>,
        align: u64,
        read_only: bool,
        span: Span,
    ) -> Result<Value, NoRoom> {
        self.charge(data.len() as u64)?;
        let index = self.new_entry(origin, data.len() as u64, align, span)?;
        let object = &mut self.objects[index as usize];
        object.data = data;
        object.read_only = read_only;
        Ok(self.start(index))
    }

    /// A memory-mapped range at a fixed address.
    pub fn add_fixed(&mut self, address: u64, data: Box<[u8]>) -> Result<Value, NoRoom> {
        self.charge(data.len() as u64)?;
        let index = self.push_entry(Origin::Mapped, data.len() as u64, address, Span::NONE)?;
        self.objects[index as usize].data = data;
        Ok(self.start(index))
    }

    /// From now on the object has no bytes: its reads are inputs of this name, its writes do nothing.
    pub fn make_device(&mut self, object: Value, source: Symbol) {
        self.objects[(object.hi & INDEX_MASK) as usize].data = Box::default();
        self.devices.push((object.hi, source));
    }

    /// The device that all of `size` bytes at `p` lie in.
    #[cold]
    pub fn device(&self, p: Value, size: u64) -> Option<Symbol> {
        let (id, source) = self.devices.iter().find(|(id, _)| *id == p.hi)?;
        let base = self.objects.get((id & INDEX_MASK) as usize)?.base;
        let (off, len) = (p.lo.wrapping_sub(base), self.meta(*id)?.size);
        (off <= len && size <= len - off).then_some(*source)
    }

    /// Bytes of the object, whether they are kept or not.
    #[inline]
    pub fn len_of(&self, object: &Object) -> u64 {
        if object.data.is_empty() && self.devices.iter().any(|(id, _)| *id == object.id) {
            return self.meta(object.id).map_or(0, |m| m.size);
        }
        object.data.len() as u64
    }

    pub fn allocate(&mut self, kind: AllocKind, size: u64, zeroed: bool, span: Span) -> Result<Value, NoRoom> {
        self.charge(size)?;
        let origin = match kind {
            AllocKind::Heap => Origin::Heap,
            AllocKind::Alloca => Origin::Alloca,
            AllocKind::Vla => Origin::Vla,
            AllocKind::Static => Origin::Static,
        };
        let align = if origin == Origin::Heap { self.heap_align } else { 16 };
        let index = self.new_entry(origin, size, align, span)?;
        let object = &mut self.objects[index as usize];
        object.data = vec![0; size as usize].into_boxed_slice();
        if self.track_init && !zeroed {
            object.forget_init();
        }
        if kind == AllocKind::Heap {
            self.live_heap += 1;
        }
        Ok(self.start(index))
    }

    /// Ends a live heap, alloca or VLA object.
    pub fn release(&mut self, id: ObjectId, span: Span) {
        let index = (id & INDEX_MASK) as usize;
        let (Some(object), Some(meta)) = (self.objects.get_mut(index), self.meta.get_mut(index)) else { return };
        if object.id != id || !meta.origin.is_dynamic() {
            return;
        }
        object.end();
        self.used -= object.data.len() as u64;
        object.data = Box::default();
        object.side = None;
        meta.died = span;
        if meta.origin == Origin::Heap {
            self.live_heap -= 1;
        }
        self.retired.push_back(index as u32);
    }

    /// A group of entries for the slots of a function that is entered; all are dead.
    pub fn enter(&mut self, func: FuncId, slots: &[Slot]) -> Result<u32, NoRoom> {
        if let Some(first) = self.pools[func.index()].pop() {
            return Ok(first);
        }
        let first = self.objects.len() as u32;
        for (i, slot) in slots.iter().enumerate() {
            let origin = Origin::Slot(func, SlotId::new(i));
            let address = self.address(slot.size, u64::from(slot.align))?;
            self.push_entry(origin, slot.size, address, slot.span)?;
        }
        Ok(first)
    }

    /// Ends what still lives of a slot group and gives it back.
    #[inline]
    pub fn leave(&mut self, func: FuncId, first: u32, count: usize) {
        for i in first as usize..first as usize + count {
            self.end_slot(i);
        }
        self.pools[func.index()].push(first);
    }

    /// A slot's lifetime begins with indeterminate (zero) contents; a lifetime that still runs ends.
    #[inline]
    pub fn begin_slot(&mut self, index: usize) -> Result<Value, NoRoom> {
        let object = &mut self.objects[index];
        let step = if object.is_alive() { 2 * GENERATION } else { GENERATION };
        let Some(id) = object.id.checked_add(step) else { return Err(NoRoom::Ids) };
        object.id = id;
        if object.data.len() as u64 != self.meta[index].size {
            self.fill_slot(index)?;
        } else {
            object.data.fill(0);
        }
        let object = &mut self.objects[index];
        if self.track_init || object.side.is_some() {
            object.side = None;
            if self.track_init {
                object.forget_init();
            }
        }
        Ok(Value { lo: object.base, hi: object.id })
    }

    #[cold]
    fn fill_slot(&mut self, index: usize) -> Result<(), NoRoom> {
        let size = self.meta[index].size;
        self.charge(size)?;
        self.objects[index].data = vec![0; size as usize].into_boxed_slice();
        Ok(())
    }

    #[inline]
    pub fn end_slot(&mut self, index: usize) {
        let object = &mut self.objects[index];
        if object.is_alive() {
            object.end();
            if object.data.len() as u64 > POOLED_SIZE {
                self.used -= object.data.len() as u64;
                object.data = Box::default();
            }
        }
    }

    /// The object that an address points into or one past the end of; 0 if none. Dead objects are found, too, as their
    /// last lifetime.
    pub fn lookup(&mut self, address: u64) -> ObjectId {
        for index in std::mem::take(&mut self.unlisted) {
            self.by_address.insert(self.objects[index as usize].base, index);
        }
        let Some((&base, &index)) = self.by_address.range(..=address).next_back() else { return 0 };
        if address - base > self.meta[index as usize].size {
            return 0;
        }
        let object = &self.objects[index as usize];
        if object.is_alive() { object.id } else { object.id.saturating_sub(GENERATION) }
    }

    fn start(&mut self, index: u32) -> Value {
        let object = &mut self.objects[index as usize];
        object.id += GENERATION;
        Value { lo: object.base, hi: object.id }
    }

    fn charge(&mut self, size: u64) -> Result<(), NoRoom> {
        let wanted = self.used.saturating_add(size);
        if wanted.saturating_add(self.objects.len() as u64 * ENTRY_COST) > self.limit {
            return Err(NoRoom::Limit(wanted));
        }
        self.used = wanted;
        self.peak = self.peak.max(wanted);
        Ok(())
    }

    /// A dead entry with an address: a retired one, if enough wait, or a new one.
    fn new_entry(&mut self, origin: Origin, size: u64, align: u64, span: Span) -> Result<u32, NoRoom> {
        let address = self.address(size, align)?;
        if self.retired.len() <= QUARANTINE {
            return self.push_entry(origin, size, address, span);
        }
        let Some(index) = self.retire_oldest() else { return self.push_entry(origin, size, address, span) };
        let object = &mut self.objects[index as usize];
        if object.id.checked_add(2 * GENERATION).is_none() {
            return Err(NoRoom::Ids);
        }
        object.base = address;
        self.meta[index as usize] = Meta::new(origin, size, span);
        self.unlisted.push(index);
        Ok(index)
    }

    fn push_entry(&mut self, origin: Origin, size: u64, address: u64, span: Span) -> Result<u32, NoRoom> {
        let index = self.objects.len() as u64;
        if index >= INDEX_MASK {
            return Err(NoRoom::Ids);
        }
        self.charge(0)?;
        self.objects.push(Object::new(index, address));
        self.meta.push(Meta::new(origin, size, span));
        self.unlisted.push(index as u32);
        if self.unlisted.len() > QUARANTINE {
            self.lookup(0);
        }
        Ok(index as u32)
    }

    fn address(&mut self, size: u64, align: u64) -> Result<u64, NoRoom> {
        if let Some(address) = self.space.allocate(size, align) {
            return Ok(address);
        }
        // The addresses are used up: give those of all freed objects back.
        for _ in 0..self.retired.len() {
            if let Some(index) = self.retire_oldest() {
                self.meta[index as usize].size = 0;
                self.retired.push_back(index);
            }
        }
        self.space.allocate(size, align).ok_or(NoRoom::Limit(self.used.saturating_add(size)))
    }

    /// Takes the entry that waits longest; its address is free again.
    fn retire_oldest(&mut self) -> Option<u32> {
        let index = self.retired.pop_front()?;
        let (base, size) = (self.objects[index as usize].base, self.meta[index as usize].size);
        if self.by_address.get(&base) == Some(&index) {
            self.by_address.remove(&base);
        }
        if size != 0 {
            self.space.release(base, size);
        }
        Some(index)
    }

    /// Heap objects that were not freed.
    pub fn live_heap_objects(&self) -> impl Iterator<Item = &Meta> {
        let pairs = self.objects.iter().zip(&self.meta);
        pairs.filter(|(o, m)| o.is_alive() && m.origin == Origin::Heap).map(|(_, m)| m)
    }

    /// Is `id` the identity of a living object, and is that the start of a heap object?
    pub fn is_live_heap_start(&self, p: Value) -> bool {
        self.resolve(p).is_some_and(|o| p.lo == o.base) && self.meta(p.hi).is_some_and(|m| m.origin == Origin::Heap)
    }

    /// The living object that a pointer belongs to.
    #[inline]
    pub fn resolve(&self, p: Value) -> Option<&Object> {
        let object = self.objects.get((p.hi & INDEX_MASK) as usize)?;
        (object.id == p.hi && object.id & ALIVE != 0).then_some(object)
    }
}
