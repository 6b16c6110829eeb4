//! Functions without a body and without a model: what they may do is written down as IR, so that every engine sees the same.
//!
//! Such a function may write anything to what it is given: to the whole object that a pointer points into (it may be a buffer), unless
//! it points to `const`; to what pointers in there point to, in every element, as far as types tell, also those that an argument had before it
//! became a `void *`; and to the globals that it can see. These are
//! those with external linkage, and others whose address code elsewhere may know (`reach.rs`). It returns any value.
//!
//! A number that may be the address of an object (`dma_start((uintptr_t)buffer, n)`, a descriptor with addresses) gives access to it like a
//! pointer to `void`, where `reach.rs` says that addresses come to code elsewhere as numbers; a `va_list` to what the arguments point to.
//!
//! What it does not do: free memory, call functions of the program, keep pointers for later calls. Pointers in memory may become any
//! pointer where the types have pointers there (`Writer`). What is reached beyond the limits below is `Inexact`.
//! `LowerOptions::stub_pure` names functions that write nothing.
//!
//! A function of the C library demands something of pointers that it is given (room, a terminator, objects that do not overlap). Where it has
//! no model that is not known, and a property `Unmodelled` says so: it has no condition, nobody decides it, and executions go on as described
//! here. Where functions without a body write nothing (`LowerOptions::stubs_write`) and accesses are asked for, its call is `Inexact`.

use crate::call::VA_SLOT;
use crate::function::{FnLower, RawFunction};
use crate::program::{self, Cx, is_record, param_tys};
use crate::reach::{self, Known, Whole};
use crate::standard;
use pm_base::target::VaList;
use pm_base::{Diagnostic, Idx, Span};
use pm_ir::{
    Base, BinOp, Callee, CmpOp, FuncId, Function, GlobalId, GlobalKind, InstKind, Operand, PropertyKind, Role, Rvalue,
    StorageKind, Stub, TermKind, Ty, UnOp, Writer,
};
use pm_sema::hir;
use pm_sema::types::{ArrayLen, FnType, QualType, RecordId, TypeId, TypeKind, TypeTable};
use rustc_hash::{FxHashMap, FxHashSet};

/// Pointers that are followed from one argument or global.
const MOST_POINTERS: u32 = 48;
/// Elements of an array whose pointers are followed.
const MOST_ELEMENTS: u64 = 16;
/// Pointers that are followed, in all, from elements beside those that a pointer points to.
const MOST_BESIDE: u32 = 48;

const UNMODELLED: &str = "a library function without a model: what it reads and writes is not known";
const TOO_DEEP: &str = "a function without a body can reach more through pointers than is followed";

/// Functions to be written when the rest of the program is known.
#[derive(Default)]
pub(crate) struct Stubs {
    functions: Vec<(hir::FuncId, FuncId)>,
    /// Write to what an argument of this type points to.
    writers: FxHashMap<QualType, FuncId>,
    /// Writes to the globals that are visible.
    globals: Option<FuncId>,
    /// Where they were called first.
    first_calls: FxHashMap<FuncId, Span>,
    /// What code elsewhere knows, once the rest of the program is there.
    known: Known,
}

impl Stubs {
    pub(crate) fn called(&mut self, id: FuncId, span: Span) {
        self.first_calls.entry(id).or_insert(span);
    }
}

/// Pointers that may still be followed.
struct Budget {
    left: u32,
    beside: u32,
    /// Those of other elements are followed.
    is_beside: bool,
    /// Numbers may be addresses.
    numbers: bool,
}

impl Budget {
    fn all(numbers: bool) -> Budget {
        Budget { left: MOST_POINTERS, beside: MOST_BESIDE, is_beside: false, numbers }
    }

    fn current(&mut self) -> &mut u32 {
        if self.is_beside { &mut self.beside } else { &mut self.left }
    }
}

