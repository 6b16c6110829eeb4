//! One suite for every back end: answers against enumeration, assumptions, cores, constraints, growth between calls, limits.

use super::{Backend, Limit, Limits, Lit, Sat, SatResult};
use pm_base::Random;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

fn each(test: fn(Backend)) {
    Backend::ALL.into_iter().for_each(test);
}

fn variables(sat: &mut dyn Sat, n: usize) -> Vec<Lit> {
    (0..n).map(|_| sat.new_var()).collect()
}

fn random_clause(random: &mut Random, vars: &[Lit]) -> Vec<Lit> {
    let len = 1 + random.below(3) as usize;
    (0..len).map(|_| random.pick(vars).negate_if(random.flip())).collect()
}

fn holds(clause: &[Lit], assignment: u32) -> bool {
    clause.iter().any(|l| (assignment >> l.var() & 1 == 1) != l.is_negative())
}

fn satisfiable(clauses: &[Vec<Lit>], units: &[Lit], vars: usize) -> bool {
    (0..1u32 << vars).any(|a| clauses.iter().all(|c| holds(c, a)) && units.iter().all(|&u| holds(&[u], a)))
}

/// Clauses arrive in rounds; each round is asked under several sets of assumptions and once with a constraint.
fn random_formulas(backend: Backend) {
    let mut random = Random::new(7);
    for _ in 0..150 {
        let n = 3 + random.below(6) as usize;
        let mut sat = backend.create();
        let vars = variables(&mut *sat, n);
        let mut clauses = Vec::new();
        for _ in 0..6 {
            for _ in 0..random.below(n as u64) {
                let clause = random_clause(&mut random, &vars);
                sat.add_clause(&clause);
                clauses.push(clause);
            }
            for _ in 0..4 {
                let units: Vec<Lit> = (0..random.below(4))
                    .map(|_| vars[random.below(n as u64) as usize].negate_if(random.flip()))
                    .collect();
                ask(&mut *sat, &clauses, &units, &vars);
            }
            let constraint = random_clause(&mut random, &vars);
            sat.constrain(&constraint);
            let mut constrained = clauses.clone();
            constrained.push(constraint);
            let expected = satisfiable(&constrained, &[], n);
            assert_eq!(sat.solve(&[], &Limits::default()) == SatResult::Sat, expected);
        }
    }
}

fn ask(sat: &mut dyn Sat, clauses: &[Vec<Lit>], units: &[Lit], vars: &[Lit]) {
    match sat.solve(units, &Limits::default()) {
        SatResult::Sat => {
            let assignment = vars.iter().fold(0, |a, &v| a | u32::from(sat.value(v)) << v.var());
            assert!(clauses.iter().all(|c| holds(c, assignment)));
            assert!(units.iter().all(|&u| holds(&[u], assignment)));
            assert!(vars.iter().all(|&v| sat.value(v) != sat.value(!v)));
        }
        SatResult::Unsat => {
            let core: Vec<Lit> = units.iter().copied().filter(|&u| sat.failed(u)).collect();
            assert!(!satisfiable(clauses, &core, vars.len()), "{} core {core:?}", sat.name());
        }
        SatResult::Unknown(limit) => panic!("{limit} without limits"),
    }
}

/// More pigeons than holes: hard enough for every limit to be met.
fn pigeons(sat: &mut dyn Sat, holes: usize) {
    let places: Vec<Vec<Lit>> = (0..=holes).map(|_| variables(sat, holes)).collect();
    places.iter().for_each(|place| sat.add_clause(place));
    for hole in 0..holes {
        for (i, first) in places.iter().enumerate() {
            places[..i].iter().for_each(|second| sat.add_clause(&[!first[hole], !second[hole]]));
        }
    }
}

fn limits_are_met(backend: Backend) {
    let mut sat = backend.create();
    pigeons(&mut *sat, 12);
    let conflicts = Limits { conflicts: Some(10), ..Limits::default() };
    assert_eq!(sat.solve(&[], &conflicts), SatResult::Unknown(Limit::Conflicts));
    let time = Limits { deadline: Some(Instant::now()), ..Limits::default() };
    assert_eq!(sat.solve(&[], &time), SatResult::Unknown(Limit::Time));
    let interrupt = Limits { interrupt: Some(Arc::new(AtomicBool::new(true))), ..Limits::default() };
    assert_eq!(sat.solve(&[], &interrupt), SatResult::Unknown(Limit::Interrupted));
    let memory = Limits { memory: Some(1), ..Limits::default() };
    assert_eq!(sat.solve(&[], &memory), SatResult::Unknown(Limit::Memory));
    assert_eq!(sat.stats().solves, 4);
}

fn trivial_formulas(backend: Backend) {
    let mut sat = backend.create();
    assert_eq!(sat.solve(&[], &Limits::default()), SatResult::Sat);
    let a = sat.new_var();
    assert_eq!(sat.solve(&[a, !a], &Limits::default()), SatResult::Unsat);
    assert!(sat.failed(a) || sat.failed(!a));
    assert_eq!(sat.solve(&[!a], &Limits::default()), SatResult::Sat);
    assert!(!sat.value(a));
    sat.add_clause(&[a]);
    assert_eq!(sat.solve(&[], &Limits::default()), SatResult::Sat);
    sat.add_clause(&[]);
    assert_eq!(sat.solve(&[], &Limits::default()), SatResult::Unsat);
    assert_eq!(sat.solve(&[a], &Limits::default()), SatResult::Unsat);
    assert!(!sat.failed(a));
}

#[test]
fn answers_agree_with_enumeration() {
    each(random_formulas);
}

#[test]
fn limits_end_the_search() {
    each(limits_are_met);
}

#[test]
fn empty_formula_and_empty_clause() {
    each(trivial_formulas);
}
