//! Questions: whether a command leads from a frame into a cube (relative inductiveness, Def. 4.2.1 and 5.3.1).
//!
//! Each location has a solver of its own, which knows what is known of its states: invariants found before for ever, blocked cubes from their level down. What is
//! after a command is told by substitution (5.3), or by a second copy of the variables where that is switched off.

use super::cubes::Cube;
use super::frames::{FOR_EVER, Frames};
use super::graph::{Command, Target};
use super::options::{Generalisation, Part};
use super::statistics::Statistics;
use pm_model::{StateVar, System};
use pm_solve::{Activation, Answer, Limit, Limits, Solver};
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

struct Site {
    solver: Solver,
    /// Of levels: so many are told to imply the next.
    chained: usize,
    /// Commands whose guards are told, with what switches them on.
    commands: FxHashMap<usize, Activation>,
    /// Copies of variables after commands that are told.
    copies: FxHashSet<(usize, TermId)>,
    /// Nothing bad happens in the step.
    passes: Activation,
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

pub struct Sites {
    sites: Vec<Option<Site>>,
    how: pm_solve::Options,
    /// By location: invariants from elsewhere, and that nothing bad happens.
    background: Vec<Vec<TermId>>,
    passes: Vec<TermId>,
    /// By level: truth values that switch on what is blocked there.
    levels: Vec<TermId>,
    /// By variable: its copy.
    primed: Substitution,
    known: Known,
    pub limits: Limits,
}

/// Answers that are kept.
const KEPT: usize = 200_000;
/// Conflicts for reasons, which are only nice to have: that a product is the same in two forms is hard to see.
const REASONS: u64 = 100;

impl Sites {
    pub fn new(system: &mut System, how: &pm_solve::Options, background: Vec<Vec<TermId>>, limits: Limits) -> Sites {
        let claims = system.claims();
        let passes = claims.into_iter().map(|bad| system.terms.not(bad)).collect();
        let mut primed = Substitution::new();
        for StateVar { now, .. } in &system.vars {
            let sort = system.terms.sort(*now);
            primed.replace(*now, system.terms.fresh("after", sort));
        }
        let how = pm_solve::Options { light: true, ..how.clone() };
        let sites = system.locations.iter().map(|_| None).collect();
        Sites { sites, how, background, passes, levels: Vec::new(), primed, known: Known::default(), limits }
    }

    pub fn invariants(&self) -> &[Vec<TermId>] {
        &self.background
    }

    fn level(&mut self, terms: &mut Terms, level: u32) -> TermId {
        while self.levels.len() <= level as usize {
            self.levels.push(terms.fresh("level", Sort::Bool));
        }
        self.levels[level as usize]
    }

    /// The solver of a location, which knows all levels.
    fn site(&mut self, terms: &mut Terms, frames: &Frames, location: u32) -> &mut Site {
        let at = location as usize;
        if self.sites[at].is_none() {
            let mut solver = Solver::new(&self.how);
            solver.set_limits(self.limits.clone());
            self.background[at].iter().for_each(|&fact| solver.assert(terms, fact));
            let passes = solver.new_activation();
            solver.assert_if(terms, passes, self.passes[at]);
            let (commands, copies) = (FxHashMap::default(), FxHashSet::default());
            self.sites[at] = Some(Site { solver, chained: 0, commands, copies, passes });
            for b in frames.at(location) {
                self.tell(terms, location, &b.cube, b.level);
            }
        }
        let Sites { sites, levels, limits, .. } = self;
        let Some(site) = &mut sites[at] else { unreachable!("it was just made") };
        while site.chained + 1 < levels.len() {
            let next = terms.implies(levels[site.chained], levels[site.chained + 1]);
            site.solver.assert(terms, next);
            site.chained += 1;
        }
        site.solver.set_limits(limits.clone());
        site
    }

    /// A cube is blocked from now on, in the frames up to a level.
    pub fn tell(&mut self, terms: &mut Terms, location: u32, cube: &Cube, level: u32) {
        let mut clause = cube.clause(terms);
        if level != FOR_EVER {
            let on = self.level(terms, level);
            clause = terms.implies(on, clause);
        }
        if let Some(site) = &mut self.sites[location as usize] {
            site.solver.assert(terms, clause);
        }
    }

