//! Objects that are written and read in overlapping pieces: unions, records, bytes, arrays of arrays; copies with symbolic offsets and lengths;
//! pointers that choose, and pointers in memory.

use super::{Generator, line};
use crate::tree::Node;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Object {
    Bytes,
    Words,
    Mix,
    Record,
    Rows,
    Pairs,
    /// So large that copies of symbolic lengths are defined by ranges.
    Big,
}

const BIG: u64 = 1200;

const WIDTHS: [(&str, u64); 6] = [("u8", 1), ("u16", 2), ("u32", 4), ("u32", 4), ("u64", 8), ("short", 2)];

impl Generator {
    pub(super) fn memory(&mut self) -> Vec<Node> {
        let mut nodes = Vec::new();
        for _ in 0..2 + self.below(3) {
            nodes.extend(self.object());
        }
        if self.chance(40) {
            let (name, other) = (self.anything(), self.anything());
            nodes.push(line(format!("u8 *q[2] = {{(u8 *)&{name}, (u8 *)&{other}}};")));
            self.names.push("q".into());
        }
        if self.chance(20) {
            let name = self.name("m");
            nodes.push(line(format!("u8 {name}[{BIG}]; memset(&{name}, 0, sizeof {name});")));
            self.objects.push((name, BIG, Object::Big));
        }
        let count = 3 + self.below(4);
        nodes.extend(self.statements(3, count, Generator::memory_step));
        for (name, size, object) in self.objects.clone() {
            if object == Object::Big {
                for _ in 0..4 {
                    let at = self.offset(12, 1);
                    nodes.push(line(self.result(&format!("{name}[{at}]"))));
                }
                continue;
            }
            let (ty, width) = self.random.pick(&[("u8", 1), ("u16", 2), ("u32", 4), ("u32", 4)]);
            let sum = self.result(&format!("((u32)(({ty} *)&{name})[k] ^ (u32)k)"));
            nodes.push(line(format!("for (int k = 0; k < {}; k++) {sum}", size / width)));
        }
        nodes
    }

    fn object(&mut self) -> Vec<Node> {
        let is_global = self.chance(40);
        let name = format!("{}{}", self.name("m"), if is_global { "@" } else { "" });
        // Large ones are array terms where offsets are symbolic.
        let n = self.random.pick(&[8, 8, 12, 16, 24, 96]);
        let (object, text, size) = match self.below(6) {
            0 => (Object::Bytes, format!("u8 {name}[{n}]"), n),
            1 => (Object::Words, format!("u32 {name}[{}]", n / 4), n),
            2 => (Object::Mix, format!("union mix {name}"), 8),
            3 => (Object::Record, format!("struct rec {name}"), 20),
            4 => (Object::Rows, format!("u32 {name}[{}][2]", n / 8), n / 8 * 8),
            _ => (Object::Pairs, format!("struct pair {name}[2]"), 12),
        };
        self.objects.push((name.clone(), size, object));
        if is_global {
            let image = match object {
                Object::Bytes if self.chance(60) => " = {1, 2, 3, 4, 5, 6, 7, 8}",
                Object::Words | Object::Mix if self.chance(60) => " = {0x1020304}",
                Object::Rows | Object::Pairs if self.chance(60) => " = {{7}}",
                Object::Record if self.chance(60) => " = {1, 2, 3}",
                _ => "",
            };
            self.global(&name, format!("static {text}{image};"));
            return Vec::new();
        }
        let byte = self.pick(&["0", "0", "1", "255"]);
        vec![line(format!("{text}; memset(&{name}, {byte}, sizeof {name});"))]
    }

    fn anything(&mut self) -> String {
        let n = self.below(self.objects.len() as u64) as usize;
        self.objects[n].0.clone()
    }

    fn any_object(&mut self) -> (String, u64) {
        let n = self.below(self.objects.len() as u64) as usize;
        (self.objects[n].0.clone(), self.objects[n].1)
    }

    fn object_of(&mut self, wanted: Object) -> Option<(String, u64)> {
        let some: Vec<_> = self.objects.iter().filter(|o| o.2 == wanted).map(|o| (o.0.clone(), o.1)).collect();
        (!some.is_empty()).then(|| some[self.below(some.len() as u64) as usize].clone())
    }

    /// An lvalue of this type somewhere, aligned or not.
    fn place(&mut self, (ty, width): (&str, u64)) -> String {
        let (name, size) = self.any_object();
        let step = if self.chance(25) { 1 } else { width };
        format!("*({ty} *)((u8 *)&{name} + {})", self.offset(size - width, step))
    }

