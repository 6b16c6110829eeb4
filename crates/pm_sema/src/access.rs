//! Expressions about objects and types: members, elements, casts, sizeof and its like, compound literals, `_Generic`.

use crate::compat;
use crate::cx::{Class, Cx};
use crate::hir::{BinaryOp, ExprId, ExprKind, InitItem, InitValue, LocalInit};
use crate::specs::union;
use crate::types::{BitRange, Field, QualType, Quals, RecordId, TypeId, TypeKind};
use pm_base::{Diagnostic, Span, Symbol};
use pm_syntax::ast;
use rustc_hash::FxHashMap;

/// A member found by name, through anonymous members.
#[derive(Clone, Copy)]
pub struct Found {
    pub ty: QualType,
    pub offset: u64,
    pub bits: Option<BitRange>,
}

impl<'a> Cx<'a> {
    pub fn index(&mut self, base: ast::ExprId, index: ast::ExprId, span: Span) -> ExprId {
        let b = self.expr(base);
        let i = self.expr(index);
        if self.is_error(b) || self.is_error(i) {
            return self.mk_error(span);
        }
        let b = if self.is_vector(b) { self.elements_of(b, span) } else { b };
        let i = if self.is_vector(i) { self.elements_of(i, span) } else { i };
        // `i[a]` means `a[i]`
        let is_base = |cx: &Self, e| matches!(cx.class(cx.ty(e)), Class::Array | Class::Pointer);
        let (b, i) = if !is_base(self, b) && is_base(self, i) { (i, b) } else { (b, i) };
        let elem = match *self.kind(self.ty(b)) {
            TypeKind::Array { elem, .. } => elem,
            TypeKind::Pointer(to) => to,
            _ => return self.error_expr(span, "subscripted value is neither array nor pointer"),
        };
        if matches!(self.class(elem.ty), Class::Function) {
            return self.error_expr(span, "subscripted value is a pointer to function");
        }
        let b = if self.class(self.ty(b)) == Class::Array && self.is_place(b) { b } else { self.value(b) };
        let i = self.value(i);
        if self.is_error(b) || self.is_error(i) {
            return self.mk_error(span);
        }
        if self.class(self.ty(i)) != Class::Int {
            return self.error_expr(span, "array subscript is not an integer");
        }
        if self.class(elem.ty) != Class::Void && !self.require_complete(elem.ty, span, "array element") {
            return self.mk_error(span);
        }
        let index = self.promote(i);
        self.mk(ExprKind::Index { base: b, index }, elem, span)
    }

    pub fn member(&mut self, base: ast::ExprId, field: Symbol, arrow: bool, field_span: Span, span: Span) -> ExprId {
        let e = if arrow { self.rvalue(base) } else { self.expr(base) };
        if self.is_error(e) {
            return e;
        }
        let e = if arrow {
            match self.pointee(self.ty(e)).map(|p| self.class(p.ty)) {
                Some(Class::Record | Class::Error) => self.deref_value(e, span),
                _ => {
                    let text = format!("invalid type argument of '->' (have '{}')", self.show(self.ty(e)));
                    return self.error_expr(span, text);
                }
            }
        } else {
            e
        };
        if self.is_error(e) {
            return e;
        }
        let TypeKind::Record(record) = *self.kind(self.ty(e)) else { return self.no_record(e, field, span) };
        if !self.require_complete(self.ty(e), span, "record") {
            return self.mk_error(span);
        }
        match self.find_member(record, field) {
            Some(found) => self.member_of(e, found, field, span),
            None => self.no_member(self.ty(e), record, field, field_span),
        }
    }

    fn no_record(&mut self, e: ExprId, field: Symbol, span: Span) -> ExprId {
        let field = self.name(field).to_string();
        let text = format!("request for member '{field}' in something not a structure or union");
        let mut d = Diagnostic::error(span, text);
        if self.pointee(self.ty(e)).is_some_and(|p| self.class(p.ty) == Class::Record) {
            d = d.hint(format!("it is a pointer; did you mean '->{field}'?"));
        }
        self.push(d);
        self.mk_error(span)
    }

    fn no_member(&mut self, ty: TypeId, record: RecordId, field: Symbol, span: Span) -> ExprId {
        let text = format!("'{}' has no member named '{}'", self.show(ty), self.name(field));
        let mut d = Diagnostic::error(span, text);
        let names = &self.session.interner;
        let layout = self.types().layout_of(record).filter(|_| !self.session.diags.is_full());
        let candidates = layout.into_iter().flat_map(|l| &l.fields).filter_map(|f| f.name);
        let wanted = names.name(field);
        let near = crate::literals::nearest(wanted, (wanted.len() / 3).clamp(1, 2), candidates.map(|n| names.name(n)));
        if let Some(near) = near {
            d = d.hint(format!("did you mean '{near}'?"));
        }
        self.push(d);
        self.mk_error(span)
    }

