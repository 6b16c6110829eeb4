//! What a run can be watched by. Code is translated with trace points only when a tracer is given, so that a plain run
//! does not pay for them.

use crate::code::Item;
use crate::exec::Frame;
use crate::memory::{FOREIGN, INDEX_MASK, ObjectId, Origin, WRITTEN};
use crate::value::Value;
use crate::world::World;
use pm_base::num::IntFormat;
use pm_base::{Span, Symbol};
use pm_ir::{BlockId, FuncId, GlobalId, Inst, InstKind, Rvalue, SlotId, TermKind, Terminator, Ty, VarId};

/// An object for traces: the number that `PtrObject` would give.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ObjectRef(pub u64);

/// What an object is, so that a trace can name addresses in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ObjectInfo {
    pub object: ObjectRef,
    pub kind: ObjectKind,
    pub base: u64,
    pub size: u64,
    /// Where it was declared or allocated.
    pub span: Span,
    pub alive: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ObjectKind {
    Global(GlobalId),
    Func(FuncId),
    Slot(FuncId, SlotId),
    Heap,
    Alloca,
    Vla,
    /// Made by the library; it never ends.
    Static,
    Mapped,
}

/// Bytes that nobody computed.
pub struct Havoc<'b> {
    pub object: ObjectRef,
    pub offset: u64,
    pub bytes: &'b [u8],
    /// Where pointers to objects of the program lie among them.
    pub pointers: Vec<u64>,
}

/// Values are patterns of the variable's type; of pointers the address.
pub trait Tracer {
    /// Told before an event that stores into the object, or whose value is an address in it or one past its end.
    fn on_object(&mut self, info: &ObjectInfo) {
        let _ = info;
    }
    /// A nondeterministic value, before it is assigned.
    fn on_input(&mut self, source: Symbol, ty: Ty, value: u128, span: Span) {
        let _ = (source, ty, value, span);
    }
    /// Control goes to another block of the function, by whichever terminator; after `on_branch`.
    fn on_block(&mut self, func: FuncId, target: BlockId) {
        let _ = (func, target);
    }
    /// Two integers of a type are compared, by the program or by one of its checks.
    fn on_compare(&mut self, ty: IntFormat, a: u128, b: u128) {
        let _ = (ty, a, b);
    }
    fn on_assign(&mut self, func: FuncId, var: VarId, value: u128, span: Span);
    /// Bytes as they are after the store.
    fn on_store(&mut self, object: ObjectRef, offset: u64, bytes: &[u8], span: Span);
    /// A store of what nobody computed ([`InstKind::Havoc`]), where it changed something; after `on_store`.
    fn on_havoc(&mut self, havoc: &Havoc<'_>, span: Span) {
        let _ = (havoc, span);
    }
    /// So many iterations of the innermost loop were not executed one by one.
    fn on_skip(&mut self, iterations: u64) {
        let _ = iterations;
    }
    /// A branch or switch goes to `target`.
    fn on_branch(&mut self, func: FuncId, target: BlockId, span: Span);
    fn on_call(&mut self, callee: FuncId, args: &[u128], span: Span);
    fn on_return(&mut self, func: FuncId, value: Option<u128>, span: Span);
}

