//! The algebra against the definitions, by brute force over all decisions of up to four conditions.

use super::*;
use std::collections::BTreeSet;

fn formulas(from: usize, n: usize) -> Vec<Formula> {
    let mut all = Vec::new();
    if n == 1 {
        all.push(Formula::Condition(from));
    }
    for left in 1..n {
        for a in formulas(from, left) {
            for b in formulas(from + left, n - left) {
                all.push(Formula::And(Box::new(a.clone()), Box::new(b.clone())));
                all.push(Formula::Or(Box::new(a.clone()), Box::new(b.clone())));
            }
        }
    }
    let negated: Vec<Formula> = all.iter().map(|f| Formula::Not(Box::new(f.clone()))).collect();
    all.extend(negated);
    all
}

/// C's own rule, on values of all conditions: the outcome, and what was evaluated.
fn evaluate(f: &Formula, values: u32, seen: &mut Vec<Option<bool>>) -> bool {
    match f {
        Formula::Condition(i) => {
            seen[*i] = Some(values >> i & 1 != 0);
            values >> i & 1 != 0
        }
        Formula::Not(a) => !evaluate(a, values, seen),
        Formula::And(a, b) => evaluate(a, values, seen) && evaluate(b, values, seen),
        Formula::Or(a, b) => evaluate(a, values, seen) || evaluate(b, values, seen),
    }
}

fn vector(f: &Formula, n: usize, values: u32) -> Vector {
    let mut seen = vec![None; n];
    let outcome = evaluate(f, values, &mut seen);
    Vector { values: seen, outcome }
}

/// The value of a part where the condition is as given and the others are as they were evaluated. A part that was not evaluated is whatever lets the
/// condition through, which short circuits make it: here, both values are tried by the caller.
fn value(f: &Formula, values: u32) -> bool {
    evaluate(f, values, &mut vec![None; 32])
}

#[test]
fn vectors_are_those_of_all_values() {
    for n in 1..=4 {
        for f in formulas(0, n) {
            let all: BTreeSet<Vector> = (0..1 << n).map(|v| vector(&f, n, v)).collect();
            let ours: BTreeSet<Vector> = f.vectors(n, 1000).unwrap().into_iter().collect();
            assert_eq!(all, ours, "{f:?}");
        }
    }
}

/// A condition determines the outcome where turning it over turns the outcome over, for some values of what was not evaluated (the Boolean
/// difference of the decision by the condition).
#[test]
fn masking_is_the_boolean_difference() {
    for n in 1..=4 {
        for f in formulas(0, n) {
            for v in f.vectors(n, 1000).unwrap() {
                for c in (0..n).filter(|c| v.values[*c].is_some()) {
                    let fits = |all: &u32| (0..n).all(|i| v.values[i].is_none_or(|b| (all >> i & 1 != 0) == b));
                    let difference = (0..1u32 << n).filter(fits).any(|all| value(&f, all) != value(&f, all ^ 1 << c));
                    assert_eq!(determines(&f, &v, c), difference, "{f:?} {v:?} {c}");
                }
            }
        }
    }
}

/// Pairs exist for values of all conditions that differ in one alone, as the definition has it.
#[test]
fn unique_cause_is_that_nothing_else_differs() {
    for n in 1..=4 {
        for f in formulas(0, n) {
            let all = f.vectors(n, 1000).unwrap();
            let refs: Vec<&Vector> = all.iter().collect();
            for c in 0..n {
                let ours: BTreeSet<(Vector, Vector)> =
                    unique_cause(&refs, c).into_iter().map(|(i, j)| (all[i].clone(), all[j].clone())).collect();
                let without = (0..1u32 << n).filter(|v| v >> c & 1 == 0);
                let differ = without.filter(|v| value(&f, *v) != value(&f, v | 1 << c));
                let theirs: BTreeSet<(Vector, Vector)> =
                    differ.map(|v| (vector(&f, n, v), vector(&f, n, v | 1 << c))).collect();
                assert_eq!(ours, theirs, "{f:?} {c}");
            }
        }
    }
}

/// What unique cause accepts, masking does; and each condition that occurs once has a pair.
#[test]
fn unique_cause_is_stricter() {
    for n in 1..=4 {
        for f in formulas(0, n) {
            let all = f.vectors(n, 1000).unwrap();
            let refs: Vec<&Vector> = all.iter().collect();
            for c in 0..n {
                let [no, yes] = masking(&f, &refs, c);
                assert!(!no.is_empty() && !yes.is_empty());
                assert!(no.iter().all(|i| yes.iter().all(|j| all[*i].outcome != all[*j].outcome)), "{f:?} {c}");
                for (i, j) in unique_cause(&refs, c) {
                    assert!(no.contains(&i) && yes.contains(&j), "{f:?} {c}");
                }
            }
        }
    }
}

/// `(a || b) && c`: by masking, c is shown with a true in one evaluation and b alone in the other; not so by unique cause.
#[test]
fn the_forms_differ() {
    let c = |i| Box::new(Formula::Condition(i));
    let f = Formula::And(Box::new(Formula::Or(c(0), c(1))), c(2));
    let v = |values: [Option<bool>; 3], outcome| Vector { values: values.to_vec(), outcome };
    let (a, b) = (v([Some(true), None, Some(true)], true), v([Some(false), Some(true), Some(false)], false));
    let [no, yes] = masking(&f, &[&a, &b], 2);
    assert_eq!((no, yes), (vec![1], vec![0]));
    assert!(unique_cause(&[&a, &b], 2).is_empty());
}
