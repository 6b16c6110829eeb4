//! The relation as the engine wants it: indexed by variable.

use crate::code::Code;
use crate::relation::{Fanins, Relation};
use crate::solver::{ALWAYS, INIT, STATE, Solver};
use rustc_hash::FxHashSet;

pub(super) struct System {
    /// By variable: the next value, for latches.
    next: Vec<Option<Code>>,
    /// By variable: the fixed initial value.
    init: Vec<Option<bool>>,
    /// Initial states are a cube, the fixed initial values.
    pub(super) init_is_cube: bool,
    /// Variables of the initial conditions.
    pub(super) init_vars: Vec<u32>,
    pub(super) fanins: Option<Fanins>,
    /// Constraints of a circuit.
    pub(super) constraints: Vec<Code>,
    /// Literals that are known to hold, with the latches they depend on: no question needs them, but they help where the
    /// question is about these latches.
    pub(super) invariants: Vec<(Code, Vec<u32>)>,
    /// In a general relation: activates the clauses between a state and the next.
    pub(super) step: Option<Code>,
    /// By bad set: a literal that implies it, in a circuit is equivalent to it.
    pub(super) bad: Vec<Code>,
    /// In a general relation: what may be asked about a state alone.
    pub(super) state_vars: Vec<u32>,
}

impl System {
    pub(super) fn new(relation: &Relation) -> Self {
        let vars = relation.vars as usize;
        let mut next = vec![None; vars];
        let mut init = vec![None; vars];
        for latch in &relation.latches {
            let var = latch.now.var() as usize;
            next[var] = Some(Code::of(latch.next));
            init[var] = latch.init;
        }
        let mut system = System {
            next,
            init,
            init_is_cube: relation.init.is_empty(),
            init_vars: relation.init.literals().iter().map(|l| l.var()).collect(),
            fanins: relation.fanins.clone(),
            constraints: Vec::new(),
            invariants: Vec::new(),
            step: None,
            bad: Vec::new(),
            state_vars: Vec::new(),
        };
        if system.fanins.is_some() {
            system.constraints = relation.state.literals().iter().map(|&l| Code::of(l)).collect();
            system.bad = relation.bad.iter().map(|b| Code::of(b.get(0)[0])).collect();
            system.invariants = relation.invariants.iter().map(|&l| (Code::of(l), system.support(l.var()))).collect();
        } else {
            system.add_activations(relation);
        }
        system
    }

    fn add_activations(&mut self, relation: &Relation) {
        let mut fresh = relation.vars;
        let mut activation = || {
            fresh += 1;
            Code::new(fresh - 1, false)
        };
        self.step = Some(activation());
        self.bad = relation.bad.iter().map(|_| activation()).collect();
        let mut is_next = vec![false; relation.vars as usize];
        for latch in &relation.latches {
            is_next[latch.next.var() as usize] = true;
        }
        self.state_vars = (0..fresh).filter(|&v| !is_next.get(v as usize).copied().unwrap_or(false)).collect();
        self.next.resize(fresh as usize, None);
        self.init.resize(fresh as usize, None);
    }

    /// The latches that a variable depends on in its step.
    fn support(&self, var: u32) -> Vec<u32> {
        let Some(fanins) = &self.fanins else { return Vec::new() };
        let mut seen: FxHashSet<u32> = FxHashSet::default();
        let mut open = vec![var];
        let mut latches = Vec::new();
        while let Some(var) = open.pop() {
            if seen.insert(var) {
                open.extend_from_slice(fanins.of(var));
                latches.extend(self.is_latch(var as usize).then_some(var));
            }
        }
        latches
    }

    /// A solver with all of the relation.
    pub(super) fn load(&self, relation: &Relation) -> Solver {
        let mut solver = Solver::new(self.next.len());
        let mut codes = Vec::new();
        let mut load = |clause: &[pm_solve::Lit], unless: Option<Code>, tag| {
            codes.clear();
            codes.extend(clause.iter().map(|&l| Code::of(l)).chain(unless));
            solver.load(&codes, tag);
        };
        relation.definitions.iter().for_each(|c| load(c, None, ALWAYS));
        if let Some(step) = self.step {
            // Nothing is lifted by the solver here, so that what holds in every state always holds.
            relation.state.iter().for_each(|c| load(c, None, ALWAYS));
            relation.step.iter().for_each(|c| load(c, Some(!step), ALWAYS));
            for (clauses, &active) in relation.bad.iter().zip(&self.bad) {
                clauses.iter().for_each(|c| load(c, Some(!active), ALWAYS));
            }
        } else {
            relation.state.iter().for_each(|c| load(c, None, STATE));
            relation.invariants.iter().for_each(|&l| load(&[l], None, STATE));
        }
        for latch in &relation.latches {
            if let Some(value) = latch.init {
                load(&[latch.now.negate_if(!value)], None, INIT);
            }
        }
        relation.init.iter().for_each(|c| load(c, None, INIT));
        if let Some(fanins) = &self.fanins {
            let is_gate = |v: &u32| !self.is_latch(*v as usize) && !fanins.of(*v).is_empty();
            (0..relation.vars).filter(is_gate).for_each(|v| solver.set_gate(v));
        }
        solver
    }

    pub(super) fn is_latch(&self, var: usize) -> bool {
        self.next[var].is_some()
    }

    /// The literal of the next state.
    pub(super) fn prime(&self, lit: Code) -> Code {
        self.next[lit.var()].unwrap_or(lit).negate_if(lit.is_negated())
    }

    /// Whether the literal is false in all initial states because of a fixed value.
    pub(super) fn is_never_initial(&self, lit: Code) -> bool {
        self.init[lit.var()].is_some_and(|value| value == lit.is_negated())
    }
}
