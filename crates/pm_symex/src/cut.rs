//! Cut points: loop heads at which the control-flow automaton stops.
//!
//! A [`Cut`] covers all the states that arrived so far. A leaf on which all arrivals agree is a constant; others are variables.
//! [`Cuts::arrive`] widens the cut by one more arrival, [`Executor::run_cut`] executes from it, [`Cuts::values`] says which values an arrival
//! gives to its variables. When no arrival changes any cut, the edges between them are all there is.
//!
//! Every object has one number, also where its declaration is executed again in each step. So a pointer must not survive its
//! object across a cut: it is made to point to the object's ghost, which is never alive.

use crate::context::{Context, ContextKind, Mark};
use crate::contract::is_in;
use crate::event::{Event, EventKind};
use crate::exec::{Execution, Executor, Gap};
use crate::guard::Guard;
use crate::instance::Instance;
use crate::join::pieces;
use crate::leaves::{Aim, Held, HeldField, Known, Leaf, Low, Matter, Part, Rest, Shape, Spot};
use crate::liveness::VarSet;
use crate::object::{Cell, Content, Fill, Object, ObjectId};
use crate::options::{LoopName, Policy};
use crate::pool::{Field, Pool, add_spots};
use crate::pvec::PVec;
use crate::state::State;
use crate::suspend::Suspended;
use crate::value::{OBJECT_BITS, OFFSET_BITS, Ptr, Value, Word};
use pm_base::Span;
use pm_ir::{BlockId, FuncId, Program, Rvalue, StorageKind, Ty, VarId};
use pm_term::{Op, Sort, TermId, Terms};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Bits of alignment that are followed.
pub(crate) const MAX_LOW: u8 = 16;

/// All states at one loop head, with the calls and loops around it.
#[derive(Clone)]
pub struct Cut {
    stack: Vec<Context>,
    pub name: LoopName,
    pub instance: Instance,
    /// A block that is no loop's head.
    pub at_block: bool,
    /// By activation, the outermost first; by register.
    regs: Vec<BTreeMap<u32, Held>>,
    objects: BTreeMap<ObjectId, Matter>,
}

/// Why a program cannot be cut into steps.
#[derive(Clone, Debug)]
pub struct CutError {
    pub what: &'static str,
    pub span: Span,
}

/// What all cuts of a program share.
pub struct Cuts {
    symbols: BTreeMap<(Leaf, Part), TermId>,
    /// The program asks which heap objects its variables reach: pointers count even where they are not read any more.
    keep_pointers: bool,
}

/// An arriving state, with what it has at a cut.
struct Arrived {
    regs: Vec<BTreeMap<u32, Value>>,
    activations: Vec<(Instance, FuncId)>,
    state: State,
}

impl Cut {
    /// The functions that are active, the outermost first.
    pub fn functions(&self) -> impl Iterator<Item = FuncId> {
        self.stack.iter().filter(|c| matches!(c.kind, ContextKind::Call(_))).map(|c| c.func)
    }

    /// The variables that mean something here.
    pub fn variables(&self) -> Vec<(Leaf, Part)> {
        let mut found = Vec::new();
        self.for_each_held(|leaf, held| held_parts(leaf, held, &mut found));
        for (&object, matter) in &self.objects {
            if let Known::Var(_) = matter.alive {
                found.push((Leaf::Alive { object }, Part::Value));
            }
            if let Known::Var(_) = matter.size {
                found.push((Leaf::Size { object }, Part::Value));
            }
            if let Shape::Array { term: Known::Var(_), elem, .. } = matter.shape {
                found.push((Leaf::Elements { object, elem }, Part::Value));
            }
            if let Shape::Pool { count, alive, fields } = &matter.shape {
                let fields = fields.iter().map(|(&off, f)| (Leaf::Field { object, off, len: f.len }, f.term));
                let all =
                    [(Leaf::Nodes { object }, *count), (Leaf::Lives { object }, *alive)].into_iter().chain(fields);
                found.extend(all.filter(|(_, k)| matches!(k, Known::Var(_))).map(|(leaf, _)| (leaf, Part::Value)));
            }
        }
        found
    }

    /// All pointers: object and offset, variables or constants.
    pub fn pointers(&self, terms: &mut Terms) -> Vec<(TermId, TermId)> {
        let mut found = Vec::new();
        self.for_each_held(|_, held| {
            if let Held::Ptr { obj, off, .. } = held {
                let obj = match obj {
                    Aim::At(id) => terms.bv(OBJECT_BITS, (*id).into()),
                    Aim::Among(symbol, _) => *symbol,
                };
                found.push((obj, off.term()));
            }
        });
        found
    }

    fn for_each_held(&self, mut f: impl FnMut(Leaf, &Held)) {
        let calls = self.stack.iter().filter(|c| matches!(c.kind, ContextKind::Call(_)));
        for (context, regs) in calls.zip(&self.regs) {
            for (key, held) in regs {
                f(Leaf::Reg { activation: context.instance, func: context.func, key: *key }, held);
            }
        }
        for (&object, matter) in &self.objects {
            if let Shape::Cells { cells, .. } = &matter.shape {
                for (&off, (len, held)) in cells {
                    f(Leaf::Cell { object, off, len: *len }, held);
                }
            }
        }
    }
}

fn held_parts(leaf: Leaf, held: &Held, found: &mut Vec<(Leaf, Part)>) {
    match held {
        Held::Term(Known::Var(_)) => found.push((leaf, Part::Value)),
        Held::Term(Known::Const(_)) => {}
        Held::Ptr { obj, off, .. } => {
            if let Aim::Among(..) = obj {
                found.push((leaf, Part::Object));
            }
            if let Known::Var(_) = off {
                found.push((leaf, Part::Offset));
            }
        }
    }
}

