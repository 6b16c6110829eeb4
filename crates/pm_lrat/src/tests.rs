//! Proofs by hand with every field changed, and random formulas against enumeration.

use super::*;
use pm_base::Random;

/// All clauses of two variables: the smallest formula with a step between.
const FORMULA: &str = "c two variables\np cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n";
const PROOF: &str = "5 2 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n";

fn text(formula: &str, proof: &str) -> Result<Summary, Fault> {
    check(formula.as_bytes(), proof.as_bytes())
}

fn step(step: usize, refusal: Refusal) -> Result<Summary, Fault> {
    Err(Fault::Step { step, refusal })
}

#[test]
fn a_proof_is_accepted() {
    assert_eq!(text(FORMULA, PROOF), Ok(Summary { clauses: 4, steps: 3 }));
    assert_eq!(text("p cnf 0 1\n0\n", "2 0 1 0\n"), Ok(Summary { clauses: 1, steps: 1 }));
    assert_eq!(text("p cnf 1 2\n1 0 -1 0", "3 0 1 2 0"), Ok(Summary { clauses: 2, steps: 1 }));
}

#[test]
fn what_does_not_follow_is_refused() {
    assert_eq!(text(FORMULA, "5 2 0 1 3 0\n6 0 5 3 4 0\n"), step(1, Refusal::NotUnit(3)));
    assert_eq!(text(FORMULA, "5 2 0 2 1 0\n6 0 5 3 4 0\n"), Ok(Summary { clauses: 4, steps: 2 }));
    assert_eq!(text(FORMULA, "5 2 0 1 0\n6 0 5 3 4 0\n"), step(1, Refusal::NoConflict));
    assert_eq!(text(FORMULA, "5 -2 0 1 2 0\n6 0 5 3 4 0\n"), step(1, Refusal::NotUnit(1)));
    assert_eq!(text(FORMULA, "5 0 1 2 0\n"), step(1, Refusal::NotUnit(1)));
    assert_eq!(text(FORMULA, "5 2 0 1 7 0\n"), step(1, Refusal::Missing(7)));
    assert_eq!(text(FORMULA, "5 2 0 1 5 0\n"), step(1, Refusal::Missing(5)));
    assert_eq!(text(FORMULA, "5 2 0 1 2 0\n5 d 3 0\n6 0 5 3 4 0\n"), step(3, Refusal::Missing(3)));
    assert_eq!(text(FORMULA, "5 2 0 1 2 0\n5 d 9 0\n6 0 5 3 4 0\n"), step(2, Refusal::Missing(9)));
    assert_eq!(text(FORMULA, "4 2 0 1 2 0\n6 0 4 3 4 0\n"), step(1, Refusal::Taken(4)));
    assert_eq!(text(FORMULA, "5 2 0 1 2 0\n6 0 5 3 0\n"), step(2, Refusal::NoConflict));
    assert_eq!(text(FORMULA, "5 2 0 1 2 0\n"), Err(Fault::NotRefuted));
    assert_eq!(text(FORMULA, ""), Err(Fault::NotRefuted));
    assert_eq!(text(FORMULA, "5 99999999 0 1 2 0\n"), step(1, Refusal::Literal(99_999_999)));
}

/// A tautology follows from nothing, and does not help.
#[test]
fn tautologies() {
    assert_eq!(text(FORMULA, "5 1 -1 0 0\n6 0 5 0\n"), step(2, Refusal::NotUnit(5)));
    assert_eq!(text("p cnf 1 2\n1 -1 0\n1 1 0\n", "3 0 1 0\n"), step(1, Refusal::NotUnit(1)));
    assert_eq!(text("p cnf 1 2\n-1 -1 0\n1 1 0\n", "3 0 1 2 0\n"), Ok(Summary { clauses: 2, steps: 1 }));
}

