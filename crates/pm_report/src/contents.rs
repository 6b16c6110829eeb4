//! What the environment leaves in memory in a counterexample: indeterminate contents, and who asked for them.

use pm_base::{Span, Symbol};
use pm_interp::{EventKind, Oracle};
use pm_ir::{FuncId, Ty};
use std::cell::Cell;
use std::rc::Rc;

/// The contents of one event.
pub struct Contents {
    pub kind: EventKind,
    /// The library function that the user called and that asked for it; the program's start for arguments of `main`.
    pub model: Option<FuncId>,
    pub size: u64,
    /// What is not here is zero.
    pub bytes: Vec<u8>,
}

impl Contents {
    /// Events behind these are not kept.
    const MAX: usize = 1 << 16;

    /// Is there anything to repeat?
    pub fn is_given(&self) -> bool {
        self.bytes.iter().any(|b| *b != 0)
    }
}

/// An oracle that keeps which contents it gave.
pub(crate) struct Watched<O> {
    pub inner: O,
    /// The library function that runs, told by the recorder.
    pub model: Rc<Cell<Option<FuncId>>>,
    pub events: Vec<Contents>,
}

impl<O: Oracle> Oracle for Watched<O> {
    fn nondet(&mut self, source: Symbol, ty: Ty, span: Span) -> Option<u128> {
        self.inner.nondet(source, ty, span)
    }

    fn interrupted(&mut self) -> bool {
        self.inner.interrupted()
    }

    /// Arguments and blocks of the heap are numbered, so all of them must be seen.
    fn supplies(&self, kind: EventKind) -> bool {
        match kind {
            EventKind::Global | EventKind::Alloc | EventKind::Havoc => true,
            EventKind::Stub => self.inner.supplies(kind),
            EventKind::Slot | EventKind::Var => self.inner.supplies(kind),
        }
    }

    fn contents(&mut self, event: u64, kind: EventKind, size: u64) -> Option<Vec<u8>> {
        let bytes = if self.inner.supplies(kind) { self.inner.contents(event, kind, size) } else { None };
        let counts = matches!(kind, EventKind::Global | EventKind::Alloc | EventKind::Havoc);
        if self.events.len() < Contents::MAX && (counts || bytes.is_some()) {
            let bytes = bytes.clone().unwrap_or_default();
            self.events.push(Contents { kind, model: self.model.get(), size, bytes });
        }
        bytes
    }
}
