//! The printf family: formats from interpreted memory.
//!
//! The variable arguments lie in slots of 16 bytes, each as its promoted type. What C leaves undefined (too few
//! arguments, a bad string, an unknown conversion) ends the run.

use crate::halt::{Halt, Run, undefined, unsupported};
use crate::outcome::Note;
use crate::value::Value;
use crate::world::World;
use pm_base::num::IntFormat;
use pm_base::num::format::{FormatFlags, format_bytes, format_float, format_int};
use pm_base::num::printf::{self, Count, Length, Piece};
use pm_ir::Ty;

/// Widths and precisions above this would only fill memory.
const LARGEST_FIELD: usize = 1 << 26;

/// A conversion whose width and precision are known.
struct Conversion {
    flags: FormatFlags,
    width: usize,
    precision: Option<usize>,
    length: Length,
    letter: u8,
}

impl World<'_> {
    /// Writes to stdout (stream 0 or 1), stderr (2), or a file that nobody sees.
    pub fn print(&mut self, stream: u64, text: &[u8]) {
        match stream {
            0 | 1 => self.out.write(text),
            2 => self.err.write(text),
            _ => {}
        }
    }

    /// snprintf's result: as much of the text as fits, and a NUL.
    pub fn put_text(&mut self, buffer: Value, size: u64, text: &[u8]) -> Run<()> {
        if size == 0 {
            return Ok(());
        }
        let room = usize::try_from(size - 1).unwrap_or(usize::MAX).min(text.len());
        let mut bytes = text[..room].to_vec();
        bytes.push(0);
        if self.lenient.is_none() && self.was_formatted(buffer, bytes.len() as u64) {
            return undefined("formatted output is written to where it is read from");
        }
        match self.mem.write(buffer, &bytes) {
            Some(()) => Ok(()),
            None => self.bad_write(buffer, bytes.len() as u64),
        }
    }

    /// Was something among `size` bytes at `buffer` read for the text?
    fn was_formatted(&self, buffer: Value, size: u64) -> bool {
        let overlaps =
            |(p, read): &(Value, u64)| p.hi == buffer.hi && p.lo < buffer.lo + size && buffer.lo < p.lo + read;
        self.formatted.iter().any(overlaps)
    }

    /// The text that a format and its arguments give.
    pub fn format_text(&mut self, format: Value, args: Value) -> Run<Vec<u8>> {
        self.make_text(format, args, true)
    }

    /// `%n` writes only where this is wanted.
    fn make_text(&mut self, format: Value, args: Value, writes: bool) -> Run<Vec<u8>> {
        self.formatted.clear();
        let format = self.string(format, None)?;
        let mut args = args;
        let mut text = Vec::new();
        for piece in printf::parse(&format) {
            match piece {
                Piece::Text(bytes) => text.extend(bytes),
                Piece::Conversion(c) => {
                    let c = self.counted(&mut args, c)?;
                    self.convert(&mut args, &c, &mut text, writes)?;
                }
                Piece::Broken => return undefined("a format that ends inside a conversion"),
            }
            if text.len() > i32::MAX as usize {
                return unsupported("a text of more than 2 GiB");
            }
        }
        Ok(text)
    }

    pub fn is_printable(&mut self, format: Value, args: Value) -> Run<bool> {
        Ok(self.unprintable(format, args)?.is_none())
    }

    /// Why a text cannot be made of a format and its arguments. Nothing is written.
    pub fn unprintable(&mut self, format: Value, args: Value) -> Run<Option<(String, Vec<Note>)>> {
        let made = self.make_text(format, args, false);
        match made.map_err(|halt| *halt) {
            Ok(_) => Ok(None),
            Err(Halt::Undefined { what, notes }) => Ok(Some((what, notes))),
            Err(halt) => Err(Box::new(halt)),
        }
    }

    /// Reads the arguments that `*` stands for.
    fn counted(&mut self, args: &mut Value, c: printf::Conversion) -> Run<Conversion> {
        let mut flags = c.flags;
        let mut width = self.count(args, c.width)?;
        if width < 0 {
            flags.minus = true;
            width = -width;
        }
        let precision = c.precision.map(|p| self.count(args, p)).transpose()?.filter(|p| *p >= 0);
        let (width, precision) = (width as usize, precision.map(|p| p as usize));
        skip(args, c.skip, self.mem.ptr_mask);
        if width > LARGEST_FIELD || precision.is_some_and(|p| p > LARGEST_FIELD) {
            return unsupported("a conversion with an enormous width or precision");
        }
        Ok(Conversion { flags, width, precision, length: c.length, letter: c.letter })
    }

    fn count(&mut self, args: &mut Value, count: Count) -> Run<i64> {
        match count {
            Count::Given(n) => Ok(n),
            Count::Argument(skipped) => {
                skip(args, skipped, self.mem.ptr_mask);
                let format = IntFormat::new(32, true);
                Ok(format.to_i128(self.argument(args, Ty::Int(format))?.pattern(Ty::Int(format))) as i64)
            }
        }
    }

    fn convert(&mut self, r: &mut Value, c: &Conversion, text: &mut Vec<u8>, writes: bool) -> Run<()> {
        match c.letter {
            b'%' => text.push(b'%'),
            b'd' | b'i' | b'u' | b'o' | b'x' | b'X' | b'b' | b'B' => {
                let (promoted, format) =
                    c.length.int_formats(self.program.types.model, matches!(c.letter, b'd' | b'i'));
                let bits = self.argument(r, Ty::Int(promoted))?.pattern(Ty::Int(promoted));
                let bits = format.wrap(bits);
                text.extend(format_int(bits, format, c.letter, c.flags, c.width, c.precision).bytes());
            }
            b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => {
                let long = c.length == Length::LongDouble;
                let format = self.program.types.model.printed_float(long);
                let bits = self.argument(r, Ty::Float(format))?.pattern(Ty::Float(format));
                text.extend(format_float(format, bits, c.letter, c.flags, c.width, c.precision).bytes());
            }
            b'c' => {
                let value = self.argument(r, Ty::int(32, true))?.lo as u32;
                let bytes = if c.length == Length::Long { utf8(value) } else { vec![value as u8] };
                text.extend(format_bytes(&bytes, c.flags, c.width, None));
            }
            b's' => {
                let p = self.argument(r, Ty::Ptr)?;
                let bytes = match c.length {
                    Length::Long => self.wide_string(p, c.precision)?,
                    _ => self.string(p, c.precision)?,
                };
                text.extend(format_bytes(&bytes, c.flags, c.width, c.precision));
            }
            b'p' => {
                let p = self.argument(r, Ty::Ptr)?;
                text.extend(self.pointer_text(p, c));
            }
            b'n' => {
                let p = self.argument(r, Ty::Ptr)?;
                let (_, format) = c.length.int_formats(self.program.types.model, true);
                let size = Ty::Int(format).access_size(self.mem.ptr_size);
                if !self.mem.access_ok(p, size, true) {
                    return self.bad_write(p, size);
                }
                if writes {
                    self.mem.store(Ty::Int(format), p, Value::from_bits(text.len() as u128));
                }
            }
            other => return undefined(format!("unknown conversion `%{}'", other.escape_ascii())),
        }
        Ok(())
    }

    fn pointer_text(&self, p: Value, c: &Conversion) -> Vec<u8> {
        if p.lo == 0 {
            return format_bytes(b"(nil)", c.flags, c.width, None);
        }
        let flags = FormatFlags { alt: true, ..c.flags };
        format_int(u128::from(p.lo), IntFormat::new(64, false), b'x', flags, c.width, c.precision).into_bytes()
    }

    /// The next variable argument.
    fn argument(&mut self, args: &mut Value, ty: Ty) -> Run<Value> {
        let Some(value) = self.mem.load(ty, *args) else {
            let (why, notes) = self.why_not_access(*args, ty.access_size(self.mem.ptr_size), false);
            return Err(Box::new(Halt::Undefined { what: format!("too few arguments for the format: {why}"), notes }));
        };
        args.lo = args.lo.wrapping_add(16) & self.mem.ptr_mask;
        Ok(value)
    }

    /// The bytes of a string up to its NUL, or `most` of them.
    pub fn string(&mut self, p: Value, most: Option<usize>) -> Run<Vec<u8>> {
        let most = most.unwrap_or(usize::MAX);
        let rest = self.mem.rest(p);
        let window = &rest[..rest.len().min(most)];
        let (text, read) = match window.iter().position(|b| *b == 0) {
            Some(end) => (window[..end].to_vec(), end + 1),
            None if window.len() == most => (window.to_vec(), most),
            None => return self.bad_string(p, rest.len() as u64),
        };
        self.formatted.push((p, read as u64));
        Ok(text)
    }

    fn bad_string<T>(&self, p: Value, len: u64) -> Run<T> {
        if len == 0 {
            return self.bad_access("read", p, 1, false);
        }
        undefined("a string without its terminating NUL")
    }

    fn wide_string(&mut self, p: Value, most: Option<usize>) -> Run<Vec<u8>> {
        let width = self.program.types.model.wchar_size() as usize;
        let rest = self.mem.rest(p);
        let mut bytes = Vec::new();
        for unit in rest.chunks_exact(width) {
            let mut buffer = [0; 4];
            buffer[..width].copy_from_slice(unit);
            let value = u32::from_le_bytes(buffer);
            let encoded = utf8(value);
            if value == 0 || most.is_some_and(|m| bytes.len() + encoded.len() > m) {
                return Ok(bytes);
            }
            bytes.extend(encoded);
        }
        if most.is_some_and(|m| bytes.len() >= m) {
            return Ok(bytes);
        }
        self.bad_string(p, rest.len() as u64)
    }
}

/// Leaves out so many arguments, or goes back.
fn skip(args: &mut Value, count: i64, mask: u64) {
    args.lo = args.lo.wrapping_add((count * 16) as u64) & mask;
}

fn utf8(value: u32) -> Vec<u8> {
    char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER).to_string().into_bytes()
}
