//! Values of constants and string literals from their spelling (C11 6.4.4, 6.4.5).
//!
//! A plain character constant of one character has the value of a signed `char`; one of several characters is gcc's:
//! the bytes from left to right, the last four of them. What gcc only warns of is cut to size with a [`Complaint`].

use crate::ast::{IntLit, StrPrefix};
use crate::lexer::{decode_utf8, universal_name};

/// What is wrong with a literal.
#[derive(Debug, PartialEq, Eq)]
pub struct Complaint {
    pub message: String,
    /// Decimal floating point is C that we do not support; all others are invalid.
    pub unsupported: bool,
    /// The value is cut to size, and gcc accepts it.
    pub warning: bool,
}

impl Complaint {
    fn error(message: impl Into<String>) -> Complaint {
        Complaint { message: message.into(), unsupported: false, warning: false }
    }
    fn warning(message: impl Into<String>) -> Complaint {
        Complaint { message: message.into(), unsupported: false, warning: true }
    }
}

pub fn int(text: &[u8]) -> Result<IntLit, Complaint> {
    let (radix, digits_at, name) = match text {
        [b'0', b'x' | b'X', ..] => (16, 2, "hexadecimal"),
        [b'0', b'b' | b'B', ..] => (2, 2, "binary"),
        [b'0', b'0'..=b'9', ..] => (8, 1, "octal"),
        _ => (10, 0, "decimal"),
    };
    let is_digit = |c: u8| if radix == 16 { c.is_ascii_hexdigit() } else { c.is_ascii_digit() };
    let body = &text[digits_at..];
    let len = body.iter().position(|&c| !is_digit(c)).unwrap_or(body.len());
    let mut lit =
        IntLit { value: 0, decimal: radix == 10, unsigned: false, longs: 0, too_large: false, imaginary: false };
    if len == 0 && radix != 8 {
        return Err(Complaint::error(format!("{name} constant without digits")));
    }
    let digits = &body[..len];
    if let Some(bad) = digits.iter().find(|&&c| !(c as char).is_digit(radix)) {
        return Err(Complaint::error(format!("invalid digit '{}' in {name} constant", *bad as char)));
    }
    match digits_value(digits, radix) {
        Some(value) => lit.value = value,
        None => {
            lit.value = u128::MAX;
            lit.too_large = true;
        }
    }
    int_suffix(&body[len..], &mut lit)?;
    Ok(lit)
}

/// `None` where it does not fit.
fn digits_value(digits: &[u8], radix: u32) -> Option<u128> {
    let value = |c: u8| (c as char).to_digit(radix).unwrap_or(0);
    // 15 digits fit into 64 bits in every base.
    if digits.len() <= 15 {
        return Some(digits.iter().fold(0u64, |v, &c| v * radix as u64 + value(c) as u64) as u128);
    }
    digits.iter().try_fold(0u128, |v, &c| v.checked_mul(radix as u128)?.checked_add(value(c) as u128))
}

fn int_suffix(suffix: &[u8], lit: &mut IntLit) -> Result<(), Complaint> {
    let mut rest = suffix;
    loop {
        rest = match rest {
            [] => return Ok(()),
            [b'u' | b'U', r @ ..] if !lit.unsigned => {
                lit.unsigned = true;
                r
            }
            [b'l', b'l', r @ ..] | [b'L', b'L', r @ ..] if lit.longs == 0 => {
                lit.longs = 2;
                r
            }
            [b'l' | b'L', r @ ..] if lit.longs == 0 => {
                lit.longs = 1;
                r
            }
            [b'i' | b'I' | b'j' | b'J', r @ ..] if !lit.imaginary => {
                lit.imaginary = true;
                r
            }
            _ => {
                let shown = String::from_utf8_lossy(suffix);
                return Err(Complaint::error(format!("invalid suffix '{shown}' on integer constant")));
            }
        };
    }
}

