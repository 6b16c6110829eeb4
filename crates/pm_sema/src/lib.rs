//! From syntax trees to a typed program: C types and layout, constant expressions, linkage, and every rule of C that
//! decides what an expression means.
//!
//! In: [`pm_syntax::ast::Ast`]s, one a translation unit. Out: one linked [`hir::Program`], and diagnostics. It must not
//! know: control flow, checks, engines.

mod analyzer;
pub mod display;
pub mod hir;
pub mod layout;
pub mod types;

pub use analyzer::Analyzer;
