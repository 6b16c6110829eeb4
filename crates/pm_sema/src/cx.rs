//! The state of the analysis of one unit, and what all its parts use: messages, types, making of expressions.

use crate::analyzer::Analyzer;
use crate::display;
use crate::hir::{self, Body, Expr, ExprId, ExprKind, FuncId, LocalId, Stmt, StmtId, StmtKind, StrId};
use crate::inline::Inlines;
use crate::scope::{Entity, Scopes};
use crate::stmt::FnCx;
use crate::types::{ArrayLen, IntKind, QualType, Quals, TypeId, TypeKind, TypeTable, VlaId};
use pm_base::num::IntFormat;
use pm_base::{Diagnostic, Session, Span, Symbol};
use pm_syntax::ast::{self, Ast};
use rustc_hash::FxHashSet;

pub struct Cx<'a> {
    pub an: &'a mut Analyzer,
    pub session: &'a mut Session,
    pub ast: &'a Ast,
    pub scopes: Scopes,
    /// The function body being built; at file scope a scratch pad for constant expressions.
    pub body: Body,
    pub func: Option<FnCx>,
    pub is_model: bool,
    /// Lengths of VLA types that were met in declarators and are not yet evaluated by a statement.
    pub pending_vlas: Vec<(VlaId, ExprId)>,
    /// The initialiser being analysed is of an object with static storage.
    pub static_init: bool,
    /// `__func__` of the current function.
    pub func_name: Option<StrId>,
    /// Functions that this unit declares weak.
    pub weak_here: FxHashSet<FuncId>,
    /// Functions that are other names of functions of this unit.
    pub aliases: Vec<(FuncId, Symbol, Span)>,
    /// In the condition of an assertion (true) or an assumption (false): which quantifiers one value decides.
    pub polarity: Option<bool>,
    /// Analysed for its type alone: `_Float16` products have that type.
    pub for_type: bool,
    /// In the body of an inline function: the functions it refers to.
    pub inline_refs: Option<Vec<FuncId>>,
    /// The function being defined.
    pub current_name: Option<(FuncId, Symbol)>,
    pub(crate) inlines: Inlines,
}

/// The shape of a type, without its parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    Void,
    Int,
    Float,
    Pointer,
    Array,
    Function,
    Record,
    Error,
}

impl<'a> Cx<'a> {
    pub fn new(an: &'a mut Analyzer, session: &'a mut Session, ast: &'a Ast, is_model: bool) -> Self {
        let symbols = session.interner.len();
        Cx {
            an,
            session,
            ast,
            scopes: Scopes::new(symbols),
            body: Body::empty(),
            func: None,
            is_model,
            pending_vlas: Vec::new(),
            static_init: false,
            func_name: None,
            weak_here: FxHashSet::default(),
            aliases: Vec::new(),
            polarity: None,
            for_type: false,
            inline_refs: None,
            current_name: None,
            inlines: Inlines::default(),
        }
    }

    // ---- messages -----------------------------------------------------------------------------------------------

    pub fn push(&mut self, d: Diagnostic) {
        self.session.diags.push(d);
    }

    pub fn error(&mut self, span: Span, message: impl Into<String>) {
        self.push(Diagnostic::error(span, message));
    }

    pub fn warn(&mut self, span: Span, message: impl Into<String>) {
        if !self.is_model {
            self.push(Diagnostic::warning(span, message));
        }
    }

    pub fn unsupported(&mut self, span: Span, message: impl Into<String>) {
        self.push(Diagnostic::unsupported(span, message));
    }

    pub fn name(&self, sym: Symbol) -> &str {
        self.session.interner.name(sym)
    }

    pub fn show(&self, ty: impl Into<QualType>) -> String {
        display::type_name(self.types(), &self.session.interner, ty.into())
    }

    // ---- types --------------------------------------------------------------------------------------------------

    pub fn types(&self) -> &TypeTable {
        &self.an.program.types
    }

    pub fn kind(&self, ty: TypeId) -> &TypeKind {
        self.an.program.types.kind(ty)
    }

