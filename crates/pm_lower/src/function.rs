//! One function under construction: its blocks, variables and slots, and where the locals live.
//!
//! Code after a jump is not emitted until the next block starts. Blocks are laid out in the order in which they are
//! started, which is the order of the source.

use crate::choices::Look;
use crate::coverage::Deciding;
use crate::program::{self, Cx, is_record, scalar_ty};
use crate::scope::Scopes;
use pm_base::num::IntFormat;
use pm_base::{IndexVec, Span, Symbol};
use pm_ir::coverage::Coverage;
use pm_ir::{
    Base, BlockId, FuncId, Inst, InstKind, Operand, PropId, PropertyKind, Role, Rvalue, Slot, SlotId, StorageKind,
    Stub, TermKind, Terminator, Ty, Var, VarId,
};
use pm_sema::hir::{self, ExprId, LabelId, LocalId};
use pm_sema::types::{QualType, TypeId, TypeTable, VlaId};
use rustc_hash::FxHashMap;

/// A function with unordered blocks, before the checks.
pub(crate) struct RawFunction {
    pub name: Symbol,
    /// The function that the ids of its properties name.
    pub label: Symbol,
    /// That function where it is another one: of what the start function checks, the entry.
    pub owner: Option<FuncId>,
    pub params: Vec<VarId>,
    pub ret: Option<Ty>,
    pub variadic: bool,
    pub vars: IndexVec<VarId, Var>,
    pub slots: IndexVec<SlotId, Slot>,
    /// Slots that are given a value as a whole wherever their lifetime begins.
    pub initialised: Vec<bool>,
    pub blocks: IndexVec<BlockId, RawBlock>,
    pub order: Vec<BlockId>,
    pub unwind_bounds: Vec<(BlockId, u32)>,
    /// Properties that the program asks for; `PropId`s of its assertions index this until the check pass.
    pub pending: Vec<PendingProperty>,
    /// The assertion that the end is not reached without a result. It counts only where all calls use the result.
    pub no_result: Option<PropId>,
    /// Its events are indices into `pending` until the check pass.
    pub coverage: Coverage,
    /// Points to where the result goes.
    pub result_ptr: Option<VarId>,
    pub is_model: bool,
    pub stub: Stub,
    pub span: Span,
}

#[derive(Default)]
pub(crate) struct RawBlock {
    pub insts: Vec<Inst>,
    pub term: Option<Terminator>,
}

pub(crate) struct PendingProperty {
    pub kind: PropertyKind,
    pub text: String,
    pub span: Span,
    pub goes_on: bool,
    /// `None`: made of the function, the kind and a number.
    pub id: Option<String>,
    /// The property that it became in the check pass.
    pub made: Option<PropId>,
}

impl RawFunction {
    pub fn new(name: Symbol, ret: Option<Ty>, is_model: bool, span: Span) -> Self {
        RawFunction {
            name,
            label: name,
            owner: None,
            params: Vec::new(),
            ret,
            variadic: false,
            vars: IndexVec::new(),
            slots: IndexVec::new(),
            initialised: Vec::new(),
            blocks: IndexVec::new(),
            order: Vec::new(),
            unwind_bounds: Vec::new(),
            pending: Vec::new(),
            no_result: None,
            coverage: Coverage::default(),
            result_ptr: None,
            is_model,
            stub: Stub::No,
            span,
        }
    }
}

/// Where a local lives.
#[derive(Clone, Copy)]
pub(crate) enum Storage {
    /// Not met so far.
    None,
    Var(VarId),
    Slot(SlotId),
    /// A variable length array, behind this pointer.
    Behind(VarId),
    /// A parameter that stands for an argument of a call, while preconditions are lowered at the caller.
    Value(Operand),
}

/// Where `break` and `continue` go, and how many scopes are open there.
pub(crate) struct JumpTarget {
    pub break_to: BlockId,
    pub continue_to: Option<BlockId>,
    pub depth: usize,
}

