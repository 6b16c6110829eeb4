//! The circuits, evaluated, against three references: a software float library in all rounding modes, the project's own
//! float arithmetic with its NaNs bit for bit, and for a tiny format exact rational arithmetic on all values.

mod library;
mod own;
mod tiny;

use super::{FpFormat, RoundingMode};
use crate::bits::Bits;
use crate::eval::Evaluator;
use crate::sort::Sort;
use crate::terms::{SymbolId, TermId, Terms};
use pm_base::Random;

/// A circuit over inputs that can be evaluated again and again.
pub(crate) struct Circuit {
    terms: Terms,
    inputs: Vec<SymbolId>,
    results: Vec<TermId>,
}

impl Circuit {
    /// Builds a circuit over inputs of these widths.
    pub fn new(widths: &[u32], build: impl FnOnce(&mut Terms, &[TermId]) -> Vec<TermId>) -> Circuit {
        let mut terms = Terms::new();
        let inputs: Vec<TermId> = widths.iter().map(|&width| terms.fresh("x", Sort::Bv(width))).collect();
        let results = build(&mut terms, &inputs);
        let inputs = inputs.iter().filter_map(|&input| terms.symbol_id(input)).collect();
        Circuit { terms, inputs, results }
    }

    pub fn eval(&self, values: &[u128]) -> Vec<u128> {
        let mut evaluator = Evaluator::new();
        for (&input, &value) in self.inputs.iter().zip(values) {
            let width = self.terms.width(self.terms.symbol_term(input));
            evaluator.set_bits(input, Bits::from_u128(width, value));
        }
        let mut value = |&t: &TermId| evaluator.eval_bits(&self.terms, t).to_u128().unwrap();
        self.results.iter().map(&mut value).collect()
    }

    pub fn eval_one(&self, values: &[u128]) -> u128 {
        self.eval(values)[0]
    }
}

/// A circuit with a rounding mode as first input and floats after it.
pub(crate) fn rounded(
    f: FpFormat,
    arity: usize,
    build: impl FnOnce(&mut Terms, TermId, &[TermId]) -> TermId,
) -> Circuit {
    let mut widths = vec![RoundingMode::BITS];
    widths.extend(std::iter::repeat_n(f.bits(), arity));
    Circuit::new(&widths, |terms, inputs| vec![build(terms, inputs[0], &inputs[1..])])
}

/// A random value: often special, or with an exponent near that of `near`, so that operations meet.
pub(crate) fn random_float(random: &mut Random, f: FpFormat, near: Option<u128>) -> u128 {
    let fraction_mask = (1u128 << (f.precision - 1)) - 1;
    let max_biased = (1u128 << f.exponent_bits) - 1;
    let mut bits = u128::from(random.draw()) << 64 | u128::from(random.draw());
    bits >>= random.below(3) * 20;
    let fraction = match random.below(6) {
        0 => 0,
        1 => fraction_mask,
        2 => 1 << random.below(u64::from(f.precision) - 1),
        3 => fraction_mask ^ (1 << random.below(u64::from(f.precision) - 1)),
        _ => bits & fraction_mask,
    };
    let near_exponent = near.map(|bits| bits >> f.stored_bits() & max_biased);
    let biased = match (random.below(8), near_exponent) {
        (0, _) => 0,
        (1, _) => max_biased,
        (2, _) => 1 + u128::from(random.draw() % 3),
        (3, _) => max_biased - 1,
        (4..=6, Some(exponent)) => {
            let spread = u64::from(f.precision) * 2 + 3;
            (exponent + u128::from(random.below(spread))).saturating_sub(u128::from(spread) / 2).min(max_biased)
        }
        (4..=5, None) => (max_biased / 2 + u128::from(random.draw() % 8)).saturating_sub(4),
        _ => u128::from(random.draw()) % max_biased,
    };
    pack(f, random.draw() & 1 == 1, biased, fraction)
}

pub(crate) fn pack(f: FpFormat, negative: bool, biased: u128, fraction: u128) -> u128 {
    let integer = u128::from(f.explicit_integer && biased != 0) << (f.precision - 1);
    u128::from(negative) << (f.bits() - 1) | biased << f.stored_bits() | integer | fraction
}
