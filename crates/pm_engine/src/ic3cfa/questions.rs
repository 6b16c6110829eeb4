//! Questions: whether a command leads from a frame into a cube (relative inductiveness, Def. 4.2.1 and 5.3.1).
//!
//! The solver of a location knows what is blocked there from its level down. What is after a command is told by substitution (5.3), or by a second copy of the variables where that is
//! switched off.

use super::frames::{FOR_EVER, Frames};
use super::options::{Generalisation, Part};
use super::statistics::Statistics;
use crate::cfa::cubes::Cube;
use crate::cfa::graph::{Command, Target};
use crate::cfa::refute::named;
use crate::cfa::sites::Sites;
use pm_model::System;
use pm_solve::Limit;
use pm_term::{Sort, Substitution, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// Whether a command leads from a frame into a cube.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// Not even into this larger cube: some of its literals.
    Blocked(Cube),
    /// The solver of the command's location has a model, if the question was asked and not known before.
    Reached,
}

/// The answers that were given: by location, and what was assumed.
type Known = FxHashMap<(u32, Vec<TermId>), Answered>;

#[derive(Clone)]
enum Answered {
    /// In the frames up to a level, for these of the assumptions.
    Blocked(u32, Vec<TermId>),
    /// From a level on, while the location's frames have a version.
    Reached(u32, u64),
}

/// What solvers were told, and what they answered.
pub struct Questions {
    /// By level: truth values that switch on what is blocked there.
    levels: Vec<TermId>,
    /// By location: of levels, so many are told to imply the next; `None` where nothing is told yet.
    chained: Vec<Option<usize>>,
    /// By variable: its copy.
    primed: Substitution,
    /// Copies of variables after commands that are told.
    copies: FxHashSet<(usize, TermId)>,
    known: Known,
}

/// Answers that are kept.
const KEPT: usize = 200_000;

impl Questions {
    pub fn new(system: &mut System) -> Questions {
        let mut primed = Substitution::new();
        for now in system.vars.iter().map(|v| v.now) {
            let sort = system.terms.sort(now);
            primed.replace(now, system.terms.fresh("after", sort));
        }
        let (chained, copies) = (vec![None; system.locations.len()], FxHashSet::default());
        Questions { levels: Vec::new(), chained, primed, copies, known: Known::default() }
    }

    fn level(&mut self, terms: &mut Terms, level: u32) -> TermId {
        while self.levels.len() <= level as usize {
            self.levels.push(terms.fresh("level", Sort::Bool));
        }
        self.levels[level as usize]
    }

    /// Tells the solver of a location all levels.
    fn prepare(&mut self, terms: &mut Terms, sites: &mut Sites, frames: &Frames, location: u32) {
        let at = location as usize;
        if self.chained[at].is_none() {
            self.chained[at] = Some(0);
            for b in frames.at(location) {
                self.tell(terms, sites, location, &b.cube, b.level);
            }
        }
        let mut chained = self.chained[at].unwrap_or(0);
        while chained + 1 < self.levels.len() {
            let next = terms.implies(self.levels[chained], self.levels[chained + 1]);
            sites.solver(terms, location).assert(terms, next);
            chained += 1;
        }
        self.chained[at] = Some(chained);
    }

    /// A cube is blocked from now on, in the frames up to a level.
    pub fn tell(&mut self, terms: &mut Terms, sites: &mut Sites, location: u32, cube: &Cube, level: u32) {
        let mut clause = cube.clause(terms);
        if level != FOR_EVER {
            let on = self.level(terms, level);
            clause = terms.implies(on, clause);
        }
        if self.chained[location as usize].is_some() {
            sites.solver(terms, location).assert(terms, clause);
        }
    }

    /// Whether a condition can hold in a frame.
    pub fn holds_somewhere(
        &mut self,
        terms: &mut Terms,
        sites: &mut Sites,
        frames: &Frames,
        (location, level): (u32, u32),
        condition: TermId,
    ) -> Result<bool, Limit> {
        let assumed = [self.level(terms, level), condition];
        self.prepare(terms, sites, frames, location);
        Ok(sites.state(terms, location, &assumed)?.is_none())
    }
}

/// A question: a command, by its number, the level of the frame that it starts from, and the cube.
pub struct Question<'a> {
    pub number: usize,
    pub command: &'a mut Command,
    pub level: u32,
    pub cube: &'a Cube,
    /// Whether a model is wanted, so that an answer from before is not enough.
    pub wants_model: bool,
}

