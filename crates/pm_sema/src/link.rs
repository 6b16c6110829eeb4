//! Linkage: one id for an external name over all units, definitions against declarations, and what is left to do when
//! all units are known (tentative definitions, intrinsics).

use crate::analyzer::{Analyzer, External};
use crate::attrs::DeclAttrs;
use crate::builtins;
use crate::compat;
use crate::cx::{Class, Cx};
use crate::hir::{
    AddrBase, Body, Builtin, Callee, ConstValue, ExprKind, Func, FuncId, Global, GlobalDef, GlobalId, Linkage,
};
use crate::inline;
use crate::scope::Entity;
use crate::types::{ArrayLen, QualType, TypeId, TypeKind, TypeTable};
use pm_base::{Diagnostic, ErrorClass, Idx, Severity, Span, Symbol};
use rustc_hash::FxHashMap;

/// How binding a definition is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum DefRank {
    None,
    /// Of a library model: yields to the user's.
    Model,
    /// An inline definition: serves where there is no external one.
    Inline,
    Weak,
    Strong,
}

pub struct FuncInfo {
    pub used: bool,
    pub implicit: bool,
    pub rank: DefRank,
    /// What a call means where the program does not define the function.
    pub intrinsic: Option<Builtin>,
    /// Unit of the definition.
    pub unit: u32,
    pub def_span: Span,
    /// Warnings and unsupported constructs in the body of an inline function: told if the function is used.
    pub deferred: Vec<Diagnostic>,
    /// Of an inline function: the functions that its body refers to; they are used if it is.
    pub refs: Vec<FuncId>,
    /// Another unit uses the name with a type that does not fit: this one must not be used.
    pub conflicting: bool,
    /// Something refers to the external function and cannot mean an inline definition of it.
    pub is_meant: bool,
}

pub struct GlobalInfo {
    pub used: bool,
    /// A compound literal.
    pub unnamed: bool,
    /// Declared without `extern` and without initialiser.
    pub tentative: bool,
    pub unit: u32,
    pub def_span: Option<Span>,
    pub decl_span: Span,
    /// Another unit has the name with a type that does not fit: told if this one is used.
    pub conflict: Option<Diagnostic>,
}

impl GlobalInfo {
    pub fn new(span: Span, unit: u32) -> Self {
        GlobalInfo {
            used: false,
            unnamed: false,
            tentative: false,
            unit,
            def_span: None,
            decl_span: span,
            conflict: None,
        }
    }
}

#[derive(Clone, Copy)]
pub struct FuncDecl {
    pub name: Symbol,
    /// The name for the linker, where it is another one.
    pub label: Option<Symbol>,
    pub ty: TypeId,
    pub is_static: bool,
    pub attrs: DeclAttrs,
    pub span: Span,
    pub implicit: bool,
}

pub struct GlobalDecl {
    pub name: Symbol,
    /// The name for the linker, where it is another one.
    pub label: Option<Symbol>,
    pub ty: QualType,
    pub align: u32,
    pub is_static: bool,
    pub is_extern: bool,
    pub has_init: bool,
    pub weak: bool,
    pub thread_local: bool,
    pub span: Span,
}

impl<'a> Cx<'a> {
    // ---- functions ----------------------------------------------------------------------------------------------

    pub fn declare_function(&mut self, d: FuncDecl) -> Option<FuncId> {
        if self.scopes.is_file_scope() {
            return self.declare_function_at_file(d);
        }
        let depth = self.scopes.depth();
        if let Some((item, at)) = self.scopes.idents.lookup_at(d.name, depth).map(|e| (e.item, e.span))
            && !matches!(item, Entity::Func(..) | Entity::Error)
        {
            self.redeclared(d.name, d.span, at);
            return None;
        }
        let (name, ty, span) = (d.name, d.ty, d.span);
        // A block declaration refers to the function of file scope if there is one, else to an external function.
        let visible = matches!(self.scopes.idents.lookup_file(name).map(|e| e.item), Some(Entity::Func(..)));
        let id = if visible { self.declare_function_at_file(d)? } else { self.external_function(&d)? };
        self.scopes.declare(name, Entity::Func(id, ty), span);
        Some(id)
    }

