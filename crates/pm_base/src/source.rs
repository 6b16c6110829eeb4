//! Source buffers and positions.
//!
//! A buffer is the text that the parser sees: preprocessed output with `# line "file"` markers, or a `.i` file. All
//! buffers share one address space of byte offsets, so a [`Span`] is two `u32`s and needs no file id. Positions are
//! resolved only when a message or trace needs them: the line tables are built on first use.

use crate::visible::visible;
use std::cell::OnceCell;
use std::fmt;

/// A half-open range of bytes in the [`SourceMap`]'s address space. `Span::NONE` is "nowhere".
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Span {
    pub lo: u32,
    pub hi: u32,
}

impl Span {
    pub const NONE: Span = Span { lo: 0, hi: 0 };

    pub fn new(lo: u32, hi: u32) -> Span {
        Span { lo, hi }
    }
    /// The smallest span that covers both.
    pub fn to(self, other: Span) -> Span {
        if self.is_none() {
            return other;
        }
        if other.is_none() {
            return self;
        }
        Span { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) }
    }
    pub fn is_none(self) -> bool {
        self == Span::NONE
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.lo, self.hi)
    }
}

/// A position as the user knows it (after `#line` markers). Lines and columns count from 1. The file's name is text that may be printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loc {
    pub file: String,
    pub line: u32,
    pub column: u32,
}

impl fmt::Display for Loc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

struct Buffer {
    name: String,
    start: u32,
    text: Vec<u8>,
    lines: OnceCell<Lines>,
}

/// Where each physical line starts, and the markers that rename lines from there on.
struct Lines {
    starts: Vec<u32>,
    markers: Vec<Marker>,
}

/// What holds from a physical line on.
struct Marker {
    /// Index of that line.
    from: u32,
    file: String,
    /// The presumed number of that line.
    number: u32,
    /// The preprocessor found the file where the system's headers are.
    is_system: bool,
}

#[derive(Default)]
pub struct SourceMap {
    buffers: Vec<Buffer>,
}

/// The whole address space was used up (4 GiB of sources).
#[derive(Debug)]
pub struct TooLarge;

impl SourceMap {
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a buffer and returns the offset of its first byte. Offset 0 is never used: `Span::NONE` stays free.
    pub fn add(&mut self, name: &str, text: Vec<u8>) -> Result<u32, TooLarge> {
        let start = self.buffers.last().map_or(1, |b| b.start as u64 + b.text.len() as u64 + 1);
        if start + text.len() as u64 + 1 >= u32::MAX as u64 {
            return Err(TooLarge);
        }
        self.buffers.push(Buffer { name: name.into(), start: start as u32, text, lines: OnceCell::new() });
        Ok(start as u32)
    }

    fn buffer(&self, offset: u32) -> Option<&Buffer> {
        let i = self.buffers.partition_point(|b| b.start <= offset);
        self.buffers[..i].last().filter(|b| offset as usize <= b.start as usize + b.text.len())
    }

    /// The text of the buffer that starts at `start`.
    pub fn text(&self, start: u32) -> &[u8] {
        self.buffer(start).map_or(&[], |b| &b.text)
    }

    /// The bytes under a span (empty where the span is nowhere or runs over a buffer's end).
    pub fn slice(&self, span: Span) -> &[u8] {
        if span.is_none() {
            return &[];
        }
        let Some(b) = self.buffer(span.lo) else { return &[] };
        b.text.get((span.lo - b.start) as usize..(span.hi.max(span.lo) - b.start) as usize).unwrap_or(&[])
    }

    /// The C text under a span on one line: runs of white space become one blank, long text is cut in the middle.
    pub fn snippet(&self, span: Span, max: usize) -> String {
        let bytes = self.slice(span);
        let text = String::from_utf8_lossy(&bytes[..bytes.len().min(64 * max)]);
        let lines = text.lines().filter(|l| !is_marker(l.as_bytes()));
        let words: Vec<&str> = lines.flat_map(|l| l.split_whitespace()).collect();
        let joined = visible(&words.join(" ")).into_owned();
        if joined.chars().count() <= max {
            return joined;
        }
        let chars: Vec<char> = joined.chars().collect();
        let half = max.saturating_sub(3) / 2;
        chars[..half].iter().collect::<String>() + "..." + &chars[chars.len() - half..].iter().collect::<String>()
    }

