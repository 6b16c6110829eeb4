//! What the caller decides: how often loops are unwound and how deep recursion goes.

use crate::control::contract::Written;
use crate::control::instance::Instance;
use crate::pointers::layout::Layout;
use pm_base::Symbol;
use pm_ir::{BlockId, FuncId, Mapped};

/// How the program is read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SymexOptions {
    /// For properties that say nothing of memory errors: an access that is not valid reads an input of this name and
    /// writes nothing, instead of making what follows inexact. `pm_interp::RunOptions::lenient` is the same.
    pub lenient: Option<Symbol>,
    /// Memory-mapped ranges.
    pub mmio: Vec<Mapped>,
    pub layout: Layout,
    /// Paths end after so many instructions, see [`crate::Execution::too_long`].
    pub depth: Option<u32>,
}

/// A loop (by its head) or, with `head: None`, the recursion of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct LoopName {
    pub func: FuncId,
    pub head: Option<BlockId>,
}

/// What a policy decides about an iteration or a nested call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// Execute one more iteration.
    Unwind,
    /// Stop here; an [`crate::Unwinding`] records under which condition the loop would go on.
    Cut,
    /// Stop here and keep the state in [`crate::Execution::suspended`]. Not for recursion, where it means `Cut`.
    Suspend,
    /// Leave everything as it is and return, with [`crate::Execution::paused`]; [`crate::Executor::go_on`] asks again. Not for
    /// recursion, where it means `Cut`.
    Pause,
    /// Stop the whole execution (time or memory).
    Abort,
}

/// Decides at each back edge and each recursive call.
pub trait Policy {
    /// `count` iterations (or nested activations) are done; `concrete` says that the last one took no decision on an input,
    /// so that going on is the same execution. `guard` is the condition of going on.
    fn unwind(
        &mut self,
        name: LoopName,
        count: u32,
        concrete: bool,
        guard: pm_term::TermId,
        terms: &mut pm_term::Terms,
    ) -> Decision;

    /// A loop is about to begin, in the instance that [`crate::Suspended::instance`] tells of, under the condition `guard`.
    fn enter(&mut self, _name: LoopName, _instance: Instance, _guard: pm_term::TermId) -> Decision {
        Decision::Unwind
    }

    /// Does an execution stop where it is about to enter this block, which is no loop's head? It is set aside as one at a loop's head is.
    fn stops_at(&mut self, _func: FuncId, _block: BlockId) -> bool {
        false
    }

    /// Is a call of this function answered by a contract? The globals that it may write then.
    fn contract(&mut self, _func: FuncId) -> Option<Written> {
        None
    }

    /// Asked every few thousand instructions.
    fn interrupted(&mut self) -> bool {
        false
    }
}
