//! Does the program look at addresses of objects?
//!
//! It does where it compares two pointers, makes an integer of one, or may read the bytes of one: by a union, or by a pointer to
//! something else than the pointer is. To say so too often costs a choice in the model of `realloc`; to say it too rarely is wrong.

use pm_base::Session;
use pm_sema::hir::{self, Builtin, Callee, ExprId, ExprKind, StmtKind};
use pm_sema::types::{IntKind, RecordId, TypeId, TypeKind, TypeTable};
use rustc_hash::FxHashSet;

/// They take an object by its address and show nothing of what it holds.
const DISCREET: [&str; 5] = ["free", "realloc", "reallocarray", "memset", "bzero"];
const COPYING: [&str; 3] = ["memcpy", "memmove", "mempcpy"];
/// What they return is an object that nothing else points to. Most other functions return what they were given, or a part of it.
const ALLOCATORS: [&str; 9] =
    ["malloc", "calloc", "realloc", "reallocarray", "aligned_alloc", "memalign", "valloc", "pvalloc", "__pm_alloc"];

pub(crate) fn are_seen(hir: &hir::Program, session: &Session) -> bool {
    let user = hir.funcs.iter().filter(|f| !f.is_model).filter_map(|f| f.body.as_ref());
    user.into_iter().any(|body| Looker { hir, session, body }.sees())
        || hir.globals.iter().any(|g| is_other_view(hir, g))
}

/// `unsigned char *bytes = (unsigned char *)&pointer;` of static storage, also within something larger: the conversion is gone.
fn is_other_view(hir: &hir::Program, global: &hir::Global) -> bool {
    let hir::GlobalDef::Init(items) = &global.def else { return false };
    items.iter().any(|item| match item.value {
        hir::ConstValue::Address { base: hir::AddrBase::Global(of), .. } => {
            let holds = holds_pointers(&hir.types, hir.globals[of].ty.ty);
            pointees_at(&hir.types, global.ty.ty, item.offset).any(|to| holds_pointers(&hir.types, to) != holds)
        }
        _ => false,
    })
}

/// What pointers at that offset of a type point to: several, where members of a union have it.
fn pointees_at(types: &TypeTable, ty: TypeId, offset: u64) -> impl Iterator<Item = TypeId> + '_ {
    let mut places = vec![(ty, offset)];
    let mut next = 0;
    while let Some(&(ty, offset)) = places.get(next) {
        next += 1;
        match types.kind(ty) {
            TypeKind::Array { elem, .. } => {
                let size = types.size_of(elem.ty).unwrap_or(0).max(1);
                places.push((elem.ty, offset % size));
            }
            TypeKind::Record(record) => {
                let fields = types.layout_of(*record).map_or(&[][..], |l| &l.fields);
                let around = fields.iter().filter(|f| {
                    let size = types.size_of(f.ty.ty).unwrap_or(u64::MAX);
                    (f.offset..f.offset.saturating_add(size)).contains(&offset)
                });
                places.extend(around.map(|f| (f.ty.ty, offset - f.offset)));
            }
            _ => {}
        }
    }
    places.into_iter().filter_map(|(ty, _)| match types.kind(ty) {
        TypeKind::Pointer(to) => Some(to.ty),
        _ => None,
    })
}

struct Looker<'p> {
    hir: &'p hir::Program,
    session: &'p Session,
    body: &'p hir::Body,
}

