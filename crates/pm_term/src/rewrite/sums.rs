//! Sums that are equal whatever the order of their summands.
//!
//! A term is seen as a linear form: summands with factors, and a constant, modulo a power of two. A choice between sums that differ by a
//! constant counts as its condition, with that constant as the factor. `Eq` uses this: sums are not put into a normal order where they are made, as
//! that would cost the sharing of their parts. Work is bounded: an equation that is too large is left to the solver.

use crate::op::Op;
use crate::terms::{TermId, Terms};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Nodes that are looked at for one equation.
const WORK: usize = 4096;
/// Summands of branches that are compared with each other.
const SMALL: usize = 8;

/// Factors of summands (a Bool counts as 0 or 1), none of them zero, and the constant.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
struct Linear {
    summands: FxHashMap<TermId, u128>,
    constant: u128,
}

impl Linear {
    fn add(&mut self, other: &Linear, factor: u128, mask: u128) {
        self.constant = self.constant.wrapping_add(other.constant.wrapping_mul(factor)) & mask;
        for (&leaf, &k) in &other.summands {
            self.add_leaf(leaf, k.wrapping_mul(factor), mask);
        }
    }

    fn add_leaf(&mut self, leaf: TermId, factor: u128, mask: u128) {
        let sum = self.summands.get(&leaf).copied().unwrap_or(0).wrapping_add(factor) & mask;
        if sum == 0 {
            self.summands.remove(&leaf);
        } else {
            self.summands.insert(leaf, sum);
        }
    }
}

/// One comparison.
struct Sums<'t> {
    terms: &'t Terms,
    left: usize,
    /// Choices, and in how many bits.
    choices: FxHashMap<(TermId, u32), Rc<Linear>>,
}

impl Terms {
    /// match: two terms whose sums have the same summands, or that differ by a constant
    /// result: true, or false
    pub(crate) fn eq_sums(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let is_sum = |t: TermId| matches!(self.node_op(t), Op::Add);
        let worth = is_sum(a) || is_sum(b) || self.node_op(a) == self.node_op(b);
        if !worth {
            return None;
        }
        let mut sums = Sums { terms: self, left: WORK, choices: FxHashMap::default() };
        sums.equal(a, b).map(|equal| if equal { TermId::TRUE } else { TermId::FALSE })
    }
}

