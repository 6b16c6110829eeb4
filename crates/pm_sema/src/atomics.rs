//! `__sync_*` and `__atomic_*`: plain operations, since programs are sequential. Memory orders are evaluated and dropped.

use crate::builtins::AtomicOp;
use crate::cx::{Class, Cx};
use crate::hir::{BinaryOp, Builtin, ExprId, ExprKind, LocalId, StmtId, StmtKind, UnaryOp};
use pm_base::{Span, Symbol};
use pm_syntax::ast;

impl<'a> Cx<'a> {
    pub fn atomic(&mut self, op: AtomicOp, args: &'a [ast::ExprId], name: Symbol, span: Span) -> ExprId {
        let int = self.an.basic.int;
        if op == AtomicOp::LockFree {
            for &a in args {
                self.rvalue(a);
            }
            return self.mk_const(1, int, span);
        }
        let values: Vec<ExprId> = args.iter().map(|&a| self.rvalue(a)).collect();
        if values.iter().any(|&v| self.is_error(v)) {
            return self.mk_error(span);
        }
        let needed = match op {
            AtomicOp::LoadN | AtomicOp::Release | AtomicOp::TestAndSet | AtomicOp::LockFree => 1,
            AtomicOp::Rmw { .. } | AtomicOp::Load | AtomicOp::StoreN | AtomicOp::Store | AtomicOp::ExchangeN => 2,
            AtomicOp::Exchange | AtomicOp::CompareExchange { .. } | AtomicOp::CompareSwap { .. } => 3,
        };
        if values.len() < needed {
            return self.wrong_count(name, span);
        }
        let pointers: &[usize] = match op {
            AtomicOp::Load | AtomicOp::Store => &[0, 1],
            AtomicOp::Exchange | AtomicOp::CompareExchange { by_pointer: true } => &[0, 1, 2],
            AtomicOp::CompareExchange { by_pointer: false } => &[0, 1],
            _ => &[0],
        };
        for &p in pointers {
            let ok = self.pointee(self.ty(values[p])).is_some_and(|t| {
                self.is_scalar(t.ty)
                    || op == AtomicOp::TestAndSet
                    || op == AtomicOp::Release
                    || (self.class(t.ty) == Class::Record && self.is_complete(t.ty))
            });
            if !ok {
                let text = format!("argument {} of '{}' must be a pointer to a scalar", p + 1, self.name(name));
                return self.error_expr(span, text);
            }
        }
        self.in_stmt_expr(span, |cx, out| {
            let mut cells = Cells { cx, out, span };
            cells.operation(op, &values)
        })
    }
}

/// Builds the statements of one operation.
struct Cells<'c, 'a> {
    cx: &'c mut Cx<'a>,
    out: &'c mut Vec<StmtId>,
    span: Span,
}

impl Cells<'_, '_> {
    fn operation(&mut self, op: AtomicOp, v: &[ExprId]) -> ExprId {
        let void = self.cx.an.basic.void;
        let p = match op {
            AtomicOp::TestAndSet | AtomicOp::Release => self.byte_or_own(v[0], op),
            _ => v[0],
        };
        let p = self.cx.temporary(p, self.out);
        match op {
            AtomicOp::LoadN => self.read(p),
            AtomicOp::Load => {
                let to = self.cx.temporary(v[1], self.out);
                let value = self.read(p);
                self.write(to, value);
                self.nothing(void)
            }
            AtomicOp::StoreN => {
                self.write(p, v[1]);
                self.nothing(void)
            }
            AtomicOp::Store => {
                let from = self.cx.temporary(v[1], self.out);
                let value = self.read(from);
                self.write(p, value);
                self.nothing(void)
            }
            AtomicOp::ExchangeN => {
                let old = self.read(p);
                let old = self.cx.temporary(old, self.out);
                self.write(p, v[1]);
                self.cx.load_local(old, self.span)
            }
            AtomicOp::Exchange => {
                let (from, to) = (self.cx.temporary(v[1], self.out), self.cx.temporary(v[2], self.out));
                let old = self.read(p);
                let old = self.cx.temporary(old, self.out);
                let value = self.read(from);
                self.write(p, value);
                let old = self.cx.load_local(old, self.span);
                self.write(to, old);
                self.nothing(void)
            }
            AtomicOp::Release => {
                let int = self.cx.an.basic.int;
                let zero = self.cx.mk_const(0, int, self.span);
                self.write(p, zero);
                self.nothing(void)
            }
            AtomicOp::TestAndSet => {
                let bool_ = self.cx.an.basic.bool_;
                let old = self.read(p);
                let old = self.cx.convert(old, bool_);
                let old = self.cx.temporary(old, self.out);
                let int = self.cx.an.basic.int;
                let one = self.cx.mk_const(1, int, self.span);
                self.write(p, one);
                self.cx.load_local(old, self.span)
            }
            AtomicOp::Rmw { op, new } => self.read_modify_write(op, new, p, v[1]),
            AtomicOp::CompareSwap { returns_bool } => self.compare_swap(returns_bool, p, v[1], v[2]),
            AtomicOp::CompareExchange { by_pointer } => {
                let weak = v.get(3).copied().filter(|w| !matches!(self.cx.body.exprs[*w].kind, ExprKind::Const(0)));
                self.compare_exchange(by_pointer, p, v[1], v[2], weak)
            }
            AtomicOp::LockFree => self.nothing(void),
        }
    }

