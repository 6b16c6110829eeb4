//! One instruction, except for calls.

use super::Executor;
use crate::library::printf::Request;
use crate::record::execution::Claim;
use crate::record::execution::note_assumed;
use crate::state::State;
use crate::state::value::{Value, Word};
use pm_base::Span;
use pm_ir::*;
use pm_term::TermId;

impl Executor<'_> {
    pub(crate) fn exec_inst(&mut self, state: &mut State, inst: &Inst) {
        match &inst.kind {
            InstKind::Assign { dst, value } => {
                let word = self.evaluate(state, value, inst.span);
                self.assign_word(state, *dst, word);
            }
            InstKind::Store { ty, ptr, value } => {
                if !self.asked.memory
                    && let (Some((obj, off)), Some(word)) = (self.place(state, ptr), self.plain_operand(state, value))
                    && self.constant_store(state, obj, off, *ty, word).is_some()
                {
                    return;
                }
                let ptr = self.ptr_operand(state, ptr);
                let value = self.operand(state, value);
                self.store(state, ptr, *ty, value, inst.span);
                self.mark_init(state, ptr, ty.access_size(self.pointer_size), inst.span);
            }
            InstKind::Copy { dst, src, size } => {
                let (dst, src) = (self.ptr_operand(state, dst), self.ptr_operand(state, src));
                let size = self.size_operand(state, size);
                self.copy(state, dst, src, size, inst.span);
                self.copy_init(state, dst, src, size, inst.span);
            }
            InstKind::Fill { dst, byte, size } => {
                let dst = self.ptr_operand(state, dst);
                let byte = self.term_operand(state, byte);
                let size = self.size_operand(state, size);
                self.fill(state, dst, byte, size, inst.span);
                self.mark_range(state, dst, size, inst.span);
            }
            InstKind::Decl(slot) => self.declare(state, *slot, inst.span),
            InstKind::Dead(slot) => {
                if let Some(word) = state.regs.get(self.slot_key(*slot)).copied() {
                    self.end_slot(state, word);
                }
            }
            InstKind::DeclVar(v) => self.declare_var(state, *v, inst.span),
            InstKind::Alloc { dst, size, kind, zeroed } => {
                let size = self.size_operand(state, size);
                let ptr = self.allocate(state, size, *kind, *zeroed, inst.span);
                self.assign(state, *dst, Value::Ptr(ptr));
            }
            InstKind::Free { ptr } | InstKind::Release { ptr } => {
                let ptr = self.ptr_operand(state, ptr);
                self.end_objects(state, ptr);
            }
            InstKind::Nondet { dst, ty, source } => {
                let value = self.input(state, *source, *ty, inst.span);
                self.assign(state, *dst, value);
            }
            InstKind::Havoc { ptr, size, by } => self.havoc(state, ptr, size, *by, inst.span),
            InstKind::Inexact { cond, why } => {
                let cond = self.bool_operand(state, cond);
                let cond = self.terms.and(state.guard.term(), cond);
                let span = if inst.span == Span::NONE { self.stub_call().unwrap_or(inst.span) } else { inst.span };
                self.gap_if(cond, span, why);
            }
            InstKind::Assume { cond } => {
                let cond = self.bool_operand(state, cond);
                let before = state.guard.term();
                state.guard = state.guard.and(&mut self.terms, cond);
                if !self.in_model() {
                    let conds = [before, state.guard.term()];
                    note_assumed(&mut self.out.assumed, &mut self.terms, inst.span, conds);
                }
            }
            InstKind::Assert { cond, prop } => self.claim(state, cond, *prop, inst.span),
            InstKind::Cover { cond, prop } => {
                let cond = self.bool_operand(state, cond);
                let cond = self.terms.and(state.guard.term(), cond);
                let events = self.events.len();
                self.out.covered.push(Claim { prop: *prop, cond, span: inst.span, events });
            }
            InstKind::Print { dst, format, args, .. } => self.print(state, *dst, format, args, inst.span),
            InstKind::Format { dst, buffer, size, format, args } => {
                let request = Request { dst: *dst, buffer, size, format, args };
                self.format(state, &request, inst.span);
            }
            InstKind::Call { .. } => {}
        }
    }

    fn claim(&mut self, state: &mut State, cond: &Rvalue, prop: PropId, span: Span) {
        let of_pointers = matches!(cond, Rvalue::AccessOk { .. } | Rvalue::FreeOk { .. } | Rvalue::CallOk { .. });
        let cond = match self.evaluate(state, cond, span) {
            Word::Const { bits, .. } => self.terms.bool_const(bits != 0),
            Word::Term(t) => t,
            Word::Addr { .. } | Word::Ptr(_) => TermId::TRUE,
        };
        if cond == TermId::TRUE && self.out.reached.get(&prop) == Some(&TermId::TRUE) {
            return;
        }
        if self.ignored.contains(&prop) {
            state.guard = state.guard.and(&mut self.terms, cond);
            return;
        }
        let guard = state.guard.term();
        let reached = self.out.reached.entry(prop).or_insert(TermId::FALSE);
        *reached = self.terms.or(*reached, guard);
        let fails = self.terms.not(cond);
        let violated = self.terms.and(guard, fails);
        // A choice among many objects is settled without a solver where decisions alone settle it.
        if violated != TermId::FALSE && !(of_pointers && self.skeleton.excludes(&self.terms, guard, fails)) {
            let events = self.events.len();
            let cond = self.in_possible_layouts(violated);
            self.out.claims.push(Claim { prop, cond, span, events });
        }
        // Where executions go on behind a violation, it decides nothing of what comes then.
        if cond == TermId::FALSE && !self.program.props[prop].goes_on {
            state.guard = state.guard.and(&mut self.terms, TermId::FALSE);
        }
    }

    /// A function of the library is executed.
    pub(crate) fn in_model(&self) -> bool {
        let func = self.running_or_entry();
        self.program.funcs[func].is_model
    }
}
