//! Requirements: what a reactive program has to do from cycle to cycle, and the observers that watch it.
//!
//! In: the text of a requirements file, and preprocessed C. Out: the C with calls of observers at the ends of cycles, and the observers, which are
//! C, too: an automaton each, with an assertion (`__pm_requirement`) that fails in its error state. So every engine sees a requirement as one
//! property more. It must not know: files, engines, and of the IR only
//! the names by which reports know observers.
//!
//! [`parse`] reads the file (`lexer`, `parser`; `language` is what it reads), [`Sites`] finds the places that it names in the syntax tree
//! (`sites`), [`weave`] inserts the calls (`edit`), [`observers`] writes the automata (`observer`), and [`refuse_effects`] makes sure that
//! watching changes nothing (`effects`). Expressions are read by the C front end where they stand: lines of the inserted text are marked as lines
//! of the requirements file, so that messages point there.
//!
//! Patterns and scopes are those of "Patterns in Property Specifications for Finite-State Verification" (Dwyer, Avrunin, Corbett), with the bounds that
//! "Real-time Specification Patterns" (Konrad, Cheng) adds; docs/requirements.md says what each means.

mod edit;
mod effects;
mod language;
mod lexer;
mod observer;
mod parser;
mod sites;
mod weave;

pub use effects::refuse_effects;
pub use language::{Place, PlaceKind, Requirement, Requirements};
pub use observer::observers;
pub use parser::parse;
pub use sites::Sites;
pub use weave::{Woven, expressions, weave};

/// The unit that observers are written into.
pub const OBSERVERS: &str = "<proofmark/requirements>";
