//! Runs a command and collects what it prints.

use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

pub struct Output {
    /// 128 + N for death by signal N, as shells have it.
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

/// Only there so that a hang ends.
const PATIENCE: Duration = Duration::from_secs(300);

pub fn proofmark(root: &Path, args: &[String]) -> Result<Output, String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_proofmark"));
    command.args(args).current_dir(root).env("NO_COLOR", "1").env("COLUMNS", "100");
    run(command)
}

fn run(mut command: Command) -> Result<Output, String> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|e| format!("cannot start {command:?}: {e}"))?;
    let stdout = collect(child.stdout.take());
    let stderr = collect(child.stderr.take());
    let start = Instant::now();
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) if start.elapsed() < PATIENCE => std::thread::sleep(Duration::from_millis(2)),
            Ok(None) => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("{command:?} hangs"));
            }
            Err(e) => return Err(format!("cannot wait for {command:?}: {e}")),
        }
    };
    let text =
        |t: std::thread::JoinHandle<Vec<u8>>| String::from_utf8_lossy(&t.join().unwrap_or_default()).into_owned();
    Ok(Output { code: exit_code(status), stdout: text(stdout), stderr: text(stderr) })
}

fn collect(pipe: Option<impl Read + Send + 'static>) -> std::thread::JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            let _ = pipe.read_to_end(&mut bytes);
        }
        bytes
    })
}

fn exit_code(status: std::process::ExitStatus) -> i32 {
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt;
        if let Some(signal) = status.signal() {
            return 128 + signal;
        }
    }
    status.code().unwrap_or(-1)
}
