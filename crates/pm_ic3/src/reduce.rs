//! A smaller circuit with the same reachable states: latches that are always constant or equal to others go.
//!
//! Candidates come from simulation: latches that agreed (or always differed) in all states seen. The largest set of
//! correspondences that is inductive by itself is what stays when those that a model breaks are dropped (van Eijk 1998). The claim is not
//! believed: the correspondences are clauses of the invariant that is checked on the circuit as it was. Latches that what is bad does not depend on take no part: one of them would otherwise
//! stand for some that it does depend on, and what is found of it could not be said of these.

use crate::circuit::{Circuit, CircuitLatch, Recorder};
use crate::clauses::Clauses;
use pm_base::Random;
use pm_solve::aig::{Aig, Bit, Compound, NodeId};
use pm_solve::cnf::Cnf;
use pm_solve::{Backend, CnfOptions, Limit, Limits, Lit, Sat, SatResult};
use rustc_hash::FxHashMap;

/// Steps of the first simulation, and of one that a model starts.
const STEPS: [usize; 2] = [64, 8];

/// The circuit without the latches that others stand for.
pub struct Reduced {
    pub aig: Aig,
    pub latches: Vec<CircuitLatch>,
    pub constraints: Vec<Bit>,
    pub invariants: Vec<Bit>,
    pub bad: Vec<Bit>,
    /// By latch: its index in the circuit as it was.
    pub kept: Vec<usize>,
    /// By input of the graph that is no latch: its node in the graph as it was.
    pub inputs: FxHashMap<NodeId, NodeId>,
    /// By latch of the circuit as it was: what stands for it.
    pub stands_for: Vec<Same>,
}

/// What a latch is equal to in all reachable states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Same {
    Itself,
    Constant(bool),
    /// Another latch, or its negation.
    Latch(usize, bool),
}

impl Reduced {
    pub fn circuit(&self) -> Circuit<'_> {
        Circuit {
            aig: &self.aig,
            latches: &self.latches,
            init: &[],
            constraints: &self.constraints,
            invariants: &self.invariants,
            bad: &self.bad,
        }
    }

    /// The correspondences as clauses over literals of latches; those without a literal are left out.
    pub fn clauses(&self, lit: &dyn Fn(usize) -> Option<Lit>) -> Clauses {
        let mut out = Clauses::default();
        for (index, same) in self.stands_for.iter().enumerate() {
            let Some(own) = lit(index) else { continue };
            match *same {
                Same::Itself => {}
                Same::Constant(value) => out.push([own.negate_if(!value)]),
                Same::Latch(other, negated) => {
                    let Some(other) = lit(other) else { continue };
                    let other = other.negate_if(negated);
                    out.push([own, !other]);
                    out.push([!own, other]);
                }
            }
        }
        out
    }
}

/// Finds correspondences and applies them. Latches are in the order of their nodes, and nothing holds initially but their values.
pub fn reduce(circuit: &Circuit, limits: &Limits) -> Result<Reduced, Limit> {
    if !circuit.latches.is_sorted_by_key(|l| l.now.node()) || !circuit.init.is_empty() {
        return Err(Limit::Unsupported);
    }
    let mut classes = Classes::new(circuit);
    classes.simulate_from_init(limits)?;
    classes.prove(limits)?;
    Ok(rebuild(circuit, classes.result()))
}

/// The circuit without correspondences, only what the bad bits and constraints depend on.
pub fn cone_only(circuit: &Circuit) -> Reduced {
    rebuild(circuit, vec![Same::Itself; circuit.latches.len()])
}

struct Classes<'a> {
    circuit: &'a Circuit<'a>,
    /// By latch: the class. Members of class 0 keep their initial values. In any class, all have left them or none has.
    class: Vec<usize>,
    random: Random,
}

impl<'a> Classes<'a> {
    fn new(circuit: &'a Circuit<'a>) -> Self {
        let needed = needed(circuit, &vec![Same::Itself; circuit.latches.len()], &latches_by_node(circuit));
        // A latch without an initial value is alone, and so is one that does not matter.
        let is_alone = |l: &CircuitLatch| l.init.is_none() || !needed[l.now.node() as usize];
        let class = circuit.latches.iter().enumerate().map(|(i, l)| if is_alone(l) { i + 1 } else { 0 });
        Classes { circuit, class: class.collect(), random: Random::new(0) }
    }

    fn simulate_from_init(&mut self, limits: &Limits) -> Result<(), Limit> {
        let state: Vec<u64> = self.circuit.latches.iter().map(|l| all(l.init == Some(true))).collect();
        self.simulate(state, STEPS[0], limits)
    }

