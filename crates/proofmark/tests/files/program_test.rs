//! A C file as a test: runs Proofmark on it and compares with what its comments expect.

use crate::compare::{difference, quoted};
use crate::directives::{self, Directives, Expect};
use crate::process::{self, Output};
use crate::{Ending, Verdict};
use std::fs;
use std::path::{Path, PathBuf};

pub fn run(root: &Path, test: &Path) -> Verdict {
    let d = directives::read(root, test)?;
    if let Some(missing) = d.requires.iter().find(|r| !has(root, r)) {
        return Ok(Ending::Skipped(format!("needs {missing}")));
    }
    let kind = Kind::of(test);
    let expect = d.expect.unwrap_or(kind.default_expectation());
    let default = vec![kind.default_command().to_string()];
    let commands = if d.run.is_empty() { &default } else { &d.run };
    for command in commands {
        let command = &engine_command(command);
        let output = execute(root, test, &d, command)?;
        let problems = check(root, test, &d, kind, command, expect, &output);
        match (d.known_bug, problems.is_empty()) {
            (false, true) | (true, false) => {}
            (true, true) => return Err("this known bug is gone: remove `known-bug` from its `expect:`".into()),
            (false, false) => return Err(explain(command, &problems, &output)),
        }
    }
    Ok(Ending::Passed)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Run,
    Check,
    SyntaxOk,
    SyntaxError,
    Ir,
}

impl Kind {
    fn of(test: &Path) -> Kind {
        let under = |folder: &str| test.starts_with(Path::new("tests").join(folder));
        if under("syntax/ok") {
            Kind::SyntaxOk
        } else if under("syntax/err") {
            Kind::SyntaxError
        } else if under("ir") {
            Kind::Ir
        } else if under("verdict/bmc") {
            Kind::Check
        } else {
            Kind::Run
        }
    }
    fn default_command(self) -> &'static str {
        match self {
            Kind::Run => "run",
            Kind::Check => "check",
            Kind::SyntaxOk | Kind::SyntaxError => "show ir --lower-only",
            Kind::Ir => "show ir",
        }
    }
    fn default_expectation(self) -> Expect {
        match self {
            Kind::Run | Kind::Check => Expect::Safe,
            Kind::SyntaxOk | Kind::Ir => Expect::Ok,
            Kind::SyntaxError => Expect::Error,
        }
    }
}

/// `bmc --unwind 8` is short for a check by that engine.
fn engine_command(command: &str) -> String {
    match command.strip_prefix("bmc") {
        Some(options) if options.is_empty() || options.starts_with(' ') => format!("check{options}"),
        _ => command.to_string(),
    }
}

/// Does this machine have what a `// requires:` line names?
fn has(root: &Path, need: &str) -> bool {
    match need {
        // Headers of 32-bit programs: without them the host's stand in, and their sizes may be wrong.
        "m32" => Path::new("/usr/include/gnu/stubs-32.h").exists() || glob_stub32(),
        "linux" => cfg!(target_os = "linux"),
        other => root.join(other).exists(),
    }
}

fn glob_stub32() -> bool {
    Path::new("/usr/include/x86_64-linux-gnu/gnu/stubs-32.h").exists()
}

fn execute(root: &Path, test: &Path, d: &Directives, command: &str) -> Result<Output, String> {
    let (options, program_args) = command.split_once(" -- ").unwrap_or((command, ""));
    let mut args: Vec<String> = options.split_whitespace().map(str::to_string).collect();
    args.push(test.to_string_lossy().into_owned());
    args.extend(d.files.iter().map(|f| f.to_string_lossy().into_owned()));
    let inputs = write_inputs(test, d)?;
    if let Some(path) = &inputs {
        args.push("--inputs".into());
        args.push(path.to_string_lossy().into_owned());
    }
    if !program_args.is_empty() {
        args.push("--".into());
        args.extend(program_args.split_whitespace().map(str::to_string));
    }
    let output = process::proofmark(root, &args);
    if let Some(path) = inputs {
        let _ = fs::remove_file(path);
    }
    output
}

fn write_inputs(test: &Path, d: &Directives) -> Result<Option<PathBuf>, String> {
    if d.inputs.is_empty() {
        return Ok(None);
    }
    let name: String = test.to_string_lossy().chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.{}.inputs", std::process::id()));
    fs::write(&path, d.inputs.join("\n") + "\n").map_err(|e| format!("cannot write {}: {e}", path.display()))?;
    Ok(Some(path))
}

