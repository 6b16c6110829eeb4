//! Numbers as text: printf's conversions exactly as glibc writes them, and the shortest text that reads back.
//!
//! Floats are expanded to all their decimal digits with big integers and then rounded half to even, so that every
//! precision is exact.

use super::big::Big;
use super::unpacked::{Class, Finite};
use super::{FloatFormat, IntFormat};

/// printf's flags `-`, `+`, space, `#` and `0`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FormatFlags {
    pub minus: bool,
    pub plus: bool,
    pub space: bool,
    pub alt: bool,
    pub zero: bool,
}

/// A float by one of the conversions `a`, `e`, `f` and `g` or their capitals (any other letter counts as `g`).
pub fn format_float(
    fmt: FloatFormat,
    bits: u128,
    conv: u8,
    flags: FormatFlags,
    width: usize,
    precision: Option<usize>,
) -> String {
    let (body, number) = match fmt.classify(bits) {
        Class::Nan => ("nan".to_string(), false),
        Class::Infinite { .. } => ("inf".to_string(), false),
        Class::Finite(f) => (finite_text(fmt, f, conv.to_ascii_lowercase(), flags.alt, precision), true),
    };
    let body = if conv.is_ascii_uppercase() { body.to_ascii_uppercase() } else { body };
    let mut prefix = sign_text(fmt.is_negative(bits), flags).to_string();
    let mut rest = body.as_str();
    if conv.eq_ignore_ascii_case(&b'a') && number {
        prefix.push_str(&body[..2]);
        rest = &body[2..];
    }
    pad(&prefix, rest, FormatFlags { zero: flags.zero && number, ..flags }, width)
}

/// An integer by one of the conversions `d`, `i`, `u`, `o`, `x`, `X`, `b`, `B` (any other letter counts as `u`). `d` and
/// `i` print the value of `bits` in `format`, the others its bit pattern.
pub fn format_int(
    bits: u128,
    format: IntFormat,
    conv: u8,
    flags: FormatFlags,
    width: usize,
    precision: Option<usize>,
) -> String {
    let bits = format.wrap(bits);
    let signed = matches!(conv, b'd' | b'i');
    let negative = signed && IntFormat::new(format.bits, true).is_negative(bits);
    let magnitude = if negative { format.wrap(bits.wrapping_neg()) } else { bits };
    let mut digits = match conv {
        b'o' => format!("{magnitude:o}"),
        b'x' => format!("{magnitude:x}"),
        b'X' => format!("{magnitude:X}"),
        b'b' | b'B' => format!("{magnitude:b}"),
        _ => magnitude.to_string(),
    };
    if magnitude == 0 && precision == Some(0) {
        digits.clear();
    }
    let missing = precision.unwrap_or(1).saturating_sub(digits.len());
    digits.insert_str(0, &"0".repeat(missing));
    if conv == b'o' && flags.alt && !digits.starts_with('0') {
        digits.insert(0, '0');
    }
    let prefix = match conv {
        b'x' if flags.alt && magnitude != 0 => "0x",
        b'X' if flags.alt && magnitude != 0 => "0X",
        b'b' if flags.alt && magnitude != 0 => "0b",
        b'B' if flags.alt && magnitude != 0 => "0B",
        _ if signed => sign_text(negative, flags),
        _ => "",
    };
    pad(prefix, &digits, FormatFlags { zero: flags.zero && precision.is_none(), ..flags }, width)
}

/// `%s` and `%c`: bytes, cut at the precision and padded with spaces.
pub fn format_bytes(bytes: &[u8], flags: FormatFlags, width: usize, precision: Option<usize>) -> Vec<u8> {
    let bytes = &bytes[..precision.unwrap_or(bytes.len()).min(bytes.len())];
    let spaces = vec![b' '; width.saturating_sub(bytes.len())];
    if flags.minus { [bytes, &spaces].concat() } else { [&spaces, bytes].concat() }
}

/// The shortest decimal text that reads back to the same value, laid out as Rust's `{:?}` does.
pub(super) fn shortest(fmt: FloatFormat, bits: u128) -> String {
    let f = match fmt.classify(bits) {
        Class::Finite(f) => f,
        Class::Nan | Class::Infinite { .. } => return format_float(fmt, bits, b'g', FormatFlags::default(), 0, None),
    };
    match fmt {
        FloatFormat::F32 => format!("{:?}", f32::from_bits(bits as u32)),
        FloatFormat::F64 => format!("{:?}", f64::from_bits(bits as u64)),
        FloatFormat::F16 | FloatFormat::X87 | FloatFormat::F128 => {
            let text = shortest_wide(fmt, Finite { negative: false, ..f });
            format!("{}{text}", sign_text(f.negative, FormatFlags::default()))
        }
    }
}

