//! The state at one point of the execution: path condition, registers of the running function, memory.
//!
//! Registers of callers do not change while a callee runs, so they wait in its context, not here.

pub(crate) mod cells;
pub(crate) mod forks;
pub(crate) mod guard;
pub(crate) mod object;
pub(crate) mod objects;
pub(crate) mod pvec;
pub(crate) mod value;

use crate::state::guard::Guard;
use crate::state::object::{Content, Elements, Fill, Object, ObjectId, Shared};
use crate::state::pvec::PVec;
use crate::state::value::Word;
use pm_term::{TermId, Terms};
use std::rc::Rc;

#[derive(Clone)]
pub struct State {
    pub guard: Guard,
    /// By register number; behind the registers come the addresses of the slots that are alive.
    pub regs: PVec<Word>,
    /// Objects that are not here are dead.
    pub mem: PVec<Shared>,
    /// By the number of an index term: it is at most so large on every path that led here, or the execution is not exact.
    pub index_ranges: PVec<u64>,
    /// Instructions of the shortest path that leads here.
    pub depth: u32,
}

/// An object whose two contents have different shapes: joined piece by piece by the executor.
pub struct Conflict {
    pub object: ObjectId,
    pub mine: Shared,
    pub theirs: Shared,
    /// Holds where `mine` counts.
    pub cond: TermId,
}

impl State {
    /// Nothing is there, on every path.
    pub fn empty() -> State {
        let (regs, mem, index_ranges) = (PVec::default(), PVec::default(), PVec::default());
        State { guard: Guard::always(), regs, mem, index_ranges, depth: 0 }
    }

    pub fn object(&self, id: ObjectId) -> Option<&Object> {
        self.mem.get(id).map(|o| &*o.0)
    }

    pub fn set_object(&mut self, id: ObjectId, object: Object) {
        self.mem.set(id, Shared(Rc::new(object)));
    }

    /// Changes an object; in place where no other state shares it.
    pub fn update(&mut self, id: ObjectId, f: impl FnOnce(&mut Object)) {
        if let Some(shared) = self.mem.get_mut(id) {
            f(Rc::make_mut(&mut shared.0));
        }
    }

    /// Joins a state that arrives at the same place. Registers that only one side has stay where `is_apart`: others are not
    /// read behind the join. Reads of uncovered bytes go through `default`.
    pub fn join(
        &mut self,
        other: State,
        terms: &mut Terms,
        keep: impl Fn(u32) -> bool,
        is_apart: impl Fn(u32) -> bool,
        mut default: impl FnMut(&mut Terms, Fill, u32, u8) -> Option<TermId>,
    ) -> Vec<Conflict> {
        let (guard, mine) = self.guard.join(&other.guard, terms);
        let mut conflicts = Vec::new();
        self.guard = guard;
        self.depth = self.depth.min(other.depth);
        self.regs.merge(&other.regs, |key, a, b| match (a, b) {
            (Some(a), Some(b)) if keep(key) => Word::ite(terms, mine, *a, *b),
            (Some(a), None) | (None, Some(a)) if is_apart(key) => Some(*a),
            _ => None,
        });
        // What only one side knows is not known.
        self.index_ranges.merge(&other.index_ranges, |_, a, b| a.zip(b).map(|(a, b)| *a.max(b)));
        self.mem.merge(&other.mem, |id, a, b| {
            let not_mine = terms.not(mine);
            match (a, b) {
                (Some(a), Some(b)) => match join_objects(&a.0, &b.0, terms, mine, &mut default) {
                    Some(object) => Some(Shared(Rc::new(object))),
                    None => {
                        conflicts.push(Conflict { object: id, mine: a.clone(), theirs: b.clone(), cond: mine });
                        Some(a.clone())
                    }
                },
                (Some(a), None) => Some(alive_if(a, mine, terms)),
                (None, Some(b)) => Some(alive_if(b, not_mine, terms)),
                (None, None) => None,
            }
        });
        conflicts
    }
}

fn alive_if(object: &Shared, cond: TermId, terms: &mut Terms) -> Shared {
    let alive = terms.and(object.0.alive, cond);
    Shared(Rc::new(Object { alive, ..(*object.0).clone() }))
}

fn join_objects(
    a: &Object,
    b: &Object,
    terms: &mut Terms,
    cond: TermId,
    default: &mut impl FnMut(&mut Terms, Fill, u32, u8) -> Option<TermId>,
) -> Option<Object> {
    let alive = terms.ite(cond, a.alive, b.alive);
    let content = match (&a.content, &b.content) {
        (
            Content::Array(Elements { term: x, elem, pointers }),
            Content::Array(Elements { term: y, elem: e2, pointers: p2 }),
        ) if elem == e2 && pointers == p2 && terms.sort(*x) == terms.sort(*y) => {
            Content::Array(Elements { term: terms.ite(cond, *x, *y), elem: *elem, pointers: *pointers })
        }
        (Content::Cells { cells, fill }, Content::Cells { cells: other, fill: fill2 }) if fill == fill2 => {
            Content::Cells { cells: cells.join(other, terms, cond, *fill, default)?, fill: *fill }
        }
        (Content::Pool(a), Content::Pool(b)) => Content::Pool(Rc::new(a.join(b, terms, cond))),
        _ => return None,
    };
    Some(Object { content, alive })
}
