//! Statements: blocks, loops, switches, labels, and what may jump where.

use crate::computed_goto::ComputedGoto;
use crate::cx::{Class, Cx};
use crate::hir::{Case, ExprId, ExprKind, GlobalId, Label, LabelId, LocalId, StmtId, StmtKind};
use crate::types::TypeId;
use pm_base::{Diagnostic, Span, Symbol};
use pm_syntax::ast::{self, BlockItem, ForInit};
use rustc_hash::{FxHashMap, FxHashSet};

/// The state of the function being analysed.
pub struct FnCx {
    ret: TypeId,
    pub variadic: bool,
    pub(crate) labels: Vec<LabelInfo>,
    names: FxHashMap<Symbol, usize>,
    /// `__label__` declarations in force.
    local_labels: Vec<(Symbol, usize)>,
    switches: Vec<SwitchCx>,
    /// Statements around this one that `break` leaves, and loops.
    breakable: u32,
    loops: u32,
    /// Locals of the open blocks.
    blocks: Vec<Vec<LocalId>>,
    pub registers: FxHashSet<LocalId>,
    /// Scopes around this point that must not be jumped into: of VLAs and statement expressions.
    pub(crate) barriers: Vec<u32>,
    next_barrier: u32,
    gotos: Vec<(usize, Vec<u32>, Span)>,
    pub(crate) computed: Vec<ComputedGoto>,
}

pub(crate) struct LabelInfo {
    pub id: LabelId,
    pub name: Symbol,
    pub defined: Option<Span>,
    pub barriers: Vec<u32>,
    /// The object that stands for the label where its address is taken.
    pub object: Option<GlobalId>,
    /// Something jumps to it or takes its address; `__label__` alone does not.
    pub used: bool,
}

struct SwitchCx {
    ty: TypeId,
    cases: Vec<Case>,
    /// Values with their places, to find duplicates.
    values: Vec<(i128, i128, Span)>,
    default: Option<(LabelId, Span)>,
    barriers: usize,
}

impl FnCx {
    pub fn new(ret: TypeId, variadic: bool) -> Self {
        FnCx {
            ret,
            variadic,
            labels: Vec::new(),
            names: FxHashMap::default(),
            local_labels: Vec::new(),
            switches: Vec::new(),
            breakable: 0,
            loops: 0,
            blocks: Vec::new(),
            registers: FxHashSet::default(),
            barriers: Vec::new(),
            next_barrier: 0,
            gotos: Vec::new(),
            computed: Vec::new(),
        }
    }

    pub fn add_block_local(&mut self, id: LocalId) {
        if let Some(block) = self.blocks.last_mut() {
            block.push(id);
        }
    }

    /// From here to the end of the block is a scope that must not be jumped into.
    pub fn enter_barrier(&mut self) {
        self.barriers.push(self.next_barrier);
        self.next_barrier += 1;
    }
}

/// What an open block restores when it is closed.
struct OpenBlock {
    barriers: usize,
    local_labels: usize,
}

impl<'a> Cx<'a> {
    // ---- blocks -------------------------------------------------------------------------------------------------

    fn open_block(&mut self) -> OpenBlock {
        match &mut self.func {
            Some(f) => {
                f.blocks.push(Vec::new());
                OpenBlock { barriers: f.barriers.len(), local_labels: f.local_labels.len() }
            }
            None => OpenBlock { barriers: 0, local_labels: 0 },
        }
    }

    fn close_block(&mut self, open: OpenBlock) -> Vec<LocalId> {
        let Some(f) = &mut self.func else { return Vec::new() };
        f.barriers.truncate(open.barriers);
        let undefined: Vec<usize> = f.local_labels.drain(open.local_labels..).map(|(_, i)| i).collect();
        let locals = f.blocks.pop().unwrap_or_default();
        for i in undefined {
            self.check_defined(i);
        }
        locals
    }

