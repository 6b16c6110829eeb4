//! What C leaves open about results of library functions, chosen only where the program looks.
//!
//! Most programs ignore what `printf` returns and only ask whether `strcmp` is zero. So the models themselves compute one result, and
//! lowering asks for another one, by a function of the model beside it, where that makes a difference:
//!
//! - `__pm_result_of_F(result, arguments...)`: wherever the result of F is used;
//! - `__pm_sign_of_F(result)`: F has a result of which C fixes the sign, and more than the sign is used;
//! - `__pm_value_of_F(result)`: C only says whether the result is zero, and more than that is used.

use crate::addresses;
use crate::comparisons;
use crate::function::FnLower;
use pm_base::{Session, Symbol};
use pm_sema::hir::{self, BinaryOp, Callee, ExprId, ExprKind};
use rustc_hash::FxHashMap;

/// How much of a value its user looks at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug)]
pub(crate) enum Look {
    /// Whether it is zero.
    Truth,
    /// Whether it is negative, zero or positive.
    Sign,
    Value,
}

/// A function that makes another result of a result.
#[derive(Clone, Copy)]
pub(crate) struct Choice {
    pub function: hir::FuncId,
    /// It is needed where more than this is looked at.
    fixed: Option<Look>,
}

#[derive(Default)]
pub(crate) struct Choices {
    of: FxHashMap<hir::FuncId, Choice>,
    /// The program itself, not only its library, refers to errno.
    pub errno_is_read: bool,
    /// The program itself compares addresses of objects, or computes with them (`addresses.rs`).
    pub addresses_are_seen: bool,
    /// More than one call may ask for the same: of the environment, of random numbers (`__pm_calls_again`).
    pub calls_again: [bool; 2],
    /// What the program's own orders of elements can do (`comparisons.rs`).
    pub comparisons: comparisons::Order,
    /// `__pm_near` with the suffixes of its types (`math.rs`).
    near: Vec<(&'static str, hir::FuncId)>,
}

const PREFIXES: [(&str, Option<Look>); 3] =
    [("__pm_result_of_", None), ("__pm_sign_of_", Some(Look::Sign)), ("__pm_value_of_", Some(Look::Truth))];

impl Choices {
    pub fn new(hir: &hir::Program, session: &Session) -> Choices {
        let models = || hir.funcs.iter_ids().filter(|(_, f)| f.is_model && f.body.is_some());
        let by_name: FxHashMap<Symbol, hir::FuncId> = models().map(|(id, f)| (f.name, id)).collect();
        let mut choices = Choices {
            of: FxHashMap::default(),
            errno_is_read: errno_is_read(hir, session),
            addresses_are_seen: addresses::are_seen(hir, session),
            calls_again: [ENVIRONMENT, RANDOM].map(|names| calls_again(hir, session, names)),
            comparisons: comparisons::of(hir, session),
            near: near(&by_name, session),
        };
        for (function, f) in models() {
            let name = session.interner.name(f.name);
            let found = PREFIXES.iter().find_map(|(prefix, fixed)| Some((name.strip_prefix(prefix)?, *fixed)));
            let Some((of, fixed)) = found else { continue };
            if let Some(of) = session.interner.lookup(of).and_then(|of| by_name.get(&of)) {
                choices.of.insert(*of, Choice { function, fixed });
            }
        }
        choices
    }

    /// The choice to make where so much of the result of `callee` is looked at.
    pub fn of(&self, callee: hir::FuncId, look: Look) -> Option<Choice> {
        self.of.get(&callee).copied().filter(|c| c.fixed.is_none_or(|fixed| look > fixed))
    }

