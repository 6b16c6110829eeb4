//! Every operator through the whole solver against `pm_term`'s evaluator.
//!
//! Small widths: for each pair of operand values the solver must find the evaluator's result and no other. Large widths: random
//! operands. All with each back end and with every way of refinement. Floats are compared with the host's arithmetic.

use pm_solve::{Answer, Backend, BlastOptions, Options, Solver};
use pm_term::fp::{FpFormat, RoundingMode};
use pm_term::{Bits, Evaluator, Op, Sort, TermId, Terms};

use crate::common::{self, Random, all_options};

pub fn binary(terms: &mut Terms, op: Op, a: TermId, b: TermId) -> TermId {
    match op {
        Op::And => terms.and(a, b),
        Op::Or => terms.or(a, b),
        Op::Xor => terms.xor(a, b),
        Op::Eq => terms.eq(a, b),
        Op::Add => terms.add(a, b),
        Op::Sub => terms.sub(a, b),
        Op::Mul => terms.mul(a, b),
        Op::Udiv => terms.udiv(a, b),
        Op::Urem => terms.urem(a, b),
        Op::Sdiv => terms.sdiv(a, b),
        Op::Srem => terms.srem(a, b),
        Op::Shl => terms.shl(a, b),
        Op::Lshr => terms.lshr(a, b),
        Op::Ashr => terms.ashr(a, b),
        Op::Concat => terms.concat(a, b),
        Op::Ult => terms.ult(a, b),
        Op::Ule => terms.ule(a, b),
        Op::Slt => terms.slt(a, b),
        Op::Sle => terms.sle(a, b),
        Op::Umulo => terms.umulo(a, b),
        Op::Smulo => terms.smulo(a, b),
        Op::Neg => terms.neg(a),
        Op::Not => terms.not(a),
        Op::Zext => {
            let width = terms.width(a) + 3;
            terms.zext(a, width)
        }
        Op::Sext => {
            let width = terms.width(a) + 3;
            terms.sext(a, width)
        }
        Op::Extract => {
            let width = terms.width(a);
            terms.extract(a, width - 1, width / 2)
        }
        Op::Ite => {
            let c = terms.ult(a, b);
            let n = terms.not(b);
            terms.ite(c, a, n)
        }
        Op::Implies => {
            let (x, y) = (terms.ult(a, b), terms.slt(a, b));
            terms.implies(x, y)
        }
        Op::Const | Op::Symbol | Op::ConstArray | Op::Select | Op::Store => a,
    }
}

/// The operands are assumed to have these values: the result must be the evaluator's, and nothing else is possible.
fn check_pair(solver: &mut Solver, terms: &mut Terms, [a, b, result]: [TermId; 3], values: [&Bits; 2], op: Op) {
    let mut evaluator = Evaluator::new();
    for (symbol, value) in [a, b].into_iter().zip(values) {
        if let Some(id) = terms.symbol_id(symbol) {
            evaluator.set_bits(id, value.clone());
        }
    }
    let expected = evaluator.eval_bits(terms, result);
    let constants = values.map(|v| terms.bv_bits(v));
    let mut assumptions = vec![terms.eq(a, constants[0]), terms.eq(b, constants[1])];
    let context = format!("{op:?} {values:?}");
    assert_eq!(solver.check(terms, &assumptions), Answer::Sat, "{context}");
    assert_eq!(solver.value_bits(terms, result), Some(expected.clone()), "{context}");
    let other = if terms.is_bool(result) {
        let constant = terms.bool_const(!expected.is_zero());
        terms.ne(result, constant)
    } else {
        let constant = terms.bv_bits(&expected);
        terms.ne(result, constant)
    };
    assumptions.push(other);
    assert_eq!(solver.check(terms, &assumptions), Answer::Unsat, "{context}");
}

fn check_operator(op: Op, width: u32, raw: bool, options: &Options, pairs: &[(Bits, Bits)]) {
    let mut terms = if raw { Terms::raw() } else { Terms::new() };
    let a = terms.symbol("a", Sort::Bv(width));
    let b = terms.symbol("b", Sort::Bv(width));
    let result = binary(&mut terms, op, a, b);
    let mut solver = Solver::new(options);
    for (x, y) in pairs {
        check_pair(&mut solver, &mut terms, [a, b, result], [x, y], op);
    }
}

#[test]
fn all_values_of_small_widths() {
    for op in Op::all() {
        for width in 1..=3 {
            let values: Vec<Bits> = (0..1 << width).map(|v| Bits::from_u128(width, v)).collect();
            let pairs: Vec<(Bits, Bits)> =
                values.iter().flat_map(|a| values.iter().map(move |b| (a.clone(), b.clone()))).collect();
            for backend in Backend::ALL {
                let options = Options { backend, ..Options::default() };
                check_operator(op, width, false, &options, &pairs);
                check_operator(op, width, true, &options, &pairs);
            }
        }
    }
}

/// Those of C, and those around the limits of words and of the steps of precision.
const WIDTHS: [u32; 9] = [5, 8, 9, 16, 17, 32, 33, 64, 128];

#[test]
fn random_values_of_large_widths() {
    let mut random = Random::new(5);
    for op in Op::all() {
        for width in WIDTHS {
            let mut value = || {
                let draws = u128::from(random.draw()) << 64 | u128::from(random.draw());
                let full = Bits::from_u128(width, draws & u128::MAX >> (128 - width));
                if random.below(2) == 0 { full } else { full.lshr_by(random.below(u64::from(width)) as u32) }
            };
            let count = if width <= 33 { 6 } else { 2 };
            let pairs: Vec<(Bits, Bits)> = (0..count).map(|_| (value(), value())).collect();
            check_operator(op, width, false, &Options::default(), &pairs);
            let blast = BlastOptions { refine_arithmetic: true, ..BlastOptions::default() };
            check_operator(op, width, true, &Options { blast, ..Options::default() }, &pairs);
        }
    }
}

