//! What engines that search the control-flow automaton share: commands between locations, a solver for each location, cubes and their preconditions, and the way from what a search
//! says to certificates and executions.
//!
//! ```text
//!   automaton ──▶ graph of commands ──▶ search: ic3cfa, treeic3 or cegar ──▶ facts by location ──▶ certificate
//!                 sites: questions          paths of commands to a goal  ──▶ inputs, replayed
//! ```
//!
//! A search is given goals, conditions at locations that must not be met ([`Goals`]), and has an [`Outcome`]. Which goals are asked about together, and when invariants are looked for by other
//! means, is the same for all of them ([`prover`]).

pub mod cubes;
#[cfg(test)]
pub mod examples;
pub mod graph;
mod implicant;
mod predecessor;
mod prover;
pub mod refute;
pub mod sites;
mod trace;
pub mod tree;

use crate::engine::Progress;
use crate::id::EngineId;
use crate::ledger::{Ledger, UnknownReason};
use crate::models::{reduction_share, refused, system, with_contracts};
use crate::path::Inputs;
use crate::task::Task;
use crate::{cegar, ic3cfa, treeic3};
use cubes::Cube;
use graph::{Graph, Target};
use implicant::State;
use pm_invariants::{self as invariants, Lemma};
use pm_model::{Reductions, System};
use pm_solve::{Limit, Limits};
use pm_term::TermId;
use prover::Prover;
use sites::Sites;

/// The engines that are searches of the automaton. They ask the solver of the task.
pub const ENGINES: [EngineId; 3] = [ic3cfa::ID, treeic3::ID, cegar::ID];

/// With contracts the search gets one of so many parts of the time.
const CONTRACTS: u32 = 2;

/// What is asked.
pub struct Goals<'a> {
    /// Conditions at locations, over variables and inputs.
    pub conditions: &'a [(u32, TermId)],
    /// By location: executions end where this holds.
    pub ended: &'a [TermId],
    /// By location: facts that hold in all executions, while nothing bad happens.
    pub background: Vec<Vec<TermId>>,
}

/// The end of a search.
#[derive(Debug)]
pub enum Outcome {
    /// No goal that was asked about is reached: facts that are inductive, together with the background.
    Safe(Vec<Lemma>),
    /// The inputs of steps that lead to a goal.
    Unsafe(Vec<Inputs>),
    /// The way to a goal that was found is none: an error of ours, or of a solver.
    Lost,
}

/// Commands and the cubes that they lead to, from the entry to a goal.
pub type Chain = Vec<(usize, Cube)>;

/// What one search leaves for the next, of the same system with fewer executions: a location, a cube, and a number; what they mean is the search's own business.
pub type Kept = (u32, Cube, u32);

/// A search for what reaches the goals.
pub trait Search {
    /// Asks about some goals, until there is an answer or a limit is met; `tell` gets the number of each iteration.
    ///
    /// # Errors
    /// The limit. The search can go on from there.
    fn run(
        &mut self,
        goals: &dyn Fn(usize) -> bool,
        limits: &Limits,
        tell: &mut dyn FnMut(u32),
    ) -> Result<Outcome, Limit>;

    /// After `Safe`: whether a condition holds in no state at a location that the facts allow.
    ///
    /// # Errors
    /// A limit.
    fn is_excluded(&mut self, location: u32, condition: TermId) -> Result<bool, Limit>;

    fn start_from(&mut self, kept: &[Kept]);

    fn kept(&self) -> Vec<Kept>;

    /// What it did, in numbers, in a line.
    fn summary(&self) -> String;
}

/// An engine of this kind.
pub trait Strategy: Sync {
    fn id(&self) -> EngineId;

    /// Of the transition system, if not the default ones.
    fn reductions(&self) -> Option<Reductions>;

    fn search<'a>(&self, ground: Ground<'a>) -> Box<dyn Search + 'a>;

    /// Whether edges are to be split into commands without choices.
    fn splits(&self) -> bool;
}

/// What such an engine does with a task: proofs with contracts of recursive functions, then the exact system.
pub fn check(strategy: &dyn Strategy, task: &Task, progress: &mut dyn Progress) -> Ledger {
    let mut ledger = task.ledger(strategy.id());
    let brief = task.within(task.limits.part(CONTRACTS));
    if let Some((mut system, lemmas)) = with_contracts(&brief) {
        ledger.missing_bodies = system.missing_bodies.clone();
        let mut origin = invariants::reduce(&mut system, Reductions::NONE, &brief.limits);
        let _ = Prover::new(&brief, strategy, (&mut system, &mut origin), Some(lemmas), &mut ledger).run(progress);
        ledger.forget_open();
    }
    if let Err(reason) = check_exactly(strategy, task, &mut ledger, progress) {
        ledger.leave_open(task.asked(), &reason);
    }
    ledger
}

