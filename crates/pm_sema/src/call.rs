//! Calls: of functions, of names that are declared by nobody, and of what the compiler itself knows.

use crate::attrs::DeclAttrs;
use crate::builtins::{self, Special};
use crate::convert::AssignTo;
use crate::cx::{Class, Cx};
use crate::hir::{BinaryOp, Builtin, Callee, ExprId, ExprKind, StmtKind};
use crate::link::FuncDecl;
use crate::scope::Entity;
use crate::types::{FnType, QualType, TypeId, TypeKind};
use pm_base::{Span, Symbol};
use pm_syntax::ast;

impl<'a> Cx<'a> {
    pub fn call(&mut self, callee: ast::ExprId, args: &'a [ast::ExprId], span: Span) -> ExprId {
        let mut name = None;
        if let ast::ExprKind::Ident(sym) = self.ast_expr(callee).kind {
            name = Some(sym);
            let declared = self.scopes.idents.lookup(sym).map(|e| e.item);
            if matches!(declared, None | Some(Entity::Func(..)))
                && let Some(special) = self.an.builtins.special(sym)
            {
                return self.special_call(special, sym, args, span);
            }
            if let Some(Entity::Func(_, ty)) = declared
                && self.name(sym).starts_with("__CPROVER_uninterpreted_")
            {
                return self.uninterpreted(ty, args, sym, span);
            }
            if declared.is_none() {
                self.declare_implicitly(sym, self.ast_expr(callee).span);
            }
            if let Some(polarity) = self.condition_of(sym).filter(|_| self.polarity.is_none()) {
                return self.call_of_condition(callee, args, polarity, span);
            }
        }
        let f = self.callee(callee);
        let args = args.iter().map(|&a| self.rvalue(a)).collect();
        let call = self.call_value(f, args, name, span);
        if let Some(name) = name {
            self.note_early_call(name, call);
        }
        call
    }

    fn callee(&mut self, callee: ast::ExprId) -> ExprId {
        let inline = match &self.ast_expr(callee).kind {
            ast::ExprKind::Ident(name) => self.inline_callee(*name, self.ast_expr(callee).span),
            _ => None,
        };
        inline.unwrap_or_else(|| self.rvalue(callee))
    }

    /// Is the first argument of a call a condition that is asserted (`true`) or assumed? An assertion that ends executions where it
    /// fails is none of these: what comes behind it must know that all of a `forall` holds.
    fn condition_of(&self, name: Symbol) -> Option<bool> {
        match self.name(name) {
            "__CPROVER_assert" | "__ESBMC_assert" => Some(true),
            "__CPROVER_assume" | "__ESBMC_assume" | "__VERIFIER_assume" => Some(false),
            _ => None,
        }
        .filter(|_| self.an.builtins.intrinsic(name).is_some())
    }

    fn call_of_condition(
        &mut self,
        callee: ast::ExprId,
        args: &'a [ast::ExprId],
        polarity: bool,
        span: Span,
    ) -> ExprId {
        let f = self.callee(callee);
        let mut values = Vec::with_capacity(args.len());
        for (i, &arg) in args.iter().enumerate() {
            self.polarity = (i == 0).then_some(polarity);
            values.push(self.rvalue(arg));
        }
        self.polarity = None;
        let name = if let ast::ExprKind::Ident(sym) = self.ast_expr(callee).kind { Some(sym) } else { None };
        self.call_value(f, values, name, span)
    }