    pub fn declare_function_at_file(&mut self, d: FuncDecl) -> Option<FuncId> {
        let prior = self.scopes.idents.lookup_file(d.name).map(|e| (e.item, e.span));
        let (id, ty) = match prior {
            Some((Entity::Func(id, old), at)) => (id, self.merge_function(id, old, &d, at)?),
            Some((Entity::Error, _)) | None => {
                let id =
                    if d.is_static { self.new_function(&d, Linkage::Internal) } else { self.external_function(&d)? };
                (id, d.ty)
            }
            Some((_, at)) => {
                self.redeclared(d.name, d.span, at);
                return None;
            }
        };
        if d.attrs.weak || self.is_weak_by_pragma(d.name) {
            self.weak_here.insert(id);
            let f = &mut self.an.program.funcs[id];
            f.weak |= f.body.is_none();
        }
        self.note_inline_attrs(id, &d);
        let f = &mut self.an.program.funcs[id];
        f.noreturn |= d.attrs.noreturn;
        f.constructor = d.attrs.constructor.or(f.constructor);
        f.destructor = d.attrs.destructor.or(f.destructor);
        if f.body.is_none() && f.ty != ty {
            f.ty = ty;
        }
        self.scopes.idents.insert(d.name, Entity::Func(id, ty), d.span, 0);
        Some(id)
    }

    fn merge_function(&mut self, id: FuncId, old: TypeId, d: &FuncDecl, at: Span) -> Option<TypeId> {
        if !compat::compatible(self.types(), old, d.ty) {
            if self.an.func_info[id].implicit && self.an.func_info[id].rank == DefRank::None {
                // gcc: "conflicting types; have …" is a warning where the return types agree, else an error
                let (a, b) = (self.return_type(old), self.return_type(d.ty));
                if a == b || self.is_implicit_int(old) && b == Some(self.an.basic.void) {
                    self.an.func_info[id].implicit = false;
                    return Some(d.ty);
                }
            }
            self.conflict(d.name, d.ty.into(), d.span, at);
            return None;
        }
        if d.is_static && self.an.program.funcs[id].linkage == Linkage::External {
            let text = format!("static declaration of '{}' follows non-static declaration", self.name(d.name));
            self.push(Diagnostic::error(d.span, text).note(at, "previous declaration is here"));
            return None;
        }
        self.an.func_info[id].implicit &= d.implicit;
        Some(compat::composite(&mut self.an.program.types, old, d.ty))
    }

    fn is_implicit_int(&self, ty: TypeId) -> bool {
        self.return_type(ty) == Some(self.an.basic.int)
    }

    pub fn return_type(&self, ty: TypeId) -> Option<TypeId> {
        match self.kind(ty) {
            TypeKind::Function(f) => Some(f.ret.ty),
            _ => None,
        }
    }

    fn external_function(&mut self, d: &FuncDecl) -> Option<FuncId> {
        match self.an.externals.get(&d.label.unwrap_or(d.name)).copied() {
            None => {
                let id = self.new_function(d, Linkage::External);
                self.register(d.name, d.label, External::Func(id));
                Some(id)
            }
            Some(External::Global(g)) => {
                let at = self.an.program.globals[g].span;
                self.redeclared(d.name, d.span, at);
                None
            }
            Some(External::Func(id)) => self.match_units(id, d),
        }
    }

    fn register(&mut self, name: Symbol, label: Option<Symbol>, external: External) {
        self.an.externals.insert(label.unwrap_or(name), external);
        if label.is_some_and(|l| l != name) {
            self.an.labelled.push((name, external));
            self.an.linker_names.extend(label.map(|l| (name, l)));
        }
    }

