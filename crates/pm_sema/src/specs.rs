//! Declaration specifiers to types: keywords, records, enums, typedef names, typeof.

use crate::attrs::{DeclAttrs, Mode};
use crate::cx::{Class, Cx};
use crate::declarator::DeclTy;
use crate::layout::{FieldSpec, RecordAttrs, lay_out};
use crate::scope::{Entity, Tag};
use crate::types::{
    ArrayLen, Enum, EnumDef, EnumId, FloatKind, IntKind, QualType, Quals, Record, RecordId, TypeId, TypeKind,
};
use pm_base::target::BitFields;
use pm_base::{Diagnostic, Span, Symbol};
use pm_syntax::ast::{self, BuiltinSpec, Storage, TypeSpec};
use rustc_hash::FxHashMap;

/// Analysed declaration specifiers.
#[derive(Clone, Copy)]
pub struct Specs {
    pub ty: QualType,
    /// Alignment that the typedef's attribute gives the type; 0 is none.
    pub type_align: u32,
    pub storage: Option<(Storage, Span)>,
    pub thread_local: bool,
    pub inline: bool,
    /// With `_Alignas` in `align` and `_Noreturn`.
    pub attrs: DeclAttrs,
    /// The strictest `_Alignas`; 0 is none.
    pub alignas: u32,
    /// `__auto_type`: the type is that of the initialiser.
    pub auto_type: bool,
}

/// What the specifiers are part of, as far as tags are concerned.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum TagUse {
    /// `struct s;`: declares the tag anew in this scope.
    Alone,
    Reference,
}

pub const COMPLEX: &str = "complex numbers (_Complex) are not supported";

impl<'a> Cx<'a> {
    pub fn specs(&mut self, id: ast::SpecsId, tag_use: TagUse) -> Specs {
        let ast = self.ast;
        let s = &ast.specs[id];
        let mut attrs = self.attrs(&s.attrs);
        attrs.noreturn |= s.noreturn;
        let mut alignas = 0;
        for a in &s.alignas {
            alignas = self.alignas(a, s.span).max(alignas);
        }
        attrs.align = attrs.align.max(alignas);
        let (mut ty, type_align) = self.type_spec(&s.base, s.span, tag_use);
        if let Some(mode) = attrs.mode {
            ty.ty = self.apply_mode(ty.ty, mode, s.span);
        }
        if let Some(bytes) = attrs.vector {
            ty = self.vectorise(ty, bytes, s.span);
        }
        if s.unqualified {
            ty = self.unqualified(ty);
        }
        let ty = self.qualify(ty, s.quals);
        Specs {
            ty,
            type_align,
            storage: s.storage,
            thread_local: s.thread_local,
            inline: s.inline,
            attrs,
            alignas,
            auto_type: matches!(s.base, TypeSpec::AutoType),
        }
    }

    fn alignas(&mut self, a: &'a ast::AlignAs, span: Span) -> u32 {
        match a {
            ast::AlignAs::Type(t) => {
                let (ty, align) = self.type_name(*t);
                self.pending_vlas.clear();
                if align != 0 { align } else { self.types().align_of(ty.ty) }
            }
            ast::AlignAs::Expr(e) => self.alignment(*e, span),
        }
    }

    /// `_Alignas` is for variables and members only.
    pub fn refuse_alignas(&mut self, specs: Specs, what: &str, span: Span) {
        if specs.alignas != 0 {
            self.error(span, format!("alignment specified for {what}"));
        }
    }

    /// `_Alignas` may make the alignment of an object stricter, never weaker (C11 6.7.5).
    pub fn check_alignas(&mut self, specs: Specs, t: DeclTy, span: Span) {
        let needed = if t.align != 0 { t.align } else { self.types().align_of(t.ty.ty) };
        if specs.alignas != 0 && specs.alignas < needed {
            self.error(span, format!("'_Alignas' cannot reduce the alignment from {needed} to {}", specs.alignas));
        }
    }

