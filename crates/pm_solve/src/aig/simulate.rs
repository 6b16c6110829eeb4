//! The values of gates for given values of inputs, computed on demand and each once.

use super::{Aig, Bit, NodeId};

#[derive(Clone, Default)]
pub struct Simulation {
    /// 0 unknown, 1 false, 2 true.
    values: Vec<u8>,
    stack: Vec<NodeId>,
}

impl Simulation {
    /// The value of a bit; `input` gives the value of an input that is met for the first time.
    pub fn value(&mut self, aig: &Aig, bit: Bit, input: &mut dyn FnMut(NodeId) -> bool) -> bool {
        if bit.is_constant() {
            return bit == Bit::TRUE;
        }
        if self.values.len() < aig.len() {
            self.values.resize(aig.len(), 0);
            self.values[0] = 1;
        }
        self.stack.push(bit.node());
        while let Some(&node) = self.stack.last() {
            if self.values[node as usize] == 0 && !self.visit(aig, node, input) {
                continue;
            }
            self.stack.pop();
        }
        (self.values[bit.node() as usize] == 2) != bit.is_negated()
    }

    pub fn set(&mut self, node: NodeId, value: bool) {
        if self.values.len() <= node as usize {
            self.values.resize(node as usize + 1, 0);
            self.values[0] = 1;
        }
        self.values[node as usize] = 1 + u8::from(value);
    }

    /// Computes the node if its fan-ins are known, else asks for them first.
    fn visit(&mut self, aig: &Aig, node: NodeId, input: &mut dyn FnMut(NodeId) -> bool) -> bool {
        let Some(fanins) = aig.gate(node) else {
            self.values[node as usize] = 1 + u8::from(input(node));
            return true;
        };
        let mut result = 2;
        for fanin in fanins {
            match self.values[fanin.node() as usize] {
                0 => {
                    self.stack.push(fanin.node());
                    return false;
                }
                value => {
                    if (value == 2) == fanin.is_negated() {
                        result = 1;
                        break;
                    }
                }
            }
        }
        self.values[node as usize] = result;
        true
    }
}
