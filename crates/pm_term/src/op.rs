//! The operators, and the one table with what holds for each.
//!
//! Semantics are those of SMT-LIB 2 (division by zero, shifts by more than the width). Operators marked "derived" appear
//! only in terms of a manager that does not rewrite: the rewriter expresses them by the others.

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Op {
    /// A constant of sort Bool or bit-vector.
    Const,
    /// An input.
    Symbol,
    /// Complement of a Bool or bit-vector. Never a node: an id with its complement bit set reads as this.
    Not,
    /// Of Bools or bit-vectors, as `Or` and `Xor`.
    And,
    /// Derived.
    Or,
    Xor,
    /// Derived.
    Implies,
    /// Of any sort; of Bools it is derived (a complemented `Xor`).
    Eq,
    /// Condition, then, else; of any sort.
    Ite,
    Add,
    /// Derived: `a - b` is `~(~a + b)`.
    Sub,
    /// Derived.
    Neg,
    Mul,
    Udiv,
    Urem,
    Sdiv,
    /// The sign follows the dividend.
    Srem,
    Shl,
    Lshr,
    Ashr,
    /// High part, low part.
    Concat,
    /// Bits `lo .. lo + width` of its argument.
    Extract,
    /// Derived: a `Concat` with zeros.
    Zext,
    Sext,
    Ult,
    /// Derived, as `Sle`.
    Ule,
    Slt,
    Sle,
    /// The product does not fit, unsigned.
    Umulo,
    /// The product does not fit, signed.
    Smulo,
    /// The array with one element everywhere.
    ConstArray,
    /// Array, index.
    Select,
    /// Array, index, element.
    Store,
}

/// What holds for an operator.
#[derive(Clone, Copy, Debug)]
pub struct OpInfo {
    pub op: Op,
    pub arity: u8,
    /// SMT-LIB's name on bit-vectors, or a name of ours where SMT-LIB 2.6 has none.
    pub symbol: &'static str,
    pub commutative: bool,
}

const fn info(op: Op, arity: u8, symbol: &'static str, commutative: bool) -> OpInfo {
    OpInfo { op, arity, symbol, commutative }
}

const TABLE: [OpInfo; 33] = [
    info(Op::Const, 0, "const", false),
    info(Op::Symbol, 0, "symbol", false),
    info(Op::Not, 1, "bvnot", false),
    info(Op::And, 2, "bvand", true),
    info(Op::Or, 2, "bvor", true),
    info(Op::Xor, 2, "bvxor", true),
    info(Op::Implies, 2, "=>", false),
    info(Op::Eq, 2, "=", true),
    info(Op::Ite, 3, "ite", false),
    info(Op::Add, 2, "bvadd", true),
    info(Op::Sub, 2, "bvsub", false),
    info(Op::Neg, 1, "bvneg", false),
    info(Op::Mul, 2, "bvmul", true),
    info(Op::Udiv, 2, "bvudiv", false),
    info(Op::Urem, 2, "bvurem", false),
    info(Op::Sdiv, 2, "bvsdiv", false),
    info(Op::Srem, 2, "bvsrem", false),
    info(Op::Shl, 2, "bvshl", false),
    info(Op::Lshr, 2, "bvlshr", false),
    info(Op::Ashr, 2, "bvashr", false),
    info(Op::Concat, 2, "concat", false),
    info(Op::Extract, 1, "extract", false),
    info(Op::Zext, 1, "zero_extend", false),
    info(Op::Sext, 1, "sign_extend", false),
    info(Op::Ult, 2, "bvult", false),
    info(Op::Ule, 2, "bvule", false),
    info(Op::Slt, 2, "bvslt", false),
    info(Op::Sle, 2, "bvsle", false),
    info(Op::Umulo, 2, "bvumulo", true),
    info(Op::Smulo, 2, "bvsmulo", true),
    info(Op::ConstArray, 1, "as const", false),
    info(Op::Select, 2, "select", false),
    info(Op::Store, 3, "store", false),
];

impl Op {
    /// Every operator, in the order of the enum.
    pub fn all() -> impl Iterator<Item = Op> {
        TABLE.iter().map(|info| info.op)
    }

    pub fn info(self) -> &'static OpInfo {
        &TABLE[self as usize]
    }

    pub fn arity(self) -> usize {
        self.info().arity as usize
    }

    pub(crate) fn from_code(code: u32) -> Op {
        TABLE[code as usize].op
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_is_in_the_order_of_the_enum() {
        for (at, info) in TABLE.iter().enumerate() {
            assert_eq!(info.op as usize, at);
        }
    }
}
