//! Gates to clauses: what a query reaches, each gate once in the life of a solver.
//!
//! Tseitin's encoding, in the form of Plaisted and Greenbaum: a gate that only has to be true needs only the clauses "gate
//! implies its definition". Which directions a gate has is kept per node, so that a later query adds the missing one. The
//! value of a gate in a model therefore means nothing unless both directions are there; models are read at the inputs.
//!
//! Exclusive ors, if-then-elses, sums, majorities and trees of ands get clauses of their own without variables in between.

use crate::aig::{Aig, Bit, Compound, NodeId};
use crate::sat::{Lit, Sat};
use rustc_hash::FxHashSet;

/// Directions of a definition.
type Directions = u8;
/// Gate implies definition.
const DOWN: Directions = 1;
/// Definition implies gate.
const UP: Directions = 2;
const BOTH: Directions = DOWN | UP;

/// Choices of the encoding, all measured (docs/how-to/benchmark.md).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CnfOptions {
    /// Encode only the directions that are needed.
    pub polarity: bool,
    /// Encode sums and majorities of three bits without a variable for the partial sum.
    pub compounds: bool,
    /// Add the implied clauses "both branches agree" of an if-then-else.
    pub mux_implied: bool,
}

impl Default for CnfOptions {
    fn default() -> Self {
        CnfOptions { polarity: true, compounds: true, mux_implied: false }
    }
}

pub struct Cnf {
    options: CnfOptions,
    /// The SAT variable of a node.
    lits: Vec<Option<Lit>>,
    done: Vec<Directions>,
    work: Vec<(NodeId, Directions)>,
    /// Inputs that got their variable since this was last taken.
    new_inputs: Vec<NodeId>,
    truth: Option<Lit>,
    clause: Vec<Lit>,
    leaves: Vec<Bit>,
    /// All clauses, when they are to be written.
    log: Option<Vec<Vec<Lit>>>,
}

impl Cnf {
    pub fn new(options: CnfOptions) -> Self {
        Cnf {
            options,
            lits: Vec::new(),
            done: Vec::new(),
            work: Vec::new(),
            new_inputs: Vec::new(),
            truth: None,
            clause: Vec::new(),
            leaves: Vec::new(),
            log: None,
        }
    }

    /// Keeps every clause from now on, for [`clauses`](Self::clauses).
    pub fn keep_clauses(&mut self) {
        self.log.get_or_insert_default();
    }
    pub fn clauses(&self) -> &[Vec<Lit>] {
        self.log.as_deref().unwrap_or_default()
    }

    /// The literal of a node that has been encoded.
    pub fn lit_of_node(&self, node: NodeId) -> Option<Lit> {
        self.lits.get(node as usize).copied().flatten()
    }

    pub fn take_new_inputs(&mut self) -> Vec<NodeId> {
        std::mem::take(&mut self.new_inputs)
    }

    /// A literal that implies the bit: what is assumed or put in a clause.
    pub fn implying(&mut self, aig: &Aig, sat: &mut dyn Sat, bit: Bit) -> Lit {
        self.encode(aig, sat, bit, DOWN)
    }

    /// A literal that is equivalent to the bit.
    pub fn equivalent(&mut self, aig: &Aig, sat: &mut dyn Sat, bit: Bit) -> Lit {
        self.encode(aig, sat, bit, BOTH)
    }

    /// Makes the bit true for ever. Ands are taken apart, an or becomes one clause.
    pub fn assert(&mut self, aig: &Aig, sat: &mut dyn Sat, bit: Bit) {
        self.assert_unless(aig, sat, bit, None);
    }

    /// Makes the bit true whenever `activation` is.
    pub fn assert_if(&mut self, aig: &Aig, sat: &mut dyn Sat, activation: Lit, bit: Bit) {
        self.assert_unless(aig, sat, bit, Some(!activation));
    }

    fn assert_unless(&mut self, aig: &Aig, sat: &mut dyn Sat, bit: Bit, unless: Option<Lit>) {
        let mut conjuncts = vec![bit];
        let mut seen = FxHashSet::default();
        while let Some(bit) = conjuncts.pop() {
            if bit == Bit::TRUE || !seen.insert(bit) {
                continue;
            }
            if let (false, Some(fanins)) = (bit.is_negated(), self.plain_and(aig, bit.node())) {
                conjuncts.extend(fanins);
                continue;
            }
            let clause = self.disjunction(aig, sat, bit);
            self.emit(sat, clause.into_iter().chain(unless));
        }
    }

    /// Literals of which one is true if the bit is.
    fn disjunction(&mut self, aig: &Aig, sat: &mut dyn Sat, bit: Bit) -> Vec<Lit> {
        if bit == Bit::FALSE {
            return Vec::new();
        }
        if !bit.is_negated() || self.plain_and(aig, bit.node()).is_none() {
            return vec![self.implying(aig, sat, bit)];
        }
        let leaves = self.and_leaves(aig, bit.node());
        leaves.iter().map(|&leaf| self.implying(aig, sat, !leaf)).collect()
    }