/// Tries one digit more each time; 36 are enough for quad.
fn shortest_wide(fmt: FloatFormat, f: Finite) -> String {
    let wanted = fmt.round(f, false);
    let exact = Decimal::new(f);
    let reads_back = |d: &Decimal| fmt.parse(&d.exponential(d.digits.len().max(1) - 1, false)) == Some(wanted);
    let mut decimal = (1..36).map(|keep| exact.rounded(keep)).find(reads_back).unwrap_or_else(|| exact.rounded(36));
    while decimal.digits.last() == Some(&0) {
        decimal.digits.pop();
    }
    let count = decimal.digits.len() as i64;
    if decimal.digits.is_empty() || (-3..=16).contains(&decimal.point) {
        decimal.fixed((count - decimal.point).max(1) as usize, false)
    } else {
        decimal.significand(count as usize - 1, false) + &format!("e{}", decimal.exponent())
    }
}

fn sign_text(negative: bool, flags: FormatFlags) -> &'static str {
    match (negative, flags.plus, flags.space) {
        (true, _, _) => "-",
        (false, true, _) => "+",
        (false, false, true) => " ",
        (false, false, false) => "",
    }
}

fn pad(prefix: &str, body: &str, flags: FormatFlags, width: usize) -> String {
    let missing = width.saturating_sub(prefix.len() + body.len());
    if flags.minus {
        format!("{prefix}{body}{}", " ".repeat(missing))
    } else if flags.zero {
        format!("{prefix}{}{body}", "0".repeat(missing))
    } else {
        format!("{}{prefix}{body}", " ".repeat(missing))
    }
}

/// The magnitude by a lower-case conversion.
fn finite_text(fmt: FloatFormat, f: Finite, conv: u8, alt: bool, precision: Option<usize>) -> String {
    match conv {
        b'a' => hexadecimal(fmt, f, alt, precision),
        b'f' => {
            let (exact, precision) = (Decimal::new(f), precision.unwrap_or(6));
            exact.rounded(exact.point.saturating_add(precision as i64)).fixed(precision, alt)
        }
        b'e' => {
            let precision = precision.unwrap_or(6);
            Decimal::new(f).rounded(precision as i64 + 1).exponential(precision, alt)
        }
        _ => general(&Decimal::new(f), alt, precision.unwrap_or(6).max(1)),
    }
}

/// `%g` with `significant` digits.
fn general(exact: &Decimal, alt: bool, significant: usize) -> String {
    let decimal = exact.rounded(significant as i64);
    let exponent = decimal.exponent();
    // Without `#`, digits beyond the last that is not zero are not printed.
    let used = decimal.digits.iter().rposition(|&d| d != 0).map_or(1, |last| last + 1);
    let shown = if alt { significant } else { used };
    if exponent >= -4 && exponent < significant as i64 {
        decimal.fixed((shown as i64 - 1 - exponent).max(0) as usize, alt)
    } else {
        decimal.exponential(shown - 1, alt)
    }
}

/// The value `0.d1d2d3… * 10^point`, `d1` not zero; zero has no digits.
struct Decimal {
    digits: Vec<u8>,
    point: i64,
}

impl Decimal {
    /// All digits of a finite value.
    fn new(f: Finite) -> Self {
        let zeros = f.significand.trailing_zeros();
        if f.significand == 0 {
            return Decimal { digits: Vec::new(), point: 0 };
        }
        let (significand, exponent) = (f.significand >> zeros, f.exponent + zeros as i32);
        let mut number = Big::new(significand);
        let fraction_digits = if exponent < 0 {
            number.mul_pow5(exponent.unsigned_abs() as usize);
            i64::from(exponent.unsigned_abs())
        } else {
            number.shl(exponent as usize);
            0
        };
        let digits = number.into_digits();
        let point = digits.len() as i64 - fraction_digits;
        Decimal { digits, point }
    }