impl Questions {
    pub fn ask(
        &mut self,
        terms: &mut Terms,
        sites: &mut Sites,
        frames: &Frames,
        question: Question,
        how: Generalisation,
        statistics: &mut Statistics,
    ) -> Result<Reply, Limit> {
        let Question { number, command, level, cube, wants_model } = question;
        let from = command.from;
        let mut after: Vec<(TermId, TermId)> = Vec::with_capacity(cube.len());
        for &literal in cube.literals() {
            after.push((literal, command.wep(terms, literal)));
        }
        if how.has(Part::Interpolation)
            && let Some(&(literal, _)) = after.iter().find(|(_, before)| *before == TermId::FALSE)
        {
            return Ok(Reply::Blocked(Cube::new(vec![literal])));
        }
        let mut key: Vec<TermId> = after.iter().map(|a| a.1).collect();
        key.push(command.guard);
        if command.is_loop() {
            key.push(cube.clause(terms));
        }
        if matches!(command.to, Target::Goal(_)) {
            // That nothing bad happens is not assumed then.
            key.push(TermId::TRUE);
        }
        key.sort_unstable();
        key.dedup();
        let caches = how.has(Part::Relative);
        if caches && let Some(known) = self.lookup(frames, (from, level), &key, wants_model) {
            statistics.cache_hits += 1;
            return Ok(known.map_or(Reply::Reached, |needed| reply(&after, &needed, cube, how)));
        }
        let mut assumed: Vec<TermId> = Vec::with_capacity(after.len() + 2);
        if from != System::ENTRY {
            assumed.push(self.level(terms, level));
        }
        if command.is_loop() {
            assumed.push(cube.clause(terms));
        }
        let primed = if caches { None } else { self.copies(terms, sites, number, command, cube) };
        if let Some(primed) = &primed {
            after = primed.clone();
        }
        assumed.extend(after.iter().map(|a| a.1));
        self.prepare(terms, sites, frames, from);
        let answered = match sites.step(terms, (number, command), &assumed)? {
            None => Answered::Reached(level, frames.version(from)),
            Some(needed) => Answered::Blocked(level, needed),
        };
        let reply = match &answered {
            Answered::Reached(..) => Reply::Reached,
            Answered::Blocked(_, needed) => reply(&after, needed, cube, how),
        };
        if caches {
            if self.known.len() >= KEPT {
                self.known.clear();
            }
            self.known.insert((from, key), answered);
        }
        Ok(reply)
    }

    /// What is known of a question: the assumptions that block it, or that it is reached.
    fn lookup(
        &self,
        frames: &Frames,
        (from, level): (u32, u32),
        key: &[TermId],
        wants_model: bool,
    ) -> Option<Option<Vec<TermId>>> {
        match self.known.get(&(from, key.to_vec()))? {
            Answered::Blocked(at, needed) if level <= *at => Some(Some(needed.clone())),
            Answered::Reached(at, version) if level >= *at && *version == frames.version(from) && !wants_model => {
                Some(None)
            }
            Answered::Blocked(..) | Answered::Reached(..) => None,
        }
    }

    /// The literals over copies of the variables, which get their values by the command (Def. 4.2.1). `None` where a variable is an array.
    fn copies(
        &mut self,
        terms: &mut Terms,
        sites: &mut Sites,
        number: usize,
        command: &mut Command,
        cube: &Cube,
    ) -> Option<Vec<(TermId, TermId)>> {
        let symbols: Vec<TermId> =
            terms.symbols_of(cube.literals()).into_iter().map(|s| terms.symbol_term(s)).collect();
        if symbols.iter().any(|s| terms.sort(*s).is_array()) {
            return None;
        }
        for now in symbols {
            let copy = terms.substitute(now, &mut self.primed);
            let value = command.wep(terms, now);
            let same = terms.eq(copy, value);
            let on = sites.guard(terms, number, command);
            if self.copies.insert((number, now)) {
                sites.solver(terms, command.from).assert_if(terms, on, same);
            }
        }
        Some(cube.literals().iter().map(|&l| (l, terms.substitute(l, &mut self.primed))).collect())
    }
}

/// The literals whose assumptions were needed; all of them where reasons are not asked for.
fn reply(after: &[(TermId, TermId)], needed: &[TermId], cube: &Cube, how: Generalisation) -> Reply {
    if !how.has(Part::Interpolation) {
        return Reply::Blocked(cube.clone());
    }
    Reply::Blocked(named(after, needed))
}
