//! Blocking: obligations are taken one after the other until none is left, or one begins at the entry (Alg. 4.2.2).

use super::Search;
use super::cubes::Cube;
use super::frames::FOR_EVER;
use super::graph::Target;
use super::implicant::{eliminate, implicant, inputs_of, is_large, values_of};
use super::obligations::{Obligation, Obligations};
use super::options::Part;
use super::sites::{Question, Reply};
use pm_model::System;
use pm_solve::Limit;
use pm_term::TermId;

/// Cubes of models with more literals than this are made smaller by the solver's reasons.
const LIFTED: usize = 3;

/// Commands and the cubes that they lead to, from the entry to a goal.
pub type Chain = Vec<(usize, Cube)>;

impl Search<'_> {
    /// Blocks all that leads to a goal within so many steps, or finds what cannot be blocked.
    pub(super) fn strengthen(&mut self, level: u32) -> Result<Option<Chain>, Limit> {
        let mut queue = Obligations::new(self.how.has(Part::Ordering));
        for goal in self.active_goals() {
            loop {
                let from = self.graph.commands[goal].from;
                if !self.graph.is_near(from, level, self.how)
                    || self.ask(goal, level, &Cube::empty(), true)? != Reply::Reached
                {
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
                if known < last {
                    queue.push(known + 1, index);
                }
                continue;
            }
            match self.first_predecessor(location, level, &cube)? {
                Some(command) if self.graph.commands[command].from == System::ENTRY => {
                    let chain = queue.chain(index);
                    let mut commands = vec![command];
                    commands.extend(chain.iter().map(|o| o.command));
                    let cubes = chain.into_iter().map(|o| o.cube).chain([Cube::empty()]);
                    return Ok(Some(commands.into_iter().zip(cubes).collect()));
                }
                Some(command) => {
                    let from = self.graph.commands[command].from;
                    let before = self.predecessor(command, &cube)?;
                    queue.push(level, index);
                    let next = Some(index);
                    queue.add(level - 1, Obligation { cube: before, location: from, command, next, depth: depth + 1 });
                }
                None => {
                    let blocked = self.block(location, level, &cube, last)?;
                    if blocked < last {
                        queue.push(blocked + 1, index);
                    }
                }
            }
        }
        Ok(None)
    }

    /// A command that leads from the frame before into the cube. The solver of its location has a model.
    pub(super) fn first_predecessor(&mut self, location: u32, level: u32, cube: &Cube) -> Result<Option<usize>, Limit> {
        for command in self.graph.into[location as usize].clone() {
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
        let from = self.graph.commands[command].from;
        if level == 0 || !self.graph.is_near(from, level - 1, self.how) {
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
        let calls = self.statistics.calls;
        let command = &mut self.graph.commands[number];
        let question = Question { number, command, level, cube, wants_model };
        let terms = &mut self.system.terms;
        let reply = self.sites.ask(terms, &self.frames, question, self.how, &mut self.statistics);
        if self.is_generalising {
            self.statistics.calls_in_generalisation += self.statistics.calls - calls;
        }
        reply
    }

    /// Generalises a cube that nothing leads into, and blocks it as far as that holds: the level.
    pub(super) fn block(&mut self, location: u32, level: u32, cube: &Cube, last: u32) -> Result<u32, Limit> {
        let general = self.generalise(location, level, cube)?;
        let mut reached = level;
        while reached < last && self.is_inductive(location, reached + 1, &general)? {
            reached += 1;
        }
        self.enter(location, general, reached);
        Ok(reached)
    }

    pub(super) fn enter(&mut self, location: u32, cube: Cube, level: u32) {
        self.statistics.blocked += 1;
        self.sites.tell(&mut self.system.terms, location, &cube, level);
        self.frames.add(location, cube, level);
    }

    /// No command leads from the frames before a level into a cube.
    pub(super) fn is_inductive(&mut self, location: u32, level: u32, cube: &Cube) -> Result<bool, Limit> {
        for command in self.graph.into[location as usize].clone() {
            if self.is_reached(command, level, cube, false)?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The cube before a command, by the model of the last question.
    pub(super) fn predecessor(&mut self, number: usize, cube: &Cube) -> Result<Cube, Limit> {
        let command = &mut self.graph.commands[number];
        let (from, is_split) = (command.from, command.is_split);
        let terms = &mut self.system.terms;
        let whole = command.precondition(terms, cube);
        let Some(solver) = self.sites.model(from) else { return Err(Limit::Solver) };
        let literals = implicant(terms, solver, &mut self.state, whole.literals()).ok_or(Limit::Solver)?;
        let mut values = inputs_of(terms, solver, &self.state, &literals).ok_or(Limit::Solver)?;
        if is_large(terms, &literals)
            && let Some(state) = values_of(terms, solver, &self.state, &literals)
        {
            let values = inputs_of(terms, solver, &self.state, whole.literals()).ok_or(Limit::Solver)?;
            self.statistics.by_values += 1;
            return self.lifted(from, &whole, Cube::new(state), &values);
        }
        match is_split && literals.len() == whole.len() {
            true => self.statistics.by_split += 1,
            false => self.statistics.by_model += 1,
        }
        let found = Cube::new(eliminate(terms, &self.state, &literals, &mut values));
        if found.len() <= LIFTED {
            return Ok(found);
        }
        self.lifted(from, &whole, found, &values)
    }

    /// Without the literals that are not needed to get to where the whole precondition holds.
    fn lifted(&mut self, location: u32, whole: &Cube, found: Cube, values: &[(TermId, TermId)]) -> Result<Cube, Limit> {
        let terms = &mut self.system.terms;
        let mut assumed = vec![whole.clause(terms)];
        for &(input, value) in values {
            assumed.push(terms.eq(input, value));
        }
        assumed.extend(found.literals());
        self.statistics.calls += 1;
        let needed = self.sites.reasons(terms, location, &assumed)?;
        let Some(needed) = needed else { return Ok(found) };
        Ok(Cube::new(found.literals().iter().copied().filter(|l| needed.contains(l)).collect()))
    }

    /// Commands to the goals that are asked about.
    pub(super) fn active_goals(&self) -> Vec<usize> {
        let is_active = |c: &usize| match self.graph.commands[*c].to {
            Target::Goal(goal) => self.active[goal],
            Target::Location(_) => false,
        };
        self.graph.goals.iter().copied().filter(is_active).collect()
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
                self.sites.tell(&mut self.system.terms, location, &cube, FOR_EVER);
            }
        }
    }
}
