//! Functions that nothing here could follow, and names of verifiers and compilers that are not implemented: none of them is
//! an unknown function, each use is an error with its reason.

use crate::models;
use pm_base::{Diagnostic, Session};
use pm_sema::builtins::is_reserved;
use pm_sema::hir::{Body, Callee, Expr, ExprId, ExprKind, Func, FuncId, Program};
use pm_sema::types::TypeKind;
use rustc_hash::{FxHashMap, FxHashSet};

pub(crate) fn refuse(hir: &Program, session: &mut Session) {
    let without_body = hir.funcs.iter_ids().filter(|(_, f)| f.body.is_none() && f.intrinsic.is_none());
    let reason = |f: &Func| {
        let name = session.interner.name(f.name);
        if !session.sources.is_system(f.span.lo) && is_own(hir, name, f) {
            return None;
        }
        let machine = models::refused_for(name, hir.types.model);
        models::refused(name)
            .or((name == "signal").then_some(models::SIGNALS))
            .or(machine)
            .or_else(|| is_reserved(name).then_some("this intrinsic is not implemented"))
    };
    let mut refused: FxHashMap<FuncId, &'static str> =
        without_body.filter_map(|(id, f)| reason(f).map(|r| (id, r))).collect();
    let is_signal = |f: &Func| f.is_model && session.interner.name(f.name) == "signal";
    refused.extend(hir.funcs.iter_ids().filter(|(_, f)| is_signal(f)).map(|(id, _)| (id, models::SIGNALS)));
    if refused.is_empty() {
        return;
    }
    // A call and the function's name in it start at the same place.
    let mut reported = FxHashSet::default();
    for body in hir.funcs.iter().filter_map(|f| f.body.as_ref()) {
        let fine = |e: &Expr| match &e.kind {
            ExprKind::Call { callee: Callee::Direct(f), args } => {
                hir.funcs[*f].is_model && refused.contains_key(f) && handles_nothing(body, args)
            }
            _ => false,
        };
        reported.extend(body.exprs.iter().filter(|e| fine(e)).map(|e| e.span.lo));
        for e in body.exprs.iter() {
            let used = match &e.kind {
                ExprKind::Call { callee: Callee::Direct(f), .. } | ExprKind::FuncAddr(f) => *f,
                _ => continue,
            };
            if let Some(reason) = refused.get(&used)
                && reported.insert(e.span.lo)
            {
                let name = session.interner.name(hir.funcs[used].name);
                let text = format!("call of '{name}': {reason}");
                session.diags.push(Diagnostic::unsupported(e.span, text));
            }
        }
    }
}

/// `signal(number, SIG_IGN)` or `SIG_DFL`.
fn handles_nothing(body: &Body, args: &[ExprId]) -> bool {
    let Some(mut action) = args.get(1).copied() else { return false };
    while let ExprKind::Cast { arg, .. } = body.exprs[action].kind {
        action = arg;
    }
    matches!(body.exprs[action].kind, ExprKind::Const(0 | 1))
}

/// Results and parameters of refused functions whose names programs use for functions of their own: `i` an integer, `p` a pointer.
const SHAPES: [(&str, &str); 5] = [("fork", "i"), ("raise", "ii"), ("signal", "pip"), ("vfork", "i"), ("wait", "ip")];

/// A function of the program's own that only has the name of one of the library.
fn is_own(hir: &Program, name: &str, f: &Func) -> bool {
    let Some((_, theirs)) = SHAPES.iter().find(|(n, _)| *n == name) else { return false };
    let TypeKind::Function(ty) = hir.types.kind(f.ty) else { return false };
    let letter = |ty| match hir.types.kind(ty) {
        TypeKind::Int(_) | TypeKind::Enum(_) => 'i',
        TypeKind::Pointer(_) => 'p',
        _ => '-',
    };
    let own: String = std::iter::once(letter(ty.ret.ty)).chain(ty.params.iter().map(|p| letter(p.ty))).collect();
    ty.prototyped && own != *theirs
}
