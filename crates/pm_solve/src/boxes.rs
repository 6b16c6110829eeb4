//! Decides queries about floats by boxes: the inputs' values are split until each part says yes or no.
//!
//! A box is a range of bits for each input. Executed on sets of values ([`program`]), a query is true on a whole box, false on
//! a whole box, or neither: then the box is split in two. Most polynomials, divisions and roots of a few inputs, which are
//! hard for a SAT solver, need some thousand boxes. If the query is false on all, it has no solution; a point on which it is true
//! is a solution, which is evaluated by the circuits before it is believed.

mod number;
mod program;
mod range;
#[cfg(test)]
mod tests;

pub use number::Rounding;

use crate::sat::{Limit, Limits};
use pm_base::Random;
use pm_term::{Bits, Evaluator, SymbolId, TermId, Terms, Value};
use program::Program;

/// More inputs have too many corners.
const MAX_INPUTS: usize = 12;

/// Points are tried on so many boxes, and then on every so many.
const POINTS: (u64, u64) = (2000, 16);

/// Points that are evaluated by the circuits before "no solution" is believed.
const SPOTS: usize = 20;

/// Boxes between two looks at the limits.
const POLL: u64 = 256;

#[derive(Clone, Debug)]
pub enum Verdict {
    /// Values of the inputs, and of others that do not matter none.
    Sat(Vec<(SymbolId, Bits)>),
    Unsat,
    /// Not yet.
    Open,
}

type Ranges = Vec<(u64, u64)>;

pub struct Boxes {
    program: Program,
    roots: Vec<TermId>,
    rounding: Rounding,
    /// Boxes that are left.
    stack: Vec<Ranges>,
    tried: u64,
    /// Some of the boxes without a solution.
    dropped: Vec<Ranges>,
    random: Random,
}

impl Boxes {
    /// For the conjunction of Bools; `None` where there is no float in it, or it is too large.
    pub fn new(terms: &Terms, roots: &[TermId], rounding: Rounding) -> Option<Boxes> {
        let program = Program::new(terms, roots)?;
        if program.floats == 0 || program.inputs.is_empty() || program.inputs.len() > MAX_INPUTS {
            return None;
        }
        let all = program.inputs.iter().map(|i| (0, u64::MAX >> (64 - i.width))).collect();
        Some(Boxes {
            program,
            roots: roots.to_vec(),
            rounding,
            stack: vec![all],
            tried: 0,
            dropped: Vec::new(),
            random: Random::new(0),
        })
    }

    /// Goes on for so many steps.
    pub fn run(&mut self, terms: &Terms, steps: u64, limits: &Limits) -> Result<Verdict, Limit> {
        let mut left = steps / self.program.len() as u64;
        while let Some(ranges) = self.stack.pop() {
            if self.tried.is_multiple_of(POLL)
                && let Some(limit) = limits.exceeded()
            {
                return Err(limit);
            }
            self.tried += 1;
            match self.program.holds(&ranges, self.rounding) {
                Some(false) => self.drop_box(ranges),
                // Sets and circuits that contradict each other decide nothing.
                Some(true) => return self.solution(terms, &ranges).map(Verdict::Sat).ok_or(Limit::Solver),
                // Where sets are not precise enough on one point, the circuits are.
                None if ranges.iter().all(|r| r.0 == r.1) => {
                    if let Some(found) = self.solution(terms, &ranges) {
                        return Ok(Verdict::Sat(found));
                    }
                }
                None => {
                    if let Some(found) = self.try_point(terms, &ranges) {
                        return Ok(Verdict::Sat(found));
                    }
                    self.split(ranges);
                }
            }
            left = left.saturating_sub(1);
            if left == 0 && !self.stack.is_empty() {
                return Ok(Verdict::Open);
            }
        }
        Ok(self.spot_check(terms).map_or(Verdict::Unsat, Verdict::Sat))
    }

    /// A point of a box, if the circuits say that it is a solution.
    fn solution(&self, terms: &Terms, point: &[(u64, u64)]) -> Option<Vec<(SymbolId, Bits)>> {
        let inputs = self.program.inputs.iter().zip(point);
        let values: Vec<_> = inputs.map(|(i, r)| (i.symbol, Bits::from_u128(i.width, r.0.into()))).collect();
        let mut eval = Evaluator::new();
        values.iter().for_each(|(s, v)| eval.set(*s, Value::Bits(v.clone())));
        self.roots.iter().all(|r| eval.eval_bool(terms, *r)).then_some(values)
    }

    fn try_point(&mut self, terms: &Terms, ranges: &[(u64, u64)]) -> Option<Vec<(SymbolId, Bits)>> {
        let (first, every) = POINTS;
        if self.tried > first && !self.tried.is_multiple_of(every) {
            return None;
        }
        let point = self.point_in(ranges);
        match self.program.holds(&point, self.rounding) {
            Some(false) => None,
            Some(true) | None => self.solution(terms, &point),
        }
    }

    /// Two halves of the box, by the input with the most values.
    fn split(&mut self, ranges: Ranges) {
        let Some((i, &(lo, hi))) = ranges.iter().enumerate().max_by_key(|(_, r)| r.1 - r.0) else { return };
        let boundary = self.program.inputs[i].format.and_then(|f| f.boundary(lo, hi));
        let middle = boundary.unwrap_or(lo + (hi - lo) / 2 + 1);
        for part in [(lo, middle - 1), (middle, hi)] {
            let mut half = ranges.clone();
            half[i] = part;
            self.stack.push(half);
        }
    }

    /// Remembers some of the boxes without a solution, each with the same chance.
    fn drop_box(&mut self, ranges: Ranges) {
        let place = self.random.below(self.tried) as usize;
        if self.dropped.len() < SPOTS {
            self.dropped.push(ranges);
        } else if place < SPOTS {
            self.dropped[place] = ranges;
        }
    }

    fn point_in(&mut self, ranges: &[(u64, u64)]) -> Ranges {
        let random = &mut self.random;
        let inside = |&(lo, hi): &(u64, u64)| match hi - lo {
            u64::MAX => random.draw(),
            span => lo + random.below(span + 1),
        };
        ranges.iter().map(inside).map(|v| (v, v)).collect()
    }

    /// Random points of boxes without a solution, by the circuits alone: one that is a solution after all.
    fn spot_check(&mut self, terms: &Terms) -> Option<Vec<(SymbolId, Bits)>> {
        let dropped = std::mem::take(&mut self.dropped);
        dropped.iter().find_map(|ranges| {
            let point = self.point_in(ranges);
            self.solution(terms, &point)
        })
    }
}
