//! Bit for bit, NaNs included, against the arithmetic that the rest of the project computes with (to nearest).

use super::{Circuit, random_float, rounded};
use crate::fp::{FpFormat, RoundingMode};
use crate::terms::{TermId, Terms};
use crate::tests::special_value;
use pm_base::Random;
use pm_base::num::{FloatFormat, IntFormat};

const FORMATS: [(FpFormat, FloatFormat); 5] = [
    (FpFormat::HALF, FloatFormat::F16),
    (FpFormat::SINGLE, FloatFormat::F32),
    (FpFormat::DOUBLE, FloatFormat::F64),
    (FpFormat::X87, FloatFormat::X87),
    (FpFormat::QUAD, FloatFormat::F128),
];

const NEAREST: u128 = RoundingMode::NearestEven as u128;

/// Any pattern, for x87 also those that the hardware rejects.
fn pattern(random: &mut Random, f: FpFormat, near: Option<u128>) -> u128 {
    let a = random_float(random, f, near);
    if f.explicit_integer && random.below(10) == 0 { a ^ 1 << (f.precision - 1) } else { a }
}

#[test]
fn arithmetic_with_nans() {
    for (f, own) in FORMATS {
        let mut random = Random::new(u64::from(f.bits()) + 77);
        let add = rounded(f, 2, |t, mode, x| t.fp_add(f, mode, x[0], x[1]));
        let sub = rounded(f, 2, |t, mode, x| t.fp_sub(f, mode, x[0], x[1]));
        let mul = rounded(f, 2, |t, mode, x| t.fp_mul(f, mode, x[0], x[1]));
        let div = rounded(f, 2, |t, mode, x| t.fp_div(f, mode, x[0], x[1]));
        let sqrt = rounded(f, 1, |t, mode, x| t.fp_sqrt(f, mode, x[0]));
        let fma = rounded(f, 3, |t, mode, x| t.fp_fma(f, mode, x[0], x[1], x[2]));
        for _ in 0..if f.bits() > 64 { 120 } else { 300 } {
            let a = pattern(&mut random, f, None);
            let b = pattern(&mut random, f, Some(a));
            let c = pattern(&mut random, f, Some(b));
            let same = |found: u128, expected: u128, what: &str| {
                assert_eq!(found, expected, "{what} {a:x} {b:x} {c:x}: {found:x}, not {expected:x}");
            };
            same(add.eval_one(&[NEAREST, a, b]), own.add(a, b), "add");
            same(sub.eval_one(&[NEAREST, a, b]), own.sub(a, b), "sub");
            same(mul.eval_one(&[NEAREST, a, b]), own.mul(a, b), "mul");
            same(div.eval_one(&[NEAREST, a, b]), own.div(a, b), "div");
            same(sqrt.eval_one(&[NEAREST, a]), own.sqrt(a), "sqrt");
            same(fma.eval_one(&[NEAREST, a, b, c]), own.fma(a, b, c), "fma");
        }
    }
}

#[test]
fn remainders() {
    for (f, own) in FORMATS {
        let mut random = Random::new(u64::from(f.bits()) + 99);
        let circuit =
            Circuit::new(&[f.bits(), f.bits()], |t, x| vec![t.fp_fmod(f, x[0], x[1]), t.fp_remainder(f, x[0], x[1])]);
        for round in 0..if f.bits() > 32 { 30 } else { 100 } {
            let a = pattern(&mut random, f, None);
            let b = pattern(&mut random, f, (round % 3 != 0).then_some(a));
            let found = circuit.eval(&[a, b]);
            assert_eq!(found[0], own.fmod(a, b), "fmod {a:x} {b:x}: {:x}", found[0]);
            assert_eq!(found[1], own.remainder(a, b), "remainder {a:x} {b:x}: {:x}", found[1]);
        }
    }
}

#[test]
fn integral_values() {
    use pm_base::num::RoundingMode as Own;
    let modes = [
        (RoundingMode::NearestEven, Own::NearestEven),
        (RoundingMode::TowardZero, Own::TowardZero),
        (RoundingMode::Up, Own::Up),
        (RoundingMode::Down, Own::Down),
    ];
    for (f, own) in FORMATS {
        let mut random = Random::new(u64::from(f.bits()) + 55);
        let circuit = rounded(f, 1, |t, mode, x| t.fp_round_to_integral(f, mode, x[0]));
        for _ in 0..150 {
            let one = super::pack(f, false, f.bias() as u128 + u128::from(f.precision / 2), 0);
            let a = pattern(&mut random, f, Some(one));
            for (mode, own_mode) in modes {
                let (found, expected) = (circuit.eval_one(&[mode as u128, a]), own.round_to_integral(a, own_mode));
                assert_eq!(found, expected, "{a:x} {mode:?}: {found:x}, not {expected:x}");
            }
            let away = circuit.eval_one(&[RoundingMode::NearestAway as u128, a]);
            assert_eq!(away, own.round_ties_away(a), "{a:x} away");
        }
    }
}

