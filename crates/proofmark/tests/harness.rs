//! Harnesses that `proofmark check --harness` writes, compiled with gcc's sanitizers and run: each must show its failure.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const SANITIZERS: &[&str] =
    &["-g", "-fsanitize=undefined,address", "-fno-sanitize-recover=undefined", "-ftrivial-auto-var-init=zero", "-w"];

struct Case {
    name: &'static str,
    program: &'static str,
    options: &'static [&'static str],
    link: &'static [&'static str],
    /// What the compiled program says on standard error.
    says: &'static str,
}

const CASES: &[Case] = &[
    Case {
        name: "overflow",
        program: "int __VERIFIER_nondet_int(void);
            int main(void) { int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
              if (a < 1000 || b < 0) return 0; return (a + b) == 7; }",
        options: &[],
        link: &[],
        says: "signed integer overflow",
    },
    Case {
        name: "bounds",
        program: "unsigned __VERIFIER_nondet_uint(void); int a[8];
            int main(void) { unsigned i = __VERIFIER_nondet_uint(); if (i > 8) return 0; a[i] = 1; return 0; }",
        options: &[],
        link: &[],
        says: "out of bounds",
    },
    Case {
        name: "reach_error",
        program: "char __VERIFIER_nondet_char(void); void reach_error(void); void __VERIFIER_assume(int);
            int main(void) { char c = __VERIFIER_nondet_char(); __VERIFIER_assume(c > 'a');
              if (c == 'x' && __VERIFIER_nondet_char() == 'y') reach_error(); return 0; }",
        options: &[],
        link: &[],
        says: "violated: reach_error",
    },
    Case {
        name: "objects_of_others",
        program: "void reach_error(void); void update(void);
            extern int g; extern struct S { int a[3]; } s; extern unsigned char first;
            int main(void) { if (first != 7) return 0; update(); if (g == 44 && s.a[1] == 3) reach_error(); return 0; }",
        options: &[],
        link: &[],
        says: "violated: reach_error",
    },
    Case {
        name: "use_after_free",
        program: "#include <stdlib.h>
            _Bool __VERIFIER_nondet_bool(void);
            int main(void) { int *p = malloc(4); if (!p) return 0; *p = 1; if (__VERIFIER_nondet_bool()) free(p); return *p; }",
        options: &[],
        link: &[],
        says: "heap-use-after-free",
    },
    Case {
        name: "failing_malloc",
        program: "#include <stdlib.h>
            int main(void) { int *p = malloc(4), *q = p ? malloc(8) : p; if (p) { *q = 1; free(q); } free(p); return 0; }",
        options: &[],
        link: &["-Wl,--wrap=malloc"],
        says: "null pointer",
    },
    Case {
        name: "without_body",
        program: "double sensor(int); long long ticks(void);
            int main(void) { double d = sensor(1); if (d > 2.5 && d < 2.6 && ticks() == 1LL << 40) __builtin_printf(\"%d\", 1 / (int)(d - 2.0)); return 0; }",
        options: &[],
        link: &[],
        says: "division by zero",
    },
    Case {
        name: "entry",
        program: "int shift(int x, unsigned char n) { return x == 77 ? 1 << n : 0; }",
        options: &["--function", "shift"],
        link: &[],
        says: "shift exponent",
    },
    Case {
        name: "assertion",
        program: "#include <assert.h>
            float __VERIFIER_nondet_float(void);
            int main(void) { float x = __VERIFIER_nondet_float(); assert(x != 0.5f); return 0; }",
        options: &[],
        link: &[],
        says: "Assertion",
    },
    Case {
        name: "arguments",
        program: "int table[4];
            int main(int argc, char **argv) { if (argc == 3 && argv[2][0] == '-' && argv[2][1] == '\"' && argv[1][0] == 0) table[argc + 1] = 1; return 0; }",
        options: &["--stop-on-fail", "--unwind", "4"],
        link: &["-Wl,--wrap=main"],
        says: "out of bounds",
    },
    Case {
        name: "count_of_arguments",
        program: "int main(int argc, char **argv) { return argc == 1000 ? 7 / (argc - 1000) : 0; }",
        options: &["--stop-on-fail"],
        link: &["-Wl,--wrap=main"],
        says: "division by zero",
    },
    Case {
        name: "contents_of_the_heap",
        program: "#include <stdlib.h>
            int main(void) { char *a = malloc(3); unsigned *p = malloc(8); if (!a || !p) return 0; int table[2] = {0, 0};
              unsigned n = p[1]; free(p); free(a); return n == 77 ? table[n - 75] : 0; }",
        options: &["--no-malloc-may-fail"],
        link: &["-Wl,--wrap=malloc"],
        says: "out of bounds",
    },
    Case {
        name: "second_malloc_fails_and_the_first_is_filled",
        program: "#include <stdlib.h>
            int main(void) { unsigned char *p = malloc(2); if (!p) return 0; int *q = malloc(4); if (p[1] == 200) *q = 1; return 0; }",
        options: &[],
        link: &["-Wl,--wrap=malloc"],
        says: "null pointer",
    },
    Case {
        name: "behind_an_assertion_that_fails",
        program: "int nondet_int(void); void __CPROVER_assert(_Bool, const char *);
            int main(void) { int x = nondet_int(); for (int i = 0; i < 3; i++) __CPROVER_assert(x == 4, \"four\");
              __CPROVER_assert(x != 7, \"seven\"); return 0; }",
        options: &["--property", "main.assertion.2"],
        link: &[],
        says: "violated: seven",
    },
    Case {
        name: "zero_in_an_uninitialised_local",
        program: "int main(void) { int x; int *p = &x; return *p == 0 ? 7 / *p : 0; }",
        options: &["--stop-on-fail"],
        link: &[],
        says: "division by zero",
    },
    Case {
        name: "memory_mapped",
        program: "#define STATUS (*(volatile unsigned *)0x40020008u)
            #define DATA (*(volatile unsigned char *)0x40021000u)
            int main(void) { unsigned s = STATUS; if (s == 0x80000001u && DATA == 9) return 7 / (DATA - 9); STATUS = 0; return 0; }",
        options: &["--mmio", "0x40020000:32:ram", "--mmio", "0x40021000:1:ram"],
        link: &[],
        says: "division by zero",
    },
    Case {
        name: "device",
        program: "#define STATUS (*(volatile unsigned *)0x40020008u)
            #define DATA (*(volatile unsigned char *)0x40021000u)
            int main(void) {
                int n = 0; STATUS = 1;
                while (!(STATUS & 0x80u)) if (++n == 3) return 0;
                unsigned char a = DATA, b = DATA;
                return n == 2 && a == 9 && b == 200 ? 7 / (a - 9) : 0;
            }",
        options: &["--mmio", "0x40020000:32", "--mmio", "0x40021000:1"],
        link: &[],
        says: "division by zero",
    },
    Case {
        name: "stub",
        program: "int i2c_read(int bus, double scale, unsigned char *to, int n); int level; static int seen; int table[16];
            int main(void) {
                unsigned char b[2] = {0}; int first = i2c_read(1, 2.5, b + 1, 1); if (b[1] != 7 || first != -3) return 0;
                i2c_read(2, 0.5, b, 2); if (level != 1234 || b[0] < 16) return 0;
                return table[b[0]];
            }",
        options: &[],
        link: &[],
        says: "out of bounds",
    },
    Case {
        name: "stub_records",
        program: "struct V { double x; int n[3]; }; struct W { char c; float f; }; struct V get(struct W w, int k); struct W nondet_W(void);
            int main(void) {
                struct W w[2]; w[1] = nondet_W(); if (w[1].c != 'q' || !(w[1].f == 1.5f)) return 0;
                struct V v = get(w[1], 2); if (!(v.x == -0.25) || v.n[0] != 9) return 0;
                return 7 / (v.n[2] ^ 5);
            }",
        options: &[],
        link: &[],
        says: "division by zero",
    },
    Case {
        name: "memory",
        program: "void __VERIFIER_nondet_memory(void *, unsigned long);
            int main(void) { unsigned char b[8]; __VERIFIER_nondet_memory(b + 2, 4); for (int i = 2; i < 6; i++) if (b[i] != i * 3) return 0;
                return 7 / (b[5] ^ 15); }",
        options: &[],
        link: &[],
        says: "division by zero",
    },
];

/// What no C program can repeat is said in the head of the harness, with its place.
#[test]
fn what_is_not_repeated_is_named() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("harness-limits-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder for the test");
    let cases = [
        (
            "volatile unsigned port; int main(void) { unsigned a = port; return a == 5 ? 7 / (port - 6) : 0; }",
            &["--nondet-volatile"][..],
            "Not repeated: the read of volatile port at",
        ),
        (
            "int main(void) { int x; int *p = &x; return *p == 5 ? 7 / (*p - 5) : 0; }",
            &[][..],
            "Not repeated: contents of uninitialised local variables",
        ),
        (
            "struct S { int a:3, b; }; struct S nondet_S(void); int main(void) { struct S s = nondet_S(); return s.b == 5 ? 7 / (s.b - 5) : 0; }",
            &[][..],
            "Not repeated: what nondet_S writes or returns, because of the types in its declaration",
        ),
        (
            "struct S { int *p; } s; int x; void fill(struct S *s); int main(void) { int y = 1; s.p = &y; fill(&s); return 7 / y; }",
            &[][..],
            "Not repeated: what fill writes through pointers that it finds in memory",
        ),
    ];
    for (i, (program, options, says)) in cases.iter().enumerate() {
        let (source, harness) = (folder.join(format!("{i}.c")), folder.join(format!("{i}_harness.c")));
        fs::write(&source, program).expect("a file for the test");
        let mut check = Command::new(env!("CARGO_BIN_EXE_proofmark"));
        let found = check.arg("check").arg(&source).arg("--harness").arg(&harness).args(*options).output();
        let written = fs::read_to_string(&harness).unwrap_or_default();
        assert!(written.contains(says), "{program}\n{written}\n{found:?}");
    }
    let _ = fs::remove_dir_all(&folder);
}

#[test]
fn harnesses_show_the_failure() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("harness-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder for the test");
    if !compiler_works(&folder) {
        println!("skipped: gcc with its sanitizers is not there");
        return;
    }
    let failures: Vec<String> = CASES.iter().filter_map(|case| try_case(&folder, case).err()).collect();
    let _ = fs::remove_dir_all(&folder);
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

fn compiler_works(folder: &Path) -> bool {
    let source = folder.join("probe.c");
    fs::write(&source, "int main(void) { return 0; }\n").expect("a file for the test");
    let program = folder.join("probe");
    compile(&[source], &program, &[]).is_ok() && Command::new(&program).output().is_ok_and(|o| o.status.success())
}

fn compile(sources: &[PathBuf], program: &Path, link: &[&str]) -> Result<(), String> {
    let mut gcc = Command::new("gcc");
    gcc.args(SANITIZERS).args(link).args(sources).arg("-o").arg(program);
    let output = gcc.output().map_err(|e| format!("cannot start gcc: {e}"))?;
    if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
}

fn try_case(folder: &Path, case: &Case) -> Result<(), String> {
    let source = folder.join(format!("{}.c", case.name));
    let harness = folder.join(format!("{}_harness.c", case.name));
    let program = folder.join(case.name);
    fs::write(&source, case.program).map_err(|e| e.to_string())?;
    let mut check = Command::new(env!("CARGO_BIN_EXE_proofmark"));
    let check = check.arg("check").arg(&source).arg("--harness").arg(&harness).args(case.options);
    let found = check.output().map_err(|e| e.to_string())?;
    let printed = String::from_utf8_lossy(&found.stdout).into_owned() + &String::from_utf8_lossy(&found.stderr);
    if found.status.code() != Some(10) {
        return Err(format!("{}: no violation found\n{printed}", case.name));
    }
    compile(&[harness, source], &program, case.link).map_err(|e| format!("{}: {e}", case.name))?;
    let mut run = Command::new(&program);
    let ran = run.env("ASAN_OPTIONS", "detect_leaks=0").output().map_err(|e| e.to_string())?;
    let said = String::from_utf8_lossy(&ran.stderr).into_owned();
    if ran.status.success() || !said.contains(case.says) {
        return Err(format!("{}: the harness does not show `{}`:\n{said}\n{printed}", case.name, case.says));
    }
    Ok(())
}
