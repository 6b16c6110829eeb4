//! The program as a whole: which functions and globals become part of the IR, and under which ids.
//!
//! All functions and variables that the user defined are lowered. What belongs to library models, and what is only
//! declared, is part of the program only where something refers to it. References are queued, not followed at once, so
//! that long chains of globals need no stack.

use crate::arguments::{self, Table};
use crate::choices::{Choices, Look};
use crate::function::{FnLower, RawFunction};
use crate::results::Results;
use crate::{CheckOptions, LowerOptions, by_pointer, checks, entry, simplify};
use pm_base::{Diagnostic, Idx, IndexVec, Session, Span, Symbol};
use pm_ir::coverage::Coverage;
use pm_ir::{
    Base, FuncId, Function, Global, GlobalId, Inst, InstKind, Operand, PropId, Property, StorageKind, Stub, Ty, Var,
};
use pm_sema::hir;
use pm_sema::types::{ArrayLen, FnType, IntKind, TypeId, TypeKind, TypeTable};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// What the lowering of all functions shares.
pub(crate) struct Cx<'p> {
    pub hir: &'p hir::Program,
    /// Bodies that only their own function needs; each goes when it is lowered.
    bodies: Vec<Option<hir::Body>>,
    pub session: &'p mut Session,
    pub opts: &'p LowerOptions,
    /// The checks that are made somewhere in the program: what one of them looks at is kept.
    pub somewhere: CheckOptions,
    pub globals: IndexVec<GlobalId, Global>,
    pub funcs: IndexVec<FuncId, Function>,
    pub props: IndexVec<PropId, Property>,
    pub coverage: Coverage,
    /// Types of the arrays of string literals.
    pub str_types: IndexVec<hir::StrId, TypeId>,
    pub global_map: Vec<Option<GlobalId>>,
    pub func_map: Vec<Option<FuncId>>,
    pub str_map: Vec<Option<GlobalId>>,
    /// Literals with equal bytes are one object.
    pub str_of_bytes: FxHashMap<(u32, &'p [u8]), GlobalId>,
    pub global_queue: Vec<(hir::GlobalId, GlobalId)>,
    func_queue: VecDeque<(hir::FuncId, FuncId)>,
    /// Lowered functions that wait for their checks.
    pub raw: Vec<(FuncId, RawFunction)>,
    pub results: Results,
    pub byte_type: TypeId,
    /// Something is copied that may be indeterminate.
    pub has_copies: bool,
    /// Weak functions that nothing defines and whose address is taken.
    absent: FxHashSet<hir::FuncId>,
    pub stubs: crate::stub::Stubs,
    pub choices: Choices,
    /// `argv` and the third parameter of `main`, where they are arbitrary.
    pub tables: Vec<Table>,
    /// By library function.
    choosing: FxHashMap<hir::FuncId, FuncId>,
    pub numbers: checks::Numbers,
    pub syms: Symbols,
}

/// Names that lowering gives.
pub(crate) struct Symbols {
    pub empty: Symbol,
    pub asm: Symbol,
    pub nondet: Symbol,
    pub start: Symbol,
    pub main: Symbol,
    pub exit: Symbol,
    pub error_labels: Vec<Symbol>,
    /// Functions whose call is the error.
    pub errors: [Symbol; 2],
    /// Functions that report a failed assertion, with the position of the assertion's text among their arguments.
    pub assert_fail: Vec<(Symbol, usize)>,
}

impl Symbols {
    fn new(session: &mut Session, opts: &LowerOptions) -> Self {
        let mut intern = |name: &str| session.interner.intern(name);
        let assert_fail = [
            ("__assert_fail", 0),
            ("__assert", 0),
            ("_assert", 0),
            ("_wassert", 0),
            ("__assert_func", 3),
            ("__assert_rtn", 3),
        ];
        Symbols {
            empty: intern(""),
            asm: intern("asm"),
            nondet: intern("nondet"),
            start: intern("__pm_start"),
            main: intern("main"),
            exit: intern("exit"),
            error_labels: opts.error_labels.iter().map(|l| intern(l)).collect(),
            errors: [intern("reach_error"), intern("__VERIFIER_error")],
            assert_fail: assert_fail.iter().map(|(name, at)| (intern(name), *at)).collect(),
        }
    }
}

