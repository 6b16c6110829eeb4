//! Boxes against the circuits: what sets say of a box is true of its points, and verdicts are those of a SAT solver.

use super::program::Program;
use super::{Boxes, Rounding, Verdict};
use crate::{Answer, Limits, Options, Solver};
use pm_base::Random;
use pm_term::fp::{FpFormat, RoundingMode};
use pm_term::{Bits, Evaluator, Sort, TermId, Terms, Value};

const FORMATS: [FpFormat; 2] = [FpFormat::SINGLE, FpFormat::DOUBLE];

/// Bits that are worth a look: zeros, ones, infinities, NaNs, the smallest, any.
fn pattern(random: &mut Random, f: FpFormat) -> u64 {
    let width = f.bits();
    let sign = random.below(2) << (width - 1);
    let one = ((1u64 << (f.exponent_bits - 1)) - 1) << f.stored_bits();
    let infinity = ((1u64 << f.exponent_bits) - 1) << f.stored_bits();
    sign | match random.below(8) {
        0 => 0,
        1 => one,
        2 => infinity,
        3 => infinity + 1 + random.below(9),
        4 => random.below(4),
        5 => one + random.below(1 << f.stored_bits()),
        6 => infinity - 1 - random.below(3),
        _ => random.draw() >> (65 - width),
    }
}

/// A random condition over two floats and an integer.
fn condition(terms: &mut Terms, random: &mut Random) -> (TermId, [TermId; 3], FpFormat) {
    let f = FORMATS[random.below(2) as usize];
    let other = FORMATS[usize::from(f == FpFormat::SINGLE)];
    let nearest = terms.fp_rounding(RoundingMode::NearestEven);
    let zero = terms.fp_rounding(RoundingMode::TowardZero);
    let float = Sort::Bv(f.bits());
    let inputs = [terms.symbol("x", float), terms.symbol("y", float), terms.symbol("n", Sort::Bv(16))];
    let signed = random.flip();
    let number = terms.fp_from_int(f, nearest, inputs[2], signed);
    let constant = terms.bv(f.bits(), pattern(random, f).into());
    let mut floats = vec![inputs[0], inputs[1], number, constant];
    let mut bools = vec![TermId::TRUE];
    for _ in 0..6 {
        let (a, b, p) = (random.pick(&floats), random.pick(&floats), random.pick(&bools));
        let made = match random.below(9) {
            0 => terms.fp_add(f, nearest, a, b),
            1 => terms.fp_sub(f, nearest, a, b),
            2 => terms.fp_mul(f, nearest, a, b),
            3 => terms.fp_div(f, nearest, a, b),
            4 => terms.fp_neg(f, a),
            5 => terms.fp_abs(f, a),
            6 => terms.ite(p, a, b),
            7 => {
                let there = terms.fp_convert(f, other, nearest, a);
                terms.fp_convert(other, f, nearest, there)
            }
            _ => {
                let int = terms.fp_to_int(f, zero, a, 16, signed);
                bools.push(int.fits);
                terms.fp_from_int(f, nearest, int.value, signed)
            }
        };
        floats.push(made);
        let (a, b) = (made, random.pick(&floats));
        bools.push(match random.below(6) {
            0 => terms.fp_eq(f, a, b),
            1 => terms.fp_lt(f, a, b),
            2 => terms.fp_le(f, a, b),
            3 => terms.fp_is_nan(f, a),
            4 => terms.fp_is_infinite(f, a),
            _ => terms.fp_is_finite(f, a),
        });
    }
    let (p, q) = (bools[bools.len() - 1], bools[bools.len() - 2]);
    let q = if random.flip() { terms.not(q) } else { q };
    (terms.and(p, q), inputs, f)
}

#[test]
fn sets_hold_what_circuits_compute() {
    let mut said = [0; 2];
    for seed in 0..400 {
        let random = &mut Random::new(seed);
        let mut terms = Terms::new();
        let (goal, inputs, f) = condition(&mut terms, random);
        let Some(mut program) = Program::new(&terms, &[goal]) else { continue };
        for _ in 0..20 {
            let mut ranges = Vec::new();
            for input in &program.inputs {
                let any = |r: &mut Random| if input.width == 16 { r.below(1 << 16) } else { pattern(r, f) };
                let (a, mut b) = (any(random), any(random));
                if random.flip() {
                    b = a.saturating_add(random.below(1 << 12)).min(u64::MAX >> (64 - input.width));
                }
                ranges.push((a.min(b), a.max(b)));
            }
            let rounding = if random.flip() { Rounding::Exact } else { Rounding::Outward };
            let Some(known) = program.holds(&ranges, rounding) else { continue };
            said[usize::from(known)] += 1;
            for _ in 0..8 {
                let mut eval = Evaluator::new();
                for (input, (lo, hi)) in program.inputs.iter().zip(&ranges) {
                    let value = lo + random.below((hi - lo).saturating_add(1));
                    eval.set(input.symbol, Value::Bits(Bits::from_u128(input.width, value.into())));
                }
                assert_eq!(eval.eval_bool(&terms, goal), known, "seed {seed}: {inputs:?} in {ranges:?}");
            }
        }
    }
    assert!(said[0] > 100 && said[1] > 100, "{said:?}");
}

