//! Intrinsics of CBMC whose types follow from their arguments, and its types.

use crate::builtins::Special;
use crate::convert::AssignTo;
use crate::cx::{Class, Cx};
use crate::hir::{BinaryOp, Builtin, ExprId, ExprKind};
use crate::scope::Entity;
use crate::types::{TypeId, TypeKind};
use pm_base::{Idx, Span, Symbol};
use pm_syntax::ast;

impl<'a> Cx<'a> {
    /// The types that are there without a declaration; the parser knows their names.
    pub fn declare_verifier_types(&mut self) {
        let (size, signed) = (self.an.basic.size, self.an.basic.ptrdiff);
        for (name, ty) in [("__CPROVER_size_t", size), ("__CPROVER_ssize_t", signed)] {
            if let Some(name) = self.session.interner.lookup(name) {
                self.scopes.declare(name, Entity::Typedef { ty: ty.into(), align: 0 }, Span::NONE);
            }
        }
    }

    /// Predicates of overflow and saturating sums, of the common type of the operands.
    pub fn verifier_arithmetic(
        &mut self,
        special: Special,
        args: &'a [ast::ExprId],
        name: Symbol,
        span: Span,
    ) -> ExprId {
        let values: Vec<ExprId> = args.iter().map(|&a| self.rvalue(a)).collect();
        if values.iter().any(|&e| self.is_error(e)) {
            return self.mk_error(span);
        }
        if values.iter().any(|&e| self.class(self.ty(e)) != Class::Int) {
            return self.error_expr(span, format!("the arguments of '{}' must be integers", self.name(name)));
        }
        match (special, values.as_slice()) {
            (Special::OverflowOf(op), &[a, b]) => {
                let (a, b, ty) = self.usual(a, b);
                let model = self.mk_const(0, ty, span);
                self.overflows(op, a, b, model, span)
            }
            (Special::OverflowOfMinus, &[a]) => {
                let a = self.promote(a);
                let ty = self.ty(a);
                let (zero, model) = (self.mk_const(0, ty, span), self.mk_const(0, ty, span));
                self.overflows(Builtin::SubOverflow, zero, a, model, span)
            }
            (Special::OverflowOfShl, &[a, n]) => self.shl_overflows(a, n, span),
            (Special::Saturating(op), &[a, b]) => {
                let (a, b, ty) = self.usual(a, b);
                self.mk(ExprKind::Builtin { op, args: vec![a, b] }, ty, span)
            }
            _ => self.wrong_count(name, span),
        }
    }

    fn shl_overflows(&mut self, a: ExprId, n: ExprId, span: Span) -> ExprId {
        let (a, n) = (self.promote(a), self.promote(n));
        let (f, g) = (self.int_format(self.ty(a)), self.int_format(self.ty(n)));
        if f.bits > 64 || g.bits > 64 {
            return self.unsupported_expr(span, "'__CPROVER_overflow_shl' of more than 64 bits");
        }
        if let (Some(x), Some(n)) = (self.eval_int(a), self.eval_int(n)) {
            let fits = n < f.bits.into() && f.to_i128(f.wrap((x << n.max(0)) as u128)) == x << n.max(0);
            let overflows = x != 0 && n >= 0 && !fits;
            return self.mk_const(overflows.into(), self.an.basic.bool_, span);
        }
        let (word, int) = (self.an.basic.ullong, self.an.basic.int);
        let (a, n) = (self.cast_to(a, word, true), self.cast_to(n, word, true));
        let [bits, is_signed, n_is_signed] =
            [f.bits.into(), f.signed.into(), g.signed.into()].map(|v: u128| self.mk_const(v, int, span));
        let model = self.session.interner.intern("__pm_shl_overflows");
        self.call_model(model, vec![a, bits, is_signed, n, n_is_signed], span)
    }

    /// `__CPROVER_uninterpreted_f(a, b)`: equal arguments give equal results. A model remembers the calls.
    pub fn uninterpreted(&mut self, ty: TypeId, args: &'a [ast::ExprId], name: Symbol, span: Span) -> ExprId {
        const MOST: usize = 4;
        let TypeKind::Function(f) = self.kind(ty) else { return self.mk_error(span) };
        let (ret, params) = (f.ret.ty, f.params.clone());
        if params.len() != args.len() {
            return self.wrong_count(name, span);
        }
        let is_known = |cx: &Self, ty: TypeId| cx.class(ty) == Class::Int && cx.int_format(ty).bits <= 64;
        if params.len() > MOST || !is_known(self, ret) || params.iter().any(|p| !is_known(self, p.ty)) {
            let text = format!(
                "'{}': uninterpreted functions have at most {MOST} arguments, and these and the result are integers of at most 64 bits",
                self.name(name)
            );
            return self.unsupported_expr(span, text);
        }
        let (uint, word) = (self.an.basic.uint, self.an.basic.ullong);
        let mut values = vec![self.mk_const(name.index() as u128, uint, span)];
        for (i, (&arg, param)) in args.iter().zip(params).enumerate() {
            let value = self.rvalue(arg);
            let value = self.assign_convert(value, param, AssignTo::Argument(i + 1, Some(name)));
            if self.is_error(value) {
                return value;
            }
            values.push(self.cast_to(value, word, true));
        }
        while values.len() <= MOST {
            values.push(self.mk_const(0, word, span));
        }
        let model = self.session.interner.intern("__pm_uninterpreted");
        let result = self.call_model(model, values, span);
        self.cast_to(result, ret, true)
    }

