//! Rules where they apply: that the result is the expected term, not only an equal one.

use crate::op::Op;
use crate::sort::Sort;
use crate::terms::{TermId, Terms};

fn setup(width: u32) -> (Terms, TermId, TermId, TermId) {
    let mut terms = Terms::new();
    let (x, y) = (terms.symbol("x", Sort::Bv(width)), terms.symbol("y", Sort::Bv(width)));
    let c = terms.symbol("c", Sort::Bool);
    (terms, x, y, c)
}

#[test]
fn sums_and_differences_cancel() {
    let (mut t, x, y, _) = setup(32);
    let sum = t.add(x, y);
    assert_eq!(t.sub(sum, y), x);
    let difference = t.sub(x, y);
    assert_eq!(t.add(difference, y), x);
    assert_eq!(t.sub(x, x), t.zero(32));
    let negated = t.neg(x);
    assert_eq!(t.neg(negated), x);
    let (three, four, seven) = (t.bv(32, 3), t.bv(32, 4), t.bv(32, 7));
    let chain = t.add(x, three);
    let chain = t.add(four, chain);
    assert_eq!(chain, t.add(seven, x));
    let left = t.sub(chain, seven);
    assert_eq!(left, x);
}

#[test]
fn array_index_arithmetic_is_undone() {
    let (mut t, i, _, _) = setup(64);
    let (one, four) = (t.one(64), t.bv(64, 4));
    let next = t.add(i, one);
    let offset = t.mul(next, four);
    let scaled = t.mul(i, four);
    let other = t.add(scaled, four);
    assert_eq!(offset, other);
}

#[test]
fn bytes_put_together_again() {
    let (mut t, x, _, _) = setup(32);
    let mut whole = t.zero(32);
    for byte in 0..4 {
        let part = t.extract(x, byte * 8 + 7, byte * 8);
        let wide = t.zext(part, 32);
        let by = t.bv(32, (byte * 8).into());
        let shifted = t.shl(wide, by);
        whole = t.or(whole, shifted);
    }
    assert_eq!(whole, x);
}

#[test]
fn comparisons_of_extensions_are_narrow() {
    let (mut t, x, y, _) = setup(8);
    let (wide_x, wide_y) = (t.zext(x, 32), t.zext(y, 32));
    let narrow = t.ult(x, y);
    assert_eq!(t.slt(wide_x, wide_y), narrow);
    assert_eq!(t.ult(wide_x, wide_y), narrow);
    let big = t.bv(32, 256);
    assert_eq!(t.slt(wide_x, big), TermId::TRUE);
    assert_eq!(t.eq(wide_x, big), TermId::FALSE);
    let (signed_x, signed_y) = (t.sext(x, 32), t.sext(y, 32));
    let narrow = t.slt(x, y);
    assert_eq!(t.slt(signed_x, signed_y), narrow);
}

#[test]
fn narrow_sums_do_not_overflow() {
    let (mut t, x, y, _) = setup(8);
    let (wide_x, wide_y) = (t.zext(x, 32), t.sext(y, 32));
    assert_eq!(t.saddo(wide_x, wide_y), TermId::FALSE);
    assert_eq!(t.ssubo(wide_x, wide_y), TermId::FALSE);
    assert_eq!(t.smulo(wide_x, wide_y), TermId::FALSE);
    let product = t.mul(wide_x, wide_x);
    assert_eq!(t.saddo(product, wide_y), TermId::FALSE);
}

#[test]
fn long_sums_of_narrow_values_do_not_overflow() {
    let mut t = Terms::new();
    let mut sum = t.zero(16);
    for i in 0..300 {
        let x = t.symbol(&format!("x{i}"), Sort::Bv(8));
        let wide = t.sext(x, 16);
        // 256 * 127 is a value of 16 bits, 257 * 127 is not, and -256 * 128 is the smallest one.
        assert_eq!(t.saddo(sum, wide) == TermId::FALSE, i < 256);
        sum = t.add(sum, wide);
    }
}

#[test]
fn conditions_come_back_from_integers() {
    let (mut t, _, _, c) = setup(8);
    let number = t.bool_to_bv(c, 32);
    assert_eq!(t.nonzero(number), c);
    let one = t.one(32);
    let negated = t.sub(one, number);
    let test = t.nonzero(negated);
    assert_eq!(test, t.not(c));
}

#[test]
fn switch_guards_exclude_each_other() {
    let (mut t, x, _, _) = setup(32);
    let (one, two) = (t.bv(32, 1), t.bv(32, 2));
    let (is_one, is_two) = (t.eq(x, one), t.eq(x, two));
    assert_eq!(t.and(is_one, is_two), TermId::FALSE);
    let not_two = t.not(is_two);
    assert_eq!(t.and(not_two, is_one), is_one);
    let ten = t.bv(32, 10);
    let low = t.ult(x, ten);
    assert_eq!(t.and(low, is_one), is_one);
    let high = t.uge(x, ten);
    assert_eq!(t.and(low, high), TermId::FALSE);
    assert_eq!(t.or(low, high), TermId::TRUE);
}

#[test]
fn path_conditions_remember_their_conjuncts() {
    let (mut t, x, _, _) = setup(32);
    let conds: Vec<TermId> = (0..6).map(|k| t.symbol(&format!("p{k}"), Sort::Bool)).collect();
    let path = conds.iter().fold(TermId::TRUE, |path, &cond| t.and(path, cond));
    assert_eq!(t.and(path, conds[0]), path);
    let negated = t.not(conds[1]);
    assert_eq!(t.and(path, negated), TermId::FALSE);
    let (ten, twelve) = (t.bv(32, 10), t.bv(32, 12));
    let digit = t.urem(x, ten);
    assert_eq!(t.eq(digit, twelve), TermId::FALSE);
}

