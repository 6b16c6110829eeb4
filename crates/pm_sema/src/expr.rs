//! Expressions: the dispatch by form, names, and literals.

use crate::builtins;
use crate::cx::{Class, Cx};
use crate::hir::{ExprId, ExprKind};
use crate::literals;
use crate::scope::Entity;
use crate::specs::COMPLEX;
use crate::types::{ArrayLen, QualType, TypeId};
use pm_base::{Diagnostic, Span, Symbol};
use pm_syntax::ast::{self, StrPrefix};
use std::borrow::Cow;

impl<'a> Cx<'a> {
    /// Analyses an expression; lvalues and function designators stay what they are.
    pub fn expr(&mut self, id: ast::ExprId) -> ExprId {
        let Some(polarity) = self.polarity else { return self.expr_of_form(id) };
        self.polarity = self.polarity_within(id, polarity);
        let e = self.expr_of_form(id);
        self.polarity = Some(polarity);
        e
    }

    fn expr_of_form(&mut self, id: ast::ExprId) -> ExprId {
        let e = self.ast_expr(id);
        let span = e.span;
        match &e.kind {
            ast::ExprKind::Int(lit) => self.int_literal(*lit, span),
            ast::ExprKind::Float => self.float_literal(span),
            ast::ExprKind::Char { value, prefix } => self.char_literal(*value, *prefix, span),
            ast::ExprKind::Str { units, prefix } => self.string_literal(units, *prefix, span),
            ast::ExprKind::Ident(name) => self.ident(*name, span),
            ast::ExprKind::FuncName => self.func_name_literal(span),
            ast::ExprKind::Unary { op, arg } => self.unary(*op, *arg, span),
            ast::ExprKind::Binary { op, lhs, rhs } => self.binary(*op, *lhs, *rhs, span),
            ast::ExprKind::Assign { op: None, lhs, rhs } => self.assign(*lhs, *rhs, span),
            ast::ExprKind::Assign { op: Some(op), lhs, rhs } => self.compound_assign(*op, *lhs, *rhs, span),
            ast::ExprKind::Cond { cond, then, els } => self.conditional(*cond, *then, *els, span),
            ast::ExprKind::Comma { lhs, rhs } => self.comma(*lhs, *rhs, span),
            ast::ExprKind::Cast { ty, arg } => self.cast(*ty, *arg, span),
            ast::ExprKind::CompoundLiteral { ty, init } => self.compound_literal(*ty, init, span),
            ast::ExprKind::Call { callee, args } => self.call(*callee, args, span),
            ast::ExprKind::Index { base, index } => self.index(*base, *index, span),
            ast::ExprKind::Member { base, field, arrow, field_span } => {
                self.member(*base, *field, *arrow, *field_span, span)
            }
            ast::ExprKind::SizeofExpr(arg) => self.sizeof_expr(*arg, span),
            ast::ExprKind::SizeofType(ty) => self.sizeof_type(*ty, span),
            ast::ExprKind::AlignofExpr { arg, gnu } => self.alignof_expr(*arg, *gnu, span),
            ast::ExprKind::AlignofType { ty, gnu } => self.alignof_type(*ty, *gnu, span),
            ast::ExprKind::Generic { control, arms } => self.generic(*control, arms, span),
            ast::ExprKind::StmtExpr(body) => self.stmt_expr(*body, span),
            ast::ExprKind::Quantifier { forall, variable, body } => self.quantifier(*forall, variable, *body, span),
            ast::ExprKind::Offsetof { ty, path } => self.offsetof(*ty, path, span),
            ast::ExprKind::VaArg { list, ty } => self.va_arg(*list, *ty, span),
            ast::ExprKind::ConvertVector { arg, ty } => self.convert_vector(*arg, *ty, span),
            ast::ExprKind::TypesCompatible { lhs, rhs } => self.types_compatible(*lhs, *rhs, span),
            ast::ExprKind::ChooseExpr { cond, then, els } => self.choose_expr(*cond, *then, *els, span),
            ast::ExprKind::LabelAddr(name) => self.label_address(*name, span),
            ast::ExprKind::ComplexPart(_) => self.unsupported_expr(span, COMPLEX),
            ast::ExprKind::Error => self.mk_error(span),
        }
    }

    /// Analyses without evaluation: what it would do at run time is dropped.
    pub fn unevaluated(&mut self, id: ast::ExprId) -> ExprId {
        let (polarity, for_type) = (self.polarity.take(), std::mem::replace(&mut self.for_type, true));
        let e = self.expr(id);
        self.polarity = polarity;
        self.for_type = for_type;
        e
    }