    fn member_of(&mut self, base: ExprId, found: Found, name: Symbol, span: Span) -> ExprId {
        let base = if self.is_place(base) || self.is_scalar(found.ty.ty) { base } else { self.materialise(base) };
        let outer = self.qual_ty(base).quals;
        let quals = Quals { is_const: outer.is_const, is_volatile: outer.is_volatile, ..Quals::default() };
        let ty = self.qualify(found.ty, quals);
        let ty = if self.is_place(base) { ty } else { self.unqualified(ty) };
        self.mk(ExprKind::Member { base, offset: found.offset, bits: found.bits, name }, ty, span)
    }

    /// Puts a record value into a temporary, so that arrays in it can be indexed.
    pub fn materialise(&mut self, value: ExprId) -> ExprId {
        let e = self.stored_value(value, self.ty(value), self.ty(value), 0);
        if let ExprKind::CompoundLit { local, .. } = self.body.exprs[e].kind {
            self.body.locals[local].is_temporary = true;
        }
        e
    }

    /// An unnamed object of type `ty` with `value` stored as a sub-object of type `part`.
    pub fn stored_value(&mut self, value: ExprId, ty: TypeId, part: TypeId, offset: u64) -> ExprId {
        let span = self.span(value);
        let local = self.new_local(None, ty.into(), 0, span);
        let item = InitItem { offset, bits: None, ty: part, value: InitValue::Expr(value), count: 1, stride: 0 };
        let init = LocalInit { zero: ty != part, items: vec![item] };
        self.mk(ExprKind::CompoundLit { local, init }, ty, span)
    }

    pub fn find_member(&self, record: RecordId, name: Symbol) -> Option<Found> {
        let f = &self.types().layout_of(record)?.fields[self.member_index(record, name)?];
        if f.name.is_some() {
            return Some(Found { ty: f.ty, offset: f.offset, bits: f.bits });
        }
        let TypeKind::Record(inner) = *self.kind(f.ty.ty) else { return None };
        let found = self.find_member(inner, name)?;
        let ty = QualType { ty: found.ty.ty, quals: union(found.ty.quals, f.ty.quals) };
        Some(Found { ty, offset: f.offset + found.offset, bits: found.bits })
    }

    /// The member that has the name, or the anonymous one that contains it.
    pub fn member_index(&self, record: RecordId, name: Symbol) -> Option<usize> {
        if let Some(members) = self.an.members.get(&record) {
            return members.get(&name).map(|&i| i as usize);
        }
        let fields = &self.types().layout_of(record)?.fields;
        fields.iter().position(|f| match (f.name, self.kind(f.ty.ty)) {
            (Some(own), _) => own == name,
            (None, TypeKind::Record(inner)) => self.member_index(*inner, name).is_some(),
            (None, _) => false,
        })
    }

    /// Makes [`Self::member_index`] fast for a record with many members.
    pub fn index_members(&mut self, record: RecordId) {
        const MANY: usize = 32;
        let Some(layout) = self.types().layout_of(record).filter(|l| l.fields.len() > MANY) else { return };
        let mut members = FxHashMap::default();
        for (i, f) in layout.fields.iter().enumerate() {
            self.each_name(f, &mut |name| {
                members.entry(name).or_insert(i as u32);
            });
        }
        self.an.members.insert(record, members);
    }

    /// The names by which a member and what is in anonymous ones can be reached.
    fn each_name(&self, f: &Field, visit: &mut dyn FnMut(Symbol)) {
        match (f.name, self.kind(f.ty.ty)) {
            (Some(name), _) => visit(name),
            (None, TypeKind::Record(inner)) => {
                for f in self.types().layout_of(*inner).into_iter().flat_map(|l| &l.fields) {
                    self.each_name(f, visit);
                }
            }
            (None, _) => {}
        }
    }

    // ---- casts --------------------------------------------------------------------------------------------------

    pub fn cast(&mut self, ty: ast::TypeNameId, arg: ast::ExprId, span: Span) -> ExprId {
        let vlas = self.pending_vlas.len();
        let (to, _) = self.type_name(ty);
        let arg = self.expr(arg);
        let e = self.cast_value(arg, to.ty, span);
        self.after_vlas(e, vlas)
    }

