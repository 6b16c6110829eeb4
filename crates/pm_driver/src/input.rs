//! Files that are read whole: what has no end, as a device, is refused instead of read until memory ends.

use std::fs::File;
use std::io::{Error, ErrorKind, Read, Result};
use std::path::Path;

/// Bytes of a file that is written by people or by tools for them.
pub const MOST: u64 = 256 << 20;

pub fn read(path: &Path) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MOST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST {
        return Err(Error::new(ErrorKind::FileTooLarge, format!("it has more than {} MiB", MOST >> 20)));
    }
    Ok(bytes)
}

pub fn read_text(path: &Path) -> Result<String> {
    String::from_utf8(read(path)?).map_err(|_| Error::new(ErrorKind::InvalidData, "it is not text (UTF-8)"))
}
