//! Tests of the float and text modules: against what gcc, libm and printf computed on x86-64 (`testdata/`), and
//! against the host's own arithmetic on random patterns.

use super::format::{FormatFlags, format_float, format_int};
use super::{FloatFormat, IntFormat, RoundingMode};
use crate::Random;

const VECTORS: &str = include_str!("../../testdata/float_vectors.txt");

fn format_named(name: &str) -> FloatFormat {
    match name {
        "f32" => FloatFormat::F32,
        "f64" => FloatFormat::F64,
        "x87" => FloatFormat::X87,
        "f128" => FloatFormat::F128,
        other => panic!("format {other}"),
    }
}

fn hex(text: &str) -> u128 {
    u128::from_str_radix(text, 16).unwrap()
}

#[test]
fn agrees_with_gcc() {
    let mut failures = Vec::new();
    for line in VECTORS.lines() {
        let (op, rest) = line.split_once(' ').unwrap();
        let (name, rest) = rest.split_once(' ').unwrap();
        let (got, expected) = match op {
            "print" | "int" => print_line(op, name, rest),
            "parse" => {
                let (text, bits) = rest.split_once(' ').unwrap();
                (format!("{:x}", format_named(name).parse(text).unwrap()), bits.to_string())
            }
            _ => {
                let mut values: Vec<u128> = rest.split(' ').map(hex).collect();
                let expected = values.pop().unwrap();
                values.resize(3, 0);
                (format!("{:x}", compute(op, format_named(name), &values)), format!("{expected:x}"))
            }
        };
        if got != expected {
            failures.push(format!("{line}\n   got {got}"));
        }
    }
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}

fn compute(op: &str, f: FloatFormat, v: &[u128]) -> u128 {
    let (a, b, c) = (v[0], v[1], v[2]);
    match op {
        "add" => f.add(a, b),
        "sub" => f.sub(a, b),
        "mul" => f.mul(a, b),
        "div" => f.div(a, b),
        "lt" => u128::from(f.less(a, b)),
        "le" => u128::from(f.less_equal(a, b)),
        "eq" => u128::from(f.equal(a, b)),
        "sqrt" => f.sqrt(a),
        "fma" => f.fma(a, b, c),
        "fmod" => f.fmod(a, b),
        "remainder" => f.remainder(a, b),
        "round" => f.round_ties_away(a),
        "rint" => f.round_to_integral(a, RoundingMode::NearestEven),
        "ceil" => f.round_to_integral(a, RoundingMode::Up),
        "floor" => f.round_to_integral(a, RoundingMode::Down),
        "scalbn" => f.scale(a, b as u32 as i32),
        "to_f32" => FloatFormat::F32.from_float(a, f),
        "to_f64" => FloatFormat::F64.from_float(a, f),
        "to_x87" => FloatFormat::X87.from_float(a, f),
        "to_f128" => FloatFormat::F128.from_float(a, f),
        "from_u128" => f.from_int(a, IntFormat::new(128, false)),
        "from_i128" => f.from_int(a, IntFormat::new(128, true)),
        "from_i64" => f.from_int(a, IntFormat::new(64, true)),
        "to_i64" => f.to_int(a, IntFormat::new(64, true)).unwrap(),
        "to_u64" => f.to_int(a, IntFormat::new(64, false)).unwrap(),
        other => panic!("operation {other}"),
    }
}

/// `bits %specification|result`: what we print, and the result.
fn print_line(op: &str, name: &str, rest: &str) -> (String, String) {
    let (bits, rest) = rest.split_once(' ').unwrap();
    let (spec, expected) = rest.split_once('|').unwrap();
    let mut flags = FormatFlags::default();
    let mut chars = spec[1..].chars().peekable();
    while let Some(c) = chars.next_if(|c| "-+ #0".contains(*c)) {
        match c {
            '-' => flags.minus = true,
            '+' => flags.plus = true,
            ' ' => flags.space = true,
            '#' => flags.alt = true,
            _ => flags.zero = true,
        }
    }
    let number = |chars: &mut std::iter::Peekable<std::str::Chars>| {
        let mut n = 0;
        while let Some(c) = chars.next_if(char::is_ascii_digit) {
            n = n * 10 + c.to_digit(10).unwrap() as usize;
        }
        n
    };
    let width = number(&mut chars);
    let precision = chars.next_if_eq(&'.').map(|_| number(&mut chars));
    let conv = chars.next().unwrap() as u8;
    let got = if op == "int" {
        format_int(hex(bits), IntFormat::new(64, true), conv, flags, width, precision)
    } else {
        format_float(format_named(name), hex(bits), conv, flags, width, precision)
    };
    (got, expected.to_string())
}

