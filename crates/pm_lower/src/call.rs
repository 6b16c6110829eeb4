//! Calls: the calling convention is that of `pm_ir::program`.
//!
//! Arguments are evaluated from right to left on x86 and from left to right elsewhere, as gcc does (C leaves the order open).

use crate::choices::Look;
use crate::function::{FnLower, zero};
use crate::program::{is_record, scalar_ty};
use pm_base::{Span, Symbol};
use pm_ir::{Base, InstKind, Operand, PropertyKind, Role, Rvalue, Signature, SlotId, TermKind, Ty, VarId};
use pm_sema::hir::{self, Callee, ExprId, ExprKind};
use pm_sema::types::{FnType, QualType, TypeId};

/// Bytes of a place in the area of variable arguments.
pub(crate) const VA_SLOT: u64 = 16;

/// The call in terms of the IR, while its arguments are collected.
struct Arguments {
    operands: Vec<Operand>,
    tys: Vec<Ty>,
    /// Copies of records and the variable arguments: they end after the call.
    temps: Vec<SlotId>,
}

impl<'c, 'p> FnLower<'c, 'p> {
    /// A call whose result is a scalar that goes to `dst`, or is not wanted.
    pub fn call(&mut self, callee: &'c Callee, args: &'c [ExprId], e: &'c hir::Expr, dst: Option<VarId>) {
        if is_record(self.types(), e.ty.ty) {
            let slot = self.record_temp(e.ty.ty, e.span);
            self.emit_call(callee, args, e, None, Some(Operand::Addr(Base::Slot(slot), 0)));
            self.emit(InstKind::Dead(slot), e.span, Role::Glue);
        } else {
            self.emit_call(callee, args, e, dst, None);
        }
    }

    /// A call whose result is a record that goes to `result`.
    pub fn call_into(&mut self, callee: &'c Callee, args: &'c [ExprId], e: &'c hir::Expr, result: Operand) {
        self.emit_call(callee, args, e, None, Some(result));
    }

    fn emit_call(
        &mut self,
        callee: &'c Callee,
        args: &'c [ExprId],
        e: &'c hir::Expr,
        dst: Option<VarId>,
        result: Option<Operand>,
    ) {
        let span = e.span;
        let look = self.take_look(e);
        let pointer = match callee {
            Callee::Direct(f) => {
                if self.error_call(*f, args, span) || self.assertion_failure(*f, args, span) {
                    return;
                }
                None
            }
            Callee::Indirect(p) => Some(self.value(*p)),
        };
        let Some(f) = self.callee_type(callee) else { return };
        let unnamed = self.is_writing_stub(callee);
        let callee_id = if let Callee::Direct(f) = callee { Some(*f) } else { None };
        let definition_known = f.prototyped || matches!(callee, Callee::Direct(id) if self.is_defined(*id));
        let is_model = matches!(callee, Callee::Direct(id) if self.cx.hir.funcs[*id].is_model);
        let arguments = self.arguments(f, args, definition_known, is_model, result, span);
        let ret = scalar_ty(self.types(), f.ret.ty);
        let callee = match (callee, pointer) {
            (Callee::Direct(id), _) => {
                let first = usize::from(result.is_some());
                self.caller_preconditions(*id, arguments.operands.get(first..).unwrap_or(&[]), span);
                let id = self.cx.func_ref(*id);
                self.cx.stubs.called(id, span);
                pm_ir::Callee::Direct(id)
            }
            (Callee::Indirect(_), pointer) => {
                let (params, prototyped) = (arguments.tys, f.prototyped);
                let sig = Signature { params, ret, variadic: f.variadic, prototyped };
                pm_ir::Callee::Indirect(pointer.unwrap_or(Operand::NULL), Box::new(sig))
            }
        };
        let noreturn = matches!(&callee, pm_ir::Callee::Direct(_)) && self.is_noreturn(e);
        let other = ret.filter(|ty| dst.is_some_and(|d| self.out.vars[d].ty != *ty)).map(|ty| self.temp(ty));
        let direct = if ret.is_some() { other.or(dst) } else { None };
        let choice = self.choice(callee_id, look, &arguments.operands);
        let extra = if unnamed {
            self.extra_arguments(f, args, &arguments.operands, result.is_some(), span)
        } else {
            Vec::new()
        };
        let first = usize::from(result.is_some());
        let converted =
            if unnamed { self.converted_arguments(f, args, &arguments.operands[first..]) } else { Vec::new() };
        if unnamed {
            for (arg, param) in arguments.operands[first..].iter().zip(&f.params) {
                self.write_passed_list(*arg, param.ty, span);
            }
        }
        self.emit(InstKind::Call { dst: direct, callee, args: arguments.operands }, span, Role::User);
        for (arg, ty) in extra {
            self.write_extra_argument(arg, ty, span);
        }
        for (arg, param, pointee) in converted {
            self.write_converted_argument(arg, param, pointee, span);
        }
        self.va_passed(callee_id, args, span);
        if let (Some((callee, mut args)), Some(result)) = (choice, direct) {
            args[0] = Operand::Var(result);
            self.emit(InstKind::Call { dst: Some(result), callee, args }, span, Role::Glue);
        }
        if let Some(dst) = dst.filter(|d| direct != Some(*d)) {
            self.adapt_result(other, dst, span);
        }
        if noreturn {
            self.terminate(TermKind::Unreachable, span);
        }
        for slot in arguments.temps {
            self.emit(InstKind::Dead(slot), span, Role::Glue);
        }
    }

