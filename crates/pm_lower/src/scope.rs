//! Lifetimes of locals, and jumps between scopes.
//!
//! A local in memory lives from the entry of its block to its exit. Where no label stands in a block, a declaration is
//! passed once for every entry, and the lifetime may as well begin there. Blocks with labels can be entered by jumps past
//! declarations: their slots begin at the block's entry, and on every edge that jumps in. For this, `prescan` finds the
//! blocks with labels before they are lowered; it need not look into expressions, since nothing jumps into a statement
//! expression from outside. Locals in registers are made indeterminate at the same places where a jump may pass their declaration,
//! so that a register is declared on every way to a read of it.

use crate::function::{FnLower, Storage};
use pm_base::Span;
use pm_ir::{BlockId, InstKind, Operand, Role, SlotId, VarId};
use pm_sema::hir::{self, LabelId, LocalId, StmtId, StmtKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// A block that contains labels; 0 is none.
type LabelledId = u32;

#[derive(Default)]
pub(crate) struct Scopes {
    /// Blocks with labels, as numbers from 1.
    labelled: FxHashMap<StmtId, LabelledId>,
    /// By number: the surrounding block with labels, and the block.
    parents: Vec<(LabelledId, StmtId)>,
    labels: FxHashMap<LabelId, LabelledId>,
    /// Locals whose declarations a jump may pass: a label stands behind them in their block.
    passed: FxHashSet<LocalId>,
    /// The open scopes, from the outermost.
    active: Vec<Active>,
    /// Scopes opened so far.
    opened: u32,
    /// Variable length arrays declared so far; by label that was passed, those before it.
    vlas: u32,
    vlas_before: FxHashMap<LabelId, u32>,
    /// Blocks that end the lifetimes of a scope (with so many of them begun) on the way to a target.
    exits: FxHashMap<(BlockId, u32, usize), BlockId>,
}

/// Jumps that end more lifetimes share the code for it with others, so that the output stays linear.
const INLINE_CLEANUPS: usize = 16;

struct Active {
    /// Tells scopes apart, also those that are closed.
    serial: u32,
    labelled: LabelledId,
    /// A label in this block was passed: a declaration may be reached for the second time.
    label_passed: bool,
    cleanups: Vec<Cleanup>,
}

#[derive(Clone, Copy)]
enum Cleanup {
    Slot(SlotId),
    /// The last is its number in the function.
    Vla(VarId, u32),
}

impl FnLower<'_, '_> {
    /// Finds the labels under a statement.
    pub fn prescan(&mut self, root: StmtId) {
        // A block is entered on the way down (`None`) and numbered when its first label is met.
        let mut open: Vec<(StmtId, LabelledId)> = Vec::new();
        // Locals that were declared so far in each of them, but for those that are known to be passed.
        let mut declared: Vec<Vec<LocalId>> = Vec::new();
        // By open `switch`, the blocks that are open around it.
        let mut switches: Vec<usize> = Vec::new();
        enum Step {
            Visit(StmtId),
            LeaveBlock,
            LeaveSwitch,
        }
        let mut work = vec![Step::Visit(root)];
        while let Some(step) = work.pop() {
            let id = match step {
                Step::Visit(id) => id,
                Step::LeaveBlock => {
                    open.pop();
                    declared.pop();
                    continue;
                }
                Step::LeaveSwitch => {
                    switches.pop();
                    continue;
                }
            };
            match &self.body.stmts[id].kind {
                StmtKind::Block { stmts, .. } => {
                    open.push((id, 0));
                    declared.push(Vec::new());
                    work.push(Step::LeaveBlock);
                    work.extend(stmts.iter().rev().map(|s| Step::Visit(*s)));
                }
                StmtKind::If { then, els, .. } => {
                    work.extend(els.iter().map(|s| Step::Visit(*s)));
                    work.push(Step::Visit(*then));
                }
                StmtKind::While { body, .. } | StmtKind::DoWhile { body, .. } | StmtKind::For { body, .. } => {
                    work.push(Step::Visit(*body))
                }
                StmtKind::Switch { body, .. } => {
                    switches.push(open.len());
                    work.push(Step::LeaveSwitch);
                    work.push(Step::Visit(*body));
                }
                StmtKind::Decl { local, .. } => {
                    if let Some(block) = declared.last_mut() {
                        block.push(*local);
                    }
                }
                StmtKind::Label(label) => {
                    let scope = self.scopes.number(&mut open);
                    self.scopes.labels.insert(*label, scope);
                    // Jumps to a case begin at its `switch`, others may begin anywhere.
                    let is_case = self.body.labels[*label].name.is_none();
                    let around = if is_case { switches.last().copied().unwrap_or(0) } else { 0 };
                    for locals in &mut declared[around..] {
                        self.scopes.passed.extend(locals.drain(..));
                    }
                }
                StmtKind::Empty
                | StmtKind::Expr(_)
                | StmtKind::VlaLen { .. }
                | StmtKind::VlaDecl { .. }
                | StmtKind::Goto(_)
                | StmtKind::Break
                | StmtKind::Continue
                | StmtKind::Return(_)
                | StmtKind::Asm { .. } => {}
            }
        }
    }

    pub fn scope_depth(&self) -> usize {
        self.scopes.active.len()
    }

    /// Opens the scope of a block and begins the lifetimes that begin at its entry.
    pub fn open_scope(&mut self, block: StmtId, locals: &[LocalId], span: Span) {
        let labelled = self.scopes.labelled.get(&block).copied().unwrap_or(0);
        self.scopes.opened += 1;
        let serial = self.scopes.opened;
        self.scopes.active.push(Active { serial, labelled, label_passed: false, cleanups: Vec::new() });
        for &local in locals {
            // Compound literals have no declaration statement: they begin with the block, too.
            let hir::Local { name, is_temporary, .. } = self.body.locals[local];
            if (labelled != 0 || name.is_none()) && !is_temporary {
                self.begin_slot(local, span);
            }
            self.begin_register(local, span);
        }
    }

    /// Ends the scope where control falls out of it.
    pub fn close_scope(&mut self, span: Span) {
        let depth = self.scope_depth() - 1;
        self.leave_scopes(depth, span);
        self.scopes.active.pop();
    }

    /// Ends the lifetimes of all scopes above `depth`; the scopes stay open for the code that follows.
    pub fn leave_scopes(&mut self, depth: usize, span: Span) {
        if !self.is_live() {
            return;
        }
        for at in (depth..self.scopes.active.len()).rev() {
            self.end_lifetimes(at, span);
        }
    }

    fn end_lifetimes(&mut self, at: usize, span: Span) {
        for i in (0..self.scopes.active[at].cleanups.len()).rev() {
            let kind = match self.scopes.active[at].cleanups[i] {
                Cleanup::Slot(slot) => InstKind::Dead(slot),
                Cleanup::Vla(var, _) => InstKind::Release { ptr: Operand::Var(var) },
            };
            self.emit(kind, span, Role::Glue);
        }
    }

    /// Do only a few lifetimes end where the scopes above `depth` are left?
    fn has_few_cleanups(&self, depth: usize) -> bool {
        self.scopes.active[depth..].iter().map(|s| s.cleanups.len()).sum::<usize>() <= INLINE_CLEANUPS
    }

    /// Jumps to `target`, out of all scopes above `depth`.
    pub fn jump_out(&mut self, depth: usize, target: BlockId, span: Span) {
        if !self.is_live() {
            return;
        }
        if self.has_few_cleanups(depth) {
            self.leave_scopes(depth, span);
            return self.goto(target, span);
        }
        let from = self.current();
        let mut next = target;
        let mut missing = Vec::new();
        for at in (depth..self.scopes.active.len()).rev() {
            let scope = &self.scopes.active[at];
            let key = (target, scope.serial, scope.cleanups.len());
            if let Some(&block) = self.scopes.exits.get(&key) {
                next = block;
                break;
            }
            missing.push((at, key));
        }
        for (at, key) in missing.into_iter().rev() {
            let block = self.new_block();
            self.start(block);
            self.end_lifetimes(at, span);
            self.goto(next, span);
            self.scopes.exits.insert(key, block);
            next = block;
        }
        self.resume(from);
        self.goto(next, span);
    }

    /// Ends all lifetimes before a return, unless there are many: the return itself ends them, too.
    pub fn leave_function(&mut self, span: Span) {
        if self.has_few_cleanups(0) {
            self.leave_scopes(0, span);
        }
    }

    /// Jumps to a label whose block is `target`.
    pub fn jump_to_label(&mut self, label: LabelId, target: BlockId, span: Span) {
        let scope = self.scopes.labels.get(&label).copied().unwrap_or(0);
        let (depth, entered) = self.scopes.path_to(scope);
        if entered.is_empty() {
            self.end_later_vlas(label, depth, span);
            self.jump_out(depth, target, span);
        } else {
            self.cross_scopes(label, span);
            self.goto(target, span);
        }
    }

    /// The declaration of a local is passed. `initialised`: as a whole, right after.
    pub fn declare_local(&mut self, local: LocalId, initialised: bool, span: Span) {
        let labelled = self.scopes.active.last().is_some_and(|s| s.labelled != 0);
        let begun = labelled || self.body.locals[local].name.is_none();
        let again = self.scopes.active.last().is_some_and(|s| s.label_passed);
        match self.storage(local) {
            Storage::Var(var) => {
                if !initialised {
                    self.emit(InstKind::DeclVar(var), span, Role::Glue);
                }
            }
            Storage::Slot(slot) if begun => {
                if again && !initialised {
                    self.emit(InstKind::Dead(slot), span, Role::Glue);
                    self.emit(InstKind::Decl(slot), span, Role::Glue);
                }
            }
            Storage::Slot(slot) => {
                self.out.initialised[slot.0 as usize] = initialised;
                self.begin_slot(local, span);
            }
            Storage::None | Storage::Behind(_) | Storage::Value(_) => {}
        }
    }

    /// A variable length array lives from here to the end of the scope.
    pub fn declare_vla(&mut self, var: VarId) {
        if let Some(scope) = self.scopes.active.last_mut() {
            scope.cleanups.push(Cleanup::Vla(var, self.scopes.vlas));
            self.scopes.vlas += 1;
        }
    }

    /// Variable length arrays of scopes that a jump to `label` does not leave, but goes back before their declaration: they live no longer (C11 6.2.4p7).
    fn later_vlas(&self, label: LabelId, depth: usize) -> Vec<VarId> {
        let before = match self.scopes.vlas_before.get(&label) {
            Some(before) if *before < self.scopes.vlas => *before,
            _ => return Vec::new(),
        };
        let later = |c: &Cleanup| match c {
            Cleanup::Vla(var, number) => (*number >= before).then_some(*var),
            Cleanup::Slot(_) => None,
        };
        self.scopes.active[..depth].iter().flat_map(|s| &s.cleanups).filter_map(later).collect()
    }

    fn end_later_vlas(&mut self, label: LabelId, depth: usize, span: Span) {
        if self.is_live() {
            for var in self.later_vlas(label, depth) {
                self.emit(InstKind::Release { ptr: Operand::Var(var) }, span, Role::Glue);
            }
        }
    }

    fn begin_slot(&mut self, local: LocalId, span: Span) {
        if self.types().size_of(self.body.locals[local].ty.ty).is_none() {
            return;
        }
        if let Storage::Slot(slot) = self.storage(local) {
            self.emit(InstKind::Decl(slot), span, Role::Glue);
            if let Some(scope) = self.scopes.active.last_mut() {
                scope.cleanups.push(Cleanup::Slot(slot));
            }
        }
    }

    /// A record value that is no lvalue, as an object: it lives to the end of the full expression (C11 6.2.4p8).
    pub fn begin_temporary(&mut self, local: LocalId, span: Span) {
        if let Storage::Slot(slot) = self.storage(local)
            && self.body.locals[local].is_temporary
        {
            self.emit(InstKind::Decl(slot), span, Role::Glue);
            self.temporaries.push(slot);
        }
    }

    /// A full expression ends: those made since there were `mark` end with it. Some may not have begun.
    pub fn end_temporaries(&mut self, mark: usize, span: Span) {
        let ended = self.temporaries.split_off(mark.min(self.temporaries.len()));
        self.end_slots(&ended, span);
    }

    pub fn end_slots(&mut self, slots: &[SlotId], span: Span) {
        if self.is_live() {
            slots.iter().for_each(|slot| self.emit(InstKind::Dead(*slot), span, Role::Glue));
        }
    }

    /// A local in a register whose declaration may be passed is indeterminate from here on.
    fn begin_register(&mut self, local: LocalId, span: Span) {
        if self.scopes.passed.contains(&local)
            && let Storage::Var(var) = self.storage(local)
        {
            self.emit(InstKind::DeclVar(var), span, Role::Glue);
        }
    }

    /// Control passes a label of the innermost scope, and with it of those around it.
    pub fn pass_label(&mut self, label: LabelId) {
        self.scopes.vlas_before.insert(label, self.scopes.vlas);
        self.scopes.active.iter_mut().rev().take_while(|s| !s.label_passed).for_each(|s| s.label_passed = true);
    }

    /// Ends and begins the lifetimes that a jump to `label` ends and begins.
    pub fn cross_scopes(&mut self, label: LabelId, span: Span) {
        let target = self.scopes.labels.get(&label).copied().unwrap_or(0);
        let (depth, entered) = self.scopes.path_to(target);
        self.end_later_vlas(label, depth, span);
        self.leave_scopes(depth, span);
        for block in entered {
            let StmtKind::Block { locals, .. } = &self.body.stmts[block].kind else { continue };
            for &local in locals {
                if let Storage::Slot(slot) = self.storage(local)
                    && !self.body.locals[local].is_temporary
                {
                    self.emit(InstKind::Decl(slot), span, Role::Glue);
                }
                self.begin_register(local, span);
            }
        }
    }

    /// Does a jump to `label` end or begin lifetimes?
    pub fn crosses_slots(&self, label: LabelId) -> bool {
        let target = self.scopes.labels.get(&label).copied().unwrap_or(0);
        let (depth, entered) = self.scopes.path_to(target);
        let has_locals = |block: &StmtId| match &self.body.stmts[*block].kind {
            StmtKind::Block { locals, .. } => !locals.is_empty(),
            _ => false,
        };
        self.scopes.active[depth..].iter().any(|s| !s.cleanups.is_empty())
            || entered.iter().any(has_locals)
            || !self.later_vlas(label, depth).is_empty()
    }
}

impl Scopes {
    /// The number of the innermost open block; numbers its surroundings where they have none.
    fn number(&mut self, open: &mut [(StmtId, LabelledId)]) -> LabelledId {
        let unnumbered = open.iter().rposition(|(_, n)| *n != 0).map_or(0, |i| i + 1);
        for i in unnumbered..open.len() {
            let parent = if i == 0 { 0 } else { open[i - 1].1 };
            self.parents.push((parent, open[i].0));
            open[i].1 = self.parents.len() as LabelledId;
            self.labelled.insert(open[i].0, open[i].1);
        }
        open.last().map_or(0, |(_, n)| *n)
    }

    /// How many open scopes a jump into block `target` stays in, and the blocks that it enters, from the outermost.
    fn path_to(&self, target: LabelledId) -> (usize, Vec<StmtId>) {
        let mut entered = Vec::new();
        let mut at = target;
        while at != 0 {
            if let Some(i) = self.active.iter().rposition(|s| s.labelled == at) {
                entered.reverse();
                return (i + 1, entered);
            }
            let (parent, block) = self.parents[at as usize - 1];
            entered.push(block);
            at = parent;
        }
        entered.reverse();
        (0, entered)
    }
}