    /// The function was declared by an earlier unit. A linker does not look at types; what the machine passes must agree
    /// where the function is used or defined. (Headers declare library functions in several ways, by feature macros.)
    fn match_units(&mut self, id: FuncId, d: &FuncDecl) -> Option<FuncId> {
        let old = self.an.program.funcs[id].ty;
        let fits = compat::compatible_across(self.types(), old, d.ty) || compat::same_shape(self.types(), old, d.ty);
        if !fits {
            let idle = self.an.program.funcs[id].body.is_none() && !self.an.func_info[id].used;
            if idle && !self.is_model {
                let f = &mut self.an.program.funcs[id];
                (f.ty, f.span) = (d.ty, d.span);
                self.an.func_info[id].implicit = d.implicit;
                return Some(id);
            }
            let is_theirs = self.is_model && self.an.program.funcs[id].body.is_none();
            if is_theirs && compat::adaptable(self.types(), old, d.ty) {
                return Some(id);
            }
            if is_theirs {
                self.refuse_declaration(id, d.name);
            }
            // The model does not fit what the user declared: the user's function stays without it.
            let apart = self.new_function(d, Linkage::Internal);
            if !self.is_model {
                let at = self.an.program.funcs[id].span;
                let conflict = self.conflict_between(d.name, d.ty.into(), d.span, at);
                self.an.func_info[apart].deferred.push(conflict);
                self.an.func_info[apart].conflicting = true;
            }
            return Some(apart);
        }
        if self.an.func_info[id].implicit && !d.implicit && self.an.program.funcs[id].body.is_none() {
            self.an.func_info[id].implicit = false;
            self.an.program.funcs[id].ty = d.ty;
        }
        Some(id)
    }

    /// The user calls a function of C's library by a declaration of which the library's function could make nothing.
    fn refuse_declaration(&mut self, id: FuncId, name: Symbol) {
        let info = &mut self.an.func_info[id];
        if !info.used || self.an.builtins.library(name).is_none() || std::mem::replace(&mut info.conflicting, true) {
            return;
        }
        let text = format!("'{}' is declared with a type that the library's function does not have", self.name(name));
        self.unsupported(self.an.program.funcs[id].span, text);
    }

    pub(crate) fn new_function(&mut self, d: &FuncDecl, linkage: Linkage) -> FuncId {
        let intrinsic = self.an.builtins.intrinsic(d.name).or_else(|| builtins::nondet_prefix(self.name(d.name)));
        // Of another type it is a function like any other.
        let intrinsic = intrinsic.filter(|op| *op != Builtin::Alloca || self.returns_pointer(d.ty));
        self.an.func_info.push(FuncInfo {
            intrinsic,
            used: false,
            implicit: d.implicit,
            rank: DefRank::None,
            unit: self.an.units,
            def_span: Span::NONE,
            deferred: Vec::new(),
            refs: Vec::new(),
            conflicting: false,
            is_meant: false,
        });
        self.an.program.funcs.push(Func {
            name: d.name,
            ty: d.ty,
            linkage,
            noreturn: d.attrs.noreturn,
            weak: d.attrs.weak || self.is_weak_by_pragma(d.name),
            constructor: None,
            destructor: None,
            body: None,
            span: d.span,
            is_model: self.is_model,
            intrinsic: None,
        })
    }

    fn returns_pointer(&self, ty: TypeId) -> bool {
        matches!(self.kind(ty), TypeKind::Function(f) if self.class(f.ret.ty) == Class::Pointer)
    }

    fn def_rank(&self, id: FuncId, inline_only: bool) -> DefRank {
        match () {
            () if self.is_model => DefRank::Model,
            () if inline_only => DefRank::Inline,
            () if self.weak_here.contains(&id) => DefRank::Weak,
            () => DefRank::Strong,
        }
    }

    /// Whether the definition is to be analysed; reports a second one.
    pub fn begin_definition(&mut self, id: FuncId, span: Span, inline_only: bool) -> bool {
        let rank = self.def_rank(id, inline_only);
        self.an.func_info[id].used |= self.an.func_info[id].conflicting;
        let info = &self.an.func_info[id];
        if info.rank == DefRank::None {
            return true;
        }
        let same_unit = info.unit == self.an.units;
        let at = info.def_span;
        if (same_unit && info.rank == rank) || (info.rank == DefRank::Strong && rank == DefRank::Strong) {
            let name = self.name(self.an.program.funcs[id].name);
            let text = if same_unit {
                format!("redefinition of '{name}'")
            } else {
                format!("multiple definition of '{name}'")
            };
            self.push(Diagnostic::error(span, text).note(at, "first defined here"));
            return false;
        }
        rank > info.rank || same_unit
    }

