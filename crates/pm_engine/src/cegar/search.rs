//! The search: abstract states are followed until all of them were met before; a path to a goal that is none makes predicates, and the tree is built again. What was found of
//! single commands is kept, so that this costs little.

use super::abstraction::Abstraction;
use crate::cfa::cubes::Cube;
use crate::cfa::refute::Path;
use crate::cfa::tree::Tree;
use crate::cfa::{self, Ground, Kept, Outcome};
use pm_invariants::Lemma;
use pm_model::System;
use pm_solve::{Limit, Limits};
use pm_term::TermId;

pub struct Search<'a> {
    ground: Ground<'a>,
    abstraction: Abstraction,
    /// By location: abstract states that are not part of others.
    live: Vec<Vec<TermId>>,
    /// Nodes of all trees.
    nodes: usize,
}

/// A path to a goal: its commands, and the locations that they are from.
struct Suspect {
    commands: Vec<usize>,
    locations: Vec<u32>,
}

/// What came of a path to a goal.
enum Refined {
    Ended(Outcome),
    NewPredicates,
}

impl<'a> Search<'a> {
    pub fn new(ground: Ground<'a>) -> Search<'a> {
        let abstraction = Abstraction::new(ground.system.locations.len());
        Search { abstraction, live: Vec::new(), nodes: 0, ground }
    }

    /// Follows all abstract states, until one leads to a goal.
    fn explore(&mut self) -> Result<Option<Suspect>, Limit> {
        self.live = vec![Vec::new(); self.ground.system.locations.len()];
        let (mut tree, mut states, mut next) = (Tree::new(&self.ground.graph), vec![TermId::TRUE], 0);
        while next < tree.nodes.len() {
            let (node, location) = (next, tree.nodes[next].location);
            next += 1;
            if self.is_covered(location, states[node])? {
                continue;
            }
            self.live[location as usize].push(states[node]);
            self.nodes += 1;
            if let Some(goal) = self.goal_from(location, states[node])? {
                let (nodes, mut commands) = tree.path(node);
                commands.push(goal);
                let locations = nodes.iter().map(|n| tree.nodes[*n].location).collect();
                return Ok(Some(Suspect { commands, locations }));
            }
            for (command, to) in tree.onward(location) {
                let state = self.abstraction.post(&mut self.ground, command, states[node], to)?;
                if state != TermId::FALSE {
                    tree.add(node, command, to);
                    states.push(state);
                }
            }
        }
        Ok(None)
    }

    fn is_covered(&mut self, location: u32, state: TermId) -> Result<bool, Limit> {
        for other in &self.live[location as usize] {
            if self.abstraction.implies(&mut self.ground, location, state, *other)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A command that leads from an abstract state to a goal.
    fn goal_from(&mut self, location: u32, state: TermId) -> Result<Option<usize>, Limit> {
        for goal in self.ground.active_goals() {
            // There are no predicates behind a goal: it is reached or not.
            if self.ground.graph.commands[goal].from == location
                && self.abstraction.post(&mut self.ground, goal, state, System::END)? == TermId::TRUE
            {
                return Ok(Some(goal));
            }
        }
        Ok(None)
    }

    /// Executes a path, or takes predicates from interpolants along it.
    fn refine(&mut self, suspect: Suspect) -> Result<Refined, Limit> {
        self.ground.counts.iterations += 1;
        let mut path = Path::new(suspect.commands);
        if let Some(chain) = self.ground.refute(&mut path, false)? {
            return self.ground.reached(&chain).map(Refined::Ended);
        }
        let mut is_new = false;
        for (location, cubes) in suspect.locations.iter().zip(&path.blocked) {
            for literal in cubes.iter().flat_map(Cube::literals) {
                is_new |= self.abstraction.add(*location, *literal);
            }
        }
        Ok(if is_new { Refined::NewPredicates } else { Refined::Ended(Outcome::Lost) })
    }

    /// By location the abstract states that were met; nobody comes to locations without one.
    fn invariant(&mut self) -> Vec<Lemma> {
        let mut facts = self.ground.known();
        for location in System::END + 1..self.live.len() as u32 {
            let graph = &self.ground.graph;
            if graph.is_relevant[location as usize] && !graph.is_nowhere(location) {
                let fact = self.ground.system.terms.or_all(&self.live[location as usize]);
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
        loop {
            tell(self.ground.counts.iterations);
            let Some(suspect) = self.explore()? else { return Ok(Outcome::Safe(self.invariant())) };
            if let Refined::Ended(outcome) = self.refine(suspect)? {
                return Ok(outcome);
            }
        }
    }

    fn is_excluded(&mut self, location: u32, condition: TermId) -> Result<bool, Limit> {
        if location == System::ENTRY || !self.ground.graph.is_relevant[location as usize] {
            return Ok(condition == TermId::FALSE || self.ground.graph.is_nowhere(location));
        }
        for &state in &self.live[location as usize] {
            if self.ground.sites.state(&self.ground.system.terms, location, &[state, condition])?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Predicates of another search.
    fn start_from(&mut self, kept: &[Kept]) {
        for (location, cube, _) in kept {
            cube.literals().iter().for_each(|&p| _ = self.abstraction.add(*location, p));
        }
    }

    fn kept(&self) -> Vec<Kept> {
        self.abstraction.predicates().map(|(location, p)| (location, Cube::new(vec![p]), 0)).collect()
    }

    fn summary(&self) -> String {
        let predicates = self.abstraction.predicates().count();
        format!("{}; {} nodes, {predicates} predicates", self.ground.summary(), self.nodes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfa::Search as _;
    use crate::cfa::examples::{L1, ground, pfalse, ptrue};

    fn run(search: &mut Search) -> Outcome {
        search.run(&|_| true, &Limits::default(), &mut |_| {}).unwrap()
    }

    /// Each number that x may have at the end of Pfalse where it begins above 4: what is said is what going through all values says.
    #[test]
    fn reached_and_not_reached() {
        let mut reached = vec![false; 256];
        for begin in 5..=255u32 {
            let mut x = (begin + 1) & 255;
            for _ in 0..8 {
                reached[((x + 255) & 255) as usize] = true;
                x = (x * 4) & 255;
            }
        }
        for (end, is_reached) in reached.iter().enumerate().take(8) {
            let (mut system, _) = pfalse(true);
            let (x, k) = (system.vars[1].now, system.terms.bv(8, end as u128));
            let goals = [(L1 + 2, system.terms.eq(x, k))];
            let mut search = Search::new(ground(&mut system, &goals, false));
            assert_eq!(matches!(run(&mut search), Outcome::Unsafe(_)), *is_reached, "{end}");
        }
    }

    #[test]
    fn facts_exclude_the_goals() {
        let (mut system, goals, [ge, one, two]) = ptrue(true);
        let mut search = Search::new(ground(&mut system, &goals, false));
        assert!(matches!(run(&mut search), Outcome::Safe(facts) if !facts.is_empty()));
        for literal in [one, two] {
            let goal = search.ground.system.terms.and(ge, literal);
            assert!(search.is_excluded(L1, goal).unwrap());
            assert!(!search.is_excluded(L1, literal).unwrap());
        }
    }
}