/// Checks the form of a floating constant; its value is read later.
pub fn check_float(text: &[u8]) -> Result<(), Complaint> {
    let hex = matches!(text, [b'0', b'x' | b'X', ..]);
    let body = if hex { &text[2..] } else { text };
    let is_digit = |c: &u8| if hex { c.is_ascii_hexdigit() } else { c.is_ascii_digit() };
    let run = |from: usize| body[from.min(body.len())..].iter().take_while(|c| is_digit(c)).count();
    let whole = run(0);
    let mut at = whole;
    let mut digits = whole;
    if body.get(at) == Some(&b'.') {
        let fraction = run(at + 1);
        digits += fraction;
        at += 1 + fraction;
    }
    if digits == 0 {
        return Err(Complaint::error("floating constant without digits"));
    }
    let exponent: &[u8] = if hex { b"pP" } else { b"eE" };
    if body.get(at).is_some_and(|c| exponent.contains(c)) {
        at += 1;
        at += usize::from(body.get(at).is_some_and(|c| matches!(c, b'+' | b'-')));
        let len = body[at..].iter().take_while(|c| c.is_ascii_digit()).count();
        if len == 0 {
            return Err(Complaint::error("exponent has no digits"));
        }
        at += len;
    } else if hex {
        return Err(Complaint::error("hexadecimal floating constant requires an exponent"));
    }
    check_float_suffix(&body[at..])
}

fn check_float_suffix(suffix: &[u8]) -> Result<(), Complaint> {
    let lower = suffix.to_ascii_lowercase();
    let core = lower.strip_suffix(b"i").or_else(|| lower.strip_suffix(b"j")).unwrap_or(&lower);
    let core = core.strip_prefix(b"i").or_else(|| core.strip_prefix(b"j")).unwrap_or(core);
    match core {
        b"" | b"d" | b"f" | b"l" | b"w" | b"q" | b"f16" | b"f32" | b"f64" | b"f128" | b"f32x" | b"f64x" => Ok(()),
        b"df" | b"dd" | b"dl" => Err(Complaint {
            message: "decimal floating point is not supported".into(),
            unsupported: true,
            warning: false,
        }),
        _ => {
            let shown = String::from_utf8_lossy(suffix);
            Err(Complaint::error(format!("invalid suffix '{shown}' on floating constant")))
        }
    }
}

/// The value of a character constant, given with prefix and quotes.
pub fn character(text: &[u8], prefix: StrPrefix) -> (u32, Option<Complaint>) {
    let mut units = Vec::new();
    let mut complaint = decode(text, prefix, &mut units).err();
    let value = match (prefix, units.as_slice()) {
        (_, []) => {
            complaint = complaint.or_else(|| Some(Complaint::error("empty character constant")));
            0
        }
        (StrPrefix::None | StrPrefix::Utf8, &[c]) => c as u8 as i8 as u32,
        (StrPrefix::None, many) => {
            if many.len() > 4 {
                complaint = complaint.or_else(|| Some(Complaint::warning("character constant too long for its type")));
            }
            many.iter().fold(0, |value, &c| value << 8 | c & 0xff)
        }
        (_, &[c]) => c,
        (_, many) => {
            complaint = complaint.or_else(|| Some(Complaint::warning("character constant too long for its type")));
            many[many.len() - 1]
        }
    };
    (value, complaint)
}