    pub fn function_body(&mut self, def: &'a ast::FunctionDef, before: Vec<StmtId>) {
        let ast = self.ast;
        let span = ast.stmts[def.body].span;
        let open = self.open_block();
        let mut stmts = before;
        if let ast::StmtKind::Compound(items) = &ast.stmts[def.body].kind {
            self.block_items(items, &mut stmts);
        }
        let locals = self.close_block(open);
        self.finish_labels();
        self.body.root = self.mk_stmt(StmtKind::Block { locals, stmts }, span);
        self.body.end = Span::new(span.hi.saturating_sub(1).max(span.lo), span.hi);
    }

    fn block_items(&mut self, items: &'a [BlockItem], out: &mut Vec<StmtId>) {
        for item in items {
            match item {
                BlockItem::Stmt(s) => self.stmt(*s, out),
                BlockItem::Decl(d) => self.declaration(d, out),
                BlockItem::StaticAssert(a) => self.static_assert(a),
                BlockItem::LocalLabels(names) => self.declare_local_labels(names),
                BlockItem::Function(f) => self.unsupported(f.span, "nested functions are not supported"),
            }
        }
    }

    fn compound(&mut self, items: &'a [BlockItem], span: Span) -> StmtId {
        self.scopes.enter();
        let open = self.open_block();
        let mut stmts = Vec::with_capacity(items.len());
        self.block_items(items, &mut stmts);
        let locals = self.close_block(open);
        self.scopes.leave();
        self.mk_stmt(StmtKind::Block { locals, stmts }, span)
    }

    /// A statement as one: the body of a loop or branch.
    fn sub_stmt(&mut self, id: ast::StmtId) -> StmtId {
        let ast = self.ast;
        let s = &ast.stmts[id];
        if let ast::StmtKind::Compound(items) = &s.kind {
            return self.compound(items, s.span);
        }
        self.scopes.enter();
        let open = self.open_block();
        let mut stmts = Vec::new();
        self.stmt(id, &mut stmts);
        let locals = self.close_block(open);
        self.scopes.leave();
        match stmts.as_slice() {
            [one] if locals.is_empty() => *one,
            _ => self.mk_stmt(StmtKind::Block { locals, stmts }, s.span),
        }
    }

    /// A selection or iteration is a block (C11 6.8.4p3, 6.8.5p5): what its condition makes lives as long as the statement.
    fn as_block(&mut self, span: Span, out: &mut Vec<StmtId>, make: impl FnOnce(&mut Self) -> Option<StmtKind>) {
        self.scopes.enter();
        let open = self.open_block();
        let kind = make(self);
        let locals = self.close_block(open);
        self.scopes.leave();
        let Some(kind) = kind else { return };
        let stmt = self.mk_stmt(kind, span);
        out.push(match locals.is_empty() {
            true => stmt,
            false => self.mk_stmt(StmtKind::Block { locals, stmts: vec![stmt] }, span),
        });
    }

    // ---- statements ---------------------------------------------------------------------------------------------

