//! Why execution cannot go on; the machine turns it into an [`crate::Outcome`] with its place and stack.

use crate::memory::NoRoom;
use crate::outcome::Note;
use pm_base::Symbol;
use pm_ir::PropId;

pub(crate) enum Halt {
    Exit(i32),
    Violation { prop: PropId, reason: String, notes: Vec<Note> },
    AssumeFailed,
    Undefined { what: String, notes: Vec<Note> },
    Exhausted { source: Symbol },
    StepLimit,
    MemoryLimit { wanted: u64 },
    StackOverflow,
    Unsupported { what: String },
}

/// Boxed: it is cold, and results of hot paths stay small.
pub(crate) type Run<T> = Result<T, Box<Halt>>;

pub(crate) fn undefined<T>(what: impl Into<String>) -> Run<T> {
    Err(Box::new(Halt::Undefined { what: what.into(), notes: Vec::new() }))
}

pub(crate) fn unsupported<T>(what: impl Into<String>) -> Run<T> {
    Err(Box::new(Halt::Unsupported { what: what.into() }))
}

pub(crate) fn malformed<T>() -> Run<T> {
    unsupported("malformed IR: an operation that its type does not have")
}

impl From<NoRoom> for Box<Halt> {
    fn from(reason: NoRoom) -> Self {
        Box::new(match reason {
            NoRoom::Limit(wanted) => Halt::MemoryLimit { wanted },
            NoRoom::Ids => Halt::Unsupported { what: "too many objects for their numbers".into() },
        })
    }
}
