//! Where a state goes on: it waits for others that can come to the same block, or goes on at once where there are none.

use crate::control::context::{ContextKind, Place};
use crate::control::flow::Flow;
use crate::control::options::Policy;
use crate::exec::Executor;
use crate::state::State;
use pm_base::Idx;
use pm_ir::*;

/// States that wait at one place before they are joined early.
pub(crate) const MOST_WAITING: usize = 64;

impl Executor<'_> {
    /// A state goes to a block of the running function: it waits in the innermost context that the block belongs to.
    pub(crate) fn goto(&mut self, target: BlockId, state: State) {
        if state.guard.is_false() {
            return;
        }
        let Some(func) = self.running() else { return };
        let flow = self.flow(func);
        let order = flow.order[target.index()];
        let is_open = self.is_open(target, &flow);
        for i in (0..self.stack.len()).rev() {
            let mut next_iteration = false;
            match &self.stack[i].kind {
                ContextKind::Call(_) => {}
                ContextKind::Loop(it) => {
                    next_iteration = flow.loops[it.loop_number as usize].head == target;
                    if !next_iteration && (is_open || !flow.is_in_loop(it.loop_number, target)) {
                        continue;
                    }
                }
            }
            let context = &mut self.stack[i];
            let waiting = match (&mut context.kind, next_iteration) {
                (ContextKind::Loop(it), true) => &mut it.next,
                _ => &mut context.pending.entry(order).or_insert_with(|| (target, Vec::new())).1,
            };
            waiting.push(state);
            if waiting.len() > MOST_WAITING {
                let states = std::mem::take(waiting);
                self.wait_as_one(i, next_iteration, order, states);
            }
            return;
        }
    }

    /// Is the block the head of a loop that the running function is in? Then its next iteration begins there, also from inside of
    /// another loop that shares blocks with it.
    fn is_open(&self, target: BlockId, flow: &Flow) -> bool {
        let Some(number) = flow.loop_at[target.index()] else { return false };
        let loops = self.stack.iter().rev().map_while(|c| match &c.kind {
            ContextKind::Loop(it) => Some(it.loop_number),
            ContextKind::Call(_) => None,
        });
        loops.into_iter().any(|n| n == number)
    }

    /// Joins states that wait at one place of a context.
    fn wait_as_one(&mut self, context: usize, next_iteration: bool, order: u32, states: Vec<State>) {
        let func = self.stack[context].func;
        let joined = self.join_all(states, Some(func));
        let context = &mut self.stack[context];
        match (&mut context.kind, next_iteration, context.pending.get_mut(&order)) {
            (ContextKind::Loop(it), true, _) => it.next.extend(joined),
            (_, _, Some((_, waiting))) => waiting.extend(joined),
            (_, _, None) => {}
        }
    }

    /// Goes on at once where nothing waits that could come to the target, too; else the state waits there.
    pub(crate) fn straight(
        &mut self,
        target: BlockId,
        state: State,
        flow: &Flow,
        policy: &mut dyn Policy,
    ) -> Option<(BlockId, State)> {
        loop {
            let top = self.stack.last()?;
            let alone = top.pending.is_empty()
                && match &top.kind {
                    ContextKind::Call(_) => true,
                    ContextKind::Loop(it) => it.next.is_empty(),
                };
            if !alone {
                self.goto(target, state);
                return None;
            }
            let ContextKind::Loop(it) = &top.kind else { break };
            if flow.loops[it.loop_number as usize].head == target {
                return self.next_iteration(state, policy);
            }
            if flow.is_in_loop(it.loop_number, target) && !self.is_open(target, flow) {
                break;
            }
            self.stack.pop();
        }
        let state = match flow.loop_at[target.index()] {
            Some(number) => self.enter_loop(target, number, state, policy)?,
            None if self.stack.last().is_some_and(|c| policy.stops_at(c.func, target)) => {
                self.suspend_at(target, state);
                return None;
            }
            None => state,
        };
        Some((target, state))
    }

    pub(crate) fn enter_block(&mut self, block: BlockId, state: State, policy: &mut dyn Policy) {
        let Some(top) = self.stack.last() else { return };
        let func = top.func;
        let current = match &top.kind {
            ContextKind::Loop(it) => Some(it.loop_number),
            ContextKind::Call(_) => None,
        };
        let flow = self.flow(func);
        let resumes = std::mem::take(&mut self.resumes);
        if !resumes
            && let Some(number) = flow.loop_at[block.index()]
            && current != Some(number)
        {
            if let Some(state) = self.enter_loop(block, number, state, policy) {
                self.exec_from(Place { block, inst: 0 }, state, policy);
            }
            return;
        }
        let is_head = flow.loop_at[block.index()].is_some();
        if !resumes && !is_head && block != BlockId(0) && policy.stops_at(func, block) {
            return self.suspend_at(block, state);
        }
        self.exec_from(Place { block, inst: 0 }, state, policy);
    }
}
