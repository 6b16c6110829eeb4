//! Bounded model checking (Schrammel et al., "Incremental Bounded Model Checking for Embedded Software", sections 3 and 4; Cordeiro, Fischer, Marques-Silva, "SMT-Based
//! Bounded Model Checking for Embedded ANSI-C Software").
//!
//! Loops are unwound to a bound that grows. A query asks for any violation; it is replayed, and the query is asked again
//! without the property that was violated, until no violation is left; then whether any loop can go on beyond its bound.
//! If none can, what is left is proved. Hash-consing gives the same terms for what was executed before, so the solver
//! gets only what is new and keeps what it has learnt.
//!
//! How it goes deeper is a strategy of its own: `rounds.rs` executes the program again with a larger bound for all loops,
//! `follow.rs` goes on with one loop from where it was left, `one_loop.rs` unwinds the loops one after the other.

mod again;
mod bounds;
mod complete;
mod confirm;
mod feasible;
mod follow;
mod one_loop;
mod outermost;
mod rounds;
mod violations;

pub(crate) use again::certify;
pub use bounds::Growing;

use crate::costs::{Asked, Doing};
use crate::engine::{Engine, Progress, Stage};
use crate::evidence::Counterexample;
use crate::id::EngineId;
use crate::ledger::{Ledger, Status, never_to_reach};
use crate::solvers::Solvers;
use crate::task::Task;
use bounds::bounds_from_source;
use pm_ir::{Program, PropId};
use pm_solve::{Answer, Limit, thread_time};
use pm_symex::{Event, Execution, Executor, LoopName};
use pm_term::TermId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// The engine.
#[derive(Clone, Debug)]
pub struct Options {
    /// A fixed bound for all loops; `None` unwinds incrementally.
    pub unwind: Option<u32>,
    /// Bounds of single loops, as iterations.
    pub unwindset: FxHashMap<LoopName, u32>,
    pub unwind_min: u32,
    pub unwind_max: Option<u32>,
    /// Bounds to begin with, where they were found before.
    pub growing: Option<Growing>,
    pub strategy: Strategy,
    pub unwinding: Unwinding,
    /// Questions are decided path by path: the engine `paths`.
    pub paths: Option<pm_paths::Options>,
}

/// How the engine goes deeper.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Strategy {
    /// All loops together, and from where only one outermost loop is open, that loop alone.
    #[default]
    Auto,
    /// All loops together, once more from the start with each bound (Fig. 5c).
    AllLoops,
    /// Each loop to its end before what follows it (Fig. 5b).
    OneLoop,
    /// This loop is executed iteration by iteration; nothing before it is executed again (formula (5)).
    Loop { name: LoopName, stop_when_unsat: bool },
    /// Everything anew at each bound, for comparison.
    Restart,
}

/// Whether loops can go on beyond their bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Unwinding {
    #[default]
    Ask,
    /// Ask, and list the answers in the ledger.
    Report,
    /// Every loop that was cut counts as open.
    Skip,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            unwind: None,
            unwindset: FxHashMap::default(),
            unwind_min: 1,
            unwind_max: None,
            growing: None,
            strategy: Strategy::Auto,
            unwinding: Unwinding::Ask,
            paths: None,
        }
    }
}

impl Engine for Options {
    fn id(&self) -> EngineId {
        if self.paths.is_some() { EngineId::PATHS } else { EngineId::BMC }
    }

    fn check(&self, task: &Task, progress: &mut dyn Progress) -> Ledger {
        Bmc::new(task, self, progress).run()
    }
}

