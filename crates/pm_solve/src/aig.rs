//! And-inverter graph: every circuit as two-input ands with negations on the edges.
//!
//! Invariants: structurally equal gates are one node; fan-ins have smaller ids than their node, so ids are a topological
//! order; no gate has a constant or two equal or opposite fan-ins. `and` applies the two-level rules of Brummayer and Biere,
//! "Local two-level and-inverter graph minimization without blowup" (2006), which never add nodes.
//!
//! The graph stays pure: sums, majorities and the like are ands. Where a circuit knows that a node is the sum or the carry of
//! a full adder it says so with a [`Compound`] note, which the clause encoder may use instead of the ands.

mod simulate;
mod strash;

use rustc_hash::FxHashMap;
use std::fmt;
use std::ops::Not;
use strash::Strash;

pub use simulate::Simulation;

/// An edge: a node, maybe negated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bit(u32);

impl Bit {
    pub const FALSE: Bit = Bit(0);
    pub const TRUE: Bit = Bit(1);
    const NONE: Bit = Bit(u32::MAX);

    pub fn constant(value: bool) -> Bit {
        Bit(u32::from(value))
    }
    pub fn node(self) -> NodeId {
        self.0 >> 1
    }
    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }
    pub fn is_constant(self) -> bool {
        self.0 <= 1
    }
    pub fn as_constant(self) -> Option<bool> {
        self.is_constant().then_some(self.0 == 1)
    }
    pub fn negate_if(self, condition: bool) -> Bit {
        Bit(self.0 ^ u32::from(condition))
    }
    /// The edge without its negation.
    pub fn positive(self) -> Bit {
        Bit(self.0 & !1)
    }
    pub fn of_node(node: NodeId) -> Bit {
        Bit(node << 1)
    }
}

impl Not for Bit {
    type Output = Bit;
    fn not(self) -> Bit {
        Bit(self.0 ^ 1)
    }
}

impl fmt::Debug for Bit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}n{}", if self.is_negated() { "!" } else { "" }, self.node())
    }
}

pub type NodeId = u32;

/// What a node computes, when that is known to be more than an and.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compound {
    /// The positive node is the exclusive or of three bits.
    Xor3([Bit; 3]),
    /// The positive node is true if two of three bits are.
    Majority([Bit; 3]),
}

pub struct Aig {
    fanins: Vec<[Bit; 2]>,
    /// How many gates use a node, saturating: one use means that the encoder may merge the node into its user.
    uses: Vec<u8>,
    strash: Strash,
    compounds: FxHashMap<NodeId, Compound>,
}

impl Default for Aig {
    fn default() -> Self {
        Self::new()
    }
}

impl Aig {
    pub fn new() -> Self {
        Aig { fanins: vec![[Bit::NONE; 2]], uses: vec![0], strash: Strash::default(), compounds: FxHashMap::default() }
    }

    pub fn len(&self) -> usize {
        self.fanins.len()
    }
    pub fn is_empty(&self) -> bool {
        self.fanins.len() == 1
    }

    pub fn input(&mut self) -> Bit {
        self.push([Bit::NONE; 2])
    }

    /// The fan-ins of an and; `None` for inputs and the constant.
    pub fn gate(&self, node: NodeId) -> Option<[Bit; 2]> {
        let fanins = self.fanins[node as usize];
        (fanins[0] != Bit::NONE).then_some(fanins)
    }
    pub fn uses(&self, node: NodeId) -> u8 {
        self.uses[node as usize]
    }
    pub fn compound(&self, node: NodeId) -> Option<Compound> {
        self.compounds.get(&node).copied()
    }

    /// The node as an if-then-else of other bits, if it is built like one: `(s, t, e)` with node = s ? t : e.
    pub fn as_mux(&self, node: NodeId) -> Option<(Bit, Bit, Bit)> {
        let [a, b] = self.gate(node)?;
        if !a.is_negated() || !b.is_negated() {
            return None;
        }
        let [a0, a1] = self.gate(a.node())?;
        let [b0, b1] = self.gate(b.node())?;
        if a0 == !b0 {
            Some((a0, !a1, !b1))
        } else if a0 == !b1 {
            Some((a0, !a1, !b0))
        } else if a1 == !b0 {
            Some((a1, !a0, !b1))
        } else if a1 == !b1 {
            Some((a1, !a0, !b0))
        } else {
            None
        }
    }

