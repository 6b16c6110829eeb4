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
mod step;
mod verdicts;

use crate::bmc::{self, Progress, Stage};
use crate::certificate::Certificate;
use crate::contracts;
use crate::ledger::{Ledger, Status, UnknownReason, limit_reason};
use crate::nodes;
use crate::solvers::{Solvers, Switch};
use crate::unroll::{Start, Unroller};
use pm_base::Interner;
use pm_ir::{AllocKind, InstKind, Program, PropId};
use pm_model::invariants::{self, CellGuesses, Effort, Lemmas, Relations};
use pm_model::reduce::{self, Cells, reduce};
use pm_model::{BadKind, Origin, Reduction, Reductions, System};
use pm_solve::{Answer, Limit, Limits};
use pm_symex::SymexOptions;
use pm_term::{Sort, TermId};
use rustc_hash::FxHashSet;
use std::time::{Duration, Instant};

pub const NAME: &str = "kind";
/// With cells in place of arrays.
pub const CELLS: &str = "cells";

/// Instructions of an execution that may violate something.
const SUSPECT_STEPS: u64 = 20_000_000;

/// Conflicts for questions whose answer is only nice to have.
const CHEAP: u64 = 20_000;

#[derive(Clone, Debug)]
pub struct Settings {
    /// `--max-k-step`
    pub max_k: Option<u32>,
    /// States of the step case's path are pairwise different.
    pub simple_path: bool,
    pub base_case: bool,
    pub inductive_step: bool,
    /// Ends here if another engine can go on with the system: one without large arrays.
    pub yields_at: Option<Instant>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { max_k: None, simple_path: false, base_case: true, inductive_step: true, yields_at: None }
    }
}

/// The largest k with contracts: what they do not say early they do not say.
const CONTRACTS_K: u32 = 4;

/// The largest k before more invariants are looked for.
const EASY_K: u32 = 2;

/// Bits of an index whose array is too large for the bit level.
const LARGE: u32 = 20;

/// The share of the time that is left, and the most, that goes into finding invariants.
const INVARIANTS: (u32, Duration) = (5, Duration::from_secs(60));
/// The same for those that are looked for where these do not suffice, each kind of them.
const MORE: (u32, Duration) = (3, Duration::from_secs(30));
/// The share of the time that is left, and the most, for cells, and again for their invariants.
const CELLS_TIME: (u32, Duration) = (2, Duration::from_secs(120));
/// The same for facts about heap objects.
const NODES_TIME: (u32, Duration) = (2, Duration::from_secs(60));
/// Cells are helped by invariants, not by longer paths.
const CELLS_K: u32 = 2;

/// The same for reductions.
const REDUCTION: (u32, Duration) = (10, Duration::from_secs(5));

pub fn check(program: &Program, names: &Interner, options: &bmc::Options, progress: &mut dyn Progress) -> Ledger {
    let mut ledger = Ledger::new(program, NAME).share(options);
    decide(program, names, options, &mut ledger, progress);
    if let Some(board) = &options.board {
        ledger.publish(board);
    }
    ledger
}

