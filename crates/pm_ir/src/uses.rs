//! What instructions read and write: registers, constants, memory. Who asks such a question asks it here, so that a new instruction has one place.

use crate::{Callee, Function, InstKind, Operand, Rvalue, TermKind, VarId};

/// Every rvalue of the function, also those of assertions.
pub fn rvalues(func: &Function) -> impl Iterator<Item = &Rvalue> {
    func.blocks.iter().flat_map(|b| &b.insts).filter_map(|i| match &i.kind {
        InstKind::Assign { value, .. } => Some(value),
        InstKind::Assert { cond, .. } => Some(cond),
        _ => None,
    })
}

/// The register that an instruction gives a value.
pub fn written_var(kind: &InstKind) -> Option<VarId> {
    match kind {
        InstKind::Assign { dst, .. } | InstKind::Alloc { dst, .. } | InstKind::Nondet { dst, .. } => Some(*dst),
        InstKind::Call { dst, .. } | InstKind::Print { dst, .. } | InstKind::Format { dst, .. } => *dst,
        InstKind::Store { .. }
        | InstKind::Copy { .. }
        | InstKind::Fill { .. }
        | InstKind::Decl(_)
        | InstKind::Dead(_)
        | InstKind::DeclVar(_)
        | InstKind::Free { .. }
        | InstKind::Release { .. }
        | InstKind::Havoc { .. }
        | InstKind::Inexact { .. }
        | InstKind::Assume { .. }
        | InstKind::Assert { .. }
        | InstKind::Cover { .. } => None,
    }
}

/// The pointer to the memory that an instruction writes.
pub fn written_memory(kind: &InstKind) -> Option<&Operand> {
    match kind {
        InstKind::Store { ptr, .. }
        | InstKind::Copy { dst: ptr, .. }
        | InstKind::Fill { dst: ptr, .. }
        | InstKind::Havoc { ptr, .. }
        | InstKind::Format { buffer: ptr, .. } => Some(ptr),
        InstKind::Assign { .. }
        | InstKind::Decl(_)
        | InstKind::Dead(_)
        | InstKind::DeclVar(_)
        | InstKind::Alloc { .. }
        | InstKind::Free { .. }
        | InstKind::Release { .. }
        | InstKind::Nondet { .. }
        | InstKind::Inexact { .. }
        | InstKind::Assume { .. }
        | InstKind::Assert { .. }
        | InstKind::Cover { .. }
        | InstKind::Call { .. }
        | InstKind::Print { .. } => None,
    }
}

/// The register that an instruction asks whether it was given a value.
pub fn asked_var(kind: &InstKind) -> Option<VarId> {
    match kind {
        InstKind::Assign { value: Rvalue::IsInitVar(v), .. } | InstKind::Assert { cond: Rvalue::IsInitVar(v), .. } => {
            Some(*v)
        }
        _ => None,
    }
}

/// The operand that a terminator reads.
pub fn term_operand(kind: &TermKind) -> Option<&Operand> {
    match kind {
        TermKind::Branch { cond, .. } => Some(cond),
        TermKind::Switch { value, .. } => Some(value),
        TermKind::Return(value) => value.as_ref(),
        TermKind::Stop(code) => Some(code),
        TermKind::Goto(_) | TermKind::Unreachable => None,
    }
}

/// The operands that an instruction reads.
pub fn inst_operands(kind: &InstKind, visit: &mut impl FnMut(&Operand)) {
    match kind {
        InstKind::Assign { value, .. } => rvalue_operands(value, visit),
        InstKind::Assert { cond, .. } => rvalue_operands(cond, visit),
        InstKind::Store { ptr, value, .. } => [ptr, value].into_iter().for_each(visit),
        InstKind::Copy { dst, src, size } => [dst, src, size].into_iter().for_each(visit),
        InstKind::Fill { dst, byte, size } => [dst, byte, size].into_iter().for_each(visit),
        InstKind::Decl(_) | InstKind::Dead(_) | InstKind::DeclVar(_) | InstKind::Nondet { .. } => {}
        InstKind::Alloc { size, .. } => visit(size),
        InstKind::Free { ptr } | InstKind::Release { ptr } => visit(ptr),
        InstKind::Havoc { ptr, size, .. } => [ptr, size].into_iter().for_each(visit),
        InstKind::Assume { cond } | InstKind::Inexact { cond, .. } | InstKind::Cover { cond, .. } => visit(cond),
        InstKind::Call { callee, args, .. } => {
            if let Callee::Indirect(p, _) = callee {
                visit(p);
            }
            args.iter().for_each(visit);
        }
        InstKind::Print { stream, format, args, .. } => [stream, format, args].into_iter().for_each(visit),
        InstKind::Format { buffer, size, format, args, .. } => {
            [buffer, size, format, args].into_iter().for_each(visit);
        }
    }
}

