//! Floats: arithmetic, comparisons, conversions and patterns of bits. The pattern of a NaN is not looked at: C leaves it open.

use super::{Generator, line};
use crate::tree::Node;

impl Generator {
    pub(super) fn floats(&mut self) -> Vec<Node> {
        self.limits.truncate(2);
        let mut nodes = Vec::new();
        for i in 0..2 {
            let ty = if i == 0 { "double" } else { "float" };
            let x = format!("{}{i}", if i == 0 { "d" } else { "f" });
            nodes.push(line(format!("{ty} {x} = {};", self.real(1))));
            self.names.push(x);
        }
        let count = 1 + self.below(2);
        nodes.extend(self.statements(2, count, Generator::float_step));
        for x in self.names.clone() {
            nodes.push(line(self.pattern(&x)));
        }
        nodes
    }

    /// The bits of a float into a result.
    fn pattern(&mut self, x: &str) -> String {
        let t = self.name("t");
        let (from, to) = if x.starts_with('d') { ("double", "u64") } else { ("float", "u32") };
        let sum = self.result(&if to == "u64" { format!("{t} ^ {t} >> 32") } else { t.clone() });
        format!("if ({x} == {x}) {{ {from} v = {x}; {to} {t}; memcpy(&{t}, &v, sizeof v); {sum} }}")
    }

    fn float_step(&mut self) -> Vec<Node> {
        let x = self.variable();
        vec![line(match self.below(6) {
            0 => self.pattern(&x),
            1 => {
                let guard = format!("{x} > -1000.0 && {x} < 1000.0");
                let ty = self.pick(&["int", "u8", "long long", "short"]);
                let guard = if ty == "u8" { format!("{x} >= 0.0 && {x} < 256.0") } else { guard };
                format!("if ({guard}) {}", self.result(&format!("({ty}){x}")))
            }
            2 => {
                let compared = self.compared();
                self.result(&compared)
            }
            _ => format!("{x} = {};", self.real(1)),
        })]
    }

    fn compared(&mut self) -> String {
        let (x, y) = (self.real(1), self.real(1));
        format!("({x} {} {y})", self.pick(&["<", "<=", "==", "!=", ">", ">="]))
    }

    fn real(&mut self, depth: u32) -> String {
        if depth == 0 || self.chance(10) {
            return match self.below(8) {
                0..3 if !self.names.is_empty() => self.variable(),
                0..5 => self.random.pick(&["(float)a", "(double)a", "(float)b", "b"]).into(),
                5 => format!("(float)(u32)({} * 0x40000001u)", self.input().0),
                _ => {
                    self.pick(&["0.5f", "1.0", "-0.0", "3.0f", "0.1", "1e-40f", "16777216.0f", "3e38f", "1e300"]).into()
                }
            };
        }
        let (x, y) = (self.real(depth - 1), self.real(depth - 1));
        match self.below(10) {
            0..5 => format!("({x} {} {y})", self.pick(&["+", "-"])),
            5 => format!("((float)({x}) * (float)({y}))"),
            6 => format!("({x} / {})", self.pick(&["2.0f", "3.0f", "0.5", "4.0"])),
            7 => format!("({} ? {x} : {y})", self.cond()),
            8 => format!("(({})({x}))", self.pick(&["float", "double", "float"])),
            _ => format!("(-({x}))"),
        }
    }
}
