//! Transition systems of whole programs, from C text. One test binary: each would link the whole pipeline.

mod automata;
mod compile;
mod contracts;
mod exports;
mod reductions;
mod runs;
mod small;
