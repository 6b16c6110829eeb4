//! `__pm_start`: builds the arguments of the entry function, calls it, and ends the program with its result.
//!
//! Arguments of `main` that are arbitrary: `argc` is 1 to 2^20 (on machines without such a system it may be 0), and, where `argv` is used, every argument is
//! a string of up to 128 KiB (the limits of Linux), and so is every variable of the environment. Another entry function gets arbitrary parameters.

use crate::function::{FnLower, RawFunction};
use crate::options::{Cycles, EntryArgs};
use crate::program::{Cx, NOWHERE, is_record, scalar_ty};
use pm_base::num::IntFormat;
use pm_base::{Diagnostic, Idx, IndexVec, Span, Symbol};
use pm_ir::{
    AllocKind, Base, BinOp, BlockId, Callee, CmpOp, FuncId, Function, Global, GlobalInit, GlobalKind, InstKind,
    Operand, Reloc, Role, Rvalue, Stub, TermKind, Ty, VarId, Volatility, Writer,
};
use pm_sema::hir;
use pm_sema::types::{IntKind, QualType, TypeId, TypeKind, TypeTable};

const INT: IntFormat = IntFormat::new(32, true);
const ARGC_MASK: u128 = (1 << 20) - 1;
/// So many `_Bool`s of an object whose contents are open are made 0 or 1; in those behind them other bytes are true.
const SETTLED: usize = 256;
const ARG_LENGTH_MASK: u128 = (1 << 17) - 1;

/// Types of fixed arguments, interned before the type table is shared.
pub(crate) struct ArgvTypes {
    char_ptr: TypeId,
    int: TypeId,
}

impl ArgvTypes {
    pub fn new(types: &mut TypeTable) -> Self {
        let char_ty = types.intern(TypeKind::Int(IntKind::Char));
        let int = types.intern(TypeKind::Int(IntKind::Int));
        ArgvTypes { char_ptr: types.intern(TypeKind::Pointer(QualType::from(char_ty))), int }
    }

    /// A variable for the number of arguments.
    pub fn counter(&self, name: Symbol) -> Global {
        Global {
            name,
            cty: self.int.into(),
            size: 4,
            align: 4,
            init: GlobalInit::Zero,
            relocs: Vec::new(),
            read_only: false,
            volatility: Volatility::Plain,
            kind: GlobalKind::Model,
            span: NOWHERE,
        }
    }
}

pub(crate) fn lower_entry(cx: &mut Cx<'_>, types: &ArgvTypes) -> Option<FuncId> {
    let hir = cx.hir;
    let Some((hir_id, func, body)) = find(cx, &cx.opts.entry) else {
        let text = format!("no function `{}' is defined", cx.opts.entry);
        let hint = "name the function to start at with --function";
        cx.session.diags.push(Diagnostic::error(Span::NONE, text).hint(hint));
        return None;
    };
    refuse_another(cx, (hir_id, func));
    let target = cx.func_ref(hir_id);
    let opts = cx.opts;
    // Only where a handler may be registered does the end of `main` have more to do than to stop.
    let handlers = find(cx, "atexit").is_some_and(|(id, _, _)| cx.func_map[id.index()].is_some());
    let exit = find(cx, "exit").filter(|(_, f, _)| f.is_model && handlers).map(|(id, _, _)| cx.func_ref(id));
    let id = cx.funcs.push(placeholder(cx.syms.start));
    let is_main = func.name == cx.syms.main;
    let mut out = RawFunction::new(cx.syms.start, None, true, NOWHERE);
    out.label = func.name;
    out.owner = Some(target);
    let mut start = FnLower::with(cx, None, body, out);
    start.settle_bools(func.span);
    let mut args = Vec::new();
    let TypeKind::Function(f) = hir.types.kind(func.ty) else { return None };
    if opts.coverage && !is_main {
        start.make_parameters(body);
        start.cx.coverage.returned = is_record(&hir.types, f.ret.ty).then_some(f.ret.ty);
    }
    let mut head = None;
    if let Some(cycles) = &opts.cycles {
        start.call_constructors(func.span);
        head = Some(start.begin_cycles(cycles, func.span)?);
        start.tell_of_states(func.span);
    }
    if is_record(&hir.types, f.ret.ty) {
        let slot = start.record_temp(f.ret.ty, func.span);
        args.push(Operand::Addr(Base::Slot(slot), 0));
    }
    if is_main {
        start.main_arguments(body, types, func.span, &mut args);
    } else {
        for (i, &param) in body.params.iter().enumerate() {
            let local = &body.locals[param];
            let tested = start.tested_argument(i, local, func.span);
            args.push(tested.unwrap_or_else(|| start.arbitrary_parameter(local, func.span)));
        }
    }
    if f.variadic {
        args.push(Operand::NULL);
    }
    let ret = scalar_ty(&hir.types, f.ret.ty);
    if let Some(head) = head {
        start.end_cycle(head, target, args, ret, func.span);
    } else {
        start.call_constructors(func.span);
        start.finish(target, args, ret, is_main, exit, (func.span, body.end));
    }
    let raw = start.out;
    cx.add_raw(id, raw);
    Some(id)
}

