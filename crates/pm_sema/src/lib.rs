//! From syntax trees to a typed program: C types and layout, constant expressions, linkage, and every rule of C that
//! decides what an expression means.
//!
//! In: [`pm_syntax::ast::Ast`]s, one a translation unit. Out: one linked [`hir::Program`], and diagnostics. It must not
//! know: control flow, checks, engines.
//!
//! [`Analyzer`] holds the program; `cx` the state of one unit, which the other modules extend with what they analyse:
//! `specs`, `declarator`, `decl`, `init` for declarations; `expr`, `ops`, `access`, `convert`, `call`, `atomics` for
//! expressions; `stmt`; `link` for what units share.

mod access;
mod analyzer;
mod atomics;
mod attrs;
mod basic;
pub mod builtins;
mod call;
mod compat;
mod computed_goto;
mod constant;
mod convert;
mod cx;
mod decl;
mod declarator;
pub mod display;
mod expr;
pub mod hir;
mod init;
mod inline;
pub mod layout;
mod link;
mod literals;
mod ops;
mod quantifier;
mod scope;
mod specs;
mod stmt;
mod stores;
mod vector;
mod verifier;

#[cfg(test)]
mod tests;

pub use analyzer::Analyzer;
pub use pm_types as types;
