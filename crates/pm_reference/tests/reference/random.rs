//! Random programs with a few inputs of two bits: unions, copies with symbolic offsets, chosen pointers, jumps, heap objects, calls. The
//! interpreter runs each on all inputs, and the terms must say the same.
//!
//! `PM_COUNT` programs from seed `PM_SEED` on; `PM_KEEP` is a folder that they are written to.

use crate::compile::compile;
use crate::runs::{compare_on, with_stack};
use pm_base::{Random, Span, Symbol};
use pm_interp::{EventKind, Oracle};
use pm_ir::Ty;
use pm_lower::LowerOptions;
use pm_reference::{Settings, unwound};
use std::fmt::Write;

const HEAD: &str = "
extern int in(void);
void reach_error(void);
void *memcpy(void *, const void *, unsigned long);
void *memmove(void *, const void *, unsigned long);
void *memset(void *, int, unsigned long);
void *malloc(unsigned long);
void free(void *);
typedef unsigned char u8;
struct S { short a; u8 b; int c; };
static u8 buf[8] = {1, 2, 3, 4, 5, 6, 7, 8};
static union { unsigned u; unsigned short h[2]; u8 b[4]; } un;
static struct S s[2];
static struct { unsigned a : 3, b : 5; int c : 4; } bf;
static int g, tab[2][3] = {{1, 2, 3}, {4, 5, 6}};
static int *pp[2] = {&g, &tab[1][0]};
static void set(int *p, int v) { *p = v; }
static int twice(int v) { return 2 * v; }
static int more(int v) { return v + 3; }
static int sum(int n) { return n <= 0 ? 0 : n + sum(n - 1); }
static int (*fs[2])(int) = {twice, more};
";

/// Ends in an error that tells four bits of all that there is.
const TAIL: &str = "
    unsigned r = un.u * 31u + (unsigned)g * 7u + bf.a + bf.b * 3u + (unsigned)bf.c;
    for (int k = 0; k < 8; k++) r = r * 33u + buf[k];
    for (int k = 0; k < 2; k++) r = r * 17u + (unsigned)s[k].a + s[k].b * 5u + (unsigned)s[k].c;
    for (int k = 0; k < 6; k++) r = r * 13u + (unsigned)tab[k / 3][k % 3];
    r = (r ^ (r >> 16)) + (unsigned)*p + *q;
    r = (r ^ (r >> 8)) & 15u;
";

struct Generator {
    random: Random,
    text: String,
    labels: u32,
    /// Loop variables and counters so far.
    counters: u32,
}