    fn cast_value(&mut self, arg: ExprId, to: TypeId, span: Span) -> ExprId {
        if self.class(to) == Class::Void {
            let arg = self.discard(arg);
            return self.mk(ExprKind::Cast { arg, explicit: true }, to, span);
        }
        let arg = self.value(arg);
        let from = self.ty(arg);
        if self.as_vector(to).is_some() || self.as_vector(from).is_some() {
            return if self.is_error(arg) { arg } else { self.vector_cast(arg, to, span) };
        }
        match (self.class(to), self.class(from)) {
            (Class::Error, _) | (_, Class::Error) => self.mk_error(span),
            (Class::Int, Class::Int | Class::Float | Class::Pointer)
            | (Class::Float, Class::Int | Class::Float)
            | (Class::Pointer, Class::Int | Class::Pointer) => {
                if !self.require_complete(to, span, "cast target") {
                    return self.mk_error(span);
                }
                let e = self.cast_to(arg, to, true);
                self.respan(e, arg, span)
            }
            (Class::Record, Class::Record) if from == to => arg,
            (Class::Record, _) if self.require_complete(to, span, "cast target") => self.cast_to_union(arg, to, span),
            (Class::Record, _) => self.mk_error(span),
            (_, Class::Void) => self.error_expr(span, "void value not ignored as it ought to be"),
            (Class::Array, _) => self.error_expr(span, "cast specifies array type"),
            (Class::Function, _) => self.error_expr(span, "cast specifies function type"),
            _ => {
                let text = format!("cannot convert from '{}' to '{}'", self.show(from), self.show(to));
                self.error_expr(span, text)
            }
        }
    }

    /// The cast's node gets the span of the whole cast; where none was needed, the operand is as good.
    fn respan(&mut self, e: ExprId, arg: ExprId, span: Span) -> ExprId {
        if e != arg {
            self.body.exprs[e].span = span;
        }
        e
    }

    /// GNU: a value as the member of a union that has its type.
    fn cast_to_union(&mut self, arg: ExprId, to: TypeId, span: Span) -> ExprId {
        match self.union_member_for(arg, to, false) {
            Some((ty, offset)) => {
                let value = if self.is_scalar(ty) { self.convert(arg, ty) } else { arg };
                let e = self.stored_value(value, to, ty, offset);
                self.value(e)
            }
            None => {
                let text = format!(
                    "conversion from '{}' to non-scalar type '{}' requested",
                    self.show(self.ty(arg)),
                    self.show(to)
                );
                self.error_expr(span, text)
            }
        }
    }

    fn union_member_for(&self, arg: ExprId, to: TypeId, loose: bool) -> Option<(TypeId, u64)> {
        let TypeKind::Record(r) = *self.kind(to) else { return None };
        if !self.types().records[r].is_union {
            return None;
        }
        let from = self.ty(arg);
        let fields = &self.types().layout_of(r)?.fields;
        let exact = fields.iter().find(|f| compat::compatible(self.types(), f.ty.ty, from));
        let pointer = || {
            let both = |f: &&crate::types::Field| self.types().is_pointer(f.ty.ty) && self.types().is_pointer(from);
            fields.iter().find(both).or_else(|| {
                let null = self.is_null_constant(arg);
                fields.iter().find(|f| null && self.types().is_pointer(f.ty.ty))
            })
        };
        let field = exact.or_else(|| if loose { pointer() } else { None })?;
        Some((field.ty.ty, field.offset))
    }

    pub fn is_transparent(&self, ty: TypeId) -> bool {
        matches!(self.kind(ty), TypeKind::Record(r) if self.an.transparent.contains(r))
    }

    pub fn as_transparent_union(&mut self, arg: ExprId, to: TypeId) -> ExprId {
        let span = self.span(arg);
        match self.union_member_for(arg, to, true) {
            Some((ty, offset)) => {
                let value = if self.is_scalar(ty) { self.convert(arg, ty) } else { arg };
                let e = self.stored_value(value, to, ty, offset);
                self.value(e)
            }
            None => self.error_expr(span, "no member of the transparent union takes this argument"),
        }
    }

    // ---- sizeof and its like ------------------------------------------------------------------------------------

    pub fn sizeof_expr(&mut self, arg: ast::ExprId, span: Span) -> ExprId {
        let e = self.unevaluated(arg);
        if self.is_error(e) {
            return e;
        }
        if let ExprKind::Member { bits: Some(_), .. } = self.body.exprs[e].kind {
            return self.error_expr(span, "'sizeof' applied to a bit-field");
        }
        self.sizeof_ty(self.ty(e), span)
    }

