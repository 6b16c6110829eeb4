//! k-induction over the transition system (Schrammel et al., "Incremental Bounded Model Checking for Embedded Software", sections 2.4 and 4.4).
//!
//! The base case shows that no bad condition holds in the first k steps, the step case that k steps without one are never
//! followed by one. Each has one solver that lives through all k. All goals are treated together: at each k the largest set of goals
//! that is k-inductive together is what stays when those that a model violates are dropped (Houdini). What is proved is assumed
//! from then on. Executions end at their first violation: what was violated is assumed not to have happened before.
//!
//! Where properties read large arrays, that is done first with some cells in place of the arrays ([`pm_model::reduce::cells`]): what is
//! proved there is proved; what is found there is nothing.
//!
//! Goals are the bad conditions, and lemmas that are inductive while nothing bad happens. A property is proved only if every place
//! where the model is not exact was proved not to be reached, too.

mod base;
mod nodes;
mod step;
mod verdicts;

use crate::certificate::Certificate;
use crate::engine::{Engine, EngineId, Progress, Silent, Stage};
use crate::ledger::{Ledger, Status, UnknownReason};
use crate::models::{self, reduction_share, refused, share, with_contracts, with_pools};
use crate::solvers::{Solvers, Switch};
use crate::task::Task;
use crate::unroll::{Start, Unroller};
use pm_base::Interner;
use pm_invariants::reduce;
use pm_invariants::{self as invariants, CellGuesses, Effort, Lemmas, Relations};
use pm_ir::{AllocKind, InstKind, Program, PropId};
use pm_model::reduce::{Cells, cells};
use pm_model::{BadKind, Origin, Reduction, Reductions, System};
use pm_solve::{Answer, Limit};
use pm_term::{Sort, TermId};
use rustc_hash::FxHashSet;
use std::time::Duration;

/// Instructions of an execution that may violate something.
const SUSPECT_STEPS: u64 = 20_000_000;

/// Conflicts for questions whose answer is only nice to have.
const CHEAP: u64 = 20_000;

/// The engine.
#[derive(Clone, Debug)]
pub struct Options {
    /// `--max-k-step`
    pub max_k: Option<u32>,
    /// States of the step case's path are pairwise different.
    pub simple_path: bool,
    pub base_case: bool,
    pub inductive_step: bool,
    /// New solvers at each k, for comparison.
    pub restarts: bool,
    /// Of the transition system; by default the engine's own.
    pub reductions: Option<Reductions>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            max_k: None,
            simple_path: false,
            base_case: true,
            inductive_step: true,
            restarts: false,
            reductions: None,
        }
    }
}

/// The largest k with contracts: what they do not say early they do not say.
const CONTRACTS_K: u32 = 4;

/// The largest k before more invariants are looked for.
const EASY_K: u32 = 2;

/// Bits of an index whose array is too large for the bit level.
const LARGE: u32 = 20;

/// The share of the time that is left, and the most, for invariants that are looked for where the first ones do not suffice, each kind of them.
const MORE: (u32, Duration) = (3, Duration::from_secs(30));
/// The share of the time that is left, and the most, for cells, and again for their invariants.
const CELLS_TIME: (u32, Duration) = (2, Duration::from_secs(120));
/// The same for facts about heap objects.
const NODES_TIME: (u32, Duration) = (2, Duration::from_secs(60));
/// Cells are helped by invariants, not by longer paths.
const CELLS_K: u32 = 2;

impl Engine for Options {
    fn id(&self) -> EngineId {
        EngineId::KIND
    }

    fn check(&self, task: &Task, progress: &mut dyn Progress) -> Ledger {
        let mut ledger = Ledger::new(task.program, self.id()).share(task);
        decide(task, self, &mut ledger, progress);
        if let Some(board) = &task.board {
            ledger.publish(board);
        }
        ledger
    }
}

