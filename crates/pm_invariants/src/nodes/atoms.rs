//! What is said of nodes: atoms, which have a value in a state for two nodes, and are terms over the state's variables.

use pm_model::System;
use pm_symex::{NODE_BITS, OFFSET_BITS, POINTER_BITS};
use pm_term::{Bits, TermId, Value};

/// Bits of an offset in a node.
pub const INSIDE: u32 = OFFSET_BITS - NODE_BITS;

/// One of the two nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    First,
    Second,
}

/// A variable, or a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    Var(u32),
    Const(u64),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pointer {
    /// Object and offset.
    Var(Part, Part),
    /// What a node holds: the array.
    Field(u32, Which),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Number {
    Var(u32),
    Field(u32, Which),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Atom {
    Alive(Which),
    /// Its number was given to a node.
    Made(Which),
    /// No node was made after it.
    Last(Which),
    /// It was made after so many others.
    Nth(Which, u64),
    Same,
    /// The first was made before the second.
    Ordered,
    Null(Pointer),
    /// It points into this object.
    Into(Pointer, u32),
    /// It points to the node that was made so much later than this one.
    At(Pointer, Which, i8),
    /// It points to a node that was made before this one.
    Before(Pointer, Which),
    /// Both point to one node.
    Equal(Pointer, Pointer),
    Is(Number, u64),
    /// Unsigned, or signed.
    Below(Number, u64, bool),
    EqualNumbers(Number, Number),
    /// Signed.
    NotAbove(Number, Number),
}

/// A state, two nodes, and the pools that they are of.
pub struct Scene<'a> {
    pub system: &'a System,
    pub values: &'a [Value],
    pub pools: [usize; 2],
    pub nodes: [u64; 2],
}

/// What the symbols are called.
pub struct Names {
    pub pools: [usize; 2],
    pub nodes: [TermId; 2],
}

fn low(bits: &Bits) -> u64 {
    bits.to_u128().unwrap_or(0) as u64
}

fn slot(which: Which) -> usize {
    match which {
        Which::First => 0,
        Which::Second => 1,
    }
}

impl Scene<'_> {
    fn node(&self, which: Which) -> u64 {
        self.nodes[slot(which)]
    }

    fn pool(&self, which: Which) -> &pm_model::Pool {
        &self.system.pools[self.pools[slot(which)]]
    }

    fn number(&self, var: u32) -> u64 {
        low(self.values[var as usize].bits())
    }

    fn element(&self, array: u32, which: Which) -> Bits {
        let at = Bits::from_u128(NODE_BITS, self.node(which).into());
        self.values[array as usize].array().get(&at).clone()
    }

    fn part(&self, part: Part) -> u64 {
        match part {
            Part::Var(v) => self.number(v),
            Part::Const(c) => c,
        }
    }

    /// Object and offset.
    fn pointer(&self, p: Pointer) -> (u64, u64) {
        match p {
            Pointer::Var(obj, off) => (self.part(obj), self.part(off)),
            Pointer::Field(array, which) => {
                let packed = self.element(array, which).to_u128().unwrap_or(0);
                ((packed >> OFFSET_BITS) as u64, packed as u64)
            }
        }
    }

    fn value(&self, n: Number) -> (u64, u32) {
        let bits = match n {
            Number::Var(v) => self.values[v as usize].bits().clone(),
            Number::Field(array, which) => self.element(array, which),
        };
        (low(&bits), bits.width())
    }

    pub fn signed(&self, n: Number) -> i64 {
        let (value, width) = self.value(n);
        let shift = 64 - width.min(64);
        ((value << shift) as i64) >> shift
    }

    pub fn object_of(&self, p: Pointer) -> u64 {
        self.pointer(p).0
    }

    /// Value and width.
    pub fn number_of(&self, n: Number) -> (u64, u32) {
        self.value(n)
    }

    pub fn holds(&self, atom: Atom) -> bool {
        const MASK: u64 = (1 << NODE_BITS) - 1;
        match atom {
            Atom::Alive(w) => {
                let alive = self.element(self.pool(w).alive, w);
                !alive.is_zero()
            }
            Atom::Made(w) => self.node(w) < self.number(self.pool(w).count),
            Atom::Last(w) => (self.node(w) + 1) & MASK == self.number(self.pool(w).count),
            Atom::Nth(w, n) => self.node(w) == n,
            Atom::Same => self.nodes[0] == self.nodes[1],
            Atom::Ordered => self.nodes[0] < self.nodes[1],
            Atom::Null(p) => self.pointer(p) == (0, 0),
            Atom::Into(p, object) => self.pointer(p).0 == u64::from(object),
            Atom::At(p, w, later) => {
                let (obj, off) = self.pointer(p);
                let node = self.node(w).wrapping_add(later as i64 as u64) & MASK;
                obj == u64::from(self.pool(w).object) && off >> INSIDE == node
            }
            Atom::Before(p, w) => {
                let (obj, off) = self.pointer(p);
                obj == u64::from(self.pool(w).object) && off >> INSIDE < self.node(w)
            }
            Atom::Equal(p, q) => {
                let ((a, x), (b, y)) = (self.pointer(p), self.pointer(q));
                a == b && a == u64::from(self.pool(Which::First).object) && x >> INSIDE == y >> INSIDE
            }
            Atom::Is(n, c) => self.value(n).0 == c,
            Atom::Below(n, c, false) => self.value(n).0 < c,
            Atom::Below(n, c, true) => self.signed(n) < c as i64,
            Atom::EqualNumbers(a, b) => self.value(a).0 == self.value(b).0,
            Atom::NotAbove(a, b) => self.signed(a) <= self.signed(b),
        }
    }
}

