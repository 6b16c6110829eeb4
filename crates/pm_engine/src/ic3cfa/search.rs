//! The search: frames by location grow until one repeats, or something that must not be reached is reached (Alg. 4.2.1).

use super::frames::{FOR_EVER, Frames};
use super::generalise::Contexts;
use super::options::{Generalisation, Part};
use super::questions::Questions;
use super::statistics::Statistics;
use crate::cfa::cubes::Cube;
use crate::cfa::{self, Ground, Kept, Outcome};
use pm_invariants::Lemma;
use pm_model::System;
use pm_solve::{Limit, Limits};
use pm_term::TermId;
use rustc_hash::FxHashSet;

pub struct Search<'a> {
    pub(super) ground: Ground<'a>,
    pub(super) how: Generalisation,
    pub(super) statistics: Statistics,
    pub(super) frames: Frames,
    pub(super) questions: Questions,
    pub(super) contexts: Contexts,
    pub(super) is_generalising: bool,
    /// The last frame.
    pub(super) last: u32,
    /// By command: it was seen to be taken.
    pub(super) taken: Vec<bool>,
    /// Weaker cubes that are not blocked.
    pub(super) in_vain: FxHashSet<(u32, Cube)>,
}

impl<'a> Search<'a> {
    pub fn new(ground: Ground<'a>, how: Generalisation) -> Search<'a> {
        Search {
            how,
            statistics: Statistics::default(),
            frames: Frames::new(ground.system.locations.len()),
            questions: Questions::new(ground.system),
            contexts: Contexts::default(),
            is_generalising: false,
            last: 0,
            taken: vec![false; ground.graph.commands.len()],
            in_vain: FxHashSet::default(),
            ground,
        }
    }

    /// Whether executions may be at a location after so many steps, by the graph alone (5.1).
    pub(super) fn is_near(&self, location: u32, steps: u32) -> bool {
        match self.ground.graph.distance[location as usize] {
            None | Some(0) => location == System::ENTRY,
            Some(d) if self.how.has(Part::Initialisation) => d <= steps,
            Some(_) => steps > 0,
        }
    }

    /// What is known for ever, as facts.
    fn invariant(&mut self) -> Vec<Lemma> {
        let mut facts = self.ground.known();
        for location in 0..self.frames.locations() {
            for b in self.frames.frame(location, FOR_EVER) {
                let fact = b.cube.clause(&mut self.ground.system.terms);
                facts.push(Lemma { location, fact });
            }
        }
        facts
    }
}

impl cfa::Search for Search<'_> {
    fn run(
        &mut self,
        goals: &dyn Fn(usize) -> bool,
        limits: &Limits,
        tell: &mut dyn FnMut(u32),
    ) -> Result<Outcome, Limit> {
        self.ground.begin(goals, limits);
        self.is_generalising = false;
        self.last = self.last.max(1);
        loop {
            self.ground.counts.iterations = self.last;
            tell(self.last);
            if let Some(chain) = self.strengthen(self.last)? {
                return self.ground.reached(&chain);
            }
            if let Some(level) = self.propagate(self.last)? {
                self.keep_for_ever(level);
                return Ok(Outcome::Safe(self.invariant()));
            }
            self.last += 1;
        }
    }

    fn is_excluded(&mut self, location: u32, condition: TermId) -> Result<bool, Limit> {
        if self.ground.graph.is_nowhere(location) {
            return Ok(true);
        }
        if location == System::ENTRY {
            return Ok(condition == TermId::FALSE);
        }
        let Search { ground, questions, frames, last, .. } = self;
        let (terms, sites) = (&mut ground.system.terms, &mut ground.sites);
        questions.holds_somewhere(terms, sites, frames, (location, *last + 1), condition).map(|holds| !holds)
    }

    /// What was blocked in another search.
    fn start_from(&mut self, kept: &[Kept]) {
        // Elsewhere nothing is asked any more, and a frame may repeat before such a location is reached at all.
        for (location, cube, level) in kept.iter().filter(|b| self.ground.graph.is_relevant[b.0 as usize]) {
            self.frames.add(*location, cube.clone(), *level);
            self.last = self.last.max(if *level == FOR_EVER { 0 } else { *level });
        }
    }

    /// All that is blocked: location, cube and level.
    fn kept(&self) -> Vec<Kept> {
        let all = (0..self.frames.locations()).flat_map(|l| self.frames.at(l).iter().map(move |b| (l, b)));
        all.map(|(l, b)| (l, b.cube.clone(), b.level)).collect()
    }

    fn summary(&self) -> String {
        format!("{}; {}", self.ground.summary(), self.statistics)
    }
}