/// What is not as it should be.
fn check(
    root: &Path,
    test: &Path,
    d: &Directives,
    kind: Kind,
    command: &str,
    expect: Expect,
    output: &Output,
) -> Vec<String> {
    let mut problems = Vec::new();
    let code = match expect {
        Expect::Exit(code) => code,
        Expect::Safe | Expect::Ok => 0,
        Expect::Violated => 10,
        Expect::Error | Expect::Unsupported => 2,
        Expect::Inconclusive => 5,
    };
    if output.code != code {
        problems.push(format!("exit code {}, expected {code}", output.code));
    }
    let is_check = command.split_whitespace().next() == Some("check");
    let printed = if is_check && matches!(output.code, 0 | 5 | 10) {
        printed_failures(&output.stdout)
    } else {
        printed_errors(&output.stderr)
    };
    problems.extend(compare_errors(d, expect, printed));
    if !d.stdout.is_empty() {
        problems.extend(difference("standard output", &d.stdout.join("\n"), &output.stdout));
    }
    for message in &d.messages {
        let printed = output.stderr.contains(message.as_str());
        let reported = is_check && output.stdout.contains(message.as_str());
        if !printed && !reported {
            problems.push(format!("`{message}` is not printed"));
        }
    }
    if kind == Kind::Ir && output.code == 0 {
        problems.extend(compare_ir(root, test, &output.stdout));
    }
    problems
}

/// An error as printed: `file:line:column: error: text`.
struct Printed {
    file: String,
    line: u32,
    text: String,
}

fn printed_errors(stderr: &str) -> Vec<Printed> {
    let parse = |line: &str| {
        let (place, text) = line.split_once(": error: ")?;
        let mut parts = place.rsplitn(3, ':');
        let _column = parts.next()?;
        let number = parts.next()?.parse().ok()?;
        let file = Path::new(parts.next()?).file_name()?.to_string_lossy().into_owned();
        Some(Printed { file, line: number, text: text.to_string() })
    };
    // Excerpts of sources start with a blank.
    stderr.lines().filter(|l| !l.starts_with(' ')).filter_map(parse).collect()
}

/// A violated property in a summary: `[id] line N text: FAILURE` below `FILE function NAME`.
fn printed_failures(stdout: &str) -> Vec<Printed> {
    let mut file = String::new();
    let mut found = Vec::new();
    for line in stdout.lines() {
        match line.strip_suffix(": FAILURE").and_then(|l| l.split_once("] line ")) {
            Some((id, rest)) => {
                let (number, text) = rest.split_once(' ').unwrap_or((rest, ""));
                let text = format!("{id}] {text}");
                found.push(Printed { file: file.clone(), line: number.parse().unwrap_or(0), text });
            }
            None => {
                if let Some((path, _)) = line.split_once(" function ").filter(|_| !line.starts_with('[')) {
                    file = Path::new(path).file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
                }
            }
        }
    }
    found
}

fn compare_errors(d: &Directives, expect: Expect, mut printed: Vec<Printed>) -> Vec<String> {
    let mut problems = Vec::new();
    for (file, line, text) in &d.errors {
        let matches = |p: &Printed| p.line == *line && p.file == *file && p.text.contains(text.as_str());
        match printed.iter().position(matches) {
            Some(at) => {
                let found = printed.remove(at);
                if expect == Expect::Unsupported && !found.text.starts_with("unsupported") {
                    problems.push(format!("{file}:{line}: `{}` is not reported as unsupported", found.text));
                }
            }
            None => problems.push(format!("{file}:{line}: no error with `{text}`")),
        }
    }
    // A test that only says what a message contains leaves its place open.
    let complete = !d.errors.is_empty() || d.messages.is_empty();
    for p in printed.into_iter().filter(|_| complete) {
        problems.push(format!("{}:{}: unexpected error: {}", p.file, p.line, p.text));
    }
    let wants_errors = matches!(expect, Expect::Error | Expect::Unsupported | Expect::Violated);
    if wants_errors && d.errors.is_empty() && d.messages.is_empty() {
        problems.push("the test says neither `// error:` nor `// message:`".into());
    }
    problems
}

fn compare_ir(root: &Path, test: &Path, actual: &str) -> Option<String> {
    let path = root.join(test).with_extension("ir");
    let expected = fs::read_to_string(&path).unwrap_or_default();
    let different = difference("the IR", &expected, actual)?;
    if std::env::var_os("PM_BLESS").is_some() {
        return fs::write(&path, actual).err().map(|e| format!("cannot write {}: {e}", path.display()));
    }
    Some(different)
}

fn explain(command: &str, problems: &[String], output: &Output) -> String {
    let mut out = format!("with `{command}`:\n");
    for p in problems {
        out += p.trim_end();
        out.push('\n');
    }
    if command.starts_with("check") {
        out += &format!("standard output:\n{}", quoted(&output.stdout));
    }
    if !output.stderr.is_empty() {
        let head: String = output.stderr.lines().take(30).map(|l| format!("{l}\n")).collect();
        out += &format!("standard error:\n{}", quoted(&head));
    }
    out
}