/// One means after the other, until nothing is open.
fn decide(task: &Task, options: &Options, ledger: &mut Ledger, progress: &mut dyn Progress) {
    let brief = &yielding(task);
    by_contracts(brief, options, ledger, progress);
    if !is_open(ledger, task) {
        return;
    }
    let whole = options.inductive_step && options.base_case && !options.restarts;
    if whole && allocates(task.program) {
        by_nodes(task, ledger);
        if !is_open(ledger, task) {
            return;
        }
    }
    let mut system = match models::system(brief, false) {
        Ok(system) => system,
        Err(refusal) => {
            let reason = refused(&refusal);
            for prop in task.asked().filter(|p| !ledger.status[*p].is_final()).collect::<Vec<_>>() {
                ledger.status[prop] = Status::Unknown(reason.clone());
            }
            return;
        }
    };
    ledger.missing_bodies = system.missing_bodies.clone();
    let patient = if is_alone(&system) { task } else { brief };
    if let Some(cells) = whole.then(|| cells(&mut system)).flatten() {
        check_cells(patient, options, (&mut system, &cells), ledger);
        if !is_open(ledger, task) {
            return;
        }
        match models::system(patient, false) {
            Ok(again) => system = again,
            Err(_) => return,
        }
    }
    // Reads of whole arrays are refined on demand, which is better than all of their elements.
    let reductions = options.reductions.unwrap_or(Reductions::default().without(Reduction::Elements));
    let mut origin = reduce(&mut system, reductions, &reduction_share(&brief.limits));
    let task = if is_alone(&system) { task } else { brief };
    let mut lemmas = invariants::find(&mut system, &share(&task.limits));
    if whole && options.max_k.is_none() && invariants::has_more(&system) {
        let easy = Options { max_k: Some(EASY_K), ..options.clone() };
        for more in [Relations::Sums, Relations::Cases] {
            let mut kind = Kind::new(task, &easy, (&mut system, &mut origin, EngineId::KIND), &lemmas, ledger);
            if let Err(limit) = kind.run(progress) {
                return kind.give_up(limit);
            }
            if kind.hopeless.is_some() || !is_open(ledger, task) {
                return;
            }
            ledger.forget_open();
            lemmas = invariants::find_more(&mut system, &lemmas, more, &task.limits.share(MORE));
        }
    }
    let mut kind = Kind::new(task, options, (&mut system, &mut origin, EngineId::KIND), &lemmas, ledger);
    if let Err(limit) = kind.run(progress) {
        kind.give_up(limit);
    }
}

/// Proves what it can with contracts of recursive functions. Of what it cannot prove the ledger knows nothing.
fn by_contracts(task: &Task, options: &Options, ledger: &mut Ledger, progress: &mut dyn Progress) {
    let Some((mut system, lemmas, task)) = with_contracts(task) else { return };
    let options = Options { max_k: Some(options.max_k.map_or(CONTRACTS_K, |k| k.min(CONTRACTS_K))), ..options.clone() };
    ledger.missing_bodies = system.missing_bodies.clone();
    let mut origin = reduce(&mut system, Reductions::NONE, &task.limits);
    let mut kind = Kind::new(&task, &options, (&mut system, &mut origin, EngineId::KIND), &lemmas, ledger);
    let _ = kind.run(progress);
    ledger.forget_open();
}

/// Proves everything or nothing with heap objects as nodes of pools, where a loop makes many. No other engine has a system that is exact there:
/// it does not yield.
fn by_nodes(task: &Task, ledger: &mut Ledger) {
    if let Ok(mut system) = with_pools(&yielding(task))
        && !system.pools.is_empty()
    {
        nodes::prove(&task.within(task.limits.share(NODES_TIME)), &mut system, ledger);
    }
}

/// Whether there are heap objects.
fn allocates(program: &Program) -> bool {
    let is_heap = |i: &pm_ir::Inst| matches!(&i.kind, InstKind::Alloc { kind: AllocKind::Heap, .. });
    program.funcs.iter().flat_map(|f| f.blocks.iter()).any(|b| b.insts.iter().any(is_heap))
}

/// Whether a property is left to decide.
fn is_open(ledger: &Ledger, task: &Task) -> bool {
    !task.has_enough(ledger) && task.asked().any(|p| !ledger.is_decided(p))
}

/// The task with the time at which others take over.
fn yielding<'p>(task: &Task<'p>) -> Task<'p> {
    task.yields_at.map_or_else(|| task.clone(), |at| task.within(task.limits.until(at)))
}

