//! Operations that solvers find hard: products and quotients of two unknowns.
//!
//! Often a proof needs to know no more of them than that equal operands give equal results.

use pm_term::{Op, TermId, Terms};

/// The most operations that are compared with each other.
const MAX_COMPARED: usize = 12;

/// A product of two unknowns, or a division by one.
pub(crate) fn is_hard(terms: &Terms, t: TermId) -> bool {
    let args = terms.args(t);
    match terms.op(t) {
        Op::Mul => args.iter().all(|&a| !terms.is_const(a)),
        Op::Udiv | Op::Urem | Op::Sdiv | Op::Srem => args.get(1).is_some_and(|&a| !terms.is_const(a)),
        _ => false,
    }
}

/// The hard operations below some terms, arguments before what uses them.
pub(crate) fn hard_operations(terms: &Terms, roots: &[TermId]) -> Vec<TermId> {
    terms.cone(roots).into_iter().filter(|&t| is_hard(terms, t)).collect()
}

/// For hard operations of the same kind: if their operands are equal, their results are. These are true whatever the symbols are; a
/// solver that works on bits has a hard time to find out.
pub(crate) fn congruences(terms: &mut Terms, roots: &[TermId]) -> Vec<TermId> {
    let hard = hard_operations(terms, roots);
    if hard.len() > MAX_COMPARED {
        return Vec::new();
    }
    let mut out = Vec::new();
    for (i, &a) in hard.iter().enumerate() {
        for &b in &hard[..i] {
            if terms.op(a) != terms.op(b) || terms.sort(a) != terms.sort(b) {
                continue;
            }
            let (of_a, of_b) = (terms.args(a), terms.args(b));
            let mut different: Vec<TermId> = Vec::new();
            for (&x, &y) in of_a.iter().zip(of_b.iter()) {
                let equal = terms.eq(x, y);
                different.push(terms.not(equal));
            }
            different.push(terms.eq(a, b));
            out.push(terms.or_all(&different));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use pm_solve::{Answer, Options, Solver};
    use pm_term::Sort;

    #[test]
    fn congruences_say_nothing_new() {
        let mut terms = Terms::new();
        let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| terms.symbol(name, Sort::Bv(4)));
        let (p, q) = (terms.mul(a, b), terms.mul(c, d));
        let (r, s) = (terms.udiv(p, c), terms.udiv(q, a));
        let found = congruences(&mut terms, &[r, s]);
        assert_eq!(found.len(), 2);
        for claim in found {
            let fails = terms.not(claim);
            assert_eq!(Solver::new(&Options::default()).check(&terms, &[fails]), Answer::Unsat);
        }
    }

    #[test]
    fn operations_with_constants_are_not_hard() {
        let mut terms = Terms::new();
        let (a, three) = (terms.symbol("a", Sort::Bv(8)), terms.bv(8, 3));
        let (product, quotient, by) = (terms.mul(a, three), terms.udiv(a, three), terms.udiv(three, a));
        assert_eq!(hard_operations(&terms, &[product, quotient, by]), [by]);
    }
}
