//! Programs that leave nothing open have one execution: the interpreter runs it, and that is the whole answer.
//!
//! Open is what an input, the contents of fresh memory, havoc or the address of an object decides (also as the bytes of a pointer, or as a difference). The program is run with assertions added that fail where an
//! indeterminate value would be read; if one fails, or an input is asked for, the run says nothing and other engines take
//! over. A run that comes to its end has seen every execution there is: each property that it passed holds, each that it
//! did not come to is unreachable.

use crate::certificate::{Certificate, Method};
use crate::evidence::{Counterexample, Given};
use crate::id::EngineId;
use crate::ledger::{Ledger, Status, never_to_reach};
use crate::replay::{self, replay};
use crate::task::Task;
use pm_base::num::IntFormat;
use pm_base::{Span, Symbol};
use pm_interp::{Oracle, Outcome, RunOptions, RunResult};
use pm_ir::uses::{inst_operands, term_operand, written_var};
use pm_ir::*;
use pm_solve::Limits;
use rustc_hash::FxHashSet;
use std::io::sink;

/// `None`: there is more than one execution, or it does not end within the limits.
pub fn check(task: &Task) -> Option<Ledger> {
    let Task { program, names, reading, ignored, limits, .. } = task;
    if !reading.mmio.is_empty() || program.globals.iter().any(|g| matches!(g.init, GlobalInit::Nondet)) {
        return None;
    }
    let watched = Watched::new(program);
    let options = RunOptions {
        max_memory: replay::memory(limits),
        lenient: reading.lenient,
        skip_after: Some(replay::SKIP_AFTER),
        open_addresses: true,
        ..RunOptions::default()
    };
    let mut oracle = NoInputs { limits };
    let run = pm_interp::run(&watched.program, names, &options, &mut oracle, &mut sink(), &mut sink());
    let violated = match &run.outcome {
        Outcome::Exit(_) | Outcome::AssumeFailed { .. } => None,
        Outcome::Violation { prop, .. } if prop.0 < program.props.len() as u32 => Some(*prop),
        Outcome::Violation { .. }
        | Outcome::Undefined { .. }
        | Outcome::InputsExhausted { .. }
        | Outcome::StepLimit
        | Outcome::MemoryLimit { .. }
        | Outcome::StackOverflow { .. }
        | Outcome::Unsupported { .. } => return None,
    };
    let mut ledger = Ledger::new(program, EngineId::RUN);
    ledger.missing_bodies = run.missing_bodies.clone();
    let reached = watched.reached(&run, violated);
    let never_to_reach = never_to_reach(program);
    for prop in program.props.ids().filter(|p| !ignored.contains(p)) {
        let holds = reached.contains(&prop) || never_to_reach.contains(&prop);
        ledger.status[prop] =
            if holds { Status::Proved { by: EngineId::RUN } } else { Status::Unreachable { by: EngineId::RUN } };
    }
    if let Some(prop) = violated.filter(|p| !ignored.contains(p)) {
        let mut c = Counterexample::new(reading, Given::default(), run.steps);
        c.outcome = replay(program, names, &c, limits);
        if !matches!(&c.outcome, Outcome::Violation { prop: seen, .. } if *seen == prop) {
            return None;
        }
        ledger.status[prop] = Status::Violated(Box::new(c));
    }
    let proved = ledger.status.iter_ids().filter(|(_, s)| s.is_final() && !matches!(s, Status::Violated(_)));
    let ids = |p: Option<PropId>| p.into_iter().map(|p| program.props[p].id.clone()).collect();
    ledger.certificates.push(Certificate {
        method: Method::Execution,
        properties: proved.map(|(p, _)| program.props[p].id.clone()).collect(),
        violated: ids(violated),
        ..Certificate::nothing()
    });
    Some(ledger)
}

/// Has no answer to anything that the program leaves open.
struct NoInputs<'a> {
    limits: &'a Limits,
}

impl Oracle for NoInputs<'_> {
    fn nondet(&mut self, _: Symbol, _: Ty, _: Span) -> Option<u128> {
        None
    }

    fn interrupted(&mut self) -> bool {
        self.limits.exceeded().is_some()
    }
}

/// The program with its eyes on indeterminate values.
struct Watched {
    program: Program,
    stretches: Vec<Stretch>,
}

/// Instructions without calls and assumptions.
struct Stretch {
    /// A coverage goal at its start, and one at its end, where it has properties.
    begin: PropId,
    end: PropId,
    /// Its properties, in order.
    props: Vec<PropId>,
}

