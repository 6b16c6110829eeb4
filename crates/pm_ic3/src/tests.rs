//! Small random relations: verdict, invariant and trace against an explicit search.

use crate::clauses::Clauses;
use crate::dimspec::{self, DimSpec, Problem};
use crate::{
    Circuit, CircuitLatch, Ic3, Ic3Options, Incremental, Latch, Outcome, Refusal, Relation, Step, check_invariant,
    check_trace,
};
use pm_base::Random;
use pm_solve::aig::{Aig, Bit};
use pm_solve::{Backend, Limits, Lit};

fn lit(var: u64, negative: bool) -> Lit {
    Lit::from_dimacs(var as i32 + 1).unwrap().negate_if(negative)
}

fn holds(clause: &[Lit], assignment: u64) -> bool {
    clause.iter().any(|l| (assignment >> l.var() & 1 == 1) != l.is_negative())
}

fn all_hold(clauses: &Clauses, assignment: u64) -> bool {
    clauses.iter().all(|c| holds(c, assignment))
}

/// A general relation over `n` latches and `aux` variables of a step.
fn random_relation(random: &mut Random) -> Relation {
    let n = 2 + random.below(4);
    let aux = random.below(3);
    let vars = 2 * n + aux;
    let latches = (0..n)
        .map(|i| {
            let init = (random.below(3) > 0).then(|| random.below(4) == 0);
            Latch { now: lit(i, false), next: lit(n + i, false), init }
        })
        .collect();
    let now_or_aux = move |random: &mut Random| {
        let i = random.below(n + aux);
        lit(if i < n { i } else { i + n }, random.flip())
    };
    let state_clause = |random: &mut Random, len: u64| (0..len).map(|_| now_or_aux(random)).collect::<Vec<_>>();
    let init =
        (0..random.below(2)).map(|_| (0..2).map(|_| lit(random.below(n), random.flip())).collect::<Vec<_>>()).collect();
    let state = (0..random.below(3)).map(|_| state_clause(random, 3)).collect();
    let step = (0..n + random.below(4 * n))
        .map(|_| {
            let len = 2 + random.below(2);
            (0..len).map(|_| lit(random.below(vars), random.flip())).collect::<Vec<_>>()
        })
        .collect();
    let bad =
        (0..1 + random.below(2)).map(|_| (0..2 + random.below(2)).map(|_| state_clause(random, 1)).collect()).collect();
    let inputs = (0..aux).map(|i| lit(2 * n + i, false)).collect();
    Relation { vars: vars as u32, latches, inputs, init, state, step, bad, ..Relation::default() }
}

/// A circuit with counters, muxes and noise.
fn random_circuit(random: &mut Random) -> Relation {
    let mut aig = Aig::new();
    let n = 2 + random.below(6) as usize;
    let now: Vec<Bit> = (0..n).map(|_| aig.input()).collect();
    let mut pool = now.clone();
    pool.extend((0..random.below(3)).map(|_| aig.input()));
    for _ in 0..4 + random.below(20) {
        let mut pick = || random.pick(&pool).negate_if(random.flip());
        let (a, b, c) = (pick(), pick(), pick());
        let bit = match random.below(6) {
            0 | 1 => aig.and(a, b),
            2 => aig.xor(a, b),
            3 => aig.mux(a, b, c),
            4 => aig.xor3(a, b, c),
            _ => aig.majority(a, b, c),
        };
        pool.push(bit);
    }
    let mut pick = || pool[pool.len() - 1 - random.below(pool.len() as u64) as usize].negate_if(random.flip());
    let next: Vec<Bit> = now.iter().map(|_| pick()).collect();
    let conjuncts: Vec<Vec<Bit>> = (0..2).map(|_| (0..3).map(|_| pick()).collect()).collect();
    let constraint = aig.or_all([pick(), pick(), pick()]);
    let initially = aig.or_all([now[0], now[1]]);
    let bad: Vec<Bit> = conjuncts.into_iter().map(|c| aig.and_all(c)).collect();
    let latches: Vec<CircuitLatch> = now
        .iter()
        .zip(next)
        .map(|(&now, next)| CircuitLatch { now, next, init: (random.below(5) > 0).then(|| random.below(4) == 0) })
        .collect();
    let constraints = if random.below(3) == 0 { vec![constraint] } else { vec![] };
    let init = if random.below(3) == 0 { vec![initially] } else { vec![] };
    let circuit =
        Circuit { aig: &aig, latches: &latches, init: &init, constraints: &constraints, invariants: &[], bad: &bad };
    Relation::from_circuit(&circuit).0
}

