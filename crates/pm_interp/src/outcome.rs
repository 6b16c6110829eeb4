//! How a run ends and what is known about it afterwards.

use pm_base::{Span, Symbol};
use pm_ir::{FuncId, PropId, Ty};

/// One active call, innermost first in every stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StackEntry {
    pub func: FuncId,
    /// Where the function was at that moment.
    pub span: Span,
}

/// A place that explains an outcome ("freed here").
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    pub text: String,
    pub span: Span,
}

/// What is undefined where a path ends that has no property: a path that engines need not follow.
pub const NEVER_REACHED: &str = "control reaches a place that it never should";

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// `Stop`, or the entry function's return.
    Exit(i32),
    Violation {
        prop: PropId,
        /// The values that violate it: `index 4, array has 4 elements`.
        reason: String,
        notes: Vec<Note>,
        stack: Vec<StackEntry>,
    },
    AssumeFailed {
        span: Span,
        stack: Vec<StackEntry>,
    },
    /// Undefined behaviour that no enabled property covers.
    Undefined {
        what: String,
        span: Span,
        notes: Vec<Note>,
        stack: Vec<StackEntry>,
    },
    /// The oracle has no more values.
    InputsExhausted {
        source: Symbol,
        span: Span,
    },
    StepLimit,
    MemoryLimit {
        /// Bytes of objects that the program would have had.
        wanted: u64,
        span: Span,
        stack: Vec<StackEntry>,
    },
    /// More active calls than `RunOptions::max_depth`; the stack holds the innermost ones only.
    StackOverflow {
        depth: u32,
        span: Span,
        stack: Vec<StackEntry>,
    },
    Unsupported {
        what: String,
        span: Span,
        stack: Vec<StackEntry>,
    },
}

#[derive(Clone, PartialEq, Debug)]
pub struct RunResult {
    pub outcome: Outcome,
    /// Executed IR instructions, terminators included.
    pub steps: u64,
    /// Largest number of bytes in objects at one time.
    pub peak_memory: u64,
    /// Values of `Nondet` instructions and of functions without body, in order, up to `RunOptions::max_inputs`.
    pub inputs: Vec<(Symbol, Ty, u128)>,
    /// Called functions that have no body, with the place of the first call.
    pub missing_bodies: Vec<(FuncId, Span)>,
    /// Coverage goals that were reached, each once.
    pub covered: Vec<PropId>,
    /// How often properties of `RunOptions::passed` were violated.
    pub times_passed: u64,
    /// What `RunOptions::snapshot` asks for, one after the other.
    pub snapshot: Vec<u8>,
    /// Some `_Bool` was read whose byte was neither 0 nor 1: it is true here, and undefined in C.
    pub read_odd_bool: bool,
    /// Writing the program's output failed for this reason; the run went on.
    pub output_error: Option<String>,
}
