//! Reading and writing objects. `None` means that the access is not allowed; nothing has changed then.

use super::object::Side;
use super::{FOREIGN, INDEX_MASK, Memory, Object, ObjectId};
use crate::value::Value;
use pm_base::num::IntFormat;
use pm_ir::Ty;

impl Memory {
    /// Do all of `size` bytes at `p` lie in one living object that may be written where `write`?
    pub fn access_ok(&self, p: Value, size: u64, write: bool) -> bool {
        if size == 0 {
            return true;
        }
        self.asked_foreign.set(p.hi == FOREIGN);
        let Some(object) = self.resolve(p) else { return false };
        let off = p.lo.wrapping_sub(object.base);
        let len = self.len_of(object);
        off <= len && size <= len - off && !(write && object.read_only)
    }

    pub fn read(&self, p: Value, size: u64) -> Option<&[u8]> {
        if size == 0 {
            return Some(&[]);
        }
        let object = self.resolve(p)?;
        let off = usize::try_from(p.lo.wrapping_sub(object.base)).ok()?;
        object.data.get(off..)?.get(..usize::try_from(size).ok()?)
    }

    /// The fast path of loads of values that are no pointers; `init`: the bytes must be initialised, and no pointer's.
    #[inline(always)]
    pub fn read_array<const N: usize>(&self, p: Value, init: bool) -> Option<[u8; N]> {
        self.read_bytes(p, init, |side, off| {
            side.is_init(off, N) && !side.has_pointer(off as u64, N as u64, self.ptr_size)
        })
    }

    /// The fast path of loads of pointers; `init` as above.
    #[inline(always)]
    pub fn read_pointer<const N: usize>(&self, p: Value, init: bool) -> Option<[u8; N]> {
        self.read_bytes(p, init, |side, off| side.is_init(off, N))
    }

    #[inline(always)]
    fn read_bytes<const N: usize>(
        &self,
        p: Value,
        asks: bool,
        is_fine: impl Fn(&Side, usize) -> bool,
    ) -> Option<[u8; N]> {
        let object = self.objects.get((p.hi & INDEX_MASK) as usize)?;
        if object.id != p.hi {
            return None;
        }
        let off = p.lo.wrapping_sub(object.base) as usize;
        let bytes = object.data.get(off..)?.first_chunk::<N>()?;
        if asks
            && let Some(side) = &object.side
            && !is_fine(side, off)
        {
            return None;
        }
        Some(*bytes)
    }

    /// The fast path of stores of values that are no pointers.
    #[inline(always)]
    pub fn write_array<const N: usize>(&mut self, p: Value, bytes: [u8; N]) -> Option<()> {
        let object = self.objects.get_mut((p.hi & INDEX_MASK) as usize)?;
        if object.id != p.hi || object.read_only {
            return None;
        }
        let off = p.lo.wrapping_sub(object.base) as usize;
        *object.data.get_mut(off..)?.first_chunk_mut::<N>()? = bytes;
        if object.side.is_some() {
            object.overwritten(off, N, self.ptr_size);
        }
        Some(())
    }

    /// The object of the pointer that is stored at `p`, an address that was just read.
    #[inline]
    pub fn owner_at(&self, p: Value) -> ObjectId {
        let Some(object) = self.objects.get((p.hi & INDEX_MASK) as usize) else { return 0 };
        if object.side.is_none() {
            return 0;
        }
        object.pointer_at(p.lo.wrapping_sub(object.base), self.ptr_size)
    }

    /// All bytes from `p` to the end of its object.
    pub fn rest(&self, p: Value) -> &[u8] {
        let Some(object) = self.resolve(p) else { return &[] };
        usize::try_from(p.lo.wrapping_sub(object.base)).ok().and_then(|off| object.data.get(off..)).unwrap_or(&[])
    }

    /// The pointers that lie wholly in `size` bytes at `p`: their distance from there, and owners.
    pub fn pointers(&self, p: Value, size: u64) -> Vec<(u64, ObjectId)> {
        let Some(object) = self.resolve(p) else { return Vec::new() };
        object.pointers_in(p.lo.wrapping_sub(object.base), size, self.ptr_size)
    }