impl Sums<'_> {
    fn spend(&mut self, work: usize) -> Option<()> {
        self.left = self.left.checked_sub(work)?;
        Some(())
    }

    /// Whether the terms are equal, or never are; `None` if that is not plain to see.
    fn equal(&mut self, a: TermId, b: TermId) -> Option<bool> {
        if a == b {
            return Some(true);
        }
        self.spend(1)?;
        if self.terms.sort(a) != self.terms.sort(b) {
            return None;
        }
        let is_linear = |t: TermId| matches!(self.terms.node_op(t), Op::Add | Op::Ite | Op::Extract);
        if !self.terms.is_bool(a) && !self.terms.sort(a).is_array() && (is_linear(a) || is_linear(b)) {
            let known = self.equal_sums(a, b);
            if known.is_some() {
                return known;
            }
        }
        self.same_node(a, b).then_some(true)
    }

    fn equal_sums(&mut self, a: TermId, b: TermId) -> Option<bool> {
        let width = self.terms.width(a);
        let mask = mask(width)?;
        let mut difference = Linear::default();
        self.gather(a, 1, width, &mut difference)?;
        self.gather(b, mask, width, &mut difference)?;
        if difference.summands.is_empty() {
            return Some(difference.constant == 0);
        }
        // What is left of the two sides may be sums in other terms.
        let mut rest = difference.summands.into_iter();
        let ((x, k), (y, l), None) = (rest.next()?, rest.next()?, rest.next()) else { return None };
        let opposite = k.wrapping_add(l) & mask == 0;
        let inner = opposite && (x, y) != (a, b) && (y, x) != (a, b) && self.equal(x, y)?;
        inner.then_some(difference.constant == 0)
    }

    /// The same operator on equal arguments.
    fn same_node(&mut self, a: TermId, b: TermId) -> bool {
        let op = self.terms.node_op(a);
        let is_leaf = matches!(op, Op::Const | Op::Symbol);
        if is_leaf || op != self.terms.node_op(b) || a.is_complemented() != b.is_complemented() {
            return false;
        }
        if op == Op::Extract && self.terms.extract_lo(a.regular()) != self.terms.extract_lo(b.regular()) {
            return false;
        }
        let (x, y) = (self.terms.args(a.regular()), self.terms.args(b.regular()));
        x.len() == y.len() && x.iter().zip(y.iter()).all(|(&x, &y)| self.equal(x, y) == Some(true))
    }

    /// Adds a multiple of the lowest bits of a term.
    fn gather(&mut self, t: TermId, factor: u128, width: u32, out: &mut Linear) -> Option<()> {
        self.spend(1)?;
        let mask = mask(width)?;
        if self.terms.width(t) <= 128 && self.terms.is_const(t) {
            let value = self.terms.const_u128(t)?;
            out.constant = out.constant.wrapping_add(value.wrapping_mul(factor)) & mask;
            return Some(());
        }
        if t.is_complemented() {
            // ~x is -x - 1.
            let factor = factor.wrapping_neg() & mask;
            out.constant = out.constant.wrapping_add(factor) & mask;
            return self.gather(t.regular(), factor, width, out);
        }
        let args = self.terms.node_args(t);
        match self.terms.node_op(t) {
            Op::Add => {
                self.gather(args[0], factor, width, out)?;
                self.gather(args[1], factor, width, out)
            }
            Op::Extract if self.terms.extract_lo(t) == 0 => self.gather(args[0], factor, width, out),
            Op::Sext if self.terms.width(args[0]) >= width => self.gather(args[0], factor, width, out),
            Op::Concat if self.terms.width(args[1]) >= width => self.gather(args[1], factor, width, out),
            Op::Ite => self.gather_choice(t, args, factor, width, out),
            _ => {
                out.add_leaf(t, factor, mask);
                Some(())
            }
        }
    }

    /// A choice: one of the sums, and the condition, if they differ by a constant; or else a summand.
    fn gather_choice(
        &mut self,
        t: TermId,
        [cond, then, other]: [TermId; 3],
        factor: u128,
        width: u32,
        out: &mut Linear,
    ) -> Option<()> {
        let mask = mask(width)?;
        let (x, k) = self.with_constant(then);
        let (y, l) = self.with_constant(other);
        if x == y {
            let step = k.wrapping_sub(l).wrapping_mul(factor);
            out.constant = out.constant.wrapping_add(l.wrapping_mul(factor)) & mask;
            out.add_leaf(cond, step, mask);
            return match x {
                Some(x) => self.gather(x, factor, width, out),
                None => Some(()),
            };
        }
        let choice = self.small_choice(t, [cond, then, other], width)?;
        out.add(&choice, factor, mask);
        Some(())
    }

    /// The same for sums of few summands that do not look alike.
    fn small_choice(&mut self, t: TermId, [cond, then, other]: [TermId; 3], width: u32) -> Option<Rc<Linear>> {
        if let Some(known) = self.choices.get(&(t, width)) {
            return Some(known.clone());
        }
        let mask = mask(width)?;
        let (mut yes, mut no) = (Linear::default(), Linear::default());
        self.gather(then, 1, width, &mut yes)?;
        self.gather(other, 1, width, &mut no)?;
        let form = if yes.summands.len() <= SMALL && yes.summands == no.summands {
            no.add_leaf(cond, yes.constant.wrapping_sub(no.constant), mask);
            no
        } else {
            let mut leaf = Linear::default();
            leaf.add_leaf(t, 1, mask);
            leaf
        };
        let form = Rc::new(form);
        self.choices.insert((t, width), form.clone());
        Some(form)
    }

    /// A term as a sum with a constant of at most 128 bits.
    fn with_constant(&self, t: TermId) -> (Option<TermId>, u128) {
        if let Some(k) = self.terms.const_u128(t) {
            return (None, k);
        }
        if self.terms.node_op(t) != Op::Add {
            return (Some(t), 0);
        }
        let [x, k, _] = self.terms.node_args(t);
        match self.terms.const_u128(k) {
            // ~(x + K) is ~x - K.
            Some(k) if t.is_complemented() => (Some(x.flip()), k.wrapping_neg()),
            Some(k) => (Some(x), k),
            None => (Some(t), 0),
        }
    }
}

/// Bits below the width, if they are not too many.
fn mask(width: u32) -> Option<u128> {
    (1..=128).contains(&width).then(|| u128::MAX >> (128 - width))
}