/// Functions with internal linkage of one name, in several files: it does not say which of them is meant.
fn refuse_another(cx: &mut Cx<'_>, (id, func): (hir::FuncId, &hir::Func)) {
    let is_same = |(other, f): &(hir::FuncId, &hir::Func)| *other != id && f.name == func.name && f.body.is_some();
    let other = cx.hir.funcs.iter_ids().find(is_same).filter(|_| func.linkage != hir::Linkage::External);
    if let Some((_, other)) = other {
        let text = format!("more than one function `{}' is defined, each in its own file", cx.opts.entry);
        cx.session.diags.push(Diagnostic::error(other.span, text));
    }
}

fn find<'p>(cx: &Cx<'p>, name: &str) -> Option<(hir::FuncId, &'p hir::Func, &'p hir::Body)> {
    let name = cx.session.interner.lookup(name)?;
    let mut found = None;
    for (id, func) in cx.hir.funcs.iter_ids() {
        if let (true, Some(body)) = (func.name == name, &func.body) {
            if func.linkage == hir::Linkage::External {
                return Some((id, func, body));
            }
            found = found.or(Some((id, func, body)));
        }
    }
    found
}

pub(crate) fn placeholder(name: Symbol) -> Function {
    Function {
        name,
        params: Vec::new(),
        ret: None,
        variadic: false,
        vars: IndexVec::new(),
        slots: IndexVec::new(),
        blocks: IndexVec::new(),
        unwind_bounds: Vec::new(),
        is_model: true,
        stub: Stub::No,
        span: NOWHERE,
    }
}

impl FnLower<'_, '_> {
    /// Calls the entry function; its result, if it is `main`, is the exit code.
    fn finish(
        &mut self,
        target: FuncId,
        args: Vec<Operand>,
        ret: Option<Ty>,
        is_main: bool,
        exit: Option<FuncId>,
        (span, end): (Span, Span),
    ) {
        let dst = ret.map(|ty| self.temp(ty));
        self.emit(InstKind::Call { dst, callee: Callee::Direct(target), args }, span, Role::Glue);
        let code = match (dst, ret) {
            (Some(var), Some(Ty::Int(f))) if is_main => {
                let cast = self.glue_cast(Operand::Var(var), f, INT);
                self.operand(cast.rv, Ty::Int(INT), span, Role::Glue)
            }
            _ => Operand::Int(INT, 0),
        };
        match exit {
            Some(exit) => {
                let call = InstKind::Call { dst: None, callee: Callee::Direct(exit), args: vec![code] };
                self.emit(call, end, Role::Glue);
                self.terminate(TermKind::Unreachable, end);
            }
            None => {
                self.call_destructors(end);
                self.assert_no_leak(end);
                self.terminate(TermKind::Stop(code), end);
            }
        }
    }

    /// A step function is called again and again: the function before it, and what each call begins with.
    fn begin_cycles(&mut self, cycles: &Cycles, span: Span) -> Option<BlockId> {
        if let Some(init) = &cycles.init {
            let Some((id, func, _)) = find(self.cx, init) else {
                self.refuse_cycles(format!("no function `{init}' is defined"), "name it with --state");
                return None;
            };
            let f = self.cx.fn_type(func.ty)?;
            let objects: Option<Vec<_>> = f.params.iter().map(|p| self.object_for(p.ty)).collect();
            let Some(objects) = objects.filter(|_| !f.variadic && !is_record(&self.cx.hir.types, f.ret.ty)) else {
                self.refuse_cycles(
                    format!("`{init}' has parameters, or returns a structure"),
                    "--state names a function whose parameters point to what parameters of the step point to",
                );
                return None;
            };
            let (target, ret) = (self.cx.func_ref(id), scalar_ty(&self.cx.hir.types, f.ret.ty));
            let dst = ret.map(|ty| self.temp(ty));
            let args = objects.iter().map(|o| Operand::Addr(Base::Global(*o), 0)).collect();
            self.cx.coverage.prepared = objects;
            self.emit(InstKind::Call { dst, callee: Callee::Direct(target), args }, span, Role::Glue);
        }
        let head = self.new_block();
        self.fall_into(head, span);
        for name in &cycles.inputs {
            self.arbitrary_global(name, span)?;
        }
        Some(head)
    }