/// Of longer stores only so many words are looked at for pointers.
const TRACED_WORDS: usize = 64;
/// Of longer switches only so many cases are compared with.
const TRACED_CASES: usize = 32;
/// Of longer stores only so many bytes are told.
const TRACED_BYTES: u64 = 1 << 20;

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
        if let InstKind::Assign { value, .. } | InstKind::Assert { cond: value, .. } = &inst.kind {
            self.trace_compare(frame, value, tracer);
        }
        match &inst.kind {
            InstKind::Assign { dst, value: Rvalue::Load { ty, ptr } } => {
                let p = self.operand(regs, ptr);
                if let Some(source) = self.mem.device(p, ty.access_size(self.mem.ptr_size)) {
                    tracer.on_input(source, *ty, regs.var(*dst).pattern(*ty), inst.span);
                }
                self.trace_var(frame, *dst, inst.span, tracer);
            }
            InstKind::Assign { dst, .. } | InstKind::Alloc { dst, .. } => {
                self.trace_var(frame, *dst, inst.span, tracer);
            }
            InstKind::Nondet { dst, ty, source } => {
                tracer.on_input(*source, *ty, regs.var(*dst).pattern(*ty), inst.span);
                self.trace_var(frame, *dst, inst.span, tracer);
            }
            InstKind::Print { dst: Some(dst), .. } => self.trace_var(frame, *dst, inst.span, tracer),
            InstKind::Store { ty, ptr, value } => {
                let p = self.operand(regs, ptr);
                let size = ty.access_size(self.mem.ptr_size);
                if self.mem.device(p, size).is_some() {
                    let bytes = self.operand(regs, value).pattern(*ty).to_le_bytes();
                    return self.trace_written(p, &bytes[..size as usize], inst.span, tracer);
                }
                self.trace_bytes(p, ty.access_size(self.mem.ptr_size), inst.span, tracer);
            }
            InstKind::Copy { dst: ptr, size, .. } | InstKind::Fill { dst: ptr, size, .. } => {
                let p = self.operand(regs, ptr);
                self.trace_bytes(p, self.size(regs, size), inst.span, tracer);
            }
            InstKind::Havoc { ptr, size, .. } => {
                let (p, size) = (self.operand(regs, ptr), self.size(regs, size));
                self.trace_bytes(p, size, inst.span, tracer);
                if std::mem::take(&mut self.havoc_changes) {
                    self.trace_havoc(p, size, inst.span, tracer);
                }
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
            | InstKind::Inexact { .. }
            | InstKind::Assume { .. }
            | InstKind::Assert { .. }
            | InstKind::Cover { .. }
            | InstKind::Call { .. }
            | InstKind::Print { dst: None, .. } => {}
        }
    }

    fn trace_compare(&mut self, frame: &Frame, value: &Rvalue, tracer: &mut dyn Tracer) {
        match value {
            Rvalue::Cmp { ty: Ty::Int(f), a, b, .. } => {
                let ty = Ty::Int(*f);
                tracer.on_compare(*f, self.pattern(frame.regs(), ty, a), self.pattern(frame.regs(), ty, b));
            }
            Rvalue::InBounds { index, index_ty, count, .. } => {
                let index = self.pattern(frame.regs(), Ty::Int(*index_ty), index);
                tracer.on_compare(*index_ty, index, index_ty.wrap((*count).into()));
            }
            _ => {}
        }
    }

    pub(crate) fn trace_var(&mut self, frame: &Frame, var: VarId, span: Span, tracer: &mut dyn Tracer) {
        let (ty, value) = (frame.code.func.vars[var].ty, frame.regs().var(var));
        self.trace_pointer(ty, value, tracer);
        tracer.on_assign(frame.code.id, var, value.pattern(ty), span);
    }

    fn trace_bytes(&mut self, p: Value, size: u64, span: Span, tracer: &mut dyn Tracer) {
        let Some(base) = self.mem.resolve(p).map(|o| o.base) else { return };
        let Some(bytes) = self.mem.read(p, size.min(TRACED_BYTES)).map(<[u8]>::to_vec) else { return };
        self.trace_object(p.hi, tracer);
        let word = self.mem.ptr_size as usize;
        for chunk in bytes.chunks_exact(word).take(TRACED_WORDS) {
            let address = chunk.iter().rev().fold(0, |n, b| n << 8 | u64::from(*b));
            if address > 0xffff {
                let id = self.mem.lookup(address);
                self.trace_object(id, tracer);
            }
        }
        tracer.on_store(ObjectRef(p.hi & self.mem.ptr_mask), p.lo.wrapping_sub(base), &bytes, span);
    }

    fn trace_havoc(&mut self, p: Value, size: u64, span: Span, tracer: &mut dyn Tracer) {
        let Some(base) = self.mem.resolve(p).map(|o| o.base) else { return };
        let Some(bytes) = self.mem.read(p, size) else { return };
        let own = self.mem.pointers(p, size).into_iter().filter(|(_, owner)| ![FOREIGN, WRITTEN].contains(owner));
        let (object, offset) = (ObjectRef(p.hi & self.mem.ptr_mask), p.lo.wrapping_sub(base));
        tracer.on_havoc(&Havoc { object, offset, bytes, pointers: own.map(|(at, _)| at).collect() }, span);
    }

    /// What a device was given, which it does not keep.
    fn trace_written(&mut self, p: Value, bytes: &[u8], span: Span, tracer: &mut dyn Tracer) {
        let Some(base) = self.mem.resolve(p).map(|o| o.base) else { return };
        self.trace_object(p.hi, tracer);
        tracer.on_store(ObjectRef(p.hi & self.mem.ptr_mask), p.lo.wrapping_sub(base), bytes, span);
    }

    /// Tells what the value points to, if it is a pointer.
    pub(crate) fn trace_pointer(&mut self, ty: Ty, value: Value, tracer: &mut dyn Tracer) {
        if ty == Ty::Ptr {
            self.trace_object(value.hi, tracer);
        }
    }

    fn trace_object(&mut self, id: ObjectId, tracer: &mut dyn Tracer) {
        let Some(meta) = self.mem.meta(id) else { return };
        let kind = match meta.origin {
            Origin::Nothing => return,
            Origin::Func(f) => ObjectKind::Func(f),
            Origin::Global(g) => ObjectKind::Global(g),
            Origin::Slot(f, s) => ObjectKind::Slot(f, s),
            Origin::Heap => ObjectKind::Heap,
            Origin::Alloca => ObjectKind::Alloca,
            Origin::Vla => ObjectKind::Vla,
            Origin::Static => ObjectKind::Static,
            Origin::Mapped => ObjectKind::Mapped,
        };
        let (size, span) = (meta.size, meta.born);
        let Some(object) = self.mem.objects.get((id & INDEX_MASK) as usize) else { return };
        let alive = object.id == id && object.is_alive();
        let object =
            ObjectInfo { object: ObjectRef(id & self.mem.ptr_mask), kind, base: object.base, size, span, alive };
        tracer.on_object(&object);
    }

    fn trace_terminator(&mut self, frame: &Frame, term: &Terminator, tracer: &mut dyn Tracer) {
        let (regs, func) = (frame.regs(), frame.code.id);
        match &term.kind {
            TermKind::Branch { cond, then, els } => {
                let taken = self.operand(regs, cond).lo & 1 != 0;
                let target = if taken { *then } else { *els };
                tracer.on_branch(func, target, term.span);
                tracer.on_block(func, target);
            }
            TermKind::Switch { value, ty, cases, default } => {
                let value = self.pattern(regs, Ty::Int(*ty), value);
                cases.iter().take(TRACED_CASES).for_each(|c| tracer.on_compare(*ty, value, c.lo));
                let hit = cases.iter().find(|c| !ty.less(value, c.lo) && !ty.less(c.hi, value));
                let target = hit.map_or(*default, |c| c.target);
                tracer.on_branch(func, target, term.span);
                tracer.on_block(func, target);
            }
            TermKind::Return(value) => {
                let ty = frame.code.func.ret;
                let result = value.as_ref().zip(ty).map(|(v, ty)| self.pattern(regs, ty, v));
                if let (Some(v), Some(Ty::Ptr)) = (value, ty) {
                    self.trace_pointer(Ty::Ptr, self.operand(regs, v), tracer);
                }
                tracer.on_return(func, result, term.span);
            }
            TermKind::Goto(target) => tracer.on_block(func, *target),
            TermKind::Stop(_) | TermKind::Unreachable => {}
        }
    }
}