    pub fn stmt(&mut self, id: ast::StmtId, out: &mut Vec<StmtId>) {
        let ast = self.ast;
        let s = &ast.stmts[id];
        let span = s.span;
        match &s.kind {
            ast::StmtKind::Empty | ast::StmtKind::Error => {}
            ast::StmtKind::Expr(e) => {
                let e = self.expr(*e);
                let e = self.discard(e);
                out.push(self.mk_stmt(StmtKind::Expr(e), span));
            }
            ast::StmtKind::Compound(items) => {
                let block = self.compound(items, span);
                out.push(block);
            }
            ast::StmtKind::If { cond, then, els } => self.as_block(span, out, |cx| {
                let cond = cx.condition(*cond);
                let then = cx.sub_stmt(*then);
                let els = els.map(|e| cx.sub_stmt(e));
                Some(StmtKind::If { cond, then, els })
            }),
            ast::StmtKind::While { cond, body, unwind } => self.as_block(span, out, |cx| {
                let cond = cx.condition(*cond);
                let body = cx.loop_body(*body);
                Some(StmtKind::While { cond, body, unwind: *unwind })
            }),
            ast::StmtKind::DoWhile { body, cond, unwind } => self.as_block(span, out, |cx| {
                let body = cx.loop_body(*body);
                let cond = cx.condition(*cond);
                Some(StmtKind::DoWhile { body, cond, unwind: *unwind })
            }),
            ast::StmtKind::For { init, cond, step, body, unwind } => {
                let s = self.for_loop(init, *cond, *step, *body, *unwind, span);
                out.push(s);
            }
            ast::StmtKind::Switch { value, body } => self.as_block(span, out, |cx| cx.switch(*value, *body)),
            ast::StmtKind::Case { lo, hi, body } => {
                self.case(*lo, *hi, span, out);
                self.stmt(*body, out);
            }
            ast::StmtKind::Default { body } => {
                self.default_case(span, out);
                self.stmt(*body, out);
            }
            ast::StmtKind::Label { name, body } => {
                self.label(*name, span, out);
                self.stmt(*body, out);
            }
            ast::StmtKind::Goto(name) => self.goto(*name, span, out),
            ast::StmtKind::GotoComputed(e) => self.computed_goto(*e, span, out),
            ast::StmtKind::Break => self.leave(StmtKind::Break, span, out),
            ast::StmtKind::Continue => self.leave(StmtKind::Continue, span, out),
            ast::StmtKind::Return(value) => self.return_stmt(*value, span, out),
            ast::StmtKind::Asm(asm) => self.asm(asm, out),
        }
    }

    fn loop_body(&mut self, body: ast::StmtId) -> StmtId {
        if let Some(f) = &mut self.func {
            f.loops += 1;
            f.breakable += 1;
        }
        let body = self.sub_stmt(body);
        if let Some(f) = &mut self.func {
            f.loops -= 1;
            f.breakable -= 1;
        }
        body
    }

    fn for_loop(
        &mut self,
        init: &'a ForInit,
        cond: Option<ast::ExprId>,
        step: Option<ast::ExprId>,
        body: ast::StmtId,
        unwind: Option<u32>,
        span: Span,
    ) -> StmtId {
        self.scopes.enter();
        let open = self.open_block();
        let mut stmts = Vec::new();
        match init {
            ForInit::None => {}
            ForInit::Expr(e) => {
                let at = self.ast_expr(*e).span;
                let e = self.expr(*e);
                let e = self.discard(e);
                stmts.push(self.mk_stmt(StmtKind::Expr(e), at));
            }
            ForInit::Decl(d) => self.declaration(d, &mut stmts),
        }
        let cond = cond.map(|c| self.condition(c));
        let step = step.map(|s| {
            let s = self.expr(s);
            self.discard(s)
        });
        let body = self.loop_body(body);
        let loop_stmt = self.mk_stmt(StmtKind::For { cond, step, body, unwind }, span);
        let locals = self.close_block(open);
        self.scopes.leave();
        if stmts.is_empty() && locals.is_empty() {
            return loop_stmt;
        }
        stmts.push(loop_stmt);
        self.mk_stmt(StmtKind::Block { locals, stmts }, span)
    }

    fn leave(&mut self, kind: StmtKind, span: Span, out: &mut Vec<StmtId>) {
        let inside = self.func.as_ref().is_some_and(|f| match kind {
            StmtKind::Continue => f.loops > 0,
            _ => f.breakable > 0,
        });
        if !inside {
            let text = match kind {
                StmtKind::Continue => "continue statement not within a loop",
                _ => "break statement not within loop or switch",
            };
            return self.error(span, text);
        }
        out.push(self.mk_stmt(kind, span));
    }

