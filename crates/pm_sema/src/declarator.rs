//! Declarators and type names: pointers, arrays and functions around a base type.

use crate::cx::{Class, Cx};
use crate::hir::{ExprKind, Local, LocalId};
use crate::scope::Entity;
use crate::specs::TagUse;
use crate::types::{ArrayLen, FnType, QualType, Quals, TypeId, TypeKind};
use pm_base::{Span, Symbol};
use pm_syntax::ast::{self, ArraySize, DeclPart, Params, Storage};

/// A declared type with the alignment of the typedef it came through (0 is none).
#[derive(Clone, Copy)]
pub struct DeclTy {
    pub ty: QualType,
    pub align: u32,
}

#[derive(Clone, Copy)]
pub struct ParamInfo {
    pub name: Option<Symbol>,
    pub ty: QualType,
    /// The array that it was declared as.
    pub array: Option<TypeId>,
    pub span: Span,
}

impl<'a> Cx<'a> {
    /// A type name, and the alignment of the typedef it came through. Lengths of VLAs are left in `pending_vlas`.
    pub fn type_name(&mut self, id: ast::TypeNameId) -> (QualType, u32) {
        let ast = self.ast;
        let t = &ast.type_names[id];
        let specs = self.specs(t.specs, TagUse::Reference);
        let mut d = self.declarator(specs.ty, specs.type_align, &t.declarator);
        if let Some(bytes) = self.attrs(&t.declarator.attrs).vector {
            d.ty = self.vectorise(d.ty, bytes, t.declarator.span);
        }
        (d.ty, if d.align != 0 { d.align } else { specs.attrs.align })
    }

    pub fn declarator(&mut self, base: QualType, align: u32, d: &'a ast::Declarator) -> DeclTy {
        self.declarator_parts(base, align, d, d.parts.len(), None)
    }

    /// The declarator of a function definition: its parameters are declared in the current scope.
    pub fn definition_declarator(
        &mut self,
        base: QualType,
        d: &'a ast::Declarator,
        params: &mut Vec<ParamInfo>,
    ) -> DeclTy {
        self.declarator_parts(base, 0, d, d.parts.len(), Some(params))
    }

    fn declarator_parts(
        &mut self,
        base: QualType,
        align: u32,
        d: &'a ast::Declarator,
        count: usize,
        mut define: Option<&mut Vec<ParamInfo>>,
    ) -> DeclTy {
        let mut t = DeclTy { ty: base, align };
        for i in (0..count).rev() {
            match &d.parts[i] {
                DeclPart::Pointer(quals) => {
                    t = DeclTy { ty: QualType { ty: self.pointer_to(t.ty), quals: *quals }, align: 0 };
                }
                DeclPart::Array { size, span, .. } => t.ty = self.array_part(t.ty, size, *span).into(),
                DeclPart::Function(params) => {
                    let define = if i == 0 { define.take() } else { None };
                    t = DeclTy { ty: self.function_part(t.ty, params, d.span, define).into(), align: 0 };
                }
            }
        }
        t
    }

    fn array_part(&mut self, elem: QualType, size: &'a ArraySize, span: Span) -> TypeId {
        let class = self.class(elem.ty);
        if class == Class::Error {
            return self.an.basic.error;
        }
        if matches!(class, Class::Function | Class::Void) {
            let text = format!("array of elements of type '{}'", self.show(elem));
            self.error(span, text);
            return self.an.basic.error;
        }
        if self.opaque_reason(elem.ty).is_none() && !self.require_complete(elem.ty, span, "array element") {
            return self.an.basic.error;
        }
        let len = match size {
            ArraySize::None => ArrayLen::Unknown,
            ArraySize::Star => ArrayLen::Star,
            ArraySize::Expr(e) => match self.array_length(*e, span) {
                Some(len) => len,
                None => return self.an.basic.error,
            },
        };
        let ty = self.array_of(elem, len);
        if let ArrayLen::Const(_) = len
            && self.opaque_reason(elem.ty).is_none()
            && !self.is_vla(elem.ty)
            && self.types().size_of(ty).is_none_or(|s| s > self.types().max_object_size())
        {
            self.error(span, "size of array is too large");
            return self.an.basic.error;
        }
        ty
    }

    fn array_length(&mut self, e: ast::ExprId, span: Span) -> Option<ArrayLen> {
        let value = self.rvalue(e);
        if self.is_error(value) {
            return None;
        }
        if self.class(self.ty(value)) != Class::Int {
            self.error(span, "size of array has non-integer type");
            return None;
        }
        if let Some(n) = self.eval_int(value) {
            if n < 0 {
                self.error(span, "size of array is negative");
                return None;
            }
            return match u64::try_from(n) {
                Ok(n) => Some(ArrayLen::Const(n)),
                Err(_) => {
                    self.error(span, "size of array is too large");
                    None
                }
            };
        }
        if self.scopes.is_file_scope() {
            self.error(span, "variably modified array at file scope: its size is not an integer constant expression");
            return None;
        }
        let size = self.an.basic.size;
        let count = self.convert(value, size);
        let vla = self.fresh_vla();
        self.pending_vlas.push((vla, count));
        Some(ArrayLen::Vla(vla))
    }

