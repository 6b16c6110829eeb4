//! CaDiCaL with proofs: "unsatisfiable" is an answer only if a checker that knows nothing of solvers (`pm_lrat`) has followed each step to it.
//!
//! CaDiCaL tells of each clause that it derives from which others it follows, and the checker follows at once, so that nothing needs to be stored but the clauses that CaDiCaL
//! has, too. The clauses that are given are ours, not what CaDiCaL says that they are. At the end there is the empty clause, or a clause that says that not all assumptions are true.
//!
//! A clause that CaDiCaL weakens may come back under its number, so it is not forgotten when it is deleted.

use super::cadical::CaDiCaL;
use super::proofs::{Kept, proofs};
use super::{Limit, Limits, Lit, Sat, SatResult, SatStats};
use cadical_sys::ProofTracer;
use pm_lrat::{Checker, Id, Record, Refusal};
use rustc_hash::FxHashSet;
use std::cell::RefCell;
use std::rc::Rc;

pub(super) struct Proved {
    cadical: CaDiCaL,
    tracer: Rc<RefCell<Tracer>>,
    /// Assumed in the next call only.
    constraint: Option<Lit>,
    /// Why the last answer was `Unsat`.
    conclusion: Option<Conclusion>,
}

/// Follows what CaDiCaL does.
#[derive(Default)]
struct Tracer {
    checker: Checker,
    record: Option<Record>,
    /// The clause that is being added.
    given: Option<Vec<i32>>,
    weakened: FxHashSet<Id>,
    /// Clauses that were derived and checked since the last conclusion.
    steps: u64,
    /// The clause of failed assumptions.
    failed: Option<(Id, Conclusion)>,
    concluded: Vec<Id>,
    fault: Option<String>,
}

/// A clause that was checked, with its hints.
struct Conclusion {
    clause: Vec<i32>,
    hints: Vec<Id>,
}

/// A formula and its proof, as text.
type Written = (Vec<u8>, Vec<u8>);

impl Proved {
    pub(super) fn new(settings: &[(&str, i32)]) -> Self {
        let mut cadical = CaDiCaL::new(settings);
        let tracer = Tracer { record: proofs().are_kept().then(Record::default), ..Tracer::default() };
        let tracer = Rc::new(RefCell::new(tracer));
        cadical.solver.connect_proof_tracer1(tracer.clone(), true, false);
        Proved { cadical, tracer, constraint: None, conclusion: None }
    }

    /// The last answer's formula and proof as text, checked once more; `None` if there is no such answer, or no record.
    fn written(&self) -> Option<Result<Written, String>> {
        let tracer = self.tracer.borrow();
        let Conclusion { clause, hints } = self.conclusion.as_ref()?;
        let assumptions: Vec<i32> = clause.iter().map(|lit| -lit).collect();
        let refutation = tracer.record.as_ref()?.refutation(&assumptions, hints);
        let (mut formula, mut proof) = (Vec::new(), Vec::new());
        let written = refutation.write_formula(&mut formula).and_then(|()| refutation.write_proof(&mut proof));
        let checked =
            written.map_err(|e| e.to_string()).and(pm_lrat::check(&formula, &proof).map_err(|f| f.to_string()));
        Some(checked.map(|_| (formula, proof)))
    }

    /// Looks at the end of the proof.
    fn conclude(&mut self, assumptions: &[Lit]) -> SatResult {
        self.cadical.solver.conclude();
        let tracer = &mut *self.tracer.borrow_mut();
        match tracer.conclusion(assumptions) {
            Ok(conclusion) => {
                proofs().enter(std::mem::take(&mut tracer.steps));
                self.conclusion = Some(conclusion);
                SatResult::Unsat
            }
            Err(fault) => {
                proofs().refuse(fault);
                SatResult::Unknown(Limit::Proof)
            }
        }
    }
}

impl Sat for Proved {
    fn name(&self) -> &'static str {
        "cadical-lrat"
    }
    fn new_var(&mut self) -> Lit {
        self.cadical.new_var()
    }
    fn add_clause(&mut self, clause: &[Lit]) {
        self.tracer.borrow_mut().given = Some(clause.iter().map(|lit| lit.to_dimacs()).collect());
        self.cadical.add_clause(clause);
    }
    /// CaDiCaL's own constraints have a proof for each literal.
    fn constrain(&mut self, clause: &[Lit]) {
        let activation = self.new_var();
        let all: Vec<Lit> = clause.iter().copied().chain([!activation]).collect();
        self.add_clause(&all);
        self.constraint = Some(activation);
    }
    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> SatResult {
        self.conclusion = None;
        let all: Vec<Lit> = assumptions.iter().copied().chain(self.constraint.take()).collect();
        match self.cadical.solve(&all, limits) {
            SatResult::Unsat => self.conclude(&all),
            result => result,
        }
    }
    fn value(&mut self, lit: Lit) -> bool {
        self.cadical.value(lit)
    }
    fn failed(&mut self, lit: Lit) -> bool {
        self.conclusion.as_ref().is_some_and(|c| c.clause.contains(&(!lit).to_dimacs()))
    }
    fn prefer(&mut self, lit: Lit) {
        self.cadical.prefer(lit);
    }
    fn keep_proof(&mut self, what: &str) {
        match self.written() {
            Some(Ok((formula, proof))) => proofs().keep(&Kept { what, formula: &formula, proof: &proof }),
            Some(Err(message)) => proofs().refuse(message),
            None => {}
        }
    }
    fn stats(&self) -> SatStats {
        self.cadical.stats()
    }
}

