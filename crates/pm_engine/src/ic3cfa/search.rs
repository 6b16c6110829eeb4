//! The search: frames by location grow until one repeats, or something that must not be reached is reached (Alg. 4.2.1).

use super::block::Chain;
use super::cubes::Cube;
use super::frames::{FOR_EVER, Frames};
use super::generalise::Contexts;
use super::graph::Graph;
use super::implicant::State;
use super::options::Generalisation;
use super::sites::Sites;
use super::statistics::Statistics;
use crate::path::Inputs;
use pm_invariants::Lemma;
use pm_model::System;
use pm_solve::{Limit, Limits};
use pm_term::TermId;
use rustc_hash::FxHashSet;

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

pub struct Search<'a> {
    pub system: &'a mut System,
    pub how: Generalisation,
    pub statistics: Statistics,
    pub(super) solver: pm_solve::Options,
    pub(super) graph: Graph,
    pub(super) frames: Frames,
    pub(super) sites: Sites,
    pub(super) state: State,
    pub(super) contexts: Contexts,
    /// By goal: it is asked about.
    pub(super) active: Vec<bool>,
    pub(super) is_generalising: bool,
    /// The last frame.
    pub(super) last: u32,
    /// By command: it was seen to be taken.
    pub(super) taken: Vec<bool>,
    /// Weaker cubes that are not blocked.
    pub(super) in_vain: FxHashSet<(u32, Cube)>,
}

impl<'a> Search<'a> {
    pub fn new(
        system: &'a mut System,
        goals: Goals,
        how: Generalisation,
        solver: &pm_solve::Options,
        limits: Limits,
    ) -> Search<'a> {
        let mut statistics = Statistics::default();
        let graph = Graph::new(system, goals.conditions, goals.ended, how, &mut statistics);
        let state = State::new(&system.terms, system.vars.iter().map(|v| v.now));
        let sites = Sites::new(system, solver, goals.background, limits);
        let frames = Frames::new(system.locations.len());
        Search {
            active: vec![true; goals.conditions.len()],
            taken: vec![false; graph.commands.len()],
            system,
            how,
            statistics,
            solver: solver.clone(),
            graph,
            frames,
            sites,
            state,
            contexts: Contexts::default(),
            is_generalising: false,
            last: 0,
            in_vain: FxHashSet::default(),
        }
    }

    /// What was blocked in another search of the same system, in which executions did not end earlier than in this one.
    pub fn start_from(&mut self, blocked: &[(u32, Cube, u32)]) {
        // Elsewhere nothing is asked any more, and a frame may repeat before such a location is reached at all.
        for (location, cube, level) in blocked.iter().filter(|b| self.graph.is_relevant[b.0 as usize]) {
            self.frames.add(*location, cube.clone(), *level);
            self.last = self.last.max(if *level == FOR_EVER { 0 } else { *level });
        }
    }

    /// All that is blocked: location, cube and level.
    pub fn blocked(&self) -> Vec<(u32, Cube, u32)> {
        let all = (0..self.frames.locations()).flat_map(|l| self.frames.at(l).iter().map(move |b| (l, b)));
        all.map(|(l, b)| (l, b.cube.clone(), b.level)).collect()
    }

    /// Asks about some goals, until there is an answer or a limit is met; `tell` gets the number of each frame.
    ///
    /// # Errors
    /// The limit. The search can go on from there.
    pub fn run(
        &mut self,
        goals: &dyn Fn(usize) -> bool,
        limits: &Limits,
        tell: &mut dyn FnMut(u32),
    ) -> Result<Outcome, Limit> {
        self.active = (0..self.active.len()).map(goals).collect();
        self.sites.limits = limits.clone();
        self.is_generalising = false;
        self.last = self.last.max(1);
        loop {
            self.statistics.iterations = self.last;
            tell(self.last);
            if let Some(chain) = self.strengthen(self.last)? {
                return self.reached(&chain);
            }
            if let Some(level) = self.propagate(self.last)? {
                self.keep_for_ever(level);
                return Ok(Outcome::Safe(self.invariant()));
            }
            self.last += 1;
        }
    }

    fn reached(&mut self, chain: &Chain) -> Result<Outcome, Limit> {
        Ok(self.inputs(chain)?.map_or(Outcome::Lost, Outcome::Unsafe))
    }

    /// What is known for ever, as facts.
    fn invariant(&mut self) -> Vec<Lemma> {
        let mut facts = Vec::new();
        for location in 0..self.frames.locations() {
            let is_nowhere = self.graph.is_relevant[location as usize]
                && self.graph.distance[location as usize].is_none()
                && location > System::END;
            if is_nowhere {
                facts.push(Lemma { location, fact: TermId::FALSE });
            }
            for b in self.frames.frame(location, FOR_EVER) {
                let fact = b.cube.clause(&mut self.system.terms);
                facts.push(Lemma { location, fact });
            }
        }
        for (location, known) in self.sites.invariants().iter().enumerate() {
            facts.extend(known.iter().map(|&fact| Lemma { location: location as u32, fact }));
        }
        facts
    }

    /// Whether a condition holds in no state at a location that the invariant allows.
    pub fn is_excluded(&mut self, location: u32, condition: TermId) -> Result<bool, Limit> {
        if location != System::ENTRY && self.graph.distance[location as usize].is_none() {
            return Ok(true);
        }
        if location == System::ENTRY {
            return Ok(condition == TermId::FALSE);
        }
        let terms = &mut self.system.terms;
        let level = self.last + 1;
        self.sites.holds_somewhere(terms, &self.frames, (location, level), &[condition]).map(|holds| !holds)
    }
}
