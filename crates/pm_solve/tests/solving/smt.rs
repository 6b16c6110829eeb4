//! SMT solvers of the system, in both encodings, against the solver of bits and against `pm_term`'s evaluator.

use crate::common::{self, Random, random_array_goals, random_goals};
use crate::operators::binary;
use crate::second::answers;
use pm_solve::{Answer, Limit, Limits, Options, Script, Smt, Solver};
use pm_term::{Bits, Encoding, Evaluator, Op, Sort, TermId, Terms};
use std::time::{Duration, Instant};

/// What there is on the system, in both encodings.
fn each(test: impl Fn(&Options, &str)) {
    for name in ["z3", "cvc5"] {
        for encoding in [Encoding::Bits, Encoding::Integers] {
            let smt = Smt::named(name).encoded(encoding);
            smt.find().unwrap_or_else(|e| panic!("{e}; scripts/setup --tests does"));
            test(&Options { smt: Some(smt), ..Options::default() }, &format!("{name} {encoding:?}"));
        }
    }
}

/// Products of integers may be too hard, but no answer is another one.
#[test]
fn they_agree_with_the_solver_of_bits() {
    each(|options, what| {
        let mut random = Random::new(29);
        let (mut asked, mut answered) = (0, 0);
        for round in 0..20 {
            let mut terms = Terms::new();
            let goals = random_goals(&mut random, &mut terms, 4);
            let mut solver = Solver::new(options);
            solver.set_limits(Limits { conflicts: Some(60), ..Limits::default() });
            let said = answers(&mut *solver, &terms, &goals);
            let expected = answers(&mut *Solver::new(&Options::default()), &terms, &goals);
            let troubles = options.smt.as_ref().map(Smt::troubles);
            for (said, expected) in said.iter().zip(&expected) {
                asked += 1;
                answered += usize::from(said == expected);
                let open = *said == Answer::Unknown(Limit::Conflicts);
                assert!(said == expected || open, "{what} {round}: {said:?} {expected:?} {troubles:?}");
            }
        }
        assert!(answered * 2 > asked, "{what}: {answered} of {asked}");
    });
}

#[test]
fn arrays_have_models() {
    each(|options, what| {
        let mut random = Random::new(31);
        for round in 0..15 {
            let mut terms = Terms::new();
            let goals = random_array_goals(&mut random, &mut terms, 3);
            let (mut solver, mut bits) = (Solver::new(options), Solver::new(&Options::default()));
            for goal in goals {
                let answer = solver.check(&terms, &[goal]);
                assert_eq!(answer, bits.check(&terms, &[goal]), "{what} {round}");
                if answer == Answer::Sat {
                    common::check_model(&mut solver, &terms, goal);
                }
            }
        }
    });
}

/// The result of an operator on all pairs of values, as a table.
fn table(terms: &mut Terms, [a, b, result]: [TermId; 3]) -> TermId {
    let width = terms.width(a);
    let mut out = None;
    for (x, y) in (0..1u128 << width).flat_map(|x| (0..1u128 << width).map(move |y| (x, y))) {
        let mut evaluator = Evaluator::new();
        let values = [Bits::from_u128(width, x), Bits::from_u128(width, y)];
        for (t, value) in [a, b].into_iter().zip(&values) {
            evaluator.set_bits(terms.symbol_id(t).expect("a symbol"), value.clone());
        }
        let value = evaluator.eval_bits(terms, result);
        let value = if terms.is_bool(result) { terms.bool_const(!value.is_zero()) } else { terms.bv_bits(&value) };
        let constants = values.map(|v| terms.bv_bits(&v));
        let (is_x, is_y) = (terms.eq(a, constants[0]), terms.eq(b, constants[1]));
        let both = terms.and(is_x, is_y);
        out = Some(out.map_or(value, |rest| terms.ite(both, value, rest)));
    }
    out.expect("there are values")
}

/// Operands are unsigned integers, or signed ones where a comparison wants that.
#[test]
fn operators_are_exact_on_all_small_values() {
    let ops: Vec<Op> =
        Op::all().filter(|op| op.arity() > 0 && !matches!(op, Op::ConstArray | Op::Select | Op::Store)).collect();
    each(|options, what| {
        for (width, op, raw, signed) in [1, 3].into_iter().flat_map(|w| {
            ops.iter().flat_map(move |op| [(w, *op, true, false), (w, *op, false, true), (w, *op, true, true)])
        }) {
            let mut terms = if raw { Terms::raw() } else { Terms::new() };
            let [a, b, c] = ["a", "b", "c"].map(|name| terms.symbol(name, Sort::Bv(width)));
            let result = binary(&mut terms, op, a, b);
            let expected = table(&mut terms, [a, b, result]);
            let wrong = terms.ne(result, expected);
            let (less, also) = (terms.slt(a, c), terms.slt(b, c));
            let mut solver = Solver::new(options);
            let query = if signed { vec![wrong, less, also] } else { vec![wrong] };
            assert_eq!(solver.check(&terms, &query), Answer::Unsat, "{what} {op:?} {width} {raw} {signed}");
        }
    });
}