    fn function_part(
        &mut self,
        ret: QualType,
        params: &'a Params,
        span: Span,
        define: Option<&mut Vec<ParamInfo>>,
    ) -> TypeId {
        if matches!(self.class(ret.ty), Class::Array | Class::Function) {
            let what = if self.class(ret.ty) == Class::Array { "an array" } else { "a function" };
            self.error(span, format!("declared as function returning {what}"));
            return self.an.basic.error;
        }
        let ret = self.unqualified(ret);
        let kind = match params {
            Params::Empty => FnType { ret, params: Vec::new(), variadic: false, prototyped: false },
            Params::Names(_) => FnType { ret, params: Vec::new(), variadic: false, prototyped: false },
            Params::Prototype { params, variadic } => {
                let params = match define {
                    Some(infos) => self.parameters(params, true, infos),
                    None => {
                        self.scopes.enter();
                        let vlas = self.pending_vlas.len();
                        let types = self.parameters(params, false, &mut Vec::new());
                        self.pending_vlas.truncate(vlas);
                        self.scopes.leave();
                        types
                    }
                };
                FnType { ret, params, variadic: *variadic, prototyped: true }
            }
        };
        self.intern(TypeKind::Function(kind))
    }

    fn parameters(&mut self, params: &'a [ast::Param], define: bool, out: &mut Vec<ParamInfo>) -> Vec<QualType> {
        let named = define || params.iter().any(mentions_names);
        let mut types = Vec::with_capacity(params.len());
        for p in params {
            let info = self.parameter(p);
            types.push(self.unqualified(info.ty));
            out.push(info);
            if let (Some(name), true) = (info.name, named) {
                self.declare_param(name, info);
            }
        }
        types
    }

    fn parameter(&mut self, p: &'a ast::Param) -> ParamInfo {
        let specs = self.specs(p.specs, TagUse::Reference);
        if let Some((storage, span)) = specs.storage
            && storage != Storage::Register
        {
            self.error(span, "storage class specified for a parameter");
        }
        self.refuse_alignas(specs, "a parameter", p.span);
        let d = &p.declarator;
        let mut t = self.declarator(specs.ty, specs.type_align, d);
        let attrs = self.attrs(&d.attrs);
        if let Some(bytes) = attrs.vector {
            t.ty = self.vectorise(t.ty, bytes, d.span);
        }
        if let Some(mode) = attrs.mode {
            t.ty.ty = self.apply_mode(t.ty.ty, mode, d.span);
        }
        let quals = match d.parts.first() {
            Some(DeclPart::Array { quals, .. }) => *quals,
            _ => Quals::default(),
        };
        let mut ty = self.adjust_param(t.ty, quals);
        if self.class(ty.ty) == Class::Void {
            self.error(p.span, "parameter has void type");
            ty = self.an.basic.error.into();
        }
        let array = matches!(self.kind(t.ty.ty), TypeKind::Array { .. }).then_some(t.ty.ty);
        ParamInfo { name: d.name, ty, array, span: d.span }
    }

    /// Arrays and functions become pointers.
    pub fn adjust_param(&mut self, ty: QualType, array_quals: Quals) -> QualType {
        match *self.kind(ty.ty) {
            TypeKind::Array { elem, .. } => QualType { ty: self.pointer_to(elem), quals: array_quals },
            TypeKind::Function(_) => self.pointer_to(ty).into(),
            _ => ty,
        }
    }

    fn declare_param(&mut self, name: Symbol, info: ParamInfo) {
        let depth = self.scopes.depth();
        if let Some(at) = self.scopes.idents.lookup_at(name, depth).map(|e| e.span) {
            let text = format!("redefinition of parameter '{}'", self.name(name));
            self.push(pm_base::Diagnostic::error(info.span, text).note(at, "previous definition is here"));
            return;
        }
        let id = self.param_local(info);
        self.scopes.declare(name, Entity::Local(id), info.span);
    }

    /// A parameter's variable; it is in no block.
    pub fn param_local(&mut self, info: ParamInfo) -> LocalId {
        let in_memory = !self.is_scalar(info.ty.ty);
        let align = self.types().align_of(info.ty.ty);
        self.body.locals.push(Local {
            name: info.name,
            ty: info.ty,
            align,
            in_memory,
            is_temporary: false,
            array: info.array,
            span: info.span,
        })
    }

    /// Takes the pending VLA lengths and makes `value` be evaluated after them.
    pub fn after_vlas(&mut self, value: crate::hir::ExprId, from: usize) -> crate::hir::ExprId {
        if self.pending_vlas.len() == from {
            return value;
        }
        let span = self.span(value);
        let stmts = self.flush_vlas(from, span);
        let block = self.mk_stmt(crate::hir::StmtKind::Block { locals: Vec::new(), stmts }, span);
        let ty = self.ty(value);
        self.mk(ExprKind::StmtExpr { block, value: Some(value) }, ty, span)
    }

    /// Statements that evaluate the pending VLA lengths.
    pub fn flush_vlas(&mut self, from: usize, span: Span) -> Vec<crate::hir::StmtId> {
        let pending: Vec<_> = self.pending_vlas.drain(from..).collect();
        let mut out = Vec::with_capacity(pending.len());
        for (vla, count) in pending {
            self.body.vlas.push(vla);
            out.push(self.mk_stmt(crate::hir::StmtKind::VlaLen { vla, count }, span));
        }
        out
    }
}

/// An array length that may name an earlier parameter.
fn mentions_names(p: &ast::Param) -> bool {
    p.declarator.parts.iter().any(|part| matches!(part, DeclPart::Array { size: ArraySize::Expr(_), .. }))
}