#[test]
fn pointers_keep_their_parts() {
    let (mut t, off1, off2, c) = setup(32);
    let (object1, object2) = (t.bv(16, 1), t.bv(16, 2));
    let (p, q) = (t.concat(object1, off1), t.concat(object2, off2));
    assert_eq!(t.eq(p, q), TermId::FALSE);
    let either = t.ite(c, p, q);
    let object = t.extract(either, 47, 32);
    let expected = t.ite(c, object1, object2);
    assert_eq!(object, expected);
    let is_first = t.eq(object, object1);
    assert_eq!(is_first, c);
}

#[test]
fn conditional_stores_become_stores() {
    let mut t = Terms::new();
    let array = t.symbol("m", Sort::Array { index: 32, elem: 8 });
    let (i, x, c) = (t.symbol("i", Sort::Bv(32)), t.symbol("x", Sort::Bv(8)), t.symbol("c", Sort::Bool));
    let stored = t.store(array, i, x);
    let merged = t.ite(c, stored, array);
    assert_eq!(t.op(merged), Op::Store);
}

#[test]
fn divisions_are_narrow() {
    let (mut t, x, y, _) = setup(8);
    let (wide_x, wide_y) = (t.sext(x, 32), t.sext(y, 32));
    let quotient = t.sdiv(wide_x, wide_y);
    assert_eq!(t.op(quotient), Op::Sext);
    assert_eq!(t.width(t.args(quotient)[0]), 9);
}

#[test]
fn deep_terms_do_not_overflow_the_stack() {
    let (mut t, x, y, c) = setup(32);
    let mut sum = x;
    let mut choice = x;
    for k in 0..200_000u32 {
        sum = if k % 2 == 0 { t.mul(sum, y) } else { t.xor(sum, x) };
        let (k, next) = (t.bv(32, k.into()), t.add(choice, x));
        let cond = t.ult(choice, k);
        let cond = t.xor(cond, c);
        choice = t.ite(cond, next, choice);
    }
    let low = t.truncate(sum, 8);
    let both = t.truncate(choice, 8);
    let equal = t.eq(low, both);
    assert!(t.cone_size(&[equal]) > 100_000);
    let mut evaluator = crate::Evaluator::new();
    evaluator.eval(&t, equal);
    let mut substitution = crate::Substitution::new();
    let five = t.bv(32, 5);
    substitution.replace(x, five);
    substitution.replace(y, five);
    substitution.replace(c, TermId::TRUE);
    let closed = t.substitute(equal, &mut substitution);
    assert!(t.is_const(closed));
}

#[test]
fn sums_are_equal_in_any_order() {
    let mut t = Terms::new();
    let x: Vec<TermId> = (0..100).map(|k| t.symbol(&format!("x{k}"), Sort::Bv(32))).collect();
    let sum = |t: &mut Terms, order: &[usize]| {
        let mut sum = t.zero(64);
        for &k in order {
            let (wide, count) = (t.sext(x[k], 64), t.bv(64, k as u128));
            sum = t.add(sum, wide);
            sum = t.add(sum, count);
        }
        sum
    };
    let forwards: Vec<usize> = (0..100).collect();
    let rotated: Vec<usize> = (1..100).chain([0]).collect();
    let (a, b, c) = (sum(&mut t, &forwards), sum(&mut t, &rotated), sum(&mut t, &forwards[1..]));
    assert_eq!(t.eq(a, b), TermId::TRUE);
    let differ = t.eq(a, c);
    assert!(!t.is_const(differ));
    let one = t.one(64);
    let more = t.add(b, one);
    assert_eq!(t.eq(a, more), TermId::FALSE);
    let (low_a, low_b) = (t.extract(a, 31, 0), t.extract(b, 31, 0));
    assert_eq!(t.eq(low_a, low_b), TermId::TRUE);
    // Below other operators.
    let twenty = t.bv(64, 20);
    let (a, b) = (t.sdiv(a, twenty), t.sdiv(b, twenty));
    let (a, b) = (t.extract(a, 31, 0), t.extract(b, 31, 0));
    assert_eq!(t.eq(a, b), TermId::TRUE);
}

#[test]
fn counts_are_equal_in_any_order() {
    let mut t = Terms::new();
    let c: Vec<TermId> = (0..100).map(|k| t.symbol(&format!("c{k}"), Sort::Bool)).collect();
    let count = |t: &mut Terms, order: &[usize]| {
        let (mut count, up, down) = (t.zero(64), t.one(64), t.ones(64));
        for &k in order {
            let (more, less) = (t.add(count, up), t.add(count, down));
            count = t.ite(c[k], more, less);
        }
        count
    };
    let forwards: Vec<usize> = (0..100).collect();
    let backwards: Vec<usize> = (0..100).rev().collect();
    let (a, b) = (count(&mut t, &forwards), count(&mut t, &backwards));
    assert_eq!(t.eq(a, b), TermId::TRUE);
    let (a, b) = (t.extract(a, 31, 0), t.extract(b, 31, 0));
    assert_eq!(t.eq(a, b), TermId::TRUE);
}