    pub fn and(&mut self, a: Bit, b: Bit) -> Bit {
        match self.rewrite(a, b) {
            Rewritten::Is(bit) => bit,
            Rewritten::And(a, b) => self.hashed(a, b),
        }
    }
    pub fn or(&mut self, a: Bit, b: Bit) -> Bit {
        !self.and(!a, !b)
    }
    pub fn implies(&mut self, a: Bit, b: Bit) -> Bit {
        !self.and(a, !b)
    }
    pub fn equal(&mut self, a: Bit, b: Bit) -> Bit {
        !self.xor(a, b)
    }

    pub fn xor(&mut self, a: Bit, b: Bit) -> Bit {
        let negated = a.is_negated() != b.is_negated();
        let (a, b) = (a.positive(), b.positive());
        if a == b {
            return Bit::constant(negated);
        }
        if a.is_constant() || b.is_constant() {
            return Bit(a.0 | b.0).negate_if(negated);
        }
        if let Some(rest) = self.cancel_xor(a, b).or_else(|| self.cancel_xor(b, a)) {
            return rest.negate_if(negated);
        }
        let left = self.and(a, !b);
        let right = self.and(!a, b);
        self.or(left, right).negate_if(negated)
    }

    /// match: a xor b where a is b xor c. result: c
    fn cancel_xor(&self, a: Bit, b: Bit) -> Option<Bit> {
        let (s, t, e) = self.as_mux(a.node())?;
        if t != !e {
            return None;
        }
        // a = s ? t : !t
        if s.positive() == b {
            Some((!t).negate_if(s.is_negated()))
        } else if t.positive() == b {
            Some((!s).negate_if(t.is_negated()))
        } else {
            None
        }
    }

    /// `s ? t : e`
    pub fn mux(&mut self, s: Bit, t: Bit, e: Bit) -> Bit {
        if s.is_negated() && !s.is_constant() {
            return self.mux(!s, e, t);
        }
        if let Some(value) = s.as_constant() {
            return if value { t } else { e };
        }
        if t == e {
            return t;
        }
        if t == !e {
            return self.equal(s, t);
        }
        if t == Bit::TRUE || t == s {
            return self.or(s, e);
        }
        if t == Bit::FALSE || t == !s {
            return self.and(!s, e);
        }
        if e == Bit::TRUE || e == !s {
            return self.implies(s, t);
        }
        if e == Bit::FALSE || e == s {
            return self.and(s, t);
        }
        let negated = t.is_negated();
        let then = self.and(s, t.positive());
        let otherwise = self.and(!s, e.negate_if(negated));
        self.or(then, otherwise).negate_if(negated)
    }

    pub fn xor3(&mut self, a: Bit, b: Bit, c: Bit) -> Bit {
        let ab = self.xor(a, b);
        let sum = self.xor(ab, c);
        let negated = a.is_negated() ^ b.is_negated() ^ c.is_negated() ^ sum.is_negated();
        self.note(sum, Compound::Xor3([a.positive().negate_if(negated), b.positive(), c.positive()]));
        sum
    }

    pub fn majority(&mut self, a: Bit, b: Bit, c: Bit) -> Bit {
        // The rules of `and` simplify a constant first operand best.
        let (a, c) = if c.is_constant() { (c, a) } else { (a, c) };
        let both = self.and(a, b);
        let differ = self.xor(a, b);
        let carried = self.and(differ, c);
        let carry = self.or(both, carried);
        let n = carry.is_negated();
        self.note(carry, Compound::Majority([a.negate_if(n), b.negate_if(n), c.negate_if(n)]));
        carry
    }

    /// Keeps what is known of a node, if it is a gate above three inputs that are no constants.
    fn note(&mut self, bit: Bit, compound: Compound) {
        let (Compound::Xor3(inputs) | Compound::Majority(inputs)) = compound;
        let node = bit.node();
        if inputs.iter().all(|i| !i.is_constant() && i.node() < node) && self.gate(node).is_some() {
            self.compounds.entry(node).or_insert(compound);
        }
    }

    pub fn and_all(&mut self, bits: impl IntoIterator<Item = Bit>) -> Bit {
        let mut layer: Vec<Bit> = bits.into_iter().collect();
        layer.sort_unstable();
        layer.dedup();
        while layer.len() > 1 {
            layer = layer.chunks(2).map(|pair| if let [a, b] = *pair { self.and(a, b) } else { pair[0] }).collect();
        }
        layer.pop().unwrap_or(Bit::TRUE)
    }
    pub fn or_all(&mut self, bits: impl IntoIterator<Item = Bit>) -> Bit {
        !self.and_all(bits.into_iter().map(|b| !b))
    }

