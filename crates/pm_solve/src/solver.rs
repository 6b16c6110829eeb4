//! The solver that the rest of Proofmark talks to: terms in, answers about terms out.
//!
//! [`TermSolver`] is what every solver of terms can do; [`Options`] name one, and [`Solver::new`] is the one place that makes it.

use crate::bit_solver::BitSolver;
use crate::blast::BlastOptions;
use crate::cnf::CnfOptions;
use crate::sat::{Backend, Limit, Limits, SatStats};
use crate::smt::{Recorded, Script, Smt, SmtSolver};
use pm_term::{Bits, TermId, Terms, Value};
use std::io;
use std::ops::{Deref, DerefMut};

/// Which solver, and how it works.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub backend: Backend,
    /// A process in place of the back end, which is left for those who check what it says.
    pub smt: Option<Smt>,
    /// Writes down what is asked.
    pub script: Option<Script>,
    /// Settings of the back end's own.
    pub settings: Vec<(&'static str, i32)>,
    /// For many small questions of one large formula: nothing is done that costs as much as the formula is large.
    pub light: bool,
    pub cnf: CnfOptions,
    pub blast: BlastOptions,
    /// For those who ask floats by boxes, too: do not.
    pub no_boxes: bool,
    /// Keep all clauses, for [`TermSolver::write_dimacs`].
    pub keep_clauses: bool,
}

impl Options {
    /// This back end as it comes.
    pub fn of(backend: Backend) -> Options {
        Options { backend, ..Options::default() }
    }

    /// The same questions to another solver, which nobody writes down.
    pub fn asked_of(&self, backend: Backend) -> Options {
        Options { backend, smt: None, script: None, keep_clauses: false, ..self.clone() }
    }

    pub fn name(&self) -> &'static str {
        self.smt.as_ref().map_or(self.backend.name(), Smt::name)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    Sat,
    Unsat,
    Unknown(Limit),
}

/// Switches assertions on in the calls that name it: a number, small ones are best.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Activation(usize);

impl Activation {
    pub fn new(number: usize) -> Activation {
        Activation(number)
    }

    pub fn number(self) -> usize {
        self.0
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Stats {
    pub checks: u64,
    pub gates: u64,
    pub sat: SatStats,
    /// Array axioms that were added because a model violated them.
    pub array_lemmas: u64,
    /// Steps of precision of products and divisions.
    pub arithmetic_steps: u64,
}

/// One solver lives through many queries. What is asserted holds for ever, what is asserted under an [`Activation`] holds in
/// the calls that name it, what is assumed holds in one call. All terms are of one manager, which may grow between calls.
pub trait TermSolver {
    /// The limits of each call from now on.
    fn set_limits(&mut self, limits: Limits);

    fn limits(&self) -> &Limits;

    /// Makes a Bool true for ever. Where a limit is met, no later answer is `Sat`.
    fn assert(&mut self, terms: &Terms, t: TermId);

    /// An activation that nobody has used.
    fn new_activation(&mut self) -> Activation;

    /// Makes a Bool true in the calls that name the activation.
    fn assert_if(&mut self, terms: &Terms, activation: Activation, t: TermId);

    /// Whether all assertions, those of the activations, and all assumptions can be true together.
    fn check_with(&mut self, terms: &Terms, assumptions: &[TermId], activations: &[Activation]) -> Answer;

    fn check(&mut self, terms: &Terms, assumptions: &[TermId]) -> Answer {
        self.check_with(terms, assumptions, &[])
    }

    /// The assumptions that the last `Unsat` needed: together with the activations below they suffice, but need not be the fewest.
    fn failed_assumptions(&self) -> &[TermId];

    fn failed_activations(&self) -> &[Activation];

    /// The value of any term in the model of the last `Sat`, until something is asserted or asked; `None` if there is none.
    fn value(&mut self, terms: &Terms, t: TermId) -> Option<Value>;

    fn value_bits(&mut self, terms: &Terms, t: TermId) -> Option<Bits> {
        self.value(terms, t).map(|value| value.bits().clone())
    }

    fn value_bool(&mut self, terms: &Terms, t: TermId) -> Option<bool> {
        self.value(terms, t).map(|value| value.is_true())
    }

    /// After `Unsat`: its proof is to be kept, where proofs are, and what it shows to be impossible.
    fn keep_proof(&mut self, _what: &str) {}

    fn stats(&self) -> Stats;

    /// Writes the query as DIMACS: all clauses so far, the assumptions as units. Solvers without clauses have none.
    fn write_dimacs(&mut self, _: &Terms, _: &[TermId], _: &mut dyn io::Write) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}

/// A solver, whichever it is.
pub struct Solver(Box<dyn TermSolver>);

impl Solver {
    pub fn new(options: &Options) -> Solver {
        let solver: Box<dyn TermSolver> = match &options.smt {
            Some(smt) => Box::new(SmtSolver::new(smt)),
            None => Box::new(BitSolver::new(options)),
        };
        match &options.script {
            Some(script) => Solver(Box::new(Recorded::new(solver, script))),
            None => Solver(solver),
        }
    }
}

impl Deref for Solver {
    type Target = dyn TermSolver;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl DerefMut for Solver {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut *self.0
    }
}
