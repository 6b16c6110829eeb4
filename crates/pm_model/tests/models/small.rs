//! Small blocks: what is a step of its own.

use crate::compile::compile;

use pm_lower::CheckOptions;
use pm_model::{BlockSize, Options, build};

/// Names of the locations behind the entry and the end.
fn locations(text: &str) -> Vec<String> {
    let (session, program) = compile(text.to_string(), CheckOptions::none());
    let options = Options { block: BlockSize::Small, ..Options::default() };
    let system = build(&program, &session.interner, &options).unwrap_or_else(|r| panic!("{}", r.what));
    system.locations.iter().skip(2).map(|l| l.name.clone()).collect()
}

/// A state machine: the loop's head with all its tests and assignments of constants, and the block that reads an input.
#[test]
fn tests_and_constants_are_no_steps() {
    let found = locations(
        "int nondet(void);
         int main(void) {
            int state = 0, seen = 0;
            for (;;) {
                if (state == 0) state = 1;
                else if (state == 1) state = 2;
                else if (state == 2 || seen == 5) { int k = nondet(); if (k < 0) return 0; state = 3; }
                else if (seen == 0) seen = 1;
                else state = 0;
            }
         }",
    );
    assert_eq!(found.len(), 2, "{found:?}");
}

/// Arithmetic and writes to memory are steps, one for each branch; what follows a join is one more.
#[test]
fn effects_are_steps() {
    let found = locations(
        "int g; int nondet(void);
         int main(void) {
            int x = nondet();
            if (x > 3) x = x + g; else g = x;
            g = g + x;
            return 0;
         }",
    );
    assert_eq!(found.len(), 3, "{found:?}");
}

/// A call goes on in the callee's first block, a return in the rest of the caller's.
#[test]
fn calls_and_returns_are_no_steps() {
    let found = locations(
        "int g;
         static void one(int x) { g = x; }
         static int tests(int x) { if (x > 3) return 1; return 0; }
         int main(int argc, char **argv) { one(argc); int k = tests(argc); if (k == 1) return 3; return k; }",
    );
    assert!(found.is_empty(), "{found:?}");
}

/// A web of tests: 2^60 paths, and one step.
#[test]
fn many_paths_are_joined() {
    let mut tests = String::new();
    for i in 0..60 {
        tests.push_str(&format!("if (x & {}) k = {i}; else if (y == {i}) l = {i};\n", 1u64 << (i % 31)));
    }
    let text = format!(
        "int nondet(void); int main(void) {{ int x = nondet(), y = nondet(), k = 0, l = 0;
         while (1) {{ {tests} if (k == 7 && l == 3) return 1; }} }}"
    );
    let found = locations(&text);
    assert_eq!(found.len(), 1, "{found:?}");
}
