//! The automaton as searches see it: commands between locations, and commands to what must not be reached.
//!
//! An edge is split into commands without choices where that is wanted and these are few, else it is one command. From the entry, which is one
//! state, all values are those of the beginning, so that cubes never speak of it.

use super::cubes::{Cube, conjuncts};
use pm_model::automaton::Edge;
use pm_model::{StateVar, System};
use pm_term::{Substitution, TermId, Terms};

/// The commands of an edge, at most; with more of them it stays whole, and so it does where its terms have more nodes.
const COMMANDS: usize = 6;
const NODES: usize = 3_000;

/// Where a command leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    Location(u32),
    /// What must not be reached: a number of the caller's.
    Goal(usize),
}

pub struct Command {
    pub from: u32,
    pub to: Target,
    pub guard: TermId,
    /// The guard's parts.
    pub assumes: Vec<TermId>,
    /// Without choices.
    pub is_split: bool,
    /// From terms of after it to terms of before.
    along: Substitution,
}

impl Command {
    pub fn new(terms: &mut Terms, vars: &[StateVar], edge: &Edge, to: Target, is_split: bool) -> Command {
        let (mut guard, mut along) = (edge.guard, Substitution::new());
        if edge.from == System::ENTRY {
            let mut begin = Substitution::new();
            vars.iter().for_each(|v| begin.replace(v.now, v.init));
            guard = terms.substitute(guard, &mut begin);
            for (v, var) in vars.iter().enumerate() {
                let value = edge.value(vars, v);
                along.replace(var.now, terms.substitute(value, &mut begin));
            }
        } else {
            along = edge.along(vars);
        }
        let assumes = conjuncts(terms, guard);
        Command { from: edge.from, to, guard, assumes, is_split, along }
    }

    pub fn is_loop(&self) -> bool {
        self.to == Target::Location(self.from)
    }

    /// A literal of after the command as one of before without what the command assumes.
    pub fn wep(&mut self, terms: &mut Terms, literal: TermId) -> TermId {
        terms.substitute(literal, &mut self.along)
    }

    /// The weakest existential precondition of a cube: a cube, if the command has no choices.
    pub fn precondition(&mut self, terms: &mut Terms, cube: &Cube) -> Cube {
        let mut all = self.assumes.clone();
        for &literal in cube.literals() {
            let before = self.wep(terms, literal);
            all.extend(conjuncts(terms, before));
        }
        Cube::new(all)
    }
}

pub struct Graph {
    pub commands: Vec<Command>,
    /// By location: the commands to it.
    pub into: Vec<Vec<usize>>,
    /// The commands to goals.
    pub goals: Vec<usize>,
    /// By location: steps from the entry, at least; `None` where no path leads.
    pub distance: Vec<Option<u32>>,
    /// By location: a goal can be reached from here, by the graph alone.
    pub is_relevant: Vec<bool>,
    /// Edges that were split, and others.
    pub edges: (u64, u64),
}

impl Graph {
    /// `goals` are conditions at locations; executions end where one of `ended` (by location) holds. Edges are split if that is wanted.
    pub fn new(system: &mut System, goals: &[(u32, TermId)], ended: &[TermId], splits: bool) -> Graph {
        let count = system.locations.len();
        let mut goes_on = Vec::with_capacity(count);
        ended.iter().for_each(|&t| goes_on.push(system.terms.not(t)));
        let System { terms, vars, automaton, .. } = system;
        let (mut commands, mut edges) = (Vec::new(), (0, 0));
        for edge in automaton.edges().filter(|e| e.to != System::END) {
            let mut edge = edge.decided(terms);
            edge.guard = terms.and(edge.guard, goes_on[edge.from as usize]);
            let to = Target::Location(edge.to);
            for (edge, is_split) in split(terms, &edge, splits) {
                *if is_split { &mut edges.0 } else { &mut edges.1 } += 1;
                commands.push(Command::new(terms, vars, &edge, to, is_split));
            }
        }
        for (number, &(location, cond)) in goals.iter().enumerate() {
            let edge = Edge { from: location, to: location, guard: cond, assignments: Vec::new() };
            for (edge, is_split) in split(terms, &edge, splits) {
                commands.push(Command::new(terms, vars, &edge, Target::Goal(number), is_split));
            }
        }
        commands.retain(|c| c.guard != TermId::FALSE);
        let mut graph = Graph {
            into: vec![Vec::new(); count],
            goals: Vec::new(),
            distance: vec![None; count],
            is_relevant: Vec::new(),
            edges,
            commands,
        };
        graph.index(automaton, count);
        graph
    }

    fn index(&mut self, automaton: &pm_model::Automaton, count: usize) {
        let mut is_goal = vec![false; count];
        for (i, command) in self.commands.iter().enumerate() {
            match command.to {
                Target::Location(to) => self.into[to as usize].push(i),
                Target::Goal(_) => {
                    self.goals.push(i);
                    is_goal[command.from as usize] = true;
                }
            }
        }
        self.is_relevant = automaton.leading_to(is_goal);
        self.distance[System::ENTRY as usize] = Some(0);
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for command in &self.commands {
                let (Target::Location(to), Some(d)) = (command.to, self.distance[command.from as usize]) else {
                    continue;
                };
                let known = &mut self.distance[to as usize];
                if known.is_none_or(|k| k > d + 1) {
                    *known = Some(d + 1);
                    changed = true;
                }
            }
        }
    }

    /// Whether executions never come to a location, by the graph alone.
    pub fn is_nowhere(&self, location: u32) -> bool {
        location != System::ENTRY && self.distance[location as usize].is_none()
    }

    /// The largest distance of a location that matters.
    pub fn depth(&self) -> u32 {
        let near = self.distance.iter().zip(&self.is_relevant).filter(|(_, relevant)| **relevant);
        near.filter_map(|(d, _)| *d).max().unwrap_or(0)
    }
}

/// The commands of an edge, and whether they are without choices.
fn split(terms: &mut Terms, edge: &Edge, splits: bool) -> Vec<(Edge, bool)> {
    let roots: Vec<TermId> = edge.terms().collect();
    if splits
        && terms.cone_size(&roots) <= NODES
        && let Some(commands) = edge.commands(terms, COMMANDS)
    {
        return commands.into_iter().map(|c| (c, true)).collect();
    }
    vec![(edge.clone(), false)]
}