    fn push(&mut self, fanins: [Bit; 2]) -> Bit {
        let node = self.fanins.len();
        assert!(node < (u32::MAX >> 1) as usize, "more than 2^31 gates");
        self.fanins.push(fanins);
        self.uses.push(0);
        Bit::of_node(node as NodeId)
    }

    fn hashed(&mut self, a: Bit, b: Bit) -> Bit {
        let key = if a < b { [a, b] } else { [b, a] };
        if let Some(node) = self.strash.find(key, &self.fanins) {
            return Bit::of_node(node);
        }
        let bit = self.push(key);
        self.strash.insert(bit.node(), &self.fanins);
        for fanin in key {
            let uses = &mut self.uses[fanin.node() as usize];
            *uses = uses.saturating_add(1);
        }
        bit
    }

    /// Applies rules until none matches. Each round replaces an operand by one of its fan-ins, so this ends.
    fn rewrite(&self, mut a: Bit, mut b: Bit) -> Rewritten {
        loop {
            if let Some(bit) = one_level(a, b) {
                return Rewritten::Is(bit);
            }
            match self.two_level(a, b) {
                None => return Rewritten::And(a, b),
                Some(Rewritten::Is(bit)) => return Rewritten::Is(bit),
                Some(Rewritten::And(next_a, next_b)) => (a, b) = (next_a, next_b),
            }
        }
    }

    fn two_level(&self, a: Bit, b: Bit) -> Option<Rewritten> {
        let (gate_a, gate_b) = (self.gate(a.node()), self.gate(b.node()));
        let one_sided = |gate: Option<[Bit; 2]>, a: Bit, b: Bit| gate.and_then(|g| rewrite_one_sided(g, a, b));
        if let Some(result) = one_sided(gate_a, a, b).or_else(|| one_sided(gate_b, b, a)) {
            return Some(result);
        }
        let (x, u) = (gate_a?, gate_b?);
        match (a.is_negated(), b.is_negated()) {
            (false, false) => rewrite_and_and(x, u, a),
            (false, true) => rewrite_and_nand(x, u, a),
            (true, false) => rewrite_and_nand(u, x, b),
            (true, true) => rewrite_nand_nand(x, u),
        }
    }
}

enum Rewritten {
    Is(Bit),
    And(Bit, Bit),
}

fn one_level(a: Bit, b: Bit) -> Option<Bit> {
    if a == Bit::FALSE || b == Bit::FALSE || a == !b {
        Some(Bit::FALSE)
    } else if a == Bit::TRUE || a == b {
        Some(b)
    } else if b == Bit::TRUE {
        Some(a)
    } else {
        None
    }
}

/// Rules for `a & b` that look into `a`, the (maybe negated) and of `gate`.
fn rewrite_one_sided(gate: [Bit; 2], a: Bit, b: Bit) -> Option<Rewritten> {
    let [x, y] = gate;
    if !a.is_negated() {
        // contradiction. match: (x & y) & !x. result: false
        if b == !x || b == !y {
            return Some(Rewritten::Is(Bit::FALSE));
        }
        // idempotence. match: (x & y) & x. result: x & y
        return (b == x || b == y).then_some(Rewritten::Is(a));
    }
    // subsumption. match: !(x & y) & !x. result: !x
    if b == !x || b == !y {
        return Some(Rewritten::Is(b));
    }
    // substitution. match: !(x & y) & x. result: x & !y
    if b == x {
        return Some(Rewritten::And(b, !y));
    }
    (b == y).then_some(Rewritten::And(b, !x))
}

/// Rules for `(x0 & x1) & (u0 & u1)`; `a` is the first.
fn rewrite_and_and(x: [Bit; 2], u: [Bit; 2], a: Bit) -> Option<Rewritten> {
    // contradiction. match: (x & y) & (!x & v). result: false
    if u.iter().any(|&u| u == !x[0] || u == !x[1]) {
        return Some(Rewritten::Is(Bit::FALSE));
    }
    // idempotence. match: (x & y) & (x & v). result: (x & y) & v
    if u[0] == x[0] || u[0] == x[1] {
        return Some(Rewritten::And(a, u[1]));
    }
    (u[1] == x[0] || u[1] == x[1]).then_some(Rewritten::And(a, u[0]))
}

