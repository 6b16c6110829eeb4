//! The constructors: check sorts, fold constants, hand the rest to the rewriter.
//!
//! Operands must have the sorts that the operator wants; that is checked in debug builds.

use crate::bits::{Bits, mask};
use crate::op::Op;
use crate::sort::{Sort, SortCode};
use crate::terms::{Node, TermId, Terms};

/// Constants.
impl Terms {
    pub fn bool_const(&self, value: bool) -> TermId {
        if value { TermId::TRUE } else { TermId::FALSE }
    }

    /// The low `width` bits of a value.
    pub fn bv(&mut self, width: u32, value: u128) -> TermId {
        if width <= 64 {
            return self.small_const(SortCode::bv(width), (value & mask(width)) as u64);
        }
        self.bv_bits(&Bits::from_u128(width, value))
    }

    /// The low `width` bits of a two's complement number.
    pub fn bv_signed(&mut self, width: u32, value: i128) -> TermId {
        if width <= 128 { self.bv(width, value as u128) } else { self.bv_bits(&Bits::from_i128(width, value)) }
    }

    pub fn bv_bits(&mut self, value: &Bits) -> TermId {
        match value.to_u128() {
            Some(small) if value.width() <= 64 => self.small_const(SortCode::bv(value.width()), small as u64),
            _ => self.wide_const(value.width(), &value.limbs()),
        }
    }

    pub fn zero(&mut self, width: u32) -> TermId {
        self.bv(width, 0)
    }

    pub fn one(&mut self, width: u32) -> TermId {
        self.bv(width, 1)
    }

    pub fn ones(&mut self, width: u32) -> TermId {
        self.bv_signed(width, -1)
    }

    /// A constant of this sort, Bool or bit-vector.
    pub(crate) fn const_of(&mut self, code: SortCode, value: &Bits) -> TermId {
        if code == SortCode::BOOL { self.bool_const(!value.is_zero()) } else { self.bv_bits(value) }
    }
}

/// Bools and bit-vectors alike.
impl Terms {
    pub fn not(&mut self, a: TermId) -> TermId {
        debug_assert!(!self.code(a).is_array());
        if let Some(value) = self.const_u128(a) {
            let width = self.width(a);
            return if self.is_bool(a) { self.bool_const(value == 0) } else { self.bv(width, !value) };
        }
        match self.const_bits(a) {
            Some(value) => self.bv_bits(&value.not()),
            None => a.flip(),
        }
    }

    /// The negation of a Bool, which needs no new node.
    pub fn negation(&self, a: TermId) -> TermId {
        debug_assert!(self.is_bool(a));
        match self.const_bool(a) {
            Some(true) => TermId::FALSE,
            Some(false) => TermId::TRUE,
            None => a.flip(),
        }
    }

    pub fn and(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(Op::And, a, b)
    }

    pub fn or(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(Op::Or, a, b)
    }

    pub fn xor(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(Op::Xor, a, b)
    }

    pub fn implies(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(Op::Implies, a, b)
    }

    /// Of any sort; on Bools "if and only if".
    pub fn eq(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(Op::Eq, a, b)
    }

    pub fn ne(&mut self, a: TermId, b: TermId) -> TermId {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    /// Of any sort.
    pub fn ite(&mut self, cond: TermId, then: TermId, other: TermId) -> TermId {
        debug_assert!(self.is_bool(cond) && self.code(then) == self.code(other), "ite of different sorts");
        if !self.rewriter.enabled || !self.rewriter.enter() {
            return self.node3(Op::Ite, self.code(then), cond, then, other);
        }
        let result = self.rewrite_ite(cond, then, other);
        self.rewriter.leave();
        result
    }

    /// Conjunction of Bools, as a balanced tree.
    pub fn and_all(&mut self, terms: &[TermId]) -> TermId {
        match terms {
            [] => TermId::TRUE,
            [one] => *one,
            _ => {
                let (left, right) = terms.split_at(terms.len() / 2);
                let (left, right) = (self.and_all(left), self.and_all(right));
                self.and(left, right)
            }
        }
    }

    /// Disjunction of Bools, as a balanced tree.
    pub fn or_all(&mut self, terms: &[TermId]) -> TermId {
        match terms {
            [] => TermId::FALSE,
            [one] => *one,
            _ => {
                let (left, right) = terms.split_at(terms.len() / 2);
                let (left, right) = (self.or_all(left), self.or_all(right));
                self.or(left, right)
            }
        }
    }
}

/// Arithmetic and shifts.
impl Terms {
    pub fn neg(&mut self, a: TermId) -> TermId {
        if !self.rewriter.enabled {
            return self.node1(Op::Neg, self.code(a), a, 0);
        }
        let zero = self.zero(self.width(a));
        self.sub(zero, a)
    }

    pub fn add(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(Op::Add, a, b)
    }

