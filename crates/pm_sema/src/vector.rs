//! GNU's vector types: `int __attribute__((vector_size(16)))`.
//!
//! A vector is a record with one member without a name, the array of its elements; so it is laid out, assigned, passed and
//! returned like one. An operation is a statement expression that computes element by element. Vectors of one element type
//! and length are one type.

use crate::cx::{Class, Cx};
use crate::hir::{BinaryOp, ExprId, ExprKind, InitItem, InitValue, LocalId, LocalInit, StmtId, StmtKind, UnaryOp};
use crate::types::{ArrayLen, Field, FnType, IntKind, QualType, Record, RecordLayout, TypeId, TypeKind};
use pm_base::{Span, Symbol};
use pm_syntax::ast;

/// Element type and number of elements.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Vector {
    pub elem: TypeId,
    pub len: u64,
}

impl<'a> Cx<'a> {
    // ---- types --------------------------------------------------------------------------------------------------

    /// Applies `vector_size`: to the innermost type of a declarator, as gcc does.
    pub fn vectorise(&mut self, ty: QualType, bytes: u64, span: Span) -> QualType {
        let made = match self.kind(ty.ty).clone() {
            TypeKind::Pointer(to) => {
                let to = self.vectorise(to, bytes, span);
                self.pointer_to(to)
            }
            TypeKind::Array { elem, len } => {
                let elem = self.vectorise(elem, bytes, span);
                self.array_of(elem, len)
            }
            TypeKind::Function(f) => {
                let ret = self.vectorise(f.ret, bytes, span);
                self.intern(TypeKind::Function(FnType { ret, ..f }))
            }
            _ => self.vector_of(ty.ty, bytes, span),
        };
        QualType { ty: made, quals: ty.quals }
    }

    fn vector_of(&mut self, elem: TypeId, bytes: u64, span: Span) -> TypeId {
        let scalar = matches!(self.class(elem), Class::Int | Class::Float) && !self.is_bool(elem);
        let size = self.types().size_of(elem).filter(|_| scalar);
        if self.class(elem) == Class::Error {
            return elem;
        }
        match size {
            Some(size)
                if bytes > 0 && bytes.is_multiple_of(size) && (bytes / size).is_power_of_two() && bytes <= 1 << 16 =>
            {
                self.vector_type(Vector { elem, len: bytes / size }, span)
            }
            Some(_) => {
                self.error(span, "the size of a vector is not a power of 2 times that of its elements");
                self.an.basic.error
            }
            None => {
                self.error(span, "invalid vector type for attribute 'vector_size'");
                self.an.basic.error
            }
        }
    }

    fn vector_type(&mut self, vector: Vector, span: Span) -> TypeId {
        if let Some(&ty) = self.an.vector_types.get(&vector) {
            return ty;
        }
        if !self.types().model.is_x86() {
            self.unsupported(span, "vectors are not supported on this target");
        }
        let array = self.array_of(vector.elem.into(), ArrayLen::Const(vector.len));
        let size = self.types().size_of(array).unwrap_or(0);
        let tag = format!("__vector({} x {})", vector.len, self.show(vector.elem));
        let tag = Some(self.session.interner.intern(&tag));
        let elements = Field { name: None, ty: array.into(), offset: 0, bits: None, span };
        let layout = RecordLayout { fields: vec![elements], size, align: size as u32, flexible: false };
        let id = self.an.program.types.records.push(Record { is_union: false, tag, span, layout: Some(layout) });
        let ty = self.intern(TypeKind::Record(id));
        self.an.vectors.insert(id, vector);
        self.an.vector_types.insert(vector, ty);
        ty
    }

    pub fn as_vector(&self, ty: TypeId) -> Option<Vector> {
        match self.kind(ty) {
            TypeKind::Record(r) => self.an.vectors.get(r).copied(),
            _ => None,
        }
    }

    pub fn is_vector(&self, e: ExprId) -> bool {
        self.as_vector(self.ty(e)).is_some()
    }

    // ---- elements -----------------------------------------------------------------------------------------------