impl Cuts {
    pub fn new(program: &Program) -> Cuts {
        let asks = |i: &pm_ir::Inst| {
            matches!(&i.kind, pm_ir::InstKind::Assert { cond: Rvalue::NoLeak { reachable_ok: true }, .. })
        };
        let keep_pointers = program.funcs.iter().flat_map(|f| f.blocks.iter()).any(|b| b.insts.iter().any(asks));
        Cuts { symbols: BTreeMap::new(), keep_pointers }
    }

    /// The symbol of a variable.
    pub fn symbol_of(&self, leaf: Leaf, part: Part) -> Option<TermId> {
        self.symbols.get(&(leaf, part)).copied()
    }

    /// The cut of a first arrival.
    pub fn begin(&mut self, ex: &mut Executor, s: &Suspended) -> Result<Cut, CutError> {
        let arrived = self.look(ex, s)?;
        let mut cut = Cut {
            stack: s.stack.clone(),
            name: s.name,
            instance: s.instance(),
            at_block: s.at_block,
            regs: Vec::new(),
            objects: BTreeMap::new(),
        };
        for context in &mut cut.stack {
            let nowhere = || Mark { guard: Guard::always(), inputs: u64::MAX };
            match &mut context.kind {
                ContextKind::Call(a) => {
                    a.entry = nowhere();
                    a.caller_regs = PVec::default();
                }
                ContextKind::Loop(it) => it.entry = nowhere(),
            }
        }
        let mut w = Widening { cuts: self, ex, arrived, changed: false };
        for j in 0..w.arrived.regs.len() {
            let mut regs = BTreeMap::new();
            for (key, value) in w.arrived.regs[j].clone() {
                let leaf = w.arrived.leaf(j, key);
                regs.insert(key, w.held(leaf, value)?);
            }
            cut.regs.push(regs);
        }
        for object in w.arrived.objects() {
            let matter = w.first_matter(object)?;
            cut.objects.insert(object, matter);
        }
        Ok(cut)
    }

    /// Makes the cut cover one more arrival. Did it have to change?
    pub fn arrive(&mut self, ex: &mut Executor, cut: &mut Cut, s: &Suspended) -> Result<bool, CutError> {
        let arrived = self.look(ex, s)?;
        let mut w = Widening { cuts: self, ex, arrived, changed: false };
        w.widen_stack(cut, s);
        for j in 0..cut.regs.len() {
            w.widen_regs(cut, j)?;
        }
        let mut objects: BTreeSet<ObjectId> = w.arrived.objects().into_iter().collect();
        objects.extend(cut.objects.keys());
        for object in objects {
            w.widen_object(cut, object)?;
        }
        Ok(w.changed)
    }

    /// Indeterminate bytes that were read in a step from the cut become variables: what they are is decided where their
    /// object begins. Did the cut change?
    pub fn promote(&mut self, ex: &mut Executor, cut: &mut Cut, carried: &[ObjectId], events: &[Event]) -> bool {
        let state = State { guard: Guard::always(), regs: PVec::default(), mem: PVec::default(), depth: 0 };
        let arrived = Arrived { regs: Vec::new(), activations: Vec::new(), state };
        let mut w = Widening { cuts: self, ex, arrived, changed: false };
        for (&object, event) in carried.iter().zip(events) {
            if let Some(Matter { shape, .. }) = cut.objects.get_mut(&object) {
                w.promote(object, shape, event);
            }
        }
        w.changed
    }

    /// The values of the cut's variables in an arriving state, in the order of [`Cut::variables`]; `None` where the value does not matter.
    pub fn values(&mut self, ex: &mut Executor, cut: &Cut, s: &Suspended) -> Result<Vec<Option<TermId>>, CutError> {
        let arrived = self.look(ex, s)?;
        let mut w = Widening { cuts: self, ex, arrived, changed: false };
        let mut values = Vec::new();
        for (j, regs) in cut.regs.iter().enumerate() {
            for (key, held) in regs {
                let value = w.reg(j, *key, held);
                w.values_of(held, Some(value), &mut values);
            }
        }
        for (&object, matter) in &cut.objects {
            if let Shape::Cells { cells, .. } = &matter.shape {
                for (&off, (len, held)) in cells {
                    let pointer = matches!(held, Held::Ptr { .. });
                    let value = match w.arrived.is_there(object) {
                        true => Some(w.cell(object, off, *len, pointer)?),
                        false => None,
                    };
                    w.values_of(held, value, &mut values);
                }
            }
        }
        for (&object, matter) in &cut.objects {
            if let Known::Var(_) = matter.alive {
                values.push(Some(w.arrived.alive(object)));
            }
            if let Known::Var(_) = matter.size {
                let there = w.arrived.is_there(object);
                values.push(there.then(|| w.ex.objects[object as usize].size));
            }
            if let Shape::Array { term: Known::Var(_), elem, pointers } = matter.shape {
                let there = w.arrived.is_there(object);
                values.push(if there { Some(w.elements(object, elem, pointers)?) } else { None });
            }
            if let Shape::Pool { count, alive, fields } = &matter.shape {
                let Some(pool) = w.ex.pool_in(&w.arrived.state, object) else { continue };
                let fields = fields.iter().map(|(off, f)| (f.term, pool.fields.get(off).map(|f| f.term)));
                let all = [(*count, Some(pool.count)), (*alive, Some(pool.alive))].into_iter().chain(fields);
                values.extend(all.filter(|(k, _)| matches!(k, Known::Var(_))).map(|(_, t)| t));
            }
        }
        Ok(values)
    }

    // ---- reading an arrival ----------------------------------------------------------------------------------------

