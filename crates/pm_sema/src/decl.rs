//! Declarations: typedefs, variables, functions, at file scope and in blocks.

use crate::attrs::DeclAttrs;
use crate::compat;
use crate::convert::AssignTo;
use crate::cx::{Class, Cx};
use crate::declarator::{DeclTy, ParamInfo};
use crate::hir::{
    Body, ExprKind, Global, GlobalDef, GlobalId, InitItem, InitValue, Linkage, LocalInit, StmtId, StmtKind,
};
use crate::link::{FuncDecl, GlobalDecl, GlobalInfo};
use crate::scope::Entity;
use crate::specs::{Specs, TagUse};
use crate::stmt::FnCx;
use crate::types::{ArrayLen, FnType, QualType, Quals, Record, RecordLayout, TypeId, TypeKind};
use pm_base::{Diagnostic, Span, Symbol};
use pm_syntax::ast::{self, DeclPart, Init, Item, Params, Storage};
use rustc_hash::{FxHashMap, FxHashSet};

impl<'a> Cx<'a> {
    pub fn unit(&mut self) {
        let ast = self.ast;
        for item in &ast.items {
            match item {
                Item::Function(def) => self.function_def(def),
                Item::Decl(decl) => {
                    self.body = reuse(std::mem::replace(&mut self.body, Body::empty()));
                    self.declaration(decl, &mut Vec::new());
                }
                Item::StaticAssert(a) => self.static_assert(a),
                Item::Asm(span) => self.warn(*span, "inline assembly at file scope is ignored"),
            }
            if self.session.diags.is_full() {
                return;
            }
        }
        self.end_of_unit();
    }

    pub fn static_assert(&mut self, a: &'a ast::StaticAssert) {
        let Some(value) = self.const_int(a.cond, "expression in static assertion") else { return };
        if value == 0 {
            let text = a.message.map(|m| &self.ast_expr(m).kind).and_then(|k| match k {
                ast::ExprKind::Str { units, .. } => Some(units.iter().filter_map(|&u| char::from_u32(u)).collect()),
                _ => None,
            });
            let text: String = text.unwrap_or_default();
            self.error(
                a.span,
                if text.is_empty() {
                    "static assertion failed".into()
                } else {
                    format!("static assertion failed: {text}")
                },
            );
        }
    }

    /// A declaration in any scope; statements that it needs at run time go to `out`.
    pub fn declaration(&mut self, decl: &'a ast::Decl, out: &mut Vec<StmtId>) {
        let alone = decl.declarators.is_empty();
        let vlas = self.pending_vlas.len();
        let specs = self.specs(decl.specs, if alone { TagUse::Alone } else { TagUse::Reference });
        for d in &decl.declarators {
            self.init_declarator(d, specs, vlas, out);
        }
        self.flush_into(vlas, decl.span, out);
    }

    fn flush_into(&mut self, from: usize, span: Span, out: &mut Vec<StmtId>) {
        if self.pending_vlas.len() > from {
            if self.func.is_some() {
                out.extend(self.flush_vlas(from, span));
            } else {
                self.pending_vlas.truncate(from);
            }
        }
    }

    fn init_declarator(&mut self, d: &'a ast::InitDeclarator, specs: Specs, vlas: usize, out: &mut Vec<StmtId>) {
        let mut base = specs.ty;
        if specs.auto_type {
            base = self.auto_type(d);
        }
        let mut t = self.declarator(base, specs.type_align, &d.declarator);
        let mut attrs = specs.attrs;
        attrs.merge(self.attrs(&d.declarator.attrs));
        let span = d.declarator.span;
        if let Some(bytes) = attrs.vector.filter(|_| specs.attrs.vector.is_none()) {
            t.ty = self.vectorise(t.ty, bytes, span);
        } else if let Some(mode) = attrs.mode.filter(|_| specs.attrs.mode.is_none()) {
            t.ty.ty = self.apply_mode(t.ty.ty, mode, span);
        }
        let Some(name) = d.declarator.name else { return };
        let storage = specs.storage.map(|(s, _)| s);
        if storage == Some(Storage::Typedef) {
            self.flush_into(vlas, span, out);
            self.refuse_alignas(specs, "a typedef", span);
            return self.typedef(name, t, attrs, span);
        }
        if self.class(t.ty.ty) == Class::Function {
            self.refuse_alignas(specs, "a function", span);
            return self.function_declaration(d, name, t.ty.ty, specs, attrs, span);
        }
        if self.class(t.ty.ty) == Class::Void {
            let text = format!("variable '{}' declared void", self.name(name));
            self.error(span, text);
            t.ty = self.an.basic.error.into();
        }
        if attrs.alias.is_some() {
            self.unsupported(span, "attribute 'alias': aliases of variables are not linked");
        }
        self.check_alignas(specs, t, span);
        let align = if attrs.align != 0 { attrs.align } else { t.align };
        if self.scopes.is_file_scope() || matches!(storage, Some(Storage::Extern | Storage::Static)) {
            self.flush_into(vlas, span, out);
            self.static_variable(d, name, t.ty, align, specs, attrs);
        } else {
            self.local_variable(d, name, (t.ty, align), storage, vlas, out);
        }
    }