/// Whether `lo <= x <= hi` and not `p(x) <= most`, for `p(x) = x - x*x*x/6`.
fn polynomial(terms: &mut Terms, f: FpFormat, (lo, hi, most): (f64, f64, f64)) -> TermId {
    let nearest = terms.fp_rounding(RoundingMode::NearestEven);
    let constant = |terms: &mut Terms, v: f64| {
        let bits = if f == FpFormat::SINGLE { (v as f32).to_bits().into() } else { v.to_bits() };
        terms.bv(f.bits(), bits.into())
    };
    let x = terms.symbol("x", Sort::Bv(f.bits()));
    let (lo, hi) = (constant(terms, lo), constant(terms, hi));
    let (most, six) = (constant(terms, most), constant(terms, 6.0));
    let square = terms.fp_mul(f, nearest, x, x);
    let cube = terms.fp_mul(f, nearest, square, x);
    let part = terms.fp_div(f, nearest, cube, six);
    let value = terms.fp_sub(f, nearest, x, part);
    let (above, below) = (terms.fp_le(f, lo, x), terms.fp_le(f, x, hi));
    let inside = terms.and(above, below);
    let small = terms.fp_le(f, value, most);
    let large = terms.not(small);
    terms.and(inside, large)
}

#[test]
fn polynomials() {
    for f in FORMATS {
        for rounding in [Rounding::Exact, Rounding::Outward] {
            let mut terms = Terms::new();
            let limits = Limits::default();
            let safe = polynomial(&mut terms, f, (-1.0, 1.0, 0.85));
            let verdict = Boxes::new(&terms, &[safe], rounding).map(|mut b| b.run(&terms, 10_000_000, &limits));
            assert!(matches!(verdict, Some(Ok(Verdict::Unsat))), "{verdict:?}");
            let unsafe_ = polynomial(&mut terms, f, (-1.0, 1.0, 0.83));
            let verdict = Boxes::new(&terms, &[unsafe_], rounding).map(|mut b| b.run(&terms, 10_000_000, &limits));
            let Some(Ok(Verdict::Sat(values))) = verdict else { panic!("{verdict:?}") };
            let mut eval = Evaluator::new();
            values.into_iter().for_each(|(s, v)| eval.set(s, Value::Bits(v)));
            assert!(eval.eval_bool(&terms, unsafe_));
        }
    }
}

#[test]
fn verdicts_are_those_of_a_sat_solver() {
    let mut decided = 0;
    for seed in 0..60 {
        let random = &mut Random::new(seed + 1000);
        let mut terms = Terms::new();
        let (goal, [x, y, n], f) = condition(&mut terms, random);
        // Few values of each input are left.
        let mut roots = vec![goal];
        for (input, bits) in [(x, f.bits()), (y, f.bits())] {
            let (base, span) = (pattern(random, f) & !15, terms.bv(bits, 15));
            let base = terms.bv(bits, base.into());
            let offset = terms.sub(input, base);
            roots.push(terms.ule(offset, span));
        }
        let few = terms.bv(16, 7);
        roots.push(terms.ule(n, few));
        let Some(mut boxes) = Boxes::new(&terms, &roots, Rounding::Exact) else { continue };
        let verdict = boxes.run(&terms, 2_000_000, &Limits::default());
        let mut solver = Solver::new(&Options::default());
        roots.iter().for_each(|r| solver.assert(&terms, *r));
        let expected = match verdict {
            Ok(Verdict::Sat(_)) => Answer::Sat,
            Ok(Verdict::Unsat) => Answer::Unsat,
            Ok(Verdict::Open) | Err(_) => continue,
        };
        assert_eq!(solver.check(&terms, &[]), expected, "seed {seed}");
        decided += 1;
    }
    assert!(decided > 20, "{decided}");
}
