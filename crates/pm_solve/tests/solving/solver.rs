//! The solver's contract: assertions, assumptions, activations, models, limits, what is written.

use crate::common;
use pm_solve::{Answer, ArrayLimits, BlastOptions, Limit, Limits, Options, Solver};
use pm_term::{Bits, Sort, TermId, Terms};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

fn each(test: impl Fn(Options)) {
    common::all_options().into_iter().for_each(test);
}

#[test]
fn assertions_stay_and_assumptions_go() {
    each(|options| {
        let mut terms = Terms::new();
        let x = terms.symbol("x", Sort::Bv(8));
        let (five, nine) = (terms.bv(8, 5), terms.bv(8, 9));
        let (below, is_nine) = (terms.ult(x, five), terms.eq(x, nine));
        let mut solver = Solver::new(&options);
        assert_eq!(solver.check(&terms, &[below]), Answer::Sat);
        assert_eq!(solver.check(&terms, &[is_nine]), Answer::Sat);
        assert_eq!(solver.value_bits(&terms, x), Some(Bits::from_u128(8, 9)));
        assert_eq!(solver.check(&terms, &[below, is_nine]), Answer::Unsat);
        solver.assert(&terms, below);
        assert_eq!(solver.value_bits(&terms, x), None);
        assert_eq!(solver.check(&terms, &[is_nine]), Answer::Unsat);
        assert_eq!(solver.failed_assumptions(), [is_nine]);
        assert_eq!(solver.check(&terms, &[]), Answer::Sat);
        solver.assert(&terms, is_nine);
        assert_eq!(solver.check(&terms, &[]), Answer::Unsat);
        assert_eq!(solver.failed_assumptions(), []);
    });
}

#[test]
fn only_needed_assumptions_fail() {
    each(|options| {
        let mut terms = Terms::new();
        let [x, y, z] = ["x", "y", "z"].map(|name| terms.symbol(name, Sort::Bv(16)));
        let (a, b, c) = (terms.ult(x, y), terms.ult(y, x), terms.ult(x, z));
        let mut solver = Solver::new(&options);
        assert_eq!(solver.check(&terms, &[c, a, TermId::TRUE, b]), Answer::Unsat);
        let mut failed = solver.failed_assumptions().to_vec();
        failed.sort_unstable();
        let mut expected = [a, b];
        expected.sort_unstable();
        assert_eq!(failed, expected);
        assert_eq!(solver.check(&terms, &[c, TermId::FALSE]), Answer::Unsat);
        assert_eq!(solver.failed_assumptions(), [TermId::FALSE]);
    });
}

#[test]
fn activations_switch_assertions() {
    each(|options| {
        let mut terms = Terms::new();
        let x = terms.symbol("x", Sort::Bv(8));
        let (one, two) = (terms.bv(8, 1), terms.bv(8, 2));
        let (is_one, is_two) = (terms.eq(x, one), terms.eq(x, two));
        let mut solver = Solver::new(&options);
        let (first, second) = (solver.new_activation(), solver.new_activation());
        solver.assert_if(&terms, first, is_one);
        solver.assert_if(&terms, second, is_two);
        assert_eq!(solver.check_with(&terms, &[], &[first]), Answer::Sat);
        assert_eq!(solver.value_bits(&terms, x), Some(Bits::from_u128(8, 1)));
        assert_eq!(solver.check_with(&terms, &[], &[first, second]), Answer::Unsat);
        assert_eq!(solver.failed_activations().len(), 2);
        assert_eq!(solver.check_with(&terms, &[is_one], &[second]), Answer::Unsat);
        assert_eq!(solver.check_with(&terms, &[], &[second]), Answer::Sat);
        let third = solver.new_activation();
        let either = terms.or(is_one, is_two);
        solver.assert_if(&terms, third, either);
        let neither = terms.ult(two, x);
        assert_eq!(solver.check_with(&terms, &[neither], &[third]), Answer::Unsat);
        assert_eq!(solver.check(&terms, &[neither]), Answer::Sat);
    });
}