    /// The type, and the alignment of the typedef it came through.
    fn type_spec(&mut self, spec: &'a TypeSpec, span: Span, tag_use: TagUse) -> (QualType, u32) {
        match spec {
            TypeSpec::Builtin(b) => (self.builtin_type(b, span).into(), 0),
            TypeSpec::Record(r) => (self.record_spec(r, tag_use).into(), 0),
            TypeSpec::Enum(e) => (self.enum_spec(e, tag_use).into(), 0),
            TypeSpec::Typedef(name) => self.typedef_name(*name, span),
            TypeSpec::TypeofExpr(e) => {
                let e = self.unevaluated(*e);
                let ty = self.qual_ty(e);
                (if self.is_lvalue(e) { ty } else { self.unqualified(ty) }, 0)
            }
            TypeSpec::TypeofType(t) => self.type_name(*t),
            TypeSpec::Atomic(t) => {
                let (ty, align) = self.type_name(*t);
                (QualType { ty: ty.ty, quals: Quals { is_atomic: true, ..ty.quals } }, align)
            }
            TypeSpec::AutoType | TypeSpec::Missing => (self.an.basic.int.into(), 0),
        }
    }

    fn typedef_name(&mut self, name: Symbol, span: Span) -> (QualType, u32) {
        match self.scopes.idents.lookup(name).map(|e| e.item) {
            Some(Entity::Typedef { ty, align }) => (ty, align),
            Some(Entity::Error) => (self.an.basic.error.into(), 0),
            None if self.name(name) == "__float80" => (self.an.basic.ldouble.into(), 0),
            None if self.name(name) == "__float128" => (self.an.basic.float128.into(), 0),
            _ => {
                let text = format!("unknown type name '{}'", self.name(name));
                self.error(span, text);
                (self.an.basic.error.into(), 0)
            }
        }
    }

    fn builtin_type(&mut self, b: &BuiltinSpec, span: Span) -> TypeId {
        let basic = &self.an.basic;
        if b.complex > 0 {
            return self.opaque_type(COMPLEX);
        }
        let kinds = [b.void, b.bool_, b.char_, b.float, b.double, b.int128, b.va_list, u8::from(b.float_n != 0)];
        let named = kinds.iter().filter(|&&k| k > 0).count();
        let bare = b.short == 0 && b.long == 0 && b.signed == 0 && b.unsigned == 0;
        let ok = named <= 1
            && kinds.iter().all(|&k| k <= 1)
            && b.short <= 1
            && b.long <= 2
            && b.int <= 1
            && b.signed + b.unsigned <= 1
            && (b.short == 0 || (b.long == 0 && named == 0))
            && (b.long == 0 || named == 0 || (b.double == 1 && b.long == 1 && b.signed + b.unsigned == 0))
            && (b.int == 0 || named == 0)
            && (bare || named == 0 || b.char_ > 0 || b.int128 > 0 || b.double > 0)
            && (b.double == 0 || b.signed + b.unsigned == 0);
        if !ok {
            self.error(span, "two or more data types in declaration specifiers");
            return self.an.basic.error;
        }
        let unsigned = b.unsigned > 0;
        let pick = |s: TypeId, u: TypeId| if unsigned { u } else { s };
        match () {
            () if b.void > 0 => basic.void,
            () if b.bool_ > 0 => basic.bool_,
            () if b.char_ > 0 && b.signed > 0 => basic.schar,
            () if b.char_ > 0 => pick(basic.char_, basic.uchar),
            () if b.float > 0 => basic.float,
            () if b.double > 0 && b.long > 0 => basic.ldouble,
            () if b.double > 0 => basic.double,
            () if b.va_list > 0 => basic.va_list,
            () if b.int128 > 0 => self.int128(unsigned, span),
            () if b.float_n != 0 => self.float_n(b.float_n, span),
            () if b.short > 0 => pick(basic.short, basic.ushort),
            () if b.long == 1 => pick(basic.long, basic.ulong),
            () if b.long == 2 => pick(basic.llong, basic.ullong),
            () => pick(basic.int, basic.uint),
        }
    }

