//! One path of commands from the entry to a goal: it is executed by some inputs, or cubes are blocked along it until nothing gets through.
//!
//! Backwards from the goal the solver is asked whether a command leads into a cube from what is not blocked before it; if so, the cube before it is to be blocked first. What is blocked
//! at each place is then a sequence of interpolants: what is not blocked before a command leads, by the command, to what is not blocked after it, and nothing is left at the goal.
//! It is made of weakest preconditions and of the solver's reasons, so that no solver has to tell its proofs.

use super::cubes::Cube;
use super::{Chain, Ground};
use pm_solve::Limit;
use pm_term::TermId;
use rustc_hash::FxHashSet;

/// Commands, and by place what is blocked there: the first place is the entry, the last one before the goal.
pub struct Path {
    pub commands: Vec<usize>,
    pub blocked: Vec<Vec<Cube>>,
}

impl Path {
    pub fn new(commands: Vec<usize>) -> Path {
        Path { blocked: vec![Vec::new(); commands.len()], commands }
    }
}

impl Ground<'_> {
    /// A way along the path, or none, and then enough is blocked. `drops`: cubes are made larger one literal at a time.
    ///
    /// # Errors
    /// A limit. What was blocked before that stays.
    pub fn refute(&mut self, path: &mut Path, drops: bool) -> Result<Option<Chain>, Limit> {
        // The cube that is to be blocked at each of the last places, the goal first.
        let mut wanted = vec![Cube::empty()];
        while let Some(cube) = wanted.last().cloned() {
            let place = path.commands.len() + 1 - wanted.len();
            let (command, before) = (path.commands[place - 1], &path.blocked[place - 1]);
            match self.leads(command, before, &cube)? {
                None if place == 1 => {
                    wanted.reverse();
                    return Ok(Some(path.commands.iter().copied().zip(wanted).collect()));
                }
                None => wanted.push(self.predecessor(command, &cube, true)?),
                Some(core) => {
                    let general = if drops { self.larger(command, before, core)? } else { core };
                    if let Some(blocked) = path.blocked.get_mut(place) {
                        add(blocked, general);
                    }
                    self.counts.blocked += 1;
                    wanted.pop();
                }
            }
        }
        Ok(None)
    }

    /// Whether a command leads from outside of some cubes into another one: `None` if so, or else literals of it that suffice to see that it does not.
    ///
    /// # Errors
    /// A limit.
    pub fn leads(&mut self, number: usize, blocked: &[Cube], cube: &Cube) -> Result<Option<Cube>, Limit> {
        let (command, terms) = (&mut self.graph.commands[number], &mut self.system.terms);
        let mut after = Vec::with_capacity(cube.len());
        for &literal in cube.literals() {
            after.push((literal, command.wep(terms, literal)));
        }
        if let Some(&(literal, _)) = after.iter().find(|(_, before)| *before == TermId::FALSE) {
            return Ok(Some(Cube::new(vec![literal])));
        }
        let mut assumed: Vec<TermId> = blocked.iter().map(|b| b.clause(terms)).collect();
        assumed.extend(after.iter().map(|a| a.1));
        let needed = self.sites.step(terms, (number, command), &assumed)?;
        Ok(needed.map(|needed| named(&after, &needed)))
    }

    /// A part of a cube that a command does not lead into either.
    fn larger(&mut self, command: usize, blocked: &[Cube], cube: Cube) -> Result<Cube, Limit> {
        let (mut all, calls) = (cube.clone(), self.sites.calls);
        for &literal in cube.literals().iter().filter(|_| cube.len() > 1) {
            if all.contains(literal)
                && let Some(core) = self.leads(command, blocked, &all.without(literal))?
            {
                all = core;
            }
        }
        self.counts.in_generalisation += self.sites.calls - calls;
        Ok(all)
    }
}

/// Blocks a cube; those that it makes needless go.
pub fn add(blocked: &mut Vec<Cube>, cube: Cube) {
    blocked.retain(|b| !cube.is_subset(b));
    blocked.push(cube);
}

/// Of literals with what they were before a command those that are needed: one of each that are the same before.
pub fn named(after: &[(TermId, TermId)], needed: &[TermId]) -> Cube {
    let needed: FxHashSet<TermId> = needed.iter().copied().collect();
    let mut taken = FxHashSet::default();
    let literals = after.iter().filter(|(_, before)| needed.contains(before) && taken.insert(*before));
    Cube::new(literals.map(|a| a.0).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfa::Ground;
    use crate::cfa::examples::{ground, pfalse, ptrue};
    use crate::cfa::graph::Target;
    use pm_model::System;

    /// Commands from the entry over locations to the first goal.
    fn path(ground: &Ground, locations: &[u32]) -> Path {
        let step = |from: u32, to: Target| {
            let commands = ground.graph.commands.iter();
            commands.enumerate().find(|(_, c)| c.from == from && c.to == to).map(|(number, _)| number).unwrap()
        };
        let mut commands: Vec<usize> = locations.windows(2).map(|w| step(w[0], Target::Location(w[1]))).collect();
        commands.push(step(*locations.last().unwrap(), Target::Goal(0)));
        Path::new(commands)
    }

    /// What is not blocked before each command leads to what is not blocked after it, and none of it to the goal.
    #[test]
    fn what_is_blocked_are_interpolants() {
        for drops in [false, true] {
            let (mut system, goals, [ge, ..]) = ptrue(false);
            let mut ground = ground(&mut system, &goals, false);
            let mut path = path(&ground, &[System::ENTRY, 2, 2, 2]);
            assert!(ground.refute(&mut path, drops).unwrap().is_none());
            assert!(path.blocked[0].is_empty(), "all is known of the entry");
            for place in 1..path.commands.len() {
                assert!(!path.blocked[place].is_empty());
                for cube in path.blocked[place].clone() {
                    let before = path.blocked[place - 1].clone();
                    assert!(ground.leads(path.commands[place - 1], &before, &cube).unwrap().is_some());
                }
            }
            let (last, before) = (path.commands.last().unwrap(), path.blocked.last().unwrap());
            assert!(ground.leads(*last, before, &Cube::empty()).unwrap().is_some());
            assert!(!drops || path.blocked[3] == [Cube::new(vec![ge])], "one comparison is enough");
        }
    }

    #[test]
    fn a_path_that_is_executed() {
        let (mut system, goals) = pfalse(false);
        let mut ground = ground(&mut system, &goals, false);
        let mut path = path(&ground, &[System::ENTRY, 2, 3, 4]);
        let chain = ground.refute(&mut path, true).unwrap().expect("x begins at 3");
        assert_eq!(chain.iter().map(|c| c.0).collect::<Vec<usize>>(), path.commands);
        assert_eq!(ground.inputs(&chain).unwrap().map(|inputs| inputs.len()), Some(4));
    }

    /// By way of the loop x is 4 * (x + 1) - 1, which is 3 for no x above 4 that does not wrap around: it is for some that does.
    #[test]
    fn a_path_through_a_loop() {
        let (mut system, goals) = pfalse(true);
        let mut ground = ground(&mut system, &goals, false);
        let mut around = path(&ground, &[System::ENTRY, 2, 3, 3, 4]);
        assert!(ground.refute(&mut around, true).unwrap().is_some());
        let mut straight = path(&ground, &[System::ENTRY, 2, 3, 4]);
        assert!(ground.refute(&mut straight, true).unwrap().is_none());
    }
}
