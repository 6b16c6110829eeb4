//! From the typed program to the IR, with the checked properties.
//!
//! In: a linked `hir::Program`. Out: a [`pm_ir::Program`] whose entry `__pm_start` calls the user's entry function. It must
//! not know: C syntax, files, engines.

pub mod models;
mod options;

pub use options::{CheckOptions, EntryArgs, LowerOptions};

use pm_base::Session;
use pm_sema::hir;

/// Lowers a linked program. `None` after errors, which are in `session.diags`.
pub fn lower(hir: hir::Program, session: &mut Session, opts: &LowerOptions) -> Option<pm_ir::Program> {
    let _ = (hir, session, opts);
    todo!()
}
