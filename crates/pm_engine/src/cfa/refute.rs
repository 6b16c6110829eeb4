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
