//! A finite transition relation in conjunctive normal form.
//!
//! Two kinds share the type. A *circuit* is functional and total: the next value of a latch is a literal of the current step, the
//! output of its gate; `definitions` give gates their values and `fanins` say what a gate needs. A *general* relation (DimSpec) has
//! variables of its own for the next state and clauses in `step` that tie them to the current one; there, `fanins` is absent.

use crate::clauses::Clauses;
use pm_solve::Lit;

/// A bit of the state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Latch {
    /// Its current value; a positive literal, each latch its own.
    pub now: Lit,
    /// Its value after the step.
    pub next: Lit,
    /// The value in the initial state, if it is fixed.
    pub init: Option<bool>,
}

#[derive(Clone, Debug, Default)]
pub struct Relation {
    /// Variables are 0 to `vars` - 1.
    pub vars: u32,
    pub latches: Vec<Latch>,
    /// What a trace should tell beside the state: inputs of a circuit.
    pub inputs: Vec<Lit>,
    /// What else holds in initial states; over latches and gates that depend on latches alone.
    pub init: Clauses,
    /// The gates: for each value of latches and inputs there is exactly one of the other variables that satisfies these.
    pub definitions: Clauses,
    /// What holds in every state of a path. In a circuit, clauses of one literal.
    pub state: Clauses,
    /// What holds between a state and the next.
    pub step: Clauses,
    /// Literals that are known to be true in every reachable state. In a circuit only.
    pub invariants: Vec<Lit>,
    /// Sets of states to be reached, each as clauses over the current step. In a circuit, clauses of one literal.
    pub bad: Vec<Clauses>,
    /// Present if this is a circuit.
    pub fanins: Option<Fanins>,
}

/// By variable: those that its definition mentions.
#[derive(Clone, Debug, Default)]
pub struct Fanins {
    vars: Vec<u32>,
    ends: Vec<u32>,
}

impl Fanins {
    /// From pairs of a variable and one that it needs.
    pub fn new(vars: u32, mut pairs: Vec<(u32, u32)>) -> Self {
        pairs.sort_unstable();
        pairs.dedup();
        let mut ends = vec![0u32; vars as usize];
        for &(var, _) in &pairs {
            ends[var as usize] += 1;
        }
        let mut sum = 0;
        for end in &mut ends {
            sum += *end;
            *end = sum;
        }
        Fanins { vars: pairs.into_iter().map(|(_, fanin)| fanin).collect(), ends }
    }

    /// By variable: its place when those that need nothing come first, in their order, and each of the others behind what it needs.
    pub fn ranks(&self, vars: u32) -> Vec<u32> {
        const OPEN: u32 = u32::MAX;
        let mut ranks = vec![OPEN; vars as usize];
        let mut rank = 0;
        let mut take = |ranks: &mut Vec<u32>, var: u32| {
            ranks[var as usize] = rank;
            rank += 1;
        };
        (0..vars).filter(|&v| self.of(v).is_empty()).for_each(|v| take(&mut ranks, v));
        let mut open: Vec<u32> = (0..vars).rev().collect();
        while let Some(&var) = open.last() {
            let before = open.len();
            if ranks[var as usize] == OPEN {
                open.extend(self.of(var).iter().filter(|&&f| ranks[f as usize] == OPEN));
            }
            if open.len() == before {
                open.pop();
                if ranks[var as usize] == OPEN {
                    take(&mut ranks, var);
                }
            }
        }
        ranks
    }

    pub fn of(&self, var: u32) -> &[u32] {
        let start = if var == 0 { 0 } else { self.ends[var as usize - 1] };
        &self.vars[start as usize..self.ends[var as usize] as usize]
    }
}