    fn encode(&mut self, aig: &Aig, sat: &mut dyn Sat, bit: Bit, directions: Directions) -> Lit {
        if bit.is_constant() {
            return self.truth(sat).negate_if(bit == Bit::FALSE);
        }
        let lit = self.want(aig, sat, bit, directions);
        while let Some((node, directions)) = self.work.pop() {
            let missing = directions & !self.done[node as usize];
            if missing != 0 {
                self.done[node as usize] |= missing;
                self.define(aig, sat, node, missing);
            }
        }
        lit
    }

    fn truth(&mut self, sat: &mut dyn Sat) -> Lit {
        if let Some(lit) = self.truth {
            return lit;
        }
        let lit = sat.new_var();
        self.truth = Some(lit);
        self.emit(sat, [lit]);
        lit
    }

    /// The literal of a bit; what is missing of its definition is put on the list.
    fn want(&mut self, aig: &Aig, sat: &mut dyn Sat, bit: Bit, directions: Directions) -> Lit {
        let directions = if self.options.polarity { flip_if(directions, bit.is_negated()) } else { BOTH };
        let node = bit.node() as usize;
        if self.lits.len() < aig.len() {
            self.lits.resize(aig.len(), None);
            self.done.resize(aig.len(), 0);
        }
        if directions & !self.done[node] != 0 {
            self.work.push((bit.node(), directions));
        }
        let lit = *self.lits[node].get_or_insert_with(|| sat.new_var());
        lit.negate_if(bit.is_negated())
    }

    fn define(&mut self, aig: &Aig, sat: &mut dyn Sat, node: NodeId, directions: Directions) {
        let Some(lit) = self.lits[node as usize] else { return };
        if aig.gate(node).is_none() {
            // An input has no definition, and no second visit.
            self.done[node as usize] = BOTH;
            self.new_inputs.push(node);
            return;
        }
        if self.options.compounds
            && let Some(compound) = aig.compound(node)
        {
            match compound {
                Compound::Xor3(inputs) => self.define_xor3(aig, sat, lit, inputs, directions),
                Compound::Majority(inputs) => self.define_majority(aig, sat, lit, inputs, directions),
            }
        } else if let Some((s, t, e)) = aig.as_mux(node) {
            if t == !e {
                self.define_equal(aig, sat, lit, s, t, directions);
            } else {
                self.define_mux(aig, sat, lit, [s, t, e], directions);
            }
        } else {
            self.define_and(aig, sat, lit, node, directions);
        }
    }

    fn define_and(&mut self, aig: &Aig, sat: &mut dyn Sat, lit: Lit, node: NodeId, directions: Directions) {
        let leaves = self.and_leaves(aig, node);
        let lits: Vec<Lit> = leaves.iter().map(|&leaf| self.want(aig, sat, leaf, directions)).collect();
        if directions & DOWN != 0 {
            lits.iter().for_each(|&leaf| self.emit(sat, [!lit, leaf]));
        }
        if directions & UP != 0 {
            self.emit(sat, lits.iter().map(|&leaf| !leaf).chain([lit]));
        }
        self.leaves = leaves;
    }

    fn define_equal(&mut self, aig: &Aig, sat: &mut dyn Sat, lit: Lit, a: Bit, b: Bit, directions: Directions) {
        let (a, b) = (self.want(aig, sat, a, BOTH), self.want(aig, sat, b, BOTH));
        if directions & DOWN != 0 {
            self.emit(sat, [!lit, !a, b]);
            self.emit(sat, [!lit, a, !b]);
        }
        if directions & UP != 0 {
            self.emit(sat, [lit, a, b]);
            self.emit(sat, [lit, !a, !b]);
        }
    }

    fn define_mux(&mut self, aig: &Aig, sat: &mut dyn Sat, lit: Lit, mux: [Bit; 3], directions: Directions) {
        let s = self.want(aig, sat, mux[0], BOTH);
        let [t, e] = [mux[1], mux[2]].map(|branch| self.want(aig, sat, branch, directions));
        for (direction, flip) in [(DOWN, false), (UP, true)] {
            if directions & direction == 0 {
                continue;
            }
            let [lit, t, e] = [lit, t, e].map(|l| l.negate_if(flip));
            self.emit(sat, [!lit, !s, t]);
            self.emit(sat, [!lit, s, e]);
            if self.options.mux_implied {
                self.emit(sat, [!lit, t, e]);
            }
        }
    }

    fn define_xor3(&mut self, aig: &Aig, sat: &mut dyn Sat, lit: Lit, inputs: [Bit; 3], directions: Directions) {
        let inputs = inputs.map(|i| self.want(aig, sat, i, BOTH));
        for signs in 0..8u8 {
            let [a, b, c] = [0, 1, 2].map(|i| inputs[i].negate_if(signs >> i & 1 == 1));
            // Under the assignment that falsifies a, b and c, the sum is the parity of the negated ones.
            let sum = signs.count_ones() % 2 == 1;
            if directions & if sum { UP } else { DOWN } != 0 {
                self.emit(sat, [a, b, c, lit.negate_if(!sum)]);
            }
        }
    }