/// The length of the shortest path to a bad set, by solving for one step at a time with every state blocked that was seen.
fn explicit_depth(relation: &Relation) -> Option<usize> {
    let n = relation.latches.len();
    let free: Vec<u32> = (0..relation.vars).filter(|&v| relation.latches.iter().all(|l| l.now.var() != v)).collect();
    assert!(n + free.len() <= 26, "too large to enumerate");
    let value = |lit: Lit, a: u64| (a >> lit.var() & 1 == 1) != lit.is_negative();
    let spread = |state: usize| {
        relation.latches.iter().enumerate().fold(0u64, |a, (i, l)| a | ((state >> i & 1) as u64) << l.now.var())
    };
    let initial = |a: u64| {
        all_hold(&relation.init, a) && relation.latches.iter().all(|l| l.init.is_none_or(|v| value(l.now, a) == v))
    };
    let assignments = |state: usize| {
        let base = spread(state);
        let free = &free;
        (0..1u64 << free.len())
            .map(move |bits| free.iter().enumerate().fold(base, |a, (i, &v)| a | (bits >> i & 1) << v))
    };
    let valid = |a: u64| all_hold(&relation.definitions, a) && all_hold(&relation.state, a);
    let mut seen = vec![false; 1 << n];
    let mut layer: Vec<usize> = (0..1 << n).filter(|&s| assignments(s).any(|a| valid(a) && initial(a))).collect();
    // Initial conditions may mention other variables, so that the first state is looked at together with them.
    let mut depth = 0;
    while !layer.is_empty() {
        let mut next = Vec::new();
        for state in std::mem::take(&mut layer) {
            if depth > 0 && std::mem::replace(&mut seen[state], true) {
                continue;
            }
            for a in assignments(state).filter(|&a| valid(a) && (depth > 0 || initial(a))) {
                if relation.bad.iter().any(|b| all_hold(b, a)) {
                    return Some(depth);
                }
                if all_hold(&relation.step, a) {
                    next.push(
                        relation.latches.iter().enumerate().fold(0, |s, (i, l)| s | usize::from(value(l.next, a)) << i),
                    );
                }
            }
        }
        next.sort_unstable();
        next.dedup();
        layer = next;
        depth += 1;
    }
    None
}

fn judge(relation: &Relation, what: &str) -> bool {
    let limits = Limits::default();
    let expected = explicit_depth(relation);
    let bad: Vec<usize> = (0..relation.bad.len()).collect();
    for options in [Ic3Options::default(), Ic3Options { ctg_depth: 0, max_ctgs: 0 }] {
        match Ic3::new(relation, options).solve(&bad, &limits) {
            Outcome::Safe(invariant) => {
                assert_eq!(expected, None, "{what}: said to be safe");
                for backend in Backend::ALL {
                    assert_eq!(check_invariant(relation, &invariant, &bad, backend, &limits), Ok(()), "{what}");
                }
            }
            Outcome::Unsafe(trace) => {
                let depth = expected.unwrap_or_else(|| panic!("{what}: said to be unsafe"));
                assert!(trace.states.len() > depth, "{what}");
                assert_eq!(check_trace(relation, &trace, Backend::CaDiCaL, &limits), Ok(()), "{what}");
            }
            Outcome::Unknown(limit) => panic!("{what}: {limit}"),
        }
    }
    let mut search = Incremental::new(relation, Backend::CaDiCaL);
    for depth in 0..30 {
        match search.step(&limits) {
            Step::Reached(trace) => {
                assert_eq!(expected, Some(depth), "{what}");
                assert_eq!(check_trace(relation, &trace, Backend::BatSat, &limits), Ok(()), "{what}");
                return false;
            }
            Step::NotYet => assert!(expected.is_none_or(|d| d > depth), "{what}"),
            Step::Exhausted => {
                assert_eq!(expected, None, "{what}");
                break;
            }
            Step::Unknown(limit) => panic!("{what}: {limit}"),
        }
    }
    expected.is_none()
}