/// A double, often special or near one.
fn double(random: &mut Random) -> f64 {
    const SPECIAL: [f64; 9] =
        [0.0, -0.0, 1.0, -1.0, 0.5, f64::INFINITY, f64::NEG_INFINITY, f64::MIN_POSITIVE, f64::MAX];
    match random.below(6) {
        0 => random.pick(&SPECIAL),
        1 => f64::from_bits(random.draw() >> 12),
        2 => f64::from_bits(random.draw()),
        _ => f64::from_bits(random.draw() >> 12 | (1000 + random.below(60)) << 52),
    }
}

/// The wide formats compute what the host does, once their results are rounded from far more bits than double has.
#[test]
fn wide_formats_agree_with_the_host() {
    let mut random = Random::new(1);
    for _ in 0..20_000 {
        let (a, b) = (double(&mut random), double(&mut random));
        if a.is_nan() || b.is_nan() {
            continue;
        }
        let (x, y) = (u128::from(a.to_bits()), u128::from(b.to_bits()));
        let wide = FloatFormat::F128;
        let (p, q) = (wide.from_float(x, FloatFormat::F64), wide.from_float(y, FloatFormat::F64));
        let same = |wide_result: u128, host: f64| {
            let narrow = FloatFormat::F64.from_float(wide_result, wide);
            let host = if host.is_nan() { FloatFormat::F64.invalid() } else { u128::from(host.to_bits()) };
            assert_eq!(narrow, host, "{a:?} {b:?}");
        };
        same(wide.add(p, q), a + b);
        same(wide.sub(p, q), a - b);
        same(wide.fmod(p, q), a % b);
        same(wide.sqrt(p), a.sqrt());
        same(wide.round_ties_away(p), a.round());
        same(wide.round_to_integral(p, RoundingMode::TowardZero), a.trunc());
        assert_eq!(wide.less(p, q), a < b);
        assert_eq!(wide.equal(p, q), a == b);
        assert_eq!(FloatFormat::F64.fmod(x, y), u128::from((a % b).to_bits()) | FloatFormat::F64.nan_mark(a % b));
    }
}

impl FloatFormat {
    /// The sign that invalid results have here but need not have on the host.
    fn nan_mark(self, host: f64) -> u128 {
        if host.is_nan() { self.invalid() } else { 0 }
    }
}

#[test]
fn text_reads_back() {
    let mut random = Random::new(7);
    for _ in 0..3_000 {
        let v = u128::from(double(&mut random).to_bits() & !(1 << 63));
        for f in [FloatFormat::F64, FloatFormat::X87, FloatFormat::F128] {
            let bits = f.from_float(v, FloatFormat::F64);
            if !f.is_nan(bits) && !f.is_infinite(bits) {
                assert_eq!(f.parse(&f.to_text(bits)), Some(bits), "{}", f.to_text(bits));
            }
        }
    }
    for (text, shown) in [("0.1", "0.1"), ("1", "1.0"), ("1e22", "1e22"), ("1e-7", "1e-7"), ("123456.5", "123456.5")] {
        for f in [FloatFormat::F32, FloatFormat::F64, FloatFormat::X87, FloatFormat::F128] {
            assert_eq!(f.to_text(f.parse(text).unwrap()), shown);
        }
    }
    assert_eq!(FloatFormat::X87.to_text(FloatFormat::X87.invalid()), "-nan");
    assert_eq!(FloatFormat::F128.to_text(FloatFormat::F128.infinity()), "inf");
    assert_eq!(FloatFormat::X87.to_text(FloatFormat::X87.neg(0)), "-0.0");
}