    pub fn call_value(&mut self, f: ExprId, mut args: Vec<ExprId>, name: Option<Symbol>, span: Span) -> ExprId {
        if self.is_error(f) {
            return f;
        }
        let Some(to) = self.pointee(self.ty(f)).filter(|t| self.class(t.ty) == Class::Function) else {
            let shown = self.session.sources.snippet(self.span(f), 60);
            return self.error_expr(span, format!("called object '{shown}' is not a function or function pointer"));
        };
        let TypeKind::Function(fun) = self.kind(to.ty) else { return self.mk_error(span) };
        let (ret, params, variadic, prototyped) = (fun.ret.ty, fun.params.len(), fun.variadic, fun.prototyped);
        if prototyped && (args.len() < params || (args.len() > params && !variadic)) {
            let few = if args.len() < params { "few" } else { "many" };
            let shown = name.map_or("the function".to_string(), |n| format!("function '{}'", self.name(n)));
            let text = format!("too {few} arguments to {shown}: expected {params}, have {}", args.len());
            return self.error_expr(span, text);
        }
        let mut ok = true;
        for (i, arg) in args.iter_mut().enumerate() {
            let param = if prototyped { self.param_type(to.ty, i) } else { None };
            *arg = match param {
                Some(p) => {
                    if self.class(p.ty) == Class::Record && !self.require_complete(p.ty, self.span(*arg), "parameter") {
                        ok = false;
                    }
                    self.assign_convert(*arg, p, AssignTo::Argument(i + 1, name))
                }
                None => self.free_argument(*arg),
            };
            ok &= !self.is_error(*arg);
        }
        if !ok || (self.class(ret) != Class::Void && !self.require_complete(ret, span, "return value")) {
            return self.mk_error(span);
        }
        let callee = match self.body.exprs[f].kind {
            ExprKind::FuncAddr(id) => Callee::Direct(id),
            _ => Callee::Indirect(f),
        };
        self.mk(ExprKind::Call { callee, args }, ret, span)
    }

    fn param_type(&self, function: TypeId, i: usize) -> Option<QualType> {
        match self.kind(function) {
            TypeKind::Function(f) => f.params.get(i).copied(),
            _ => None,
        }
    }

    /// An argument without a parameter type.
    fn free_argument(&mut self, arg: ExprId) -> ExprId {
        let span = self.span(arg);
        match self.class(self.ty(arg)) {
            Class::Void => self.error_expr(span, "void value not ignored as it ought to be"),
            Class::Record => arg,
            _ => self.default_promote(arg),
        }
    }

    // ---- undeclared functions -----------------------------------------------------------------------------------

    /// Declares a function that is called without a declaration, with the type that gcc gives it.
    fn declare_implicitly(&mut self, name: Symbol, span: Span) {
        let sig = self.an.builtins.library(name).or_else(|| self.an.builtins.intrinsic_signature(name));
        let text = self.name(name);
        let nondet = builtins::nondet_letter(text);
        let ours = builtins::is_reserved(text);
        if ours && sig.is_none() && nondet.is_none() {
            let text = format!("the built-in function '{text}' is not known");
            self.unsupported(span, text);
            self.scopes.declare(name, Entity::Error, span);
            return;
        }
        let ty = match (sig.filter(|s| !s.is_empty()), nondet) {
            (Some(sig), _) => self.signature_type(sig),
            (None, letter) => {
                let ret = letter.map_or(self.an.basic.int, |l| self.letter_type(l));
                let f = FnType { ret: ret.into(), params: Vec::new(), variadic: false, prototyped: false };
                self.intern(TypeKind::Function(f))
            }
        };
        let known = self.an.builtins.intrinsic(name).is_some() && self.name(name) != "assert";
        if !ours && !known && nondet.is_none() {
            let text = format!("implicit declaration of function '{}'", self.name(name));
            self.warn(span, text);
        }
        let decl =
            FuncDecl { name, label: None, ty, is_static: false, attrs: DeclAttrs::default(), span, implicit: true };
        self.declare_function_at_file(decl);
    }

    /// `__builtin_memcpy` used as a value.
    pub fn library_function(&mut self, name: Symbol, span: Span) -> Option<ExprId> {
        match self.an.builtins.special(name)? {
            Special::Library(target) => Some(self.library_designator(target, span)),
            _ => None,
        }
    }

    pub fn library_designator(&mut self, target: Symbol, span: Span) -> ExprId {
        let known = self.scopes.idents.lookup_file(target).map(|e| e.item);
        let (id, ty) = match known {
            Some(Entity::Func(id, ty)) => (id, ty),
            _ => {
                let sig = self.an.builtins.library(target).unwrap_or("i");
                let ty = self.signature_type(sig);
                let decl = FuncDecl {
                    name: target,
                    label: None,
                    ty,
                    is_static: false,
                    attrs: DeclAttrs::default(),
                    span,
                    implicit: true,
                };
                match self.declare_function_at_file(decl) {
                    Some(id) => (id, ty),
                    None => return self.mk_error(span),
                }
            }
        };
        self.mark_used(id);
        self.mean_external(id);
        self.mk(ExprKind::FuncAddr(id), ty, span)
    }

    // ---- signatures ---------------------------------------------------------------------------------------------