    pub fn sub(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(Op::Sub, a, b)
    }

    pub fn mul(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(Op::Mul, a, b)
    }

    /// All ones when the divisor is zero.
    pub fn udiv(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(Op::Udiv, a, b)
    }

    /// The dividend when the divisor is zero.
    pub fn urem(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(Op::Urem, a, b)
    }

    /// Truncates; by zero it is 1 for negative dividends, else -1.
    pub fn sdiv(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(Op::Sdiv, a, b)
    }

    /// The sign follows the dividend; the dividend when the divisor is zero.
    pub fn srem(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(Op::Srem, a, b)
    }

    /// Zero when the amount is the width or more; so is `lshr`, and `ashr` is the sign.
    pub fn shl(&mut self, a: TermId, by: TermId) -> TermId {
        self.binary(Op::Shl, a, by)
    }

    pub fn lshr(&mut self, a: TermId, by: TermId) -> TermId {
        self.binary(Op::Lshr, a, by)
    }

    pub fn ashr(&mut self, a: TermId, by: TermId) -> TermId {
        self.binary(Op::Ashr, a, by)
    }
}

/// Parts of bit-vectors.
impl Terms {
    /// `high` above `low`.
    pub fn concat(&mut self, high: TermId, low: TermId) -> TermId {
        self.binary(Op::Concat, high, low)
    }

    /// So many times the same bits, one behind the other.
    pub fn repeat(&mut self, bits: TermId, count: u64) -> TermId {
        (1..count).fold(bits, |all, _| self.concat(bits, all))
    }

    /// Bits `lo ..= hi`.
    pub fn extract(&mut self, a: TermId, hi: u32, lo: u32) -> TermId {
        debug_assert!(lo <= hi && hi < self.width(a) && !self.is_bool(a), "extract of [{hi}:{lo}]");
        let code = SortCode::bv(hi - lo + 1);
        if !self.rewriter.enabled || !self.rewriter.enter() {
            return self.node1(Op::Extract, code, a, lo);
        }
        let result = self.rewrite_extract(a, hi, lo);
        self.rewriter.leave();
        result
    }

    /// Zero-extends to `width` bits in all.
    pub fn zext(&mut self, a: TermId, width: u32) -> TermId {
        let from = self.width(a);
        debug_assert!(from <= width && !self.is_bool(a));
        if from == width {
            return a;
        }
        if !self.rewriter.enabled {
            return self.node1(Op::Zext, SortCode::bv(width), a, 0);
        }
        let zeros = self.zero(width - from);
        self.concat(zeros, a)
    }

    /// Sign-extends to `width` bits in all.
    pub fn sext(&mut self, a: TermId, width: u32) -> TermId {
        debug_assert!(self.width(a) <= width && !self.is_bool(a));
        if self.width(a) == width {
            return a;
        }
        if !self.rewriter.enabled || !self.rewriter.enter() {
            return self.node1(Op::Sext, SortCode::bv(width), a, 0);
        }
        let result = self.rewrite_sext(a, width);
        self.rewriter.leave();
        result
    }

    /// The low `width` bits.
    pub fn truncate(&mut self, a: TermId, width: u32) -> TermId {
        self.extract(a, width - 1, 0)
    }

    /// Bit `at` as a Bool.
    pub fn bit(&mut self, a: TermId, at: u32) -> TermId {
        let bit = self.extract(a, at, at);
        let one = self.one(1);
        self.eq(bit, one)
    }

    /// The sign bit as a Bool.
    pub fn is_negative(&mut self, a: TermId) -> TermId {
        self.bit(a, self.width(a) - 1)
    }

    /// Whether some bit is set (reduction "or").
    pub fn nonzero(&mut self, a: TermId) -> TermId {
        let zero = self.zero(self.width(a));
        self.ne(a, zero)
    }

    /// Whether all bits are set (reduction "and").
    pub fn all_ones(&mut self, a: TermId) -> TermId {
        let ones = self.ones(self.width(a));
        self.eq(a, ones)
    }

    /// 1 or 0 of `width` bits.
    pub fn bool_to_bv(&mut self, cond: TermId, width: u32) -> TermId {
        let (one, zero) = (self.one(1), self.zero(1));
        let bit = self.ite(cond, one, zero);
        self.zext(bit, width)
    }
}

/// Comparisons and overflow.
impl Terms {
    pub fn ult(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(Op::Ult, a, b)
    }

    pub fn ule(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(Op::Ule, a, b)
    }

    pub fn ugt(&mut self, a: TermId, b: TermId) -> TermId {
        self.ult(b, a)
    }

    pub fn uge(&mut self, a: TermId, b: TermId) -> TermId {
        self.ule(b, a)
    }

    pub fn slt(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(Op::Slt, a, b)
    }

    pub fn sle(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(Op::Sle, a, b)
    }

