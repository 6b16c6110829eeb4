//! Expressions of requirements only look: what they could change, or what a look changes, is refused.

use pm_base::{Diagnostic, Session, Span};
use pm_sema::hir::{Builtin, Expr, ExprKind, Program};

/// `ranges` are those of the expressions among all sources.
pub fn refuse_effects(program: &Program, ranges: &[(u32, u32)], session: &mut Session) {
    let mut refused: Vec<(Span, &str)> = Vec::new();
    for body in program.funcs.iter().filter(|f| !f.is_model).filter_map(|f| f.body.as_ref()) {
        for e in body.exprs.iter() {
            let is_inside = ranges.iter().any(|(lo, hi)| *lo <= e.span.lo && e.span.hi <= *hi);
            if is_inside && let Some(why) = effect(e, |of| body.exprs[of].ty.quals.is_volatile) {
                refused.push((e.span, why));
            }
        }
    }
    refused.sort();
    refused.dedup();
    for (span, why) in refused {
        session.diags.push(Diagnostic::error(span, why));
    }
}

fn effect(e: &Expr, is_volatile: impl Fn(pm_sema::hir::ExprId) -> bool) -> Option<&'static str> {
    match &e.kind {
        ExprKind::Assign { .. } | ExprKind::CompoundAssign { .. } | ExprKind::IncDec { .. } => {
            Some("a requirement changes nothing, it only looks")
        }
        ExprKind::Call { .. } => Some("a requirement calls no function: what it does would be part of the program"),
        ExprKind::VaArg { .. } | ExprKind::StmtExpr { .. } | ExprKind::CompoundLit { .. } => {
            Some("this is not supported in requirements")
        }
        ExprKind::Load(of) if is_volatile(*of) => {
            Some("a requirement reads no volatile object: reading it is part of what the program does")
        }
        ExprKind::Builtin { op, .. } if !is_pure(*op) => Some("a requirement only computes with what the program has"),
        _ => None,
    }
}

fn is_pure(op: Builtin) -> bool {
    use Builtin::*;
    matches!(
        op,
        Clz | Ctz
            | Clrsb
            | Ffs
            | Popcount
            | Parity
            | Bswap
            | BitReverse
            | RotateLeft
            | RotateRight
            | SaturatingAdd
            | SaturatingSub
            | Fabs
            | Copysign
            | Sqrt
            | Fma
            | Floor
            | Ceil
            | Trunc
            | Round
            | Rint
            | Fmod
            | Remainder
            | Scalbn
            | IsNan
            | IsInf
            | IsInfSign
            | IsFinite
            | IsNormal
            | SignBit
            | IsUnordered
    )
}