    /// The array in a vector, a place.
    pub fn elements_of(&mut self, vector: ExprId, span: Span) -> ExprId {
        let Some(v) = self.as_vector(self.ty(vector)) else { return vector };
        let array = self.array_of(v.elem.into(), ArrayLen::Const(v.len));
        let array = QualType { ty: array, quals: Default::default() };
        let array = self.qualify(array, self.qual_ty(vector).quals);
        let place = if self.is_place(vector) { vector } else { self.materialise(vector) };
        let name = self.session.interner.intern("elements");
        self.mk(ExprKind::Member { base: place, offset: 0, bits: None, name }, array, span)
    }

    fn element_place(&mut self, vector: LocalId, i: u64, span: Span) -> ExprId {
        let ty = self.body.locals[vector].ty;
        let local = self.mk(ExprKind::Local(vector), ty, span);
        let base = if self.class(ty.ty) == Class::Array { local } else { self.elements_of(local, span) };
        let Some((elem, _)) = self.array_parts(self.ty(base)) else { return self.mk_error(span) };
        let int = self.an.basic.int;
        let index = self.mk_const(u128::from(i), int, span);
        self.mk(ExprKind::Index { base, index }, elem, span)
    }

    fn element(&mut self, vector: LocalId, i: u64, span: Span) -> ExprId {
        let place = self.element_place(vector, i, span);
        self.value(place)
    }

    /// A vector whose elements `compute` gives; what it needs before goes to the block.
    fn each(
        &mut self,
        to: Vector,
        span: Span,
        out: &mut Vec<StmtId>,
        mut compute: impl FnMut(&mut Self, u64) -> ExprId,
    ) -> ExprId {
        let ty = self.vector_type(to, span);
        let result = self.new_local(None, ty.into(), 0, span);
        out.push(self.mk_stmt(StmtKind::Decl { local: result, init: None }, span));
        for i in 0..to.len {
            let value = compute(self, i);
            if self.is_error(value) {
                return value;
            }
            let value = self.convert(value, to.elem);
            let lhs = self.element_place(result, i, span);
            let e = self.mk(ExprKind::Assign { lhs, rhs: value }, to.elem, span);
            out.push(self.mk_stmt(StmtKind::Expr(e), span));
        }
        let local = self.mk(ExprKind::Local(result), ty, span);
        self.mk(ExprKind::Load(local), ty, span)
    }

    // ---- operations ---------------------------------------------------------------------------------------------

    pub fn vector_unary(&mut self, op: UnaryOp, arg: ExprId, span: Span) -> ExprId {
        let Some(v) = self.as_vector(self.ty(arg)) else { return self.mk_error(span) };
        if op == UnaryOp::BitNot && self.class(v.elem) != Class::Int {
            return self.error_expr(span, "wrong type argument to unary ~: a vector of floating-point elements");
        }
        self.in_stmt_expr(span, |cx, out| {
            let a = cx.temporary(arg, out);
            cx.each(v, span, out, |cx, i| {
                let x = cx.element(a, i, span);
                let x = cx.promote(x);
                let ty = cx.ty(x);
                cx.mk(ExprKind::Unary { op, arg: x }, ty, span)
            })
        })
    }

    /// At least one operand is a vector; a scalar is taken for every element.
    pub fn vector_binary(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId, span: Span) -> ExprId {
        let (a, b) = (self.as_vector(self.ty(lhs)), self.as_vector(self.ty(rhs)));
        let Some(v) = a.or(b) else { return self.mk_error(span) };
        let fits = match (a, b) {
            (Some(a), Some(b)) => {
                a.len == b.len
                    && self.class(a.elem) == self.class(b.elem)
                    && self.types().size_of(a.elem) == self.types().size_of(b.elem)
            }
            (None, _) => matches!(self.class(self.ty(lhs)), Class::Int | Class::Float),
            (_, None) => matches!(self.class(self.ty(rhs)), Class::Int | Class::Float),
        };
        if !fits {
            return self.invalid_operands(op, lhs, rhs, span);
        }
        let compares =
            matches!(op, BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge | BinaryOp::Eq | BinaryOp::Ne);
        let to = if compares { Vector { elem: self.mask_element(v.elem), len: v.len } } else { v };
        self.in_stmt_expr(span, |cx, out| {
            let lhs = if a.is_some() { lhs } else { cx.convert(lhs, v.elem) };
            let rhs = if b.is_some() { rhs } else { cx.convert(rhs, v.elem) };
            let (x, y) = (cx.temporary(lhs, out), cx.temporary(rhs, out));
            cx.each(to, span, out, |cx, i| {
                let l = if a.is_some() { cx.element(x, i, span) } else { cx.local_value(x, span) };
                let r = if b.is_some() { cx.element(y, i, span) } else { cx.local_value(y, span) };
                let value = cx.binary_values(op, l, r, span);
                if !compares || cx.is_error(value) {
                    return value;
                }
                let int = cx.an.basic.int;
                cx.mk(ExprKind::Unary { op: UnaryOp::Neg, arg: value }, int, span)
            })
        })
    }

