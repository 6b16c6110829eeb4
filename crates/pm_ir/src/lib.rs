//! The control-flow IR that every engine and the interpreter work on.
//!
//! In: what `pm_lower` builds. Out: a [`Program`] of basic blocks, its [`Property`]s, loops and text form. It must not
//! know: C syntax, solvers, engines. Types of C appear only so that traces can speak C.

pub mod calls;
pub mod components;
pub mod coverage;
pub mod inst;
pub mod loops;
pub mod program;
pub mod property;
pub mod stubs;
pub mod text;
pub mod uses;
pub mod verify;

pub use inst::*;
pub use program::*;
pub use property::*;
