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
    /// `*`: the next argument, an `int`, after so many others (`*2$`: it is there by its number).
    Argument(i64),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conversion {
    pub flags: FormatFlags,
    pub width: Count,
    pub precision: Option<Count>,
    pub length: Length,
    pub letter: u8,
    /// So many arguments are left out before the one that is converted, or taken again (`%2$d`: it is there by its number).
    pub skip: i64,
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
    let mut reader = Reader { format, at: 0, next: 0 };
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
        let facts = model.facts();
        let (int, long, pointer) = (facts.int, facts.long, facts.pointer);
        let (passed, printed) = match self {
            Length::None => (int, int),
            Length::Char => (int, 8),
            Length::Short => (int, 16),
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
    /// The argument that comes next, from 0.
    next: i64,
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
        let number = self.number();
        let flags = self.flags();
        let width = self.count().unwrap_or(Count::Given(0));
        let precision = self.eat(b'.').then(|| self.count().unwrap_or(Count::Given(0)));
        let length = self.length();
        let letter = self.peek()?;
        self.at += 1;
        let skip = if letter == b'%' { 0 } else { self.take(number) };
        Some(Conversion { flags, width, precision, length, letter, skip })
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
            let number = self.number();
            return Some(Count::Argument(self.take(number)));
        }
        self.digits().map(Count::Given)
    }

    fn digits(&mut self) -> Option<i64> {
        let mut value = None;
        while let Some(digit) = self.peek().filter(u8::is_ascii_digit) {
            self.at += 1;
            value = Some(value.unwrap_or(0i64).saturating_mul(10).saturating_add(i64::from(digit - b'0')));
        }
        value
    }

    /// POSIX: `2$`, an argument by its number.
    fn number(&mut self) -> Option<i64> {
        let start = self.at;
        let number = self.digits().filter(|n| (1..=1 << 16).contains(n));
        if number.is_some() && self.eat(b'$') {
            return number;
        }
        self.at = start;
        None
    }

    /// An argument is read: how many are left out before it.
    fn take(&mut self, number: Option<i64>) -> i64 {
        let at = number.map_or(self.next, |n| n - 1);
        let skip = at - self.next;
        self.next = at + 1;
        skip
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
            precision: Some(Count::Argument(0)),
            length: Length::Char,
            letter: b'x',
            skip: 0,
        };
        let percent = Conversion {
            flags: FormatFlags::default(),
            width: Count::Given(0),
            precision: None,
            length: Length::None,
            letter: b'%',
            skip: 0,
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

    #[test]
    fn numbers_of_arguments() {
        let skips = |format: &[u8]| -> Vec<i64> {
            let conversions = parse(format).into_iter().filter_map(|p| match p {
                Piece::Conversion(c) => Some((c.width, c.skip)),
                _ => None,
            });
            let each = conversions.flat_map(|(width, skip)| match width {
                Count::Argument(n) => vec![n, skip],
                Count::Given(_) => vec![skip],
            });
            each.collect()
        };
        assert_eq!(skips(b"%d%5d"), [0, 0]);
        assert_eq!(skips(b"%2$d %1$d"), [1, -2]);
        assert_eq!(skips(b"%1$*2$d"), [1, -2]);
    }
}