    fn look(&mut self, ex: &mut Executor, s: &Suspended) -> Result<Arrived, CutError> {
        let calls: Vec<usize> =
            (0..s.stack.len()).filter(|i| matches!(s.stack[*i].kind, ContextKind::Call(_))).collect();
        let mut arrived = Arrived { regs: Vec::new(), activations: Vec::new(), state: s.state.clone() };
        for (j, &at) in calls.iter().enumerate() {
            let context = &s.stack[at];
            let func = context.func;
            let (regs, live) = match calls.get(j + 1) {
                Some(&next) => {
                    let ContextKind::Call(a) = &s.stack[next].kind else { continue };
                    (&a.caller_regs, ex.live_behind(func, a.back, a.dst))
                }
                None => (&s.state.regs, ex.live_at(func, s.name)),
            };
            let mut kept = BTreeMap::new();
            let mut values = Vec::new();
            regs.for_each(|key, word| values.push((key, word.value(&mut ex.terms))));
            for (key, value) in values {
                if self.is_kept(ex, &s.state, func, key, value, &live) {
                    kept.insert(key, self.settle(ex, &s.state, value, Span::NONE)?);
                }
            }
            arrived.regs.push(kept);
            arrived.activations.push((context.instance, func));
        }
        arrived.state.regs = PVec::default();
        Ok(arrived)
    }

    /// Registers that are read later, addresses of slots that live, flags of registers that are read later.
    fn is_kept(&self, ex: &Executor, state: &State, func: FuncId, key: u32, value: Value, live: &VarSet) -> bool {
        let f = &ex.program.funcs[func];
        let (vars, slots) = (f.vars.len() as u32, f.slots.len() as u32);
        if key < vars {
            let pointer = self.keep_pointers && f.vars[VarId(key)].kind != StorageKind::Temp;
            return live.contains(VarId(key)) || (pointer && matches!(value, Value::Ptr(_)));
        }
        if key < vars + slots {
            let Value::Ptr(p) = value else { return false };
            return match ex.terms.const_u64(p.obj) {
                Some(id) => state.object(id as ObjectId).is_some(),
                None => true,
            };
        }
        if is_in(key) {
            return true;
        }
        key - vars - slots < vars && live.contains(VarId(key - vars - slots))
    }

    /// A pointer to an object that is not alive points to its ghost instead.
    fn settle(&mut self, ex: &mut Executor, state: &State, value: Value, span: Span) -> Result<Value, CutError> {
        let Value::Ptr(p) = value else { return Ok(value) };
        let mut obj = p.obj;
        for id in aims(&ex.terms, p.obj, span)? {
            if id == 0 || ex.func_of_object(id).is_some() || ex.across.is_ghost(id) {
                continue;
            }
            let alive = state.object(id).map_or(TermId::FALSE, |o| o.alive);
            if alive == TermId::TRUE {
                continue;
            }
            let ghost = ex.ghost(id);
            let [number, ghost] = [id, ghost].map(|id| ex.terms.bv(OBJECT_BITS, id.into()));
            let here = ex.terms.eq(p.obj, number);
            let dead = ex.terms.not(alive);
            let cond = ex.terms.and(here, dead);
            obj = ex.terms.ite(cond, ghost, obj);
        }
        Ok(Value::Ptr(Ptr { obj, off: p.off }))
    }
}

impl Arrived {
    fn leaf(&self, j: usize, key: u32) -> Leaf {
        let (activation, func) = self.activations[j];
        Leaf::Reg { activation, func, key }
    }

    fn objects(&self) -> Vec<ObjectId> {
        let mut ids = Vec::new();
        self.state.mem.for_each(|id, o| {
            if o.0.alive != TermId::FALSE {
                ids.push(id);
            }
        });
        ids
    }

    fn alive(&self, object: ObjectId) -> TermId {
        self.state.object(object).map_or(TermId::FALSE, |o| o.alive)
    }

    fn is_there(&self, object: ObjectId) -> bool {
        self.alive(object) != TermId::FALSE
    }
}

/// One arrival meets a cut.
struct Widening<'a, 'p> {
    cuts: &'a mut Cuts,
    ex: &'a mut Executor<'p>,
    arrived: Arrived,
    changed: bool,
}

impl Widening<'_, '_> {
    // ---- values of the arrival -------------------------------------------------------------------------------------

    /// A register that is not there reads as zero, as in the executor.
    fn reg(&mut self, j: usize, key: u32, like: &Held) -> Value {
        if let Some(value) = self.arrived.regs[j].get(&key) {
            return *value;
        }
        match like {
            Held::Ptr { .. } => Value::Ptr(Ptr::null(&mut self.ex.terms)),
            Held::Term(known) => Value::Term(zero_like(&mut self.ex.terms, known.term())),
        }
    }

    fn cell(&mut self, object: ObjectId, off: u32, len: u8, pointer: bool) -> Result<Value, CutError> {
        let ty = if pointer { Ty::Ptr } else { Ty::int(len * 8, false) };
        let value = self.ex.load_at(&mut self.arrived.state, object, off.into(), ty);
        if self.ex.exposed.take_fresh() {
            self.ex.exposed.add_object(object);
        }
        let span = self.ex.objects[object as usize].span;
        self.cuts.settle(self.ex, &self.arrived.state, value, span)
    }

    fn elements(&mut self, object: ObjectId, elem: u8, pointers: bool) -> Result<TermId, CutError> {
        let mut state = self.arrived.state.clone();
        let array = |s: &State| match s.object(object).map(|o| &o.content) {
            Some(Content::Array { term, elem, pointers }) => Some((*term, *elem, *pointers)),
            Some(Content::Cells { .. } | Content::Pool(_)) | None => None,
        };
        if array(&state).is_none() {
            self.ex.make_array(&mut state, object, elem, pointers);
        }
        match array(&state) {
            Some((term, e, p)) if (e, p) == (elem, pointers) => Ok(term),
            _ => Err(self.error(object, "an object whose contents are of different kinds at a loop")),
        }
    }

    fn values_of(&mut self, held: &Held, value: Option<Value>, values: &mut Vec<Option<TermId>>) {
        match held {
            Held::Term(Known::Var(_)) => values.push(value.map(|v| self.plain(v))),
            Held::Term(Known::Const(_)) => {}
            Held::Ptr { obj, off, .. } => {
                let ptr = value.map(|v| self.pointer(v));
                if let Aim::Among(..) = obj {
                    values.push(ptr.map(|p| p.obj));
                }
                if let Known::Var(_) = off {
                    values.push(ptr.map(|p| p.off));
                }
            }
        }
    }

