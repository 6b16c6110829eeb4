//! Solvers that misbehave at each moment at which they can: there is an answer in time, it is `Unknown`, and what went wrong is told.

use pm_solve::{Answer, Limit, Limits, Options, Smt, Solver};
use pm_term::{Bits, Sort, TermId, Terms};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A shell script that takes lines, and does something at a question and where it is asked for values. What is started is a file that is never
/// written: a file that another thread's new process still has open for writing cannot be run.
fn script(name: &str, head: &str, check: &str, value: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("fake_{name}_{}", std::process::id()));
    let (check, value) = (format!("\"(check-sat\"*) {check};;"), format!("\"(get-value\"*) {value};;"));
    let text = format!("{head}\nwhile read -r line; do case \"$line\" in\n{check}\n{value}\nesac; done\n");
    fs::write(body(&path), text).expect("a file in the target directory");
    let fake = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/solving/fake.sh");
    std::os::unix::fs::symlink(fake, &path).expect("a link in the target directory");
    path
}

fn body(path: &Path) -> PathBuf {
    path.with_extension("body")
}

fn remove(path: &Path) {
    for file in [path.to_path_buf(), body(path)] {
        fs::remove_file(file).expect("it was there");
    }
}

/// `x` is 9, of eight bits.
fn question() -> (Terms, TermId, TermId) {
    let mut terms = Terms::new();
    let x = terms.symbol("x", Sort::Bv(8));
    let nine = terms.bv(8, 9);
    let is_nine = terms.eq(x, nine);
    (terms, x, is_nine)
}

/// The answer within two seconds, and what is told of it.
fn ask(path: &str) -> (Answer, Vec<String>) {
    let (terms, _, is_nine) = question();
    let smt = Smt::named(path);
    let mut solver = Solver::new(&Options { smt: Some(smt.clone()), ..Options::default() });
    solver.set_limits(Limits::default().until(Instant::now() + Duration::from_secs(2)));
    let began = Instant::now();
    let answer = solver.check(&terms, &[is_nine]);
    assert!(began.elapsed() < Duration::from_millis(3500), "{path}: {:?}", began.elapsed());
    (answer, smt.troubles())
}

const NOTHING: &str = ":";
const HANG: &str = "sleep 1000";
const RIGHT: &str = "echo '((x #b00001001))'";

#[test]
fn whatever_it_does_the_answer_is_unknown() {
    let cases = [
        ("dies_at_once", "exit 3", NOTHING, NOTHING, Limit::Failed),
        ("closes_its_output", "exec >&-; sleep 1000", NOTHING, NOTHING, Limit::Failed),
        ("hangs_at_once", HANG, NOTHING, NOTHING, Limit::Time),
        ("talks_at_once", "echo hello", "echo sat", RIGHT, Limit::Failed),
        ("dies_when_asked", NOTHING, "kill -9 $$", NOTHING, Limit::Failed),
        ("hangs_when_asked", NOTHING, HANG, NOTHING, Limit::Time),
        ("says_maybe", NOTHING, "echo maybe", NOTHING, Limit::Failed),
        ("says_an_error", NOTHING, "echo '(error \"no\")'; echo sat", RIGHT, Limit::Failed),
        ("says_bytes", NOTHING, "printf '\\377\\376\\n'", NOTHING, Limit::Failed),
        ("opens_without_end", NOTHING, "while :; do printf '(((('; done", NOTHING, Limit::Failed),
        ("succeeds_without_end", NOTHING, "while :; do echo success; done", NOTHING, Limit::Failed),
        ("gives_up", NOTHING, "echo unknown", NOTHING, Limit::Solver),
        ("dies_with_its_model", NOTHING, "echo sat", "exit 1", Limit::Failed),
        ("hangs_with_its_model", NOTHING, "echo sat", HANG, Limit::Time),
        ("has_no_values", NOTHING, "echo sat", "echo '((x y))'", Limit::Failed),
        ("has_too_few_values", NOTHING, "echo sat", "echo '()'", Limit::Failed),
        ("has_narrow_values", NOTHING, "echo sat", "echo '((x #b1001))'", Limit::Failed),
        ("has_an_error_for_values", NOTHING, "echo sat", "echo '(error \"no model\")'", Limit::Failed),
        ("lies", NOTHING, "echo sat", "echo '((x #b00000001))'", Limit::Model),
    ];
    for (name, head, check, value, limit) in cases {
        let path = script(name, head, check, value);
        let (answer, troubles) = ask(&path.to_string_lossy());
        assert_eq!(answer, Answer::Unknown(limit), "{name}: {troubles:?}");
        assert_eq!(troubles.is_empty(), limit == Limit::Time, "{name}: {troubles:?}");
        remove(&path);
    }
}

#[test]
fn one_that_is_missing_is_told() {
    let smt = Smt::named("/nowhere/solver");
    assert!(smt.find().is_err());
    let (answer, troubles) = ask("/nowhere/solver");
    assert_eq!(answer, Answer::Unknown(Limit::Failed));
    assert!(troubles[0].starts_with("/nowhere/solver: it cannot be started"), "{troubles:?}");
}

/// The second process is told what the first one knew.
#[test]
fn one_that_dies_is_started_again() {
    let marker = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("fake_marker_{}", std::process::id()));
    let path = marker.to_string_lossy().into_owned();
    let head = format!("if [ -e '{path}' ]; then exec z3 -in; fi");
    let check = format!(": > '{path}'; exit 1");
    let fake = script("dies_once", &head, &check, NOTHING);
    let (mut terms, x, is_nine) = question();
    let smt = Smt::named(&fake.to_string_lossy());
    let mut solver = Solver::new(&Options { smt: Some(smt), ..Options::default() });
    solver.assert(&terms, is_nine);
    assert_eq!(solver.check(&terms, &[]), Answer::Sat);
    assert_eq!(solver.value_bits(&terms, x), Some(Bits::from_u128(8, 9)));
    let eight = terms.bv(8, 8);
    let less = terms.ult(x, eight);
    assert_eq!(solver.check(&terms, &[less]), Answer::Unsat);
    remove(&fake);
    fs::remove_file(marker).expect("it was there");
}
