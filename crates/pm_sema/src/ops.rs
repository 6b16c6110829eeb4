//! Operators: unary, binary, assignments, conditional (C11 6.5.2.4, 6.5.3, 6.5.5 to 6.5.16).

use crate::compat;
use crate::convert::AssignTo;
use crate::cx::{Class, Cx};
use crate::hir::{BinaryOp, ExprId, ExprKind, LocalId, UnaryOp};
use crate::specs::union;
use crate::types::{QualType, Quals, TypeId, TypeKind};
use pm_base::Span;
use pm_syntax::ast;

impl<'a> Cx<'a> {
    pub fn unary(&mut self, op: ast::UnaryOp, arg: ast::ExprId, span: Span) -> ExprId {
        match op {
            ast::UnaryOp::Extension => self.expr(arg),
            ast::UnaryOp::AddrOf => self.address_of(arg, span),
            ast::UnaryOp::Deref => self.deref(arg, span),
            ast::UnaryOp::PreInc => self.inc_dec(arg, true, false, span),
            ast::UnaryOp::PreDec => self.inc_dec(arg, false, false, span),
            ast::UnaryOp::PostInc => self.inc_dec(arg, true, true, span),
            ast::UnaryOp::PostDec => self.inc_dec(arg, false, true, span),
            ast::UnaryOp::Not => {
                let arg = self.condition(arg);
                if self.is_error(arg) {
                    return arg;
                }
                let int = self.an.basic.int;
                self.mk(ExprKind::Unary { op: UnaryOp::Not, arg }, int, span)
            }
            ast::UnaryOp::Plus | ast::UnaryOp::Minus | ast::UnaryOp::BitNot => self.arith_unary(op, arg, span),
        }
    }

    fn arith_unary(&mut self, op: ast::UnaryOp, arg: ast::ExprId, span: Span) -> ExprId {
        let arg = self.rvalue(arg);
        let class = self.class(self.ty(arg));
        if self.is_vector(arg) {
            return match op {
                ast::UnaryOp::Minus => self.vector_unary(UnaryOp::Neg, arg, span),
                ast::UnaryOp::BitNot => self.vector_unary(UnaryOp::BitNot, arg, span),
                _ => arg,
            };
        }
        let ok = class == Class::Int || (class == Class::Float && op != ast::UnaryOp::BitNot);
        if class == Class::Error {
            return arg;
        }
        if !ok {
            let sign = match op {
                ast::UnaryOp::Plus => "+",
                ast::UnaryOp::Minus => "-",
                _ => "~",
            };
            let text = format!("wrong type argument to unary {sign}: '{}'", self.show(self.ty(arg)));
            return self.error_expr(span, text);
        }
        let arg = self.promote(arg);
        let ty = self.ty(arg);
        let op = match op {
            ast::UnaryOp::Minus => UnaryOp::Neg,
            ast::UnaryOp::BitNot => UnaryOp::BitNot,
            _ => return arg,
        };
        self.mk(ExprKind::Unary { op, arg }, ty, span)
    }

    fn address_of(&mut self, arg: ast::ExprId, span: Span) -> ExprId {
        let e = self.expr(arg);
        if self.is_error(e) {
            return e;
        }
        let ty = self.qual_ty(e);
        if self.class(ty.ty) == Class::Function {
            let p = self.value(e);
            let f = match self.body.exprs[p].kind {
                ExprKind::FuncAddr(f) => ExprKind::FuncAddr(f),
                _ => return p,
            };
            let ty = self.ty(p);
            return self.mk(f, ty, span);
        }
        if !self.is_lvalue(e) {
            return self.error_expr(span, "lvalue required as unary '&' operand");
        }
        if let ExprKind::Member { bits: Some(_), name, .. } = self.body.exprs[e].kind {
            let text = format!("cannot take address of bit-field '{}'", self.name(name));
            return self.error_expr(span, text);
        }
        if let ExprKind::Local(l) = self.body.exprs[e].kind {
            if self.func.as_ref().is_some_and(|f| f.registers.contains(&l)) {
                return self.error_expr(span, "address of register variable requested");
            }
            self.body.locals[l].in_memory = true;
        }
        let ptr = self.pointer_to(ty);
        self.mk(ExprKind::AddrOf(e), ptr, span)
    }

    fn deref(&mut self, arg: ast::ExprId, span: Span) -> ExprId {
        let p = self.rvalue(arg);
        self.deref_value(p, span)
    }