#[test]
fn malformed_files_are_refused() {
    let formula = |text: &str| check(text.as_bytes(), PROOF.as_bytes());
    for bad in [
        "",
        "1 2 0\n",
        "p cnf 2\n",
        "p dnf 2 4\n",
        "p cnf 2 4 1\n",
        "p cnf -2 4\n",
        "p cnf 2 4\np cnf 2 4\n",
        "p cnf 2 1\n1 x 0\n",
        "p cnf 2 1\n1 3 0\n",
        "p cnf 2 1\n1 2\n",
        "p cnf 2 2\n1 2 0\n",
        "p cnf 2 0\n1 2 0\n",
        "p cnf 999999999 1\n999999999 0\n",
        "p cnf 2 1\n1 -2147483648 0\n",
    ] {
        assert!(matches!(formula(bad), Err(Fault::Formula { .. })), "{bad}");
    }
    for bad in [
        "x 2 0 1 2 0\n",
        "5 2 0 1 2\n",
        "5 2\n",
        "5\n",
        "0 2 0 1 2 0\n",
        "-5 2 0 1 2 0\n",
        "5 2 0 -1 2 0\n",
        "5 2 0 1 2 0 6\n",
        "5 d 1\n",
        "5 4294967296 0 1 2 0\n",
        "a\n",
        "\u{e4}",
    ] {
        assert!(matches!(text(FORMULA, bad), Err(Fault::Proof { step: 1, .. })), "{bad}");
    }
    assert!(matches!(check(FORMULA.as_bytes(), b"5 2 0 \xff"), Err(Fault::Proof { .. })));
    assert!(matches!(check(b"p cnf 1 1\n\xff 0\n", b""), Err(Fault::Formula { line: 2, .. })));
}

