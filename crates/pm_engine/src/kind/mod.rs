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
mod partial;
mod portfolio;
mod step;
mod verdicts;

use crate::certificate::Certificate;
use crate::engine::{Engine, Progress, Stage};
use crate::id::EngineId;
use crate::ledger::{Ledger, Status, UnknownReason};
use crate::solvers::Solvers;
use crate::task::Task;
use crate::unroll::{Start, Unroller};
use pm_invariants::Lemmas;
use pm_ir::{Program, PropId};
use pm_model::{BadKind, Followed, Origin, Reductions, System};
use pm_solve::{Activation, Answer, Limit};
use pm_symex::LoopName;
use pm_term::TermId;
use portfolio::Portfolio;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

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

impl Engine for Options {
    fn id(&self) -> EngineId {
        EngineId::KIND
    }

    fn check(&self, task: &Task, progress: &mut dyn Progress) -> Ledger {
        let mut ledger = task.ledger(self.id());
        progress.note(&format!("kind: {}", portfolio::describe()));
        Portfolio::new(task, self, &mut ledger, progress).run();
        if let Some(board) = &task.board {
            ledger.publish(board);
        }
        ledger
    }
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

    fn satisfiable(&mut self, system: &System, t: TermId, active: &[Activation]) -> Result<bool, Limit> {
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
    active: Activation,
    proved: bool,
}

struct Kind<'a> {
    program: &'a Program,
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
    /// What the system follows, if it is no plain one.
    followed: Option<Followed>,
    /// Loops that go on beyond the bounds of the system, where only some properties are asked for (`partial.rs`).
    beyond: BTreeSet<LoopName>,
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
            active: Activation::new(i),
            proved: cond == TermId::FALSE,
        });
        let goals = goals.collect();
        let mut kind = Kind {
            program: task.program,
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
            followed: None,
            beyond: BTreeSet::new(),
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