#[test]
fn general_relations_against_enumeration() {
    let safe =
        (0..400).filter(|&seed| judge(&random_relation(&mut Random::new(seed)), &format!("relation {seed}"))).count();
    assert!((40..360).contains(&safe), "{safe} of 400 are safe: the generator has lost its balance");
}

#[test]
fn circuits_against_enumeration() {
    let mut safe = 0;
    let mut tried = 0;
    for seed in 0..1200 {
        let relation = random_circuit(&mut Random::new(seed));
        if relation.vars <= 18 {
            tried += 1;
            safe += usize::from(judge(&relation, &format!("circuit {seed}")));
        }
    }
    assert!(tried > 300 && safe > tried / 10 && safe < tried * 9 / 10, "{safe} of {tried} are safe");
}

#[test]
fn circuits_are_recognised_in_dimspec() {
    let (mut circuits, mut others) = (0, 0);
    for seed in 0..600 {
        let mut relation = random_circuit(&mut Random::new(seed));
        relation.bad.truncate(1);
        let Some(spec) = DimSpec::from_circuit(&relation, 0).filter(|_| relation.vars <= 18) else { continue };
        let found = Problem::new(&spec).relation;
        if found.fanins.is_some() {
            circuits += 1;
            assert_eq!(explicit_depth(&found), explicit_depth(&relation), "circuit {seed}");
            judge(&found, &format!("circuit {seed}"));
        } else {
            others += 1;
        }
    }
    assert!(circuits > 100 && others > 10, "{circuits} circuits, {others} others");
}

#[test]
fn gates_are_not_guessed() {
    let circuit = |text: &str| {
        let text =
            format!("i cnf 4 2\n-1 0 -2 0\nu cnf 4 {text}\ng cnf 4 1\n4 0\nt cnf 8 4\n-5 3 0 5 -3 0 -6 4 0 6 -4 0\n");
        Problem::new(&dimspec::read(text.as_bytes()).unwrap()).relation.fanins.is_some()
    };
    assert!(circuit("3\n-4 1 0 -4 3 0 4 -1 -3 0\n"), "variable 4 is a conjunction");
    assert!(!circuit("2\n-4 1 0 -4 3 0\n"), "variable 4 has a choice");
    assert!(!circuit("4\n-4 1 0 -4 3 0 4 -1 -3 0 4 1 0\n"), "variable 4 may be impossible");
}

#[test]
fn the_only_execution_is_followed() {
    let mut aig = Aig::new();
    let now: Vec<Bit> = (0..8).map(|_| aig.input()).collect();
    let mut carry = Bit::TRUE;
    let mut latches = Vec::new();
    let wraps = aig.and_all(now.iter().enumerate().map(|(i, &b)| b.negate_if(200 >> i & 1 == 0)));
    for &bit in &now {
        let sum = aig.xor(bit, carry);
        carry = aig.and(bit, carry);
        latches.push(CircuitLatch { now: bit, next: aig.and(sum, !wraps), init: Some(false) });
    }
    let bad = [aig.and_all([now[7], now[6], now[5]]), wraps];
    let circuit = Circuit { aig: &aig, latches: &latches, init: &[], constraints: &[], invariants: &[], bad: &bad };
    let (relation, _) = Relation::from_circuit(&circuit);
    let limits = Limits::default();
    let mut ic3 = Ic3::new(&relation, Ic3Options::default());
    let Outcome::Safe(invariant) = ic3.solve(&[0], &limits) else { panic!("the counter stops at 200") };
    assert_eq!(check_invariant(&relation, &invariant, &[0], Backend::CaDiCaL, &limits), Ok(()));
    assert_eq!(ic3.stats().lemmas, 0);
    let Outcome::Unsafe(trace) = ic3.solve(&[1], &limits) else { panic!("the counter reaches 200") };
    assert_eq!(trace.states.len(), 201);
    assert_eq!(check_trace(&relation, &trace, Backend::CaDiCaL, &limits), Ok(()));
}

