//! Output: files are written beside their place and renamed, so that a partial file is never seen.

use crate::exit::ExitCode;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

pub fn write_file(path: &Path, text: impl AsRef<[u8]>) -> Result<(), String> {
    // Devices and pipes cannot be replaced by a rename.
    let special = fs::metadata(path).is_ok_and(|m| !m.is_file());
    let done = if special { fs::write(path, text) } else { replace(path, text.as_ref()) };
    done.map_err(|e| format!("cannot write {}: {e}", path.display()))
}

/// To standard output; a reader that went away is no error.
pub fn print(text: &str) -> Result<(), ExitCode> {
    let mut out = io::stdout();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(e) if e.kind() != io::ErrorKind::BrokenPipe => {
            eprintln!("proofmark: cannot write to standard output: {e}");
            Err(ExitCode::INTERNAL)
        }
        _ => Ok(()),
    }
}

fn replace(path: &Path, text: &[u8]) -> io::Result<()> {
    let temporary = beside(path);
    let written = File::create(&temporary).and_then(|mut f| {
        f.write_all(text)?;
        f.sync_all()
    });
    let done = written.and_then(|()| fs::rename(&temporary, path));
    if done.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    done
}

fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
    path.with_file_name(format!(".{name}.{}.tmp", std::process::id()))
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
        fs::remove_dir_all(&dir).unwrap();
    }

    #[test]
    fn full_disk() {
        if Path::new("/dev/full").exists() {
            assert!(write_file(Path::new("/dev/full"), "x").is_err());
        }
    }
}