    /// Fills and copies of large objects, within their first bytes.
    fn big_step(&mut self, name: &str) -> Node {
        let (to, n) = (self.offset(6, 1), self.offset(6, 1));
        let (other, size) = self.any_object();
        line(match self.below(6) {
            0 => format!("memset({name} + {to}, {}, {n});", 1 + self.below(200)),
            4 | 5 => {
                // What is right behind the range, and its last element.
                let read = self.result(&format!("{name}[{to} + {n}] * 256u + {name}[{to} + {n} - ({n} > 0)]"));
                let from = self.offset(6, 1);
                match self.chance(50) {
                    true => format!("memset({name} + {to}, {}, {n}); {read}", 1 + self.below(200)),
                    false => format!("memmove({name} + {to}, {name} + {from}, {n}); {read}"),
                }
            }
            1 => format!("memmove({name} + {to}, {name} + {}, {n});", self.offset(6, 1)),
            2 if other != name => format!("memcpy({name} + {to}, &{other}, {});", self.offset(size.min(12), 1)),
            _ => format!("{name}[{to}] = (u8)({});", self.value()),
        })
    }

    fn memory_step(&mut self) -> Vec<Node> {
        if let (true, Some((name, _))) = (self.chance(50), self.object_of(Object::Big)) {
            return vec![self.big_step(&name)];
        }
        let ty = self.random.pick(&WIDTHS);
        let (t, w) = ty;
        match self.below(23) {
            14 | 15 => self.overlapping(),
            16 | 20 => self.refilled(),
            17 | 18 | 22 => self.learnt(),
            21 => self.unsigned_index(),
            0..3 => vec![line(format!("{} = {};", self.place(ty), self.value()))],
            3 | 4 => {
                let place = self.place(ty);
                vec![line(self.result(&place))]
            }
            5 => {
                let ((d, dn), (s, sn)) = (self.any_object(), self.any_object());
                let most = dn.min(sn) / 2;
                let call = if d == s { "memmove" } else { "memcpy" };
                let (to, from, n) = (self.offset(dn - most, 1), self.offset(sn - most, 1), self.offset(most, 1));
                vec![line(format!("{call}((u8 *)&{d} + {to}, (u8 *)&{s} + {from}, {n});"))]
            }
            6 => {
                let (d, n) = self.any_object();
                let (to, from, size) = (self.offset(n / 2, 1), self.offset(n / 2, 1), self.offset(n / 2, 1));
                vec![line(format!("memmove((u8 *)&{d} + {to}, (u8 *)&{d} + {from}, {size});"))]
            }
            7 => {
                let (d, n) = self.any_object();
                let (to, size, byte) =
                    (self.offset(n / 2, 1), self.offset(n / 2, 1), self.pick(&["0", "1", "255", "a"]));
                vec![line(format!("memset((u8 *)&{d} + {to}, {byte}, {size});"))]
            }
            8 | 9 => self.choosing_pointer(t, w),
            10 => self.indexed(),
            11 => self.copied(),
            12 if !self.names.is_empty() => {
                let (slot, other) = (self.offset(1, 1), self.offset(1, 1));
                let (name, size) = self.any_object();
                let at = self.offset(size - 8, 1);
                let read = format!("q[{other}][{}]", self.below(8));
                let sum = self.result(&read);
                vec![
                    line(format!("q[{slot}] = (u8 *)&{name} + {at};")),
                    line(format!("q[{other}][{}] = 1; {sum}", self.below(8))),
                ]
            }
            _ => {
                let Some((u, _)) = self.object_of(Object::Mix) else {
                    let value = self.value();
                    return vec![line(self.result(&value))];
                };
                let member = match self.below(4) {
                    0 => "l".to_string(),
                    1 => format!("i[{}]", self.offset(1, 1)),
                    2 => format!("h[{}]", self.offset(3, 1)),
                    _ => format!("c[{}]", self.offset(7, 1)),
                };
                let text = if self.chance(50) {
                    format!("{u}.{member} = {};", self.value())
                } else {
                    self.result(&format!("{u}.{member}"))
                };
                vec![line(text)]
            }
        }
    }

    /// Two paths write to parts of an object that overlap, or to a part and to all of it.
    fn overlapping(&mut self) -> Vec<Node> {
        let (name, size) = self.any_object();
        let (one, other) = (self.random.pick(&WIDTHS), self.random.pick(&WIDTHS));
        let at = self.below(size.min(24) / 8) * 8;
        let write = |g: &mut Generator, (t, w): (&str, u64)| {
            let off = at + g.below(8 / w) * w;
            line(format!("*({t} *)((u8 *)&{name} + {off}) = ({t})({});", g.value()))
        };
        let (mine, theirs) = (write(self, one), write(self, other));
        let parts = vec![(format!("if ({}) {{", self.cond()), vec![mine]), ("} else {".into(), vec![theirs])];
        let (t, w) = self.random.pick(&WIDTHS);
        let read = self.result(&format!("*({t} *)((u8 *)&{name} + {})", at + 8 - w));
        vec![Node::Block(parts, "}".into()), line(read)]
    }

    /// The beginning, or all of an object, is filled, on one path or on both.
    fn refilled(&mut self) -> Vec<Node> {
        let (name, size) = self.any_object();
        let (cond, part) = (self.cond(), 1 + self.below(size));
        let at = self.offset(size - 1, 1);
        if self.chance(40) {
            let read = self.result(&format!("((u8 *)&{name})[{at}]"));
            return vec![line(format!("if ({cond}) memset(&{name}, 0, sizeof {name}); {read}"))];
        }
        vec![line(match self.below(3) {
            0 => format!("memset(&{name}, 0, {part});"),
            1 => format!("if ({cond}) memset(&{name}, 0, sizeof {name});"),
            _ => format!(
                "if ({cond}) memset(&{name}, 0, {part}); else memset(&{name}, {}, sizeof {name});",
                self.below(256)
            ),
        })]
    }