pub(crate) fn lower(mut hir: hir::Program, session: &mut Session, opts: &LowerOptions) -> Option<pm_ir::Program> {
    crate::refuse::refuse(&hir, session);
    let str_types = string_types(&mut hir);
    let argv_types = entry::ArgvTypes::new(&mut hir.types);
    let byte_type = hir.types.intern(TypeKind::Int(IntKind::Char));
    let choices = Choices::new(&hir, session);
    let bodies = take_bodies(&mut hir, session, opts);
    let (globals, funcs, props, coverage, entry) = {
        let mut cx = Cx::new(&hir, bodies, session, opts, (str_types, byte_type), choices);
        cx.add_tables(&argv_types);
        cx.add_user_definitions();
        cx.run_queues();
        // The entry comes last: whether `atexit` is used is known by then.
        let entry = entry::lower_entry(&mut cx, &argv_types)?;
        cx.run_queues();
        cx.make_stubs();
        cx.finish();
        (cx.globals, cx.funcs, cx.props, cx.coverage, entry)
    };
    if session.diags.has_errors() {
        return None;
    }
    Some(pm_ir::Program { types: hir.types, globals, funcs, entry, props, coverage })
}

/// The bodies apart from those that are looked into for other functions: of the models and of the entry.
fn take_bodies(hir: &mut hir::Program, session: &Session, opts: &LowerOptions) -> Vec<Option<hir::Body>> {
    let entry = session.interner.lookup(&opts.entry);
    let take = |f: &mut hir::Func| {
        let body = f.body.as_mut().filter(|_| !f.is_model && Some(f.name) != entry)?;
        Some(std::mem::replace(body, hir::Body::empty()))
    };
    hir.funcs.iter_mut().map(take).collect()
}

fn string_types(hir: &mut hir::Program) -> IndexVec<hir::StrId, TypeId> {
    let types = &mut hir.types;
    let array = |s: &hir::StrLit| {
        let size = types.size_of(s.elem).unwrap_or(1).max(1);
        let len = ArrayLen::Const(s.bytes.len() as u64 / size);
        types.intern(TypeKind::Array { elem: s.elem.into(), len })
    };
    hir.strings.iter().map(array).collect()
}

impl<'p> Cx<'p> {
    fn new(
        hir: &'p hir::Program,
        bodies: Vec<Option<hir::Body>>,
        session: &'p mut Session,
        opts: &'p LowerOptions,
        (str_types, byte_type): (IndexVec<hir::StrId, TypeId>, TypeId),
        choices: Choices,
    ) -> Self {
        let syms = Symbols::new(session, opts);
        Cx {
            hir,
            bodies,
            session,
            opts,
            somewhere: opts.somewhere(&hir.switches),
            globals: IndexVec::new(),
            funcs: IndexVec::new(),
            props: IndexVec::new(),
            coverage: Coverage::default(),
            str_types,
            global_map: vec![None; hir.globals.len()],
            func_map: vec![None; hir.funcs.len()],
            str_map: vec![None; hir.strings.len()],
            str_of_bytes: FxHashMap::default(),
            global_queue: Vec::new(),
            func_queue: VecDeque::new(),
            raw: Vec::new(),
            results: Results::default(),
            byte_type,
            has_copies: false,
            absent: FxHashSet::default(),
            stubs: crate::stub::Stubs::default(),
            choices,
            tables: Vec::new(),
            choosing: FxHashMap::default(),
            numbers: checks::Numbers::default(),
            syms,
        }
    }

    /// The checks that are made at a place.
    pub fn checks_at(&self, span: Span) -> CheckOptions {
        if !self.opts.switches || self.hir.switches.is_empty() {
            return self.opts.checks;
        }
        let checks = self.opts.checks.switched(self.hir.switches.at(span.lo));
        CheckOptions { signed_overflow: checks.signed_overflow || self.opts.trapv, ..checks }
    }

