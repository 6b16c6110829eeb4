//! What can the program's own orders of elements do, besides ordering?
//!
//! C11 7.22.5 does not say which elements `qsort` and `bsearch` compare, how often, and in which order. That is seen where a comparison fails
//! for one pair of elements and not for another, or leaves something behind (a counter). The models of both functions ask for nothing where no
//! function of the program that may be a comparison can do either: a program without inputs stays one. To say too much costs choices; to
//! say too little is wrong.

use pm_base::Session;
use pm_sema::hir::{self, BinaryOp, Builtin, Callee, ExprId, ExprKind, FuncId, InitValue, LocalId, StmtKind, UnaryOp};
use pm_sema::types::{IntKind, QualType, TypeId, TypeKind};
use rustc_hash::FxHashSet;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) enum Order {
    /// It compares what its arguments point to, and no more.
    #[default]
    Plain = 0,
    /// It may fail for some elements, and leaves nothing behind.
    Fails = 1,
    Any = 2,
}

pub(crate) fn of(hir: &hir::Program, session: &Session) -> Order {
    let callers = ["qsort", "qsort_r", "bsearch"].map(|n| session.interner.lookup(n));
    if !hir.funcs.iter().any(|f| f.is_model && callers.contains(&Some(f.name))) {
        return Order::Plain;
    }
    let mut rating = Rating { hir, session, seen: FxHashSet::default() };
    let candidates = addressed(hir).into_iter().filter(|f| may_compare(hir, *f));
    candidates.map(|f| rating.function(f)).max().unwrap_or_default()
}

/// Functions whose address the program takes.
pub(crate) fn addressed(hir: &hir::Program) -> FxHashSet<FuncId> {
    let mut found = FxHashSet::default();
    for body in hir.funcs.iter().filter(|f| !f.is_model).filter_map(|f| f.body.as_ref()) {
        found.extend(body.exprs.iter().filter_map(|e| match e.kind {
            ExprKind::FuncAddr(f) => Some(f),
            _ => None,
        }));
    }
    for global in hir.globals.iter() {
        let hir::GlobalDef::Init(items) = &global.def else { continue };
        found.extend(items.iter().filter_map(|item| match item.value {
            hir::ConstValue::Address { base: hir::AddrBase::Func(f), .. } => Some(f),
            _ => None,
        }));
    }
    found
}

/// By its type; a cast may have changed what its parameters point to.
fn may_compare(hir: &hir::Program, f: FuncId) -> bool {
    match hir.types.kind(hir.funcs[f].ty) {
        TypeKind::Function(ty) => {
            let is_pointer = |p: &QualType| matches!(hir.types.kind(p.ty), TypeKind::Pointer(_));
            let is_number = matches!(hir.types.kind(ty.ret.ty), TypeKind::Int(_) | TypeKind::Enum(_));
            let compares = matches!(ty.params.len(), 2 | 3) && ty.params.iter().take(2).all(is_pointer);
            is_number && (!ty.prototyped || compares)
        }
        _ => true,
    }
}

struct Rating<'p> {
    hir: &'p hir::Program,
    session: &'p Session,
    seen: FxHashSet<FuncId>,
}

impl Rating<'_> {
    fn function(&mut self, f: FuncId) -> Order {
        let func = &self.hir.funcs[f];
        if !self.seen.insert(f) {
            return Order::Plain;
        }
        if let Some(op) = func.intrinsic.filter(|_| func.body.is_none()) {
            return intrinsic(op);
        }
        if func.noreturn && self.session.interner.name(func.name).contains("assert") {
            return Order::Fails;
        }
        let Some(body) = &func.body else { return Order::Any };
        let comparison = Comparison { hir: self.hir, body };
        let own =
            comparison.statements().max(body.exprs.iter().map(|e| comparison.expression(e)).max().unwrap_or_default());
        let mut calls = Order::Plain;
        for e in body.exprs.iter() {
            if let ExprKind::Call { callee, .. } = &e.kind {
                calls = calls.max(match callee {
                    Callee::Direct(f) => self.function(*f),
                    Callee::Indirect(_) => Order::Any,
                });
            }
        }
        own.max(calls)
    }
}

fn intrinsic(op: Builtin) -> Order {
    match op {
        Builtin::Nothing | Builtin::IsNan | Builtin::IsInf | Builtin::IsFinite | Builtin::SignBit | Builtin::Fabs => {
            Order::Plain
        }
        Builtin::Assert
        | Builtin::AssertOrAbort
        | Builtin::Precondition
        | Builtin::Unreachable
        | Builtin::ReachError
        | Builtin::Promise
        | Builtin::ROk
        | Builtin::WOk
        | Builtin::SameObject
        | Builtin::Clz
        | Builtin::Ctz
        | Builtin::Popcount => Order::Fails,
        _ => Order::Any,
    }
}

/// One function, without those that it calls.
struct Comparison<'p> {
    hir: &'p hir::Program,
    body: &'p hir::Body,
}

