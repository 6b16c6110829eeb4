//! Sums of multiples of terms and a constant, modulo a width of at most 64 bits.

use pm_term::{TermId, Terms};

#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Form {
    pub width: u32,
    /// Ascending by term, without zeros.
    pub parts: Vec<(TermId, u64)>,
    pub constant: u64,
}

pub fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width.clamp(1, 64))
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use pm_term::Sort;

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
}