#[test]
fn conversion_to_integers_checks_the_range() {
    let f = FloatFormat::F64;
    let value = |text: &str| f.parse(text).unwrap();
    let (i32_format, u8_format, bool_like) =
        (IntFormat::new(32, true), IntFormat::new(8, false), IntFormat::new(1, false));
    assert_eq!(f.to_int(f.neg(value("0.9")), u8_format), Some(0));
    assert_eq!(f.to_int(f.neg(value("1")), u8_format), None);
    assert_eq!(f.to_int(value("255.99"), u8_format), Some(255));
    assert_eq!(f.to_int(value("256"), u8_format), None);
    assert_eq!(f.to_int(value("1.5"), bool_like), Some(1));
    assert_eq!(f.to_int(f.neg(value("2147483648.9")), i32_format), Some(0x8000_0000));
    assert_eq!(f.to_int(f.neg(value("2147483649")), i32_format), None);
    assert_eq!(f.to_int(value("2147483648"), i32_format), None);
    assert_eq!(f.to_int(value("1e40"), IntFormat::new(128, false)), None);
    assert_eq!(f.to_int(value("0x1p127"), IntFormat::new(128, false)), Some(1 << 127));
    assert_eq!(f.to_int(f.neg(value("0x1p127")), IntFormat::new(128, true)), Some(1 << 127));
    assert_eq!(f.to_int(f.nan(), i32_format), None);
    assert_eq!(f.to_int(f.infinity(), i32_format), None);
}

/// Encodings that x87 hardware rejects are NaNs; pseudo-denormals have a value. Nothing panics.
#[test]
fn odd_x87_encodings() {
    let f = FloatFormat::X87;
    let one = f.parse("1").unwrap();
    for invalid in [0x3fffu128 << 64, 0x7fff << 64, 0x7fff << 64 | 1, 0x7ffe << 64 | 5, 0xbfff << 64] {
        assert!(f.is_nan(invalid));
        for r in
            [f.add(invalid, one), f.mul(one, invalid), f.sqrt(invalid), f.fma(one, one, invalid), f.div(one, invalid)]
        {
            assert_eq!(r, f.invalid());
        }
        assert!(!f.equal(invalid, invalid));
        assert_eq!(f.to_text(invalid), if f.is_negative(invalid) { "-nan" } else { "nan" });
    }
    let pseudo_denormal = 1u128 << 63;
    assert!(f.equal(pseudo_denormal, 1 << 64 | 1 << 63));
    assert_eq!(f.add(pseudo_denormal, 0), 1 << 64 | 1 << 63);
}

#[test]
fn literals_that_are_none() {
    for f in [FloatFormat::F32, FloatFormat::F64, FloatFormat::X87, FloatFormat::F128] {
        for text in ["", ".", "e5", "1e", "1e+", "0x", "0x.p1", "0x1p", "1.2.3", "inf", "nan", "1_0", "+1", "0x1g"] {
            assert_eq!(f.parse(text), None, "{text}");
        }
        let long = format!("0.{}1e{}", "0".repeat(200_000), 200_001);
        assert_eq!(f.parse(&long), f.parse("1"));
        let long = format!("1.{}1", "0".repeat(200_000));
        assert_eq!(f.parse(&long), f.parse("1"));
    }
}

#[test]
fn neighbours() {
    for f in [FloatFormat::F32, FloatFormat::F64, FloatFormat::X87, FloatFormat::F128] {
        for text in ["1", "0.5", "3.7", "0x1p-100", "1e30"] {
            let v = f.parse(text).unwrap();
            assert_eq!(f.next(f.next(v, true), false), v);
            assert_eq!(f.next(f.next(v, false), true), v);
            assert_eq!(f.next(f.neg(v), false), f.neg(f.next(v, true)));
        }
        assert_eq!(f.next(f.largest(false), true), f.infinity());
        assert_eq!(f.next(f.infinity(), false), f.largest(false));
        assert_eq!(f.next(0, true), 1);
        assert_eq!(f.next(1, false), 0);
        let (fraction, power) = f.split(f.parse("12").unwrap());
        assert_eq!((fraction, power), (f.parse("0.75").unwrap(), 4));
    }
    assert_eq!(f64_next(1.0), 1.0f64.next_up());
}

fn f64_next(v: f64) -> f64 {
    f64::from_bits(FloatFormat::F64.next(u128::from(v.to_bits()), true) as u64)
}