    fn int128(&mut self, unsigned: bool, span: Span) -> TypeId {
        if !self.types().model.facts().has_int128 {
            self.error(span, "'__int128' is not supported on this target");
        }
        if unsigned { self.an.basic.uint128 } else { self.an.basic.int128 }
    }

    fn float_n(&mut self, n: u8, span: Span) -> TypeId {
        if !self.types().model.is_x86() && !matches!(n, 32 | 64 | 33) {
            self.error(span, "this floating type is not supported on this target");
        }
        match n {
            32 => self.an.basic.float,
            64 | 33 => self.an.basic.double,
            65 => self.an.basic.ldouble,
            128 => self.an.basic.float128,
            _ => self.an.basic.float16,
        }
    }

    /// The incomplete record that stands for a type we do not support; using it is reported with the reason.
    pub fn opaque_type(&mut self, reason: &'static str) -> TypeId {
        if let Some(&ty) = self.an.opaque_types.get(reason) {
            return ty;
        }
        let record = Record { is_union: false, tag: None, span: Span::NONE, layout: None };
        let id = self.an.program.types.records.push(record);
        self.an.opaque.insert(id, reason);
        let ty = self.intern(TypeKind::Record(id));
        self.an.opaque_types.insert(reason, ty);
        ty
    }

    pub fn apply_mode(&mut self, ty: TypeId, mode: Mode, span: Span) -> TypeId {
        let pointer = self.types().pointer_size() as u8;
        let bytes = match mode {
            Mode::Float(4) => return self.an.basic.float,
            Mode::Float(8) => return self.an.basic.double,
            Mode::Float(10) => return self.an.basic.ldouble,
            Mode::Float(_) => return self.an.basic.float128,
            Mode::Word | Mode::Pointer => pointer,
            Mode::Int(n) => n,
        };
        let Some(format) = self.types().as_int(ty) else {
            if ty != self.an.basic.error {
                self.error(span, "mode applied to inappropriate type");
            }
            return ty;
        };
        let b = &self.an.basic;
        let long = self.types().size_of(b.long) == Some(8);
        let (signed, unsigned) = match bytes {
            1 => (b.schar, b.uchar),
            2 => (b.short, b.ushort),
            4 => (b.int, b.uint),
            8 if long => (b.long, b.ulong),
            8 => (b.llong, b.ullong),
            _ => (b.int128, b.uint128),
        };
        if format.signed { signed } else { unsigned }
    }

    /// Adds qualifiers; those of an array go to its elements.
    pub fn qualify(&mut self, ty: QualType, quals: Quals) -> QualType {
        if quals == Quals::default() {
            return ty;
        }
        if let TypeKind::Array { elem, len } = *self.kind(ty.ty) {
            let elem = self.qualify(elem, quals);
            return self.array_of(elem, len).into();
        }
        QualType { ty: ty.ty, quals: union(ty.quals, quals) }
    }

    // ---- records ------------------------------------------------------------------------------------------------

    fn record_spec(&mut self, spec: &'a ast::RecordSpec, tag_use: TagUse) -> TypeId {
        let Some(id) = self.record_id(spec, tag_use) else { return self.an.basic.error };
        if let Some(fields) = &spec.fields {
            self.define_record(id, spec, fields);
        }
        self.intern(TypeKind::Record(id))
    }

    fn record_id(&mut self, spec: &'a ast::RecordSpec, tag_use: TagUse) -> Option<RecordId> {
        let new = Record { is_union: spec.is_union, tag: spec.tag, span: spec.span, layout: None };
        let Some(tag) = spec.tag else { return Some(self.an.program.types.records.push(new)) };
        let here = spec.fields.is_some() || tag_use == TagUse::Alone;
        let depth = self.scopes.depth();
        let found = if here { self.scopes.tags.lookup_at(tag, depth) } else { self.scopes.tags.lookup(tag) };
        match found.map(|e| (e.item, e.span)) {
            None => {
                let id = self.an.program.types.records.push(new);
                self.scopes.declare_tag(tag, Tag::Record(id), spec.span);
                Some(id)
            }
            Some((Tag::Record(id), at)) => {
                let old = &self.types().records[id];
                if old.is_union != spec.is_union {
                    self.wrong_tag(tag, spec.span, at);
                    return None;
                }
                if spec.fields.is_some() && (old.layout.is_some() || self.an.opaque.contains_key(&id)) {
                    let word = if spec.is_union { "union" } else { "struct" };
                    let text = format!("redefinition of '{word} {}'", self.name(tag));
                    self.push(Diagnostic::error(spec.span, text).note(at, "originally defined here"));
                    return None;
                }
                Some(id)
            }
            Some((Tag::Enum(_), at)) => {
                self.wrong_tag(tag, spec.span, at);
                None
            }
        }
    }