    /// The solver with the model of the last question that was `Reached`.
    pub fn model(&mut self, location: u32) -> Option<&mut Solver> {
        self.sites[location as usize].as_mut().map(|site| &mut site.solver)
    }

    /// Whether a condition can hold in a frame.
    pub fn holds_somewhere(
        &mut self,
        terms: &mut Terms,
        frames: &Frames,
        (location, level): (u32, u32),
        conditions: &[TermId],
    ) -> Result<bool, Limit> {
        let mut assumed = vec![self.level(terms, level)];
        assumed.extend(conditions);
        let site = self.site(terms, frames, location);
        match site.solver.check(terms, &assumed) {
            Answer::Sat => Ok(true),
            Answer::Unsat => Ok(false),
            Answer::Unknown(limit) => Err(limit),
        }
    }

    /// Of what cannot hold together, a part that cannot. `None` where the solver does not tell soon.
    pub fn reasons(&mut self, terms: &Terms, location: u32, assumed: &[TermId]) -> Result<Option<Vec<TermId>>, Limit> {
        let Some(site) = &mut self.sites[location as usize] else { return Ok(None) };
        site.solver.set_limits(Limits { conflicts: Some(REASONS), ..self.limits.clone() });
        match site.solver.check(terms, assumed) {
            Answer::Sat | Answer::Unknown(Limit::Conflicts) => Ok(None),
            Answer::Unsat => Ok(Some(site.solver.failed_assumptions().to_vec())),
            Answer::Unknown(limit) => Err(limit),
        }
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

impl Sites {
    pub fn ask(
        &mut self,
        terms: &mut Terms,
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
        statistics.calls += 1;
        if let Some(limit) = self.limits.exceeded() {
            return Err(limit);
        }
        let mut assumed: Vec<TermId> = Vec::with_capacity(after.len() + 2);
        if from != System::ENTRY {
            assumed.push(self.level(terms, level));
        }
        if command.is_loop() {
            assumed.push(cube.clause(terms));
        }
        let primed = if caches { None } else { self.copies(terms, frames, number, command, cube) };
        if let Some(primed) = &primed {
            after = primed.clone();
        }
        assumed.extend(after.iter().map(|a| a.1));
        let guard = command.guard;
        let site = self.site(terms, frames, from);
        let on = *site.commands.entry(number).or_insert_with(|| {
            let on = site.solver.new_activation();
            site.solver.assert_if(terms, on, guard);
            on
        });
        // What is bad is asked about where something bad happens.
        let active = [on, site.passes];
        let active = if matches!(command.to, Target::Goal(_)) { &active[..1] } else { &active[..] };
        let answer = site.solver.check_with(terms, &assumed, active);
        let answered = match answer {
            Answer::Unknown(limit) => return Err(limit),
            Answer::Sat => Answered::Reached(level, frames.version(from)),
            Answer::Unsat => Answered::Blocked(level, site.solver.failed_assumptions().to_vec()),
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
        frames: &Frames,
        number: usize,
        command: &mut Command,
        cube: &Cube,
    ) -> Option<Vec<(TermId, TermId)>> {
        let symbols: Vec<TermId> =
            terms.symbols_of(cube.literals()).into_iter().map(|s| terms.symbol_term(s)).collect();
        if symbols.iter().any(|s| terms.sort(*s).is_array()) {
            return None;
        }
        let guard = command.guard;
        for now in symbols {
            let copy = terms.substitute(now, &mut self.primed);
            let value = command.wep(terms, now);
            let same = terms.eq(copy, value);
            let site = self.site(terms, frames, command.from);
            let on = *site.commands.entry(number).or_insert_with(|| {
                let on = site.solver.new_activation();
                site.solver.assert_if(terms, on, guard);
                on
            });
            if site.copies.insert((number, now)) {
                site.solver.assert_if(terms, on, same);
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
    let needed: FxHashSet<TermId> = needed.iter().copied().collect();
    let mut taken = FxHashSet::default();
    let literals = after.iter().filter(|(_, before)| needed.contains(before) && taken.insert(*before));
    Reply::Blocked(Cube::new(literals.map(|a| a.0).collect()))
}
