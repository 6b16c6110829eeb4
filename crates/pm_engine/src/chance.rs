//! Conditions that hold for some inputs taken at random: what no solver has to be asked.
//!
//! A program with many branches on its inputs has many places, and each model of a solver differs from the one before in little. Half of all branches
//! are taken by any inputs.

use pm_base::Random;
use pm_solve::Limits;
use pm_term::{Bits, Evaluator, Op, TermId, Terms};

/// Evaluations of nodes.
const WORK: usize = 20_000_000;
/// Rounds one after the other that meet nothing new.
const IN_VAIN: u32 = 3;

/// Which of the conditions some inputs meet.
pub fn met(terms: &Terms, conds: &[TermId], limits: &Limits) -> Vec<bool> {
    let mut met = vec![false; conds.len()];
    let cone = terms.cone(conds);
    let symbols: Vec<TermId> =
        cone.iter().copied().filter(|t| terms.op(*t) == Op::Symbol && !terms.sort(*t).is_array()).collect();
    let (mut random, mut in_vain) = (Random::new(1), 0);
    for _ in 0..WORK / cone.len().max(1) {
        if in_vain == IN_VAIN || met.iter().all(|m| *m) || limits.exceeded().is_some() {
            break;
        }
        let mut values = Evaluator::new();
        for symbol in symbols.iter().filter_map(|t| terms.symbol_id(*t)) {
            let width = terms.width(terms.symbol_term(symbol));
            values.set_bits(symbol, Bits::from_u128(width, word(&mut random)));
        }
        let before = met.iter().filter(|m| **m).count();
        for (cond, met) in conds.iter().zip(&mut met).filter(|(_, met)| !**met) {
            *met = values.eval_bool(terms, *cond);
        }
        in_vain = if met.iter().filter(|m| **m).count() > before { 0 } else { in_vain + 1 };
    }
    met
}

/// Small numbers, small negative ones, or anything.
fn word(random: &mut Random) -> u128 {
    let small = u128::from(random.below(16));
    match random.below(4) {
        0 => small,
        1 => !small,
        _ => u128::from(random.draw()) << 64 | u128::from(random.draw()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pm_term::Sort;

    #[test]
    fn what_is_likely_is_met() {
        let mut terms = Terms::new();
        let x = terms.symbol("x", Sort::Bv(32));
        let (hundred, rare) = (terms.bv(32, 100), terms.bv(32, 0x1234_5678));
        let (less, more, equal) = (terms.slt(x, hundred), terms.slt(hundred, x), terms.eq(x, rare));
        let never = terms.and(less, more);
        let met = met(&terms, &[less, more, equal, never], &Limits::default());
        assert_eq!(met, [true, true, false, false]);
    }
}
