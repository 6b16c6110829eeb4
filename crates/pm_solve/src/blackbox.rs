//! Functions whose circuits are put off: their results are free inputs of the graph until a model shows a wrong value.

use crate::aig::Bit;
use crate::sat::Lit;
use pm_term::TermId;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Function {
    /// As wide as its operands.
    Product { a: Vec<Bit>, b: Vec<Bit> },
    /// Quotient, then remainder.
    Division { a: Vec<Bit>, b: Vec<Bit> },
    Read {
        array: TermId,
        index_term: TermId,
        index: Vec<Bit>,
        /// The outputs count only where no earlier read of the input has an equal index; `result` has the cases.
        guarded: bool,
    },
}

pub(crate) struct BlackBox {
    pub(crate) function: Function,
    /// Inputs of the graph.
    pub(crate) outputs: Vec<Bit>,
    /// The bits that others use.
    pub(crate) result: Vec<Bit>,
    pub(crate) precision: Precision,
    /// How often a model had a wrong value of this read, or of the read that it continues.
    pub(crate) conflicts: u32,
}

/// How much of a box is in the clauses (Schrammel et al., "Incremental Bounded Model Checking for Embedded Software", section 3.3). Reads know only `None` and `Exact`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Precision {
    /// Nothing yet: no query has reached it.
    None,
    /// The low bits of the result are exact; while the activation literal is assumed, the operands have no bits above these
    /// and all of the result is exact.
    Low { bits: usize, activation: Lit },
    /// All.
    Exact,
}

impl BlackBox {
    pub(crate) fn new(function: Function, outputs: Vec<Bit>, result: Vec<Bit>) -> Self {
        BlackBox { function, outputs, result, precision: Precision::None, conflicts: 0 }
    }
}
