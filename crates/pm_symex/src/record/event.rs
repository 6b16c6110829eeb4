//! What happens in an execution and must be known to repeat it: inputs, and contents that C leaves indeterminate.
//!
//! Events are numbered as the interpreter numbers them (see `pm_interp::Oracle`): in the order of execution. Merged
//! states share one list; under a model, the events whose guard holds are those of the concrete run, in its order.

use pm_base::{Span, Symbol};
use pm_ir::Ty;
use pm_term::TermId;
use rustc_hash::FxHashMap;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EventKind {
    /// A value that the program asks for.
    Input { source: Symbol, ty: Ty, value: TermId },
    /// Contents of a global, slot, register, allocation or of havocked memory; their symbols are `contents`.
    Contents,
    /// What a function without a body wrote to memory; its symbols are `contents`. Bytes without one are as they were.
    Stub,
    /// As many of these in a row, of registers that are written before anybody reads them.
    Unread { count: u64 },
}

pub struct Event {
    pub kind: EventKind,
    pub guard: TermId,
    pub span: Span,
    /// Symbols that stand for the indeterminate bytes at an offset: created when they are read.
    pub contents: FxHashMap<(u64, u32), TermId>,
    /// Symbols that stand for all the bytes, as arrays of elements of a number of bytes; `contents` come over them.
    pub arrays: Vec<(TermId, u32)>,
}
