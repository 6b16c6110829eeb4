//! What every other crate stands on: ids and arenas, interned names, spans and the source map, diagnostics, exact
//! machine arithmetic, the machines that C is compiled for, pseudo-random numbers, and text that is safe to print.
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
pub mod target;
pub mod visible;

pub use diag::{Diagnostic, Diagnostics, ErrorClass, Severity};
pub use idx::{Idx, IndexVec};
pub use intern::{Interner, Symbol};
pub use random::Random;
pub use session::{Abi, Quals, Session};
pub use source::{Loc, SourceMap, Span};
pub use target::{DataModel, IntKind};
pub use visible::{visible, visible_lines};