    pub fn deref_value(&mut self, p: ExprId, span: Span) -> ExprId {
        match self.pointee(self.ty(p)) {
            Some(to) => self.mk(ExprKind::Deref(p), to, span),
            None if self.is_error(p) => p,
            None => {
                let text = format!("invalid type argument of unary '*' (have '{}')", self.show(self.ty(p)));
                self.error_expr(span, text)
            }
        }
    }

    // ---- binary -------------------------------------------------------------------------------------------------

    pub fn binary(&mut self, op: ast::BinaryOp, lhs: ast::ExprId, rhs: ast::ExprId, span: Span) -> ExprId {
        match op {
            ast::BinaryOp::And | ast::BinaryOp::Or => {
                let lhs = self.condition(lhs);
                let rhs = self.condition(rhs);
                if self.is_error(lhs) || self.is_error(rhs) {
                    return self.mk_error(span);
                }
                let int = self.an.basic.int;
                let kind =
                    if op == ast::BinaryOp::And { ExprKind::And { lhs, rhs } } else { ExprKind::Or { lhs, rhs } };
                self.mk(kind, int, span)
            }
            _ => {
                let lhs = self.rvalue(lhs);
                let rhs = self.rvalue(rhs);
                self.binary_values(hir_op(op), lhs, rhs, span)
            }
        }
    }

    pub fn binary_values(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId, span: Span) -> ExprId {
        if self.is_error(lhs) || self.is_error(rhs) {
            return self.mk_error(span);
        }
        if self.is_vector(lhs) || self.is_vector(rhs) {
            return self.vector_binary(op, lhs, rhs, span);
        }
        let (a, b) = (self.class(self.ty(lhs)), self.class(self.ty(rhs)));
        let arith = |c: Class| matches!(c, Class::Int | Class::Float);
        match op {
            BinaryOp::Add | BinaryOp::Sub if a == Class::Pointer || b == Class::Pointer => {
                self.pointer_arith(op, lhs, rhs, span)
            }
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div if arith(a) && arith(b) => {
                let (lhs, rhs, ty) = self.usual(lhs, rhs);
                self.mk(ExprKind::Binary { op, lhs, rhs }, ty, span)
            }
            BinaryOp::Rem | BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor
                if a == Class::Int && b == Class::Int =>
            {
                let (lhs, rhs, ty) = self.usual(lhs, rhs);
                self.mk(ExprKind::Binary { op, lhs, rhs }, ty, span)
            }
            BinaryOp::Shl | BinaryOp::Shr if a == Class::Int && b == Class::Int => {
                let lhs = self.promote(lhs);
                let rhs = self.promote(rhs);
                let ty = self.ty(lhs);
                self.mk(ExprKind::Binary { op, lhs, rhs }, ty, span)
            }
            BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge | BinaryOp::Eq | BinaryOp::Ne => {
                self.comparison(op, lhs, rhs, span)
            }
            _ => self.invalid_operands(op, lhs, rhs, span),
        }
    }

    pub fn invalid_operands(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId, span: Span) -> ExprId {
        for e in [lhs, rhs] {
            if self.class(self.ty(e)) == Class::Void {
                let at = self.span(e);
                return self.error_expr(at, "void value not ignored as it ought to be");
            }
        }
        let text = format!(
            "invalid operands to binary {} (have '{}' and '{}')",
            op_text(op),
            self.show(self.ty(lhs)),
            self.show(self.ty(rhs))
        );
        self.error_expr(span, text)
    }

    fn pointer_arith(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId, span: Span) -> ExprId {
        let (a, b) = (self.class(self.ty(lhs)), self.class(self.ty(rhs)));
        match (a, b, op) {
            (Class::Pointer, Class::Int, _) => self.ptr_add(lhs, rhs, op == BinaryOp::Sub, span),
            (Class::Int, Class::Pointer, BinaryOp::Add) => self.ptr_add(rhs, lhs, false, span),
            (Class::Pointer, Class::Pointer, BinaryOp::Sub) => self.ptr_diff(lhs, rhs, span),
            _ => self.invalid_operands(op, lhs, rhs, span),
        }
    }

    fn ptr_add(&mut self, ptr: ExprId, index: ExprId, negate: bool, span: Span) -> ExprId {
        if !self.check_stride(ptr, span) {
            return self.mk_error(span);
        }
        let index = self.promote(index);
        let ty = self.ty(ptr);
        self.mk(ExprKind::PtrAdd { ptr, index, negate }, ty, span)
    }

