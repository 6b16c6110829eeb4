//! Questions at random tags, with temporary clauses, against enumeration.

use super::{ALWAYS, Answer, Domain, Solver, Tag};
use crate::code::Code;
use pm_base::Random;
use pm_solve::Limits;

fn random_clause(random: &mut Random, vars: usize, longest: u64) -> Vec<Code> {
    let len = 1 + random.below(longest) as usize;
    (0..len).map(|_| Code::new(random.below(vars as u64) as u32, random.flip())).collect()
}

fn holds(clause: &[Code], assignment: u32) -> bool {
    clause.iter().any(|l| (assignment >> l.var() & 1 == 1) != l.is_negated())
}

fn satisfiable<'a>(clauses: impl Iterator<Item = &'a [Code]> + Clone, vars: usize) -> bool {
    (0..1u32 << vars).any(|a| clauses.clone().all(|c| holds(c, a)))
}

fn run(seed: u64) {
    let mut random = Random::new(seed);
    let vars = 4 + random.below(8) as usize;
    let mut solver = Solver::new(vars);
    let mut clauses: Vec<(Vec<Code>, Tag, super::Handle)> = Vec::new();
    for round in 0..60 {
        for _ in 0..random.below(5) {
            let clause = random_clause(&mut random, vars, 4);
            let tag = if random.below(8) == 0 { ALWAYS } else { 1 + random.below(6) as Tag };
            let handle = solver.add_clause(&clause, tag);
            clauses.push((clause, tag, handle));
        }
        if let Some(i) = (!clauses.is_empty()).then(|| random.below(clauses.len() as u64) as usize)
            && clauses[i].1 < 6
            && random.flip()
        {
            clauses[i].1 += 1;
            solver.retag(clauses[i].2, clauses[i].1);
        }
        let frame = 1 + random.below(6) as Tag;
        let assumptions = random_clause(&mut random, vars, 3);
        let temporary = random.flip().then(|| random_clause(&mut random, vars, 3));
        let answer = solver.solve(frame, &assumptions, temporary.as_deref(), Domain::All, &Limits::default());
        let active = || clauses.iter().filter(|c| c.1 >= frame).map(|c| &c.0[..]).chain(temporary.as_deref());
        let units: Vec<[Code; 1]> = assumptions.iter().map(|&l| [l]).collect();
        let expected = satisfiable(active().chain(units.iter().map(|u| &u[..])), vars);
        assert_eq!(answer == Answer::Sat, expected, "seed {seed} round {round}");
        if expected {
            let model = (0..vars as u32).fold(0, |a, v| a | u32::from(solver.value(Code::new(v, false)).unwrap()) << v);
            assert!(active().all(|c| holds(c, model)) && units.iter().all(|u| holds(u, model)), "seed {seed}");
        } else {
            let core: Vec<[Code; 1]> = assumptions.iter().filter(|&&l| solver.has_failed(l)).map(|&l| [l]).collect();
            assert!(!satisfiable(active().chain(core.iter().map(|u| &u[..])), vars), "seed {seed} round {round}");
        }
    }
}

#[test]
fn agrees_with_enumeration() {
    (0..1500).for_each(run);
}