    /// `__auto_type x = e;`
    fn auto_type(&mut self, d: &'a ast::InitDeclarator) -> QualType {
        match &d.init {
            Some(Init::Expr(e)) => {
                let for_type = std::mem::replace(&mut self.for_type, true);
                let value = self.rvalue(*e);
                self.for_type = for_type;
                self.ty(value).into()
            }
            _ => {
                self.error(d.declarator.span, "'__auto_type' requires an initialised variable");
                self.an.basic.error.into()
            }
        }
    }

    fn typedef(&mut self, name: Symbol, t: DeclTy, attrs: DeclAttrs, span: Span) {
        let depth = self.scopes.depth();
        if let Some((item, at)) = self.scopes.idents.lookup_at(name, depth).map(|e| (e.item, e.span)) {
            match item {
                Entity::Typedef { ty, .. }
                    if ty.quals == t.ty.quals && compat::compatible(self.types(), ty.ty, t.ty.ty) =>
                {
                    return;
                }
                Entity::Error => {}
                Entity::Typedef { .. } => return self.conflict(name, t.ty, span, at),
                _ => return self.redeclared(name, span, at),
            }
        }
        if attrs.transparent_union
            && let TypeKind::Record(r) = *self.kind(t.ty.ty)
        {
            self.an.transparent.insert(r);
        }
        let align = if attrs.last_align != 0 { attrs.last_align } else { t.align };
        self.scopes.declare(name, Entity::Typedef { ty: t.ty, align }, span);
    }

    pub fn conflict(&mut self, name: Symbol, ty: QualType, span: Span, at: Span) {
        let d = self.conflict_between(name, ty, span, at);
        self.push(d);
    }

    pub fn conflict_between(&self, name: Symbol, ty: QualType, span: Span, at: Span) -> Diagnostic {
        let text = format!("conflicting types for '{}'; have '{}'", self.name(name), self.show(ty));
        Diagnostic::error(span, text).note(at, "previous declaration is here")
    }

    pub fn redeclared(&mut self, name: Symbol, span: Span, at: Span) {
        let text = format!("'{}' redeclared as different kind of symbol", self.name(name));
        self.push(Diagnostic::error(span, text).note(at, "previous declaration is here"));
    }

    fn function_declaration(
        &mut self,
        d: &'a ast::InitDeclarator,
        name: Symbol,
        ty: TypeId,
        specs: Specs,
        attrs: DeclAttrs,
        span: Span,
    ) {
        if d.init.is_some() {
            let text = format!("function '{}' is initialized like a variable", self.name(name));
            return self.error(span, text);
        }
        let is_static = matches!(specs.storage, Some((Storage::Static, _)));
        if is_static && !self.scopes.is_file_scope() {
            return self.error(span, "invalid storage class for a function in a block");
        }
        let label = d.declarator.asm_label;
        let declared = self.declare_function(FuncDecl { name, label, ty, is_static, attrs, span, implicit: false });
        if let (Some(id), Some(target)) = (declared, attrs.alias) {
            self.aliases.push((id, target, span));
        }
    }

    // ---- variables with static storage --------------------------------------------------------------------------

