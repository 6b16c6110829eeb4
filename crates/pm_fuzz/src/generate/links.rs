//! Pointers into arrays of structures that went through joins: free lists in static pools, tables of handles, stacks of pointers of which only a
//! part has a value, lists that are walked and unlinked through pointers to pointers.

use super::{Generator, line};
use crate::tree::Node;

/// Entries of a table of pointers.
const TABLE: u64 = 4;

impl Generator {
    pub(super) fn links(&mut self) -> Vec<Node> {
        let count = self.random.pick(&[2, 3, 4, 6]);
        let ty = self.link_type();
        self.items.push(line(ty));
        self.global("pool@", format!("static struct link@ pool@[{count}];"));
        self.global("top@", "static struct link@ *top@;".into());
        self.global("tab@", format!("static struct link@ *tab@[{TABLE}];"));
        let order = self.pick(&["i", "count - 1 - i"]).replace("count", &count.to_string());
        let mut nodes = vec![
            line(format!(
                "for (int i = 0; i < {count}; i++) {{ pool@[{order}].next = top@; pool@[{order}].v = (u32)i * 5u; top@ = &pool@[{order}]; }}"
            )),
            line(format!("struct link@ *held[{TABLE}]; u32 n = 0;")),
        ];
        self.names = vec![count.to_string()];
        let steps = 4 + self.below(6);
        nodes.extend(self.statements(2, steps, Generator::link_step));
        nodes.push(line(format!("for (u32 i = 0; i < n; i++) {}", self.result("held[i] - pool@"))));
        nodes.push(line(format!("for (u32 i = 0; i < {TABLE}; i++) if (tab@[i]) {}", self.result("tab@[i]->v"))));
        nodes.push(line("{ int k = 0; for (struct link@ *t = top@; t && k < 5; t = t->next) { k++; r1@ = r1@ * 3u + t->v + (u32)(t - pool@); } }"));
        nodes
    }

    /// Nodes of several sizes and layouts: small ones, and such that the pool has many places for a pointer.
    fn link_type(&mut self) -> String {
        let pad = self.random.pick(&[1, 4, 12, 20, 44]);
        match self.below(4) {
            0 => "struct link@ { struct link@ *next; u32 v; };".into(),
            1 => format!("struct link@ {{ u32 v; u8 pad[{pad}]; struct link@ *next; }};"),
            2 => format!("struct link@ {{ union {{ struct link@ *next; u8 pad[{pad}]; }}; u32 v; }};"),
            _ => format!("struct link@ {{ struct link@ *next, *back; u32 v; u16 t[{pad}]; }};"),
        }
    }

    /// A pointer to a node, or null.
    fn link(&mut self) -> String {
        let count: u64 = self.names[0].parse().unwrap_or(1);
        match self.below(7) {
            0 => "top@".into(),
            1 => format!("&pool@[{}]", self.offset(count - 1, 1)),
            2 | 3 => format!("tab@[{}]", self.offset(TABLE - 1, 1)),
            4 => "(n ? held[n - 1] : 0)".into(),
            5 => format!("(({}) ? top@ : tab@[{}])", self.cond(), self.below(TABLE)),
            _ => "(top@ ? top@->next : 0)".into(),
        }
    }

    fn link_step(&mut self) -> Vec<Node> {
        let (p, q) = (self.link(), self.link());
        let (i, j) = (self.offset(TABLE - 1, 1), self.offset(TABLE - 1, 1));
        let guard = if self.chance(97) { "t" } else { "1" };
        vec![line(match self.below(22) {
            0..=2 => format!("if (n < {TABLE} && top@) {{ held[n++] = top@; top@ = top@->next; }}"),
            3 | 4 => "if (n) { struct link@ *t = held[--n]; t->next = top@; top@ = t; }".into(),
            5 => format!("{{ struct link@ *t = {p}; if ({guard}) t->v = {}; }}", self.value()),
            6 => format!("{{ struct link@ *t = {p}; if ({guard}) {} }}", self.result("t->v")),
            7 => format!("tab@[{i}] = {p};"),
            8 => format!("{{ struct link@ *t = tab@[{i}]; tab@[{i}] = tab@[{j}]; tab@[{j}] = t; }}"),
            9 => format!("{{ struct link@ *t = {p}; if (t) {} }}", self.result("t - pool@")),
            10 => format!(
                "{{ int k = 0; struct link@ *q = {q}; for (struct link@ **t = &top@; *t && k < 4; t = &(*t)->next, k++) if (*t == q) {{ *t = q->next; break; }} }}"
            ),
            11 => format!("{{ struct link@ *t = {p}, *s = {q}; if (t && s) *t = *s; }}"),
            12 => format!("{{ struct link@ *t = {p}; if (t) memset(t, 0, sizeof *t); }}"),
            13 => format!(
                "if (n && n < {TABLE}) {{ memmove(held + 1, held, n * sizeof *held); held[0] = &pool@[0]; n++; }}"
            ),
            14 => format!("if ({p} == {q}) {}", self.result("1")),
            // One path copies bytes, the other one a pointer, and what comes next writes beside it.
            15..=18 => format!(
                "if ({}) memcpy(&tab@[{i}], &tab@[{j}], sizeof *tab@); else tab@[{j}] = {p}; tab@[{}] = {}; if (tab@[{i}]) {}",
                self.cond(),
                self.offset(TABLE - 1, 1),
                self.pick(&["0", "&pool@[1]"]),
                self.result(&format!("tab@[{i}]->v"))
            ),
            _ => format!("memcpy(&tab@[{i}], &tab@[{j}], sizeof *tab@);"),
        })]
    }
}
