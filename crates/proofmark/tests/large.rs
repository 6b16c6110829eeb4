//! Programs that a generator wrote: many cases, labels, functions, calls in each other. Work is linear in their size, so that they are done
//! long before their time is over, and nothing overflows.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

const MANY: usize = 20_000;

fn switch() -> String {
    let mut text = "int nondet_int(void);\nint main(void) { int x = nondet_int(), y = 0; switch (x) {\n".to_string();
    (0..MANY).for_each(|i| writeln!(text, "case {i}: y = {}; break;", i % 7).unwrap());
    text + "default: y = 1; }\n__CPROVER_assert(y < 7, \"y\"); return 0; }\n"
}

fn labels() -> String {
    let mut text = "int nondet_int(void);\nint main(void) { int y = 0; switch (nondet_int()) {\n".to_string();
    (0..MANY).for_each(|i| writeln!(text, "case {i}: goto L{i};").unwrap());
    text += "}\n";
    (0..MANY).for_each(|i| writeln!(text, "L{i}: y = (y + {}) & 7;", i % 5).unwrap());
    text + "__CPROVER_assert(y < 8, \"y\"); return 0; }\n"
}

fn chain() -> String {
    let mut text = "int nondet_int(void);\nstatic int f0(int x) { return x & 7; }\n".to_string();
    (1..MANY).for_each(|i| writeln!(text, "static int f{i}(int x) {{ return f{}(x ^ {}); }}", i - 1, i % 3).unwrap());
    let last = MANY - 1;
    text + &format!("int main(void) {{ __CPROVER_assert(f{last}(nondet_int()) < 8, \"y\"); return 0; }}\n")
}

/// All of them call each other in a ring, which a bound cuts.
fn ring() -> String {
    let mut text = "int nondet_int(void);\n".to_string();
    (0..MANY).for_each(|i| writeln!(text, "int r{i}(int x);").unwrap());
    (0..MANY)
        .for_each(|i| writeln!(text, "int r{i}(int x) {{ return x <= 0 ? 0 : r{}(x - 1); }}", (i + 1) % MANY).unwrap());
    text + "int main(void) { int n = nondet_int(); if (n > 3) return 0; __CPROVER_assert(r0(n) == 0, \"y\"); return 0; }\n"
}

fn functions() -> String {
    let mut text = "int nondet_int(void);\n".to_string();
    (0..5 * MANY).for_each(|i| writeln!(text, "int g{i}(int x) {{ return x & {}; }}", i & 7).unwrap());
    text + "int main(void) { __CPROVER_assert(g5(nondet_int()) < 8, \"y\"); return 0; }\n"
}

/// Runs a command on a program; it must end by itself with this exit code.
fn expect(name: &str, text: &str, args: &[&str], code: i32) {
    let file: PathBuf = std::env::temp_dir().join(format!("proofmark-large-{name}-{}.c", std::process::id()));
    fs::write(&file, text).unwrap();
    let out = Command::new(env!("CARGO_BIN_EXE_proofmark")).args(args).arg(&file).output().unwrap();
    let _ = fs::remove_file(&file);
    assert_eq!(out.status.code(), Some(code), "{name} {args:?}: {}", String::from_utf8_lossy(&out.stderr));
}

#[test]
fn large_programs_are_checked() {
    let bmc = ["check", "--engine", "bmc", "--timeout", "120"];
    let kind = ["check", "--engine", "kind", "--timeout", "120"];
    expect("switch", &switch(), &bmc, 0);
    expect("labels", &labels(), &bmc, 0);
    expect("chain-bmc", &chain(), &bmc, 0);
    expect("chain-kind", &chain(), &kind, 0);
    expect("ring", &ring(), &bmc, 0);
    expect("functions", &functions(), &bmc, 0);
}

#[test]
fn large_programs_are_run_and_shown() {
    expect("run", &chain(), &["run"], 0);
    expect("show", &labels(), &["show", "properties"], 0);
    expect("export", &chain(), &["export", "--format", "btor2", "-o", "/dev/null", "--timeout", "120"], 0);
}

/// Where the address space is limited from outside, what is known is told: no process is ended by an allocation that fails.
#[test]
fn little_memory_is_a_limit() {
    let text = "unsigned nondet_uint(void);\nunsigned a[100000];\nint main(void) { unsigned long s = 1;\n\
        for (int i = 0; i < 100000; i++) a[i] = nondet_uint();\n\
        for (int i = 0; i < 100000; i++) s = s * (a[i] | 1) + (s >> 7);\n\
        __CPROVER_assert(s != 12345, \"s\"); return 0; }\n";
    let file = std::env::temp_dir().join(format!("proofmark-memory-{}.c", std::process::id()));
    fs::write(&file, text).unwrap();
    for kib in [1_500_000, 1_800_000, 2_300_000] {
        let command = format!("ulimit -v {kib}; exec \"$0\" check --engine bmc --timeout 20 \"$1\"");
        let shell = Command::new("sh").args(["-c", &command, env!("CARGO_BIN_EXE_proofmark")]).arg(&file).output();
        let out = shell.unwrap();
        assert_eq!(out.status.code(), Some(5), "{kib}: {}", String::from_utf8_lossy(&out.stderr));
    }
    let _ = fs::remove_file(&file);
}
