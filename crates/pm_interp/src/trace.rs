//! What a run can be watched by. Code is translated with trace points only when a tracer is given, so that a plain run
//! does not pay for them.

use crate::code::Item;
use crate::exec::Frame;
use crate::value::{Value, size_of};
use crate::world::World;
use pm_base::Span;
use pm_ir::{BlockId, FuncId, Inst, InstKind, TermKind, Terminator, Ty, VarId};

/// An object for traces: the number that `PtrObject` would give.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ObjectRef(pub u64);

/// Values are patterns of the variable's type; of pointers the address.
pub trait Tracer {
    fn on_assign(&mut self, func: FuncId, var: VarId, value: u128, span: Span);
    /// Bytes as they are after the store.
    fn on_store(&mut self, object: ObjectRef, offset: u64, bytes: &[u8], span: Span);
    /// A branch or switch goes to `target`.
    fn on_branch(&mut self, func: FuncId, target: BlockId, span: Span);
    fn on_call(&mut self, callee: FuncId, args: &[u128], span: Span);
    fn on_return(&mut self, func: FuncId, value: Option<u128>, span: Span);
}

impl World<'_> {
    /// Tells the tracer what an instruction has done, or where a terminator is about to go.
    pub(crate) fn trace_item(&mut self, frame: &mut Frame, item: Item, tracer: &mut dyn Tracer) {
        match item {
            Item::Inst(inst) => self.trace_inst(frame, inst, tracer),
            Item::Term(term) => self.trace_terminator(frame, term, tracer),
        }
    }

    fn trace_inst(&mut self, frame: &Frame, inst: &Inst, tracer: &mut dyn Tracer) {
        let regs = frame.regs();
        match &inst.kind {
            InstKind::Assign { dst, .. } | InstKind::Alloc { dst, .. } | InstKind::Nondet { dst, .. } => {
                self.trace_var(frame, *dst, inst.span, tracer);
            }
            InstKind::Print { dst: Some(dst), .. } => self.trace_var(frame, *dst, inst.span, tracer),
            InstKind::Store { ty, ptr, .. } => {
                let p = self.operand(regs, ptr);
                self.trace_bytes(p, size_of(*ty, self.mem.ptr_size), inst.span, tracer);
            }
            InstKind::Copy { dst: ptr, size, .. }
            | InstKind::Fill { dst: ptr, size, .. }
            | InstKind::Havoc { ptr, size } => {
                let p = self.operand(regs, ptr);
                self.trace_bytes(p, self.size(regs, size), inst.span, tracer);
            }
            InstKind::Format { dst, buffer, size, .. } => {
                let (p, size) = (self.operand(regs, buffer), self.size(regs, size));
                let rest = self.mem.rest(p);
                let text = rest.iter().position(|b| *b == 0).map_or(0, |end| end as u64 + 1);
                self.trace_bytes(p, text.min(size), inst.span, tracer);
                if let Some(dst) = dst {
                    self.trace_var(frame, *dst, inst.span, tracer);
                }
            }
            InstKind::Decl(_)
            | InstKind::Dead(_)
            | InstKind::DeclVar(_)
            | InstKind::Free { .. }
            | InstKind::Release { .. }
            | InstKind::Assume { .. }
            | InstKind::Assert { .. }
            | InstKind::Cover { .. }
            | InstKind::Call { .. }
            | InstKind::Print { dst: None, .. } => {}
        }
    }

    pub(crate) fn trace_var(&self, frame: &Frame, var: VarId, span: Span, tracer: &mut dyn Tracer) {
        let value = frame.regs().var(var).pattern(frame.code.func.vars[var].ty);
        tracer.on_assign(frame.code.id, var, value, span);
    }

    fn trace_bytes(&self, p: Value, size: u64, span: Span, tracer: &mut dyn Tracer) {
        if let (Some(bytes), Some(object)) = (self.mem.read(p, size), self.mem.resolve(p)) {
            tracer.on_store(ObjectRef(p.hi & self.mem.ptr_mask), p.lo.wrapping_sub(object.base), bytes, span);
        }
    }

    fn trace_terminator(&self, frame: &Frame, term: &Terminator, tracer: &mut dyn Tracer) {
        let (regs, func) = (frame.regs(), frame.code.id);
        match &term.kind {
            TermKind::Branch { cond, then, els } => {
                let taken = self.operand(regs, cond).lo & 1 != 0;
                tracer.on_branch(func, if taken { *then } else { *els }, term.span);
            }
            TermKind::Switch { value, ty, cases, default } => {
                let value = self.pattern(regs, Ty::Int(*ty), value);
                let hit = cases.iter().find(|c| !ty.less(value, c.lo) && !ty.less(c.hi, value));
                tracer.on_branch(func, hit.map_or(*default, |c| c.target), term.span);
            }
            TermKind::Return(value) => {
                let ty = frame.code.func.ret;
                let value = value.as_ref().zip(ty).map(|(v, ty)| self.pattern(regs, ty, v));
                tracer.on_return(func, value, term.span);
            }
            TermKind::Goto(_) | TermKind::Stop(_) | TermKind::Unreachable => {}
        }
    }
}
