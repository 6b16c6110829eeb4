//! BatSat, a second opinion: a MiniSat in Rust, fast on small incremental queries, weak on large formulas.

use super::limits::Watch;
use super::{Limit, Limits, Lit, Sat, SatResult, SatStats};
use batsat::{Callbacks, ClauseKind, Solver, SolverInterface, SolverOpts, Var, lbool};

pub(super) struct BatSat {
    solver: Solver<Stop>,
    stats: SatStats,
    /// BatSat makes its variables itself, in the same order.
    vars: Vec<Var>,
    clause: Vec<batsat::Lit>,
    assumptions: Vec<batsat::Lit>,
    /// The activation literal of the clause for the next call.
    constraint: Option<Lit>,
}

/// Stops the search; asked at each restart and conflict.
#[derive(Default)]
struct Stop {
    watch: Option<Watch>,
    conflicts_left: Option<u64>,
}

impl Callbacks for Stop {
    fn on_new_clause(&mut self, _clause: &[batsat::Lit], kind: ClauseKind) {
        if let (ClauseKind::Learnt, Some(left)) = (kind, &mut self.conflicts_left) {
            *left = left.saturating_sub(1);
        }
    }
    fn stop(&self) -> bool {
        self.conflicts_left == Some(0) || self.watch.as_ref().is_some_and(Watch::must_stop)
    }
}

impl BatSat {
    pub(super) fn new() -> Self {
        BatSat {
            solver: Solver::new(SolverOpts::default(), Stop::default()),
            stats: SatStats::default(),
            vars: Vec::new(),
            clause: Vec::new(),
            assumptions: Vec::new(),
            constraint: None,
        }
    }

    fn retire_constraint(&mut self) {
        if let Some(lit) = self.constraint.take() {
            self.clause.clear();
            self.clause.push(convert(&self.vars, !lit));
            self.solver.add_clause_reuse(&mut self.clause);
        }
    }
}

fn convert(vars: &[Var], lit: Lit) -> batsat::Lit {
    batsat::Lit::new(vars[lit.var() as usize], !lit.is_negative())
}

impl Sat for BatSat {
    fn name(&self) -> &'static str {
        "batsat"
    }
    fn new_var(&mut self) -> Lit {
        let var = self.solver.new_var_default();
        self.vars.push(var);
        self.stats.vars += 1;
        Lit::positive(var.idx())
    }
    fn add_clause(&mut self, clause: &[Lit]) {
        self.clause.clear();
        self.clause.extend(clause.iter().map(|&l| convert(&self.vars, l)));
        self.solver.add_clause_reuse(&mut self.clause);
        self.stats.clauses += 1;
        self.stats.literals += clause.len() as u64;
    }
    fn constrain(&mut self, clause: &[Lit]) {
        self.retire_constraint();
        let activation = self.new_var();
        self.clause.clear();
        self.clause.extend(clause.iter().map(|&l| convert(&self.vars, l)));
        self.clause.push(convert(&self.vars, !activation));
        self.solver.add_clause_reuse(&mut self.clause);
        self.constraint = Some(activation);
    }
    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> SatResult {
        self.stats.solves += 1;
        self.assumptions.clear();
        self.assumptions.extend(assumptions.iter().map(|&l| convert(&self.vars, l)));
        self.assumptions.extend(self.constraint.map(|l| convert(&self.vars, l)));
        *self.solver.cb_mut() =
            Stop { watch: Watch::needed(limits).then(|| Watch::new(limits)), conflicts_left: limits.conflicts };
        let answer = self.solver.solve_limited(&self.assumptions);
        let result = if answer == lbool::TRUE {
            SatResult::Sat
        } else if answer == lbool::FALSE {
            SatResult::Unsat
        } else {
            let stop = self.solver.cb();
            let met = stop.watch.as_ref().and_then(Watch::met);
            SatResult::Unknown(met.or(limits.conflicts.map(|_| Limit::Conflicts)).unwrap_or(Limit::Solver))
        };
        self.retire_constraint();
        result
    }
    fn value(&mut self, lit: Lit) -> bool {
        (self.solver.value_var(self.vars[lit.var() as usize]) == lbool::TRUE) != lit.is_negative()
    }
    /// BatSat's core is a clause: the negations of the failed assumptions.
    fn failed(&mut self, lit: Lit) -> bool {
        self.solver.unsat_core_contains_lit(convert(&self.vars, !lit))
    }
    /// BatSat takes a polarity only when a variable is made.
    fn prefer(&mut self, _lit: Lit) {}
    fn stats(&self) -> SatStats {
        SatStats { conflicts: self.solver.num_conflicts(), ..self.stats }
    }
}
