//! What is known of terms' values where some conditions hold: those that compare a term with a constant, and those that choices are made by.

use crate::domain::{Abs, MAX_WIDTH, signed};
use crate::op::Op;
use crate::ranges::{of_arguments, scalar_width};
use crate::terms::{TermId, Terms};
use rustc_hash::FxHashMap;

/// Values of terms by node, under conditions.
pub struct Given {
    known: FxHashMap<usize, Abs>,
    /// Nodes that are looked at; what lies deeper may have any value.
    budget: u32,
}

impl Given {
    /// From conditions that hold together. They may contradict each other: then what is known is anything.
    pub fn new(terms: &Terms, conditions: &[TermId], budget: u32) -> Given {
        let mut given = Given { known: FxHashMap::default(), budget };
        let mut open = conditions.to_vec();
        while let Some(t) = open.pop() {
            if terms.op(t) == Op::And {
                open.extend(terms.args(t).iter());
                continue;
            }
            given.learn(t, Abs::bool(true));
            if let Some((of, value)) = bound(terms, t) {
                given.learn(of, value);
            }
        }
        given
    }

    fn learn(&mut self, of: TermId, value: Abs) {
        let value = if of.is_complemented() { value.not() } else { value };
        let known = self.known.entry(of.node()).or_insert(value);
        *known = known.meet(&value).unwrap_or(value);
    }

    /// All values that a term can have; `None` where nothing is known.
    pub fn of(&mut self, terms: &Terms, t: TermId) -> Option<Abs> {
        let width = scalar_width(terms, t);
        if width > MAX_WIDTH {
            return None;
        }
        let mut done: FxHashMap<usize, Option<Abs>> = FxHashMap::default();
        let mut stack = vec![t.regular()];
        while let Some(&top) = stack.last() {
            let is_new = |a: &TermId| !done.contains_key(&a.node());
            let new: Vec<TermId> = terms.args(top).iter().map(|a| a.regular()).filter(is_new).collect();
            if is_new(&top) && !new.is_empty() && self.budget > 0 {
                self.budget -= 1;
                stack.extend(new);
                continue;
            }
            stack.pop();
            if is_new(&top) {
                let value = of_arguments(terms, top, &|a| regular(done.get(&a.node()).copied().flatten(), a));
                let known = self.known.get(&top.node()).copied();
                let both = value.zip(known).map(|(a, b)| a.meet(&b).unwrap_or(b));
                done.insert(top.node(), both.or(known).or(value));
            }
        }
        regular(done.get(&t.node()).copied().flatten(), t)
    }
}

/// The value of a term from that of its node.
fn regular(value: Option<Abs>, t: TermId) -> Option<Abs> {
    value.map(|v| if t.is_complemented() { v.not() } else { v })
}

/// A condition that bounds a term by a constant, as that term and its values.
fn bound(terms: &Terms, cond: TermId) -> Option<(TermId, Abs)> {
    let (holds, cond) = (!cond.is_complemented(), cond.regular());
    let [a, b] = terms.args(cond)[..] else { return None };
    let width = scalar_width(terms, a);
    if width > MAX_WIDTH || terms.sort(a).is_array() {
        return None;
    }
    let (of, constant, is_first) = match (terms.const_u64(a), terms.const_u64(b)) {
        (None, Some(c)) => (a, c, true),
        (Some(c), None) => (b, c, false),
        _ => return None,
    };
    let s = signed(width, constant);
    let value = match (terms.op(cond), is_first, holds) {
        (Op::Eq, _, true) => Some(Abs::constant(width, constant)),
        (Op::Ult, true, true) => Abs::unsigned(width, 0, constant.checked_sub(1)?),
        (Op::Ult, true, false) => Abs::unsigned(width, constant, u64::MAX),
        (Op::Ult, false, true) => Abs::unsigned(width, constant.checked_add(1)?, u64::MAX),
        (Op::Ult, false, false) => Abs::unsigned(width, 0, constant),
        (Op::Slt, true, true) => Abs::signed(width, i64::MIN, s.checked_sub(1)?),
        (Op::Slt, true, false) => Abs::signed(width, s, i64::MAX),
        (Op::Slt, false, true) => Abs::signed(width, s.checked_add(1)?, i64::MAX),
        (Op::Slt, false, false) => Abs::signed(width, i64::MIN, s),
        _ => None,
    };
    Some((of, value?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Evaluator, Sort};

    /// Every value of every term of two small inputs, where the conditions hold, is among those that are said to be possible.
    #[test]
    fn contains_all_values() {
        const WIDTH: u32 = 3;
        let mut random = pm_base::Random::new(5);
        let (mut narrow, mut checked) = (0, 0);
        for _ in 0..300 {
            let mut terms = Terms::new();
            let inputs = ["x", "y"].map(|name| terms.symbol(name, Sort::Bv(WIDTH)));
            let mut pool = inputs.to_vec();
            let mut choices = vec![terms.ult(inputs[0], inputs[1])];
            for _ in 0..6 {
                let (a, b) = (random.pick(&pool), random.pick(&pool));
                let c = terms.bv(WIDTH, u128::from(random.below(1 << WIDTH)));
                if random.flip() {
                    choices.push(terms.slt(a, c));
                    choices.push(terms.and(choices[0], choices[choices.len() - 1]));
                }
                let t = match random.below(9) {
                    7 | 8 => terms.ite(random.pick(&choices), a, b),
                    0 => terms.add(a, c),
                    1 => terms.mul(a, b),
                    2 => terms.and(a, b),
                    3 => terms.sub(a, b),
                    4 => terms.not(a),
                    5 => terms.lshr(a, c),
                    _ => terms.add(a, b),
                };
                pool.push(t);
            }
            let conditions: Vec<TermId> = (0..3)
                .map(|_| {
                    let a = random.pick(&pool);
                    let c = terms.bv(WIDTH, u128::from(random.below(1 << WIDTH)));
                    let (a, c) = if random.flip() { (a, c) } else { (c, a) };
                    let cond = match random.below(5) {
                        3 | 4 => random.pick(&choices),
                        0 => terms.ult(a, c),
                        1 => terms.slt(a, c),
                        _ => terms.eq(a, c),
                    };
                    if random.below(3) == 0 { terms.not(cond) } else { cond }
                })
                .collect();
            let all = terms.and_all(&conditions);
            let mut given = Given::new(&terms, &[all], 100);
            let said: Vec<(TermId, Option<Abs>)> = pool.iter().map(|t| (*t, given.of(&terms, *t))).collect();
            narrow += said.iter().filter(|(_, s)| s.is_some_and(|s| s != Abs::top(WIDTH))).count();
            for values in 0..1u64 << (2 * WIDTH) {
                let mut evaluator = Evaluator::new();
                for (i, input) in inputs.iter().enumerate() {
                    let value = values >> (i as u32 * WIDTH) & ((1 << WIDTH) - 1);
                    let symbol = terms.symbol_id(*input).unwrap();
                    evaluator.set_bits(symbol, crate::Bits::from_u128(WIDTH, value.into()));
                }
                if !evaluator.eval(&terms, all).is_true() {
                    continue;
                }
                for (t, abs) in &said {
                    let value = evaluator.eval(&terms, *t).bits().to_u128().unwrap() as u64;
                    assert!(abs.is_none_or(|abs| abs.contains(value)), "{value} {abs:?}");
                    checked += 1;
                }
            }
        }
        assert!(narrow > 200 && checked > 5000, "{narrow} {checked}");
    }
}