/// Rules for `(x0 & x1) & !(u0 & u1)`; `a` is the first.
fn rewrite_and_nand(x: [Bit; 2], u: [Bit; 2], a: Bit) -> Option<Rewritten> {
    // subsumption. match: (x & y) & !(!x & v). result: x & y
    if u.iter().any(|&u| u == !x[0] || u == !x[1]) {
        return Some(Rewritten::Is(a));
    }
    // substitution. match: (x & y) & !(x & v). result: (x & y) & !v
    if u[0] == x[0] || u[0] == x[1] {
        return Some(Rewritten::And(a, !u[1]));
    }
    (u[1] == x[0] || u[1] == x[1]).then_some(Rewritten::And(a, !u[0]))
}

/// Rules for `!(x0 & x1) & !(u0 & u1)`.
fn rewrite_nand_nand(x: [Bit; 2], u: [Bit; 2]) -> Option<Rewritten> {
    // resolution. match: !(x & y) & !(x & !y). result: !x
    for (shared, other) in [(x[0], x[1]), (x[1], x[0])] {
        if (u[0] == shared && u[1] == !other) || (u[1] == shared && u[0] == !other) {
            return Some(Rewritten::Is(!shared));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use pm_base::Random;

    /// Truth tables over four inputs.
    fn random_circuit(seed: u64) {
        let mut random = Random::new(seed);
        let mut aig = Aig::new();
        let tables = [0xaaaau16, 0xcccc, 0xf0f0, 0xff00];
        let mut pool: Vec<(Bit, u16)> = tables.iter().map(|&t| (aig.input(), t)).collect();
        pool.push((Bit::TRUE, 0xffff));
        for _ in 0..60 {
            let mut pick = || {
                let (bit, table) = random.pick(&pool);
                if random.flip() { (!bit, !table) } else { (bit, table) }
            };
            let ((a, ta), (b, tb), (c, tc)) = (pick(), pick(), pick());
            let (bit, table) = match random.below(6) {
                0 => (aig.and(a, b), ta & tb),
                1 => (aig.or(a, b), ta | tb),
                2 => (aig.xor(a, b), ta ^ tb),
                3 => (aig.mux(a, b, c), ta & tb | !ta & tc),
                4 => (aig.xor3(a, b, c), ta ^ tb ^ tc),
                _ => (aig.majority(a, b, c), ta & tb | ta & tc | tb & tc),
            };
            pool.push((bit, table));
        }
        for assignment in 0..16 {
            let mut simulation = Simulation::default();
            let value = |node: NodeId| assignment >> (node - 1) & 1 == 1;
            for &(bit, table) in &pool {
                assert_eq!(simulation.value(&aig, bit, &mut |node| value(node)), table >> assignment & 1 == 1);
                if let Some(compound) = aig.compound(bit.node()) {
                    let mut of = |b: Bit| simulation.value(&aig, b, &mut |node| value(node));
                    let expected = match compound {
                        Compound::Xor3([x, y, z]) => of(x) ^ of(y) ^ of(z),
                        Compound::Majority([x, y, z]) => [x, y, z].into_iter().filter(|&b| of(b)).count() >= 2,
                    };
                    assert_eq!(of(bit.positive()), expected);
                }
                if let Some((s, t, e)) = aig.as_mux(bit.node()) {
                    let mut of = |b: Bit| simulation.value(&aig, b, &mut |node| value(node));
                    let expected = if of(s) { of(t) } else { of(e) };
                    assert_eq!(of(bit.positive()), expected);
                }
            }
        }
    }

    #[test]
    fn rewriting_keeps_the_function() {
        (0..300).for_each(random_circuit);
    }

    #[test]
    fn equal_circuits_are_one_node() {
        let mut aig = Aig::new();
        let (a, b, c) = (aig.input(), aig.input(), aig.input());
        assert_eq!(aig.xor(a, b), aig.xor(b, a));
        assert_eq!(aig.xor(!a, b), !aig.xor(a, b));
        let ab = aig.xor(a, b);
        assert_eq!(aig.xor(ab, b), a);
        assert_eq!(aig.mux(a, b, c), aig.mux(!a, c, b));
        assert_eq!(aig.mux(a, !b, !c), !aig.mux(a, b, c));
        let both = aig.and(a, b);
        assert_eq!(aig.and(both, !a), Bit::FALSE);
        let only_a = aig.and(a, !b);
        assert_eq!(aig.or(both, only_a), a);
        assert_eq!(aig.and(!both, a), only_a);
    }
}