    /// Follows 64 executions from a state; what they tell apart is told apart.
    fn simulate(&mut self, mut state: Vec<u64>, steps: usize, limits: &Limits) -> Result<(), Limit> {
        let aig = self.circuit.aig;
        let mut words = vec![0u64; aig.len()];
        for _ in 0..steps {
            limits.exceeded().map_or(Ok(()), Err)?;
            // Latches are in the order of their nodes.
            let mut latches = self.circuit.latches.iter().map(|l| l.now.node() as usize).zip(&state).peekable();
            for node in 1..aig.len() {
                words[node] = match aig.gate(node as NodeId) {
                    Some([a, b]) => word(&words, a) & word(&words, b),
                    None => self.random.draw(),
                };
                if let Some((_, value)) = latches.next_if(|(latch, _)| *latch == node) {
                    words[node] = *value;
                }
            }
            state = self.circuit.latches.iter().map(|l| word(&words, l.next)).collect();
            self.refine(&state);
        }
        Ok(())
    }

    /// Latches that have and have not left their initial values in the same states stay together.
    fn refine(&mut self, state: &[u64]) {
        let mut classes: FxHashMap<(usize, u64), usize> = FxHashMap::default();
        classes.insert((0, 0), 0);
        for (index, latch) in self.circuit.latches.iter().enumerate() {
            let left = state[index] ^ all(latch.init == Some(true));
            let fresh = classes.len();
            self.class[index] = *classes.entry((self.class[index], left)).or_insert(fresh);
        }
    }

    /// Drops correspondences until all are kept by each step.
    fn prove(&mut self, limits: &Limits) -> Result<(), Limit> {
        let mut step = Step::new(self.circuit);
        while let Some(state) = step.broken(self.circuit, &self.leaders(), limits)? {
            let before = self.class.iter().max().copied();
            self.refine(&state.iter().map(|&v| all(v)).collect::<Vec<_>>());
            if self.class.iter().max().copied() == before {
                return Err(Limit::Solver);
            }
            self.simulate(state.iter().map(|&v| all(v)).collect(), STEPS[1], limits)?;
        }
        Ok(())
    }

    /// By latch: the first of its class; `None` where it keeps its initial value.
    fn leaders(&self) -> Vec<Option<usize>> {
        let mut first: FxHashMap<usize, usize> = FxHashMap::default();
        let leader = |(index, &class): (usize, &usize)| (class != 0).then(|| *first.entry(class).or_insert(index));
        self.class.iter().enumerate().map(leader).collect()
    }

    fn result(&self) -> Vec<Same> {
        let init = |i: usize| self.circuit.latches[i].init == Some(true);
        let same = |(index, leader): (usize, Option<usize>)| match leader {
            None => Same::Constant(init(index)),
            Some(leader) if leader == index => Same::Itself,
            Some(leader) => Same::Latch(leader, init(index) != init(leader)),
        };
        self.leaders().into_iter().enumerate().map(same).collect()
    }
}

fn all(value: bool) -> u64 {
    if value { u64::MAX } else { 0 }
}

fn word(words: &[u64], bit: Bit) -> u64 {
    words[bit.node() as usize] ^ all(bit.is_negated())
}

/// One step of the circuit in a solver.
struct Step {
    sat: Box<dyn Sat>,
    now: Vec<Lit>,
    next: Vec<Lit>,
}

impl Step {
    fn new(circuit: &Circuit) -> Step {
        let mut cnf = Cnf::new(CnfOptions { polarity: false, ..CnfOptions::default() });
        let mut out = Recorder::default();
        let mut lit = |bit: Bit| cnf.equivalent(circuit.aig, &mut out, bit);
        let now = circuit.latches.iter().map(|l| lit(l.now)).collect();
        let next = circuit.latches.iter().map(|l| lit(l.next)).collect();
        let constraints: Vec<Lit> = circuit.constraints.iter().chain(circuit.invariants).map(|&c| lit(c)).collect();
        let mut sat = Backend::CaDiCaL.create();
        for _ in 0..out.vars {
            sat.new_var();
        }
        out.clauses.iter().for_each(|c| sat.add_clause(c));
        constraints.iter().for_each(|&c| sat.add_clause(&[c]));
        Step { sat, now, next }
    }