pub(crate) struct FnLower<'c, 'p> {
    pub cx: &'c mut Cx<'p>,
    pub func: Option<&'p hir::Func>,
    /// Lives while the function is lowered.
    pub body: &'c hir::Body,
    pub out: RawFunction,
    pub locals: Vec<Storage>,
    pub label_blocks: FxHashMap<LabelId, BlockId>,
    pub vlas: FxHashMap<VlaId, VarId>,
    pub scopes: Scopes,
    pub targets: Vec<JumpTarget>,
    /// Objects of record values that end with the full expression at hand.
    pub temporaries: Vec<SlotId>,
    first_uses: Option<FxHashMap<LocalId, ExprId>>,
    /// The hidden last parameter.
    pub va_area: Option<VarId>,
    cur: BlockId,
    /// Control can come to the end of `cur`.
    live: bool,
    free_temps: FxHashMap<Ty, Vec<VarId>>,
    used_temps: Vec<VarId>,
    /// While preconditions are lowered at a caller: the call's span, and no checks.
    pub borrowed: Option<Span>,
    /// What was lowered last asks whether an access is valid.
    pub speaks_of_memory: bool,
    /// It asks whether two pointers point into one object.
    pub speaks_of_objects: bool,
    /// How much of the value of an expression is looked at; for what is lowered next.
    pub look: Option<(ExprId, Look)>,
    /// By first argument of a call that says that an assertion fails: the property of the test in front of it.
    pub announced: FxHashMap<ExprId, PropId>,
    /// The test that comes next is that of an assertion.
    pub tests_assertion: bool,
    /// The decision that is being evaluated, where coverage counts it.
    pub deciding: Option<Deciding>,
}

impl<'c, 'p> FnLower<'c, 'p> {
    pub fn new(cx: &'c mut Cx<'p>, func: &'p hir::Func, body: &'c hir::Body) -> Self {
        let ret = cx.fn_type(func.ty).and_then(|f| program::return_ty(&cx.hir.types, f));
        let out = RawFunction::new(func.name, ret, func.is_model, func.span);
        Self::with(cx, Some(func), body, out)
    }

    /// A function that stands nowhere in the source; `body` is only there to be looked into by expressions.
    pub fn with(cx: &'c mut Cx<'p>, func: Option<&'p hir::Func>, body: &'c hir::Body, out: RawFunction) -> Self {
        let mut this = FnLower {
            cx,
            func,
            body,
            out,
            locals: vec![Storage::None; body.locals.len()],
            label_blocks: FxHashMap::default(),
            vlas: FxHashMap::default(),
            scopes: Scopes::default(),
            targets: Vec::new(),
            temporaries: Vec::new(),
            first_uses: None,
            va_area: None,
            cur: BlockId(0),
            live: false,
            free_temps: FxHashMap::default(),
            used_temps: Vec::new(),
            borrowed: None,
            speaks_of_memory: false,
            speaks_of_objects: false,
            look: None,
            announced: FxHashMap::default(),
            tests_assertion: false,
            deciding: None,
        };
        let entry = this.new_block();
        this.start(entry);
        this
    }

    pub fn run(mut self) -> RawFunction {
        self.parameters();
        if self.cx.is_error_function(self.out.name) {
            // Called through a pointer.
            self.error(self.out.name, self.out.span);
            return self.out;
        }
        let root = self.body.root;
        self.prescan(root);
        self.stmt(root);
        self.fall_off_end();
        self.out
    }

    /// Parameters that live in memory are copied into slots of their own.
    fn parameters(&mut self) {
        let Some(f) = self.func.and_then(|f| self.cx.fn_type(f.ty)) else { return };
        if is_record(self.types(), f.ret.ty) {
            let var = self.fresh_var(Ty::Ptr, StorageKind::Temp);
            self.out.params.push(var);
            self.out.result_ptr = Some(var);
        }
        for &id in &self.body.params {
            self.parameter(id);
        }
        if f.variadic {
            let var = self.fresh_var(Ty::Ptr, StorageKind::Temp);
            self.out.params.push(var);
            self.out.variadic = true;
            self.va_area = Some(var);
        }
    }

