//! Conversions: of lvalues to values, promotions, usual arithmetic conversions, assignment (C11 6.3, 6.5.16.1).

use crate::compat;
use crate::cx::{Class, Cx};
use crate::hir::{ExprId, ExprKind};
use crate::types::{FloatKind, IntKind, QualType, TypeId, TypeKind};
use pm_base::num::IntFormat;
use pm_base::{Span, Symbol};
use pm_syntax::ast;

/// Where a value is converted as if by assignment.
#[derive(Clone, Copy)]
pub enum AssignTo {
    Variable,
    Initialiser,
    /// Argument number (from 1) of the function.
    Argument(usize, Option<Symbol>),
    Return,
}

impl<'a> Cx<'a> {
    /// The value of an expression: analysed, loaded, decayed.
    pub fn rvalue(&mut self, e: ast::ExprId) -> ExprId {
        let e = self.expr(e);
        self.value(e)
    }

    /// Designates an object in memory in the typed program.
    pub fn is_place(&self, e: ExprId) -> bool {
        match &self.body.exprs[e].kind {
            ExprKind::Local(_)
            | ExprKind::Global(_)
            | ExprKind::Str(_)
            | ExprKind::Deref(_)
            | ExprKind::CompoundLit { .. } => true,
            ExprKind::Index { base, .. } => self.class(self.ty(*base)) != Class::Array || self.is_place(*base),
            ExprKind::Member { base, .. } => self.is_place(*base),
            _ => false,
        }
    }

    /// Is an lvalue in C: a place that is not a temporary, and no function.
    pub fn is_lvalue(&self, e: ExprId) -> bool {
        match &self.body.exprs[e].kind {
            ExprKind::CompoundLit { local, .. } => !self.body.locals[*local].is_temporary,
            ExprKind::Index { base, .. } => self.class(self.ty(*base)) != Class::Array || self.is_lvalue(*base),
            ExprKind::Member { base, .. } => self.is_lvalue(*base),
            ExprKind::Deref(_) => self.class(self.ty(e)) != Class::Function,
            _ => self.is_place(e),
        }
    }

    /// Lvalue conversion, decay of arrays and functions.
    pub fn value(&mut self, e: ExprId) -> ExprId {
        let span = self.span(e);
        let ty = self.ty(e);
        match self.class(ty) {
            Class::Error => e,
            Class::Array => self.decay_array(e, span),
            Class::Function => self.decay_function(e, span),
            Class::Void => match self.body.exprs[e].kind {
                ExprKind::Deref(p) => self.mk(ExprKind::Cast { arg: p, explicit: false }, ty, span),
                _ => e,
            },
            Class::Record => {
                if !self.require_complete(ty, span, "expression") {
                    return self.mk_error(span);
                }
                if self.is_place(e) { self.mk(ExprKind::Load(e), ty, span) } else { e }
            }
            Class::Int | Class::Float | Class::Pointer => {
                if !self.is_place(e) {
                    return e;
                }
                let load = self.mk(ExprKind::Load(e), ty, span);
                self.narrow_bit_field(load)
            }
        }
    }

    fn decay_array(&mut self, e: ExprId, span: Span) -> ExprId {
        let Some((elem, _)) = self.array_parts(self.ty(e)) else { return e };
        let ptr = self.pointer_to(elem);
        if !self.is_place(e) {
            return self.error_expr(span, "invalid use of an array that is not an lvalue");
        }
        self.mk(ExprKind::Decay(e), ptr, span)
    }

    fn decay_function(&mut self, e: ExprId, span: Span) -> ExprId {
        let ptr = self.pointer_to(self.ty(e));
        match self.body.exprs[e].kind {
            ExprKind::FuncAddr(f) => self.mk(ExprKind::FuncAddr(f), ptr, span),
            ExprKind::Deref(p) => p,
            _ => self.mk_error(span),
        }
    }