    fn return_stmt(&mut self, value: Option<ast::ExprId>, span: Span, out: &mut Vec<StmtId>) {
        let ret = self.func.as_ref().map_or(self.an.basic.void, |f| f.ret);
        let value = match value {
            None => None,
            Some(e) => {
                let value = self.return_value(e, ret);
                if self.class(self.ty(value)) == Class::Void {
                    out.push(self.mk_stmt(StmtKind::Expr(value), span));
                    None
                } else {
                    Some(value)
                }
            }
        };
        out.push(self.mk_stmt(StmtKind::Return(value), span));
    }

    fn asm(&mut self, asm: &'a ast::Asm, out: &mut Vec<StmtId>) {
        if !asm.labels.is_empty() {
            return self.unsupported(asm.span, "inline assembly with jumps (asm goto) is not supported");
        }
        self.warn(asm.span, "inline assembly is not interpreted: its outputs become arbitrary values");
        let mut outputs = Vec::with_capacity(asm.outputs.len());
        for o in &asm.outputs {
            let e = self.expr(o.expr);
            if !self.is_error(e) && !self.is_lvalue(e) {
                self.error(self.ast_expr(o.expr).span, "invalid lvalue in asm output");
                continue;
            }
            outputs.push(e);
        }
        let inputs = asm.inputs.iter().map(|i| self.rvalue(i.expr)).collect();
        let kind = StmtKind::Asm { outputs, inputs, clobbers_memory: asm.clobbers_memory };
        out.push(self.mk_stmt(kind, asm.span));
    }

    // ---- switch -------------------------------------------------------------------------------------------------

    fn switch(&mut self, value: ast::ExprId, body: ast::StmtId) -> Option<StmtKind> {
        let value = self.rvalue(value);
        let value = if self.is_error(value) {
            value
        } else if self.class(self.ty(value)) != Class::Int {
            let at = self.span(value);
            self.error_expr(at, "switch quantity not an integer")
        } else {
            self.promote(value)
        };
        let ty = self.ty(value);
        if let Some(f) = &mut self.func {
            let barriers = f.barriers.len();
            f.switches.push(SwitchCx { ty, cases: Vec::new(), values: Vec::new(), default: None, barriers });
            f.breakable += 1;
        }
        let body = self.sub_stmt(body);
        let f = self.func.as_mut()?;
        f.breakable -= 1;
        let mut s = f.switches.pop()?;
        self.check_duplicates(&mut s.values);
        let default = s.default.map(|(l, _)| l);
        Some(StmtKind::Switch { value, body, cases: s.cases, default })
    }

    fn check_duplicates(&mut self, values: &mut [(i128, i128, Span)]) {
        values.sort_by_key(|v| (v.0, v.1, v.2));
        let mut highest: Option<(i128, Span)> = None;
        for &(lo, hi, span) in values.iter() {
            if let Some((top, at)) = highest
                && lo <= top
            {
                let (first, second) = if at.lo <= span.lo { (at, span) } else { (span, at) };
                self.push(Diagnostic::error(second, "duplicate case value").note(first, "previously used here"));
            }
            if highest.is_none_or(|(top, _)| hi > top) {
                highest = Some((hi, span));
            }
        }
    }

    fn new_label(&mut self, name: Option<Symbol>, span: Span) -> LabelId {
        self.body.labels.push(Label { name, span })
    }

    /// Labels are placed with the span of their own words, not of the statement behind them.
    fn place_label(&mut self, label: LabelId, span: Span, out: &mut Vec<StmtId>) {
        out.push(self.mk_stmt(StmtKind::Label(label), span));
    }

