//! The file tests: every file under `tests/` of the repository is a test, and its comments say what to run and expect.
//!
//! | folder | what is run | default expectation |
//! | --- | --- | --- |
//! | `run/`, `verdict/` | `proofmark run` | `safe` |
//! | `verdict/bmc/` | `proofmark check` | `safe` |
//! | `syntax/ok/` | `proofmark show ir --lower-only` | `ok` |
//! | `syntax/err/` | `proofmark show ir --lower-only` | `error` |
//! | `ir/` | `proofmark show ir` | the text of the `.ir` file beside it |
//! | `cli/*.cmd` | command lines, as in a terminal | output and exit code beneath each |
//!
//! `docs/how-to/write-a-test.md` lists the comments. `PM_BLESS=1` rewrites printed output, never a verdict; `PM_FILTER=text`
//! takes only the files whose path contains the text.

mod compare;
mod directives;
mod process;
mod program_test;
mod terminal_test;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// `Err` says what is wrong, in lines for people.
pub type Verdict = Result<Ending, String>;

pub enum Ending {
    Passed,
    /// The machine lacks what the test needs.
    Skipped(String),
}

#[test]
fn every_file() {
    let root = repository();
    let tests = collect(&root.join("tests"));
    assert!(!tests.is_empty() || filter().is_some(), "no tests under {}", root.display());
    let outcomes = run_all(&root, &tests);
    report(&root, &tests, outcomes);
}

fn repository() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.join("../..").canonicalize().expect("the crate stands in the repository")
}

fn filter() -> Option<String> {
    std::env::var("PM_FILTER").ok().filter(|f| !f.is_empty())
}

/// Files that are tests, sorted. `parts` folders and files named by `// files:` lines hold no tests of their own.
fn collect(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut todo = vec![folder.to_path_buf()];
    while let Some(dir) = todo.pop() {
        let entries = fs::read_dir(&dir).map(|e| e.flatten().collect::<Vec<_>>()).unwrap_or_default();
        for entry in entries {
            let path = entry.path();
            if path.is_dir() {
                if entry.file_name() != "parts" {
                    todo.push(path);
                }
            } else if is_test(&path) {
                found.push(path);
            }
        }
    }
    if let Some(wanted) = filter() {
        found.retain(|p| p.to_string_lossy().contains(&wanted));
    }
    found.sort();
    found
}

fn is_test(path: &Path) -> bool {
    path.extension().is_some_and(|e| e == "c" || e == "i" || e == "cmd")
}

fn run_all(root: &Path, tests: &[PathBuf]) -> Vec<Verdict> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, Verdict)>> = Mutex::new(Vec::new());
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(path) = tests.get(at) else { return };
                    let verdict = run_one(root, path);
                    done.lock().expect("no worker panics while it holds the lock").push((at, verdict));
                }
            });
        }
    });
    let mut all = done.into_inner().expect("no worker panics while it holds the lock");
    all.sort_by_key(|(at, _)| *at);
    all.into_iter().map(|(_, v)| v).collect()
}

fn run_one(root: &Path, path: &Path) -> Verdict {
    let relative = path.strip_prefix(root).unwrap_or(path);
    if path.extension().is_some_and(|e| e == "cmd") {
        terminal_test::run(root, relative)
    } else {
        program_test::run(root, relative)
    }
}

fn report(root: &Path, tests: &[PathBuf], outcomes: Vec<Verdict>) {
    let (mut failed, mut skipped) = (0, 0);
    for (path, verdict) in tests.iter().zip(outcomes) {
        let name = path.strip_prefix(root).unwrap_or(path).display();
        match verdict {
            Ok(Ending::Passed) => {}
            Ok(Ending::Skipped(why)) => {
                skipped += 1;
                println!("skipped {name}: {why}");
            }
            Err(what) => {
                failed += 1;
                println!("---- {name}\n{what}");
            }
        }
    }
    println!("{} file tests: {failed} failed, {skipped} skipped", tests.len());
    assert!(failed == 0, "{failed} of {} file tests failed; they are listed above", tests.len());
}
