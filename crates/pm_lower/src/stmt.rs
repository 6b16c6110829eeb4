//! Statements.

use crate::function::{FnLower, JumpTarget};
use crate::place::{Access, Place};
use pm_base::{Span, Symbol};
use pm_ir::{BlockId, InstKind, Operand, PropertyKind, Role, Rvalue, SlotId, SwitchCase, TermKind, Ty, Writer};
use pm_sema::hir::{Case, ExprId, InitValue, LabelId, LocalId, LocalInit, StmtId, StmtKind};

impl FnLower<'_, '_> {
    pub fn stmt(&mut self, id: StmtId) {
        let mark = self.mark_temps();
        let temporaries = self.temporaries.len();
        let stmt = &self.body.stmts[id];
        let span = stmt.span;
        self.count_statement(&stmt.kind, span);
        match &stmt.kind {
            StmtKind::Empty => {}
            StmtKind::Expr(e) => self.discard(*e),
            StmtKind::Block { locals, stmts } => {
                self.open_scope(id, locals, span);
                self.stmts(stmts);
                self.close_scope(end_of(span));
            }
            StmtKind::Decl { local, init } => self.declaration(*local, init.as_ref(), span),
            StmtKind::VlaLen { vla, count } => self.vla_length(*vla, *count),
            StmtKind::VlaDecl { local } => self.vla_declaration(*local, span),
            StmtKind::If { cond, then, els } => self.if_stmt(*cond, *then, *els, span),
            StmtKind::While { cond, body, unwind } => self.for_loop(Some(*cond), None, *body, *unwind, span),
            StmtKind::For { cond, step, body, unwind } => self.for_loop(*cond, *step, *body, *unwind, span),
            StmtKind::DoWhile { body, cond, unwind } => self.do_while(*body, *cond, *unwind, span),
            StmtKind::Switch { value, body, cases, default } => self.switch(*value, *body, cases, *default, span),
            StmtKind::Label(label) => self.label(*label, span),
            StmtKind::Goto(label) => {
                let target = self.label_block(*label);
                self.jump_to_label(*label, target, span);
            }
            StmtKind::Break => {
                if let Some(t) = self.targets.last() {
                    let (to, depth) = (t.break_to, t.depth);
                    self.jump_out(depth, to, span);
                }
            }
            StmtKind::Continue => {
                if let Some((to, depth)) = self.targets.iter().rev().find_map(|t| Some((t.continue_to?, t.depth))) {
                    self.jump_out(depth, to, span);
                }
            }
            StmtKind::Return(value) => self.return_stmt(*value, span),
            StmtKind::Asm { outputs, inputs, .. } => self.asm(outputs, inputs, span),
        }
        self.end_temporaries(temporaries, end_of(span));
        self.release_temps(mark);
    }

    pub fn stmts(&mut self, stmts: &[StmtId]) {
        for &s in stmts {
            self.stmt(s);
        }
    }

    fn declaration(&mut self, local: LocalId, init: Option<&LocalInit>, span: Span) {
        let is_initialised = init.is_some_and(|init| !self.may_read(local, init));
        self.declare_local(local, is_initialised, span);
        if let Some(init) = init {
            self.init_local(local, init, span);
        }
    }

    /// May an initialiser read its own object (`int x = x;`)? An expression has a larger number than what it consists of, and than all
    /// expressions before it in the text.
    fn may_read(&mut self, local: LocalId, init: &LocalInit) -> bool {
        let values = init.items.iter().filter_map(|item| match item.value {
            InitValue::Expr(e) => Some(e),
            InitValue::Bytes { .. } => None,
        });
        let first = self.first_use(local);
        values.max().is_some_and(|last| first.is_some_and(|first| first <= last))
    }

    fn if_stmt(&mut self, cond: ExprId, then: StmtId, els: Option<StmtId>, span: Span) {
        let then_block = self.new_block();
        let join = self.new_block();
        let else_block = if els.is_some() { self.new_block() } else { join };
        [Some(then), els].into_iter().flatten().for_each(|side| self.announce_stmt(side));
        let ended = self.full_cond(cond, then_block, else_block);
        self.start(then_block);
        self.end_slots(&ended, span);
        self.stmt(then);
        self.goto(join, end_of(span));
        if let Some(els) = els {
            self.start(else_block);
            self.end_slots(&ended, span);
            self.stmt(els);
            self.goto(join, end_of(span));
        }
        self.start(join);
        if els.is_none() {
            self.end_slots(&ended, end_of(span));
        }
    }