    fn static_variable(
        &mut self,
        d: &'a ast::InitDeclarator,
        name: Symbol,
        ty: QualType,
        align: u32,
        specs: Specs,
        attrs: DeclAttrs,
    ) {
        let span = d.declarator.span;
        if self.is_variably_modified(ty.ty) && (self.is_vla(ty.ty) || self.scopes.is_file_scope()) {
            return self.error(span, "an object with static storage cannot have a variable size");
        }
        let storage = specs.storage.map(|(s, _)| s);
        let is_extern = storage == Some(Storage::Extern);
        let file = self.scopes.is_file_scope();
        if file && matches!(storage, Some(Storage::Auto | Storage::Register)) && d.declarator.asm_label.is_none() {
            let text = format!("file-scope declaration of '{}' specifies 'auto' or 'register'", self.name(name));
            self.error(span, text);
        }
        if is_extern && !file && d.init.is_some() {
            let text = format!("'{}' has both 'extern' and initializer", self.name(name));
            return self.error(span, text);
        }
        let id = if !file && !is_extern {
            self.static_local(name, ty, align, specs, span)
        } else {
            let decl = GlobalDecl {
                name,
                // Of a register variable it is the register.
                label: d.declarator.asm_label.filter(|_| storage != Some(Storage::Register)),
                ty,
                align,
                is_static: storage == Some(Storage::Static),
                is_extern,
                has_init: d.init.is_some(),
                weak: attrs.weak || self.is_weak_by_pragma(name),
                thread_local: specs.thread_local,
                span,
            };
            self.declare_global(decl)
        };
        let Some(id) = id else { return };
        // What earlier declarations said counts, too: `int a[2]; int a[] = {1};`.
        let ty = match self.scopes.idents.lookup(name).map(|e| e.item) {
            Some(Entity::Global(_, ty)) => ty,
            _ => ty,
        };
        match &d.init {
            Some(init) => self.initialise_global(id, name, ty, init, span),
            None if !file && !is_extern && self.class(ty.ty) != Class::Error => {
                self.require_complete(ty.ty, span, "variable");
            }
            None => {}
        }
    }

    fn static_local(&mut self, name: Symbol, ty: QualType, align: u32, specs: Specs, span: Span) -> Option<GlobalId> {
        self.check_new_in_block(name, span)?;
        let owner = self.current_name.map(|(f, _)| f);
        let id = self.push_global(Global {
            name,
            ty,
            linkage: Linkage::Internal,
            def: GlobalDef::Zero,
            align: self.object_align(ty.ty, align),
            weak: false,
            thread_local: specs.thread_local,
            owner,
            span,
            is_model: self.is_model,
        });
        self.scopes.declare(name, Entity::Global(id, ty), span);
        Some(id)
    }

    pub fn push_global(&mut self, global: Global) -> GlobalId {
        let info = GlobalInfo::new(global.span, self.an.units);
        self.an.global_info.push(info);
        self.an.program.globals.push(global)
    }

    /// A file-scope compound literal.
    pub fn new_unnamed_global(&mut self, ty: QualType, def: GlobalDef, align: u32, span: Span) -> GlobalId {
        let text = format!("compound_literal.{}", self.an.program.globals.len());
        let name = self.session.interner.intern(&text);
        let owner = self.current_name.filter(|_| self.func.is_some()).map(|(f, _)| f);
        let id = self.push_global(Global {
            name,
            ty,
            linkage: Linkage::Internal,
            def,
            align: self.object_align(ty.ty, align),
            weak: false,
            thread_local: false,
            owner,
            span,
            is_model: self.is_model,
        });
        self.an.global_info[id].unnamed = true;
        id
    }

    fn initialise_global(&mut self, id: GlobalId, name: Symbol, ty: QualType, init: &'a Init, span: Span) {
        let Some((done, def)) = self.static_object(ty, init) else { return };
        let g = &mut self.an.program.globals[id];
        g.ty = done;
        g.def = def;
        self.an.global_info[id].def_span = Some(span);
        // The name keeps its declared record type where a flexible array member made the object larger.
        let shown = if self.class(done.ty) == Class::Array { done } else { ty };
        self.scopes.declare(name, Entity::Global(id, shown), span);
    }