    pub fn end_definition(&mut self, id: FuncId, ty: TypeId, body: Body, span: Span, inline_only: bool) {
        let rank = self.def_rank(id, inline_only);
        let unit = self.an.units;
        let info = &mut self.an.func_info[id];
        if rank < info.rank {
            return;
        }
        info.rank = rank;
        info.unit = unit;
        info.def_span = span;
        info.implicit = false;
        let own_name = self.current_name.map(|(_, name)| name);
        let f = &mut self.an.program.funcs[id];
        // The program may know it by another name (`int f(void) asm("g");`).
        if let (true, Some(name)) = (self.is_model, own_name) {
            f.name = name;
        }
        f.ty = ty;
        f.body = Some(body);
        f.span = span;
        f.weak = rank == DefRank::Weak;
        f.is_model = self.is_model;
    }

    // ---- variables ----------------------------------------------------------------------------------------------

    /// Declares a variable of file scope, or an `extern` one in a block.
    pub fn declare_global(&mut self, d: GlobalDecl) -> Option<GlobalId> {
        let depth = self.scopes.depth();
        if depth > 0
            && let Some((item, at)) = self.scopes.idents.lookup_at(d.name, depth).map(|e| (e.item, e.span))
            && !matches!(item, Entity::Global(..))
        {
            self.redeclared(d.name, d.span, at);
            return None;
        }
        let prior = self.scopes.idents.lookup_file(d.name).map(|e| (e.item, e.span));
        let (id, ty) = match prior {
            Some((Entity::Global(id, old), at)) => (id, self.merge_global(id, old, &d, at)?),
            Some((Entity::Error, _)) | None => (self.linked_global(&d)?, d.ty),
            // A block's extern declaration hides what file scope has under the name.
            Some(_) if depth > 0 => (self.linked_global(&d)?, d.ty),
            Some((_, at)) => {
                self.redeclared(d.name, d.span, at);
                return None;
            }
        };
        // A weak definition beside another one is none, but it declares the name.
        let defined = self.define_global(id, ty, &d);
        self.scopes.declare(d.name, Entity::Global(id, ty), d.span);
        defined.map(|()| id)
    }

    fn merge_global(&mut self, id: GlobalId, old: QualType, d: &GlobalDecl, at: Span) -> Option<QualType> {
        if old.quals != d.ty.quals || !compat::compatible(self.types(), old.ty, d.ty.ty) {
            self.conflict(d.name, d.ty, d.span, at);
            return None;
        }
        let internal = self.an.program.globals[id].linkage == Linkage::Internal;
        if d.is_static != internal && !d.is_extern {
            let (a, b) = if d.is_static { ("static", "non-static") } else { ("non-static", "static") };
            let text = format!("{a} declaration of '{}' follows {b} declaration", self.name(d.name));
            self.push(Diagnostic::error(d.span, text).note(at, "previous declaration is here"));
            return None;
        }
        Some(QualType { ty: compat::composite(&mut self.an.program.types, old.ty, d.ty.ty), quals: old.quals })
    }

    fn linked_global(&mut self, d: &GlobalDecl) -> Option<GlobalId> {
        if d.is_static {
            return Some(self.new_global(d, Linkage::Internal));
        }
        match self.an.externals.get(&d.label.unwrap_or(d.name)).copied() {
            None => {
                let id = self.new_global(d, Linkage::External);
                self.register(d.name, d.label, External::Global(id));
                Some(id)
            }
            Some(External::Func(f)) => {
                let at = self.an.program.funcs[f].span;
                self.redeclared(d.name, d.span, at);
                None
            }
            Some(External::Global(id)) => {
                let old = self.an.program.globals[id].ty;
                // Of objects the size must agree: a model's `void *stdout` stands for the user's `FILE *stdout`.
                let fits = compat::same_shape(self.types(), old.ty, d.ty.ty)
                    || compat::compatible_across(self.types(), old.ty, d.ty.ty);
                if fits {
                    return Some(id);
                }
                let declared = matches!(self.an.program.globals[id].def, GlobalDef::Extern);
                if declared && !self.an.global_info[id].used {
                    self.an.program.globals[id].ty = d.ty;
                    self.an.global_info[id].decl_span = d.span;
                    return Some(id);
                }
                let at = self.an.global_info[id].decl_span;
                let conflict = self.conflict_between(d.name, d.ty, d.span, at);
                if !d.is_extern || d.has_init {
                    self.push(conflict);
                    return None;
                }
                let apart = self.new_global(d, Linkage::Internal);
                self.an.global_info[apart].conflict = Some(conflict);
                Some(apart)
            }
        }
    }