    pub fn intern(&mut self, kind: TypeKind) -> TypeId {
        self.an.program.types.intern(kind)
    }

    pub fn class(&self, ty: TypeId) -> Class {
        match self.kind(ty) {
            TypeKind::Void => Class::Void,
            TypeKind::Int(_) | TypeKind::Enum(_) | TypeKind::BitInt(_) => Class::Int,
            TypeKind::Float(_) => Class::Float,
            TypeKind::Pointer(_) => Class::Pointer,
            TypeKind::Array { .. } => Class::Array,
            TypeKind::Function(_) => Class::Function,
            TypeKind::Record(_) => Class::Record,
            TypeKind::Error => Class::Error,
        }
    }

    pub fn pointer_to(&mut self, to: impl Into<QualType>) -> TypeId {
        self.intern(TypeKind::Pointer(to.into()))
    }

    pub fn array_of(&mut self, elem: QualType, len: ArrayLen) -> TypeId {
        self.intern(TypeKind::Array { elem, len })
    }

    pub fn array_parts(&self, ty: TypeId) -> Option<(QualType, ArrayLen)> {
        match self.kind(ty) {
            TypeKind::Array { elem, len } => Some((*elem, *len)),
            _ => None,
        }
    }

    pub fn pointee(&self, ty: TypeId) -> Option<QualType> {
        self.types().pointee(ty)
    }

    pub fn int_format(&self, ty: TypeId) -> IntFormat {
        self.types().as_int(ty).unwrap_or(IntFormat::new(32, true))
    }

    pub fn is_bool(&self, ty: TypeId) -> bool {
        matches!(self.kind(ty), TypeKind::Int(IntKind::Bool))
    }

    pub fn is_scalar(&self, ty: TypeId) -> bool {
        matches!(self.class(ty), Class::Int | Class::Float | Class::Pointer)
    }

    /// The type depends on a run-time length (itself, not through a record).
    pub fn is_variably_modified(&self, ty: TypeId) -> bool {
        match self.kind(ty) {
            TypeKind::Pointer(p) => self.is_variably_modified(p.ty),
            TypeKind::Array { len: ArrayLen::Vla(_) | ArrayLen::Star, .. } => true,
            TypeKind::Array { elem, .. } => self.is_variably_modified(elem.ty),
            TypeKind::Function(f) => self.is_variably_modified(f.ret.ty),
            _ => false,
        }
    }

    /// An array with a run-time length somewhere in its dimensions.
    pub fn is_vla(&self, ty: TypeId) -> bool {
        match self.kind(ty) {
            TypeKind::Array { len: ArrayLen::Vla(_) | ArrayLen::Star, .. } => true,
            TypeKind::Array { elem, .. } => self.is_vla(elem.ty),
            _ => false,
        }
    }

    /// Complete: objects of the type can exist. VLAs count as complete.
    pub fn is_complete(&self, ty: TypeId) -> bool {
        match self.kind(ty) {
            TypeKind::Error => true,
            TypeKind::Array { elem, len: ArrayLen::Vla(_) } => self.is_complete(elem.ty),
            _ => self.is_vla(ty) || self.types().size_of(ty).is_some(),
        }
    }