    /// Rounded half to even to the first `keep` digits.
    fn rounded(&self, keep: i64) -> Decimal {
        if keep >= self.digits.len() as i64 {
            return Decimal { digits: self.digits.clone(), point: self.point };
        }
        let Ok(keep) = usize::try_from(keep) else { return Decimal { digits: Vec::new(), point: 0 } };
        let (mut digits, rest) = (self.digits[..keep].to_vec(), &self.digits[keep..]);
        let odd = digits.last().is_some_and(|d| d % 2 == 1);
        let more_than_half = rest[0] > 5 || rest[0] == 5 && rest[1..].iter().any(|&d| d != 0);
        let mut point = self.point;
        if (more_than_half || rest[0] == 5 && odd) && increment(&mut digits, 10) {
            digits.insert(0, 1);
            point += 1;
        }
        Decimal { digits, point }
    }

    /// The power of ten of the first digit.
    fn exponent(&self) -> i64 {
        if self.digits.is_empty() { 0 } else { self.point - 1 }
    }

    fn digit(&self, i: i64) -> char {
        let digit = usize::try_from(i).ok().and_then(|i| self.digits.get(i)).copied().unwrap_or(0);
        char::from(b'0' + digit)
    }

    fn fixed(&self, precision: usize, alt: bool) -> String {
        let mut text: String = (0..self.point).map(|i| self.digit(i)).collect();
        if self.point <= 0 {
            text.push('0');
        }
        if precision > 0 || alt {
            text.push('.');
        }
        text.extend((0..precision as i64).map(|i| self.digit(self.point + i)));
        text
    }

    fn exponential(&self, precision: usize, alt: bool) -> String {
        let exponent = self.exponent();
        let sign = if exponent < 0 { '-' } else { '+' };
        format!("{}e{sign}{:02}", self.significand(precision, alt), exponent.abs())
    }

    /// The first digit, the point, and `precision` more digits.
    fn significand(&self, precision: usize, alt: bool) -> String {
        let mut text = self.digit(0).to_string();
        if precision > 0 || alt {
            text.push('.');
        }
        text.extend((1..=precision as i64).map(|i| self.digit(i)));
        text
    }
}

/// Adds one in the last place; true if the carry leaves the number (whose digits are all zero then).
fn increment(digits: &mut [u8], radix: u8) -> bool {
    for digit in digits.iter_mut().rev() {
        *digit += 1;
        if *digit < radix {
            return false;
        }
        *digit = 0;
    }
    true
}

/// `%a`. The digit before the point holds one bit, of x87 values four, as glibc does it.
fn hexadecimal(fmt: FloatFormat, f: Finite, alt: bool, precision: Option<usize>) -> String {
    // printf promotes float to double.
    let (fmt, f) = match fmt {
        FloatFormat::F16 | FloatFormat::F32 => (FloatFormat::F64, widened(f)),
        FloatFormat::F64 | FloatFormat::X87 | FloatFormat::F128 => (fmt, f),
    };
    let fraction_bits = if fmt == FloatFormat::X87 { 60 } else { fmt.precision() as usize - 1 };
    let mut exponent = if f.significand == 0 { 0 } else { f.exponent + fraction_bits as i32 };
    let mut digits: Vec<u8> = (0..=fraction_bits / 4).rev().map(|i| (f.significand >> (4 * i) & 15) as u8).collect();
    let shown = precision.unwrap_or_else(|| digits.iter().rposition(|&d| d != 0).unwrap_or(0));
    if shown + 1 < digits.len() {
        let rest = digits.split_off(shown + 1);
        let more_than_half = rest[0] > 8 || rest[0] == 8 && rest[1..].iter().any(|&d| d != 0);
        let odd = digits[shown] % 2 == 1;
        if (more_than_half || rest[0] == 8 && odd) && increment(&mut digits, 16) {
            digits[0] = 1;
            exponent += 4;
        }
    }
    digits.resize(shown + 1, 0);
    let mut text = format!("0x{:x}", digits[0]);
    if shown > 0 || alt {
        text.push('.');
    }
    text.extend(digits[1..].iter().filter_map(|&d| char::from_digit(u32::from(d), 16)));
    format!("{text}p{exponent:+}")
}

/// A single-precision value as double holds it.
fn widened(f: Finite) -> Finite {
    match FloatFormat::F64.classify(FloatFormat::F64.round(f, false)) {
        Class::Finite(wide) => wide,
        Class::Nan | Class::Infinite { .. } => f,
    }
}
