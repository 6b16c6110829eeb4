//! Checks what an engine claims, with a SAT solver that it did not use.

use crate::clauses::Clauses;
use crate::relation::Relation;
use crate::trace::Trace;
use pm_solve::{Backend, Limit, Limits, Lit, Sat, SatResult};

/// Why a claim is not accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// A literal that is no latch of the relation.
    NotALatch(Lit),
    /// This clause does not hold in every initial state.
    Initiation(usize),
    /// This clause does not hold after every step from states in which all hold.
    Consecution(usize),
    /// The invariant has states of this bad set.
    Safety(usize),
    /// The step of a trace from this state is not one of the relation.
    Step(usize),
    /// The trace has no states, or their sizes are not those of the relation.
    Shape,
    Limit(Limit),
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Refusal::NotALatch(lit) => write!(f, "literal {lit:?} is not part of the state"),
            Refusal::Initiation(i) => write!(f, "clause {i} does not hold initially"),
            Refusal::Consecution(i) => write!(f, "clause {i} is not preserved by a step"),
            Refusal::Safety(i) => write!(f, "the invariant does not exclude bad set {i}"),
            Refusal::Step(i) => write!(f, "step {i} of the trace is none of the relation"),
            Refusal::Shape => f.write_str("the trace does not fit the relation"),
            Refusal::Limit(limit) => write!(f, "not checked: {limit}"),
        }
    }
}

/// Initiation, consecution and safety of the conjunction of `clauses`, which are over the current values of latches, for the bad sets
/// in `bad`.
pub fn check_invariant(
    relation: &Relation,
    clauses: &Clauses,
    bad: &[usize],
    backend: Backend,
    limits: &Limits,
) -> Result<(), Refusal> {
    let next = next_literals(relation);
    if let Some(&lit) = clauses.literals().iter().find(|l| next.get(l.var() as usize).copied().flatten().is_none()) {
        return Err(Refusal::NotALatch(lit));
    }
    let refuse = |violated: Option<usize>, reason: fn(usize) -> Refusal| violated.map_or(Ok(()), |i| Err(reason(i)));

    let mut sat = state_solver(relation, backend);
    add_init(&mut *sat, relation);
    refuse(first_violated(&mut *sat, clauses, |l| l, limits)?, Refusal::Initiation)?;

    let mut sat = state_solver(relation, backend);
    clauses.iter().for_each(|c| sat.add_clause(c));
    for &index in bad {
        if can_be_bad(&mut *sat, &relation.bad[index], limits)? {
            return Err(Refusal::Safety(index));
        }
    }
    relation.step.iter().for_each(|c| sat.add_clause(c));
    let prime = |l: Lit| next[l.var() as usize].map_or(l, |n| n.negate_if(l.is_negative()));
    refuse(first_violated(&mut *sat, clauses, prime, limits)?, Refusal::Consecution)
}

/// For each of the bad sets, whether the invariant, which has been checked, has no state of it. What a limit keeps from being found
/// out is not excluded.
pub fn excluded(
    relation: &Relation,
    invariant: &Clauses,
    bad: &[usize],
    backend: Backend,
    limits: &Limits,
) -> Vec<bool> {
    let mut sat = state_solver(relation, backend);
    invariant.iter().for_each(|c| sat.add_clause(c));
    bad.iter().map(|&index| can_be_bad(&mut *sat, &relation.bad[index], limits) == Ok(false)).collect()
}

