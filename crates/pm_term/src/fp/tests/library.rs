//! Half, single, double, x87 and quad against a software float library, in all rounding modes.

use super::{Circuit, random_float, rounded};
use crate::fp::{FpFormat, RoundingMode};
use crate::tests::special_value;
use pm_base::Random;
use rustc_apfloat::ieee::{Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round};

fn round_of(mode: RoundingMode) -> Round {
    match mode {
        RoundingMode::NearestEven => Round::NearestTiesToEven,
        RoundingMode::NearestAway => Round::NearestTiesToAway,
        RoundingMode::Up => Round::TowardPositive,
        RoundingMode::Down => Round::TowardNegative,
        RoundingMode::TowardZero => Round::TowardZero,
    }
}

fn check<F: Float>(found: u128, expected: F, what: &str, inputs: &[u128]) {
    if expected.is_nan() {
        assert!(F::from_bits(found).is_nan(), "{what} {inputs:x?}: {found:x} is not NaN");
    } else {
        let expected = expected.to_bits();
        assert_eq!(found, expected, "{what} {inputs:x?}: {found:x}, not {expected:x}");
    }
}

fn arithmetic<F: Float>(f: FpFormat, rounds: usize) {
    let mut random = Random::new(u64::from(f.bits()));
    let add = rounded(f, 2, |t, mode, x| t.fp_add(f, mode, x[0], x[1]));
    let sub = rounded(f, 2, |t, mode, x| t.fp_sub(f, mode, x[0], x[1]));
    let mul = rounded(f, 2, |t, mode, x| t.fp_mul(f, mode, x[0], x[1]));
    let div = rounded(f, 2, |t, mode, x| t.fp_div(f, mode, x[0], x[1]));
    let fma = rounded(f, 3, |t, mode, x| t.fp_fma(f, mode, x[0], x[1], x[2]));
    let integral = rounded(f, 1, |t, mode, x| t.fp_round_to_integral(f, mode, x[0]));
    for _ in 0..rounds {
        let mode = random.pick(&RoundingMode::ALL);
        let a = random_float(&mut random, f, None);
        let b = random_float(&mut random, f, Some(a));
        let (x, y, r) = (F::from_bits(a), F::from_bits(b), round_of(mode));
        let inputs = [mode as u128, a, b];
        check(add.eval_one(&inputs), x.add_r(y, r).value, "add", &inputs);
        check(sub.eval_one(&inputs), x.sub_r(y, r).value, "sub", &inputs);
        check(mul.eval_one(&inputs), x.mul_r(y, r).value, "mul", &inputs);
        check(div.eval_one(&inputs), x.div_r(y, r).value, "div", &inputs);
        let c = random_float(&mut random, f, Some(x.mul_r(y, r).value.to_bits()));
        let inputs = [mode as u128, a, b, c];
        check(fma.eval_one(&inputs), x.mul_add_r(y, F::from_bits(c), r).value, "fma", &inputs);
        let inputs = [mode as u128, a];
        check(integral.eval_one(&inputs), x.round_to_integral(r).value, "to integral", &inputs);
    }
}

#[test]
fn arithmetic_of_half() {
    arithmetic::<Half>(FpFormat::HALF, 1000);
}

#[test]
fn arithmetic_of_single() {
    arithmetic::<Single>(FpFormat::SINGLE, 700);
}

#[test]
fn arithmetic_of_double() {
    arithmetic::<Double>(FpFormat::DOUBLE, 300);
}

#[test]
fn arithmetic_of_x87() {
    arithmetic::<X87DoubleExtended>(FpFormat::X87, 200);
}

#[test]
fn arithmetic_of_quad() {
    arithmetic::<Quad>(FpFormat::QUAD, 60);
}

