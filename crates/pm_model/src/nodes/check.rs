//! Shows that facts about nodes are inductive, and that nothing bad happens where they hold.

use super::{bound, indices};
use crate::System;
use crate::automaton::Edge;
use crate::invariants::Lemma;
use pm_solve::{Answer, Limit, Limits, Solver};
use pm_term::{Evaluator, Substitution, TermId, Value};
use rustc_hash::FxHashSet;

/// Nodes of a pool that are looked at in one model.
const NODES: usize = 12;

/// Why facts are no proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Broken {
    /// This bad condition is not excluded.
    Bad(usize),
    /// This fact is not kept by a step.
    Fact(usize),
    Limit(Limit),
}

/// Facts hold for all values of the symbols for nodes. `bad` are the bad conditions (indices) that must not happen.
///
/// In the first step nothing is assumed. In others, the facts of their location are, of any nodes; what is bad is excluded first, and
/// then assumed not to happen.
pub fn check(
    system: &mut System,
    lemmas: &[Lemma],
    bad: &[usize],
    options: &pm_solve::Options,
    limits: &Limits,
) -> Result<(), Broken> {
    let bound = bound(system);
    for location in (0..system.locations.len() as u32).filter(|l| *l != System::END) {
        let edges = system.automaton.from(location).to_vec();
        let next: Vec<TermId> = edges.iter().flat_map(Edge::terms).collect();
        let mut nodes = indices::indices(system, location, &next);
        nodes.iter_mut().zip(&bound).for_each(|(n, b)| n.extend(b));
        let mut solver = Solver::new(options);
        solver.set_limits(limits.clone());
        let here = system.at_location(location);
        solver.assert(&system.terms, here);
        // Executions begin at the entry: nothing was shown of it.
        let known = lemmas.iter().filter(|l| l.location == location && location != System::ENTRY);
        let facts: Vec<TermId> = known.map(|l| l.fact).collect();
        let mut ground = Ground { solver, facts, nodes, bound: &bound, added: FxHashSet::default() };
        for &b in bad {
            if system.bad[b].location != location {
                continue;
            }
            let cond = system.bad[b].cond;
            ground.never(system, cond, Broken::Bad(b))?;
            let not = system.terms.not(cond);
            ground.solver.assert(&system.terms, not);
        }
        for edge in &edges {
            let mut along = edge.along(&system.vars);
            for (i, lemma) in lemmas.iter().enumerate().filter(|(_, l)| l.location == edge.to) {
                let holds = system.terms.substitute(lemma.fact, &mut along);
                let fails = system.terms.not(holds);
                let fails = system.terms.and(edge.guard, fails);
                ground.never(system, fails, Broken::Fact(i))?;
            }
        }
    }
    Ok(())
}

/// Steps from one location.
struct Ground<'a> {
    solver: Solver,
    /// That hold there.
    facts: Vec<TermId>,
    /// Terms for nodes, by pool.
    nodes: Vec<Vec<TermId>>,
    bound: &'a [[TermId; 2]],
    /// Instances that are assumed.
    added: FxHashSet<TermId>,
}

impl Ground<'_> {
    fn never(&mut self, system: &mut System, t: TermId, what: Broken) -> Result<(), Broken> {
        if t == TermId::FALSE {
            return Ok(());
        }
        loop {
            match self.solver.check(&system.terms, &[t]) {
                Answer::Unsat => {
                    self.solver.keep_proof(match what {
                        Broken::Bad(_) => "a violation where the facts of a location hold of all nodes",
                        Broken::Fact(_) | Broken::Limit(_) => "a step behind which a fact does not hold of all nodes",
                    });
                    return Ok(());
                }
                Answer::Unknown(limit) => return Err(Broken::Limit(limit)),
                Answer::Sat => {}
            }
            if !self.instantiate(system) {
                return Err(what);
            }
        }
    }

    /// Adds what the facts say of the nodes that the model has, where it is not so in the model; whether there is any.
    fn instantiate(&mut self, system: &mut System) -> bool {
        let mut values = Vec::new();
        let symbols: Vec<TermId> = system.vars.iter().map(|v| v.now).chain(system.inputs.iter().copied()).collect();
        for &t in &symbols {
            let value = self.solver.value(&system.terms, t);
            values.push(value.unwrap_or(Value::default_of(system.terms.sort(t))));
        }
        let assign = |eval: &mut Evaluator, t: TermId, value: Value| {
            system.terms.symbol_id(t).into_iter().for_each(|s| eval.set(s, value.clone()));
        };
        let mut eval = Evaluator::new();
        symbols.iter().zip(&values).for_each(|(t, v)| assign(&mut eval, *t, v.clone()));
        for &t in self.bound.iter().flatten() {
            if let Some(value) = self.solver.value(&system.terms, t) {
                assign(&mut eval, t, value);
            }
        }
        let mut nodes: Vec<Vec<(Value, TermId)>> = Vec::new();
        for all in &self.nodes {
            let mut mine: Vec<(Value, TermId)> = Vec::new();
            for &t in all {
                let value = eval.eval(&system.terms, t);
                if mine.len() < NODES && mine.iter().all(|(v, _)| *v != value) {
                    mine.push((value, t));
                }
            }
            nodes.push(mine);
        }
        let mut wanted: Vec<(TermId, Vec<(TermId, TermId)>)> = Vec::new();
        for &fact in &self.facts {
            for choice in choices(system, fact, self.bound, &nodes) {
                let mut eval = Evaluator::new();
                symbols.iter().zip(&values).for_each(|(t, v)| assign(&mut eval, *t, v.clone()));
                choice.iter().for_each(|(symbol, value, _)| assign(&mut eval, *symbol, value.clone()));
                if !eval.eval_bool(&system.terms, fact) {
                    wanted.push((fact, choice.into_iter().map(|(symbol, _, t)| (symbol, t)).collect()));
                }
            }
        }
        let mut any = false;
        for (fact, choice) in wanted {
            let mut to = Substitution::new();
            choice.iter().for_each(|(symbol, t)| to.replace(*symbol, *t));
            let instance = system.terms.substitute(fact, &mut to);
            if self.added.insert(instance) {
                self.solver.assert(&system.terms, instance);
                any = true;
            }
        }
        any
    }
}

/// The ways to choose nodes for the bound symbols that occur in a fact.
fn choices(
    system: &System,
    fact: TermId,
    bound: &[[TermId; 2]],
    nodes: &[Vec<(Value, TermId)>],
) -> Vec<Vec<(TermId, Value, TermId)>> {
    let used = system.terms.symbols_of(&[fact]);
    let mut out: Vec<Vec<(TermId, Value, TermId)>> = vec![Vec::new()];
    for (pool, symbols) in bound.iter().enumerate() {
        for &symbol in symbols {
            if !system.terms.symbol_id(symbol).is_some_and(|s| used.contains(&s)) {
                continue;
            }
            let mut longer = Vec::new();
            for choice in out {
                for (value, t) in &nodes[pool] {
                    let mut choice = choice.clone();
                    choice.push((symbol, value.clone(), *t));
                    longer.push(choice);
                }
            }
            out = longer;
        }
    }
    out
}
