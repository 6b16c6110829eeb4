//! The generators: a module a kind of programs. The same seed gives the same program.
//!
//! Programs compute `r0`, `r1` and `r2` from a few inputs of two bits or so, by few paths and many joins. Most of them are free of undefined
//! behaviour by construction; a few accesses and operations are not guarded, so that some inputs violate something.

mod calls;
mod checks;
mod control;
mod floats;
mod heap;
mod integers;
mod links;
mod loops;
mod memory;
mod reactive;

use crate::tree::{Expected, INPUTS, Node, Shape, Source, Way};
use pm_base::{DataModel, Random};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Memory,
    Control,
    Integers,
    Heap,
    Floats,
    Calls,
    Reactive,
    Checks,
    Loops,
    Links,
}

pub const KINDS: [(Kind, &str); 10] = [
    (Kind::Memory, "memory"),
    (Kind::Control, "control"),
    (Kind::Integers, "integers"),
    (Kind::Heap, "heap"),
    (Kind::Floats, "floats"),
    (Kind::Calls, "calls"),
    (Kind::Reactive, "reactive"),
    (Kind::Loops, "loops"),
    (Kind::Checks, "checks"),
    (Kind::Links, "links"),
];

pub fn generate(kind: Kind, seed: u64, model: DataModel) -> Source {
    let random = Random::new(seed.wrapping_mul(0x1_0001).wrapping_add(kind as u64));
    let mut g = Generator::new((random, seed), Way::new(model));
    let body = match kind {
        Kind::Memory => g.memory(),
        Kind::Control => g.control(),
        Kind::Integers => g.integers(),
        Kind::Heap => g.heap(),
        Kind::Floats => g.floats(),
        Kind::Calls => g.calls(),
        Kind::Reactive => g.reactive(),
        Kind::Loops => g.loops(),
        Kind::Checks => g.checks(),
        Kind::Links => g.links(),
    };
    let Generator { shape, asks, way, expected, limits, items, .. } = g;
    Source { shape, asks, way, expected, limits, items, body }
}

/// C types with their sizes.
const TYPES: [(&str, u64); 8] =
    [("u8", 1), ("u16", 2), ("u32", 4), ("u64", 8), ("i8", 1), ("short", 2), ("int", 4), ("long long", 8)];

struct Generator {
    random: Random,
    seed: u64,
    shape: Shape,
    way: Way,
    asks: bool,
    expected: Vec<(String, Expected)>,
    limits: Vec<u32>,
    items: Vec<Node>,
    fresh: u32,
    /// Variables of the kind at hand.
    names: Vec<String>,
    /// Conditions so far.
    conds: Vec<String>,
    /// Objects of the kind at hand: name, bytes, what it is.
    objects: Vec<(String, u64, memory::Object)>,
}

type Step = fn(&mut Generator) -> Vec<Node>;

fn line(text: impl Into<String>) -> Node {
    Node::Line(text.into())
}

impl Generator {
    fn new((mut random, seed): (Random, u64), way: Way) -> Self {
        let count = 2 + random.below(2);
        let limits = (0..count).map(|_| random.pick(&[2, 3, 3, 4])).collect();
        Generator {
            random,
            seed,
            shape: Shape::Once,
            way,
            asks: false,
            expected: Vec::new(),
            limits,
            items: Vec::new(),
            fresh: 0,
            names: Vec::new(),
            conds: Vec::new(),
            objects: Vec::new(),
        }
    }

    /// With this chance in a hundred.
    fn chance(&mut self, percent: u64) -> bool {
        self.random.below(100) < percent
    }

    fn below(&mut self, n: u64) -> u64 {
        self.random.below(n)
    }

