//! Hash-consed terms over Bool, bit-vectors of any width and arrays, simplified while they are built.
//!
//! In: calls of the constructors of [`Terms`]. Out: [`TermId`]s whose equality is equality of terms, their operators and
//! arguments, values by evaluation, SMT-LIB text. It must not know: C, programs, solvers.
//!
//! Negation (of Bool and of bit-vectors) is a bit of the id, not a node: `not` is free, a term and its complement share
//! one node, and `or`, `sub`, `ule` are stored as complemented `and`, `add`, `ult`.

mod array_value;
mod bits;
mod consing;
mod constants;
mod construct;
pub mod domain;
mod eval;
pub mod fp;
mod given;
mod op;
mod overflow;
mod parse;
mod ranges;
mod rewrite;
mod smtlib;
mod sort;
mod subst;
mod terms;
#[cfg(test)]
mod tests;
mod walk;

pub use array_value::ArrayValue;
pub use bits::Bits;
pub use eval::{Evaluator, Value};
pub use given::Given;
pub use op::{Op, OpInfo};
pub use ranges::{Ranges, scalar_width};
pub use smtlib::{Encoding, SmtPrinter, Theories, sort_text};
pub use sort::Sort;
pub use subst::Substitution;
pub use terms::{Args, SymbolId, TermId, Terms};
pub use walk::NodeSet;