    /// Are parts of pointers among `size` bytes at `p`?
    pub fn has_pointer(&self, p: Value, size: u64) -> bool {
        let side = self.resolve(p).and_then(|object| Some((object, object.side.as_ref()?)));
        side.is_some_and(|(object, side)| side.has_pointer(p.lo.wrapping_sub(object.base), size, self.ptr_size))
    }

    /// Puts a pointer into a global before the run, whether it is read-only or not.
    pub fn put_pointer(&mut self, global: Value, offset: u64, value: Value) {
        let ptr_size = self.ptr_size;
        let Some(object) = self.objects.get_mut((global.hi & INDEX_MASK) as usize) else { return };
        let bytes = value.lo.to_le_bytes();
        if let Some(to) = object.data.get_mut(offset as usize..).and_then(|d| d.get_mut(..ptr_size as usize)) {
            to.copy_from_slice(&bytes[..ptr_size as usize]);
            object.set_pointer(offset, value.hi, ptr_size);
        }
    }

    pub fn write(&mut self, p: Value, bytes: &[u8]) -> Option<()> {
        let ptr_size = self.ptr_size;
        let (object, off) = self.writable(p, bytes.len() as u64)?;
        object.data[off..off + bytes.len()].copy_from_slice(bytes);
        object.overwritten(off, bytes.len(), ptr_size);
        Some(())
    }

    pub fn load(&mut self, ty: Ty, p: Value) -> Option<Value> {
        if ty == Ty::Ptr {
            return self.load_pointer(p);
        }
        let mut buffer = [0; 16];
        let bytes = self.read(p, ty.access_size(self.ptr_size))?;
        buffer[..bytes.len()].copy_from_slice(bytes);
        let pattern = u128::from_le_bytes(buffer);
        Some(match ty {
            Ty::BOOL => {
                self.read_odd_bool |= pattern > 1;
                Value::bool(pattern != 0)
            }
            Ty::Int(f) => Value::from_bits(f.wrap(pattern)),
            Ty::Float(_) | Ty::Ptr => Value::from_bits(pattern),
        })
    }

    pub fn load_pointer(&mut self, p: Value) -> Option<Value> {
        let mut buffer = [0; 8];
        let bytes = self.read(p, self.ptr_size)?;
        buffer[..bytes.len()].copy_from_slice(bytes);
        let lo = u64::from_le_bytes(buffer);
        let object = self.resolve(p)?;
        let owner = object.pointer_at(p.lo.wrapping_sub(object.base), self.ptr_size);
        let hi = if owner != 0 || lo == 0 { owner } else { self.lookup(lo) };
        Some(Value { lo, hi })
    }

    pub fn store(&mut self, ty: Ty, p: Value, value: Value) -> Option<()> {
        let size = ty.access_size(self.ptr_size) as usize;
        let bytes = value.pattern(ty).to_le_bytes();
        self.write(p, bytes.get(..size)?)?;
        if ty == Ty::Ptr {
            self.set_owner(p, value.hi);
        }
        Some(())
    }

    /// The bytes at `p`, which were just written, are a pointer into `owner`.
    pub fn set_owner(&mut self, p: Value, owner: ObjectId) {
        let ptr_size = self.ptr_size;
        if let Some(object) = self.objects.get_mut((p.hi & INDEX_MASK) as usize) {
            object.set_pointer(p.lo.wrapping_sub(object.base), owner, ptr_size);
        }
    }

    pub fn fill(&mut self, p: Value, byte: u8, size: u64) -> Option<()> {
        if size == 0 {
            return Some(());
        }
        let ptr_size = self.ptr_size;
        let (object, off) = self.writable(p, size)?;
        object.data[off..off + size as usize].fill(byte);
        object.overwritten(off, size as usize, ptr_size);
        Some(())
    }

