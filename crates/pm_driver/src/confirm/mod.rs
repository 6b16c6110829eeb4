//! What a compiler counts when the tests run, compared with what Proofmark claims: goal by goal.
//!
//! The tests are built in a directory of their own by their Makefile, with clang (`-fcoverage-mcdc`) or gcc (`--coverage`), and run; then llvm-cov or gcov say how
//! often each place was executed. A goal that stands where the preprocessor has moved the text (behind a macro on its line) has no place that
//! both know: it is not compared, and counted as such.

mod gcov;
mod llvm;

use pm_cover::suite::State;
use pm_ir::PropId;
use pm_report::cover::Report;
use rustc_hash::{FxHashMap, FxHashSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Which compiler counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counter {
    Clang,
    Gcc,
}

/// What came of it.
pub struct Confirmation {
    /// What counted, as a person knows it: `clang-19`.
    pub by: String,
    /// Goals that agree.
    pub agree: usize,
    /// Goals that were not compared.
    pub left_out: usize,
    /// By goal: what is different.
    pub differences: Vec<(usize, String)>,
}

/// A claim about a goal, and what was counted: `None` where the tool says nothing of it.
type Counted = Option<bool>;

/// Builds and runs the tests that lie in `dir`, and compares.
///
/// # Errors
/// The compiler, a test or a tool does not do what it should.
pub fn confirm(report: &Report, dir: &Path, counter: Counter) -> Result<Confirmation, String> {
    let places = Places::new(report);
    match counter {
        Counter::Clang => llvm::confirm(report, dir, &places),
        Counter::Gcc => gcov::confirm(report, dir, &places),
    }
}

/// Compares the claims, both ways: what is not covered is not counted either.
fn compare(report: &Report, by: String, mut counted: impl FnMut(usize) -> Counted, both_ways: bool) -> Confirmation {
    let mut out = Confirmation { by, agree: 0, left_out: 0, differences: Vec::new() };
    for (i, state) in report.suite.states.iter().enumerate() {
        let claimed = matches!(state, State::Covered(_));
        match counted(i) {
            None => out.left_out += 1,
            Some(seen) if seen == claimed || !both_ways && !claimed => out.agree += 1,
            Some(seen) => {
                let what = if seen {
                    "it is executed, and not claimed to be"
                } else {
                    "it is claimed to be covered, and is not counted"
                };
                out.differences.push((i, what.to_string()));
            }
        }
    }
    out
}

/// What all tests cover together.
fn covered(report: &Report) -> FxHashSet<PropId> {
    report.suite.tests.iter().flat_map(|t| t.vector.covered.iter().copied()).collect()
}

/// Runs a tool and returns what it prints.
fn output(command: &mut Command) -> Result<Vec<u8>, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let done = command.stdin(Stdio::null()).output().map_err(|e| format!("cannot run {name}: {e}"))?;
    if done.status.success() {
        return Ok(done.stdout);
    }
    let text = String::from_utf8_lossy(&done.stderr).into_owned() + &String::from_utf8_lossy(&done.stdout);
    let is_telling =
        |l: &&str| l.contains("error") || l.contains("multiple definition") || l.contains("undefined reference");
    let line = text.lines().find(is_telling).or(text.lines().last());
    Err(format!("{name} fails: {}", line.unwrap_or_default()))
}

fn make(dir: &Path, words: &[String]) -> Result<(), String> {
    output(Command::new("make").arg("-C").arg(dir).args(words)).map(|_| ())
}

/// The sources as they stand in files: whether a position of the preprocessed text is one there, too.
struct Places<'r> {
    report: &'r Report<'r>,
    files: FxHashMap<String, Vec<String>>,
}

/// Line and column, from 1.
type Position = (u32, u32);

impl<'r> Places<'r> {
    fn new(report: &'r Report<'r>) -> Places<'r> {
        let mut files: FxHashMap<String, Vec<String>> = FxHashMap::default();
        for goal in &report.goals.all {
            let Some(loc) = report.ctx.loc(goal.span) else { continue };
            files.entry(loc.file.clone()).or_insert_with(|| lines(Path::new(&loc.file)));
        }
        Places { report, files }
    }

    /// Where an offset lies in its file; `None` where the text before it on its line is not that of the file.
    fn position(&self, offset: u32) -> Option<Position> {
        let loc = self.report.ctx.sources.loc(offset)?;
        let (text, at) = self.report.ctx.sources.line_text(offset)?;
        let line = self.line(&loc.file, loc.line)?;
        (line.as_bytes().get(..at)? == text.get(..at)?).then_some((loc.line, loc.column))
    }

    fn line(&self, file: &str, line: u32) -> Option<&str> {
        self.files.get(file)?.get(line as usize - 1).map(String::as_str)
    }

    /// The text of a file from a position on.
    fn text(&self, file: &str, (line, column): Position) -> Option<&str> {
        self.line(file, line)?.get(column as usize - 1..)
    }

    fn file(&self, offset: u32) -> Option<String> {
        Some(self.report.ctx.sources.loc(offset)?.file)
    }
}

fn lines(path: &Path) -> Vec<String> {
    let bytes = std::fs::read(path).unwrap_or_default();
    String::from_utf8_lossy(&bytes).lines().map(String::from).collect()
}

/// Files of the directory whose names end so, sorted.
fn files(dir: &Path, ending: &str) -> Result<Vec<PathBuf>, String> {
    let entries = std::fs::read_dir(dir).map_err(|e| format!("cannot read {}: {e}", dir.display()))?;
    let mut all: Vec<PathBuf> = entries.filter_map(|e| Some(e.ok()?.path())).collect();
    all.retain(|p| p.to_string_lossy().ends_with(ending));
    all.sort();
    Ok(all)
}
