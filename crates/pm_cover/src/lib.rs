//! Test vectors: goals of coverage (`goals.rs`), executions that reach them (`search.rs`), and proofs that the others cannot be reached.
//!
//! In: a program that was lowered with its table of coverage. Out: a [`Suite`] of vectors, and what is known of each goal. The interpreter is the only
//! judge of what an execution covers (`judge.rs`); what is unreachable was proved by the engines, as for `check`. It must not know: C syntax,
//! files, compilers, how anything is printed.

pub mod assertions;
pub mod goals;
pub mod judge;
pub mod mcdc;
pub mod paths;
pub mod reduce;
pub mod search;
pub mod signals;
pub mod simplify;
pub mod suite;

pub use goals::{Criterion, Goal, Goals, Needs, What};
pub use judge::{Judgement, Referee, TestVector};
pub use mcdc::Form;
pub use search::{Search, Verdict};
pub use suite::{Expected, Suite};