    /// memmove, with the bytes' initialisation and the pointers among them.
    pub fn copy(&mut self, dst: Value, src: Value, size: u64) -> Option<()> {
        if size == 0 || (dst == src && self.access_ok(dst, size, true)) {
            return Some(());
        }
        if !self.access_ok(src, size, false) || !self.access_ok(dst, size, true) {
            return None;
        }
        if self.device(src, size).or(self.device(dst, size)).is_some() {
            return None;
        }
        let (from, to) = ((src.hi & INDEX_MASK) as usize, (dst.hi & INDEX_MASK) as usize);
        let source = self.objects.get(from)?;
        let (src_off, len) = (src.lo.wrapping_sub(source.base) as usize, size as usize);
        let dst_off = dst.lo.wrapping_sub(self.objects.get(to)?.base) as usize;
        let pointers = source.pointers_in(src_off as u64, size, self.ptr_size);
        let init = source.side.as_ref().and_then(|s| s.init.get(src_off..src_off + len)).map(<[u8]>::to_vec);
        if from == to {
            self.objects[to].data.copy_within(src_off..src_off + len, dst_off);
        } else if let Ok([source, target]) = self.objects.get_disjoint_mut([from, to]) {
            target.data[dst_off..dst_off + len].copy_from_slice(&source.data[src_off..src_off + len]);
        }
        let (ptr_size, target) = (self.ptr_size, &mut self.objects[to]);
        target.overwritten(dst_off, len, ptr_size);
        target.set_init(dst_off, init);
        for (off, owner) in pointers {
            target.set_pointer(dst_off as u64 + off, owner, ptr_size);
        }
        Some(())
    }

    pub fn is_init(&self, p: Value, size: u64) -> Option<bool> {
        if size == 0 {
            return Some(true);
        }
        if self.device(p, size).is_some() {
            return Some(true);
        }
        self.read(p, size)?;
        let object = self.resolve(p)?;
        let Some(side) = &object.side else { return Some(true) };
        Some(side.is_init(p.lo.wrapping_sub(object.base) as usize, size as usize))
    }

    /// All of `size` bytes at `p` become indeterminate contents that somebody supplied.
    pub fn make_indeterminate(&mut self, p: Value, bytes: &[u8]) -> Option<()> {
        let track = self.track_init;
        let object = self.objects.get_mut((p.hi & INDEX_MASK) as usize)?;
        let room = object.data.len().min(bytes.len());
        object.data[..room].copy_from_slice(&bytes[..room]);
        if track {
            object.forget_init();
        }
        Some(())
    }

    fn writable(&mut self, p: Value, size: u64) -> Option<(&mut Object, usize)> {
        if !self.access_ok(p, size.max(1), true) {
            return None;
        }
        let object = self.objects.get_mut((p.hi & INDEX_MASK) as usize)?;
        let off = p.lo.wrapping_sub(object.base) as usize;
        // A device has no bytes.
        object.data.get(off..)?.get(..size as usize)?;
        Some((object, off))
    }

    /// An element's address `at`, computed from `p` in 64 bits. Where it leaves the address space and is too far away for a
    /// distance of that space, it must not come back into the object.
    #[inline]
    pub fn in_address_space(&self, p: Value, at: Value) -> Value {
        if at.lo & !self.ptr_mask == 0 {
            return at;
        }
        let most = (self.ptr_mask >> 1) as i64;
        let bytes = (at.lo.wrapping_sub(p.lo) as i64).clamp(-most - 1, most);
        Value { lo: p.lo.wrapping_add(bytes as u64) & self.ptr_mask, hi: p.hi }
    }

    /// The signed value of an offset or difference of pointer width, as a pattern of that width.
    pub fn ptr_int(&self, signed: bool) -> IntFormat {
        IntFormat::new((8 * self.ptr_size) as u8, signed)
    }
}

impl Object {
    /// Copied bytes take their source's initialisation (`None`: all are initialised, which `overwritten` has recorded).
    fn set_init(&mut self, off: usize, init: Option<Vec<u8>>) {
        let Some(init) = init else { return };
        let size = self.data.len();
        if self.side.as_ref().is_none_or(|s| s.init.is_empty()) {
            if init.iter().all(|&b| b != 0) {
                return;
            }
            self.side_mut().init = vec![1; size];
        }
        if let Some(to) = self.side_mut().init.get_mut(off..off + init.len()) {
            to.copy_from_slice(&init);
        }
    }
}
