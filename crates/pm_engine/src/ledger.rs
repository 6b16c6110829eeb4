//! The ledger: what is known about each property, and by which evidence.

use crate::board::Board;
use crate::certificate::Certificate;
use crate::evidence::{Audit, Counterexample, Formulas};
use crate::id::EngineId;
use pm_base::{IndexVec, Span};
use pm_ir::{FuncId, InstKind, Operand, Program, PropId, Rvalue};
use pm_solve::Limit;
use pm_symex::LoopName;
use rustc_hash::FxHashSet;
use std::sync::Arc;

#[derive(Clone, Debug)]
pub enum Status {
    /// No execution violates it.
    Proved {
        by: EngineId,
    },
    /// No execution reaches it.
    Unreachable {
        by: EngineId,
    },
    /// No execution violates it within the bounds of the ledger.
    HoldsUpTo {
        bound: u32,
    },
    /// Replayed by the interpreter.
    Violated(Box<Counterexample>),
    Unknown(UnknownReason),
}

impl Status {
    /// Known for good.
    pub fn is_final(&self) -> bool {
        matches!(self, Status::Proved { .. } | Status::Unreachable { .. } | Status::Violated(_))
    }

    /// Open for a mistake of Proofmark's own.
    pub fn is_internal(&self) -> bool {
        matches!(self, Status::Unknown(reason) if reason.is_internal())
    }

    /// Tells others that the property is decided, if it is.
    fn tell(&self, board: &Board, prop: PropId) {
        match self {
            Status::Violated(_) => board.violated(prop),
            Status::Proved { .. } | Status::Unreachable { .. } => board.proved(prop),
            Status::HoldsUpTo { .. } | Status::Unknown(_) => {}
        }
    }

    /// How much it says, for ledgers that are put together. That no execution reaches a property says more than that none violates it.
    fn rank(&self) -> u32 {
        match self {
            Status::Unknown(UnknownReason::NotChecked | UnknownReason::Limit(Limit::Interrupted)) => 0,
            Status::Unknown(UnknownReason::Limit(Limit::Time | Limit::Memory)) => 1,
            // Nothing that is said of it can be right.
            Status::Unknown(reason) if reason.is_contradiction() => 8,
            // A bound must not hide it.
            Status::Unknown(reason) if reason.is_internal() => 4,
            Status::Unknown(_) => 2,
            Status::HoldsUpTo { .. } => 3,
            Status::Proved { .. } => 5,
            Status::Unreachable { .. } => 6,
            Status::Violated(_) => 7,
        }
    }
}

/// What happened, where there is no answer.
#[derive(Clone, Debug)]
pub enum UnknownReason {
    /// Nobody came to it.
    NotChecked,
    /// A limit was met first.
    Limit(Limit),
    /// Something that the engine does not model exactly, at a place.
    Inexact { what: String, span: Span },
    /// Only the iterations up to `bound` that came last were asked for, and none of them violates it (`--stop-when-unsat`).
    LastIteration { bound: u32 },
    /// Each iteration up to `bound` violates it (`--stop-when-unsat`).
    EachIteration { bound: u32 },
    /// One engine proved it, another violated it.
    Contradiction,
    /// It was proved, and the interpreter has an execution that says otherwise.
    Refuted { what: String },
    /// The proof did not pass its check.
    Rejected { what: String },
    /// An engine broke down.
    Internal { what: String },
    /// The interpreter did not confirm the engine's counterexample.
    NotReplayed { outcome: String },
}

impl UnknownReason {
    /// A mistake of Proofmark's own.
    pub fn is_internal(&self) -> bool {
        use UnknownReason::{Internal, Limit as Met, Rejected};
        self.is_contradiction() || matches!(self, Rejected { .. } | Internal { .. } | Met(Limit::Proof))
    }

    /// Two answers that cannot both be right: neither counts.
    pub fn is_contradiction(&self) -> bool {
        matches!(self, UnknownReason::Contradiction | UnknownReason::Refuted { .. })
    }
}

impl From<Limit> for UnknownReason {
    fn from(limit: Limit) -> UnknownReason {
        UnknownReason::Limit(limit)
    }
}

/// A loop that was not unwound to its end.
#[derive(Clone, Copy, Debug)]
pub struct LoopBound {
    pub name: LoopName,
    pub count: u32,
}

/// A loop with a bound of the user's.
#[derive(Clone, Copy, Debug)]
pub struct UnwindingAssertion {
    pub name: LoopName,
    pub bound: u32,
    /// Whether some execution goes on beyond it; `None` where that was not asked.
    pub open: Option<bool>,
}

