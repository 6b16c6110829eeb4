//! The grammar of printf's format strings: texts and conversions, before any argument is read.

use super::IntFormat;
use super::format::FormatFlags;
use crate::DataModel;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Length {
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

/// A width or precision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count {
    Given(i64),
    /// `*`: the next argument, an `int`.
    Argument,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conversion {
    pub flags: FormatFlags,
    pub width: Count,
    pub precision: Option<Count>,
    pub length: Length,
    pub letter: u8,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    Text(Vec<u8>),
    Conversion(Conversion),
    /// The format ends inside a conversion.
    Broken,
}

/// A format without its NUL.
pub fn parse(format: &[u8]) -> Vec<Piece> {
    let mut reader = Reader { format, at: 0 };
    let mut pieces = Vec::new();
    while reader.at < format.len() {
        let start = reader.at;
        while reader.peek().is_some_and(|b| b != b'%') {
            reader.at += 1;
        }
        if start < reader.at {
            pieces.push(Piece::Text(format[start..reader.at].to_vec()));
        }
        if reader.eat(b'%') {
            pieces.push(reader.conversion().map_or(Piece::Broken, Piece::Conversion));
        }
    }
    pieces
}

impl Length {
    /// The integer that is passed and the one that is printed.
    pub fn int_formats(self, model: DataModel, signed: bool) -> (IntFormat, IntFormat) {
        let long = if model == DataModel::Lp64 { 64 } else { 32 };
        let pointer = if model == DataModel::Ilp32 { 32 } else { 64 };
        let (passed, printed) = match self {
            Length::None => (32, 32),
            Length::Char => (32, 8),
            Length::Short => (32, 16),
            Length::Long => (long, long),
            Length::LongLong | Length::Max | Length::LongDouble => (64, 64),
            Length::Size | Length::Diff => (pointer, pointer),
        };
        (IntFormat::new(passed, signed), IntFormat::new(printed, signed))
    }
}

struct Reader<'a> {
    format: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.format.get(self.at).copied()
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn conversion(&mut self) -> Option<Conversion> {
        let flags = self.flags();
        let width = self.count().unwrap_or(Count::Given(0));
        let precision = self.eat(b'.').then(|| self.count().unwrap_or(Count::Given(0)));
        let length = self.length();
        let letter = self.peek()?;
        self.at += 1;
        Some(Conversion { flags, width, precision, length, letter })
    }

    fn flags(&mut self) -> FormatFlags {
        let mut flags = FormatFlags::default();
        loop {
            match self.peek() {
                Some(b'-') => flags.minus = true,
                Some(b'+') => flags.plus = true,
                Some(b' ') => flags.space = true,
                Some(b'#') => flags.alt = true,
                Some(b'0') => flags.zero = true,
                Some(b'\'' | b'I') => {}
                _ => return flags,
            }
            self.at += 1;
        }
    }

    fn count(&mut self) -> Option<Count> {
        if self.eat(b'*') {
            return Some(Count::Argument);
        }
        let mut value = None;
        while let Some(digit) = self.peek().filter(u8::is_ascii_digit) {
            self.at += 1;
            value = Some(value.unwrap_or(0i64).saturating_mul(10).saturating_add(i64::from(digit - b'0')));
        }
        value.map(Count::Given)
    }

    fn length(&mut self) -> Length {
        if self.eat(b'h') {
            return if self.eat(b'h') { Length::Char } else { Length::Short };
        }
        if self.eat(b'l') {
            return if self.eat(b'l') { Length::LongLong } else { Length::Long };
        }
        for (letter, length) in [
            (b'q', Length::LongLong),
            (b'j', Length::Max),
            (b'z', Length::Size),
            (b't', Length::Diff),
            (b'L', Length::LongDouble),
        ] {
            if self.eat(letter) {
                return length;
            }
        }
        Length::None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces() {
        let got = parse(b"a%-5.*hhx%%b%l");
        let flags = FormatFlags { minus: true, ..FormatFlags::default() };
        let x = Conversion {
            flags,
            width: Count::Given(5),
            precision: Some(Count::Argument),
            length: Length::Char,
            letter: b'x',
        };
        let percent = Conversion {
            flags: FormatFlags::default(),
            width: Count::Given(0),
            precision: None,
            length: Length::None,
            letter: b'%',
        };
        let want = [
            Piece::Text(b"a".to_vec()),
            Piece::Conversion(x),
            Piece::Conversion(percent),
            Piece::Text(b"b".to_vec()),
            Piece::Broken,
        ];
        assert_eq!(got, want);
    }
}