fn check_exactly(
    strategy: &dyn Strategy,
    task: &Task,
    ledger: &mut Ledger,
    progress: &mut dyn Progress,
) -> Result<(), UnknownReason> {
    let mut system = system(task, false).map_err(|refusal| refused(&refusal))?;
    ledger.missing_bodies = system.missing_bodies.clone();
    let wanted = strategy.reductions().unwrap_or_default();
    let mut origin = invariants::reduce(&mut system, wanted, &reduction_share(&task.limits));
    Prover::new(task, strategy, (&mut system, &mut origin), None, ledger).run(progress)
}

/// What a search stands on.
pub struct Ground<'a> {
    pub system: &'a mut System,
    pub graph: Graph,
    pub sites: Sites,
    pub counts: Counts,
    /// By goal: it is asked about.
    pub active: Vec<bool>,
    state: State,
    solver: pm_solve::Options,
}

/// What was done, in numbers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    pub iterations: u32,
    /// Questions to solvers in generalisations.
    pub in_generalisation: u64,
    /// Cubes that were blocked.
    pub blocked: u64,
    /// Predecessors: weakest preconditions of commands without choices, cases of others by models, and values of variables where these are too large.
    by_split: u64,
    by_model: u64,
    by_values: u64,
}

impl<'a> Ground<'a> {
    pub fn new(
        system: &'a mut System,
        goals: Goals,
        splits: bool,
        solver: &pm_solve::Options,
        limits: Limits,
    ) -> Ground<'a> {
        let graph = Graph::new(system, goals.conditions, goals.ended, splits);
        let state = State::new(&system.terms, system.vars.iter().map(|v| v.now));
        let sites = Sites::new(system, solver, goals.background, limits);
        let (counts, active) = (Counts::default(), vec![true; goals.conditions.len()]);
        Ground { system, graph, sites, counts, active, state, solver: solver.clone() }
    }

    /// From now on other goals are asked about, within other limits.
    pub fn begin(&mut self, goals: &dyn Fn(usize) -> bool, limits: &Limits) {
        self.active = (0..self.active.len()).map(goals).collect();
        self.sites.limits = limits.clone();
    }

    /// Commands to the goals that are asked about.
    pub fn active_goals(&self) -> Vec<usize> {
        self.graph.goals.iter().copied().filter(|c| self.is_active(*c)).collect()
    }

    /// A command leads to a goal that is asked about.
    pub fn is_active(&self, command: usize) -> bool {
        match self.graph.commands[command].to {
            Target::Goal(goal) => self.active[goal],
            Target::Location(_) => false,
        }
    }

    /// What is known from elsewhere, and that no execution comes to some locations, as facts.
    pub fn known(&self) -> Vec<Lemma> {
        let mut facts = Vec::new();
        for (location, known) in self.sites.invariants().iter().enumerate() {
            facts.extend(known.iter().map(|&fact| Lemma { location: location as u32, fact }));
        }
        let nowhere = |l: &u32| *l > System::END && self.graph.is_relevant[*l as usize] && self.graph.is_nowhere(*l);
        let locations = 0..self.system.locations.len() as u32;
        facts.extend(locations.filter(nowhere).map(|location| Lemma { location, fact: TermId::FALSE }));
        facts
    }

    /// What a way to a goal is as an outcome.
    ///
    /// # Errors
    /// A limit.
    pub fn reached(&mut self, chain: &Chain) -> Result<Outcome, Limit> {
        Ok(self.inputs(chain)?.map_or(Outcome::Lost, Outcome::Unsafe))
    }

    pub fn summary(&self) -> String {
        let Counts { iterations, in_generalisation, blocked, by_split, by_model, by_values } = self.counts;
        let ((split, whole), calls) = (self.graph.edges, self.sites.calls);
        let cubes = format!("predecessors: {by_split} by split, {by_model} by model, {by_values} by values");
        format!(
            "{iterations} iterations, {calls} calls, {in_generalisation} in generalisations, {blocked} blocked; {cubes}; \
             edges: {split} split, {whole} whole"
        )
    }
}
