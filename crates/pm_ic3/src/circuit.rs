//! From a sequential circuit to a relation: the cone of the bad bits, as clauses.

use crate::clauses::Clauses;
use crate::relation::{Fanins, Latch, Relation};
use pm_solve::aig::{Aig, Bit, NodeId};
use pm_solve::cnf::Cnf;
use pm_solve::{CnfOptions, Limits, Lit, Sat, SatResult, SatStats};

/// A latch of a circuit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CircuitLatch {
    /// An input of the graph that stands for the current value.
    pub now: Bit,
    pub next: Bit,
    pub init: Option<bool>,
}

/// A sequential circuit. Inputs of the graph that are no latch are inputs of each step.
pub struct Circuit<'a> {
    pub aig: &'a Aig,
    pub latches: &'a [CircuitLatch],
    /// What else holds initially; does not depend on inputs.
    pub init: &'a [Bit],
    /// What holds in every step.
    pub constraints: &'a [Bit],
    /// What is known to be true in every reachable state.
    pub invariants: &'a [Bit],
    pub bad: &'a [Bit],
}

/// What became of the circuit's parts.
#[derive(Clone, Debug, Default)]
pub struct CircuitMap {
    /// By latch of the relation: its index in the circuit.
    pub latches: Vec<usize>,
    /// By input of the relation: its node.
    pub inputs: Vec<NodeId>,
}

impl Relation {
    /// The relation of the latches that bad bits, constraints and initial conditions depend on.
    pub fn from_circuit(circuit: &Circuit) -> (Relation, CircuitMap) {
        let cone = Cone::new(circuit);
        let aig = circuit.aig;
        let mut out = Recorder::default();
        let mut cnf = Cnf::new(CnfOptions { polarity: false, ..CnfOptions::default() });
        let mut relation = Relation::default();
        let mut map = CircuitMap::default();
        let mut lit = |out: &mut Recorder, bit: Bit| cnf.equivalent(aig, out, bit);
        // Latches and inputs come first, so that their variables are together.
        for index in cone.latches {
            let latch = &circuit.latches[index];
            let now = lit(&mut out, latch.now);
            relation.latches.push(Latch { now, next: now, init: latch.init });
            map.latches.push(index);
        }
        for node in cone.inputs {
            relation.inputs.push(lit(&mut out, Bit::of_node(node)));
            map.inputs.push(node);
        }
        for (latch, &index) in relation.latches.iter_mut().zip(&map.latches) {
            latch.next = lit(&mut out, circuit.latches[index].next);
        }
        relation.state = circuit.constraints.iter().map(|&bit| [lit(&mut out, bit)]).collect();
        let open = circuit.invariants.iter().filter(|bit| !bit.is_constant());
        relation.invariants = open.map(|&bit| lit(&mut out, bit)).collect();
        relation.init = circuit.init.iter().map(|&bit| [lit(&mut out, bit)]).collect();
        relation.bad = circuit.bad.iter().map(|&bit| Clauses::from_iter([[lit(&mut out, bit)]])).collect();
        relation.vars = out.vars;
        relation.fanins = Some(fanins(aig, &cnf, &out));
        relation.definitions = out.clauses;
        (relation, map)
    }
}

/// Each clause defines the variable of its latest node in terms of the others.
fn fanins(aig: &Aig, cnf: &Cnf, out: &Recorder) -> Fanins {
    let mut node_of = vec![0; out.vars as usize];
    for node in 0..aig.len() as NodeId {
        if let Some(lit) = cnf.lit_of_node(node) {
            node_of[lit.var() as usize] = node;
        }
    }
    let mut pairs = Vec::new();
    for clause in out.clauses.iter() {
        let Some(defined) = clause.iter().map(|l| l.var()).max_by_key(|&v| node_of[v as usize]) else { continue };
        pairs.extend(clause.iter().map(|l| l.var()).filter(|&v| v != defined).map(|v| (defined, v)));
    }
    Fanins::new(out.vars, pairs)
}

/// Latches and inputs that matter, in the circuit's order.
struct Cone {
    latches: Vec<usize>,
    inputs: Vec<NodeId>,
}

impl Cone {
    fn new(circuit: &Circuit) -> Cone {
        let mut latch_of = vec![None; circuit.aig.len()];
        for (index, latch) in circuit.latches.iter().enumerate() {
            latch_of[latch.now.node() as usize] = Some(index);
        }
        let mut seen = vec![false; circuit.aig.len()];
        // The constant is no input.
        seen[0] = true;
        let roots = circuit.bad.iter().chain(circuit.constraints).chain(circuit.init).chain(circuit.invariants);
        let mut open: Vec<NodeId> = roots.map(|b| b.node()).collect();
        while let Some(node) = open.pop() {
            if std::mem::replace(&mut seen[node as usize], true) {
                continue;
            }
            match (circuit.aig.gate(node), latch_of[node as usize]) {
                (Some(fanins), _) => open.extend(fanins.map(Bit::node)),
                (None, Some(index)) => open.push(circuit.latches[index].next.node()),
                (None, None) => {}
            }
        }
        let latches = (0..circuit.latches.len()).filter(|&i| seen[circuit.latches[i].now.node() as usize]).collect();
        let is_input = |&node: &NodeId| {
            node != 0 && seen[node as usize] && circuit.aig.gate(node).is_none() && latch_of[node as usize].is_none()
        };
        Cone { latches, inputs: (0..circuit.aig.len() as NodeId).filter(is_input).collect() }
    }
}

/// Takes the clauses of an encoding and answers nothing.
#[derive(Default)]
pub(crate) struct Recorder {
    pub(crate) vars: u32,
    pub(crate) clauses: Clauses,
}

impl Sat for Recorder {
    fn name(&self) -> &'static str {
        "recorder"
    }
    fn new_var(&mut self) -> Lit {
        self.vars += 1;
        Lit::from_dimacs(i32::try_from(self.vars).expect("fewer than 2^31 gates")).expect("not zero")
    }
    fn add_clause(&mut self, clause: &[Lit]) {
        self.clauses.push(clause.iter().copied());
    }
    fn constrain(&mut self, clause: &[Lit]) {
        self.add_clause(clause);
    }
    fn solve(&mut self, _assumptions: &[Lit], _limits: &Limits) -> SatResult {
        SatResult::Unknown(pm_solve::Limit::Unsupported)
    }
    fn value(&mut self, _lit: Lit) -> bool {
        false
    }
    fn failed(&mut self, _lit: Lit) -> bool {
        false
    }
    fn prefer(&mut self, _lit: Lit) {}
    fn stats(&self) -> SatStats {
        SatStats { vars: u64::from(self.vars), clauses: self.clauses.len() as u64, ..SatStats::default() }
    }
}
