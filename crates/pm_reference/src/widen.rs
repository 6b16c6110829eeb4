//! What a loop changes: everything that is not the same at its head in every pass becomes a symbol.
//!
//! [`Wide`] says which registers, bytes and lives these are, and which objects a pointer among them may point to. It is found by trying: a state at the head is made
//! wider by it ([`Executor::widen`]), the loop is gone through once, and where the state that comes back is not covered ([`Executor::cover`]), the set grows and all is tried
//! again. A state that is covered is the wider one for some values of its symbols.

use crate::exec::{Executor, ObjectKind, Run, TooHard};
use crate::facts::{Part, Place};
use crate::state::{Object, ObjectId, State};
use crate::value::{Byte, FOREIGN, GONE, OBJECT_BITS, PLACE_BITS, Ptr, Register, Value};
use pm_base::{Idx, Span};
use pm_ir::{BlockId, Ty};
use pm_term::{Sort, TermId};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Objects that a pointer which a loop changes may point to.
const TARGETS: usize = 64;

#[derive(Clone, Default)]
pub struct Wide {
    regs: BTreeMap<usize, WideReg>,
    /// By object and offset.
    bytes: BTreeMap<ObjectId, BTreeMap<usize, WideByte>>,
    /// Pointers in memory whose object changes, by object and offset of their first byte (or what code outside of the program may have written as one).
    pointers: BTreeMap<ObjectId, BTreeMap<usize, BTreeSet<ObjectId>>>,
    alive: BTreeSet<ObjectId>,
    /// Arrays whose elements change.
    arrays: BTreeSet<ObjectId>,
    /// Slots whose object is of one pass and gone at the head.
    slots: BTreeSet<usize>,
}

#[derive(Clone, Default)]
struct WideReg {
    /// The bits, or a pointer's offset.
    value: bool,
    /// A pointer's object, where it changes: what it may be.
    targets: BTreeSet<ObjectId>,
    init: bool,
}

#[derive(Clone, Default)]
struct WideByte {
    value: bool,
    init: bool,
}

/// Sets a flag; is that new?
fn set(flag: &mut bool) -> bool {
    !std::mem::replace(flag, true)
}

