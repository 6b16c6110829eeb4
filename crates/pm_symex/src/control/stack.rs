//! The stack of contexts: which calls and iterations are under way, and where in them states wait.
//!
//! Invariant: `entries` of a function are the marks of its calls on the stack, from the bottom. So a stack is changed only here; what waits in a
//! context is changed through [`Stack::top_mut`] and [`Stack::waiting`].

use super::context::{Activation, Context, ContextKind, Mark};
use super::flow::Flow;
use crate::state::State;
use pm_base::Idx;
use pm_ir::{BlockId, FuncId};

pub(crate) struct Stack {
    contexts: Vec<Context>,
    /// By function.
    entries: Vec<Vec<Mark>>,
}

/// Where states wait that come to a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Waiting {
    pub context: usize,
    pub block: BlockId,
    /// Its position among the others.
    pub order: u32,
    /// The block is the loop's head: for its next iteration.
    pub next: bool,
}

impl std::ops::Deref for Stack {
    type Target = [Context];

    fn deref(&self) -> &[Context] {
        &self.contexts
    }
}

impl Stack {
    pub fn new(funcs: usize) -> Stack {
        Stack { contexts: Vec::new(), entries: vec![Vec::new(); funcs] }
    }

    pub fn clear(&mut self) {
        self.contexts.clear();
        self.entries.iter_mut().for_each(Vec::clear);
    }

    /// These contexts are the running ones.
    pub fn install(&mut self, contexts: Vec<Context>) {
        self.clear();
        contexts.into_iter().for_each(|c| self.push(c));
    }

    pub fn push(&mut self, context: Context) {
        if let ContextKind::Call(a) = &context.kind {
            self.entries[context.func.index()].push(a.entry.clone());
        }
        self.contexts.push(context);
    }

    pub fn pop(&mut self) -> Option<Context> {
        let top = self.contexts.pop()?;
        if let ContextKind::Call(_) = top.kind {
            self.entries[top.func.index()].pop();
        }
        Some(top)
    }

    pub fn top_mut(&mut self) -> Option<&mut Context> {
        self.contexts.last_mut()
    }

    /// The calls and iterations alone, without what waits in them.
    pub fn frames(&self) -> Vec<Context> {
        self.contexts.iter().map(Context::frame_only).collect()
    }

    // ---- questions -------------------------------------------------------------------------------------------------

    /// The function that is executed.
    pub fn running(&self) -> Option<FuncId> {
        self.contexts.last().map(|c| c.func)
    }

    /// Where the calls of a function that are under way began.
    pub fn entries(&self, func: FuncId) -> &[Mark] {
        &self.entries[func.index()]
    }

    /// The activation of the running function, with its height.
    pub fn activation_mut(&mut self) -> Option<(usize, &mut Activation)> {
        self.contexts.iter_mut().enumerate().rev().find_map(|(at, c)| match &mut c.kind {
            ContextKind::Call(a) => Some((at, &mut **a)),
            ContextKind::Loop(_) => None,
        })
    }

    /// Is the block the head of a loop that the running function is in? Then its next iteration begins there, also from inside of
    /// another loop that shares blocks with it.
    pub fn is_open(&self, target: BlockId, flow: &Flow) -> bool {
        let Some(number) = flow.loop_at[target.index()] else { return false };
        let mut loops = self.contexts.iter().rev().map_while(|c| match &c.kind {
            ContextKind::Loop(it) => Some(it.loop_number),
            ContextKind::Call(_) => None,
        });
        loops.any(|n| n == number)
    }

    // ---- states that wait ------------------------------------------------------------------------------------------

    /// Where a state waits that goes to a block of the running function: in the innermost context that the block belongs to.
    pub fn waits_at(&self, target: BlockId, flow: &Flow) -> Option<Waiting> {
        let order = flow.order[target.index()];
        let place = |context: usize, next: bool| Some(Waiting { context, block: target, order, next });
        let is_open = self.is_open(target, flow);
        self.contexts.iter().enumerate().rev().find_map(|(context, c)| match &c.kind {
            ContextKind::Call(_) => place(context, false),
            ContextKind::Loop(it) if flow.loops[it.loop_number as usize].head == target => place(context, true),
            ContextKind::Loop(it) if is_open || !flow.is_in_loop(it.loop_number, target) => None,
            ContextKind::Loop(_) => place(context, false),
        })
    }

    /// What waits there.
    pub fn waiting(&mut self, at: Waiting) -> &mut Vec<State> {
        let Context { kind, pending, .. } = &mut self.contexts[at.context];
        match kind {
            ContextKind::Loop(it) if at.next => &mut it.next,
            _ => &mut pending.entry(at.order).or_insert_with(|| (at.block, Vec::new())).1,
        }
    }
}