    /// Arithmetic needs the size of what is pointed to (void and functions count as 1).
    pub fn check_stride(&mut self, ptr: ExprId, span: Span) -> bool {
        let Some(to) = self.pointee(self.ty(ptr)) else { return false };
        matches!(self.class(to.ty), Class::Void | Class::Function)
            || self.require_complete(to.ty, span, "object of pointer arithmetic")
    }

    fn ptr_diff(&mut self, lhs: ExprId, rhs: ExprId, span: Span) -> ExprId {
        if self.is_label_address(lhs) || self.is_label_address(rhs) {
            return self.unsupported_expr(span, "differences of label addresses are not supported");
        }
        let (Some(a), Some(b)) = (self.pointee(self.ty(lhs)), self.pointee(self.ty(rhs))) else {
            return self.mk_error(span);
        };
        if !compat::compatible(self.types(), a.ty, b.ty) {
            return self.invalid_operands(BinaryOp::Sub, lhs, rhs, span);
        }
        if !self.check_stride(lhs, span) {
            return self.mk_error(span);
        }
        if self.types().stride_of(a.ty) == Some(0) {
            return self.error_expr(span, "subtraction of pointers to objects of size 0");
        }
        let ty = self.an.basic.ptrdiff;
        self.mk(ExprKind::PtrDiff { lhs, rhs }, ty, span)
    }

    fn comparison(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId, span: Span) -> ExprId {
        let int = self.an.basic.int;
        let (a, b) = (self.class(self.ty(lhs)), self.class(self.ty(rhs)));
        let (lhs, rhs) = match (a, b) {
            (Class::Int | Class::Float, Class::Int | Class::Float) => {
                let (lhs, rhs, _) = self.usual(lhs, rhs);
                (lhs, rhs)
            }
            (Class::Pointer, Class::Pointer) => {
                let ty = self.ty(lhs);
                if self.is_null_constant(lhs) {
                    let ty = self.ty(rhs);
                    (self.convert(lhs, ty), rhs)
                } else {
                    (lhs, self.convert(rhs, ty))
                }
            }
            (Class::Pointer, Class::Int) => {
                self.warn_compare(rhs, span);
                let ty = self.ty(lhs);
                (lhs, self.convert(rhs, ty))
            }
            (Class::Int, Class::Pointer) => {
                self.warn_compare(lhs, span);
                let ty = self.ty(rhs);
                (self.convert(lhs, ty), rhs)
            }
            _ => return self.invalid_operands(op, lhs, rhs, span),
        };
        self.mk(ExprKind::Binary { op, lhs, rhs }, int, span)
    }

    fn warn_compare(&mut self, int: ExprId, span: Span) {
        if !self.is_null_constant(int) {
            self.warn(span, "comparison between pointer and integer");
        }
    }

    // ---- assignments --------------------------------------------------------------------------------------------

    /// Reports an operand that cannot be assigned to.
    fn check_modifiable(&mut self, lhs: ExprId, what: &str, span: Span) -> bool {
        if self.is_error(lhs) {
            return false;
        }
        let ty = self.qual_ty(lhs);
        if !self.is_lvalue(lhs) || self.class(ty.ty) == Class::Function {
            self.error(span, format!("lvalue required as {what}"));
            return false;
        }
        if self.class(ty.ty) == Class::Array {
            self.error(span, "assignment to expression with array type");
            return false;
        }
        if self.class(ty.ty) == Class::Void {
            self.error(span, format!("invalid use of void expression as {what}"));
            return false;
        }
        if ty.quals.is_const || self.has_const_member(ty.ty) {
            let shown = self.session.sources.snippet(self.span(lhs), 60);
            self.error(span, format!("assignment of read-only location '{shown}'"));
            return false;
        }
        true
    }

    fn has_const_member(&self, ty: TypeId) -> bool {
        match self.kind(ty) {
            TypeKind::Record(r) => self
                .types()
                .layout_of(*r)
                .is_some_and(|l| l.fields.iter().any(|f| f.ty.quals.is_const || self.has_const_member(f.ty.ty))),
            TypeKind::Array { elem, .. } => elem.quals.is_const || self.has_const_member(elem.ty),
            _ => false,
        }
    }

    pub fn assign(&mut self, lhs: ast::ExprId, rhs: ast::ExprId, span: Span) -> ExprId {
        let lhs = self.expr(lhs);
        let rhs = self.rvalue(rhs);
        if !self.check_modifiable(lhs, "left operand of assignment", span) || self.is_error(rhs) {
            return self.mk_error(span);
        }
        self.assign_values(lhs, rhs, span)
    }

