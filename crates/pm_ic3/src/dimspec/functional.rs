//! Recognises a problem that is a circuit in disguise: what IC3 can do with gates, it cannot do with clauses.
//!
//! The steps must say of each variable of the next state which literal of the current one it equals. Among the universal clauses, those
//! whose highest variable (apart from the state's) they make a function of the others are its gate; encodings number their variables
//! from the inputs to the outputs. What else they say is a constraint. Nothing is guessed: a gate is one if for each value of its inputs
//! exactly one of its output satisfies the clauses.

use crate::clauses::Clauses;
use crate::relation::{Fanins, Latch, Relation};
use pm_solve::Lit;
use rustc_hash::{FxHashMap, FxHashSet};

/// Clauses of a gate are evaluated for all values of so many inputs; beyond, only conjunctions are recognised.
const MAX_TABLE: usize = 5;

/// At most this part of the universal clauses may be constraints: each takes part in every question.
const CONSTRAINTS: usize = 8;

/// The circuit that a general relation (without the universal clauses of the next state in `step`) describes, if it is one.
/// Variables of the next state are those from `count` on.
pub(super) fn circuit(general: &Relation, count: u32) -> Option<Relation> {
    let latches = latches(general, count)?;
    let mut is_latch = vec![false; count as usize];
    latches.iter().for_each(|l| is_latch[l.now.var() as usize] = true);
    let mut builder = Builder { vars: count, definitions: Clauses::default(), pairs: Vec::new() };
    let constraints = builder.define_gates(&general.state, &is_latch);
    if constraints.len() * CONSTRAINTS > general.state.len() {
        return None;
    }
    let state: Clauses =
        constraints.iter().map(|c| Some([builder.any(c)?])).collect::<Option<Vec<_>>>()?.into_iter().collect();
    let bad = general.bad.iter().map(|goal| Some([[builder.all(goal)?]].into_iter().collect()));
    let bad = bad.collect::<Option<Vec<Clauses>>>()?;
    Some(Relation {
        vars: builder.vars,
        latches,
        inputs: general.inputs.clone(),
        init: general.init.clone(),
        fanins: Some(Fanins::new(builder.vars, builder.pairs)),
        definitions: builder.definitions,
        state,
        bad,
        ..Relation::default()
    })
}

/// The latches with the literals of the current state that are their next values.
fn latches(general: &Relation, count: u32) -> Option<Vec<Latch>> {
    // Implications between a variable of the next state and a literal of this one.
    let mut implied: FxHashSet<(Lit, Lit)> = FxHashSet::default();
    let mut function: FxHashMap<u32, Lit> = FxHashMap::default();
    for clause in general.step.iter() {
        let &[a, b] = clause else { return None };
        let (next, now) = if a.var() >= count { (a, b) } else { (b, a) };
        if next.var() < count || now.var() >= count {
            return None;
        }
        implied.insert((!next, now));
        function.insert(next.var(), now.negate_if(!next.is_negative()));
    }
    let equal = |latch: &Latch| {
        let &now = function.get(&latch.next.var())?;
        let next = latch.next;
        let exact = implied.contains(&(next, now)) && implied.contains(&(!next, !now));
        exact.then_some(Latch { next: now, ..*latch })
    };
    let latches = general.latches.iter().map(equal).collect::<Option<Vec<Latch>>>()?;
    // Each clause belongs to such an equivalence.
    (implied.len() == 2 * latches.len()).then_some(latches)
}

struct Builder {
    vars: u32,
    definitions: Clauses,
    /// Variables with those that their definition mentions.
    pairs: Vec<(u32, u32)>,
}

impl Builder {
    /// Takes the clauses that are gates; returns the others.
    fn define_gates(&mut self, clauses: &Clauses, is_latch: &[bool]) -> Vec<Vec<Lit>> {
        let mut rest = Vec::new();
        let mut groups: Vec<Vec<&[Lit]>> = vec![Vec::new(); is_latch.len()];
        for clause in clauses.iter() {
            match clause.iter().map(|l| l.var()).filter(|&v| !is_latch[v as usize]).max() {
                Some(var) => groups[var as usize].push(clause),
                None => rest.push(clause.to_vec()),
            }
        }
        for (var, group) in (0u32..).zip(groups) {
            let is_gate = is_function(var, &group);
            for clause in group {
                if is_gate {
                    self.pairs.extend(clause.iter().map(|l| (var, l.var())).filter(|p| p.1 != var));
                    self.definitions.push(clause.iter().copied());
                } else {
                    rest.push(clause.to_vec());
                }
            }
        }
        rest
    }

    /// A literal that is true if and only if one of these is.
    fn any(&mut self, clause: &[Lit]) -> Option<Lit> {
        let negated: Vec<Lit> = clause.iter().map(|&l| !l).collect();
        Some(!self.conjunction(&negated)?)
    }

    fn all(&mut self, clauses: &Clauses) -> Option<Lit> {
        let lits = clauses.iter().map(|c| self.any(c)).collect::<Option<Vec<Lit>>>()?;
        self.conjunction(&lits)
    }

    /// `None` for that of nothing.
    fn conjunction(&mut self, lits: &[Lit]) -> Option<Lit> {
        if lits.len() < 2 {
            return lits.first().copied();
        }
        let var = self.vars;
        self.vars += 1;
        let gate = super::literal(var, false);
        self.pairs.extend(lits.iter().map(|l| (var, l.var())));
        lits.iter().for_each(|&l| self.definitions.push([!gate, l]));
        self.definitions.push(lits.iter().map(|&l| !l).chain([gate]));
        Some(gate)
    }
}

/// Whether the clauses, which all mention the variable, leave it exactly one value whatever the others are.
fn is_function(var: u32, clauses: &[&[Lit]]) -> bool {
    let mut others: Vec<u32> = clauses.iter().flat_map(|c| c.iter()).map(|l| l.var()).filter(|&v| v != var).collect();
    others.sort_unstable();
    others.dedup();
    if others.len() > MAX_TABLE {
        return is_conjunction(var, clauses, others.len());
    }
    let place = |v: u32| others.binary_search(&v).unwrap_or(others.len());
    (0..1u32 << others.len()).all(|values| {
        let satisfies = |own: u32| {
            let values = values | own << others.len();
            let is_true = |l: &Lit| (values >> place(l.var()) & 1 == 1) != l.is_negative();
            clauses.iter().all(|c| c.iter().any(is_true))
        };
        satisfies(0) != satisfies(1)
    })
}

/// One clause with all inputs, and for each input one of two literals.
fn is_conjunction(var: u32, clauses: &[&[Lit]], inputs: usize) -> bool {
    let Some(long) = clauses.iter().find(|c| c.len() == inputs + 1) else { return false };
    let Some(&own) = long.iter().find(|l| l.var() == var) else { return false };
    let mut needed: FxHashSet<Lit> = long.iter().filter(|l| **l != own).map(|&l| !l).collect();
    let is_short = |c: &&[Lit]| c.len() == 2 && c.contains(&!own);
    if needed.len() != inputs || clauses.len() != inputs + 1 || clauses.iter().filter(|c| is_short(c)).count() != inputs
    {
        return false;
    }
    clauses.iter().filter(|c| is_short(c)).all(|c| c.iter().filter(|l| **l != !own).all(|l| needed.remove(l)))
}
