//! Executions go on behind an assertion of the user's that fails (`__CPROVER_assert`): it does not decide what comes behind it.
//!
//! For an engine an execution ends at its first violation. So assertions behind which executions go on are taken out of the program where
//! nobody asks for them, and once they are known to be violated: what is not violated then is decided anew, with executions that go
//! on. Where nothing comes behind a violated assertion, nothing is asked again.

use crate::audit;
use crate::certificate::Certificate;
use crate::engine::{Engine, Progress};
use crate::id::EngineId;
use crate::ledger::{Ledger, Status, UnknownReason};
use crate::open;
use crate::reference;
use crate::saved::Round;
use crate::task::Task;
use crate::uncalled;
use crate::vacuity;
use pm_base::Span;
use pm_ir::{BlockId, Callee, FuncId, InstKind, Program, PropId};
use pm_solve::Limit;
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What an engine says of a program, with what comes behind assertions that fail; and what of it is vacuous, where that is asked.
pub fn check(engine: &dyn Engine, asked: &Task, asks_vacuity: bool, progress: &mut dyn Progress) -> Ledger {
    let (started, program) = (Instant::now(), asked.program);
    let mut passed: FxHashSet<PropId> = FxHashSet::default();
    let mut task = Task { leaves_passed: true, ..asked.clone() };
    begin(&task, None, &passed);
    let mut ledger = engine.check(&Task { program: &without(program, &task.ignored), ..task.clone() }, progress);
    note_passed(program, &task.ignored, &mut ledger);
    loop {
        let next = next(&task, &ledger, &passed);
        if task.stop_on_fail || next.new.is_empty() || next.open.is_empty() {
            break;
        }
        if let Some(limit) = task.limits.exceeded() {
            next.give_up(&mut ledger, limit);
            break;
        }
        passed.extend(next.new);
        task.ignored.extend(next.violated);
        begin(&task, Some(&ledger), &passed);
        let mut later = engine.check(&Task { program: &without(program, &task.ignored), ..task.clone() }, progress);
        note_passed(program, &task.ignored, &mut later);
        ledger = again(ledger, later, &passed, program);
    }
    uncalled::settle(asked, &mut ledger);
    demote(program, &mut ledger);
    open::settle(asked, &mut ledger);
    conclude(&task, &ledger);
    let last = &without(program, &task.ignored);
    let last = Task { program: last, ..task.clone() };
    reference::settle(&last, &mut ledger);
    conclude(&task, &ledger);
    if asks_vacuity {
        vacuity::settle(&last, &mut ledger);
    }
    audit::audit(&task, &mut ledger, started.elapsed());
    ledger
}

/// What is known where a limit is met and an engine does not end: what it saved.
pub fn rescue(task: &Task, limit: Limit) -> Ledger {
    let empty = Ledger::new(task.program, EngineId::AUTO);
    let known = task.saved.as_ref().map_or_else(Default::default, Arc::clone).take(empty);
    let mut ledger = match known {
        Ok(whole) => whole,
        Err(known) => together(task, *known, limit),
    };
    ledger.stop(limit);
    audit::audit(task, &mut ledger, Duration::ZERO);
    ledger
}

/// What engines had found in a round, with what was known before.
fn together(asked: &Task, (mut ledger, round): (Ledger, Round), limit: Limit) -> Ledger {
    let program = asked.program;
    let Round { first, passed, ignored } = round;
    note_passed(program, &ignored, &mut ledger);
    if let Some(first) = first {
        ledger = again(first, ledger, &passed, program);
    }
    let task = Task { ignored, ..asked.clone() };
    if !task.stop_on_fail {
        next(&task, &ledger, &passed).give_up(&mut ledger, limit);
    }
    uncalled::settle(asked, &mut ledger);
    demote(program, &mut ledger);
    open::settle(asked, &mut ledger);
    ledger
}

/// What is left to ask after a round.
struct Next {
    violated: FxHashSet<PropId>,
    /// Those of them behind which executions go on, and did not so far.
    new: FxHashSet<PropId>,
    /// What comes behind, and what the round has left.
    open: Vec<PropId>,
    behind: FxHashSet<PropId>,
}

impl Next {
    /// Nothing is known of what comes behind.
    fn give_up(self, ledger: &mut Ledger, limit: Limit) {
        self.open.into_iter().filter(|p| self.behind.contains(p)).for_each(|p| forget(ledger, p, limit));
    }
}