    fn add_user_definitions(&mut self) {
        for (id, global) in self.hir.globals.iter_ids() {
            if !global.is_model && !matches!(global.def, hir::GlobalDef::Extern) {
                self.global_ref(id);
            }
        }
        for (id, func) in self.hir.funcs.iter_ids() {
            if !func.is_model && func.body.is_some() && !self.is_error_function(func.name) {
                self.func_ref(id);
            }
        }
    }

    /// What is known of the arguments of `main` before it is lowered.
    fn add_tables(&mut self, types: &entry::ArgvTypes) {
        let name = self.session.interner.intern("argc");
        let globals = &mut self.globals;
        self.tables = arguments::tables(self.hir, self.session, self.opts, || globals.push(types.counter(name)));
    }

    fn run_queues(&mut self) {
        loop {
            while let Some((hir_id, id)) = self.global_queue.pop() {
                self.fill_global(hir_id, id);
            }
            let Some((hir_id, id)) = self.func_queue.pop_front() else { return };
            self.lower_function(hir_id, id);
        }
    }

    fn lower_function(&mut self, hir_id: hir::FuncId, id: FuncId) {
        let func = &self.hir.funcs[hir_id];
        let own = self.bodies[hir_id.index()].take().or_else(|| by_pointer::body(self.hir, func));
        let Some(body) = own.as_ref().or(func.body.as_ref()) else { return };
        let raw = FnLower::new(self, func, body).run();
        self.add_raw(id, raw);
    }

    /// Takes a lowered function, and lays out its blocks.
    pub fn add_raw(&mut self, id: FuncId, mut raw: RawFunction) {
        simplify::simplify(&mut raw);
        self.raw.push((id, raw));
    }

    /// Adds the checks, once all functions are known.
    fn finish(&mut self) {
        let functions = std::mem::take(&mut self.raw);
        self.results.note_calls(&functions);
        let mut blocks = functions.iter().flat_map(|(_, f)| f.blocks.iter());
        // Only the check of indeterminate values asks.
        self.has_copies = self.somewhere.uninitialised && blocks.any(|b| b.insts.iter().any(|i| self.copies_values(i)));
        for (id, raw) in functions {
            self.funcs[id] = checks::add_checks(self, id, raw);
        }
    }

    /// Whether an instruction copies what may be indeterminate, which constants never are.
    fn copies_values(&self, inst: &Inst) -> bool {
        match inst.kind {
            InstKind::Copy { src: Operand::Addr(Base::Global(g), _), .. } => !self.globals[g].read_only,
            InstKind::Copy { .. } => true,
            _ => false,
        }
    }

    /// The id of a function, which becomes part of the program by this.
    pub fn func_ref(&mut self, hir_id: hir::FuncId) -> FuncId {
        if let Some(id) = self.func_map[hir_id.index()] {
            return id;
        }
        let func = &self.hir.funcs[hir_id];
        let id = self.funcs.push(declared(&self.hir.types, func));
        self.func_map[hir_id.index()] = Some(id);
        if func.body.is_some() || by_pointer::has_body(func) {
            self.func_queue.push_back((hir_id, id));
        } else {
            self.add_stub(hir_id, id);
        }
        id
    }

    /// The function around one of the library that chooses among the results that C allows.
    fn choosing(&mut self, hir_id: hir::FuncId) -> Option<FuncId> {
        self.choices.of(hir_id, Look::Value)?;
        if let Some(id) = self.choosing.get(&hir_id) {
            return Some(*id);
        }
        let func = &self.hir.funcs[hir_id];
        if self.fn_type(func.ty)?.variadic {
            return None;
        }
        let body = by_pointer::calling(self.hir, hir_id)?;
        let id = self.funcs.push(declared(&self.hir.types, func));
        self.choosing.insert(hir_id, id);
        let raw = FnLower::new(self, func, &body).run();
        self.add_raw(id, raw);
        Some(id)
    }