impl Tracer {
    /// The checked clause that ends the proof, all of whose literals are negations of assumptions.
    fn conclusion(&mut self, assumptions: &[Lit]) -> Result<Conclusion, String> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        let (failed, concluded) = (self.failed.take(), std::mem::take(&mut self.concluded));
        let [last] = concluded[..] else { return Err("the proof has no end".into()) };
        let conclusion = match failed {
            Some((id, conclusion)) if id == last => conclusion,
            _ if self.checker.clause(last) == Some(&[]) => Conclusion { clause: Vec::new(), hints: vec![last] },
            _ => return Err("the proof does not end with a contradiction".into()),
        };
        let assumed: FxHashSet<i32> = assumptions.iter().map(|lit| lit.to_dimacs()).collect();
        match conclusion.clause.iter().all(|lit| assumed.contains(&-lit)) {
            true => Ok(conclusion),
            false => Err("the proof ends with what was not assumed".into()),
        }
    }

    fn note(&mut self, id: i64, done: Result<(), Refusal>) {
        if let (Err(refusal), None) = (done, &self.fault) {
            self.fault = Some(format!("clause {id}: {refusal}"));
        }
    }
}

/// Numbers of CaDiCaL; those that are none are of no clause.
fn numbers(ids: &[i64]) -> Vec<Id> {
    ids.iter().map(|id| id.unsigned_abs()).collect()
}

impl ProofTracer for Tracer {
    fn add_original_clause(&mut self, id: i64, _: bool, _: &[i32], restored: bool) {
        if restored {
            return;
        }
        match self.given.take() {
            Some(clause) => {
                let done = self.checker.add(id.unsigned_abs(), &clause);
                self.note(id, done);
                if let Some(record) = &mut self.record {
                    record.add(id.unsigned_abs(), &clause);
                }
            }
            None => self.fault = Some(format!("clause {id} was not given")),
        }
    }
    fn add_derived_clause(&mut self, id: i64, _: bool, _: i32, clause: &[i32], antecedents: &[i64]) {
        self.steps += 1;
        let hints = numbers(antecedents);
        let done = self.checker.derive(id.unsigned_abs(), clause, &hints);
        self.note(id, done);
        if let Some(record) = &mut self.record {
            record.derive(id.unsigned_abs(), clause, &hints);
        }
    }
    /// Forgetting too much makes a step fail, at worst.
    fn delete_clause(&mut self, id: i64, _: bool, _: &[i32]) {
        if !self.weakened.contains(&id.unsigned_abs()) {
            let _ = self.checker.delete(id.unsigned_abs());
        }
    }
    fn weaken_minus(&mut self, id: i64, _: &[i32]) {
        self.weakened.insert(id.unsigned_abs());
    }
    fn add_assumption_clause(&mut self, id: i64, clause: &[i32], antecedents: &[i64]) {
        let hints = numbers(antecedents);
        let done = self.checker.follows(clause, &hints);
        self.note(id, done);
        self.failed = Some((id.unsigned_abs(), Conclusion { clause: clause.to_vec(), hints }));
    }
    fn conclude_unsat(&mut self, _: i32, ids: &[i64]) {
        self.concluded = numbers(ids);
    }
    fn strengthen(&mut self, _: i64) {}
    fn finalize_clause(&mut self, _: i64, _: &[i32]) {}
    fn add_assumption(&mut self, _: i32) {}
    fn add_constraint(&mut self, _: &[i32]) {}
    fn reset_assumptions(&mut self) {}
    fn conclude_sat(&mut self, _: i32, _: &[i32]) {}
    fn conclude_unknown(&mut self, _: &[i32]) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tracer(clauses: &[&[i32]]) -> Tracer {
        let mut tracer = Tracer::default();
        for (clause, id) in clauses.iter().zip(1..) {
            tracer.given = Some(clause.to_vec());
            tracer.add_original_clause(id, false, clause, false);
        }
        tracer
    }

    fn lits(values: &[i32]) -> Vec<Lit> {
        values.iter().filter_map(|v| Lit::from_dimacs(*v)).collect()
    }

    fn concluded(tracer: &mut Tracer, assumptions: &[i32]) -> Result<Vec<i32>, String> {
        tracer.conclusion(&lits(assumptions)).map(|c| c.clause)
    }

    const CHAIN: [&[i32]; 2] = [&[-1, 2], &[-2, 3]];

    #[test]
    fn a_clause_of_assumptions_concludes() {
        let mut tracer = tracer(&CHAIN);
        tracer.add_assumption_clause(3, &[-1, 3], &[1, 2]);
        tracer.conclude_unsat(2, &[3]);
        assert_eq!(concluded(&mut tracer, &[1, -3, 5]), Ok(vec![-1, 3]));
        assert_eq!(concluded(&mut tracer, &[1, -3]), Err("the proof has no end".into()));
    }

