//! The program with marks in it that tell where a run came to.

use crate::ledger::{Ledger, Status};
use crate::run::single::{ends_stretch, glue, properties_of_stretch};
use pm_base::Span;
use pm_interp::{Outcome, RunResult};
use pm_ir::{Inst, InstKind, Operand, Program, PropId, Property, PropertyKind};

pub struct Marked {
    pub program: Program,
    /// Properties of the program itself; marks are those behind them.
    own: usize,
    /// By mark.
    marks: Vec<Mark>,
}

/// What it means that a run came to a mark.
enum Mark {
    /// It came to the start of a stretch without calls and assumptions, which has these properties in order.
    Stretch(Vec<PropId>),
    /// It came to the property, which nobody is said to reach.
    Unreachable(PropId),
}

impl Marked {
    pub fn new(program: &Program, ledger: &Ledger) -> Marked {
        let mut marked = Marked { program: program.clone(), own: program.props.len(), marks: Vec::new() };
        for func in program.funcs.ids() {
            for block in program.funcs[func].blocks.ids() {
                let old = std::mem::take(&mut marked.program.funcs[func].blocks[block].insts);
                let new = marked.block(old, ledger);
                marked.program.funcs[func].blocks[block].insts = new;
            }
        }
        marked
    }

    fn block(&mut self, old: Vec<Inst>, ledger: &Ledger) -> Vec<Inst> {
        let mut new = Vec::with_capacity(old.len() + 2);
        let mut begins = true;
        for (i, inst) in old.iter().enumerate() {
            if begins {
                self.mark(Mark::Stretch(properties_of_stretch(&old[i..])), &mut new);
            }
            begins = ends_stretch(inst);
            if let InstKind::Assert { prop, .. } = inst.kind
                && matches!(ledger.status[prop], Status::Unreachable { .. })
            {
                self.mark(Mark::Unreachable(prop), &mut new);
            }
            new.push(inst.clone());
        }
        if old.is_empty() {
            self.mark(Mark::Stretch(Vec::new()), &mut new);
        }
        new
    }

    fn mark(&mut self, mark: Mark, out: &mut Vec<Inst>) {
        let (func, id, text) = (self.program.entry, String::new(), String::new());
        let goal = Property { id, kind: PropertyKind::Cover, func, span: Span::NONE, text, goes_on: false };
        let prop = self.program.props.push(goal);
        self.marks.push(mark);
        out.push(glue(InstKind::Cover { cond: Operand::TRUE, prop }, Span::NONE));
    }

    pub fn count(&self) -> usize {
        self.marks.len()
    }

    /// The marks that a run came to.
    pub fn seen<'r>(&self, run: &'r RunResult) -> impl Iterator<Item = usize> + 'r {
        let own = self.own;
        run.covered.iter().filter_map(move |p| (p.0 as usize).checked_sub(own))
    }

    /// A property that the run came to, although nobody should.
    pub fn not_unreachable(&self, run: &RunResult) -> Option<PropId> {
        self.seen(run).find_map(|m| if let Mark::Unreachable(p) = self.marks[m] { Some(p) } else { None })
    }

    /// The properties that a run came to, some of them perhaps several times; those in the stretch where a run broke off count only if
    /// it is known where.
    pub fn reached(&self, run: &RunResult, mut tell: impl FnMut(PropId)) {
        let violated = match &run.outcome {
            Outcome::Violation { prop, .. } => Some(*prop),
            Outcome::Exit(_) | Outcome::AssumeFailed { .. } | Outcome::StepLimit => None,
            _ => return,
        };
        for mark in self.seen(run) {
            let Mark::Stretch(props) = &self.marks[mark] else { continue };
            let last = props.iter().position(|p| Some(*p) == violated).map_or(props.len(), |at| at + 1);
            props[..last].iter().for_each(|p| tell(*p));
        }
    }
}