pub struct Ledger {
    pub status: IndexVec<PropId, Status>,
    /// Loops that were cut, with the iterations that were executed.
    pub cut: Vec<LoopBound>,
    /// Whether bounds were enough, where that is to be reported.
    pub unwinding: Vec<UnwindingAssertion>,
    /// Paths were cut after so many instructions.
    pub too_long: Option<u32>,
    /// The limit that ended the run.
    pub stopped: Option<Limit>,
    /// The last query in DIMACS, where it was asked for.
    pub last_query: Option<Vec<u8>>,
    pub missing_bodies: Vec<(FuncId, Span)>,
    pub engine: EngineId,
    /// Boxes of floats were used to show that something has no solution.
    pub used_boxes: bool,
    /// Assumptions that executions reach and none passes.
    pub blocking: Vec<Span>,
    /// Proofs that were checked.
    pub certificates: Vec<Certificate>,
    /// What audited them.
    pub audit: Option<Audit>,
    /// The formulas of a complete unwinding, for the audit.
    pub formulas: Option<Formulas>,
    /// Where engines that work side by side tell each other what is decided.
    board: Option<Arc<Board>>,
    /// Who keeps it for those who do not wait for the engine.
    keeper: Option<Arc<dyn Keeper>>,
}

/// Takes down what an engine enters, when it does.
pub trait Keeper: Send + Sync {
    /// All that an engine knows.
    fn keep(&self, ledger: &Ledger);

    fn decide(&self, ledger: &Ledger, prop: PropId, status: &Status);

    /// Proofs come before what they prove.
    fn certify(&self, ledger: &Ledger, certificates: &[Certificate]);
}

impl Ledger {
    pub fn new(program: &Program, engine: EngineId) -> Ledger {
        let status = program.props.iter().map(|_| Status::Unknown(UnknownReason::NotChecked)).collect();
        Ledger { status, ..Ledger::empty(engine) }
    }

    pub(crate) fn empty(engine: EngineId) -> Ledger {
        Ledger {
            status: IndexVec::new(),
            cut: Vec::new(),
            unwinding: Vec::new(),
            too_long: None,
            stopped: None,
            last_query: None,
            missing_bodies: Vec::new(),
            engine,
            used_boxes: false,
            blocking: Vec::new(),
            certificates: Vec::new(),
            audit: None,
            formulas: None,
            board: None,
            keeper: None,
        }
    }

    /// What is not decided is as if nobody had asked.
    pub fn forget_open(&mut self) {
        for status in self.status.iter_mut().filter(|s| !s.is_final()) {
            *status = Status::Unknown(UnknownReason::NotChecked);
        }
    }

    /// Says of those of the properties that nobody came to why that is so.
    pub(crate) fn leave_open(&mut self, props: impl Iterator<Item = PropId>, reason: &UnknownReason) {
        for prop in props {
            if matches!(self.status[prop], Status::Unknown(UnknownReason::NotChecked)) {
                self.status[prop] = Status::Unknown(reason.clone());
            }
        }
    }

    /// A limit ended the run: it is the reason for all that engines were interrupted at, too.
    pub(crate) fn stop(&mut self, limit: Limit) {
        for status in self.status.iter_mut() {
            if let Status::Unknown(reason @ (UnknownReason::NotChecked | UnknownReason::Limit(Limit::Interrupted))) =
                status
            {
                *reason = limit.into();
            }
        }
        self.stopped = Some(limit);
    }

    /// From now on what is decided is told to others, and what others decided counts.
    pub(crate) fn share(self, board: Option<Arc<Board>>, keeper: Option<Arc<dyn Keeper>>) -> Ledger {
        Ledger { board, keeper, ..self }
    }

    /// What it says, without what only helps with an audit.
    pub(crate) fn copy(&self) -> Ledger {
        Ledger {
            status: self.status.clone(),
            cut: self.cut.clone(),
            unwinding: self.unwinding.clone(),
            too_long: self.too_long,
            stopped: self.stopped,
            missing_bodies: self.missing_bodies.clone(),
            used_boxes: self.used_boxes,
            blocking: self.blocking.clone(),
            certificates: self.certificates.clone(),
            audit: self.audit.clone(),
            ..Ledger::empty(self.engine)
        }
    }

    /// What is known now is not lost if the engine does not end in time.
    pub(crate) fn save(&self) {
        if let Some(keeper) = &self.keeper {
            keeper.keep(self);
        }
    }

    /// Enters proofs that were checked, before what they prove.
    pub(crate) fn certify(&mut self, certificates: Vec<Certificate>) {
        if let Some(keeper) = &self.keeper {
            keeper.certify(self, &certificates);
        }
        self.certificates = certificates;
    }

    /// Violated or settled for good, here or by another engine.
    pub fn is_decided(&self, prop: PropId) -> bool {
        self.status[prop].is_final() || self.board.as_ref().is_some_and(|b| b.is_decided(prop))
    }

    /// Enters what is known for good.
    pub fn decide(&mut self, prop: PropId, status: Status) {
        if let Some(board) = &self.board {
            status.tell(board, prop);
        }
        if let Some(keeper) = &self.keeper {
            keeper.decide(self, prop, &status);
        }
        self.status[prop] = status;
    }

    /// Tells others what is decided here.
    pub fn publish(&self, board: &Board) {
        for (prop, status) in self.status.iter_ids() {
            status.tell(board, prop);
        }
    }

