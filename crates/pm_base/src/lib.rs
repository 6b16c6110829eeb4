//! What every other crate stands on: ids and arenas, interned names, spans and the source map, diagnostics, exact
//! machine arithmetic, and pseudo-random numbers.
//!
//! In: bytes of sources. Out: positions and messages that name the user's file and line. It must not know: C syntax,
//! files on disk, the terminal.

pub mod diag;
pub mod idx;
pub mod intern;
pub mod num;
pub mod random;
pub mod session;
pub mod source;

pub use diag::{Diagnostic, Diagnostics, ErrorClass, Severity};
pub use idx::{Idx, IndexVec};
pub use intern::{Interner, Symbol};
pub use random::Random;
pub use session::{DataModel, Session};
pub use source::{Loc, SourceMap, Span};
