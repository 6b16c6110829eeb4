//! Arithmetic of all widths and signs, bit-fields, shifts and conversions. Most of it is defined for all values; some is not.

use super::{Generator, line};
use crate::tree::Node;

const FIELDS: [(&str, u64); 9] =
    [("a", 3), ("b", 5), ("c", 1), ("d", 2), ("e", 33), ("f", 40), ("g", 7), ("h", 9), ("i", 1)];

impl Generator {
    pub(super) fn integers(&mut self) -> Vec<Node> {
        let mut nodes = Vec::new();
        if self.chance(50) {
            self.global("bf@", "static struct bits bf@;".into());
            for _ in 0..3 {
                let (field, _) = self.random.pick(&FIELDS);
                self.names.push(format!("bf@.{field}"));
            }
        }
        for _ in 0..2 + self.below(2) {
            let (x, (ty, _), (cast, _)) = (self.name("x"), self.ty(), self.ty());
            nodes.push(line(format!("{ty} {x} = ({cast})({});", self.number(2))));
            self.names.push(x);
        }
        let count = 3 + self.below(3);
        nodes.extend(self.statements(2, count, Generator::integer_step));
        for x in self.names.clone() {
            nodes.push(line(self.result(&x)));
            if self.chance(30) {
                nodes.push(line(self.result(&format!("(u64)({x}) >> 32"))));
            }
        }
        nodes
    }

    fn integer_step(&mut self) -> Vec<Node> {
        let x = self.variable();
        vec![line(match self.below(16) {
            12..15 => {
                let compared = self.at_the_edge();
                self.result(&compared)
            }
            15 => {
                // Signed shifts to the left, of which some lose bits.
                let (x0, n) = self.input();
                let factor = self.pick(&["1", "0x10000000", "0x40000000", "0x7fff"]);
                let count = self.below(3);
                format!("{x} = ((int)((u32){x0} * {factor}u) >> {}) << {count};", self.below(n))
            }
            0 => format!("{x} {}= {};", self.pick(&["&", "|", "^"]), self.number(2)),
            1 => format!("{x} >>= ({}) & 7;", self.number(1)),
            5..8 => {
                // Negative numbers before shifts, remainders and comparisons, and constants behind them.
                let (ty, leaf) = (self.pick(&["int", "long long", "short", "i8", "u32"]), self.number(1));
                let (x0, n) = self.input();
                let factor = self.pick(&["1", "3", "100", "0x4001", "0x40000001"]);
                let behind = self.pick(&[
                    ">> 3",
                    ">> 1",
                    "% 8",
                    "% 4u",
                    "/ 4",
                    "< 100",
                    "> -2",
                    "<< 2",
                    "* 0x10001",
                    "+ 0x7ffffff0",
                ]);
                format!("{x} = (({ty})(({x0} - {}) * {factor}u) {behind}) ^ ({leaf});", self.below(n + 1))
            }
            2 => {
                let number = self.number(2);
                self.result(&number)
            }
            3 => format!("{x} = ~{x};"),
            4 if self.chance(30) => format!("{x}{};", self.pick(&["++", "--"])),
            _ => format!("{x} = {};", self.number(3)),
        })]
    }

    /// A number of a range that its text shows, both ends of which some inputs have, made of one input.
    fn ranged(&mut self) -> (String, u64) {
        let (x, n) = self.input();
        match n {
            2 | 4 if self.chance(60) => (format!("((u32){x} & {}u)", n - 1), n - 1),
            4 if self.chance(50) => (format!("((u32){x} * 0x55555555u >> 30)"), 3),
            _ => (format!("((u32){x} % {n}u)"), n - 1),
        }
    }

    /// The same of two inputs: a sum, product, quotient or a number beside another one.
    fn wide_ranged(&mut self) -> (String, u64) {
        let ((x, xn), (y, yn)) = (self.ranged(), self.ranged());
        let k = 1 + self.below(40);
        match self.below(8) {
            0 => (format!("({x} + {k}u)"), xn + k),
            1 => (format!("({x} * {k}u)"), xn * k),
            2 => (format!("({x} * {k}u / 3u)"), xn * k / 3),
            3 => {
                let (shift, low) = (1 + self.below(8), self.below(256));
                let low = low % (1 << shift);
                (format!("({x} << {shift} | {low}u)"), xn << shift | low)
            }
            4 => {
                let shift = 2 + self.below(7);
                (format!("({x} << {shift} | {y})"), xn << shift | yn)
            }
            5 => (format!("(u32)(u8)({x} * 0x40u)"), (xn * 0x40) & 0xff),
            6 => (x, xn),
            _ => (format!("({x} * {k}u + {y})"), xn * k + yn),
        }
    }

