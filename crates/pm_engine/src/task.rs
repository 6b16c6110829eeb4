//! What is to be decided: a program and how it is read, the properties that are asked for, and with what means. Every engine gets the
//! same; how it goes about it is a matter of its own options.

use crate::board::Board;
use crate::evidence::Counterexample;
use crate::id::EngineId;
use crate::ledger::{Keeper, Ledger};
use crate::saved::Saved;
use pm_base::Interner;
use pm_ir::{Program, PropId};
use pm_solve::{Backend, Limits, Solver};
use pm_symex::{Layout, SymexOptions};
use rustc_hash::FxHashSet;
use std::sync::Arc;
use std::time::Instant;

/// Says what an execution covers, where the properties are goals: executions go on behind them, and one covers many.
pub trait Judge: Send + Sync {
    /// The goals that it covers; `Err`: why it covers none.
    ///
    /// # Errors
    /// Text for the user.
    fn covered(&self, execution: &Counterexample) -> Result<Vec<PropId>, String>;
}

#[derive(Clone)]
pub struct Task<'p> {
    pub program: &'p Program,
    pub names: &'p Interner,
    /// How the program is read. Proofs are checked with another layout of objects than they are found with.
    pub reading: SymexOptions,
    /// Properties that are not asked for: executions that violate one end there, and nothing is said of them.
    pub ignored: FxHashSet<PropId>,
    /// One violation is enough.
    pub stop_on_fail: bool,
    /// Stop soon where a property is violated behind which executions go on: the rest is decided without it (`beyond.rs`).
    pub leaves_passed: bool,
    pub limits: Limits,
    /// An engine ends here if another one can go on with what it has left.
    pub yields_at: Option<Instant>,
    /// What makes the solvers.
    pub solver: pm_solve::Options,
    /// Runs of the interpreter that audit what is proved; by default as many as a part of the time has room for.
    pub audit: Option<u32>,
    /// Engines that may work side by side.
    pub jobs: usize,
    /// This is the check of a proof of these properties that was found before: nothing else is asked.
    pub checks: Option<FxHashSet<PropId>>,
    /// Other engines are at work on the same properties.
    pub board: Option<Arc<Board>>,
    /// What is found is kept here, for those who do not wait for the engine.
    pub saved: Option<Arc<Saved>>,
    /// The properties that go on are goals of coverage, and this says which of them an execution covers.
    pub judge: Option<Arc<dyn Judge + 'p>>,
}

impl<'p> Task<'p> {
    /// Decide all properties, without limits.
    pub fn new(program: &'p Program, names: &'p Interner) -> Task<'p> {
        Task {
            program,
            names,
            reading: SymexOptions::default(),
            ignored: FxHashSet::default(),
            stop_on_fail: false,
            leaves_passed: false,
            limits: Limits::default(),
            yields_at: None,
            solver: pm_solve::Options::default(),
            audit: None,
            jobs: 1,
            checks: None,
            board: None,
            saved: None,
            judge: None,
        }
    }

    /// The same with other limits.
    pub fn within(&self, limits: Limits) -> Task<'p> {
        Task { limits, ..self.clone() }
    }

    /// The same with objects at other places: what is proved must not depend on where they lie.
    pub(crate) fn elsewhere(&self) -> Task<'p> {
        Task { reading: SymexOptions { layout: Layout::Open, ..self.reading.clone() }, ..self.clone() }
    }

    /// The same, asked of another solver.
    pub(crate) fn solved_by(&self, backend: Backend) -> Task<'p> {
        Task { solver: self.solver.asked_of(backend), ..self.clone() }
    }

    /// A solver, with the limits of the task.
    pub fn new_solver(&self) -> Solver {
        let mut solver = Solver::new(&self.solver);
        solver.set_limits(self.limits.clone());
        solver
    }

    /// The same without those who listen.
    pub(crate) fn in_private(&self) -> Task<'p> {
        Task { board: None, saved: None, ..self.clone() }
    }

    /// An empty ledger; what is entered is told to others, and what others decided counts.
    pub fn ledger(&self, engine: EngineId) -> Ledger {
        let keeper = self.saved.clone().map(|saved| saved as Arc<dyn Keeper>);
        Ledger::new(self.program, engine).share(self.board.clone(), keeper)
    }

    /// The properties that are asked for.
    pub fn asked(&self) -> impl Iterator<Item = PropId> + '_ {
        self.program.props.ids().filter(|p| !self.ignored.contains(p))
    }

    /// Violations that end the run.
    pub(crate) fn has_enough(&self, ledger: &Ledger) -> bool {
        ledger.violations().any(|(p, _)| self.stop_on_fail || self.leaves_passed && self.program.props[p].goes_on)
    }
}