/// Where pointers lie in a type.
struct Pointers {
    /// Offset, and what it points to.
    found: Vec<(u64, QualType)>,
    /// There are more.
    cut: bool,
    /// What numbers point to that may be addresses.
    numbers: Option<QualType>,
}

impl Pointers {
    fn of(types: &TypeTable, ty: TypeId, numbers: Option<QualType>) -> Pointers {
        let mut pointers = Pointers { found: Vec::new(), cut: false, numbers };
        collect(types, ty, 0, &mut pointers);
        pointers
    }

    fn is_empty(&self) -> bool {
        self.found.is_empty() && !self.cut
    }
}

impl Cx<'_> {
    /// A function without a body becomes part of the program.
    pub(crate) fn add_stub(&mut self, hir_id: hir::FuncId, id: FuncId) {
        self.funcs[id].stub = Stub::Function;
        if self.stub_writes(hir_id) || self.stub_is_inexact(hir_id) {
            self.stubs.functions.push((hir_id, id));
        }
    }

    /// Nothing is known of the accesses that it makes, and they are asked for.
    fn stub_is_inexact(&self, id: hir::FuncId) -> bool {
        let func = &self.hir.funcs[id];
        let f = self.fn_type(func.ty);
        let is_asked = !self.opts.stubs_write && self.opts.checks.pointer;
        is_asked && func.body.is_none() && !func.is_model && f.is_some_and(|f| self.is_unmodelled(func, f))
    }

    /// Of the C library, and with arguments that it may demand something of.
    fn is_unmodelled(&self, func: &hir::Func, f: &FnType) -> bool {
        let is_pointer = |ty: &QualType| matches!(self.hir.types.kind(ty.ty), TypeKind::Pointer(_));
        let name = self.session.interner.name(func.name);
        let may_demand =
            f.variadic || !f.prototyped || f.params.iter().any(is_pointer) || standard::demands_of_numbers(name);
        let is_library = || self.session.sources.is_system(func.span.lo) || standard::is_function(name);
        may_demand && is_library()
    }

    pub(crate) fn stub_writes(&self, id: hir::FuncId) -> bool {
        let func = &self.hir.funcs[id];
        let name = self.session.interner.name(func.name);
        func.body.is_none() && !func.is_model && self.opts.stubs_write && !self.opts.is_pure_stub(name)
    }

    /// The function that writes to what a pointer of this type points to.
    pub(crate) fn writer(&mut self, pointee: QualType) -> FuncId {
        if let Some(id) = self.stubs.writers.get(&pointee) {
            return *id;
        }
        let id = self.part("__pm_stub_writes");
        self.stubs.writers.insert(pointee, id);
        id
    }

    fn part(&mut self, name: &str) -> FuncId {
        let name = self.session.interner.intern(name);
        let part = Function { stub: Stub::Part, ..crate::entry::placeholder(name) };
        self.funcs.push(part)
    }

    /// Names given for functions that are not there are a mistake that somebody should know of.
    fn warn_of_unused_names(&mut self) {
        let stubs: Vec<&Function> = self.funcs.iter().filter(|f| f.stub == Stub::Function).collect();
        let name = |f: &&Function| self.session.interner.name(f.name).to_string();
        let names: Vec<String> = stubs.iter().map(name).collect();
        let unused = |pattern: &&String| !names.iter().any(|n| crate::options::fits(pattern, n));
        for pattern in self.opts.stub_pure.iter().filter(unused) {
            let text = format!("--stub-pure {pattern}: no function of this name is without a body");
            self.session.diags.push(Diagnostic::warning(Span::NONE, text));
        }
    }

    /// Writes the bodies of all functions without one.
    pub(crate) fn make_stubs(&mut self) {
        self.warn_of_unused_names();
        let functions = std::mem::take(&mut self.stubs.functions);
        if functions.is_empty() {
            return;
        }
        self.stubs.known = self.known_outside();
        let globals = self.part("__pm_stub_writes_globals");
        self.stubs.globals = Some(globals);
        for (hir_id, id) in functions {
            self.make_stub(hir_id, id);
        }
        self.make_globals_writer(globals);
        let mut writers: Vec<(QualType, FuncId)> = self.stubs.writers.drain().collect();
        writers.sort_by_key(|(_, id)| id.index());
        for (pointee, id) in writers {
            self.make_writer(pointee, id);
        }
    }

    fn make_stub(&mut self, hir_id: hir::FuncId, id: FuncId) {
        let func = &self.hir.funcs[hir_id];
        let Some(f) = self.fn_type(func.ty) else { return };
        let ret = program::return_ty(&self.hir.types, f);
        let mut out = RawFunction::new(func.name, ret, true, func.span);
        out.stub = Stub::Function;
        out.variadic = f.variadic;
        let body = hir::Body::empty();
        let unmodelled = self.is_unmodelled(func, f);
        let writes = self.opts.stubs_write;
        let first_call = self.stubs.first_calls.get(&id).copied().unwrap_or(func.span);
        let mut lower = FnLower::with(self, None, &body, out);
        if unmodelled && writes {
            lower.unmodelled(first_call);
        }
        if !writes {
            lower.emit(InstKind::Inexact { cond: Operand::TRUE, why: UNMODELLED }, first_call, Role::Glue);
        }
        lower.stub_body(func, f);
        let raw = lower.out;
        self.add_raw(id, raw);
    }

    fn make_writer(&mut self, pointee: QualType, id: FuncId) {
        let mut out = RawFunction::new(self.funcs[id].name, None, true, Span::NONE);
        out.stub = Stub::Part;
        let body = hir::Body::empty();
        let mut lower = FnLower::with(self, None, &body, out);
        let ptr = lower.fresh_var(Ty::Ptr, StorageKind::Param);
        lower.out.params.push(ptr);
        lower.write_through(Operand::Var(ptr), pointee);
        lower.terminate(TermKind::Return(None), Span::NONE);
        let raw = lower.out;
        self.funcs[id].params = raw.params.clone();
        self.funcs[id].vars = raw.vars.clone();
        self.add_raw(id, raw);
    }

    fn make_globals_writer(&mut self, id: FuncId) {
        let visible = self.visible_globals();
        let mut out = RawFunction::new(self.funcs[id].name, None, true, Span::NONE);
        out.stub = Stub::Part;
        let body = hir::Body::empty();
        let mut lower = FnLower::with(self, None, &body, out);
        for global in visible {
            lower.write_global(global);
        }
        lower.terminate(TermKind::Return(None), Span::NONE);
        let raw = lower.out;
        self.add_raw(id, raw);
    }

    /// Globals that code elsewhere can name, or knows the address of; and `errno`.
    fn visible_globals(&self) -> Vec<GlobalId> {
        let errno = self.session.interner.lookup("errno");
        let (external, known) = (self.external_globals(), &self.stubs.known.globals);
        let is_visible = |id: GlobalId, g: &hir::Global| {
            let is_known = known.contains(&id) && self.globals[id].kind == GlobalKind::User;
            external.contains(&id) || is_known || g.is_model && Some(g.name) == errno
        };
        let mut all: Vec<GlobalId> = self
            .lowered_globals()
            .filter(|(id, g)| is_visible(*id, g))
            .map(|(id, _)| id)
            .filter(|id| !self.globals[*id].read_only && self.globals[*id].size > 0)
            .collect();
        all.sort_unstable();
        all
    }

    fn lowered_globals(&self) -> impl Iterator<Item = (GlobalId, &hir::Global)> {
        self.hir.globals.iter_ids().filter_map(|(id, g)| Some((self.global_map[id.index()]?, g)))
    }

    fn external_globals(&self) -> FxHashSet<GlobalId> {
        let is_external = |g: &hir::Global| g.linkage == hir::Linkage::External && !g.is_model;
        self.lowered_globals().filter(|(_, g)| is_external(g)).map(|(id, _)| id).collect()
    }

    fn known_outside(&self) -> Known {
        let is_callable = |id: &hir::FuncId| {
            let func = &self.hir.funcs[*id];
            func.linkage == hir::Linkage::External && !func.is_model
        };
        let callable = self.hir.funcs.ids().filter(is_callable).filter_map(|id| self.func_map[id.index()]).collect();
        reach::known_outside(&Whole {
            globals: &self.globals,
            funcs: &self.funcs,
            raw: &self.raw,
            external: &self.external_globals(),
            callable: &callable,
            address_bits: self.hir.types.pointer_size() as u8 * 8,
        })
    }
}