    #[test]
    fn what_a_solver_makes_up_is_refused() {
        let refused = |make_up: &dyn Fn(&mut Tracer)| {
            let mut tracer = tracer(&CHAIN);
            make_up(&mut tracer);
            concluded(&mut tracer, &[1, -3]).unwrap_err()
        };
        let ends = |t: &mut Tracer, id| t.conclude_unsat(1, &[id]);
        assert_eq!(refused(&|_| {}), "the proof has no end");
        assert_eq!(refused(&|t| ends(t, 1)), "the proof does not end with a contradiction");
        assert_eq!(refused(&|t| ends(t, 9)), "the proof does not end with a contradiction");
        // A step that does not follow, by whatever name.
        assert!(
            refused(&|t| {
                t.add_derived_clause(3, false, 0, &[], &[1, 2]);
                ends(t, 3)
            })
            .starts_with("clause 3")
        );
        assert!(
            refused(&|t| {
                t.add_derived_clause(3, false, 3, &[3], &[-2]);
                ends(t, 3)
            })
            .starts_with("clause 3")
        );
        assert!(
            refused(&|t| {
                t.add_assumption_clause(3, &[-1], &[1, 2]);
                ends(t, 3)
            })
            .starts_with("clause 3")
        );
        // A clause that nobody gave, and one that is said to come back.
        assert!(
            refused(&|t| {
                t.add_original_clause(3, false, &[], false);
                ends(t, 3)
            })
            .ends_with("was not given")
        );
        assert!(
            refused(&|t| {
                t.add_original_clause(3, false, &[], true);
                ends(t, 3)
            })
            .ends_with("contradiction")
        );
        // A clause that follows, of literals that nobody assumed.
        let other = |t: &mut Tracer| {
            t.add_assumption_clause(3, &[-2, 3], &[2]);
            ends(t, 3);
        };
        assert_eq!(refused(&other), "the proof ends with what was not assumed");
        // What was deleted is gone, unless it was weakened.
        let delete = |t: &mut Tracer| {
            t.delete_clause(1, false, &[-1, 2]);
            t.add_assumption_clause(3, &[-1, 3], &[1, 2]);
            ends(t, 3);
        };
        assert_eq!(refused(&delete), "clause 3: there is no clause 1");
    }

    #[test]
    fn weakened_clauses_come_back() {
        let mut tracer = tracer(&CHAIN);
        tracer.weaken_minus(1, &[-1, 2]);
        tracer.delete_clause(1, false, &[-1, 2]);
        tracer.add_original_clause(1, false, &[-1, 2], true);
        tracer.add_assumption_clause(3, &[-1, 3], &[1, 2]);
        tracer.conclude_unsat(2, &[3]);
        assert_eq!(concluded(&mut tracer, &[1, -3]), Ok(vec![-1, 3]));
    }

    /// Formulas that are hard enough for CaDiCaL to simplify them between answers, which grow: each answer has a proof, as it goes and as text.
    #[test]
    fn hard_formulas_that_grow() {
        const VARIABLES: u64 = 110;
        let mut random = pm_base::Random::new(9);
        let mut refuted = 0;
        for _ in 0..6 {
            let mut proved = Proved::new(&[]);
            proved.tracer.borrow_mut().record = Some(Record::default());
            let mut other = crate::Backend::BatSat.create();
            let vars: Vec<Lit> = (0..VARIABLES).map(|_| (proved.new_var(), other.new_var()).0).collect();
            for round in 0..12 {
                for _ in 0..if round == 0 { 4 * VARIABLES } else { 6 } {
                    let clause: Vec<Lit> = (0..3).map(|_| random.pick(&vars).negate_if(random.flip())).collect();
                    proved.add_clause(&clause);
                    other.add_clause(&clause);
                }
                let assumed: Vec<Lit> = (0..8).map(|_| random.pick(&vars).negate_if(random.flip())).collect();
                let answer = proved.solve(&assumed, &Limits::default());
                assert_eq!(answer, other.solve(&assumed, &Limits::default()));
                if answer == SatResult::Unsat {
                    refuted += 1;
                    assert!(matches!(proved.written(), Some(Ok(_))), "{:?}", proved.written());
                    let core: Vec<Lit> = assumed.iter().copied().filter(|lit| proved.failed(*lit)).collect();
                    assert_eq!(other.solve(&core, &Limits::default()), SatResult::Unsat);
                }
            }
        }
        assert!(refuted > 20, "{refuted}");
    }

    /// The clauses that are given are ours, whatever CaDiCaL says that they are.
    #[test]
    fn given_clauses_are_ours() {
        let mut tracer = Tracer { given: Some(vec![1, 2]), ..Tracer::default() };
        tracer.add_original_clause(1, false, &[], false);
        tracer.conclude_unsat(1, &[1]);
        assert!(concluded(&mut tracer, &[]).is_err());
    }
}
