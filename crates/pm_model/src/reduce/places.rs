//! When two indices are the same place.
//!
//! The index of `a[i][j]` is `1000 * i + j`, modulo the size of its type. As long as `i` and `j` are digits (`j < 1000`, and `i` so small that nothing wraps
//! around), two such places are the same if and only if their digits are: a matter of comparisons, where multiplications would be.

use crate::form::Form;
use pm_term::{TermId, Terms};

/// The parts of an index by falling factors, each with the largest value of its leaf for which all leaves are digits: the sum of what is below a part, with
/// `rest`, stays below its factor. `None` if there are no such values.
pub fn digits(index: &Form, rest: u64) -> Option<Vec<(TermId, u64, u64)>> {
    let mut parts = index.parts.clone();
    parts.sort_by_key(|p| std::cmp::Reverse(p.1));
    let mut out = Vec::new();
    let mut below = u128::from(rest);
    for (i, &(leaf, factor)) in parts.iter().enumerate().rev() {
        let above = if i > 0 { u128::from(parts[i - 1].1) } else { 1 << index.width };
        let most = above.checked_sub(1 + below)? / u128::from(factor);
        if most == 0 || (i > 0 && parts[i - 1].1 == factor) {
            return None;
        }
        below += most * u128::from(factor);
        out.push((leaf, factor, most as u64));
    }
    out.reverse();
    Some(out)
}

/// Whether two indices are the same place, where their leaves are digits.
pub struct Places {
    /// They are.
    pub are_digits: TermId,
    /// Then the indices are equal if and only if this holds.
    pub same: TermId,
    /// How many leaves an index has.
    pub leaves: usize,
}

impl Places {
    /// `None` if the indices are not of one kind, or are compared easily as they are.
    pub fn compare(terms: &mut Terms, a: TermId, b: TermId) -> Option<Places> {
        let (p, q) = (Form::read(terms, a)?, Form::read(terms, b)?);
        let lowest = p.parts.iter().map(|p| p.1).min()?;
        if p.parts.len() != q.parts.len() || (p.parts.len() == 1 && lowest == 1) {
            return None;
        }
        let has_rest = p.constant != q.constant;
        if has_rest && (p.constant >= lowest || q.constant >= lowest) {
            return None;
        }
        let rest = if has_rest { lowest - 1 } else { 0 };
        let (p, q) = (digits(&p, rest)?, digits(&q, rest)?);
        let (mut are_digits, mut same) = (Vec::new(), vec![terms.bool_const(!has_rest)]);
        for (&(x, f, most), &(y, g, _)) in p.iter().zip(&q) {
            if f != g {
                return None;
            }
            for leaf in [x, y] {
                let width = terms.width(leaf);
                if width >= 64 || most < (1 << width) - 1 {
                    let most = terms.bv(width, most.into());
                    are_digits.push(terms.ule(leaf, most));
                }
            }
            let width = terms.width(x).max(terms.width(y));
            let (x, y) = (terms.zext(x, width), terms.zext(y, width));
            same.push(terms.eq(x, y));
        }
        let (are_digits, same) = (terms.and_all(&are_digits), terms.and_all(&same));
        Some(Places { are_digits, same, leaves: p.len() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pm_base::Random;
    use pm_term::{Bits, Evaluator, Sort};

    /// `extract[21:2](4 * j + sext(4000 * i))`, as an access computes it.
    fn index(t: &mut Terms, i: TermId, j: TermId, more: i128) -> TermId {
        let (row, size) = (t.bv(32, 4000), t.bv(64, 4));
        let row = t.mul(i, row);
        let (row, j) = (t.sext(row, 64), t.sext(j, 64));
        let (column, more) = (t.mul(j, size), t.bv_signed(64, 4 * more));
        let sum = t.add(row, column);
        let sum = t.add(sum, more);
        t.extract(sum, 21, 2)
    }

    #[test]
    fn indices_are_sums() {
        let mut t = Terms::new();
        let (i, j) = (t.symbol("i", Sort::Bv(32)), t.symbol("j", Sort::Bv(32)));
        let at = index(&mut t, i, j, 3);
        let form = Form::read(&t, at).unwrap();
        assert_eq!((form.width, form.constant), (20, 3));
        assert_eq!(digits(&form, 0).unwrap(), [(i, 1000, 1047), (j, 1, 999)]);
    }

    #[test]
    fn places_are_the_same_if_their_digits_are() {
        let mut t = Terms::new();
        let [i, j, p, q] = ["i", "j", "p", "q"].map(|n| t.symbol(n, Sort::Bv(32)));
        let mut random = Random::new(5);
        let (a, b) = (index(&mut t, i, j, 0), index(&mut t, p, q, 0));
        let places = Places::compare(&mut t, a, b).unwrap();
        let equal = t.eq(a, b);
        let agree = t.xor(places.same, equal);
        let agree = t.not(agree);
        let holds = t.implies(places.are_digits, agree);
        for round in 0..2000 {
            let mut eval = Evaluator::new();
            let (x, y) = (random.below(1100), random.below(1100));
            let (dx, dy) = (random.below(3).wrapping_sub(1), [0, 1000, 1][round % 3] * random.below(2));
            for (s, v) in [(i, x), (j, y), (p, x.wrapping_add(dx)), (q, y.wrapping_add(dy))] {
                let value = Bits::from_u128(32, (v & 0xffff_ffff).into());
                t.symbol_id(s).into_iter().for_each(|s| eval.set_bits(s, value.clone()));
            }
            assert!(eval.eval_bool(&t, holds));
        }
        // Fields of records: what is at different offsets is never the same.
        let three = t.bv(32, 3);
        let (a, b) = (t.mul(i, three), t.mul(p, three));
        let one = t.one(32);
        let b = t.add(b, one);
        let places = Places::compare(&mut t, a, b).unwrap();
        assert_eq!(places.same, TermId::FALSE);
        assert_eq!(places.leaves, 1);
    }
}
