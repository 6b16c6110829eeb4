//! The whole solver, on all back ends and with every way of refinement.

mod common;
mod fake;
mod operators;
mod second;
mod smt;
mod solver;
