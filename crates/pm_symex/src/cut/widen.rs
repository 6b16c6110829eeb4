//! One arrival meets a cut: what it says of each leaf, and how a leaf becomes a variable where arrivals differ.
//!
//! Widening goes one way: from a constant to a variable, from one object that is pointed to to more of them, from many known low
//! bits to fewer. So a fixpoint over the arrivals ends.

use super::arrived::{Arrived, aims};
use super::low::{MAX_LOW, common_low, common_spot, low_bits};
use super::{Cut, CutError, Cuts};
use crate::control::context::ContextKind;
use crate::control::suspend::Suspended;
use crate::cut::leaves::{Aim, Held, Known, Leaf, Low, Part, Spot};
use crate::exec::Executor;
use crate::state::State;
use crate::state::object::{Content, Elements, ObjectId};
use crate::state::value::{OFFSET_BITS, Ptr, Value};
use pm_base::Span;
use pm_ir::{Ty, VarId};
use pm_term::{Op, Sort, TermId, Terms};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};

/// One arrival meets a cut.
pub(super) struct Widening<'a, 'p> {
    pub(super) cuts: &'a mut Cuts,
    pub(super) ex: &'a mut Executor<'p>,
    pub(super) arrived: Arrived,
    pub(super) changed: bool,
}

impl Widening<'_, '_> {
    // ---- values of the arrival -------------------------------------------------------------------------------------

    /// A register that is not there reads as zero, as in the executor.
    pub(super) fn reg(&mut self, j: usize, key: u32, like: &Held) -> Value {
        if let Some(value) = self.arrived.regs[j].get(&key) {
            return *value;
        }
        match like {
            Held::Ptr { .. } => Value::Ptr(Ptr::null(&mut self.ex.terms)),
            Held::Term(known) => Value::Term(zero_like(&mut self.ex.terms, known.term())),
        }
    }

    pub(super) fn cell(&mut self, object: ObjectId, off: u32, len: u8, pointer: bool) -> Result<Value, CutError> {
        let ty = if pointer { Ty::Ptr } else { Ty::int(len * 8, false) };
        let value = self.ex.load_at(&mut self.arrived.state, object, off.into(), ty);
        if self.ex.exposed.take_fresh() {
            self.ex.exposed.add_object(object);
        }
        let span = self.ex.objects[object as usize].span;
        self.cuts.settle(self.ex, &self.arrived.state, value, span)
    }

    pub(super) fn elements(&mut self, object: ObjectId, elem: u8, pointers: bool) -> Result<TermId, CutError> {
        let mut state = self.arrived.state.clone();
        let array = |s: &State| match s.object(object).map(|o| &o.content) {
            Some(Content::Array(Elements { term, elem, pointers })) => Some((*term, *elem, *pointers)),
            Some(Content::Cells { .. } | Content::Pool(_)) | None => None,
        };
        if array(&state).is_none() {
            self.make_elements(&mut state, object, elem, pointers);
        }
        match array(&state) {
            Some((term, e, p)) if (e, p) == (elem, pointers) => Ok(term),
            _ => Err(self.error(object, "an object whose contents are of different kinds at a loop")),
        }
    }

    pub(super) fn values_of(&mut self, held: &Held, value: Option<Value>, values: &mut Vec<Option<TermId>>) {
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

    pub(super) fn pointer(&mut self, value: Value) -> Ptr {
        match value {
            Value::Ptr(p) => p,
            Value::Term(t) => self.ex.int_to_ptr(t),
        }
    }

    // ---- what is known ---------------------------------------------------------------------------------------------

    pub(super) fn known(&mut self, leaf: Leaf, part: Part, t: TermId) -> Known {
        if is_closed(&self.ex.terms, t) || self.ex.is_made_of_addresses(t) {
            Known::Const(t)
        } else {
            self.variable(leaf, part, t)
        }
    }

    /// The variable of a leaf, of the sort that `like` has.
    pub(super) fn variable(&mut self, leaf: Leaf, part: Part, like: TermId) -> Known {
        let sort = self.ex.terms.sort(like);
        self.variable_of(leaf, part, sort)
    }

    pub(super) fn variable_of(&mut self, leaf: Leaf, part: Part, sort: Sort) -> Known {
        let terms = &mut self.ex.terms;
        let symbol = *self.cuts.symbols.entry((leaf, part)).or_insert_with(|| terms.fresh("state", sort));
        if part == Part::Value && sort != Sort::Bool {
            self.ex.across.remember(symbol, Some(leaf));
        }
        Known::Var(symbol)
    }

    pub(super) fn held(&mut self, leaf: Leaf, value: Value) -> Result<Held, CutError> {
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

    pub(super) fn spot(&mut self, off: TermId) -> Spot {
        match self.ex.terms.const_u64(off) {
            Some(off) => Spot::At(off),
            None => Spot::Moving(low_bits(&mut self.ex.terms, off, MAX_LOW)),
        }
    }

    pub(super) fn span(&self, leaf: Leaf) -> Span {
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

    pub(super) fn error(&self, object: ObjectId, what: &'static str) -> CutError {
        CutError { what, span: self.ex.objects[object as usize].span }
    }

    // ---- widening --------------------------------------------------------------------------------------------------

    /// Arrays of variable length that an activation must end.
    pub(super) fn widen_stack(&mut self, cut: &mut Cut, s: &Suspended) {
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

    pub(super) fn widen_regs(&mut self, cut: &mut Cut, j: usize) -> Result<(), CutError> {
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

    pub(super) fn widen_known(&mut self, leaf: Leaf, part: Part, known: Known, t: TermId) -> Known {
        match known {
            Known::Const(c) if c != t => {
                self.changed = true;
                self.variable(leaf, part, t)
            }
            Known::Const(_) | Known::Var(_) => known,
        }
    }

    pub(super) fn widen_held(&mut self, leaf: Leaf, held: Held, value: Value) -> Result<Held, CutError> {
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