    /// The element of a comparison's result: all bits set or none, in a signed integer of that size.
    fn mask_element(&self, elem: TypeId) -> TypeId {
        let long = self.types().size_of(self.an.basic.long) == Some(8);
        self.int_type(match self.types().size_of(elem) {
            Some(1) => IntKind::SChar,
            Some(2) => IntKind::Short,
            Some(4) => IntKind::Int,
            Some(8) if long => IntKind::Long,
            Some(8) => IntKind::LongLong,
            _ => IntKind::Int128,
        })
    }

    fn local_value(&mut self, local: LocalId, span: Span) -> ExprId {
        let ty = self.body.locals[local].ty;
        let place = self.mk(ExprKind::Local(local), ty, span);
        self.value(place)
    }

    /// `lhs op= rhs`, `++lhs` and `lhs++` (`old`: the value is the one before).
    pub fn vector_update(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId, old: bool, span: Span) -> ExprId {
        let ty = self.qual_ty(lhs);
        let ptr = self.pointer_to(ty);
        self.in_stmt_expr(span, |cx, out| {
            let rhs = cx.temporary(rhs, out);
            let address = cx.mk(ExprKind::AddrOf(lhs), ptr, span);
            let p = cx.temporary(address, out);
            let before = {
                let p = cx.local_value(p, span);
                let place = cx.mk(ExprKind::Deref(p), ty, span);
                let value = cx.value(place);
                cx.temporary(value, out)
            };
            let (l, r) = (cx.local_value(before, span), cx.local_value(rhs, span));
            let value = cx.vector_binary(op, l, r, span);
            if cx.is_error(value) {
                return value;
            }
            let after = cx.temporary(value, out);
            let (p, value) = (cx.local_value(p, span), cx.local_value(after, span));
            let place = cx.mk(ExprKind::Deref(p), ty, span);
            let e = cx.mk(ExprKind::Assign { lhs: place, rhs: value }, ty.ty, span);
            out.push(cx.mk_stmt(StmtKind::Expr(e), span));
            cx.local_value(if old { before } else { after }, span)
        })
    }

    /// A cast that keeps the bits: between vectors, or a vector and an integer, of the same size.
    pub fn vector_cast(&mut self, arg: ExprId, to: TypeId, span: Span) -> ExprId {
        let from = self.ty(arg);
        if from == to {
            return arg;
        }
        let bits = |cx: &Self, ty| cx.as_vector(ty).is_some() || cx.class(ty) == Class::Int;
        if !bits(self, from) || !bits(self, to) || self.types().size_of(from) != self.types().size_of(to) {
            let text = format!("cannot convert from '{}' to '{}'", self.show(from), self.show(to));
            return self.error_expr(span, text);
        }
        let e = self.stored_value(arg, to, from, 0);
        if let ExprKind::CompoundLit { local, .. } = self.body.exprs[e].kind {
            self.body.locals[local].in_memory = true;
        }
        self.value(e)
    }

    // ---- built-in functions -------------------------------------------------------------------------------------

    /// `__builtin_convertvector(v, T)`
    pub fn convert_vector(&mut self, arg: ast::ExprId, ty: ast::TypeNameId, span: Span) -> ExprId {
        let arg = self.rvalue(arg);
        let (ty, _) = self.type_name(ty);
        if self.is_error(arg) {
            return arg;
        }
        match (self.as_vector(self.ty(arg)), self.as_vector(ty.ty)) {
            (Some(from), Some(to)) if from.len == to.len => self.in_stmt_expr(span, |cx, out| {
                let a = cx.temporary(arg, out);
                cx.each(to, span, out, |cx, i| cx.element(a, i, span))
            }),
            _ => self.error_expr(span, "'__builtin_convertvector' needs two vector types with as many elements"),
        }
    }