    pub fn enum_in_range(&mut self, args: &'a [ast::ExprId], name: Symbol, span: Span) -> ExprId {
        let &[arg] = args else { return self.wrong_count(name, span) };
        let e = self.rvalue(arg);
        if self.is_error(e) {
            return e;
        }
        if !matches!(self.kind(self.ty(e)), TypeKind::Enum(_)) {
            return self.error_expr(span, format!("the argument of '{}' must be an enumeration", self.name(name)));
        }
        let bool_ = self.an.basic.bool_;
        self.mk(ExprKind::Builtin { op: Builtin::EnumInRange, args: vec![e] }, bool_, span)
    }

    /// All three point into one object, in this order.
    pub fn pointer_in_range(&mut self, args: &'a [ast::ExprId], name: Symbol, span: Span) -> ExprId {
        let &[from, p, to] = args else { return self.wrong_count(name, span) };
        let ptr = self.an.basic.const_void_ptr;
        let mut values = Vec::with_capacity(3);
        for (i, arg) in [from, p, to].into_iter().enumerate() {
            let value = self.rvalue(arg);
            let value = self.assign_convert(value, ptr.into(), AssignTo::Argument(i + 1, Some(name)));
            if self.is_error(value) {
                return value;
            }
            values.push(value);
        }
        let (int, size) = (self.an.basic.int, self.an.basic.ptrdiff);
        self.in_stmt_expr(span, |cx, out| {
            let locals: Vec<_> = values.into_iter().map(|v| cx.temporary(v, out)).collect();
            let ordered = |cx: &mut Self, a: usize, b: usize| {
                let loads = |cx: &mut Self| vec![cx.load_local(locals[a], span), cx.load_local(locals[b], span)];
                let same = loads(cx);
                let lhs = cx.mk(ExprKind::Builtin { op: Builtin::SameObject, args: same }, int, span);
                let mut offsets = loads(cx)
                    .into_iter()
                    .map(|p| cx.mk(ExprKind::Builtin { op: Builtin::PointerOffset, args: vec![p] }, size, span));
                let (Some(x), Some(y)) = (offsets.next(), offsets.next()) else { return lhs };
                drop(offsets);
                let rhs = cx.binary_values(BinaryOp::Le, x, y, span);
                cx.mk(ExprKind::And { lhs, rhs }, int, span)
            };
            let (lhs, rhs) = (ordered(cx, 0, 1), ordered(cx, 1, 2));
            cx.mk(ExprKind::And { lhs, rhs }, int, span)
        })
    }

    /// A pointer to an array's start, and the array's size; of a pointer, a size that says: to the end of the object.
    fn array_region(&mut self, arg: ast::ExprId) -> [ExprId; 2] {
        let e = self.expr(arg);
        let span = self.span(e);
        let size = if self.class(self.ty(e)) == Class::Array { self.types().size_of(self.ty(e)) } else { None };
        let ty = self.an.basic.size;
        let size = match size {
            Some(size) => self.mk_const(u128::from(size), ty, span),
            None => self.mk_int(-1, ty, span),
        };
        [self.value(e), size]
    }

    /// `__ESBMC_and(a, b)` is `a & b`, `__ESBMC_implies(a, b)` is `!a | b`.
    pub fn connective(
        &mut self,
        op: BinaryOp,
        negate: bool,
        args: &'a [ast::ExprId],
        name: Symbol,
        span: Span,
    ) -> ExprId {
        let &[a, b] = args else { return self.wrong_count(name, span) };
        let (mut a, b) = (self.rvalue(a), self.rvalue(b));
        if negate && !self.is_error(a) {
            let int = self.an.basic.int;
            let zero = self.mk_const(0, int, span);
            a = self.binary_values(BinaryOp::Eq, a, zero, span);
        }
        self.binary_values(op, a, b, span)
    }

    /// `__ESBMC_bitcast(dst, src)`: a copy of what both point to.
    pub fn bitcast(&mut self, copy: Symbol, args: &'a [ast::ExprId], name: Symbol, span: Span) -> ExprId {
        let &[dst, src] = args else { return self.wrong_count(name, span) };
        let (dst, src) = (self.rvalue(dst), self.rvalue(src));
        if self.is_error(dst) || self.is_error(src) {
            return self.mk_error(span);
        }
        let size = |p: ExprId| self.pointee(self.ty(p)).and_then(|to| self.types().size_of(to.ty));
        let Some(bytes) = size(dst).filter(|s| Some(*s) == size(src)) else {
            let text = format!("'{}' of pointers to types that are not of one size", self.name(name));
            return self.unsupported_expr(span, text);
        };
        let size = self.an.basic.size;
        let bytes = self.mk_const(bytes.into(), size, span);
        let call = self.call_model(copy, vec![dst, src, bytes], span);
        let void = self.an.basic.void;
        if self.is_error(call) { call } else { self.cast_to(call, void, true) }
    }