    pub fn sizeof_type(&mut self, ty: ast::TypeNameId, span: Span) -> ExprId {
        let vlas = self.pending_vlas.len();
        let (ty, _) = self.type_name(ty);
        let e = self.sizeof_ty(ty.ty, span);
        if self.is_vla(ty.ty) {
            return self.after_vlas(e, vlas);
        }
        self.pending_vlas.truncate(vlas);
        e
    }

    fn sizeof_ty(&mut self, ty: TypeId, span: Span) -> ExprId {
        let size_t = self.an.basic.size;
        if self.class(ty) == Class::Error {
            return self.mk_error(span);
        }
        if self.is_vla(ty) {
            return self.mk(ExprKind::SizeofVla(ty), size_t, span);
        }
        match self.types().stride_of(ty) {
            Some(size) => self.mk_const(u128::from(size), size_t, span),
            None => {
                self.require_complete(ty, span, "operand of 'sizeof'");
                self.mk_error(span)
            }
        }
    }

    pub fn alignof_expr(&mut self, arg: ast::ExprId, gnu: bool, span: Span) -> ExprId {
        let e = self.unevaluated(arg);
        if self.is_error(e) {
            return e;
        }
        let own = match self.body.exprs[e].kind {
            ExprKind::Local(l) => self.body.locals[l].align,
            ExprKind::Global(g) => self.an.program.globals[g].align,
            _ => 0,
        };
        self.alignof_ty(self.ty(e), own, gnu, span)
    }

    pub fn alignof_type(&mut self, ty: ast::TypeNameId, gnu: bool, span: Span) -> ExprId {
        let vlas = self.pending_vlas.len();
        let (ty, align) = self.type_name(ty);
        self.pending_vlas.truncate(vlas);
        if align != 0 {
            let size_t = self.an.basic.size;
            return self.mk_const(u128::from(align), size_t, span);
        }
        self.alignof_ty(ty.ty, 0, gnu, span)
    }

    fn alignof_ty(&mut self, ty: TypeId, own: u32, gnu: bool, span: Span) -> ExprId {
        if self.class(ty) == Class::Record && !self.require_complete(ty, span, "operand of '_Alignof'") {
            return self.mk_error(span);
        }
        let align = if gnu { self.types().natural_align(ty) } else { self.types().align_of(ty) };
        let size_t = self.an.basic.size;
        let reduced = own != 0 && own < self.types().align_of(ty);
        self.mk_const(u128::from(if reduced { own } else { align.max(own) }), size_t, span)
    }

    pub fn offsetof(&mut self, ty: ast::TypeNameId, path: &'a [ast::Designator], span: Span) -> ExprId {
        let vlas = self.pending_vlas.len();
        let (base, _) = self.type_name(ty);
        self.pending_vlas.truncate(vlas);
        let size_t = self.an.basic.size;
        let mut offset = 0u64;
        let mut ty = base.ty;
        let mut dynamic: Option<ExprId> = None;
        for d in path {
            match d {
                ast::Designator::Field(name, at) => {
                    let Some(found) = self.offsetof_field(ty, *name, *at) else { return self.mk_error(span) };
                    offset = offset.wrapping_add(found.offset);
                    ty = found.ty.ty;
                }
                ast::Designator::Index(i) => {
                    let Some((elem, _)) = self.array_parts(ty) else {
                        return if self.class(ty) == Class::Error {
                            self.mk_error(span)
                        } else {
                            self.error_expr(span, "subscripted value in 'offsetof' is not an array")
                        };
                    };
                    let Some(size) = self.types().size_of(elem.ty) else { return self.mk_error(span) };
                    let index = self.rvalue(*i);
                    if self.is_error(index) {
                        return index;
                    }
                    match self.eval_int(index) {
                        Some(n) => offset = offset.wrapping_add((n as u64).wrapping_mul(size)),
                        None => {
                            let index = self.convert(index, size_t);
                            let size = self.mk_const(u128::from(size), size_t, span);
                            let part = self.binary_values(BinaryOp::Mul, index, size, span);
                            dynamic = Some(match dynamic {
                                Some(d) => self.binary_values(BinaryOp::Add, d, part, span),
                                None => part,
                            });
                        }
                    }
                    ty = elem.ty;
                }
                ast::Designator::Range(..) => return self.error_expr(span, "a range in 'offsetof'"),
            }
        }
        let value = self.int_format(size_t).wrap(u128::from(offset));
        let fixed = self.mk_const(value, size_t, span);
        match dynamic {
            Some(d) => self.binary_values(BinaryOp::Add, fixed, d, span),
            None => fixed,
        }
    }