    pub fn sgt(&mut self, a: TermId, b: TermId) -> TermId {
        self.slt(b, a)
    }

    pub fn sge(&mut self, a: TermId, b: TermId) -> TermId {
        self.sle(b, a)
    }

    /// The unsigned product does not fit.
    pub fn umulo(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(Op::Umulo, a, b)
    }

    /// The signed product does not fit.
    pub fn smulo(&mut self, a: TermId, b: TermId) -> TermId {
        self.binary(Op::Smulo, a, b)
    }
}

/// Arrays.
impl Terms {
    /// The array that holds `elem` at every index of `index` bits.
    pub fn const_array(&mut self, index: u32, elem: TermId) -> TermId {
        let code = self.sort_code(Sort::Array { index, elem: self.width(elem) });
        self.node1(Op::ConstArray, code, elem, 0)
    }

    pub fn select(&mut self, array: TermId, index: TermId) -> TermId {
        let (index_width, elem) = self.array_widths(array);
        debug_assert_eq!(self.width(index), index_width);
        if !self.rewriter.enabled || !self.rewriter.enter() {
            return self.node2(Op::Select, SortCode::bv(elem), array, index);
        }
        let result = self.rewrite_select(array, index);
        self.rewriter.leave();
        result
    }

    pub fn store(&mut self, array: TermId, index: TermId, elem: TermId) -> TermId {
        debug_assert_eq!(self.array_widths(array), (self.width(index), self.width(elem)));
        if !self.rewriter.enabled || !self.rewriter.enter() {
            return self.node3(Op::Store, self.code(array), array, index, elem);
        }
        let result = self.rewrite_store(array, index, elem);
        self.rewriter.leave();
        result
    }
}

/// By operator.
impl Terms {
    /// The term with the operator of `like` (and its width and bounds) over these arguments.
    pub fn rebuild(&mut self, like: TermId, args: &[TermId]) -> TermId {
        match (self.op(like), args) {
            (Op::Const | Op::Symbol, _) => like,
            (Op::Not, &[a]) => self.not(a),
            (Op::Neg, &[a]) => self.neg(a),
            (Op::Extract, &[a]) => {
                let lo = self.extract_lo(like);
                self.extract(a, lo + self.width(like) - 1, lo)
            }
            (Op::Zext, &[a]) => self.zext(a, self.width(like)),
            (Op::Sext, &[a]) => self.sext(a, self.width(like)),
            (Op::ConstArray, &[a]) => self.const_array(self.array_widths(like).0, a),
            (Op::Ite, &[a, b, c]) => self.ite(a, b, c),
            (Op::Select, &[a, b]) => self.select(a, b),
            (Op::Store, &[a, b, c]) => self.store(a, b, c),
            (op, &[a, b]) => self.binary(op, a, b),
            (op, _) => unreachable!("{op:?} over {} arguments", args.len()),
        }
    }

    /// Operators of two operands on Bools and bit-vectors, and `Eq`.
    pub(crate) fn binary(&mut self, op: Op, a: TermId, b: TermId) -> TermId {
        debug_assert!(op == Op::Concat || self.code(a) == self.code(b), "{op:?} of different sorts");
        let code = self.binary_code(op, a, b);
        if !self.rewriter.enabled {
            return self.node2(op, code, a, b);
        }
        if self.is_const(a) && self.is_const(b) {
            return self.fold(op, code, a, b);
        }
        if !self.rewriter.enter() {
            return self.out_of_fuel(op, code, a, b);
        }
        let result = self.rewrite_binary(op, a, b);
        self.rewriter.leave();
        result
    }

    pub(crate) fn binary_code(&self, op: Op, a: TermId, b: TermId) -> SortCode {
        match op {
            Op::Implies | Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle | Op::Umulo | Op::Smulo => SortCode::BOOL,
            Op::Concat => SortCode::bv(self.width(a) + self.width(b)),
            _ => self.code(a),
        }
    }

    fn fold(&mut self, op: Op, code: SortCode, a: TermId, b: TermId) -> TermId {
        let (Some(x), Some(y)) = (self.const_bits(a), self.const_bits(b)) else { unreachable!("constants") };
        let value = Bits::apply(op, &x, &y);
        self.const_of(code, &value)
    }

    pub(crate) fn node1(&mut self, op: Op, code: SortCode, a: TermId, imm: u32) -> TermId {
        self.intern(Node::new(op, code, a.0, imm, 0))
    }

    pub(crate) fn node2(&mut self, op: Op, code: SortCode, a: TermId, b: TermId) -> TermId {
        self.intern(Node::new(op, code, a.0, b.0, 0))
    }

    pub(crate) fn node3(&mut self, op: Op, code: SortCode, a: TermId, b: TermId, c: TermId) -> TermId {
        self.intern(Node::new(op, code, a.0, b.0, c.0))
    }
}
