//! Equations of choices as choices of equations.
//!
//! `(c ? x + 1 : x) = y + 2` becomes `c ? x = y + 1 : x = y + 2`: sums on both sides meet in the rewriter, where a solver would have to find out
//! bit by bit that adders agree.

use pm_term::{Op, Sort, Substitution, TermId, Terms};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Values that one side may have.
const CASES: usize = 48;
/// Terms that may be made for one question.
const NODES: usize = 300_000;

/// A value with the condition under which it is the one.
type Case = (TermId, TermId);

/// The same condition, with all equations below it spread.
pub fn spread(terms: &mut Terms, t: TermId) -> TermId {
    let mut spread = Spread { cases: FxHashMap::default(), most: terms.len() + NODES };
    let mut done = Substitution::new();
    for node in terms.cone(&[t]) {
        if is_equation(terms, node) {
            // The arguments are done before.
            let args = terms.args(node);
            let [a, b] = [args[0], args[1]].map(|a| terms.substitute(a, &mut done));
            let new = spread.equation(terms, a, b);
            done.replace(node, new);
        }
    }
    terms.substitute(t, &mut done)
}

/// Whether sums are compared.
pub fn compares_sums(terms: &Terms, t: TermId) -> bool {
    let is_sum = |t: TermId| terms.op(t.regular()) == Op::Add;
    terms.cone(&[t]).into_iter().any(|t| is_equation(terms, t) && terms.args(t).iter().any(|a| is_sum(*a)))
}

fn is_equation(terms: &Terms, t: TermId) -> bool {
    terms.op(t) == Op::Eq && matches!(terms.sort(terms.args(t)[0]), Sort::Bv(_))
}

struct Spread {
    cases: FxHashMap<TermId, Rc<[Case]>>,
    most: usize,
}

impl Spread {
    fn equation(&mut self, terms: &mut Terms, a: TermId, b: TermId) -> TermId {
        let (left, right) = (self.cases(terms, a), self.cases(terms, b));
        if left.len() * right.len() == 1 || left.len() * right.len() > CASES * 2 {
            return terms.eq(a, b);
        }
        let mut any = Vec::new();
        for &(here, a) in left.iter() {
            for &(there, b) in right.iter() {
                let (given, equal) = (terms.and(here, there), terms.eq(a, b));
                any.push(terms.and(given, equal));
            }
        }
        terms.or_all(&any)
    }

    /// All values of a term; itself where they are too many.
    fn cases(&mut self, terms: &mut Terms, t: TermId) -> Rc<[Case]> {
        if let Some(known) = self.cases.get(&t) {
            return Rc::clone(known);
        }
        let cases: Rc<[Case]> = match self.new_cases(terms, t).filter(|c| c.len() <= CASES) {
            Some(cases) if terms.len() < self.most => cases.into(),
            _ => Rc::from([(TermId::TRUE, t)]),
        };
        self.cases.insert(t, Rc::clone(&cases));
        cases
    }

    fn new_cases(&mut self, terms: &mut Terms, t: TermId) -> Option<Vec<Case>> {
        let args = terms.args(t);
        let mut out = Vec::new();
        match terms.op(t) {
            Op::Not => {
                for &(given, value) in self.cases(terms, t.regular()).iter() {
                    let value = terms.not(value);
                    enter(terms, &mut out, given, value);
                }
            }
            Op::Ite => {
                let otherwise = terms.not(args[0]);
                for (given, side) in [(args[0], args[1]), (otherwise, args[2])] {
                    for &(cond, value) in self.cases(terms, side).iter() {
                        let cond = terms.and(given, cond);
                        enter(terms, &mut out, cond, value);
                    }
                }
            }
            Op::Add => {
                let (a, b) = (self.cases(terms, args[0]), self.cases(terms, args[1]));
                if a.len() * b.len() > CASES * 2 {
                    return None;
                }
                for &(here, a) in a.iter() {
                    for &(there, b) in b.iter() {
                        let given = terms.and(here, there);
                        if given != TermId::FALSE {
                            let sum = terms.add(a, b);
                            enter(terms, &mut out, given, sum);
                        }
                    }
                }
            }
            _ => return None,
        }
        Some(out)
    }
}

/// Equal values are one case.
fn enter(terms: &mut Terms, cases: &mut Vec<Case>, given: TermId, value: TermId) {
    if given == TermId::FALSE {
        return;
    }
    match cases.iter_mut().find(|c| c.1 == value) {
        Some(case) => case.0 = terms.or(case.0, given),
        None => cases.push((given, value)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pm_term::{Bits, Evaluator, Value};

    #[test]
    fn choices_of_sums_are_spread() {
        let mut t = Terms::new();
        let [x, y] = ["x", "y"].map(|n| t.symbol(n, Sort::Bv(4)));
        let [c, d] = ["c", "d"].map(|n| t.symbol(n, Sort::Bool));
        let (one, two) = (t.one(4), t.bv(4, 2));
        let more = t.add(x, one);
        let first = t.ite(c, more, x);
        let again = t.add(first, one);
        let second = t.ite(d, again, first);
        let expected = t.add(y, two);
        let equation = t.eq(second, expected);
        let apart = spread(&mut t, equation);
        assert!(compares_sums(&t, equation));
        let is_choice = |t: &Terms, e: TermId| t.args(e).iter().any(|a| t.op(*a) == Op::Ite);
        assert!(!t.cone(&[apart]).into_iter().any(|e| is_equation(&t, e) && is_choice(&t, e)));
        for values in 0u32..1024 {
            let mut eval = Evaluator::new();
            for (at, (symbol, width)) in [(0, (x, 4)), (4, (y, 4)), (8, (c, 1)), (9, (d, 1))] {
                let bits = Bits::from_u128(width, (values >> at & ((1 << width) - 1)).into());
                eval.set(t.symbol_id(symbol).expect("a symbol"), Value::Bits(bits));
            }
            assert_eq!(eval.eval_bool(&t, equation), eval.eval_bool(&t, apart));
        }
    }
}