/// Terms made at random, arrays among them, against enumeration of all inputs.
#[test]
fn random_terms_against_enumeration() {
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let mut terms = if seed % 2 == 0 { Terms::new() } else { Terms::raw() };
        let goals = common::random_goals(&mut random, &mut terms, 3);
        let expected: Vec<bool> = goals.iter().map(|&goal| common::satisfiable(&terms, goal)).collect();
        for options in all_options() {
            let mut solver = Solver::new(&options);
            for (&goal, &expected) in goals.iter().zip(&expected) {
                let answer = solver.check(&terms, &[goal]);
                let wanted = if expected { Answer::Sat } else { Answer::Unsat };
                assert_eq!(answer, wanted, "seed {seed} {options:?}");
                if expected {
                    common::check_model(&mut solver, &terms, goal);
                }
            }
        }
    }
}

/// Many questions about arrays on one solver: lazy reads answer as eager ones do.
#[test]
fn lazy_and_eager_reads_agree() {
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let mut terms = Terms::new();
        let goals = common::random_array_goals(&mut random, &mut terms, 12);
        let mut answers: Vec<Vec<Answer>> = Vec::new();
        for arrays in common::array_limits() {
            let blast = BlastOptions { arrays, ..BlastOptions::default() };
            let mut solver = Solver::new(&Options { blast, ..Options::default() });
            let mut answer = |goal: &TermId| {
                let answer = solver.check(&terms, &[*goal]);
                if answer == Answer::Sat {
                    common::check_goal(&mut solver, &terms, *goal);
                }
                answer
            };
            answers.push(goals.iter().map(&mut answer).collect());
        }
        assert!(answers.iter().all(|a| *a == answers[0]), "seed {seed}: {answers:?}");
    }
}

/// Special floats, and such that operations on them meet.
fn random_double(random: &mut Random) -> f64 {
    const SPECIAL: [f64; 12] =
        [0.0, -0.0, 1.0, -1.5, 0.1, f64::INFINITY, f64::NAN, f64::MAX, f64::MIN_POSITIVE, 5e-324, 3e38, 1e-45];
    match random.below(4) {
        0 => random.pick(&SPECIAL),
        1 => f64::from_bits(random.draw()),
        2 => random.below(1 << 60) as f64 / 1024.0,
        _ => f64::from(random.below(4000) as u32) * 0.125 - 100.0,
    }
}

type Circuit = fn(&mut Terms, FpFormat, TermId, TermId, TermId) -> TermId;

/// Floats through gates and clauses: the result is that of the machine that the test runs on, and no other is possible.
#[test]
fn floats_are_those_of_the_host() {
    type Host<F> = fn(F, F) -> F;
    let operations: [(Circuit, Host<f64>, Host<f32>); 5] = [
        (|t, f, r, a, b| t.fp_add(f, r, a, b), |a, b| a + b, |a, b| a + b),
        (|t, f, r, a, b| t.fp_sub(f, r, a, b), |a, b| a - b, |a, b| a - b),
        (|t, f, r, a, b| t.fp_mul(f, r, a, b), |a, b| a * b, |a, b| a * b),
        (|t, f, r, a, b| t.fp_div(f, r, a, b), |a, b| a / b, |a, b| a / b),
        (|t, f, r, a, _| t.fp_sqrt(f, r, a), |a, _| a.sqrt(), |a, _| a.sqrt()),
    ];
    let mut random = Random::new(11);
    for (number, (circuit, double, single)) in operations.into_iter().enumerate() {
        let check = |f: FpFormat, cases: &[[u64; 3]]| {
            let mut terms = if number % 2 == 0 { Terms::new() } else { Terms::raw() };
            let [a, b] = ["a", "b"].map(|name| terms.symbol(name, Sort::Bv(f.bits())));
            let rounding = terms.fp_rounding(RoundingMode::NearestEven);
            let result = circuit(&mut terms, f, rounding, a, b);
            let mut solver = Solver::new(&Options { backend: Backend::Proved, ..Options::default() });
            for values in cases {
                let given = [a, b].into_iter().zip(values).map(|(t, v)| {
                    let constant = terms.bv(f.bits(), u128::from(*v));
                    terms.eq(t, constant)
                });
                let mut assumptions: Vec<TermId> = given.collect();
                let (nan, wanted) = (terms.fp_is_nan(f, result), terms.bv(f.bits(), u128::from(values[2])));
                let infinity = ((1u64 << f.exponent_bits) - 1) << f.stored_bits();
                let is_nan = values[2] & !(1 << (f.bits() - 1)) > infinity;
                let right = if is_nan { nan } else { terms.eq(result, wanted) };
                assumptions.push(right);
                assert_eq!(solver.check(&terms, &assumptions), Answer::Sat, "{number} {values:x?}");
                assumptions[2] = terms.not(right);
                assert_eq!(solver.check(&terms, &assumptions), Answer::Unsat, "{number} {values:x?}");
            }
        };
        let pairs: Vec<(f64, f64)> =
            (0..24).map(|_| (random_double(&mut random), random_double(&mut random))).collect();
        let doubles: Vec<[u64; 3]> = pairs.iter().map(|&(a, b)| [a, b, double(a, b)].map(f64::to_bits)).collect();
        check(FpFormat::DOUBLE, &doubles);
        let singles: Vec<[u64; 3]> = pairs
            .iter()
            .map(|&(a, b)| (a as f32, b as f32))
            .map(|(a, b)| [a, b, single(a, b)].map(|x| u64::from(x.to_bits())))
            .collect();
        check(FpFormat::SINGLE, &singles);
    }
}