    fn new_global(&mut self, d: &GlobalDecl, linkage: Linkage) -> GlobalId {
        let align = self.object_align(d.ty.ty, d.align);
        self.push_global(Global {
            name: d.name,
            ty: d.ty,
            linkage,
            def: GlobalDef::Extern,
            align,
            weak: d.weak,
            thread_local: d.thread_local,
            owner: None,
            span: d.span,
            is_model: self.is_model,
        })
    }

    fn define_global(&mut self, id: GlobalId, ty: QualType, d: &GlobalDecl) -> Option<()> {
        let unit = self.an.units;
        let info = &mut self.an.global_info[id];
        if d.has_init
            && let Some(at) = info.def_span
        {
            let weak = self.an.program.globals[id].weak;
            if info.unit != unit && (d.weak || self.is_model) {
                return None;
            }
            if !(weak && info.unit != unit) {
                let text = format!("redefinition of '{}'", self.name(d.name));
                self.push(Diagnostic::error(d.span, text).note(at, "first defined here"));
                return None;
            }
        }
        let defines = d.has_init || !d.is_extern;
        let first = matches!(self.an.program.globals[id].def, GlobalDef::Extern);
        if defines {
            info.tentative |= !d.has_init;
            info.unit = unit;
        }
        let align = if d.align != 0 { d.align } else { self.an.program.types.align_of(ty.ty) };
        let complete = self.an.program.types.size_of(ty.ty).is_some();
        let g = &mut self.an.program.globals[id];
        if defines && first {
            g.def = GlobalDef::Zero;
            g.span = d.span;
            g.is_model = self.is_model;
        }
        if complete && (first || self.an.program.types.size_of(g.ty.ty).is_none()) {
            g.ty = ty;
        }
        g.align = g.align.max(align);
        g.weak |= d.weak;
        g.thread_local |= d.thread_local;
        Some(())
    }

    /// Tentative definitions must have complete types at the end of their unit (arrays `[]` get one element at link time).
    pub fn end_of_unit(&mut self) {
        let mut open = Vec::new();
        for (_, e) in self.scopes.idents.file_scope() {
            if let Entity::Global(id, ty) = e.item
                && self.an.global_info[id].tentative
                && !matches!(self.kind(ty.ty), TypeKind::Array { len: ArrayLen::Unknown, .. })
                && !self.is_complete(ty.ty)
            {
                open.push((ty, e.span));
            }
        }
        for (ty, span) in open {
            if self.class(ty.ty) != Class::Error {
                self.require_complete(ty.ty, span, "variable");
            }
        }
        self.refresh_incomplete_globals();
        self.find_aliased();
        self.tell_deferred();
    }

    /// Is there a `#pragma weak` of this name in the unit?
    pub fn is_weak_by_pragma(&self, name: Symbol) -> bool {
        self.ast.weak.iter().any(|weak| weak.0 == name)
    }

    /// `#pragma weak NAME = TARGET` of a function that the unit declares.
    fn aliases_by_pragma(&mut self) {
        for &(name, target, span) in &self.ast.weak {
            let Some(target) = target else { continue };
            match self.scopes.idents.lookup_file(name).map(|e| e.item) {
                Some(Entity::Func(f, _)) if self.an.program.funcs[f].body.is_some() => {}
                Some(Entity::Func(f, _)) => self.aliases.push((f, target, span)),
                _ => {
                    let text = format!("'#pragma weak': '{}' is not declared as a function", self.name(name));
                    self.unsupported(span, text);
                }
            }
        }
    }

