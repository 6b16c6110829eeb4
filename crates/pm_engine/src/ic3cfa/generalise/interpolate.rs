//! Interpolation (5.10) in the place of which solvers of bits have their reasons: literals that an answer does not name are gone when it comes (`sites.rs`), and here equations become weaker
//! where the result is blocked in all frames that there are.
//!
//! An equation between numbers says that both have the same remainders, and that neither is larger: `y == 0` becomes "y is even" for the program Jain1 of the thesis.

use super::super::Search;
use crate::cfa::cubes::Cube;
use pm_solve::Limit;
use pm_term::{Op, TermId, Terms};

/// Cubes with more literals are left as they are.
const FEW: usize = 2;

impl Search<'_> {
    /// The cube with equations weakened.
    pub(super) fn weaken(&mut self, location: u32, level: u32, cube: Cube) -> Result<Cube, Limit> {
        let mut all = cube;
        if all.len() > FEW {
            return Ok(all);
        }
        for literal in all.literals().to_vec() {
            for weaker in weaker(&mut self.ground.system.terms, literal) {
                let candidate = all.with(literal, weaker);
                if !self.in_vain.contains(&(location, candidate.clone())) {
                    if self.is_inductive(location, self.last.max(level), &candidate)? {
                        self.statistics.weakened += 1;
                        all = candidate;
                        break;
                    }
                    self.in_vain.insert((location, candidate));
                }
            }
        }
        Ok(all)
    }
}

/// What follows from an equation.
fn weaker(terms: &mut Terms, literal: TermId) -> Vec<TermId> {
    if literal.is_complemented() || terms.op(literal) != Op::Eq || terms.sort(terms.args(literal)[0]).is_array() {
        return Vec::new();
    }
    let args = terms.args(literal);
    let (a, b) = (args[0], args[1]);
    let mut out = vec![terms.sge(a, b), terms.sle(a, b), terms.uge(a, b), terms.ule(a, b)];
    if terms.width(a) > 1 {
        let (low_a, low_b) = (terms.extract(a, 0, 0), terms.extract(b, 0, 0));
        out.push(terms.eq(low_a, low_b));
    }
    out.retain(|&t| t != literal && t != TermId::TRUE);
    out
}