    fn case(&mut self, lo: ast::ExprId, hi: Option<ast::ExprId>, span: Span, out: &mut Vec<StmtId>) {
        let at = Span::new(span.lo, self.ast_expr(hi.unwrap_or(lo)).span.hi);
        let first = self.const_int(lo, "case label");
        let last = hi.map_or(first, |h| self.const_int(h, "case label"));
        let Some(ty) = self.current_switch(at, "case label not within a switch statement") else { return };
        let label = self.new_label(None, at);
        self.place_label(label, at, out);
        let (Some(first), Some(last)) = (first, last) else { return };
        let Some(format) = self.types().as_int(ty) else { return };
        let (a, b) = (format.wrap(first as u128), format.wrap(last as u128));
        let (x, y) = (format.to_i128(a), format.to_i128(b));
        if x > y {
            return; // gcc: an empty range is only warned of
        }
        if let Some(s) = self.func.as_mut().and_then(|f| f.switches.last_mut()) {
            s.cases.push(Case { lo: a, hi: b, label });
            s.values.push((x, y, at));
        }
    }

    fn default_case(&mut self, span: Span, out: &mut Vec<StmtId>) {
        let at = Span::new(span.lo, span.hi.min(span.lo + 7));
        if self.current_switch(at, "'default' label not within a switch statement").is_none() {
            return;
        }
        let label = self.new_label(None, at);
        self.place_label(label, at, out);
        let earlier =
            self.func.as_mut().and_then(|f| f.switches.last_mut()).and_then(|s| s.default.replace((label, at)));
        if let Some((_, first)) = earlier {
            self.push(Diagnostic::error(at, "multiple default labels in one switch").note(first, "this is the first"));
        }
    }

    fn current_switch(&mut self, span: Span, outside: &str) -> Option<TypeId> {
        let found = self.func.as_ref().and_then(|f| f.switches.last().map(|s| (s.ty, s.barriers < f.barriers.len())));
        match found {
            None => {
                self.error(span, outside);
                None
            }
            Some((_, true)) => {
                self.error(span, "switch jumps into the scope of a variable-length array or a statement expression");
                None
            }
            Some((ty, false)) => Some(ty),
        }
    }

    // ---- labels -------------------------------------------------------------------------------------------------

    fn declare_local_labels(&mut self, names: &[(Symbol, Span)]) {
        for &(name, span) in names {
            let id = self.new_label(Some(name), span);
            if let Some(f) = &mut self.func {
                f.local_labels.push((name, f.labels.len()));
                f.labels.push(LabelInfo { id, name, defined: None, barriers: Vec::new(), object: None, used: false });
            }
        }
    }

    /// Index of the label, made where it is met first.
    pub(crate) fn label_index(&mut self, name: Symbol, span: Span) -> Option<usize> {
        let f = self.func.as_ref()?;
        if let Some(&(_, i)) = f.local_labels.iter().rev().find(|(n, _)| *n == name) {
            return Some(i);
        }
        if let Some(&i) = f.names.get(&name) {
            return Some(i);
        }
        let id = self.new_label(Some(name), span);
        let f = self.func.as_mut()?;
        let i = f.labels.len();
        f.labels.push(LabelInfo { id, name, defined: None, barriers: Vec::new(), object: None, used: false });
        f.names.insert(name, i);
        Some(i)
    }

    fn label(&mut self, name: Symbol, span: Span, out: &mut Vec<StmtId>) {
        let at = Span::new(span.lo, span.hi.min(span.lo + self.name(name).len() as u32));
        let Some(i) = self.label_index(name, at) else { return };
        let Some(f) = &mut self.func else { return };
        let barriers = f.barriers.clone();
        let info = &mut f.labels[i];
        if let Some(first) = info.defined {
            let text = format!("duplicate label '{}'", self.name(name));
            self.push(Diagnostic::error(at, text).note(first, "previous definition is here"));
            return;
        }
        info.defined = Some(at);
        info.barriers = barriers;
        let id = info.id;
        self.body.labels[id].span = at;
        self.place_label(id, at, out);
    }

