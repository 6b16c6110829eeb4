//! One edge: a guard, and assignments that happen at once.

use crate::system::StateVar;
use pm_term::{Op, Substitution, TermId, Terms};
use rustc_hash::FxHashSet;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    pub from: u32,
    pub to: u32,
    /// Over variables and inputs.
    pub guard: TermId,
    /// Variables (indices, ascending) and their values, over variables and inputs. Others keep theirs.
    pub assignments: Vec<(u32, TermId)>,
}

/// Conjuncts of a guard that are looked at.
const CONJUNCTS: usize = 200;

impl Edge {
    pub fn assigns(&self, var: usize) -> bool {
        self.assignments.binary_search_by_key(&(var as u32), |a| a.0).is_ok()
    }

    /// What a variable is after it; of the program counter nothing is said here.
    pub fn value(&self, vars: &[StateVar], var: usize) -> TermId {
        match self.assignments.binary_search_by_key(&(var as u32), |a| a.0) {
            Ok(at) => self.assignments[at].1,
            Err(_) => vars[var].now,
        }
    }

    pub fn assign(&mut self, var: usize, value: TermId) {
        match self.assignments.binary_search_by_key(&(var as u32), |a| a.0) {
            Ok(at) => self.assignments[at].1 = value,
            Err(at) => self.assignments.insert(at, (var as u32, value)),
        }
    }

    /// Changes guard and values.
    pub fn change(&mut self, mut each: impl FnMut(TermId) -> TermId) {
        self.guard = each(self.guard);
        self.assignments.iter_mut().for_each(|a| a.1 = each(a.1));
    }

    /// All that it is made of.
    pub fn terms(&self) -> impl Iterator<Item = TermId> + '_ {
        std::iter::once(self.guard).chain(self.assignments.iter().map(|a| a.1))
    }

    /// A term of after the edge as one of before: variables are replaced by their values.
    pub fn along(&self, vars: &[StateVar]) -> Substitution {
        let mut along = Substitution::new();
        self.assignments.iter().for_each(|&(v, t)| along.replace(vars[v as usize].now, t));
        along
    }

    /// The weakest existential precondition: from which states, with some values of the inputs that occur, the edge leads to a state where the fact
    /// holds.
    pub fn wep(&self, terms: &mut Terms, vars: &[StateVar], fact: TermId) -> TermId {
        let holds = terms.substitute(fact, &mut self.along(vars));
        terms.and(self.guard, holds)
    }

    /// The symbols that are no variables.
    pub fn inputs(&self, terms: &Terms, vars: &[StateVar]) -> Vec<TermId> {
        let vars: FxHashSet<TermId> = vars.iter().map(|v| v.now).collect();
        let roots: Vec<TermId> = self.terms().collect();
        let symbols = terms.symbols_of(&roots).into_iter().map(|s| terms.symbol_term(s));
        symbols.filter(|t| !vars.contains(t)).collect()
    }

    /// This edge, and then another: one larger step. The inputs of the second are new ones, as each step has its own.
    pub fn then(&self, terms: &mut Terms, vars: &[StateVar], next: &Edge) -> Edge {
        let mut along = self.along(vars);
        for input in next.inputs(terms, vars) {
            let sort = terms.sort(input);
            along.replace(input, terms.fresh("later", sort));
        }
        let mut edge = next.clone();
        edge.change(|t| terms.substitute(t, &mut along));
        edge.from = self.from;
        edge.guard = terms.and(self.guard, edge.guard);
        let kept = self.assignments.iter().filter(|(v, _)| !next.assigns(*v as usize));
        edge.assignments.extend(kept);
        edge.assignments.sort_unstable_by_key(|a| a.0);
        edge
    }

    /// The same where what its guard says is put into its values: conditions that are decided when it is taken are constants.
    pub fn decided(&self, terms: &mut Terms) -> Edge {
        let mut decided = Substitution::new();
        for c in conjuncts(terms, self.guard) {
            let value = terms.bool_const(!c.is_complemented());
            decided.replace(c.regular(), value);
        }
        let mut edge = self.clone();
        edge.assignments.iter_mut().for_each(|a| a.1 = terms.substitute(a.1, &mut decided));
        edge
    }
}

fn conjuncts(terms: &Terms, guard: TermId) -> Vec<TermId> {
    let mut out = Vec::new();
    let mut work = vec![guard];
    while let Some(t) = work.pop() {
        if out.len() + work.len() > CONJUNCTS {
            break;
        }
        if terms.op(t) == Op::And && !t.is_complemented() {
            work.extend(terms.args(t).iter());
        } else if !terms.is_const(t) {
            out.push(t);
        }
    }
    out
}
