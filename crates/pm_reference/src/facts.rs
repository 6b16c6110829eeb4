//! The facts of an invariant, read from their text, as terms over a state of this executor.
//!
//! A fact speaks of variables by name. What a name is in the program (a register of a call, bytes of an object) comes with the claim and is not believed: a name that
//! means something else than its author thought makes another fact, which is shown or not like any other.

use crate::contract::{Contract, Formal};
use crate::exec::{Executor, ObjectKind};
use crate::state::{ObjectId, State};
use crate::value::{OBJECT_BITS, Register, Value};
use pm_base::{Idx, Span};
use pm_ir::{BlockId, FuncId, GlobalId, SlotId, Ty, VarId};
use pm_term::{Op, Sort, Substitution, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// What a proof says of the heads of loops.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Claim {
    pub points: Vec<CutPoint>,
    pub names: FxHashMap<String, Name>,
    /// The numbers that facts give to objects.
    pub objects: FxHashMap<ObjectName, u64>,
    pub contracts: Vec<Contract>,
    /// Objects that facts speak of as arrays, and bytes of their elements.
    pub arrays: FxHashMap<ObjectName, u32>,
    /// Names that stand for terms over other names, in SMT-LIB.
    pub defined: Vec<(String, String)>,
}

/// The head of a loop, with what is around it, and what holds there; or the beginning of a function with a contract.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CutPoint {
    /// The active calls, the outermost first.
    pub calls: Vec<CallName>,
    /// Passes that are done of the loops around it that are followed pass by pass.
    pub passes: Vec<u32>,
    pub head: Option<BlockId>,
    /// SMT-LIB.
    pub facts: Vec<String>,
    /// Names of what the loop is thought to change. Only a guess.
    pub changed: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CallName {
    /// Registers name it by this.
    pub activation: u128,
    pub func: FuncId,
    /// Block and instruction behind the call, in the caller.
    pub back: Option<(BlockId, u32)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Name {
    pub sort: Sort,
    pub place: Place,
    pub part: Part,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    Register {
        activation: u128,
        var: VarId,
    },
    /// An argument when the innermost function with a contract began, or a global then.
    Argument(u32),
    Before(GlobalId),
    /// Whether a register was given a value.
    HasValue {
        activation: u128,
        var: VarId,
    },
    Bytes {
        object: ObjectName,
        off: u64,
        len: u64,
    },
    Alive(ObjectName),
    /// All elements of an object.
    Elements(ObjectName),
    /// Any number up to this one: facts hold for all of them.
    Any {
        last: u64,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    Value,
    /// The object of a pointer.
    Object,
    Offset,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ObjectName {
    Nothing,
    Global(GlobalId),
    Func(FuncId),
    /// Of the innermost call of the function.
    Slot(FuncId, SlotId),
}

/// A claim whose facts were read.
pub struct Facts {
    pub claim: Claim,
    /// By name: a symbol that stands for it.
    symbols: FxHashMap<String, TermId>,
    names: FxHashMap<TermId, Name>,
    /// By point.
    pub facts: Vec<Vec<TermId>>,
    /// By contract.
    pub posts: Vec<Vec<TermId>>,
    pub formals: FxHashMap<TermId, (Sort, Formal)>,
    /// Facts that this semantics cannot read.
    pub unread: usize,
}

impl Facts {
    pub fn read(terms: &mut Terms, claim: Claim) -> Facts {
        let mut facts = Facts {
            symbols: FxHashMap::default(),
            names: FxHashMap::default(),
            facts: Vec::new(),
            posts: Vec::new(),
            formals: FxHashMap::default(),
            unread: 0,
            claim: Claim::default(),
        };
        let mut names: Vec<(&String, &Name)> = claim.names.iter().collect();
        names.sort_unstable_by_key(|n| n.0);
        for (name, what) in names {
            let symbol = terms.fresh("name", what.sort);
            facts.symbols.insert(name.clone(), symbol);
            facts.names.insert(symbol, *what);
        }
        for (name, text) in &claim.defined {
            if let Ok(term) = terms.parse(text, &|name| facts.symbols.get(name).copied()) {
                facts.symbols.insert(name.clone(), term);
            }
        }
        for point in &claim.points {
            let mut read = Vec::new();
            for text in &point.facts {
                match terms.parse(text, &|name| facts.symbols.get(name).copied()) {
                    Ok(fact) if terms.is_bool(fact) => read.push(fact),
                    _ => facts.unread += 1,
                }
            }
            facts.facts.push(read);
        }
        for contract in &claim.contracts {
            let mut symbols = FxHashMap::default();
            let mut names: Vec<_> = contract.names.iter().collect();
            names.sort_unstable_by_key(|n| n.0);
            for (name, (sort, formal)) in names {
                let symbol = terms.fresh("formal", *sort);
                symbols.insert(name.clone(), symbol);
                facts.formals.insert(symbol, (*sort, *formal));
            }
            let mut read = Vec::new();
            for text in &contract.posts {
                match terms.parse(text, &|name| symbols.get(name).copied()) {
                    Ok(post) if terms.is_bool(post) => read.push(post),
                    _ => facts.unread += 1,
                }
            }
            facts.posts.push(read);
        }
        facts.claim = claim;
        facts
    }

    /// The symbols that stand for any number up to one, and these.
    pub fn bound(&self) -> Vec<(TermId, u64)> {
        let last = |(symbol, name): (&TermId, &Name)| match name.place {
            Place::Any { last } if matches!(name.sort, Sort::Bv(_)) => Some((*symbol, last)),
            _ => None,
        };
        let mut bound: Vec<(TermId, u64)> = self.names.iter().filter_map(last).collect();
        bound.sort_unstable();
        bound
    }
}

impl Executor<'_> {
    /// The heads of a function's loops that the claim is about.
    pub fn heads(&self, func: FuncId) -> FxHashSet<BlockId> {
        let points = self.facts.iter().flat_map(|f| &f.claim.points);
        points.filter(|p| p.calls.last().is_some_and(|c| c.func == func)).filter_map(|p| p.head).collect()
    }

    /// Is the loop with this head one that the claim is about? Then its point, where there is one for just these calls and passes.
    pub fn cut_point(&self, head: BlockId) -> Option<Option<usize>> {
        let facts = self.facts.as_ref()?;
        let func = *self.calls.last()?;
        let mut here = facts.claim.points.iter().enumerate().filter(|(_, p)| {
            let last = p.calls.last().map(|c| c.func);
            p.head == Some(head) && last == Some(func)
        });
        here.clone().next()?;
        let is_here = |p: &CutPoint| {
            let active = self.calls.iter().zip(&self.sites).skip(self.base);
            let mut calls = p.calls.iter().zip(active).enumerate();
            p.calls.len() + self.base == self.calls.len()
                && p.passes == self.passes
                && calls.all(|(i, (c, (f, at)))| c.func == *f && (i == 0 || c.back == Some(*at)))
        };
        Some(here.find(|(_, p)| is_here(p)).map(|(i, _)| i))
    }

    /// The facts of a point that speak of what there is in this state.
    pub fn facts_of(&mut self, point: Option<usize>, state: &State) -> Vec<TermId> {
        let facts = point.and_then(|p| self.facts.as_ref().map(|f| f.facts[p].clone())).unwrap_or_default();
        let of = self.facts_in(point, state, &facts);
        facts.into_iter().zip(of).filter(|(_, of)| of.is_some()).map(|(fact, _)| fact).collect()
    }

    /// Facts, of this state; `None` where one speaks of what is not there.
    pub fn facts_in(&mut self, point: Option<usize>, state: &State, facts: &[TermId]) -> Vec<Option<TermId>> {
        let (mut values, mut missing) = (Substitution::new(), FxHashSet::default());
        for id in self.terms.symbols_of(facts) {
            let symbol = self.terms.symbol_term(id);
            let name = self.facts.as_ref().and_then(|f| f.names.get(&symbol).copied());
            match point.zip(name).and_then(|(p, n)| self.named(p, state, n)) {
                // One number stands for all, and is the same in all states.
                _ if matches!(name, Some(Name { place: Place::Any { .. }, sort: Sort::Bv(_), .. })) => {}
                Some(value) => values.replace(symbol, value),
                None => _ = missing.insert(id),
            }
        }
        let mut out = Vec::new();
        for &fact in facts {
            let is_whole = missing.is_empty() || self.terms.symbols_of(&[fact]).iter().all(|s| !missing.contains(s));
            out.push(is_whole.then(|| self.terms.substitute(fact, &mut values)));
        }
        out
    }

    /// What a name means in a state.
    fn named(&mut self, point: usize, state: &State, name: Name) -> Option<TermId> {
        let term = match name.place {
            Place::Register { activation, var } => {
                let register = self.register(point, state, activation, var);
                match (register.value, name.part) {
                    (Value::Bits(t), Part::Value) => t,
                    (Value::Ptr(p), Part::Object) => self.object_number(p.obj, name.sort)?,
                    (Value::Ptr(p), Part::Offset) => p.off,
                    _ => return None,
                }
            }
            Place::Argument(i) => match self.bodies.last().and_then(|b| b.args.get(i as usize).copied())? {
                Value::Bits(t) => t,
                Value::Ptr(_) => return None,
            },
            Place::Before(global) => {
                let begin = self.bodies.last().map(|b| b.begin.clone())?;
                self.global_value(&begin, global)?
            }
            Place::HasValue { activation, var } => return Some(self.register(point, state, activation, var).init),
            Place::Bytes { object, off, len } => {
                let id = self.object_of(state, object)?;
                let contents = self.constants.get(&id).or_else(|| state.object(id)).cloned()?;
                let size = self.objects[id as usize].size;
                let end = off.checked_add(len).filter(|end| *end <= size && len > 0)?;
                match name.part {
                    Part::Object if contents.array.is_some() => return None,
                    Part::Object => self.object_number(contents.byte(off as usize).obj, name.sort)?,
                    Part::Value | Part::Offset => {
                        let bytes: Vec<TermId> = (off..end).map(|i| self.byte_in(state, &contents, i)).collect();
                        self.concat(&bytes)
                    }
                }
            }
            Place::Elements(object) => {
                let id = self.object_of(state, object)?;
                let array = self.constants.get(&id).or_else(|| state.object(id))?.array?;
                return (self.terms.sort(array.val) == name.sort).then_some(array.val);
            }
            Place::Any { .. } => return None,
            Place::Alive(object) => {
                let id = self.object_of(state, object)?;
                return Some(self.alive(state, id));
            }
        };
        self.of_sort(term, name.sort)
    }

    pub fn of_sort(&mut self, t: TermId, sort: Sort) -> Option<TermId> {
        match sort {
            Sort::Bool if self.terms.is_bool(t) => Some(t),
            Sort::Bool => Some(self.terms.bit(t, 0)),
            Sort::Bv(width) if self.terms.is_bool(t) => Some(self.terms.bool_to_bv(t, width)),
            Sort::Bv(width) if width <= self.terms.width(t) => Some(self.terms.truncate(t, width)),
            Sort::Bv(width) => Some(self.terms.sext(t, width)),
            Sort::Array { .. } => None,
        }
    }

    /// A register of a call; any value where it has none.
    fn register(&mut self, point: usize, state: &State, activation: u128, var: VarId) -> Register {
        let calls = self.facts.as_ref().map_or(&[][..], |f| &f.claim.points[point].calls);
        let call = calls.iter().position(|c| c.activation == activation).map(|c| c + self.base);
        let func = call.and_then(|c| self.calls.get(c)).copied().unwrap_or(self.program.entry);
        let regs = call.and_then(|c| self.callers.get(c + 1)).map_or(&state.regs, |c| &c.0);
        match regs.get(var.index()).copied().flatten() {
            Some(register) => register,
            None => {
                let ty = self.program.funcs[func].vars.get(var).map_or(Ty::BOOL, |v| v.ty);
                Register { value: self.any_value(ty), init: TermId::FALSE }
            }
        }
    }

    /// Is it a register of the function that is executed?
    pub fn is_mine(&self, point: usize, activation: u128) -> bool {
        let calls = self.facts.as_ref().map_or(&[][..], |f| &f.claim.points[point].calls);
        calls.last().is_some_and(|c| c.activation == activation)
    }

    /// The object of a name.
    pub fn object_of(&self, state: &State, name: ObjectName) -> Option<ObjectId> {
        match name {
            ObjectName::Nothing => None,
            ObjectName::Global(g) => Some(self.global(g)),
            ObjectName::Func(f) => Some(self.function(f)),
            ObjectName::Slot(func, slot) => {
                let call = self.calls.iter().rposition(|f| *f == func)?;
                let slots = self.callers.get(call + 1).map_or(&state.slots, |c| &c.1);
                let id = self.terms.const_u64(*slots.get(slot.index())?)? as ObjectId;
                (id != 0).then_some(id)
            }
        }
    }

    /// The number that facts give to the object of a pointer.
    fn object_number(&mut self, obj: TermId, sort: Sort) -> Option<TermId> {
        let Sort::Bv(width) = sort else { return None };
        let mut number = None;
        for id in self.ids(obj)? {
            let name = match id {
                0 => ObjectName::Nothing,
                id => match self.objects.get(id as usize)?.kind {
                    ObjectKind::Func(f) => ObjectName::Func(f),
                    ObjectKind::Global => ObjectName::Global(GlobalId(id - 1 - self.program.funcs.len() as ObjectId)),
                    ObjectKind::Slot(f, s) => ObjectName::Slot(f, s),
                    _ => return None,
                },
            };
            let known = *self.facts.as_ref()?.claim.objects.get(&name)?;
            let (here, known) = (self.terms.bv(OBJECT_BITS, id.into()), self.terms.bv(width, known.into()));
            let is_it = self.terms.eq(obj, here);
            number = Some(number.map_or(known, |other| self.terms.ite(is_it, known, other)));
        }
        number
    }

    /// The numbers that an object's term is built of; `None` where it is built of something else.
    pub fn ids(&self, obj: TermId) -> Option<BTreeSet<ObjectId>> {
        let (mut ids, mut work) = (BTreeSet::new(), vec![obj]);
        let mut seen = FxHashSet::default();
        while let Some(t) = work.pop() {
            if !seen.insert(t) {
                continue;
            }
            match self.terms.const_u64(t) {
                Some(id) => _ = ids.insert(id as ObjectId),
                None if self.terms.op(t) == Op::Ite => work.extend(&self.terms.args(t)[1..]),
                None => return None,
            }
        }
        Some(ids)
    }

    /// Where the loop with this head stands.
    pub fn loop_span(&self, head: BlockId) -> Span {
        self.func().blocks[head].term.span
    }
}