    fn parameter(&mut self, id: LocalId) {
        let local = &self.body.locals[id];
        let ty = scalar_ty(self.types(), local.ty.ty);
        let cty = ty.is_some().then_some(local.ty);
        let var = self.out.vars.push(Var {
            name: local.name,
            ty: ty.unwrap_or(Ty::Ptr),
            cty,
            kind: StorageKind::Param,
            span: local.span,
        });
        self.out.params.push(var);
        if !local.in_memory && ty.is_some() {
            self.locals[id.0 as usize] = Storage::Var(var);
            return;
        }
        let slot = self.local_slot(id, StorageKind::Param);
        self.out.initialised[slot.0 as usize] = true;
        self.locals[id.0 as usize] = Storage::Slot(slot);
        self.emit(InstKind::Decl(slot), local.span, Role::Glue);
        let dst = Operand::Addr(Base::Slot(slot), 0);
        match ty {
            Some(ty) => self.emit(InstKind::Store { ty, ptr: dst, value: Operand::Var(var) }, local.span, Role::Glue),
            None => self.copy(dst, Operand::Var(var), self.size_of(local.ty.ty), local.span, Role::Glue),
        }
    }

    /// The closing brace: `main` returns 0, other functions an indeterminate value.
    fn fall_off_end(&mut self) {
        let span = self.body.end;
        self.check_may_return(span);
        let value = match self.out.ret {
            None => {
                if self.live && self.out.result_ptr.is_some() {
                    self.assert_result(span);
                }
                None
            }
            Some(Ty::Int(f)) if self.out.name == self.cx.syms.main => Some(Operand::Int(f, 0)),
            Some(ty) if self.live => {
                self.assert_result(span);
                let var = self.fresh_var(ty, StorageKind::Temp);
                self.emit(InstKind::DeclVar(var), span, Role::Glue);
                Some(Operand::Var(var))
            }
            Some(_) => return,
        };
        self.terminate(TermKind::Return(value), span);
    }

    /// A result is missing here, which is undefined where the caller uses it.
    pub fn assert_result(&mut self, span: Span) {
        if self.cx.opts.checks.unreachable && !self.out.is_model {
            let text = "end of a function whose result is used".to_string();
            let prop = self.out.no_result.unwrap_or_else(|| self.pending(PropertyKind::Unreachable, text, span));
            self.out.no_result = Some(prop);
            self.emit(InstKind::Assert { cond: Rvalue::Use(Operand::FALSE), prop }, span, Role::Glue);
        }
    }

    /// A `noreturn` function returns.
    pub fn check_may_return(&mut self, span: Span) {
        if self.cx.opts.checks.unreachable && !self.out.is_model && self.func.is_some_and(|f| f.noreturn) {
            let text = "a function that is declared noreturn returns".to_string();
            self.assert(Rvalue::Use(Operand::FALSE), PropertyKind::Unreachable, text, span);
        }
    }

    // ---- blocks and instructions ----------------------------------------------------------------------------------

    pub fn new_block(&mut self) -> BlockId {
        self.out.blocks.push(RawBlock::default())
    }

    /// What is emitted next goes into `block`.
    pub fn start(&mut self, block: BlockId) {
        self.cur = block;
        self.live = true;
        self.out.order.push(block);
    }

    /// Goes on at the end of a block that was left without terminator.
    pub fn resume(&mut self, block: BlockId) {
        self.cur = block;
        self.live = true;
    }

    /// Falls through into `block`.
    pub fn fall_into(&mut self, block: BlockId, span: Span) {
        self.goto(block, span);
        self.start(block);
    }

