//! Equations that a loop carries on, seen by rewriting alone.
//!
//! That `s = P - p` implies `s - (r - p) = P - r` is hard for a SAT solver if the numbers are wide, and plain if `s` is replaced. Where an equation
//! `a = b` holds, a variable `v` of it may be replaced by `v - (a - b)` or by `v + (a - b)`: that is `v`. With the right one the variable cancels, and
//! what is to be shown becomes true. Choices are decided case by case; what is left of the cases in which it does not become true is for the solver.

use super::lemma::Lemma;
use crate::System;
use pm_term::{Op, Sort, Substitution, TermId, Terms};

/// Variables of an equation that are tried.
const VARIABLES: usize = 6;
/// Conditions that are decided, one after the other.
const SPLITS: u32 = 6;
/// Equations of narrower numbers are easy, anyway.
const NARROW: u32 = 16;

/// Under which condition, over variables and inputs, a step that stays at the location of an equation keeps it, given that it holds: what rewriting
/// leaves of that. `None` where it leaves everything.
pub fn stays(system: &mut System, lemma: Lemma) -> Option<TermId> {
    let (a, b) = equation(&system.terms, lemma.fact)?;
    let System { terms, vars, automaton, .. } = system;
    let mut stays = TermId::FALSE;
    for edge in automaton.from(lemma.location).iter().filter(|e| e.to == lemma.location) {
        stays = terms.or(stays, edge.guard);
    }
    let mut step = Substitution::new();
    for symbol in terms.symbols_of(&[lemma.fact]) {
        let now = terms.symbol_term(symbol);
        if let Some(v) = vars.iter().position(|v| v.now == now) {
            let next = automaton.value_at(terms, vars, lemma.location, v);
            step.replace(now, next);
        }
    }
    let holds = terms.substitute(lemma.fact, &mut step);
    let claim = terms.implies(stays, holds);
    rest(terms, (a, b), claim)
}

/// The sides of an equation between sums.
fn equation(terms: &Terms, fact: TermId) -> Option<(TermId, TermId)> {
    if terms.op(fact) != Op::Eq {
        return None;
    }
    let (a, b) = (terms.args(fact)[0], terms.args(fact)[1]);
    let is_sum = |t: TermId| terms.op(t.regular()) == Op::Add;
    let is_wide = matches!(terms.sort(a), Sort::Bv(width) if width > NARROW);
    (is_wide && (is_sum(a) || is_sum(b))).then_some((a, b))
}

/// What is left of a claim where an equation holds.
fn rest(terms: &mut Terms, (a, b): (TermId, TermId), claim: TermId) -> Option<TermId> {
    let width = terms.width(a);
    let symbols = terms.symbols_of(&[a, b]);
    let variables: Vec<TermId> = symbols.into_iter().map(|s| terms.symbol_term(s)).collect();
    let difference = terms.sub(a, b);
    let fitting = variables.into_iter().filter(|v| terms.sort(*v) == Sort::Bv(width)).collect::<Vec<_>>();
    let mut best: Option<(u32, TermId)> = None;
    for v in fitting.into_iter().take(VARIABLES) {
        for same in [terms.sub(v, difference), terms.add(v, difference)] {
            let mut to = Substitution::new();
            to.replace(v, same);
            let claim = terms.substitute(claim, &mut to);
            let mut shown = 0;
            let left = by_cases(terms, claim, SPLITS, &mut shown);
            if left == TermId::TRUE {
                return Some(left);
            }
            if best.is_none_or(|(most, _)| shown > most) {
                best = Some((shown, left));
            }
        }
    }
    best.filter(|(shown, _)| *shown > 0).map(|(_, left)| left)
}

/// The term as a choice between its cases; how many of them, each with the choices that it makes unnecessary, are `shown` to be true.
fn by_cases(terms: &mut Terms, t: TermId, splits: u32, shown: &mut u32) -> TermId {
    if t == TermId::TRUE {
        *shown += 1 << splits;
    }
    if terms.is_const(t) || splits == 0 {
        return t;
    }
    let Some(cond) = condition(terms, t) else { return t };
    let [then, other] = [TermId::TRUE, TermId::FALSE].map(|value| {
        let mut to = Substitution::new();
        to.replace(cond, value);
        let case = terms.substitute(t, &mut to);
        by_cases(terms, case, splits - 1, shown)
    });
    terms.ite(cond, then, other)
}

/// A condition that the term depends on: an operand of it, or what a choice in it is made by.
fn condition(terms: &Terms, t: TermId) -> Option<TermId> {
    let t = t.regular();
    let is_sum = |t: &TermId| terms.op(t.regular()) == Op::Eq;
    if terms.op(t) == Op::And
        && let Some(operand) = terms.args(t).iter().find(|a| !is_sum(a))
    {
        return Some(operand.regular());
    }
    let mut choices = terms.cone(&[t]).into_iter().filter(|&t| terms.op(t) == Op::Ite);
    choices.next_back().map(|t| terms.args(t)[0].regular())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_cancel_in_each_case() {
        let mut t = Terms::new();
        let [s, p, q, r] = ["s", "p", "q", "r"].map(|n| t.symbol(n, Sort::Bv(64)));
        let c = t.symbol("c", Sort::Bool);
        // s = q - p, and then p becomes r, and s becomes s - (r - p), or nothing changes
        let b = t.sub(q, p);
        let (step, same) = (t.sub(r, p), s);
        let less = t.sub(s, step);
        let (s_next, p_next) = (t.ite(c, less, same), t.ite(c, r, p));
        let right = t.sub(q, p_next);
        let claim = t.eq(s_next, right);
        assert_eq!(rest(&mut t, (s, b), claim), Some(TermId::TRUE));
        let wrong = t.sub(q, p);
        let claim = t.eq(s_next, wrong);
        let left = rest(&mut t, (s, b), claim);
        assert_ne!(left, Some(TermId::TRUE));
    }
}
