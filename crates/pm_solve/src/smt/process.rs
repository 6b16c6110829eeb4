//! A solver as a process that is spoken to over pipes.
//!
//! One waits for it without blocking, so that limits are met in time whatever it does: it may not read, not answer, answer without
//! end, or die. Crates that speak SMT-LIB (easy-smt, rsmt2) write and read with calls that block, and have no way to end them;
//! hence the few lines of our own.
//!
//! The process is the head of a process group of its own. In that group is a shell that waits for the end of a pipe which only we
//! hold open: where Proofmark is killed, the shell kills the group. Nothing that is computed with stays behind.

use super::answer::{Answer, Reader, shorten};
use crate::children::Account;
use crate::sat::{Limit, Limits};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::ioctl_fionbio;
use rustix::process::{Pid, Resource, Rlimit, Signal, kill_process_group, prlimit};
use std::io::{self, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// How often limits are looked at.
const TICK: Duration = Duration::from_millis(20);
/// What one that has closed its pipes is given to end.
const LAST: Duration = Duration::from_millis(200);
/// Of standard error, for messages.
const MOST_MESSAGES: usize = 4096;
/// A solver needs some address space to start, whatever the limit is.
const LEAST_MEMORY: u64 = 256 << 20;
/// Words in front of an answer that say nothing.
const MOST_IDLE: usize = 64;

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Failure {
    Limit(Limit),
    /// It could not be started.
    Missing(String),
    /// It is gone.
    Died(String),
    /// It does not say what is asked.
    Rubbish(String),
}

pub(crate) struct Process {
    child: Child,
    guard: Option<Child>,
    to: ChildStdin,
    from: ChildStdout,
    messages: ChildStderr,
    said: Vec<u8>,
    reader: Reader,
    account: Account,
    looked: Instant,
}

impl Process {
    pub(crate) fn start(program: &str, args: &[&str], limits: &Limits) -> Result<Process, Failure> {
        let missing = |e: io::Error| Failure::Missing(format!("it cannot be started: {e}"));
        let mut command = Command::new(program);
        command.args(args).env("LC_ALL", "C").process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(missing)?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(to), Some(from), Some(messages)) = pipes else { unreachable!("all of them are pipes") };
        let guard = guard(child.id());
        let account = Account::open(child.id());
        let (said, reader, looked) = (Vec::new(), Reader::default(), Instant::now());
        let process = Process { child, guard, to, from, messages, said, reader, account, looked };
        process.limit_memory(limits);
        let unblocked = ioctl_fionbio(&process.to, true)
            .and_then(|()| ioctl_fionbio(&process.from, true))
            .and_then(|()| ioctl_fionbio(&process.messages, true));
        unblocked.map_err(|e| missing(e.into()))?;
        Ok(process)
    }

    /// The system refuses what is beyond; what is resident is looked at besides, with our own.
    fn limit_memory(&self, limits: &Limits) {
        let Some(bytes) = limits.memory.map(|m| m.max(LEAST_MEMORY)) else { return };
        let limit = Rlimit { current: Some(bytes), maximum: Some(bytes) };
        // A process that is gone needs none; a limit from outside may be lower, and stays then.
        let _ = prlimit(Pid::from_raw(self.child.id() as i32), Resource::As, limit);
    }

    /// Something that it was not asked for.
    pub(crate) fn unasked(&mut self) -> Option<String> {
        self.receive();
        self.reader.has_rest().then(|| self.reader.rest())
    }

    /// Tells it something, and waits until it has read that.
    pub(crate) fn tell(&mut self, text: &str, limits: &Limits) -> Result<(), Failure> {
        let mut left = text.as_bytes();
        while !left.is_empty() {
            match self.to.write(left) {
                Ok(0) => return Err(self.gone()),
                Ok(count) => left = &left[count..],
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => self.wait(true, limits)?,
                Err(_) => return Err(self.gone()),
            }
        }
        Ok(())
    }

    /// Waits for the next answer.
    pub(crate) fn answer(&mut self, limits: &Limits) -> Result<Answer, Failure> {
        let mut idle = 0;
        loop {
            let answer = self.reader.next().map_err(Failure::Rubbish)?;
            let Some(answer) = answer else {
                if !self.receive() {
                    // What it said last may lack the end of its line.
                    self.reader.push(b"\n");
                    return match self.reader.next() {
                        Ok(Some(answer)) if !matches!(answer.word(), Some("success" | "unsupported")) => Ok(answer),
                        _ => Err(self.gone()),
                    };
                }
                self.wait(false, limits)?;
                continue;
            };
            // What SMT-LIB says to options, where they are answered.
            if !matches!(answer.word(), Some("success" | "unsupported")) {
                return Ok(answer);
            }
            idle += 1;
            if idle > MOST_IDLE {
                return Err(Failure::Rubbish(format!("`{}` without end", answer.show())));
            }
        }
    }

    /// Takes what has come; whether more may come.
    fn receive(&mut self) -> bool {
        let mut part = [0; 1 << 16];
        if let Ok(count) = self.messages.read(&mut part) {
            self.said.extend_from_slice(&part[..count]);
            let rest = self.said.len().saturating_sub(MOST_MESSAGES);
            self.said.drain(..rest);
        }
        match self.from.read(&mut part) {
            Ok(0) => false,
            Ok(count) => {
                self.reader.push(&part[..count]);
                true
            }
            Err(e) => matches!(e.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted),
        }
    }

    /// Waits for a moment, or until there is something to read or room to write.
    fn wait(&mut self, to_write: bool, limits: &Limits) -> Result<(), Failure> {
        let tick = Timespec { tv_sec: 0, tv_nsec: TICK.as_nanos() as _ };
        let mut open = vec![PollFd::new(&self.from, PollFlags::IN)];
        if to_write {
            open.push(PollFd::new(&self.to, PollFlags::OUT));
        }
        let _ = poll(&mut open, Some(&tick));
        if to_write {
            // A solver that answers while it is told something must not wait for us.
            self.receive();
        }
        if self.looked.elapsed() < TICK {
            return Ok(());
        }
        self.looked = Instant::now();
        self.account.update();
        if limits.is_paused() {
            self.pause(limits);
        }
        limits.exceeded().map_or(Ok(()), |limit| Err(Failure::Limit(limit)))
    }

    /// Others have the processors.
    fn pause(&mut self, limits: &Limits) {
        self.signal(Signal::STOP);
        limits.exceeded();
        self.signal(Signal::CONT);
    }

    fn signal(&self, signal: Signal) {
        if let Some(group) = Pid::from_raw(self.child.id() as i32) {
            let _ = kill_process_group(group, signal);
        }
    }

    /// It has closed its pipes: how it ended, where it has, and its last words.
    fn gone(&mut self) -> Failure {
        self.receive();
        let until = Instant::now() + LAST;
        let status = loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < until => std::thread::sleep(Duration::from_millis(1)),
                Ok(status) => break status,
                Err(_) => break None,
            }
        };
        let how = status.map_or("it closed its output".into(), |status| format!("it ended ({status})"));
        let said = shorten(&String::from_utf8_lossy(&self.said));
        Failure::Died(if said.is_empty() { how } else { format!("{how}: {said}") })
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.account.update();
        self.signal(Signal::KILL);
        let _ = self.child.kill();
        let _ = self.child.wait();
        if let Some(guard) = &mut self.guard {
            let _ = guard.kill();
            let _ = guard.wait();
        }
    }
}

/// Kills the group at the end of its standard input. Without it nothing else changes.
fn guard(group: u32) -> Option<Child> {
    let mut command = Command::new("/bin/sh");
    command.args(["-c", "read _; kill -s KILL -- -\"$1\"", "sh", &group.to_string()]);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    command.process_group(group as i32).spawn().ok()
}
