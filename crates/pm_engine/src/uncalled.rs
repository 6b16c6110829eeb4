//! Properties of functions that no execution calls: what engines leave open of them is known all the same.
//!
//! A library comes with many functions that a program does not call. Engines that come to an end say so themselves; where a limit ends them, the calls say it:
//! a function that nobody calls by name, from the entry on, and whose address nobody takes is never called.

use crate::certificate::{Certificate, Method};
use crate::id::EngineId;
use crate::ledger::{Ledger, Status, never_to_reach};
use crate::proof::Refused;
use crate::task::Task;
use pm_ir::calls::{called, uses};
use pm_ir::{Base, FuncId, InstKind, Program, PropId, PropertyKind};
use rustc_hash::FxHashSet;

/// Enters what is open of functions that are never called.
pub fn settle(task: &Task, ledger: &mut Ledger) {
    let program = task.program;
    let called = called(program);
    let mut reached: FxHashSet<PropId> = FxHashSet::default();
    for (_, f) in program.funcs.iter_ids().filter(|(f, _)| called[*f]) {
        reached.extend(asserted(f));
    }
    let is_open = |p: &PropId| {
        let status = &ledger.status[*p];
        let is_asked = !task.ignored.contains(p) || program.props[*p].kind == PropertyKind::Unmodelled;
        is_asked && !status.is_final() && !status.is_internal()
    };
    let new: Vec<PropId> =
        program.props.ids().filter(|p| is_open(p) && !called[program.props[*p].func] && !reached.contains(p)).collect();
    if new.is_empty() {
        return;
    }
    let certificate = Certificate {
        method: Method::Calls,
        properties: new.iter().map(|p| program.props[*p].id.clone()).collect(),
        ..Certificate::nothing()
    };
    if certify(program, &new.iter().copied().collect()).is_err() {
        return;
    }
    let never = never_to_reach(program);
    for prop in new {
        let proved = never.contains(&prop);
        ledger.status[prop] =
            if proved { Status::Proved { by: EngineId::CALLS } } else { Status::Unreachable { by: EngineId::CALLS } };
    }
    ledger.certificates.push(certificate);
}

/// Why nobody else is asked.
pub const WHY: &str = "nobody calls them";

/// Checks that no execution comes to these properties, from their side: nobody uses their functions, but for functions that nobody uses.
///
/// # Errors
/// Somebody does.
pub fn certify(program: &Program, proved: &FxHashSet<PropId>) -> Result<(), Refused> {
    let mut users: Vec<Vec<FuncId>> = vec![Vec::new(); program.funcs.len()];
    for (func, f) in program.funcs.iter_ids() {
        uses(f, &mut |used| users[used.0 as usize].push(func));
    }
    let is_asserted = |f: &FuncId| asserted(&program.funcs[*f]).any(|p| proved.contains(&p));
    let mut work: Vec<FuncId> = program.funcs.ids().filter(is_asserted).collect();
    work.extend(proved.iter().map(|p| program.props[*p].func));
    let mut unused: FxHashSet<FuncId> = FxHashSet::default();
    while let Some(func) = work.pop() {
        if unused.insert(func) {
            work.extend(&users[func.0 as usize]);
        }
    }
    let mut bases = program.globals.iter().flat_map(|g| &g.relocs).map(|r| r.base);
    if unused.contains(&program.entry) || bases.any(|b| matches!(b, Base::Func(f) if unused.contains(&f))) {
        return Err(Refused::Wrong("a function may be called".into()));
    }
    Ok(())
}

fn asserted(f: &pm_ir::Function) -> impl Iterator<Item = PropId> + '_ {
    f.blocks.iter().flat_map(|b| &b.insts).filter_map(|i| match &i.kind {
        InstKind::Assert { prop, .. } => Some(*prop),
        _ => None,
    })
}
