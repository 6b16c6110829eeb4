//! Questions to solvers: whether a command leads from some of the states at its location to others.
//!
//! Each location has a solver of its own, which knows the invariants of its states that were found before, and is told guards of commands once. What else is known of the states
//! before a command, and what is asked of those after it, are assumptions, so that a solver says which of them it needed.

use super::graph::{Command, Target};
use pm_model::System;
use pm_solve::{Activation, Answer, Limit, Limits, Solver};
use pm_term::{TermId, Terms};
use rustc_hash::FxHashMap;

struct Site {
    solver: Solver,
    /// Commands whose guards are told, with what switches them on.
    commands: FxHashMap<usize, Activation>,
    /// Nothing bad happens in the step.
    passes: Activation,
}

pub struct Sites {
    sites: Vec<Option<Site>>,
    how: pm_solve::Options,
    /// By location: invariants from elsewhere, and that nothing bad happens.
    background: Vec<Vec<TermId>>,
    passes: Vec<TermId>,
    pub limits: Limits,
    /// Questions that were asked.
    pub calls: u64,
}

/// Conflicts for reasons, which are only nice to have: that a product is the same in two forms is hard to see.
const REASONS: u64 = 100;

impl Sites {
    pub fn new(system: &mut System, how: &pm_solve::Options, background: Vec<Vec<TermId>>, limits: Limits) -> Sites {
        let claims = system.claims();
        let passes = claims.into_iter().map(|bad| system.terms.not(bad)).collect();
        let how = pm_solve::Options { light: true, ..how.clone() };
        let sites = system.locations.iter().map(|_| None).collect();
        Sites { sites, how, background, passes, limits, calls: 0 }
    }

    pub fn invariants(&self) -> &[Vec<TermId>] {
        &self.background
    }

    fn site(&mut self, terms: &Terms, location: u32) -> &mut Site {
        let at = location as usize;
        let Sites { sites, how, background, passes, limits, .. } = self;
        let site = sites[at].get_or_insert_with(|| {
            let mut solver = Solver::new(how);
            solver.set_limits(limits.clone());
            background[at].iter().for_each(|&fact| solver.assert(terms, fact));
            let on = solver.new_activation();
            solver.assert_if(terms, on, passes[at]);
            Site { solver, commands: FxHashMap::default(), passes: on }
        });
        site.solver.set_limits(limits.clone());
        site
    }

    /// The solver of a location, with the model of the last question if the answer was that it can be.
    pub fn solver(&mut self, terms: &Terms, location: u32) -> &mut Solver {
        &mut self.site(terms, location).solver
    }

    /// What switches on the guard of a command, in the solver of its location.
    pub fn guard(&mut self, terms: &Terms, number: usize, command: &Command) -> Activation {
        let site = self.site(terms, command.from);
        *site.commands.entry(number).or_insert_with(|| {
            let on = site.solver.new_activation();
            site.solver.assert_if(terms, on, command.guard);
            on
        })
    }

    /// Whether a command can be taken where all of this holds: `None` if so, and the solver of its location has a model, or else what of it is
    /// enough to see that it cannot.
    pub fn step(
        &mut self,
        terms: &Terms,
        (number, command): (usize, &Command),
        assumed: &[TermId],
    ) -> Result<Option<Vec<TermId>>, Limit> {
        let switches = self.switches(terms, number, command);
        self.ask(terms, command.from, assumed, &switches)
    }

    /// What is switched on for a question about a command.
    pub fn switches(&mut self, terms: &Terms, number: usize, command: &Command) -> Vec<Activation> {
        let on = self.guard(terms, number, command);
        match command.to {
            // What is bad is asked about where something bad happens.
            Target::Goal(_) => vec![on],
            Target::Location(_) => vec![on, self.site(terms, command.from).passes],
        }
    }

    /// The same of no command: whether all of this can hold in a state at a location.
    pub fn state(&mut self, terms: &Terms, location: u32, assumed: &[TermId]) -> Result<Option<Vec<TermId>>, Limit> {
        self.ask(terms, location, assumed, &[])
    }

    /// Whether all of this can hold with what is switched on.
    pub fn ask(
        &mut self,
        terms: &Terms,
        location: u32,
        assumed: &[TermId],
        active: &[Activation],
    ) -> Result<Option<Vec<TermId>>, Limit> {
        if let Some(limit) = self.limits.exceeded() {
            return Err(limit);
        }
        self.calls += 1;
        let solver = self.solver(terms, location);
        match solver.check_with(terms, assumed, active) {
            Answer::Sat => Ok(None),
            Answer::Unsat => Ok(Some(solver.failed_assumptions().to_vec())),
            Answer::Unknown(limit) => Err(limit),
        }
    }

    /// Of what cannot hold together, a part that cannot. `None` where the solver does not tell soon.
    pub fn reasons(&mut self, terms: &Terms, location: u32, assumed: &[TermId]) -> Result<Option<Vec<TermId>>, Limit> {
        self.calls += 1;
        let limits = Limits { conflicts: Some(REASONS), ..self.limits.clone() };
        let solver = self.solver(terms, location);
        solver.set_limits(limits);
        match solver.check(terms, assumed) {
            Answer::Sat | Answer::Unknown(Limit::Conflicts) => Ok(None),
            Answer::Unsat => Ok(Some(solver.failed_assumptions().to_vec())),
            Answer::Unknown(limit) => Err(limit),
        }
    }
}