/// `a[i] = x; a[j] = y` leaves x at i if the indices differ.
#[test]
fn lazy_reads_add_axioms_only_where_needed() {
    let mut terms = Terms::new();
    let array = terms.symbol("a", Sort::Array { index: 20, elem: 32 });
    let [i, j, k] = ["i", "j", "k"].map(|name| terms.symbol(name, Sort::Bv(20)));
    let [x, y] = ["x", "y"].map(|name| terms.symbol(name, Sort::Bv(32)));
    let first = terms.store(array, i, x);
    let second = terms.store(first, j, y);
    let (at_i, at_k) = (terms.select(second, i), terms.select(second, k));
    let (differ, lost) = (terms.ne(i, j), terms.ne(at_i, x));
    let (same, changed) = (terms.eq(i, k), terms.ne(at_i, at_k));
    let blast = BlastOptions { arrays: ArrayLimits::LAZY, ..BlastOptions::default() };
    let mut solver = Solver::new(&Options { blast, ..Options::default() });
    assert_eq!(solver.check(&terms, &[differ]), Answer::Sat);
    assert_eq!(solver.stats().array_lemmas, 0);
    assert_eq!(solver.check(&terms, &[differ, lost]), Answer::Unsat);
    assert!(solver.stats().array_lemmas > 0);
    assert_eq!(solver.check(&terms, &[same, changed]), Answer::Unsat);
    assert_eq!(solver.check(&terms, &[lost]), Answer::Sat);
    assert_eq!(solver.value_bits(&terms, i), solver.value_bits(&terms, j));
    let value = solver.value(&terms, second).expect("there is a model");
    let index = solver.value_bits(&terms, j).expect("there is a model");
    assert_eq!(Some(value.array().get(&index).clone()), solver.value_bits(&terms, y));
}

#[test]
fn long_write_chains_do_not_overflow_the_stack() {
    for (arrays, length) in [(ArrayLimits::LAZY, 5_000), (ArrayLimits::default(), 5_000), (ArrayLimits::EAGER, 500)] {
        let mut terms = Terms::new();
        let mut array = terms.symbol("a", Sort::Array { index: 32, elem: 8 });
        let element = terms.symbol("e", Sort::Bv(8));
        for _ in 0..length {
            let index = terms.fresh("i", Sort::Bv(32));
            array = terms.store(array, index, element);
        }
        let j = terms.symbol("j", Sort::Bv(32));
        let (read, seven) = (terms.select(array, j), terms.bv(8, 7));
        let (goal, other) = (terms.eq(read, seven), terms.ne(element, seven));
        let blast = BlastOptions { arrays, ..BlastOptions::default() };
        let mut solver = Solver::new(&Options { blast, ..Options::default() });
        assert_eq!(solver.check(&terms, &[goal]), Answer::Sat);
        if arrays == ArrayLimits::EAGER {
            assert_eq!(solver.check(&terms, &[goal, other]), Answer::Sat);
            common::check_goal(&mut solver, &terms, goal);
        }
    }
}

/// A read through hundreds of writes: proved, with few more axioms than there are writes.
#[test]
fn lazy_reads_that_stay_wrong_are_encoded() {
    let length = 300;
    let mut terms = Terms::new();
    let start = terms.symbol("a", Sort::Array { index: 16, elem: 8 });
    let element = terms.symbol("e", Sort::Bv(8));
    let mut array = start;
    for _ in 0..length {
        let index = terms.fresh("i", Sort::Bv(16));
        array = terms.store(array, index, element);
    }
    let j = terms.symbol("j", Sort::Bv(16));
    let seven = terms.bv(8, 7);
    let (before, after) = (terms.select(start, j), terms.select(array, j));
    let (found, other, absent) = (terms.eq(after, seven), terms.ne(element, seven), terms.ne(before, seven));
    let blast = BlastOptions { arrays: ArrayLimits::LAZY, ..BlastOptions::default() };
    let mut solver = Solver::new(&Options { blast, ..Options::default() });
    assert_eq!(solver.check(&terms, &[found, other]), Answer::Sat);
    let both = terms.and(found, other);
    common::check_goal(&mut solver, &terms, both);
    assert_eq!(solver.check(&terms, &[found, other, absent]), Answer::Unsat);
    assert_eq!(solver.check(&terms, &[found, absent]), Answer::Sat);
    assert!(solver.stats().array_lemmas < 2 * length);
}

#[test]
fn approximated_products_are_sharpened_on_demand() {
    let mut terms = Terms::new();
    let [x, y] = ["x", "y"].map(|name| terms.symbol(name, Sort::Bv(32)));
    let product = terms.mul(x, y);
    let blast = BlastOptions { refine_arithmetic: true, ..BlastOptions::default() };
    let mut solver = Solver::new(&Options { blast, ..Options::default() });
    // Small factors are enough.
    let wanted = terms.bv(32, 35);
    let small = terms.eq(product, wanted);
    let ten = terms.bv(32, 10);
    let range = terms.ult(x, ten);
    assert_eq!(solver.check(&terms, &[small, range]), Answer::Sat);
    assert_eq!(solver.stats().arithmetic_steps, 0);
    common::check_goal(&mut solver, &terms, small);
    // The lowest bit needs no precise product.
    let one = terms.bv(32, 1);
    let odd = |terms: &mut Terms, t| {
        let bit = terms.and(t, one);
        terms.eq(bit, one)
    };
    let (odd_product, odd_x) = (odd(&mut terms, product), odd(&mut terms, x));
    let even_x = terms.not(odd_x);
    assert_eq!(solver.check(&terms, &[odd_product, even_x]), Answer::Unsat);
    assert_eq!(solver.stats().arithmetic_steps, 0);
    // Large factors need all of it.
    let large = terms.bv(32, 70_001);
    let (large_x, large_y) = (terms.eq(x, large), terms.eq(y, large));
    let value = terms.bv(32, 70_001 * 70_001);
    let other = terms.ne(product, value);
    assert_eq!(solver.check(&terms, &[large_x, large_y, other]), Answer::Unsat);
    assert!(solver.stats().arithmetic_steps > 0);
}