/// Whether the trace is a path of the relation from an initial state to the bad set it names.
pub fn check_trace(relation: &Relation, trace: &Trace, backend: Backend, limits: &Limits) -> Result<(), Refusal> {
    let fits =
        |s: &crate::TraceState| s.latches.len() == relation.latches.len() && s.inputs.len() == relation.inputs.len();
    if trace.states.is_empty() || trace.bad >= relation.bad.len() || !trace.states.iter().all(fits) {
        return Err(Refusal::Shape);
    }
    let first = assignment(relation, trace, 0);
    let mut sat = state_solver(relation, backend);
    add_init(&mut *sat, relation);
    if !satisfiable(&mut *sat, &first, limits)? {
        return Err(Refusal::Step(0));
    }
    let mut sat = state_solver(relation, backend);
    let last = trace.states.len() - 1;
    sat_with_bad(&mut *sat, &relation.bad[trace.bad], &assignment(relation, trace, last), limits)
        .and_then(|reached| if reached { Ok(()) } else { Err(Refusal::Safety(trace.bad)) })?;
    relation.step.iter().for_each(|c| sat.add_clause(c));
    for i in 0..last {
        let mut assumptions = assignment(relation, trace, i);
        let next = &trace.states[i + 1].latches;
        assumptions.extend(relation.latches.iter().zip(next).map(|(l, &value)| l.next.negate_if(!value)));
        if !satisfiable(&mut *sat, &assumptions, limits)? {
            return Err(Refusal::Step(i));
        }
    }
    Ok(())
}

fn next_literals(relation: &Relation) -> Vec<Option<Lit>> {
    let mut next = vec![None; relation.vars as usize];
    for latch in &relation.latches {
        next[latch.now.var() as usize] = Some(latch.next);
    }
    next
}

fn assignment(relation: &Relation, trace: &Trace, step: usize) -> Vec<Lit> {
    let state = &trace.states[step];
    let latches = relation.latches.iter().zip(&state.latches).map(|(l, &value)| l.now.negate_if(!value));
    let inputs = relation.inputs.iter().zip(&state.inputs).map(|(l, &value)| l.negate_if(!value));
    latches.chain(inputs).collect()
}

fn state_solver(relation: &Relation, backend: Backend) -> Box<dyn Sat> {
    let mut sat = backend.create();
    for _ in 0..relation.vars {
        sat.new_var();
    }
    relation.definitions.iter().chain(relation.state.iter()).for_each(|c| sat.add_clause(c));
    sat
}

fn add_init(sat: &mut dyn Sat, relation: &Relation) {
    for latch in &relation.latches {
        if let Some(value) = latch.init {
            sat.add_clause(&[latch.now.negate_if(!value)]);
        }
    }
    relation.init.iter().for_each(|c| sat.add_clause(c));
}

fn satisfiable(sat: &mut dyn Sat, assumptions: &[Lit], limits: &Limits) -> Result<bool, Refusal> {
    match sat.solve(assumptions, limits) {
        SatResult::Sat => Ok(true),
        SatResult::Unsat => Ok(false),
        SatResult::Unknown(limit) => Err(Refusal::Limit(limit)),
    }
}

fn can_be_bad(sat: &mut dyn Sat, bad: &Clauses, limits: &Limits) -> Result<bool, Refusal> {
    sat_with_bad(sat, bad, &[], limits)
}

/// Whether a state under the assumptions is in the bad set. The set's clauses are gone afterwards.
fn sat_with_bad(sat: &mut dyn Sat, bad: &Clauses, assumptions: &[Lit], limits: &Limits) -> Result<bool, Refusal> {
    let active = sat.new_var();
    for clause in bad.iter() {
        let guarded: Vec<Lit> = clause.iter().copied().chain([!active]).collect();
        sat.add_clause(&guarded);
    }
    let assumptions: Vec<Lit> = assumptions.iter().copied().chain([active]).collect();
    let answer = satisfiable(sat, &assumptions, limits);
    sat.add_clause(&[!active]);
    answer
}

/// A clause that can be false, its literals renamed. All clauses are asked about together.
fn first_violated(
    sat: &mut dyn Sat,
    clauses: &Clauses,
    rename: impl Fn(Lit) -> Lit,
    limits: &Limits,
) -> Result<Option<usize>, Refusal> {
    let mut violations = Vec::with_capacity(clauses.len());
    for clause in clauses.iter() {
        let violated = sat.new_var();
        clause.iter().for_each(|&l| sat.add_clause(&[!violated, !rename(l)]));
        violations.push(violated);
    }
    sat.add_clause(&violations);
    if !satisfiable(sat, &[], limits)? {
        return Ok(None);
    }
    Ok(violations.iter().position(|&v| sat.value(v)))
}
