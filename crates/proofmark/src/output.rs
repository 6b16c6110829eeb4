//! Output: files are written beside their place and renamed, so that a partial file is never seen.

use crate::exit::ExitCode;
use pm_base::{visible, visible_lines};
use std::fs::{self, File};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

pub fn write_file(path: &Path, text: impl AsRef<[u8]>) -> Result<(), String> {
    // Devices and pipes cannot be replaced by a rename.
    let special = fs::metadata(path).is_ok_and(|m| !m.is_file());
    let done = if special { write_through(path, text.as_ref()) } else { replace(path, text.as_ref()) };
    done.map_err(|e| format!("cannot write {}: {e}", shown(path)))
}

/// To a pipe that somebody reads, or a device. A pipe that nobody reads is an error, not something to wait for.
fn write_through(path: &Path, text: &[u8]) -> io::Result<()> {
    const O_NONBLOCK: i32 = 0o4000;
    // While this is open, there is no waiting for a reader.
    let _reader = File::options().write(true).custom_flags(O_NONBLOCK).open(path)?;
    fs::write(path, text)
}

/// A name as a person may read it.
pub fn shown(path: &Path) -> String {
    visible(&path.to_string_lossy()).into_owned()
}

/// To standard output, for a person; a reader that went away is no error.
pub fn print(text: &str) -> Result<(), ExitCode> {
    let mut out = io::stdout();
    match out.write_all(visible_lines(text).as_bytes()).and_then(|()| out.flush()) {
        Err(e) if e.kind() != io::ErrorKind::BrokenPipe => {
            eprintln!("proofmark: cannot write to standard output: {e}");
            Err(ExitCode::INTERNAL)
        }
        _ => Ok(()),
    }
}

fn replace(path: &Path, text: &[u8]) -> io::Result<()> {
    let (temporary, mut file) = beside(path)?;
    let written = file.write_all(text).and_then(|()| file.sync_all());
    let done = written.and_then(|()| fs::rename(&temporary, path));
    if done.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    done
}

/// A file that was not there before: what somebody else put at its place, as a link, is never written to.
fn beside(path: &Path) -> io::Result<(PathBuf, File)> {
    const TRIES: u32 = 100;
    let name = path.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
    for attempt in 0.. {
        let temporary = path.with_file_name(format!(".{name}.{}-{attempt}.tmp", std::process::id()));
        match File::options().write(true).create_new(true).open(&temporary) {
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists && attempt < TRIES => {}
            opened => return opened.map(|file| (temporary, file)),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// A directory for temporary files that was not there before, and that nobody else may read or write.
pub fn new_dir(what: &str) -> io::Result<PathBuf> {
    const TRIES: u32 = 100;
    for attempt in 0.. {
        let dir = std::env::temp_dir().join(format!("proofmark-{what}-{}-{attempt}", std::process::id()));
        match fs::DirBuilder::new().mode(0o700).create(&dir) {
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists && attempt < TRIES => {}
            made => return made.map(|()| dir),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_partial_file() {
        let dir = std::env::temp_dir().join(format!("proofmark-output-{}", std::process::id()));
        fs::create_dir_all(&dir).unwrap();
        let file = dir.join("a.c");
        write_file(&file, "one").unwrap();
        write_file(&file, "two").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "two");
        assert_eq!(fs::read_dir(&dir).unwrap().count(), 1);
        assert!(write_file(&dir.join("none/a.c"), "x").is_err());
        let (first, _file) = beside(&file).unwrap();
        std::os::unix::fs::symlink("/nowhere/else", dir.join(format!(".a.c.{}-1.tmp", std::process::id()))).unwrap();
        let (second, _file) = beside(&file).unwrap();
        assert!(second != first && !second.is_symlink());
        fs::remove_dir_all(&dir).unwrap();
    }

    #[test]
    fn pipe_that_nobody_reads() {
        let pipe = std::env::temp_dir().join(format!("proofmark-pipe-{}", std::process::id()));
        if std::process::Command::new("mkfifo").arg(&pipe).status().is_ok_and(|s| s.success()) {
            assert!(write_file(&pipe, "x").is_err());
            fs::remove_file(&pipe).unwrap();
        }
    }

    #[test]
    fn full_disk() {
        if Path::new("/dev/full").exists() {
            assert!(write_file(Path::new("/dev/full"), "x").is_err());
        }
    }
}
