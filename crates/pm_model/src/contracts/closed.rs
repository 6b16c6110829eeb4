//! Which functions a contract can speak for: those that do nothing but compute a result and write scalar globals.
//!
//! A contract relates the arguments of a call to its result. So nothing else may pass between a call and the rest of the program: arguments
//! and result are no pointers; what is called below writes only its own locals, and globals that are named where they are written; it
//! reads no pointer from memory, makes none of an integer, and neither allocates nor asks what is allocated. All this is seen in the code,
//! whatever the values are.

use pm_ir::calls;
use pm_ir::uses::{inst_operands, rvalue_operands, rvalues, term_operand};
use pm_ir::*;
use pm_symex::Written;
use pm_types::TypeKind;
use rustc_hash::FxHashSet;

/// The globals that a call of the function may write; `None` where a contract cannot say what the call does.
pub fn written(program: &Program, func: FuncId) -> Option<Written> {
    if !has_plain_type(program, func) {
        return None;
    }
    let mut effects =
        Effects { program, written: FxHashSet::default(), escaped: FxHashSet::default(), by_pointer: false };
    for f in below(program, func)? {
        effects.of_function(&program.funcs[f])?;
    }
    let may_write = |g: &GlobalId| !program.globals[*g].read_only;
    if effects.by_pointer && effects.escaped.iter().any(may_write) {
        return None;
    }
    let mut all: Vec<GlobalId> = effects.written.into_iter().collect();
    all.sort_unstable();
    Some(all.into())
}

/// Arguments and result are numbers.
fn has_plain_type(program: &Program, func: FuncId) -> bool {
    let f = &program.funcs[func];
    let is_plain = |ty: Ty| matches!(ty, Ty::Int(_) | Ty::Float(_));
    !f.variadic && f.params.iter().all(|p| is_plain(f.vars[*p].ty)) && f.ret.is_none_or(is_plain)
}

/// Whether there is a function that calls itself, through others perhaps, and that a contract can speak for.
pub fn are_useful(program: &Program) -> bool {
    let mut refused: FxHashSet<u32> = FxHashSet::default();
    for (func, cycle) in calls::cycles(program).iter_ids() {
        let Some(cycle) = *cycle else { continue };
        // What is called below is the same for all functions of a cycle.
        if !has_plain_type(program, func) || refused.contains(&cycle) {
            continue;
        }
        if written(program, func).is_some() {
            return true;
        }
        refused.insert(cycle);
    }
    false
}

/// The function and all that it may call; `None` where a call's target is not named.
fn below(program: &Program, func: FuncId) -> Option<Vec<FuncId>> {
    let mut seen = FxHashSet::from_iter([func]);
    let mut all = vec![func];
    let mut next = 0;
    while let Some(&f) = all.get(next) {
        next += 1;
        for inst in program.funcs[f].blocks.iter().flat_map(|b| &b.insts) {
            match &inst.kind {
                InstKind::Call { callee: Callee::Direct(g), .. } if seen.insert(*g) => all.push(*g),
                InstKind::Call { callee: Callee::Indirect(..), .. } => return None,
                _ => {}
            }
        }
    }
    Some(all)
}

struct Effects<'a> {
    program: &'a Program,
    written: FxHashSet<GlobalId>,
    /// Globals whose address is used for more than an access.
    escaped: FxHashSet<GlobalId>,
    /// Something is written through a pointer that was computed.
    by_pointer: bool,
}

impl Effects<'_> {
    fn of_function(&mut self, f: &Function) -> Option<()> {
        let forbidden = |r: &Rvalue| match r {
            Rvalue::Load { ty: Ty::Ptr, .. } | Rvalue::Load { ptr: Operand::Abs(_), .. } | Rvalue::NoLeak { .. } => {
                true
            }
            Rvalue::Cast { from, to, .. } => *from == Ty::Ptr || *to == Ty::Ptr,
            _ => false,
        };
        if rvalues(f).any(forbidden) {
            return None;
        }
        for block in f.blocks.iter() {
            for inst in &block.insts {
                self.of_inst(&inst.kind)?;
            }
            term_operand(&block.term.kind).into_iter().for_each(|o| self.escape(o));
        }
        Some(())
    }

    fn of_inst(&mut self, kind: &InstKind) -> Option<()> {
        match kind {
            InstKind::Assign { value: Rvalue::Load { .. }, .. } | InstKind::Assert { .. } => {}
            InstKind::Assign { value, .. } => rvalue_operands(value, &mut |o| self.escape(o)),
            InstKind::Call { .. } | InstKind::Print { .. } => inst_operands(kind, &mut |o| self.escape(o)),
            InstKind::Store { ty: Ty::Ptr, .. } => return None,
            InstKind::Store { ty, ptr: Operand::Addr(Base::Global(g), offset), .. } => {
                self.of_store(*ty, *g, *offset)?;
            }
            InstKind::Store { ptr: to, .. }
            | InstKind::Copy { dst: to, .. }
            | InstKind::Fill { dst: to, .. }
            | InstKind::Havoc { ptr: to, .. }
            | InstKind::Format { buffer: to, .. } => self.of_write(to)?,
            InstKind::Alloc { .. } | InstKind::Free { .. } | InstKind::Release { .. } => return None,
            InstKind::Decl(_)
            | InstKind::Dead(_)
            | InstKind::DeclVar(_)
            | InstKind::Nondet { .. }
            | InstKind::Inexact { .. }
            | InstKind::Assume { .. }
            | InstKind::Cover { .. } => {}
        }
        Some(())
    }

    /// All of a scalar that is no pointer.
    fn of_store(&mut self, ty: Ty, g: GlobalId, offset: i64) -> Option<()> {
        let types = &self.program.types;
        let global = &self.program.globals[g];
        let is_scalar = match types.kind(global.cty.ty) {
            TypeKind::Int(_) | TypeKind::Enum(_) | TypeKind::Float(_) => global.relocs.is_empty(),
            TypeKind::BitInt(_)
            | TypeKind::Pointer(_)
            | TypeKind::Void
            | TypeKind::Array { .. }
            | TypeKind::Function(_)
            | TypeKind::Record(_)
            | TypeKind::Error => false,
        };
        let is_whole = offset == 0 && ty.access_size(types.pointer_size()) == global.size;
        if !(is_scalar && is_whole && [1, 2, 4, 8].contains(&global.size)) {
            return None;
        }
        self.written.insert(g);
        Some(())
    }

    fn of_write(&mut self, to: &Operand) -> Option<()> {
        match to {
            Operand::Addr(Base::Slot(_), _) => {}
            Operand::Var(_) => self.by_pointer = true,
            Operand::Addr(Base::Global(_) | Base::Func(_), _)
            | Operand::Abs(_)
            | Operand::Int(..)
            | Operand::Float(..) => return None,
        }
        Some(())
    }

    fn escape(&mut self, o: &Operand) {
        if let Operand::Addr(Base::Global(g), _) = o {
            self.escaped.insert(*g);
        }
    }
}