/// Is the result made of the operands' bits, or of what lies in memory? Else it decides something about them.
pub fn passes_bits_on(value: &Rvalue) -> bool {
    match value {
        Rvalue::Use(_)
        | Rvalue::Unary { .. }
        | Rvalue::Binary { .. }
        | Rvalue::Shift { .. }
        | Rvalue::Cast { .. }
        | Rvalue::Fma { .. }
        | Rvalue::Scalbn { .. }
        | Rvalue::PtrAdd { .. }
        | Rvalue::Index { .. }
        | Rvalue::PtrDiff { .. }
        | Rvalue::PtrOffset { .. }
        | Rvalue::Load { .. } => true,
        Rvalue::Cmp { .. }
        | Rvalue::NoOverflow { .. }
        | Rvalue::NoShlOverflow { .. }
        | Rvalue::Fits { .. }
        | Rvalue::InBounds { .. }
        | Rvalue::AccessOk { .. }
        | Rvalue::Printable { .. }
        | Rvalue::PtrAddOk { .. }
        | Rvalue::FreeOk { .. }
        | Rvalue::CallOk { .. }
        | Rvalue::SameObject { .. }
        | Rvalue::IsDynamic { .. }
        | Rvalue::IsInitVar(_)
        | Rvalue::IsInit { .. }
        | Rvalue::NoLeak { .. }
        | Rvalue::ObjectSize { .. }
        | Rvalue::PtrObject { .. } => false,
    }
}

pub fn rvalue_operands(rvalue: &Rvalue, visit: &mut impl FnMut(&Operand)) {
    match rvalue {
        Rvalue::Use(a) | Rvalue::Unary { a, .. } | Rvalue::Cast { a, .. } | Rvalue::Fits { a, .. } => visit(a),
        Rvalue::Binary { a, b, .. }
        | Rvalue::Cmp { a, b, .. }
        | Rvalue::PtrDiff { a, b, .. }
        | Rvalue::NoOverflow { a, b, .. }
        | Rvalue::SameObject { a, b } => [a, b].into_iter().for_each(visit),
        Rvalue::Shift { a, count, .. } | Rvalue::NoShlOverflow { a, count, .. } => {
            [a, count].into_iter().for_each(visit);
        }
        Rvalue::Fma { a, b, c, .. } => [a, b, c].into_iter().for_each(visit),
        Rvalue::Scalbn { a, n, .. } => [a, n].into_iter().for_each(visit),
        Rvalue::PtrAdd { ptr, bytes } | Rvalue::PtrAddOk { ptr, bytes } => [ptr, bytes].into_iter().for_each(visit),
        Rvalue::Index { ptr, index, .. } => [ptr, index].into_iter().for_each(visit),
        Rvalue::AccessOk { ptr, size, .. } => [ptr, size].into_iter().for_each(visit),
        Rvalue::Printable { format, args } => [format, args].into_iter().for_each(visit),
        Rvalue::InBounds { index, .. } => visit(index),
        Rvalue::Load { ptr, .. }
        | Rvalue::FreeOk { ptr }
        | Rvalue::CallOk { ptr, .. }
        | Rvalue::IsDynamic { ptr }
        | Rvalue::IsInit { ptr, .. }
        | Rvalue::ObjectSize { ptr }
        | Rvalue::PtrOffset { ptr }
        | Rvalue::PtrObject { ptr } => visit(ptr),
        // Asks for a flag, not for the value.
        Rvalue::IsInitVar(_) | Rvalue::NoLeak { .. } => {}
    }
}
