//! An unwinding of the automaton: a tree of locations, from the entry on.

use super::graph::{Graph, Target};
use pm_model::System;

pub struct Node {
    pub location: u32,
    /// The node before, and the command from there.
    pub parent: Option<(usize, usize)>,
}

/// Nodes have numbers, in the order in which they were made.
pub struct Tree {
    pub nodes: Vec<Node>,
    /// By location: commands to other locations from which a goal can be reached.
    onward: Vec<Vec<(usize, u32)>>,
}

impl Tree {
    /// The entry alone, which has the number 0.
    pub fn new(graph: &Graph) -> Tree {
        let mut onward = vec![Vec::new(); graph.into.len()];
        for (number, command) in graph.commands.iter().enumerate() {
            if let Target::Location(to) = command.to
                && graph.is_relevant[to as usize]
            {
                onward[command.from as usize].push((number, to));
            }
        }
        Tree { nodes: vec![Node { location: System::ENTRY, parent: None }], onward }
    }

    /// Commands from a location, and where they lead.
    pub fn onward(&self, location: u32) -> Vec<(usize, u32)> {
        self.onward[location as usize].clone()
    }

    pub fn add(&mut self, parent: usize, command: usize, location: u32) -> usize {
        self.nodes.push(Node { location, parent: Some((parent, command)) });
        self.nodes.len() - 1
    }

    /// The nodes from the entry to one of them, and the commands between them.
    pub fn path(&self, node: usize) -> (Vec<usize>, Vec<usize>) {
        let (mut nodes, mut commands, mut at) = (vec![node], Vec::new(), node);
        while let Some((parent, command)) = self.nodes[at].parent {
            nodes.push(parent);
            commands.push(command);
            at = parent;
        }
        nodes.reverse();
        commands.reverse();
        (nodes, commands)
    }
}