impl Comparison<'_> {
    fn statements(&self) -> Order {
        let rate = |s: &hir::Stmt| match s.kind {
            StmtKind::Asm { .. } => Order::Any,
            StmtKind::VlaLen { .. } | StmtKind::VlaDecl { .. } => Order::Fails,
            _ => Order::Plain,
        };
        self.body.stmts.iter().map(rate).max().unwrap_or_default()
    }

    fn expression(&self, e: &hir::Expr) -> Order {
        match &e.kind {
            ExprKind::Assign { lhs, .. } => self.target(*lhs),
            ExprKind::CompoundAssign { lhs, .. } | ExprKind::IncDec { lhs, .. } => self.target(*lhs).max(Order::Fails),
            ExprKind::Deref(pointer) if self.is_element(*pointer) => Order::Plain,
            ExprKind::Deref(_) | ExprKind::Index { .. } | ExprKind::PtrAdd { .. } => Order::Fails,
            ExprKind::PtrDiff { .. } | ExprKind::VaArg { .. } => Order::Any,
            ExprKind::Unary { op: UnaryOp::Neg, .. } => Order::Fails,
            ExprKind::Binary { op, lhs, rhs } => self.operation(*op, *lhs, *rhs),
            ExprKind::Cast { arg, .. } => self.conversion(e.ty.ty, *arg),
            ExprKind::Builtin { op, .. } => intrinsic(*op),
            _ => Order::Plain,
        }
    }

    fn kind(&self, id: ExprId) -> &TypeKind {
        self.hir.types.kind(self.body.exprs[id].ty.ty)
    }

    /// Only what is gone at the end may be written.
    fn target(&self, place: ExprId) -> Order {
        match self.body.exprs[place].kind {
            ExprKind::Local(_) => Order::Plain,
            ExprKind::Member { base, .. } => self.target(base),
            ExprKind::Index { base, .. } if matches!(self.kind(base), TypeKind::Array { .. }) => self.target(base),
            _ => Order::Any,
        }
    }

    /// Comparisons of numbers, and differences of small ones. Those of pointers depend on where elements lie.
    fn operation(&self, op: BinaryOp, lhs: ExprId, rhs: ExprId) -> Order {
        use BinaryOp::{Add, BitAnd, BitOr, BitXor, Eq, Ge, Gt, Le, Lt, Ne, Sub};
        let is_pointer = |id| matches!(self.kind(id), TypeKind::Pointer(_));
        if is_pointer(lhs) || is_pointer(rhs) {
            return Order::Any;
        }
        match op {
            Lt | Le | Gt | Ge | Eq | Ne | BitAnd | BitOr | BitXor => Order::Plain,
            Add | Sub if self.is_small(lhs) && self.is_small(rhs) => Order::Plain,
            _ => Order::Fails,
        }
    }

    /// At most 16 bits: sums and differences of two are integers.
    fn is_small(&self, id: ExprId) -> bool {
        match &self.body.exprs[id].kind {
            ExprKind::Cast { arg, .. } => {
                self.has_small_type(*arg)
                    && matches!(self.kind(id), TypeKind::Int(IntKind::Int | IntKind::Long | IntKind::LongLong))
            }
            ExprKind::Const(bits) => *bits < 1 << 16 && matches!(self.kind(id), TypeKind::Int(IntKind::Int)),
            ExprKind::Unary { op: UnaryOp::Not, .. } | ExprKind::And { .. } | ExprKind::Or { .. } => true,
            ExprKind::Binary { op, .. } => {
                matches!(op, BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge | BinaryOp::Eq | BinaryOp::Ne)
            }
            _ => false,
        }
    }

    fn has_small_type(&self, id: ExprId) -> bool {
        matches!(self.kind(id), TypeKind::Int(kind) if *kind <= IntKind::UShort)
    }

    fn conversion(&self, to: TypeId, arg: ExprId) -> Order {
        let from = self.body.exprs[arg].ty.ty;
        let size = |ty| self.hir.types.size_of(ty).unwrap_or(0);
        match (self.hir.types.kind(from), self.hir.types.kind(to)) {
            (TypeKind::Pointer(_), TypeKind::Pointer(_)) | (_, TypeKind::Void | TypeKind::Int(IntKind::Bool)) => {
                Order::Plain
            }
            (TypeKind::Pointer(_), _) => Order::Any,
            (_, TypeKind::Pointer(_)) | (TypeKind::Float(_), TypeKind::Int(_)) => Order::Fails,
            _ if size(to) < size(from) => Order::Fails,
            _ => Order::Plain,
        }
    }

    /// An argument, as it came: an element of the array, or the key.
    fn is_element(&self, pointer: ExprId) -> bool {
        self.variable(pointer).is_some_and(|local| self.holds_element(local))
    }

    /// The variable whose value this is, whatever it is taken to point to.
    fn variable(&self, pointer: ExprId) -> Option<LocalId> {
        match self.body.exprs[pointer].kind {
            ExprKind::Cast { arg, .. } => self.variable(arg),
            ExprKind::Load(place) => match self.body.exprs[place].kind {
                ExprKind::Local(local) => Some(local),
                _ => None,
            },
            _ => None,
        }
    }

    /// It is given a value once: by the call, or by its declaration.
    fn holds_element(&self, local: LocalId) -> bool {
        let is_it = |id: &ExprId| matches!(self.body.exprs[*id].kind, ExprKind::Local(l) if l == local);
        let changes = self.body.exprs.iter().any(|e| match &e.kind {
            ExprKind::Assign { lhs, .. } | ExprKind::CompoundAssign { lhs, .. } | ExprKind::IncDec { lhs, .. } => {
                is_it(lhs)
            }
            ExprKind::AddrOf(place) => is_it(place),
            _ => false,
        });
        !changes && (self.body.params.iter().take(2).any(|p| *p == local) || self.is_copy(local))
    }

    /// A variable is declared after those that it is a copy of, so that this comes to an end.
    fn is_copy_of(&self, local: LocalId, value: ExprId) -> bool {
        self.variable(value).is_some_and(|of| of < local && self.holds_element(of))
    }

    fn is_copy(&self, local: LocalId) -> bool {
        self.body.stmts.iter().any(|s| match &s.kind {
            StmtKind::Decl { local: declared, init: Some(init) } if *declared == local => match &init.items[..] {
                [only] => matches!(only.value, InitValue::Expr(value) if self.is_copy_of(local, value)),
                _ => false,
            },
            _ => false,
        })
    }
}
