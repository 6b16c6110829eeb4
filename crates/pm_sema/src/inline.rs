//! Inline definitions (C11 6.7.4p7, and gcc's `extern inline` with `gnu_inline`) serve the calls of their unit by name. Whoever else refers to the
//! function means the external one: other units, `__builtin_` names, other names for the linker (`asm("read")`), and the body itself. So
//! such a body is a function of its own beside the external one, as libraries need whose wrappers call what they wrap
//! (`_FORTIFY_SOURCE`).
//!
//! C leaves open which of both a call reaches. It is the inline definition where it is always inlined or nothing of the program defines the
//! external function. Where nothing else defines that, and no wrapper refers to it, an inline definition of C stands for it, too; one of gcc's never does.

use crate::analyzer::Analyzer;
use crate::cx::Cx;
use crate::hir::{Callee, ExprId, ExprKind, FuncId, Linkage};
use crate::link::FuncDecl;
use crate::scope::Entity;
use pm_base::{Idx, Span, Symbol};
use rustc_hash::{FxHashMap, FxHashSet};

/// An inline definition.
pub(crate) struct Inline {
    /// The external function.
    outer: FuncId,
    /// What has the body.
    own: FuncId,
    unit: u32,
    /// gcc inlines it without optimisation, too.
    always: bool,
    /// It never stands for the external function.
    gnu: bool,
}

/// A call of a function by its name that came before a definition.
pub(crate) struct EarlyCall {
    name: Symbol,
    caller: FuncId,
    call: ExprId,
}

/// Those of one unit.
#[derive(Default)]
pub(crate) struct Inlines {
    by_name: FxHashMap<Symbol, (FuncId, FuncId)>,
    early: Vec<EarlyCall>,
    /// Functions that a declaration gives the attribute.
    gnu: FxHashSet<FuncId>,
    always: FxHashSet<FuncId>,
}

impl<'a> Cx<'a> {
    pub(crate) fn note_inline_attrs(&mut self, id: FuncId, decl: &FuncDecl) {
        if decl.attrs.gnu_inline {
            self.inlines.gnu.insert(id);
        }
        if decl.attrs.always_inline {
            self.inlines.always.insert(id);
        }
    }

    pub(crate) fn is_gnu_inline(&self, id: FuncId) -> bool {
        self.inlines.gnu.contains(&id)
    }

    /// The function that an inline definition's body belongs to.
    pub(crate) fn inline_definition(&mut self, outer: FuncId, decl: &FuncDecl) -> FuncId {
        if let Some((_, own)) = self.inlines.by_name.get(&decl.name) {
            return *own;
        }
        let own = self.new_function(decl, Linkage::Internal);
        self.an.program.funcs[own].noreturn |= self.an.program.funcs[outer].noreturn;
        self.inlines.by_name.insert(decl.name, (outer, own));
        let (always, gnu) = (self.inlines.always.contains(&outer), self.is_gnu_inline(outer));
        self.an.inlines.push(Inline { outer, own, unit: self.an.units, always, gnu });
        self.an.func_info[outer].implicit = false;
        self.redirect_early_calls(decl.name, outer, own);
        own
    }

    fn redirect_early_calls(&mut self, name: Symbol, outer: FuncId, own: FuncId) {
        let early = std::mem::take(&mut self.inlines.early);
        let (these, others): (Vec<EarlyCall>, Vec<EarlyCall>) = early.into_iter().partition(|c| c.name == name);
        self.inlines.early = others;
        for EarlyCall { caller, call, .. } in these {
            let Some(body) = &mut self.an.program.funcs[caller].body else { continue };
            if call.index() < body.exprs.len()
                && let ExprKind::Call { callee: Callee::Direct(f), .. } = &mut body.exprs[call].kind
                && *f == outer
            {
                *f = own;
                self.an.func_info[own].used = true;
            }
        }
    }

    /// The inline definition that a call by this name reaches.
    pub(crate) fn inline_callee(&mut self, name: Symbol, span: Span) -> Option<ExprId> {
        let Some(Entity::Func(f, ty)) = self.scopes.idents.lookup(name).map(|e| e.item) else { return None };
        let (outer, own) = *self.inlines.by_name.get(&name)?;
        let is_inside = self.current_name.is_some_and(|(current, _)| current == own);
        if f == outer && is_inside && self.is_gnu_inline(outer) {
            self.mean_external(outer);
        }
        if f != outer || is_inside {
            return None;
        }
        self.mark_used(own);
        let f = self.mk(ExprKind::FuncAddr(own), ty, span);
        Some(self.value(f))
    }

    /// The call may come before an inline definition of the function.
    pub(crate) fn note_early_call(&mut self, name: Symbol, call: ExprId) {
        let (Some((caller, _)), false) = (self.current_name, self.is_model) else { return };
        let ExprKind::Call { callee: Callee::Direct(f), .. } = self.body.exprs[call].kind else { return };
        let func = &self.an.program.funcs[f];
        let is_open = func.body.is_none() && func.linkage == Linkage::External;
        if is_open && !self.inlines.by_name.contains_key(&name) {
            self.inlines.early.push(EarlyCall { name, caller, call });
        }
    }

    /// The external function itself is meant.
    pub(crate) fn mean_external(&mut self, id: FuncId) {
        self.an.func_info[id].is_meant = true;
    }
}

/// Which function stands for another one, now that all units are known.
pub(crate) fn settle(an: &mut Analyzer) -> FxHashMap<FuncId, FuncId> {
    let mut stands_for = FxHashMap::default();
    for Inline { outer, own, unit, always, gnu } in std::mem::take(&mut an.inlines) {
        let (theirs, info) = (&an.program.funcs[outer], &an.func_info[outer]);
        let is_theirs = theirs.body.is_some() && !theirs.is_model && (!always || info.unit == unit);
        let is_only = theirs.body.is_none() && !gnu && !info.is_meant && !an.aliases.contains_key(&outer);
        if is_theirs {
            an.program.funcs[own].body = None;
            stands_for.insert(own, outer);
        } else if is_only && an.program.funcs[own].body.is_some() {
            let func = &mut an.program.funcs[own];
            let (body, ty, span) = (func.body.take(), func.ty, func.span);
            let func = &mut an.program.funcs[outer];
            (func.body, func.ty, func.span, func.is_model, func.weak) = (body, ty, span, false, false);
            an.func_info[outer].unit = unit;
            stands_for.insert(own, outer);
        } else if !an.func_info[own].used {
            // Compilers drop it.
            an.program.funcs[own].body = None;
        }
    }
    stands_for
}