    /// `__atomic_test_and_set` and `__atomic_clear` take any pointer and work on a byte.
    fn byte_or_own(&mut self, p: ExprId, op: AtomicOp) -> ExprId {
        let scalar = self.cx.pointee(self.cx.ty(p)).is_some_and(|t| self.cx.is_scalar(t.ty));
        if scalar && op == AtomicOp::Release {
            return p;
        }
        let char_ptr = self.cx.an.basic.char_ptr;
        self.cx.convert(p, char_ptr)
    }

    fn place(&mut self, p: LocalId) -> ExprId {
        let p = self.cx.load_local(p, self.span);
        self.cx.deref_value(p, self.span)
    }

    fn read(&mut self, p: LocalId) -> ExprId {
        let place = self.place(p);
        self.cx.value(place)
    }

    fn write(&mut self, p: LocalId, value: ExprId) {
        let place = self.place(p);
        let e = self.cx.assign_values(place, value, self.span);
        self.cx.run(e, self.out);
    }

    fn nothing(&mut self, void: crate::types::TypeId) -> ExprId {
        let int = self.cx.an.basic.int;
        let arg = self.cx.mk_const(0, int, self.span);
        self.cx.mk(ExprKind::Cast { arg, explicit: false }, void, self.span)
    }

    fn read_modify_write(&mut self, op: Option<BinaryOp>, new: bool, p: LocalId, v: ExprId) -> ExprId {
        let span = self.span;
        let old = self.read(p);
        let ty = self.cx.ty(old);
        let old = self.cx.temporary(old, self.out);
        let v = self.cx.temporary(v, self.out);
        let (a, b) = (self.cx.load_local(old, span), self.cx.load_local(v, span));
        let result = match op {
            Some(op) if self.cx.class(ty) == Class::Pointer => self.byte_arith(op, a, b),
            Some(op) => self.wrapping(op, a, b),
            None => {
                let and = self.cx.binary_values(BinaryOp::BitAnd, a, b, span);
                let and_ty = self.cx.ty(and);
                self.cx.mk(ExprKind::Unary { op: UnaryOp::BitNot, arg: and }, and_ty, span)
            }
        };
        self.write(p, result);
        if new { self.read(p) } else { self.cx.load_local(old, span) }
    }

    /// Atomic arithmetic wraps: it is done in the unsigned type.
    fn wrapping(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
        let ty = self.cx.ty(a);
        let unsigned = self.unsigned_of(ty);
        let (x, y) = (self.cx.cast_to(a, unsigned, true), self.cx.cast_to(b, unsigned, true));
        let e = self.cx.binary_values(op, x, y, self.span);
        self.cx.cast_to(e, ty, true)
    }

    fn unsigned_of(&self, ty: crate::types::TypeId) -> crate::types::TypeId {
        let b = &self.cx.an.basic;
        match self.cx.types().as_int(ty).map_or(32, |f| f.bits) {
            0..=32 => b.uint,
            33..=64 => b.ullong,
            _ => b.uint128,
        }
    }