    /// The record with its flexible array member made `n` elements long: the type of that one object.
    pub fn with_flexible_length(&mut self, ty: QualType, n: u64) -> QualType {
        let TypeKind::Record(r) = *self.kind(ty.ty) else { return ty };
        let Some(layout) = self.types().layout_of(r) else { return ty };
        let (align, mut size) = (layout.align, layout.size);
        let mut fields: Vec<crate::types::Field> = layout
            .fields
            .iter()
            .map(|f| crate::types::Field { name: f.name, ty: f.ty, offset: f.offset, bits: f.bits, span: f.span })
            .collect();
        let Some(last) = fields.last_mut() else { return ty };
        let Some((elem, _)) = self.array_parts(last.ty.ty) else { return ty };
        let array = self.array_of(elem, ArrayLen::Const(n));
        last.ty = array.into();
        let end = last.offset.saturating_add(self.types().size_of(array).unwrap_or(0));
        size = size.max(end.next_multiple_of(u64::from(align)));
        let old = &self.types().records[r];
        let record = Record {
            is_union: false,
            tag: old.tag,
            span: old.span,
            layout: Some(RecordLayout { fields, size, align, flexible: false }),
        };
        let id = self.an.program.types.records.push(record);
        QualType { ty: self.intern(TypeKind::Record(id)), quals: ty.quals }
    }

    // ---- automatic variables ------------------------------------------------------------------------------------

    /// Reports a second declaration of the name in the same block.
    fn check_new_in_block(&mut self, name: Symbol, span: Span) -> Option<()> {
        let depth = self.scopes.depth();
        let Some(at) = self.scopes.idents.lookup_at(name, depth).map(|e| (e.item, e.span)) else { return Some(()) };
        if matches!(at.0, Entity::Error) {
            return Some(());
        }
        let text = format!("redeclaration of '{}'", self.name(name));
        self.push(Diagnostic::error(span, text).note(at.1, "previous declaration is here"));
        None
    }

    fn local_variable(
        &mut self,
        d: &'a ast::InitDeclarator,
        name: Symbol,
        (ty, align): (QualType, u32),
        storage: Option<Storage>,
        vlas: usize,
        out: &mut Vec<StmtId>,
    ) {
        let span = d.declarator.span;
        if self.check_new_in_block(name, span).is_none() {
            return;
        }
        let unsized_array = matches!(self.kind(ty.ty), TypeKind::Array { len: ArrayLen::Unknown, .. });
        let mut ty = ty;
        if d.init.is_none() && unsized_array {
            let text = format!("array size missing in '{}'", self.name(name));
            self.error(span, text);
            ty = self.an.basic.error.into();
        } else if !unsized_array && !self.require_complete(ty.ty, span, "variable") {
            ty = self.an.basic.error.into();
        }
        let local = self.new_local(Some(name), ty, align, span);
        self.scopes.declare(name, Entity::Local(local), span);
        if storage == Some(Storage::Register) {
            self.mark_register(local);
        }
        if self.is_vla(ty.ty) {
            if d.init.is_some() {
                self.error(span, "variable-sized object may not be initialized");
            }
            self.flush_into(vlas, span, out);
            out.push(self.mk_stmt(StmtKind::VlaDecl { local }, span));
            if let Some(f) = &mut self.func {
                f.enter_barrier();
            }
            return;
        }
        self.flush_into(vlas, span, out);
        let init = match &d.init {
            None => None,
            Some(init) => match self.local_init(ty, init) {
                Some((done, init)) => {
                    let l = &mut self.body.locals[local];
                    l.ty = done;
                    Some(init)
                }
                None => {
                    self.body.locals[local].ty = self.an.basic.error.into();
                    None
                }
            },
        };
        self.flush_into(vlas, span, out);
        let whole = d.init.as_ref().map_or(span, |i| span.to(self.init_span(i)));
        out.push(self.mk_stmt(StmtKind::Decl { local, init }, whole));
    }

    fn init_span(&self, init: &Init) -> Span {
        match init {
            Init::Expr(e) => self.ast_expr(*e).span,
            Init::List(list) => list.span,
        }
    }