impl Watched {
    fn new(program: &Program) -> Watched {
        let mut watched = Watched { program: program.clone(), stretches: Vec::new() };
        let indeterminate = watched.property(PropertyKind::Uninitialised);
        for func in program.funcs.ids() {
            watched.function(func, indeterminate);
        }
        watched
    }

    fn property(&mut self, kind: PropertyKind) -> PropId {
        let (func, id, text) = (self.program.entry, String::new(), String::new());
        self.program.props.push(Property { id, kind, func, span: Span::NONE, text, goes_on: false })
    }

    fn function(&mut self, id: FuncId, indeterminate: PropId) {
        let pointer_size = self.program.types.pointer_size();
        let func = &self.program.funcs[id];
        let declares = |i: &Inst| if let InstKind::DeclVar(v) = i.kind { Some(v) } else { None };
        let insts = func.blocks.iter().flat_map(|b| &b.insts);
        let suspects: FxHashSet<VarId> = insts.filter_map(declares).collect();
        let blocks = func.blocks.ids();
        let flags = [(); 2].map(|()| self.flag(id));
        for block in blocks {
            let old = std::mem::take(&mut self.program.funcs[id].blocks[block].insts);
            let term = term_operand(&self.program.funcs[id].blocks[block].term.kind).copied();
            let end = self.program.funcs[id].blocks[block].term.span;
            let known = FxHashSet::default();
            let mut watch = Watch { suspects: &suspects, known, flags, indeterminate, pointer_size };
            let mut new = Vec::with_capacity(old.len() * 2);
            let mut begins = true;
            let mut ends = None;
            for (i, inst) in old.iter().enumerate() {
                if begins {
                    ends = self.begin_stretch(&old[i..], &mut new);
                }
                begins = ends_stretch(inst);
                watch.before(inst, &mut new);
                if begins && let Some(goal) = ends.take() {
                    new.push(covers(goal, inst.span));
                }
                new.push(inst.clone());
            }
            new.extend(ends.map(|goal| covers(goal, end)));
            term.iter().for_each(|o| watch.read(o, end, &mut new));
            self.program.funcs[id].blocks[block].insts = new;
        }
    }

    /// A register of the watch's own.
    fn flag(&mut self, func: FuncId) -> VarId {
        let (name, cty, kind, span) = (None, None, StorageKind::Temp, Span::NONE);
        self.program.funcs[func].vars.push(Var { name, ty: Ty::BOOL, cty, kind, span })
    }

    /// Marks the properties up to the next call, if there are any. Returns the goal at their end.
    fn begin_stretch(&mut self, insts: &[Inst], out: &mut Vec<Inst>) -> Option<PropId> {
        let props = properties_of_stretch(insts);
        if props.is_empty() {
            return None;
        }
        let [begin, end] = [(); 2].map(|()| self.property(PropertyKind::Cover));
        out.push(covers(begin, insts[0].span));
        self.stretches.push(Stretch { begin, end, props });
        Some(end)
    }

    /// The properties that the run came to; it ended at `violated`. In a stretch that it came to the end of, in an earlier turn of a loop, these are all.
    fn reached(&self, run: &RunResult, violated: Option<PropId>) -> FxHashSet<PropId> {
        let covered: FxHashSet<PropId> = run.covered.iter().copied().collect();
        let mut reached = FxHashSet::default();
        for stretch in self.stretches.iter().filter(|s| covered.contains(&s.begin)) {
            let props = &stretch.props;
            let cut = props.iter().position(|p| Some(*p) == violated).filter(|_| !covered.contains(&stretch.end));
            reached.extend(&props[..cut.unwrap_or(props.len())]);
        }
        reached
    }
}

/// Asserts in front of instructions that what they read was given a value.
struct Watch<'a> {
    /// Registers that are declared without a value.
    suspects: &'a FxHashSet<VarId>,
    /// Those that have one by now.
    known: FxHashSet<VarId>,
    /// Registers for conditions.
    flags: [VarId; 2],
    indeterminate: PropId,
    pointer_size: u64,
}

