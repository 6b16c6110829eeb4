//! Bounded search: one more step at a time in one solver (Kleine Büning, Balyo, Sinz, "Unbounded Software Model Checking with Incremental SAT-Solving", section 2).
//!
//! Step k adds the relation between k - 1 and k and the bad sets of k behind an activation literal that is assumed in this step
//! only. Where next values are literals of the step before, as in a circuit, they are used as they are.
//!
//! Beyond the paper: if a step is unsatisfiable whatever the activation literal says, there is no path of that length at all, and so
//! no longer one.

use crate::clauses::Clauses;
use crate::relation::Relation;
use crate::trace::{Trace, TraceState};
use pm_solve::{Backend, Limit, Limits, Lit, Sat, SatResult};

/// What one step found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    Reached(Trace),
    /// No bad state at this depth; the search can go on.
    NotYet,
    /// No path is this long: bad states are unreachable.
    Exhausted,
    /// A limit was met; the same step can be tried again.
    Unknown(Limit),
}

pub struct Incremental<'a> {
    relation: &'a Relation,
    sat: Box<dyn Sat>,
    /// By step and variable: the literal in the solver.
    steps: Vec<Vec<Lit>>,
    /// By bad set, in the newest step, once encoded.
    bad: Option<Vec<Lit>>,
}

impl<'a> Incremental<'a> {
    pub fn new(relation: &'a Relation, backend: Backend) -> Self {
        Incremental { relation, sat: backend.create(), steps: Vec::new(), bad: None }
    }

    /// How many steps have been decided.
    pub fn depth(&self) -> usize {
        self.steps.len() - usize::from(self.bad.is_some())
    }

    /// Looks for a bad state one step further.
    pub fn step(&mut self, limits: &Limits) -> Step {
        if let Some(limit) = limits.exceeded() {
            return Step::Unknown(limit);
        }
        if self.bad.is_none() {
            self.extend();
        }
        let Some(bad) = self.bad.clone() else { return Step::Exhausted };
        let any = self.sat.new_var();
        let clause: Vec<Lit> = bad.iter().copied().chain([!any]).collect();
        self.sat.add_clause(&clause);
        match self.sat.solve(&[any], limits) {
            SatResult::Sat => {
                let hit = bad.iter().position(|&b| self.sat.value(b)).unwrap_or(0);
                Step::Reached(self.read(hit))
            }
            SatResult::Unsat => {
                self.bad = None;
                if self.sat.failed(any) {
                    self.sat.add_clause(&[!any]);
                    Step::NotYet
                } else {
                    Step::Exhausted
                }
            }
            SatResult::Unknown(limit) => {
                self.sat.add_clause(&[!any]);
                Step::Unknown(limit)
            }
        }
    }

    fn extend(&mut self) {
        let relation = self.relation;
        let mut map: Vec<Option<Lit>> = vec![None; relation.vars as usize];
        if let Some(before) = self.steps.last() {
            for latch in &relation.latches {
                map[latch.now.var() as usize] = Some(rename(before, latch.next));
            }
            let before = before.clone();
            self.add(&relation.step, &before);
        }
        let map: Vec<Lit> = map.into_iter().map(|l| l.unwrap_or_else(|| self.sat.new_var())).collect();
        self.add(&relation.definitions, &map);
        self.add(&relation.state, &map);
        if self.steps.is_empty() {
            self.add(&relation.init, &map);
            for latch in &relation.latches {
                if let Some(value) = latch.init {
                    self.sat.add_clause(&[rename(&map, latch.now).negate_if(!value)]);
                }
            }
        }
        let bad = relation.bad.iter().map(|clauses| self.add_bad(clauses, &map)).collect();
        self.bad = Some(bad);
        self.steps.push(map);
    }

    fn add(&mut self, clauses: &Clauses, map: &[Lit]) {
        let mut renamed = Vec::new();
        for clause in clauses.iter() {
            renamed.clear();
            renamed.extend(clause.iter().map(|&l| rename(map, l)));
            self.sat.add_clause(&renamed);
        }
    }

    /// A literal that implies the set.
    fn add_bad(&mut self, clauses: &Clauses, map: &[Lit]) -> Lit {
        let reached = self.sat.new_var();
        for clause in clauses.iter() {
            let guarded: Vec<Lit> = clause.iter().map(|&l| rename(map, l)).chain([!reached]).collect();
            self.sat.add_clause(&guarded);
        }
        reached
    }

    fn read(&mut self, bad: usize) -> Trace {
        let mut states = Vec::with_capacity(self.steps.len());
        for map in &self.steps {
            let mut value = |l: Lit| self.sat.value(rename(map, l));
            states.push(TraceState {
                latches: self.relation.latches.iter().map(|l| value(l.now)).collect(),
                inputs: self.relation.inputs.iter().map(|&l| value(l)).collect(),
            });
        }
        Trace { states, bad }
    }
}

fn rename(map: &[Lit], lit: Lit) -> Lit {
    map[lit.var() as usize].negate_if(lit.is_negative())
}
