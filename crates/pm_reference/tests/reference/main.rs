//! The reference semantics against the interpreter: the same executions, on the same inputs.

mod compile;
mod judge;
mod random;
mod runs;
mod steps;
