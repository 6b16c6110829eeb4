//! Simplification while terms are built.
//!
//! Each family of rules is a file; each rule has a `match:` and a `result:` line. The work of one call from outside is
//! bounded: nested constructor calls draw on a fuel that is filled anew at each outermost call, and when it is used up
//! the terms asked for are built as they are. So rules are free to build other terms, and normal forms are what one
//! usually sees, never what correctness may rest on.
//!
//! Normal forms: constants are the second operand; commutative operands are ordered by id; complements are pulled out
//! of `Xor`, `Ite`, `Concat`, `Extract`, `Sext` and sums with constants; concatenations lean to the right; zero
//! extension is a concatenation; comparisons with constants have the constant on the right.
//!
//! In the rules `K` is a constant, `~` the complement, `.` concatenation, `?:` if-then-else.

mod arith;
mod array;
mod bitwise;
mod compare;
mod divide;
mod equal;
mod ite;
pub(crate) mod known;
mod literal;
mod multiply;
mod shift;
mod slice;
mod stores;
mod sums;

use crate::op::Op;
use crate::sort::SortCode;
use crate::terms::{TermId, Terms};
use stores::StoreMaps;

/// Nested constructor calls that one outermost call may make.
const FUEL: u32 = 200;

pub(crate) struct Rewriter {
    pub enabled: bool,
    depth: u32,
    fuel: u32,
    pub(super) stores: StoreMaps,
}

impl Rewriter {
    pub fn new(enabled: bool) -> Rewriter {
        Rewriter { enabled, depth: 0, fuel: 0, stores: StoreMaps::default() }
    }

    /// Starts a call; false when there is no fuel, and then there is nothing to leave.
    pub fn enter(&mut self) -> bool {
        if self.depth == 0 {
            self.fuel = FUEL;
        }
        if self.fuel == 0 {
            return false;
        }
        self.fuel -= 1;
        self.depth += 1;
        true
    }

    pub fn leave(&mut self) {
        self.depth -= 1;
    }
}

impl Terms {
    pub(crate) fn rewrite_binary(&mut self, op: Op, a: TermId, b: TermId) -> TermId {
        match op {
            Op::And => self.rewrite_and(a, b),
            Op::Or => {
                let (a, b) = (self.not(a), self.not(b));
                let both = self.rewrite_and(a, b);
                self.not(both)
            }
            Op::Implies => {
                let b = self.not(b);
                let both = self.rewrite_and(a, b);
                self.not(both)
            }
            Op::Xor => self.rewrite_xor(a, b),
            Op::Eq => self.rewrite_eq(a, b),
            Op::Add => self.rewrite_add(a, b),
            Op::Sub => {
                let a = self.not(a);
                let sum = self.add(a, b);
                self.not(sum)
            }
            Op::Mul => self.rewrite_mul(a, b),
            Op::Udiv => self.rewrite_udiv(a, b),
            Op::Urem => self.rewrite_urem(a, b),
            Op::Sdiv => self.rewrite_sdiv(a, b),
            Op::Srem => self.rewrite_srem(a, b),
            Op::Shl | Op::Lshr | Op::Ashr => self.rewrite_shift(op, a, b),
            Op::Concat => self.rewrite_concat(a, b),
            Op::Ult => self.rewrite_ult(a, b),
            Op::Slt => self.rewrite_slt(a, b),
            Op::Ule => {
                let above = self.rewrite_ult(b, a);
                self.not(above)
            }
            Op::Sle => {
                let above = self.rewrite_slt(b, a);
                self.not(above)
            }
            Op::Umulo => self.rewrite_umulo(a, b),
            Op::Smulo => self.rewrite_smulo(a, b),
            Op::Const
            | Op::Symbol
            | Op::Not
            | Op::Ite
            | Op::Neg
            | Op::Extract
            | Op::Zext
            | Op::Sext
            | Op::ConstArray
            | Op::Select
            | Op::Store => unreachable!("{op:?} is not a binary operator"),
        }
    }

    /// The term as it is asked for, but without derived operators.
    pub(crate) fn out_of_fuel(&mut self, op: Op, code: SortCode, a: TermId, b: TermId) -> TermId {
        let (op, a, b, flip) = match op {
            Op::Or => (Op::And, self.not(a), self.not(b), true),
            Op::Implies => (Op::And, a, self.not(b), true),
            Op::Sub => (Op::Add, self.not(a), b, true),
            Op::Ule => (Op::Ult, b, a, true),
            Op::Sle => (Op::Slt, b, a, true),
            Op::Eq if self.is_bool(a) => (Op::Xor, a, b, true),
            _ => (op, a, b, false),
        };
        let (a, b) = if op.info().commutative { self.ordered(a, b) } else { (a, b) };
        self.node2(op, code, a, b).flip_if(flip)
    }

    /// Commutative operands in normal order: by id, constants last.
    fn ordered(&self, a: TermId, b: TermId) -> (TermId, TermId) {
        match (self.is_const(a), self.is_const(b)) {
            (false, true) => (a, b),
            (true, false) => (b, a),
            _ if a <= b => (a, b),
            _ => (b, a),
        }
    }

