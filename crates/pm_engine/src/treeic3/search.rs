//! The search: nodes are followed in the order in which they were made, and refuted paths change what is blocked at them, until nothing is left to follow.

use super::labels::Labels;
use crate::cfa::cubes::Cube;
use crate::cfa::refute::Path;
use crate::cfa::tree::Tree;
use crate::cfa::{self, Chain, Ground, Kept, Outcome};
use pm_invariants::Lemma;
use pm_model::System;
use pm_solve::{Limit, Limits};
use pm_term::TermId;
use rustc_hash::FxHashSet;

pub struct Search<'a> {
    ground: Ground<'a>,
    tree: Tree,
    labels: Labels,
    /// Nodes whose successors were made.
    followed: FxHashSet<usize>,
    /// Nodes and commands that do not lead to goals from there.
    harmless: FxHashSet<(usize, usize)>,
    /// By location: nodes that are neither covered nor follow such ones.
    live: Vec<Vec<usize>>,
}

impl<'a> Search<'a> {
    pub fn new(ground: Ground<'a>) -> Search<'a> {
        let mut labels = Labels::default();
        labels.push();
        let tree = Tree::new(&ground.graph);
        let (followed, harmless) = (FxHashSet::default(), FxHashSet::default());
        Search { tree, labels, followed, harmless, live: Vec::new(), ground }
    }

    /// Follows all nodes that are not covered. What was found on the way: a node from which a command leads to a goal.
    fn unwind(&mut self) -> Result<Option<(usize, usize)>, Limit> {
        self.live = vec![Vec::new(); self.ground.system.locations.len()];
        let mut is_live: Vec<bool> = Vec::new();
        while is_live.len() < self.tree.nodes.len() {
            let node = is_live.len();
            let (location, parent) = (self.tree.nodes[node].location, self.tree.nodes[node].parent);
            let follows = parent.is_none_or(|(p, _)| is_live[p]);
            is_live.push(follows && !self.labels.is_false(node) && !self.is_covered(location, node)?);
            if !is_live[node] {
                continue;
            }
            if let Some(goal) = self.goal_from(location, node)? {
                return Ok(Some((node, goal)));
            }
            if !self.followed.contains(&node) {
                self.follow(location, node)?;
            }
            self.live[location as usize].push(node);
        }
        Ok(None)
    }

    fn is_covered(&mut self, location: u32, node: usize) -> Result<bool, Limit> {
        for other in 0..self.live[location as usize].len() {
            let other = self.live[location as usize][other];
            if self.labels.implies(&mut self.ground, location, node, other)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A command that leads from a node to a goal.
    fn goal_from(&mut self, location: u32, node: usize) -> Result<Option<usize>, Limit> {
        for goal in self.ground.active_goals() {
            if self.ground.graph.commands[goal].from != location || self.harmless.contains(&(node, goal)) {
                continue;
            }
            if self.is_taken(node, goal)? {
                return Ok(Some(goal));
            }
            self.harmless.insert((node, goal));
        }
        Ok(None)
    }

    fn is_taken(&mut self, node: usize, command: usize) -> Result<bool, Limit> {
        Ok(self.ground.leads(command, self.labels.cubes(node), &Cube::empty())?.is_none())
    }

    /// Makes the successors of a node, where commands can be taken: all of them or, where a limit is met, none.
    fn follow(&mut self, location: u32, node: usize) -> Result<(), Limit> {
        let mut taken = Vec::new();
        for (command, to) in self.tree.onward(location) {
            if self.is_taken(node, command)? {
                taken.push((command, to));
            }
        }
        for (command, to) in taken {
            self.tree.add(node, command, to);
            self.labels.push();
        }
        self.followed.insert(node);
        Ok(())
    }

    /// A way to a goal along the path to a node; without one, so much is blocked along it that there is none.
    fn refute(&mut self, node: usize, goal: usize) -> Result<Option<Chain>, Limit> {
        let (nodes, mut commands) = self.tree.path(node);
        commands.push(goal);
        let mut path = Path::new(commands);
        path.blocked = nodes.iter().map(|n| self.labels.cubes(*n).to_vec()).collect();
        let chain = self.ground.refute(&mut path, true);
        for (&node, cubes) in nodes.iter().zip(path.blocked) {
            self.labels.set(node, cubes);
        }
        self.ground.counts.iterations += 1;
        let chain = chain?;
        if chain.is_none() {
            self.propagate(&nodes)?;
        }
        Ok(chain)
    }

    /// What is blocked at a node is blocked at later ones of the same location on a path, where the command before them says so: they are covered sooner then.
    fn propagate(&mut self, nodes: &[usize]) -> Result<(), Limit> {
        for (at, &node) in nodes.iter().enumerate().skip(2) {
            let location = self.tree.nodes[node].location;
            let Some((parent, command)) = self.tree.nodes[node].parent else { continue };
            let same = nodes[..at].iter().filter(|n| self.tree.nodes[**n].location == location);
            let cubes: Vec<_> = same.flat_map(|n| self.labels.cubes(*n).iter().cloned()).collect();
            for cube in cubes {
                if !self.labels.blocks(node, &cube)
                    && self.ground.leads(command, self.labels.cubes(parent), &cube)?.is_some()
                {
                    self.labels.block(node, cube);
                }
            }
        }
        Ok(())
    }

    /// By location what the nodes allow that are not covered; nobody comes to locations without such a node.
    fn invariant(&mut self) -> Vec<Lemma> {
        let mut facts = self.ground.known();
        for location in System::END + 1..self.live.len() as u32 {
            let graph = &self.ground.graph;
            if graph.is_relevant[location as usize] && !graph.is_nowhere(location) {
                let terms = &mut self.ground.system.terms;
                let nodes = self.live[location as usize].iter();
                let all: Vec<TermId> = nodes.map(|n| self.labels.fact(terms, *n)).collect();
                facts.push(Lemma { location, fact: terms.or_all(&all) });
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
            let Some((node, goal)) = self.unwind()? else { return Ok(Outcome::Safe(self.invariant())) };
            if let Some(chain) = self.refute(node, goal)? {
                return self.ground.reached(&chain);
            }
        }
    }

    fn is_excluded(&mut self, location: u32, condition: TermId) -> Result<bool, Limit> {
        if location == System::ENTRY || !self.ground.graph.is_relevant[location as usize] {
            return Ok(condition == TermId::FALSE || self.ground.graph.is_nowhere(location));
        }
        for &node in &self.live[location as usize] {
            let terms = &mut self.ground.system.terms;
            let fact = self.labels.fact(terms, node);
            if self.ground.sites.state(terms, location, &[fact, condition])?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Nothing: labels are of nodes.
    fn start_from(&mut self, _: &[Kept]) {}

    fn kept(&self) -> Vec<Kept> {
        Vec::new()
    }

    fn summary(&self) -> String {
        format!("{}; {} nodes", self.ground.summary(), self.tree.nodes.len())
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
