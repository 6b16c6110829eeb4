//! DimSpec: reachability problems as four formulas (Kleine Büning, Balyo, Sinz, "Unbounded Software Model Checking with Incremental SAT-Solving", section 2).
//!
//! A file has the sections `i cnf n m` (initial states), `u cnf n m` (all states), `g cnf n m` (goal states) and `t cnf 2n m`
//! (steps; variable x of the next state is x + n), each once and in any order, each followed by m clauses that end in 0.
//! Lines that begin with `c` are comments.

mod functional;
mod read;
mod write;

use crate::clauses::Clauses;
use crate::relation::{Latch, Relation};
use crate::trace::Trace;
use pm_solve::Lit;
use rustc_hash::FxHashSet;

pub use read::{ReadError, read};
pub use write::write;

/// The four formulas; literals are numbered as in the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DimSpec {
    /// State variables are 1 to `vars`.
    pub vars: u32,
    pub init: Clauses,
    pub universal: Clauses,
    pub goal: Clauses,
    pub transition: Clauses,
}

/// A problem as a relation, and how to get back.
pub struct Problem {
    pub relation: Relation,
    /// The file's variables that some clause mentions, in order; the others are free.
    vars: Vec<u32>,
    /// By such a variable: a latch or an input of the relation.
    roles: Vec<Role>,
}

#[derive(Clone, Copy)]
enum Role {
    Latch(usize),
    Input(usize),
}

impl Problem {
    /// Memory is used for what the clauses mention only, whatever the file claims to have.
    pub fn new(spec: &DimSpec) -> Problem {
        let mut vars: Vec<u32> = spec.now_literals().map(|l| l.var()).collect();
        vars.sort_unstable();
        vars.dedup();
        let count = vars.len() as u32;
        let place = |var: u32| vars.binary_search(&var).unwrap_or(0) as u32;
        let now = |lit: Lit| literal(place(lit.var()), lit.is_negative());
        let next = |lit: Lit| literal(count + place(lit.var()), lit.is_negative());
        let either = |lit: Lit| match lit.var().checked_sub(spec.vars) {
            Some(var) => literal(count + place(var), lit.is_negative()),
            None => now(lit),
        };
        let rename = |clauses: &Clauses, by: &dyn Fn(Lit) -> Lit| -> Clauses {
            clauses.iter().map(|c| c.iter().map(|&l| by(l)).collect::<Vec<_>>()).collect()
        };
        let mut relation = Relation {
            vars: 2 * count,
            init: rename(&spec.init, &now),
            state: rename(&spec.universal, &now),
            step: rename(&spec.transition, &either),
            bad: vec![rename(&spec.goal, &now)],
            ..Relation::default()
        };
        let remembered = spec.remembered();
        let mut roles = Vec::with_capacity(vars.len());
        for (i, &var) in (0u32..).zip(&vars) {
            let now = literal(i, false);
            if remembered.contains(&var) {
                roles.push(Role::Latch(relation.latches.len()));
                relation.latches.push(Latch { now, next: literal(count + i, false), init: None });
            } else {
                roles.push(Role::Input(relation.inputs.len()));
                relation.inputs.push(now);
            }
        }
        fix_initial_values(&mut relation);
        let relation = functional::circuit(&relation, count).unwrap_or_else(|| {
            spec.universal.iter().for_each(|clause| relation.step.push(clause.iter().map(|&l| next(l))));
            relation
        });
        Problem { relation, vars, roles }
    }

    /// By state of the trace: the literals of the variables that some clause mentions.
    pub fn states(&self, trace: &Trace) -> impl Iterator<Item = Vec<Lit>> {
        trace.states.iter().map(|state| {
            let value = |role: &Role| match *role {
                Role::Latch(i) => state.latches[i],
                Role::Input(i) => state.inputs[i],
            };
            self.vars.iter().zip(&self.roles).map(|(&var, role)| literal(var, !value(role))).collect()
        })
    }
}

impl DimSpec {
    /// All literals, those of next states as current ones.
    fn now_literals(&self) -> impl Iterator<Item = Lit> {
        let state = [&self.init, &self.universal, &self.goal].into_iter().flat_map(|c| c.literals()).copied();
        let step = self.transition.literals().iter().map(|&l| match l.var().checked_sub(self.vars) {
            Some(var) => literal(var, l.is_negative()),
            None => l,
        });
        state.chain(step)
    }

    /// The variables (from 0) that a state hands on to the next. Others are never mentioned as part of the next state by a step, nor
    /// initially: their values are free within the universal clauses, whatever came before.
    fn remembered(&self) -> FxHashSet<u32> {
        let stepped = self.transition.literals().iter().filter_map(|l| l.var().checked_sub(self.vars));
        stepped.chain(self.init.literals().iter().map(|l| l.var())).collect()
    }

    /// The problem of reaching one of a circuit's bad sets. Variables of latches and inputs are those of the relation; gates follow,
    /// each behind those that it needs.
    pub fn from_circuit(relation: &Relation, bad: usize) -> Option<DimSpec> {
        let vars = relation.vars;
        let place = relation.fanins.as_ref()?.ranks(vars);
        let own = |lit: Lit| literal(place[lit.var() as usize], lit.is_negative());
        let fixed = relation.latches.iter().filter_map(|l| l.init.map(|value| vec![own(l.now).negate_if(!value)]));
        let mut transition = Clauses::default();
        for latch in &relation.latches {
            let next = literal(own(latch.now).var() + vars, false);
            transition.push([!next, own(latch.next)]);
            transition.push([next, !own(latch.next)]);
        }
        let renamed =
            |clauses: &Clauses| clauses.iter().map(|c| c.iter().map(|&l| own(l)).collect()).collect::<Vec<Vec<Lit>>>();
        Some(DimSpec {
            vars,
            init: fixed.chain(renamed(&relation.init)).collect(),
            universal: renamed(&relation.definitions).into_iter().chain(renamed(&relation.state)).collect(),
            goal: renamed(relation.bad.get(bad)?).into_iter().collect(),
            transition,
        })
    }
}

/// Initial clauses of one literal become values of latches.
fn fix_initial_values(relation: &mut Relation) {
    let mut values = vec![None; relation.vars as usize];
    let mut rest = Clauses::default();
    for clause in relation.init.iter() {
        match *clause {
            [lit] if values[lit.var() as usize] != Some(lit.is_negative()) => {
                values[lit.var() as usize] = Some(!lit.is_negative());
            }
            _ => rest.push(clause.iter().copied()),
        }
    }
    relation.init = rest;
    for latch in &mut relation.latches {
        latch.init = values[latch.now.var() as usize];
    }
}

/// The literal of a variable counted from 0. Readers refuse numbers for which twice the variable is too large.
fn literal(var: u32, negative: bool) -> Lit {
    let dimacs = i32::try_from(var).ok().and_then(|v| v.checked_add(1)).and_then(Lit::from_dimacs);
    dimacs.expect("a variable below 2^31 - 1").negate_if(negative)
}
