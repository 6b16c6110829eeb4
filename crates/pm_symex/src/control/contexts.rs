//! Calls and loop iterations begin and end: the stack of contexts.

use crate::control::context::{Activation, Context, ContextKind, Iteration, Place, Turns};
use crate::control::instance::Begins;
use crate::control::options::{Decision, LoopName, Policy};
use crate::exec::Executor;
use crate::record::execution::Unwinding;
use crate::state::State;
use crate::state::pvec::PVec;
use crate::state::value::{Value, Word};
use pm_base::Idx;
use pm_ir::*;

/// Key of the returned value among the registers.
pub(crate) const RETURN: u32 = u32::MAX;

impl Executor<'_> {
    /// The context on top has nothing left to do.
    pub(crate) fn leave_context(&mut self, policy: &mut dyn Policy) {
        let Some(top) = self.stack.top_mut() else { return };
        match &mut top.kind {
            ContextKind::Loop(iteration) => {
                let (func, states) = (top.func, std::mem::take(&mut iteration.next));
                match self.join_all(states, Some(func)) {
                    Some(state) => {
                        if let Some((head, state)) = self.next_iteration(state, policy) {
                            self.exec_from(Place { block: head, inst: 0 }, state, policy);
                        }
                    }
                    None => {
                        self.stack.pop();
                    }
                }
            }
            ContextKind::Call(_) => self.leave_call(policy),
        }
    }

    // ---- calls -----------------------------------------------------------------------------------------------------

    /// Begins an activation; the state is the one at the beginning of the function.
    pub(crate) fn push_call(
        &mut self,
        func: FuncId,
        mut state: State,
        args: Vec<Word>,
        dst: Option<VarId>,
        back: Option<Place>,
        others: Vec<(FuncId, State)>,
    ) -> State {
        let caller_regs = std::mem::take(&mut state.regs);
        for (param, arg) in self.program.funcs[func].params.iter().zip(&args) {
            let arg = self.adapted(*arg, self.program.funcs[func].vars[*param].ty);
            state.regs.set(param.0, arg);
        }
        self.set_flags(&mut state, func);
        let instance = self.here.instance.inner(self.here.block, self.here.inst, Begins::Call(func.0));
        let activation = Activation { caller_regs, dst, back, others, args, ..Activation::at(self.mark(&state)) };
        let kind = ContextKind::Call(Box::new(activation));
        self.stack.push(Context::new(kind, func, instance));
        state
    }

    /// An argument as its parameter holds it: one that was promoted for a call without a prototype is cut to the parameter's width.
    fn adapted(&mut self, arg: Word, param: Ty) -> Word {
        let Ty::Int(to) = param else { return arg };
        let Value::Term(t) = arg.value(&mut self.terms) else { return arg };
        if self.terms.is_bool(t) || self.terms.width(t) <= to.bits.into() {
            return arg;
        }
        let cut = self.terms.truncate(t, to.bits.into());
        Word::new(&self.terms, Value::Term(cut))
    }

    /// A state that skipped the call on top of the stack meets those that come back from it.
    pub(crate) fn join_later(&mut self, mut state: State, value: Option<Value>) {
        state.regs = PVec::default();
        if let Some(value) = value {
            let word = Word::new(&self.terms, value);
            state.regs.set(RETURN, word);
        }
        if let Some(Context { kind: ContextKind::Call(a), .. }) = self.stack.top_mut() {
            a.joined = Some(state);
        }
    }

    pub(crate) fn exec_return(&mut self, mut state: State, value: Option<Value>) {
        let func = self.running_or_entry();
        for slot in self.program.funcs[func].slots.ids() {
            if let Some(word) = state.regs.get(self.slot_key(slot)).copied() {
                self.end_slot(&mut state, word);
            }
        }
        let Some((at, _)) = self.stack.activation_mut() else { return };
        state.regs = self.kept_ins(&state, at);
        if let Some(value) = value {
            let word = Word::new(&self.terms, value);
            state.regs.set(RETURN, word);
        }
        let Some((_, a)) = self.stack.activation_mut() else { return };
        for id in &a.vla {
            state.mem.remove(*id);
            let shadow = self.objects[*id as usize].shadow;
            if shadow != 0 {
                state.mem.remove(shadow);
            }
        }
        a.returned.push(state);
    }

    fn leave_call(&mut self, policy: &mut dyn Policy) {
        let Some(Context { kind: ContextKind::Call(mut a), func, .. }) = self.stack.pop() else { return };
        self.follow_result(func, a.dst);
        let mut result = a.joined.take();
        if let Some(returned) = self.join_all(std::mem::take(&mut a.returned), None) {
            result = Some(match result {
                None => returned,
                Some(mut joined) => {
                    self.join(&mut joined, returned, None);
                    joined
                }
            });
        }
        if let Some((next, state)) = a.others.pop() {
            let state = self.push_call(next, state, a.args.clone(), a.dst, a.back, a.others);
            if let Some(Context { kind: ContextKind::Call(b), .. }) = self.stack.top_mut() {
                b.joined = result;
                b.caller_regs = a.caller_regs;
            }
            return self.enter_block(BlockId(0), state, policy);
        }
        let Some(mut state) = result else { return };
        let value = state.regs.get(RETURN).map(|w| w.value(&mut self.terms));
        let Some(back) = a.back else {
            if self.stack.is_empty() {
                self.return_by_contract(state, func, value);
            }
            return;
        };
        state.regs = a.caller_regs;
        if let Some(dst) = a.dst {
            let ty = self.stack.last().map(|c| self.program.funcs[c.func].vars[dst].ty);
            let value = value.or_else(|| ty.map(|ty| self.fresh(ty)));
            if let Some(value) = value {
                self.assign(&mut state, dst, value);
            }
        }
        self.exec_from(back, state, policy);
    }

    // ---- loops -----------------------------------------------------------------------------------------------------

    /// The first iteration of a loop begins, if the policy lets it.
    pub(crate) fn enter_loop(
        &mut self,
        head: BlockId,
        number: u32,
        state: State,
        policy: &mut dyn Policy,
    ) -> Option<State> {
        let func = self.stack.running()?;
        let order = self.flow(func).order[head.index()];
        let outer = self.stack.top_mut()?;
        outer.pass(order);
        let outer = outer.here();
        let instance = outer.inner(head.0, u32::MAX, Begins::Loop);
        let it = Iteration { loop_number: number, count: 0, entry: self.mark(&state), next: Vec::new() };
        let kind = ContextKind::Loop(Box::new(it));
        self.stack.push(Context::new(kind, func, instance));
        let name = LoopName { func, head: Some(head) };
        match policy.enter(name, instance, state.guard.term()) {
            Decision::Unwind | Decision::Pause => return Some(state),
            Decision::Suspend => {
                let suspended = self.suspend(state, name, 0);
                self.out.suspended.push(suspended);
                self.stack.pop();
            }
            Decision::Cut => {
                let cond = self.in_possible_layouts(state.guard.term());
                self.out.unwindings.push(Unwinding { name, cond, count: 0 });
                self.stack.pop();
            }
            Decision::Abort => self.out.aborted = true,
        }
        None
    }

    /// The state at the back edge of the loop on top of the stack goes on at its head, if the policy lets it.
    pub(crate) fn next_iteration(&mut self, state: State, policy: &mut dyn Policy) -> Option<(BlockId, State)> {
        let top = self.stack.last()?;
        let ContextKind::Loop(it) = &top.kind else { return None };
        let (func, number, count) = (top.func, it.loop_number, it.count + 1);
        let mark = self.mark(&state);
        let concrete = it.entry.same(&mark);
        let head = self.flow(func).loops[number as usize].head;
        let name = LoopName { func, head: Some(head) };
        let guard = state.guard.term();
        match policy.unwind(name, count, concrete, guard, &mut self.terms) {
            Decision::Abort => self.out.aborted = true,
            Decision::Cut => {
                let cond = self.in_possible_layouts(guard);
                self.out.unwindings.push(Unwinding { name, cond, count });
                self.stack.pop();
            }
            Decision::Suspend => {
                let suspended = self.suspend(state, name, count);
                self.out.suspended.push(suspended);
                self.stack.pop();
            }
            Decision::Pause => {
                if let Some(Context { kind: ContextKind::Loop(it), .. }) = self.stack.top_mut() {
                    it.next = vec![state];
                }
                self.out.paused = Some(Unwinding { name, cond: guard, count });
            }
            Decision::Unwind => {
                self.begin_iteration(head, count, &state);
                return Some((head, state));
            }
        }
        None
    }

    /// The loop on top of the stack goes on: its `count` iterations so far are followed by one of its own names.
    pub(crate) fn begin_iteration(&mut self, head: BlockId, count: u32, state: &State) {
        if let Some(top) = self.stack.top_mut() {
            top.instance = top.instance.inner(head.0, u32::MAX, Begins::Iteration);
            top.turns = Turns::default();
        }
        self.begin_loop(count, state);
    }
}
