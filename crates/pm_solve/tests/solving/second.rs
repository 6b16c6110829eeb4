//! The smallest solver of terms: it tries all values of the inputs. Another one is compared with it, through the same interface.

use super::common::{Random, random_goals};
use pm_solve::{Activation, Answer, Limit, Limits, Options, Solver, Stats, TermSolver};
use pm_term::{ArrayValue, Bits, Evaluator, Sort, SymbolId, TermId, Terms, Value};
use std::rc::Rc;

/// Bits of inputs that are tried.
const BITS: u32 = 14;

#[derive(Default)]
struct ByTrying {
    limits: Limits,
    facts: Vec<(Option<Activation>, TermId)>,
    activations: usize,
    model: Option<Evaluator>,
    failed: (Vec<TermId>, Vec<Activation>),
}

impl TermSolver for ByTrying {
    fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn assert(&mut self, _: &Terms, t: TermId) {
        self.facts.push((None, t));
    }

    fn new_activation(&mut self) -> Activation {
        self.activations += 1;
        Activation::new(self.activations - 1)
    }

    fn assert_if(&mut self, _: &Terms, activation: Activation, t: TermId) {
        self.facts.push((Some(activation), t));
    }

    fn check_with(&mut self, terms: &Terms, assumptions: &[TermId], activations: &[Activation]) -> Answer {
        let is_on = |a: &Option<Activation>| a.is_none_or(|a| activations.contains(&a));
        let facts = self.facts.iter().filter(|(a, _)| is_on(a)).map(|(_, t)| *t);
        let all: Vec<TermId> = facts.chain(assumptions.iter().copied()).collect();
        let symbols = terms.symbols_of(&all);
        let bits: u32 = symbols.iter().map(|s| size(terms, *s)).sum();
        self.model = None;
        if bits > BITS {
            return Answer::Unknown(Limit::Unsupported);
        }
        for number in 0..1u64 << bits {
            if let Some(limit) = self.limits.exceeded() {
                return Answer::Unknown(limit);
            }
            let mut values = assignment(terms, &symbols, number);
            if all.iter().all(|t| values.eval_bool(terms, *t)) {
                self.model = Some(values);
                return Answer::Sat;
            }
        }
        self.failed = (assumptions.to_vec(), activations.to_vec());
        Answer::Unsat
    }

    fn failed_assumptions(&self) -> &[TermId] {
        &self.failed.0
    }

    fn failed_activations(&self) -> &[Activation] {
        &self.failed.1
    }

    fn value(&mut self, terms: &Terms, t: TermId) -> Option<Value> {
        self.model.as_mut().map(|values| values.eval(terms, t))
    }

    fn stats(&self) -> Stats {
        Stats::default()
    }
}

/// Width of an element, and how many there are.
fn shape(terms: &Terms, symbol: SymbolId) -> (u32, u32) {
    match terms.sort(terms.symbol_term(symbol)) {
        Sort::Bool => (1, 1),
        Sort::Bv(width) => (width, 1),
        Sort::Array { index, elem } => (elem, 1 << index),
    }
}

fn size(terms: &Terms, symbol: SymbolId) -> u32 {
    let (width, count) = shape(terms, symbol);
    width * count
}

fn assignment(terms: &Terms, symbols: &[SymbolId], mut number: u64) -> Evaluator {
    let mut values = Evaluator::new();
    for &symbol in symbols {
        let (width, count) = shape(terms, symbol);
        let mut take = || {
            let value = Bits::from_u128(width, u128::from(number & ((1 << width) - 1)));
            number >>= width;
            value
        };
        let value = match terms.sort(terms.symbol_term(symbol)) {
            Sort::Array { index, .. } => {
                let mut array = ArrayValue::new(index, Bits::zero(width));
                (0..count).for_each(|i| array.set(Bits::from_u128(index, i.into()), take()));
                Value::Array(Rc::new(array))
            }
            Sort::Bool | Sort::Bv(_) => Value::Bits(take()),
        };
        values.set(symbol, value);
    }
    values
}

/// What a solver says of some questions: with an assertion, a switched one, and assumptions.
pub fn answers(solver: &mut dyn TermSolver, terms: &Terms, goals: &[TermId]) -> Vec<Answer> {
    let [always, switched, first, second] = [goals[0], goals[1], goals[2], goals[3]];
    let active = solver.new_activation();
    solver.assert(terms, always);
    solver.assert_if(terms, active, switched);
    let mut answers = Vec::new();
    for assumed in [&[][..], &[first], &[first, second]] {
        for on in [&[][..], &[active]] {
            let answer = solver.check_with(terms, assumed, on);
            if answer == Answer::Sat {
                let met = assumed.iter().chain([&always]).chain(on.first().map(|_| &switched));
                met.for_each(|t| assert_eq!(solver.value_bool(terms, *t), Some(true)));
            } else {
                assert!(solver.failed_assumptions().iter().all(|t| assumed.contains(t)));
                assert!(solver.failed_activations().iter().all(|a| on.contains(a)));
            }
            answers.push(answer);
        }
    }
    answers
}

#[test]
fn two_solvers_agree() {
    let mut random = Random::new(17);
    for _ in 0..60 {
        let mut terms = Terms::new();
        let goals = random_goals(&mut random, &mut terms, 4);
        let said = answers(&mut *Solver::new(&Options::default()), &terms, &goals);
        assert_eq!(said, answers(&mut ByTrying::default(), &terms, &goals));
    }
}
