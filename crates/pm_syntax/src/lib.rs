//! From files to syntax trees: the preprocessing driver, the lexer, the parser and the AST.
//!
//! In: C files, or preprocessed text. Out: an [`ast::Ast`] a translation unit, and diagnostics. It must not know: types,
//! layouts, data models (beyond the flag that the preprocessor gets).

pub mod ast;
mod lexer;
mod literal;
mod parser;
mod pragma;
pub mod preprocess;
pub mod switches;
mod token;

pub use parser::parse;
pub use pm_base::{DataModel, Session};
pub use pragma::changed_by;
pub use preprocess::{PpOptions, PreprocessError, Preprocessed, preprocess};