    pub fn assign_values(&mut self, lhs: ExprId, rhs: ExprId, span: Span) -> ExprId {
        let ty = self.qual_ty(lhs);
        if !self.require_complete(ty.ty, span, "assigned object") {
            return self.mk_error(span);
        }
        let rhs = self.assign_convert(rhs, ty, AssignTo::Variable);
        if self.is_error(rhs) {
            return rhs;
        }
        let e = self.mk(ExprKind::Assign { lhs, rhs }, ty.ty, span);
        self.narrow_bit_field(e)
    }

    pub fn compound_assign(&mut self, op: ast::BinaryOp, lhs: ast::ExprId, rhs: ast::ExprId, span: Span) -> ExprId {
        let lhs = self.expr(lhs);
        let rhs = self.rvalue(rhs);
        if !self.check_modifiable(lhs, "left operand of assignment", span) || self.is_error(rhs) {
            return self.mk_error(span);
        }
        let op = hir_op(op);
        if self.is_vector(lhs) {
            return self.vector_update(op, lhs, rhs, false, span);
        }
        let (a, b) = (self.class(self.ty(lhs)), self.class(self.ty(rhs)));
        let ty = self.ty(lhs);
        let arith = |c: Class| matches!(c, Class::Int | Class::Float);
        let (rhs, comp) = match op {
            BinaryOp::Add | BinaryOp::Sub if a == Class::Pointer && b == Class::Int => {
                if !self.check_stride_of(ty, span) {
                    return self.mk_error(span);
                }
                (self.promote(rhs), ty)
            }
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div if arith(a) && arith(b) => {
                self.comp_usual(lhs, rhs)
            }
            BinaryOp::Rem | BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor
                if a == Class::Int && b == Class::Int =>
            {
                self.comp_usual(lhs, rhs)
            }
            BinaryOp::Shl | BinaryOp::Shr if a == Class::Int && b == Class::Int => {
                (self.promote(rhs), self.promoted_content(lhs))
            }
            _ => return self.invalid_operands(op, lhs, rhs, span),
        };
        let e = self.mk(ExprKind::CompoundAssign { op, lhs, rhs, comp }, ty, span);
        self.narrow_bit_field(e)
    }

    fn check_stride_of(&mut self, ptr: TypeId, span: Span) -> bool {
        let Some(to) = self.pointee(ptr) else { return false };
        matches!(self.class(to.ty), Class::Void | Class::Function)
            || self.require_complete(to.ty, span, "object of pointer arithmetic")
    }

    /// The promoted type of what an lvalue holds.
    fn promoted_content(&mut self, lhs: ExprId) -> TypeId {
        let narrowed = self.narrow_bit_field(lhs);
        self.promoted_of(narrowed)
    }

    fn comp_usual(&mut self, lhs: ExprId, rhs: ExprId) -> (ExprId, TypeId) {
        let rhs = self.promote(rhs);
        let left = self.promoted_content(lhs);
        let comp = self.common_type(left, self.ty(rhs));
        (self.convert(rhs, comp), comp)
    }

    fn inc_dec(&mut self, arg: ast::ExprId, inc: bool, post: bool, span: Span) -> ExprId {
        let lhs = self.expr(arg);
        let what = if inc { "increment operand" } else { "decrement operand" };
        if !self.check_modifiable(lhs, what, span) {
            return self.mk_error(span);
        }
        let ty = self.ty(lhs);
        if self.is_vector(lhs) {
            let int = self.an.basic.int;
            let one = self.mk_const(1, int, span);
            let op = if inc { BinaryOp::Add } else { BinaryOp::Sub };
            return self.vector_update(op, lhs, one, post, span);
        }
        let comp = match self.class(ty) {
            Class::Int => self.promoted_content(lhs),
            Class::Float => ty,
            Class::Pointer if self.check_stride_of(ty, span) => ty,
            Class::Pointer => return self.mk_error(span),
            _ => {
                let text = format!("wrong type argument to {}: '{}'", &what[..9], self.show(ty));
                return self.error_expr(span, text);
            }
        };
        let e = self.mk(ExprKind::IncDec { lhs, inc, post, comp }, ty, span);
        self.narrow_bit_field(e)
    }

    // ---- conditional --------------------------------------------------------------------------------------------

