//! Loops that end and loops that do not, in each other and behind each other, around steps of few states; each step has claims of its own, of which some fail.
//!
//! It is for what takes loops apart by whether they end, and what proves some properties where others are violated.

use super::{Generator, line};
use crate::flow::{Flow, Leave};
use crate::tree::{Node, Shape};

impl Generator {
    pub(super) fn loops(&mut self) -> Vec<Node> {
        self.limits = vec![self.random.pick(&[2, 3, 4])];
        let mut pieces = 0;
        let mut flows = self.flows(3, false, &mut pieces);
        if self.chance(60) {
            let inner = self.flows(2, true, &mut pieces);
            flows.push(Flow::Forever(inner));
            if self.chance(50) {
                flows.push(self.piece(&mut pieces));
            }
        }
        self.shape = Shape::Loops([self.below(2) as u32, self.below(3) as u32, 0], flows);
        self.reactive_names();
        let mut parts = Vec::new();
        let mut open = "switch (b) { case 0:;".to_string();
        for piece in 1..=pieces {
            let count = 1 + self.below(2);
            let mut nodes = self.statements(2, count, Generator::reactive_step);
            nodes.push(line("r0@ &= 3u; r1@ &= 3u; r2@ &= 3u;"));
            parts.push((open, nodes));
            open = format!("break; case {piece}:;");
        }
        self.limits.push(pieces);
        vec![Node::Block(parts, "}".into())]
    }

    fn piece(&mut self, pieces: &mut u32) -> Flow {
        *pieces += 1;
        Flow::Piece(*pieces - 1)
    }

    /// At least one piece.
    fn flows(&mut self, depth: u32, is_in_loop: bool, pieces: &mut u32) -> Vec<Flow> {
        let mut flows = vec![self.piece(pieces)];
        for _ in 0..self.below(3) {
            let flow = match self.below(12) {
                0..3 if depth > 0 => Flow::While(self.flows(depth - 1, true, pieces)),
                3 | 4 if depth > 0 => {
                    Flow::UpTo(self.random.pick(&[1, 3, 3, 7, 31]), self.flows(depth - 1, true, pieces))
                }
                5 if depth > 0 => Flow::Times(self.random.pick(&[2, 3, 5, 20]), self.flows(depth - 1, true, pieces)),
                6 if depth > 0 => Flow::Maybe(self.flows(depth - 1, is_in_loop, pieces)),
                7 if depth > 0 && self.chance(30) => Flow::Forever(self.flows(depth - 1, true, pieces)),
                8 | 9 if is_in_loop => Flow::Leave(self.random.pick(&[Leave::Break, Leave::Continue])),
                10 if self.chance(30) => Flow::Leave(Leave::Return),
                _ => self.piece(pieces),
            };
            flows.push(flow);
        }
        flows
    }
}