impl Names {
    fn node(&self, which: Which) -> TermId {
        self.nodes[slot(which)]
    }

    fn element(&self, system: &mut System, array: u32, which: Which) -> TermId {
        let array = system.vars[array as usize].now;
        system.terms.select(array, self.node(which))
    }

    fn part(&self, system: &mut System, part: Part, width: u32) -> TermId {
        match part {
            Part::Var(v) => system.vars[v as usize].now,
            Part::Const(c) => system.terms.bv(width, c.into()),
        }
    }

    fn pointer(&self, system: &mut System, p: Pointer) -> (TermId, TermId) {
        match p {
            Pointer::Var(obj, off) => {
                (self.part(system, obj, POINTER_BITS - OFFSET_BITS), self.part(system, off, OFFSET_BITS))
            }
            Pointer::Field(array, which) => {
                let packed = self.element(system, array, which);
                let obj = system.terms.extract(packed, POINTER_BITS - 1, OFFSET_BITS);
                (obj, system.terms.extract(packed, OFFSET_BITS - 1, 0))
            }
        }
    }

    fn number(&self, system: &mut System, n: Number) -> TermId {
        match n {
            Number::Var(v) => system.vars[v as usize].now,
            Number::Field(array, which) => self.element(system, array, which),
        }
    }

    fn is_object(&self, system: &mut System, obj: TermId, object: u32) -> TermId {
        let object = system.terms.bv(POINTER_BITS - OFFSET_BITS, object.into());
        system.terms.eq(obj, object)
    }

    /// It points into the node's pool; the number of its node.
    fn target(&self, system: &mut System, p: Pointer, which: Which) -> (TermId, TermId) {
        let (obj, off) = self.pointer(system, p);
        let object = system.pools[self.pools[slot(which)]].object;
        let node = system.terms.extract(off, OFFSET_BITS - 1, INSIDE);
        (self.is_object(system, obj, object), node)
    }

