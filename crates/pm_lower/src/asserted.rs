//! `assert`: the header makes a test of it, with a call of `__assert_fail` (or its like) where it fails.
//!
//! The property belongs to the test: it is reached where the test is. So an assertion that always holds stands in front of the test, and one
//! that never does at the call, both of one property. A call that stands by itself is only reached where it fails.

use crate::function::FnLower;
use pm_base::Span;
use pm_ir::*;
use pm_sema::hir::{self, Callee, ExprId, ExprKind, StmtId, StmtKind};

impl<'c> FnLower<'c, '_> {
    /// Before a test one of whose sides is this statement.
    pub fn announce_stmt(&mut self, side: StmtId) {
        match &self.body.stmts[side].kind {
            StmtKind::Expr(e) => self.announce(*e),
            StmtKind::Block { stmts, .. } if stmts.len() == 1 => self.announce_stmt(stmts[0]),
            _ => {}
        }
    }

    /// Before a test one of whose sides is this expression.
    pub fn announce(&mut self, side: ExprId) {
        let e = self.expr(side);
        match &e.kind {
            ExprKind::Cast { arg, .. } => self.announce(*arg),
            ExprKind::Comma { lhs, .. } => self.announce(*lhs),
            ExprKind::Call { callee: Callee::Direct(f), args } if self.cx.opts.checks.assertions => {
                let (Some(text), Some(key)) = (self.failing_assertion(*f, args), args.first()) else { return };
                if let Some(prop) = self.announced_property(text, e.span) {
                    self.announced.insert(*key, prop);
                    self.tests_assertion = true;
                }
            }
            _ => {}
        }
    }

    /// A property whose test comes next: it is reached here. `None` where nothing is checked, or nothing comes here.
    pub fn announced_property(&mut self, text: String, span: Span) -> Option<PropId> {
        if !self.cx.opts.checks.assertions || !self.is_live() {
            return None;
        }
        let prop = self.pending(PropertyKind::Assertion, text, span);
        self.emit(InstKind::Assert { cond: Rvalue::Use(Operand::TRUE), prop }, span, Role::Glue);
        Some(prop)
    }

    /// `__assert_fail` and its like, unless the user defined it: a failed assertion, after which nothing goes on.
    pub fn assertion_failure(&mut self, id: hir::FuncId, args: &[ExprId], span: Span) -> bool {
        let Some(text) = self.failing_assertion(id, args) else { return false };
        let mut prop = args.first().and_then(|key| self.announced.remove(key));
        if prop.is_none() && self.cx.opts.checks.assertions {
            prop = Some(self.pending(PropertyKind::Assertion, text, span));
        }
        self.failed_assertion(prop, span);
        true
    }

    /// The test of a property fails here, after which nothing goes on.
    pub fn failed_assertion(&mut self, prop: Option<PropId>, span: Span) {
        if !self.cx.opts.checks.assertions {
            self.stop(134, span);
            return;
        }
        if let Some(prop) = prop.filter(|_| self.is_live()) {
            self.emit(InstKind::Assert { cond: Rvalue::Use(Operand::FALSE), prop }, span, Role::Glue);
        }
        self.terminate(TermKind::Unreachable, span);
    }

    /// What is asserted, where the function says that an assertion fails.
    pub fn failing_assertion(&self, id: hir::FuncId, args: &[ExprId]) -> Option<String> {
        let func = &self.cx.hir.funcs[id];
        if func.body.is_some() && !func.is_model {
            return None;
        }
        let &(_, at) = self.cx.syms.assert_fail.iter().find(|(name, _)| *name == func.name)?;
        Some(match args.get(at).and_then(|a| self.literal_text(*a)) {
            Some(text) => format!("assertion {text}"),
            None => "assertion".to_string(),
        })
    }
}