    fn letter_type(&self, letter: char) -> TypeId {
        let b = &self.an.basic;
        match letter {
            'v' => b.void,
            'b' => b.bool_,
            'c' => b.char_,
            'C' => b.uchar,
            'h' => b.schar,
            'k' => b.short,
            'q' => b.ushort,
            'u' | 'r' => b.uint,
            'l' => b.long,
            'm' => b.ulong,
            'x' => b.llong,
            'y' => b.ullong,
            'o' if self.types().size_of(b.ulong) == Some(8) => b.ulong,
            'o' => b.ullong,
            'z' => b.size,
            't' => b.ptrdiff,
            'n' => b.uint128,
            'N' => b.int128,
            'f' => b.float,
            'd' => b.double,
            'D' => b.ldouble,
            'g' => b.float128,
            'p' => b.void_ptr,
            'P' => b.const_void_ptr,
            's' => b.char_ptr,
            'S' => b.const_char_ptr,
            _ => b.int,
        }
    }

    fn signature_type(&mut self, sig: &str) -> TypeId {
        let mut letters = sig.chars();
        let ret = self.letter_type(letters.next().unwrap_or('v'));
        let mut params = Vec::new();
        let mut variadic = false;
        for c in letters {
            match c {
                '.' => variadic = true,
                'a' => {
                    let list = self.an.basic.va_list;
                    params.push(self.adjust_param(list.into(), Default::default()));
                }
                c => params.push(self.letter_type(c).into()),
            }
        }
        self.intern(TypeKind::Function(FnType { ret: ret.into(), params, variadic, prototyped: true }))
    }

    // ---- what the compiler knows --------------------------------------------------------------------------------

    fn special_call(&mut self, special: Special, name: Symbol, args: &'a [ast::ExprId], span: Span) -> ExprId {
        match special {
            Special::Op(op, sig) => {
                let args = args.iter().map(|&a| self.rvalue(a)).collect();
                self.op_call(op, sig, args, name, span)
            }
            Special::FloatClass(op, n) => self.float_class(op, n, args, name, span),
            Special::FloatCompare(op) => {
                let Some([a, b]) = self.float_args(args, name, span) else { return self.mk_error(span) };
                self.binary_values(op, a, b, span)
            }
            Special::IsLessGreater => self.is_less_greater(args, name, span),
            Special::FpClassify => self.fp_classify(args, name, span),
            Special::Infinity(letter) => self.float_constant(letter, true, span),
            Special::Nan(letter) => self.float_constant(letter, false, span),
            Special::Overflow(op, letter) => self.overflow(op, letter, args, name, span),
            Special::OverflowPredicate(op) => self.overflow_predicate(op, args, name, span),
            Special::OverflowOf(_) | Special::OverflowOfMinus | Special::OverflowOfShl | Special::Saturating(_) => {
                self.verifier_arithmetic(special, args, name, span)
            }
            Special::EnumInRange => self.enum_in_range(args, name, span),
            Special::PointerInRange => self.pointer_in_range(args, name, span),
            Special::Arrays(model) => self.array_operation(model, args, name, span),
            Special::ArraySet(model) => self.array_set(model, args, name, span),
            Special::Quantifier(forall) => self.quantifier_of_address(forall, args, name, span),
            Special::Connective(op) => self.connective(op, false, args, name, span),
            Special::Implies => self.connective(BinaryOp::BitOr, true, args, name, span),
            Special::Bitcast(copy) => self.bitcast(copy, args, name, span),
            Special::ElementCount => self.element_count(args, name, span),
            Special::True => {
                if !args.is_empty() {
                    return self.wrong_count(name, span);
                }
                let bool_ = self.an.basic.bool_;
                self.mk_const(1, bool_, span)
            }
            Special::Expect => self.expect(args, name, span),
            Special::ConstantP => self.constant_p(args, name, span),
            Special::ObjectSize => self.object_size(args, name, span),
            Special::AssumeAligned => {
                let Some(&first) = args.first() else { return self.wrong_count(name, span) };
                let p = self.rvalue(first);
                let to = self.an.basic.void_ptr;
                self.assign_convert(p, to.into(), AssignTo::Argument(1, Some(name)))
            }
            Special::ClassifyType => self.classify_type(args, name, span),
            Special::VaStart => self.va_builtin(Builtin::VaStart, args, 1, name, span),
            Special::VaEnd => self.va_builtin(Builtin::VaEnd, args, 1, name, span),
            Special::VaCopy => self.va_builtin(Builtin::VaCopy, args, 2, name, span),
            Special::PmFormatted(op, sig) => self.pm_formatted(op, sig, args, name, span),
            Special::AccessOk(op) => self.access_ok(op, args, name, span),
            Special::Atomic(op) => self.atomic(op, args, name, span),
            Special::Checked(target, mask) => {
                let f = self.library_designator(target, span);
                let f = self.value(f);
                let kept = args.iter().enumerate().filter(|(i, _)| mask >> (*i).min(31) & 1 == 0);
                let args = kept.map(|(_, &a)| self.rvalue(a)).collect();
                self.call_value(f, args, Some(target), span)
            }
            Special::Library(target) => self.library_call(target, args, span),
            Special::Shuffle => self.shuffle(args, name, span),
            Special::ShuffleVector => self.shuffle_vector(args, name, span),
            Special::Unsupported(reason) => self.unsupported_expr(span, reason),
        }
    }

