//! Violations that rest on what C or the C library leaves open, though an execution of the interpreter has them: what a library function without a
//! model does, and whether equal string literals of different files are one object. Each counterexample is replayed with assertions added
//! that fail where such a thing comes up.

use crate::evidence::Counterexample;
use crate::ledger::{Ledger, Status, UnknownReason};
use crate::proof::LAYOUT;
use crate::replay::{Recorded, run_options};
use crate::run::single::glue;
use crate::task::Task;
use pm_base::{Interner, Span};
use pm_interp::{Outcome, RunOptions};
use pm_ir::*;
use rustc_hash::FxHashMap;
use std::io::sink;

/// Groups of literals beyond which nothing is asked of them.
const MOST_LITERALS: usize = 64;

/// Makes violations unknown that rest on what is open.
pub fn settle(task: &Task, ledger: &mut Ledger) {
    if task.judge.is_some() || ledger.violations().next().is_none() {
        return;
    }
    let Some(watched) = Watched::new(task.program, task.names) else { return };
    let violated: Vec<(PropId, Counterexample)> = ledger.violations().map(|(p, c)| (p, c.clone())).collect();
    for (prop, c) in violated {
        if let Some((what, span)) = watched.open(task, &c) {
            ledger.status[prop] = Status::Unknown(UnknownReason::Inexact { what, span });
        }
    }
}

/// The program with its eyes on what is open.
struct Watched {
    program: Program,
    why: FxHashMap<PropId, (String, Span)>,
}

impl Watched {
    /// `None`: nothing of it can come up.
    fn new(program: &Program, names: &Interner) -> Option<Watched> {
        let literals = equal_literals(program);
        let is_unmodelled = |p: &Property| p.kind == PropertyKind::Unmodelled;
        if literals.is_empty() && !program.props.iter().any(is_unmodelled) {
            return None;
        }
        let mut watched = Watched { program: program.clone(), why: FxHashMap::default() };
        watched.unmodelled(names);
        if !literals.is_empty() {
            watched.compared(&literals);
        }
        Some(watched)
    }

    fn open(&self, task: &Task, c: &Counterexample) -> Option<(String, Span)> {
        let options = run_options(c, &task.limits);
        let max_steps = options.max_steps.map(|n| n.saturating_mul(64));
        let options = RunOptions { max_steps, ..options };
        let mut oracle = Recorded::new(c, &task.limits);
        let run = pm_interp::run(&self.program, task.names, &options, &mut oracle, &mut sink(), &mut sink());
        match run.outcome {
            Outcome::Violation { prop, .. } => self.why.get(&prop).cloned(),
            _ => None,
        }
    }

    fn property(&mut self, what: String, span: Span) -> PropId {
        let (func, id, text, kind) = (self.program.entry, String::new(), String::new(), PropertyKind::Assertion);
        let prop = self.program.props.push(Property { id, kind, func, span: Span::NONE, text, goes_on: false });
        self.why.insert(prop, (what, span));
        prop
    }

    /// Calls of library functions without a model.
    fn unmodelled(&mut self, names: &Interner) {
        let props = self.program.props.iter_ids().filter(|(_, p)| p.kind == PropertyKind::Unmodelled);
        let found: Vec<(PropId, FuncId, Span)> = props.map(|(id, p)| (id, p.func, p.span)).collect();
        for (old, func, span) in found {
            let what =
                format!("it rests on what {} does, which has no model", names.name(self.program.funcs[func].name));
            let new = self.property(what, span);
            for block in self.program.funcs[func].blocks.iter_mut() {
                for inst in &mut block.insts {
                    if let InstKind::Assert { cond, prop } = &mut inst.kind
                        && *prop == old
                    {
                        (*cond, *prop) = (Rvalue::Use(Operand::FALSE), new);
                    }
                }
            }
        }
    }

    /// Comparisons of pointers into different literals that are equal.
    fn compared(&mut self, literals: &[Vec<GlobalId>]) {
        let prop = self.property(LAYOUT.into(), Span::NONE);
        for func in self.program.funcs.ids() {
            let flags = [(); 4].map(|()| self.flag(func));
            let watch = Watch { literals, flags, prop };
            for block in self.program.funcs[func].blocks.iter_mut() {
                let old = std::mem::take(&mut block.insts);
                for inst in old {
                    if let InstKind::Assign { value: value @ Rvalue::Cmp { .. }, .. }
                    | InstKind::Assert { cond: value @ Rvalue::Cmp { .. }, .. } = &inst.kind
                    {
                        watch.comparison(value, inst.span, &mut block.insts);
                    }
                    block.insts.push(inst);
                }
            }
        }
    }

    /// A register of the watch's own.
    fn flag(&mut self, func: FuncId) -> VarId {
        let (name, cty, kind, span) = (None, None, StorageKind::Temp, Span::NONE);
        self.program.funcs[func].vars.push(Var { name, ty: Ty::BOOL, cty, kind, span })
    }
}

/// Literals that have the same bytes, in groups.
fn equal_literals(program: &Program) -> Vec<Vec<GlobalId>> {
    let mut by_bytes: FxHashMap<&[u8], Vec<GlobalId>> = FxHashMap::default();
    for (id, global) in program.globals.iter_ids().filter(|(_, g)| g.kind == GlobalKind::Str && g.relocs.is_empty()) {
        if let GlobalInit::Data(bytes) = &global.init {
            by_bytes.entry(bytes).or_default().push(id);
        }
    }
    let mut equal: Vec<Vec<GlobalId>> = by_bytes.into_values().filter(|ids| ids.len() > 1).collect();
    equal.sort_unstable();
    equal.truncate(MOST_LITERALS);
    equal
}

struct Watch<'a> {
    literals: &'a [Vec<GlobalId>],
    /// Registers for conditions.
    flags: [VarId; 4],
    prop: PropId,
}

impl Watch<'_> {
    /// Fails where the operands point into two different literals that are equal.
    fn comparison(&self, value: &Rvalue, span: Span, out: &mut Vec<Inst>) {
        let Rvalue::Cmp { op: CmpOp::Eq | CmpOp::Ne, ty: Ty::Ptr, a, b } = value else { return };
        if [a, b].contains(&&Operand::NULL) {
            return;
        }
        let [fine, in_a, in_b, more] = self.flags;
        let mut set = |dst, value| out.push(glue(InstKind::Assign { dst, value }, span));
        let join = |op, a, b| Rvalue::Binary { op, ty: Ty::BOOL, a: Operand::Var(a), b: Operand::Var(b) };
        set(fine, Rvalue::Use(Operand::TRUE));
        for group in self.literals {
            for (ptr, found) in [(*a, in_a), (*b, in_b)] {
                set(found, Rvalue::Use(Operand::FALSE));
                for literal in group {
                    let literal = Operand::Addr(Base::Global(*literal), 0);
                    set(more, Rvalue::SameObject { a: ptr, b: literal });
                    set(found, join(BinOp::Or, found, more));
                }
            }
            set(in_a, join(BinOp::And, in_a, in_b));
            set(in_a, Rvalue::Unary { op: UnOp::Not, ty: Ty::BOOL, a: Operand::Var(in_a) });
            set(more, Rvalue::SameObject { a: *a, b: *b });
            set(in_a, join(BinOp::Or, in_a, more));
            set(fine, join(BinOp::And, fine, in_a));
        }
        out.push(glue(InstKind::Assert { cond: Rvalue::Use(Operand::Var(fine)), prop: self.prop }, span));
    }
}
