//! Indices as sums of products, and when two of them are the same place.
//!
//! The index of `a[i][j]` is `1000 * i + j`, modulo the size of its type. As long as `i` and `j` are digits (`j < 1000`, and `i` so small that nothing wraps
//! around), two such places are the same if and only if their digits are: a matter of comparisons, where multiplications would be.

use pm_term::{Op, TermId, Terms};

/// Nesting of an index that is looked into.
const DEPTH: u32 = 40;

/// `sum of factor * leaf + constant` modulo 2^width, leaves being unsigned numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Linear {
    pub width: u32,
    /// No factor is 0, no leaf occurs twice.
    pub parts: Vec<(TermId, u64)>,
    pub constant: u64,
    /// All numbers are signed, and nothing that is narrower than the sum wraps around: a guess.
    is_rough: bool,
}

impl Linear {
    /// `None` if the term has more than 64 bits.
    pub fn of(terms: &Terms, t: TermId) -> Option<Linear> {
        let width = terms.width(t);
        (1..=64).contains(&width).then(|| Linear::modulo(terms, t, width, false, DEPTH))
    }

    /// What a term most likely is: numbers are signed, and nothing wraps around on the way to the term's width.
    pub fn roughly(terms: &Terms, t: TermId) -> Option<Linear> {
        let width = terms.width(t);
        (1..=64).contains(&width).then(|| Linear::modulo(terms, t, width, true, DEPTH))
    }

    fn modulo(terms: &Terms, t: TermId, width: u32, is_rough: bool, depth: u32) -> Linear {
        let mut out = Linear { width, parts: Vec::new(), constant: 0, is_rough };
        out.add(terms, t, 1, depth);
        out.parts.retain(|p| p.1 != 0);
        out
    }

    /// A factor or a constant as a signed number.
    pub fn signed(&self, value: u64) -> i64 {
        sign_extended(value, self.width) as i64
    }

    fn mask(&self) -> u64 {
        u64::MAX >> (64 - self.width)
    }

    fn add_constant(&mut self, factor: u64, value: u64) {
        self.constant = self.constant.wrapping_add(factor.wrapping_mul(value)) & self.mask();
    }

    fn add_leaf(&mut self, t: TermId, factor: u64) {
        let mask = self.mask();
        match self.parts.iter_mut().find(|p| p.0 == t) {
            Some(part) => part.1 = part.1.wrapping_add(factor) & mask,
            None => self.parts.push((t, factor & mask)),
        }
    }

    /// Adds a multiple of an unsigned number.
    fn add(&mut self, terms: &Terms, t: TermId, factor: u64, depth: u32) {
        let factor = factor & self.mask();
        if factor == 0 {
            return;
        }
        // Only so many low bits of the number matter.
        let own = terms.width(t);
        let need = self.width - factor.trailing_zeros();
        let need = if self.is_rough { need.min(own) } else { need };
        let is_rough = self.is_rough;
        let value = |t: TermId| {
            let value = terms.const_u64(t)?;
            Some(if is_rough { sign_extended(value, terms.width(t)) } else { value })
        };
        let args = terms.args(t);
        let Some(depth) = depth.checked_sub(1) else { return self.add_leaf(t, factor) };
        match terms.op(t) {
            Op::Const if own <= 64 => self.add_constant(factor, value(t).unwrap_or(0)),
            // ~x is 2^n - 1 - x
            Op::Not if own <= 64 => {
                self.add_constant(factor, if is_rough { u64::MAX } else { u64::MAX >> (64 - own) });
                self.add(terms, args[0], factor.wrapping_neg(), depth);
            }
            Op::Add if own >= need => args.iter().for_each(|&a| self.add(terms, a, factor, depth)),
            Op::Mul if own >= need => match (value(args[0]), value(args[1])) {
                (Some(k), _) => self.add(terms, args[1], factor.wrapping_mul(k), depth),
                (_, Some(k)) => self.add(terms, args[0], factor.wrapping_mul(k), depth),
                _ => self.add_leaf(t, factor),
            },
            Op::Shl if own >= need => match terms.const_u64(args[1]) {
                Some(by) if by < 64 => self.add(terms, args[0], factor << by, depth),
                _ => self.add_leaf(t, factor),
            },
            Op::Sext if is_rough || terms.width(args[0]) >= need => self.add(terms, args[0], factor, depth),
            Op::Concat if terms.width(args[1]) < 64 => {
                self.add(terms, args[0], factor << terms.width(args[1]), depth);
                match terms.const_u64(args[1]) {
                    Some(low) => self.add_constant(factor, low),
                    None => self.add(terms, args[1], factor, depth),
                }
            }
            Op::Extract if own >= need => self.add_high_part(terms, t, factor, need, depth),
            _ => self.add_leaf(t, factor),
        }
    }