    /// What this unit's aliases are names of: functions that it defines.
    fn find_aliased(&mut self) {
        self.aliases_by_pragma();
        for (alias, target, span) in std::mem::take(&mut self.aliases) {
            let found = self.scopes.idents.lookup_file(target).map(|e| e.item);
            match found {
                Some(Entity::Func(f, _)) if f != alias && self.an.program.funcs[f].body.is_some() => {
                    self.mark_used(f);
                    self.an.aliases.insert(alias, f);
                }
                _ => {
                    let text =
                        format!("alias of '{}', which this file does not define as a function", self.name(target));
                    self.error(span, text);
                }
            }
        }
    }

    /// A reference to a function.
    pub fn mark_used(&mut self, id: FuncId) {
        match &mut self.inline_refs {
            Some(refs) if refs.last() == Some(&id) => {}
            Some(refs) => refs.push(id),
            None => self.an.func_info[id].used = true,
        }
    }

    /// What used inline functions refer to is used.
    fn spread_use(&mut self) {
        let infos = &mut self.an.func_info;
        let mut open: Vec<FuncId> = infos.ids().filter(|&id| infos[id].used).collect();
        while let Some(id) = open.pop() {
            for f in std::mem::take(&mut infos[id].refs) {
                if !infos[f].used {
                    infos[f].used = true;
                    open.push(f);
                }
            }
        }
    }

    /// Headers are full of inline functions that nobody calls: what is wrong with them is said only if they are used.
    /// Returns whether the body can be kept.
    pub fn defer_diagnostics(&mut self, id: FuncId, mark: usize) -> bool {
        let new = self.session.diags.items.split_off(mark);
        let (later, now): (Vec<Diagnostic>, Vec<Diagnostic>) =
            new.into_iter().partition(|d| d.severity != Severity::Error || d.class == ErrorClass::Unsupported);
        let unsupported = later.iter().filter(|d| d.severity == Severity::Error).count();
        self.session.diags.errors -= unsupported;
        self.session.diags.items.extend(now);
        self.an.func_info[id].deferred = later;
        unsupported == 0
    }

    fn tell_deferred(&mut self) {
        self.spread_use();
        let mut told = Vec::new();
        for info in self.an.func_info.iter_mut() {
            if info.used && !info.deferred.is_empty() {
                told.append(&mut info.deferred);
            }
        }
        let conflicts = self.an.global_info.iter_mut().filter(|g| g.used).filter_map(|g| g.conflict.take());
        told.extend(conflicts);
        for d in told {
            self.push(d);
        }
    }

    /// Records may be completed after the variable was declared.
    fn refresh_incomplete_globals(&mut self) {
        let mut known = Vec::new();
        for (_, e) in self.scopes.idents.file_scope() {
            if let Entity::Global(id, ty) = e.item
                && self.class(ty.ty) == Class::Record
            {
                known.push((id, ty));
            }
        }
        for (id, ty) in known {
            let align = self.types().align_of(ty.ty);
            let g = &mut self.an.program.globals[id];
            g.align = g.align.max(align);
        }
    }
}

/// External names that are referenced and not defined, without intrinsics.
pub fn undefined(an: &Analyzer) -> Vec<Symbol> {
    let mut out = Vec::new();
    for (id, f) in an.program.funcs.iter_ids() {
        let wanted = f.body.is_none() && f.linkage == Linkage::External && an.func_info[id].used;
        if wanted && an.func_info[id].intrinsic.is_none() && !an.aliases.contains_key(&id) {
            out.push(f.name);
        }
    }
    for (id, g) in an.program.globals.iter_ids() {
        if matches!(g.def, GlobalDef::Extern) && an.global_info[id].used {
            out.push(g.name);
        }
    }
    out
}

pub fn defined(an: &Analyzer) -> Vec<Symbol> {
    let functions = an.program.funcs.iter_ids().filter(|(_, f)| f.linkage == Linkage::External);
    functions.filter(|(id, f)| f.body.is_some() || an.aliases.contains_key(id)).map(|(_, f)| f.name).collect()
}

