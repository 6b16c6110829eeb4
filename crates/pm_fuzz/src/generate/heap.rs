//! Heap objects: lists that grow, shrink and are walked, objects that are resized and freed in several orders, pointers that stay behind.

use super::{Generator, line};
use crate::tree::Node;

impl Generator {
    pub(super) fn heap(&mut self) -> Vec<Node> {
        let mut nodes = vec![line("struct node *list = 0, *last = 0;")];
        let count = 2 + self.below(2);
        for i in 0..count {
            let size = self.random.pick(&[3, 4, 6, 8]);
            nodes.push(line(match self.below(3) {
                0 => format!("u8 *p{i} = malloc({size}); u32 n{i} = {size}; memset(p{i}, {i}, {size});"),
                1 => format!("u8 *p{i} = calloc(1, {size}); u32 n{i} = {size};"),
                _ => format!("u8 *p{i} = 0; u32 n{i} = 0;"),
            }));
        }
        self.names = (0..count).map(|i| i.to_string()).collect();
        let count = 4 + self.below(5);
        nodes.extend(self.statements(2, count, Generator::heap_step));
        nodes.push(line(
            "int k = 0; for (struct node *t = list; t && k < 6; t = t->next) { k++; r0@ = r0@ * 3u + t->v; }",
        ));
        for i in self.names.clone() {
            nodes.push(line(format!("if (p{i}) for (u32 k = 0; k < n{i}; k++) {}", self.result(&format!("p{i}[k]")))));
        }
        nodes
    }

    fn heap_step(&mut self) -> Vec<Node> {
        let (i, j) = (self.variable(), self.variable());
        let (p, n, q, m) = (format!("p{i}"), format!("n{i}"), format!("p{j}"), format!("n{j}"));
        let at = self.offset(5, 1);
        let guard = if self.chance(97) { format!("{p} && {at} < {n}") } else { p.clone() };
        vec![line(match self.below(20) {
            18 | 19 => {
                // The same place makes objects of other sizes.
                let (bound, end) = (self.input().0, self.below(3));
                let size = self.pick(&["k + 1", "4 - k", "2 * k + 1"]);
                let at = self.below(4);
                let use_ = if self.chance(40) { format!("if ({p}) {p}[{at}] += 1;") } else { String::new() };
                format!(
                    "for (int k = 0; k < {bound} + {end} && k < 4; k++) {{ free({p}); {n} = (u32)({size}); {p} = malloc({n}); memset({p}, k, {n}); }} {use_}"
                )
            }
            16 | 17 if i != j => {
                // One of the two goes; mostly it is not touched any more.
                let cond = self.cond();
                let gone = if self.chance(85) {
                    format!("if ({cond}) {{ {p} = 0; {n} = 0; }} else {{ {q} = 0; {m} = 0; }}")
                } else {
                    String::new()
                };
                format!("if ({p} != {q}) {{ u8 *t = ({cond}) ? {p} : {q}; free(t); {gone} }}")
            }
            0 | 1 => format!("if ({guard}) {p}[{at}] = (u8)({});", self.value()),
            2 | 3 => format!("if ({guard}) {}", self.result(&format!("{p}[{at}]"))),
            4 => {
                let (size, byte) = (3 + self.below(5), self.input().0);
                format!("free({p}); {p} = malloc({size}); {n} = {size}; memset({p}, {byte}, {size});")
            }
            5 => {
                // The old contents stay, as far as there is room.
                let size = self.random.pick(&[2, 5, 9]);
                format!(
                    "{{ u8 *t = realloc({p}, {size}); {p} = t; for (u32 k = {n}; k < {size}; k++) t[k] = (u8)k; {n} = {size}; }}"
                )
            }
            6 => format!("free({p}); {p} = 0; {n} = 0;"),
            7 if i != j => format!("if ({p} && {q}) memcpy({p}, {q}, {n} < {m} ? {n} : {m});"),
            8 if i != j && self.chance(60) => {
                format!("if ({p} != {q}) {{ free({p}); {p} = {q}; {n} = {m}; {q} = 0; {m} = 0; }}")
            }
            9 if self.chance(15) => format!("free({p});"),
            10 | 11 => format!(
                "{{ struct node *t = malloc(sizeof *t); t->v = {}; t->next = list; t->back = 0; if (list) list->back = t; else last = t; list = t; }}",
                self.value()
            ),
            12 => format!(
                "{{ struct node *t = malloc(sizeof *t); t->v = {}; t->next = 0; t->back = last; if (last) last->next = t; else list = t; last = t; }}",
                self.value()
            ),
            13 => format!(
                "if (list) {{ struct node *t = list; list = t->next; if (list) list->back = 0; else last = 0; {} free(t); }}",
                self.result("t->v")
            ),
            14 => format!(
                "for (struct node *t = {}) {{ t->v += {}; if (t->v & 4) break; }}",
                self.pick(&["list; t; t = t->next", "last; t; t = t->back"]),
                self.value()
            ),
            _ => {
                let bound = self.input().0;
                format!(
                    "for (int k = 0; k < {bound}; k++) {{ struct node *t = calloc(1, sizeof *t); t->v = (u32)k + {}; t->next = list; if (list) list->back = t; else last = t; list = t; }}",
                    self.value()
                )
            }
        })]
    }
}
