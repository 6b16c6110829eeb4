//! Functions that nothing here could follow, and names of verifiers and compilers that are not implemented: none of them is
//! an unknown function, each use is an error with its reason.

use crate::models;
use pm_base::{Diagnostic, Session};
use pm_sema::builtins::is_reserved;
use pm_sema::hir::{Callee, ExprKind, Func, FuncId, Program};
use rustc_hash::{FxHashMap, FxHashSet};

pub(crate) fn refuse(hir: &Program, session: &mut Session) {
    let without_body = hir.funcs.iter_ids().filter(|(_, f)| f.body.is_none() && f.intrinsic.is_none());
    let reason = |f: &Func| {
        let name = session.interner.name(f.name);
        let machine = models::refused_for(name, hir.types.model);
        models::refused(name).or(machine).or_else(|| is_reserved(name).then_some("this intrinsic is not implemented"))
    };
    let refused: FxHashMap<FuncId, &'static str> =
        without_body.filter_map(|(id, f)| reason(f).map(|r| (id, r))).collect();
    if refused.is_empty() {
        return;
    }
    // A call and the function's name in it start at the same place.
    let mut reported = FxHashSet::default();
    for body in hir.funcs.iter().filter_map(|f| f.body.as_ref()) {
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
