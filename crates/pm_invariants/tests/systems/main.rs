//! Systems of whole programs, reduced and with contracts. One test binary: each would link the whole pipeline.

mod automata;
#[path = "../../../pm_model/tests/models/compile.rs"]
mod compile;
mod contracts;
mod reductions;
