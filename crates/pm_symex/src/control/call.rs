//! Calls: inlined, with recursion as far as the policy allows; function pointers by their targets.

use crate::control::context::Place;
use crate::control::options::{Decision, LoopName, Policy};
use crate::exec::Executor;
use crate::record::execution::Unwinding;
use crate::state::State;
use crate::state::value::{Value, Word};
use pm_base::Span;
use pm_ir::*;
use pm_term::TermId;

/// Nested calls of one function; real stacks have no room for more.
const DEEPEST: u32 = 100_000;

/// A call in the program.
pub(crate) struct CallSite<'a> {
    pub dst: Option<VarId>,
    pub callee: &'a Callee,
    pub args: &'a [Operand],
    /// Where the caller goes on.
    pub back: Place,
    pub span: Span,
}

impl Executor<'_> {
    /// The state behind the call where there is no body to execute, or at the beginning of the body.
    pub(crate) fn call(&mut self, state: State, site: &CallSite<'_>, policy: &mut dyn Policy) -> Option<State> {
        let &CallSite { dst, callee, args, back, span } = site;
        let values: Vec<Word> = args.iter().map(|a| self.word_operand(&state, a)).collect();
        match callee {
            Callee::Direct(func) if !self.program.funcs[*func].has_body() => {
                Some(self.call_unknown(state, *func, dst, span))
            }
            Callee::Direct(func) => {
                self.note_stub(*func, span);
                if let Some(written) = policy.contract(*func).filter(|_| self.passes_all(*func, &values)) {
                    return Some(self.call_by_contract(state, *func, &written, &values, dst, span));
                }
                if !self.may_enter(*func, &state, policy) {
                    return None;
                }
                Some(self.push_call(*func, state, values, dst, Some(back), Vec::new()))
            }
            Callee::Indirect(ptr, sig) => self.call_indirect(state, site, (ptr, sig), values, policy),
        }
    }

    fn call_unknown(&mut self, mut state: State, func: FuncId, dst: Option<VarId>, span: Span) -> State {
        let f = &self.program.funcs[func];
        self.note_stub(func, span);
        if let Some(ty) = f.ret {
            let value = self.input(&state, f.name, ty, span);
            if let Some(dst) = dst {
                self.assign(&mut state, dst, value);
            }
        }
        state
    }

    /// A verdict rests on functions without a body that are called.
    fn note_stub(&mut self, func: FuncId, span: Span) {
        let f = &self.program.funcs[func];
        let is_stub = f.stub == Stub::Function || !f.has_body();
        if is_stub && !self.out.missing_bodies.iter().any(|(m, _)| *m == func) {
            self.out.missing_bodies.push((func, span));
        }
    }

    fn call_indirect(
        &mut self,
        state: State,
        site: &CallSite<'_>,
        (ptr, sig): (&Operand, &Signature),
        args: Vec<Word>,
        policy: &mut dyn Policy,
    ) -> Option<State> {
        let &CallSite { dst, back, span, .. } = site;
        let ptr = self.ptr_operand(&state, ptr);
        let Some(targets) = self.targets(&state, ptr) else {
            self.gap(&state, span, "a call through a pointer that can point to too many functions");
            return None;
        };
        let mut bodies: Vec<(FuncId, State)> = Vec::new();
        let mut others = TermId::FALSE;
        for t in targets {
            let guard = state.guard.and(&mut self.terms, t.guard);
            if guard.is_false() {
                continue;
            }
            match self.objects.func(t.obj).filter(|f| self.callable(*f, sig)) {
                Some(func) if self.program.funcs[func].has_body() => {
                    self.note_stub(func, span);
                    let mut taken = state.clone();
                    taken.guard = guard;
                    if self.may_enter(func, &taken, policy) {
                        bodies.push((func, taken));
                    }
                }
                _ => others = self.terms.or(others, guard.term()),
            }
        }
        let skipped = self.skip_call(&state, others, sig, span);
        let Some((func, first)) = bodies.pop() else {
            let (mut state, value) = skipped?;
            if let (Some(dst), Some(value)) = (dst, value) {
                self.assign(&mut state, dst, value);
            }
            return Some(state);
        };
        let inside = self.push_call(func, first, args, dst, Some(back), bodies);
        if let Some((state, value)) = skipped {
            self.join_later(state, value);
        }
        Some(inside)
    }

    /// A call of something that is not a function with a body: inexact, or with a lenient executor an arbitrary result.
    fn skip_call(
        &mut self,
        state: &State,
        cond: TermId,
        sig: &Signature,
        span: Span,
    ) -> Option<(State, Option<Value>)> {
        if cond == TermId::FALSE {
            return None;
        }
        let Some(source) = self.options.lenient else {
            self.gap_if(cond, span, "a call through a pointer that is not a function with a body");
            return None;
        };
        let mut state = state.clone();
        state.guard = state.guard.and(&mut self.terms, cond);
        let value = sig.ret.map(|ty| self.invalid_read(source, cond, ty, 1, span));
        Some((state, value))
    }

    pub(crate) fn callable(&self, func: FuncId, sig: &Signature) -> bool {
        sig.fits(&self.program.funcs[func])
    }

    fn may_enter(&mut self, func: FuncId, state: &State, policy: &mut dyn Policy) -> bool {
        let depth = self.stack.entries(func).len() as u32;
        if depth == 0 {
            return true;
        }
        if depth >= DEEPEST {
            self.gap(state, self.program.funcs[func].span, "a recursion that is too deep");
            return false;
        }
        let mark = self.mark(state);
        let concrete = self.stack.entries(func).last().is_some_and(|m| m.same(&mark));
        let name = LoopName { func, head: None };
        let guard = state.guard.term();
        match policy.unwind(name, depth, concrete, guard, &mut self.terms) {
            Decision::Unwind => true,
            Decision::Cut | Decision::Suspend | Decision::Pause => {
                let cond = self.in_possible_layouts(guard);
                self.out.unwindings.push(Unwinding { name, cond, count: depth });
                false
            }
            Decision::Abort => {
                self.out.aborted = true;
                false
            }
        }
    }
}