    pub fn is_live(&self) -> bool {
        self.live
    }

    pub fn current(&self) -> BlockId {
        self.cur
    }

    pub fn emit(&mut self, kind: InstKind, span: Span, role: Role) {
        if !self.live {
            return;
        }
        let (span, role) = match self.borrowed {
            Some(span) => (span, Role::Glue),
            None => (span, role),
        };
        let cur = self.cur;
        self.out.blocks[cur].insts.push(Inst { kind, span, role });
    }

    pub fn terminate(&mut self, kind: TermKind, span: Span) {
        if !self.live {
            return;
        }
        self.live = false;
        let cur = self.cur;
        self.out.blocks[cur].term = Some(Terminator { kind, span: self.borrowed.unwrap_or(span) });
    }

    pub fn goto(&mut self, block: BlockId, span: Span) {
        self.terminate(TermKind::Goto(block), span);
    }

    pub fn branch(&mut self, cond: Operand, then: BlockId, els: BlockId, span: Span) {
        let kind = match cond {
            Operand::Int(_, bits) => TermKind::Goto(if bits != 0 { then } else { els }),
            _ if then == els => TermKind::Goto(then),
            _ => TermKind::Branch { cond, then, els },
        };
        self.terminate(kind, span);
    }

    /// Asserts a property of the program itself (not of the check pass).
    pub fn assert(&mut self, cond: Rvalue, kind: PropertyKind, text: String, span: Span) {
        if self.live {
            let prop = self.pending(kind, text, span);
            self.emit(InstKind::Assert { cond, prop }, span, Role::Glue);
        }
    }

    pub fn pending(&mut self, kind: PropertyKind, text: String, span: Span) -> PropId {
        let span = self.borrowed.unwrap_or(span);
        self.out.pending.push(PendingProperty { kind, text, span, goes_on: false, id: None, made: None });
        PropId(self.out.pending.len() as u32 - 1)
    }

    pub fn assign(&mut self, dst: VarId, value: Rvalue, span: Span, role: Role) {
        if value != Rvalue::Use(Operand::Var(dst)) {
            self.emit(InstKind::Assign { dst, value }, span, role);
        }
    }

    /// The value as an operand; computed into a temporary where it is not one.
    pub fn operand(&mut self, value: Rvalue, ty: Ty, span: Span, role: Role) -> Operand {
        match value {
            Rvalue::Use(op) => op,
            value => self.in_temp(value, ty, span, role),
        }
    }

    pub fn in_temp(&mut self, value: Rvalue, ty: Ty, span: Span, role: Role) -> Operand {
        let dst = self.temp(ty);
        self.emit(InstKind::Assign { dst, value }, span, role);
        Operand::Var(dst)
    }

    pub fn copy(&mut self, dst: Operand, src: Operand, size: u64, span: Span, role: Role) {
        if size > 0 && dst != src {
            let size = self.size_const(size);
            self.emit(InstKind::Copy { dst, src, size }, span, role);
        }
    }

    // ---- variables and slots --------------------------------------------------------------------------------------

    pub fn fresh_var(&mut self, ty: Ty, kind: StorageKind) -> VarId {
        self.out.vars.push(Var { name: None, ty, cty: None, kind, span: self.out.span })
    }

    /// A temporary of the current statement.
    pub fn temp(&mut self, ty: Ty) -> VarId {
        let var = match self.free_temps.get_mut(&ty).and_then(Vec::pop) {
            Some(var) => var,
            None => self.fresh_var(ty, StorageKind::Temp),
        };
        self.used_temps.push(var);
        var
    }

    /// Temporaries made after `mark_temps` may be used again for others.
    pub fn mark_temps(&self) -> usize {
        self.used_temps.len()
    }

    pub fn release_temps(&mut self, mark: usize) {
        for var in self.used_temps.drain(mark..) {
            self.free_temps.entry(self.out.vars[var].ty).or_default().push(var);
        }
    }

