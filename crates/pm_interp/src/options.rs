//! Limits of a run, and what it overlooks.

use pm_base::Symbol;
use pm_ir::{GlobalId, Mapped, PropId};

#[derive(Clone, Debug)]
pub struct RunOptions {
    /// Executed IR instructions; the run stops at the first jump or call behind this number.
    pub max_steps: Option<u64>,
    /// Bytes of objects.
    pub max_memory: u64,
    /// Active calls. Frames live on the interpreter's own stack.
    pub max_depth: u32,
    /// How many inputs `RunResult::inputs` keeps.
    pub max_inputs: usize,
    /// Memory-mapped ranges.
    pub mmio: Vec<Mapped>,
    /// For properties that say nothing of memory errors: an access that is not valid does not end the run. Reads and calls
    /// give inputs from this source, the rest does nothing.
    pub lenient: Option<Symbol>,
    /// After so many steps, and again after so many, iterations that all do the same are done at once, if nobody watches.
    pub skip_after: Option<u64>,
    /// Where objects lie is open: a run that reads bytes of a pointer as something else ends there.
    pub open_addresses: bool,
    /// Properties behind which the run goes on where it violates them.
    pub passed: Vec<PropId>,
    /// Globals whose bytes at the end of the run are asked for (`RunResult::snapshot`).
    pub snapshot: Vec<GlobalId>,
}

impl Default for RunOptions {
    fn default() -> Self {
        RunOptions {
            max_steps: None,
            max_memory: 2 << 30,
            max_depth: 1_000_000,
            max_inputs: 1 << 20,
            mmio: Vec::new(),
            lenient: None,
            skip_after: None,
            open_addresses: false,
            passed: Vec::new(),
            snapshot: Vec::new(),
        }
    }
}
