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
    /// A state goes to a block of the running function and waits there.
    pub(crate) fn goto(&mut self, target: BlockId, state: State) {
        if state.guard.is_false() {
            return;
        }
        let Some(func) = self.stack.running() else { return };
        let flow = self.flow(func);
        let Some(at) = self.stack.waits_at(target, &flow) else { return };
        let waiting = self.stack.waiting(at);
        waiting.push(state);
        if waiting.len() > MOST_WAITING {
            let states = std::mem::take(waiting);
            let joined = self.join_all(states, Some(func));
            self.stack.waiting(at).extend(joined);
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
            if !top.is_idle() {
                self.goto(target, state);
                return None;
            }
            let ContextKind::Loop(it) = &top.kind else { break };
            if flow.loops[it.loop_number as usize].head == target {
                return self.next_iteration(state, policy);
            }
            if flow.is_in_loop(it.loop_number, target) && !self.stack.is_open(target, flow) {
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
