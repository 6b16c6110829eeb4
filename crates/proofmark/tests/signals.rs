//! Ctrl-C, SIGTERM and the end of the processor time in the middle of a check: the report tells what is known so far, and files are whole or not there.

#![cfg(target_os = "linux")]

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// An error is called in the third iteration; the assertion holds, and bounded model checking never comes to its end.
const ENDLESS: &str = "unsigned __VERIFIER_nondet_uint(void);
void reach_error(void);
int main(void) {
    unsigned n = 0, even = 0;
    while (1) {
        even += 2 * __VERIFIER_nondet_uint();
        n++;
        if (__VERIFIER_nondet_uint() == 7 && n == 3)
            reach_error();
        __CPROVER_assert(even % 2 == 0, \"never decided\");
    }
}
";

struct Ended {
    code: Option<i32>,
    report: String,
}

fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("signals-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

/// Starts a check, sends it the signal when it has told what `until` says, and returns how it ends.
fn interrupted(source: &Path, options: &[&str], signal: &str, until: impl Fn(&str) -> bool) -> Ended {
    let mut command = Command::new(env!("CARGO_BIN_EXE_proofmark"));
    command.args(["check", "-v", "--engine", "bmc"]).arg(source).args(options);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("proofmark starts");
    let mut messages = BufReader::new(child.stderr.take().expect("a pipe"));
    let mut line = String::new();
    while messages.read_line(&mut line).expect("messages can be read") > 0 && !until(&line) {
        line.clear();
    }
    send(&child, signal);
    // The rest must be read, or the process would wait for somebody to read it.
    let rest = std::thread::spawn(move || messages.read_to_string(&mut String::new()));
    let output = child.wait_with_output().expect("proofmark ends");
    let _ = rest.join();
    Ended { code: output.status.code(), report: String::from_utf8_lossy(&output.stdout).into_owned() }
}

fn send(child: &Child, signal: &str) {
    let sent = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status().expect("kill starts");
    assert!(sent.success());
}

/// Bounds are told once the handlers are in place.
fn is_bound(line: &str) -> bool {
    line.contains("bound ")
}

fn one_is_decided(line: &str) -> bool {
    is_bound(line) && line.contains(" 1 properties decided")
}

#[test]
fn what_is_known_is_reported() {
    let folder = folder().join("known");
    fs::create_dir_all(&folder).expect("a folder for the test");
    let source = folder.join("endless.c");
    fs::write(&source, ENDLESS).expect("a file for the test");
    let harness = folder.join("harness.c");
    for signal in ["INT", "TERM", "XCPU"] {
        let _ = fs::remove_file(&harness);
        let ended = interrupted(&source, &["--harness", &harness.to_string_lossy()], signal, one_is_decided);
        assert_eq!(ended.code, Some(10), "{signal}: {}", ended.report);
        assert!(ended.report.contains("call of reach_error: FAILURE"), "{signal}: {}", ended.report);
        assert!(ended.report.contains("never decided: UNKNOWN"), "{signal}: {}", ended.report);
        let written = fs::read_to_string(&harness).expect("the harness is written");
        assert!(written.ends_with("}\n"), "{signal}: a part of a file\n{written}");
    }
    let _ = fs::remove_dir_all(&folder);
}

#[test]
fn nothing_is_known_yet() {
    let folder = folder().join("nothing");
    fs::create_dir_all(&folder).expect("a folder for the test");
    let source = folder.join("endless.c");
    fs::write(&source, ENDLESS.replace("n == 3", "n == 0")).expect("a file for the test");
    let harness = folder.join("harness.c");
    for signal in ["INT", "TERM", "XCPU"] {
        let ended = interrupted(&source, &["--harness", &harness.to_string_lossy()], signal, is_bound);
        assert_eq!(ended.code, Some(5), "{signal}: {}", ended.report);
        assert!(ended.report.contains("interrupted"), "{signal}: {}", ended.report);
        assert!(!harness.exists(), "{signal}: a harness without a violation");
    }
    let _ = fs::remove_dir_all(&folder);
}

/// A program in place of a solver that says which process it is, and never answers. However Proofmark ends, it is gone soon.
#[test]
fn no_solver_is_left_behind() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder().join("solver");
    fs::create_dir_all(&folder).expect("a folder for the test");
    let (source, solver, number) = (folder.join("some.c"), folder.join("hangs"), folder.join("pid"));
    fs::write(&source, "int nondet_int(void);\nint main(void) { return nondet_int() + 1; }\n").expect("a file");
    let script = format!("#!/bin/sh\necho $$ > '{0}.new'; mv '{0}.new' '{0}'\nsleep 1000\n", number.display());
    fs::write(&solver, script).expect("a file");
    fs::set_permissions(&solver, fs::Permissions::from_mode(0o755)).expect("permissions");
    for signal in ["KILL", "TERM"] {
        let _ = fs::remove_file(&number);
        let mut command = Command::new(env!("CARGO_BIN_EXE_proofmark"));
        command.arg("check").arg(&source).arg("--solver").arg(&solver).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().expect("proofmark starts");
        let pid = wait_for(|| fs::read_to_string(&number).ok()).expect("the solver was started");
        send(&child, signal);
        child.wait().expect("proofmark ends");
        let state = || fs::read_to_string(format!("/proc/{}/stat", pid.trim()));
        // One that nobody has waited for yet does nothing any more.
        let is_gone = || state().map_or(true, |text| text.contains(") Z "));
        assert!(wait_for(|| is_gone().then_some(())).is_some(), "{signal}: {:?}", state());
    }
}

/// What comes within some seconds.
fn wait_for<T>(mut what: impl FnMut() -> Option<T>) -> Option<T> {
    (0..500).find_map(|_| {
        std::thread::sleep(std::time::Duration::from_millis(20));
        what()
    })
}