impl<'p> FnLower<'_, 'p> {
    /// What the C library demands is not known to have been met: a property that stays open, unless nobody calls the function.
    fn unmodelled(&mut self, first_call: Span) {
        let text = "demands on arguments".to_string();
        self.assert(Rvalue::Use(Operand::TRUE), PropertyKind::Unmodelled, text, first_call);
    }

    /// What a function without a body may do with its arguments, the globals and its result.
    fn stub_body(&mut self, func: &'p hir::Func, f: &'p FnType) {
        let span = func.span;
        let first = usize::from(is_record(self.types(), f.ret.ty));
        let result = (first == 1).then_some(f.ret);
        let ctys = result.into_iter().chain(f.params.iter().copied()).map(Some).chain([None]);
        for (i, (ty, cty)) in param_tys(self.types(), f).into_iter().zip(ctys).enumerate() {
            let kind = if i < first { StorageKind::Temp } else { StorageKind::Param };
            let var = self.fresh_var(ty, kind);
            self.out.vars[var].cty = cty;
            self.out.params.push(var);
        }
        for (i, param) in f.params.iter().enumerate() {
            let arg = Operand::Var(self.out.params[first + i]);
            self.write_argument(arg, param.ty, span);
        }
        if let Some(globals) = self.cx.stubs.globals {
            self.call_part(globals, Vec::new(), span);
        }
        if first == 1 {
            let (ptr, size) = (Operand::Var(self.out.params[0]), self.size_const(self.size_of(f.ret.ty)));
            let by = if holds_pointers(self.types(), f.ret.ty) { Writer::Pointers } else { Writer::Data };
            self.emit(InstKind::Havoc { ptr, size, by }, span, Role::Glue);
        }
        let value = self.out.ret.map(|ty| {
            let dst = self.fresh_var(ty, StorageKind::Temp);
            self.emit(InstKind::Nondet { dst, ty, source: func.name }, span, Role::Glue);
            Operand::Var(dst)
        });
        self.terminate(TermKind::Return(value), span);
    }

    /// Writes to what an argument of this type gives access to.
    fn write_argument(&mut self, arg: Operand, ty: TypeId, span: Span) {
        let pointee = match self.types().kind(ty) {
            TypeKind::Pointer(pointee) => *pointee,
            // A structure that is passed by value: it is the callee's own, but not what its pointers point to.
            TypeKind::Record(_) => {
                let mut own = QualType::from(ty);
                own.quals.is_const = true;
                own
            }
            _ if self.cx.stubs.known.numbers => return self.write_number(arg, ty, span),
            _ => return,
        };
        if gives_access(self.types(), pointee, self.numbers(self.cx.stubs.known.numbers_elsewhere)) {
            let writer = self.cx.writer(pointee);
            self.call_part(writer, vec![arg], span);
        }
    }

    /// What a number gives access to, if it is the address of an object.
    fn write_number(&mut self, number: Operand, ty: TypeId, span: Span) {
        if !self.holds_address(ty) {
            return;
        }
        let ptr = self.as_pointer(number, ty, span);
        let writer = self.cx.writer(self.types().void().into());
        self.call_part(writer, vec![ptr], span);
    }

    pub(crate) fn as_pointer(&mut self, arg: Operand, ty: TypeId, span: Span) -> Operand {
        match self.ty_of(ty) {
            Ty::Ptr => arg,
            from => self.in_temp(Rvalue::Cast { from, to: Ty::Ptr, a: arg }, Ty::Ptr, span, Role::Glue),
        }
    }

    /// An integer that is wide enough for an address.
    pub(crate) fn holds_address(&self, ty: TypeId) -> bool {
        is_wide_integer(self.types(), ty)
    }

    fn numbers(&self, are_addresses: bool) -> Option<QualType> {
        are_addresses.then(|| self.types().void().into())
    }

    fn call_part(&mut self, part: FuncId, args: Vec<Operand>, span: Span) {
        self.emit(InstKind::Call { dst: None, callee: Callee::Direct(part), args }, span, Role::Glue);
    }

    /// What an argument points to by its own type, where the parameter's says less of the pointers in there.
    pub(crate) fn converted_argument(&self, arg: &hir::Expr, param: TypeId) -> Option<QualType> {
        let own = self.types().pointee(arg.ty.ty)?;
        if self.holds_address(param) {
            return gives_access(self.types(), own, None).then_some(own);
        }
        let to = self.types().pointee(param)?;
        let is_told = own.ty == to.ty || Pointers::of(self.types(), own.ty, None).is_empty();
        (!is_told).then(|| {
            let mut pointee = own;
            pointee.quals.is_const |= to.quals.is_const;
            pointee
        })
    }

    /// Behind a call of a function without a body: what is reached through an argument of another type than its parameter.
    pub(crate) fn write_converted_argument(&mut self, arg: Operand, param: TypeId, pointee: QualType, span: Span) {
        let ptr = self.as_pointer(arg, param, span);
        let writer = self.cx.writer(pointee);
        self.call_part(writer, vec![ptr], span);
    }

    /// Behind a call of a function without a body: the arguments that its declaration does not name.
    pub(crate) fn write_extra_argument(&mut self, arg: Operand, ty: TypeId, span: Span) {
        self.write_argument(arg, ty, span);
    }

    fn write_global(&mut self, global: GlobalId) {
        let (cty, size) = (self.cx.globals[global].cty, self.cx.globals[global].size);
        let at = Operand::Addr(Base::Global(global), 0);
        let mut budget = Budget::all(self.cx.stubs.known.numbers_in.contains(&global));
        self.follow(at, cty.ty, &mut Vec::new(), &mut budget);
        let size = self.size_const(size);
        let by = if holds_pointers(self.types(), cty.ty) { Writer::Pointers } else { Writer::Data };
        self.emit(InstKind::Havoc { ptr: at, size, by }, Span::NONE, Role::Glue);
    }

    fn write_through(&mut self, ptr: Operand, pointee: QualType) {
        let mut budget = Budget::all(self.cx.stubs.known.numbers_elsewhere);
        self.write_target(ptr, pointee, &mut Vec::new(), &mut budget);
    }

    /// Where `ptr` points into an object: what that gives access to, then all of the object unless it is `const` here.
    fn write_target(&mut self, ptr: Operand, pointee: QualType, open: &mut Vec<RecordId>, budget: &mut Budget) {
        let end = self.new_block();
        self.only_where(ptr, false, end);
        self.follow(ptr, pointee.ty, open, budget);
        self.follow_elements(ptr, pointee.ty, open, budget);
        if !pointee.quals.is_const {
            self.only_where(ptr, true, end);
            let by = if holds_pointers(self.types(), pointee.ty) { Writer::Pointers } else { Writer::Data };
            self.havoc_all(ptr, by);
        }
        self.fall_into(end, Span::NONE);
    }

    /// Goes on where the pointer points to a byte that can be read or written, and elsewhere to `end`.
    fn only_where(&mut self, ptr: Operand, write: bool, end: pm_ir::BlockId) {
        let size = self.size_const(1);
        let ok = self.in_temp(Rvalue::AccessOk { ptr, size, write }, Ty::BOOL, Span::NONE, Role::Glue);
        let inside = self.new_block();
        self.branch(ok, inside, end, Span::NONE);
        self.start(inside);
    }

    fn havoc_all(&mut self, ptr: Operand, by: Writer) {
        let (span, offset) = (Span::NONE, self.offset_format());
        let at = self.in_temp(Rvalue::PtrOffset { ptr }, Ty::Int(offset), span, Role::Glue);
        let back = self.glue_unary(UnOp::Neg, at, Ty::Int(offset), span);
        let start = self.in_temp(Rvalue::PtrAdd { ptr, bytes: back }, Ty::Ptr, span, Role::Glue);
        let size = self.in_temp(Rvalue::ObjectSize { ptr }, Ty::Int(self.size_format()), span, Role::Glue);
        self.emit(InstKind::Havoc { ptr: start, size, by }, span, Role::Glue);
    }

    /// What the pointers in a value of this type give access to. All are read before anything is written.
    fn follow(&mut self, at: Operand, ty: TypeId, open: &mut Vec<RecordId>, budget: &mut Budget) {
        if self.is_list(ty) {
            let next = self.read_pointer(at, 0);
            return self.follow_list(next, open, budget);
        }
        let pointers = Pointers::of(self.types(), ty, self.numbers(budget.numbers));
        let mut inexact = pointers.cut;
        let mut read = Vec::new();
        for (offset, pointee) in pointers.found {
            if *budget.current() == 0 {
                inexact = true;
                break;
            }
            *budget.current() -= 1;
            read.push((self.read_pointer(at, offset), pointee));
        }
        let record = match self.types().kind(ty) {
            TypeKind::Record(r) => Some(*r),
            _ => None,
        };
        open.extend(record);
        for (ptr, pointee) in read {
            match self.types().kind(pointee.ty) {
                TypeKind::Record(r) if open.contains(r) => self.inexact_if_valid(ptr),
                _ => self.write_target(ptr, pointee, open, budget),
            }
        }
        if record.is_some() {
            open.pop();
        }
        if inexact {
            self.emit(InstKind::Inexact { cond: Operand::TRUE, why: TOO_DEEP }, Span::NONE, Role::Glue);
        }
    }

    /// The same of the object's other elements, where it can be an array of this type.
    fn follow_elements(&mut self, ptr: Operand, ty: TypeId, open: &mut Vec<RecordId>, budget: &mut Budget) {
        let pointers = Pointers::of(self.types(), ty, self.numbers(budget.numbers));
        let size = self.size_of(ty);
        if pointers.found.is_empty() || size == 0 || self.is_list(ty) {
            return;
        }
        let (span, offset) = (Span::NONE, self.offset_format());
        let at = self.in_temp(Rvalue::PtrOffset { ptr }, Ty::Int(offset), span, Role::Glue);
        let bytes = Operand::Int(offset, u128::from(size));
        let part = self.glue_binary(BinOp::Rem, at, bytes, offset, span);
        let zero = Operand::Int(offset, 0);
        let (array, end) = (self.new_block(), self.new_block());
        let is_array = self.in_temp(
            Rvalue::Cmp { op: CmpOp::Eq, ty: Ty::Int(offset), a: part, b: zero },
            Ty::BOOL,
            span,
            Role::Glue,
        );
        self.branch(is_array, array, end, span);
        self.start(array);
        let back = self.glue_unary(UnOp::Neg, at, Ty::Int(offset), span);
        let start = self.in_temp(Rvalue::PtrAdd { ptr, bytes: back }, Ty::Ptr, span, Role::Glue);
        let outer = std::mem::replace(&mut budget.is_beside, true);
        for i in 0..=MOST_ELEMENTS {
            let bytes = Operand::Int(offset, u128::from(i * size));
            let element = self.in_temp(Rvalue::PtrAdd { ptr: start, bytes }, Ty::Ptr, span, Role::Glue);
            if budget.beside == 0 || i == MOST_ELEMENTS {
                let second = Operand::Int(offset, u128::from(i.max(1) * size));
                let second = self.in_temp(Rvalue::PtrAdd { ptr: start, bytes: second }, Ty::Ptr, span, Role::Glue);
                self.inexact_if_valid(second);
                break;
            }
            self.only_where(element, false, end);
            self.follow_beside(ptr, element, ty, open, budget);
        }
        budget.is_beside = outer;
        self.fall_into(end, span);
    }

    /// An element, unless it is the one that the pointer points to.
    fn follow_beside(
        &mut self,
        ptr: Operand,
        element: Operand,
        ty: TypeId,
        open: &mut Vec<RecordId>,
        budget: &mut Budget,
    ) {
        let span = Span::NONE;
        let (other, next) = (self.new_block(), self.new_block());
        let is_other =
            self.in_temp(Rvalue::Cmp { op: CmpOp::Ne, ty: Ty::Ptr, a: element, b: ptr }, Ty::BOOL, span, Role::Glue);
        self.branch(is_other, other, next, span);
        self.start(other);
        self.follow(element, ty, open, budget);
        self.fall_into(next, span);
    }

    /// Before a call of a function without a body: what a `va_list` gives access to that is a `char *`, where it holds arguments of the
    /// caller. (Behind the call they may be overwritten.)
    pub(crate) fn write_passed_list(&mut self, arg: Operand, ty: TypeId, span: Span) {
        let is_pointer = self.types().model.facts().va_list == VaList::Pointer && self.types().is_pointer(ty);
        let (true, Some(area)) = (is_pointer, self.va_area) else { return };
        let is_list = self.in_temp(Rvalue::SameObject { a: arg, b: Operand::Var(area) }, Ty::BOOL, span, Role::Glue);
        let (list, end) = (self.new_block(), self.new_block());
        self.branch(is_list, list, end, span);
        self.start(list);
        self.follow_list(arg, &mut Vec::new(), &mut Budget::all(false));
        self.fall_into(end, span);
    }

    /// What the arguments that are left, from the next one on, give access to.
    fn follow_list(&mut self, next: Operand, open: &mut Vec<RecordId>, budget: &mut Budget) {
        let end = self.new_block();
        for i in 0..=MOST_ELEMENTS {
            let bytes = Operand::Int(self.offset_format(), u128::from(i * VA_SLOT));
            let argument = self.in_temp(Rvalue::PtrAdd { ptr: next, bytes }, Ty::Ptr, Span::NONE, Role::Glue);
            if i == MOST_ELEMENTS {
                self.inexact_if_valid(argument);
                break;
            }
            self.only_where(argument, false, end);
            let ptr = self.read_pointer(argument, 0);
            self.write_target(ptr, self.types().void().into(), open, budget);
        }
        self.fall_into(end, Span::NONE);
    }

    fn is_list(&self, ty: TypeId) -> bool {
        let TypeKind::Record(r) = self.types().kind(ty) else { return false };
        let tag = self.types().records[*r].tag.map(|t| self.cx.session.interner.name(t));
        matches!(tag, Some("__va_list_tag" | "__va_list"))
    }

    fn inexact_if_valid(&mut self, ptr: Operand) {
        let size = self.size_const(1);
        let cond = self.in_temp(Rvalue::AccessOk { ptr, size, write: false }, Ty::BOOL, Span::NONE, Role::Glue);
        self.emit(InstKind::Inexact { cond, why: TOO_DEEP }, Span::NONE, Role::Glue);
    }

    /// The pointer at a distance; null where the object ends before it.
    fn read_pointer(&mut self, at: Operand, offset: u64) -> Operand {
        let span = Span::NONE;
        let bytes = Operand::Int(self.offset_format(), u128::from(offset));
        let place = match (at, offset) {
            (Operand::Addr(base, addend), _) => Operand::Addr(base, addend + offset as i64),
            (at, 0) => at,
            (at, _) => self.in_temp(Rvalue::PtrAdd { ptr: at, bytes }, Ty::Ptr, span, Role::Glue),
        };
        let dst = self.fresh_var(Ty::Ptr, StorageKind::Temp);
        self.assign(dst, Rvalue::Use(Operand::NULL), span, Role::Glue);
        let size = self.size_const(self.types().pointer_size());
        let ok = self.in_temp(Rvalue::AccessOk { ptr: place, size, write: false }, Ty::BOOL, span, Role::Glue);
        let (inside, end) = (self.new_block(), self.new_block());
        self.branch(ok, inside, end, span);
        self.start(inside);
        self.assign(dst, Rvalue::Load { ty: Ty::Ptr, ptr: place }, span, Role::Glue);
        self.fall_into(end, span);
        Operand::Var(dst)
    }
}

