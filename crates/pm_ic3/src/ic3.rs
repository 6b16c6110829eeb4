//! IC3, or property directed reachability (Bradley 2011; Een, Mishchenko, Brayton 2011).
//!
//! Frame i is a set of states that contains all those reachable in at most i steps. A bad state in the highest frame becomes an
//! obligation (`block.rs`): either a predecessor shows up, an obligation one frame below, or the state is excluded by a lemma that
//! is made as strong as it can be (`generalise.rs`). When the highest frame has no bad state, a new one is opened and lemmas are
//! pushed (`propagate.rs`); a frame that loses all its lemmas this way equals the next one, which is then an invariant.
//!
//! Lemmas do not depend on the bad sets, so the frames are kept from one call of [`Ic3::solve`] to the next.

mod block;
mod deterministic;
mod frames;
mod generalise;
mod lift;
mod path;
mod propagate;
mod query;
mod shrink;
mod system;

use crate::clauses::Clauses;
use crate::code::Code;
use crate::relation::Relation;
use crate::solver::{STATE, Solver};
use crate::trace::Trace;
use block::Obligations;
use frames::Frames;
use pm_solve::{Limit, Limits, Lit};
use query::Marks;
use system::System;

/// Literals over the current values of latches, all true.
type Cube = Vec<Code>;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ic3Options {
    /// How deep counterexamples to generalisation are blocked; 0 drops literals only (Hassan, Bradley, Somenzi 2013).
    pub ctg_depth: u32,
    /// How many of them for one literal.
    pub max_ctgs: u32,
}

impl Default for Ic3Options {
    fn default() -> Self {
        Ic3Options { ctg_depth: 1, max_ctgs: 3 }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Clauses over the current values of latches that hold initially, are kept by each step, and exclude the bad sets.
    Safe(Clauses),
    Unsafe(Trace),
    Unknown(Limit),
}

#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Ic3Stats {
    pub frames: usize,
    pub lemmas: usize,
    pub questions: u64,
    pub conflicts: u64,
    pub propagations: u64,
}

pub struct Ic3<'a> {
    relation: &'a Relation,
    options: Ic3Options,
    system: System,
    solver: Solver,
    frames: Frames,
    obligations: Obligations,
    /// Clauses that were given as invariants.
    invariants: Clauses,
    /// By variable: how often lemmas mention it, lately.
    activity: Vec<f64>,
    increment: f64,
    /// The cone that the last question was about.
    domain: Vec<u32>,
    marks: Marks,
    limits: Limits,
}

impl<'a> Ic3<'a> {
    pub fn new(relation: &'a Relation, options: Ic3Options) -> Self {
        let system = System::new(relation);
        let solver = system.load(relation);
        let marks = Marks::new(solver.vars());
        Ic3 {
            relation,
            options,
            activity: vec![0.0; solver.vars()],
            system,
            solver,
            frames: Frames::new(),
            obligations: Obligations::default(),
            invariants: Clauses::default(),
            increment: 1.0,
            domain: Vec::new(),
            marks,
            limits: Limits::default(),
        }
    }

    /// Takes clauses for granted that are known to be invariants; they become part of each invariant that is found.
    pub fn assume_invariants(&mut self, clauses: &Clauses) {
        for clause in clauses.iter() {
            let codes: Vec<Code> = clause.iter().map(|&l| Code::of(l)).collect();
            self.solver.load(&codes, STATE);
            self.invariants.push(clause.iter().copied());
        }
    }

    /// Starts from clauses that may be useful, such as the lemmas of another property: those that hold initially and after one step
    /// enter the first frame.
    pub fn start_from(&mut self, clauses: &Clauses, limits: &Limits) -> Result<usize, Limit> {
        self.limits = limits.clone();
        let mut taken = 0;
        for clause in clauses.iter() {
            if clause.iter().any(|&l| !self.system.is_latch(Code::of(l).var())) {
                continue;
            }
            let mut cube: Cube = clause.iter().map(|&l| !Code::of(l)).collect();
            cube.sort_unstable();
            if !self.intersects_init(&cube)? && self.is_inductive(&cube, 1)?.is_some() {
                self.add_lemma(cube, 1);
                taken += 1;
            }
        }
        Ok(taken)
    }

    /// The lemmas of all frames, to start another run from.
    pub fn lemmas(&self) -> Clauses {
        self.frames.cubes_from(1).map(negation).collect()
    }

    pub fn stats(&self) -> Ic3Stats {
        let stats = self.solver.stats;
        Ic3Stats {
            frames: self.frames.len() - 1,
            lemmas: self.frames.cubes_from(1).count(),
            questions: stats.questions,
            conflicts: stats.conflicts,
            propagations: stats.propagations,
        }
    }

    /// Whether one of the bad sets is reachable. May be called again, with other sets or limits.
    pub fn solve(&mut self, bad: &[usize], limits: &Limits) -> Outcome {
        self.limits = limits.clone();
        match self.run(bad) {
            Ok(outcome) => outcome,
            Err(limit) => Outcome::Unknown(limit),
        }
    }

    fn run(&mut self, bad: &[usize]) -> Result<Outcome, Limit> {
        self.obligations.clear();
        if let Some(outcome) = self.follow(bad)? {
            return Ok(outcome);
        }
        if let Some((index, cube)) = self.bad_cube(0, bad)? {
            return self.unsafe_outcome(vec![cube], index);
        }
        loop {
            if let Some(limit) = self.limits.exceeded() {
                return Err(limit);
            }
            let top = self.frames.len() - 1;
            while let Some((index, cube)) = self.bad_cube(top, bad)? {
                if let Some(path) = self.block(cube, top)? {
                    return self.unsafe_outcome(path, index);
                }
            }
            if let Some(fixpoint) = self.propagate()? {
                return Ok(Outcome::Safe(self.invariant_above(fixpoint, bad)));
            }
        }
    }

    fn unsafe_outcome(&mut self, path: Vec<Cube>, bad: usize) -> Result<Outcome, Limit> {
        Ok(Outcome::Unsafe(self.concretise(&path, bad)?))
    }

    fn invariant_above(&mut self, fixpoint: usize, bad: &[usize]) -> Clauses {
        let cubes: Vec<Cube> = self.frames.cubes_from(fixpoint + 1).map(<[Code]>::to_vec).collect();
        let mut clauses = self.invariants.clone();
        self.shrink(&cubes, bad).into_iter().for_each(|i| clauses.push(negation(&cubes[i])));
        clauses
    }
}

fn negation(cube: &[Code]) -> impl Iterator<Item = Lit> {
    cube.iter().map(|&l| (!l).to_lit())
}