/// Appends the code units of one string literal (with prefix and quotes), read as a part of a literal of `prefix`.
pub fn decode(text: &[u8], prefix: StrPrefix, units: &mut Vec<u32>) -> Result<(), Complaint> {
    let body = strip_quotes(text);
    let mut complaint = Ok(());
    let mut at = 0;
    while at < body.len() {
        let rest = &body[at..];
        match rest[0] {
            b'\\' => {
                let (escape, len) = escape(rest);
                at += len;
                let result = push_escape(escape, prefix, units);
                complaint = complaint.and(result);
            }
            c @ 0..=0x7f => {
                units.push(c as u32);
                at += 1;
            }
            c if matches!(prefix, StrPrefix::None | StrPrefix::Utf8) => {
                units.push(c as u32);
                at += 1;
            }
            c => {
                let (ch, len) = decode_utf8(rest).unwrap_or(('\0', 0));
                if len == 0 {
                    complaint = complaint.and(Err(Complaint::error("invalid UTF-8 in a wide literal")));
                    units.push(c as u32);
                } else {
                    push_char(ch, prefix, units);
                }
                at += len.max(1);
            }
        }
    }
    complaint
}

/// Drops prefix and quotes; of an unterminated literal, what there is.
fn strip_quotes(text: &[u8]) -> &[u8] {
    let open = text.iter().position(|c| matches!(c, b'"' | b'\''));
    let Some(open) = open else { return &[] };
    let body = &text[open + 1..];
    if body.last() == Some(&text[open]) { &body[..body.len() - 1] } else { body }
}

enum Escape {
    /// A code unit, and whether it fits into 32 bits.
    Unit(u32, bool),
    Char(char),
    Bad(String),
}

/// Reads one escape sequence, and its length.
fn escape(rest: &[u8]) -> (Escape, usize) {
    let Some(&c) = rest.get(1) else { return (Escape::Bad("incomplete escape sequence".into()), 1) };
    let simple = match c {
        b'n' => b'\n',
        b't' => b'\t',
        b'r' => b'\r',
        b'a' => 7,
        b'b' => 8,
        b'f' => 12,
        b'v' => 11,
        b'e' | b'E' => 27,
        b'\\' | b'\'' | b'"' | b'?' => c,
        b'0'..=b'7' => {
            let len = rest[1..].iter().take(3).take_while(|c| matches!(c, b'0'..=b'7')).count();
            let value = rest[1..1 + len].iter().fold(0, |v, &c| v * 8 + (c - b'0') as u32);
            return (Escape::Unit(value, true), 1 + len);
        }
        b'x' => return hex_escape(rest),
        b'u' | b'U' => {
            return match universal_name(rest) {
                Some((ch, len)) => (Escape::Char(ch), len),
                None => (Escape::Bad("invalid universal character name".into()), 2),
            };
        }
        _ => {
            let shown = if c.is_ascii_graphic() { (c as char).to_string() } else { format!("0x{c:02x}") };
            return (Escape::Bad(format!("unknown escape sequence '\\{shown}'")), 1);
        }
    };
    (Escape::Unit(simple as u32, true), 2)
}

fn hex_escape(rest: &[u8]) -> (Escape, usize) {
    let len = rest[2..].iter().take_while(|c| c.is_ascii_hexdigit()).count();
    if len == 0 {
        return (Escape::Bad("\\x used with no following hex digits".into()), 2);
    }
    let digits = &rest[2..2 + len];
    let value = digits.iter().fold(0u32, |v, &c| v << 4 | (c as char).to_digit(16).unwrap_or(0));
    let significant = digits.iter().skip_while(|&&c| c == b'0').count();
    (Escape::Unit(value, significant <= 8), 2 + len)
}

fn push_escape(escape: Escape, prefix: StrPrefix, units: &mut Vec<u32>) -> Result<(), Complaint> {
    let mask = match prefix {
        StrPrefix::None | StrPrefix::Utf8 => 0xff,
        StrPrefix::Utf16 => 0xffff,
        StrPrefix::Wide | StrPrefix::Utf32 => u32::MAX,
    };
    match escape {
        Escape::Unit(value, fits) => {
            units.push(value & mask);
            if fits && value & !mask == 0 {
                Ok(())
            } else {
                Err(Complaint::warning("escape sequence out of range: only its low bits are kept"))
            }
        }
        Escape::Char(ch) => {
            push_char(ch, prefix, units);
            Ok(())
        }
        // gcc warns of an unknown escape and takes the character behind the backslash; the others are errors.
        Escape::Bad(message) if message.starts_with("unknown") => Err(Complaint::warning(message)),
        Escape::Bad(message) => Err(Complaint::error(message)),
    }
}