    fn wrong_tag(&mut self, tag: Symbol, span: Span, at: Span) {
        let text = format!("'{}' defined as wrong kind of tag", self.name(tag));
        self.push(Diagnostic::error(span, text).note(at, "previous declaration is here"));
    }

    fn define_record(&mut self, id: RecordId, spec: &'a ast::RecordSpec, decls: &'a [ast::FieldDecl]) {
        let mut fields = FieldList::default();
        for decl in decls {
            match decl {
                ast::FieldDecl::Field(group) => self.field_group(group, spec.is_union, &mut fields),
                ast::FieldDecl::StaticAssert(a) => self.static_assert(a),
            }
        }
        let attrs = self.attrs(&spec.attrs);
        if attrs.transparent_union {
            self.an.transparent.insert(id);
        }
        if let Some(reason) = fields.opaque {
            self.an.opaque.insert(id, reason);
            return;
        }
        self.check_flexible(&fields.specs, spec.is_union);
        let ms_target = self.types().model.facts().bit_fields == BitFields::Microsoft;
        let abi = self.types().abi;
        let pragma = if abi.packed { 0 } else { spec.pragma_pack };
        let record_attrs = RecordAttrs {
            is_union: spec.is_union,
            packed: attrs.packed || abi.packed,
            align: attrs.last_align,
            pragma_pack: u32::from(if pragma != 0 { pragma } else { abi.pack_struct }),
            most_of_empty: u32::from(abi.pack_struct),
            ms: attrs.ms_struct.unwrap_or(ms_target),
        };
        match lay_out(self.types(), &record_attrs, fields.specs) {
            Ok(layout) => {
                let record = &mut self.an.program.types.records[id];
                record.layout = Some(layout);
                record.span = spec.span;
                self.index_members(id);
            }
            Err(span) => self.error(span, "the type is too large"),
        }
    }

    /// Only the last member of a struct with others may be a flexible array.
    fn check_flexible(&mut self, fields: &[FieldSpec], is_union: bool) {
        let mut bad = Vec::new();
        for (i, f) in fields.iter().enumerate() {
            if matches!(self.kind(f.ty.ty), TypeKind::Array { len: ArrayLen::Unknown, .. }) {
                if is_union {
                    bad.push((f.span, "flexible array member in union"));
                } else if i + 1 < fields.len() {
                    bad.push((f.span, "flexible array member not at end of struct"));
                } else if fields.len() == 1 {
                    bad.push((f.span, "flexible array member in a struct with no named members"));
                }
            }
        }
        for (span, text) in bad {
            self.error(span, text);
        }
    }

    fn field_group(&mut self, group: &'a ast::FieldGroup, is_union: bool, out: &mut FieldList) {
        let specs =
            self.specs(group.specs, if group.declarators.is_empty() { TagUse::Alone } else { TagUse::Reference });
        if group.declarators.is_empty() {
            return self.anonymous_member(group, specs, out);
        }
        for d in &group.declarators {
            self.field(d, specs, is_union, out);
        }
    }