/// Whether no other proof engine can have the system.
fn is_alone(system: &System) -> bool {
    let is_large = |sort| matches!(sort, Sort::Array { index, .. } if index > LARGE);
    system.vars.iter().any(|v| is_large(system.terms.sort(v.now)))
}

/// Proves what can be proved with cells in place of arrays. What is not is left as it was.
fn check_cells(task: &Task, options: &Options, (system, cells): (&mut System, &Cells), ledger: &mut Ledger) {
    let limits = task.limits.share(CELLS_TIME);
    let guesses = CellGuesses::new(system, cells, &limits.share(CELLS_TIME));
    let brief = Options { max_k: Some(CELLS_K), ..options.clone() };
    let mut origin = reduce(system, Reductions::NONE, &limits);
    for effort in [Effort::Little, Effort::Much] {
        let lemmas = guesses.find(system, cells, effort, &limits.share(CELLS_TIME));
        let mine = task.within(limits.clone());
        let mut kind = Kind::new(&mine, &brief, (system, &mut origin, EngineId::CELLS), &lemmas, ledger);
        // A limit is no reason to stop: the arrays themselves come next.
        let _ = kind.run(&mut Silent);
        if !is_open(ledger, task) {
            break;
        }
    }
    ledger.forget_open();
}

struct Side {
    unroller: Unroller,
    solver: Solvers,
}

impl Side {
    fn new(system: &System, start: Start, task: &Task) -> Side {
        let mut solver = Solvers::new(task);
        solver.begin_steps(task);
        Side { unroller: Unroller::new(system, start), solver }
    }

    fn at(&mut self, system: &mut System, t: TermId, step: u32) -> TermId {
        self.unroller.at(system, t, step as usize)
    }

    fn assert_not(&mut self, system: &mut System, t: TermId, step: u32) {
        let t = self.at(system, t, step);
        let t = system.terms.not(t);
        self.solver.assert(&system.terms, t);
    }

    fn satisfiable(&mut self, system: &System, t: TermId, active: &[Switch]) -> Result<bool, Limit> {
        if t == TermId::FALSE {
            return Ok(false);
        }
        match self.solver.check(&system.terms, &[t], active) {
            Answer::Sat => Ok(true),
            Answer::Unsat => Ok(false),
            Answer::Unknown(limit) => Err(limit),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    Bad(usize),
    Lemma(usize),
}

struct Goal {
    source: Source,
    /// Over variables and inputs: what must not hold.
    cond: TermId,
    /// Switches its assumptions in the step case on.
    active: Switch,
    proved: bool,
}

struct Kind<'a> {
    program: &'a Program,
    names: &'a Interner,
    /// Reduced.
    system: &'a mut System,
    origin: &'a mut Origin,
    /// Who enters proofs: [`EngineId::KIND`], or [`EngineId::CELLS`], which enters no violations.
    name: EngineId,
    lemmas: &'a Lemmas,
    ledger: &'a mut Ledger,
    task: &'a Task<'a>,
    options: &'a Options,
    base: Side,
    step: Side,
    goals: Vec<Goal>,
    /// Bad conditions of properties that are violated, or given up: executions end there.
    violated: FxHashSet<usize>,
    /// Properties that this proof says nothing of: they were proved before, or contracts do not prove them (what breaks them need not be
    /// an execution).
    given_up: FxHashSet<PropId>,
    /// Evidence from before.
    earlier: Vec<Certificate>,
    /// The largest k that proved something.
    k: u32,
    /// No execution has more steps than this.
    complete: Option<u32>,
    /// The system that certificates are checked with: built anew.
    again: Option<System>,
    /// Why nothing can be proved.
    hopeless: Option<UnknownReason>,
}

impl<'a> Kind<'a> {
    fn new(
        task: &'a Task<'a>,
        options: &'a Options,
        (system, origin, name): (&'a mut System, &'a mut Origin, EngineId),
        lemmas: &'a Lemmas,
        ledger: &'a mut Ledger,
    ) -> Self {
        let base = Side::new(system, Start::Init, task);
        let step = Side::new(system, Start::Any, task);
        let bads = system.bad.iter().enumerate().map(|(i, b)| (Source::Bad(i), b.cond)).collect::<Vec<_>>();
        let relative = lemmas.relative.iter().enumerate();
        let soft: Vec<_> = relative.map(|(i, l)| (Source::Lemma(i), l.violation(system))).collect();
        let goals = bads.into_iter().chain(soft).enumerate().map(|(i, (source, cond))| Goal {
            source,
            cond,
            active: Switch::new(i),
            proved: cond == TermId::FALSE,
        });
        let goals = goals.collect();
        let mut kind = Kind {
            program: task.program,
            names: task.names,
            system,
            origin,
            name,
            lemmas,
            ledger,
            task,
            options,
            base,
            step,
            goals,
            violated: FxHashSet::default(),
            given_up: FxHashSet::default(),
            earlier: Vec::new(),
            k: 0,
            complete: None,
            again: None,
            hopeless: None,
        };
        kind.earlier = kind.ledger.certificates.clone();
        let known = kind.checked().into_iter().filter(|p| kind.ledger.status[*p].is_final());
        kind.given_up = known.collect();
        kind.violated = (0..kind.system.bad.len()).filter(|&i| kind.is_violated(i)).collect();
        kind
    }

