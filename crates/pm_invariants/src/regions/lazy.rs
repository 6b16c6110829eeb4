//! A step on ranges of values, of which only that is computed what the results depend on.

use crate::block::{Block, Ref};
use pm_term::Op;
use pm_term::domain::Abs;

pub struct Lazy {
    pub block: Block,
    values: Vec<Abs>,
    /// When a value was computed; constants always count.
    stamps: Vec<u32>,
    now: u32,
    stack: Vec<u32>,
    /// When a node was looked at by [`Lazy::blame`], twice, and one more where it is part of a condition.
    looked: Vec<u32>,
    look: u32,
    look_at: Vec<(u32, bool)>,
    /// Nodes that were computed.
    pub work: usize,
}

const ALWAYS: u32 = u32::MAX;

impl Lazy {
    pub fn new(block: Block) -> Lazy {
        let mut values: Vec<Abs> = block.nodes.iter().map(|n| Abs::top(n.width)).collect();
        let mut stamps = vec![0; values.len()];
        for &(i, c) in &block.consts {
            values[i as usize] = c;
            stamps[i as usize] = ALWAYS;
        }
        let looked = vec![0; values.len()];
        Lazy { block, values, stamps, now: 0, stack: Vec::new(), looked, look: 0, look_at: Vec::new(), work: 0 }
    }

    /// Forgets what was computed.
    pub fn begin(&mut self) {
        self.now += 1;
        if self.now == ALWAYS {
            self.now = 1;
            self.stamps.iter_mut().filter(|s| **s != ALWAYS).for_each(|s| *s = 0);
        }
    }

    /// The value of a symbol.
    pub fn set(&mut self, node: u32, value: Abs) {
        let i = node as usize;
        if !self.block.nodes[i].wide && self.values[i].width == value.width {
            self.values[i] = value;
            self.stamps[i] = self.now;
        }
    }

    pub fn value(&mut self, r: Ref) -> Abs {
        self.stack.push(r.node);
        while let Some(&node) = self.stack.last() {
            if self.is_known(node) {
                self.stack.pop();
                continue;
            }
            match self.missing(node) {
                Some(argument) => self.stack.push(argument),
                None => self.compute(node),
            }
        }
        self.block.get(&self.values, r)
    }

    fn is_known(&self, node: u32) -> bool {
        let stamp = self.stamps[node as usize];
        stamp == self.now || stamp == ALWAYS
    }

    fn get(&self, r: Ref) -> Abs {
        self.block.get(&self.values, r)
    }

    /// An argument that is needed and not known.
    fn missing(&self, node: u32) -> Option<u32> {
        let n = &self.block.nodes[node as usize];
        let [x, y, z] = n.args;
        let unknown = |r: Ref| (!self.is_known(r.node)).then_some(r.node);
        match n.op {
            _ if n.wide => None,
            Op::Ite => unknown(x).or_else(|| match self.get(x).as_bool() {
                Some(true) => unknown(y),
                Some(false) => unknown(z),
                None => unknown(y).or_else(|| unknown(z)),
            }),
            Op::And => unknown(x).or_else(|| if self.get(x).umax == 0 { None } else { unknown(y) }),
            op => n.args[..op.arity()].iter().find_map(|r| unknown(*r)),
        }
    }

    fn compute(&mut self, node: u32) {
        let n = &self.block.nodes[node as usize];
        let [x, y, z] = n.args;
        let value = match n.op {
            _ if n.wide => None,
            Op::Ite => match self.get(x).as_bool() {
                Some(true) => Some(self.get(y)),
                Some(false) => Some(self.get(z)),
                None => Some(self.get(y).join(&self.get(z))),
            },
            Op::And if self.get(x).umax == 0 => Some(Abs::constant(n.width, 0)),
            _ => self.block.result(&self.values, n),
        };
        self.values[node as usize] = value.filter(|v| v.width == n.width).unwrap_or(Abs::top(n.width));
        self.stamps[node as usize] = self.now;
        self.work += 1;
    }

    /// A symbol that can be split and that a decision in a value depends on: one that is not made, of a choice, or of the value
    /// itself where that is a condition.
    pub fn blame(&mut self, r: Ref, is_condition: bool, can_split: &dyn Fn(u32, &Abs) -> bool) -> Option<u32> {
        self.look += 1;
        self.look_at.clear();
        self.look_at.push((r.node, is_condition));
        while let Some((node, inside)) = self.look_at.pop() {
            let (i, mark) = (node as usize, 2 * self.look + u32::from(inside));
            if self.looked[i] >= mark || !self.is_known(node) || self.values[i].as_constant().is_some() {
                continue;
            }
            self.looked[i] = mark;
            let n = &self.block.nodes[i];
            let [x, y, z] = n.args;
            match n.op {
                Op::Symbol => {
                    if inside && can_split(node, &self.values[i]) {
                        return Some(node);
                    }
                }
                // What is looked at first comes last.
                Op::Ite => match self.get(x).as_bool() {
                    Some(true) => self.look_at.push((y.node, inside)),
                    Some(false) => self.look_at.push((z.node, inside)),
                    None => self.look_at.extend([(z.node, inside), (y.node, inside), (x.node, true)]),
                },
                Op::Eq | Op::Ult | Op::Slt | Op::Umulo | Op::Smulo => {
                    self.look_at.extend([(y.node, true), (x.node, true)]);
                }
                op => self.look_at.extend(n.args[..op.arity()].iter().rev().map(|r| (r.node, inside))),
            }
        }
        None
    }
}
