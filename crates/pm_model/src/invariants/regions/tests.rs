use super::*;
use crate::invariants::testing::{counter, modes};
use pm_solve::{Answer, Solver};

/// The facts hold at the beginning, are kept by each step, and exclude what is bad.
fn proves(system: &mut System) -> bool {
    let lemmas = explore(system, Effort::Little, &Limits::default()).lemmas.absolute;
    let terms: Vec<TermId> = lemmas.iter().map(|l| l.term(system)).collect();
    let all = system.terms.and_all(&terms);
    let mut after = pm_term::Substitution::new();
    let mut before = pm_term::Substitution::new();
    for v in system.vars.clone() {
        after.replace(v.now, v.next);
        before.replace(v.now, v.init);
    }
    let at_first = system.terms.substitute(all, &mut before);
    let afterwards = system.terms.substitute(all, &mut after);
    let kept = system.terms.implies(all, afterwards);
    let bads: Vec<TermId> = system.bad.iter().map(|b| b.cond).collect();
    let bad = system.terms.or_all(&bads);
    let good = system.terms.not(bad);
    let excluded = system.terms.implies(all, good);
    let claim = system.terms.and_all(&[at_first, kept, excluded]);
    let fails = system.terms.not(claim);
    let mut solver = Solver::new(&pm_solve::Options::default());
    !lemmas.is_empty() && solver.check(&system.terms, &[fails]) == Answer::Unsat
}

#[test]
fn bounds_of_a_counter() {
    assert!(proves(&mut counter(10)));
}

#[test]
fn modes_without_bad_ones() {
    assert!(proves(&mut modes()));
}

#[test]
fn an_execution_to_something_bad() {
    let mut system = counter(10);
    let x = system.vars[1].now;
    let seven = system.terms.bv(8, 7);
    let is_seven = system.terms.eq(x, seven);
    system.bad[0].parts = vec![(0, is_seven)];
    system.flatten();
    let found = explore(&mut system, Effort::Little, &Limits::default()).lemmas;
    assert!(found.absolute.is_empty());
    assert_eq!(found.suspects.len(), 1);
    assert_eq!(found.suspects[0].len(), 9);
}

#[test]
fn ranges_that_touch_are_one() {
    assert_eq!(merged(&[(0, 3), (4, 5), (7, 9), (8, 12)]), [(0, 5), (7, 12)]);
}