    fn anonymous_member(&mut self, group: &'a ast::FieldGroup, specs: Specs, out: &mut FieldList) {
        let TypeKind::Record(id) = *self.kind(specs.ty.ty) else { return };
        let ast = self.ast;
        let untagged = matches!(&ast.specs[group.specs].base, TypeSpec::Record(r) if r.tag.is_none());
        if !untagged {
            return;
        }
        if let Some(reason) = self.opaque_reason(specs.ty.ty) {
            out.opaque = Some(reason);
            return;
        }
        self.claim_inner_names(id, out);
        out.specs.push(FieldSpec {
            name: None,
            ty: specs.ty,
            span: group.span,
            align: specs.attrs.align,
            type_align: specs.type_align,
            packed: specs.attrs.packed,
            width: None,
        });
    }

    /// Members of anonymous members are members of the record around them.
    fn claim_inner_names(&mut self, id: RecordId, out: &mut FieldList) {
        let mut names = Vec::new();
        let mut inner = Vec::new();
        if let Some(layout) = self.types().layout_of(id) {
            for f in &layout.fields {
                match (f.name, self.kind(f.ty.ty)) {
                    (Some(name), _) => names.push((name, f.span)),
                    (None, TypeKind::Record(r)) => inner.push(*r),
                    (None, _) => {}
                }
            }
        }
        for (name, span) in names {
            self.claim_name(name, span, out);
        }
        for r in inner {
            self.claim_inner_names(r, out);
        }
    }

    fn claim_name(&mut self, name: Symbol, span: Span, out: &mut FieldList) {
        if let Some(at) = out.names.insert(name, span) {
            let text = format!("duplicate member '{}'", self.name(name));
            self.push(Diagnostic::error(span, text).note(at, "first declared here"));
        }
    }

    fn field(&mut self, d: &'a ast::FieldDeclarator, specs: Specs, is_union: bool, out: &mut FieldList) {
        let span = d.declarator.span;
        let mut t = self.declarator(specs.ty, specs.type_align, &d.declarator);
        self.pending_vlas.clear();
        let attrs = self.attrs(&d.declarator.attrs);
        if let Some(bytes) = attrs.vector {
            t.ty = self.vectorise(t.ty, bytes, span);
        }
        if let Some(mode) = attrs.mode {
            t.ty.ty = self.apply_mode(t.ty.ty, mode, span);
        }
        if let Some(reason) = self.opaque_reason(t.ty.ty) {
            out.opaque = Some(reason);
            return;
        }
        if let Some(name) = d.declarator.name {
            self.claim_name(name, span, out);
        }
        let flexible = matches!(self.kind(t.ty.ty), TypeKind::Array { len: ArrayLen::Unknown, .. });
        if self.class(t.ty.ty) == Class::Function {
            self.error(span, "a member of a record cannot be a function");
            t.ty = self.an.basic.error.into();
        } else if self.is_variably_modified(t.ty.ty) {
            self.unsupported(span, "members of variable size in structures and unions are not supported");
            t.ty = self.an.basic.error.into();
        } else if (!flexible || is_union) && !self.require_complete(t.ty.ty, span, "member") {
            t.ty = self.an.basic.error.into();
        }
        self.check_alignas(specs, t, span);
        let width = d.width.and_then(|w| self.bit_width(w, t.ty.ty, d.declarator.name, span));
        out.specs.push(FieldSpec {
            name: d.declarator.name,
            ty: t.ty,
            span,
            align: specs.attrs.align.max(attrs.align),
            type_align: t.align,
            packed: specs.attrs.packed || attrs.packed,
            width,
        });
    }

    fn bit_width(&mut self, width: ast::ExprId, ty: TypeId, name: Option<Symbol>, span: Span) -> Option<u32> {
        let value = self.const_int(width, "bit-field width")?;
        let shown = name.map_or("<anonymous>", |n| self.name(n)).to_string();
        let Some(format) = self.types().as_int(ty) else {
            if ty != self.an.basic.error {
                self.error(span, format!("bit-field '{shown}' has invalid type"));
            }
            return None;
        };
        if value < 0 {
            self.error(span, format!("negative width in bit-field '{shown}'"));
            return None;
        }
        if value > i128::from(format.bits) {
            self.error(span, format!("width of bit-field '{shown}' exceeds its type"));
            return None;
        }
        if value == 0 && name.is_some() {
            self.error(span, format!("zero width for bit-field '{shown}'"));
            return None;
        }
        Some(value as u32)
    }

