//! CaDiCaL, the default: strong on large formulas, incremental with inprocessing, built from source.

use super::limits::Watch;
use super::{Limit, Limits, Lit, Sat, SatResult, SatStats};
use cadical_sys::{CaDiCal, Status, Terminator};
use std::rc::Rc;

pub(super) struct CaDiCaL {
    pub(super) solver: CaDiCal,
    stats: SatStats,
    clause: Vec<i32>,
    has_terminator: bool,
}

struct Stop(Rc<Watch>);

impl Terminator for Stop {
    fn terminated(&mut self) -> bool {
        self.0.must_stop()
    }
}

impl CaDiCaL {
    pub(super) fn new(settings: &[(&str, i32)]) -> Self {
        let mut solver = CaDiCal::new();
        // Each call would try constant phases first, which costs as much as the formula is large.
        solver.set("lucky", 0);
        for (name, value) in settings {
            solver.set(name, *value);
        }
        CaDiCaL { solver, stats: SatStats::default(), clause: Vec::new(), has_terminator: false }
    }

    fn watch(&mut self, limits: &Limits) -> Option<Rc<Watch>> {
        if let Some(conflicts) = limits.conflicts {
            self.solver.limit("conflicts", i32::try_from(conflicts).unwrap_or(i32::MAX));
        }
        if !Watch::needed(limits) {
            if std::mem::take(&mut self.has_terminator) {
                self.solver.disconnect_terminator();
            }
            return None;
        }
        let watch = Rc::new(Watch::new(limits));
        self.solver.connect_terminator(Stop(watch.clone()));
        self.has_terminator = true;
        Some(watch)
    }
}

impl Sat for CaDiCaL {
    fn name(&self) -> &'static str {
        "cadical"
    }
    fn new_var(&mut self) -> Lit {
        let lit = Lit::positive(self.stats.vars as u32);
        self.stats.vars += 1;
        lit
    }
    fn add_clause(&mut self, clause: &[Lit]) {
        self.clause.clear();
        self.clause.extend(clause.iter().map(|l| l.to_dimacs()));
        self.solver.clause6(&self.clause);
        self.stats.clauses += 1;
        self.stats.literals += clause.len() as u64;
    }
    fn constrain(&mut self, clause: &[Lit]) {
        for lit in clause {
            self.solver.constrain(lit.to_dimacs());
        }
        self.solver.constrain(0);
    }
    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> SatResult {
        self.stats.solves += 1;
        let watch = self.watch(limits);
        for lit in assumptions {
            self.solver.assume(lit.to_dimacs());
        }
        match self.solver.solve() {
            Status::SATISFIABLE => SatResult::Sat,
            Status::UNSATISFIABLE => SatResult::Unsat,
            Status::UNKNOWN => {
                let met = watch.and_then(|w| w.met()).or(limits.conflicts.map(|_| Limit::Conflicts));
                SatResult::Unknown(met.unwrap_or(Limit::Solver))
            }
        }
    }
    fn value(&mut self, lit: Lit) -> bool {
        self.solver.val(lit.to_dimacs()) == lit.to_dimacs()
    }
    fn failed(&mut self, lit: Lit) -> bool {
        self.solver.failed(lit.to_dimacs())
    }
    fn prefer(&mut self, lit: Lit) {
        self.solver.phase(lit.to_dimacs());
    }
    fn stats(&self) -> SatStats {
        let conflicts = self.solver.get_statistic_value("conflicts");
        SatStats { conflicts: u64::try_from(conflicts).unwrap_or(0), ..self.stats }
    }
}
