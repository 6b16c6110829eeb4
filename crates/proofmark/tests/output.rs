//! Exit codes where standard output or standard error cannot be written.

use std::fs::OpenOptions;
use std::path::Path;
use std::process::{Command, Stdio};

const FULL: &str = "/dev/full";

fn full() -> Stdio {
    OpenOptions::new().write(true).open(FULL).expect("/dev/full can be written to").into()
}

/// The exit code with the report going to a full disk.
fn code(args: &[&str], out: Stdio, err: Stdio) -> Option<i32> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut command = Command::new(env!("CARGO_BIN_EXE_proofmark"));
    command.args(args).current_dir(root).stdout(out).stderr(err).status().expect("proofmark starts").code()
}

#[test]
fn full_disk() {
    if !Path::new(FULL).exists() {
        return;
    }
    let file = "tests/cli/parts/overflow.c";
    let svcomp = ["svcomp", "--property", "no-overflow", "--data-model", "LP64", file];
    let reports: [&[&str]; 4] =
        [&["check", file], &["check", file, "--json-ui"], &["check", file, "--show-properties"], &svcomp];
    for args in reports {
        assert_eq!(code(args, full(), Stdio::null()), Some(6), "{args:?}");
    }
}

#[test]
fn messages_that_cannot_be_written() {
    if !Path::new(FULL).exists() {
        return;
    }
    assert_eq!(code(&["check", "tests/cli/parts/overflow.c"], Stdio::null(), full()), Some(10));
    assert_eq!(code(&["check", "tests/cli/parts/no_such_file.c"], Stdio::null(), full()), Some(2));
    assert_eq!(code(&["check", "--no-such-option"], Stdio::null(), full()), Some(1));
}