impl Executor<'_> {
    /// What a point's author thinks that the loop changes.
    pub fn guess(&self, point: Option<usize>, state: &State) -> Wide {
        let mut wide = Wide::default();
        let Some((facts, point)) = self.facts.as_ref().zip(point) else { return wide };
        for name in &facts.claim.points[point].changed {
            let Some(name) = facts.claim.names.get(name) else { continue };
            match name.place {
                Place::Register { activation, var } if self.is_mine(point, activation) => {
                    let Some(register) = state.regs.get(var.index()).copied().flatten() else { continue };
                    let parts = wide.regs.entry(var.index()).or_default();
                    match (register.value, name.part) {
                        (Value::Ptr(p), Part::Object) => parts.targets = self.ids(p.obj).unwrap_or_default(),
                        (_, Part::Object) => {}
                        (_, Part::Value | Part::Offset) => parts.value = true,
                    }
                }
                Place::HasValue { activation, var } if self.is_mine(point, activation) => {
                    wide.regs.entry(var.index()).or_default().init = state.regs.get(var.index()).is_some();
                }
                Place::Bytes { object, off, len } if name.part != Part::Object => {
                    let Some(id) = self.object_of(state, object) else { continue };
                    let bytes = wide.bytes.entry(id).or_default();
                    (off..off.saturating_add(len.min(16))).for_each(|i| {
                        bytes.entry(i as usize).or_default().value = true;
                    });
                }
                Place::Elements(object) => wide.arrays.extend(self.object_of(state, object)),
                Place::Register { .. }
                | Place::Any { .. }
                | Place::HasValue { .. }
                | Place::Bytes { .. }
                | Place::Alive(_)
                | Place::Argument(_)
                | Place::Before(_) => {}
            }
        }
        wide
    }

    /// The state with symbols for all that the loop changes.
    pub fn widen(&mut self, state: &State, wide: &Wide) -> State {
        let mut out = state.clone();
        for (&v, parts) in &wide.regs {
            let ty = self.func().vars.as_slice()[v].ty;
            let old = state.regs[v];
            let old = old.unwrap_or_else(|| Register { value: self.any_value(ty), init: TermId::FALSE });
            let value = match old.value {
                Value::Bits(t) if parts.value => Value::Bits(self.fresh(self.terms.width(t))),
                Value::Bits(t) => Value::Bits(t),
                Value::Ptr(p) => {
                    let off = if parts.value { self.fresh(self.pointer_bits) } else { p.off };
                    let obj = if parts.targets.is_empty() { p.obj } else { self.one_of(&parts.targets) };
                    Value::Ptr(Ptr { obj, off })
                }
            };
            let init = if parts.init { self.terms.fresh("any", Sort::Bool) } else { old.init };
            out.regs[v] = Some(Register { value, init });
        }
        for &s in &wide.slots {
            out.slots[s] = self.terms.zero(OBJECT_BITS);
        }
        let changed: BTreeSet<ObjectId> =
            wide.bytes.keys().chain(wide.pointers.keys()).chain(&wide.alive).chain(&wide.arrays).copied().collect();
        for id in changed {
            if out.object(id).is_some() {
                self.widen_object(&mut out, wide, id);
            }
        }
        out
    }

    fn widen_object(&mut self, out: &mut State, wide: &Wide, id: ObjectId) {
        let array = out.object(id).and_then(|o| o.array).filter(|_| wide.arrays.contains(&id));
        let array = array.map(|a| self.any_elements(a));
        let Some(object) = out.object_mut(id) else { return };
        object.array = array.or(object.array);
        let size = if object.array.is_some() { 0 } else { self.objects[id as usize].size as usize };
        for (&at, parts) in wide.bytes.get(&id).into_iter().flatten().filter(|(at, _)| **at < size) {
            let mut byte = object.byte(at);
            if parts.value {
                byte.val = self.terms.fresh("any", Sort::Bv(8));
            }
            if parts.init {
                byte.init = self.terms.fresh("any", Sort::Bool);
            }
            object.set(at, byte);
        }
        if wide.alive.contains(&id) {
            object.alive = self.terms.fresh("any", Sort::Bool);
        }
        for (&at, targets) in wide.pointers.get(&id).into_iter().flatten() {
            let obj = self.one_of(targets);
            for i in 0..(self.pointer_bytes() as usize).min(size - at) {
                let place = self.terms.bv(PLACE_BITS, i as u128);
                let Some(object) = out.object_mut(id) else { return };
                let byte = object.byte(at + i);
                object.set(at + i, Byte { obj, place, ..byte });
            }
        }
    }

    /// One of these numbers.
    fn one_of(&mut self, ids: &BTreeSet<ObjectId>) -> TermId {
        let mut obj = None;
        for &id in ids {
            let number = self.terms.bv(OBJECT_BITS, id.into());
            obj = Some(match obj {
                None => number,
                Some(other) => {
                    let choice = self.terms.fresh("any", Sort::Bool);
                    self.terms.ite(choice, number, other)
                }
            });
        }
        obj.unwrap_or_else(|| self.terms.zero(OBJECT_BITS))
    }

    /// Makes the set large enough for `x`, where `wider` is not. Did it grow?
    pub fn cover(&mut self, wide: &mut Wide, wider: &State, x: &State, head: BlockId) -> Run<bool> {
        let mut grew = false;
        for v in 0..wider.regs.len() {
            let (a, b) = (wider.regs[v], x.regs[v]);
            if a == b {
                continue;
            }
            let ty = self.func().vars.as_slice()[v].ty;
            let parts = wide.regs.entry(v).or_default();
            let (Some(a), Some(b)) = (a, b) else {
                // Without a value it may be anything.
                grew |= set(&mut parts.value) | set(&mut parts.init);
                if ty == Ty::Ptr {
                    let mut parts = std::mem::take(parts);
                    let objs = [a, b].into_iter().flatten().filter_map(|r| pointer(r.value)).map(|p| p.obj);
                    let none = self.terms.zero(OBJECT_BITS);
                    for obj in objs.chain([none]).collect::<Vec<_>>() {
                        grew |= self.aim(&mut parts.targets, wider, obj, self.loop_span(head))?;
                    }
                    wide.regs.insert(v, parts);
                }
                continue;
            };
            if a.init != b.init {
                grew |= set(&mut parts.init);
            }
            match (a.value, b.value) {
                (Value::Ptr(p), Value::Ptr(q)) => {
                    if p.off != q.off {
                        grew |= set(&mut parts.value);
                    }
                    if p.obj != q.obj {
                        let mut targets = std::mem::take(&mut parts.targets);
                        grew |= self.aim(&mut targets, wider, p.obj, self.loop_span(head))?;
                        grew |= self.aim(&mut targets, wider, q.obj, self.loop_span(head))?;
                        wide.regs.entry(v).or_default().targets = targets;
                    }
                }
                (Value::Bits(_), _) | (_, Value::Bits(_)) => {
                    if a.value != b.value {
                        grew |= set(&mut parts.value);
                    }
                }
            }
        }
        grew |= self.cover_slots(wide, wider, x, head)?;
        grew |= self.cover_objects(wide, wider, x, self.loop_span(head), false)?;
        Ok(grew)
    }

    /// A pointer may point to what this object is, too. What a pass made is gone.
    fn aim(&mut self, targets: &mut BTreeSet<ObjectId>, wider: &State, obj: TermId, span: Span) -> Run<bool> {
        let before = targets.len();
        let Some(ids) = self.ids(obj) else {
            return Err(TooHard::at("an object that is computed", span));
        };
        for id in ids {
            let is_there = matches!(id, 0 | FOREIGN) || self.constants.contains_key(&id) || wider.object(id).is_some();
            targets.insert(if is_there { id } else { GONE });
        }
        match targets.len() > TARGETS {
            true => Err(TooHard::at("a pointer to many objects", span)),
            false => Ok(targets.len() > before),
        }
    }

    fn cover_slots(&mut self, wide: &mut Wide, wider: &State, x: &State, head: BlockId) -> Run<bool> {
        let mut grew = false;
        for (s, (&a, &b)) in wider.slots.iter().zip(&x.slots).enumerate().filter(|(_, (a, b))| a != b) {
            for (state, obj) in [(wider, a), (x, b)] {
                let ids = self.ids(obj).unwrap_or_default();
                if ids.is_empty() || ids.iter().any(|id| *id != 0 && state.object(*id).is_some()) {
                    return Err(TooHard::at("a variable that outlives a pass of a loop", self.loop_span(head)));
                }
            }
            grew |= wide.slots.insert(s);
        }
        Ok(grew)
    }

    /// The same for objects alone. Locals that `x` has besides may be `hidden`: no pointer to them can be used in the wider one.
    pub fn cover_objects(&mut self, wide: &mut Wide, wider: &State, x: &State, span: Span, hidden: bool) -> Run<bool> {
        let mut grew = false;
        for (id, object) in &x.objects {
            let is_local = matches!(self.objects[*id as usize].kind, ObjectKind::Slot(..) | ObjectKind::Stack);
            if wider.object(*id).is_none() && object.alive != TermId::FALSE && !(hidden && is_local) {
                return Err(TooHard::at("objects that a loop makes", span));
            }
        }
        for (id, a) in &wider.objects {
            let Some(b) = x.object(*id) else {
                grew |= wide.alive.insert(*id);
                continue;
            };
            if Rc::ptr_eq(a, b) {
                continue;
            }
            if a.alive != b.alive {
                grew |= wide.alive.insert(*id);
            }
            if a.array != b.array {
                grew |= wide.arrays.insert(*id);
            }
            grew |= self.cover_bytes(wide, wider, *id, (a, b), span)?;
        }
        Ok(grew)
    }

    fn cover_bytes(
        &mut self,
        wide: &mut Wide,
        wider: &State,
        id: ObjectId,
        (a, b): (&Object, &Object),
        span: Span,
    ) -> Run<bool> {
        let (mut grew, mut pointers) = (false, BTreeSet::new());
        let (size, unit) = (self.objects[id as usize].size as usize, self.pointer_bytes() as usize);
        let mut at = 0;
        for (x, y) in a.pages.iter().zip(&b.pages) {
            if Rc::ptr_eq(x, y) {
                at += x.len();
                continue;
            }
            for (x, y) in x.iter().zip(y.iter()) {
                if x.val != y.val {
                    grew |= set(&mut wide.bytes.entry(id).or_default().entry(at).or_default().value);
                }
                if x.init != y.init {
                    grew |= set(&mut wide.bytes.entry(id).or_default().entry(at).or_default().init);
                }
                if x.obj != y.obj || x.place != y.place {
                    pointers.insert(at - at % unit);
                }
                at += 1;
            }
        }
        for at in pointers {
            let mut targets = wide.pointers.entry(id).or_default().remove(&at).unwrap_or_default();
            let end = size.min(at + unit);
            for i in at..end {
                grew |= self.aim(&mut targets, wider, a.byte(i).obj, span)?;
                grew |= self.aim(&mut targets, wider, b.byte(i).obj, span)?;
            }
            if end < at + unit && targets.iter().any(|t| !matches!(*t, 0 | FOREIGN)) {
                return Err(TooHard::at("a pointer that is put together of bytes", span));
            }
            wide.pointers.entry(id).or_default().insert(at, targets);
        }
        Ok(grew)
    }

    /// Pointers in memory that the loop changes are whole pointers in this state: only then is it covered.
    pub fn demand_pointers(&mut self, wide: &Wide, x: &State) {
        let none = self.terms.zero(OBJECT_BITS);
        for (id, pointers) in &wide.pointers {
            let Some(object) = x.object(*id).cloned() else { continue };
            for &at in pointers.keys() {
                let obj = object.byte(at).obj;
                let (is_none, is_foreign) = (self.terms.eq(obj, none), self.is_foreign(obj));
                let size = self.objects[*id as usize].size as usize;
                for i in 0..(self.pointer_bytes() as usize).min(size - at) {
                    let byte = object.byte(at + i);
                    let place = self.terms.bv(PLACE_BITS, i as u128);
                    let (same, in_place) = (self.terms.eq(byte.obj, obj), self.terms.eq(byte.place, place));
                    let fits = self.terms.or_all(&[in_place, is_none, is_foreign]);
                    let whole = self.terms.and(same, fits);
                    self.demand(x, whole, "a pointer that is put together of bytes");
                }
            }
        }
    }
}

fn pointer(value: Value) -> Option<Ptr> {
    match value {
        Value::Ptr(p) => Some(p),
        Value::Bits(_) => None,
    }
}
