//! Executions that wait at a loop's head, and how they go on.
//!
//! A policy may answer [`crate::Decision::Suspend`]: the state that is about to begin an iteration is set aside with the activations and
//! loops around it. Everything else that is under way (states that left the loop, other paths) is executed to its end as
//! usual. So a suspended execution and the rest of its run are disjoint sets of executions, and going on from it never
//! executes again what came before (formula (5) of Schrammel et al., "Incremental Bounded Model Checking for Embedded Software"). Cut points of the control-flow automaton are the same
//! thing with another state put in place.

use crate::control::context::{Context, ContextKind};
use crate::control::instance::{Begins, Instance};
use crate::control::options::{LoopName, Policy};
use crate::exec::Executor;
use crate::record::event::Event;
use crate::record::execution::Execution;
use crate::state::State;
use pm_ir::BlockId;
use std::collections::BTreeMap;

/// One state at the head of the innermost loop of `stack`, or at a block in it.
#[derive(Clone)]
pub struct Suspended {
    /// Only the frame of the execution: nothing else waits in it.
    pub(crate) stack: Vec<Context>,
    pub(crate) state: State,
    pub name: LoopName,
    /// Iterations that are done.
    pub count: u32,
    /// A block that is no loop's head.
    pub(crate) at_block: bool,
}

impl Suspended {
    /// The condition under which an execution gets here.
    pub fn guard(&self) -> pm_term::TermId {
        self.state.guard.term()
    }

    /// Identifies the loop with the calls and loops around it: the same in each run of the executor, and for all iterations of one
    /// loop that was begun by [`Executor::restart`].
    pub fn instance(&self) -> Instance {
        let around = self.stack.last().map_or(Instance::ROOT, |c| c.instance);
        match self.name.head {
            Some(block) if self.at_block => around.inner(block.0, u32::MAX, Begins::Block),
            _ => around,
        }
    }

    /// No loop is around it: what follows it is executed once.
    pub fn is_outermost(&self) -> bool {
        self.stack.iter().filter(|c| matches!(c.kind, ContextKind::Loop(_))).count() == 1
    }

    /// Loops and calls around it, itself included.
    pub fn depth(&self) -> usize {
        self.stack.len()
    }
}

impl Executor<'_> {
    /// Sets the state aside at the head of the loop on top of the stack.
    pub(crate) fn suspend(&self, state: State, name: LoopName, count: u32) -> Suspended {
        Suspended { stack: self.stack.frames(), state, name, count, at_block: false }
    }

    /// Sets the state aside before a block of the running function.
    pub(crate) fn suspend_at(&mut self, block: BlockId, state: State) {
        let Some(func) = self.stack.running() else { return };
        let name = LoopName { func, head: Some(block) };
        let suspended = Suspended { at_block: true, ..self.suspend(state, name, 0) };
        self.out.suspended.push(suspended);
    }

    /// Goes on where the policy paused. `events` are those of the execution so far.
    pub fn go_on(&mut self, events: Vec<Event>, policy: &mut dyn Policy) -> Execution {
        self.events.go_on(events);
        self.out = Execution::default();
        self.work(policy)
    }

    /// Goes on with the next iteration. `events` are those of the execution so far, or only the first of them, up to where
    /// it was suspended: then what came later is forgotten, and may be executed once more with another policy.
    pub fn resume(&mut self, from: Suspended, events: Vec<Event>, policy: &mut dyn Policy) -> Execution {
        self.events.go_on(events);
        self.out = Execution::default();
        let Suspended { stack, state, name, count, at_block: _ } = from;
        self.stack.install(stack);
        if let Some(head) = name.head {
            self.begin_iteration(head, count, &state);
            self.wait_at_head(head, state);
        }
        self.work(policy)
    }

    /// The state begins an iteration of the loop on top of the stack, of which `count` are done.
    pub(crate) fn begin_loop(&mut self, count: u32, state: &State) {
        let entry = self.mark(state);
        if let Some(Context { kind: ContextKind::Loop(it), .. }) = self.stack.top_mut() {
            it.count = count;
            it.entry = entry;
        }
    }

    /// The state waits at the head of the loop on top of the stack.
    pub(crate) fn wait_at_head(&mut self, head: BlockId, state: State) {
        let Some(func) = self.stack.running() else { return };
        let order = self.flow(func).order[head.0 as usize];
        if let Some(top) = self.stack.top_mut() {
            top.pending = BTreeMap::from([(order, (head, vec![state]))]);
        }
    }
}
