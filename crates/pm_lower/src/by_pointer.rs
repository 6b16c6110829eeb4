//! Functions that are called through a pointer do what a direct call does: an intrinsic without a body gets one, and a library
//! function whose result C leaves open one around its own, in which the result is chosen.

use pm_base::IndexVec;
use pm_sema::hir::{Body, Builtin, Callee, Expr, ExprId, ExprKind, Func, FuncId, Local, Program, Stmt, StmtKind};
use pm_sema::types::TypeKind;

/// An arbitrary value is what a function without a body returns anyway.
pub(crate) fn has_body(func: &Func) -> bool {
    func.body.is_none() && func.intrinsic.is_some_and(|op| op != Builtin::Nondet)
}

/// `{ return intrinsic(parameters); }`
pub(crate) fn body(hir: &Program, func: &Func) -> Option<Body> {
    let op = func.intrinsic.filter(|_| has_body(func))?;
    around(hir, func, |args| ExprKind::Builtin { op, args })
}

/// `{ return function(parameters); }`; `None` where there are more arguments than parameters.
pub(crate) fn calling(hir: &Program, id: FuncId) -> Option<Body> {
    around(hir, &hir.funcs[id], |args| ExprKind::Call { callee: Callee::Direct(id), args })
}

fn around(hir: &Program, func: &Func, call: impl FnOnce(Vec<ExprId>) -> ExprKind) -> Option<Body> {
    let TypeKind::Function(ty) = hir.types.kind(func.ty) else { return None };
    let span = func.span;
    let mut body = Body { end: span, ..Body::empty() };
    let mut args = Vec::with_capacity(ty.params.len());
    for &ty in &ty.params {
        let local = Local {
            name: None,
            ty,
            align: hir.types.align_of(ty.ty),
            in_memory: false,
            is_temporary: false,
            array: None,
            span,
        };
        let local = body.locals.push(local);
        body.params.push(local);
        let place = body.exprs.push(Expr { kind: ExprKind::Local(local), ty, span });
        args.push(body.exprs.push(Expr { kind: ExprKind::Load(place), ty: ty.ty.into(), span }));
    }
    let call = body.exprs.push(Expr { kind: call(args), ty: ty.ret.ty.into(), span });
    let is_void = matches!(hir.types.kind(ty.ret.ty), TypeKind::Void);
    let kind = if is_void { StmtKind::Expr(call) } else { StmtKind::Return(Some(call)) };
    let mut stmts = IndexVec::new();
    let only = stmts.push(Stmt { kind, span });
    body.root = stmts.push(Stmt { kind: StmtKind::Block { locals: Vec::new(), stmts: vec![only] }, span });
    body.stmts = stmts;
    Some(body)
}
