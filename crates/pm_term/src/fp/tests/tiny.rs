//! All values of a tiny format, against rational arithmetic.

use super::{Circuit, rounded};
use crate::fp::{FpFormat, RoundingMode};
use crate::terms::{TermId, Terms};
use pm_base::Random;
use std::cmp::Ordering;

const TINY: FpFormat = FpFormat::ieee(3, 3);
/// Values are integers in units of 2^-UNIT; the last place of subnormals is 2^-4, and midpoints need a bit more.
const UNIT: u32 = 5;
const INFINITY: u128 = 7 << 2;

/// What a pattern stands for: a number in units, or special.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Class {
    Nan,
    Infinite,
    Finite(i128),
}

fn magnitude(pattern: u128) -> i128 {
    let (biased, fraction) = ((pattern >> 2 & 7) as u32, (pattern & 3) as i128);
    // Subnormals and the first binade count in 2^-4.
    let significand = if biased == 0 { fraction } else { fraction + 4 };
    significand << (UNIT - 4 + biased.max(1) - 1)
}

fn is_negative(pattern: u128) -> bool {
    pattern >> 5 == 1
}

fn classify(pattern: u128) -> Class {
    let magnitude_bits = pattern & 31;
    match magnitude_bits.cmp(&INFINITY) {
        Ordering::Less if is_negative(pattern) => Class::Finite(-magnitude(magnitude_bits)),
        Ordering::Less => Class::Finite(magnitude(magnitude_bits)),
        Ordering::Equal => Class::Infinite,
        Ordering::Greater => Class::Nan,
    }
}

/// Rounds a positive number, known by comparison with multiples of the unit, to a magnitude pattern.
fn round(mode: RoundingMode, negative: bool, compare: impl Fn(i128) -> Ordering) -> u128 {
    // Patterns of magnitudes are ordered as the values are, and infinity takes the place of the next value.
    let lower = (0..INFINITY).rev().find(|&p| compare(magnitude(p)) != Ordering::Less).unwrap();
    if compare(magnitude(lower)) == Ordering::Equal {
        return lower;
    }
    let (low, high) = (magnitude(lower), magnitude(lower + 1));
    let against_middle = compare((low + high) / 2);
    let up = match mode {
        RoundingMode::NearestEven => {
            against_middle == Ordering::Greater || against_middle == Ordering::Equal && lower & 1 == 1
        }
        RoundingMode::NearestAway => against_middle != Ordering::Less,
        RoundingMode::Up => !negative,
        RoundingMode::Down => negative,
        RoundingMode::TowardZero => false,
    };
    lower + u128::from(up)
}

/// Rounds `num / den` (den positive) in units, signed; a zero has the sign that is given.
fn round_ratio(mode: RoundingMode, num: i128, den: i128, zero_negative: bool) -> u128 {
    if num == 0 {
        return u128::from(zero_negative) << 5;
    }
    let negative = num < 0;
    u128::from(negative) << 5 | round(mode, negative, |v| num.abs().cmp(&(v * den)))
}

const NAN: Option<u128> = None;

fn add(mode: RoundingMode, a: u128, b: u128) -> Option<u128> {
    match (classify(a), classify(b)) {
        (Class::Nan, _) | (_, Class::Nan) => NAN,
        (Class::Infinite, Class::Infinite) if a != b => NAN,
        (Class::Infinite, _) => Some(a),
        (_, Class::Infinite) => Some(b),
        (Class::Finite(x), Class::Finite(y)) => {
            let same = is_negative(a) == is_negative(b);
            let zero_negative = if same { is_negative(a) } else { mode == RoundingMode::Down };
            Some(round_ratio(mode, x + y, 1, zero_negative))
        }
    }
}

fn mul(mode: RoundingMode, a: u128, b: u128) -> Option<u128> {
    let negative = is_negative(a) != is_negative(b);
    let infinity = u128::from(negative) << 5 | INFINITY;
    match (classify(a), classify(b)) {
        (Class::Nan, _) | (_, Class::Nan) => NAN,
        (Class::Infinite, Class::Finite(0)) | (Class::Finite(0), Class::Infinite) => NAN,
        (Class::Infinite, _) | (_, Class::Infinite) => Some(infinity),
        (Class::Finite(x), Class::Finite(y)) => Some(round_ratio(mode, x * y, 1 << UNIT, negative)),
    }
}

fn div(mode: RoundingMode, a: u128, b: u128) -> Option<u128> {
    let negative = is_negative(a) != is_negative(b);
    let sign = u128::from(negative) << 5;
    match (classify(a), classify(b)) {
        (Class::Nan, _) | (_, Class::Nan) | (Class::Infinite, Class::Infinite) => NAN,
        (Class::Finite(0), Class::Finite(0)) => NAN,
        (Class::Infinite, _) | (_, Class::Finite(0)) => Some(sign | INFINITY),
        (_, Class::Infinite) => Some(sign),
        (Class::Finite(x), Class::Finite(y)) => Some(round_ratio(mode, (x << UNIT) * y.signum(), y.abs(), negative)),
    }
}