fn push_char(ch: char, prefix: StrPrefix, units: &mut Vec<u32>) {
    match prefix {
        StrPrefix::None | StrPrefix::Utf8 => {
            units.extend(ch.encode_utf8(&mut [0; 4]).bytes().map(u32::from));
        }
        StrPrefix::Utf16 => units.extend(ch.encode_utf16(&mut [0; 2]).iter().map(|&u| u32::from(u))),
        StrPrefix::Wide | StrPrefix::Utf32 => units.push(ch as u32),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> u128 {
        int(text.as_bytes()).unwrap().value
    }

    #[test]
    fn integers() {
        assert_eq!((value("0"), value("42"), value("017"), value("0x1F"), value("0b101")), (0, 42, 15, 31, 5));
        let lit = int(b"0xfFuLL").unwrap();
        assert_eq!((lit.value, lit.decimal, lit.unsigned, lit.longs), (255, false, true, 2));
        assert!(int(b"5i").unwrap().imaginary);
        assert!(int(b"999999999999999999999999999999999999999999").unwrap().too_large);
        for bad in ["08", "0x", "0b2", "1lL", "1lul", "1uu", "12abc", "0x1E+2"] {
            assert!(int(bad.as_bytes()).is_err(), "{bad}");
        }
    }

    #[test]
    fn floats() {
        for good in ["1.", ".5", "1e3", "1.5e-3f", "0x1p3", "0x.8p-1L", "1.0f128", "1.0F32x", "2.0q", "1.0w", "1.0if"] {
            assert_eq!(check_float(good.as_bytes()), Ok(()), "{good}");
        }
        for bad in ["1e", "1e+", "0x1.8", "0x.p1", "1.0x", "1.2.3", "1.0df"] {
            assert!(check_float(bad.as_bytes()).is_err(), "{bad}");
        }
    }

    fn char_value(text: &str, prefix: StrPrefix) -> u32 {
        character(text.as_bytes(), prefix).0
    }

    #[test]
    fn characters() {
        assert_eq!(char_value("'a'", StrPrefix::None), 97);
        assert_eq!(char_value("'\\xff'", StrPrefix::None), u32::MAX);
        assert_eq!(char_value("'ab'", StrPrefix::None), 0x6162);
        assert_eq!(char_value("'abcde'", StrPrefix::None), 0x62636465);
        assert_eq!(char_value("'\\0'", StrPrefix::None), 0);
        assert_eq!(char_value("'\\''", StrPrefix::None), 39);
        assert_eq!(char_value("L'é'", StrPrefix::Wide), 0xe9);
        assert_eq!(char_value("U'\\U0001F600'", StrPrefix::Utf32), 0x1f600);
        assert!(character(b"''", StrPrefix::None).1.is_some());
    }

    #[test]
    fn strings() {
        let units = |text: &str, prefix| {
            let mut units = Vec::new();
            decode(text.as_bytes(), prefix, &mut units).unwrap();
            units
        };
        assert_eq!(units("\"a\\n\\101\\x41\\e\"", StrPrefix::None), [97, 10, 65, 65, 27]);
        assert_eq!(units("\"é\\u00e9\"", StrPrefix::None), [0xc3, 0xa9, 0xc3, 0xa9]);
        assert_eq!(units("u\"\\U0001F600\"", StrPrefix::Utf16), [0xd83d, 0xde00]);
        assert_eq!(units("L\"\\xffff1\"", StrPrefix::Wide), [0xffff1]);
        let mut out = Vec::new();
        assert!(decode(b"\"\\q\"", StrPrefix::None, &mut out).unwrap_err().warning);
        assert_eq!(out, [b'q' as u32]);
    }
}