    /// Takes over what another engine knows and this ledger does not. A property that one engine proved and the other violated
    /// is a contradiction, which stays: one of them is wrong. Whether there was one.
    pub fn merge(&mut self, other: Ledger) -> bool {
        let mut contradicts = false;
        for (prop, theirs) in other.status.iter_ids() {
            let mine = &mut self.status[prop];
            let violated = |s: &Status| matches!(s, Status::Violated(_));
            if mine.is_final() && theirs.is_final() && violated(mine) != violated(theirs) {
                *mine = Status::Unknown(UnknownReason::Contradiction);
                contradicts = true;
            }
            if theirs.rank() > mine.rank() {
                *mine = theirs.clone();
            }
        }
        self.certificates.extend(other.certificates);
        self.formulas = self.formulas.take().or(other.formulas);
        for (func, span) in other.missing_bodies {
            if self.missing_bodies.iter().all(|(f, _)| *f != func) {
                self.missing_bodies.push((func, span));
            }
        }
        contradicts
    }

    /// Nothing that was proved counts: what proofs rest on is wrong.
    pub fn distrust(&mut self, what: &str) {
        for status in self.status.iter_mut() {
            if matches!(status, Status::Proved { .. } | Status::Unreachable { .. }) {
                *status = Status::Unknown(UnknownReason::Internal { what: what.to_string() });
            }
        }
        self.certificates.clear();
    }

    pub fn violations(&self) -> impl Iterator<Item = (PropId, &Counterexample)> {
        self.status.iter_ids().filter_map(|(id, s)| match s {
            Status::Violated(c) => Some((id, &**c)),
            _ => None,
        })
    }
}

/// Properties that say that their place is not reached (`reach_error()`, a call of `__assert_fail` by itself): not being reached
/// is no sign of vacuity for them. `assert` is reached where its test is.
pub fn never_to_reach(program: &Program) -> FxHashSet<PropId> {
    let insts = program.funcs.iter().flat_map(|f| f.blocks.iter()).flat_map(|b| &b.insts);
    let (mut never, mut tested) = (FxHashSet::default(), FxHashSet::default());
    for inst in insts {
        match &inst.kind {
            InstKind::Assert { cond: Rvalue::Use(Operand::FALSE), prop } => never.insert(*prop),
            InstKind::Assert { prop, .. } => tested.insert(*prop),
            _ => continue,
        };
    }
    never.retain(|p| !tested.contains(p));
    never
}

/// The engine's path is none of the system that it was found in: nothing of it can be replayed.
pub(crate) fn no_such_path() -> UnknownReason {
    UnknownReason::NotReplayed { outcome: "the path does not exist in the transition system".to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::Given;
    use pm_symex::SymexOptions;

    const TEST: EngineId = EngineId::new("test");

    fn ledger(statuses: Vec<Status>) -> Ledger {
        Ledger { status: statuses.into_iter().collect(), ..Ledger::empty(TEST) }
    }

    fn violated() -> Status {
        Status::Violated(Box::new(Counterexample::new(&SymexOptions::default(), Given::default(), 0)))
    }

    fn proved() -> Status {
        Status::Proved { by: TEST }
    }

    #[test]
    fn a_contradiction_stays_and_the_rest_is_taken_over() {
        let open = || Status::Unknown(UnknownReason::NotChecked);
        let mut mine = ledger(vec![proved(), open(), open()]);
        assert!(mine.merge(ledger(vec![violated(), proved(), violated()])));
        assert!(matches!(mine.status[PropId(1)], Status::Proved { .. }));
        assert!(matches!(mine.status[PropId(2)], Status::Violated(_)));
        for later in [proved(), violated(), Status::Unreachable { by: TEST }, Status::HoldsUpTo { bound: 3 }] {
            assert!(!mine.merge(ledger(vec![later, open(), open()])));
            assert!(matches!(mine.status[PropId(0)], Status::Unknown(UnknownReason::Contradiction)));
        }
    }

    #[test]
    fn what_is_distrusted_is_no_proof() {
        let mut mine = ledger(vec![proved(), violated(), Status::Unreachable { by: TEST }]);
        mine.distrust("a proof is wrong");
        assert!(mine.status[PropId(0)].is_internal() && mine.status[PropId(2)].is_internal());
        assert!(matches!(mine.status[PropId(1)], Status::Violated(_)));
    }

    #[test]
    fn a_broken_engine_is_seen_unless_another_one_decides() {
        let broken = || Status::Unknown(UnknownReason::Internal { what: "broken".into() });
        let mut mine = ledger(vec![broken(), broken()]);
        assert!(!mine.merge(ledger(vec![Status::HoldsUpTo { bound: 7 }, proved()])));
        assert!(matches!(mine.status[PropId(0)], Status::Unknown(UnknownReason::Internal { .. })));
        assert!(matches!(mine.status[PropId(1)], Status::Proved { .. }));
    }
}