/// One means after the other, until nothing is open.
fn decide(
    program: &Program,
    names: &Interner,
    options: &bmc::Options,
    ledger: &mut Ledger,
    progress: &mut dyn Progress,
) {
    let brief = &yielding(options);
    by_contracts(program, names, brief, ledger, progress);
    if !is_open(ledger, program, options) {
        return;
    }
    let whole = options.induction.inductive_step && options.induction.base_case;
    let whole = whole && options.strategy != bmc::Strategy::Restart;
    if whole && allocates(program) {
        by_nodes(program, names, options, ledger);
        if !is_open(ledger, program, options) {
            return;
        }
    }
    let mut system = match system(program, names, brief, false) {
        Ok(system) => system,
        Err(refusal) => {
            let reason = refused(&refusal);
            let is_open = |p: &PropId| !options.ignored.contains(p) && !ledger.status[*p].is_final();
            for prop in program.props.ids().filter(is_open).collect::<Vec<_>>() {
                ledger.status[prop] = Status::Unknown(reason.clone());
            }
            return;
        }
    };
    ledger.missing_bodies = system.missing_bodies.clone();
    let patient = if is_alone(&system) { options } else { brief };
    if let Some(cells) = whole.then(|| reduce::cells(&mut system)).flatten() {
        check_cells(program, names, (&mut system, &cells), patient, ledger);
        if !is_open(ledger, program, options) {
            return;
        }
        match self::system(program, names, patient, false) {
            Ok(again) => system = again,
            Err(_) => return,
        }
    }
    // Reads of whole arrays are refined on demand, which is better than all of their elements.
    let reductions = options.reductions.unwrap_or(Reductions::default().without(Reduction::Elements));
    let mut origin = reduce(&mut system, reductions, &reduction_share(&brief.limits));
    let options = if is_alone(&system) { options } else { brief };
    let mut lemmas = invariants::find(&mut system, &share(&options.limits));
    if whole && options.induction.max_k.is_none() && invariants::has_more(&system) {
        let induction = Settings { max_k: Some(EASY_K), ..options.induction.clone() };
        let easy = bmc::Options { induction, ..options.clone() };
        for more in [Relations::Sums, Relations::Cases] {
            let mut kind = Kind::new(program, names, (&mut system, &mut origin, NAME), &lemmas, ledger, &easy);
            if let Err(limit) = kind.run(progress) {
                return kind.give_up(limit);
            }
            if kind.hopeless.is_some() || !is_open(ledger, program, options) {
                return;
            }
            ledger.forget_open();
            lemmas = invariants::find_more(&mut system, &lemmas, more, &options.limits.share(MORE));
        }
    }
    let mut kind = Kind::new(program, names, (&mut system, &mut origin, NAME), &lemmas, ledger, options);
    if let Err(limit) = kind.run(progress) {
        kind.give_up(limit);
    }
}

/// Proves what it can with contracts of recursive functions. Of what it cannot prove the ledger knows nothing.
fn by_contracts(
    program: &Program,
    names: &Interner,
    options: &bmc::Options,
    ledger: &mut Ledger,
    progress: &mut dyn Progress,
) {
    let Some((mut system, lemmas, mut options)) = contracts::model(program, names, options) else { return };
    options.induction.max_k = Some(options.induction.max_k.map_or(CONTRACTS_K, |k| k.min(CONTRACTS_K)));
    ledger.missing_bodies = system.missing_bodies.clone();
    let mut origin = reduce(&mut system, Reductions::NONE, &options.limits);
    let mut kind = Kind::new(program, names, (&mut system, &mut origin, NAME), &lemmas, ledger, &options);
    let _ = kind.run(progress);
    ledger.forget_open();
}

/// Proves everything or nothing with heap objects as nodes of pools, where a loop makes many. No other engine has a system that is exact there:
/// it does not yield.
fn by_nodes(program: &Program, names: &Interner, options: &bmc::Options, ledger: &mut Ledger) {
    if let Ok(mut system) = with_pools(program, names, &yielding(options))
        && !system.pools.is_empty()
    {
        let options = bmc::Options { limits: options.limits.share(NODES_TIME), ..options.clone() };
        nodes::prove(program, names, &mut system, &options, ledger);
    }
}

/// Whether there are heap objects.
fn allocates(program: &Program) -> bool {
    let is_heap = |i: &pm_ir::Inst| matches!(&i.kind, InstKind::Alloc { kind: AllocKind::Heap, .. });
    program.funcs.iter().flat_map(|f| f.blocks.iter()).any(|b| b.insts.iter().any(is_heap))
}

/// Whether a property is left to decide.
fn is_open(ledger: &Ledger, program: &Program, options: &bmc::Options) -> bool {
    !options.has_enough(program, ledger)
        && program.props.ids().any(|p| !options.ignored.contains(&p) && !ledger.is_decided(p))
}

/// The options with the time at which others take over.
fn yielding(options: &bmc::Options) -> bmc::Options {
    let mut options = options.clone();
    if let Some(at) = options.induction.yields_at {
        options.limits = options.limits.until(at);
    }
    options
}

/// Whether no other proof engine can have the system.
fn is_alone(system: &System) -> bool {
    let is_large = |sort| matches!(sort, Sort::Array { index, .. } if index > LARGE);
    system.vars.iter().any(|v| is_large(system.terms.sort(v.now)))
}

