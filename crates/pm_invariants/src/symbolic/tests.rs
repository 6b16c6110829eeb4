use super::*;
use crate::testing::{modes, ring};
use pm_term::{Bits, Evaluator, Value};

fn holds(system: &System, lemmas: &[Lemma], values: &[u128]) -> bool {
    let mut eval = Evaluator::new();
    for (var, &value) in system.vars[1..].iter().zip(values) {
        let symbol = system.terms.symbol_id(var.now).expect("a symbol");
        let width = system.terms.width(var.now);
        eval.set(symbol, Value::Bits(Bits::from_u128(width, value)));
    }
    lemmas.iter().all(|l| eval.eval_bool(&system.terms, l.fact))
}

#[test]
fn the_reachable_combinations_are_found() {
    let mut system = modes();
    let analysis = Analysis::new(&mut system);
    let lemmas = reachable(&mut system, &analysis, &Limits::default()).expect("a small system");
    let combinations = [(0, 0), (3, 0), (3, 7), (0, 7)];
    for x in 0..9u128 {
        for y in 0..9 {
            assert_eq!(holds(&system, &lemmas, &[x, y]), combinations.contains(&(x, y)), "{x} {y}");
        }
    }
}

#[test]
fn sums_follow_the_control_state() {
    let mut system = ring();
    let analysis = Analysis::new(&mut system);
    let lemmas = reachable(&mut system, &analysis, &Limits::default()).expect("a small system");
    for (mode, ahead) in [(0u128, 0u128), (1, 0), (2, 1), (3, 2)] {
        for local in [0, 7, 200] {
            for difference in 0..4 {
                let token = (local + difference) % 256;
                let expected = difference == ahead && (mode != 0 || local == 0);
                let found = holds(&system, &lemmas, &[mode, token, local]);
                assert!(found || !expected, "{mode} {token} {local}");
                assert!(!found || difference == ahead, "{mode} {token} {local}");
            }
        }
    }
}