    fn plain(&mut self, value: Value) -> TermId {
        match value {
            Value::Term(t) => t,
            Value::Ptr(p) => self.ex.address(p),
        }
    }

    fn pointer(&mut self, value: Value) -> Ptr {
        match value {
            Value::Ptr(p) => p,
            Value::Term(t) => self.ex.int_to_ptr(t),
        }
    }

    // ---- what is known ---------------------------------------------------------------------------------------------

    fn known(&mut self, leaf: Leaf, part: Part, t: TermId) -> Known {
        if is_closed(&self.ex.terms, t) { Known::Const(t) } else { self.variable(leaf, part, t) }
    }

    /// The variable of a leaf, of the sort that `like` has.
    fn variable(&mut self, leaf: Leaf, part: Part, like: TermId) -> Known {
        let sort = self.ex.terms.sort(like);
        self.variable_of(leaf, part, sort)
    }

    fn variable_of(&mut self, leaf: Leaf, part: Part, sort: Sort) -> Known {
        let terms = &mut self.ex.terms;
        let symbol = *self.cuts.symbols.entry((leaf, part)).or_insert_with(|| terms.fresh("state", sort));
        if part == Part::Value && sort != Sort::Bool {
            self.ex.across.remembered.insert(symbol, Some(leaf));
        }
        Known::Var(symbol)
    }

    fn held(&mut self, leaf: Leaf, value: Value) -> Result<Held, CutError> {
        Ok(match value {
            Value::Term(t) => Held::Term(self.known(leaf, Part::Value, t)),
            Value::Ptr(p) => {
                let obj = self.aim(leaf, p)?;
                let low = low_bits(&mut self.ex.terms, p.off, MAX_LOW);
                Held::Ptr { obj, off: self.known(leaf, Part::Offset, p.off), low }
            }
        })
    }

    fn aim(&mut self, leaf: Leaf, p: Ptr) -> Result<Aim, CutError> {
        Ok(match self.ex.terms.const_u64(p.obj) {
            Some(id) => Aim::At(id as ObjectId),
            None => {
                let spots = self.spots(leaf, p)?;
                Aim::Among(self.variable(leaf, Part::Object, p.obj).term(), spots)
            }
        })
    }

    /// The objects that a pointer can point to, and where.
    fn spots(&mut self, leaf: Leaf, p: Ptr) -> Result<BTreeMap<ObjectId, Spot>, CutError> {
        let all = aims(&self.ex.terms, p.obj, self.span(leaf))?;
        let mut spots = BTreeMap::new();
        if all.len() > 1 && !self.ex.terms.is_const(p.off) {
            for t in self.ex.targets(&self.arrived.state, p).unwrap_or_default() {
                let spot = self.ex.spot_in(t.obj, t.off);
                spots.entry(t.obj).and_modify(|s| *s = common_spot(*s, spot)).or_insert(spot);
            }
        }
        if spots.is_empty() {
            spots = all.into_iter().map(|id| (id, self.ex.spot_in(id, p.off))).collect();
        }
        Ok(spots)
    }

    fn spot(&mut self, off: TermId) -> Spot {
        match self.ex.terms.const_u64(off) {
            Some(off) => Spot::At(off),
            None => Spot::Moving(low_bits(&mut self.ex.terms, off, MAX_LOW)),
        }
    }

    fn span(&self, leaf: Leaf) -> Span {
        match leaf {
            Leaf::Reg { func, key, .. } => {
                let f = &self.ex.program.funcs[func];
                f.vars.get(VarId(key)).map_or(f.span, |v| v.span)
            }
            Leaf::Cell { object, .. }
            | Leaf::Elements { object, .. }
            | Leaf::Alive { object }
            | Leaf::Nodes { object }
            | Leaf::Lives { object }
            | Leaf::Field { object, .. }
            | Leaf::Size { object } => self.ex.objects[object as usize].span,
        }
    }

    fn error(&self, object: ObjectId, what: &'static str) -> CutError {
        CutError { what, span: self.ex.objects[object as usize].span }
    }

    // ---- widening --------------------------------------------------------------------------------------------------

    /// Arrays of variable length that an activation must end.
    fn widen_stack(&mut self, cut: &mut Cut, s: &Suspended) {
        for (mine, theirs) in cut.stack.iter_mut().zip(&s.stack) {
            if let (ContextKind::Call(a), ContextKind::Call(b)) = (&mut mine.kind, &theirs.kind) {
                for id in &b.vla {
                    if !a.vla.contains(id) {
                        a.vla.push(*id);
                        self.changed = true;
                    }
                }
            }
        }
    }

    fn widen_regs(&mut self, cut: &mut Cut, j: usize) -> Result<(), CutError> {
        let mut keys: BTreeSet<u32> = cut.regs[j].keys().copied().collect();
        keys.extend(self.arrived.regs[j].keys());
        for key in keys {
            let leaf = self.arrived.leaf(j, key);
            let held = match cut.regs[j].get(&key) {
                Some(held) => held.clone(),
                None => {
                    self.changed = true;
                    match self.arrived.regs[j][&key] {
                        Value::Ptr(_) => {
                            let off = Known::Const(self.ex.terms.zero(OFFSET_BITS));
                            Held::Ptr { obj: Aim::At(0), off, low: Low { count: MAX_LOW, bits: 0 } }
                        }
                        Value::Term(t) => Held::Term(Known::Const(zero_like(&mut self.ex.terms, t))),
                    }
                }
            };
            let value = self.reg(j, key, &held);
            let wider = self.widen_held(leaf, held, value)?;
            cut.regs[j].insert(key, wider);
        }
        Ok(())
    }