    // ---- enums --------------------------------------------------------------------------------------------------

    fn enum_spec(&mut self, spec: &'a ast::EnumSpec, tag_use: TagUse) -> TypeId {
        let Some(id) = self.enum_id(spec, tag_use) else { return self.an.basic.error };
        let ty = self.intern(TypeKind::Enum(id));
        let fixed = spec.underlying.and_then(|specs| self.fixed_underlying(specs, spec.span));
        match (&spec.enumerators, fixed) {
            (Some(list), Some(kind)) => self.define_fixed_enum(id, ty, (kind, spec.span), list),
            (Some(list), None) => self.define_enum(id, ty, spec, list),
            (None, Some(kind)) if self.types().enums[id].def.is_none() => {
                self.define_fixed_enum(id, ty, (kind, spec.span), &[])
            }
            (None, _) => {}
        }
        ty
    }

    fn fixed_underlying(&mut self, specs: ast::SpecsId, span: Span) -> Option<IntKind> {
        let ty = self.specs(specs, TagUse::Reference).ty.ty;
        match *self.kind(ty) {
            TypeKind::Int(kind) => Some(kind),
            _ => {
                self.error(span, "the underlying type of an enumeration is no integer type that is supported");
                None
            }
        }
    }

    /// An enumeration with a type of its own (C23): so have its enumerators.
    fn define_fixed_enum(
        &mut self,
        id: EnumId,
        ty: TypeId,
        (kind, span): (IntKind, Span),
        list: &'a [ast::Enumerator],
    ) {
        self.an.program.types.enums[id].def = Some(EnumDef { underlying: kind, enumerators: Vec::new() });
        let format = self.int_format(ty);
        let mut values = Vec::with_capacity(list.len());
        let mut next = 0i128;
        for e in list {
            if let Some(v) = e.value {
                next = self.const_int(v, "enumerator value").unwrap_or(next);
            }
            if format.to_i128(format.wrap(next as u128)) != next {
                self.error(e.span, "enumerator value outside the range of the enumeration's type");
                next = 0;
            }
            self.declare_enumerator(e, next, Some(ty));
            values.push((e.name, next));
            next += 1;
        }
        let e = &mut self.an.program.types.enums[id];
        e.def = Some(EnumDef { underlying: kind, enumerators: values });
        e.span = span;
    }

    fn enum_id(&mut self, spec: &'a ast::EnumSpec, tag_use: TagUse) -> Option<EnumId> {
        let new = Enum { tag: spec.tag, span: spec.span, def: None };
        let Some(tag) = spec.tag else { return Some(self.an.program.types.enums.push(new)) };
        let here = spec.enumerators.is_some() || tag_use == TagUse::Alone;
        let depth = self.scopes.depth();
        let found = if here { self.scopes.tags.lookup_at(tag, depth) } else { self.scopes.tags.lookup(tag) };
        match found.map(|e| (e.item, e.span)) {
            None => {
                let id = self.an.program.types.enums.push(new);
                self.scopes.declare_tag(tag, Tag::Enum(id), spec.span);
                Some(id)
            }
            Some((Tag::Enum(id), at)) => {
                let is_defined = self.types().enums[id].def.as_ref().is_some_and(|def| !def.enumerators.is_empty());
                if spec.enumerators.is_some() && is_defined {
                    let text = format!("redefinition of 'enum {}'", self.name(tag));
                    self.push(Diagnostic::error(spec.span, text).note(at, "originally defined here"));
                    return None;
                }
                Some(id)
            }
            Some((Tag::Record(_), at)) => {
                self.wrong_tag(tag, spec.span, at);
                None
            }
        }
    }