/// A counter to 9 that wraps, of which bit 3 and bit 1 are never set together.
fn counter() -> Relation {
    let mut aig = Aig::new();
    let now: Vec<Bit> = (0..4).map(|_| aig.input()).collect();
    let enable = aig.input();
    let mut carry = enable;
    let mut next = Vec::new();
    let at_nine = aig.and_all([now[0], !now[1], !now[2], now[3]]);
    for &bit in &now {
        let sum = aig.xor(bit, carry);
        carry = aig.and(bit, carry);
        let wrap = aig.and(at_nine, enable);
        next.push(aig.and(sum, !wrap));
    }
    let bad = [aig.and(now[3], now[1]), aig.and(now[3], now[0])];
    let latches: Vec<CircuitLatch> =
        now.iter().zip(next).map(|(&now, next)| CircuitLatch { now, next, init: Some(false) }).collect();
    let circuit = Circuit { aig: &aig, latches: &latches, init: &[], constraints: &[], invariants: &[], bad: &bad };
    Relation::from_circuit(&circuit).0
}

#[test]
fn frames_are_kept_between_properties() {
    let relation = counter();
    let limits = Limits::default();
    let mut ic3 = Ic3::new(&relation, Ic3Options::default());
    let Outcome::Unsafe(trace) = ic3.solve(&[0, 1], &limits) else { panic!("9 is reachable") };
    assert_eq!((trace.bad, trace.states.len()), (1, 10));
    assert_eq!(check_trace(&relation, &trace, Backend::CaDiCaL, &limits), Ok(()));
    let Outcome::Safe(invariant) = ic3.solve(&[0], &limits) else { panic!("10 is not reachable") };
    assert_eq!(check_invariant(&relation, &invariant, &[0], Backend::CaDiCaL, &limits), Ok(()));

    let mut again = Ic3::new(&relation, Ic3Options::default());
    assert_eq!(again.start_from(&invariant, &limits), Ok(invariant.len()));
    assert!(matches!(again.solve(&[0], &limits), Outcome::Safe(_)));
    let mut granted = Ic3::new(&relation, Ic3Options::default());
    granted.assume_invariants(&invariant);
    assert_eq!(granted.solve(&[0], &limits), Outcome::Safe(invariant));
}

#[test]
fn changed_invariants_are_refused() {
    let relation = counter();
    let limits = Limits::default();
    let Outcome::Safe(invariant) = Ic3::new(&relation, Ic3Options::default()).solve(&[0], &limits) else {
        panic!("safe")
    };
    let mut refused = 0;
    for changed in 0..invariant.len() {
        for flipped in 0..invariant.get(changed).len() {
            let other: Clauses = (0..invariant.len())
                .map(|i| {
                    let lits = invariant.get(i).iter().enumerate();
                    lits.map(|(j, l)| l.negate_if(i == changed && j == flipped)).collect::<Vec<_>>()
                })
                .collect();
            refused += usize::from(check_invariant(&relation, &other, &[0], Backend::BatSat, &limits).is_err());
        }
    }
    assert!(refused > 0);
    let initially_false: Clauses = [[relation.latches[0].now]].into_iter().collect();
    let answer = check_invariant(&relation, &initially_false, &[], Backend::BatSat, &limits);
    assert_eq!(answer, Err(Refusal::Initiation(0)));
    let not_kept: Clauses = [[!relation.latches[0].now]].into_iter().collect();
    assert_eq!(check_invariant(&relation, &not_kept, &[], Backend::BatSat, &limits), Err(Refusal::Consecution(0)));
    assert_eq!(
        check_invariant(&relation, &Clauses::default(), &[1], Backend::BatSat, &limits),
        Err(Refusal::Safety(1))
    );
    let foreign: Clauses = [[relation.inputs[0]]].into_iter().collect();
    let answer = check_invariant(&relation, &foreign, &[0], Backend::BatSat, &limits);
    assert_eq!(answer, Err(Refusal::NotALatch(relation.inputs[0])));
}

#[test]
fn limits_are_obeyed() {
    let relation = counter();
    let past = Limits { deadline: Some(std::time::Instant::now()), ..Limits::default() };
    assert_eq!(Ic3::new(&relation, Ic3Options::default()).solve(&[0], &past), Outcome::Unknown(pm_solve::Limit::Time));
    assert_eq!(Incremental::new(&relation, Backend::CaDiCaL).step(&past), Step::Unknown(pm_solve::Limit::Time));
}