    /// A condition that is a full expression, with the temporaries that end where it leads to.
    fn full_cond(&mut self, cond: ExprId, then: BlockId, els: BlockId) -> Vec<SlotId> {
        let mark = self.temporaries.len();
        self.cond(cond, then, els);
        self.temporaries.split_off(mark)
    }

    /// `while` is `for` without a step. The head evaluates the condition.
    fn for_loop(&mut self, cond: Option<ExprId>, step: Option<ExprId>, body: StmtId, unwind: Option<u32>, span: Span) {
        let head = self.new_block();
        let body_block = self.new_block();
        let exit = self.new_block();
        let next = if step.is_some() { self.new_block() } else { head };
        self.fall_into(head, span);
        self.out.unwind_bounds.extend(unwind.map(|n| (head, n)));
        let ended = match cond {
            Some(cond) => self.full_cond(cond, body_block, exit),
            None => {
                self.goto(body_block, span);
                Vec::new()
            }
        };
        self.start(body_block);
        self.end_slots(&ended, span);
        self.loop_body(body, exit, next);
        self.goto(next, span);
        if let Some(step) = step {
            let mark = self.temporaries.len();
            self.start(next);
            self.discard(step);
            self.end_temporaries(mark, span);
            self.goto(head, span);
        }
        self.start(exit);
        self.end_slots(&ended, end_of(span));
    }

    /// The head is the start of the body.
    fn do_while(&mut self, body: StmtId, cond: ExprId, unwind: Option<u32>, span: Span) {
        let head = self.new_block();
        let test = self.new_block();
        let exit = self.new_block();
        self.fall_into(head, span);
        self.out.unwind_bounds.extend(unwind.map(|n| (head, n)));
        self.loop_body(body, exit, test);
        self.fall_into(test, span);
        self.cond(cond, head, exit);
        self.start(exit);
    }

    fn loop_body(&mut self, body: StmtId, break_to: BlockId, continue_to: BlockId) {
        let depth = self.scope_depth();
        self.targets.push(JumpTarget { break_to, continue_to: Some(continue_to), depth });
        self.stmt(body);
        self.targets.pop();
    }

    /// The scope of the body is opened before the jump, since all labels stand in it.
    fn switch(&mut self, value: ExprId, body: StmtId, cases: &[Case], default: Option<LabelId>, span: Span) {
        let exit = self.new_block();
        let operand = self.value(value);
        let Ty::Int(ty) = self.ty_of(self.expr(value).ty.ty) else { return };
        let depth = self.scope_depth();
        self.targets.push(JumpTarget { break_to: exit, continue_to: None, depth });
        let block = &self.body.stmts[body];
        match &block.kind {
            StmtKind::Block { locals, stmts } => {
                self.open_scope(body, locals, block.span);
                self.dispatch(operand, ty, cases, default, exit, span);
                self.stmts(stmts);
                self.close_scope(end_of(block.span));
            }
            _ => {
                self.dispatch(operand, ty, cases, default, exit, span);
                self.stmt(body);
            }
        }
        self.targets.pop();
        self.fall_into(exit, end_of(span));
    }

    fn dispatch(
        &mut self,
        value: Operand,
        ty: pm_base::num::IntFormat,
        cases: &[Case],
        default: Option<LabelId>,
        exit: BlockId,
        span: Span,
    ) {
        if !self.is_live() {
            return;
        }
        // Edges that begin or end lifetimes get blocks of their own.
        let from = self.current();
        let mut target = |c: &Case| SwitchCase {
            lo: ty.wrap(c.lo),
            hi: ty.wrap(c.hi),
            target: self.case_edge(c.label, false, span),
        };
        let targets: Vec<SwitchCase> = cases.iter().map(&mut target).collect();
        let default = match default {
            Some(label) => self.case_edge(label, true, span),
            None => self.edge_out(exit, span),
        };
        self.resume(from);
        let kind = match value {
            Operand::Int(f, bits) => {
                let inside = |c: &&SwitchCase| !f.less(bits, c.lo) && !f.less(c.hi, bits);
                TermKind::Goto(targets.iter().find(inside).map_or(default, |c| c.target))
            }
            _ if targets.is_empty() => TermKind::Goto(default),
            _ => TermKind::Switch { value, ty, cases: targets, default },
        };
        self.terminate(kind, span);
    }