fn fma(mode: RoundingMode, a: u128, b: u128, c: u128) -> Option<u128> {
    let product_negative = is_negative(a) != is_negative(b);
    match (classify(a), classify(b), classify(c)) {
        (Class::Finite(x), Class::Finite(y), Class::Finite(z)) => {
            let same = product_negative == is_negative(c);
            let zero_negative = if same { product_negative } else { mode == RoundingMode::Down };
            Some(round_ratio(mode, x * y + (z << UNIT), 1 << UNIT, zero_negative))
        }
        (Class::Finite(_), Class::Finite(_), Class::Infinite) => Some(c),
        (Class::Finite(_), Class::Finite(_), Class::Nan) => NAN,
        _ => add(mode, mul(mode, a, b)?, c),
    }
}

fn sqrt(mode: RoundingMode, a: u128) -> Option<u128> {
    match classify(a) {
        Class::Nan => NAN,
        Class::Finite(0) => Some(a),
        _ if is_negative(a) => NAN,
        Class::Infinite => Some(a),
        // Root of x units: v * v against x * 2^UNIT, in squared units.
        Class::Finite(x) => Some(round(mode, false, |v| (x << UNIT).cmp(&(v * v)))),
    }
}

/// The quotient of the magnitudes, rounded as asked, and the rest with the sign of `a` unless it is negative.
fn rest(nearest: bool, a: u128, b: u128) -> Option<u128> {
    match (classify(a), classify(b)) {
        (Class::Nan, _) | (_, Class::Nan) | (Class::Infinite, _) | (_, Class::Finite(0)) => NAN,
        (_, Class::Infinite) => Some(a),
        (Class::Finite(x), Class::Finite(y)) => {
            let (x, y) = (x.abs(), y.abs());
            let (mut quotient, mut rest) = (x / y, x % y);
            if nearest && (2 * rest > y || 2 * rest == y && quotient % 2 == 1) {
                quotient += 1;
                rest = x - quotient * y;
            }
            let rest = if is_negative(a) { -rest } else { rest };
            Some(round_ratio(RoundingMode::TowardZero, rest, 1, is_negative(a)))
        }
    }
}

fn to_integral(mode: RoundingMode, a: u128) -> Option<u128> {
    match classify(a) {
        Class::Nan => NAN,
        Class::Infinite => Some(a),
        Class::Finite(x) => {
            let integer = round_integer(mode, x);
            Some(round_ratio(mode, integer << UNIT, 1, is_negative(a)))
        }
    }
}

/// A number of units rounded to an integer.
fn round_integer(mode: RoundingMode, x: i128) -> i128 {
    let (floor, part) = (x >> UNIT, x & ((1 << UNIT) - 1));
    let half = 1 << (UNIT - 1);
    let up = match mode {
        RoundingMode::NearestEven => part > half || part == half && floor & 1 == 1,
        RoundingMode::NearestAway => part > half || part == half && x > 0,
        RoundingMode::Up => part > 0,
        RoundingMode::Down => false,
        RoundingMode::TowardZero => part > 0 && x < 0,
    };
    floor + i128::from(up)
}

fn check(expected: Option<u128>, found: u128, what: &str, inputs: &[u128]) {
    match expected {
        Some(pattern) => assert_eq!(found, pattern, "{what} {inputs:x?}: {found:06b}, not {pattern:06b}"),
        None => assert_eq!(classify(found), Class::Nan, "{what} {inputs:x?}: {found:06b} is not NaN"),
    }
}

type Build = fn(&mut Terms, FpFormat, TermId, TermId, TermId) -> TermId;
type Reference = fn(RoundingMode, u128, u128) -> Option<u128>;

#[test]
fn binary_operations_on_all_values() {
    let sub: Reference = |mode, a, b| add(mode, a, b ^ 32);
    let fmod: Reference = |_, a, b| rest(false, a, b);
    let remainder: Reference = |_, a, b| rest(true, a, b);
    let cases: [(&str, Build, Reference); 6] = [
        ("add", Terms::fp_add, add),
        ("sub", Terms::fp_sub, sub),
        ("mul", Terms::fp_mul, mul),
        ("div", Terms::fp_div, div),
        ("fmod", |t, f, _, a, b| t.fp_fmod(f, a, b), fmod),
        ("remainder", |t, f, _, a, b| t.fp_remainder(f, a, b), remainder),
    ];
    for (name, build, reference) in cases {
        let circuit = rounded(TINY, 2, |t, mode, x| build(t, TINY, mode, x[0], x[1]));
        let modes = if name == "fmod" || name == "remainder" { 1 } else { 5 };
        for mode in &RoundingMode::ALL[..modes] {
            for a in 0..64 {
                for b in 0..64 {
                    let found = circuit.eval_one(&[*mode as u128, a, b]);
                    check(reference(*mode, a, b), found, name, &[*mode as u128, a, b]);
                }
            }
        }
    }
}

