//! C floating constants to the nearest value of a format.
//!
//! Decimal single and double go through Rust's parser, which rounds exactly; the rest is an exact ratio of big numbers.
//! Work is bounded: digits beyond the longest halfway point only count as "something more", and exponents out of all
//! range are decided without arithmetic.

use super::FloatFormat;
use super::big::Big;
use super::unpacked::Finite;

/// A tie between two quad values has fewer significant digits than this.
const MAX_DIGITS: usize = 12_000;
/// Beyond these powers of ten every format overflows or is zero.
const MAX_POINT: i64 = 5_000;
const MIN_POINT: i64 = -5_000;

/// `digits` (values, most significant first) with `point` digits before the radix point, and an exponent.
struct Literal {
    digits: Vec<u8>,
    point: i64,
    exponent: i64,
}

pub(super) fn parse(format: FloatFormat, text: &str) -> Option<u128> {
    let bytes = text.as_bytes();
    if let [b'0', b'x' | b'X', rest @ ..] = bytes {
        return Some(round_hex(format, &scan(rest, 16, b'p')?));
    }
    let literal = scan(bytes, 10, b'e')?;
    match format {
        FloatFormat::F32 => text.parse::<f32>().ok().map(|v| u128::from(v.to_bits())),
        FloatFormat::F64 => text.parse::<f64>().ok().map(|v| u128::from(v.to_bits())),
        FloatFormat::F16 | FloatFormat::X87 | FloatFormat::F128 => Some(round_decimal(format, &literal)),
    }
}

/// Splits a literal; `None` if it is not one.
fn scan(text: &[u8], radix: u32, marker: u8) -> Option<Literal> {
    let mut digits = Vec::new();
    let mut point = None;
    let mut at = 0;
    while at < text.len() && !text[at].eq_ignore_ascii_case(&marker) {
        match text[at] {
            b'.' if point.is_none() => point = Some(digits.len() as i64),
            c => digits.push(char::from(c).to_digit(radix)? as u8),
        }
        at += 1;
    }
    if digits.is_empty() {
        return None;
    }
    let exponent = if at < text.len() { scan_exponent(&text[at + 1..])? } else { 0 };
    let point = point.unwrap_or(digits.len() as i64);
    let zeros = digits.iter().take_while(|&&d| d == 0).count();
    digits.drain(..zeros);
    while digits.last() == Some(&0) {
        digits.pop();
    }
    Some(Literal { digits, point: point - zeros as i64, exponent })
}

/// A signed decimal number, held within a range that no literal's length can bring back to meaning.
fn scan_exponent(text: &[u8]) -> Option<i64> {
    let (negative, digits) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        rest => (false, rest),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let magnitude = digits.iter().fold(0i64, |v, d| (v * 10 + i64::from(d - b'0')).min(1 << 50));
    Some(if negative { -magnitude } else { magnitude })
}

fn round_hex(format: FloatFormat, literal: &Literal) -> u128 {
    let kept = literal.digits.len().min(32);
    let significand = literal.digits[..kept].iter().fold(0, |v, &d| v << 4 | u128::from(d));
    let exponent = literal.exponent + 4 * (literal.point - kept as i64);
    // Trailing zeros are gone, so more digits mean a larger value.
    let sticky = literal.digits.len() > kept;
    let exponent = exponent.clamp(-1_000_000, 1_000_000) as i32;
    format.round(Finite { negative: false, exponent, significand }, sticky)
}

fn round_decimal(format: FloatFormat, literal: &Literal) -> u128 {
    let point = literal.point + literal.exponent;
    if literal.digits.is_empty() || point < MIN_POINT {
        return format.zero(false);
    }
    if point > MAX_POINT {
        return format.infinity();
    }
    let kept = literal.digits.len().min(MAX_DIGITS);
    let mut digits = literal.digits[..kept].to_vec();
    if kept < literal.digits.len() {
        digits.push(1);
    }
    let power = point - digits.len() as i64;
    let mut number = Big::from_digits(&digits);
    let (significand, exponent, sticky) = if power >= 0 {
        number.mul_pow5(power as usize);
        let (top, below, lost) = number.top_bits();
        (top, below as i64, lost)
    } else {
        let mut divisor = Big::new(1);
        divisor.mul_pow5(-power as usize);
        number.ratio(divisor)
    };
    format.round(Finite { negative: false, exponent: (exponent + power) as i32, significand }, sticky)
}