    fn define_majority(&mut self, aig: &Aig, sat: &mut dyn Sat, lit: Lit, inputs: [Bit; 3], directions: Directions) {
        let inputs = inputs.map(|i| self.want(aig, sat, i, directions));
        for (direction, flip) in [(DOWN, false), (UP, true)] {
            if directions & direction == 0 {
                continue;
            }
            let lit = lit.negate_if(flip);
            let [a, b, c] = inputs.map(|l| l.negate_if(flip));
            self.emit(sat, [!lit, a, b]);
            self.emit(sat, [!lit, a, c]);
            self.emit(sat, [!lit, b, c]);
        }
    }

    /// The fan-ins, if the clauses of this node are those of an and.
    fn plain_and(&self, aig: &Aig, node: NodeId) -> Option<[Bit; 2]> {
        let special = (self.options.compounds && aig.compound(node).is_some()) || aig.as_mux(node).is_some();
        if special { None } else { aig.gate(node) }
    }

    /// The leaves of the tree of ands at a node: inner nodes are plain ands that nothing else uses.
    fn and_leaves(&mut self, aig: &Aig, node: NodeId) -> Vec<Bit> {
        let mut leaves = std::mem::take(&mut self.leaves);
        leaves.clear();
        let mut open: Vec<Bit> = aig.gate(node).map(|g| g.to_vec()).unwrap_or_default();
        while let Some(bit) = open.pop() {
            let inner = !bit.is_negated() && aig.uses(bit.node()) == 1 && self.lit_of_node(bit.node()).is_none();
            match self.plain_and(aig, bit.node()) {
                Some(fanins) if inner => open.extend(fanins),
                _ => leaves.push(bit),
            }
        }
        leaves.sort_unstable();
        leaves.dedup();
        leaves
    }

    /// Adds a clause over literals of this encoding.
    pub fn emit(&mut self, sat: &mut dyn Sat, clause: impl IntoIterator<Item = Lit>) {
        self.clause.clear();
        self.clause.extend(clause);
        sat.add_clause(&self.clause);
        if let Some(log) = &mut self.log {
            log.push(self.clause.clone());
        }
    }
}

fn flip_if(directions: Directions, condition: bool) -> Directions {
    if condition { (directions & DOWN) << 1 | (directions & UP) >> 1 } else { directions }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aig::Simulation;
    use crate::sat::{Backend, Limits, SatResult};
    use pm_base::Random;

    const INPUTS: usize = 6;

    fn random_pool(random: &mut Random, aig: &mut Aig, size: usize) -> Vec<Bit> {
        let mut pool: Vec<Bit> = (0..INPUTS).map(|_| aig.input()).collect();
        for _ in 0..size {
            let mut pick = || random.pick(&pool).negate_if(random.flip());
            let (a, b, c) = (pick(), pick(), pick());
            let bit = match random.below(6) {
                0 | 1 => aig.and(a, b),
                2 => aig.xor(a, b),
                3 => aig.mux(a, b, c),
                4 => aig.xor3(a, b, c),
                _ => aig.majority(a, b, c),
            };
            pool.push(bit);
        }
        pool
    }

    fn value_under(aig: &Aig, bit: Bit, assignment: u32) -> bool {
        Simulation::default().value(aig, bit, &mut |node| assignment >> (node - 1) & 1 == 1)
    }

    /// Queries one after the other on one solver, each against enumeration.
    fn run(seed: u64, options: CnfOptions, backend: Backend) {
        let mut random = Random::new(seed);
        let mut aig = Aig::new();
        let mut sat = backend.create();
        let mut cnf = Cnf::new(options);
        let pool = random_pool(&mut random, &mut aig, 40);
        let mut asserted = Vec::new();
        for round in 0..12 {
            let mut pick = || random.pick(&pool).negate_if(random.flip());
            if round % 4 == 3 {
                let bit = pick();
                cnf.assert(&aig, &mut *sat, bit);
                asserted.push(bit);
            }
            let assumed = [pick(), pick()];
            let lits = assumed.map(|bit| cnf.implying(&aig, &mut *sat, bit));
            let wanted: Vec<Bit> = asserted.iter().chain(&assumed).copied().collect();
            let expected = (0..1 << INPUTS).any(|a| wanted.iter().all(|&bit| value_under(&aig, bit, a)));
            let answer = sat.solve(&lits, &Limits::default());
            assert_eq!(answer == SatResult::Sat, expected, "seed {seed} round {round}");
            if expected {
                let model = (0..INPUTS as u32).fold(0, |a, i| {
                    let lit = cnf.lit_of_node(i + 1);
                    a | u32::from(lit.is_some_and(|l| sat.value(l))) << i
                });
                assert!(wanted.iter().all(|&bit| value_under(&aig, bit, model)), "seed {seed} round {round}");
            }
        }
    }

    #[test]
    fn encodings_agree_with_enumeration() {
        for seed in 0..60 {
            for choice in 0..8u32 {
                let flag = |i: u32| choice >> i & 1 == 1;
                let options = CnfOptions { polarity: flag(0), compounds: flag(1), mux_implied: flag(2) };
                Backend::ALL.into_iter().for_each(|backend| run(seed, options, backend));
            }
        }
    }
}
