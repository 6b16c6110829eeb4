//! `__CPROVER_precondition` of library models, asserted in the caller's terms.
//!
//! A model's leading preconditions are conditions on its parameters. At a direct call they are lowered once more, in the
//! caller, with the parameters standing for the argument operands; so a bad pointer given to `memcpy` is found where
//! `memcpy` is called.

use crate::function::{FnLower, Storage};
use crate::options::Demands;
use pm_base::Span;
use pm_ir::{CmpOp, InstKind, Operand, PropertyKind, Role, Rvalue, Ty};
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
        self.speaks_of_memory = false;
        let truth = self.truth_rvalue(cond);
        let is_property = match self.cx.opts.demands {
            Demands::All => true,
            Demands::OfMemory => self.speaks_of_memory,
            Demands::None => false,
        };
        if is_property {
            return self.assert(truth, kind, text, span);
        }
        let met = self.operand(truth, Ty::BOOL, span, Role::Glue);
        if self.is_live() && met != Operand::TRUE {
            let is_not = Rvalue::Cmp { op: CmpOp::Eq, ty: Ty::BOOL, a: met, b: Operand::FALSE };
            let cond = self.in_temp(is_not, Ty::BOOL, span, Role::Glue);
            self.emit(InstKind::Inexact { cond, why: NOT_MET }, span, Role::Glue);
        }
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