    /// The presumed position of an offset.
    pub fn loc(&self, offset: u32) -> Option<Loc> {
        let b = self.buffer(offset).filter(|_| offset != 0)?;
        let (line, rel) = b.physical(offset);
        let lines = b.lines();
        let column = rel - lines.starts[line] + 1;
        Some(match lines.marker(line) {
            Some(m) => Loc { file: m.file.clone(), line: m.number.saturating_add(line as u32 - m.from), column },
            None => Loc { file: visible(&b.name).into_owned(), line: line as u32 + 1, column },
        })
    }

    /// Does the text come from a header of the system, as the preprocessor's markers say?
    pub fn is_system(&self, offset: u32) -> bool {
        let Some(b) = self.buffer(offset).filter(|_| offset != 0) else { return false };
        let (line, _) = b.physical(offset);
        b.lines().marker(line).is_some_and(|m| m.is_system)
    }

    /// The physical line around an offset, without its newline, and the offset's byte position in it.
    pub fn line_text(&self, offset: u32) -> Option<(&[u8], usize)> {
        let b = self.buffer(offset).filter(|_| offset != 0)?;
        let (line, rel) = b.physical(offset);
        let starts = &b.lines().starts;
        let lo = starts[line] as usize;
        let hi = starts.get(line + 1).map_or(b.text.len(), |&n| n as usize - 1);
        Some((&b.text[lo..hi.max(lo)], rel as usize - lo))
    }
}

impl Buffer {
    fn lines(&self) -> &Lines {
        self.lines.get_or_init(|| Lines::scan(&self.text))
    }
    fn physical(&self, offset: u32) -> (usize, u32) {
        let rel = offset - self.start;
        (self.lines().starts.partition_point(|&s| s <= rel) - 1, rel)
    }
}

impl Lines {
    fn scan(text: &[u8]) -> Lines {
        let mut starts = vec![0];
        starts.extend(text.iter().enumerate().filter(|(_, c)| **c == b'\n').map(|(i, _)| i as u32 + 1));
        let mut markers: Vec<Marker> = Vec::new();
        for (i, &s) in starts.iter().enumerate() {
            let rest = &text[s as usize..];
            if rest.first().is_some_and(|c| matches!(c, b'#' | b' ' | b'\t')) {
                let end = rest.iter().take(4096).position(|c| *c == b'\n').unwrap_or(rest.len().min(4096));
                let Some(marker) = parse_marker(&rest[..end]) else { continue };
                let file = marker.file.or_else(|| markers.last().map(|m| m.file.clone()));
                if let Some(file) = file {
                    let (from, number) = (i as u32 + 1, marker.number);
                    markers.push(Marker { from, file, number, is_system: marker.is_system });
                }
            }
        }
        Lines { starts, markers }
    }

    /// The last marker before a physical line.
    fn marker(&self, line: usize) -> Option<&Marker> {
        let at = self.markers.partition_point(|m| m.from <= line as u32);
        self.markers[..at].last()
    }
}

/// What a marker's line says.
struct Parsed {
    number: u32,
    file: Option<String>,
    is_system: bool,
}

/// The preprocessor's flag of files that it found where the system's headers are.
const SYSTEM_HEADER: &str = "3";

fn is_marker(line: &[u8]) -> bool {
    parse_marker(line).is_some()
}

/// Reads `# 12 "file.c" 1 3` or `#line 12 "file.c"`; the file may be absent.
fn parse_marker(line: &[u8]) -> Option<Parsed> {
    let line = std::str::from_utf8(line).ok()?.trim_start().strip_prefix('#')?.trim_start();
    let line = line.strip_prefix("line").unwrap_or(line).trim_start();
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let number = line[..digits].parse().ok()?;
    let quoted = line[digits..].trim_start().strip_prefix('"').and_then(|r| r.split_once('"'));
    let file = quoted.map(|(name, _)| visible(name).into_owned());
    let is_system = quoted.is_some_and(|(_, flags)| flags.split_whitespace().any(|f| f == SYSTEM_HEADER));
    Some(Parsed { number, file, is_system })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_rename_lines() {
        let mut map = SourceMap::new();
        let text = b"int a;\n# 10 \"x.h\" 1\nint b;\nint c;\n";
        let start = map.add("t.i", text.to_vec()).unwrap();
        let at = |needle: &str| start + std::str::from_utf8(text).unwrap().find(needle).unwrap() as u32;
        assert_eq!(map.loc(at("a;")).unwrap().to_string(), "t.i:1:5");
        assert_eq!(map.loc(at("b;")).unwrap().to_string(), "x.h:10:5");
        assert_eq!(map.loc(at("c;")).unwrap().to_string(), "x.h:11:5");
        assert_eq!(map.line_text(at("c;")).unwrap(), (&b"int c;"[..], 4));
    }
}
