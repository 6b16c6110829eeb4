//! Transition systems of whole programs, from C text. One test binary: each would link the whole pipeline.

mod compile;
mod exports;
mod runs;
mod small;