    /// As `func_ref`, for a function that may be called through a pointer.
    pub fn func_address(&mut self, hir_id: hir::FuncId) -> FuncId {
        let func = &self.hir.funcs[hir_id];
        if func.weak && func.body.is_none() && func.intrinsic.is_none() && self.absent.insert(hir_id) {
            self.refuse_absent(func.name, func.span);
        }
        let id = self.choosing(hir_id).unwrap_or_else(|| self.func_ref(hir_id));
        self.results.addressed.insert(id);
        id
    }

    /// A linker makes the address of what is weak and defined nowhere null; another file may define it.
    pub fn refuse_absent(&mut self, name: Symbol, span: Span) {
        let name = self.session.interner.name(name);
        let text = format!("`{name}' is weak and nothing defines it: its address may be null");
        let hint = format!("add a file that defines `{name}'");
        self.session.diags.push(Diagnostic::unsupported(span, text).hint(hint));
    }

    /// Is a call of a function of this name the error, whatever its body?
    pub fn is_error_function(&self, name: Symbol) -> bool {
        self.opts.checks.errors && self.syms.errors.contains(&name)
    }

    pub fn fn_type(&self, ty: TypeId) -> Option<&'p FnType> {
        match self.hir.types.kind(ty) {
            TypeKind::Function(f) => Some(f),
            _ => None,
        }
    }
}

/// A function as its declaration tells: without blocks.
fn declared(types: &TypeTable, func: &hir::Func) -> Function {
    let mut vars = IndexVec::new();
    let mut ret = None;
    let mut variadic = false;
    if let TypeKind::Function(f) = types.kind(func.ty) {
        let mut param = |ty| vars.push(Var { name: None, ty, cty: None, kind: StorageKind::Param, span: func.span });
        ret = return_ty(types, f);
        variadic = f.variadic;
        for ty in param_tys(types, f) {
            param(ty);
        }
    }
    Function {
        name: func.name,
        params: vars.ids().collect(),
        ret,
        variadic,
        vars,
        slots: IndexVec::new(),
        blocks: IndexVec::new(),
        unwind_bounds: Vec::new(),
        is_model: func.is_model,
        stub: Stub::No,
        span: func.span,
    }
}

/// The scalar result that a function returns in the IR (a record is returned through memory).
pub(crate) fn return_ty(types: &TypeTable, f: &FnType) -> Option<Ty> {
    scalar_ty(types, f.ret.ty)
}

/// Types of all parameters in the IR, with the hidden ones.
pub(crate) fn param_tys(types: &TypeTable, f: &FnType) -> Vec<Ty> {
    let mut tys = Vec::with_capacity(f.params.len() + 2);
    if is_record(types, f.ret.ty) {
        tys.push(Ty::Ptr);
    }
    tys.extend(f.params.iter().map(|p| scalar_ty(types, p.ty).unwrap_or(Ty::Ptr)));
    if f.variadic {
        tys.push(Ty::Ptr);
    }
    tys
}

/// The IR type of a scalar; `None` for void, records, arrays and functions.
pub(crate) fn scalar_ty(types: &TypeTable, ty: TypeId) -> Option<Ty> {
    match types.kind(ty) {
        TypeKind::Int(_) | TypeKind::Enum(_) | TypeKind::BitInt(_) => types.as_int(ty).map(Ty::Int),
        TypeKind::Float(k) => Some(Ty::Float(types.float_format(*k))),
        TypeKind::Pointer(_) => Some(Ty::Ptr),
        TypeKind::Void | TypeKind::Array { .. } | TypeKind::Function(_) | TypeKind::Record(_) | TypeKind::Error => None,
    }
}

pub(crate) fn is_record(types: &TypeTable, ty: TypeId) -> bool {
    matches!(types.kind(ty), TypeKind::Record(_))
}

/// A span for what has no place in the source.
pub(crate) const NOWHERE: Span = Span::NONE;
