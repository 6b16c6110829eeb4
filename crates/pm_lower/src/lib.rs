//! From the typed program to the IR, with the checked properties.
//!
//! In: a linked `hir::Program`. Out: a [`pm_ir::Program`] whose entry `__pm_start` calls the user's entry function. It must
//! not know: C syntax, files, engines.
//!
//! A function goes through three steps: its statements become blocks ([`function`], [`stmt`], [`expr`] and the files
//! after what they lower), [`simplify`] lays the blocks out, and [`checks`] adds the assertions that the options ask for.

mod addresses;
mod arguments;
mod asserted;
mod bitfield;
mod builtin;
mod by_pointer;
mod call;
mod checks;
mod choices;
mod comparisons;
mod cond;
mod convert;
mod coverage;
mod entry;
mod enum_range;
mod expr;
mod fold;
mod function;
mod globals;
mod init;
mod math;
pub mod models;
mod options;
mod parameters;
mod place;
mod precondition;
mod program;
mod reach;
mod record;
mod refuse;
mod results;
mod scope;
mod simplify;
mod standard;
mod stmt;
mod stub;
#[cfg(test)]
mod tests;
mod uninit;
mod va;
mod vla;

pub use options::{CheckOptions, Cycles, Demands, EntryArgs, LowerOptions, NondetVolatile, ShlOverflow};

use pm_base::Session;
use pm_sema::hir;

/// Lowers a linked program. `None` after errors, which are in `session.diags`.
pub fn lower(hir: hir::Program, session: &mut Session, opts: &LowerOptions) -> Option<pm_ir::Program> {
    program::lower(hir, session, opts)
}