    fn access_ok(&mut self, op: Builtin, args: &'a [ast::ExprId], name: Symbol, span: Span) -> ExprId {
        let mut values: Vec<ExprId> = args.iter().map(|&a| self.rvalue(a)).collect();
        if let &[p] = values.as_slice()
            && let Some(to) = self.pointee(self.ty(p))
            && self.require_complete(to.ty, span, "what the pointer points to")
        {
            let size = self.types().size_of(to.ty).unwrap_or(0);
            let ty = self.an.basic.size;
            values.push(self.mk_const(u128::from(size), ty, span));
        }
        self.op_call(op, "bPz", values, name, span)
    }

    pub fn wrong_count(&mut self, name: Symbol, span: Span) -> ExprId {
        let text = format!("wrong number of arguments to '{}'", self.name(name));
        self.error_expr(span, text)
    }

    fn library_call(&mut self, target: Symbol, args: &'a [ast::ExprId], span: Span) -> ExprId {
        if let [arg] = args
            && self.name(target) == "strlen"
            && let ast::ExprKind::Str { units, .. } = &self.ast_expr(*arg).kind
        {
            let len = units.iter().position(|&u| u == 0).unwrap_or(units.len());
            let size = self.an.basic.size;
            return self.mk_const(len as u128, size, span);
        }
        let f = self.library_designator(target, span);
        let f = self.value(f);
        let args = args.iter().map(|&a| self.rvalue(a)).collect();
        self.call_value(f, args, Some(target), span)
    }

    pub fn op_call(&mut self, op: Builtin, sig: &str, mut args: Vec<ExprId>, name: Symbol, span: Span) -> ExprId {
        let variadic = sig.ends_with('.');
        let params: Vec<char> = sig.chars().skip(1).filter(|&c| c != '.').collect();
        if args.len() < params.len() || (args.len() > params.len() && !variadic) {
            return self.wrong_count(name, span);
        }
        for (i, arg) in args.iter_mut().enumerate() {
            *arg = match params.get(i) {
                Some(&c) => {
                    let ty = self.letter_type(c);
                    self.assign_convert(*arg, ty.into(), AssignTo::Argument(i + 1, Some(name)))
                }
                None => self.default_promote(*arg),
            };
            if self.is_error(*arg) {
                return self.mk_error(span);
            }
        }
        if op == Builtin::Alloca {
            args.truncate(1);
        }
        let ret = self.letter_type(sig.chars().next().unwrap_or('v'));
        self.mk(ExprKind::Builtin { op, args }, ret, span)
    }

    fn va_builtin(&mut self, op: Builtin, args: &'a [ast::ExprId], lists: usize, name: Symbol, span: Span) -> ExprId {
        if args.len() < lists || args.len() > 2 {
            return self.wrong_count(name, span);
        }
        if op == Builtin::VaStart && !self.func.as_ref().is_some_and(|f| f.variadic) {
            return self.error_expr(span, "'va_start' used in function with fixed arguments");
        }
        let mut places = Vec::with_capacity(lists);
        for &a in &args[..lists] {
            let e = self.expr(a);
            let at = self.span(e);
            let place = self.va_place(e, at);
            if self.is_error(place) {
                return place;
            }
            places.push(place);
        }
        let void = self.an.basic.void;
        self.mk(ExprKind::Builtin { op, args: places }, void, span)
    }

