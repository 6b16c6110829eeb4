//! `proofmark cover`: the tests that it writes are built and run, compilers count what they cover, and what is unreachable is so for all inputs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const BINARY: &str = env!("CARGO_BIN_EXE_proofmark");

fn parts() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cli/parts/cover")
}

/// A new directory of this name.
fn scratch(name: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("cover-{name}"));
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).unwrap();
    dir
}

fn cover(file: &Path, options: &[&str]) -> Output {
    Command::new(BINARY).arg("cover").arg(file).args(options).args(["--jobs", "1"]).output().unwrap()
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

fn has(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok()
}

const ALL: &str = "statement,branch,condition,decision,mcdc";
const OBJECTS: [&str; 4] = ["--function", "step", "--state", "init"];
const GIVEN: [&str; 5] = ["--function", "step", "--cyclic", "--input", "all,in"];
const STEP: [&str; 6] = ["--function", "step", "--state", "init", "--input", "load"];

#[test]
fn what_is_covered_and_what_cannot_be() {
    let out = cover(&parts().join("decide.c"), &["--criterion", ALL, "-v"]);
    let said = text(&out);
    assert_eq!(out.status.code(), Some(0), "{said}");
    for line in [
        "statement: 14 goals: 13 covered, 1 unreachable, 0 unknown",
        "branch: 7 goals: 6 covered, 1 unreachable, 0 unknown",
        "condition: 14 goals: 13 covered, 1 unreachable, 0 unknown",
        "decision: 9 goals: 8 covered, 1 unreachable, 0 unknown",
        "mcdc: 10 goals: 8 covered, 2 unreachable, 0 unknown",
    ] {
        assert!(said.contains(line), "{line}\n{said}");
    }
    assert!(said.contains(":16:18 a < 3 decides a > 5 && a < 3: UNREACHABLE (proved by"), "{said}");
}

#[test]
fn tests_pass_with_gcc_and_find_another_program() {
    let dir = scratch("suite");
    let (program, suite) = (dir.join("step.c"), dir.join("tests"));
    fs::copy(parts().join("step.c"), &program).unwrap();
    let out = cover(&program, &[&STEP[..], &["-q", "-o", suite.to_str().unwrap()]].concat());
    assert_eq!(out.status.code(), Some(0), "{}", text(&out));
    let check = || Command::new("make").arg("-C").arg(&suite).arg("check").output().unwrap();
    let passed = check();
    assert!(text(&passed).contains("tests passed"), "{}", text(&passed));
    // The fault comes a cycle later; only a static variable shows it at first.
    let mutant = fs::read_to_string(&program).unwrap().replace("count >= 3", "count > 3");
    fs::write(&program, mutant).unwrap();
    let failed = check();
    assert!(!failed.status.success() && text(&failed).contains("another value in"), "{}", text(&failed));
}

#[test]
fn compilers_agree() {
    for (file, options) in [
        ("decide.c", &[][..]),
        ("step.c", &STEP[..]),
        ("open.c", &["--nondet-static"][..]),
        ("objects.c", &OBJECTS[..]),
        ("given.c", &GIVEN[..]),
    ] {
        let confirm = if has("clang-19") && has("llvm-cov-19") { "--confirm=clang,gcc" } else { "--confirm=gcc" };
        let out = cover(&parts().join(file), &[options, &["--criterion", ALL, "-q", confirm]].concat());
        let said = text(&out);
        assert_eq!(out.status.code(), Some(0), "{said}");
        assert!(said.contains("gcc: ") && !said.contains("clang-19: 0 goals"), "{said}");
        assert!(said.lines().filter(|l| l.contains("goals agree")).all(|l| l.contains(" 0 differ")), "{said}");
    }
}

#[test]
fn executions_that_violate_something_are_no_tests() {
    let out = cover(&parts().join("violated.c"), &["--timeout", "20"]);
    let said = text(&out);
    assert_eq!(out.status.code(), Some(5), "{said}");
    assert!(
        said.contains(
            "at == 3 is true: UNKNOWN (reached only by an execution that is no test: it violates [main.bounds."
        ),
        "{said}"
    );
}

/// The exchange format: as many files as tests, and nothing but numbers in them.
#[test]
fn a_suite_of_test_comp() {
    let suite = scratch("testcomp").join("suite");
    let options = ["-q", "--criterion", "branch", "--format", "testcomp", "-o", suite.to_str().unwrap()];
    let out = cover(&parts().join("decide.c"), &options);
    assert_eq!(out.status.code(), Some(0), "{}", text(&out));
    let metadata = fs::read_to_string(suite.join("metadata.xml")).unwrap();
    assert!(metadata.contains("<specification>COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )</specification>"));
    let first = fs::read_to_string(suite.join("testcase_001.xml")).unwrap();
    let values: Vec<&str> =
        first.lines().filter_map(|l| l.trim().strip_prefix("<input>")?.strip_suffix("</input>")).collect();
    assert_eq!(values.len(), 3, "{first}");
    assert!(values.iter().all(|v| v.parse::<i32>().is_ok()), "{first}");
    let table = fs::read_to_string(suite.join("vectors.csv")).unwrap();
    assert!(table.contains(&format!("test_001,1,__VERIFIER_nondet_int,{},", values[0])), "{table}");
}

#[test]
fn nothing_partial_is_written() {
    let dir = scratch("partial");
    let full = dir.join("full");
    fs::create_dir(&full).unwrap();
    fs::write(full.join("mine.txt"), "mine").unwrap();
    for target in [full.clone(), dir.join("none/there")] {
        let out = cover(&parts().join("decide.c"), &["-q", "-o", target.to_str().unwrap()]);
        assert_eq!(out.status.code(), Some(6), "{}", text(&out));
    }
    let left = |at: &Path| fs::read_dir(at).unwrap().map(|e| e.unwrap().file_name()).collect::<Vec<_>>();
    assert_eq!(left(&full), ["mine.txt"]);
    assert_eq!(left(&dir), ["full"]);
}

#[test]
fn what_makes_no_sense_is_refused() {
    let file = parts().join("step.c");
    let refused: [(&[&str], i32, &str); 6] = [
        (&["--state", "init"], 1, "--function"),
        (&["--function", "step", "--input", "load"], 1, "--input"),
        (&["--function", "step", "--state", "nobody"], 2, "nobody"),
        (&["--function", "step", "--cyclic", "--input", "nothing"], 2, "nothing"),
        (&["--function", "step", "--state", "step"], 2, "parameters"),
        (&["--function", "absent"], 2, "absent"),
    ];
    for (options, code, says) in refused {
        let out = cover(&file, options);
        assert_eq!(out.status.code(), Some(code), "{options:?}: {}", text(&out));
        assert!(text(&out).contains(says), "{options:?}: {}", text(&out));
    }
}

/// As much of the Unity framework as the tests use, for want of the framework itself.
const UNITY_H: &str = r#"#include <setjmp.h>
#include <stdio.h>
extern struct { jmp_buf AbortFrame; const char *name; int failures; } Unity;
void UnityDefaultTestRun(void (*f)(void), const char *name, int line);
#define UNITY_BEGIN() (void)(Unity.failures = 0)
#define UNITY_END() Unity.failures
#define RUN_TEST(f) UnityDefaultTestRun(f, #f, __LINE__)
#define TEST_FAIL_MESSAGE(m) do { printf("%s:FAIL: %s\n", Unity.name, m); Unity.failures++; longjmp(Unity.AbortFrame, 1); } while (0)
#define TEST_ASSERT_TRUE_MESSAGE(c, m) do { if (!(c)) TEST_FAIL_MESSAGE(m); } while (0)
#define TEST_ASSERT_EQUAL_INT_MESSAGE(a, b, m) TEST_ASSERT_TRUE_MESSAGE((a) == (b), m)
"#;

const UNITY_C: &str = r#"#include "unity.h"
__typeof__(Unity) Unity;
void UnityDefaultTestRun(void (*f)(void), const char *name, int line) {
    int before = Unity.failures;
    Unity.name = name;
    if (setjmp(Unity.AbortFrame) == 0)
        f();
    if (Unity.failures == before)
        printf("%s:PASS\n", name);
}
"#;

#[test]
fn tests_of_unity_pass_and_find_another_program() {
    let dir = scratch("unity");
    fs::write(dir.join("unity.h"), UNITY_H).unwrap();
    fs::write(dir.join("unity.c"), UNITY_C).unwrap();
    for (file, options, code, old, new) in [
        ("step.c", &STEP[..], 0, "count >= 3", "count > 3"),
        ("error.c", &["--error"][..], 0, "x == 777", "x == 778"),
        ("error.c", &["--criterion", "branch"][..], 5, "exit(3)", "exit(4)"),
    ] {
        let (program, suite) = (dir.join(file), dir.join("tests"));
        let _ = fs::remove_dir_all(&suite);
        let text_of = fs::read_to_string(parts().join(file)).unwrap();
        fs::write(&program, &text_of).unwrap();
        let out = cover(&program, &[options, &["-q", "--format", "unity", "-o", suite.to_str().unwrap()]].concat());
        assert_eq!(out.status.code(), Some(code), "{}", text(&out));
        let unity = format!("UNITY={}", dir.display());
        let check = || Command::new("make").arg("-C").arg(&suite).args(["check", &unity]).output().unwrap();
        let passed = check();
        assert!(passed.status.success() && text(&passed).contains("test_001:PASS"), "{}", text(&passed));
        fs::write(&program, text_of.replace(old, new)).unwrap();
        let failed = check();
        assert!(!failed.status.success() && text(&failed).contains(":FAIL: "), "{}", text(&failed));
    }
}

#[test]
fn inputs_that_reach_an_error() {
    let dir = scratch("error");
    let (suite, file) = (dir.join("tests"), parts().join("error.c"));
    let out = cover(&file, &["--error", "-q", "--confirm=gcc", "-o", suite.to_str().unwrap()]);
    assert_eq!(out.status.code(), Some(0), "{}", text(&out));
    assert!(text(&out).contains("error: 1 goals: 1 covered"), "{}", text(&out));
    let checked = Command::new("make").arg("-C").arg(&suite).arg("check").output().unwrap();
    assert!(text(&checked).contains("1 tests passed"), "{}", text(&checked));
    // Without --error the program's error is a violation, and no test goes there.
    let out = cover(&file, &["--criterion", "statement"]);
    assert!(text(&out).contains("UNKNOWN (reached only by an execution that is no test: it violates [main.error.1])"));
    let none = cover(&parts().join("decide.c"), &["--error"]);
    assert!(text(&none).contains("the program has no goal of error"), "{}", text(&none));
}

#[test]
fn an_entry_for_test_comp() {
    let dir = scratch("entry");
    let file = parts().join("error.c");
    let property = dir.join("p.prp");
    let testcomp = |suite: &Path, property: &str| {
        let mut command = Command::new(BINARY);
        command.args(["testcomp", "--data-model", "LP64", "--jobs", "1", "--property", property, "-o"]);
        command.arg(suite).arg(&file).output().unwrap()
    };
    fs::write(&property, "COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )\n").unwrap();
    for (name, given, part) in [
        ("branches", "coverage-branches", "@DECISIONEDGE"),
        ("error", "coverage-error-call", "@CALL(reach_error)"),
        ("file", property.to_str().unwrap(), "@CALL(reach_error)"),
    ] {
        let suite = dir.join(name);
        let out = testcomp(&suite, given);
        assert_eq!(out.status.code(), Some(0), "{}", text(&out));
        let metadata = fs::read_to_string(suite.join("metadata.xml")).unwrap();
        assert!(metadata.contains(&format!("FQL(COVER EDGES({part}))")), "{metadata}");
        assert!(metadata.contains("<producer>Proofmark 0"), "{metadata}");
    }
    let error = fs::read_to_string(dir.join("error/testcase_001.xml")).unwrap();
    assert!(error.contains("<input>777</input>"), "{error}");
    assert_eq!(testcomp(&dir.join("other"), "unreach-call").status.code(), Some(1));
    assert!(!dir.join("other").exists());
}

/// A requirement is triggered, and kept in the last cycle in which that is possible: there a program that is a cycle late violates it.
#[test]
fn tests_of_requirements() {
    let dir = scratch("requirements");
    let (program, suite) = (dir.join("answer.c"), dir.join("tests"));
    fs::copy(parts().join("answer.c"), &program).unwrap();
    let requirements = parts().join("answer.req");
    let requirements = ["--requirements", requirements.to_str().unwrap()];
    let own = ["--criterion", "requirement,branch", "-v", "--timeout", "240", "-o", suite.to_str().unwrap()];
    let out = cover(&program, &[&requirements[..], &own].concat());
    let said = text(&out);
    let state =
        |goal: &str| said.lines().find(|l| l.contains(&format!("[{goal}]"))).map(|l| l.to_string()).unwrap_or_default();
    for goal in ["req.in_time.due", "req.in_time.kept", "req.never_late.kept", "req.first.kept"] {
        assert!(state(goal).contains("COVERED"), "{goal}\n{said}");
    }
    assert!(state("req.repaired.due").contains("UNREACHABLE"), "{said}");
    assert!(state("req.repaired.kept").contains("UNREACHABLE"), "{said}");
    // What is written into the program for the requirements is no goal.
    assert!(said.contains("branch: 6 goals:"), "{said}");
    let mutant = fs::read_to_string(&program).unwrap().replace("waiting == 3", "waiting == 4");
    fs::write(&program, mutant).unwrap();
    let failed = Command::new("make").arg("-C").arg(&suite).arg("check").output().unwrap();
    assert!(!failed.status.success() && text(&failed).contains("another value in"), "{}", text(&failed));
    let without = cover(&program, &["--criterion", "requirement"]);
    assert_eq!(without.status.code(), Some(1), "{}", text(&without));
}

/// Three ways through `classify` can be gone. From the entry of `count` its loop is entered or not; from its head it is left, or goes around with `i` odd or even.
#[test]
fn paths_of_functions() {
    let out = cover(&parts().join("paths.c"), &["--criterion", "path", "-v", "--timeout", "240", "--confirm=gcc"]);
    let said = text(&out);
    assert_eq!(out.status.code(), Some(0), "{said}");
    let goals = |start: &str, state: &str| said.lines().filter(|l| l.starts_with(start) && l.contains(state)).count();
    assert_eq!((goals("[classify.path", ": COVERED"), goals("[classify.path", ": UNREACHABLE")), (3, 13), "{said}");
    assert_eq!((goals("[count.path", ": COVERED"), goals("[count.path", ": UNREACHABLE")), (5, 1), "{said}");
    assert_eq!((goals("[main.path", ": COVERED"), goals("[main.path", ": UNREACHABLE")), (3, 0), "{said}");
    assert!(said.contains("line 5 false, line 7 to line 12, line 17 true: UNREACHABLE"), "{said}");
    assert!(said.contains("line 23 true, line 24 false, line 26 false: COVERED"), "{said}");
}
