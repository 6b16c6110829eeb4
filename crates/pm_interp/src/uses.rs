//! The operands of instructions: what the translator must know to leave temporaries out.

use pm_ir::{Callee, Function, InstKind, Operand, Rvalue, TermKind};

/// How often each variable is read in a function.
pub(crate) fn count_uses(func: &Function) -> Vec<u32> {
    let mut uses = vec![0; func.vars.len()];
    let mut visit = |o: &Operand| {
        if let Operand::Var(v) = o {
            uses[v.0 as usize] += 1;
        }
    };
    for block in func.blocks.iter() {
        for inst in &block.insts {
            inst_operands(&inst.kind, &mut visit);
        }
        match &block.term.kind {
            TermKind::Branch { cond: o, .. } | TermKind::Switch { value: o, .. } | TermKind::Stop(o) => visit(o),
            TermKind::Return(o) => o.iter().for_each(&mut visit),
            TermKind::Goto(_) | TermKind::Unreachable => {}
        }
    }
    uses
}

/// Every rvalue of the function, also those of assertions.
pub(crate) fn rvalues(func: &Function) -> impl Iterator<Item = &Rvalue> {
    func.blocks.iter().flat_map(|b| &b.insts).filter_map(|i| match &i.kind {
        InstKind::Assign { value, .. } => Some(value),
        InstKind::Assert { cond, .. } => Some(cond),
        _ => None,
    })
}

fn inst_operands(kind: &InstKind, visit: &mut impl FnMut(&Operand)) {
    match kind {
        InstKind::Assign { value, .. } => rvalue_operands(value, visit),
        InstKind::Assert { cond, .. } => rvalue_operands(cond, visit),
        InstKind::Store { ptr, value, .. } => [ptr, value].into_iter().for_each(visit),
        InstKind::Copy { dst, src, size } => [dst, src, size].into_iter().for_each(visit),
        InstKind::Fill { dst, byte, size } => [dst, byte, size].into_iter().for_each(visit),
        InstKind::Decl(_) | InstKind::Dead(_) | InstKind::DeclVar(_) | InstKind::Nondet { .. } => {}
        InstKind::Alloc { size, .. } => visit(size),
        InstKind::Free { ptr } | InstKind::Release { ptr } => visit(ptr),
        InstKind::Havoc { ptr, size } => [ptr, size].into_iter().for_each(visit),
        InstKind::Assume { cond } | InstKind::Cover { cond, .. } => visit(cond),
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

pub(crate) fn rvalue_operands(rvalue: &Rvalue, visit: &mut impl FnMut(&Operand)) {
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
        Rvalue::InBounds { index, .. } => visit(index),
        Rvalue::Load { ptr, .. }
        | Rvalue::FreeOk { ptr }
        | Rvalue::CallOk { ptr, .. }
        | Rvalue::IsDynamic { ptr }
        | Rvalue::IsInit { ptr, .. }
        | Rvalue::ObjectSize { ptr }
        | Rvalue::PtrOffset { ptr }
        | Rvalue::PtrObject { ptr } => visit(ptr),
        Rvalue::IsInitVar(v) => visit(&Operand::Var(*v)),
        Rvalue::NoLeak { .. } => {}
    }
}