    /// Globals may hold anything at first, but what is a `_Bool` in them is 0 or 1.
    fn settle_bools(&mut self, span: Span) {
        let open = |g: &Global| matches!(g.init, GlobalInit::Nondet) && !g.read_only && g.volatility.device().is_none();
        let globals: Vec<_> =
            self.cx.globals.iter_ids().filter(|(_, g)| open(g)).map(|(id, g)| (id, g.cty.ty)).collect();
        for (id, ty) in globals {
            for at in self.types().bools(ty, SETTLED) {
                let ptr = Operand::Addr(Base::Global(id), at as i64);
                let dst = self.temp(Ty::BOOL);
                let value = Rvalue::Load { ty: Ty::BOOL, ptr };
                self.emit(InstKind::Assign { dst, value }, span, Role::Glue);
                self.emit(InstKind::Store { ty: Ty::BOOL, ptr, value: Operand::Var(dst) }, span, Role::Glue);
            }
        }
    }

    fn arbitrary_global(&mut self, name: &str, span: Span) -> Option<()> {
        if self.cx.coverage.parameters.iter().any(|p| p.name == name && p.object.is_some()) {
            return Some(());
        }
        let hir = self.cx.hir;
        let symbol = self.cx.session.interner.lookup(name);
        let found = hir.globals.iter_ids().find(|(_, g)| Some(g.name) == symbol && !g.is_model);
        let values = found.map(|(_, g)| self.input_values(g.ty.ty, name, g.span)).unwrap_or_default();
        let Some((id, _)) = found.filter(|_| !values.is_empty()) else {
            let hint =
                "--input names global variables, and parameters that point to objects, in which there are numbers";
            self.refuse_cycles(format!("there is no variable `{name}' that can be given values"), hint);
            return None;
        };
        let global = self.cx.global_ref(id);
        self.give_values(Base::Global(global), &values, span);
        self.cx.coverage.inputs.push((global, values));
        Some(())
    }

    fn refuse_cycles(&mut self, text: String, hint: &'static str) {
        self.cx.session.diags.push(Diagnostic::error(Span::NONE, text).hint(hint));
    }

    fn end_cycle(&mut self, head: BlockId, target: FuncId, args: Vec<Operand>, ret: Option<Ty>, span: Span) {
        let dst = ret.map(|ty| self.temp(ty));
        self.emit(InstKind::Call { dst, callee: Callee::Direct(target), args }, span, Role::Glue);
        self.goto(head, span);
    }

    /// Functions with the attribute `constructor`: by priority, then as they stand in the program.
    fn call_constructors(&mut self, span: Span) {
        let calls = self.hooks(|f| f.constructor);
        self.call_hooks(calls, span);
    }

    /// Functions with the attribute `destructor`, in the opposite order.
    pub fn call_destructors(&mut self, span: Span) {
        let mut calls = self.hooks(|f| f.destructor);
        calls.reverse();
        self.call_hooks(calls, span);
    }

    fn hooks(&self, priority: impl Fn(&hir::Func) -> Option<u16>) -> Vec<hir::FuncId> {
        let funcs = self.cx.hir.funcs.iter_ids().filter(|(_, f)| f.body.is_some());
        let mut found: Vec<(u16, hir::FuncId)> = funcs.filter_map(|(id, f)| Some((priority(f)?, id))).collect();
        found.sort_by_key(|h| h.0);
        found.into_iter().map(|h| h.1).collect()
    }