    fn pick<'t>(&mut self, from: &[&'t str]) -> &'t str {
        self.random.pick(from)
    }

    fn name(&mut self, prefix: &str) -> String {
        self.fresh += 1;
        format!("{prefix}{}", self.fresh)
    }

    /// A variable of the kind at hand.
    fn variable(&mut self) -> String {
        let n = self.below(self.names.len() as u64);
        self.names[n as usize].clone()
    }

    fn input(&mut self) -> (&'static str, u64) {
        let n = self.below(self.limits.len() as u64) as usize;
        (INPUTS[n], u64::from(self.limits[n]))
    }

    fn ty(&mut self) -> (&'static str, u64) {
        self.random.pick(&TYPES)
    }

    /// A condition that depends on an input or on a result; some are asked once more, or the other way round: what was decided before decides them.
    fn cond(&mut self) -> String {
        if !self.conds.is_empty() && self.chance(30) {
            let n = self.below(self.conds.len() as u64);
            let before = self.conds[n as usize].clone();
            return if self.chance(30) { format!("!({before})") } else { before };
        }
        let (x, n) = self.input();
        let cond = match self.below(6) {
            0 | 1 => format!("{x} == {}", self.below(n)),
            2 => format!("{x} < {}", 1 + self.below(n)),
            3 => format!("{x} & 1"),
            4 => format!("{x} != {}", self.input().0),
            _ => format!("r0@ & {}", 1 << self.below(3)),
        };
        self.conds.push(cond.clone());
        cond
    }

    /// A number, unsigned.
    fn value(&mut self) -> String {
        let (x, _) = self.input();
        match self.below(8) {
            0 | 1 => format!(
                "{}u",
                self.pick(&["0", "1", "7", "0x11", "0x80", "0xff", "0x1234", "0x11223344", "0xffffffff"])
            ),
            2 => format!("(u32){x}"),
            3 | 4 => {
                format!("(u32){x} * {}u + {}u", self.pick(&["3", "0x101", "0x10001", "0x55555555"]), self.below(9))
            }
            5 => "r0@".into(),
            6 => format!("(r1@ ^ {}u)", self.below(5)),
            _ => format!("(r2@ + (u32){x})"),
        }
    }

    /// An offset of at most `most`, a multiple of `step`, constant or made of an input.
    fn offset(&mut self, most: u64, step: u64) -> String {
        let slots = most / step;
        let (x, n) = self.input();
        if slots == 0 || slots < n - 1 || self.chance(35) {
            return (self.below(slots + 1) * step).to_string();
        }
        let factor = 1 + self.below(slots / (n - 1));
        let base = self.below(slots - factor * (n - 1) + 1);
        format!("({x} * {} + {})", factor * step, base * step)
    }

    /// Adds a value to a result.
    fn result(&mut self, value: &str) -> String {
        let r = self.pick(&["r0@", "r1@", "r2@"]);
        match self.below(4) {
            0 => format!("{r} ^= (u32)({value});"),
            1 => format!("{r} += (u32)({value});"),
            2 => format!("{r} = {r} * 3u + (u32)({value});"),
            _ => format!("{r} = ({r} << 3 | {r} >> 29) + (u32)({value});"),
        }
    }

    /// Statements: simple ones, and branches, loops and switches around them.
    fn statements(&mut self, depth: u32, count: u64, simple: Step) -> Vec<Node> {
        let mut nodes = Vec::new();
        for _ in 0..count {
            match self.below(100) {
                k if depth > 0 && k < 25 => {
                    let mut parts = vec![(format!("if ({}) {{", self.cond()), self.some(depth, simple))];
                    if self.chance(60) {
                        parts.push(("} else {".into(), self.some(depth, simple)));
                    }
                    nodes.push(Node::Block(parts, "}".into()));
                }
                k if depth > 0 && k < 34 => {
                    let i = self.name("i_");
                    let bound = if self.chance(50) { (1 + self.below(3)).to_string() } else { self.input().0.into() };
                    let mut body = self.statements(depth - 1, 2, simple);
                    if self.chance(30) {
                        let leave = self.pick(&["break", "continue"]);
                        let cond = self.cond();
                        let at = self.below(body.len() as u64 + 1) as usize;
                        body.insert(at, line(format!("if ({cond}) {leave};")));
                    }
                    nodes.push(Node::Block(
                        vec![(format!("for (int {i} = 0; {i} < {bound}; {i}++) {{"), body)],
                        "}".into(),
                    ));
                }
                k if depth > 0 && k < 42 => {
                    let mut parts = Vec::new();
                    let mut open = format!("switch ({}) {{ case 0:;", self.input().0);
                    for case in 1..2 + self.below(3) {
                        parts.push((open, self.statements(depth - 1, 1, simple)));
                        open = format!("{}case {case}:;", if self.chance(60) { "break; " } else { "" });
                    }
                    parts.push((format!("{open} default:;"), self.statements(depth - 1, 1, simple)));
                    nodes.push(Node::Block(parts, "}".into()));
                }
                _ => nodes.extend(simple(self)),
            }
        }
        nodes
    }

    fn some(&mut self, depth: u32, simple: Step) -> Vec<Node> {
        let count = 1 + self.below(3);
        self.statements(depth - 1, count, simple)
    }

    /// An object with static storage.
    fn global(&mut self, name: &str, text: String) {
        self.items.push(Node::Global(name.into(), text));
    }
}
