//! Where the execution is: a stack of activations and loop iterations, each with the states that wait in it.
//!
//! A context is worked on until nothing waits in it; then its result goes to the context below: the joined state behind a
//! call, or the states that left a loop (these were put there when they left). So states of one iteration meet before the
//! next one begins, and all returns of a call meet before its caller goes on.

use crate::control::instance::{Begins, Instance};
use crate::exec::Executor;
use crate::state::State;
use crate::state::guard::Guard;
use crate::state::pvec::PVec;
use crate::state::value::Word;
use pm_ir::{BlockId, FuncId, VarId};
use std::collections::BTreeMap;

#[derive(Clone)]
pub struct Context {
    pub kind: ContextKind,
    pub func: FuncId,
    /// By the blocks' order: the states that arrived there. They meet when the block's turn comes.
    pub pending: BTreeMap<u32, (BlockId, Vec<State>)>,
    /// Identifies this activation and iteration: the same in each run of the executor.
    pub instance: Instance,
    pub turns: Turns,
}

/// How far blocks were executed in a context. They are executed in their order; but a loop that has several entries may be entered
/// behind its head, and then it is at its head that a state goes back. From there on the same blocks are executed once more, in
/// another turn: what they make and read are other objects and inputs.
#[derive(Clone, Copy, Default)]
pub struct Turns {
    /// The position of the last block.
    reached: Option<u32>,
    count: u32,
}

impl Context {
    pub fn new(kind: ContextKind, func: FuncId, instance: Instance) -> Context {
        Context { kind, func, pending: BTreeMap::new(), instance, turns: Turns::default() }
    }

    /// Without the states that wait in it.
    pub fn frame_only(&self) -> Context {
        let kind = match &self.kind {
            ContextKind::Call(a) => ContextKind::Call(Box::new(a.frame_only())),
            ContextKind::Loop(it) => ContextKind::Loop(Box::new(it.frame_only())),
        };
        Context { turns: self.turns, ..Context::new(kind, self.func, self.instance) }
    }

    /// Nothing waits in it but what is executed now.
    pub fn is_idle(&self) -> bool {
        let next = match &self.kind {
            ContextKind::Call(_) => true,
            ContextKind::Loop(it) => it.next.is_empty(),
        };
        next && self.pending.is_empty()
    }

    /// The block at this position is executed, or the loop that begins there.
    pub fn pass(&mut self, order: u32) {
        self.turns.count += u32::from(self.turns.reached.is_some_and(|last| order <= last));
        self.turns.reached = Some(order);
    }

    /// The instance with the turn.
    pub fn here(&self) -> Instance {
        match self.turns.count {
            0 => self.instance,
            turn => self.instance.inner(turn, u32::MAX, Begins::Turn),
        }
    }
}

#[derive(Clone)]
pub enum ContextKind {
    Call(Box<Activation>),
    Loop(Box<Iteration>),
}

impl ContextKind {
    pub fn loop_number(&self) -> Option<u32> {
        match self {
            ContextKind::Loop(it) => Some(it.loop_number),
            ContextKind::Call(_) => None,
        }
    }
}

#[derive(Clone)]
pub struct Activation {
    /// Where it was called.
    pub entry: Mark,
    /// Joined when all are there, those that forked last first.
    pub returned: Vec<State>,
    pub caller_regs: PVec<Word>,
    pub dst: Option<VarId>,
    /// Where the caller goes on; `None` for the entry function.
    pub back: Option<Place>,
    /// Targets of an indirect call that are still to be executed, from these states.
    pub others: Vec<(FuncId, State)>,
    /// Their arguments.
    pub args: Vec<Word>,
    /// What came back from targets that are done.
    pub joined: Option<State>,
    pub vla: Vec<u32>,
}

#[derive(Clone)]
pub struct Iteration {
    pub loop_number: u32,
    pub count: u32,
    /// Where this iteration began.
    pub entry: Mark,
    /// The states at back edges.
    pub next: Vec<State>,
}

impl Activation {
    /// It begins there, and nobody waits for what it returns.
    pub fn at(entry: Mark) -> Activation {
        Activation {
            entry,
            returned: Vec::new(),
            caller_regs: PVec::default(),
            dst: None,
            back: None,
            others: Vec::new(),
            args: Vec::new(),
            joined: None,
            vla: Vec::new(),
        }
    }

    /// Without the states that wait in it.
    pub fn frame_only(&self) -> Activation {
        let (caller_regs, vla) = (self.caller_regs.clone(), self.vla.clone());
        Activation { caller_regs, dst: self.dst, back: self.back, vla, ..Activation::at(self.entry.clone()) }
    }
}

impl Iteration {
    /// Without the states that wait at back edges.
    pub fn frame_only(&self) -> Iteration {
        Iteration { loop_number: self.loop_number, count: self.count, entry: self.entry.clone(), next: Vec::new() }
    }
}

/// A point of the execution: its path condition, and how many inputs were asked for so far. Nothing was decided by inputs
/// between two points with the same mark.
#[derive(Clone)]
pub struct Mark {
    pub guard: Guard,
    pub inputs: u64,
}

impl Mark {
    pub fn same(&self, other: &Mark) -> bool {
        self.inputs == other.inputs && self.guard.term() == other.guard.term()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    pub block: BlockId,
    pub inst: u32,
}

impl Executor<'_> {
    /// The function that is executed; before an execution begins, where it will.
    pub(crate) fn running_or_entry(&self) -> FuncId {
        self.stack.running().unwrap_or(self.program.entry)
    }
}
