//! Exact machine arithmetic on bit patterns: integers of 1 to 128 bits and the IEEE-754 formats of C's targets.
//!
//! A value is its bit pattern in a `u128`, zero-extended from its width. Constant folding and the interpreter share this
//! module, so a constant expression and the running program cannot disagree.

mod big;
mod decimal;
pub mod float;
pub mod format;
pub mod int;
pub mod printf;
mod unpacked;
#[cfg(test)]
mod vectors;

pub use float::{FloatFormat, RoundingMode};
pub use int::IntFormat;