    fn pm_formatted(&mut self, op: Builtin, sig: &str, args: &'a [ast::ExprId], name: Symbol, span: Span) -> ExprId {
        let Some((&list, plain)) = args.split_last() else { return self.wrong_count(name, span) };
        let values = plain.iter().map(|&a| self.rvalue(a)).collect();
        let call = self.op_call(op, sig, values, name, span);
        let list = self.expr(list);
        let place = self.va_place(list, span);
        if self.is_error(place) {
            return place;
        }
        if let ExprKind::Builtin { args, .. } = &mut self.body.exprs[call].kind {
            args.push(place);
        }
        call
    }

    // ---- floats -------------------------------------------------------------------------------------------------

    fn float_constant(&mut self, letter: char, infinite: bool, span: Span) -> ExprId {
        let ty = self.letter_type(letter);
        let Some(format) = self.types().as_float(ty) else { return self.mk_error(span) };
        let bits = if infinite { format.infinity() } else { format.nan() };
        self.mk_const(bits, ty, span)
    }

    /// Arguments of a generic float operation: integers become double.
    fn float_arg(&mut self, arg: ast::ExprId, name: Symbol) -> ExprId {
        let e = self.rvalue(arg);
        let span = self.span(e);
        match self.class(self.ty(e)) {
            Class::Float | Class::Error => e,
            Class::Int => {
                let double = self.an.basic.double;
                self.convert(e, double)
            }
            _ => {
                let text = format!("non-floating-point argument in call to function '{}'", self.name(name));
                self.error_expr(span, text)
            }
        }
    }

    fn float_args(&mut self, args: &'a [ast::ExprId], name: Symbol, span: Span) -> Option<[ExprId; 2]> {
        let &[a, b] = args else {
            self.wrong_count(name, span);
            return None;
        };
        let (a, b) = (self.float_arg(a, name), self.float_arg(b, name));
        if self.is_error(a) || self.is_error(b) {
            return None;
        }
        let (a, b, _) = self.usual(a, b);
        Some([a, b])
    }

    fn float_class(&mut self, op: Builtin, count: usize, args: &'a [ast::ExprId], name: Symbol, span: Span) -> ExprId {
        let int = self.an.basic.int;
        let args = if count == 2 {
            let Some([a, b]) = self.float_args(args, name, span) else { return self.mk_error(span) };
            vec![a, b]
        } else {
            let &[a] = args else { return self.wrong_count(name, span) };
            vec![self.float_arg(a, name)]
        };
        if args.iter().any(|&a| self.is_error(a)) {
            return self.mk_error(span);
        }
        self.mk(ExprKind::Builtin { op, args }, int, span)
    }

    fn is_less_greater(&mut self, args: &'a [ast::ExprId], name: Symbol, span: Span) -> ExprId {
        let Some([a, b]) = self.float_args(args, name, span) else { return self.mk_error(span) };
        let int = self.an.basic.int;
        self.in_stmt_expr(span, |cx, out| {
            let (a, b) = (cx.temporary(a, out), cx.temporary(b, out));
            let lhs = {
                let (x, y) = (cx.load_local(a, span), cx.load_local(b, span));
                cx.binary_values(BinaryOp::Lt, x, y, span)
            };
            let rhs = {
                let (x, y) = (cx.load_local(a, span), cx.load_local(b, span));
                cx.binary_values(BinaryOp::Gt, x, y, span)
            };
            cx.mk(ExprKind::Or { lhs, rhs }, int, span)
        })
    }

    pub fn load_local(&mut self, l: crate::hir::LocalId, span: Span) -> ExprId {
        let ty = self.body.locals[l].ty;
        let e = self.mk(ExprKind::Local(l), ty, span);
        self.value(e)
    }

    /// `__builtin_fpclassify(nan, inf, normal, subnormal, zero, x)`
    fn fp_classify(&mut self, args: &'a [ast::ExprId], name: Symbol, span: Span) -> ExprId {
        let &[nan, inf, normal, subnormal, zero, x] = args else { return self.wrong_count(name, span) };
        let int = self.an.basic.int;
        let mut results = Vec::with_capacity(5);
        for a in [nan, inf, normal, subnormal, zero] {
            let v = self.rvalue(a);
            let v = self.assign_convert(v, int.into(), AssignTo::Argument(1, Some(name)));
            results.push(v);
        }
        let x = self.float_arg(x, name);
        if self.is_error(x) || results.iter().any(|&r| self.is_error(r)) {
            return self.mk_error(span);
        }
        if let Some(class) = self.eval_class(x) {
            return results[class];
        }
        self.in_stmt_expr(span, |cx, out| {
            let x = cx.temporary(x, out);
            let fzero = {
                let ty = cx.body.locals[x].ty.ty;
                cx.mk_const(0, ty, span)
            };
            let value = cx.load_local(x, span);
            let is_zero = cx.binary_values(BinaryOp::Eq, value, fzero, span);
            let mut e = cx.mk(ExprKind::Cond { cond: is_zero, then: Some(results[4]), els: results[3] }, int, span);
            for (op, result) in
                [(Builtin::IsNormal, results[2]), (Builtin::IsInf, results[1]), (Builtin::IsNan, results[0])]
            {
                let value = cx.load_local(x, span);
                let cond = cx.mk(ExprKind::Builtin { op, args: vec![value] }, int, span);
                e = cx.mk(ExprKind::Cond { cond, then: Some(result), els: e }, int, span);
            }
            e
        })
    }

