//! What is computed: operands and rvalues as terms, and constants without terms.

pub(crate) mod compare;
pub(crate) mod constant;
pub(crate) mod float;
pub(crate) mod operand;
pub(crate) mod predicate;
pub(crate) mod rvalue;
