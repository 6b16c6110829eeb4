//! States: the registers of the active function and the objects that may be alive, on one path.
//!
//! Objects are vectors of bytes, in pages that states share until one of them writes. Where two paths meet, everything that differs becomes
//! a choice.

use crate::array::Array;
use crate::path::{Meeting, Path, Paths};
use crate::value::{Byte, Register};
use pm_term::{TermId, Terms};
use std::collections::BinaryHeap;
use std::rc::Rc;

pub type ObjectId = u32;

/// Bytes of a page.
pub const PAGE: usize = 64;

#[derive(Clone)]
pub struct Object {
    pub alive: TermId,
    pub pages: Vec<Rc<Vec<Byte>>>,
    /// In place of the pages.
    pub array: Option<Array>,
}

#[derive(Clone)]
pub struct State {
    pub path: Path,
    /// `None`: nothing was assigned, or nobody reads it any more.
    pub regs: Vec<Option<Register>>,
    /// The objects of the slots; 0 before their declaration.
    pub slots: Vec<TermId>,
    /// Sorted by number. Who is not there is dead.
    pub objects: Vec<(ObjectId, Rc<Object>)>,
}

impl Object {
    /// `size` bytes, page by page.
    pub fn new(size: usize, mut byte: impl FnMut(usize) -> Byte) -> Object {
        let page = |at: usize| Rc::new((at..size.min(at + PAGE)).map(&mut byte).collect());
        Object { alive: TermId::TRUE, pages: (0..size).step_by(PAGE).map(page).collect(), array: None }
    }

    /// The same byte everywhere.
    pub fn filled(size: usize, byte: Byte) -> Object {
        let full = Rc::new(vec![byte; PAGE]);
        let mut pages = vec![full; size / PAGE];
        if !size.is_multiple_of(PAGE) {
            pages.push(Rc::new(vec![byte; size % PAGE]));
        }
        Object { alive: TermId::TRUE, pages, array: None }
    }

    pub fn of_array(array: Array) -> Object {
        Object { alive: TermId::TRUE, pages: Vec::new(), array: Some(array) }
    }

    pub fn byte(&self, at: usize) -> Byte {
        self.pages[at / PAGE][at % PAGE]
    }

    pub fn set(&mut self, at: usize, byte: Byte) {
        if self.byte(at) != byte {
            Rc::make_mut(&mut self.pages[at / PAGE])[at % PAGE] = byte;
        }
    }

    fn meet(terms: &mut Terms, cond: TermId, a: &Object, b: &Object) -> Object {
        let pages = a.pages.iter().zip(&b.pages).map(|(x, y)| {
            if Rc::ptr_eq(x, y) || x == y {
                return x.clone();
            }
            Rc::new(x.iter().zip(y.iter()).map(|(x, y)| Byte::choose(terms, cond, *x, *y)).collect())
        });
        let pages = pages.collect();
        let array = a.array.zip(b.array).map(|(x, y)| Array {
            val: terms.ite(cond, x.val, y.val),
            init: terms.ite(cond, x.init, y.init),
            ..x
        });
        Object { alive: terms.ite(cond, a.alive, b.alive), pages, array }
    }

    /// The object where it is there on one of two paths alone: then it is alive on that path at most.
    fn alone(terms: &mut Terms, here: TermId, object: &Rc<Object>) -> Rc<Object> {
        Rc::new(Object { alive: terms.and(here, object.alive), ..Object::clone(object) })
    }
}

impl State {
    pub fn object(&self, id: ObjectId) -> Option<&Rc<Object>> {
        self.objects.binary_search_by_key(&id, |o| o.0).ok().map(|i| &self.objects[i].1)
    }

    pub fn object_mut(&mut self, id: ObjectId) -> Option<&mut Object> {
        let at = self.objects.binary_search_by_key(&id, |o| o.0).ok()?;
        Some(Rc::make_mut(&mut self.objects[at].1))
    }

    /// Adds an object whose number is larger than all others.
    pub fn add_object(&mut self, id: ObjectId, object: Object) {
        self.objects.push((id, Rc::new(object)));
    }

    /// Ends an object's life where `cond` holds.
    pub fn end_object(&mut self, terms: &mut Terms, id: ObjectId, cond: TermId) {
        let Ok(at) = self.objects.binary_search_by_key(&id, |o| o.0) else { return };
        let spared = terms.not(cond);
        let alive = terms.and(self.objects[at].1.alive, spared);
        if alive == TermId::FALSE {
            self.objects.remove(at);
        } else {
            Rc::make_mut(&mut self.objects[at].1).alive = alive;
        }
    }

    /// One state of several that arrive at one place; those that have most in common come together first. Two that turn out to be on no execution
    /// leave the others as they are.
    pub fn meet_all(
        terms: &mut Terms,
        paths: &mut Paths,
        states: Vec<State>,
        fresh: &mut impl FnMut(&mut Terms, usize) -> Register,
    ) -> Option<State> {
        let mut row = Row::new(paths, states);
        while let Some((left, right)) = row.closest() {
            let (a, b) = (row.states[left].take()?, row.states[right].take()?);
            match State::meet(terms, paths, &a, &b, fresh) {
                Some(met) => row.replace(paths, left, right, met),
                None => row.remove(paths, left, right),
            }
        }
        row.states.into_iter().flatten().next()
    }

