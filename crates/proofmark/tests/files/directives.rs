//! What the comments of a test say.
//!
//! `// key: value` lines at the head of the file, and `// error: text` at the end of any line.

use std::fs;
use std::path::{Path, PathBuf};

#[derive(Default)]
pub struct Directives {
    /// Commands with their options: `run --seed 1`. Empty: the folder's default.
    pub run: Vec<String>,
    pub expect: Option<Expect>,
    /// The named expectation is what would be right, and it must not hold yet.
    pub known_bug: bool,
    /// The exact lines of standard output, where any are given.
    pub stdout: Vec<String>,
    /// Texts that standard error must contain.
    pub messages: Vec<String>,
    /// Further files of the program, beside the test.
    pub files: Vec<PathBuf>,
    /// Nondeterministic values, one each.
    pub inputs: Vec<String>,
    pub requires: Vec<String>,
    /// `(file name, line, text)` of each `// error:` comment.
    pub errors: Vec<(String, u32, String)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expect {
    /// The program ends with this code and no violation.
    Exit(i32),
    /// No violation (`safe`, `proved`): exit code 0.
    Safe,
    /// A violated property at each `// error:` line.
    Violated,
    /// Rejected: every `// error:` is reported at its line, and nothing else.
    Error,
    /// Rejected with `error: unsupported`.
    Unsupported,
    /// Accepted.
    Ok,
    /// A limit was reached, or an assumption fails.
    Inconclusive,
}

pub fn read(root: &Path, test: &Path) -> Result<Directives, String> {
    let text = load(root, test)?;
    let mut d = Directives::default();
    for line in text.lines() {
        let Some(comment) = line.strip_prefix("//") else { break };
        if let Some((key, value)) = comment.split_once(':') {
            d.set(test, key.trim(), value.strip_prefix(' ').unwrap_or(value))?;
        }
    }
    collect_errors(&mut d, test, &text);
    for file in d.files.clone() {
        let text = load(root, &file)?;
        collect_errors(&mut d, &file, &text);
    }
    Ok(d)
}

/// Test files may hold any bytes: what matters in them is text.
fn load(root: &Path, file: &Path) -> Result<String, String> {
    let bytes = fs::read(root.join(file)).map_err(|e| format!("cannot read {}: {e}", file.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

impl Directives {
    fn set(&mut self, test: &Path, key: &str, value: &str) -> Result<(), String> {
        let beside = |name: &str| test.parent().unwrap_or(Path::new("")).join(name);
        match key {
            "run" => self.run.extend(value.split(',').map(|s| s.trim().to_string())),
            "expect" => self.set_expect(value.trim())?,
            "stdout" => self.stdout.push(value.to_string()),
            "message" => self.messages.push(value.trim().to_string()),
            "files" => self.files.extend(value.split_whitespace().map(beside)),
            "inputs" => self.inputs.extend(value.split_whitespace().map(str::to_string)),
            "requires" => self.requires.extend(value.split_whitespace().map(str::to_string)),
            // Prose may hold a colon.
            _ => {}
        }
        Ok(())
    }

    fn set_expect(&mut self, value: &str) -> Result<(), String> {
        let rest = match value.strip_prefix("known-bug") {
            Some(rest) => {
                self.known_bug = true;
                rest.trim()
            }
            None => value,
        };
        self.expect = Some(match rest.split_once(' ').map_or((rest, ""), |(a, b)| (a, b.trim())) {
            ("exit", code) => Expect::Exit(code.parse().map_err(|_| format!("`expect: {value}`: no exit code"))?),
            ("safe" | "proved", "") => Expect::Safe,
            ("violated", "") => Expect::Violated,
            ("error", "") => Expect::Error,
            ("unsupported", "") => Expect::Unsupported,
            ("ok", "") => Expect::Ok,
            ("inconclusive", "") => Expect::Inconclusive,
            _ => {
                return Err(format!(
                    "`expect: {value}` is not one of exit N, safe, proved, violated, error, unsupported, ok, inconclusive"
                ));
            }
        });
        Ok(())
    }
}

fn collect_errors(d: &mut Directives, file: &Path, text: &str) {
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    for (line, number) in text.lines().zip(1..) {
        for part in line.split("// error:").skip(1) {
            d.errors.push((name.clone(), number, part.trim().to_string()));
        }
    }
}
