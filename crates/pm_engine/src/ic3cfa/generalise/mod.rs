//! Generalisation: a cube that is blocked becomes one with fewer literals, or weaker ones, that is blocked as well (section 5.12 of the thesis).
//!
//! In: a cube that no command leads into from the frame before. Out: a cube that contains it, of which that holds, too. It is looked for command by command, and the
//! literals that any of them needs stay. What follows for a command that leads back to its own location is asked once more of the result, as less is then known of the state before: the thesis
//! takes the union there without a question.

mod contexts;
mod interpolate;
mod reduce;

pub use contexts::Contexts;

use super::Search;
use super::options::Part;
use crate::cfa::cubes::{Cube, conjuncts};
use pm_solve::Limit;

impl Search<'_> {
    pub(super) fn generalise(&mut self, location: u32, level: u32, cube: &Cube) -> Result<Cube, Limit> {
        if !self.how.drops {
            return Ok(cube.clone());
        }
        let (outer, calls) = (std::mem::replace(&mut self.is_generalising, true), self.ground.sites.calls);
        let general = self.generalised(location, level, cube);
        self.is_generalising = outer;
        if !outer {
            self.ground.counts.in_generalisation += self.ground.sites.calls - calls;
        }
        general
    }

    fn generalised(&mut self, location: u32, level: u32, cube: &Cube) -> Result<Cube, Limit> {
        let into = self.ground.graph.into[location as usize].clone();
        let (loops, others): (Vec<usize>, Vec<usize>) =
            into.into_iter().partition(|&c| self.ground.graph.commands[c].is_loop());
        let (mut all, mut last) = (Cube::empty(), Vec::new());
        for command in others.into_iter().chain(loops) {
            let known = if self.how.has(Part::Multiple) { all.clone() } else { Cube::empty() };
            let one = self.for_command(command, level, cube, &known)?;
            all = all.union(&one);
            if self.ground.graph.commands[command].is_loop() {
                last.push((command, one));
            }
        }
        for (command, one) in last {
            if one != all && self.is_reached(command, level, &all, false)?.is_none() {
                return Ok(cube.clone());
            }
        }
        match self.how.has(Part::Interpolation) {
            true => self.weaken(location, level, all),
            false => Ok(all),
        }
    }

    /// The literals that a command needs; `known` are those that others need.
    fn for_command(&mut self, command: usize, level: u32, cube: &Cube, known: &Cube) -> Result<Cube, Limit> {
        let from = self.ground.graph.commands[command].from;
        if !self.is_near(from, level - 1) {
            return Ok(Cube::empty());
        }
        if self.how.has(Part::Contexts)
            && let Some(general) = self.contexts.find(&self.frames, (command, from), level, cube)
        {
            self.statistics.context_hits += 1;
            return Ok(general);
        }
        if let Some(general) = self.blocked_before(command, level, cube) {
            self.statistics.predecessor_hits += 1;
            return Ok(general);
        }
        let mut start = cube.clone();
        if self.how.has(Part::Interpolation)
            && let Some(core) = self.is_reached(command, level, cube, false)?
        {
            start = core;
        }
        let mut necessary = known.clone();
        if self.how.has(Part::Minimal)
            && let Some(needed) = self.contexts.needed(&self.frames, (command, from), level, cube)
        {
            necessary = necessary.union(&needed);
        }
        let mut candidates = start.minus(&necessary);
        if self.how.has(Part::Assumes) {
            candidates = self.not_assumed(command, &candidates);
        }
        let general = self.reduce(command, level, &candidates, &necessary)?;
        if self.how.has(Part::Contexts) || self.how.has(Part::Minimal) {
            self.contexts.add(&self.frames, (command, from), level, cube, &general);
        }
        Ok(general)
    }

    /// Without the literals that hold after the command whatever was before (5.4).
    fn not_assumed(&mut self, command: usize, cube: &Cube) -> Cube {
        let (command, terms) = (&mut self.ground.graph.commands[command], &mut self.ground.system.terms);
        let mut kept = Vec::with_capacity(cube.len());
        for &literal in cube.literals() {
            let before = command.wep(terms, literal);
            let is_assumed = conjuncts(terms, before).iter().all(|c| command.assumes.binary_search(c).is_ok());
            if !is_assumed {
                kept.push(literal);
            }
        }
        self.statistics.assumed += (cube.len() - kept.len()) as u64;
        Cube::new(kept)
    }

    /// The literals whose preconditions are those of a cube that is blocked before the command (5.5).
    pub(super) fn blocked_before(&mut self, command: usize, level: u32, cube: &Cube) -> Option<Cube> {
        if !self.how.has(Part::Predecessors) {
            return None;
        }
        let (command, terms) = (&mut self.ground.graph.commands[command], &mut self.ground.system.terms);
        self.frames.frame(command.from, level - 1).next()?;
        let before = command.precondition(terms, cube);
        let blocked = self.frames.frame(command.from, level - 1).find(|b| b.cube.is_subset(&before))?.cube.clone();
        let mut needed = Vec::new();
        for &literal in cube.literals() {
            let before = command.wep(terms, literal);
            if conjuncts(terms, before).iter().any(|c| blocked.contains(*c)) {
                needed.push(literal);
            }
        }
        Some(Cube::new(needed))
    }
}