    fn meet(
        terms: &mut Terms,
        paths: &mut Paths,
        a: &State,
        b: &State,
        fresh: &mut impl FnMut(&mut Terms, usize) -> Register,
    ) -> Option<State> {
        let Meeting { path, is_first } = paths.meet(terms, a.path, b.path);
        let pairs = a.regs.iter().zip(&b.regs).enumerate();
        let regs = pairs.map(|(v, pair)| match pair {
            (None, None) => None,
            (Some(x), Some(y)) if x == y => Some(*x),
            (Some(x), Some(y)) => Some(Register::choose(terms, is_first, *x, *y)),
            // Without a value on one side: it may be anything there.
            (Some(x), None) => {
                let any = fresh(terms, v);
                Some(Register::choose(terms, is_first, *x, any))
            }
            (None, Some(y)) => {
                let any = fresh(terms, v);
                Some(Register::choose(terms, is_first, any, *y))
            }
        });
        let regs = regs.collect();
        let slots = a.slots.iter().zip(&b.slots).map(|(x, y)| terms.ite(is_first, *x, *y)).collect();
        let objects = meet_objects(terms, is_first, &a.objects, &b.objects);
        Some(State { path: path?, regs, slots, objects })
    }
}

fn meet_objects(
    terms: &mut Terms,
    is_first: TermId,
    a: &[(ObjectId, Rc<Object>)],
    b: &[(ObjectId, Rc<Object>)],
) -> Vec<(ObjectId, Rc<Object>)> {
    let is_second = terms.not(is_first);
    let (mut i, mut j) = (0, 0);
    let mut out = Vec::with_capacity(a.len().max(b.len()));
    loop {
        let (x, y) = (a.get(i), b.get(j));
        match (x, y) {
            (None, None) => return out,
            (Some((n, x)), Some((m, y))) if n == m => {
                let same = Rc::ptr_eq(x, y);
                out.push((*n, if same { x.clone() } else { Rc::new(Object::meet(terms, is_first, x, y)) }));
                (i, j) = (i + 1, j + 1);
            }
            (Some((n, x)), y) if y.is_none_or(|y| *n < y.0) => {
                out.push((*n, Object::alone(terms, is_first, x)));
                i += 1;
            }
            (_, Some((m, y))) => {
                out.push((*m, Object::alone(terms, is_second, y)));
                j += 1;
            }
            (Some(_), None) => return out,
        }
    }
}

/// States side by side, of which neighbours come together. A `switch` may bring tens of thousands of them to one place.
struct Row {
    /// `None`: it is part of one to its left.
    states: Vec<Option<State>>,
    /// How often it became another one.
    versions: Vec<u32>,
    before: Vec<usize>,
    after: Vec<usize>,
    /// By how much they have in common: two neighbours, of these versions.
    pairs: BinaryHeap<(u32, [usize; 2], [u32; 2])>,
}

impl Row {
    fn new(paths: &Paths, states: Vec<State>) -> Row {
        let count = states.len();
        let mut row = Row {
            states: states.into_iter().map(Some).collect(),
            versions: vec![0; count],
            before: (0..count).map(|i| i.wrapping_sub(1)).collect(),
            after: (1..=count).collect(),
            pairs: BinaryHeap::new(),
        };
        (1..count).for_each(|right| row.add_pair(paths, right - 1, right));
        row
    }

    fn add_pair(&mut self, paths: &Paths, left: usize, right: usize) {
        let path = |i: usize| self.states.get(i)?.as_ref().map(|s| s.path);
        if let (Some(a), Some(b)) = (path(left), path(right)) {
            let versions = [left, right].map(|i| self.versions[i]);
            self.pairs.push((paths.shared(a, b), [left, right], versions));
        }
    }

    /// The neighbours that have most in common, the last ones of several.
    fn closest(&mut self) -> Option<(usize, usize)> {
        while let Some((_, [left, right], versions)) = self.pairs.pop() {
            let is_there = |i: usize| self.states[i].is_some();
            if is_there(left) && is_there(right) && versions == [left, right].map(|i| self.versions[i]) {
                return Some((left, right));
            }
        }
        None
    }

    /// What two neighbours came together to.
    fn replace(&mut self, paths: &Paths, left: usize, right: usize, met: State) {
        self.states[left] = Some(met);
        self.versions[left] += 1;
        let next = self.after[right];
        self.after[left] = next;
        if let Some(before) = self.before.get_mut(next) {
            *before = left;
        }
        self.add_pair(paths, self.before[left], left);
        self.add_pair(paths, left, next);
    }

    /// Two neighbours were taken out, and nothing takes their place.
    fn remove(&mut self, paths: &Paths, left: usize, right: usize) {
        let (before, next) = (self.before[left], self.after[right]);
        if let Some(after) = self.after.get_mut(before) {
            *after = next;
        }
        if let Some(of_next) = self.before.get_mut(next) {
            *of_next = before;
        }
        self.add_pair(paths, before, next);
    }
}