impl Watch<'_> {
    fn before(&mut self, inst: &Inst, out: &mut Vec<Inst>) {
        inst_operands(&inst.kind, &mut |o: &Operand| self.read(o, inst.span, out));
        match &inst.kind {
            InstKind::Assign { value, .. } => self.computed(value, inst.span, out),
            InstKind::Assert { cond, .. } => self.computed(cond, inst.span, out),
            InstKind::Inexact { cond, .. } => {
                let is_not = Rvalue::Cmp { op: CmpOp::Eq, ty: Ty::BOOL, a: *cond, b: Operand::FALSE };
                self.assert(is_not, inst.span, out);
            }
            // What they read or leave behind is not told apart.
            InstKind::Havoc { .. } | InstKind::Format { .. } => {
                self.assert(Rvalue::Use(Operand::FALSE), inst.span, out);
            }
            InstKind::DeclVar(v) => {
                self.known.remove(v);
            }
            _ => {}
        }
        if let Some(v) = written_var(&inst.kind) {
            self.known.insert(v);
        }
    }

    /// What a value depends on is known. Where objects lie is open.
    fn computed(&mut self, value: &Rvalue, span: Span, out: &mut Vec<Inst>) {
        match value {
            Rvalue::Load { ty, ptr } => {
                let cond = Rvalue::IsInit { ptr: *ptr, size: ty.access_size(self.pointer_size) };
                self.assert(cond, span, out);
            }
            Rvalue::Cast { from: Ty::Ptr, to: Ty::Int(_), a } => {
                let cond = Rvalue::Cmp { op: CmpOp::Eq, ty: Ty::Ptr, a: *a, b: Operand::NULL };
                self.assert(cond, span, out);
            }
            Rvalue::Cmp { op, ty: Ty::Ptr, a, b } if ![a, b].contains(&&Operand::NULL) => {
                self.assert_apart(*op, *a, *b, span, out);
            }
            Rvalue::PtrDiff { a, b, .. } => self.assert(Rvalue::SameObject { a: *a, b: *b }, span, out),
            Rvalue::PtrObject { .. } => self.assert(Rvalue::Use(Operand::FALSE), span, out),
            _ => {}
        }
    }

    fn read(&mut self, o: &Operand, span: Span, out: &mut Vec<Inst>) {
        if let Operand::Var(v) = o
            && self.suspects.contains(v)
            && self.known.insert(*v)
        {
            self.assert(Rvalue::IsInitVar(*v), span, out);
        }
    }

    /// Which of two objects comes first is open, and so is whether one begins where the other ends or was before it was gone.
    fn assert_apart(&self, op: CmpOp, a: Operand, b: Operand, span: Span, out: &mut Vec<Inst>) {
        let [known, more] = self.flags;
        let one = Operand::Int(IntFormat::new(self.pointer_size as u8 * 8, false), 1);
        let inside = |ptr| Rvalue::AccessOk { ptr, size: one, write: false };
        let is_null = |a| Rvalue::Cmp { op: CmpOp::Eq, ty: Ty::Ptr, a, b: Operand::NULL };
        let mut set = |var, value| out.push(glue(InstKind::Assign { dst: var, value }, span));
        let join = |op| Rvalue::Binary { op, ty: Ty::BOOL, a: Operand::Var(known), b: Operand::Var(more) };
        if matches!(op, CmpOp::Eq | CmpOp::Ne) {
            // Constants may share bytes.
            set(known, Rvalue::AccessOk { ptr: a, size: one, write: true });
            set(more, Rvalue::AccessOk { ptr: b, size: one, write: true });
            set(known, join(BinOp::Or));
            for ptr in [a, b] {
                set(more, inside(ptr));
                set(known, join(BinOp::And));
            }
        } else {
            set(known, Rvalue::Use(Operand::FALSE));
        }
        for other in [Rvalue::SameObject { a, b }, is_null(a), is_null(b)] {
            set(more, other);
            set(known, join(BinOp::Or));
        }
        self.assert(Rvalue::Use(Operand::Var(known)), span, out);
    }

    fn assert(&self, cond: Rvalue, span: Span, out: &mut Vec<Inst>) {
        out.push(glue(InstKind::Assert { cond, prop: self.indeterminate }, span));
    }
}

/// The properties up to the next call or assumption, in order.
pub(crate) fn properties_of_stretch(insts: &[Inst]) -> Vec<PropId> {
    let stretch = insts.split_inclusive(ends_stretch).next().unwrap_or_default();
    let asserted = |i: &Inst| if let InstKind::Assert { prop, .. } = i.kind { Some(prop) } else { None };
    stretch.iter().filter_map(asserted).collect()
}

/// What follows may not be reached although this is.
pub(crate) fn ends_stretch(inst: &Inst) -> bool {
    matches!(inst.kind, InstKind::Call { .. } | InstKind::Assume { .. })
}

fn covers(goal: PropId, span: Span) -> Inst {
    glue(InstKind::Cover { cond: Operand::TRUE, prop: goal }, span)
}

pub(crate) fn glue(kind: InstKind, span: Span) -> Inst {
    Inst { kind, span, role: Role::Glue }
}