    /// `__builtin_shuffle(v, mask)` or `(v, w, mask)`: indices count modulo the number of elements.
    pub fn shuffle(&mut self, args: &'a [ast::ExprId], name: Symbol, span: Span) -> ExprId {
        let values: Vec<ExprId> = args.iter().map(|&a| self.rvalue(a)).collect();
        if values.iter().any(|&v| self.is_error(v)) {
            return self.mk_error(span);
        }
        let Some((&mask, sources)) = values.split_last().filter(|(_, s)| matches!(s.len(), 1 | 2)) else {
            return self.wrong_count(name, span);
        };
        let (Some(v), Some(m)) = (self.as_vector(self.ty(sources[0])), self.as_vector(self.ty(mask))) else {
            return self.error_expr(span, "'__builtin_shuffle' needs vectors");
        };
        let same = sources.iter().all(|&s| self.as_vector(self.ty(s)) == Some(v));
        if !same || m.len != v.len || self.class(m.elem) != Class::Int {
            return self
                .error_expr(span, "'__builtin_shuffle' needs vectors of one type and a mask of as many integers");
        }
        let sources = sources.to_vec();
        self.in_stmt_expr(span, |cx, out| {
            let all = cx.side_by_side(v, &sources, span, out);
            let mask = cx.temporary(mask, out);
            let last = v.len * sources.len() as u64 - 1;
            cx.each(v, span, out, |cx, i| {
                let index = cx.element(mask, i, span);
                let limit = cx.mk_const(u128::from(last), m.elem, span);
                let index = cx.binary_values(BinaryOp::BitAnd, index, limit, span);
                let ty = cx.body.locals[all].ty;
                let base = cx.mk(ExprKind::Local(all), ty, span);
                let place = cx.mk(ExprKind::Index { base, index }, v.elem, span);
                cx.value(place)
            })
        })
    }

    /// `__builtin_shufflevector(v, w, i…)`: constant indices, -1 for any element.
    pub fn shuffle_vector(&mut self, args: &'a [ast::ExprId], name: Symbol, span: Span) -> ExprId {
        let [first, second, indices @ ..] = args else { return self.wrong_count(name, span) };
        let sources = [self.rvalue(*first), self.rvalue(*second)];
        let (Some(v), Some(w)) = (self.as_vector(self.ty(sources[0])), self.as_vector(self.ty(sources[1]))) else {
            return self.error_expr(span, "'__builtin_shufflevector' needs vectors");
        };
        let mut picked = Vec::with_capacity(indices.len());
        for &i in indices {
            match self.const_int(i, "index of '__builtin_shufflevector'") {
                Some(i) if i < i128::from(v.len + w.len) && i >= -1 => picked.push(i.max(0) as u64),
                Some(_) => return self.error_expr(span, "index of '__builtin_shufflevector' is out of range"),
                None => return self.mk_error(span),
            }
        }
        if v.elem != w.elem || !picked.len().is_power_of_two() {
            return self
                .error_expr(span, "'__builtin_shufflevector' needs vectors of one element type and 2^n indices");
        }
        let to = Vector { elem: v.elem, len: picked.len() as u64 };
        self.in_stmt_expr(span, |cx, out| {
            let all = cx.side_by_side(v, &sources, span, out);
            cx.each(to, span, out, |cx, i| cx.element(all, picked[i as usize], span))
        })
    }

    /// An array with the elements of all vectors, the first of type `v`.
    fn side_by_side(&mut self, v: Vector, vectors: &[ExprId], span: Span, out: &mut Vec<StmtId>) -> LocalId {
        let (mut items, mut offset) = (Vec::new(), 0);
        for &e in vectors {
            let ty = self.ty(e);
            items.push(InitItem { offset, bits: None, ty, value: InitValue::Expr(e), count: 1, stride: 0 });
            offset += self.types().size_of(ty).unwrap_or(0);
        }
        let len = offset / self.types().size_of(v.elem).unwrap_or(1).max(1);
        let array = self.array_of(v.elem.into(), ArrayLen::Const(len));
        let local = self.new_local(None, array.into(), 0, span);
        let init = Some(LocalInit { zero: false, items });
        out.push(self.mk_stmt(StmtKind::Decl { local, init }, span));
        local
    }
}