    /// The reason why the type is not supported, if it is one of those.
    pub fn opaque_reason(&self, ty: TypeId) -> Option<&'static str> {
        match self.kind(ty) {
            TypeKind::Record(r) if self.an.opaque.is_empty() || self.types().records[*r].layout.is_some() => None,
            TypeKind::Record(r) => self.an.opaque.get(r).copied(),
            TypeKind::Array { elem, .. } => self.opaque_reason(elem.ty),
            _ => None,
        }
    }

    /// Reports an incomplete or unsupported type where a complete one is needed. `what` names what has it.
    pub fn require_complete(&mut self, ty: TypeId, span: Span, what: &str) -> bool {
        if self.is_complete(ty) {
            return true;
        }
        if let Some(reason) = self.opaque_reason(ty) {
            self.unsupported(span, reason);
        } else if self.is_too_large(ty) {
            let text = format!("type '{}' is too large", self.show(ty));
            self.error(span, text);
        } else {
            let text = format!("{what} has incomplete type '{}'", self.show(ty));
            self.error(span, text);
        }
        false
    }

    fn is_too_large(&self, ty: TypeId) -> bool {
        match self.kind(ty) {
            TypeKind::Array { elem, len: ArrayLen::Const(_) } => self.is_complete(elem.ty),
            _ => false,
        }
    }

    pub fn unqualified(&self, ty: QualType) -> QualType {
        QualType { ty: ty.ty, quals: Quals::default() }
    }

    // ---- expressions --------------------------------------------------------------------------------------------

    pub fn mk(&mut self, kind: ExprKind, ty: impl Into<QualType>, span: Span) -> ExprId {
        self.body.exprs.push(Expr { kind, ty: ty.into(), span })
    }

    pub fn mk_const(&mut self, value: u128, ty: TypeId, span: Span) -> ExprId {
        self.mk(ExprKind::Const(value), ty, span)
    }

    pub fn mk_int(&mut self, value: i128, ty: TypeId, span: Span) -> ExprId {
        let value = self.int_format(ty).wrap(value as u128);
        self.mk(ExprKind::Const(value), ty, span)
    }

    pub fn mk_error(&mut self, span: Span) -> ExprId {
        let ty = self.an.basic.error;
        self.mk(ExprKind::Const(0), ty, span)
    }

    /// Reports and yields the expression that silences follow-ups.
    pub fn error_expr(&mut self, span: Span, message: impl Into<String>) -> ExprId {
        self.error(span, message);
        self.mk_error(span)
    }

    pub fn unsupported_expr(&mut self, span: Span, message: impl Into<String>) -> ExprId {
        self.unsupported(span, message);
        self.mk_error(span)
    }

    pub fn ty(&self, e: ExprId) -> TypeId {
        self.body.exprs[e].ty.ty
    }

    pub fn qual_ty(&self, e: ExprId) -> QualType {
        self.body.exprs[e].ty
    }

    pub fn span(&self, e: ExprId) -> Span {
        self.body.exprs[e].span
    }

    pub fn is_error(&self, e: ExprId) -> bool {
        self.ty(e) == self.an.basic.error
    }

    pub fn mk_stmt(&mut self, kind: StmtKind, span: Span) -> StmtId {
        self.body.stmts.push(Stmt { kind, span })
    }

    /// Alignment of a variable: what was declared, which may be less than the type's, or else (0) the type's.
    pub fn object_align(&self, ty: TypeId, declared: u32) -> u32 {
        if declared != 0 { declared } else { self.types().align_of(ty) }
    }

    /// A new automatic variable. It belongs to the innermost block unless it is a VLA.
    pub fn new_local(&mut self, name: Option<Symbol>, ty: QualType, align: u32, span: Span) -> LocalId {
        let in_memory = !self.is_scalar(ty.ty);
        let align = self.object_align(ty.ty, align);
        let id =
            self.body.locals.push(hir::Local { name, ty, align, in_memory, is_temporary: false, array: None, span });
        if !self.is_vla(ty.ty)
            && let Some(f) = &mut self.func
        {
            f.add_block_local(id);
        }
        id
    }

    pub fn new_string(&mut self, bytes: Box<[u8]>, elem: TypeId, span: Span) -> StrId {
        let unit = Some(self.an.units);
        self.an.program.strings.push(hir::StrLit { bytes, elem, unit, span })
    }

    /// The value of a name that is an enumerator.
    pub fn enum_constant(&self, sym: Symbol) -> Option<i128> {
        match self.scopes.idents.lookup(sym)?.item {
            Entity::EnumConst { value, .. } => Some(value),
            _ => None,
        }
    }

    pub fn fresh_vla(&mut self) -> VlaId {
        let id = VlaId(self.an.next_vla);
        self.an.next_vla += 1;
        id
    }

    pub fn ast_expr(&self, id: ast::ExprId) -> &'a ast::Expr {
        let ast = self.ast;
        &ast.exprs[id]
    }
}