    /// `__ESBMC_get_object_size(array)`: the number of the elements of the array that an address is in.
    pub fn element_count(&mut self, args: &'a [ast::ExprId], name: Symbol, span: Span) -> ExprId {
        let &[arg] = args else { return self.wrong_count(name, span) };
        let p = self.rvalue(arg);
        if self.is_error(p) {
            return p;
        }
        let elem = self.array_around(p).and_then(|array| match self.kind(array) {
            TypeKind::Array { elem, .. } => self.types().size_of(elem.ty),
            _ => None,
        });
        let Some(width) = elem.filter(|w| *w > 0) else {
            let text = format!("'{}' counts the elements of an array: what a pointer points into", self.name(name));
            return self.unsupported_expr(span, text + " is not known here");
        };
        let bytes = self.op_call(Builtin::ObjectSize, "zP", vec![p], name, span);
        if width == 1 || self.is_error(bytes) {
            return bytes;
        }
        let size = self.an.basic.size;
        let width = self.mk_const(width.into(), size, span);
        self.binary_values(BinaryOp::Div, bytes, width, span)
    }

    /// The type of the array that is the whole object into which an address points.
    fn array_around(&self, address: ExprId) -> Option<TypeId> {
        match self.body.exprs[address].kind {
            ExprKind::Cast { arg, .. } => self.array_around(arg),
            ExprKind::PtrAdd { ptr, .. } => self.array_around(ptr),
            ExprKind::Decay(lv) | ExprKind::AddrOf(lv) => self.whole_array(lv),
            _ => None,
        }
    }

    fn whole_array(&self, lv: ExprId) -> Option<TypeId> {
        let is_array = self.class(self.ty(lv)) == Class::Array;
        match self.body.exprs[lv].kind {
            ExprKind::Local(_) | ExprKind::Global(_) | ExprKind::Str(_) | ExprKind::CompoundLit { .. } if is_array => {
                Some(self.ty(lv))
            }
            ExprKind::Index { base, .. } if self.class(self.ty(base)) == Class::Array => self.whole_array(base),
            _ => None,
        }
    }

    /// `__CPROVER_array_copy`, `array_replace`, `array_equal`
    pub fn array_operation(&mut self, model: Symbol, args: &'a [ast::ExprId], name: Symbol, span: Span) -> ExprId {
        let &[a, b] = args else { return self.wrong_count(name, span) };
        let (a, b) = (self.array_region(a), self.array_region(b));
        if [a[0], b[0]].iter().any(|&p| !self.is_error(p) && self.class(self.ty(p)) != Class::Pointer) {
            return self.error_expr(span, format!("the arguments of '{}' must be arrays", self.name(name)));
        }
        self.call_model(model, [a, b].concat(), span)
    }

    /// `__CPROVER_array_set(array, value)`: the value has the type of the elements.
    pub fn array_set(&mut self, model: Symbol, args: &'a [ast::ExprId], name: Symbol, span: Span) -> ExprId {
        let &[array, value] = args else { return self.wrong_count(name, span) };
        let [start, size] = self.array_region(array);
        let value = self.rvalue(value);
        if self.is_error(start) || self.is_error(value) {
            return self.mk_error(span);
        }
        let Some(elem) = self.pointee(self.ty(start)).filter(|t| self.is_scalar(t.ty)) else {
            return self.error_expr(span, format!("'{}' needs an array of scalars", self.name(name)));
        };
        let value = self.assign_convert(value, elem, AssignTo::Argument(2, Some(name)));
        if self.is_error(value) {
            return value;
        }
        let width = self.types().size_of(elem.ty).unwrap_or(1);
        let size_ty = self.an.basic.size;
        self.in_stmt_expr(span, |cx, out| {
            let t = cx.temporary(value, out);
            cx.body.locals[t].in_memory = true;
            let ty = cx.body.locals[t].ty;
            let place = cx.mk(ExprKind::Local(t), ty, span);
            let ptr = cx.pointer_to(ty);
            let value = cx.mk(ExprKind::AddrOf(place), ptr, span);
            let width = cx.mk_const(u128::from(width), size_ty, span);
            cx.call_model(model, vec![start, size, value, width], span)
        })
    }

    fn call_model(&mut self, model: Symbol, args: Vec<ExprId>, span: Span) -> ExprId {
        let f = self.library_designator(model, span);
        let f = self.value(f);
        self.call_value(f, args, Some(model), span)
    }
}
