//! The compiler as a child process: with limits on its time, its memory and its output, and nothing but the arguments that it is given.
//!
//! The child is the head of a process group of its own, so that what it starts (gcc starts cc1) ends with it.

use rustix::process::{Pid, Resource, Rlimit, Signal, kill_process_group, prlimit};
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io::{self, Read, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// What the preprocessor may use.
#[derive(Clone, Debug, Default)]
pub struct ChildLimits {
    pub deadline: Option<Instant>,
    /// Bytes of address space.
    pub memory: Option<u64>,
    /// Set by somebody who wants an end.
    pub interrupt: Option<Arc<AtomicBool>>,
}

/// Whatever the limits are, one file takes no longer: what includes a pipe or itself would never end.
const LONGEST: Duration = Duration::from_secs(600);
/// Address space of the preprocessor, where the user sets no limit.
const MOST_MEMORY: u64 = 8 << 30;
/// gcc itself needs some to start, whatever the limit is.
const LEAST_MEMORY: u64 = 256 << 20;
/// Of standard error; the rest is not read by anybody.
const MOST_MESSAGES: u64 = 1 << 20;
/// How often the limits are looked at.
const TICK: Duration = Duration::from_millis(50);

/// How it ended.
pub struct Finished {
    pub status: ExitStatus,
    pub stdout: Vec<u8>,
    pub stderr: String,
}

/// A limit that ended the preprocessor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exceeded {
    Time,
    Output,
    Memory,
    Interrupted,
}

impl fmt::Display for Exceeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Exceeded::Time => "the time limit was reached",
            Exceeded::Output => "the output is too large",
            Exceeded::Memory => "the memory limit was reached",
            Exceeded::Interrupted => "interrupted",
        })
    }
}

pub enum Failure {
    Start(io::Error),
    Limit(Exceeded),
}

/// A source as a line that includes it, for standard input: gcc passes the last part of a source's name on to cc1, which reads `@x.c` as a file
/// of arguments, whatever directory is before it. `None`: the name can be an argument.
pub fn as_include(path: &Path) -> Option<String> {
    let is_harmless = path.file_name().is_none_or(|n| !n.as_encoded_bytes().starts_with(b"@"));
    (!is_harmless).then(|| format!("#include \"{}\"\n", plain(path.as_os_str()).to_string_lossy()))
}

/// A name of a project as an argument: never read as an option or, by gcc, as a file of arguments (`@file`).
pub fn plain(path: &OsStr) -> OsString {
    match path.as_encoded_bytes().first() {
        Some(b'-' | b'@') => Path::new(".").join(path).into_os_string(),
        _ => path.to_owned(),
    }
}

/// The command of `--cc`, which may have arguments after blanks.
pub fn compiler(cc: &str) -> Command {
    let mut command = if Path::new(cc).is_file() {
        Command::new(cc)
    } else {
        let mut words = cc.split_whitespace();
        let mut command = Command::new(words.next().unwrap_or("cc"));
        command.args(words);
        command
    };
    // Messages in English; these two make gcc write files.
    command.env("LC_ALL", "C").env_remove("DEPENDENCIES_OUTPUT").env_remove("SUNPRO_DEPENDENCIES");
    command
}

/// Runs it to its end, with at most so many bytes of output.
pub fn run(command: &mut Command, limits: &ChildLimits, most: u64) -> Result<Finished, Failure> {
    run_with(command, "", limits, most)
}

/// With a short text on standard input.
pub fn run_with(command: &mut Command, input: &str, limits: &ChildLimits, most: u64) -> Result<Finished, Failure> {
    let stdin = if input.is_empty() { Stdio::null() } else { Stdio::piped() };
    command.stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    let mut child = command.spawn().map_err(Failure::Start)?;
    if let Some(mut to) = child.stdin.take() {
        // A compiler that does not read it says why.
        let _ = to.write_all(input.as_bytes());
    }
    limit_memory(&child, limits);
    let (done, ends) = channel();
    let out = reader(child.stdout.take(), most, done.clone());
    let err = reader(child.stderr.take(), MOST_MESSAGES, done);
    let waited = wait(&mut child, limits, &ends);
    if waited.is_err() {
        end(&mut child);
    }
    let (stdout, stderr) = (out.join().unwrap_or_default(), err.join().unwrap_or_default());
    let status = waited.map_err(Failure::Limit)?;
    let stderr = String::from_utf8_lossy(&stderr).into_owned();
    if !status.success() && stderr.contains("out of memory") {
        return Err(Failure::Limit(Exceeded::Memory));
    }
    Ok(Finished { status, stdout, stderr })
}

/// What the compiler starts inherits it.
fn limit_memory(child: &Child, limits: &ChildLimits) {
    let bytes = limits.memory.unwrap_or(MOST_MEMORY).max(LEAST_MEMORY);
    let limit = Rlimit { current: Some(bytes), maximum: Some(bytes) };
    // A process that is gone already needs none.
    let _ = prlimit(Pid::from_raw(child.id() as i32), Resource::As, limit);
}

/// Says on the channel whether all was read.
fn reader(
    from: Option<impl Read + Send + 'static>,
    most: u64,
    done: std::sync::mpsc::Sender<bool>,
) -> std::thread::JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut text = Vec::new();
        let Some(from) = from else { return text };
        let _ = from.take(most + 1).read_to_end(&mut text);
        let _ = done.send(text.len() as u64 <= most);
        text
    })
}

/// Waits for the end of both streams, then for the process.
fn wait(child: &mut Child, limits: &ChildLimits, ends: &Receiver<bool>) -> Result<ExitStatus, Exceeded> {
    let latest = Instant::now() + LONGEST;
    let deadline = limits.deadline.map_or(latest, |d| d.min(latest));
    let mut open = 2;
    loop {
        if open == 0
            && let Ok(Some(status)) = child.try_wait()
        {
            return Ok(status);
        }
        match ends.recv_timeout(if open > 0 { TICK } else { Duration::from_millis(1) }) {
            Ok(true) => open -= 1,
            Ok(false) => return Err(Exceeded::Output),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => std::thread::sleep(Duration::from_millis(1)),
        }
        if limits.interrupt.as_ref().is_some_and(|i| i.load(Ordering::Relaxed)) {
            return Err(Exceeded::Interrupted);
        }
        if Instant::now() >= deadline {
            return Err(Exceeded::Time);
        }
    }
}

fn end(child: &mut Child) {
    if let Some(pid) = Pid::from_raw(child.id() as i32) {
        let _ = kill_process_group(pid, Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}