    /// A nameless variable with a first value, for desugared operations.
    pub fn temporary(&mut self, value: crate::hir::ExprId, out: &mut Vec<StmtId>) -> crate::hir::LocalId {
        let span = self.span(value);
        let ty = self.ty(value);
        let local = self.new_local(None, ty.into(), 0, span);
        let item = InitItem { offset: 0, bits: None, ty, value: InitValue::Expr(value), count: 1, stride: 0 };
        let init = Some(LocalInit { zero: false, items: vec![item] });
        out.push(self.mk_stmt(StmtKind::Decl { local, init }, span));
        local
    }

    // ---- function definitions -----------------------------------------------------------------------------------

    fn function_def(&mut self, def: &'a ast::FunctionDef) {
        let specs = self.specs(def.specs, TagUse::Reference);
        let d = &def.declarator;
        let Some(name) = d.name else { return self.error(def.span, "function definition without a name") };
        let mut attrs = specs.attrs;
        attrs.merge(self.attrs(&d.attrs));
        let outer = std::mem::replace(&mut self.body, Body::empty());
        self.scopes.enter();
        self.pending_vlas.clear();
        let mut params = Vec::new();
        let t = self.definition_declarator(specs.ty, d, &mut params);
        self.define(def, name, t.ty.ty, specs, attrs, params);
        self.scopes.leave();
        self.func = None;
        self.current_name = None;
        self.func_name = None;
        self.pending_vlas.clear();
        self.body = outer;
    }

    fn define(
        &mut self,
        def: &'a ast::FunctionDef,
        name: Symbol,
        mut ty: TypeId,
        specs: Specs,
        attrs: DeclAttrs,
        mut params: Vec<ParamInfo>,
    ) {
        let span = def.declarator.span;
        let written = match def.declarator.parts.first() {
            Some(DeclPart::Function(p)) => Some(p),
            _ => None,
        };
        let (TypeKind::Function(f), Some(written)) = (self.kind(ty).clone(), written) else {
            if self.class(ty) != Class::Error {
                self.error(span, "a function definition needs a function declarator");
            }
            return;
        };
        if let Params::Names(names) = written {
            params = self.kr_params(names, def);
            let types = params.iter().map(|p| self.unqualified(p.ty)).collect();
            ty = self.intern(TypeKind::Function(FnType { params: types, ..f.clone() }));
        } else if !def.kr_decls.is_empty() {
            self.error(span, "declarations of parameters after a prototype");
        }
        let is_static = matches!(specs.storage, Some((Storage::Static, _)));
        let is_extern = matches!(specs.storage, Some((Storage::Extern, _)));
        let opaque = params.iter().map(|p| p.ty.ty).chain([f.ret.ty]).find_map(|t| self.opaque_reason(t));
        let decl = FuncDecl { name, label: def.declarator.asm_label, ty, is_static, attrs, span, implicit: false };
        let Some(outer) = self.declare_function_at_file(decl) else { return };
        if let Some(reason) = opaque {
            // In headers such functions are usual; calling one is reported.
            if !is_static && !specs.inline {
                self.unsupported(span, reason);
            }
            return;
        }
        let inline_only = if self.is_gnu_inline(outer) {
            is_extern && specs.inline
        } else {
            specs.inline && !is_extern && !is_static
        };
        let id = if inline_only { self.inline_definition(outer, &decl) } else { outer };
        if !self.begin_definition(id, span, inline_only) {
            return;
        }
        if self.class(f.ret.ty) != Class::Void {
            self.require_complete(f.ret.ty, span, "return value");
        }
        let mark = self.session.diags.items.len();
        let few_errors = !self.session.diags.is_full();
        self.inline_refs = specs.inline.then(Vec::new);
        self.current_name = Some((id, name));
        self.func = Some(FnCx::new(f.ret.ty, f.variadic));
        let ids = self.param_ids(&params);
        let vla_stmts = self.param_lengths(&params, span);
        self.function_body(def, vla_stmts);
        let mut body = std::mem::replace(&mut self.body, Body::empty());
        body.params = ids;
        body.exprs.shrink_to_fit();
        body.stmts.shrink_to_fit();
        body.locals.shrink_to_fit();
        let refs = self.inline_refs.take();
        if specs.inline && few_errors && !self.session.diags.is_full() && !self.defer_diagnostics(id, mark) {
            return;
        }
        self.an.func_info[id].refs = refs.unwrap_or_default();
        self.end_definition(id, ty, body, span, inline_only);
    }

