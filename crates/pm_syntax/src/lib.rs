//! From files to syntax trees: the preprocessing driver, the lexer, the parser and the AST.
//!
//! In: C files, or preprocessed text. Out: an [`ast::Ast`] a translation unit, and diagnostics. It must not know: types,
//! layouts, data models (beyond the flag that the preprocessor gets).

pub mod ast;