impl Looker<'_> {
    fn sees(&self) -> bool {
        let unused = self.unused();
        let calls = self.body.exprs.iter_ids().filter(|(id, e)| self.is_void(e.ty.ty) || unused.contains(id));
        let discreet: FxHashSet<ExprId> = calls.flat_map(|(_, e)| self.discreet_arguments(e)).collect();
        self.body.exprs.iter_ids().any(|(id, e)| match &e.kind {
            ExprKind::Binary { lhs, rhs, .. } => [lhs, rhs].into_iter().all(|side| self.is_address(*side)),
            ExprKind::Member { base, .. } => has_mixed_union(&self.hir.types, self.ty(*base)),
            ExprKind::Cast { arg, .. } => {
                self.makes_integer(e, *arg) || !discreet.contains(&id) && self.makes_other_view(e, *arg)
            }
            _ => false,
        })
    }

    fn ty(&self, id: ExprId) -> TypeId {
        self.body.exprs[id].ty.ty
    }

    fn pointee(&self, ty: TypeId) -> Option<TypeId> {
        match self.hir.types.kind(ty) {
            TypeKind::Pointer(to) => Some(to.ty),
            _ => None,
        }
    }

    fn is_null(&self, id: ExprId) -> bool {
        match self.body.exprs[id].kind {
            ExprKind::Const(0) => true,
            ExprKind::Cast { arg, .. } => self.is_null(arg),
            _ => false,
        }
    }

    /// A pointer that is not the constant null.
    fn is_address(&self, id: ExprId) -> bool {
        self.pointee(self.ty(id)).is_some() && !self.is_null(id)
    }

    fn makes_integer(&self, cast: &hir::Expr, arg: ExprId) -> bool {
        let to_integer = matches!(self.hir.types.kind(cast.ty.ty), TypeKind::Int(kind) if *kind != IntKind::Bool);
        to_integer && self.pointee(self.ty(arg)).is_some()
    }

    /// What holds pointers is now pointed to as something that holds none, or the other way round.
    fn makes_other_view(&self, cast: &hir::Expr, arg: ExprId) -> bool {
        let (Some(from), Some(to)) = (self.pointee(self.ty(arg)), self.pointee(cast.ty.ty)) else { return false };
        let types = &self.hir.types;
        holds_pointers(types, from) != holds_pointers(types, to) && !self.is_null(arg) && !self.is_new(arg)
    }

    /// An object that nothing else points to.
    fn is_new(&self, id: ExprId) -> bool {
        match &self.body.exprs[id].kind {
            ExprKind::Call { callee: Callee::Direct(f), .. } => {
                let f = &self.hir.funcs[*f];
                f.is_model && ALLOCATORS.contains(&self.session.interner.name(f.name))
            }
            ExprKind::Builtin { op, .. } => matches!(op, Builtin::Alloca | Builtin::PmAlloc | Builtin::PmAllocStatic),
            _ => false,
        }
    }

    /// Calls whose results nobody looks at, or as the type that their first argument has: what they return may be what they were given.
    fn unused(&self) -> FxHashSet<ExprId> {
        let statements = self.body.stmts.iter().filter_map(|s| match s.kind {
            StmtKind::Expr(id) => Some(id),
            _ => None,
        });
        let casts = self.body.exprs.iter().filter_map(|e| match e.kind {
            ExprKind::Cast { arg, .. } if self.is_void(e.ty.ty) || self.comes_back(e.ty.ty, arg) => Some(arg),
            ExprKind::Comma { lhs, .. } => Some(lhs),
            _ => None,
        });
        statements.chain(casts).collect()
    }

    fn is_void(&self, ty: TypeId) -> bool {
        matches!(self.hir.types.kind(ty), TypeKind::Void)
    }

    /// Does the first argument of the call have that type?
    fn comes_back(&self, ty: TypeId, call: ExprId) -> bool {
        let ExprKind::Call { args, .. } = &self.body.exprs[call].kind else { return false };
        match args.first().map(|a| &self.body.exprs[*a].kind) {
            Some(ExprKind::Cast { arg, .. }) => self.ty(*arg) == ty,
            _ => false,
        }
    }

    /// The arguments of a call whose bytes it does not show.
    fn discreet_arguments(&self, e: &hir::Expr) -> Vec<ExprId> {
        let ExprKind::Call { callee: Callee::Direct(f), args } = &e.kind else { return Vec::new() };
        let f = &self.hir.funcs[*f];
        let name = self.session.interner.name(f.name);
        let is_discreet = DISCREET.contains(&name) || COPYING.contains(&name) && self.copies_one_type(args);
        if f.is_model && is_discreet { args.clone() } else { Vec::new() }
    }

    /// A copy of pointers to where pointers of the same type are.
    fn copies_one_type(&self, args: &[ExprId]) -> bool {
        let before = |id: &ExprId| match self.body.exprs[*id].kind {
            ExprKind::Cast { arg, .. } => self.pointee(self.ty(arg)),
            _ => None,
        };
        match args {
            [to, from, ..] => before(to).is_some() && before(to) == before(from),
            _ => false,
        }
    }
}

fn holds_pointers(types: &TypeTable, ty: TypeId) -> bool {
    scalars(types, ty).any(|ty| matches!(types.kind(ty), TypeKind::Pointer(_)))
}

/// A union, also within other types, of pointers and something else.
fn has_mixed_union(types: &TypeTable, ty: TypeId) -> bool {
    parts(types, ty).into_iter().any(|part| {
        is_union(types, part) && {
            let is_pointer = |ty| matches!(types.kind(ty), TypeKind::Pointer(_));
            scalars(types, part).any(is_pointer) && !scalars(types, part).all(is_pointer)
        }
    })
}

fn is_union(types: &TypeTable, ty: TypeId) -> bool {
    matches!(types.kind(ty), TypeKind::Record(record) if types.records[*record].is_union)
}

fn scalars(types: &TypeTable, ty: TypeId) -> impl Iterator<Item = TypeId> + '_ {
    let is_scalar = |ty: &TypeId| !matches!(types.kind(*ty), TypeKind::Array { .. } | TypeKind::Record(_));
    parts(types, ty).into_iter().filter(is_scalar)
}

/// A type and the types of all that is in it, of each record once.
fn parts(types: &TypeTable, ty: TypeId) -> Vec<TypeId> {
    let mut parts = vec![ty];
    let mut seen: FxHashSet<RecordId> = FxHashSet::default();
    let mut next = 0;
    while let Some(&ty) = parts.get(next) {
        next += 1;
        match types.kind(ty) {
            TypeKind::Array { elem, .. } => parts.push(elem.ty),
            TypeKind::Record(record) if seen.insert(*record) => {
                let fields = types.layout_of(*record).map_or(&[][..], |l| &l.fields);
                parts.extend(fields.iter().map(|f| f.ty.ty));
            }
            _ => {}
        }
    }
    parts
}