#[test]
fn limits_end_a_check() {
    let mut terms = Terms::new();
    let [x, y] = ["x", "y"].map(|name| terms.symbol(name, Sort::Bv(64)));
    let product = terms.mul(x, y);
    let prime = terms.bv(64, 18_446_744_073_709_551_557);
    let (found, one) = (terms.eq(product, prime), terms.bv(64, 1));
    let (large_x, large_y) = (terms.ult(one, x), terms.ult(one, y));
    let bound = terms.bv(64, 1 << 32);
    let (small_x, small_y) = (terms.ult(x, bound), terms.ult(y, bound));
    let query = [found, large_x, large_y, small_x, small_y];
    let mut solver = Solver::new(&Options::default());
    solver.set_limits(Limits { conflicts: Some(50), ..Limits::default() });
    assert_eq!(solver.check(&terms, &query), Answer::Unknown(Limit::Conflicts));
    let interrupt = Some(Arc::new(AtomicBool::new(true)));
    solver.set_limits(Limits { interrupt, ..Limits::default() });
    assert_eq!(solver.check(&terms, &query), Answer::Unknown(Limit::Interrupted));
    solver.set_limits(Limits { memory: Some(1), ..Limits::default() });
    assert_eq!(solver.check(&terms, &query), Answer::Unknown(Limit::Memory));
    solver.set_limits(Limits::default());
    assert_eq!(solver.check(&terms, &[large_x]), Answer::Sat);
}

/// A limit that is met while gates are built ends the check, and a lost assertion is not forgotten.
#[test]
fn limits_end_the_encoding() {
    let mut terms = Terms::new();
    let mut sum = terms.symbol("x", Sort::Bv(32));
    for _ in 0..20_000 {
        let other = terms.fresh("y", Sort::Bv(32));
        sum = terms.xor(sum, other);
    }
    let zero = terms.bv(32, 0);
    let goal = terms.eq(sum, zero);
    let mut solver = Solver::new(&Options::default());
    solver.set_limits(Limits { interrupt: Some(Arc::new(AtomicBool::new(true))), ..Limits::default() });
    assert_eq!(solver.check(&terms, &[goal]), Answer::Unknown(Limit::Interrupted));
    solver.assert(&terms, goal);
    solver.set_limits(Limits::default());
    assert_eq!(solver.check(&terms, &[goal]), Answer::Unknown(Limit::Interrupted));
    assert_eq!(solver.check(&terms, &[TermId::FALSE]), Answer::Unsat);
}

/// Equality of whole arrays is not decided, but what follows without it is.
#[test]
fn array_equality_is_reported_as_unsupported() {
    let mut terms = Terms::new();
    let [a, b] = ["a", "b"].map(|name| terms.symbol(name, Sort::Array { index: 8, elem: 8 }));
    let x = terms.symbol("x", Sort::Bool);
    let same = terms.eq(a, b);
    let not_x = terms.not(x);
    let mut solver = Solver::new(&Options::default());
    assert_eq!(solver.check(&terms, &[same]), Answer::Unknown(Limit::Unsupported));
    assert_eq!(solver.check(&terms, &[same, x, not_x]), Answer::Unsat);
}

#[test]
fn dimacs_has_the_query() {
    let mut terms = Terms::new();
    let [x, y] = ["x", "y"].map(|name| terms.symbol(name, Sort::Bv(4)));
    let (less, more) = (terms.ult(x, y), terms.ult(y, x));
    for (assumption, answer) in [(more, Answer::Unsat), (less, Answer::Sat)] {
        let mut solver = Solver::new(&Options { keep_clauses: true, ..Options::default() });
        solver.assert(&terms, less);
        let mut text = Vec::new();
        solver.write_dimacs(&terms, &[assumption], &mut text).expect("writing to memory");
        let text = String::from_utf8(text).expect("ASCII");
        assert_eq!(common::solve_dimacs(&text), answer == Answer::Sat);
        assert_eq!(solver.check(&terms, &[assumption]), answer);
    }
}