    /// The bits from somewhere on: what is divisible is divided, and what a constant has below is lost.
    fn add_high_part(&mut self, terms: &Terms, t: TermId, factor: u64, need: u32, depth: u32) {
        let (whole, low) = (terms.args(t)[0], terms.extract_lo(t));
        if low == 0 {
            return self.add(terms, whole, factor, depth);
        }
        if need + low > 64 {
            return self.add_leaf(t, factor);
        }
        let inner = Linear::modulo(terms, whole, need + low, self.is_rough, depth);
        if inner.parts.iter().any(|p| p.1.trailing_zeros() < low) {
            return self.add_leaf(t, factor);
        }
        let divided = |value: u64| match inner.is_rough {
            true => (inner.signed(value) >> low) as u64,
            false => value >> low,
        };
        self.add_constant(factor, divided(inner.constant));
        inner.parts.iter().for_each(|p| self.add_leaf(p.0, factor.wrapping_mul(divided(p.1))));
    }

    /// The parts by falling factors, each with the largest value of its leaf for which all leaves are digits: the sum of what is below a part, with
    /// `rest`, stays below its factor. `None` if there are no such values.
    pub fn digits(&self, rest: u64) -> Option<Vec<(TermId, u64, u64)>> {
        let mut parts = self.parts.clone();
        parts.sort_by_key(|p| std::cmp::Reverse(p.1));
        let mut out = Vec::new();
        let mut below = u128::from(rest);
        for (i, &(leaf, factor)) in parts.iter().enumerate().rev() {
            let above = if i > 0 { u128::from(parts[i - 1].1) } else { 1 << self.width };
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
}

fn sign_extended(value: u64, width: u32) -> u64 {
    let unused = 64 - width.clamp(1, 64);
    ((value << unused) as i64 >> unused) as u64
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
        let (p, q) = (Linear::of(terms, a)?, Linear::of(terms, b)?);
        let lowest = p.parts.iter().map(|p| p.1).min()?;
        if p.parts.len() != q.parts.len() || (p.parts.len() == 1 && lowest == 1) {
            return None;
        }
        let has_rest = p.constant != q.constant;
        if has_rest && (p.constant >= lowest || q.constant >= lowest) {
            return None;
        }
        let rest = if has_rest { lowest - 1 } else { 0 };
        let (p, q) = (p.digits(rest)?, q.digits(rest)?);
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
        let linear = Linear::of(&t, at).unwrap();
        assert_eq!((linear.width, linear.constant), (20, 3));
        assert_eq!(linear.digits(0).unwrap(), [(i, 1000, 1047), (j, 1, 999)]);
    }

    #[test]
    fn narrow_sums_are_seen_through_roughly() {
        let mut t = Terms::new();
        let i = t.symbol("i", Sort::Bv(32));
        let four = t.bv(32, 4);
        let (narrow, size) = (t.mul(i, four), t.bv(64, 4));
        let narrow = t.sub(narrow, four);
        let wide = t.sext(narrow, 64);
        let offset = t.mul(wide, size);
        let at = t.extract(offset, 63, 2);
        let linear = Linear::roughly(&t, at).unwrap();
        assert_eq!(linear.parts, [(i, 4)]);
        assert_eq!(linear.signed(linear.constant), -4);
        let two = t.bv(62, 2);
        let at = t.add(at, two);
        let linear = Linear::roughly(&t, at).unwrap();
        assert_eq!((linear.parts[0], linear.signed(linear.constant)), ((i, 4), -2));
        assert_ne!(Linear::of(&t, at).unwrap().parts, [(i, 4)]);
    }

    #[test]
    fn sums_have_the_values_of_their_terms() {
        let mut t = Terms::new();
        let (i, j) = (t.symbol("i", Sort::Bv(32)), t.symbol("j", Sort::Bv(32)));
        let plain = index(&mut t, i, j, -7);
        let difference = t.sub(plain, plain);
        let narrow = t.extract(i, 7, 0);
        let (wide, k) = (t.zext(narrow, 20), t.bv(20, 12));
        let wide = t.mul(wide, k);
        let turned = t.not(plain);
        let mixed = t.add(turned, wide);
        let signed = t.sext(narrow, 20);
        let mixed = t.sub(mixed, signed);
        let mut random = Random::new(3);
        for at in [plain, difference, mixed] {
            let linear = Linear::of(&t, at).unwrap();
            for _ in 0..200 {
                let mut eval = Evaluator::new();
                for s in [i, j] {
                    let value = Bits::from_u128(32, (random.draw() & 0xffff_ffff).into());
                    t.symbol_id(s).into_iter().for_each(|s| eval.set_bits(s, value.clone()));
                }
                let mut value = |x: TermId| eval.eval(&t, x).bits().to_u128().unwrap() as u64;
                let sum =
                    linear.parts.iter().fold(linear.constant, |n, p| n.wrapping_add(p.1.wrapping_mul(value(p.0))));
                assert_eq!(sum & 0xf_ffff, value(at));
            }
        }
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