    /// What one array says of an index says nothing of another one, nor behind the branch.
    fn learnt(&mut self) -> Vec<Node> {
        let ((x, n), few) = (self.input(), 1 + self.below(3));
        let (i, s, l, p) = (self.name("i_"), self.name("s"), self.name("l"), self.name("p"));
        let more = n.max(few + 1);
        let second = if self.chance(50) { format!("else {l}[{i}] = {};", self.value()) } else { String::new() };
        let element = self.below(more);
        let read = self.result(&format!("{l}[{element}] + {s}[0]"));
        vec![
            line(format!("u32 {s}[{few}] = {{7}}, {l}[{more}] = {{1, 2}}, {i} = (u32){x}, *{p} = {l};")),
            line(format!("if ({i} < {few}) {s}[{i}] = {}; {second}", self.value())),
            line(format!("{p}[{i}] += {}; {read}", self.value())),
        ]
    }

    fn choosing_pointer(&mut self, t: &str, w: u64) -> Vec<Node> {
        let (p, cond) = (self.name("p"), self.cond());
        let ((x, xn), (y, yn)) = (self.any_object(), self.any_object());
        let (at, other) = (self.offset(xn - w, w), self.offset(yn - w, w));
        let mut uses = vec![line(format!("*{p} = {};", self.value())), line(self.result(&format!("*{p}")))];
        if self.chance(50) {
            uses.reverse();
        }
        if self.chance(30) {
            uses.push(line(format!("if ((u8 *){p} == (u8 *)&{x}) {}", self.result("1"))));
        }
        let declared = format!("{t} *{p} = ({cond}) ? ({t} *)((u8 *)&{x} + {at}) : ({t} *)((u8 *)&{y} + {other});");
        [vec![line(declared)], uses].concat()
    }

    /// Typed indices that a condition bounds, beside the same index through a pointer. Sometimes the bound is one too many.
    fn indexed(&mut self) -> Vec<Node> {
        let (x, _) = self.input();
        let (p, value) = (self.name("p"), self.value());
        let more = u64::from(self.chance(4));
        if let Some((name, size)) = self.object_of(Object::Words) {
            let few = (1 + self.below(4)).min(size / 4);
            return vec![
                line(format!("if ({x} < {few}) {name}[{x}] = {value};")),
                line(format!("u32 *{p} = (u32 *){name};")),
                line(format!("if ({x} + {few} < {}) {p}[{x} + {few}] += {};", size / 4 + more, self.value())),
            ];
        }
        if let Some((name, size)) = self.object_of(Object::Rows) {
            let row = self.offset(size / 8 - 1, 1);
            return vec![
                line(format!("if ({x} < 2) {name}[{row}][{x}] = {value};")),
                line(format!("u32 *{p} = &{name}[0][0];")),
                line(format!("if ({x} < {}) {p}[{x}] += {};", size / 4 + more, self.value())),
            ];
        }
        vec![]
    }

    /// An index that is unsigned, and wraps around or does not; or a narrow one with a sign.
    fn unsigned_index(&mut self) -> Vec<Node> {
        let ((x, n), p) = (self.input(), self.name("p"));
        let (name, size) = self.any_object();
        let less = 1 + self.below(n);
        let index = match self.below(4) {
            0 => format!("(u32){x} - {}u", u64::from(self.chance(50)) * less),
            1 => format!("(i8)({x} - {less})"),
            2 => format!("(u8)({x} + 254) - 254"),
            _ => format!("(short)((u32){x} * 0xffffu)"),
        };
        vec![
            line(format!("u8 *{p} = (u8 *)&{name} + {};", self.below(size - 4).max(4).min(size - 4))),
            line(self.result(&format!("{p}[{index}]"))),
        ]
    }

    /// Records that are copied as a whole, or a member of them.
    fn copied(&mut self) -> Vec<Node> {
        if let (true, Some((name, _))) = (self.chance(50), self.object_of(Object::Pairs)) {
            let (to, from) = (self.offset(1, 1), self.offset(1, 1));
            let member = self.offset(2, 1);
            return vec![
                line(format!("{name}[{to}] = {name}[{from}];")),
                line(format!(
                    "{name}[{from}].y[{member}] = (u8)({}); {name}[{to}].x = (u16)({});",
                    self.value(),
                    self.value()
                )),
            ];
        }
        let (Some((x, _)), Some((y, _))) = (self.object_of(Object::Record), self.object_of(Object::Record)) else {
            return vec![];
        };
        let at = self.offset(1, 1);
        vec![
            line(format!(
                "{{ struct rec t; t = {y}; t.v[{at}] = {}; t.h = (u16)({}); {x} = t; }}",
                self.value(),
                self.value()
            )),
            line(format!("{y}.t[{}] = {x}.c;", self.offset(3, 1))),
        ]
    }
}