    fn call_hooks(&mut self, calls: Vec<hir::FuncId>, span: Span) {
        for id in calls {
            let func = &self.cx.hir.funcs[id];
            let plain = self
                .cx
                .fn_type(func.ty)
                .is_some_and(|f| f.params.is_empty() && !f.variadic && !is_record(&self.cx.hir.types, f.ret.ty));
            if !plain {
                let text = "constructors and destructors with parameters or with a structure as their result are not supported";
                self.cx.session.diags.push(Diagnostic::unsupported(func.span, text));
                continue;
            }
            let target = self.cx.func_address(id);
            let dst = self.cx.fn_type(func.ty).and_then(|f| scalar_ty(&self.cx.hir.types, f.ret.ty));
            let dst = dst.map(|ty| self.temp(ty));
            self.emit(InstKind::Call { dst, callee: Callee::Direct(target), args: Vec::new() }, span, Role::Glue);
        }
    }

    fn arbitrary_parameter(&mut self, local: &hir::Local, span: Span) -> Operand {
        let source = local.name.unwrap_or(self.cx.syms.nondet);
        match scalar_ty(self.types(), local.ty.ty) {
            Some(ty) => self.arbitrary(ty, source, span),
            None => {
                let slot = self.record_temp(local.ty.ty, span);
                let ptr = Operand::Addr(Base::Slot(slot), 0);
                let size = self.size_const(self.size_of(local.ty.ty));
                self.emit(InstKind::Havoc { ptr, size, by: Writer::Program }, span, Role::Glue);
                ptr
            }
        }
    }

    pub fn arbitrary(&mut self, ty: Ty, source: Symbol, span: Span) -> Operand {
        let dst = self.temp(ty);
        self.emit(InstKind::Nondet { dst, ty, source }, span, Role::Glue);
        Operand::Var(dst)
    }

    fn main_arguments(&mut self, body: &hir::Body, types: &ArgvTypes, span: Span, args: &mut Vec<Operand>) {
        let opts = self.cx.opts;
        let (argc, argv) = match &opts.entry_args {
            _ if body.params.is_empty() => return,
            EntryArgs::Fixed(list) => {
                let argv = self.fixed_argv(list, types, span);
                (Operand::Int(INT, list.len() as u128), argv)
            }
            EntryArgs::Nondet => self.arbitrary_argv(span),
        };
        for (i, &param) in body.params.iter().enumerate() {
            let local = &body.locals[param];
            let value = match (i, scalar_ty(self.types(), local.ty.ty)) {
                (0, Some(Ty::Int(f))) => {
                    let cast = self.glue_cast(argc, INT, f);
                    self.operand(cast.rv, Ty::Int(f), span, Role::Glue)
                }
                (1, Some(Ty::Ptr)) => argv,
                (2, Some(Ty::Ptr)) => self.environment(types, span),
                _ => self.arbitrary_parameter(local, span),
            };
            args.push(value);
        }
    }

    /// The third argument: nothing where the others are given, and else any strings.
    fn environment(&mut self, types: &ArgvTypes, span: Span) -> Operand {
        if !self.cx.tables.get(1).is_some_and(|t| t.is_used()) {
            return self.pointer_table(&[], types, span);
        }
        let source = self.cx.session.interner.intern("environ");
        let n = self.arbitrary(Ty::Int(INT), source, span);
        let count = self.glue_binary(BinOp::And, n, Operand::Int(INT, ARGC_MASK), INT, span);
        self.arbitrary_strings(count, 1, span)
    }

    fn fixed_argv(&mut self, list: &[String], types: &ArgvTypes, span: Span) -> Operand {
        let strings: Vec<Base> = list.iter().map(|s| self.argument_string(s, types, span)).collect();
        self.pointer_table(&strings, types, span)
    }

    fn argument_string(&mut self, text: &str, types: &ArgvTypes, span: Span) -> Base {
        let char_ty = self.types().pointee(types.char_ptr).unwrap_or(types.char_ptr.into());
        let mut data = text.as_bytes().to_vec();
        data.push(0);
        Base::Global(self.writable_global("argv", char_ty, data, Vec::new(), span))
    }

    /// An array of pointers that ends in null.
    fn pointer_table(&mut self, bases: &[Base], types: &ArgvTypes, span: Span) -> Operand {
        let width = self.types().pointer_size();
        let data = vec![0; (bases.len() + 1) * width as usize];
        let at = |(i, &base)| Reloc { offset: i as u64 * width, base, addend: 0 };
        let relocs = bases.iter().enumerate().map(at).collect();
        let cty = types.char_ptr.into();
        let id = self.writable_global("argv", cty, data, relocs, span);
        Operand::Addr(Base::Global(id), 0)
    }