    /// The width of the bit-field whose value this is, before it is narrowed.
    fn bit_field_width(&self, e: ExprId) -> Option<u8> {
        let lv = match self.body.exprs[e].kind {
            ExprKind::Load(lv)
            | ExprKind::Assign { lhs: lv, .. }
            | ExprKind::CompoundAssign { lhs: lv, .. }
            | ExprKind::IncDec { lhs: lv, .. } => lv,
            ExprKind::Member { .. } => e,
            _ => return None,
        };
        match self.body.exprs[lv].kind {
            ExprKind::Member { bits: Some(bits), .. } => Some(bits.width),
            _ => None,
        }
    }

    /// The value of a bit-field has a type of its own, of exactly its width: it is promoted by its width, and gcc computes
    /// with those wider than `int` in their width. A conversion to another type, also to the declared one, ends that.
    pub fn narrow_bit_field(&mut self, e: ExprId) -> ExprId {
        let Some(width) = self.bit_field_width(e) else { return e };
        let ty = self.ty(e);
        let format = self.int_format(ty);
        if width >= format.bits {
            return e;
        }
        let b = &self.an.basic;
        let to = match (width, format.signed) {
            (32, true) => b.int,
            (32, false) => b.uint,
            (_, signed) => self.intern(TypeKind::BitInt(IntFormat::new(width, signed))),
        };
        let span = self.span(e);
        self.mk(ExprKind::Cast { arg: e, explicit: false }, to, span)
    }

    /// A bit-field's value as one of its declared type: it fits, so the step in between is not needed.
    fn widened(&self, e: ExprId) -> ExprId {
        match (&self.body.exprs[e].kind, self.kind(self.ty(e))) {
            (&ExprKind::Cast { arg, explicit: false }, TypeKind::BitInt(f))
                if self.bit_field_width(arg) == Some(f.bits) =>
            {
                arg
            }
            _ => e,
        }
    }

    // ---- conversions of values ----------------------------------------------------------------------------------

    pub fn convert(&mut self, e: ExprId, to: TypeId) -> ExprId {
        self.cast_to(e, to, false)
    }

    /// Converts a scalar value. Constants whose value is kept stay constants.
    pub fn cast_to(&mut self, e: ExprId, to: TypeId, explicit: bool) -> ExprId {
        if self.ty(e) == to || self.is_error(e) {
            return e;
        }
        let e = self.widened(e);
        let from = self.ty(e);
        if from == to {
            return e;
        }
        let span = self.span(e);
        if let ExprKind::Const(v) = self.body.exprs[e].kind
            && let Some(v) = self.same_value(v, from, to)
        {
            return self.mk_const(v, to, span);
        }
        self.mk(ExprKind::Cast { arg: e, explicit }, to, span)
    }

    /// The pattern of the constant in another type if that does not change its value.
    fn same_value(&self, v: u128, from: TypeId, to: TypeId) -> Option<u128> {
        let types = self.types();
        match (self.class(from), self.class(to)) {
            (Class::Int, Class::Int) => {
                let (f, t) = (types.as_int(from)?, types.as_int(to)?);
                let x = f.to_i128(v);
                let w = t.wrap(x as u128);
                let kept = t.to_i128(w) == x && (t.bits < 128 || t.signed == f.signed || x >= 0);
                kept.then_some(w)
            }
            (Class::Int, Class::Float) => {
                let (f, t) = (types.as_int(from)?, types.as_float(to)?);
                let w = t.from_int(v, f);
                (t.to_int(w, f) == Some(v)).then_some(w)
            }
            (Class::Float, Class::Float) => {
                let (f, t) = (types.as_float(from)?, types.as_float(to)?);
                let w = t.from_float(v, f);
                (f.from_float(w, t) == v).then_some(w)
            }
            (Class::Int | Class::Pointer, Class::Pointer) if v == 0 => Some(0),
            _ => None,
        }
    }

    /// The type after integer promotion.
    fn promoted_type(&self, ty: TypeId) -> TypeId {
        let b = &self.an.basic;
        let kind = match *self.kind(ty) {
            TypeKind::Int(k) => k,
            TypeKind::BitInt(f) if f.bits < 32 => return b.int,
            TypeKind::Enum(e) => self.types().enums[e].def.as_ref().map_or(IntKind::UInt, |d| d.underlying),
            _ => return ty,
        };
        let format = self.types().int_format(kind);
        if format.bits < 32 {
            return b.int;
        }
        self.int_type(kind)
    }

