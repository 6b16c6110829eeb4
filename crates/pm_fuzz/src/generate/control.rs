//! Jumps: between labels, into blocks, loops and switches, past declarations; loops with two entries; heap objects whose size depends on the path.

use super::{Generator, line};
use crate::tree::Node;

impl Generator {
    pub(super) fn control(&mut self) -> Vec<Node> {
        let labels: Vec<String> = (0..2 + self.below(4)).map(|_| self.name("L")).collect();
        let most = 2 + self.below(5);
        let has_heap = self.chance(50);
        self.asks = self.chance(30);
        self.names = labels.clone();
        self.names.push("end".into());
        let mut nodes = vec![line("u32 s0 = 0, s1 = 1, s2 = 2; int steps = 0;")];
        if has_heap {
            nodes.push(line("u8 *p = 0; u32 room = 0;"));
        }
        let entry = self.input().0;
        let cases: Vec<String> = labels.iter().enumerate().map(|(i, l)| format!("case {i}: goto {l};")).collect();
        nodes.push(line(format!("switch ({entry}) {{ {} }}", cases.join(" "))));
        let step = if has_heap { Generator::step_with_heap } else { Generator::control_step };
        for (i, label) in labels.iter().enumerate() {
            let arrive = vec![line(format!("{label}: if (steps++ > {most}) goto end;"))];
            let x = self.name("x");
            let count = 1 + self.below(3);
            let mut body = self.statements(1, count, step);
            body.push(self.jump());
            let value = self.value();
            match self.below(6) {
                0 => {
                    // A declaration that jumps go past, and a value that they miss, or do not.
                    let set = if self.chance(85) {
                        format!("{x} = s0 + {i}u;")
                    } else {
                        format!("if (s0 & 1) {x} = {value};")
                    };
                    let inner = [arrive, vec![line(set)], body, vec![line(format!("s1 += {x};"))]].concat();
                    nodes.push(Node::Block(vec![(format!("{{ u32 {x} = {value};"), inner)], "}".into()));
                }
                1 => {
                    let head = format!("while (({}) && steps <= {most}) {{", self.cond());
                    nodes.push(Node::Block(vec![(head, [arrive, body].concat())], "}".into()));
                }
                2 => {
                    let inner = [vec![line(format!("u32 {x} = s2; s0 += {x};"))], arrive, body].concat();
                    nodes.push(Node::Block(
                        vec![("do {".into(), inner)],
                        format!("}} while (s0 & 1 && steps <= {most});"),
                    ));
                }
                3 => {
                    // Cases in the middle of a loop.
                    let more = self.statements(1, 1, step);
                    let (of, n) = self.input();
                    let head = format!(
                        "switch ({of}) {{ case {}: while (steps <= {most} && s1 & 1) {{ s1 >>= 1;",
                        self.below(n)
                    );
                    let parts = vec![
                        (head, [arrive, body].concat()),
                        (format!("case {}:;", n + 1), more),
                        ("default: s1 += 2;".into(), vec![]),
                    ];
                    nodes.push(Node::Block(parts, "steps++; } }".into()));
                }
                4 => {
                    // Two loops that are left at once.
                    let (j, k) = (self.name("j"), self.name("k"));
                    let head = format!(
                        "for (int {j} = 0; {j} < 2; {j}++) for (int {k} = 0; {k} < 2; {k}++) {{ if (({}) && {k}) goto {};",
                        self.cond(),
                        self.label()
                    );
                    let (cond, l) = (self.cond(), self.label());
                    let last = line(format!("s2 += 1u; if ({cond}) goto {l};"));
                    nodes.extend(arrive);
                    nodes.push(Node::Block(vec![(head, vec![last])], "}".into()));
                    nodes.extend(body);
                }
                _ => nodes.extend([arrive, body].concat()),
            }
        }
        nodes.push(line("end:;"));
        if has_heap {
            // The object that was made last, whatever way led here.
            let guard = if self.chance(85) { "k < room" } else { "k < room + (s0 & 1)" };
            nodes.push(line(format!("if (p) for (u32 k = 0; {guard}; k++) {}", self.result("p[k]"))));
        }
        for s in ["s0", "s1", "s2"] {
            nodes.push(line(self.result(s)));
        }
        nodes
    }

    /// Where to jump: a label in front of which `steps` is counted.
    fn label(&mut self) -> String {
        self.variable()
    }

    fn jump(&mut self) -> Node {
        let cond =
            if self.chance(50) { self.cond() } else { self.pick(&["s0 & 1", "s1 & 2", "s2 & 1", "steps & 1"]).into() };
        let cond = if self.asks && self.chance(25) { "in@()".into() } else { cond };
        let label = self.label();
        line(format!("if ({cond}) goto {label};"))
    }

    /// A question that was answered is asked again, in two branches: two ways on which nobody goes meet others.
    fn ask_again(&mut self) -> Vec<Node> {
        let (asked, between) = (self.cond(), self.cond());
        let first = line(format!("if ({asked}) goto {};", self.label()));
        let again = line(format!("if ({asked}) goto {};", self.label()));
        let parts = vec![
            (format!("if ({between}) {{"), vec![self.change(), again.clone()]),
            ("} else {".into(), vec![self.change(), again]),
        ];
        vec![first, Node::Block(parts, "}".into())]
    }

    fn change(&mut self) -> Node {
        line(format!("{} = {} * {}u + {};", self.small(), self.small(), 1 + self.below(3), self.value()))
    }

    fn small(&mut self) -> &'static str {
        self.pick(&["s0", "s1", "s2"])
    }

    fn control_step(&mut self) -> Vec<Node> {
        match self.below(6) {
            0 => vec![self.jump()],
            5 if self.asks => {
                let s = self.small();
                vec![line(format!("{s} = {s} * 2u + (u32)in@();"))]
            }
            1 => {
                let s = self.small();
                vec![line(self.result(s))]
            }
            2 if self.chance(50) => self.ask_again(),
            _ => vec![self.change()],
        }
    }

    fn step_with_heap(&mut self) -> Vec<Node> {
        match self.below(8) {
            0 | 7 => {
                let size = 2 + self.below(8);
                if self.chance(50) {
                    let s = self.small();
                    return vec![line(format!(
                        "room = {s} & 1 ? {size} : 2; p = malloc(room); memset(p, {size}, room);"
                    ))];
                }
                vec![line(format!("p = malloc({size}); memset(p, {size}, {size}); room = {size};"))]
            }
            1 | 2 => {
                let at = self.below(7);
                let guard = if self.chance(92) { format!("room > {at}") } else { "room".into() };
                vec![line(format!("if (p && {guard}) {{ p[{at}] += 1; {} }}", self.result(&format!("p[{at}]"))))]
            }
            _ => self.control_step(),
        }
    }
}
