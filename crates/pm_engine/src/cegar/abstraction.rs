//! What a command makes of an abstract state: the strongest combination of predicates that holds after it.

use crate::cfa::Ground;
use pm_solve::Limit;
use pm_term::TermId;
use rustc_hash::FxHashMap;

/// Predicates by location, and what was found with them.
pub struct Abstraction {
    predicates: Vec<Vec<TermId>>,
    /// By command, abstract state before, and number of predicates after.
    posts: FxHashMap<(usize, TermId, usize), TermId>,
    implied: FxHashMap<(TermId, TermId), bool>,
}

impl Abstraction {
    pub fn new(locations: usize) -> Abstraction {
        let predicates = vec![Vec::new(); locations];
        Abstraction { predicates, posts: FxHashMap::default(), implied: FxHashMap::default() }
    }

    pub fn predicates(&self) -> impl Iterator<Item = (u32, TermId)> + '_ {
        self.predicates.iter().enumerate().flat_map(|(l, all)| all.iter().map(move |p| (l as u32, *p)))
    }

    /// One more predicate at a location, if it is new there.
    pub fn add(&mut self, location: u32, literal: TermId) -> bool {
        let (all, predicate) = (&mut self.predicates[location as usize], literal.regular());
        let is_new = !all.contains(&predicate);
        if is_new {
            all.push(predicate);
        }
        is_new
    }

    /// Whether one abstract state is part of another one at the same location.
    pub fn implies(&mut self, ground: &mut Ground, location: u32, state: TermId, other: TermId) -> Result<bool, Limit> {
        if state == other || other == TermId::TRUE {
            return Ok(true);
        }
        if let Some(&known) = self.implied.get(&(state, other)) {
            return Ok(known);
        }
        let terms = &mut ground.system.terms;
        let outside = terms.not(other);
        let is_implied = ground.sites.state(terms, location, &[state, outside])?.is_some();
        self.implied.insert((state, other), is_implied);
        Ok(is_implied)
    }

    /// The abstract state after a command; false where it is not taken.
    pub fn post(&mut self, ground: &mut Ground, number: usize, state: TermId, to: u32) -> Result<TermId, Limit> {
        let predicates = &self.predicates[to as usize];
        let key = (number, state, predicates.len());
        if let Some(&known) = self.posts.get(&key) {
            return Ok(known);
        }
        let found = Image::new(ground, number, state, predicates).find()?;
        self.posts.insert(key, found);
        Ok(found)
    }
}

/// The values that a predicate was seen to have.
#[derive(Clone, Copy, Default)]
struct Seen {
    is_true: bool,
    is_false: bool,
}

/// One image of an abstract state.
struct Image<'g, 'a> {
    ground: &'g mut Ground<'a>,
    number: usize,
    state: TermId,
    /// Predicates, and what they are before the command.
    predicates: Vec<(TermId, TermId)>,
    seen: Vec<Seen>,
}

impl<'g, 'a> Image<'g, 'a> {
    fn new(ground: &'g mut Ground<'a>, number: usize, state: TermId, predicates: &[TermId]) -> Image<'g, 'a> {
        let (terms, command) = (&mut ground.system.terms, &mut ground.graph.commands[number]);
        let mut both = Vec::with_capacity(predicates.len());
        for &p in predicates {
            both.push((p, command.wep(terms, p)));
        }
        Image { seen: vec![Seen::default(); both.len()], ground, number, state, predicates: both }
    }

    fn find(mut self) -> Result<TermId, Limit> {
        if !self.can_be(TermId::TRUE)? {
            return Ok(TermId::FALSE);
        }
        let (mut fixed, mut open) = (Vec::new(), Vec::new());
        for i in 0..self.predicates.len() {
            let (predicate, before) = self.predicates[i];
            let not_before = self.ground.system.terms.not(before);
            if !self.seen[i].is_true && !self.can_be(before)? {
                fixed.push(self.ground.system.terms.not(predicate));
            } else if !self.seen[i].is_false && !self.can_be(not_before)? {
                fixed.push(predicate);
            } else {
                open.push(i);
            }
        }
        if open.len() > 1 {
            fixed.push(self.combinations(&open)?);
        }
        Ok(self.ground.system.terms.and_all(&fixed))
    }

    /// Whether the command can be taken from the abstract state where a condition holds before it; values of predicates are noted.
    fn can_be(&mut self, condition: TermId) -> Result<bool, Limit> {
        let Ground { graph, system, sites, .. } = &mut *self.ground;
        let command = &graph.commands[self.number];
        if sites.step(&system.terms, (self.number, command), &[self.state, condition])?.is_some() {
            return Ok(false);
        }
        for i in 0..self.predicates.len() {
            let holds = self.holds(i)?;
            let seen = &mut self.seen[i];
            *if holds { &mut seen.is_true } else { &mut seen.is_false } = true;
        }
        Ok(true)
    }

    /// The value of a predicate after the command, in the model.
    fn holds(&mut self, predicate: usize) -> Result<bool, Limit> {
        let from = self.ground.graph.commands[self.number].from;
        let terms = &self.ground.system.terms;
        let solver = self.ground.sites.solver(terms, from);
        solver.value_bool(terms, self.predicates[predicate].1).ok_or(Limit::Solver)
    }

    /// All combinations of some predicates that come about.
    fn combinations(&mut self, open: &[usize]) -> Result<TermId, Limit> {
        let Ground { graph, system, sites, .. } = &mut *self.ground;
        let command = &graph.commands[self.number];
        let mut switches = sites.switches(&system.terms, self.number, command);
        let (from, fresh) = (command.from, sites.solver(&system.terms, command.from).new_activation());
        switches.push(fresh);
        let mut all = Vec::new();
        while self.ground.sites.ask(&self.ground.system.terms, from, &[self.state], &switches)?.is_none() {
            let (mut after, mut before) = (Vec::with_capacity(open.len()), Vec::with_capacity(open.len()));
            for &i in open {
                let holds = self.holds(i)?;
                let (predicate, earlier) = self.predicates[i];
                let terms = &mut self.ground.system.terms;
                after.push(if holds { predicate } else { terms.not(predicate) });
                before.push(if holds { earlier } else { terms.not(earlier) });
            }
            let Ground { system, sites, .. } = &mut *self.ground;
            all.push(system.terms.and_all(&after));
            let found = system.terms.and_all(&before);
            let another = system.terms.not(found);
            sites.solver(&system.terms, from).assert_if(&system.terms, fresh, another);
        }
        Ok(self.ground.system.terms.or_all(&all))
    }
}