    /// Atomic operations on pointers count bytes.
    fn byte_arith(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
        let ty = self.cx.ty(a);
        let char_ptr = self.cx.an.basic.char_ptr;
        let p = self.cx.cast_to(a, char_ptr, true);
        let e = self.cx.binary_values(op, p, b, self.span);
        if self.cx.is_error(e) { e } else { self.cx.cast_to(e, ty, true) }
    }

    fn compare_swap(&mut self, returns_bool: bool, p: LocalId, expected: ExprId, new: ExprId) -> ExprId {
        let span = self.span;
        let old = self.read(p);
        let ty = self.cx.qual_ty(old);
        let old = self.cx.temporary(old, self.out);
        let expected = self.cx.assign_convert(expected, ty, crate::convert::AssignTo::Variable);
        let expected = self.cx.temporary(expected, self.out);
        let new = self.cx.assign_convert(new, ty, crate::convert::AssignTo::Variable);
        let new = self.cx.temporary(new, self.out);
        let same = self.same(old, expected);
        let then = self.assignment(p, new);
        self.out.push(self.cx.mk_stmt(StmtKind::If { cond: same, then, els: None }, span));
        if returns_bool {
            let same = self.same(old, expected);
            let bool_ = self.cx.an.basic.bool_;
            return self.cx.convert(same, bool_);
        }
        self.cx.load_local(old, span)
    }

    fn same(&mut self, a: LocalId, b: LocalId) -> ExprId {
        let (x, y) = (self.cx.load_local(a, self.span), self.cx.load_local(b, self.span));
        self.cx.binary_values(BinaryOp::Eq, x, y, self.span)
    }

    fn assignment(&mut self, p: LocalId, value: LocalId) -> StmtId {
        let place = self.place(p);
        let value = self.cx.load_local(value, self.span);
        let e = self.cx.assign_values(place, value, self.span);
        self.cx.mk_stmt(StmtKind::Expr(e), self.span)
    }

    /// A weak one may fail although the values are the same (C11 7.17.7.4), which is an input: 0 where it does not.
    fn compare_exchange(
        &mut self,
        by_pointer: bool,
        p: LocalId,
        expected: ExprId,
        new: ExprId,
        weak: Option<ExprId>,
    ) -> ExprId {
        let (span, bool_) = (self.span, self.cx.an.basic.bool_);
        let expected = self.cx.temporary(expected, self.out);
        let old = self.read(p);
        let ty = self.cx.qual_ty(old);
        let old = self.cx.temporary(old, self.out);
        let new = if by_pointer {
            let from = self.cx.temporary(new, self.out);
            self.read(from)
        } else {
            new
        };
        let new = self.cx.assign_convert(new, ty, crate::convert::AssignTo::Variable);
        let new = self.cx.temporary(new, self.out);
        let want = self.read(expected);
        let want = self.cx.temporary(want, self.out);
        let same = self.same(old, want);
        let same = weak.map_or(same, |weak| self.unless_spurious(same, weak));
        let same = self.cx.convert(same, bool_);
        let same = self.cx.temporary(same, self.out);
        let then = self.assignment(p, new);
        let els = self.assignment(expected, old);
        let cond = self.cx.load_local(same, span);
        self.out.push(self.cx.mk_stmt(StmtKind::If { cond, then, els: Some(els) }, span));
        self.cx.load_local(same, span)
    }

    /// `same && !(weak && nondet)`
    fn unless_spurious(&mut self, same: ExprId, weak: ExprId) -> ExprId {
        let (span, int, bool_) = (self.span, self.cx.an.basic.int, self.cx.an.basic.bool_);
        let fails = self.cx.mk(ExprKind::Builtin { op: Builtin::Nondet, args: Vec::new() }, bool_, span);
        let fails = self.cx.mk(ExprKind::And { lhs: weak, rhs: fails }, int, span);
        let zero = self.cx.mk_const(0, int, span);
        let works = self.cx.binary_values(BinaryOp::Eq, fails, zero, span);
        self.cx.mk(ExprKind::And { lhs: same, rhs: works }, int, span)
    }
}