    fn goto(&mut self, name: Symbol, span: Span, out: &mut Vec<StmtId>) {
        let Some(i) = self.label_index(name, span) else { return };
        let Some(f) = &mut self.func else { return };
        f.gotos.push((i, f.barriers.clone(), span));
        f.labels[i].used = true;
        let id = f.labels[i].id;
        out.push(self.mk_stmt(StmtKind::Goto(id), span));
    }

    fn check_defined(&mut self, i: usize) {
        let Some(f) = &self.func else { return };
        let info = &f.labels[i];
        if info.used && info.defined.is_none() {
            let (name, span) = (info.name, self.body.labels[info.id].span);
            let text = format!("label '{}' used but not defined", self.name(name));
            self.error(span, text);
        }
    }

    fn finish_labels(&mut self) {
        let named: Vec<usize> = self.func.as_ref().map_or(Vec::new(), |f| {
            let mut all: Vec<usize> = f.names.values().copied().collect();
            all.sort_unstable();
            all
        });
        for i in named {
            self.check_defined(i);
        }
        self.finish_computed_gotos();
        let Some(f) = &self.func else { return };
        let bad: Vec<Span> = f
            .gotos
            .iter()
            .filter(|(i, barriers, _)| !barriers.starts_with(&f.labels[*i].barriers))
            .map(|g| g.2)
            .collect();
        for span in bad {
            self.error(span, "jump into the scope of a variable-length array or a statement expression");
        }
    }

    // ---- statement expressions ----------------------------------------------------------------------------------

    pub fn stmt_expr(&mut self, body: ast::StmtId, span: Span) -> ExprId {
        if self.func.is_none() {
            return self.error_expr(span, "braced-group within expression allowed only inside a function");
        }
        let ast = self.ast;
        let ast::StmtKind::Compound(items) = &ast.stmts[body].kind else { return self.mk_error(span) };
        self.scopes.enter();
        let open = self.open_block();
        if let Some(f) = &mut self.func {
            f.enter_barrier();
        }
        let mut stmts = Vec::new();
        let (before, labels, value) = self.split_value(items);
        self.block_items(before, &mut stmts);
        for (name, span) in labels {
            self.label(name, span, &mut stmts);
        }
        let value = value.map(|e| self.rvalue(e));
        let locals = self.close_block(open);
        self.scopes.leave();
        let block = self.mk_stmt(StmtKind::Block { locals, stmts }, ast.stmts[body].span);
        let ty = value.map_or(self.an.basic.void, |v| self.ty(v));
        self.mk(ExprKind::StmtExpr { block, value }, ty, span)
    }

    /// The last expression statement of a statement expression is its value; it may be labelled.
    fn split_value(&self, items: &'a [BlockItem]) -> (&'a [BlockItem], Vec<(Symbol, Span)>, Option<ast::ExprId>) {
        let ast = self.ast;
        let mut labels = Vec::new();
        if let Some((BlockItem::Stmt(last), before)) = items.split_last() {
            let mut last = &ast.stmts[*last];
            while let ast::StmtKind::Label { name, body } = &last.kind {
                labels.push((*name, last.span));
                last = &ast.stmts[*body];
            }
            if let ast::StmtKind::Expr(e) = last.kind {
                return (before, labels, Some(e));
            }
        }
        (items, Vec::new(), None)
    }

    /// Runs `make` within a new block and wraps what it returns: `({ stmts; value; })`.
    pub fn in_stmt_expr(&mut self, span: Span, make: impl FnOnce(&mut Self, &mut Vec<StmtId>) -> ExprId) -> ExprId {
        if self.func.is_none() {
            return self.error_expr(span, "this expression is allowed only inside a function");
        }
        let open = self.open_block();
        let mut stmts = Vec::new();
        let value = make(self, &mut stmts);
        let locals = self.close_block(open);
        let block = self.mk_stmt(StmtKind::Block { locals, stmts }, span);
        let ty = self.ty(value);
        self.mk(ExprKind::StmtExpr { block, value: Some(value) }, ty, span)
    }
}