    /// Evaluates the lengths in the parameters' types. That of `int a[n]`, which is a pointer, is no length of any type.
    fn param_lengths(&mut self, params: &[ParamInfo], span: Span) -> Vec<StmtId> {
        let mut lengths = FxHashSet::default();
        for p in params {
            let mut ty = p.ty.ty;
            loop {
                ty = match *self.kind(ty) {
                    TypeKind::Pointer(to) => to.ty,
                    TypeKind::Array { elem, len } => {
                        if let ArrayLen::Vla(vla) = len {
                            lengths.insert(vla);
                        }
                        elem.ty
                    }
                    _ => break,
                };
            }
        }
        let stmts = self.flush_vlas(0, span);
        for &s in &stmts {
            if let StmtKind::VlaLen { vla, count } = self.body.stmts[s].kind
                && !lengths.contains(&vla)
            {
                self.body.stmts[s].kind = StmtKind::Expr(count);
            }
        }
        stmts
    }

    fn param_ids(&mut self, params: &[ParamInfo]) -> Vec<crate::hir::LocalId> {
        let depth = self.scopes.depth();
        let mut ids = Vec::with_capacity(params.len());
        let mut taken = FxHashSet::default();
        for p in params {
            self.require_complete(p.ty.ty, p.span, "parameter");
            let declared = p.name.and_then(|n| self.scopes.idents.lookup_at(n, depth)).map(|e| e.item);
            ids.push(match declared {
                Some(Entity::Local(l)) if taken.insert(l) => l,
                _ => self.param_local(*p),
            });
        }
        ids
    }

    /// Parameters of a K&R definition: those that are not declared are `int`.
    fn kr_params(&mut self, names: &'a [(Symbol, Span)], def: &'a ast::FunctionDef) -> Vec<ParamInfo> {
        let int = self.an.basic.int;
        let mut params: Vec<ParamInfo> =
            names.iter().map(|&(n, span)| ParamInfo { name: Some(n), ty: int.into(), array: None, span }).collect();
        let mut place: FxHashMap<Symbol, usize> = FxHashMap::default();
        for (i, (name, _)) in names.iter().enumerate() {
            place.entry(*name).or_insert(i);
        }
        for decl in &def.kr_decls {
            let specs = self.specs(decl.specs, TagUse::Reference);
            for d in &decl.declarators {
                let t = self.declarator(specs.ty, specs.type_align, &d.declarator);
                let ty = self.adjust_param(t.ty, Quals::default());
                match d.declarator.name.and_then(|n| place.get(&n)) {
                    Some(&i) => params[i].ty = ty,
                    None => self.error(d.declarator.span, "declaration for a parameter that does not exist"),
                }
            }
        }
        let depth = self.scopes.depth();
        for p in &params {
            let Some(name) = p.name else { continue };
            if let Some(at) = self.scopes.idents.lookup_at(name, depth).map(|e| e.span) {
                let text = format!("redefinition of parameter '{}'", self.name(name));
                self.push(Diagnostic::error(p.span, text).note(at, "previous definition is here"));
                continue;
            }
            let local = self.param_local(*p);
            self.scopes.declare(name, Entity::Local(local), p.span);
        }
        params
    }

    /// Converts the value of a `return` statement.
    pub fn return_value(&mut self, e: ast::ExprId, ret: TypeId) -> crate::hir::ExprId {
        let value = self.rvalue(e);
        if self.class(ret) == Class::Void {
            let span = self.span(value);
            if self.class(self.ty(value)) == Class::Void || self.is_error(value) {
                return value;
            }
            // gcc accepts it with a warning: the value is dropped.
            let void = self.an.basic.void;
            return self.mk(ExprKind::Cast { arg: value, explicit: false }, void, span);
        }
        self.assign_convert(value, ret.into(), AssignTo::Return)
    }
}

/// The scratch body of file scope, emptied when it has grown.
fn reuse(body: Body) -> Body {
    if body.exprs.len() > 4096 { Body::empty() } else { body }
}