    fn widen_known(&mut self, leaf: Leaf, part: Part, known: Known, t: TermId) -> Known {
        match known {
            Known::Const(c) if c != t => {
                self.changed = true;
                self.variable(leaf, part, t)
            }
            Known::Const(_) | Known::Var(_) => known,
        }
    }

    fn widen_held(&mut self, leaf: Leaf, held: Held, value: Value) -> Result<Held, CutError> {
        match (held, value) {
            (Held::Term(known), Value::Term(t)) => Ok(Held::Term(self.widen_known(leaf, Part::Value, known, t))),
            (Held::Term(known), Value::Ptr(p)) => {
                self.changed = true;
                let ptr = match known {
                    Known::Const(t) => {
                        let old = self.ex.int_to_ptr(t);
                        self.held(leaf, Value::Ptr(old))?
                    }
                    Known::Var(_) => {
                        let off = self.variable_of(leaf, Part::Offset, Sort::Bv(OFFSET_BITS));
                        Held::Ptr { obj: Aim::At(0), off, low: Low::default() }
                    }
                };
                self.widen_held(leaf, ptr, Value::Ptr(p))
            }
            (held @ Held::Ptr { .. }, Value::Term(t)) => {
                let p = self.ex.int_to_ptr(t);
                self.widen_held(leaf, held, Value::Ptr(p))
            }
            (Held::Ptr { obj, off, low }, Value::Ptr(p)) => {
                let obj = self.widen_aim(leaf, obj, (off, low), p)?;
                let common = common_low(low, low_bits(&mut self.ex.terms, p.off, low.count));
                self.changed |= common != low;
                Ok(Held::Ptr { obj, off: self.widen_known(leaf, Part::Offset, off, p.off), low: common })
            }
        }
    }

    fn widen_aim(&mut self, leaf: Leaf, aim: Aim, (off, low): (Known, Low), p: Ptr) -> Result<Aim, CutError> {
        let found = self.spots(leaf, p)?;
        let (symbol, mut all) = match aim {
            Aim::At(id) if found.keys().all(|f| *f == id) => return Ok(Aim::At(id)),
            Aim::At(id) => {
                self.changed = true;
                let spot = match off {
                    Known::Const(t) => self.spot(t),
                    Known::Var(_) => Spot::Moving(low),
                };
                (self.variable(leaf, Part::Object, p.obj).term(), BTreeMap::from([(id, spot)]))
            }
            Aim::Among(symbol, all) => (symbol, all),
        };
        for (id, spot) in found {
            let wider = all.get(&id).map_or(spot, |old| common_spot(*old, spot));
            self.changed |= all.insert(id, wider) != Some(wider);
        }
        Ok(Aim::Among(symbol, all))
    }

    // ---- objects ---------------------------------------------------------------------------------------------------

    fn first_matter(&mut self, object: ObjectId) -> Result<Matter, CutError> {
        let alive = self.arrived.alive(object);
        let alive = self.known(Leaf::Alive { object }, Part::Value, alive);
        let size = self.first_size(object);
        Ok(Matter { alive, size, shape: self.first_shape(object)? })
    }

    fn first_size(&mut self, object: ObjectId) -> Known {
        let size = self.ex.objects[object as usize].size;
        self.known(Leaf::Size { object }, Part::Value, size)
    }

    fn first_shape(&mut self, object: ObjectId) -> Result<Shape, CutError> {
        let Some(o) = self.arrived.state.object(object) else {
            return Err(self.error(object, "an object that is not there"));
        };
        match &o.content {
            Content::Pool(pool) => {
                let pool = pool.clone();
                self.first_pool(object, &pool)
            }
            &Content::Array { term, elem, pointers } => {
                let term = self.known(Leaf::Elements { object, elem }, Part::Value, term);
                self.array(object, term, elem, pointers)
            }
            Content::Cells { cells, fill } => {
                let rest = self.rest(object, *fill);
                let mut all = Vec::new();
                cells.for_each(|off, cell| all.push((off, *cell)));
                let mut kept = BTreeMap::new();
                for (off, cell) in all {
                    let leaf = Leaf::Cell { object, off, len: cell.len };
                    let value = self.cell(object, off, cell.len, cell.word.is_pointer())?;
                    kept.insert(off, (cell.len, self.held(leaf, value)?));
                }
                Ok(Shape::Cells { cells: kept, rest })
            }
        }
    }

    fn promote(&mut self, object: ObjectId, shape: &mut Shape, event: &Event) {
        let Shape::Cells { cells, .. } = shape else { return };
        let parts = event.contents.keys().map(|(off, width)| (*off as u32, (width / 8) as u8, false)).collect();
        for (off, (len, _)) in pieces(parts, None).unwrap_or_default() {
            if !overlaps(cells, off, len) {
                let leaf = Leaf::Cell { object, off, len };
                let held = Held::Term(self.variable_of(leaf, Part::Value, Sort::Bv(u32::from(len) * 8)));
                cells.insert(off, (len, held));
                self.changed = true;
            }
        }
        let Some(&(symbol, elem)) = event.arrays.first() else { return };
        let elem = elem as u8;
        let fits = |(off, (len, held)): (&u32, &(u8, Held))| {
            *len == elem && off % u32::from(elem) == 0 && matches!(held, Held::Term(_))
        };
        if cells.iter().all(fits) {
            let term = self.variable(Leaf::Elements { object, elem }, Part::Value, symbol);
            *shape = Shape::Array { term, elem, pointers: false };
            self.changed = true;
        }
    }

    /// Which objects a pointer in an array can point to is not known across a cut.
    fn array(&self, object: ObjectId, term: Known, elem: u8, pointers: bool) -> Result<Shape, CutError> {
        match term {
            Known::Var(_) if pointers => Err(self.error(object, "a large array of pointers that changes in a loop")),
            Known::Const(t) if pointers && !self.all_alive(t) => {
                Err(self.error(object, "a large array with pointers to objects that are gone"))
            }
            _ => Ok(Shape::Array { term, elem, pointers }),
        }
    }