/// What no unit of the program defines under its name for the linker is the library's function of its name in C: headers
/// redirect `sscanf` to `__isoc99_sscanf`.
pub fn name_labelled(an: &mut Analyzer) {
    for (name, external) in std::mem::take(&mut an.labelled) {
        let open = match external {
            External::Func(f) => an.program.funcs[f].body.is_none(),
            External::Global(g) => matches!(an.program.globals[g].def, GlobalDef::Extern),
        };
        if open {
            an.externals.entry(name).or_insert(external);
        }
    }
}

pub fn finish(an: &mut Analyzer) {
    for g in an.program.globals.iter_mut() {
        if let (GlobalDef::Zero, TypeKind::Array { elem, len: ArrayLen::Unknown }) =
            (&g.def, an.program.types.kind(g.ty.ty).clone())
        {
            g.ty.ty = an.program.types.intern(TypeKind::Array { elem, len: ArrayLen::Const(1) });
        }
    }
    resolve_aliases(an);
    resolve_intrinsics(an);
}

/// References to aliases become references to what they stand for. An alias of an alias has gone its way before.
fn resolve_aliases(an: &mut Analyzer) {
    let inlines = inline::settle(an);
    let open = |f: &FuncId| an.program.funcs[*f].body.is_none();
    let aliases = an.aliases.iter().filter(|(f, _)| open(f)).map(|(f, g)| (*f, *g));
    let aliases: FxHashMap<FuncId, FuncId> = aliases.chain(inlines).collect();
    if aliases.is_empty() {
        return;
    }
    let resolve = |f: &mut FuncId| {
        if let Some(target) = aliases.get(f) {
            *f = *target;
        }
    };
    for e in an.program.funcs.iter_mut().filter_map(|f| f.body.as_mut()).flat_map(|b| b.exprs.iter_mut()) {
        match &mut e.kind {
            ExprKind::Call { callee: Callee::Direct(f), .. } | ExprKind::FuncAddr(f) => resolve(f),
            _ => {}
        }
    }
    for g in an.program.globals.iter_mut() {
        let GlobalDef::Init(items) = &mut g.def else { continue };
        for item in items {
            if let ConstValue::Address { base: AddrBase::Func(f), .. } = &mut item.value {
                resolve(f);
            }
        }
    }
}

/// Calls of functions without body that have an intrinsic's name become that intrinsic.
fn resolve_intrinsics(an: &mut Analyzer) {
    for id in an.program.funcs.ids() {
        an.program.funcs[id].intrinsic = intrinsic(an, id);
    }
    let intrinsic: Vec<Option<Builtin>> = an.program.funcs.iter().map(|f| f.intrinsic).collect();
    if intrinsic.iter().all(Option::is_none) {
        return;
    }
    let types = &an.program.types;
    for f in an.program.funcs.iter_mut() {
        let Some(body) = &mut f.body else { continue };
        for at in body.exprs.ids() {
            if let ExprKind::Call { callee: Callee::Direct(g), args } = &body.exprs[at].kind
                && let Some(op) = intrinsic[g.index()]
                && !(op == Builtin::Nondet && args.iter().any(|&a| is_pointer(types, body.exprs[a].ty.ty)))
                && let ExprKind::Call { args, .. } = std::mem::replace(&mut body.exprs[at].kind, ExprKind::Const(0))
            {
                body.exprs[at].kind = ExprKind::Builtin { op, args };
            }
        }
    }
}

/// What a call of the function means by its name. `nondet_T` gives a value; where it may write through a pointer, or returns
/// nothing, it is no such function.
fn intrinsic(an: &Analyzer, id: FuncId) -> Option<Builtin> {
    let f = &an.program.funcs[id];
    let op = an.func_info[id].intrinsic.filter(|_| f.body.is_none())?;
    let TypeKind::Function(ty) = an.program.types.kind(f.ty) else { return None };
    let writes = ty.ret.ty == an.basic.void || ty.params.iter().any(|p| is_pointer(&an.program.types, p.ty));
    (op != Builtin::Nondet || !writes).then_some(op)
}

fn is_pointer(types: &TypeTable, ty: TypeId) -> bool {
    matches!(types.kind(ty), TypeKind::Pointer(_))
}