    /// A state after a step, from one in which all correspondences hold, in which not all do.
    fn broken(
        &mut self,
        circuit: &Circuit,
        leaders: &[Option<usize>],
        limits: &Limits,
    ) -> Result<Option<Vec<bool>>, Limit> {
        let active = self.sat.new_var();
        let mut some = vec![!active];
        let init = |i: usize| circuit.latches[i].init == Some(true);
        for (index, leader) in leaders.iter().enumerate() {
            let own = |lits: &[Lit]| lits[index].negate_if(init(index));
            match *leader {
                None => {
                    self.sat.add_clause(&[!active, !own(&self.now)]);
                    some.push(own(&self.next));
                }
                Some(leader) if leader == index => {}
                Some(leader) => {
                    let other = |lits: &[Lit]| lits[leader].negate_if(init(leader));
                    let (a, b) = (own(&self.now), other(&self.now));
                    self.sat.add_clause(&[!active, a, !b]);
                    self.sat.add_clause(&[!active, !a, b]);
                    let differ = self.sat.new_var();
                    let (a, b) = (own(&self.next), other(&self.next));
                    self.sat.add_clause(&[!differ, a, b]);
                    self.sat.add_clause(&[!differ, !a, !b]);
                    some.push(differ);
                }
            }
        }
        self.sat.add_clause(&some);
        match self.sat.solve(&[active], limits) {
            SatResult::Unsat => Ok(None),
            SatResult::Unknown(limit) => Err(limit),
            SatResult::Sat => {
                let next = std::mem::take(&mut self.next);
                let state = next.iter().map(|&l| self.sat.value(l)).collect();
                self.next = next;
                self.sat.add_clause(&[!active]);
                Ok(Some(state))
            }
        }
    }
}

/// The circuit with correspondences applied; only what the bad bits and constraints depend on.
fn rebuild(circuit: &Circuit, stands_for: Vec<Same>) -> Reduced {
    let old = circuit.aig;
    let latch_of = latches_by_node(circuit);
    let needed = needed(circuit, &stands_for, &latch_of);
    let mut aig = Aig::new();
    let mut bits = vec![Bit::FALSE; old.len()];
    let mut inputs = FxHashMap::default();
    for node in (1..old.len() as NodeId).filter(|&n| needed[n as usize]) {
        let value = |bits: &[Bit], bit: Bit| bits[bit.node() as usize].negate_if(bit.is_negated());
        bits[node as usize] = match (old.gate(node), latch_of.get(&node)) {
            (Some([a, b]), _) => match old.compound(node) {
                Some(Compound::Xor3([x, y, z])) => {
                    let [x, y, z] = [x, y, z].map(|bit| value(&bits, bit));
                    aig.xor3(x, y, z)
                }
                Some(Compound::Majority([x, y, z])) => {
                    let [x, y, z] = [x, y, z].map(|bit| value(&bits, bit));
                    aig.majority(x, y, z)
                }
                None => {
                    let (a, b) = (value(&bits, a), value(&bits, b));
                    aig.and(a, b)
                }
            },
            (None, Some(&latch)) => match stands_for[latch] {
                Same::Itself => aig.input(),
                Same::Constant(constant) => Bit::constant(constant),
                // The first of a class comes first in the graph, too.
                Same::Latch(leader, negated) => value(&bits, circuit.latches[leader].now).negate_if(negated),
            },
            (None, None) => {
                let input = aig.input();
                inputs.insert(input.node(), node);
                input
            }
        };
    }
    let value = |bit: Bit| bits[bit.node() as usize].negate_if(bit.is_negated());
    let is_kept = |&i: &usize| stands_for[i] == Same::Itself && needed[circuit.latches[i].now.node() as usize];
    let kept: Vec<usize> = (0..circuit.latches.len()).filter(is_kept).collect();
    let latch = |&i: &usize| {
        let latch = &circuit.latches[i];
        CircuitLatch { now: value(latch.now), next: value(latch.next), init: latch.init }
    };
    Reduced {
        latches: kept.iter().map(latch).collect(),
        constraints: circuit.constraints.iter().map(|&b| value(b)).collect(),
        invariants: circuit.invariants.iter().map(|&b| value(b)).collect(),
        bad: circuit.bad.iter().map(|&b| value(b)).collect(),
        kept,
        inputs,
        stands_for,
        aig,
    }
}

fn latches_by_node(circuit: &Circuit) -> FxHashMap<NodeId, usize> {
    circuit.latches.iter().enumerate().map(|(i, l)| (l.now.node(), i)).collect()
}

