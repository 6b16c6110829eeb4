//! Terms that are one of a few constants, whatever their symbols are: choices among constants, and what is computed from such choices.
//!
//! Conditions are not looked at, so that each value is possible as far as this knows. Of an array, the values are those of its elements.

use crate::domain::{Abs, MAX_WIDTH, apply};
use crate::op::Op;
use crate::ranges::scalar_width;
use crate::terms::{TermId, Terms};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Terms with more values are not followed.
const MOST: usize = 64;

/// So many combinations of arguments are computed.
const MOST_COMBINED: usize = 1024;

/// The values, in ascending order; `None`: too many, or not known.
type Values = Option<Arc<[u128]>>;

/// Values of the terms of one table, by node.
#[derive(Default)]
pub struct Constants {
    known: FxHashMap<usize, Values>,
}

impl Constants {
    pub fn of(&mut self, terms: &Terms, t: TermId) -> Values {
        let mut stack = vec![t.regular()];
        while let Some(&top) = stack.last() {
            if !self.known.contains_key(&top.node()) {
                let before = stack.len();
                let open = sources(terms, top).into_iter().flatten().map(TermId::regular);
                stack.extend(open.filter(|a| !self.known.contains_key(&a.node())));
                if stack.len() > before {
                    continue;
                }
                let values = self.compute(terms, top);
                self.known.insert(top.node(), values);
            }
            stack.pop();
        }
        self.get(terms, t)
    }

    /// Of a term that was looked at.
    fn get(&self, terms: &Terms, t: TermId) -> Values {
        let values = self.known.get(&t.node())?.clone()?;
        if !t.is_complemented() {
            return Some(values);
        }
        let mask = u128::MAX >> (128 - scalar_width(terms, t).min(128));
        collect(values.iter().map(|v| !v & mask))
    }

    fn compute(&self, terms: &Terms, t: TermId) -> Values {
        if terms.is_const(t) {
            return collect(terms.const_u128(t));
        }
        let sources = sources(terms, t)?;
        let sets: Vec<Arc<[u128]>> = sources.iter().map(|a| self.get(terms, *a)).collect::<Option<_>>()?;
        match (terms.op(t), &sets[..]) {
            (Op::Ite | Op::Store | Op::Select | Op::ConstArray, sets) => {
                collect(sets.iter().flat_map(|s| s.iter().copied()))
            }
            (_, [a]) => collect(a.iter().map(|x| value(terms, t, &sources, [*x, 0])).collect::<Option<Vec<_>>>()?),
            (_, [a, b]) if a.len() * b.len() <= MOST_COMBINED => {
                let pairs = a.iter().flat_map(|x| b.iter().map(|y| [*x, *y]));
                collect(pairs.map(|pair| value(terms, t, &sources, pair)).collect::<Option<Vec<_>>>()?)
            }
            _ => None,
        }
    }
}

fn collect(values: impl IntoIterator<Item = u128>) -> Values {
    let mut all: Vec<u128> = values.into_iter().collect();
    all.sort_unstable();
    all.dedup();
    (1..=MOST).contains(&all.len()).then(|| all.into())
}

/// The arguments that a term's values come from; `None` where they are not followed.
fn sources(terms: &Terms, t: TermId) -> Option<Vec<TermId>> {
    let args = terms.args(t);
    Some(match terms.op(t) {
        Op::Const => Vec::new(),
        Op::Ite if !terms.is_bool(t) => args[1..].to_vec(),
        Op::Store => vec![args[0], args[2]],
        Op::Select | Op::ConstArray => vec![args[0]],
        Op::Add | Op::Mul | Op::Concat | Op::Extract | Op::Sext => args.to_vec(),
        _ => return None,
    })
}

/// The term where its arguments have these values.
fn value(terms: &Terms, t: TermId, args: &[TermId], values: [u128; 2]) -> Option<u128> {
    let (op, width) = (terms.op(t), scalar_width(terms, t));
    let lo = if op == Op::Extract { terms.extract_lo(t) } else { 0 };
    // Packed pointers are wider than ranges know.
    if op == Op::Extract && lo < 128 {
        return Some(values[0] >> lo & (u128::MAX >> (128 - width.min(128))));
    }
    if op == Op::Concat && width <= 128 {
        return Some(values[0] << scalar_width(terms, args[1]) | values[1]);
    }
    let mut known = [Abs::top(1); 3];
    for ((known, arg), value) in known.iter_mut().zip(args).zip(values) {
        let wide = scalar_width(terms, *arg);
        if wide > MAX_WIDTH || width > MAX_WIDTH {
            return None;
        }
        *known = Abs::constant(wide, value as u64);
    }
    apply(op, known, (width, lo))?.as_constant().map(u128::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Evaluator, Sort};

    /// Random choices and what is computed from them: every value that evaluation finds is among those that are said.
    #[test]
    fn contains_all_values() {
        let mut random = pm_base::Random::new(11);
        let mut known = 0;
        for _ in 0..400 {
            let mut terms = if random.flip() { Terms::new() } else { Terms::raw() };
            let conds: Vec<TermId> = (0..4).map(|i| terms.symbol(&format!("c{i}"), Sort::Bool)).collect();
            let mut pool: Vec<TermId> = (0..3).map(|_| terms.bv(8, u128::from(random.below(256)))).collect();
            for _ in 0..7 {
                let (a, b, c) = (random.pick(&pool), random.pick(&pool), random.pick(&conds));
                let t = match random.below(9) {
                    0..=3 => terms.ite(c, a, b),
                    4 => terms.add(a, b),
                    5 => terms.mul(a, b),
                    6 => {
                        let low = terms.extract(a, 3, 0);
                        terms.sext(low, 8)
                    }
                    7 => {
                        let (array, at) = (terms.const_array(8, a), terms.bv(8, 3));
                        let stored = terms.store(array, at, b);
                        terms.select(stored, a)
                    }
                    _ => terms.not(a),
                };
                pool.push(t);
            }
            for t in pool {
                let Some(values) = terms.constants_of(t) else { continue };
                known += 1;
                for choice in 0..1u32 << conds.len() {
                    let mut evaluator = Evaluator::new();
                    for (i, c) in conds.iter().enumerate() {
                        let symbol = terms.symbol_id(*c).unwrap();
                        evaluator.set_bits(symbol, crate::Bits::from_bool(choice >> i & 1 != 0));
                    }
                    let value = evaluator.eval(&terms, t).bits().to_u128().unwrap();
                    assert!(values.contains(&value), "{value} is not among {values:?}");
                }
            }
        }
        assert!(known > 2000, "{known}");
    }
}
