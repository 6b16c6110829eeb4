//! Command lines with what they print, as a terminal shows it.
//!
//! ```text
//! $ proofmark show loops tests/cli/parts/two_loops.c
//! ? 0
//! Loop main.0: …
//! ```
//!
//! `? N` is the exit code, 0 if absent. Standard output comes first, then standard error. A line `...` stands for any
//! lines; the numbers of an audit are any numbers. Lines before the first command are prose.

use crate::compare::difference;
use crate::process;
use crate::{Ending, Verdict};
use std::fs;
use std::path::Path;

struct Step {
    command: String,
    code: i32,
    has_code_line: bool,
    output: String,
}

pub fn run(root: &Path, test: &Path) -> Verdict {
    let path = root.join(test);
    let text = fs::read_to_string(&path).map_err(|e| format!("cannot read {}: {e}", path.display()))?;
    let (prose, mut steps) = parse(&text)?;
    let mut problems = Vec::new();
    let mut rewritten = false;
    for step in &mut steps {
        let actual = execute(root, &step.command)?;
        let printed = actual.stdout + &actual.stderr;
        if actual.code != step.code {
            problems.push(format!("$ {}\nexit code {}, expected {}\n{printed}", step.command, actual.code, step.code));
        } else if !matches(&step.output, &printed) {
            if std::env::var_os("PM_BLESS").is_some() {
                step.output = printed;
                rewritten = true;
            } else {
                let what = format!("$ {}\noutput", step.command);
                problems.extend(difference(&what, &step.output, &printed));
            }
        }
    }
    if rewritten {
        fs::write(&path, print(&prose, &steps)).map_err(|e| format!("cannot write {}: {e}", path.display()))?;
    }
    if problems.is_empty() { Ok(Ending::Passed) } else { Err(problems.join("\n")) }
}

fn parse(text: &str) -> Result<(String, Vec<Step>), String> {
    let mut prose = String::new();
    let mut steps: Vec<Step> = Vec::new();
    for line in text.lines() {
        if let Some(command) = line.strip_prefix("$ ") {
            steps.push(Step { command: command.to_string(), code: 0, has_code_line: false, output: String::new() });
            continue;
        }
        let Some(step) = steps.last_mut() else {
            prose += &format!("{line}\n");
            continue;
        };
        match line.strip_prefix("? ") {
            Some(code) if step.output.is_empty() && !step.has_code_line => {
                step.code = code.trim().parse().map_err(|_| format!("`{line}`: not an exit code"))?;
                step.has_code_line = true;
            }
            _ => step.output += &format!("{line}\n"),
        }
    }
    Ok((prose, steps))
}

fn print(prose: &str, steps: &[Step]) -> String {
    let mut out = prose.to_string();
    for s in steps {
        out += &format!("$ {}\n", s.command);
        if s.has_code_line {
            out += &format!("? {}\n", s.code);
        }
        out += s.output.trim_end();
        out += "\n\n";
    }
    out.trim_end().to_string() + "\n"
}

fn execute(root: &Path, command: &str) -> Result<process::Output, String> {
    let mut words = command.split_whitespace().map(str::to_string);
    if words.next().as_deref() != Some("proofmark") {
        return Err(format!("`{command}` does not start with `proofmark`"));
    }
    process::proofmark(root, &words.collect::<Vec<_>>())
}

/// Line by line; `...` stands for any number of lines.
fn matches(expected: &str, actual: &str) -> bool {
    let lines = |t: &str| t.trim_end().lines().map(|l| without_counts(l.trim_end())).collect::<Vec<_>>();
    matches_lines(&lines(expected), &lines(actual))
}

/// How many runs an audit has, and what they come to, depends on the time that it gets.
fn without_counts(line: &str) -> String {
    let of_audit = ["Audit: ", "audited by ", "; reached in ", "\"runs\": ", "\"auditReachedIn\": "];
    match of_audit.iter().find_map(|words| line.find(words)) {
        Some(at) => line[..at].to_string() + &line[at..].replace(|c: char| c.is_ascii_digit(), ""),
        None => line.to_string(),
    }
}

fn matches_lines(expected: &[String], actual: &[String]) -> bool {
    match expected.split_first() {
        None => actual.is_empty(),
        Some((first, rest)) if first == "..." => (0..=actual.len()).any(|n| matches_lines(rest, &actual[n..])),
        Some((first, rest)) => actual.split_first().is_some_and(|(a, more)| a == first && matches_lines(rest, more)),
    }
}