#[test]
fn unary_operations_on_all_values() {
    let root = rounded(TINY, 1, |t, mode, x| t.fp_sqrt(TINY, mode, x[0]));
    let integral = rounded(TINY, 1, |t, mode, x| t.fp_round_to_integral(TINY, mode, x[0]));
    for mode in RoundingMode::ALL {
        for a in 0..64 {
            let inputs = [mode as u128, a];
            check(sqrt(mode, a), root.eval_one(&inputs), "sqrt", &inputs);
            check(to_integral(mode, a), integral.eval_one(&inputs), "to integral", &inputs);
        }
    }
}

#[test]
fn fma_on_many_values() {
    let circuit = rounded(TINY, 3, |t, mode, x| t.fp_fma(TINY, mode, x[0], x[1], x[2]));
    let mut random = Random::new(3);
    for _ in 0..30_000 {
        let mode = random.pick(&RoundingMode::ALL);
        let [a, b, c] = [0; 3].map(|_: u8| u128::from(random.draw() % 64));
        let inputs = [mode as u128, a, b, c];
        check(fma(mode, a, b, c), circuit.eval_one(&inputs), "fma", &inputs);
    }
}

#[test]
fn integers_on_all_values() {
    for width in [1u32, 2, 3, 5, 8] {
        for signed in [false, true] {
            let from = Circuit::new(&[3, width], |t, x| vec![t.fp_from_int(TINY, x[0], x[1], signed)]);
            let to = Circuit::new(&[3, 6], |t, x| {
                let result = t.fp_to_int(TINY, x[0], x[1], width, signed);
                vec![result.value, t.bool_to_bv(result.fits, 1)]
            });
            for mode in RoundingMode::ALL {
                for a in 0..1u128 << width {
                    let value = if signed { crate::bits::signed(width, a) } else { a as i128 };
                    let expected = round_ratio(mode, value << UNIT, 1, false);
                    check(Some(expected), from.eval_one(&[mode as u128, a]), "from int", &[mode as u128, a]);
                }
                for a in 0..64 {
                    check_to_int(&to, mode, a, width, signed);
                }
            }
        }
    }
}

fn check_to_int(circuit: &Circuit, mode: RoundingMode, a: u128, width: u32, signed: bool) {
    let found = circuit.eval(&[mode as u128, a]);
    let (min, max) = if signed { (-(1 << (width - 1)), (1 << (width - 1)) - 1) } else { (0, (1i128 << width) - 1) };
    let integer = match classify(a) {
        Class::Finite(x) => Some(round_integer(mode, x)).filter(|v| (min..=max).contains(v)),
        Class::Nan | Class::Infinite => None,
    };
    assert_eq!(found[1] == 1, integer.is_some(), "fits {a:06b} {mode:?} {width} {signed}");
    if let Some(integer) = integer {
        assert_eq!(found[0], integer as u128 & crate::bits::mask(width), "to int {a:06b} {mode:?} {width} {signed}");
    }
}

#[test]
fn comparisons_on_all_values() {
    let circuit = Circuit::new(&[6, 6], |t, x| {
        let tests = [t.fp_eq(TINY, x[0], x[1]), t.fp_lt(TINY, x[0], x[1]), t.fp_le(TINY, x[0], x[1])];
        let mut results: Vec<TermId> = tests.iter().map(|&test| t.bool_to_bv(test, 1)).collect();
        results.push(t.fp_min(TINY, x[0], x[1]));
        results.push(t.fp_max(TINY, x[0], x[1]));
        results
    });
    let key = |p: u128| match classify(p) {
        Class::Nan => None,
        Class::Infinite => Some(if is_negative(p) { -10_000 } else { 10_000 }),
        Class::Finite(x) => Some(x),
    };
    for a in 0..64 {
        for b in 0..64 {
            let found = circuit.eval(&[a, b]);
            let order = key(a).and_then(|x| key(b).map(|y| x.cmp(&y)));
            assert_eq!(found[0] == 1, order == Some(Ordering::Equal), "{a:06b} = {b:06b}");
            assert_eq!(found[1] == 1, order == Some(Ordering::Less), "{a:06b} < {b:06b}");
            assert_eq!(found[2] == 1, order.is_some_and(|o| o != Ordering::Greater), "{a:06b} <= {b:06b}");
            let Some(order) = order else {
                let number = [a, b].into_iter().find(|&p| key(p).is_some());
                if let Some(number) = number {
                    assert_eq!(found[3..], [number, number]);
                }
                continue;
            };
            let a_first = order == Ordering::Less || order == Ordering::Equal && is_negative(a);
            let (low, high) = if a_first { (a, b) } else { (b, a) };
            assert_eq!(found[3..], [low, high], "min and max of {a:06b} {b:06b}");
        }
    }
}
