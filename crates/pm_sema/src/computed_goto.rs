//! GNU's labels as values: `&&label` and `goto *e`.
//!
//! The address of a label is that of an object of one byte that nobody reads: it can be stored, compared, and put into
//! static tables like any other. `goto *e` compares with the objects of all labels whose address the function takes, and
//! goes to the one that is equal; another value is undefined. Which labels these are is known at the end of the function,
//! so the comparisons are filled in there.

use crate::cx::Cx;
use crate::hir::{
    BinaryOp, Builtin, ExprId, ExprKind, Global, GlobalDef, GlobalId, LabelId, Linkage, LocalId, StmtId, StmtKind,
};
use crate::types::{QualType, Quals};
use pm_base::{Span, Symbol};
use pm_syntax::ast;

/// A `goto *e` that waits for the end of its function.
pub(crate) struct ComputedGoto {
    /// Becomes the block of comparisons.
    stmt: StmtId,
    /// Holds the value of `e`.
    value: LocalId,
    barriers: Vec<u32>,
}

impl<'a> Cx<'a> {
    pub fn label_address(&mut self, name: Symbol, span: Span) -> ExprId {
        let Some(i) = self.label_index(name, span) else {
            return self.error_expr(span, "the address of a label is known only inside of its function");
        };
        let known = self.func.as_mut().and_then(|f| {
            f.labels[i].used = true;
            f.labels[i].object
        });
        let object = match known {
            Some(object) => object,
            None => self.label_object(i, name, span),
        };
        let ptr = self.an.basic.void_ptr;
        let place = self.label_place(object, span);
        self.mk(ExprKind::AddrOf(place), ptr, span)
    }

    fn label_object(&mut self, i: usize, name: Symbol, span: Span) -> GlobalId {
        let function = self.current_name.map_or("", |(_, f)| self.name(f));
        let text = format!("{function}::{}", self.name(name));
        let name = self.session.interner.intern(&text);
        let ty = QualType { ty: self.an.basic.char_, quals: Quals { is_const: true, ..Quals::default() } };
        let object = self.push_global(Global {
            name,
            ty,
            linkage: Linkage::Internal,
            def: GlobalDef::Zero,
            align: 1,
            weak: false,
            thread_local: false,
            owner: self.current_name.map(|(f, _)| f),
            span,
            is_model: self.is_model,
        });
        self.an.labels.insert(object);
        if let Some(f) = &mut self.func {
            f.labels[i].object = Some(object);
        }
        object
    }

    fn label_place(&mut self, object: GlobalId, span: Span) -> ExprId {
        let ty = self.an.program.globals[object].ty;
        self.mk(ExprKind::Global(object), ty, span)
    }

    /// Differences of labels are offsets into the machine code, which nobody knows here.
    pub fn is_label_address(&self, mut e: ExprId) -> bool {
        while let ExprKind::Cast { arg, .. } = self.body.exprs[e].kind {
            e = arg;
        }
        let ExprKind::AddrOf(place) = self.body.exprs[e].kind else { return false };
        matches!(self.body.exprs[place].kind, ExprKind::Global(g) if self.an.labels.contains(&g))
    }

    pub fn computed_goto(&mut self, e: ast::ExprId, span: Span, out: &mut Vec<StmtId>) {
        let value = self.rvalue(e);
        let ptr = self.an.basic.void_ptr;
        let value = self.assign_convert(value, ptr.into(), crate::convert::AssignTo::Variable);
        if self.is_error(value) {
            return;
        }
        let value = self.temporary(value, out);
        let stmt = self.mk_stmt(StmtKind::Empty, span);
        out.push(stmt);
        if let Some(f) = &mut self.func {
            let barriers = f.barriers.clone();
            f.computed.push(ComputedGoto { stmt, value, barriers });
        }
    }

    pub fn finish_computed_gotos(&mut self) {
        let Some(f) = &mut self.func else { return };
        for goto in std::mem::take(&mut f.computed) {
            let f = self.func.as_ref();
            let targets: Vec<(GlobalId, LabelId)> = f
                .into_iter()
                .flat_map(|f| &f.labels)
                .filter(|l| goto.barriers.starts_with(&l.barriers))
                .filter_map(|l| Some((l.object?, l.id)))
                .collect();
            let span = self.body.stmts[goto.stmt].span;
            let mut stmts = Vec::with_capacity(targets.len() + 1);
            for (object, label) in targets {
                stmts.push(self.goto_if_equal(goto.value, object, label, span));
            }
            let void = self.an.basic.void;
            let nowhere = self.mk(ExprKind::Builtin { op: Builtin::Unreachable, args: Vec::new() }, void, span);
            stmts.push(self.mk_stmt(StmtKind::Expr(nowhere), span));
            self.body.stmts[goto.stmt].kind = StmtKind::Block { locals: Vec::new(), stmts };
        }
    }

    fn goto_if_equal(&mut self, value: LocalId, object: GlobalId, label: LabelId, span: Span) -> StmtId {
        let (ptr, int) = (self.an.basic.void_ptr, self.an.basic.int);
        let local = self.mk(ExprKind::Local(value), ptr, span);
        let lhs = self.mk(ExprKind::Load(local), ptr, span);
        let place = self.label_place(object, span);
        let rhs = self.mk(ExprKind::AddrOf(place), ptr, span);
        let cond = self.mk(ExprKind::Binary { op: BinaryOp::Eq, lhs, rhs }, int, span);
        let then = self.mk_stmt(StmtKind::Goto(label), span);
        self.mk_stmt(StmtKind::If { cond, then, els: None }, span)
    }
}
