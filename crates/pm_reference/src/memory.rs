//! Reading and writing bytes through pointers: every object that a pointer may point to, every offset that it may have.

use crate::exec::{Executor, ObjectKind, Run, TooHard};
use crate::state::{Object, ObjectId, State};
use crate::value::{Byte, FOREIGN, GONE, OBJECT_BITS, PLACE_BITS, Ptr, Value};
use pm_ir::{Ty, Writer};
use pm_term::{Op, TermId};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// Choices that one access may be made of.
const WORK: usize = 1 << 20;
/// Objects that a pointer may point to.
const TARGETS: usize = 512;

/// An object that a pointer may point to, and when it does.
#[derive(Clone, Copy)]
pub struct Target {
    pub id: ObjectId,
    pub cond: TermId,
}

impl Executor<'_> {
    pub fn null(&mut self) -> Ptr {
        Ptr { obj: self.terms.zero(OBJECT_BITS), off: self.terms.zero(self.pointer_bits) }
    }

    /// The objects that a pointer can point to. One that code outside of the program made is not followed.
    pub fn targets(&mut self, state: &State, ptr: Ptr) -> Run<Vec<Target>> {
        let foreign = self.is_foreign(ptr.obj);
        let known = self.terms.not(foreign);
        self.demand(state, known, "a pointer that a function without a body made");
        self.demand_not_gone(state, ptr);
        self.known_targets(state, ptr)
    }

    pub fn is_foreign(&mut self, obj: TermId) -> TermId {
        let foreign = self.terms.bv(OBJECT_BITS, FOREIGN.into());
        self.terms.eq(obj, foreign)
    }

    /// What an object's number is built of or, where that is not seen, all of them.
    pub fn known_targets(&mut self, state: &State, ptr: Ptr) -> Run<Vec<Target>> {
        let mut ids = FxHashSet::default();
        let mut seen = FxHashSet::default();
        let mut work = vec![ptr.obj];
        let mut all = false;
        while let Some(t) = work.pop() {
            if !seen.insert(t) {
                continue;
            }
            match self.terms.const_u64(t) {
                Some(id) => {
                    ids.insert(id as ObjectId);
                }
                None if self.terms.op(t) == Op::Ite => work.extend(&self.terms.args(t)[1..]),
                None => all = true,
            }
        }
        if all {
            ids.extend(state.objects.iter().map(|o| o.0).chain(self.constants.keys().copied()));
        }
        ids.remove(&0);
        ids.remove(&FOREIGN);
        ids.remove(&GONE);
        let mut ids: Vec<ObjectId> = ids.into_iter().collect();
        ids.sort_unstable();
        let mut targets = Vec::new();
        for id in ids {
            let number = self.terms.bv(OBJECT_BITS, id.into());
            let cond = self.terms.eq(ptr.obj, number);
            if cond != TermId::FALSE {
                targets.push(Target { id, cond });
            }
        }
        if targets.len() > TARGETS {
            return Err(TooHard::at("a pointer to many objects", self.here));
        }
        Ok(targets)
    }

    pub fn alive(&self, state: &State, id: ObjectId) -> TermId {
        if self.constants.contains_key(&id) {
            return TermId::TRUE;
        }
        state.object(id).map_or(TermId::FALSE, |o| o.alive)
    }

    /// Does `f` hold of the object that the pointer points to?
    pub fn any_target(
        &mut self,
        state: &State,
        ptr: Ptr,
        mut f: impl FnMut(&mut Self, Target) -> TermId,
    ) -> Run<TermId> {
        let mut any = TermId::FALSE;
        for t in self.targets(state, ptr)? {
            let ok = f(self, t);
            let ok = self.terms.and(t.cond, ok);
            any = self.terms.or(any, ok);
        }
        Ok(any)
    }

    /// All of `size` (of pointer width) bytes lie in one living object, which may be written where `write`; or there are none.
    pub fn access_ok(&mut self, state: &State, ptr: Ptr, size: TermId, write: bool) -> Run<TermId> {
        let ok = self.any_target(state, ptr, |ex, t| {
            let info = ex.objects[t.id as usize];
            if write && info.read_only {
                return TermId::FALSE;
            }
            let alive = ex.alive(state, t.id);
            let len = ex.terms.bv(ex.pointer_bits, info.size.into());
            let begins = ex.terms.ule(ptr.off, len);
            let room = ex.terms.sub(len, ptr.off);
            let ends = ex.terms.ule(size, room);
            ex.terms.and_all(&[alive, begins, ends])
        })?;
        let zero = self.terms.zero(self.pointer_bits);
        let nothing = self.terms.eq(size, zero);
        Ok(self.terms.or(ok, nothing))
    }

    /// The condition under which an access is valid. Where it is not, it does nothing; or the execution is not followed, and then it does not matter.
    pub fn valid(&mut self, state: &State, ptr: Ptr, size: TermId, write: bool) -> Run<TermId> {
        let ok = self.access_ok(state, ptr, size, write)?;
        if self.settings.lenient {
            return Ok(ok);
        }
        self.demand(state, ok, "an access that is not valid");
        Ok(TermId::TRUE)
    }

    fn contents(&self, state: &State, id: ObjectId) -> Option<Rc<Object>> {
        self.constants.get(&id).or_else(|| state.object(id)).cloned()
    }

    /// The value of one byte of an object.
    pub fn byte_in(&mut self, state: &State, object: &Object, at: u64) -> TermId {
        let Some(array) = object.array else { return object.byte(at as usize).val };
        let off = self.terms.bv(self.pointer_bits, at.into());
        self.read_elements(state, array, off, TermId::TRUE, 1).map_or(TermId::FALSE, |b| b[0].val)
    }

    /// The size of the object that a pointer points into; 0 where it is none.
    pub fn object_size(&mut self, state: &State, ptr: Ptr) -> Run<TermId> {
        let mut size = self.terms.zero(self.pointer_bits);
        for t in self.targets(state, ptr)? {
            let alive = self.alive(state, t.id);
            let here = self.terms.and(t.cond, alive);
            let len = self.terms.bv(self.pointer_bits, self.objects[t.id as usize].size.into());
            size = self.terms.ite(here, len, size);
        }
        Ok(size)
    }

    // ---- bytes -----------------------------------------------------------------------------------------------------

    /// The first `count` bytes at a pointer; anything where they are not in an object.
    pub fn read(&mut self, state: &State, ptr: Ptr, count: usize) -> Run<Vec<Byte>> {
        let zero = self.terms.zero(8);
        let nothing = Byte::plain(&mut self.terms, zero, TermId::TRUE);
        let mut bytes: Option<Vec<Byte>> = None;
        for t in self.targets(state, ptr)? {
            let Some(object) = self.contents(state, t.id) else { continue };
            let size = self.objects[t.id as usize].size as usize;
            let found = match object.array {
                Some(array) => self.read_elements(state, array, ptr.off, t.cond, count)?,
                None => self.read_object(&object, size, ptr.off, count, nothing)?,
            };
            bytes = Some(match bytes {
                None => found,
                Some(old) => {
                    let pairs = found.into_iter().zip(old);
                    pairs.map(|(new, old)| Byte::choose(&mut self.terms, t.cond, new, old)).collect()
                }
            });
        }
        Ok(bytes.unwrap_or_else(|| vec![nothing; count]))
    }

    fn read_object(
        &mut self,
        object: &Object,
        size: usize,
        off: TermId,
        count: usize,
        nothing: Byte,
    ) -> Run<Vec<Byte>> {
        if let Some(off) = self.terms.const_u64(off) {
            let at = |i: usize| usize::try_from(off).ok()?.checked_add(i).filter(|at| *at < size);
            return Ok((0..count).map(|i| at(i).map_or(nothing, |at| object.byte(at))).collect());
        }
        if size.saturating_mul(count) > WORK {
            return Err(TooHard::at("a read of a large object", self.here));
        }
        let bits: Vec<TermId> = (0..self.pointer_bits).map(|b| self.terms.bit(off, b)).collect();
        let log = size.next_power_of_two().trailing_zeros();
        Ok((0..count).map(|i| self.pick(object, size, (0, log), &bits, i).unwrap_or(nothing)).collect())
    }

    /// The byte `extra` behind the offset whose bits are given, among 2^log offsets from `lo` on.
    fn pick(
        &mut self,
        object: &Object,
        size: usize,
        (lo, log): (usize, u32),
        bits: &[TermId],
        extra: usize,
    ) -> Option<Byte> {
        if lo + extra >= size {
            return None;
        }
        let Some(bit) = log.checked_sub(1) else { return Some(object.byte(lo + extra)) };
        let cond = bits[bit as usize];
        let middle = lo + (1 << bit);
        if cond == TermId::FALSE {
            return self.pick(object, size, (lo, bit), bits, extra);
        }
        let high = self.pick(object, size, (middle, bit), bits, extra);
        if cond == TermId::TRUE {
            return high;
        }
        let low = self.pick(object, size, (lo, bit), bits, extra);
        match (high, low) {
            (Some(high), Some(low)) => Some(Byte::choose(&mut self.terms, cond, high, low)),
            (one, None) | (None, one) => one,
        }
    }

    /// Writes the first `len` (of pointer width; `None`: all) of these bytes where `ok` holds, which implies that the access is valid.
    pub fn write(&mut self, state: &mut State, ptr: Ptr, bytes: &[Byte], len: Option<TermId>, ok: TermId) -> Run<()> {
        if bytes.is_empty() {
            return Ok(());
        }
        let mut written = Vec::new();
        for i in 0..bytes.len() {
            let number = self.terms.bv(self.pointer_bits, i as u128);
            let within = len.map_or(TermId::TRUE, |len| self.terms.ult(number, len));
            written.push(self.terms.and(within, ok));
        }
        for t in self.targets(state, ptr)? {
            let info = self.objects[t.id as usize];
            if info.read_only || state.object(t.id).is_none() {
                continue;
            }
            if let Some(array) = state.object(t.id).and_then(|o| o.array) {
                let conds: Vec<TermId> = written.iter().map(|w| self.terms.and(t.cond, *w)).collect();
                let bytes: Vec<(Byte, TermId)> = bytes.iter().copied().zip(conds).collect();
                let array = self.write_elements(state, array, ptr.off, &bytes)?;
                state.object_mut(t.id).into_iter().for_each(|o| o.array = Some(array));
                continue;
            }
            let size = info.size as usize;
            let offsets = self.offsets(ptr.off, size);
            if offsets.len().saturating_mul(bytes.len()) > WORK {
                return Err(TooHard::at("a write to a large object", self.here));
            }
            for (at, here) in offsets {
                let here = self.terms.and(here, t.cond);
                for (i, byte) in bytes.iter().enumerate().take_while(|(i, _)| at + i < size) {
                    let cond = self.terms.and(here, written[i]);
                    let Some(old) = state.object(t.id).map(|o| o.byte(at + i)) else { continue };
                    let new = Byte::choose(&mut self.terms, cond, *byte, old);
                    if let Some(object) = state.object_mut(t.id).filter(|_| new != old) {
                        object.set(at + i, new);
                    }
                }
            }
        }
        Ok(())
    }

    /// The offsets below `size` that a term can be, as far as its constant bits say, and when it is.
    fn offsets(&mut self, off: TermId, size: usize) -> Vec<(usize, TermId)> {
        if let Some(off) = self.terms.const_u64(off) {
            return usize::try_from(off).ok().filter(|o| *o < size).map(|o| (o, TermId::TRUE)).into_iter().collect();
        }
        let bits: Vec<Option<bool>> = (0..self.pointer_bits)
            .map(|b| {
                let bit = self.terms.bit(off, b);
                self.terms.const_bool(bit)
            })
            .collect();
        let fits = |k: usize| bits.iter().enumerate().all(|(b, bit)| bit.is_none_or(|v| v == (k >> b & 1 != 0)));
        let mut out = Vec::new();
        for k in (0..size).filter(|k| fits(*k)) {
            let number = self.terms.bv(self.pointer_bits, k as u128);
            let here = self.terms.eq(off, number);
            if here != TermId::FALSE {
                out.push((k, here));
            }
        }
        out
    }

    // ---- values ----------------------------------------------------------------------------------------------------

    pub fn load(&mut self, state: &State, ty: Ty, ptr: Ptr) -> Run<Value> {
        let count = ty.access_size(self.pointer_bytes());
        let size = self.terms.bv(self.pointer_bits, count.into());
        let ok = self.valid(state, ptr, size, false)?;
        let bytes = self.read(state, ptr, count as usize)?;
        let value = self.decode(state, ty, &bytes, ok);
        if ok == TermId::TRUE || !self.settings.lenient {
            return Ok(value);
        }
        let any = self.input(state, ty);
        Ok(Value::choose(&mut self.terms, ok, value, any))
    }

    /// The value that bytes mean, where `ok` holds.
    fn decode(&mut self, state: &State, ty: Ty, bytes: &[Byte], ok: TermId) -> Value {
        let vals: Vec<TermId> = bytes.iter().map(|b| b.val).collect();
        let all = self.concat(&vals);
        let none = self.terms.zero(OBJECT_BITS);
        if ty == Ty::Ptr {
            let obj = bytes[0].obj;
            let (zero, foreign) = (self.terms.eq(obj, none), self.is_foreign(obj));
            let is_number = self.terms.or(zero, foreign);
            for (i, byte) in bytes.iter().enumerate() {
                let place = self.terms.bv(PLACE_BITS, i as u128);
                let in_place = self.terms.eq(byte.place, place);
                let fits = self.terms.or(in_place, is_number);
                let same = self.terms.eq(byte.obj, obj);
                let whole = self.terms.and(fits, same);
                self.demand_if(state, ok, whole, "a pointer that is put together of bytes");
            }
            return Value::Ptr(self.null_is_known(Ptr { obj, off: all }));
        }
        for byte in bytes {
            let (zero, foreign) = (self.terms.eq(byte.obj, none), self.is_foreign(byte.obj));
            let plain = self.terms.or(zero, foreign);
            self.demand_if(state, ok, plain, "the bytes of a pointer as a number");
        }
        match ty {
            Ty::BOOL => {
                let set = self.terms.nonzero(all);
                Value::Bits(self.terms.bool_to_bv(set, 1))
            }
            Ty::Int(f) => Value::Bits(self.terms.truncate(all, f.bits.into())),
            Ty::Float(_) | Ty::Ptr => Value::Bits(all),
        }
    }

    /// A pointer that code outside of the program made may be null, and then it is.
    pub fn null_is_known(&mut self, p: Ptr) -> Ptr {
        let null = self.null();
        let (foreign, zero) = (self.is_foreign(p.obj), self.terms.eq(p.off, null.off));
        let is_null = self.terms.and(foreign, zero);
        Ptr { obj: self.terms.ite(is_null, null.obj, p.obj), off: p.off }
    }

    /// Least significant byte first.
    pub fn concat(&mut self, vals: &[TermId]) -> TermId {
        let mut all = vals[0];
        for &v in &vals[1..] {
            all = self.terms.concat(v, all);
        }
        all
    }

    pub fn store(&mut self, state: &mut State, ty: Ty, ptr: Ptr, value: Value) -> Run<()> {
        let count = ty.access_size(self.pointer_bytes());
        let size = self.terms.bv(self.pointer_bits, count.into());
        let ok = self.valid(state, ptr, size, true)?;
        let bytes = self.encode(value, count as u32);
        self.write(state, ptr, &bytes, None, ok)
    }

    pub fn encode(&mut self, value: Value, count: u32) -> Vec<Byte> {
        let (bits, obj) = match value {
            Value::Bits(t) => (self.terms.zext(t, 8 * count), self.terms.zero(OBJECT_BITS)),
            Value::Ptr(p) => (p.off, p.obj),
        };
        let byte = |ex: &mut Self, i: u32| {
            let val = ex.terms.extract(bits, 8 * i + 7, 8 * i);
            let place = ex.terms.bv(PLACE_BITS, if matches!(value, Value::Ptr(_)) { i.into() } else { 0 });
            Byte { val, obj, place, init: TermId::TRUE }
        };
        (0..count).map(|i| byte(self, i)).collect()
    }

    /// As memmove.
    pub fn copy(&mut self, state: &mut State, dst: Ptr, src: Ptr, len: TermId) -> Run<()> {
        let (from, to) = (self.valid(state, src, len, false)?, self.valid(state, dst, len, true)?);
        let ok = self.terms.and(from, to);
        let most = self.most(state, src, len)?.min(self.most(state, dst, len)?);
        let bytes = self.read(state, src, most)?;
        self.write(state, dst, &bytes, Some(len), ok)
    }

    pub fn fill(&mut self, state: &mut State, dst: Ptr, byte: TermId, len: TermId) -> Run<()> {
        let ok = self.valid(state, dst, len, true)?;
        if self.fill_all(state, dst, byte, len, ok)? {
            return Ok(());
        }
        let most = self.most(state, dst, len)?;
        let byte = Byte::plain(&mut self.terms, byte, TermId::TRUE);
        self.write(state, dst, &vec![byte; most], Some(len), ok)
    }

    /// Fills an array, if it is all of one.
    fn fill_all(&mut self, state: &mut State, dst: Ptr, byte: TermId, len: TermId, ok: TermId) -> Run<bool> {
        let targets = self.targets(state, dst)?;
        let [Target { id, cond: TermId::TRUE }] = targets[..] else { return Ok(false) };
        let (off, len) = (self.terms.const_u64(dst.off), self.terms.const_u64(len));
        let is_all = off == Some(0) && len == Some(self.objects[id as usize].size) && ok == TermId::TRUE;
        let Some(array) = state.object(id).and_then(|o| o.array).filter(|_| is_all) else { return Ok(false) };
        let array = self.filled(array, byte);
        state.object_mut(id).into_iter().for_each(|o| o.array = Some(array));
        Ok(true)
    }

    pub fn havoc(&mut self, state: &mut State, dst: Ptr, len: TermId, by: Writer) -> Run<()> {
        let ok = self.valid(state, dst, len, true)?;
        let most = self.most(state, dst, len)?;
        let old = self.read(state, dst, most)?;
        let foreign = self.terms.bv(OBJECT_BITS, FOREIGN.into());
        let mut bytes = Vec::new();
        for old in old {
            let any = self.any_byte(TermId::TRUE);
            bytes.push(match by {
                Writer::Program => any,
                Writer::Pointers => Byte { obj: foreign, ..any },
                // Pointers stay as they are.
                Writer::Data => {
                    let none = self.terms.zero(OBJECT_BITS);
                    let plain = self.terms.eq(old.obj, none);
                    Byte::choose(&mut self.terms, plain, Byte { obj: foreign, ..any }, old)
                }
            });
        }
        self.write(state, dst, &bytes, Some(len), ok)
    }

    /// The most bytes that a valid access of `len` bytes can have.
    fn most(&mut self, state: &State, ptr: Ptr, len: TermId) -> Run<usize> {
        let targets = self.targets(state, ptr)?;
        let room = targets.iter().map(|t| self.objects[t.id as usize].size).max().unwrap_or(0);
        let most = self.terms.const_u64(len).map_or(room, |len| len.min(room));
        if most > WORK as u64 {
            return Err(TooHard::at("a large object", self.here));
        }
        Ok(most as usize)
    }

    /// A byte of which nothing is known.
    pub fn any_byte(&mut self, init: TermId) -> Byte {
        let val = self.fresh(8);
        Byte::plain(&mut self.terms, val, init)
    }

    pub fn all_init(&mut self, state: &State, ptr: Ptr, size: u64) -> Run<TermId> {
        let len = self.terms.bv(self.pointer_bits, size.into());
        let ok = self.valid(state, ptr, len, false)?;
        let bytes = self.read(state, ptr, size as usize)?;
        let inits: Vec<TermId> = bytes.iter().map(|b| b.init).collect();
        let all = self.terms.and_all(&inits);
        Ok(if self.settings.lenient { self.terms.implies(ok, all) } else { all })
    }

    /// Ends the life of the object of this kind that a pointer points to, where `cond` holds.
    pub fn end(&mut self, state: &mut State, ptr: Ptr, cond: TermId, kind: ObjectKind) -> Run<()> {
        for t in self.targets(state, ptr)? {
            if self.objects[t.id as usize].kind == kind {
                let here = self.terms.and(t.cond, cond);
                state.end_object(&mut self.terms, t.id, here);
            }
        }
        Ok(())
    }
}