    pub fn new_slot(&mut self, slot: Slot) -> SlotId {
        self.out.initialised.push(false);
        self.out.slots.push(slot)
    }

    fn local_slot(&mut self, id: LocalId, kind: StorageKind) -> SlotId {
        let local = &self.body.locals[id];
        let size = self.size_of(local.ty.ty);
        let (name, cty, align, span) = (local.name, Some(local.ty), local.align, local.span);
        self.new_slot(Slot { name, cty, size, align, kind, span })
    }

    /// A nameless object that begins to live here.
    pub fn temp_slot(&mut self, size: u64, align: u32, cty: Option<QualType>, span: Span) -> SlotId {
        let slot = self.new_slot(Slot { name: None, cty, size, align, kind: StorageKind::Temp, span });
        self.out.initialised[slot.0 as usize] = true;
        self.emit(InstKind::Decl(slot), span, Role::Glue);
        slot
    }

    /// The first expression of the text that names a local.
    pub fn first_use(&mut self, local: LocalId) -> Option<ExprId> {
        let body = self.body;
        let found = self.first_uses.get_or_insert_with(|| {
            let mut found = FxHashMap::default();
            for (id, e) in body.exprs.iter_ids() {
                if let hir::ExprKind::Local(named) = e.kind {
                    found.entry(named).or_insert(id);
                }
            }
            found
        });
        found.get(&local).copied()
    }

    /// Where a local lives; decided when it is first met.
    pub fn storage(&mut self, id: LocalId) -> Storage {
        if let Storage::None = self.locals[id.0 as usize] {
            let local = &self.body.locals[id];
            let storage = match scalar_ty(self.types(), local.ty.ty) {
                Some(ty) if !local.in_memory => Storage::Var(self.out.vars.push(Var {
                    name: local.name,
                    ty,
                    cty: Some(local.ty),
                    kind: StorageKind::Local,
                    span: local.span,
                })),
                _ => Storage::Slot(self.local_slot(id, StorageKind::Local)),
            };
            self.locals[id.0 as usize] = storage;
        }
        self.locals[id.0 as usize]
    }

    // ---- types and constants --------------------------------------------------------------------------------------

    pub fn types(&self) -> &'p TypeTable {
        &self.cx.hir.types
    }

    pub fn expr(&self, id: ExprId) -> &'c hir::Expr {
        &self.body.exprs[id]
    }

    /// The IR type of an expression's value.
    pub fn ty_of(&self, ty: TypeId) -> Ty {
        scalar_ty(self.types(), ty).unwrap_or(Ty::Ptr)
    }

    pub fn size_of(&self, ty: TypeId) -> u64 {
        self.types().size_of(ty).unwrap_or(0)
    }

    /// Bytes that an access of the type touches.
    pub fn access_size(&self, ty: Ty) -> u64 {
        ty.access_size(self.types().pointer_size())
    }

    pub fn size_format(&self) -> IntFormat {
        IntFormat::new(self.types().pointer_size() as u8 * 8, false)
    }

    pub fn offset_format(&self) -> IntFormat {
        IntFormat::new(self.types().pointer_size() as u8 * 8, true)
    }

    pub fn size_const(&self, size: u64) -> Operand {
        let f = self.size_format();
        Operand::Int(f, f.wrap(u128::from(size)))
    }

    pub fn offset_const(&self, offset: i64) -> Operand {
        let f = self.offset_format();
        Operand::Int(f, f.wrap(offset as i128 as u128))
    }

    pub fn abs(&self, address: u64) -> Operand {
        Operand::Abs(self.size_format().wrap(u128::from(address)) as u64)
    }
}

/// The zero of a type.
pub(crate) fn zero(ty: Ty) -> Operand {
    match ty {
        Ty::Int(f) => Operand::Int(f, 0),
        Ty::Float(f) => Operand::Float(f, 0),
        Ty::Ptr => Operand::NULL,
    }
}
