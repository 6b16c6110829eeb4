//! What is said of proofs: those that are wrong are refuted, by the property that is violated; those that are right are confirmed.

use crate::compile::compile;
use pm_ir::{Program, PropId};
use pm_lower::LowerOptions;
use pm_reference::{Judgement, Settings, judge};

const HEAD: &str = "extern int in(void); void reach_error(void); void *memcpy(void *, const void *, unsigned long);
    void *malloc(unsigned long); void free(void *); ";

fn program(text: &str) -> Program {
    let (_, program) = compile(format!("{HEAD}{text}").into_bytes(), &LowerOptions::default()).expect(text);
    program
}

fn judgement(text: &str) -> Judgement {
    let program = program(text);
    let proved: Vec<PropId> = program.props.ids().collect();
    judge(&program, &Settings::default(), &proved, &[])
}

/// Each with a twin in which the error is not reached.
const PAIRS: &[(&str, &str, &str)] = &[
    // Parts of a union on one side, all of it on the other.
    (
        "int main(void) { union { long long ll; int i[2]; } u; u.ll = 0;
         if (in()) u.ll = 0x1111111122222222LL; else u.i[1] = 3; if (u.i[1] == CASE) reach_error(); return 0; }",
        "0x11111111",
        "0x22222222",
    ),
    // The range of an index, learnt of another array.
    (
        "int main(void) { int a[10] = {0}, b[40] = {0}; unsigned i = in(); if (i >= 40) return 0; if (i < 10) a[i] = 1;
         int *p = b; p[i] = 7; if (b[30] == CASE) reach_error(); return 0; }",
        "7",
        "1",
    ),
    // Two entries of a loop.
    (
        "int main(void) { int n = 0, k = in(); if (k) goto middle; top: n += 2; if (n > 6) goto out; middle: n++; goto top;
         out: if (n == CASE) reach_error(); return 0; }",
        "9",
        "6",
    ),
    // Where three ways meet, two of them are on no execution.
    (
        "static void run(int a, int b, int c) { int steps = 0; switch (c) { case 0: goto one; case 1: goto two; }
         one: if (steps++ > 6) goto out; if (b == 1) goto one; if (a == 1) goto one; two: if (steps++ > 6) goto out; out:; }
         int main(void) { int a = in() & 1, b = in() & 3, c = in() & 3; if (b > 2 || c > 2) return 0; run(a, b, c);
         if (c == CASE) reach_error(); return 0; }",
        "1",
        "3",
    ),
    // Some of the bytes are copied, from somewhere.
    (
        "int main(void) { char s[8] = {1, 2, 3, 4, 5, 6, 7, 8}, t[8] = {0}; unsigned n = in(), k = in(); if (n > 4 || k > 4) return 0;
         memcpy(t + k, s + n, n); if (t[5] == CASE) reach_error(); return 0; }",
        "7",
        "3",
    ),
    // A pointer in memory that is chosen.
    (
        "int main(void) { int a = 1, b = 2, *p[2]; p[0] = &a; p[1] = &b; int i = in() != 0; *p[i] += 5;
         if (a + b == CASE) reach_error(); return 0; }",
        "8",
        "9",
    ),
    // Objects of several iterations.
    (
        "int main(void) { int *p = 0, s = 0; for (int i = 0; i < 3; i++) { int *q = malloc(4); if (!q) return 0; *q = i; if (in()) p = q; }
         if (p) s = *p; if (s == CASE) reach_error(); return 0; }",
        "2",
        "3",
    ),
    (
        "static int f(int n) { return n <= 0 ? 0 : n + f(n - 1); }
         int main(void) { int n = in(); if (n < 0 || n > 4) return 0; if (f(n) == CASE) reach_error(); return 0; }",
        "10",
        "9",
    ),
    (
        "static int add(int x) { return x + 1; } static int sub(int x) { return x - 1; }
         int main(void) { int (*f)(int) = in() ? add : sub; if (f(5) == CASE) reach_error(); return 0; }",
        "4",
        "5",
    ),
];

#[test]
fn wrong_proofs_are_refuted_and_right_ones_confirmed() {
    for (text, wrong, right) in PAIRS {
        let found = judgement(&text.replace("CASE", wrong));
        assert!(matches!(found, Judgement::Refuted(_)), "{found:?} of {text}");
        assert_eq!(judgement(&text.replace("CASE", right)), Judgement::Confirmed, "{text}");
    }
}

#[test]
fn floats_by_boxes() {
    let text = "extern float num(void); int main(void) { float x = num(); if (!(x > -1 && x < 1)) return 0;
        if (x - x * x * x / 6 > CASE) reach_error(); return 0; }";
    for (case, holds) in [("0.95f", true), ("0.7f", false)] {
        let program = program(&text.replace("CASE", case));
        let proved: Vec<PropId> = program.props.ids().collect();
        let found = judge(&program, &Settings { boxes: true, ..Settings::default() }, &proved, &[]);
        let wrong = matches!(found, Judgement::Refuted(_));
        assert!(if holds { found == Judgement::ByBoxes } else { wrong }, "{found:?} {case}");
    }
}

#[test]
fn what_is_not_followed_matters_where_it_happens() {
    let text = "int main(void) { int x = in(), a; if (x > 5 && x < CASE) { unsigned long n = (unsigned long)&a; if (n % 4096 == 1) reach_error(); } return 0; }";
    assert!(matches!(judgement(&text.replace("CASE", "10")), Judgement::TooHard(_)));
    assert_eq!(judgement(&text.replace("CASE", "6")), Judgement::Confirmed);
}

#[test]
fn properties_that_are_not_reached() {
    let text = "int main(void) { int x = in(), y = 1; if (x > 3 && x < CASE) y = 10 / x; return y; }";
    for (case, expected) in [("4", true), ("5", false)] {
        let program = program(&text.replace("CASE", case));
        let all: Vec<PropId> = program.props.ids().collect();
        let found = judge(&program, &Settings::default(), &all, &all);
        assert_eq!(found == Judgement::Confirmed, expected, "{found:?}");
    }
}
