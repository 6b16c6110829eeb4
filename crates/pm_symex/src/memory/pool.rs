//! Pools: all heap objects of one size as the nodes of one object, for proofs about data structures without a bound.
//!
//! Objects have one number for all steps of a program that is cut into steps, which is not enough where a loop makes many of them. A pool
//! numbers its nodes in the order in which they are made; numbers are not used again. A pointer into a node is the pool's number with
//! an offset whose high [`NODE_BITS`] are the node's number, and whose other bits are the offset in the node. What nodes hold at an
//! offset (a *field*) is an array over their numbers, and so is whether they are alive. Fields are learnt when they are accessed; then all
//! begins anew, because a node's fields get their first values where it is made.
//!
//! Only equality of such pointers is known: a program that makes numbers of them, compares their order or subtracts them is refused. So is an
//! offset that leaves its node, or that is not constant.

use crate::cut::leaves::{Known, Low, Spot};
use crate::cut::{MAX_LOW, common_spot, low_bits};
use crate::exec::Executor;
use crate::pointers::targets::Target;
use crate::record::event::EventKind;
use crate::record::events::Stands;
use crate::state::State;
use crate::state::cells::{Cell, Cells};
use crate::state::object::{Content, Fill, Object, ObjectId, ObjectKind};
use crate::state::value::{OFFSET_BITS, POINTER_BITS, Ptr, Value, Word};
use pm_base::Span;
use pm_ir::{AllocKind, Ty};
use pm_term::{Op, Sort, TermId, Terms};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Bits of a node's number.
pub const NODE_BITS: u32 = 48;
/// Bits of an offset in a node.
const INSIDE_BITS: u32 = OFFSET_BITS - NODE_BITS;
/// Bytes of the largest nodes.
const MAX_NODE: u64 = 1 << 12;
/// Fields of the nodes of one pool.
const MAX_FIELDS: usize = 64;

#[derive(Clone, Debug)]
pub struct Pool {
    /// How many nodes were made: the number of the next one.
    pub count: TermId,
    /// By node: 1 where it is alive.
    pub alive: TermId,
    pub fields: BTreeMap<u32, Field>,
}

#[derive(Clone, Debug)]
pub struct Field {
    pub len: u8,
    /// By node.
    pub term: TermId,
    /// Of pointers, where they may point to.
    pub(crate) aims: Option<BTreeMap<ObjectId, Spot>>,
}

/// What was learnt of pools.
#[derive(Default)]
pub(crate) struct Pools {
    enabled: bool,
    /// By size, and by the allocation where allocations of this size have pools of their own.
    by_key: BTreeMap<(u64, ObjectId), ObjectId>,
    split: BTreeSet<u64>,
    ids: FxHashSet<ObjectId>,
    /// Length, and whether it is a pointer.
    fields: BTreeMap<ObjectId, BTreeMap<u32, (u8, bool)>>,
    learnt: usize,
    /// The program does something with pointers to nodes that is not followed.
    refused: bool,
}

impl Pools {
    pub fn learnt(&self) -> usize {
        self.learnt
    }
}

impl Pool {
    pub fn join(&self, other: &Pool, terms: &mut Terms, cond: TermId) -> Pool {
        let mut fields = self.fields.clone();
        for (off, mine) in &mut fields {
            let Some(theirs) = other.fields.get(off) else { continue };
            mine.term = terms.ite(cond, mine.term, theirs.term);
            if let (Some(all), Some(more)) = (&mut mine.aims, &theirs.aims) {
                add_spots(all, more);
            }
        }
        let (count, alive) = (terms.ite(cond, self.count, other.count), terms.ite(cond, self.alive, other.alive));
        Pool { count, alive, fields }
    }

    pub fn points_to(&self, id: ObjectId) -> bool {
        self.fields.values().any(|f| f.aims.as_ref().is_some_and(|a| a.contains_key(&id)))
    }
}

/// Makes one set of targets cover another; whether it had to change.
pub(crate) fn add_spots(all: &mut BTreeMap<ObjectId, Spot>, more: &BTreeMap<ObjectId, Spot>) -> bool {
    let mut changed = false;
    for (id, spot) in more {
        let wider = all.get(id).map_or(*spot, |old| common_spot(*old, *spot));
        changed |= all.insert(*id, wider) != Some(wider);
    }
    changed
}