    pub fn conditional(
        &mut self,
        cond: ast::ExprId,
        then: Option<ast::ExprId>,
        els: ast::ExprId,
        span: Span,
    ) -> ExprId {
        let cond = self.condition(cond);
        let then = then.map(|t| self.rvalue(t));
        let els = self.rvalue(els);
        let first = then.unwrap_or(cond);
        if self.is_error(cond) || self.is_error(first) || self.is_error(els) {
            return self.mk_error(span);
        }
        let Some(ty) = self.conditional_type(first, els, span) else { return self.mk_error(span) };
        let is_void = self.class(ty) == Class::Void;
        let fit = |cx: &mut Self, e: ExprId| {
            if cx.ty(e) == ty || cx.class(ty) == Class::Record {
                e
            } else if is_void {
                let span = cx.span(e);
                cx.mk(ExprKind::Cast { arg: e, explicit: false }, ty, span)
            } else {
                cx.convert(e, ty)
            }
        };
        let then = then.map(|t| fit(self, t));
        let els = fit(self, els);
        self.mk(ExprKind::Cond { cond, then, els }, ty, span)
    }

    fn conditional_type(&mut self, a: ExprId, b: ExprId, span: Span) -> Option<TypeId> {
        let (x, y) = (self.ty(a), self.ty(b));
        match (self.class(x), self.class(y)) {
            (Class::Int | Class::Float, Class::Int | Class::Float) => {
                let (p, q) = (self.promoted_of(a), self.promoted_of(b));
                Some(self.common_type(p, q))
            }
            (Class::Void, _) | (_, Class::Void) => Some(self.an.basic.void),
            (Class::Record, Class::Record) if compat::compatible(self.types(), x, y) => Some(x),
            (Class::Pointer, Class::Pointer) => Some(self.conditional_pointer(a, b)),
            (Class::Pointer, Class::Int) => {
                self.warn_conditional(b, span);
                Some(x)
            }
            (Class::Int, Class::Pointer) => {
                self.warn_conditional(a, span);
                Some(y)
            }
            _ => {
                let text =
                    format!("type mismatch in conditional expression: '{}' and '{}'", self.show(x), self.show(y));
                self.error(span, text);
                None
            }
        }
    }

    fn warn_conditional(&mut self, int: ExprId, span: Span) {
        if !self.is_null_constant(int) {
            self.warn(span, "pointer/integer type mismatch in conditional expression");
        }
    }

    fn conditional_pointer(&mut self, a: ExprId, b: ExprId) -> TypeId {
        let (x, y) = (self.ty(a), self.ty(b));
        if x == y || self.is_null_constant(b) {
            return x;
        }
        if self.is_null_constant(a) {
            return y;
        }
        let (Some(p), Some(q)) = (self.pointee(x), self.pointee(y)) else { return x };
        let quals: Quals = union(p.quals, q.quals);
        let ty = if self.class(p.ty) == Class::Void || self.class(q.ty) == Class::Void {
            self.an.basic.void
        } else if compat::compatible(self.types(), p.ty, q.ty) {
            compat::composite(&mut self.an.program.types, p.ty, q.ty)
        } else {
            self.an.basic.void
        };
        self.pointer_to(QualType { ty, quals })
    }

    /// Declares a variable `register`: its address cannot be taken.
    pub fn mark_register(&mut self, l: LocalId) {
        if let Some(f) = &mut self.func {
            f.registers.insert(l);
        }
    }
}

pub fn hir_op(op: ast::BinaryOp) -> BinaryOp {
    match op {
        ast::BinaryOp::Mul => BinaryOp::Mul,
        ast::BinaryOp::Div => BinaryOp::Div,
        ast::BinaryOp::Rem => BinaryOp::Rem,
        ast::BinaryOp::Add => BinaryOp::Add,
        ast::BinaryOp::Sub => BinaryOp::Sub,
        ast::BinaryOp::Shl => BinaryOp::Shl,
        ast::BinaryOp::Shr => BinaryOp::Shr,
        ast::BinaryOp::Lt => BinaryOp::Lt,
        ast::BinaryOp::Gt => BinaryOp::Gt,
        ast::BinaryOp::Le => BinaryOp::Le,
        ast::BinaryOp::Ge => BinaryOp::Ge,
        ast::BinaryOp::Eq => BinaryOp::Eq,
        ast::BinaryOp::Ne => BinaryOp::Ne,
        // `&&` and `||` have nodes of their own and never come here.
        ast::BinaryOp::BitAnd | ast::BinaryOp::And => BinaryOp::BitAnd,
        ast::BinaryOp::BitXor => BinaryOp::BitXor,
        ast::BinaryOp::BitOr | ast::BinaryOp::Or => BinaryOp::BitOr,
    }
}

fn op_text(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        BinaryOp::BitAnd => "&",
        BinaryOp::BitOr => "|",
        BinaryOp::BitXor => "^",
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Gt => ">",
        BinaryOp::Ge => ">=",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
    }
}
