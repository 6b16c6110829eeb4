//! Where nondeterministic values come from.
//!
//! Inputs proper (`Nondet`, results of functions without body) are asked for one by one, in the order of execution.
//! Indeterminate contents are numbered events, so that a symbolic executor that follows the same path counts the same
//! events: first every `GlobalInit::Nondet` global in the order of its id, then in the order of execution each `Decl`,
//! `DeclVar`, `Alloc` that is not zeroed, and `Havoc`. Contents that nobody supplies are zero; what functions without a
//! body write that nobody supplies is what is there already.

use pm_base::{Span, Symbol};
use pm_ir::Ty;

/// What becomes indeterminate in an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EventKind {
    Global,
    Slot,
    Var,
    Alloc,
    Havoc,
    /// What a function without a body writes: where nobody supplies it, nothing changes.
    Stub,
}

pub trait Oracle {
    /// The pattern of the next input of this type (of a pointer: the address). `None` ends the run.
    fn nondet(&mut self, source: Symbol, ty: Ty, span: Span) -> Option<u128>;

    /// Asked every few million instructions: shall the run end (as if at its step limit)?
    fn interrupted(&mut self) -> bool {
        false
    }

    /// Does [`Oracle::contents`] ever answer for this kind of event? Asked once, before the run.
    fn supplies(&self, kind: EventKind) -> bool {
        let _ = kind;
        false
    }

    /// The bytes that event number `event` leaves behind; shorter answers are followed by zeros. A register's bytes are
    /// its value in little endian.
    fn contents(&mut self, event: u64, kind: EventKind, size: u64) -> Option<Vec<u8>> {
        let _ = (event, kind, size);
        None
    }
}