    /// Do all pointers of a constant array point to what is there?
    fn all_alive(&self, array: TermId) -> bool {
        let there = |id: &ObjectId| {
            let known = *id == 0 || self.ex.func_of_object(*id).is_some() || self.ex.across.is_ghost(*id);
            known || self.arrived.alive(*id) == TermId::TRUE
        };
        crate::across::packed_aims(&self.ex.terms, array).is_some_and(|aims| aims.iter().all(there))
    }

    fn first_pool(&mut self, object: ObjectId, pool: &Pool) -> Result<Shape, CutError> {
        let count = self.known(Leaf::Nodes { object }, Part::Value, pool.count);
        let alive = self.known(Leaf::Lives { object }, Part::Value, pool.alive);
        let mut fields = BTreeMap::new();
        for (&off, f) in &pool.fields {
            self.lasting(object, f.aims.as_ref())?;
            let term = self.known(Leaf::Field { object, off, len: f.len }, Part::Value, f.term);
            fields.insert(off, HeldField { len: f.len, term, aims: f.aims.clone() });
        }
        Ok(Shape::Pool { count, alive, fields })
    }

    /// Fields are the same in all pools of one object.
    fn widen_pool(
        &mut self,
        object: ObjectId,
        count: Known,
        alive: Known,
        mut fields: BTreeMap<u32, HeldField>,
        pool: &Pool,
    ) -> Result<Shape, CutError> {
        let count = self.widen_known(Leaf::Nodes { object }, Part::Value, count, pool.count);
        let alive = self.widen_known(Leaf::Lives { object }, Part::Value, alive, pool.alive);
        for (off, mine) in &mut fields {
            let Some(f) = pool.fields.get(off) else { continue };
            self.lasting(object, f.aims.as_ref())?;
            mine.term = self.widen_known(Leaf::Field { object, off: *off, len: f.len }, Part::Value, mine.term, f.term);
            if let (Some(all), Some(more)) = (&mut mine.aims, &f.aims) {
                self.changed |= add_spots(all, more);
            }
        }
        Ok(Shape::Pool { count, alive, fields })
    }

    /// Pointers in nodes are not redirected when what they point to is gone: that must not be.
    fn lasting(&mut self, object: ObjectId, aims: Option<&BTreeMap<ObjectId, Spot>>) -> Result<(), CutError> {
        for &id in aims.into_iter().flat_map(|a| a.keys()) {
            let known = id == 0 || self.ex.func_of_object(id).is_some() || self.ex.across.is_ghost(id);
            if !known && self.arrived.alive(id) != TermId::TRUE && !self.ex.want_pool(id) {
                return Err(self.error(object, "a heap object that points to one that is gone"));
            }
        }
        Ok(())
    }

    fn rest(&self, object: ObjectId, fill: Fill) -> Rest {
        match fill {
            Fill::Event(_) => Rest::Open(self.ex.objects[object as usize].span),
            Fill::Zero | Fill::Ones | Fill::Image(_) => Rest::Fixed(fill),
        }
    }

    fn widen_object(&mut self, cut: &mut Cut, object: ObjectId) -> Result<(), CutError> {
        let leaf = Leaf::Alive { object };
        let alive = self.arrived.alive(object);
        let Some(matter) = cut.objects.get(&object) else {
            self.changed = true;
            let shape = self.first_shape(object)?;
            let alive = self.widen_known(leaf, Part::Value, Known::Const(TermId::FALSE), alive);
            let size = self.first_size(object);
            cut.objects.insert(object, Matter { alive, size, shape });
            return Ok(());
        };
        let mut matter = matter.clone();
        matter.alive = self.widen_known(leaf, Part::Value, matter.alive, alive);
        if self.arrived.is_there(object) {
            let size = self.ex.objects[object as usize].size;
            matter.size = self.widen_known(Leaf::Size { object }, Part::Value, matter.size, size);
            matter.shape = self.widen_shape(object, matter.shape)?;
        }
        cut.objects.insert(object, matter);
        Ok(())
    }

    fn widen_shape(&mut self, object: ObjectId, shape: Shape) -> Result<Shape, CutError> {
        let content = self.arrived.state.object(object).map(|o| o.content.clone());
        match (shape, content) {
            (shape, None) => Ok(shape),
            (Shape::Pool { count, alive, fields }, Some(Content::Pool(pool))) => {
                self.widen_pool(object, count, alive, fields, &pool)
            }
            (Shape::Pool { .. }, Some(_)) | (_, Some(Content::Pool(_))) => {
                Err(self.error(object, "an object whose contents are of different kinds at a loop"))
            }
            (Shape::Array { term, elem, pointers }, Some(_)) => {
                let arriving = self.elements(object, elem, pointers)?;
                let term = self.widen_known(Leaf::Elements { object, elem }, Part::Value, term, arriving);
                self.array(object, term, elem, pointers)
            }
            (shape @ Shape::Cells { .. }, Some(Content::Array { term, elem, pointers })) => {
                self.changed = true;
                let leaf = Leaf::Elements { object, elem };
                let term = match self.as_array(object, &shape, elem, pointers) {
                    Some(mine) if mine == term => self.known(leaf, Part::Value, term),
                    Some(_) => self.variable(leaf, Part::Value, term),
                    None => return Err(self.error(object, "an object whose contents are of different kinds at a loop")),
                };
                self.array(object, term, elem, pointers)
            }
            (Shape::Cells { cells, rest }, Some(Content::Cells { cells: theirs, fill })) => {
                self.widen_cells(object, cells, rest, &theirs, fill)
            }
        }
    }

