//! The meaning of every instruction except calls and jumps: the exact path, see `eval.rs`.

use crate::code::FuncCode;
use crate::eval::Regs;
use crate::halt::{Halt, Run, unsupported};
use crate::memory::{FOREIGN, WRITTEN};
use crate::oracle::EventKind;
use crate::value::Value;
use crate::world::World;
use pm_base::{Idx, Span};
use pm_ir::{AllocKind, Inst, InstKind, Operand, Rvalue, SlotId, Stub, Ty, VarId, Writer};

/// The active frame.
pub(crate) struct Frame<'f> {
    pub code: &'f FuncCode<'f>,
    pub values: &'f mut [Value],
    /// First entry of its slot group in the object table.
    pub slots: u32,
    pub depth: u32,
    /// The innermost call outside library functions where this is one of them: what happens here is done there.
    pub user_place: Option<Span>,
}

impl Frame<'_> {
    pub fn regs(&self) -> Regs<'_> {
        Regs { code: self.code, values: self.values }
    }

    pub fn assign(&mut self, var: VarId, value: Value) {
        self.values[var.index()] = value;
        if let Some(flag) = self.code.flag_of(var) {
            self.values[flag as usize] = Value::bool(true);
        }
    }
}

impl World<'_> {
    pub fn exec(&mut self, frame: &mut Frame, inst: &Inst) -> Run<()> {
        let regs = frame.regs();
        match &inst.kind {
            InstKind::Assign { dst, value } => {
                let value = self.eval(regs, value, inst.span)?;
                frame.assign(*dst, value);
            }
            InstKind::Store { ty, ptr, value } => {
                let (p, value) = (self.operand(regs, ptr), self.operand(regs, value));
                if self.mem.store(*ty, p, value).is_none() {
                    return self.bad_write(p, ty.access_size(self.mem.ptr_size));
                }
            }
            InstKind::Copy { dst, src, size } => {
                let (dst, src) = (self.operand(regs, dst), self.operand(regs, src));
                self.copy(dst, src, self.size(regs, size))?;
            }
            InstKind::Fill { dst, byte, size } => {
                let (p, size) = (self.operand(regs, dst), self.size(regs, size));
                let byte = self.operand(regs, byte).lo as u8;
                if self.mem.fill(p, byte, size).is_none() {
                    return self.bad_write(p, size);
                }
            }
            InstKind::Decl(slot) => self.declare(frame, *slot)?,
            InstKind::Dead(slot) => self.mem.end_slot(frame.slots as usize + slot.index()),
            InstKind::DeclVar(v) => self.declare_var(frame, *v)?,
            InstKind::Alloc { dst, size, kind, zeroed } => {
                let size = self.size(regs, size);
                let value = self.allocate(frame.depth, size, *kind, *zeroed, frame.user_place.unwrap_or(inst.span))?;
                frame.assign(*dst, value);
            }
            InstKind::Free { ptr } => {
                let p = self.operand(regs, ptr);
                self.free(p, frame.user_place.unwrap_or(inst.span))?;
            }
            InstKind::Release { ptr } => {
                let p = self.operand(regs, ptr);
                self.release(p, inst.span)?;
            }
            InstKind::Nondet { dst, ty, source } => {
                let mut value = self.input(*source, *ty, inst.span)?;
                if *ty == Ty::Ptr && frame.code.func.stub != Stub::No && value.lo != 0 {
                    value.hi = FOREIGN;
                }
                frame.assign(*dst, value);
            }
            InstKind::Havoc { ptr, size, by } => self.havoc(regs, ptr, size, *by)?,
            InstKind::Inexact { why, .. } => self.mem.heap_align = self.mem.heap_align.max(wanted_alignment(why)),
            InstKind::Assume { cond } => {
                if self.operand(regs, cond).lo & 1 == 0 {
                    return Err(Box::new(Halt::AssumeFailed));
                }
            }
            InstKind::Assert { cond, prop } => {
                let fails = self.eval(regs, cond, inst.span)?.lo & 1 == 0;
                if fails && self.passed.contains(prop) {
                    self.times_passed += 1;
                } else if fails {
                    self.known_to_fail(regs, cond)?;
                    let (reason, notes) = self.why_false(regs, cond);
                    return Err(Box::new(Halt::Violation { prop: *prop, reason, notes }));
                }
            }
            InstKind::Cover { cond, prop } => {
                if self.operand(regs, cond).lo & 1 != 0 {
                    self.cover(*prop);
                }
            }
            InstKind::Print { dst, stream, format, args } => {
                let stream = self.operand(regs, stream).lo;
                let (format, args) = (self.operand(regs, format), self.operand(regs, args));
                let text = self.text_of(format, args)?;
                self.print(stream, &text);
                self.assign_count(frame, *dst, text.len());
            }
            InstKind::Format { dst, buffer, size, format, args } => {
                let (buffer, size) = (self.operand(regs, buffer), self.size(regs, size));
                let (format, args) = (self.operand(regs, format), self.operand(regs, args));
                let text = self.text_of(format, args)?;
                self.put_text(buffer, size, &text)?;
                self.assign_count(frame, *dst, text.len());
            }
            InstKind::Call { .. } => return crate::halt::malformed(),
        }
        Ok(())
    }

    fn copy(&mut self, dst: Value, src: Value, size: u64) -> Run<()> {
        if self.mem.copy(dst, src, size).is_some() {
            return Ok(());
        }
        if self.mem.device(src, size).is_some() {
            return self.havoc_bytes(dst, size, Writer::Program);
        }
        if self.lenient.is_none() && !self.mem.access_ok(src, size, false) {
            return self.bad_access("read", src, size, false);
        }
        self.bad_write(dst, size)
    }

    fn declare(&mut self, frame: &mut Frame, slot: SlotId) -> Run<()> {
        let value = self.mem.begin_slot(frame.slots as usize + slot.index())?;
        frame.values[frame.code.slot_reg(slot) as usize] = value;
        let size = frame.code.func.slots[slot].size;
        if self.supplies.slots {
            let bytes = self.contents(EventKind::Slot, true, size)?;
            self.mem.make_indeterminate(value, &bytes);
        } else {
            self.events += 1;
        }
        Ok(())
    }

    fn declare_var(&mut self, frame: &mut Frame, var: VarId) -> Run<()> {
        let ty = frame.code.func.vars[var].ty;
        let bytes = self.contents(EventKind::Var, self.supplies.vars, ty.access_size(self.mem.ptr_size))?;
        let mut buffer = [0; 16];
        buffer[..bytes.len()].copy_from_slice(&bytes);
        let pattern = u128::from_le_bytes(buffer);
        // A `_Bool` is what a read of these bytes in memory is: true, if not all of them are zero.
        let pattern = if ty == Ty::BOOL { u128::from(pattern != 0) } else { pattern };
        frame.values[var.index()] = self.value_of(ty, pattern);
        if let Some(flag) = frame.code.flag_of(var) {
            frame.values[flag as usize] = Value::bool(false);
        }
        Ok(())
    }

    fn allocate(&mut self, depth: u32, size: u64, kind: AllocKind, zeroed: bool, span: Span) -> Run<Value> {
        let value = self.mem.allocate(kind, size, zeroed, span)?;
        if matches!(kind, AllocKind::Alloca | AllocKind::Vla) {
            self.dynamic.push((depth, value.hi));
        }
        if !zeroed && self.supplies.allocs {
            let bytes = self.contents(EventKind::Alloc, true, size)?;
            self.mem.make_indeterminate(value, &bytes);
        } else if !zeroed {
            self.events += 1;
        }
        Ok(value)
    }

    fn free(&mut self, p: Value, span: Span) -> Run<()> {
        if p.lo == 0 {
            return Ok(());
        }
        if !self.mem.is_live_heap_start(p) {
            let (what, notes) = self.why_not_free(p);
            return self.bad_effect((format!("free: {what}"), notes));
        }
        self.mem.release(p.hi, span);
        Ok(())
    }

    fn release(&mut self, p: Value, span: Span) -> Run<()> {
        if !self.is_stack_object(p) {
            return self.bad_effect(("the end of a variable length array that is not alive".into(), Vec::new()));
        }
        self.mem.release(p.hi, span);
        Ok(())
    }

    fn havoc(&mut self, regs: Regs, ptr: &Operand, size: &Operand, by: Writer) -> Run<()> {
        let (p, size) = (self.operand(regs, ptr), self.size(regs, size));
        self.havoc_bytes(p, size, by)
    }

    fn havoc_bytes(&mut self, p: Value, size: u64, by: Writer) -> Run<()> {
        if !self.mem.access_ok(p, size, true) {
            // It counts as an event even where it does nothing.
            self.events += 1;
            return self.bad_write(p, size);
        }
        if by != Writer::Program {
            return self.stub_writes(p, size, by);
        }
        let bytes = self.contents(EventKind::Havoc, self.supplies.havocs, size)?;
        self.havoc_changes = true;
        if size != 0 && self.mem.write(p, &bytes).is_none() {
            return self.bad_write(p, size);
        }
        Ok(())
    }

    /// A function without a body writes what the oracle says, or leaves everything as it is.
    fn stub_writes(&mut self, p: Value, size: u64, by: Writer) -> Run<()> {
        self.check_size(size)?;
        let event = self.events;
        self.events += 1;
        let supplied = if self.supplies.stubs { self.oracle.contents(event, EventKind::Stub, size) } else { None };
        let Some(bytes) = self.mem.read(p, size).map(<[u8]>::to_vec) else { return self.bad_write(p, size) };
        let Some(mut new) = supplied else { return Ok(()) };
        let keep = |bytes: &[u8]| by == Writer::Data || bytes.iter().any(|b| *b != 0);
        let ptr_size = self.mem.ptr_size as usize;
        let pointers = self.mem.pointers(p, size);
        new.resize(bytes.len(), 0);
        let mut kept = Vec::new();
        for (at, owner) in pointers.into_iter().filter(|(_, owner)| *owner != WRITTEN) {
            let range = at as usize..at as usize + ptr_size;
            if keep(&new[range.clone()]) {
                new[range.clone()].copy_from_slice(&bytes[range]);
                kept.push((at, owner));
            } else {
                kept.push((at, FOREIGN));
            }
        }
        self.havoc_changes = new != bytes;
        if size != 0 && self.mem.write(p, &new).is_none() {
            return self.bad_write(p, size);
        }
        for (at, word) in new.chunks_exact(ptr_size).enumerate() {
            if word.iter().any(|b| *b != 0) {
                kept.push(((at * ptr_size) as u64, WRITTEN));
            }
        }
        for (at, owner) in kept.into_iter().rev() {
            self.mem.set_owner(Value { lo: p.lo.wrapping_add(at), hi: p.hi }, owner);
        }
        Ok(())
    }

    /// Nobody knows whether a pointer is valid that code outside of the program made.
    fn known_to_fail(&self, regs: Regs, cond: &Rvalue) -> Run<()> {
        let foreign = match cond {
            Rvalue::AccessOk { ptr, .. }
            | Rvalue::FreeOk { ptr }
            | Rvalue::CallOk { ptr, .. }
            | Rvalue::PtrAddOk { ptr, .. } => self.operand(regs, ptr).hi == FOREIGN,
            Rvalue::SameObject { a, b } => [a, b].iter().any(|p| self.operand(regs, p).hi == FOREIGN),
            _ => self.mem.asked_foreign.get(),
        };
        if foreign { unsupported("a pointer that a function without a body made is used") } else { Ok(()) }
    }

    fn assign_count(&mut self, frame: &mut Frame, dst: Option<VarId>, count: usize) {
        if let Some(dst) = dst {
            let value = self.value_of(Ty::int(32, true), count as u128);
            frame.assign(dst, value);
        }
    }

    /// Ends the alloca and VLA objects of a frame that returns.
    #[cold]
    pub fn end_dynamic(&mut self, depth: u32, span: Span) {
        while let Some((_, id)) = self.dynamic.pop_if(|(d, _)| *d >= depth) {
            self.mem.release(id, span);
        }
    }
}

/// Of heap objects behind this place.
fn wanted_alignment(why: &str) -> u64 {
    if why == pm_ir::WIDE_ALIGNMENT { 4096 } else { 1 }
}