/// The nodes that matter when correspondences are applied.
fn needed(circuit: &Circuit, stands_for: &[Same], latch_of: &FxHashMap<NodeId, usize>) -> Vec<bool> {
    let mut needed = vec![false; circuit.aig.len()];
    let roots = circuit.bad.iter().chain(circuit.constraints).chain(circuit.invariants);
    let mut open: Vec<NodeId> = roots.map(|b| b.node()).collect();
    while let Some(node) = open.pop() {
        if std::mem::replace(&mut needed[node as usize], true) {
            continue;
        }
        match (circuit.aig.gate(node), latch_of.get(&node)) {
            (Some(fanins), _) => {
                open.extend(fanins.map(Bit::node));
                match circuit.aig.compound(node) {
                    Some(Compound::Xor3(args) | Compound::Majority(args)) => open.extend(args.map(Bit::node)),
                    None => {}
                }
            }
            (None, Some(&latch)) => match stands_for[latch] {
                Same::Itself => open.push(circuit.latches[latch].next.node()),
                Same::Constant(_) => {}
                Same::Latch(leader, _) => open.push(circuit.latches[leader].now.node()),
            },
            (None, None) => {}
        }
    }
    needed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ic3, Ic3Options, Outcome, Relation, check_invariant};
    use pm_base::Random;

    /// Latches of which some copy others, some are negated copies and some never change.
    fn random_circuit(random: &mut Random) -> (Aig, Vec<CircuitLatch>, Vec<Bit>) {
        let mut aig = Aig::new();
        let now: Vec<Bit> = (0..9).map(|_| aig.input()).collect();
        let mut pool = now.clone();
        pool.extend((0..2).map(|_| aig.input()));
        for _ in 0..12 {
            let mut pick = || random.pick(&pool).negate_if(random.flip());
            let (a, b, c) = (pick(), pick(), pick());
            let gate = if random.flip() { aig.xor3(a, b, c) } else { aig.majority(a, b, c) };
            pool.push(gate);
        }
        let mut latches: Vec<CircuitLatch> = Vec::new();
        for (i, &now) in now.iter().enumerate() {
            let next = random.pick(&pool);
            let (next, init) = match random.below(4) {
                0 if i > 0 => (latches[i - 1].next, latches[i - 1].init == Some(true)),
                1 if i > 0 => (!latches[i - 1].next, latches[i - 1].init != Some(true)),
                2 => (now, random.flip()),
                _ => (next, random.flip()),
            };
            latches.push(CircuitLatch { now, next, init: Some(init) });
        }
        let bad = (0..2).map(|_| aig.and(pool[random.below(9) as usize], pool[11 + random.below(12) as usize]));
        let bad = bad.collect();
        (aig, latches, bad)
    }

    #[test]
    fn correspondences_are_invariants_and_verdicts_stay() {
        let mut gone = 0;
        for seed in 0..200 {
            let (aig, latches, bad) = random_circuit(&mut Random::new(seed));
            let whole =
                Circuit { aig: &aig, latches: &latches, init: &[], constraints: &[], invariants: &[], bad: &bad };
            let reduced = reduce(&whole, &Limits::default()).unwrap();
            gone += latches.len() - reduced.latches.len();
            let (relation, map) = Relation::from_circuit(&whole);
            let lit = |latch| map.latches.iter().position(|&l| l == latch).map(|i| relation.latches[i].now);
            let clauses = reduced.clauses(&lit);
            assert_eq!(check_invariant(&relation, &clauses, &[], Backend::CaDiCaL, &Limits::default()), Ok(()));
            let (small, _) = Relation::from_circuit(&reduced.circuit());
            for index in 0..bad.len() {
                let is_safe = |r: &Relation| {
                    matches!(Ic3::new(r, Ic3Options::default()).solve(&[index], &Limits::default()), Outcome::Safe(_))
                };
                assert_eq!(is_safe(&relation), is_safe(&small), "seed {seed}");
            }
        }
        assert!(gone > 500, "{gone}");
    }

    /// Three latches that are always equal, of which what is bad depends on the last two: the first does not stand for them.
    #[test]
    fn what_does_not_matter_stands_for_nothing() {
        let mut aig = Aig::new();
        let now: Vec<Bit> = (0..3).map(|_| aig.input()).collect();
        let (input, never) = (aig.input(), Bit::FALSE);
        let latches: Vec<CircuitLatch> =
            now.iter().map(|&now| CircuitLatch { now, next: input, init: Some(false) }).collect();
        let bad = [aig.xor3(now[1], now[2], never)];
        let whole = Circuit { aig: &aig, latches: &latches, init: &[], constraints: &[], invariants: &[], bad: &bad };
        let reduced = reduce(&whole, &Limits::default()).unwrap();
        assert_eq!(reduced.stands_for, [Same::Itself, Same::Itself, Same::Latch(1, false)]);
        assert_eq!(reduced.bad, [never]);
        let (relation, map) = Relation::from_circuit(&whole);
        let lit = |latch| map.latches.iter().position(|&l| l == latch).map(|i| relation.latches[i].now);
        let clauses = reduced.clauses(&lit);
        assert_eq!(check_invariant(&relation, &clauses, &[0], Backend::CaDiCaL, &Limits::default()), Ok(()));
    }
}
