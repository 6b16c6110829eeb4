//! Steps of a reactive loop: three state variables of few values, an input of few values. The reachable states are enumerated.

use super::{Generator, line};
use crate::tree::{Node, Shape};

impl Generator {
    pub(super) fn reactive(&mut self) -> Vec<Node> {
        self.limits = vec![self.random.pick(&[2, 3, 4])];
        self.shape = Shape::Reactive([self.below(2) as u32, self.below(3) as u32, 0]);
        self.reactive_names();
        let count = 2 + self.below(4);
        let mut nodes = self.statements(2, count, Generator::reactive_step);
        let ends: [(&str, [&str; 4]); 3] = [
            ("r0@", ["r0@ &= 3u;", "if (r0@ > 4u) r0@ = 0u;", "r0@ %= 5u;", "r0@ = r0@ > 3u ? 3u : r0@;"]),
            ("r1@", ["r1@ &= 7u;", "if (r1@ > 5u) r1@ = 1u;", "r1@ %= 6u;", "r1@ &= 1u;"]),
            ("r2@", ["r2@ &= 3u;", "if (r2@ > 9u) r2@ = r0@;", "r2@ = 0u;", "if (r2@ > 2u) r2@ -= r2@;"]),
        ];
        for (_, ways) in ends {
            nodes.push(line(self.pick(&ways)));
        }
        // Whatever the ways above let through.
        nodes.push(line("r2@ &= 15u;"));
        nodes
    }

    /// A table and a function that steps may use.
    pub(super) fn reactive_names(&mut self) {
        if self.chance(50) {
            let table: Vec<String> = (0..8).map(|_| self.below(6).to_string()).collect();
            self.global("next@", format!("static const u8 next@[8] = {{{}}};", table.join(", ")));
            self.names.push("next@[(r0@ + r1@) & 7]".into());
            let other = if self.chance(15) { "next@[r0@ + r1@]" } else { "next@[r2@ & 7]" };
            self.names.push(other.into());
        }
        if self.chance(40) {
            self.items.push(line("static u32 turn@(u32 x, u32 y) { return x > y ? x - y : x ? y - x + 1u : 2u; }"));
            self.names.push("turn@(r0@, (u32)a)".into());
            self.names.push("turn@(r1@, r2@)".into());
        }
    }

    fn state(&mut self) -> &'static str {
        self.pick(&["r0@", "r1@", "r2@"])
    }

    pub(super) fn reactive_step(&mut self) -> Vec<Node> {
        let x = self.state();
        let n = self.below(4);
        let value = match self.below(8) {
            0 if !self.names.is_empty() => self.variable(),
            0 | 1 => "(u32)a".into(),
            2 => format!("{n}u"),
            3 => format!("{} + 1u", self.state()),
            4 => format!("{} + {}", self.state(), self.state()),
            5 => format!("{} ^ (u32)a", self.state()),
            6 => format!("({} == {n}u)", self.state()),
            _ => format!("{} * 2u", self.state()),
        };
        let cond = match self.below(4) {
            0 => format!("{} == {n}u", self.state()),
            1 => format!("{} < {}", self.state(), self.state()),
            2 => format!("a == {n}"),
            _ => return vec![line(format!("{x} = {value};"))],
        };
        vec![line(format!("if ({cond}) {x} = {value};"))]
    }
}
