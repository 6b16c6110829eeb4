//! Linear forms: sums of multiples of terms and a constant, modulo a width of at most 64 bits.

use pm_term::domain::mask;
use pm_term::{Op, TermId, Terms};

/// Nesting of a term that is looked into.
const DEPTH: u32 = 40;

#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Form {
    pub width: u32,
    /// Ascending by term, without zeros.
    pub parts: Vec<(TermId, u64)>,
    pub constant: u64,
}

impl Form {
    pub fn constant(width: u32, value: u64) -> Form {
        Form { width, parts: Vec::new(), constant: value & mask(width) }
    }

    pub fn of(width: u32, term: TermId) -> Form {
        Form { width, parts: vec![(term, 1)], constant: 0 }
    }

    pub fn as_constant(&self) -> Option<u64> {
        self.parts.is_empty().then_some(self.constant)
    }

    /// The term, if the form is nothing else.
    pub fn as_term(&self) -> Option<TermId> {
        match self.parts[..] {
            [(t, 1)] if self.constant == 0 => Some(t),
            _ => None,
        }
    }

    pub fn plus(&self, other: &Form) -> Form {
        let m = mask(self.width);
        let mut parts = self.parts.clone();
        for &(term, k) in &other.parts {
            match parts.binary_search_by_key(&term, |p| p.0) {
                Ok(at) => parts[at].1 = parts[at].1.wrapping_add(k) & m,
                Err(at) => parts.insert(at, (term, k)),
            }
        }
        parts.retain(|p| p.1 != 0);
        Form { width: self.width, parts, constant: self.constant.wrapping_add(other.constant) & m }
    }

    pub fn times(&self, k: u64) -> Form {
        let m = mask(self.width);
        let product = |c: u64| c.wrapping_mul(k) & m;
        let parts = self.parts.iter().map(|&(t, c)| (t, product(c))).filter(|p| p.1 != 0).collect();
        Form { width: self.width, parts, constant: product(self.constant) }
    }

    pub fn negated(&self) -> Form {
        self.times(u64::MAX)
    }

    pub fn minus(&self, other: &Form) -> Form {
        self.plus(&other.negated())
    }

    /// `~x` is `-x - 1`.
    pub fn complemented(&self) -> Form {
        self.negated().plus(&Form::constant(self.width, u64::MAX))
    }

    /// The form without its constant, which is the second, or negated, as the third says: forms that differ only so have the same.
    pub fn normalised(&self) -> (Form, u64, bool) {
        let first = self.parts.first().map_or(0, |p| p.1);
        let is_negated = first > mask(self.width) / 2;
        let form = if is_negated { self.negated() } else { self.clone() };
        let constant = form.constant;
        (Form { constant: 0, ..form }, constant, is_negated)
    }

    pub fn term(&self, terms: &mut Terms) -> TermId {
        let mut sum = terms.bv(self.width, self.constant.into());
        for &(t, k) in &self.parts {
            if k == mask(self.width) {
                sum = terms.sub(sum, t);
            } else {
                let k = terms.bv(self.width, k.into());
                let product = terms.mul(t, k);
                sum = terms.add(sum, product);
            }
        }
        sum
    }

    /// What a term is, leaves being unsigned numbers. `None` if it has more than 64 bits.
    pub fn read(terms: &Terms, t: TermId) -> Option<Form> {
        Some(Sum::of(terms, t, readable(terms, t)?, false, DEPTH).form)
    }

    /// What a term most likely is: numbers are signed, and nothing wraps around on the way to the term's width.
    pub fn roughly(terms: &Terms, t: TermId) -> Option<Form> {
        Some(Sum::of(terms, t, readable(terms, t)?, true, DEPTH).form)
    }

    /// A factor or a constant as a signed number.
    pub fn signed(&self, value: u64) -> i64 {
        sign_extended(value, self.width) as i64
    }
}

fn readable(terms: &Terms, t: TermId) -> Option<u32> {
    Some(terms.width(t)).filter(|w| (1..=64).contains(w))
}

fn sign_extended(value: u64, width: u32) -> u64 {
    let unused = 64 - width.clamp(1, 64);
    ((value << unused) as i64 >> unused) as u64
}

/// A form that is being read from a term.
struct Sum {
    form: Form,
    /// All numbers are signed, and nothing that is narrower than the sum wraps around: a guess.
    is_rough: bool,
}

impl Sum {
    fn of(terms: &Terms, t: TermId, width: u32, is_rough: bool, depth: u32) -> Sum {
        let mut out = Sum { form: Form::constant(width, 0), is_rough };
        out.add(terms, t, 1, depth);
        out
    }

    fn add_constant(&mut self, factor: u64, value: u64) {
        let constant = self.form.constant.wrapping_add(factor.wrapping_mul(value));
        self.form.constant = constant & mask(self.form.width);
    }

    fn add_leaf(&mut self, t: TermId, factor: u64) {
        self.form = self.form.plus(&Form::of(self.form.width, t).times(factor));
    }

    /// Adds a multiple of an unsigned number.
    fn add(&mut self, terms: &Terms, t: TermId, factor: u64, depth: u32) {
        let factor = factor & mask(self.form.width);
        if factor == 0 {
            return;
        }
        // Only so many low bits of the number matter.
        let own = terms.width(t);
        let need = self.form.width - factor.trailing_zeros();
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
        let inner = Sum::of(terms, whole, need + low, self.is_rough, depth).form;
        if inner.parts.iter().any(|p| p.1.trailing_zeros() < low) {
            return self.add_leaf(t, factor);
        }
        let is_rough = self.is_rough;
        let divided = |value: u64| match is_rough {
            true => (inner.signed(value) >> low) as u64,
            false => value >> low,
        };
        self.add_constant(factor, divided(inner.constant));
        inner.parts.iter().for_each(|p| self.add_leaf(p.0, factor.wrapping_mul(divided(p.1))));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pm_base::Random;
    use pm_term::{Bits, Evaluator, Sort};

    #[test]
    fn differences_are_normalised() {
        let mut t = Terms::new();
        let (x, y) = (t.symbol("x", Sort::Bv(8)), t.symbol("y", Sort::Bv(8)));
        let (x, y) = (Form::of(8, x), Form::of(8, y));
        let there = x.minus(&y).plus(&Form::constant(8, 3));
        let back = y.minus(&x).plus(&Form::constant(8, 5));
        assert_eq!(there.normalised().0, back.normalised().0);
        assert_eq!(there.minus(&there).as_constant(), Some(0));
        assert_eq!(Form::constant(8, 5).complemented().as_constant(), Some(250));
    }

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
    fn narrow_sums_are_seen_through_roughly() {
        let mut t = Terms::new();
        let i = t.symbol("i", Sort::Bv(32));
        let four = t.bv(32, 4);
        let (narrow, size) = (t.mul(i, four), t.bv(64, 4));
        let narrow = t.sub(narrow, four);
        let wide = t.sext(narrow, 64);
        let offset = t.mul(wide, size);
        let at = t.extract(offset, 63, 2);
        let linear = Form::roughly(&t, at).unwrap();
        assert_eq!(linear.parts, [(i, 4)]);
        assert_eq!(linear.signed(linear.constant), -4);
        let two = t.bv(62, 2);
        let at = t.add(at, two);
        let linear = Form::roughly(&t, at).unwrap();
        assert_eq!((linear.parts[0], linear.signed(linear.constant)), ((i, 4), -2));
        assert_ne!(Form::read(&t, at).unwrap().parts, [(i, 4)]);
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
            let linear = Form::read(&t, at).unwrap();
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
}