    pub fn edge_to(&mut self, label: LabelId, span: Span) -> BlockId {
        let target = self.label_block(label);
        if !self.crosses_slots(label) {
            return target;
        }
        let edge = self.new_block();
        self.start(edge);
        self.cross_scopes(label, span);
        self.goto(target, span);
        edge
    }

    /// Out of the body's scope, where no case matches.
    fn edge_out(&mut self, exit: BlockId, span: Span) -> BlockId {
        let edge = self.new_block();
        self.start(edge);
        self.count_no_label(span);
        let depth = self.targets.last().map_or(0, |t| t.depth);
        self.leave_scopes(depth, span);
        self.goto(exit, span);
        edge
    }

    fn label_block(&mut self, label: LabelId) -> BlockId {
        if let Some(&block) = self.label_blocks.get(&label) {
            return block;
        }
        let block = self.new_block();
        self.label_blocks.insert(label, block);
        block
    }

    fn label(&mut self, label: LabelId, span: Span) {
        let block = self.label_block(label);
        self.fall_into(block, span);
        self.pass_label(label);
        let name = self.body.labels[label].name;
        let is_error = |n: &Symbol| self.cx.opts.checks.errors && self.cx.syms.error_labels.contains(n);
        if let Some(name) = name.filter(is_error) {
            let text = format!("error label {} reached", self.cx.session.interner.name(name));
            self.assert(Rvalue::Use(Operand::FALSE), PropertyKind::Error, text, span);
        }
    }

    fn return_stmt(&mut self, value: Option<ExprId>, span: Span) {
        let ret = self.out.ret;
        let operand = match value {
            None => None,
            Some(e) if ret.is_some() => Some(self.value(e)),
            Some(e) => {
                match self.out.result_ptr {
                    Some(ptr) => self.record_into(e, Operand::Var(ptr), false),
                    None => self.discard(e),
                }
                None
            }
        };
        self.leave_function(span);
        self.check_may_return(span);
        let operand = match (operand, ret) {
            (None, Some(ty)) if self.is_live() => {
                // `return;` in a function with a result: indeterminate.
                self.assert_result(span);
                let var = self.temp(ty);
                self.emit(InstKind::DeclVar(var), span, Role::Glue);
                Some(Operand::Var(var))
            }
            (operand, _) => operand,
        };
        self.terminate(TermKind::Return(operand), span);
    }

    /// Outputs become arbitrary; inputs are evaluated for their checks.
    fn asm(&mut self, outputs: &[ExprId], inputs: &[ExprId], span: Span) {
        for &e in inputs {
            self.discard(e);
        }
        for &e in outputs {
            let ty = self.expr(e).ty.ty;
            let source = self.cx.syms.asm;
            match self.place(e, Access::Use) {
                Place::Reg(dst) => {
                    let ty = self.out.vars[dst].ty;
                    self.emit(InstKind::Nondet { dst, ty, source }, span, Role::User);
                }
                Place::Mem { addr, bits: None } => {
                    let ptr = self.address(addr, span);
                    let size = self.size_const(self.size_of(ty));
                    self.emit(InstKind::Havoc { ptr, size, by: Writer::Program }, span, Role::User);
                }
                place @ Place::Mem { bits: Some(_), .. } => {
                    let ir_ty = self.ty_of(ty);
                    let dst = self.temp(ir_ty);
                    self.emit(InstKind::Nondet { dst, ty: ir_ty, source }, span, Role::User);
                    self.store(place, ty, Operand::Var(dst), span);
                }
                Place::Value(_) => {}
            }
        }
    }
}

/// The last character of a span: the closing brace of a block.
fn end_of(span: Span) -> Span {
    if span.is_none() { span } else { Span::new(span.hi.saturating_sub(1).max(span.lo), span.hi) }
}