#[test]
fn conversions() {
    for (from, own_from) in FORMATS {
        for (to, own_to) in FORMATS {
            let mut random = Random::new(u64::from(from.bits() * 1000 + to.bits()));
            let circuit = Circuit::new(&[from.bits()], |t, x| {
                let mode = t.fp_rounding(RoundingMode::NearestEven);
                vec![t.fp_convert(from, to, mode, x[0])]
            });
            for _ in 0..100 {
                let a = pattern(&mut random, from, None);
                let (found, expected) = (circuit.eval_one(&[a]), own_to.from_float(a, own_from));
                assert_eq!(found, expected, "{a:x} from {from:?} to {to:?}: {found:x}, not {expected:x}");
            }
        }
    }
}

#[test]
fn integers() {
    for (f, own) in FORMATS {
        for (width, signed) in [(8, true), (32, true), (32, false), (64, true), (64, false)] {
            let mut random = Random::new(u64::from(f.bits() * 100 + width));
            let format = IntFormat::new(width as u8, signed);
            let from = Circuit::new(&[width], |t, x| {
                let mode = t.fp_rounding(RoundingMode::NearestEven);
                vec![t.fp_from_int(f, mode, x[0], signed)]
            });
            let to = Circuit::new(&[f.bits()], |t, x| {
                let mode = t.fp_rounding(RoundingMode::TowardZero);
                let result = t.fp_to_int(f, mode, x[0], width, signed);
                vec![result.value, t.bool_to_bv(result.fits, 1)]
            });
            for _ in 0..60 {
                let integer = u128::from(special_value(&mut random, width));
                let float = own.from_int(integer, format);
                assert_eq!(from.eval_one(&[integer]), float, "from {integer:x}");
                let a = pattern(&mut random, f, Some(float));
                let found = to.eval(&[a]);
                let found = (found[1] == 1).then_some(found[0]);
                assert_eq!(found, own.to_int(a, format), "{a:x} to {format:?}");
            }
        }
    }
}

#[test]
fn classes_and_comparisons() {
    for (f, own) in FORMATS {
        let mut random = Random::new(u64::from(f.bits()) + 11);
        let circuit = Circuit::new(&[f.bits(), f.bits()], |t, x| {
            let (a, b) = (x[0], x[1]);
            let tests = [
                t.fp_is_nan(f, a),
                t.fp_is_infinite(f, a),
                t.fp_is_zero(f, a),
                t.fp_is_normal(f, a),
                t.fp_lt(f, a, b),
                t.fp_le(f, a, b),
                t.fp_eq(f, a, b),
            ];
            let mut results: Vec<TermId> = tests.iter().map(|&test| t.bool_to_bv(test, 1)).collect();
            results.push(t.fp_neg(f, a));
            results
        });
        for _ in 0..300 {
            let a = pattern(&mut random, f, None);
            let b = if random.below(3) == 0 { a } else { pattern(&mut random, f, Some(a)) };
            let expected = [
                own.is_nan(a),
                own.is_infinite(a),
                own.is_zero(a),
                own.is_normal(a),
                own.less(a, b),
                own.less_equal(a, b),
                own.equal(a, b),
            ];
            let found = circuit.eval(&[a, b]);
            for (at, &holds) in expected.iter().enumerate() {
                assert_eq!(found[at] == 1, holds, "test {at} of {a:x} {b:x}");
            }
            assert_eq!(found[7], own.neg(a));
        }
    }
}

/// Constants are folded to what the circuit yields.
#[test]
fn folding_agrees_with_circuits() {
    for (f, _) in FORMATS {
        let mut random = Random::new(u64::from(f.bits()) + 5);
        let build = |t: &mut Terms, x: &[TermId]| {
            let modes = RoundingMode::ALL.map(|mode| t.fp_rounding(mode));
            let (nearest, zero) = (modes[0], modes[4]);
            let mut results = vec![
                t.fp_add(f, nearest, x[0], x[1]),
                t.fp_sub(f, nearest, x[0], x[1]),
                t.fp_mul(f, nearest, x[0], x[1]),
                t.fp_div(f, nearest, x[0], x[1]),
                t.fp_sqrt(f, nearest, x[0]),
                t.fp_fma(f, nearest, x[0], x[1], x[0]),
                t.fp_convert(f, FpFormat::DOUBLE, nearest, x[0]),
                t.fp_from_int(f, nearest, x[0], true),
                t.fp_from_int(f, nearest, x[0], false),
            ];
            results.extend(modes.map(|mode| t.fp_round_to_integral(f, mode, x[0])));
            let tests = [t.fp_eq(f, x[0], x[1]), t.fp_lt(f, x[0], x[1]), t.fp_le(f, x[0], x[1])];
            results.extend(tests.map(|test| t.bool_to_bv(test, 1)));
            let integer = t.fp_to_int(f, zero, x[0], 32, true);
            results.push(t.bool_to_bv(integer.fits, 1));
            let none = t.zero(32);
            results.push(t.ite(integer.fits, integer.value, none));
            results
        };
        let circuit = Circuit::new(&[f.bits(), f.bits()], build);
        let mut terms = Terms::new();
        for _ in 0..40 {
            let a = pattern(&mut random, f, None);
            let b = pattern(&mut random, f, Some(a));
            let operands = [terms.bv(f.bits(), a), terms.bv(f.bits(), b)];
            let folded: Vec<u128> =
                build(&mut terms, &operands).iter().map(|&t| terms.const_u128(t).unwrap()).collect();
            assert_eq!(folded, circuit.eval(&[a, b]), "{a:x} {b:x}");
        }
    }
}
