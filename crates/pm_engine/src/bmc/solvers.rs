//! The solvers of a run: a thorough one, and while a loop is followed a light one in front of it.
//!
//! A step of a loop asks many small questions of a formula that grows. What a SAT solver does between conflicts to simplify all of
//! its clauses costs as much as the formula is large, and eliminates variables that the next step needs again: a step
//! would cost more the later it comes. So the light solver does nothing of that kind. What it cannot answer within some conflicts
//! is a question for the thorough one, which gets to know only what such questions reach.

use super::Options;
use pm_solve::{Answer, Limit, Limits, Solver, Stats};
use pm_term::{TermId, Terms, Value};

/// Conflicts of the light solver before the thorough one is asked.
const LIGHT_CONFLICTS: u64 = 4000;

pub struct Solvers {
    thorough: Solver,
    light: Option<Solver>,
    /// The thorough one gave the last answer.
    is_thorough: bool,
    /// What was asserted while there was a light solver.
    facts: Vec<TermId>,
    /// So many of them the thorough one knows.
    told: usize,
    limits: Limits,
}

impl Solvers {
    pub fn new(options: &Options) -> Solvers {
        let mut thorough = Solver::new(&options.solver);
        thorough.set_limits(options.limits.clone());
        let limits = options.limits.clone();
        Solvers { thorough, light: None, is_thorough: true, facts: Vec::new(), told: 0, limits }
    }

    /// From now on a loop is followed.
    pub fn begin_steps(&mut self, options: &Options) {
        self.end_steps();
        // Only one solver can tell all clauses of the last query.
        if !options.solver.keep_clauses {
            let light = pm_solve::Options { light: true, ..options.solver.clone() };
            self.light = Some(Solver::new(&light));
            self.is_thorough = false;
        }
    }

    pub fn end_steps(&mut self) {
        self.light = None;
        self.is_thorough = true;
        self.facts.clear();
        self.told = 0;
    }

    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// Makes a Bool true for ever.
    pub fn assert(&mut self, terms: &Terms, t: TermId) {
        match &mut self.light {
            Some(light) => {
                light.assert(terms, t);
                self.facts.push(t);
            }
            None => self.thorough.assert(terms, t),
        }
    }

    pub fn check(&mut self, terms: &Terms, assumptions: &[TermId]) -> Answer {
        if let Some(light) = &mut self.light {
            let least = self.limits.conflicts.map_or(LIGHT_CONFLICTS, |c| c.min(LIGHT_CONFLICTS));
            light.set_limits(Limits { conflicts: Some(least), ..self.limits.clone() });
            self.is_thorough = false;
            let answer = light.check(terms, assumptions);
            if answer != Answer::Unknown(Limit::Conflicts) || self.limits.conflicts == Some(least) {
                return answer;
            }
        }
        self.is_thorough = true;
        for fact in &self.facts[self.told..] {
            self.thorough.assert(terms, *fact);
        }
        self.told = self.facts.len();
        self.thorough.set_limits(self.limits.clone());
        self.thorough.check(terms, assumptions)
    }

    pub fn value(&mut self, terms: &Terms, t: TermId) -> Option<Value> {
        self.last().value(terms, t)
    }

    pub fn value_bool(&mut self, terms: &Terms, t: TermId) -> Option<bool> {
        self.last().value_bool(terms, t)
    }

    pub fn stats(&self) -> Stats {
        self.light.as_ref().unwrap_or(&self.thorough).stats()
    }

    pub fn write_dimacs(
        &mut self,
        terms: &Terms,
        assumptions: &[TermId],
        out: &mut dyn std::io::Write,
    ) -> std::io::Result<()> {
        self.thorough.write_dimacs(terms, assumptions, out)
    }

    /// The solver that gave the last answer.
    fn last(&mut self) -> &mut Solver {
        match &mut self.light {
            Some(light) if !self.is_thorough => light,
            _ => &mut self.thorough,
        }
    }
}