/// Random operands of many widths; constants on one side, too.
#[test]
fn operators_are_exact_on_random_wide_values() {
    let ops: Vec<Op> =
        Op::all().filter(|op| op.arity() > 0 && !matches!(op, Op::ConstArray | Op::Select | Op::Store)).collect();
    each(|options, what| {
        let mut random = Random::new(37);
        for op in &ops {
            for width in [40, 130] {
                let mut terms = Terms::new();
                let mut value = || {
                    Bits::from_limbs(width, &[random.below(u64::MAX), random.below(u64::MAX), random.below(u64::MAX)])
                };
                let (x, y) = (value(), value());
                let small = Bits::from_u128(width, y.limbs()[0] as u128 % u128::from(width));
                let y = if matches!(op, Op::Shl | Op::Lshr | Op::Ashr) { small } else { y };
                let [a, b] = ["a", "b"].map(|name| terms.symbol(name, Sort::Bv(width)));
                let constants = [&x, &y].map(|v| terms.bv_bits(v));
                let mut evaluator = Evaluator::new();
                evaluator.set_bits(terms.symbol_id(a).expect("a symbol"), x.clone());
                evaluator.set_bits(terms.symbol_id(b).expect("a symbol"), y.clone());
                let mut wrong = Vec::new();
                for (left, right) in [(a, b), (a, constants[1]), (constants[0], b)] {
                    let result = binary(&mut terms, *op, left, right);
                    let expected = evaluator.eval_bits(&terms, result);
                    let is_bool = terms.is_bool(result);
                    let expected =
                        if is_bool { terms.bool_const(!expected.is_zero()) } else { terms.bv_bits(&expected) };
                    wrong.push(terms.ne(result, expected));
                }
                let wrong = terms.or_all(&wrong);
                let given = [terms.eq(a, constants[0]), terms.eq(b, constants[1])];
                let mut solver = Solver::new(options);
                assert_eq!(solver.check(&terms, &[given[0], given[1], wrong]), Answer::Unsat, "{what} {op:?} {width}");
                assert_eq!(solver.check(&terms, &given), Answer::Sat, "{what} {op:?} {width}");
                assert_eq!(solver.value_bits(&terms, a), Some(x), "{what}");
            }
        }
    });
}

#[test]
fn only_needed_assumptions_fail() {
    each(|options, what| {
        let mut terms = Terms::new();
        let [x, y, z] = ["x", "y", "z"].map(|name| terms.symbol(name, Sort::Bv(16)));
        let (a, b, c) = (terms.ult(x, y), terms.ult(y, x), terms.ult(x, z));
        let mut solver = Solver::new(options);
        let (unused, used) = (solver.new_activation(), solver.new_activation());
        solver.assert_if(&terms, unused, c);
        solver.assert_if(&terms, used, a);
        assert_eq!(solver.check_with(&terms, &[c, TermId::TRUE, b], &[unused, used]), Answer::Unsat, "{what}");
        // More may be named, never less.
        assert!(solver.failed_assumptions().contains(&b), "{what}");
        assert!(solver.failed_activations().contains(&used), "{what}");
        let named = solver.failed_assumptions().len() + solver.failed_activations().len();
        assert!(named < 4 || !what.starts_with("z3"), "{what}");
        assert_eq!(solver.check(&terms, &[c, TermId::FALSE]), Answer::Unsat);
        assert_eq!(solver.failed_assumptions(), [TermId::FALSE]);
        assert_eq!(solver.check_with(&terms, &[c], &[used]), Answer::Sat);
    });
}

/// Two factors of a prime, modulo 2^64.
fn hard(terms: &mut Terms) -> Vec<TermId> {
    let [x, y] = ["x", "y"].map(|name| terms.symbol(name, Sort::Bv(64)));
    let product = terms.mul(x, y);
    let (prime, one, bound) = (terms.bv(64, 18_446_744_073_709_551_557), terms.bv(64, 1), terms.bv(64, 1 << 34));
    let mut query = vec![terms.eq(product, prime)];
    for t in [x, y] {
        query.push(terms.ult(one, t));
        query.push(terms.ult(t, bound));
    }
    query
}

#[test]
fn limits_end_a_question_and_not_the_solver() {
    each(|options, what| {
        let mut terms = Terms::new();
        let query = hard(&mut terms);
        let mut solver = Solver::new(options);
        let within = |solver: &mut Solver, limits: Limits, limit: Limit| {
            solver.set_limits(limits);
            let began = Instant::now();
            assert_eq!(solver.check(&terms, &query), Answer::Unknown(limit), "{what}");
            // A busy machine may give the process little of its time.
            assert!(began.elapsed() < Duration::from_secs(10), "{what} {limit}: {:?}", began.elapsed());
        };
        within(&mut solver, Limits { conflicts: Some(50), ..Limits::default() }, Limit::Conflicts);
        within(&mut solver, Limits::default().until(Instant::now() + Duration::from_millis(800)), Limit::Time);
        within(&mut solver, Limits::default().of_thread(Duration::from_millis(800)), Limit::Time);
        within(&mut solver, Limits { memory: Some(1), ..Limits::default() }, Limit::Memory);
        solver.set_limits(Limits::default());
        assert_eq!(solver.check(&terms, &query[1..]), Answer::Sat, "{what}");
    });
}

/// What is written down is what was asked: another solver gives the same answers to it.
#[test]
fn questions_are_written_down() {
    for encoding in [Encoding::Bits, Encoding::Integers] {
        let mut random = Random::new(41);
        let mut terms = Terms::new();
        let goals = random_array_goals(&mut random, &mut terms, 4);
        let script = Script::new(encoding);
        assert_eq!(script.text(), "");
        let said =
            answers(&mut *Solver::new(&Options { script: Some(script.clone()), ..Options::default() }), &terms, &goals);
        let text = script.text();
        let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("questions_{encoding:?}.smt2"));
        std::fs::write(&path, &text).expect("a file in the target directory");
        let output =
            std::process::Command::new("z3").arg(&path).output().expect("z3; scripts/setup --tests installs it");
        let output = String::from_utf8(output.stdout).expect("words");
        let written: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("; ")).collect();
        assert_eq!(written.len(), said.len());
        assert_eq!(output.lines().collect::<Vec<_>>(), written, "{text}");
    }
}