    pub fn near(&self, suffix: &str) -> Option<hir::FuncId> {
        self.near.iter().find(|(s, _)| *s == suffix).map(|(_, f)| *f)
    }
}

fn near(models: &FxHashMap<Symbol, hir::FuncId>, session: &Session) -> Vec<(&'static str, hir::FuncId)> {
    let function = |suffix: &str| models.get(&session.interner.lookup(&format!("__pm_near{suffix}"))?).copied();
    ["", "f", "l"].into_iter().filter_map(|suffix| Some((suffix, function(suffix)?))).collect()
}

/// By a function that says where it is, also through a pointer, or as a variable.
fn errno_is_read(hir: &hir::Program, session: &Session) -> bool {
    let places = ["__errno_location", "__errno", "_errno"].map(|n| session.interner.lookup(n));
    let variable = session.interner.lookup("errno");
    let is_place = |f: &hir::FuncId| places.contains(&Some(hir.funcs[*f].name));
    let is_variable = |g: &hir::GlobalId| {
        let g = &hir.globals[*g];
        g.linkage == hir::Linkage::External && Some(g.name) == variable
    };
    let user = hir.funcs.iter().filter(|f| !f.is_model).filter_map(|f| f.body.as_ref());
    let mut names = user.flat_map(|b| b.exprs.iter());
    names.any(|e| match &e.kind {
        ExprKind::Call { callee: Callee::Direct(f), .. } => is_place(f),
        ExprKind::Global(g) => is_variable(g),
        _ => false,
    }) || comparisons::addressed(hir).iter().any(is_place)
        || hir.funcs.iter().any(|f| !f.is_model && f.body.is_some() && places.contains(&Some(f.name)))
        || hir.globals.iter().any(|g| global_address(g).any(|g| is_variable(&g)))
}

/// Globals whose addresses a global begins with.
fn global_address(global: &hir::Global) -> impl Iterator<Item = hir::GlobalId> {
    let items = match &global.def {
        hir::GlobalDef::Init(items) => &items[..],
        _ => &[],
    };
    items.iter().filter_map(|item| match item.value {
        hir::ConstValue::Address { base: hir::AddrBase::Global(g), .. } => Some(g),
        _ => None,
    })
}

/// Functions that look at the environment or change it.
const ENVIRONMENT: &[&str] = &["getenv", "secure_getenv", "setenv", "putenv", "unsetenv", "clearenv"];
/// Functions after which random numbers may come again.
const RANDOM: &[&str] = &["srand", "srandom", "rand_r"];
/// Variables by which the environment can be changed.
const TABLES: [&str; 3] = ["environ", "__environ", "_environ"];

/// The program names these functions more than once, or in a function that may be called more than once; and nobody changes what they tell of without them.
fn calls_again(hir: &hir::Program, session: &Session, names: &[&str]) -> bool {
    let symbols: Vec<Symbol> = names.iter().filter_map(|n| session.interner.lookup(n)).collect();
    let main = session.interner.lookup("main");
    let mut uses = 0;
    for f in hir.funcs.iter().filter(|f| !f.is_model) {
        for named in f.body.iter().flat_map(|b| b.exprs.iter()).filter_map(|e| named_function(&e.kind)) {
            let called = &hir.funcs[named];
            // A function without a body may do anything, if it comes back.
            if called.body.is_none() && called.intrinsic.is_none() && !called.noreturn {
                return false;
            }
            if called.is_model && symbols.contains(&called.name) {
                uses += if Some(f.name) == main { 1 } else { 2 };
            }
        }
    }
    uses > 1 && !names_table(hir, session)
}

fn names_table(hir: &hir::Program, session: &Session) -> bool {
    let tables = TABLES.map(|t| session.interner.lookup(t));
    let is_table = |g: hir::GlobalId| tables.contains(&Some(hir.globals[g].name));
    let in_code = hir.funcs.iter().filter(|f| !f.is_model).filter_map(|f| f.body.as_ref());
    let mut kinds = in_code.flat_map(|b| b.exprs.iter()).map(|e| &e.kind);
    let in_data =
        hir.globals.iter().filter_map(|g| if let hir::GlobalDef::Init(items) = &g.def { Some(items) } else { None });
    let is_address = |v: &hir::ConstValue| matches!(v, hir::ConstValue::Address { base: hir::AddrBase::Global(g), .. } if is_table(*g));
    kinds.any(|k| matches!(k, ExprKind::Global(g) if is_table(*g)))
        || in_data.flatten().any(|item| is_address(&item.value))
}

fn named_function(kind: &ExprKind) -> Option<hir::FuncId> {
    match kind {
        ExprKind::Call { callee: Callee::Direct(f), .. } | ExprKind::FuncAddr(f) => Some(*f),
        _ => None,
    }
}

impl FnLower<'_, '_> {
    /// Of the value of this expression, which is lowered next, only so much is looked at.
    pub(crate) fn look_only(&mut self, id: ExprId, look: Look) {
        if matches!(self.expr(id).kind, ExprKind::Call { .. } | ExprKind::Builtin { .. }) {
            self.look = Some((id, look));
        }
    }

    /// How much of the value of this expression is looked at.
    pub(crate) fn take_look(&mut self, e: &hir::Expr) -> Look {
        match self.look.take() {
            Some((id, look)) if std::ptr::eq(self.expr(id), e) => look,
            _ => Look::Value,
        }
    }

    /// A comparison with 0 looks at the sign, or at less.
    pub(crate) fn look_of_comparison(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId) {
        let is_zero = |this: &Self, id: ExprId| matches!(this.expr(id).kind, ExprKind::Const(0));
        let look = if matches!(op, BinaryOp::Eq | BinaryOp::Ne) { Look::Truth } else { Look::Sign };
        if is_zero(self, rhs) {
            self.look_only(lhs, look);
        } else if is_zero(self, lhs) {
            self.look_only(rhs, look);
        }
    }
}