    fn offsetof_field(&mut self, ty: TypeId, name: Symbol, span: Span) -> Option<Found> {
        let TypeKind::Record(record) = *self.kind(ty) else {
            if self.class(ty) != Class::Error {
                self.error(span, "request for a member in something not a structure or union");
            }
            return None;
        };
        if !self.require_complete(ty, span, "operand of 'offsetof'") {
            return None;
        }
        let Some(found) = self.find_member(record, name) else {
            self.no_member(ty, record, name, span);
            return None;
        };
        if found.bits.is_some() {
            self.error(span, "attempt to take address of bit-field structure member");
            return None;
        }
        Some(found)
    }

    // ---- choices at compile time --------------------------------------------------------------------------------

    pub fn generic(&mut self, control: ast::ExprId, arms: &'a [ast::GenericArm], span: Span) -> ExprId {
        let control = self.unevaluated(control);
        let control = self.value(control);
        if self.is_error(control) {
            return control;
        }
        let want = self.ty(control);
        let mut default = None;
        let mut chosen = None;
        for arm in arms {
            let Some(ty) = arm.ty else {
                default = Some(arm.value);
                continue;
            };
            let vlas = self.pending_vlas.len();
            let (ty, _) = self.type_name(ty);
            self.pending_vlas.truncate(vlas);
            let matches = ty.quals == Quals::default() && compat::compatible(self.types(), ty.ty, want);
            if matches && chosen.replace(arm.value).is_some() {
                return self.error_expr(arm.span, "'_Generic' selector matches multiple associations");
            }
        }
        match chosen.or(default) {
            Some(value) => self.expr(value),
            None => {
                let text =
                    format!("'_Generic' selector of type '{}' is not compatible with any association", self.show(want));
                self.error_expr(span, text)
            }
        }
    }

    pub fn types_compatible(&mut self, lhs: ast::TypeNameId, rhs: ast::TypeNameId, span: Span) -> ExprId {
        let vlas = self.pending_vlas.len();
        let (a, _) = self.type_name(lhs);
        let (b, _) = self.type_name(rhs);
        self.pending_vlas.truncate(vlas);
        let same = compat::compatible(self.types(), a.ty, b.ty);
        let int = self.an.basic.int;
        self.mk_const(u128::from(same), int, span)
    }

    pub fn choose_expr(&mut self, cond: ast::ExprId, then: ast::ExprId, els: ast::ExprId, span: Span) -> ExprId {
        match self.const_int(cond, "first argument to '__builtin_choose_expr'") {
            Some(0) => self.expr(els),
            Some(_) => self.expr(then),
            None => self.mk_error(span),
        }
    }

    // ---- compound literals --------------------------------------------------------------------------------------

    pub fn compound_literal(&mut self, ty: ast::TypeNameId, list: &'a ast::InitList, span: Span) -> ExprId {
        let (ty, align) = self.type_name(ty);
        self.pending_vlas.clear();
        if self.class(ty.ty) == Class::Error {
            return self.mk_error(span);
        }
        if self.is_vla(ty.ty) {
            return self.error_expr(span, "compound literal has variable size");
        }
        if self.func.is_none() || self.static_init {
            return self.static_compound_literal(ty, list, align, span);
        }
        let Some((ty, init)) = self.local_list_init(ty, list) else { return self.mk_error(span) };
        let local = self.new_local(None, ty, align, span);
        self.body.locals[local].in_memory = true;
        self.mk(ExprKind::CompoundLit { local, init }, ty, span)
    }

    // ---- variable arguments -------------------------------------------------------------------------------------

    pub fn va_arg(&mut self, list: ast::ExprId, ty: ast::TypeNameId, span: Span) -> ExprId {
        let list = self.expr(list);
        let list = self.va_place(list, span);
        let vlas = self.pending_vlas.len();
        let (ty, _) = self.type_name(ty);
        self.pending_vlas.truncate(vlas);
        if self.is_error(list) || !self.require_complete(ty.ty, span, "second argument of 'va_arg'") {
            return self.mk_error(span);
        }
        if self.class(ty.ty) == Class::Array {
            return self.unsupported_expr(span, "va_arg of an array type");
        }
        self.mk(ExprKind::VaArg { list }, ty.ty, span)
    }

    /// The object behind an expression of type `va_list`, also where it was passed as a parameter.
    pub fn va_place(&mut self, e: ExprId, span: Span) -> ExprId {
        let object = self.an.basic.va_object;
        let ty = self.ty(e);
        if ty == self.an.basic.error || (ty == object && self.is_place(e)) {
            return e;
        }
        let value = self.value(e);
        match self.pointee(self.ty(value)) {
            Some(to) if to.ty == object => self.deref_value(value, span),
            _ => self.error_expr(span, "the argument is not of type 'va_list'"),
        }
    }
}