    // ---- integers -----------------------------------------------------------------------------------------------

    fn overflow(
        &mut self,
        op: Builtin,
        letter: Option<char>,
        args: &'a [ast::ExprId],
        name: Symbol,
        span: Span,
    ) -> ExprId {
        let &[a, b, result] = args else { return self.wrong_count(name, span) };
        let (a, b, result) = (self.rvalue(a), self.rvalue(b), self.rvalue(result));
        let (a, b) = match letter {
            Some(letter) => {
                let ty = self.letter_type(letter);
                (
                    self.assign_convert(a, ty.into(), AssignTo::Argument(1, Some(name))),
                    self.assign_convert(b, ty.into(), AssignTo::Argument(2, Some(name))),
                )
            }
            None => (a, b),
        };
        let to = self.pointee(self.ty(result));
        if [a, b, result].iter().any(|&e| self.is_error(e)) {
            return self.mk_error(span);
        }
        let ints = self.class(self.ty(a)) == Class::Int && self.class(self.ty(b)) == Class::Int;
        if !ints || !to.is_some_and(|t| self.class(t.ty) == Class::Int) {
            let text = format!("the arguments of '{}' must be integers and a pointer to an integer", self.name(name));
            return self.error_expr(span, text);
        }
        let (a, b) = (self.promote(a), self.promote(b));
        let bool_ = self.an.basic.bool_;
        self.mk(ExprKind::Builtin { op, args: vec![a, b, result] }, bool_, span)
    }

    /// `__builtin_add_overflow_p(a, b, (T)0)`: the result is stored into a temporary of type T.
    fn overflow_predicate(&mut self, op: Builtin, args: &'a [ast::ExprId], name: Symbol, span: Span) -> ExprId {
        let &[a, b, model] = args else { return self.wrong_count(name, span) };
        let (a, b, model) = (self.rvalue(a), self.rvalue(b), self.rvalue(model));
        if [a, b, model].iter().any(|&e| self.class(self.ty(e)) != Class::Int) {
            let text = format!("the arguments of '{}' must be integers", self.name(name));
            return self.error_expr(span, text);
        }
        let (a, b) = (self.promote(a), self.promote(b));
        self.overflows(op, a, b, model, span)
    }

    /// Does the result of the operation not fit the type of `model`?
    pub fn overflows(&mut self, op: Builtin, a: ExprId, b: ExprId, model: ExprId, span: Span) -> ExprId {
        let bool_ = self.an.basic.bool_;
        let ty = self.ty(model);
        if let Some(known) = self.eval(model).and_then(|_| self.eval_overflow(op, a, b, ty)) {
            return self.mk_const(known.into(), bool_, span);
        }
        self.in_stmt_expr(span, |cx, out| {
            let t = cx.temporary(model, out);
            cx.body.locals[t].in_memory = true;
            let ty = cx.body.locals[t].ty;
            let place = cx.mk(ExprKind::Local(t), ty, span);
            let ptr = cx.pointer_to(ty);
            let result = cx.mk(ExprKind::AddrOf(place), ptr, span);
            cx.mk(ExprKind::Builtin { op, args: vec![a, b, result] }, bool_, span)
        })
    }

    fn expect(&mut self, args: &'a [ast::ExprId], name: Symbol, span: Span) -> ExprId {
        let [first, rest @ ..] = args else { return self.wrong_count(name, span) };
        let long = self.an.basic.long;
        let value = self.rvalue(*first);
        let value = self.assign_convert(value, long.into(), AssignTo::Argument(1, Some(name)));
        for &a in rest {
            self.rvalue(a);
        }
        value
    }

