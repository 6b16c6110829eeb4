//! Execution along a path: instructions to the end of a block, then its terminator.

use crate::control::call::CallSite;
use crate::control::context::Place;
use crate::control::flow::Flow;
use crate::control::instance::Instance;
use crate::control::options::Policy;
use crate::exec::{Executor, Site};
use crate::state::State;
use crate::state::guard::Fork;
use pm_base::Idx;
use pm_base::num::IntFormat;
use pm_ir::*;
use pm_term::TermId;

impl Executor<'_> {
    /// Runs from an instruction until the path forks, waits for others or returns.
    pub(crate) fn exec_from(&mut self, mut place: Place, mut state: State, policy: &mut dyn Policy) {
        let Some(mut func) = self.stack.running() else { return };
        let mut flow = self.flow(func);
        let program = self.program;
        'blocks: loop {
            let block = &program.funcs[func].blocks[place.block];
            if let Some(top) = self.stack.top_mut().filter(|_| place.inst == 0) {
                top.pass(flow.order[place.block.index()]);
            }
            let instance = self.stack.last().map_or(Instance::ROOT, |c| c.here());
            for (i, inst) in block.insts.iter().enumerate().skip(place.inst as usize) {
                self.here = Site { instance, block: place.block.0, inst: i as u32 };
                if let InstKind::Call { dst, callee, args } = &inst.kind {
                    self.follow_arguments(callee, args);
                    let back = Place { block: place.block, inst: i as u32 + 1 };
                    let depth = self.stack.len();
                    let site = CallSite { dst: *dst, callee, args, back, span: inst.span };
                    match self.call(state, &site, policy) {
                        Some(after) => state = after,
                        None => return,
                    }
                    if self.stack.len() > depth {
                        if self.is_too_long(&mut state, back.inst - place.inst) {
                            return;
                        }
                        func = self.stack[depth].func;
                        flow = self.flow(func);
                        place = Place { block: BlockId(0), inst: 0 };
                        if let Some(number) = flow.loop_at[0] {
                            let Some(inside) = self.enter_loop(BlockId(0), number, state, policy) else { return };
                            state = inside;
                        }
                        continue 'blocks;
                    }
                    if let Callee::Direct(callee) = callee {
                        self.follow_result(*callee, *dst);
                    }
                } else {
                    self.follow_addresses(&state, inst);
                    self.exec_inst(&mut state, inst);
                    self.followed_addresses(&state, inst);
                    if std::mem::take(&mut self.lost_address) {
                        self.gap(&state, inst.span, "an address that is computed bit by bit");
                    }
                    if self.pulse.has_grown(self.terms.len()) && policy.interrupted() {
                        self.out.aborted = true;
                        return;
                    }
                }
                if state.guard.is_false() {
                    return;
                }
            }
            if self.is_too_long(&mut state, block.insts.len() as u32 + 1 - place.inst) {
                return;
            }
            if self.pulse.block(self.terms.len()) && policy.interrupted() {
                self.out.aborted = true;
                return;
            }
            match self.exec_terminator(state, &block.term, &flow, policy) {
                Some((target, after)) => {
                    place = Place { block: target, inst: 0 };
                    state = after;
                }
                None => return,
            }
        }
    }

    /// Counts instructions of a path, which ends where there are more of them than are followed.
    fn is_too_long(&mut self, state: &mut State, executed: u32) -> bool {
        self.out.steps += u64::from(executed);
        state.depth = state.depth.saturating_add(executed);
        let is_too_long = self.options.depth.is_some_and(|d| state.depth > d);
        if is_too_long {
            let cond = self.in_possible_layouts(state.guard.term());
            self.out.too_long.push(cond);
        }
        is_too_long
    }

    /// The block where the same state goes on at once; `None` where it waits for others or ends.
    fn exec_terminator(
        &mut self,
        state: State,
        term: &Terminator,
        flow: &Flow,
        policy: &mut dyn Policy,
    ) -> Option<(BlockId, State)> {
        match &term.kind {
            TermKind::Goto(target) => return self.straight(*target, state, flow, policy),
            TermKind::Branch { cond, then, els } => {
                let cond = self.bool_operand(&state, cond);
                match self.terms.const_bool(cond) {
                    Some(true) => return self.straight(*then, state, flow, policy),
                    Some(false) => return self.straight(*els, state, flow, policy),
                    None => match state.guard.fork(&mut self.terms, cond) {
                        Fork::Yes => return self.straight(*then, state, flow, policy),
                        Fork::No => return self.straight(*els, state, flow, policy),
                        Fork::Both { yes, no } => {
                            let other = State { guard: no, ..state.clone() };
                            self.goto(*then, State { guard: yes, ..state });
                            self.goto(*els, other);
                        }
                    },
                }
            }
            TermKind::Switch { value, ty, cases, default } => {
                let value = self.term_operand(&state, value);
                if let Some(v) = self.terms.const_u128(value) {
                    let hit = cases.iter().find(|c| !ty.less(v, c.lo) && !ty.less(c.hi, v));
                    return self.straight(hit.map_or(*default, |c| c.target), state, flow, policy);
                }
                self.exec_switch(state, value, *ty, cases, *default);
            }
            TermKind::Return(value) => {
                self.follow_return(value.as_ref());
                let value = value.as_ref().map(|v| self.operand(&state, v));
                self.exec_return(state, value);
            }
            TermKind::Stop(_) | TermKind::Unreachable => {}
        }
        None
    }

    /// Every case that is possible waits at its target.
    fn exec_switch(&mut self, mut state: State, value: TermId, ty: IntFormat, cases: &[SwitchCase], default: BlockId) {
        for case in cases {
            let hit = self.in_range(value, ty, case.lo, case.hi);
            if hit == TermId::FALSE {
                continue;
            }
            match state.guard.fork(&mut self.terms, hit) {
                Fork::No => {}
                Fork::Yes => {
                    return self.goto(case.target, state);
                }
                Fork::Both { yes, no } => {
                    let taken = State { guard: yes, ..state.clone() };
                    state.guard = no;
                    self.goto(case.target, taken);
                }
            }
        }
        self.goto(default, state);
    }

    fn in_range(&mut self, value: TermId, ty: IntFormat, lo: u128, hi: u128) -> TermId {
        let width = ty.bits.into();
        let low = self.terms.bv(width, lo);
        if lo == hi {
            return self.terms.eq(value, low);
        }
        let high = self.terms.bv(width, hi);
        let (a, b) = if ty.signed {
            (self.terms.sle(low, value), self.terms.sle(value, high))
        } else {
            (self.terms.ule(low, value), self.terms.ule(value, high))
        };
        self.terms.and(a, b)
    }
}