/// Proves what can be proved with cells in place of arrays. What is not is left as it was.
fn check_cells(
    program: &Program,
    names: &Interner,
    (system, cells): (&mut System, &Cells),
    options: &bmc::Options,
    ledger: &mut Ledger,
) {
    let limits = options.limits.share(CELLS_TIME);
    let guesses = CellGuesses::new(system, cells, &limits.share(CELLS_TIME));
    let induction = Settings { max_k: Some(CELLS_K), ..options.induction.clone() };
    let mut origin = reduce(system, Reductions::NONE, &limits);
    for effort in [Effort::Little, Effort::Much] {
        let lemmas = guesses.find(system, cells, effort, &limits.share(CELLS_TIME));
        let mine = bmc::Options { limits: limits.clone(), induction: induction.clone(), ..options.clone() };
        let mut kind = Kind::new(program, names, (system, &mut origin, CELLS), &lemmas, ledger, &mine);
        // A limit is no reason to stop: the arrays themselves come next.
        let _ = kind.run(&mut Silent);
        if !is_open(ledger, program, options) {
            break;
        }
    }
    ledger.forget_open();
}

/// The transition system of the program.
pub fn system(
    program: &Program,
    names: &Interner,
    options: &bmc::Options,
    contracts: bool,
) -> Result<System, pm_model::Refusal> {
    pm_model::build(program, names, &pm_model::Options { contracts, ..model(options) })
}

/// The transition system with heap objects as nodes of pools, where a loop makes many.
pub fn with_pools(program: &Program, names: &Interner, options: &bmc::Options) -> Result<System, pm_model::Refusal> {
    pm_model::build(program, names, &pm_model::Options { pools: true, ..model(options) })
}

fn model(options: &bmc::Options) -> pm_model::Options {
    let symex =
        SymexOptions { lenient: options.lenient, mmio: options.mmio.clone(), layout: options.layout, depth: None };
    let (ignored, limits) = (options.ignored.clone(), options.limits.clone());
    pm_model::Options { ignored, symex, limits, ..pm_model::Options::default() }
}

/// Limits for finding invariants.
pub fn share(limits: &Limits) -> Limits {
    limits.share(INVARIANTS)
}

/// Limits for reducing the system.
pub fn reduction_share(limits: &Limits) -> Limits {
    limits.share(REDUCTION)
}

/// Why there is no transition system, as a reason in the ledger.
pub fn refused(refusal: &pm_model::Refusal) -> UnknownReason {
    match refusal.limit {
        Some(limit) => limit_reason(limit),
        None => UnknownReason::Inexact { what: refusal.what.clone(), span: refusal.span },
    }
}

struct Side {
    unroller: Unroller,
    solver: Solvers,
}

impl Side {
    fn new(system: &System, start: Start, options: &bmc::Options) -> Side {
        let mut solver = Solvers::new(options);
        solver.begin_steps(options);
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
    /// Who enters proofs: [`NAME`], or [`CELLS`], which enters no violations.
    name: &'static str,
    lemmas: &'a Lemmas,
    ledger: &'a mut Ledger,
    options: &'a bmc::Options,
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
        program: &'a Program,
        names: &'a Interner,
        (system, origin, name): (&'a mut System, &'a mut Origin, &'static str),
        lemmas: &'a Lemmas,
        ledger: &'a mut Ledger,
        options: &'a bmc::Options,
    ) -> Self {
        let base = Side::new(system, Start::Init, options);
        let step = Side::new(system, Start::Any, options);
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
            program,
            names,
            system,
            origin,
            name,
            lemmas,
            ledger,
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
        if self.options.induction.base_case {
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
            if self.options.strategy == bmc::Strategy::Restart {
                self.restart(k);
            }
            if self.options.induction.inductive_step {
                self.inductive_step(k)?;
            }
            if self.options.induction.base_case && !self.is_done() {
                self.base_case(k)?;
            }
            if self.options.induction.max_k.is_some_and(|max| k >= max) {
                self.set_held_up_to(k);
                break;
            }
        }
        self.close();
        Ok(())
    }

    /// New solvers, to which the steps before `k` are new (`--no-incremental`, for comparison).
    fn restart(&mut self, k: u32) {
        self.base = Side::new(self.system, Start::Init, self.options);
        self.step = Side::new(self.system, Start::Any, self.options);
        for step in 0..k {
            for bad in self.violated.clone() {
                self.base.assert_not(self.system, self.system.bad[bad].cond, step);
            }
            self.extend_path(step);
            self.assume_at(step);
        }
    }

    fn is_done(&self) -> bool {
        self.options.has_enough(self.program, self.ledger)
            || self.hopeless.is_some()
            || self.open_bads().next().is_none()
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

struct Silent;

impl Progress for Silent {
    fn stage(&mut self, _: &Stage) {}
}