    /// The cut's own contents as an array.
    fn as_array(&mut self, object: ObjectId, shape: &Shape, elem: u8, pointers: bool) -> Option<TermId> {
        let mut state = State { guard: Guard::always(), regs: PVec::default(), mem: PVec::default(), depth: 0 };
        let shape = match shape {
            // An array of any contents will do where the contents are indeterminate.
            Shape::Cells { cells, rest: Rest::Open(_) } => {
                Shape::Cells { cells: cells.clone(), rest: Rest::Fixed(Fill::Zero) }
            }
            other => other.clone(),
        };
        let content = self.ex.content(object, Instance::ROOT, &shape);
        state.set_object(object, Object { content, alive: TermId::TRUE, unit: 0 });
        self.ex.make_array(&mut state, object, elem, pointers)?;
        match state.object(object)?.content {
            Content::Array { term, .. } => Some(term),
            Content::Cells { .. } | Content::Pool(_) => None,
        }
    }

    fn widen_cells(
        &mut self,
        object: ObjectId,
        mine: BTreeMap<u32, (u8, Held)>,
        rest: Rest,
        theirs: &PVec<Cell>,
        fill: Fill,
    ) -> Result<Shape, CutError> {
        let mut parts: Vec<(u32, u8, bool)> =
            mine.iter().map(|(at, (len, held))| (*at, *len, matches!(held, Held::Ptr { .. }))).collect();
        theirs.for_each(|at, c| parts.push((at, c.len, c.word.is_pointer())));
        let same = match (rest, self.rest(object, fill)) {
            (Rest::Open(_), Rest::Open(_)) => true,
            (a, b) => a == b,
        };
        let covered = |mine: &BTreeMap<u32, (u8, Held)>, size: u64| {
            mine.values().map(|(len, _)| u64::from(*len)).sum::<u64>() == size
        };
        let size = self.ex.objects[object as usize].const_size;
        let whole = if same || size.is_some_and(|s| covered(&mine, s)) { None } else { size };
        if !same && size.is_none() {
            return Err(self.error(object, "an object of symbolic size whose contents differ in kind at a loop"));
        }
        let Some(shape) = pieces(parts, whole) else {
            return Err(self.error(object, "a large object whose contents differ in kind at a loop"));
        };
        let mut cells = BTreeMap::new();
        for (off, (len, pointer)) in shape {
            let leaf = Leaf::Cell { object, off, len };
            let value = self.cell(object, off, len, pointer)?;
            let held = match mine.get(&off) {
                Some((l, held)) if *l == len => held.clone(),
                old => {
                    self.changed = true;
                    let touched = old.is_some() || overlaps(&mine, off, len);
                    match rest {
                        Rest::Fixed(fill) if !touched => {
                            let bits = self.ex.default_bits(fill, off, len);
                            self.held(leaf, Value::Term(bits))?
                        }
                        Rest::Fixed(_) | Rest::Open(_) => {
                            Held::Term(self.variable_of(leaf, Part::Value, Sort::Bv(u32::from(len) * 8)))
                        }
                    }
                }
            };
            let wider = self.widen_held(leaf, held, value)?;
            cells.insert(off, (len, wider));
        }
        Ok(Shape::Cells { cells, rest })
    }
}

/// Does a cell lie in this range?
fn overlaps(cells: &BTreeMap<u32, (u8, Held)>, off: u32, len: u8) -> bool {
    let end = off + u32::from(len);
    cells.range(off.saturating_sub(16)..end).any(|(at, (l, _))| at + u32::from(*l) > off)
}

fn zero_like(terms: &mut Terms, t: TermId) -> TermId {
    match terms.sort(t) {
        Sort::Bool => TermId::FALSE,
        Sort::Bv(width) => terms.zero(width),
        Sort::Array { index, elem } => {
            let zero = terms.zero(elem);
            terms.const_array(index, zero)
        }
    }
}

/// No symbol occurs in it.
fn is_closed(terms: &Terms, t: TermId) -> bool {
    if terms.is_const(t) || !matches!(terms.sort(t), Sort::Array { .. }) {
        return terms.is_const(t);
    }
    let mut seen = FxHashSet::default();
    let mut work = vec![t.regular()];
    while let Some(t) = work.pop() {
        if !seen.insert(t) {
            continue;
        }
        if terms.op(t) == Op::Symbol {
            return false;
        }
        work.extend(terms.args(t).iter().map(|a| a.regular()));
    }
    true
}

/// The objects that a pointer's object part can be.
fn aims(terms: &Terms, obj: TermId, span: Span) -> Result<BTreeSet<ObjectId>, CutError> {
    crate::across::aims(terms, obj).ok_or(CutError { what: "a pointer at a loop whose object is not known", span })
}

/// The low bits that are constant in an offset, at most so many.
pub(crate) fn low_bits(terms: &mut Terms, off: TermId, at_most: u8) -> Low {
    for count in (1..=at_most).rev() {
        let low = terms.extract(off, u32::from(count) - 1, 0);
        if let Some(bits) = terms.const_u64(low) {
            return Low { count, bits: bits as u32 };
        }
    }
    Low::default()
}

/// What covers both.
pub(crate) fn common_spot(a: Spot, b: Spot) -> Spot {
    let low = |spot| match spot {
        Spot::At(off) => Low { count: MAX_LOW, bits: off as u32 & ((1 << MAX_LOW) - 1) },
        Spot::Moving(low) => low,
    };
    if a == b { a } else { Spot::Moving(common_low(low(a), low(b))) }
}

/// What two offsets share.
fn common_low(a: Low, b: Low) -> Low {
    let count = (0..=a.count.min(b.count)).rev().find(|n| (a.bits ^ b.bits) & ((1 << n) - 1) == 0).unwrap_or(0);
    Low { count, bits: a.bits & ((1 << count) - 1) }
}

