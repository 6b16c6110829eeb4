//! What C forbids or leaves open, in functions of which the verdict is known by construction: nothing is executed to know it, so the front end, the models of
//! the library and the interpreter have no part in it. `bad` is 1 for some inputs, or for none.

use super::{Generator, line};
use crate::tree::{Expected, Node};

/// What happens in a function where `bad` is 1.
#[derive(Clone, Copy)]
enum Then {
    Violates(&'static str),
    /// It reads what has no value, or asserts something of it where nobody asks for that.
    Indeterminate,
    Open(&'static str),
    Reaches(&'static str),
    Nothing,
}

use Then::{Indeterminate, Nothing, Open, Reaches, Violates};

/// Items and body; `$` begins their own names.
const CATALOGUE: &[(&str, &str, Then)] = &[
    // Errors.
    ("", "if (bad) reach_error();", Violates("error")),
    ("", "if (bad) goto ERROR; r0@ += 1u; return; ERROR: r1@ = 2;", Violates("error")),
    ("", "void *to = bad ? &&ERROR : &&out; goto *to; ERROR: r1@ = 2; out:;", Violates("error")),
    ("", "switch (bad) { case 1: { ERROR: r1@ = 2; } default:; }", Violates("error")),
    ("", "assert(!bad);", Violates("assertion")),
    ("", "__CPROVER_assert(!bad, \"\");", Violates("assertion")),
    ("", "if (bad) __CPROVER_assert(r0@ == r0@, \"\");", Reaches("assertion")),
    ("", "void *to = bad ? &&in : &&out; goto *to; in: __CPROVER_assert(bad, \"\"); out:;", Reaches("assertion")),
    // Where objects lie; the other one of these is far from it, as one of them leaves a whole program open.
    (
        "static _Alignas(8) u8 $v[16];",
        "if (bad) __CPROVER_assert((unsigned long)$v % 16 == 0, \"\");",
        Open("assertion"),
    ),
    ("static u8 $v[16];", "if (bad) __CPROVER_assert(((unsigned long)$v >> 5) % 7 != 3, \"\");", Open("assertion")),
    (
        "static u32 $v, $w;",
        "if (bad) __CPROVER_assert((((unsigned long)&$v ^ (unsigned long)&$w) & 0xff0) != 0x120, \"\");",
        Open("assertion"),
    ),
    ("static u32 $v;", "if (bad) __CPROVER_assert((unsigned long)&$v % 4 != 0, \"\");", Violates("assertion")),
    ("", "const char *v = \"b$\", *w = \"ab$\"; if (bad) __CPROVER_assert(v != w + 1, \"\");", Open("assertion")),
    ("", "if (bad) __CPROVER_assert((unsigned long)\"c$\" % 2 == 0, \"\");", Open("assertion")),
    ("static u32 $v, *$w = &$v;", "if (bad) __CPROVER_assert(((u8 *)&$w)[0] != 0x10, \"\");", Open("assertion")),
    // Undefined operations.
    ("", "u32 v = bad ? 0u : 8u; r0@ += (u32)__builtin_clz(v);", Violates("bit-count")),
    ("", "u64 v = bad ? 0u : 8u; r0@ += (u32)__builtin_ctzll(v);", Violates("bit-count")),
    ("", "int n = bad ? 0 : 3; int v[n]; v[0] = 1; r0@ += (u32)v[0];", Violates("vla-bound")),
    ("", "int n = 2 - 3 * bad; r0@ += (u32)sizeof(u16[n]);", Violates("vla-bound")),
    ("", "int v = bad ? 3 : 1; r0@ += (u32)(v << 30);", Violates("overflow")),
    ("", "int v = bad ? 0x50000000 : 1; r0@ += (u32)(v << 2);", Violates("overflow")),
    ("", "int v = bad ? -1 : 1; r0@ += (u32)(v << 3);", Violates("overflow")),
    ("", "int v = 2147483647 - !bad; r0@ += (u32)(v + 1);", Violates("overflow")),
    ("", "int v = bad ? -2147483647 - 1 : 5; r0@ += (u32)(v / -1);", Violates("overflow")),
    ("", "int v = bad ? -2147483647 - 1 : 5; r0@ += (u32)-v;", Violates("overflow")),
    ("", "int v = bad ? 0x10000 : 5; r0@ += (u32)(v * v);", Violates("overflow")),
    ("", "int n = bad ? 32 : 31; r0@ += 1u << n;", Violates("undefined-shift")),
    ("", "int n = bad ? -1 : 1; r0@ = r0@ >> n;", Violates("undefined-shift")),
    ("", "r0@ += 7u / (u32)!bad;", Violates("division-by-zero")),
    ("", "double v = bad ? 1e10 : 5.0; r0@ += (u32)(int)v;", Violates("conversion")),
    ("", "if (bad) __builtin_unreachable();", Violates("unreachable")),
    // Memory.
    ("", "u32 v[4] = {1, 2}, *p = v; u64 i = bad ? ~0ull / 4 + 1 : 1; r0@ += p[i];", Violates("pointer-overflow")),
    ("", "struct pair v = {1, {2}}, *p = bad ? 0 : &v; *p;", Violates("pointer")),
    ("", "struct pair v = {1, {2}}, *p = &v; { struct pair w = {2, {3}}; if (bad) p = &w; } *p;", Violates("pointer")),
    ("", "u8 *p = malloc(4); p[1] = 2; if (bad) free(p); r0@ += p[1];", Violates("pointer")),
    ("", "u8 *p = malloc(4); if (bad) free(p); free(p);", Violates("free")),
    ("", "u8 v[4] = {0}, *p = malloc(4); free(bad ? v : p);", Violates("free")),
    ("", "u32 v[2][3] = {{1, 2, 3}}; r0@ += v[0][2 + bad];", Violates("bounds")),
    ("", "u32 v[2][3] = {{1, 2, 3}}, *p = v[0]; r0@ += p[5 + bad];", Violates("pointer")),
    ("", "u32 *p; { u32 v = 3; p = bad ? &v : &r1@; } r0@ += *p;", Violates("pointer")),
    // Lifetimes that end before their block does.
    (
        "",
        "int n = 2 + bad, c = 0, *p = 0; again:; if (p && bad) *p = 1; int v[n]; v[0] = c; p = v; if (c++ < 1) goto again;",
        Violates("pointer"),
    ),
    (
        "",
        "int c = 0, *p = 0; { again:; if (p && bad) r0@ += (u32)*p; } int v[2 + c]; v[c] = c; p = v; if (!c) { c = 1; goto again; }",
        Violates("pointer"),
    ),
    ("", "int *p = 0; if ((p = (int[]){bad, 2})[0] == 7) return; if (bad) r0@ += (u32)*p;", Violates("pointer")),
    ("", "int *p = 0, i = 0; while ((p = &(int){i})[0] < 2) i++; if (bad) r0@ += (u32)*p;", Violates("pointer")),
    ("", "int *p = 0; switch ((p = (int[]){bad})[0]) { default:; } if (bad) r0@ += (u32)*p;", Violates("pointer")),
    // Results that are missing.
    (
        "static int $f(int k) { if (k) return 1; }",
        "$f(0); $f(1); if (bad) r0@ += (u32)$f(!bad);",
        Violates("unreachable"),
    ),
    (
        "static int $f(int k) { if (k) return 1; return; }",
        "$f(bad); int v = $f(!bad); r0@ += (u32)v;",
        Violates("unreachable"),
    ),
    (
        "static int $f(int k) { if (k) return 1; }\nint (*$p)(int) = $f;",
        "$p(0); $f(0); r0@ += (u32)$p(!bad);",
        Violates("unreachable"),
    ),
    (
        "static struct pair $f(int k) { struct pair v = {1, {2}}; if (k) return v; }",
        "$f(0); struct pair v = $f(!bad);",
        Violates("unreachable"),
    ),
    // Jumps past declarations.
    ("", "u32 v; if (!bad) v = 5; __CPROVER_assert(v == 5, \"\");", Indeterminate),
    ("", "if (bad) goto skip; u32 v = 5; skip: __CPROVER_assert(v == 5, \"\");", Indeterminate),
    ("", "switch (bad) { u32 v; case 0: v = 5; case 1: __CPROVER_assert(v == 5, \"\"); }", Indeterminate),
    (
        "",
        "int k = 0; goto in; out: k++; goto in; { u32 v; in: if (k == 0 || !bad) { v = 5; if (k == 0) goto out; } __CPROVER_assert(v == 5, \"\"); }",
        Indeterminate,
    ),
    (
        "",
        "int k = 0; { again: k++; } u32 v[2]; if (k == 1 || !bad) { v[0] = 5; v[1] = 6; if (k == 1) goto again; } __CPROVER_assert(v[1] == 6, \"\");",
        Indeterminate,
    ),
    // Cycles with several entries.
    (
        "",
        "int steps = 0, less = 0; u8 *p = 0; if (in@()) goto allocate; shrink: if (steps++ > 3) return; less = bad && in@(); if (in@()) goto use; \
         allocate: if (steps++ > 3) return; p = malloc(less ? 2 : 8); p[1] = 1; if (in@()) goto shrink; \
         use: if (steps++ > 3) return; if (p) p[5] = 1; if (in@()) goto allocate; goto shrink;",
        Violates("pointer"),
    ),
    (
        "",
        "u32 v = 0, w = 0; if (in@()) goto second; first: v += 2; if (v > 6) goto out; second: w += 1; if (in@()) goto first; out: __CPROVER_assert(!bad || w != 4, \"\");",
        Violates("assertion"),
    ),
    (
        "",
        "int k = 0, v = 0; if (in@()) goto second; first: k++; second: v = v * 2 + (in@() & 1); if (k < 2 && in@()) goto first; __CPROVER_assert(!bad || v != 5, \"\");",
        Violates("assertion"),
    ),
    (
        "",
        "int k = 0; u8 *p = 0; if (!bad) goto second; first: k++; p = malloc(bad ? 2 : 8); second: if (k < 1) goto first; p[5] = 1;",
        Violates("pointer"),
    ),
    (
        "",
        "int k = 0, good = 1 - bad; u8 *p = 0; if (good) goto second; first: k++; p = malloc(bad ? 2 : 8); second: if (k < 1) goto first; p[5] = 1;",
        Violates("pointer"),
    ),
    // Where objects lie.
    (
        "",
        "u8 *p = malloc(8); free(p); u8 *q = malloc(8); if (bad) __CPROVER_assert(q != p, \"\"); free(q);",
        Open("assertion"),
    ),
    (
        "",
        "u8 *p = malloc(8); unsigned long old = (unsigned long)p; free(p); u8 *q = malloc(8); if (bad) __CPROVER_assert((unsigned long)q != old, \"\"); free(q);",
        Open("assertion"),
    ),
    // Initialisers.
    (
        "static union { struct { u32 x : 3; u32 y : 7; } f; u32 l; } $v = {{5, 100}};",
        "__CPROVER_assert(!bad || $v.l != 805, \"\");",
        Violates("assertion"),
    ),
    (
        "static union { u32 l; struct { u32 x : 3; u32 y : 7; } f; } $v = {.f.y = 9};",
        "__CPROVER_assert(!bad || $v.l != 72, \"\");",
        Violates("assertion"),
    ),
    (
        "static union { u32 l; struct { u32 x : 3; u32 y : 7; } f; } $v = {0x1234};",
        "__CPROVER_assert($v.f.y == 70 && $v.f.x == 4, \"\");",
        Nothing,
    ),
    // The library.
    (
        "int strcmp(const char *, const char *);",
        "if (bad) __CPROVER_assert(strcmp(\"b\", \"a\") == 1, \"\");",
        Violates("assertion"),
    ),
    ("int strcmp(const char *, const char *);", "if (bad) __CPROVER_assert(strcmp(\"b\", \"a\") > 0, \"\");", Nothing),
    (
        "int memcmp(const void *, const void *, SIZE);",
        "if (bad) __CPROVER_assert(memcmp(\"a\", \"b\", 1) == -1, \"\");",
        Violates("assertion"),
    ),
    (
        "char *getenv(const char *);",
        "if (bad) { char *v = getenv(\"A\"); __CPROVER_assert(!v || !v[0] || !v[1], \"\"); }",
        Violates("assertion"),
    ),
    (
        "char *getenv(const char *);",
        "if (bad) { char *v = getenv(\"A\"); __CPROVER_assert(v != 0, \"\"); }",
        Violates("assertion"),
    ),
    (
        "char *getenv(const char *);",
        "if (bad) { char *v = getenv(\"A\"); if (v) { char c = *v; getenv(\"B\"); __CPROVER_assert(*v == c, \"\"); } }",
        Violates("assertion"),
    ),
    (
        "char *setlocale(int, const char *); int isalpha(int);",
        "if (bad && setlocale(6, \"\")) __CPROVER_assert(!isalpha(0xe4), \"\");",
        Violates("assertion"),
    ),
    (
        "struct $s { u8 v[4]; }; static struct $s $f(void) { struct $s s = {{1}}; return s; }",
        "if (bad) { u8 *v = $f().v; r0@ += *v; }",
        Violates("pointer"),
    ),
    ("int printf(const char *, ...);", "if (bad) __CPROVER_assert(printf(\"abc\") == 3, \"\");", Violates("assertion")),
    ("int puts(const char *);", "if (bad) __CPROVER_assert(puts(\"abc\") >= 0, \"\");", Violates("assertion")),
    ("int putchar(int);", "if (bad) __CPROVER_assert(putchar('a') == 'a', \"\");", Violates("assertion")),
    ("int rand(void);", "if (bad) __CPROVER_assert(rand() < 100000, \"\");", Violates("assertion")),
    ("int isdigit(int);", "if (bad) __CPROVER_assert(isdigit('1') == 1, \"\");", Violates("assertion")),
    (
        "void qsort(void *, SIZE, SIZE, int (*)(const void *, const void *)); static int $far; static int $c(const void *a, const void *b) { int d = *(const u8 *)a - *(const u8 *)b; if (d < -3) $far = 1; return d; }",
        "u8 v[3] = {1, 3, 5}; $far = 0; qsort(v, 3, 1, $c); if (bad) __CPROVER_assert(!$far, \"\");",
        Violates("assertion"),
    ),
    (
        "char *getenv(const char *);",
        "if (bad) { char *v = getenv(\"A\"); if (v && !v[0]) r0@ += (u32)v[1]; }",
        Violates("pointer"),
    ),
    (
        "int getchar(void); int feof(void *); extern void *stdin;",
        "if (bad && getchar() == -1 && feof(stdin)) __CPROVER_assert(getchar() == -1, \"\");",
        Nothing,
    ),
    (
        "int scanf(const char *, ...);",
        "int n = -1; if (scanf(\"x%n\", &n) == 0 && bad) __CPROVER_assert(n >= 0, \"\");",
        Violates("assertion"),
    ),
    (
        "char *strerror(int);",
        "char *v = strerror(1), *w = strerror(2); if (bad) __CPROVER_assert(v == w, \"\");",
        Violates("assertion"),
    ),
    (
        "double fmin(double, double);",
        "double v = -0.0, w = 0.0; if (bad) __CPROVER_assert(__builtin_signbit(fmin(v, w)), \"\");",
        Violates("assertion"),
    ),
    ("", "if (!bad) return; reach_error();", Violates("error")),
    // Functions without a body, devices.
    ("int $bus(u8 *);", "u8 v = 1; $bus(&v); if (bad) __CPROVER_assert(v == 1, \"\");", Violates("assertion")),
    (
        "void $dma(SIZE, u32);",
        "u8 v = 1; $dma((SIZE)&v, 1); if (bad) __CPROVER_assert(v == 1, \"\");",
        Violates("assertion"),
    ),
    (
        "struct $d { SIZE at; u32 n; }; void $go(const struct $d *);",
        "u8 v = 1; struct $d d = {(SIZE)&v, 1}; $go(&d); if (bad) __CPROVER_assert(v == 1, \"\");",
        Violates("assertion"),
    ),
    (
        "static SIZE $at; void $step(void);",
        "u8 v = 1; $at = (SIZE)&v; $step(); if (bad) __CPROVER_assert(v == 1 && $at, \"\");",
        Nothing,
    ),
    (
        "u32 $shared = 1; void $step(void);",
        "$step(); if (bad) __CPROVER_assert($shared == 1, \"\");",
        Violates("assertion"),
    ),
    ("static u32 $own = 1; void $step(void);", "$step(); if (bad) __CPROVER_assert($own == 1, \"\");", Nothing),
    ("int $get(void);", "int v = $get(); if (bad) __CPROVER_assert(v == $get(), \"\");", Violates("assertion")),
    (
        "",
        "volatile u32 *p = (volatile u32 *)(0x40000000); u32 v = *p; if (bad) __CPROVER_assert(v == *p, \"\");",
        Violates("assertion"),
    ),
];

impl Generator {
    pub(super) fn checks(&mut self) -> Vec<Node> {
        self.asks = true;
        self.way.uninitialised = self.chance(50);
        self.way.unsigned_char = self.chance(50);
        let error = self.pick(&["", "{}", "{ exit(0); }", "{ r0@ = 1; }", "{ for (;;) ; }"]);
        self.items.push(line(format!("void reach_error(void){}", if error.is_empty() { ";" } else { error })));
        let size = if self.way.bits32 { "unsigned" } else { "unsigned long" };
        let count = 3;
        self.limits = vec![count, 3];
        for i in 0..count {
            let name = format!("op{i}");
            let (items, body, then) = self.forbidden(u64::from(i));
            let own = |text: &str| text.replace('$', &format!("{name}_")).replace("SIZE", size);
            // One of the inputs, or none.
            let (when, is_bad) = (self.below(3), self.place_in(u64::from(i)).1 % 3 != 2);
            let when = if is_bad { when } else { when + 3 };
            let expected = match then {
                _ if !is_bad => Expected::Holds,
                Nothing => Expected::Holds,
                Violates(kind) => Expected::Violated(kind),
                Indeterminate if self.way.uninitialised => Expected::Violated("uninitialised"),
                Indeterminate => Expected::Violated("assertion"),
                Open(kind) => Expected::Open(kind),
                Reaches(kind) => Expected::Reached(kind),
            };
            if !items.is_empty() {
                self.items.push(line(own(items)));
            }
            self.items.push(line(format!("static void {name}(int x) {{ int bad = x == {when}; {} }}", own(&body))));
            self.expected.push((name, expected));
        }
        let calls: Vec<String> = (0..count).map(|i| format!("case {i}: op{i}(b); break;")).collect();
        vec![line(format!("switch (a) {{ {} }}", calls.join(" ")))]
    }

    /// One after the other, so that few programs have all of them; and how often they were there.
    fn place_in(&self, i: u64) -> (usize, u64) {
        let (at, all) = (self.seed.wrapping_mul(3).wrapping_add(i), CATALOGUE.len() as u64);
        ((at % all) as usize, at / all)
    }

    /// Something of the catalogue, or of what depends on the target.
    fn forbidden(&mut self, i: u64) -> (&'static str, String, Then) {
        let way = self.way;
        if self.chance(6) {
            let is_right = if way.unsigned_char { "v < 0" } else { "v > 0" };
            let text = format!("char v = (char)200; __CPROVER_assert(!bad || {is_right}, \"\");");
            return ("", text, Violates("assertion"));
        }
        if self.chance(4) && !way.bits32 {
            let text = "u8 v[8] = {0}, *p = v + 4; u32 i = bad ? ~0u : 1u; r0@ += p[i];";
            return ("", text.into(), Violates("pointer"));
        }
        let (items, body, then) = CATALOGUE[self.place_in(i).0];
        (items, body.into(), then)
    }
}