fn next(task: &Task, ledger: &Ledger, passed: &FxHashSet<PropId>) -> Next {
    let program = task.program;
    let violated: FxHashSet<PropId> = ledger.violations().map(|(p, _)| p).collect();
    let new: FxHashSet<PropId> =
        violated.iter().copied().filter(|p| program.props[*p].goes_on && !passed.contains(p)).collect();
    let behind = behind(program, &new);
    let asked = task.asked().filter(|p| !violated.contains(p));
    let open: Vec<PropId> = asked.filter(|p| behind.contains(p) || !ledger.status[*p].is_final()).collect();
    Next { violated, new, open, behind }
}

/// All engines are done: what follows only looks at what they said.
fn conclude(task: &Task, ledger: &Ledger) {
    if let Some(saved) = &task.saved {
        saved.conclude(ledger);
    }
}

/// Another round.
fn begin(task: &Task, first: Option<&Ledger>, passed: &FxHashSet<PropId>) {
    if let Some(saved) = &task.saved {
        let (first, ignored) = (first.map(Ledger::copy), task.ignored.clone());
        saved.begin(Round { first, passed: passed.clone(), ignored });
    }
}

/// The program without the assertions of these properties behind which executions go on.
pub fn without<'p>(program: &'p Program, ignored: &FxHashSet<PropId>) -> Cow<'p, Program> {
    let is_out = |p: &PropId| program.props[*p].goes_on && ignored.contains(p);
    if !ignored.iter().any(is_out) {
        return Cow::Borrowed(program);
    }
    let mut rest = program.clone();
    let stays = |kind: &InstKind| !matches!(kind, InstKind::Assert { prop, .. } if is_out(prop));
    for block in rest.funcs.iter_mut().flat_map(|f| f.blocks.iter_mut()) {
        block.insts.retain(|i| stays(&i.kind));
    }
    Cow::Owned(rest)
}

/// Counterexamples are those of the program without some of its assertions.
fn note_passed(program: &Program, ignored: &FxHashSet<PropId>, ledger: &mut Ledger) {
    let mut passed: Vec<PropId> = ignored.iter().copied().filter(|p| program.props[*p].goes_on).collect();
    passed.sort();
    for status in ledger.status.iter_mut() {
        if let Status::Violated(c) = status {
            c.passed.clone_from(&passed);
        }
    }
}

/// What was violated stays; the rest is what the later run says.
fn again(first: Ledger, mut second: Ledger, passed: &FxHashSet<PropId>, program: &Program) -> Ledger {
    let ids = |wanted: &dyn Fn(PropId) -> bool| -> Vec<String> {
        let mut ids: Vec<PropId> = first.violations().map(|(p, _)| p).filter(|p| wanted(*p)).collect();
        ids.sort();
        ids.into_iter().map(|p| program.props[p].id.clone()).collect()
    };
    for certificate in &mut second.certificates {
        certificate.violated.extend(ids(&|p| !passed.contains(&p)));
        certificate.passed = ids(&|p| passed.contains(&p));
    }
    for (prop, status) in first.status.iter_ids().filter(|(_, s)| matches!(s, Status::Violated(_))) {
        second.status[prop] = status.clone();
    }
    for (func, span) in first.missing_bodies {
        if second.missing_bodies.iter().all(|(f, _)| *f != func) {
            second.missing_bodies.push((func, span));
        }
    }
    second
}

fn forget(ledger: &mut Ledger, prop: PropId, limit: Limit) {
    ledger.status[prop] = Status::Unknown(limit.into());
    ledger.stopped = Some(limit);
}

/// What is only proved for executions that violate nothing of what is open before is open, too.
fn demote(program: &Program, ledger: &mut Ledger) {
    for prop in unsupported(program, &ledger.certificates) {
        if matches!(ledger.status[prop], Status::Proved { .. } | Status::Unreachable { .. }) {
            let what = "it holds where assertions before it do, which is not known".to_string();
            ledger.status[prop] = Status::Unknown(UnknownReason::Inexact { what, span: Span::NONE });
        }
    }
}