    pub fn int_type(&self, kind: IntKind) -> TypeId {
        let b = &self.an.basic;
        match kind {
            IntKind::Bool => b.bool_,
            IntKind::Char => b.char_,
            IntKind::SChar => b.schar,
            IntKind::UChar => b.uchar,
            IntKind::Short => b.short,
            IntKind::UShort => b.ushort,
            IntKind::Int => b.int,
            IntKind::UInt => b.uint,
            IntKind::Long => b.long,
            IntKind::ULong => b.ulong,
            IntKind::LongLong => b.llong,
            IntKind::ULongLong => b.ullong,
            IntKind::Int128 => b.int128,
            IntKind::UInt128 => b.uint128,
        }
    }

    /// Integer promotion of a value; other types stay.
    pub fn promote(&mut self, e: ExprId) -> ExprId {
        let ty = self.ty(e);
        if ty == self.an.basic.int {
            return e;
        }
        let to = self.promoted_of(e);
        self.convert(e, to)
    }

    /// The promoted type of a value.
    pub fn promoted_of(&self, e: ExprId) -> TypeId {
        self.promoted_type(self.ty(e))
    }

    /// Default argument promotions.
    pub fn default_promote(&mut self, e: ExprId) -> ExprId {
        match self.float_kind(self.ty(e)) {
            Some(FloatKind::Float) => {
                let double = self.an.basic.double;
                self.convert(e, double)
            }
            Some(_) => e,
            None => self.promote(e),
        }
    }

    /// The common type of two arithmetic types that are promoted already. gcc for x86 computes with `_Float16` in `float`.
    pub fn common_type(&mut self, a: TypeId, b: TypeId) -> TypeId {
        let (half, single) = (self.an.basic.float16, self.an.basic.float);
        let [a, b] = [a, b].map(|ty| if ty == half && !self.for_type { single } else { ty });
        if a == b {
            return a;
        }
        match (self.float_kind(a), self.float_kind(b)) {
            (Some(x), Some(y)) => return if x >= y { a } else { b },
            (Some(_), None) => return a,
            (None, Some(_)) => return b,
            (None, None) => {}
        }
        let (f, g) = (self.int_format(a), self.int_format(b));
        if f.bits != g.bits {
            return if f.bits > g.bits { a } else { b };
        }
        let signed = f.signed && g.signed;
        let basic = &self.an.basic;
        match self.rank(a).max(self.rank(b)) {
            0 if f.signed == signed => a,
            0 => b,
            1 if signed => basic.int,
            1 => basic.uint,
            2 if signed => basic.long,
            2 => basic.ulong,
            3 if signed => basic.llong,
            3 => basic.ullong,
            _ if signed => basic.int128,
            _ => basic.uint128,
        }
    }

    fn rank(&self, ty: TypeId) -> u32 {
        match self.kind(ty) {
            TypeKind::Int(IntKind::Int | IntKind::UInt) => 1,
            TypeKind::Int(IntKind::Long | IntKind::ULong) => 2,
            TypeKind::Int(IntKind::LongLong | IntKind::ULongLong) => 3,
            TypeKind::Int(IntKind::Int128 | IntKind::UInt128) => 4,
            _ => 0,
        }
    }

    /// Usual arithmetic conversions of two arithmetic values.
    pub fn usual(&mut self, a: ExprId, b: ExprId) -> (ExprId, ExprId, TypeId) {
        let a = self.promote(a);
        let b = self.promote(b);
        let ty = self.common_type(self.ty(a), self.ty(b));
        (self.convert(a, ty), self.convert(b, ty), ty)
    }

    /// A controlling expression: any scalar value.
    pub fn condition(&mut self, e: ast::ExprId) -> ExprId {
        let value = self.rvalue(e);
        self.check_scalar(value)
    }

