//! `__CPROVER_precondition` of library models, asserted in the caller's terms.
//!
//! A model's leading preconditions are conditions on its parameters. At a direct call they are lowered once more, in the
//! caller, with the parameters standing for the argument operands; so a bad pointer given to `memcpy` is found where
//! `memcpy` is called.

use crate::function::{FnLower, Storage};
use crate::options::Demands;
use pm_base::Span;
use pm_base::num::IntFormat;
use pm_ir::{BinOp, CmpOp, InstKind, Operand, PropertyKind, Role, Rvalue, Ty};
use pm_sema::hir::{self, Builtin, ExprId, ExprKind, StmtKind};

const NOT_MET: &str = "what a library function demands of its caller is not met";

impl<'c> FnLower<'c, '_> {
    /// `args`: the operands of the callee's C parameters.
    pub fn caller_preconditions(&mut self, callee: hir::FuncId, args: &[Operand], span: Span) {
        let func = &self.cx.hir.funcs[callee];
        let (true, Some(body), true) = (func.is_model, &func.body, self.is_live()) else { return };
        let conditions = leading_preconditions(body);
        if conditions.is_empty() || body.params.iter().any(|p| body.locals[*p].in_memory) {
            return;
        }
        let mut locals = vec![Storage::None; body.locals.len()];
        for (param, arg) in body.params.iter().zip(args) {
            locals[param.0 as usize] = Storage::Value(*arg);
        }
        let call = self.cx.session.sources.snippet(span, 100);
        let name = self.cx.session.interner.name(func.name).to_string();
        let own_body = std::mem::replace(&mut self.body, body);
        let own_locals = std::mem::replace(&mut self.locals, locals);
        let own_span = self.borrowed.replace(span);
        for args in conditions {
            let what = self.precondition_text(args);
            let kind = self.precondition_kind(args[0]);
            self.demand(args[0], kind, format!("precondition of {name}: {what} in {call}"), span);
        }
        self.body = own_body;
        self.locals = own_locals;
        self.borrowed = own_span;
    }

    /// The precondition within the model itself.
    pub fn own_precondition(&mut self, args: &[ExprId], span: Span) {
        let Some(&cond) = args.first() else { return };
        let what = self.precondition_text(args);
        let kind = self.precondition_kind(cond);
        let name = self.cx.session.interner.name(self.out.name);
        let text = format!("precondition of {name}: {what}");
        self.demand(cond, kind, text, span);
    }

    /// What a library function demands: a property or, where it is none, what follows is not known unless it is met.
    pub fn demand(&mut self, cond: ExprId, kind: PropertyKind, text: String, span: Span) {
        (self.speaks_of_memory, self.speaks_of_objects) = (false, false);
        let truth = self.truth_rvalue(cond);
        let of_objects = self.speaks_of_memory || self.speaks_of_objects;
        let is_property = match self.cx.opts.demands {
            Demands::All => true,
            Demands::OfMemory => self.speaks_of_memory,
            Demands::None | Demands::Overlooked => false,
        };
        if is_property {
            return self.assert(truth, kind, text, span);
        }
        let met = self.operand(truth, Ty::BOOL, span, Role::Glue);
        if self.is_live() && met != Operand::TRUE {
            let is_not = Rvalue::Cmp { op: CmpOp::Eq, ty: Ty::BOOL, a: met, b: Operand::FALSE };
            let mut cond = self.in_temp(is_not, Ty::BOOL, span, Role::Glue);
            if self.cx.opts.demands == Demands::Overlooked && of_objects {
                cond = self.where_objects_are_given(cond, span);
            }
            self.emit(InstKind::Inexact { cond, why: NOT_MET }, span, Role::Glue);
        }
    }

    /// `cond`, and a pointer that the function writes through has an object; of a function that writes nothing, one that it reads through. Where none
    /// has one, what it accesses is overlooked.
    fn where_objects_are_given(&mut self, cond: Operand, span: Span) -> Operand {
        let (Some(read), Some(written)) = (self.pointer_params(true), self.pointer_params(false)) else { return cond };
        let given = if written.is_empty() { read } else { written };
        let bool_ = IntFormat::new(1, false);
        let mut some = Operand::FALSE;
        for ptr in given {
            let is_there = Rvalue::AccessOk { ptr, size: self.size_const(1), write: false };
            let is_there = self.in_temp(is_there, Ty::BOOL, span, Role::Glue);
            some = self.glue_binary(BinOp::Or, some, is_there, bool_, span);
        }
        self.glue_binary(BinOp::And, cond, some, bool_, span)
    }

    /// The model's parameters that are pointers to what is `const`, or to what is not, if all of them are at hand.
    fn pointer_params(&mut self, is_const: bool) -> Option<Vec<Operand>> {
        let body = self.body;
        let pointee = |p: &hir::LocalId| self.types().pointee(body.locals[*p].ty.ty);
        let fits = |p: &hir::LocalId| pointee(p).is_some_and(|to| to.quals.is_const == is_const);
        let pointers: Vec<hir::LocalId> = body.params.iter().copied().filter(fits).collect();
        let operand = |local| match self.storage(local) {
            Storage::Value(op) => Some(op),
            Storage::Var(var) => Some(Operand::Var(var)),
            Storage::None | Storage::Slot(_) | Storage::Behind(_) => None,
        };
        pointers.into_iter().map(operand).collect()
    }

    fn precondition_text(&self, args: &[ExprId]) -> String {
        let text = args.get(1).and_then(|a| self.literal_text(*a));
        text.unwrap_or_else(|| self.cx.session.sources.snippet(self.expr(args[0]).span, 100))
    }

    fn precondition_kind(&self, mut cond: ExprId) -> PropertyKind {
        while let ExprKind::Cast { arg, .. } = self.expr(cond).kind {
            cond = arg;
        }
        match self.expr(cond).kind {
            ExprKind::Builtin { op: Builtin::PmFreeOk, .. } => PropertyKind::Free,
            _ => PropertyKind::Precondition,
        }
    }
}

/// Arguments of the preconditions that a body starts with.
fn leading_preconditions(body: &hir::Body) -> Vec<&[ExprId]> {
    let StmtKind::Block { stmts, .. } = &body.stmts[body.root].kind else { return Vec::new() };
    let mut found = Vec::new();
    for s in stmts {
        let StmtKind::Expr(mut id) = body.stmts[*s].kind else { break };
        while let ExprKind::Cast { arg, .. } = body.exprs[id].kind {
            id = arg;
        }
        match &body.exprs[id].kind {
            ExprKind::Builtin { op: Builtin::Precondition, args } if !args.is_empty() => found.push(&args[..]),
            _ => break,
        }
    }
    found
}