    fn define_enum(&mut self, id: EnumId, ty: TypeId, spec: &'a ast::EnumSpec, list: &'a [ast::Enumerator]) {
        let mut values = Vec::with_capacity(list.len());
        let mut next = 0i128;
        let limits = [i128::from(i32::MAX), i128::from(u32::MAX), i128::from(i64::MAX), i128::from(u64::MAX)];
        for e in list {
            match e.value {
                Some(v) => next = self.const_int(v, "enumerator value").unwrap_or(next),
                None if !values.is_empty() && limits.contains(&(next - 1)) => {
                    self.error(e.span, "overflow in enumeration values");
                }
                None => {}
            }
            if next > i128::from(u64::MAX) || next < i128::from(i64::MIN) {
                self.error(e.span, "enumerator value outside the range of the largest integer type");
                next = 0;
            }
            self.declare_enumerator(e, next, None);
            values.push((e.name, next));
            next += 1;
        }
        let attrs = self.attrs(&spec.attrs);
        let mut underlying = self.enum_underlying(&values, attrs.packed || self.types().abi.short_enums);
        if let Some(mode) = attrs.mode {
            let ty = self.int_type(underlying);
            let ty = self.apply_mode(ty, mode, spec.span);
            if let TypeKind::Int(kind) = *self.kind(ty) {
                underlying = kind;
            }
        }
        let wide = values.iter().any(|(_, v)| i32::try_from(*v).is_err());
        if wide {
            for (e, (name, value)) in list.iter().zip(&values) {
                if i32::try_from(*value).is_err() {
                    self.scopes.declare(*name, Entity::EnumConst { value: *value, ty }, e.span);
                }
            }
        }
        let e = &mut self.an.program.types.enums[id];
        e.def = Some(EnumDef { underlying, enumerators: values });
        e.span = spec.span;
    }

    fn declare_enumerator(&mut self, e: &ast::Enumerator, value: i128, ty: Option<TypeId>) {
        let depth = self.scopes.depth();
        if let Some(at) = self.scopes.idents.lookup_at(e.name, depth).map(|e| e.span) {
            let text = format!("redeclaration of enumerator '{}'", self.name(e.name));
            self.push(Diagnostic::error(e.span, text).note(at, "previous declaration is here"));
            return;
        }
        let b = &self.an.basic;
        let ty = ty.unwrap_or(match value {
            v if i32::try_from(v).is_ok() => b.int,
            v if u32::try_from(v).is_ok() => b.uint,
            v if i64::try_from(v).is_ok() => b.llong,
            _ => b.ullong,
        });
        self.scopes.declare(e.name, Entity::EnumConst { value, ty }, e.span);
    }

    fn enum_underlying(&self, values: &[(Symbol, i128)], packed: bool) -> IntKind {
        let min = values.iter().map(|v| v.1).min().unwrap_or(0);
        let max = values.iter().map(|v| v.1).max().unwrap_or(0);
        let fits = |bits: u32| {
            if min < 0 { min >= -(1i128 << (bits - 1)) && max < (1i128 << (bits - 1)) } else { max < (1i128 << bits) }
        };
        let long = self.types().model.facts().long == 64;
        let (signed, unsigned) = match () {
            () if packed && fits(8) => (IntKind::SChar, IntKind::UChar),
            () if packed && fits(16) => (IntKind::Short, IntKind::UShort),
            () if fits(32) => (IntKind::Int, IntKind::UInt),
            () if long => (IntKind::Long, IntKind::ULong),
            () => (IntKind::LongLong, IntKind::ULongLong),
        };
        if min < 0 { signed } else { unsigned }
    }

    pub fn float_kind(&self, ty: TypeId) -> Option<FloatKind> {
        match self.kind(ty) {
            TypeKind::Float(k) => Some(*k),
            _ => None,
        }
    }
}

pub fn union(a: Quals, b: Quals) -> Quals {
    Quals {
        is_const: a.is_const | b.is_const,
        is_volatile: a.is_volatile | b.is_volatile,
        is_restrict: a.is_restrict | b.is_restrict,
        is_atomic: a.is_atomic | b.is_atomic,
    }
}

/// The members met so far.
#[derive(Default)]
struct FieldList {
    specs: Vec<FieldSpec>,
    names: FxHashMap<Symbol, Span>,
    /// A member has a type that is not supported: then the record has, too.
    opaque: Option<&'static str>,
}
