//! k-induction over the transition system (seed 000, sections 2.4 and 4.4).
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

use crate::bmc::{self, Progress, Stage};
use crate::certificate::{self, Abstraction, Certificate, Method, facts};
use crate::certify::{Refused, check_proof};
use crate::contracts;
use crate::ledger::{Counterexample, Ledger, Status, UnknownReason, limit_reason, no_such_path};
use crate::minimise::{Induction, minimise};
use crate::nodes;
use crate::path::{Inputs, walk};
use crate::replay::confirm;
use crate::solvers::{Solvers, Switch};
use crate::unroll::{Start, Unroller};
use pm_base::{Interner, Span};
use pm_ir::{AllocKind, InstKind, Program, PropId};
use pm_model::invariants::{self, CellGuesses, Effort, Lemma, Lemmas};
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

/// Bits of an index whose array is too large for the bit level.
const LARGE: u32 = 20;

/// The share of the time that is left, and the most, that goes into finding invariants.
const INVARIANTS: (u32, Duration) = (5, Duration::from_secs(60));
/// The share of the time that is left, and the most, for cells, and again for their invariants.
const CELLS_TIME: (u32, Duration) = (2, Duration::from_secs(120));
/// The same for facts about heap objects.
const NODES_TIME: (u32, Duration) = (2, Duration::from_secs(60));
/// Cells are helped by invariants, not by longer paths.
const CELLS_K: u32 = 2;

/// The same for reductions.
const REDUCTION: (u32, Duration) = (10, Duration::from_secs(5));