/// Can something be written through a pointer to this type?
fn gives_access(types: &TypeTable, pointee: QualType, numbers: Option<QualType>) -> bool {
    if matches!(types.kind(pointee.ty), TypeKind::Function(_)) {
        return false;
    }
    !pointee.quals.is_const || !Pointers::of(types, pointee.ty, numbers).is_empty()
}

fn is_wide_integer(types: &TypeTable, ty: TypeId) -> bool {
    types.as_int(ty).is_some_and(|f| u64::from(f.bits) >= types.pointer_size() * 8)
}

/// May pointers lie in what a pointer to this type points to?
fn holds_pointers(types: &TypeTable, ty: TypeId) -> bool {
    match types.kind(ty) {
        TypeKind::Pointer(_) | TypeKind::Void | TypeKind::Error => true,
        TypeKind::Array { elem, .. } => holds_pointers(types, elem.ty),
        TypeKind::Record(r) => {
            types.layout_of(*r).is_none_or(|l| l.fields.iter().any(|f| holds_pointers(types, f.ty.ty)))
        }
        TypeKind::Int(_) | TypeKind::Float(_) | TypeKind::Enum(_) | TypeKind::BitInt(_) | TypeKind::Function(_) => {
            false
        }
    }
}

/// The pointers to objects in a type.
fn collect(types: &TypeTable, ty: TypeId, offset: u64, out: &mut Pointers) {
    if out.found.len() > MOST_POINTERS as usize {
        out.cut = true;
        return;
    }
    match types.kind(ty) {
        TypeKind::Pointer(pointee) if matches!(types.kind(pointee.ty), TypeKind::Function(_)) => {}
        TypeKind::Pointer(pointee) if gives_access_at_all(types, *pointee) => out.found.push((offset, *pointee)),
        TypeKind::Int(_) | TypeKind::Enum(_) if is_wide_integer(types, ty) => {
            out.found.extend(out.numbers.map(|to| (offset, to)))
        }
        TypeKind::Array { elem, len } if holds_pointers(types, elem.ty) || out.numbers.is_some() => {
            let (count, size) = (length(*len), types.size_of(elem.ty).unwrap_or(0));
            // Of an array without a length no end is known.
            out.cut |= count > MOST_ELEMENTS || !matches!(len, ArrayLen::Const(_));
            for i in 0..count.min(MOST_ELEMENTS) {
                collect(types, elem.ty, offset + i * size, out);
            }
        }
        TypeKind::Record(r) => {
            for field in types.layout_of(*r).into_iter().flat_map(|l| &l.fields) {
                collect(types, field.ty.ty, offset + field.offset, out);
            }
        }
        _ => {}
    }
}

/// A pointer to `const` of a type without pointers is of no use for writing.
fn gives_access_at_all(types: &TypeTable, pointee: QualType) -> bool {
    !pointee.quals.is_const || matches!(types.kind(pointee.ty), TypeKind::Record(_) | TypeKind::Pointer(_))
}

fn length(len: ArrayLen) -> u64 {
    match len {
        ArrayLen::Const(n) => n,
        ArrayLen::Unknown | ArrayLen::Vla(_) | ArrayLen::Star => 0,
    }
}