    /// A comparison with a number at the end of a range, or of two such numbers, in a type with or without a sign.
    fn at_the_edge(&mut self) -> String {
        let op = self.pick(&["<", "<=", ">", ">=", "==", "!="]);
        let ty = self.pick(&["u32", "u32", "int", "u64", "long long", "u8", "short"]);
        let (x, most) = self.wide_ranged();
        if self.chance(40) {
            // Two numbers with one part in common, or that begin where the other ends.
            let ((h, _), (other, _), (l, _)) = (self.ranged(), self.ranged(), self.ranged());
            return match self.below(3) {
                0 => format!("(({ty})({h} << 4 | {l}) {op} ({ty})({other} << 4 | {l}))"),
                1 => format!("(({ty})({l} << 4 | {h}) {op} ({ty})({l} << 4 | {other}))"),
                _ => format!("(({ty}){x} {op} ({ty})({h} + {most}u))"),
            };
        }
        let edge = (most + 2).saturating_sub(self.below(5));
        let edge = if self.chance(20) { self.below(most + 1) } else { edge };
        let edge = match ty {
            "u8" => edge & 0xff,
            _ => edge,
        };
        if self.chance(50) { format!("(({ty}){x} {op} {edge})") } else { format!("({edge}u {op} ({ty}){x})") }
    }

    /// An expression: sums and products are made in unsigned types, but for a few.
    fn number(&mut self, depth: u32) -> String {
        if depth == 0 || self.chance(15) {
            return match self.below(10) {
                0..4 if !self.names.is_empty() => self.variable(),
                0..5 => self.input().0.into(),
                5 => format!("({} - {})", self.input().0, 1 + self.below(3)),
                6 => format!(
                    "((u32){} * {}u)",
                    self.input().0,
                    self.pick(&["0x55555555", "0x40000001", "0x7fff", "0x101"])
                ),
                _ => self
                    .pick(&[
                        "1",
                        "3",
                        "255u",
                        "0x8000",
                        "(-1)",
                        "0x7fffffff",
                        "0x80000000u",
                        "65535ll",
                        "0x100000000ll",
                        "(i8)-128",
                        "'a'",
                        "sizeof(long)",
                    ])
                    .into(),
            };
        }
        let (x, y) = (self.number(depth - 1), self.number(depth - 1));
        let (t, bytes) = self.ty();
        match self.below(14) {
            0..4 => format!("(({t})((u64)({x}) {} (u64)({y})))", self.pick(&["+", "-", "*", "&", "|", "^"])),
            4 => format!("(({x}) {} ({y}))", self.pick(&["<", "<=", "==", "!=", ">", ">="])),
            5 => format!("((u64)({x}) {} (({y}) & 31))", self.pick(&["<<", ">>"])),
            6 => format!("(({t})({x}) >> (({y}) & {}))", (8 * bytes).min(32) - 1),
            7 => format!("((u64)({x}) {} ((u64)({y}) | 1))", self.pick(&["/", "%"])),
            8 => format!("(({t})({x}) {} ({}))", self.pick(&["/", "%"]), self.pick(&["3", "7", "-3", "16u", "-1ll"])),
            9 => format!("(({}) ? ({x}) : ({y}))", self.number(0)),
            10 => format!("(u32)(({t})({x}) * ({t})3u)").replace("3u)", if bytes < 4 { "3)" } else { "3u)" }),
            11 if self.chance(50) => format!("(({x}) {} ({y}))", self.pick(&["+", "-", "*", "/", "<<"])),
            12 => format!("(!({x}) {} (_Bool)({y}))", self.pick(&["&&", "||", "^"])),
            _ => format!("(({t})({x}))"),
        }
    }
}