    /// The node as it is, operands of commutative operators in normal order.
    fn commutative(&mut self, op: Op, a: TermId, b: TermId) -> TermId {
        let (a, b) = self.ordered(a, b);
        let code = self.binary_code(op, a, b);
        self.node2(op, code, a, b)
    }

    /// The two arguments, if the term is this operator, not complemented.
    fn parts(&self, op: Op, t: TermId) -> Option<(TermId, TermId)> {
        (!t.is_complemented() && self.node_op(t) == op).then(|| {
            let [a, b, _] = self.node_args(t);
            (a, b)
        })
    }

    /// High and low part of a concatenation or of the complement of one.
    fn concat_parts(&mut self, t: TermId) -> Option<(TermId, TermId)> {
        if self.node_op(t) != Op::Concat {
            return None;
        }
        let [high, low, _] = self.node_args(t);
        Some(if t.is_complemented() { (self.not(high), self.not(low)) } else { (high, low) })
    }

    /// Condition and branches of an if-then-else or of the complement of one.
    fn ite_parts(&mut self, t: TermId) -> Option<(TermId, TermId, TermId)> {
        if self.node_op(t) != Op::Ite {
            return None;
        }
        let [cond, then, other] = self.node_args(t);
        Some(if t.is_complemented() { (cond, self.not(then), self.not(other)) } else { (cond, then, other) })
    }

    /// As [`Terms::ite_parts`], where both branches are constants.
    fn const_ite_parts(&mut self, t: TermId) -> Option<(TermId, TermId, TermId)> {
        if self.node_op(t) != Op::Ite {
            return None;
        }
        let [_, then, other] = self.node_args(t);
        if !self.is_const(then) || !self.is_const(other) {
            return None;
        }
        self.ite_parts(t)
    }

    /// The argument of a sign extension or of the complement of one.
    fn sext_part(&self, t: TermId) -> Option<TermId> {
        (self.node_op(t) == Op::Sext).then(|| self.node_args(t)[0].flip_if(t.is_complemented()))
    }

    fn is_zero(&self, t: TermId) -> bool {
        match self.const_u128(t) {
            Some(value) => value == 0,
            None => self.const_bits(t).is_some_and(|value| value.is_zero()),
        }
    }

    fn is_ones(&self, t: TermId) -> bool {
        match self.const_u128(t) {
            Some(value) => value == crate::bits::mask(self.width(t)),
            None => self.const_bits(t).is_some_and(|value| value.is_ones()),
        }
    }

    /// All zeros, of the sort of a term.
    fn zero_like(&mut self, like: TermId) -> TermId {
        if self.is_bool(like) { TermId::FALSE } else { self.zero(self.width(like)) }
    }

    /// Bits `lo ..= hi` of a constant.
    fn const_extract(&mut self, k: TermId, hi: u32, lo: u32) -> TermId {
        let Some(value) = self.const_bits(k) else { unreachable!("a constant") };
        self.bv_bits(&value.extract(hi, lo))
    }

    /// A constant cut into the bits from `at` upwards and those below.
    fn const_split(&mut self, k: TermId, at: u32) -> (TermId, TermId) {
        let width = self.width(k);
        (self.const_extract(k, width - 1, at), self.const_extract(k, at - 1, 0))
    }

    /// A concatenation's or constant's bits from `at` upwards and those below, if it is cut there or is a constant.
    fn split_at(&mut self, t: TermId, at: u32) -> Option<(TermId, TermId)> {
        if self.is_const(t) {
            return Some(self.const_split(t, at));
        }
        let (high, low) = self.concat_parts(t)?;
        (self.width(low) == at).then_some((high, low))
    }

    /// An operator with a constant on the right over constant branches.
    ///
    /// match: op(c ? K1 : K2, K)
    /// result: c ? op(K1, K) : op(K2, K)
    fn lift_const_ite(&mut self, op: Op, a: TermId, k: TermId) -> Option<TermId> {
        if !self.is_const(k) {
            return None;
        }
        let (cond, then, other) = self.const_ite_parts(a)?;
        let (then, other) = (self.binary(op, then, k), self.binary(op, other, k));
        Some(self.ite(cond, then, other))
    }

    /// A predicate with a constant on the right over branches of which one is constant.
    ///
    /// match: p(c ? K1 : x, K) or p(c ? x : K1, K)
    /// result: c ? p(K1, K) : p(x, K), which is a conjunction or disjunction
    fn lift_predicate(&mut self, op: Op, a: TermId, k: TermId) -> Option<TermId> {
        if self.node_op(a) != Op::Ite || !self.is_const(k) {
            return None;
        }
        let [_, then, other] = self.node_args(a);
        if !self.is_const(then) && !self.is_const(other) {
            return None;
        }
        let (cond, then, other) = self.ite_parts(a)?;
        let (then, other) = (self.binary(op, then, k), self.binary(op, other, k));
        Some(self.ite(cond, then, other))
    }
}