    /// Objects of CBMC that are constants here: no object is larger than `PTRDIFF_MAX`.
    fn verifier_constant(&mut self, name: Symbol, span: Span) -> Option<ExprId> {
        let size = self.an.basic.size;
        let largest = self.int_format(size).mask() >> 1;
        (self.name(name) == "__CPROVER_max_malloc_size").then(|| self.mk_const(largest, size, span))
    }

    fn ident(&mut self, name: Symbol, span: Span) -> ExprId {
        match self.scopes.idents.lookup(name).map(|e| e.item) {
            Some(Entity::Local(l)) => {
                let ty = self.body.locals[l].ty;
                self.mk(ExprKind::Local(l), ty, span)
            }
            Some(Entity::Global(g, ty)) => {
                if let Some(constant) = self.verifier_constant(name, span) {
                    return constant;
                }
                self.an.global_info[g].used = true;
                self.mk(ExprKind::Global(g), ty, span)
            }
            Some(Entity::Func(f, ty)) => {
                self.mark_used(f);
                if self.an.program.funcs[f].name != name {
                    self.mean_external(f);
                }
                self.mk(ExprKind::FuncAddr(f), ty, span)
            }
            Some(Entity::EnumConst { value, ty }) => self.mk_int(value, ty, span),
            Some(Entity::Typedef { .. }) => {
                let text = format!("unexpected type name '{}': expected an expression", self.name(name));
                self.error_expr(span, text)
            }
            Some(Entity::Error) => self.mk_error(span),
            None => self.undeclared(name, span),
        }
    }

    fn undeclared(&mut self, name: Symbol, span: Span) -> ExprId {
        if let Some(known) = self.library_function(name, span).or_else(|| self.verifier_constant(name, span)) {
            return known;
        }
        if builtins::is_reserved(self.name(name)) {
            let text = format!("'{}' of a verifier or compiler is not implemented", self.name(name));
            self.scopes.declare(name, Entity::Error, span);
            return self.unsupported_expr(span, text);
        }
        let text = format!("'{}' undeclared", self.name(name));
        let mut d = Diagnostic::error(span, text);
        if let Some(near) = self.similar_name(name) {
            d = d.hint(format!("did you mean '{near}'?"));
        }
        self.push(d);
        self.scopes.declare(name, Entity::Error, span);
        self.mk_error(span)
    }

    /// A visible name at a small edit distance; not looked for when no further error is shown.
    pub fn similar_name(&self, name: Symbol) -> Option<String> {
        if self.session.diags.is_full() {
            return None;
        }
        let names = &self.session.interner;
        let wanted = names.name(name);
        let limit = (wanted.len() / 3).clamp(1, 2);
        let candidates = self.scopes.idents.visible().map(|s| names.name(s));
        literals::nearest(wanted, limit, candidates).map(str::to_string)
    }

    fn int_literal(&mut self, lit: ast::IntLit, span: Span) -> ExprId {
        if lit.imaginary {
            return self.unsupported_expr(span, COMPLEX);
        }
        let b = &self.an.basic;
        let ladder = [(b.int, b.uint), (b.long, b.ulong), (b.llong, b.ullong), (b.int128, b.uint128)];
        if lit.too_large || lit.value > u128::from(u64::MAX) {
            return self.error_expr(span, "integer constant is too large for its type");
        }
        let ty = ladder.iter().skip(usize::from(lit.longs)).find_map(|&(signed, unsigned)| {
            let fits = |t: TypeId| lit.value <= self.int_format(t).max();
            if !lit.unsigned && fits(signed) {
                return Some(signed);
            }
            let is_c90 = self.an.c90_constants && signed == self.an.basic.long;
            ((lit.unsigned || !lit.decimal || is_c90) && fits(unsigned)).then_some(unsigned)
        });
        let ty = match ty {
            // gcc: "so large that it is unsigned" where there is no wider type
            Some(t) if t == b.int128 && !self.types().model.facts().has_int128 => b.ullong,
            Some(t) => t,
            None => b.ullong,
        };
        self.mk_const(lit.value, ty, span)
    }

    fn float_literal(&mut self, span: Span) -> ExprId {
        let text = String::from_utf8_lossy(self.session.sources.slice(span)).into_owned();
        let Some((digits, suffix)) = literals::split_float(&text) else {
            return self.error_expr(span, "invalid suffix on floating constant");
        };
        let b = &self.an.basic;
        let ty = match suffix {
            literals::FloatSuffix::None => b.double,
            // gcc for x86 keeps the precision of `float`, in which it computes.
            literals::FloatSuffix::Float16 => {
                if self.for_type {
                    b.float16
                } else {
                    b.float
                }
            }
            literals::FloatSuffix::Float => b.float,
            literals::FloatSuffix::LongDouble => b.ldouble,
            literals::FloatSuffix::Float128 => b.float128,
            literals::FloatSuffix::Unsupported(reason) => return self.unsupported_expr(span, reason),
        };
        match self.types().as_float(ty).and_then(|f| f.parse(digits)) {
            Some(v) => self.mk_const(v, ty, span),
            None => self.error_expr(span, "invalid floating constant"),
        }
    }