    /// The declaration at the call promised another type of result than the definition has.
    fn adapt_result(&mut self, result: Option<VarId>, dst: VarId, span: Span) {
        let to = self.out.vars[dst].ty;
        match result.map(|r| (r, self.out.vars[r].ty)) {
            Some((r, from @ (Ty::Int(_) | Ty::Ptr))) if !matches!(to, Ty::Float(_)) => {
                self.assign(dst, Rvalue::Cast { from, to, a: Operand::Var(r) }, span, Role::Glue);
            }
            _ => self.emit(InstKind::DeclVar(dst), span, Role::Glue),
        }
    }

    fn is_noreturn(&self, e: &hir::Expr) -> bool {
        match &e.kind {
            ExprKind::Call { callee: Callee::Direct(f), .. } => self.cx.hir.funcs[*f].noreturn,
            _ => false,
        }
    }

    fn is_defined(&self, id: hir::FuncId) -> bool {
        self.cx.hir.funcs[id].body.is_some()
    }

    fn callee_type(&self, callee: &Callee) -> Option<&'p FnType> {
        let ty = match callee {
            Callee::Direct(f) => self.cx.hir.funcs[*f].ty,
            Callee::Indirect(p) => self.types().pointee(self.expr(*p).ty.ty)?.ty,
        };
        self.cx.fn_type(ty)
    }

    /// The call that makes another result of the result of `callee`, where C leaves it open; its first argument is the result.
    fn choice(
        &mut self,
        callee: Option<hir::FuncId>,
        look: Look,
        args: &[Operand],
    ) -> Option<(pm_ir::Callee, Vec<Operand>)> {
        let callee = callee?;
        let Some(choice) = self.cx.choices.of(callee, look) else { return self.near(callee, args) };
        let function = self.cx.func_ref(choice.function);
        let count = self.cx.funcs[function].params.len();
        let args = std::iter::once(Operand::NULL).chain(args.iter().copied()).take(count).collect();
        Some((pm_ir::Callee::Direct(function), args))
    }

    /// A function without a body that may write to what it is given.
    fn is_writing_stub(&self, callee: &Callee) -> bool {
        matches!(callee, Callee::Direct(f) if self.cx.stub_writes(*f))
    }

    /// Pointers that are passed as something that says less of what they point to: as pointers to something without pointers, or as numbers.
    fn converted_arguments(
        &self,
        f: &FnType,
        args: &[ExprId],
        operands: &[Operand],
    ) -> Vec<(Operand, TypeId, QualType)> {
        let converted = |((param, arg), o): ((&QualType, &ExprId), &Operand)| {
            let pointee = self.converted_argument(self.before_casts(*arg), param.ty)?;
            Some((*o, param.ty, pointee))
        };
        f.params.iter().zip(args).zip(operands).filter_map(converted).collect()
    }

    fn before_casts(&self, mut id: ExprId) -> &hir::Expr {
        while let ExprKind::Cast { arg, .. } = self.expr(id).kind {
            id = arg;
        }
        self.expr(id)
    }

    /// The arguments that the declaration of a function does not name.
    fn extra_arguments(
        &mut self,
        f: &FnType,
        args: &[ExprId],
        operands: &[Operand],
        has_result: bool,
        span: Span,
    ) -> Vec<(Operand, TypeId)> {
        let named = f.params.len();
        let mut extra = Vec::new();
        let mut offset = 0i64;
        for (i, &arg) in args.iter().enumerate().skip(named) {
            let passed = self.expr(arg).ty.ty;
            let at = offset;
            offset += self.variable_size(passed) as i64;
            let before = self.before_casts(arg).ty.ty;
            let is_address = self.holds_address(passed) && self.types().is_pointer(before);
            let ty = if is_address { before } else { passed };
            if !f.variadic {
                let Some(&operand) = operands.get(usize::from(has_result) + i) else { continue };
                let value = if is_address { self.as_pointer(operand, passed, span) } else { operand };
                extra.push((value, ty));
            } else if let Some(Operand::Addr(area, start)) = operands.last().copied() {
                let place = Operand::Addr(area, start + at);
                let value = match (scalar_ty(self.types(), ty), self.ty_of(passed)) {
                    (Some(Ty::Ptr), ty) => {
                        let value = self.in_temp(Rvalue::Load { ty, ptr: place }, ty, span, Role::Glue);
                        self.as_pointer(value, passed, span)
                    }
                    (Some(_), _) => continue,
                    (None, _) => place,
                };
                extra.push((value, ty));
            }
        }
        extra
    }

    /// Bytes that a variable argument takes.
    fn variable_size(&self, ty: TypeId) -> u64 {
        self.size_of(ty).div_ceil(VA_SLOT).max(1) * VA_SLOT
    }

    /// `fixed`: the callee's parameters are known, and arguments are adapted to them.
    fn arguments(
        &mut self,
        f: &'p FnType,
        args: &[ExprId],
        fixed: bool,
        is_model: bool,
        result: Option<Operand>,
        span: Span,
    ) -> Arguments {
        let named = if fixed { f.params.len() } else { args.len() };
        let mut out = Arguments { operands: Vec::with_capacity(named + 2), tys: Vec::new(), temps: Vec::new() };
        let others = args.get(named..).unwrap_or(&[]);
        let mut area = Operand::NULL;
        if self.args_reversed() {
            area = self.variable_arguments(f, others, &mut out.temps, span);
        }
        let mut found: Vec<(usize, Operand)> = Vec::with_capacity(named);
        for i in self.argument_order(named) {
            let param = if fixed { Some(f.params[i].ty) } else { None };
            let operand = match args.get(i) {
                Some(&arg) if param.is_some_and(|p| !is_model && self.gets_lost(arg, p, f.prototyped)) => {
                    self.discard(arg);
                    self.missing_argument(param, span)
                }
                Some(&arg) => self.argument(arg, param, &mut out.temps),
                None => self.missing_argument(param, span),
            };
            found.push((i, operand));
        }
        if !self.args_reversed() {
            area = self.variable_arguments(f, others, &mut out.temps, span);
        }
        if let Some(result) = result {
            out.operands.push(result);
            out.tys.push(Ty::Ptr);
        }
        found.sort_unstable_by_key(|(i, _)| *i);
        for (i, operand) in found {
            out.operands.push(operand);
            out.tys.push(match (fixed, args.get(i)) {
                (true, _) => self.ty_of(f.params[i].ty),
                (false, Some(&arg)) => self.ty_of(self.expr(arg).ty.ty),
                (false, None) => Ty::Ptr,
            });
        }
        if f.variadic {
            out.operands.push(area);
            out.tys.push(Ty::Ptr);
        }
        out
    }

    fn args_reversed(&self) -> bool {
        self.types().model.facts().args_reversed
    }

    /// The order in which so many arguments are evaluated.
    fn argument_order(&self, count: usize) -> Vec<usize> {
        if self.args_reversed() { (0..count).rev().collect() } else { (0..count).collect() }
    }

    fn argument(&mut self, arg: ExprId, param: Option<TypeId>, temps: &mut Vec<SlotId>) -> Operand {
        let e = self.expr(arg);
        let is_record_arg = is_record(self.types(), e.ty.ty);
        if param.is_some_and(|p| is_record(self.types(), p) != is_record_arg) {
            // Without a prototype an argument may be of another kind than the parameter.
            self.discard(arg);
            return self.missing_argument(param, e.span);
        }
        if is_record_arg {
            let slot = self.record_temp(e.ty.ty, e.span);
            temps.push(slot);
            let ptr = Operand::Addr(Base::Slot(slot), 0);
            self.record_into(arg, ptr, true);
            return ptr;
        }
        let value = self.value(arg);
        match param.filter(|p| scalar_ty(self.types(), *p).is_some()) {
            Some(param) => {
                let val = self.convert(value, e.ty.ty, param, Role::User, e.span);
                self.operand(val.rv, self.ty_of(param), e.span, val.role)
            }
            None => value,
        }
    }

    /// Is the argument of a call without prototype passed in another way than the parameter is taken? With one it has been converted.
    fn gets_lost(&self, arg: ExprId, param: TypeId, prototyped: bool) -> bool {
        let types = self.types();
        let (Some(from), Some(to)) = (scalar_ty(types, self.expr(arg).ty.ty), scalar_ty(types, param)) else {
            return false;
        };
        match (from, to) {
            // What is narrower was promoted.
            (Ty::Int(from), Ty::Int(to)) => from.bits != to.bits && (from.bits != 32 || to.bits > 32),
            // So was a `float` for an old-style definition, which takes it as such.
            (Ty::Float(from), Ty::Float(to)) => from != to && (prototyped || from.bits() != 64 || to.bits() > 64),
            (Ty::Ptr, Ty::Int(f)) | (Ty::Int(f), Ty::Ptr) => {
                !self.is_zero(arg) && u64::from(f.bits) != 8 * types.pointer_size()
            }
            (from, to) => std::mem::discriminant(&from) != std::mem::discriminant(&to),
        }
    }

    /// A null pointer without its cast: what it is passed in has zeros behind it.
    fn is_zero(&self, arg: ExprId) -> bool {
        matches!(self.expr(arg).kind, ExprKind::Const(0))
    }

    /// A call without prototype that passes too few arguments.
    fn missing_argument(&mut self, param: Option<TypeId>, span: Span) -> Operand {
        let Some(ty) = param.and_then(|p| scalar_ty(self.types(), p)) else { return zero(Ty::Ptr) };
        let var = self.temp(ty);
        self.emit(InstKind::DeclVar(var), span, Role::Glue);
        Operand::Var(var)
    }

    /// Lays the arguments beyond the parameters out in memory. Where nobody takes them they are only evaluated.
    fn variable_arguments(&mut self, f: &FnType, args: &[ExprId], temps: &mut Vec<SlotId>, span: Span) -> Operand {
        if args.is_empty() {
            return Operand::NULL;
        }
        if !f.variadic {
            for i in self.argument_order(args.len()) {
                self.discard(args[i]);
            }
            return Operand::NULL;
        }
        let mut offsets = Vec::with_capacity(args.len());
        let mut size = 0u64;
        for &arg in args {
            offsets.push(size as i64);
            size += self.variable_size(self.expr(arg).ty.ty);
        }
        let slot = self.temp_slot(size, VA_SLOT as u32, None, span);
        temps.push(slot);
        for i in self.argument_order(args.len()) {
            let (arg, offset) = (args[i], offsets[i]);
            let ptr = Operand::Addr(Base::Slot(slot), offset);
            let e = self.expr(arg);
            match scalar_ty(self.types(), e.ty.ty) {
                Some(ty) => {
                    let value = self.value(arg);
                    self.emit(InstKind::Store { ty, ptr, value }, e.span, Role::Glue);
                }
                None => self.record_into(arg, ptr, true),
            }
        }
        Operand::Addr(Base::Slot(slot), 0)
    }

    /// `reach_error` with a body: a call is the error, as it is without one.
    fn error_call(&mut self, id: hir::FuncId, args: &[ExprId], span: Span) -> bool {
        let name = self.cx.hir.funcs[id].name;
        if !self.cx.is_error_function(name) {
            return false;
        }
        for i in self.argument_order(args.len()) {
            self.discard(args[i]);
        }
        self.error(name, span);
        true
    }

    /// The error that a function of this name stands for; nothing goes on behind it. Where it is none, it is a function like any other.
    pub fn error(&mut self, name: Symbol, span: Span) {
        if !self.cx.opts.checks.errors && !self.never_returns(name) {
            return;
        }
        if self.cx.opts.checks.errors {
            let text = format!("call of {}", self.cx.session.interner.name(name));
            self.assert(Rvalue::Use(Operand::FALSE), PropertyKind::Error, text, span);
        }
        self.terminate(TermKind::Unreachable, span);
    }

    /// As its declaration says, or the rules of the competition, of which `__VERIFIER_error` is an older name.
    fn never_returns(&self, name: Symbol) -> bool {
        self.cx.session.interner.name(name) == "__VERIFIER_error"
            || self.cx.hir.funcs.iter().any(|f| f.name == name && f.noreturn)
    }

    /// Ends the program with an exit code.
    pub fn stop(&mut self, code: u8, span: Span) {
        let int = pm_base::num::IntFormat::new(32, true);
        self.terminate(TermKind::Stop(Operand::Int(int, u128::from(code))), span);
    }

    /// The characters of a string literal, where the expression is one.
    pub fn literal_text(&self, mut id: ExprId) -> Option<String> {
        loop {
            match self.expr(id).kind {
                ExprKind::Cast { arg, .. } => id = arg,
                ExprKind::Decay(arg) | ExprKind::AddrOf(arg) | ExprKind::Load(arg) => id = arg,
                ExprKind::Str(s) => {
                    let lit = &self.cx.hir.strings[s];
                    let width = self.types().size_of(lit.elem).unwrap_or(1).max(1) as usize;
                    let bytes: Vec<u8> = lit.bytes.iter().copied().step_by(width).take_while(|b| *b != 0).collect();
                    return Some(String::from_utf8_lossy(&bytes).into_owned());
                }
                _ => return None,
            }
        }
    }
}