fn put(out: &mut Vec<u8>, number: i64) {
    let mut rest = 2 * number.unsigned_abs() + u64::from(number < 0);
    while rest > 0x7f {
        out.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    out.push(rest as u8);
}

/// A proof as text, in binary form.
fn to_binary(proof: &[u8]) -> Vec<u8> {
    let (mut steps, mut out) = (Steps::new(proof), Vec::new());
    while let Some(action) = steps.step().unwrap() {
        out.push(if action == Action::Add { b'a' } else { b'd' });
        if action == Action::Add {
            put(&mut out, steps.id as i64);
            steps.clause.iter().for_each(|lit| put(&mut out, i64::from(*lit)));
            put(&mut out, 0);
        }
        steps.hints.iter().for_each(|hint| put(&mut out, *hint as i64));
        put(&mut out, 0);
    }
    out
}

#[test]
fn binary_proofs() {
    let binary = to_binary(PROOF.as_bytes());
    assert_eq!(check(FORMULA.as_bytes(), &binary), Ok(Summary { clauses: 4, steps: 3 }));
    for end in 0..binary.len() {
        assert!(check(FORMULA.as_bytes(), &binary[..end]).is_err(), "cut at {end}");
    }
    let large = [b"a".as_slice(), &[0xff; 12]].concat();
    assert_eq!(check(FORMULA.as_bytes(), &large), Err(Fault::Proof { step: 1, what: "a number that is too large" }));
}

/// No byte of a proof can be changed so that it proves what is not so: a formula that lacks a clause has no proof.
#[test]
fn changed_bytes_never_refute_a_satisfiable_formula() {
    let formula = "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 1 0\n";
    let binary = to_binary(PROOF.as_bytes());
    for proof in [PROOF.as_bytes(), &binary] {
        for at in 0..proof.len() {
            for byte in 0..=255 {
                let mut changed = proof.to_vec();
                changed[at] = byte;
                assert!(check(formula.as_bytes(), &changed).is_err(), "byte {at} is {byte}");
            }
        }
    }
}

type Clauses = Vec<Vec<i32>>;

fn random_clauses(random: &mut Random, variables: u64) -> Clauses {
    let literal = |random: &mut Random| (1 + random.below(variables) as i32) * if random.flip() { 1 } else { -1 };
    let count = variables * 3 + random.below(variables * 4);
    (0..count).map(|_| (0..1 + random.below(3)).map(|_| literal(random)).collect()).collect()
}

fn holds(clause: &[i32], values: u32) -> bool {
    clause.iter().any(|lit| (values >> (lit.unsigned_abs() - 1) & 1 == 1) == (*lit > 0))
}

fn satisfiable(clauses: &Clauses, variables: u64) -> bool {
    (0..1u32 << variables).any(|values| clauses.iter().all(|clause| holds(clause, values)))
}

/// Refutes the formula below a partial assignment by cases, recording resolvents; the number of a clause that is false there.
fn refute(record: &mut Record, clauses: &mut Clauses, values: &mut Vec<i32>, variables: u64) -> Id {
    let is_false = |clause: &Vec<i32>| clause.iter().all(|lit| values.contains(&-lit));
    if let Some(at) = clauses.iter().position(is_false) {
        return at as Id + 1;
    }
    let var = values.len() as i32 + 1;
    assert!(var as u64 <= variables, "there is a model");
    let branches = [-var, var].map(|lit| {
        values.push(lit);
        let id = refute(record, clauses, values, variables);
        values.pop();
        id
    });
    let of = |id: Id| &clauses[id as usize - 1];
    if let Some(id) = [(branches[0], var), (branches[1], -var)].iter().find(|(id, lit)| !of(*id).contains(lit)) {
        return id.0;
    }
    let mut both: Vec<i32> = branches.iter().flat_map(|id| of(*id).clone()).filter(|lit| lit.abs() != var).collect();
    both.sort_unstable();
    both.dedup();
    let id = clauses.len() as Id + 1;
    record.derive(id, &both, &branches);
    clauses.push(both);
    id
}

fn written(refutation: &Refutation<'_>) -> (Vec<u8>, Vec<u8>) {
    let (mut formula, mut proof) = (Vec::new(), Vec::new());
    refutation.write_formula(&mut formula).unwrap();
    refutation.write_proof(&mut proof).unwrap();
    (formula, proof)
}

/// The proof of a formula that has no model is accepted; none is for one that has.
#[test]
fn random_formulas() {
    let (mut random, mut proofs) = (Random::new(3), 0);
    for _ in 0..400 {
        let variables = 2 + random.below(5);
        let given = random_clauses(&mut random, variables);
        if satisfiable(&given, variables) {
            continue;
        }
        let (mut record, mut clauses) = (Record::default(), given.clone());
        given.iter().zip(1..).for_each(|(clause, id)| record.add(id, clause));
        let last = refute(&mut record, &mut clauses, &mut Vec::new(), variables);
        let (formula, proof) = written(&record.refutation(&[], &[last]));
        assert!(check(&formula, &proof).is_ok(), "{given:?}");
        assert!(check(&formula, &to_binary(&proof)).is_ok());
        proofs += 1;
        weakened_formulas_have_no_proof(&mut random, &given, variables, &proof);
    }
    assert!(proofs > 100, "{proofs}");
}

/// Changes words of the proof, and drops clauses of the formula until it has a model.
fn weakened_formulas_have_no_proof(random: &mut Random, given: &Clauses, variables: u64, proof: &[u8]) {
    let mut left = given.clone();
    while !satisfiable(&left, variables) {
        left.remove(random.below(left.len() as u64) as usize);
    }
    let lines = left.iter().map(|clause| clause.iter().map(|lit| format!("{lit} ")).collect::<String>() + "0\n");
    let formula = format!("p cnf {variables} {}\n{}", left.len(), lines.collect::<String>());
    let proof = std::str::from_utf8(proof).unwrap();
    for _ in 0..20 {
        let change = |word: &str| match word.parse::<i64>() {
            Ok(number) if random.below(8) == 0 => (number + random.below(5) as i64 - 2).to_string(),
            _ => word.to_string(),
        };
        let changed: Vec<String> = proof.split(' ').map(change).collect();
        assert!(text(&formula, &changed.join(" ")).is_err(), "{formula}{}", changed.join(" "));
    }
}

/// A refutation under assumptions has what it needs of the record, and the assumptions as clauses.
#[test]
fn refutations_are_cut_out() {
    let mut record = Record::default();
    for (id, clause) in [(1, [-1, 2]), (2, [-2, 3]), (3, [-3, 4]), (4, [7, 8])] {
        record.add(id, &clause);
    }
    record.derive(9, &[-1, 3], &[1, 2]);
    record.derive(10, &[-1, 4], &[9, 3]);
    record.derive(11, &[-2, 4], &[2, 3]);
    let refutation = record.refutation(&[1, -3], &[9]);
    assert_eq!((refutation.clauses(), refutation.steps()), (4, 2));
    let (formula, proof) = written(&refutation);
    assert_eq!(String::from_utf8_lossy(&formula), "p cnf 3 4\n-1 2 0\n-2 3 0\n1 0\n-3 0\n");
    assert_eq!(String::from_utf8_lossy(&proof), "5 -1 3 0 1 2 0\n6 0 3 4 5 0\n");
    assert!(check(&formula, &proof).is_ok());
}