    pub fn term(&self, system: &mut System, atom: Atom) -> TermId {
        match atom {
            Atom::Alive(w) => {
                let bit = self.element(system, system.pools[self.pools[slot(w)]].alive, w);
                system.terms.nonzero(bit)
            }
            Atom::Made(w) => {
                let count = system.vars[system.pools[self.pools[slot(w)]].count as usize].now;
                system.terms.ult(self.node(w), count)
            }
            Atom::Last(w) => {
                let count = system.vars[system.pools[self.pools[slot(w)]].count as usize].now;
                let one = system.terms.one(NODE_BITS);
                let next = system.terms.add(self.node(w), one);
                system.terms.eq(next, count)
            }
            Atom::Nth(w, n) => {
                let n = system.terms.bv(NODE_BITS, n.into());
                system.terms.eq(self.node(w), n)
            }
            Atom::Same => system.terms.eq(self.nodes[0], self.nodes[1]),
            Atom::Ordered => system.terms.ult(self.nodes[0], self.nodes[1]),
            Atom::Null(p) => {
                let (obj, off) = self.pointer(system, p);
                let none = self.is_object(system, obj, 0);
                let zero = system.terms.zero(OFFSET_BITS);
                let null = system.terms.eq(off, zero);
                system.terms.and(none, null)
            }
            Atom::Into(p, object) => {
                let (obj, _) = self.pointer(system, p);
                self.is_object(system, obj, object)
            }
            Atom::At(p, w, later) => {
                let (into, node) = self.target(system, p, w);
                let later = system.terms.bv_signed(NODE_BITS, later.into());
                let at = system.terms.add(self.node(w), later);
                let at = system.terms.eq(node, at);
                system.terms.and(into, at)
            }
            Atom::Before(p, w) => {
                let (into, node) = self.target(system, p, w);
                let before = system.terms.ult(node, self.node(w));
                system.terms.and(into, before)
            }
            Atom::Equal(p, q) => {
                let ((a, x), (b, y)) = (self.target(system, p, Which::First), self.target(system, q, Which::First));
                let same = system.terms.eq(x, y);
                system.terms.and_all(&[a, b, same])
            }
            Atom::Is(n, c) => {
                let n = self.number(system, n);
                self.compare(system, n, c, |t, a, b| t.eq(a, b))
            }
            Atom::Below(n, c, signed) => {
                let n = self.number(system, n);
                self.compare(system, n, c, |t, a, b| if signed { t.slt(a, b) } else { t.ult(a, b) })
            }
            Atom::EqualNumbers(a, b) => {
                let (a, b) = (self.number(system, a), self.number(system, b));
                system.terms.eq(a, b)
            }
            Atom::NotAbove(a, b) => {
                let (a, b) = (self.number(system, a), self.number(system, b));
                system.terms.sle(a, b)
            }
        }
    }

    fn compare(
        &self,
        system: &mut System,
        n: TermId,
        c: u64,
        f: impl Fn(&mut pm_term::Terms, TermId, TermId) -> TermId,
    ) -> TermId {
        if system.terms.is_bool(n) {
            return if c != 0 { n } else { system.terms.not(n) };
        }
        let width = system.terms.width(n);
        let c = if width < 64 { c & ((1 << width) - 1) } else { c };
        let c = system.terms.bv(width, c.into());
        f(&mut system.terms, n, c)
    }
}

impl Pointer {
    pub fn node(self) -> Option<Which> {
        match self {
            Pointer::Var(..) => None,
            Pointer::Field(_, which) => Some(which),
        }
    }
}

impl Number {
    pub fn node(self) -> Option<Which> {
        match self {
            Number::Var(_) => None,
            Number::Field(_, which) => Some(which),
        }
    }
}

impl Atom {
    /// The nodes that it speaks of.
    pub fn nodes(self) -> [bool; 2] {
        let mut all: Vec<Option<Which>> = Vec::new();
        match self {
            Atom::Alive(w) | Atom::Made(w) | Atom::Last(w) | Atom::Nth(w, _) => all.push(Some(w)),
            Atom::Same | Atom::Ordered => all.extend([Some(Which::First), Some(Which::Second)]),
            Atom::Null(p) | Atom::Into(p, _) => all.push(p.node()),
            Atom::At(p, w, _) | Atom::Before(p, w) => all.extend([p.node(), Some(w)]),
            Atom::Equal(p, q) => all.extend([p.node(), q.node()]),
            Atom::Is(n, _) | Atom::Below(n, _, _) => all.push(n.node()),
            Atom::EqualNumbers(a, b) | Atom::NotAbove(a, b) => all.extend([a.node(), b.node()]),
        }
        [Which::First, Which::Second].map(|w| all.contains(&Some(w)))
    }
}
