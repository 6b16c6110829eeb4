//! What circuits compute: the operation that a term is the result of, for those who reason about numbers and not about bits.
//!
//! A note says that a term equals an operation on others; the circuit stays what the term is made of. The arguments' nodes are
//! older than the result's, so that following notes comes to an end.

use super::format::{FpFormat, RoundingMode};
use crate::terms::{TermId, Terms};

/// Rounding is to nearest even where an operation rounds and does not name its mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FpOp {
    Add,
    Sub,
    Mul,
    Div,
    Sqrt,
    Neg,
    Abs,
    /// Comparisons: false where an operand is NaN.
    Eq,
    Lt,
    Le,
    /// Comparisons: any value where an operand is NaN.
    EqOfNumbers,
    LtOfNumbers,
    IsNan,
    IsInfinite,
    IsZero,
    IsFinite,
    /// To this format.
    Convert(FpFormat),
    FromInt {
        signed: bool,
    },
    /// Towards zero; any value where it does not fit.
    ToInt {
        signed: bool,
    },
    /// Whether the value towards zero fits so many bits.
    Fits {
        width: u32,
        signed: bool,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FpOrigin {
    pub op: FpOp,
    /// Of the operands; of the result of `FromInt`.
    pub format: FpFormat,
    pub args: [TermId; 2],
    /// The term is the complement of the result.
    pub complemented: bool,
}

impl Terms {
    /// Whether any term is the result of a float operation.
    pub fn has_floats(&self) -> bool {
        !self.fp_origins.is_empty()
    }

    /// The operation that a term, or its complement, is the result of.
    pub fn fp_origin(&self, t: TermId) -> Option<FpOrigin> {
        let of_node = self.fp_origins.get(&t.regular())?;
        Some(FpOrigin { complemented: of_node.complemented != t.is_complemented(), ..*of_node })
    }

    /// Notes that a term is the result of an operation.
    pub(super) fn fp_note(&mut self, op: FpOp, format: FpFormat, args: [TermId; 2], result: TermId) -> TermId {
        let is_newer = args.iter().all(|a| a.node() < result.node());
        if is_newer && !self.is_const(result) {
            let origin = FpOrigin { op, format, args, complemented: result.is_complemented() };
            self.fp_origins.entry(result.regular()).or_insert(origin);
        }
        result
    }

    /// The same for an operation that rounds to nearest.
    pub(super) fn fp_note_rounded(
        &mut self,
        op: FpOp,
        format: FpFormat,
        rounding: TermId,
        args: [TermId; 2],
        result: TermId,
    ) -> TermId {
        match self.const_u64(rounding) == Some(RoundingMode::NearestEven as u64) {
            true => self.fp_note(op, format, args, result),
            false => result,
        }
    }
}
