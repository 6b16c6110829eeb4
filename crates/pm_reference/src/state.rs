//! States: the registers of the active function and the objects that may be alive, on one path.
//!
//! Objects are vectors of bytes, in pages that states share until one of them writes. Where two paths meet, everything that differs becomes
//! a choice.

use crate::array::Array;
use crate::path::{Meeting, Path, Paths};
use crate::value::{Byte, Register};
use pm_term::{TermId, Terms};
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

    /// One state of several that arrive at one place; those that have most in common come together first.
    pub fn meet_all(
        terms: &mut Terms,
        paths: &mut Paths,
        mut states: Vec<State>,
        fresh: &mut impl FnMut(&mut Terms, usize) -> Register,
    ) -> Option<State> {
        let mut shared: Vec<u32> = states.windows(2).map(|w| paths.shared(w[0].path, w[1].path)).collect();
        while states.len() > 1 {
            let (at, _) = shared.iter().enumerate().max_by_key(|(i, n)| (**n, *i))?;
            shared.remove(at);
            let second = states.remove(at + 1);
            states[at] = State::meet(terms, paths, &states[at], &second, fresh)?;
            let neighbours = [at.checked_sub(1), (at + 1 < states.len()).then_some(at)];
            for i in neighbours.into_iter().flatten() {
                shared[i] = paths.shared(states[i].path, states[i + 1].path);
            }
        }
        states.pop()
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