/// Properties of certificates that say nothing of executions behind assertions that no certificate proves.
pub fn unsupported(program: &Program, certificates: &[Certificate]) -> FxHashSet<PropId> {
    let known: FxHashMap<&str, PropId> = program.props.iter_ids().map(|(p, q)| (q.id.as_str(), p)).collect();
    let of = |ids: &[String]| ids.iter().filter_map(|id| known.get(id.as_str()).copied()).collect::<Vec<PropId>>();
    let mut unsupported: FxHashSet<PropId> = FxHashSet::default();
    loop {
        // Proved by a certificate that does not depend on what is open.
        let proved: FxHashSet<PropId> =
            certificates.iter().flat_map(|c| of(&c.properties)).filter(|p| !unsupported.contains(p)).collect();
        let before = unsupported.len();
        let mut supported: FxHashSet<PropId> = FxHashSet::default();
        let mut relative: FxHashSet<PropId> = FxHashSet::default();
        for certificate in certificates {
            let is_open = |p: &PropId| program.props[*p].goes_on && !proved.contains(p);
            let open: FxHashSet<PropId> = of(&certificate.violated).into_iter().filter(is_open).collect();
            let behind = behind(program, &open);
            for prop in of(&certificate.properties) {
                if behind.contains(&prop) {
                    relative.insert(prop)
                } else {
                    supported.insert(prop)
                };
            }
        }
        unsupported.extend(relative.difference(&supported));
        if unsupported.len() == before {
            return unsupported;
        }
    }
}

/// The properties that executions may come to behind assertions of these.
fn behind(program: &Program, props: &FxHashSet<PropId>) -> FxHashSet<PropId> {
    let mut walk = Walk::new(program);
    if props.is_empty() {
        return walk.found;
    }
    let mut callers: FxHashMap<FuncId, Vec<(FuncId, BlockId, usize)>> = FxHashMap::default();
    let mut indirect = Vec::new();
    let mut returning: Vec<FuncId> = Vec::new();
    for (func, f) in program.funcs.iter_ids() {
        for (block, b) in f.blocks.iter_ids() {
            for (i, inst) in b.insts.iter().enumerate() {
                match &inst.kind {
                    InstKind::Assert { prop, .. } if props.contains(prop) => {
                        walk.part(func, block, i + 1);
                        returning.push(func);
                    }
                    InstKind::Call { callee: Callee::Direct(g), .. } => {
                        callers.entry(*g).or_default().push((func, block, i));
                    }
                    InstKind::Call { callee: Callee::Indirect(..), .. } => indirect.push((func, block, i)),
                    _ => {}
                }
            }
        }
    }
    // Functions that were active when the assertion failed go on behind their calls.
    let mut returned: FxHashSet<FuncId> = returning.iter().copied().collect();
    while let Some(func) = returning.pop() {
        // Anybody may have been called by a pointer.
        let by_pointer = std::mem::take(&mut indirect);
        for &(caller, block, i) in callers.get(&func).into_iter().flatten().chain(&by_pointer) {
            walk.part(caller, block, i + 1);
            if returned.insert(caller) {
                returning.push(caller);
            }
        }
    }
    walk.run();
    walk.found
}

struct Walk<'p> {
    program: &'p Program,
    found: FxHashSet<PropId>,
    seen: FxHashSet<(FuncId, BlockId)>,
    work: Vec<(FuncId, BlockId)>,
    calls_any: bool,
}

impl<'p> Walk<'p> {
    fn new(program: &'p Program) -> Walk<'p> {
        let (found, seen) = (FxHashSet::default(), FxHashSet::default());
        Walk { program, found, seen, work: Vec::new(), calls_any: false }
    }

    fn run(&mut self) {
        while let Some((func, block)) = self.work.pop() {
            self.part(func, block, 0);
        }
    }

    fn enter(&mut self, func: FuncId, block: BlockId) {
        if self.seen.insert((func, block)) {
            self.work.push((func, block));
        }
    }

    fn call(&mut self, func: FuncId) {
        if self.program.funcs[func].has_body() {
            self.enter(func, BlockId(0));
        }
    }

    /// A block from an instruction on, and what it leads to.
    fn part(&mut self, func: FuncId, block: BlockId, from: usize) {
        let program = self.program;
        let b = &program.funcs[func].blocks[block];
        for inst in &b.insts[from..] {
            match &inst.kind {
                InstKind::Assert { prop, .. } => {
                    self.found.insert(*prop);
                }
                InstKind::Call { callee: Callee::Direct(g), .. } => self.call(*g),
                InstKind::Call { callee: Callee::Indirect(..), .. } if !self.calls_any => {
                    self.calls_any = true;
                    program.funcs.ids().for_each(|g| self.call(g));
                }
                _ => {}
            }
        }
        for next in b.term.kind.successors() {
            self.enter(func, next);
        }
    }
}
