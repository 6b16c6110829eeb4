//! Terms as gates, exactly: for those who work on the circuit itself instead of asking a solver about terms.
//!
//! Nothing is put off: products, quotients and reads of arrays are whole circuits. Bits of symbols are inputs of the graph. A
//! read of an array symbol is free but equal to every other read at an equal index.

use crate::aig::{Aig, Bit, NodeId};
use crate::blackbox::Function;
use crate::blast::{ArrayLimits, BlastOptions, Blaster};
use crate::sat::{Limit, Limits};
use pm_term::{TermId, Terms};

pub struct Gates {
    blaster: Blaster,
}

/// A read of an array symbol.
pub struct ArrayRead<'a> {
    pub array: TermId,
    pub index: &'a [Bit],
    pub result: &'a [Bit],
}

impl Gates {
    pub fn new(limits: &Limits) -> Gates {
        let options = BlastOptions { arrays: ArrayLimits::EAGER, refine_arithmetic: false, ..BlastOptions::default() };
        let mut blaster = Blaster::new(options);
        blaster.limits = limits.clone();
        Gates { blaster }
    }

    /// The bits of a term that is not an array, least significant first; one for a Bool.
    pub fn bits(&mut self, terms: &Terms, t: TermId) -> Result<Vec<Bit>, Limit> {
        self.blaster.bits(terms, t)
    }

    pub fn aig(&self) -> &Aig {
        &self.blaster.aig
    }

    pub fn aig_mut(&mut self) -> &mut Aig {
        &mut self.blaster.aig
    }

    /// Inputs that stand for something that has no circuit.
    pub fn unsupported(&self) -> &[NodeId] {
        &self.blaster.unsupported
    }

    pub fn array_reads(&self) -> impl Iterator<Item = ArrayRead<'_>> {
        self.blaster.boxes.iter().filter_map(|b| match &b.function {
            Function::Read { array, index, .. } => Some(ArrayRead { array: *array, index, result: &b.result }),
            Function::Product { .. } | Function::Division { .. } => None,
        })
    }
}
