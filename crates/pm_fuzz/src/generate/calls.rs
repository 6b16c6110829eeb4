//! Functions: recursion, pointers to functions in tables and variables, pointers to the caller's variables, records by value.

use super::{Generator, line};
use crate::tree::Node;

impl Generator {
    pub(super) fn calls(&mut self) -> Vec<Node> {
        self.global("g@", "static u32 g@ = 1;".into());
        self.global("depth@", "static int depth@;".into());
        let count = 2 + self.below(3);
        let all: Vec<String> = (0..count).map(|i| format!("f{i}@")).collect();
        for f in &all {
            self.items.push(line(format!("static u32 {f}(u32 x, u32 *p);")));
        }
        let first = self.below(count) as usize;
        let table = [&all[first], &all[(first + 1) % all.len()]];
        self.global("table@", format!("static u32 (*table@[2])(u32, u32 *) = {{{}, {}}};", table[0], table[1]));
        self.items.push(line(
            "static struct pair swap@(struct pair s, u32 x) { s.y[x % 3] = (u8)s.x; s.x = (u16)(s.x + x); return s; }",
        ));
        self.names = all.clone();
        for f in &all {
            let mut body = vec![line("if (depth@ > 2) { *p += x; return x; }"), line("depth@++; u32 v = x, *q = &v;")];
            let count = 1 + self.below(3);
            body.extend(self.statements_in_function(count));
            body.push(line("depth@--;"));
            body.push(line(format!("return {};", self.inner())));
            self.items.push(Node::Block(vec![(format!("static u32 {f}(u32 x, u32 *p) {{"), body)], "}".into()));
        }
        let mut nodes = vec![line("u32 v = 3, w = 5, *q = &v, *p = &w, x = (u32)a; struct pair s = {1, {2, 3, 4}};")];
        nodes.push(line("u32 (*f)(u32, u32 *) = table@[a & 1];"));
        let count = 3 + self.below(3);
        nodes.extend(self.statements(2, count, Generator::call_step));
        for value in ["v", "w", "g@", "s.x + s.y[1] * 256u", "x", "s.y[0] + s.y[2] * 256u"] {
            nodes.push(line(self.result(value)));
        }
        nodes
    }

    /// A number in a function.
    fn inner(&mut self) -> String {
        self.pick(&["x", "v", "*p", "*q", "g@", "x + v", "x ^ *p", "x * 3u", "(x & 1) + *q", "x + 1u"]).into()
    }

    fn statements_in_function(&mut self, count: u64) -> Vec<Node> {
        let mut nodes = Vec::new();
        for _ in 0..count {
            let cond = self.pick(&["x & 1", "x < 2", "v == 3", "*p & 2", "g@ & 1", "depth@ == 1"]);
            let step = self.inner_step();
            if self.chance(50) {
                let other = self.inner_step();
                nodes.push(Node::Block(
                    vec![(format!("if ({cond}) {{"), vec![step]), ("} else {".into(), vec![other])],
                    "}".into(),
                ));
            } else {
                nodes.push(step);
            }
        }
        nodes
    }

    fn inner_step(&mut self) -> Node {
        let (f, arg) = (self.variable(), self.inner());
        line(match self.below(9) {
            0 => format!("v = {f}({arg}, &v);"),
            1 => format!("*p += {f}({arg}, q);"),
            2 => format!("v += table@[{arg} & 1](x + 1u, p);"),
            3 => format!("table@[{arg} & 1] = {f};"),
            4 => format!("q = ({arg} & 1) ? p : &v;"),
            5 => format!("*q = {arg};"),
            6 => format!("g@ = g@ * 3u + {arg};"),
            7 => format!("if ({arg} & 4) {{ depth@--; return {}; }}", self.inner()),
            _ => format!("*p ^= {arg};"),
        })
    }

    fn call_step(&mut self) -> Vec<Node> {
        let f = self.variable();
        let value = self.value();
        vec![line(match self.below(10) {
            0 | 1 => format!("x = {f}({value}, {});", self.pick(&["&v", "&w", "p", "q", "&g@"])),
            2 => format!("x = f({value}, q);"),
            3 => format!("f = ({}) ? {f} : table@[{}];", self.cond(), self.offset(1, 1)),
            4 => format!("s = swap@(s, {value});"),
            5 => format!("p = ({}) ? &v : &g@;", self.cond()),
            6 => format!("*p = {value};"),
            7 => {
                let g = self.variable();
                format!("x += ({}) ? {f}(x, p) : {g}(x, q);", self.cond())
            }
            8 => format!("if (f == {f}) {}", self.result("x")),
            _ => self.result("x"),
        })]
    }
}