    fn constant_p(&mut self, args: &'a [ast::ExprId], name: Symbol, span: Span) -> ExprId {
        let &[arg] = args else { return self.wrong_count(name, span) };
        let e = self.rvalue(arg);
        let known = match self.eval(e) {
            Some(crate::constant::CVal::Addr { base, .. }) => matches!(base, crate::hir::AddrBase::Str(_)),
            Some(_) => true,
            None => false,
        };
        let int = self.an.basic.int;
        self.mk_const(u128::from(known), int, span)
    }

    fn object_size(&mut self, args: &'a [ast::ExprId], name: Symbol, span: Span) -> ExprId {
        let &[ptr, kind] = args else { return self.wrong_count(name, span) };
        let ptr = self.rvalue(ptr);
        let Some(kind) = self.const_int(kind, "last argument of '__builtin_object_size'") else {
            return self.mk_error(span);
        };
        let known = self.extent(ptr).and_then(|e| if kind & 1 == 0 { Some(e.whole - e.offset) } else { e.part });
        let size = self.an.basic.size;
        let value = match known {
            Some(bytes) => bytes.max(0),
            None if kind & 2 != 0 => 0,
            None => -1,
        };
        self.mk_int(value, size, span)
    }

    /// What gcc knows without optimisation of the object that an address constant or one of a local points into.
    fn extent(&self, ptr: ExprId) -> Option<Extent> {
        match self.body.exprs[ptr].kind {
            ExprKind::Cast { arg, .. } => self.extent(arg),
            ExprKind::Decay(lv) | ExprKind::AddrOf(lv) => self.place_extent(lv),
            ExprKind::PtrAdd { ptr: base, index, negate } => {
                let stride = self.types().stride_of(self.pointee(self.ty(base))?.ty)?;
                let bytes = self.eval_int(index)?.checked_mul(i128::from(stride))?;
                let e = self.extent(base)?;
                Some(Extent { offset: e.offset + if negate { -bytes } else { bytes }, part: None, ..e })
            }
            _ => None,
        }
    }

    fn place_extent(&self, lv: ExprId) -> Option<Extent> {
        let size = self.types().size_of(self.ty(lv)).map(i128::from);
        match self.body.exprs[lv].kind {
            ExprKind::Local(_) | ExprKind::Global(_) | ExprKind::Str(_) | ExprKind::CompoundLit { .. } => {
                Some(Extent { whole: size?, offset: 0, part: size })
            }
            ExprKind::Member { base, offset, .. } => {
                let e = self.place_extent(base)?;
                Some(Extent { offset: e.offset + i128::from(offset), part: size, ..e })
            }
            ExprKind::Index { base, index } if self.class(self.ty(base)) == Class::Array => {
                let bytes = self.eval_int(index)?.checked_mul(size?)?;
                let e = self.place_extent(base)?;
                let array = i128::from(self.types().size_of(self.ty(base))?);
                let part = if bytes < 0 { 0 } else { array - bytes };
                let whole = if bytes < 0 { e.offset + bytes } else { e.whole };
                Some(Extent { whole, offset: e.offset + bytes, part: Some(part) })
            }
            _ => None,
        }
    }

    fn classify_type(&mut self, args: &'a [ast::ExprId], name: Symbol, span: Span) -> ExprId {
        let &[arg] = args else { return self.wrong_count(name, span) };
        let e = self.rvalue(arg);
        let ty = self.ty(e);
        let is_union = matches!(self.kind(ty), TypeKind::Record(r) if self.types().records[*r].is_union);
        let class = match self.class(ty) {
            Class::Error => return e,
            Class::Void => 0,
            Class::Int => 1,
            Class::Pointer | Class::Array => 5,
            Class::Float => 8,
            Class::Function => 10,
            Class::Record if is_union => 13,
            Class::Record => 12,
        };
        let int = self.an.basic.int;
        self.mk_const(class, int, span)
    }

    /// An expression statement within a desugared operation.
    pub fn run(&mut self, e: ExprId, out: &mut Vec<crate::hir::StmtId>) {
        let span = self.span(e);
        out.push(self.mk_stmt(StmtKind::Expr(e), span));
    }
}

/// Bytes of an object, where in it a pointer points, and how much of its innermost part is left there.
struct Extent {
    whole: i128,
    offset: i128,
    part: Option<i128>,
}