impl Generator {
    fn below(&mut self, n: u64) -> u64 {
        (self.random.draw() >> 16) % n
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "    {text}");
    }

    fn expr(&mut self, depth: u32) -> String {
        if depth == 0 || self.below(4) == 0 {
            let leaves = ["x", "y", "z", "g", "un.u", "bf.a", "bf.c", "*p", "*q", "s[0].c", "tab[0][1]"];
            return match self.below(15) {
                n if (n as usize) < leaves.len() => leaves[n as usize].into(),
                n => ["0", "1", "3", "200"][n as usize - leaves.len()].into(),
            };
        }
        let (a, b) = (self.expr(depth - 1), self.expr(depth - 1));
        match self.below(18) {
            0 | 1 => format!("((int)((unsigned)({a}) + (unsigned)({b})))"),
            2 => format!("((int)((unsigned)({a}) - (unsigned)({b})))"),
            3 => format!("((int)((unsigned)({a}) * (unsigned)({b})))"),
            4 => format!("(({a}) ^ ({b}))"),
            5 => format!("(({a}) & ({b}))"),
            6 => format!("(({a}) < ({b}))"),
            7 => format!("(({a}) == ({b}))"),
            8 => format!("({} ? ({a}) : ({b}))", self.cond()),
            9 => format!("((unsigned)({a}) >> (({b}) & 7))"),
            10 => format!("(({a}) % 5)"),
            11 => format!("buf[({a}) & 7]"),
            12 => format!("un.h[({a}) & 1]"),
            13 => format!("tab[({a}) & 1][({b}) & 1]"),
            14 => format!("s[({a}) & 1].{}", ["a", "b", "c"][self.below(3) as usize]),
            15 => format!("fs[({a}) & 1](({b}) & 15)"),
            16 => format!("sum(({a}) & 3)"),
            _ => format!("(({}) ({a}))", ["signed char", "u8", "short", "long long"][self.below(4) as usize]),
        }
    }

    fn cond(&mut self) -> String {
        let var = ["x", "y", "z"][self.below(3) as usize];
        match self.below(4) {
            0 => format!("({var} == {})", self.below(4)),
            1 => format!("({var} & {})", 1 + self.below(2)),
            2 => format!("({var} < {})", 1 + self.below(3)),
            _ => self.expr(1),
        }
    }

    fn statements(&mut self, count: u64, depth: u32) {
        for _ in 0..count {
            self.statement(depth);
        }
    }

    fn statement(&mut self, depth: u32) {
        let (a, b, c) = (self.expr(2), self.expr(1), self.expr(1));
        let member = ["a", "b", "c"][self.below(3) as usize];
        let kinds = if depth == 0 { 17 } else { 24 };
        match self.below(kinds) {
            0 => self.line(&format!("un.u = (unsigned)({a});")),
            1 => self.line(&format!("un.h[({b}) & 1] = (unsigned short)({a});")),
            2 => self.line(&format!("un.b[({b}) & 3] = (u8)({a});")),
            3 => self.line(&format!("buf[({b}) & 7] = (u8)({a});")),
            4 => self.line(&format!("memcpy(buf + (({b}) & 3), &un, ({c}) & 3);")),
            5 => self.line(&format!("memmove(buf + (({b}) & 3), buf + (({a}) & 3), (({c}) & 3) + 1);")),
            6 => self.line(&format!("memset(buf + (({b}) & 3), (u8)({a}), ({c}) & 3);")),
            7 => self.line(&format!("s[({b}) & 1] = s[({c}) & 1];")),
            8 => self.line(&format!("s[({b}) & 1].{member} = ({a}) & 127;")),
            9 => {
                let cond = self.cond();
                let to = ["&s[0].c", "&tab[1][2]", "pp[1]", "h ? h : &g"][self.below(4) as usize];
                self.line(&format!("p = {cond} ? &g : {to};"));
            }
            10 => self.line(&format!("*p = {a};")),
            11 => {
                let to =
                    ["un.b + (x & 3)", "(u8 *)&s[1] + y", "(u8 *)p + 1", "(u8 *)tab + 5 * z"][self.below(4) as usize];
                self.line(&format!("q = {to};"));
            }
            12 => self.line(&format!("*q = (u8)({a});")),
            13 => self.line(&format!("pp[({b}) & 1] = ({c}) & 1 ? p : &tab[({b}) & 1][1];")),
            14 => self.line(&format!("set(pp[({b}) & 1], {a});")),
            15 => self.line(&format!("bf.{member} = ({a}) & 7;")),
            16 => self.line(&format!("tab[({b}) & 1][({c}) & 1] = {a};")),
            17 | 18 => {
                let cond = self.cond();
                self.line(&format!("if ({cond}) {{"));
                self.statements(2, depth - 1);
                self.line("} else {");
                self.statements(1, depth - 1);
                self.line("}");
            }
            19 => {
                self.counters += 1;
                let (i, end) = (self.counters, ["2", "3", "(x + 1)", "(y & 1)"][self.below(4) as usize]);
                self.line(&format!("for (int i{i} = 0; i{i} < {end}; i{i}++) {{"));
                if self.below(3) == 0 {
                    let cond = self.cond();
                    let leave = ["break", "continue"][self.below(2) as usize];
                    self.line(&format!("if ({cond}) {leave};"));
                }
                self.statements(2, depth - 1);
                self.line("}");
            }
            20 => {
                self.line(&format!("switch (({b}) & 3) {{ case 0:"));
                self.statements(1, depth - 1);
                self.line("case 2:");
                self.statements(1, depth - 1);
                self.line("break; default:");
                self.statements(1, depth - 1);
                self.line("}");
            }
            21 => {
                // A jump back or into a loop, a bounded number of times.
                self.labels += 1;
                let (l, cond) = (self.labels, self.cond());
                self.line(&format!("int c{l} = 0; if ({cond}) goto m{l};"));
                self.line(&format!("l{l}: ;"));
                self.statements(1, depth - 1);
                self.line(&format!("m{l}: ;"));
                self.statements(1, depth - 1);
                let cond = self.cond();
                self.line(&format!("if ({cond} && c{l}++ < 2) goto l{l};"));
            }
            22 => {
                self.line(&format!("h = malloc(8); if (h) {{ h[0] = {b}; h[1] = {c}; p = &h[z & 1]; }}"));
                self.statements(1, depth - 1);
            }
            _ => {
                let cond = self.cond();
                self.line(&format!("if ({cond}) {{ free(h); h = 0; if (x) p = &g; }}"));
            }
        }
    }
}

fn text(seed: u64) -> String {
    let mut g = Generator { random: Random::new(seed), text: HEAD.into(), labels: 0, counters: 0 };
    g.text.push_str(
        "int main(void) {\n    int x = in() & 3, y = in() & 3, z = in() & 3, *p = &g, *h = 0;\n    u8 *q = buf;\n",
    );
    let count = 4 + g.below(6);
    g.statements(count, 2);
    g.text.push_str(TAIL);
    for k in 0..16 {
        let _ = writeln!(g.text, "    if (r == {k}u) reach_error();");
    }
    g.text.push_str("    return 0;\n}\n");
    g.text
}

/// The inputs of one run.
struct Given(Vec<u128>);

impl Oracle for Given {
    fn nondet(&mut self, _: Symbol, _: Ty, _: Span) -> Option<u128> {
        self.0.pop()
    }

    fn supplies(&self, kind: EventKind) -> bool {
        kind == EventKind::Stub
    }

    /// Zeros, which is what terms are evaluated with.
    fn contents(&mut self, _: u64, _: EventKind, _: u64) -> Option<Vec<u8>> {
        Some(Vec::new())
    }
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

#[test]
fn all_inputs_of_random_programs() {
    with_stack(|| {
        let (mut agreed, mut open, mut too_hard) = (0, 0, 0);
        for seed in (0..number("PM_COUNT", 60)).map(|n| n + number("PM_SEED", 1)) {
            let text = text(seed);
            if let Ok(folder) = std::env::var("PM_KEEP") {
                std::fs::write(format!("{folder}/r{seed}.c"), &text).expect("cannot be written");
            }
            let (session, program) = compile(text.clone().into_bytes(), &LowerOptions::default()).expect(&text);
            let settings = Settings { bound: Some(12), max_terms: 2_000_000, ..Settings::default() };
            let Ok(all) = unwound(&program, &settings) else {
                too_hard += 1;
                continue;
            };
            for n in 0..64u128 {
                let inputs = vec![n >> 4, n >> 2 & 3, n & 3];
                match compare_on(&program, &session.interner, &all, &mut Given(inputs)) {
                    Ok(true) => agreed += 1,
                    Ok(false) => open += 1,
                    Err(what) => panic!("seed {seed}, inputs {n}: {what}\n{text}"),
                }
            }
        }
        eprintln!("{agreed} agreed, {open} open, {too_hard} too hard");
        assert!(agreed > 20 * open);
    });
}