impl Executor<'_> {
    /// Heap objects of which a loop makes many become nodes of pools.
    pub fn use_pools(&mut self) {
        self.across.pools.enabled = true;
    }

    /// The pools of the program, with the sizes of their nodes.
    pub fn pools(&self) -> Vec<ObjectId> {
        self.across.pools.by_key.values().copied().collect()
    }

    /// The program does something with pointers to nodes that is not followed.
    pub fn misuses_nodes(&self) -> bool {
        self.across.pools.refused
    }

    pub(crate) fn is_pool(&self, id: ObjectId) -> bool {
        self.across.pools.ids.contains(&id)
    }

    pub(crate) fn has_pools(&self) -> bool {
        !self.across.pools.ids.is_empty()
    }

    pub(crate) fn pool_in(&self, state: &State, id: ObjectId) -> Option<Rc<Pool>> {
        match &state.object(id)?.content {
            Content::Pool(pool) => Some(pool.clone()),
            Content::Cells { .. } | Content::Array(_) => None,
        }
    }

    /// The pointer is used in a way that tells nodes apart other than by equality.
    pub(crate) fn no_node(&mut self, obj: TermId) {
        if self.across.pools.ids.is_empty() {
            return;
        }
        let aims = crate::pointers::aims::aims(&self.terms, obj);
        if aims.is_none_or(|a| a.iter().any(|id| self.is_pool(*id))) {
            self.across.pools.refused = true;
        }
    }

    // ---- which objects are nodes -----------------------------------------------------------------------------------

    /// Objects of this one's size shall be nodes; whether they can be.
    pub(crate) fn want_pool(&mut self, id: ObjectId) -> bool {
        if self.is_pool(id) {
            return true;
        }
        let info = &self.objects[id as usize];
        let (kind, span) = (info.kind, info.span);
        let Some(size) = info.const_size.filter(|s| *s <= MAX_NODE && !self.across.varies(id)) else { return false };
        if !self.across.pools.enabled || kind != ObjectKind::Heap || self.asked.memory {
            return false;
        }
        let key = (size, if self.across.pools.split.contains(&size) { id } else { 0 });
        if !self.across.pools.by_key.contains_key(&key) {
            let bytes = self.terms.bv(OFFSET_BITS, size.into());
            let pool = self.add_object(ObjectKind::Heap, bytes, span);
            self.across.pools.by_key.insert(key, pool);
            self.across.pools.ids.insert(pool);
            self.across.pools.learnt += 1;
        }
        true
    }

    /// The pool of what is allocated here.
    pub(crate) fn pool_of(&mut self, kind: AllocKind, size: TermId) -> Option<ObjectId> {
        if self.across.pools.by_key.is_empty() || kind != AllocKind::Heap {
            return None;
        }
        let size = self.terms.const_u64(size)?;
        let site = match self.across.pools.split.contains(&size) {
            true => self.objects.made_at(self.here)?,
            false => 0,
        };
        self.across.pools.by_key.get(&(size, site)).copied()
    }

    // ---- nodes come and go -----------------------------------------------------------------------------------------

    /// All pools are there from the beginning, without nodes.
    pub(crate) fn begin_pools(&mut self, state: &mut State) {
        for id in self.pools() {
            let mut fields = BTreeMap::new();
            for (off, (len, pointer)) in self.across.pools.fields.get(&id).cloned().unwrap_or_default() {
                let zero = self.terms.zero(if pointer { POINTER_BITS } else { u32::from(len) * 8 });
                let term = self.terms.const_array(NODE_BITS, zero);
                let aims = pointer.then(|| BTreeMap::from([(0, Spot::At(0))]));
                fields.insert(off, Field { len, term, aims });
            }
            let dead = self.terms.zero(1);
            let alive = self.terms.const_array(NODE_BITS, dead);
            let pool = Pool { count: self.terms.zero(NODE_BITS), alive, fields };
            state.set_object(id, Object { content: Content::Pool(Rc::new(pool)), alive: TermId::TRUE });
        }
    }

    pub(crate) fn allocate_node(&mut self, state: &mut State, id: ObjectId, zeroed: bool, span: Span) -> Ptr {
        let null = Ptr::null(&mut self.terms);
        let Some(pool) = self.pool_in(state, id) else { return null };
        let mut pool = (*pool).clone();
        let node = pool.count;
        // Executions with more nodes are not looked at: numbers are not used again.
        let none = self.terms.ones(NODE_BITS);
        let is_there = self.terms.ne(node, none);
        state.guard = state.guard.and(&mut self.terms, is_there);
        let fill = match zeroed {
            true => Fill::Zero,
            false => Fill::Event(self.event(EventKind::Contents, state.guard.term(), span)),
        };
        for (off, f) in &mut pool.fields {
            let bits = self.default_bits(fill, *off, f.len);
            let value = match &mut f.aims {
                Some(aims) => {
                    let p = if zeroed { null } else { self.any_address(bits) };
                    let spot = self.spot_in(0, p.off);
                    add_spots(aims, &BTreeMap::from([(0, spot)]));
                    p.pack(&mut self.terms)
                }
                None => bits,
            };
            f.term = self.terms.store(f.term, node, value);
        }
        let one = self.terms.bv(NODE_BITS, 1);
        pool.count = self.terms.add(node, one);
        let lives = self.terms.bv(1, 1);
        pool.alive = self.terms.store(pool.alive, node, lives);
        state.update(id, |o| o.content = Content::Pool(Rc::new(pool)));
        let inside = self.terms.zero(INSIDE_BITS);
        Ptr { obj: Ptr::new(&mut self.terms, id, 0).obj, off: self.terms.concat(node, inside) }
    }

    pub(crate) fn end_node(&mut self, state: &mut State, t: Target) {
        let Some(pool) = self.pool_in(state, t.obj) else { return };
        let node = self.node(t.off);
        let dead = self.terms.zero(1);
        let stored = self.terms.store(pool.alive, node, dead);
        let alive = self.terms.ite(t.guard, stored, pool.alive);
        let pool = Pool { alive, ..(*pool).clone() };
        state.update(t.obj, |o| o.content = Content::Pool(Rc::new(pool)));
    }

    fn is_alive(&mut self, pool: &Pool, node: TermId) -> TermId {
        let bit = self.terms.select(pool.alive, node);
        self.terms.nonzero(bit)
    }

    /// The access is inside of a living node.
    pub(crate) fn node_ok(&mut self, pool: &Pool, t: Target, size: TermId) -> TermId {
        let bytes = self.objects[t.obj as usize].size;
        let node = self.node(t.off);
        let alive = self.is_alive(pool, node);
        let inside = self.inside(t.off);
        let inside = self.terms.zext(inside, OFFSET_BITS);
        let begins = self.terms.ule(inside, bytes);
        let room = self.terms.sub(bytes, inside);
        let enough = self.terms.ule(size, room);
        self.terms.and_all(&[alive, begins, enough])
    }

    /// The pointer is that of a living node.
    pub(crate) fn node_starts(&mut self, pool: &Pool, t: Target) -> TermId {
        let node = self.node(t.off);
        let alive = self.is_alive(pool, node);
        let inside = self.inside(t.off);
        let zero = self.terms.zero(INSIDE_BITS);
        let starts = self.terms.eq(inside, zero);
        self.terms.and(alive, starts)
    }

    /// For each pool, that a node lives whose number is arbitrary.
    pub(crate) fn some_nodes(&mut self, state: &State) -> Vec<TermId> {
        let mut out = Vec::new();
        for (k, id) in self.pools().into_iter().enumerate() {
            let Some(pool) = self.pool_in(state, id) else { continue };
            let node = self.symbol_here(Stands::Node(k as u32), "some node", Sort::Bv(NODE_BITS));
            out.push(self.is_alive(&pool, node));
        }
        out
    }

    // ---- parts of an offset ----------------------------------------------------------------------------------------

    fn node(&mut self, off: TermId) -> TermId {
        match self.sum(off) {
            Some((base, _)) => self.terms.extract(base, OFFSET_BITS - 1, INSIDE_BITS),
            None => self.terms.extract(off, OFFSET_BITS - 1, INSIDE_BITS),
        }
    }

    fn inside(&mut self, off: TermId) -> TermId {
        match self.sum(off) {
            Some((base, bytes)) => {
                let inside = self.terms.extract(base, INSIDE_BITS - 1, 0);
                let bytes = self.terms.bv(INSIDE_BITS, (bytes & ((1 << INSIDE_BITS) - 1)).into());
                self.terms.add(inside, bytes)
            }
            None => self.terms.extract(off, INSIDE_BITS - 1, 0),
        }
    }

    /// A sum with a constant, which stays inside of the node ([`Executor::stays_in_node`]).
    fn sum(&mut self, off: TermId) -> Option<(TermId, u64)> {
        if self.terms.op(off) != Op::Add || off.is_complemented() {
            return None;
        }
        let args = self.terms.args(off);
        let (a, b) = (args[0], args[1]);
        let (base, bytes) = match (self.terms.const_u64(a), self.terms.const_u64(b)) {
            (Some(c), None) => (b, c),
            (None, Some(c)) => (a, c),
            _ => return None,
        };
        let low = self.terms.extract(base, INSIDE_BITS - 1, 0);
        self.terms.const_u64(low)?;
        Some((base, bytes))
    }

    /// A pointer to a node is moved: that must not lead out of the node.
    pub(crate) fn stays_in_node(&mut self, state: &State, ptr: Ptr, off: TermId, bytes: TermId, span: Span) {
        if self.across.pools.ids.is_empty() || off == ptr.off {
            return;
        }
        for t in self.targets(state, ptr).unwrap_or_default() {
            if !self.is_pool(t.obj) {
                continue;
            }
            let inside = self.inside(t.off);
            let end = self.objects[t.obj as usize].const_size.unwrap_or(0);
            let (inside, bytes) = (self.terms.const_u64(inside), self.terms.const_u64(bytes));
            let stays = inside.zip(bytes).is_some_and(|(i, b)| i.wrapping_add(b) <= end);
            if !stays {
                let cond = self.terms.and(state.guard.term(), t.guard);
                self.gap_if(cond, span, "an offset in a heap object that is not constant, or leaves it");
            }
        }
    }

    // ---- accesses --------------------------------------------------------------------------------------------------

    /// The field that is accessed; `None` where it is not known yet, or there is none.
    fn field(&mut self, state: &State, t: Target, ty: Ty, span: Span) -> Option<u32> {
        let len = ty.access_size(self.pointer_size) as u8;
        let inside = self.inside(t.off);
        let cond = self.terms.and(state.guard.term(), t.guard);
        let Some(off) = self.terms.const_u64(inside).map(|o| o as u32) else {
            self.gap_if(cond, span, "an offset in a heap object that is not constant, or leaves it");
            return None;
        };
        let size = self.objects[t.obj as usize].const_size.unwrap_or(0);
        if u64::from(off) + u64::from(len) > size {
            return None;
        }
        let known = self.across.pools.fields.entry(t.obj).or_default();
        match known.get(&off) {
            Some((l, pointer)) if *l == len && (*pointer || ty != Ty::Ptr) => return Some(off),
            Some((l, _)) if *l == len => {
                known.insert(off, (len, true));
                self.across.pools.learnt += 1;
            }
            _ => {
                let overlaps = known.iter().any(|(o, (l, _))| *o < off + u32::from(len) && off < o + u32::from(*l));
                if overlaps || known.len() >= MAX_FIELDS {
                    self.divide(t.obj, size);
                } else {
                    known.insert(off, (len, ty == Ty::Ptr));
                    self.across.pools.learnt += 1;
                }
            }
        }
        self.gap_if(cond, span, "parts of heap objects that overlap");
        None
    }

    /// Allocations of this size make objects of different kinds: each gets a pool of its own.
    fn divide(&mut self, pool: ObjectId, size: u64) {
        if self.across.pools.split.insert(size) {
            self.across.pools.by_key.remove(&(size, 0));
            self.across.pools.fields.remove(&pool);
            self.across.pools.learnt += 1;
        }
    }

    /// The field can be accessed as this. It is not what was learnt of it where that is new; then all begins anew.
    fn is_field(&self, f: &Field, ty: Ty) -> bool {
        u64::from(f.len) == ty.access_size(self.pointer_size) && (f.aims.is_some() || ty != Ty::Ptr)
    }

    pub(crate) fn load_node(&mut self, state: &mut State, t: Target, ty: Ty, span: Span) -> Value {
        let found = self.field(state, t, ty, span).zip(self.pool_in(state, t.obj));
        let is_such = |f: &Field| self.is_field(f, ty);
        let f = found.and_then(|(off, pool)| pool.fields.get(&off).cloned()).filter(is_such);
        let Some(f) = f else { return self.fresh(ty) };
        let node = self.node(t.off);
        let value = self.terms.select(f.term, node);
        match f.aims {
            Some(aims) => {
                let p = Ptr::unpack(&mut self.terms, value);
                let off = if self.terms.is_const(p.off) { Known::Const(p.off) } else { Known::Var(p.off) };
                let p = match self.terms.const_u64(p.obj).map(|id| aims.get(&(id as ObjectId))) {
                    Some(Some(spot)) => Ptr { obj: p.obj, off: self.spot_offset(off, *spot) },
                    Some(None) => p,
                    None => self.choice(p.obj, off, &aims),
                };
                self.read_as(Value::Ptr(p), ty)
            }
            None => self.read_as(Value::Term(value), ty),
        }
    }

    pub(crate) fn store_node(&mut self, state: &mut State, t: Target, ty: Ty, value: Value, span: Span) {
        let Some(off) = self.field(state, t, ty, span) else { return };
        let Some(pool) = self.pool_in(state, t.obj) else { return };
        let mut pool = (*pool).clone();
        let node = self.node(t.off);
        let value = self.write_as(value, ty);
        let Some(f) = pool.fields.get_mut(&off).filter(|f| self.is_field(f, ty)) else { return };
        let bits = match (&mut f.aims, value) {
            (Some(aims), value) => {
                let p = match value {
                    Value::Ptr(p) => p,
                    Value::Term(bits) => self.int_to_ptr(bits),
                };
                let Some(targets) = self.targets(state, p) else {
                    return self.gap(state, span, "a pointer that can point to too many objects");
                };
                for target in targets {
                    let spot = self.spot_in(target.obj, target.off);
                    add_spots(aims, &BTreeMap::from([(target.obj, spot)]));
                }
                p.pack(&mut self.terms)
            }
            (None, Value::Term(bits)) => bits,
            // A number is expected: the address of a node is none.
            (None, Value::Ptr(p)) => self.address(p),
        };
        let stored = self.terms.store(f.term, node, bits);
        f.term = self.terms.ite(t.guard, stored, f.term);
        state.update(t.obj, |o| o.content = Content::Pool(Rc::new(pool)));
    }

    /// Where in an object a pointer points.
    pub(crate) fn spot_in(&mut self, obj: ObjectId, off: TermId) -> Spot {
        if !self.is_pool(obj) {
            return match self.terms.const_u64(off) {
                Some(off) => Spot::At(off),
                None => Spot::Moving(low_bits(&mut self.terms, off, MAX_LOW)),
            };
        }
        let inside = self.inside(off);
        match self.terms.const_u64(inside) {
            Some(bits) => Spot::Moving(Low { count: INSIDE_BITS as u8, bits: bits as u32 }),
            None => Spot::Moving(Low::default()),
        }
    }

    /// The fields of a node as cells of no value, and where the range begins: to copy it field by field.
    pub(crate) fn node_layout(&mut self, state: &State, t: Target) -> Option<(Cells, u64)> {
        let pool = self.pool_in(state, t.obj)?;
        let inside = self.inside(t.off);
        let start = self.terms.const_u64(inside)?;
        let cells = pool.fields.iter().map(|(off, f)| {
            let word = match f.aims {
                Some(_) => Word::Addr { obj: 0, off: 0 },
                None => Word::Const { width: f.len * 8, bits: 0 },
            };
            (*off, Cell { len: f.len, word })
        });
        Some((Cells::of(cells), start))
    }
}