pub fn check(program: &Program, names: &Interner, options: &bmc::Options, progress: &mut dyn Progress) -> Ledger {
    let mut ledger = Ledger::new(program, NAME).share(options.board.clone());
    let brief = &yielding(options);
    by_contracts(program, names, brief, &mut ledger, progress);
    if !is_open(&ledger, program, options) {
        if let Some(board) = &options.board {
            ledger.publish(board);
        }
        return ledger;
    }
    let whole = options.induction.inductive_step && options.induction.base_case;
    let whole = whole && options.strategy != bmc::Strategy::Restart;
    if whole && allocates(program) {
        by_nodes(program, names, options, &mut ledger);
        if !is_open(&ledger, program, options) {
            if let Some(board) = &options.board {
                ledger.publish(board);
            }
            return ledger;
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
            return ledger;
        }
    };
    ledger.missing_bodies = system.missing_bodies.clone();
    let patient = if is_alone(&system) { options } else { brief };
    if let Some(cells) = whole.then(|| reduce::cells(&mut system)).flatten() {
        check_cells(program, names, (&mut system, &cells), patient, &mut ledger);
        if !is_open(&ledger, program, options) {
            return ledger;
        }
        match self::system(program, names, patient, false) {
            Ok(again) => system = again,
            Err(_) => return ledger,
        }
    }
    // Reads of whole arrays are refined on demand, which is better than all of their elements.
    let reductions = options.reductions.unwrap_or(Reductions::default().without(Reduction::Elements));
    let mut origin = reduce(&mut system, reductions, &reduction_share(&brief.limits));
    let options = if is_alone(&system) { options } else { brief };
    let lemmas = invariants::find(&mut system, &share(&options.limits));
    let mut kind = Kind::new(program, names, (&mut system, &mut origin, NAME), &lemmas, &mut ledger, options);
    if let Err(limit) = kind.run(progress) {
        kind.give_up(limit);
    }
    if let Some(board) = &options.board {
        ledger.publish(board);
    }
    ledger
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
    let failed = options.stop_on_fail && ledger.violations().next().is_some();
    !failed && program.props.ids().any(|p| !options.ignored.contains(&p) && !ledger.is_decided(p))
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
    let symex = SymexOptions { lenient: options.lenient, mmio: options.mmio.clone(), depth: None };
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
        let failed = self.options.stop_on_fail && self.ledger.violations().next().is_some();
        failed || self.hopeless.is_some() || self.open_bads().next().is_none()
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

    // ---- base case ------------------------------------------------------------------------------------------------

    /// No goal fails at step `k`, or it becomes a counterexample.
    fn base_case(&mut self, k: u32) -> Result<(), Limit> {
        let first = if self.options.strategy == bmc::Strategy::Restart { 0 } else { k };
        loop {
            let open: Vec<usize> = self.open_bads().collect();
            let mut conds = Vec::with_capacity(open.len());
            for bad in open {
                let cond = self.first(bad);
                for step in first..=k {
                    conds.push(self.base.at(self.system, cond, step));
                }
            }
            let any = self.system.terms.or_all(&conds);
            if !self.base.satisfiable(self.system, any, &[])? {
                break;
            }
            self.confirm(k);
            if self.is_done() {
                return Ok(());
            }
        }
        for i in 0..self.system.bad.len() {
            if self.system.bad[i].cond != TermId::FALSE {
                self.base.assert_not(self.system, self.system.bad[i].cond, k);
            }
        }
        if self.all_ended(k + 1) {
            self.complete = Some(k + 1);
            let open: Vec<usize> = self.open_goals();
            open.into_iter().for_each(|g| self.goals[g].proved = true);
            self.settle_proved()?;
        }
        Ok(())
    }

    /// Whether every execution has ended before this step.
    fn all_ended(&mut self, step: u32) -> bool {
        let end = self.system.at_location(System::END);
        let ended = self.base.at(self.system, end, step);
        let goes_on = self.system.terms.not(ended);
        goes_on != TermId::TRUE && self.cheaply(|k| k.base.satisfiable(k.system, goes_on, &[])) == Ok(false)
    }

    /// Asks with a small limit of conflicts.
    fn cheaply(&mut self, ask: impl FnOnce(&mut Self) -> Result<bool, Limit>) -> Result<bool, Limit> {
        let cheap = Limits { conflicts: Some(CHEAP), ..self.options.limits.clone() };
        self.base.solver.set_limits(cheap.clone());
        self.step.solver.set_limits(cheap);
        let answer = ask(self);
        self.base.solver.set_limits(self.options.limits.clone());
        self.step.solver.set_limits(self.options.limits.clone());
        answer
    }

    /// Replays the model; what the interpreter sees is entered, for whichever property it is.
    fn confirm(&mut self, k: u32) {
        if self.name == CELLS {
            self.hopeless = Some(no_such_path());
            return;
        }
        let path = self.base_inputs(k);
        let violated = &self.violated;
        let walk =
            self.origin.with_whole(self.system, |s| walk(s, &path, &|bad| !violated.contains(&bad), self.options));
        let hit = walk.visits.last().and_then(|v| v.bad);
        let Some(bad) = hit else {
            self.hopeless = Some(no_such_path());
            return;
        };
        let prop = match &self.system.bad[bad].kind {
            BadKind::Inexact(what) => {
                let (what, span) = (what.clone(), self.system.bad[bad].span);
                self.hopeless = Some(UnknownReason::Inexact { what, span });
                return;
            }
            BadKind::Violation(prop) => *prop,
        };
        if !self.system.contracts.functions.is_empty() {
            self.given_up.insert(prop);
            return self.enter_violation(k);
        }
        match confirm(self.ledger, (self.program, self.names), walk.counterexample) {
            Ok(_) => self.enter_violation(k),
            Err(reason) => {
                self.ledger.status[prop] = Status::Unknown(reason.clone());
                self.hopeless = Some(reason);
            }
        }
    }

    /// Before the first step: executes what may be a violation; nothing is lost if it is none.
    fn try_path(&mut self, path: &[Inputs]) {
        let violated = &self.violated;
        let walk =
            self.origin.with_whole(self.system, |s| walk(s, path, &|bad| !violated.contains(&bad), self.options));
        let hit = walk.visits.last().and_then(|v| v.bad);
        if !hit.is_some_and(|bad| matches!(self.system.bad[bad].kind, BadKind::Violation(_))) {
            return;
        }
        let c = Counterexample { max_steps: SUSPECT_STEPS, ..walk.counterexample };
        if confirm(self.ledger, (self.program, self.names), c).is_ok() {
            self.enter_violation(0);
        }
    }

    fn base_inputs(&mut self, k: u32) -> Vec<Inputs> {
        let mut path = Vec::with_capacity(k as usize + 1);
        for step in 0..=k {
            let symbols: Vec<(TermId, TermId)> = self.base.unroller.inputs_at(step as usize).collect();
            let mut inputs = Inputs::default();
            for (input, symbol) in symbols {
                let value = self.base.solver.value(&self.system.terms, symbol);
                if let (Some(id), Some(value)) = (self.system.terms.symbol_id(input), value) {
                    inputs.insert(id, value);
                }
            }
            path.push(inputs);
        }
        path
    }

    /// A property was violated at step `k` of the base case: from now on it is assumed not to have happened before.
    fn enter_violation(&mut self, k: u32) {
        let new = (0..self.system.bad.len()).filter(|i| !self.violated.contains(i) && self.is_violated(*i));
        for bad in new.collect::<Vec<_>>() {
            self.violated.insert(bad);
            let cond = self.system.bad[bad].cond;
            for step in 0..=k {
                self.step.assert_not(self.system, cond, step);
            }
        }
    }

    // ---- step case ------------------------------------------------------------------------------------------------

    /// `k` steps without a failing goal are not followed by one: which goals is that true of, together?
    fn inductive_step(&mut self, k: u32) -> Result<(), Limit> {
        self.extend_path(k);
        let mut current = self.open_goals();
        if k == 0 {
            // Nothing is assumed of the steps before: lemmas that need that are not asked for.
            current.retain(|g| matches!(self.goals[*g].source, Source::Bad(_)));
        }
        let all = current.len();
        let mut hopeless = false;
        loop {
            let before = current.len();
            // Lemmas are inductive as long as no goal was dropped.
            if before < all {
                self.drop_failing(k, &mut current, false)?;
            }
            self.drop_failing(k, &mut current, true)?;
            hopeless = hopeless || self.misses_inexact(&current);
            if hopeless || before == current.len() {
                break;
            }
        }
        let any_bad = current.iter().any(|g| matches!(self.goals[*g].source, Source::Bad(_)));
        if any_bad && !hopeless {
            self.enter_proved(k, &current)?;
        }
        self.assume_at(k);
        Ok(())
    }

    fn open_goals(&self) -> Vec<usize> {
        let open = |g: &Goal| !g.proved && !matches!(g.source, Source::Bad(i) if self.violated.contains(&i));
        (0..self.goals.len()).filter(|&i| open(&self.goals[i])).collect()
    }

    /// What holds for ever is asserted of the path's new state.
    fn extend_path(&mut self, k: u32) {
        for i in 0..self.lemmas.absolute.len() {
            let violation = self.lemmas.absolute[i].violation(self.system);
            self.step.assert_not(self.system, violation, k);
        }
        for g in 0..self.goals.len() {
            if self.goals[g].proved && self.goals[g].cond != TermId::FALSE {
                let failure = self.failure(g);
                self.step.assert_not(self.system, failure, k);
            }
        }
        if self.options.induction.simple_path {
            self.assert_simple_path(k);
        }
    }

    /// The path's new state is none of those before. A shortest path to a bad state visits no state twice.
    fn assert_simple_path(&mut self, k: u32) {
        let roots: Vec<TermId> = self.goals.iter().map(|g| g.cond).collect();
        let cone = self.step.unroller.cone(self.system, &roots);
        for earlier in 0..k {
            let mut differ = Vec::with_capacity(cone.len());
            for &v in &cone {
                let now = self.system.vars[v as usize].now;
                let (a, b) = (self.step.at(self.system, now, earlier), self.step.at(self.system, now, k));
                differ.push(self.system.terms.ne(a, b));
            }
            let any = self.system.terms.or_all(&differ);
            self.step.solver.assert(&self.system.terms, any);
        }
    }

    /// Drops goals (bad conditions, or lemmas) that fail at step `k` although all current ones hold before.
    fn drop_failing(&mut self, k: u32, current: &mut Vec<usize>, bads: bool) -> Result<(), Limit> {
        loop {
            let is_asked = |k: &Self, g: usize| matches!(k.goals[g].source, Source::Bad(_)) == bads;
            let mut failing: Vec<(usize, TermId)> = Vec::new();
            let mut given: Vec<TermId> = Vec::new();
            for &g in current.iter() {
                let failure = self.failure(g);
                let cond = self.step.at(self.system, failure, k);
                if is_asked(self, g) {
                    failing.push((g, cond));
                } else if bads {
                    given.push(self.system.terms.not(cond));
                }
            }
            let conds: Vec<TermId> = failing.iter().map(|(_, t)| *t).collect();
            let any = self.system.terms.or_all(&conds);
            given.push(any);
            let asked = self.system.terms.and_all(&given);
            let active: Vec<Switch> = current.iter().map(|&g| self.goals[g].active).collect();
            if !self.step.satisfiable(self.system, asked, &active)? {
                return Ok(());
            }
            let mut failed: FxHashSet<usize> = FxHashSet::default();
            for (g, cond) in failing {
                if self.step.solver.value_bool(&self.system.terms, cond) != Some(false) {
                    failed.insert(g);
                }
            }
            current.retain(|g| !failed.contains(g));
            if failed.is_empty() {
                return Err(Limit::Solver);
            }
            if self.misses_inexact(current) {
                return Ok(());
            }
        }
    }

    /// Whether a place where the model is not exact is no longer among the goals, so that nothing can be proved with them.
    fn misses_inexact(&self, current: &[usize]) -> bool {
        let needed = |g: &Goal| match g.source {
            Source::Bad(i) => !g.proved && matches!(self.system.bad[i].kind, BadKind::Inexact(_)),
            Source::Lemma(_) => false,
        };
        (0..self.goals.len()).any(|g| needed(&self.goals[g]) && !current.contains(&g))
    }

    fn enter_proved(&mut self, k: u32, current: &[usize]) -> Result<(), Limit> {
        for &g in current {
            self.goals[g].proved = true;
            for step in 0..k {
                self.step.assert_not(self.system, self.goals[g].cond, step);
            }
        }
        self.k = k;
        if k > 0 && !self.options.induction.base_case {
            // Only half a proof.
            let what = format!("the step case holds for k = {k}; the base case was not asked for");
            self.hopeless = Some(UnknownReason::Inexact { what, span: Span::NONE });
            return Ok(());
        }
        self.settle_proved()
    }

    /// From now on step `k` lies before the goals' step.
    fn assume_at(&mut self, k: u32) {
        for g in 0..self.goals.len() {
            let is_violated = matches!(self.goals[g].source, Source::Bad(i) if self.violated.contains(&i));
            let (cond, active) = (self.goals[g].cond, self.goals[g].active);
            if self.goals[g].proved || is_violated {
                self.step.assert_not(self.system, cond, k);
            } else {
                let cond = self.step.at(self.system, cond, k);
                let holds = self.system.terms.not(cond);
                self.step.solver.assert_if(&self.system.terms, active, holds);
            }
        }
    }

    // ---- verdicts -------------------------------------------------------------------------------------------------

    /// Enters the properties all of whose bad conditions are proved never to hold, after their certificate was checked.
    fn settle_proved(&mut self) -> Result<(), Limit> {
        let inexact = |g: &Goal| match g.source {
            Source::Bad(i) => !g.proved && matches!(self.system.bad[i].kind, BadKind::Inexact(_)),
            Source::Lemma(_) => false,
        };
        if self.goals.iter().any(inexact) {
            return Ok(());
        }
        let mut open: FxHashSet<PropId> = FxHashSet::default();
        for bad in self.open_bads() {
            if let BadKind::Violation(p) = &self.system.bad[bad].kind {
                open.insert(*p);
            }
        }
        let is_new = |p: &PropId| !open.contains(p) && !self.given_up.contains(p) && !self.ledger.status[*p].is_final();
        let new: Vec<PropId> = self.checked().into_iter().filter(is_new).collect();
        if new.is_empty() {
            return Ok(());
        }
        let mut certificate = self.certificate(&new);
        match check_proof(self.program, self.names, self.options, &mut self.again, &certificate) {
            Ok(checked) => {
                certificate.checked = Some(checked);
                new.into_iter().for_each(|prop| self.ledger.decide(prop, Status::Proved { by: self.name }));
                self.ledger.certificates = self.earlier.iter().cloned().chain([certificate]).collect();
                Ok(())
            }
            Err(Refused::Limit(limit)) => Err(limit),
            Err(Refused::Malformed(what) | Refused::Wrong(what)) => {
                let what = format!("the proof does not pass its check: {what}");
                self.hopeless = Some(UnknownReason::Inexact { what, span: Span::NONE });
                Ok(())
            }
        }
    }

    /// What was proved so far, and how; `new` properties are not in the ledger yet.
    fn certificate(&mut self, new: &[PropId]) -> Certificate {
        let mine = |s: &Status| matches!(s, Status::Proved { by } | Status::Unreachable { by } if *by == self.name);
        let is_proved: FxHashSet<PropId> =
            self.checked().into_iter().filter(|p| new.contains(p) || mine(&self.ledger.status[*p])).collect();
        let is_proved: FxHashSet<PropId> = is_proved.difference(&self.given_up).copied().collect();
        let mut lemmas = self.lemmas.absolute.clone();
        for goal in self.goals.iter().filter(|g| g.proved) {
            if let Source::Lemma(i) = goal.source {
                lemmas.push(self.lemmas.relative[i]);
            }
        }
        let method = match self.complete {
            Some(depth) => Method::Steps { depth },
            None => Method::Induction { k: self.k },
        };
        if self.complete.is_some() {
            lemmas.clear();
        } else {
            lemmas = self.minimised(&lemmas, &is_proved);
        }
        let facts = self.origin.with_whole(self.system, |s| facts(s, &lemmas));
        Certificate {
            method,
            abstraction: (self.name == CELLS).then_some(Abstraction::Cells),
            solver: self.options.solver.backend.name().to_string(),
            checked: None,
            properties: self.ids(|p| is_proved.contains(&p)),
            violated: self.ids(|p| self.is_given_up_or_violated(p)),
            reductions: self.origin.used().iter().map(ToString::to_string).collect(),
            contracts: certificate::contracts(self.system),
            facts,
        }
    }

    /// The lemmas that the proof of these properties needs, of the system as it was before it was reduced.
    fn minimised(&mut self, lemmas: &[Lemma], proved: &FxHashSet<PropId>) -> Vec<Lemma> {
        let lemmas = &self.origin.lemmas(self.system, lemmas);
        let (k, violated, limits) = (self.k, &self.violated, share(&self.options.limits));
        self.origin.with_whole(self.system, |system| {
            let (mut bad, mut ended) = (Vec::new(), Vec::new());
            for i in 0..system.bad.len() {
                match &system.bad[i].kind {
                    _ if violated.contains(&i) => ended.push(system.bad[i].cond),
                    BadKind::Violation(p) if !proved.contains(p) => {}
                    BadKind::Violation(_) | BadKind::Inexact(_) => {
                        bad.push(system.first(i, &|b| violated.contains(&b)))
                    }
                }
            }
            minimise(system, &Induction { k, lemmas, bad: &bad, ended: &ended }, &limits)
        })
    }

    fn ids(&self, wanted: impl Fn(PropId) -> bool) -> Vec<String> {
        self.checked().into_iter().filter(|p| wanted(*p)).map(|p| self.program.props[p].id.clone()).collect()
    }

    /// The properties that are asked for.
    fn checked(&self) -> Vec<PropId> {
        self.program.props.ids().filter(|p| !self.options.ignored.contains(p)).collect()
    }

    fn close(&mut self) {
        if let Some(reason) = self.hopeless.clone() {
            self.set_open(&reason);
        }
    }

    /// `--max-k-step` was reached.
    fn set_held_up_to(&mut self, k: u32) {
        if self.options.induction.base_case {
            for prop in self.checked() {
                if matches!(self.ledger.status[prop], Status::Unknown(UnknownReason::NotChecked)) {
                    self.ledger.status[prop] = Status::HoldsUpTo { bound: k };
                }
            }
        }
    }

    fn set_open(&mut self, reason: &UnknownReason) {
        for prop in self.checked() {
            if matches!(self.ledger.status[prop], Status::Unknown(UnknownReason::NotChecked)) {
                self.ledger.status[prop] = Status::Unknown(reason.clone());
            }
        }
    }

    fn give_up(&mut self, limit: Limit) {
        self.close();
        self.set_open(&limit_reason(limit));
    }
}

struct Silent;

impl Progress for Silent {
    fn stage(&mut self, _: &Stage) {}
}
