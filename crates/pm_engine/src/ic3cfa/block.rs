//! Blocking: obligations are taken one after the other until none is left, or one begins at the entry (Alg. 4.2.2).

use super::Search;
use super::frames::FOR_EVER;
use super::obligations::{Obligation, Obligations};
use super::options::Part;
use super::questions::{Question, Reply};
use crate::cfa::Chain;
use crate::cfa::cubes::Cube;
use pm_model::System;
use pm_solve::Limit;

impl Search<'_> {
    /// Blocks all that leads to a goal within so many steps, or finds what cannot be blocked.
    pub(super) fn strengthen(&mut self, level: u32) -> Result<Option<Chain>, Limit> {
        let mut queue = Obligations::new(self.how.has(Part::Ordering));
        for goal in self.ground.active_goals() {
            loop {
                let from = self.ground.graph.commands[goal].from;
                if !self.is_near(from, level) || self.ask(goal, level, &Cube::empty(), true)? != Reply::Reached {
                    break;
                }
                if from == System::ENTRY {
                    return Ok(Some(vec![(goal, Cube::empty())]));
                }
                let cube = self.predecessor(goal, &Cube::empty())?;
                queue.add(level, Obligation { cube, location: from, command: goal, next: None, depth: 0 });
                if let Some(chain) = self.work_off(&mut queue, level)? {
                    return Ok(Some(chain));
                }
            }
        }
        Ok(None)
    }

    fn work_off(&mut self, queue: &mut Obligations, last: u32) -> Result<Option<Chain>, Limit> {
        while let Some((level, index)) = queue.pop() {
            let Obligation { cube, location, depth, .. } = queue.get(index).clone();
            if let Some(known) = self.frames.level_of(location, &cube).filter(|known| *known >= level) {
                if known < last && self.how.has(Part::Propagation) {
                    queue.push(known + 1, index);
                }
                continue;
            }
            match self.first_predecessor(location, level, &cube)? {
                Some(command) if self.ground.graph.commands[command].from == System::ENTRY => {
                    let chain = queue.chain(index);
                    let mut commands = vec![command];
                    commands.extend(chain.iter().map(|o| o.command));
                    let cubes = chain.into_iter().map(|o| o.cube).chain([Cube::empty()]);
                    return Ok(Some(commands.into_iter().zip(cubes).collect()));
                }
                Some(command) => {
                    let from = self.ground.graph.commands[command].from;
                    let before = self.predecessor(command, &cube)?;
                    queue.push(level, index);
                    let next = Some(index);
                    queue.add(level - 1, Obligation { cube: before, location: from, command, next, depth: depth + 1 });
                }
                None => {
                    let blocked = self.block(location, level, &cube, last)?;
                    if blocked < last && self.how.has(Part::Propagation) {
                        queue.push(blocked + 1, index);
                    }
                }
            }
        }
        Ok(None)
    }

    /// A command that leads from the frame before into the cube. The solver of its location has a model.
    pub(super) fn first_predecessor(&mut self, location: u32, level: u32, cube: &Cube) -> Result<Option<usize>, Limit> {
        for command in self.ground.graph.into[location as usize].clone() {
            if self.is_reached(command, level, cube, true)?.is_none() {
                return Ok(Some(command));
            }
        }
        Ok(None)
    }

    /// Whether a command leads from the frame before a level into a cube: `None` if so, or else the literals that suffice to see that it does not.
    pub(super) fn is_reached(
        &mut self,
        command: usize,
        level: u32,
        cube: &Cube,
        wants_model: bool,
    ) -> Result<Option<Cube>, Limit> {
        let from = self.ground.graph.commands[command].from;
        if level == 0 || !self.is_near(from, level - 1) {
            return Ok(Some(Cube::empty()));
        }
        if let Some(known) = self.blocked_before(command, level, cube) {
            self.statistics.predecessor_hits += 1;
            return Ok(Some(known));
        }
        match self.ask(command, level - 1, cube, wants_model)? {
            Reply::Blocked(core) => Ok(Some(core)),
            Reply::Reached => Ok(None),
        }
    }

    pub(super) fn ask(&mut self, number: usize, level: u32, cube: &Cube, wants_model: bool) -> Result<Reply, Limit> {
        let Search { ground, questions, frames, how, statistics, .. } = self;
        let command = &mut ground.graph.commands[number];
        let question = Question { number, command, level, cube, wants_model };
        questions.ask(&mut ground.system.terms, &mut ground.sites, frames, question, *how, statistics)
    }

    /// The cube before a command, by the model of the last question.
    pub(super) fn predecessor(&mut self, command: usize, cube: &Cube) -> Result<Cube, Limit> {
        self.ground.predecessor(command, cube, self.how.has(Part::Lifting))
    }

    /// Generalises a cube that nothing leads into, and blocks it as far as that holds: the level.
    pub(super) fn block(&mut self, location: u32, level: u32, cube: &Cube, last: u32) -> Result<u32, Limit> {
        let general = self.generalise(location, level, cube)?;
        let mut reached = level;
        while reached < last && self.how.has(Part::Propagation) && self.is_inductive(location, reached + 1, &general)? {
            reached += 1;
        }
        self.enter(location, general, reached);
        Ok(reached)
    }

    pub(super) fn enter(&mut self, location: u32, cube: Cube, level: u32) {
        self.ground.counts.blocked += 1;
        self.tell(location, &cube, level);
        self.frames.add(location, cube, level);
    }

    /// A cube is blocked: its solver knows it from now on.
    pub(super) fn tell(&mut self, location: u32, cube: &Cube, level: u32) {
        let Search { ground, questions, .. } = self;
        questions.tell(&mut ground.system.terms, &mut ground.sites, location, cube, level);
    }

    /// No command leads from the frames before a level into a cube.
    pub(super) fn is_inductive(&mut self, location: u32, level: u32, cube: &Cube) -> Result<bool, Limit> {
        for command in self.ground.graph.into[location as usize].clone() {
            if self.is_reached(command, level, cube, false)?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Makes what is blocked in a frame that repeats known for ever.
    pub(super) fn keep_for_ever(&mut self, level: u32) {
        for location in 0..self.frames.locations() {
            let kept: Vec<(u32, Cube)> = self
                .frames
                .frame(location, level + 1)
                .filter(|b| b.level != FOR_EVER)
                .map(|b| (b.number, b.cube.clone()))
                .collect();
            for (number, cube) in kept {
                self.frames.raise(location, number, FOR_EVER);
                self.tell(location, &cube, FOR_EVER);
            }
        }
    }
}