struct Bmc<'a> {
    program: &'a Program,
    task: &'a Task<'a>,
    options: &'a Options,
    progress: &'a mut dyn Progress,
    executor: Executor<'a>,
    solver: Solvers,
    ledger: Ledger,
    /// Properties whose counterexample the interpreter did not confirm.
    doubtful: FxHashSet<PropId>,
    /// Properties that say that their place is not reached (`reach_error()`, the failing side of `assert`): not being
    /// reached is no sign of vacuity for them.
    never_to_reach: FxHashSet<PropId>,
    /// `#pragma proofmark unwind N`
    from_source: FxHashMap<LoopName, u32>,

    /// Of the loops without one of their own.
    growing: Growing,

    // of the parts of a run that were checked before the one at hand (`follow.rs`, `one_loop.rs`)
    /// No violation that is known has happened in them: an execution ends at its first one.
    alive: TermId,
    /// Properties with a claim that takes long, and is put off until others are decided.
    late: FxHashSet<PropId>,
    /// Claims of the execution at hand that were put off.
    put_off: Vec<usize>,
    /// Properties whose claims are asked apart from those before them: together they took too long once.
    apart: FxHashSet<PropId>,
    /// When properties are reached in them.
    reached: FxHashMap<PropId, TermId>,
    /// Loops that were cut in them, for good.
    cut: BTreeMap<LoopName, u32>,
    /// It was asked of every loop whether it can go on; the ledger's `cut` are those that can.
    is_unwound: bool,
    /// Of iterations, in the terms of the executor.
    feasible: feasible::Known,
    /// What the last query assumed.
    last_query: TermId,
    /// All events of the executions that were checked, where everything is proved.
    events: Option<Vec<Event>>,
    /// Executions that reach what is proved.
    witnesses: Vec<Counterexample>,
    /// The largest bound of a loop in parts that were checked.
    deepest: u32,
    /// The same with loops that took no decision on an input, which have no bound.
    longest: u32,
    began: Instant,
    /// By the clock of this thread.
    began_at: Duration,
}

impl<'a> Bmc<'a> {
    fn new(task: &'a Task<'a>, options: &'a Options, progress: &'a mut dyn Progress) -> Self {
        let program = task.program;
        Bmc {
            program,
            task,
            options,
            progress,
            executor: executor(task),
            solver: Solvers::path_by_path(task, options.paths.as_ref()),
            ledger: task.ledger(options.id()),
            doubtful: FxHashSet::default(),
            never_to_reach: never_to_reach(program),
            from_source: bounds_from_source(program),
            growing: options
                .growing
                .clone()
                .unwrap_or_else(|| Growing::new(options.unwind.unwrap_or(options.unwind_min))),
            late: FxHashSet::default(),
            put_off: Vec::new(),
            apart: FxHashSet::default(),
            alive: TermId::TRUE,
            reached: FxHashMap::default(),
            cut: BTreeMap::new(),
            is_unwound: false,
            feasible: feasible::Known::default(),
            last_query: TermId::FALSE,
            events: None,
            witnesses: Vec::new(),
            deepest: 0,
            longest: 0,
            began: Instant::now(),
            began_at: thread_time(),
        }
    }

    fn run(mut self) -> Ledger {
        let done = match self.options.strategy {
            _ if self.task.checks.is_some() => self.run_check(),
            Strategy::OneLoop => self.run_one_loop(),
            Strategy::Auto | Strategy::AllLoops | Strategy::Loop { .. } | Strategy::Restart => self.run_rounds(),
        };
        if let Err(reached) = done {
            self.give_up(reached);
        }
        if let Some(paths) = self.solver.path_statistics() {
            self.progress.note(&crate::paths::describe(paths));
        }
        if self.options.unwinding == Unwinding::Report {
            self.ledger.unwinding = self.unwinding_assertions();
        }
        if self.task.solver.keep_clauses {
            self.ledger.last_query = self.dimacs();
        }
        self.ledger.used_boxes = self.solver.used_boxes();
        self.ledger
    }

    /// Forgets the parts that were checked: the program is executed from its entry again.
    fn begin_run(&mut self) {
        self.alive = TermId::TRUE;
        self.late.clear();
        self.reached.clear();
        self.cut.clear();
    }