    fn char_literal(&mut self, value: u32, prefix: StrPrefix, span: Span) -> ExprId {
        let b = &self.an.basic;
        let ty = match prefix {
            StrPrefix::None => b.int,
            _ => self.unit_type(prefix),
        };
        let value = if prefix == StrPrefix::None { self.plain_char(value, span) } else { value };
        let value = self.int_format(ty).wrap(u128::from(value));
        self.mk_const(value, ty, span)
    }

    /// A constant of one character has the value of a `char`, which the parser takes to be signed.
    fn plain_char(&self, value: u32, span: Span) -> u32 {
        let is_unit = |b: &&u8| **b == b'\\' || !b.is_ascii();
        let is_single = self.session.sources.slice(span).iter().filter(is_unit).count() <= 1;
        let is_negative = value >= 0xffff_ff80;
        if self.types().abi.unsigned_char && is_negative && is_single { value & 0xff } else { value }
    }

    /// Element type of strings with the prefix.
    pub fn unit_type(&self, prefix: StrPrefix) -> TypeId {
        let b = &self.an.basic;
        match prefix {
            StrPrefix::None | StrPrefix::Utf8 => b.char_,
            StrPrefix::Wide => b.wchar,
            StrPrefix::Utf16 => b.ushort,
            StrPrefix::Utf32 => b.uint,
        }
    }

    /// What the parser takes for one wide character are two of 16 bits.
    pub fn wide_units<'u>(&self, units: &'u [u32], prefix: StrPrefix) -> Cow<'u, [u32]> {
        let is_narrow = prefix == StrPrefix::Wide && self.types().size_of(self.an.basic.wchar) == Some(2);
        if !is_narrow || units.iter().all(|u| *u <= 0xffff) {
            return Cow::Borrowed(units);
        }
        let mut split = Vec::with_capacity(units.len() + 1);
        for unit in units {
            match char::from_u32(*unit) {
                Some(c) => split.extend(c.encode_utf16(&mut [0; 2]).iter().map(|u| u32::from(*u))),
                None => split.push(*unit),
            }
        }
        Cow::Owned(split)
    }

    pub fn string_literal(&mut self, units: &[u32], prefix: StrPrefix, span: Span) -> ExprId {
        let units = self.wide_units(units, prefix);
        let elem = self.unit_type(prefix);
        let size = self.types().size_of(elem).unwrap_or(1) as usize;
        let mut bytes = Vec::with_capacity((units.len() + 1) * size);
        for unit in units.iter().chain(&[0]) {
            bytes.extend_from_slice(&unit.to_le_bytes()[..size]);
        }
        let id = self.new_string(bytes.into(), elem, span);
        let ty = self.array_of(elem.into(), ArrayLen::Const(units.len() as u64 + 1));
        self.mk(ExprKind::Str(id), ty, span)
    }

    fn func_name_literal(&mut self, span: Span) -> ExprId {
        let name = self.current_name.map_or("", |(_, n)| self.session.interner.name(n));
        let mut bytes = name.as_bytes().to_vec();
        bytes.push(0);
        let len = bytes.len() as u64;
        let elem = self.an.basic.char_;
        let id = match self.func_name {
            Some(id) => id,
            None => self.new_string(bytes.into(), elem, span),
        };
        // An object with a name is none of the literals (C11 6.4.2.2).
        self.an.program.strings[id].unit = None;
        self.func_name = Some(id);
        let elem = QualType { ty: elem, quals: crate::basic::CONST };
        let ty = self.array_of(elem, ArrayLen::Const(len));
        self.mk(ExprKind::Str(id), ty, span)
    }

    fn comma(&mut self, lhs: ast::ExprId, rhs: ast::ExprId, span: Span) -> ExprId {
        let lhs = self.expr(lhs);
        let lhs = self.discard(lhs);
        let rhs = self.rvalue(rhs);
        let ty = self.ty(rhs);
        self.mk(ExprKind::Comma { lhs, rhs }, ty, span)
    }

    /// An expression whose value is not used. Reads of volatile objects stay reads.
    pub fn discard(&mut self, e: ExprId) -> ExprId {
        if self.class(self.ty(e)) == Class::Record && !self.is_complete(self.ty(e)) && self.is_place(e) {
            let span = self.span(e);
            self.require_complete(self.ty(e), span, "expression");
            return self.mk_error(span);
        }
        self.value(e)
    }
}