    fn run(&mut self, progress: &mut dyn Progress) -> Result<(), Limit> {
        if self.options.base_case {
            self.lemmas.suspects.iter().for_each(|path| self.try_path(path));
        }
        self.settle_proved()?;
        for k in 0.. {
            if self.is_done() {
                break;
            }
            let decided = self.program.props.ids().filter(|p| self.ledger.is_decided(*p)).count();
            progress.stage(&Stage {
                bound: k,
                open_loops: 0,
                decided,
                undecided: self.program.props.len() - decided,
                clauses: self.base.solver.stats().sat.clauses + self.step.solver.stats().sat.clauses,
            });
            if self.options.restarts {
                self.restart(k);
            }
            if self.options.inductive_step {
                self.inductive_step(k)?;
            }
            if self.options.base_case && !self.is_done() {
                self.base_case(k)?;
            }
            if self.options.max_k.is_some_and(|max| k >= max) {
                self.set_held_up_to(k);
                break;
            }
        }
        self.close();
        Ok(())
    }

    /// New solvers, to which the steps before `k` are new (`--no-incremental`, for comparison).
    fn restart(&mut self, k: u32) {
        self.base = Side::new(self.system, Start::Init, self.task);
        self.step = Side::new(self.system, Start::Any, self.task);
        for step in 0..k {
            for bad in self.violated.clone() {
                self.base.assert_not(self.system, self.system.bad[bad].cond, step);
            }
            self.extend_path(step);
            self.assume_at(step);
        }
    }

    fn is_done(&self) -> bool {
        self.task.has_enough(self.ledger) || self.hopeless.is_some() || self.open_bads().next().is_none()
    }

    /// Bad conditions that are neither proved never to hold nor known to hold.
    fn open_bads(&self) -> impl Iterator<Item = usize> + '_ {
        self.goals.iter().filter(|g| !g.proved).filter_map(|g| match g.source {
            Source::Bad(i) if !self.violated.contains(&i) => Some(i),
            _ => None,
        })
    }

    fn is_given_up_or_violated(&self, prop: PropId) -> bool {
        self.given_up.contains(&prop) || matches!(self.ledger.status[prop], Status::Violated(_))
    }

    fn is_violated(&self, bad: usize) -> bool {
        match &self.system.bad[bad].kind {
            BadKind::Violation(p) => self.is_given_up_or_violated(*p),
            BadKind::Inexact(_) => false,
        }
    }

    /// A bad condition as the first one of its execution: violations that are known and come before it in its step have not happened.
    fn first(&mut self, bad: usize) -> TermId {
        let violated = &self.violated;
        self.system.first(bad, &|i| violated.contains(&i))
    }

    /// What must not hold for a goal to hold at the last step of a path.
    fn failure(&mut self, goal: usize) -> TermId {
        match self.goals[goal].source {
            Source::Bad(bad) => self.first(bad),
            Source::Lemma(_) => self.goals[goal].cond,
        }
    }
}