    /// Notes what a part that was checked says about executions that go on from it.
    fn keep_part(&mut self, part: &Execution) {
        self.alive = self.before_violations(part);
        let violated: Vec<PropId> = self.ledger.violations().map(|(p, _)| p).collect();
        self.executor.ignored.extend(violated);
        for (prop, cond) in &part.reached {
            let all = self.reached.entry(*prop).or_insert(TermId::FALSE);
            *all = self.executor.terms.or(*all, *cond);
        }
        self.add_missing_bodies(part);
    }

    fn add_missing_bodies(&mut self, part: &Execution) {
        for (func, span) in &part.missing_bodies {
            if !self.ledger.missing_bodies.iter().any(|(f, _)| f == func) {
                self.ledger.missing_bodies.push((*func, *span));
            }
        }
    }

    fn show(&mut self, bound: u32) {
        let decided = self.program.props.ids().filter(|p| self.ledger.is_decided(*p)).count();
        let undecided = self.program.props.len() - decided;
        let clauses = self.solver.stats().sat.clauses;
        self.progress.stage(&Stage { bound, open_loops: self.ledger.cut.len(), decided, undecided, clauses });
    }

    fn is_open(&self, prop: PropId) -> bool {
        let is_asked = self.task.checks.as_ref().is_none_or(|asked| asked.contains(&prop));
        is_asked
            && !self.ledger.is_decided(prop)
            && !self.doubtful.contains(&prop)
            && !self.task.ignored.contains(&prop)
    }

    /// Nothing is left to ask, or the user wanted no more than one violation.
    fn is_finished(&self) -> bool {
        self.task.has_enough(&self.ledger) || !self.program.props.ids().any(|p| self.is_open(p))
    }

    /// Whether a condition can be true: of loops, gaps and places.
    fn satisfiable(&mut self, t: TermId) -> Result<bool, Limit> {
        let (answer, cost) = self.ask_solver(t);
        if let Some(saved) = &self.task.saved {
            saved.costs.note_loops(cost);
        }
        answer
    }

    fn ask_solver(&mut self, t: TermId) -> (Result<bool, Limit>, Asked) {
        if t == TermId::FALSE {
            return (Ok(false), Asked::default());
        }
        self.last_query = t;
        let (began, clauses) = (Instant::now(), self.solver.stats().sat.clauses);
        let answer = match self.solver.decide(&self.executor.terms, t) {
            Answer::Sat => Ok(true),
            Answer::Unsat => Ok(false),
            Answer::Unknown(limit) => Err(limit),
        };
        let clauses = self.solver.stats().sat.clauses.saturating_sub(clauses);
        (answer, Asked { time: began.elapsed(), clauses, times: 1 })
    }

    fn doing(&self, what: Doing) {
        if let Some(saved) = &self.task.saved {
            saved.costs.begin(what);
        }
    }

    fn set_open(&mut self, status: impl Fn() -> Status) {
        for prop in self.program.props.ids() {
            if self.is_open(prop) {
                self.ledger.status[prop] = status();
            }
        }
    }

    fn give_up(&mut self, reached: Limit) {
        self.ledger.leave_open(self.program.props.ids(), &reached.into());
        self.ledger.stopped = Some(reached);
    }

    /// The last query, as text.
    fn dimacs(&mut self) -> Option<Vec<u8>> {
        let mut out = Vec::new();
        // There is no last query where terms alone decided everything.
        let written = self.solver.write_dimacs(&self.executor.terms, &[self.last_query], &mut out);
        written.is_ok().then_some(out)
    }
}

fn executor<'a>(task: &Task<'a>) -> Executor<'a> {
    let mut executor = Executor::new(task.program, task.names, task.reading.clone());
    executor.ignored = task.ignored.clone();
    executor.profile = task.saved.as_ref().map(|saved| saved.costs.executed());
    executor
}