impl Executor<'_> {
    /// Executes from a cut to the next ones. The first events stand for indeterminate contents of these objects, which were
    /// there before.
    pub fn run_cut(&mut self, cut: &Cut, policy: &mut dyn Policy) -> (Execution, Vec<ObjectId>) {
        self.out = Execution::default();
        self.event_site.clear();
        self.settled = 0;
        self.index_ranges.clear();
        let mut regs: Vec<PVec<Word>> = Vec::new();
        for held in &cut.regs {
            let mut values = PVec::default();
            for (key, held) in held {
                values.set(*key, self.word_of(held));
            }
            regs.push(values);
        }
        let mut state = State { guard: Guard::always(), regs: PVec::default(), mem: PVec::default(), depth: 0 };
        let mut carried = Vec::new();
        self.across.began_with = cut.objects.keys().copied().collect();
        for (&id, matter) in &cut.objects {
            self.set_size(id, matter.size.term());
            let content = self.content(id, cut.instance, &matter.shape);
            if let Shape::Cells { rest: Rest::Open(_), .. } = matter.shape {
                carried.push(id);
            }
            state.set_object(id, Object { content, alive: matter.alive.term(), unit: unit(&matter.shape) });
        }
        let mut stack = cut.stack.clone();
        let mut callers = regs.into_iter();
        let mut last = PVec::default();
        for context in &mut stack {
            if let ContextKind::Call(a) = &mut context.kind {
                a.caller_regs = std::mem::replace(&mut last, callers.next().unwrap_or_default());
            }
        }
        state.regs = last;
        self.install(stack);
        self.written = self.root().and_then(|func| policy.contract(func));
        if cut.name.head.is_none()
            && let Some(written) = self.written.clone()
        {
            self.keep_ins(&mut state, cut.name.func, &written);
            self.wait_at_head(BlockId(0), state);
        } else if let Some(head) = cut.name.head {
            if !cut.at_block {
                self.begin_loop(0, &state);
            }
            self.resumes = cut.at_block;
            self.wait_at_head(head, state);
        }
        (self.work(policy), carried)
    }

    /// Puts the events of the last run back in place, so that what it left can be read.
    pub fn reopen(&mut self, execution: &mut Execution) {
        self.out.events = std::mem::take(&mut execution.events);
    }

    /// The end of what [`Executor::reopen`] began.
    pub fn close(&mut self, execution: &mut Execution) {
        execution.events = std::mem::take(&mut self.out.events);
        let claims = execution.claims.len();
        execution.gaps.extend(self.out.gaps.drain(..).map(|g| Gap { claims, ..g }));
    }

    fn word_of(&mut self, held: &Held) -> Word {
        let value = match held {
            Held::Term(known) => Value::Term(known.term()),
            Held::Ptr { obj, off, low } => Value::Ptr(match obj {
                Aim::At(id) => {
                    let off = self.spot_offset(*off, Spot::Moving(*low));
                    Ptr { obj: self.terms.bv(OBJECT_BITS, (*id).into()), off }
                }
                Aim::Among(symbol, all) => self.choice(*symbol, *off, all),
            }),
        };
        Word::new(&self.terms, value)
    }

    /// The offset of a pointer, with what is known of it.
    pub(crate) fn spot_offset(&mut self, off: Known, spot: Spot) -> TermId {
        match (off, spot) {
            (Known::Const(off), _) => off,
            (Known::Var(_), Spot::At(off)) => self.terms.bv(OFFSET_BITS, off.into()),
            (Known::Var(symbol), Spot::Moving(low)) if low.count > 0 => {
                let high = self.terms.extract(symbol, OFFSET_BITS - 1, low.count.into());
                let bits = self.terms.bv(low.count.into(), low.bits.into());
                self.terms.concat(high, bits)
            }
            (Known::Var(symbol), Spot::Moving(_)) => symbol,
        }
    }

    /// The pointer whose object is the symbol's value, told as a choice among constants.
    pub(crate) fn choice(&mut self, symbol: TermId, off: Known, all: &BTreeMap<ObjectId, Spot>) -> Ptr {
        let mut result: Option<Ptr> = None;
        for (id, spot) in all {
            let number = self.terms.bv(OBJECT_BITS, (*id).into());
            let here = Ptr { obj: number, off: self.spot_offset(off, *spot) };
            result = Some(match result {
                None => here,
                Some(rest) => {
                    let is = self.terms.eq(symbol, number);
                    Ptr::ite(&mut self.terms, is, here, rest)
                }
            });
        }
        result.unwrap_or(Ptr { obj: symbol, off: off.term() })
    }

    /// Contents as the executor has them; what is indeterminate becomes an event of the step.
    fn content(&mut self, object: ObjectId, instance: Instance, shape: &Shape) -> Content {
        match shape {
            Shape::Array { term, elem, pointers } => {
                Content::Array { term: term.term(), elem: *elem, pointers: *pointers }
            }
            Shape::Pool { count, alive, fields } => {
                let field = |f: &HeldField| Field { len: f.len, term: f.term.term(), aims: f.aims.clone() };
                let fields = fields.iter().map(|(off, f)| (*off, field(f))).collect();
                Content::Pool(Rc::new(Pool { count: count.term(), alive: alive.term(), fields }))
            }
            Shape::Cells { cells, rest } => {
                let fill = match rest {
                    Rest::Fixed(fill) => *fill,
                    Rest::Open(span) => {
                        self.stand_at_cut(instance, object);
                        Fill::Event(self.event(EventKind::Contents, TermId::TRUE, *span))
                    }
                };
                let mut all = PVec::default();
                for (off, (len, held)) in cells {
                    all.set(*off, Cell { len: *len, word: self.word_of(held) });
                }
                Content::Cells { cells: all, fill }
            }
        }
    }
}

/// All cells have this length and lie at multiples of it; 0: not so.
fn unit(shape: &Shape) -> u8 {
    let Shape::Cells { cells, .. } = shape else { return 0 };
    let Some((len, _)) = cells.values().next() else { return 0 };
    let fits = |(off, (l, _)): (&u32, &(u8, Held))| l == len && off % u32::from(*len) == 0;
    if cells.iter().all(fits) { *len } else { 0 }
}