    fn writable_global(
        &mut self,
        name: &str,
        cty: QualType,
        data: Vec<u8>,
        relocs: Vec<Reloc>,
        span: Span,
    ) -> pm_ir::GlobalId {
        let name = self.cx.session.interner.intern(name);
        self.cx.globals.push(Global {
            name,
            cty,
            size: data.len() as u64,
            align: 16,
            init: GlobalInit::Data(data.into_boxed_slice()),
            relocs,
            read_only: false,
            volatility: Volatility::Plain,
            kind: GlobalKind::Model,
            span,
        })
    }

    /// C allows that there is no argument, not even the program's name. Systems that start programs give one.
    fn arbitrary_argv(&mut self, span: Span) -> (Operand, Operand) {
        let source = self.cx.session.interner.intern("argc");
        let n = self.arbitrary(Ty::Int(INT), source, span);
        let small = self.glue_binary(BinOp::And, n, Operand::Int(INT, ARGC_MASK), INT, span);
        let least = u128::from(self.types().model.is_x86());
        let argc = self.glue_binary(BinOp::Add, small, Operand::Int(INT, least), INT, span);
        if !self.cx.tables.first().is_some_and(|t| t.is_used()) {
            return (argc, Operand::NULL);
        }
        (argc, self.arbitrary_strings(argc, 0, span))
    }

    /// The table of so many strings of arbitrary contents, as far as the program looks at them (`arguments.rs`). Its size is a constant: there is one for
    /// each number.
    fn arbitrary_strings(&mut self, all: Operand, table: usize, span: Span) -> Operand {
        let (length, count) = (self.cx.tables[table].length(), self.cx.tables[table].count);
        if let Some(count) = count {
            let ptr = Operand::Addr(Base::Global(count), 0);
            self.emit(InstKind::Store { ty: Ty::Int(INT), ptr, value: all }, span, Role::Glue);
        }
        let (dst, end) = (self.temp(Ty::Ptr), self.new_block());
        let mut strings = Vec::new();
        for i in 0..length {
            let more = Rvalue::Cmp { op: CmpOp::Lt, ty: Ty::Int(INT), a: Operand::Int(INT, i.into()), b: all };
            let more = self.in_temp(more, Ty::BOOL, span, Role::Glue);
            let (next, done) = (self.new_block(), self.new_block());
            self.branch(more, next, done, span);
            self.start(done);
            self.table_of(&strings, dst, span);
            self.goto(end, span);
            self.start(next);
            strings.push(self.arbitrary_string(span));
        }
        self.table_of(&strings, dst, span);
        self.fall_into(end, span);
        Operand::Var(dst)
    }

    /// A table of these strings, which ends in null.
    fn table_of(&mut self, strings: &[Operand], dst: VarId, span: Span) {
        let width = self.types().pointer_size();
        let size = self.size_const((strings.len() as u64 + 1) * width);
        self.emit(InstKind::Alloc { dst, size, kind: AllocKind::Alloca, zeroed: true }, span, Role::Glue);
        for (i, &value) in strings.iter().enumerate() {
            let bytes = Operand::Int(self.offset_format(), (i as u64 * width).into());
            let ptr = self.in_temp(Rvalue::PtrAdd { ptr: Operand::Var(dst), bytes }, Ty::Ptr, span, Role::Glue);
            self.emit(InstKind::Store { ty: Ty::Ptr, ptr, value }, span, Role::Glue);
        }
    }

    fn arbitrary_string(&mut self, span: Span) -> Operand {
        let size = self.size_format();
        let source = self.cx.session.interner.intern("argv");
        let n = self.arbitrary(Ty::Int(size), source, span);
        let length = self.glue_binary(BinOp::And, n, Operand::Int(size, ARG_LENGTH_MASK), size, span);
        let bytes = self.glue_binary(BinOp::Add, length, self.size_const(1), size, span);
        let dst = self.temp(Ty::Ptr);
        self.emit(InstKind::Alloc { dst, size: bytes, kind: AllocKind::Alloca, zeroed: true }, span, Role::Glue);
        self.emit(InstKind::Havoc { ptr: Operand::Var(dst), size: length, by: Writer::Program }, span, Role::Glue);
        Operand::Var(dst)
    }
}