    pub fn check_scalar(&mut self, value: ExprId) -> ExprId {
        let class = self.class(self.ty(value));
        let span = self.span(value);
        match class {
            Class::Int | Class::Float | Class::Pointer | Class::Error => value,
            Class::Void => self.error_expr(span, "void value not ignored as it ought to be"),
            _ => {
                let text = format!("used value of type '{}' where a scalar is required", self.show(self.ty(value)));
                self.error_expr(span, text)
            }
        }
    }

    /// A null pointer constant: an integer constant 0, or that cast to `void *`.
    pub fn is_null_constant(&self, e: ExprId) -> bool {
        let ty = self.ty(e);
        match self.class(ty) {
            Class::Int => self.eval_int(e) == Some(0),
            Class::Pointer if ty == self.an.basic.void_ptr => match self.body.exprs[e].kind {
                ExprKind::Const(v) => v == 0,
                ExprKind::Cast { arg, .. } => self.class(self.ty(arg)) == Class::Int && self.eval_int(arg) == Some(0),
                _ => false,
            },
            _ => false,
        }
    }

    /// Converts a value as if by assignment to an object of type `to`.
    pub fn assign_convert(&mut self, e: ExprId, to: QualType, place: AssignTo) -> ExprId {
        let (from, to) = (self.ty(e), to.ty);
        if from == to {
            return e;
        }
        let span = self.span(e);
        match (self.class(to), self.class(from)) {
            (Class::Error, _) | (_, Class::Error) => self.mk_error(span),
            (_, Class::Void) => self.error_expr(span, "void value not ignored as it ought to be"),
            (Class::Int | Class::Float, Class::Int | Class::Float) => self.convert(e, to),
            (Class::Pointer, Class::Pointer) => self.convert(e, to),
            (Class::Int, Class::Pointer) if self.is_bool(to) => self.convert(e, to),
            (Class::Pointer, Class::Int) => {
                if !self.is_null_constant(e) {
                    self.warn_mix("pointer from integer", place, span);
                }
                self.convert(e, to)
            }
            (Class::Int, Class::Pointer) => {
                self.warn_mix("integer from pointer", place, span);
                self.convert(e, to)
            }
            (Class::Record, Class::Record) if self.same_record(from, to) => e,
            (Class::Record, _) if self.is_transparent(to) => self.as_transparent_union(e, to),
            _ => {
                if self.opaque_reason(to).is_some() {
                    self.require_complete(to, span, "object");
                    return self.mk_error(span);
                }
                let text = self.mismatch(from, to, place);
                self.error_expr(span, text)
            }
        }
    }

    fn same_record(&self, a: TypeId, b: TypeId) -> bool {
        compat::compatible(self.types(), a, b)
    }

    fn mismatch(&self, from: TypeId, to: TypeId, place: AssignTo) -> String {
        let (from, to) = (self.show(from), self.show(to));
        match place {
            AssignTo::Variable => format!("incompatible types when assigning to type '{to}' from type '{from}'"),
            AssignTo::Initialiser => format!("invalid initializer: type '{to}' from type '{from}'"),
            AssignTo::Argument(n, Some(f)) => {
                format!("incompatible type for argument {n} of '{}': expected '{to}' but it is '{from}'", self.name(f))
            }
            AssignTo::Argument(n, None) => {
                format!("incompatible type for argument {n}: expected '{to}' but it is '{from}'")
            }
            AssignTo::Return => format!("incompatible types when returning type '{from}' but '{to}' was expected"),
        }
    }

    fn warn_mix(&mut self, what: &str, place: AssignTo, span: Span) {
        let action = match place {
            AssignTo::Variable => "assignment makes".to_string(),
            AssignTo::Initialiser => "initialization makes".to_string(),
            AssignTo::Argument(n, Some(f)) => format!("passing argument {n} of '{}' makes", self.name(f)),
            AssignTo::Argument(n, None) => format!("passing argument {n} makes"),
            AssignTo::Return => "return makes".to_string(),
        };
        self.warn(span, format!("{action} {what} without a cast"));
    }
}
