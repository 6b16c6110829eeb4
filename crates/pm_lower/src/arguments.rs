//! How `main` uses `argv` and its third parameter, which decides how many of the strings there must be.
//!
//! Where it only reads entries of constant index, these are the strings that there are, whatever their number is said to be. Where the table is
//! used in another way (an index that is not constant, another function that gets it), there are the first [`FEW`]; an execution that has more of them is
//! not followed beyond such a use, which is a gap.

use crate::function::FnLower;
use crate::options::{EntryArgs, LowerOptions};
use pm_base::num::IntFormat;
use pm_base::{Session, Span};
use pm_ir::{Base, CmpOp, GlobalId, InstKind, Operand, Role, Rvalue, Ty};
use pm_sema::hir::{self, Body, ExprId, ExprKind, LocalId};
use rustc_hash::FxHashSet;

/// Strings where the program does not say by constants which ones it reads.
const FEW: u64 = 8;
/// Constant indices that are looked at.
const MOST: u64 = 32;
const INT: IntFormat = IntFormat::new(32, true);
const MORE: &str = "more than eight arguments (or variables of the environment)";

/// A parameter that is a table of strings.
pub(crate) struct Table {
    func: hir::FuncId,
    local: LocalId,
    /// The largest constant index of an entry that is read, plus 1.
    entries: u64,
    /// Where the parameter is named for that.
    constant: FxHashSet<ExprId>,
    /// It is used in another way, too. The number of entries is in this variable then.
    pub count: Option<GlobalId>,
}

impl Table {
    /// The strings that there are, at most.
    pub fn length(&self) -> u64 {
        if self.count.is_some() { self.entries.max(FEW) } else { self.entries }
    }

    pub fn is_used(&self) -> bool {
        self.length() != 0
    }
}

/// The tables of the entry function: its second and third parameter. `count` makes a variable for a number of entries.
pub(crate) fn tables(
    hir: &hir::Program,
    session: &Session,
    opts: &LowerOptions,
    mut count: impl FnMut() -> GlobalId,
) -> Vec<Table> {
    let main = session.interner.lookup("main").filter(|_| opts.entry == "main" && opts.entry_args == EntryArgs::Nondet);
    let found = hir.funcs.iter_ids().find(|(_, f)| Some(f.name) == main && f.body.is_some());
    let Some((func, body)) = found.and_then(|(id, f)| Some((id, f.body.as_ref()?))) else { return Vec::new() };
    let mut tables = Vec::new();
    for &local in body.params.iter().skip(1).take(2) {
        let (entries, constant) = constant_reads(body, local);
        let named = body.exprs.iter_ids().filter(|(_, e)| matches!(e.kind, ExprKind::Local(l) if l == local));
        let otherwise = named.into_iter().any(|(id, _)| !constant.contains(&id));
        let count = otherwise.then(&mut count);
        tables.push(Table { func, local, entries, constant, count });
    }
    tables
}

/// How many entries values `table[c]` of a constant c look at, and where the table is named in them: where it is not the address of an entry that is wanted.
fn constant_reads(body: &Body, table: LocalId) -> (u64, FxHashSet<ExprId>) {
    let entry = |id: ExprId| match body.exprs[id].kind {
        ExprKind::Index { base, index } => Some((named(body, base, table)?, constant(body, index)?)),
        ExprKind::Deref(p) => match body.exprs[p].kind {
            ExprKind::PtrAdd { ptr, index, negate: false } => Some((named(body, ptr, table)?, constant(body, index)?)),
            _ => Some((named(body, p, table)?, 0)),
        },
        _ => None,
    };
    let kinds = || body.exprs.iter().map(|e| &e.kind);
    let addresses: FxHashSet<ExprId> =
        kinds().filter_map(|k| if let ExprKind::AddrOf(e) = k { Some(*e) } else { None }).collect();
    let loaded = kinds().filter_map(|k| if let ExprKind::Load(e) = k { Some(*e) } else { None });
    let (mut entries, mut constant) = (0, FxHashSet::default());
    for (name, index) in loaded.filter(|e| !addresses.contains(e)).filter_map(entry).filter(|(_, i)| *i < MOST) {
        entries = entries.max(index + 1);
        constant.insert(name);
    }
    (entries, constant)
}

/// Where the value of an expression is that of the parameter: where it is named.
fn named(body: &Body, value: ExprId, table: LocalId) -> Option<ExprId> {
    let ExprKind::Load(place) = body.exprs[value].kind else { return None };
    matches!(body.exprs[place].kind, ExprKind::Local(l) if l == table).then_some(place)
}

fn constant(body: &Body, index: ExprId) -> Option<u64> {
    match body.exprs[index].kind {
        ExprKind::Const(c) => u64::try_from(c).ok(),
        ExprKind::Cast { arg, .. } => constant(body, arg).filter(|c| *c < MOST),
        _ => None,
    }
}

impl FnLower<'_, '_> {
    /// The program may look at any entry of the table that this names: not followed where there are more than there are strings.
    pub(crate) fn uses_table(&mut self, id: ExprId, local: LocalId, span: Span) {
        let is_here =
            |t: &&Table| t.local == local && self.func.is_some_and(|f| std::ptr::eq(f, &self.cx.hir.funcs[t.func]));
        let Some(table) = self.cx.tables.iter().find(is_here) else { return };
        let Some(count) = table.count.filter(|_| !table.constant.contains(&id)) else { return };
        let (ty, most) = (Ty::Int(INT), Operand::Int(INT, table.length().into()));
        let count = Rvalue::Load { ty, ptr: Operand::Addr(Base::Global(count), 0) };
        let count = self.in_temp(count, ty, span, Role::Glue);
        let more = Rvalue::Cmp { op: CmpOp::Lt, ty, a: most, b: count };
        let cond = self.in_temp(more, Ty::BOOL, span, Role::Glue);
        self.emit(InstKind::Inexact { cond, why: MORE }, span, Role::Glue);
        let few = Rvalue::Cmp { op: CmpOp::Le, ty, a: count, b: most };
        let cond = self.in_temp(few, Ty::BOOL, span, Role::Glue);
        self.emit(InstKind::Assume { cond }, span, Role::Glue);
    }
}
