//! The printf family: formats from interpreted memory.
//!
//! The variable arguments lie in slots of 16 bytes, each as its promoted type. What C leaves undefined (too few
//! arguments, a bad string, an unknown conversion) ends the run.

use crate::halt::{Halt, Run, undefined, unsupported};
use crate::value::Value;
use crate::world::World;
use pm_base::num::format::{FormatFlags, format_bytes, format_float, format_int};
use pm_base::num::{FloatFormat, IntFormat};
use pm_ir::Ty;
use pm_sema::types::DataModel;

/// Widths and precisions above this would only fill memory.
const LARGEST_FIELD: usize = 1 << 26;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Length {
    None,
    Char,
    Short,
    Long,
    LongLong,
    Max,
    Size,
    Diff,
    LongDouble,
}

struct Conversion {
    flags: FormatFlags,
    width: usize,
    precision: Option<usize>,
    length: Length,
    letter: u8,
}

/// The format string and the place of the next argument.
struct Reader {
    format: Vec<u8>,
    at: usize,
    args: Value,
}

impl Reader {
    fn next(&mut self) -> Option<u8> {
        let byte = self.format.get(self.at).copied();
        self.at += usize::from(byte.is_some());
        byte
    }

    fn peek(&self) -> Option<u8> {
        self.format.get(self.at).copied()
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }
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
        match self.mem.write(buffer, &bytes) {
            Some(()) => Ok(()),
            None => self.bad_write(buffer, bytes.len() as u64),
        }
    }

    /// The text that a format and its arguments give.
    pub fn format_text(&mut self, format: Value, args: Value) -> Run<Vec<u8>> {
        let format = self.string(format, None)?;
        let mut reader = Reader { format, at: 0, args };
        let mut text = Vec::new();
        while let Some(byte) = reader.next() {
            if byte != b'%' {
                text.push(byte);
                continue;
            }
            let conversion = self.conversion(&mut reader)?;
            self.convert(&mut reader, &conversion, &mut text)?;
            if text.len() > i32::MAX as usize {
                return unsupported("a text of more than 2 GiB");
            }
        }
        Ok(text)
    }

    fn conversion(&mut self, r: &mut Reader) -> Run<Conversion> {
        let mut flags = FormatFlags::default();
        loop {
            match r.peek() {
                Some(b'-') => flags.minus = true,
                Some(b'+') => flags.plus = true,
                Some(b' ') => flags.space = true,
                Some(b'#') => flags.alt = true,
                Some(b'0') => flags.zero = true,
                Some(b'\'' | b'I') => {}
                _ => break,
            }
            r.at += 1;
        }
        let mut width = self.number(r)?.unwrap_or(0);
        if width < 0 {
            flags.minus = true;
            width = -width;
        }
        let precision = if r.eat(b'.') { Some(self.number(r)?.unwrap_or(0)).filter(|p| *p >= 0) } else { None };
        let length = length(r);
        let Some(letter) = r.next() else { return undefined("a format that ends inside a conversion") };
        let width = width as usize;
        let precision = precision.map(|p| p as usize);
        if width > LARGEST_FIELD || precision.is_some_and(|p| p > LARGEST_FIELD) {
            return unsupported("a conversion with an enormous width or precision");
        }
        Ok(Conversion { flags, width, precision, length, letter })
    }

    /// A width or precision: digits or `*`.
    fn number(&mut self, r: &mut Reader) -> Run<Option<i64>> {
        if r.eat(b'*') {
            let format = IntFormat::new(32, true);
            return Ok(Some(format.to_i128(self.argument(r, Ty::Int(format))?.pattern(Ty::Int(format))) as i64));
        }
        let mut value = None;
        while let Some(digit) = r.peek().filter(u8::is_ascii_digit) {
            r.at += 1;
            value = Some(value.unwrap_or(0i64).saturating_mul(10).saturating_add(i64::from(digit - b'0')));
        }
        Ok(value)
    }

    fn convert(&mut self, r: &mut Reader, c: &Conversion, text: &mut Vec<u8>) -> Run<()> {
        match c.letter {
            b'%' => text.push(b'%'),
            b'd' | b'i' | b'u' | b'o' | b'x' | b'X' | b'b' | b'B' => {
                let (promoted, format) = self.int_formats(c.length, matches!(c.letter, b'd' | b'i'));
                let bits = self.argument(r, Ty::Int(promoted))?.pattern(Ty::Int(promoted));
                let bits = format.wrap(bits);
                text.extend(format_int(bits, format, c.letter, c.flags, c.width, c.precision).bytes());
            }
            b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => {
                let long = c.length == Length::LongDouble;
                let format = if long { FloatFormat::X87 } else { FloatFormat::F64 };
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
                let (_, format) = self.int_formats(c.length, true);
                if self.mem.store(Ty::Int(format), p, Value::from_bits(text.len() as u128)).is_none() {
                    return self.bad_write(p, Ty::Int(format).access_size(self.mem.ptr_size));
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

    /// The type that is passed and the type that is printed.
    fn int_formats(&self, length: Length, signed: bool) -> (IntFormat, IntFormat) {
        let model = self.program.types.model;
        let long = if model == DataModel::Lp64 { 64 } else { 32 };
        let pointer = (8 * self.mem.ptr_size) as u8;
        let (passed, printed) = match length {
            Length::None => (32, 32),
            Length::Char => (32, 8),
            Length::Short => (32, 16),
            Length::Long => (long, long),
            Length::LongLong | Length::Max | Length::LongDouble => (64, 64),
            Length::Size | Length::Diff => (pointer, pointer),
        };
        (IntFormat::new(passed, signed), IntFormat::new(printed, signed))
    }

    /// The next variable argument.
    fn argument(&mut self, r: &mut Reader, ty: Ty) -> Run<Value> {
        let Some(value) = self.mem.load(ty, r.args) else {
            let (why, notes) = self.why_not_access(r.args, ty.access_size(self.mem.ptr_size), false);
            return Err(Box::new(Halt::Undefined { what: format!("too few arguments for the format: {why}"), notes }));
        };
        r.args.lo = r.args.lo.wrapping_add(16) & self.mem.ptr_mask;
        Ok(value)
    }

    /// The bytes of a string up to its NUL, or `most` of them.
    pub fn string(&mut self, p: Value, most: Option<usize>) -> Run<Vec<u8>> {
        let most = most.unwrap_or(usize::MAX);
        let rest = self.mem.rest(p);
        let window = &rest[..rest.len().min(most)];
        match window.iter().position(|b| *b == 0) {
            Some(end) => Ok(window[..end].to_vec()),
            None if window.len() == most => Ok(window.to_vec()),
            None => self.bad_string(p, rest.len() as u64),
        }
    }

    fn bad_string<T>(&self, p: Value, len: u64) -> Run<T> {
        if len == 0 {
            return self.bad_access("read", p, 1, false);
        }
        undefined("a string without its terminating NUL")
    }

    fn wide_string(&mut self, p: Value, most: Option<usize>) -> Run<Vec<u8>> {
        let width = if self.program.types.model == DataModel::Llp64 { 2 } else { 4 };
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

fn utf8(value: u32) -> Vec<u8> {
    char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER).to_string().into_bytes()
}

fn length(r: &mut Reader) -> Length {
    if r.eat(b'h') {
        return if r.eat(b'h') { Length::Char } else { Length::Short };
    }
    if r.eat(b'l') {
        return if r.eat(b'l') { Length::LongLong } else { Length::Long };
    }
    for (letter, length) in [
        (b'q', Length::LongLong),
        (b'j', Length::Max),
        (b'z', Length::Size),
        (b't', Length::Diff),
        (b'L', Length::LongDouble),
    ] {
        if r.eat(letter) {
            return length;
        }
    }
    Length::None
}