fn conversion<A: FloatConvert<B>, B: Float>(from: FpFormat, to: FpFormat) {
    let circuit = Circuit::new(&[3, from.bits()], |t, x| vec![t.fp_convert(from, to, x[0], x[1])]);
    let mut random = Random::new(u64::from(from.bits() * 1000 + to.bits()));
    // Exponents near the limits of the other format, where the source has them.
    let bias_difference = (from.bias() - to.bias()).max(0) as u128;
    for _ in 0..300 {
        let mode = random.pick(&RoundingMode::ALL);
        let near = random.pick(&[1, 2 * to.bias() as u128]) + bias_difference;
        let near = (random.below(2) == 0).then_some(near << from.stored_bits());
        let a = random_float(&mut random, from, near);
        let mut loses = false;
        let expected: B = A::from_bits(a).convert_r(round_of(mode), &mut loses).value;
        check(circuit.eval_one(&[mode as u128, a]), expected, "convert", &[mode as u128, a]);
    }
}

#[test]
fn conversions_between_formats() {
    conversion::<Half, Single>(FpFormat::HALF, FpFormat::SINGLE);
    conversion::<Single, Half>(FpFormat::SINGLE, FpFormat::HALF);
    conversion::<Single, Double>(FpFormat::SINGLE, FpFormat::DOUBLE);
    conversion::<Double, Single>(FpFormat::DOUBLE, FpFormat::SINGLE);
    conversion::<Double, X87DoubleExtended>(FpFormat::DOUBLE, FpFormat::X87);
    conversion::<X87DoubleExtended, Double>(FpFormat::X87, FpFormat::DOUBLE);
    conversion::<X87DoubleExtended, Single>(FpFormat::X87, FpFormat::SINGLE);
    conversion::<Quad, X87DoubleExtended>(FpFormat::QUAD, FpFormat::X87);
    conversion::<Double, Half>(FpFormat::DOUBLE, FpFormat::HALF);
}

fn integers<F: Float>(f: FpFormat, width: u32) {
    let mut random = Random::new(u64::from(f.bits() * 100 + width));
    for signed in [false, true] {
        let from = Circuit::new(&[3, width], |t, x| vec![t.fp_from_int(f, x[0], x[1], signed)]);
        let to = Circuit::new(&[3, f.bits()], |t, x| {
            let result = t.fp_to_int(f, x[0], x[1], width, signed);
            vec![result.value, t.bool_to_bv(result.fits, 1)]
        });
        for _ in 0..80 {
            let mode = random.pick(&RoundingMode::ALL);
            let integer = u128::from(special_value(&mut random, width));
            let r = round_of(mode);
            let wanted = if signed {
                F::from_i128_r(crate::bits::signed(width, integer), r).value
            } else {
                F::from_u128_r(integer, r).value
            };
            check(from.eval_one(&[mode as u128, integer]), wanted, "from int", &[mode as u128, integer]);
            let near = if random.below(2) == 0 { Some(wanted.to_bits()) } else { None };
            let a = random_float(&mut random, f, near);
            let found = to.eval(&[mode as u128, a]);
            let mut exact = false;
            let (value, status) = if signed {
                let result = F::from_bits(a).to_i128_r(width as usize, r, &mut exact);
                (result.value as u128 & crate::bits::mask(width), result.status)
            } else {
                let result = F::from_bits(a).to_u128_r(width as usize, r, &mut exact);
                (result.value, result.status)
            };
            let fits = !status.intersects(rustc_apfloat::Status::INVALID_OP);
            assert_eq!(found[1] == 1, fits, "fits {a:x} {mode:?} {width} {signed}");
            if fits {
                assert_eq!(found[0], value, "to int {a:x} {mode:?} {width} {signed}");
            }
        }
    }
}

#[test]
fn conversions_of_integers() {
    for width in [8, 16, 32, 64] {
        integers::<Half>(FpFormat::HALF, width);
        integers::<Single>(FpFormat::SINGLE, width);
        integers::<Double>(FpFormat::DOUBLE, width);
        integers::<X87DoubleExtended>(FpFormat::X87, width);
    }
}
