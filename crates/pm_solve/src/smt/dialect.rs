//! The solvers that are known by name: how each is started, and what it understands beyond the standard.

use pm_term::{Encoding, Theories};
use std::time::Duration;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    Z3,
    Cvc5,
    Bitwuzla,
    Boolector,
    Yices,
    MathSat,
    /// Any other program: the standard alone.
    Other,
}

impl Dialect {
    pub const NAMED: [Dialect; 6] =
        [Dialect::Z3, Dialect::Cvc5, Dialect::Bitwuzla, Dialect::Boolector, Dialect::Yices, Dialect::MathSat];

    pub fn name(self) -> &'static str {
        match self {
            Dialect::Z3 => "z3",
            Dialect::Cvc5 => "cvc5",
            Dialect::Bitwuzla => "bitwuzla",
            Dialect::Boolector => "boolector",
            Dialect::Yices => "yices",
            Dialect::MathSat => "mathsat",
            Dialect::Other => "smt2",
        }
    }

    pub fn from_name(name: &str) -> Option<Dialect> {
        Dialect::NAMED.into_iter().find(|d| d.name() == name)
    }

    /// Of a file's name: `/opt/z3/bin/z3` is one that is known.
    pub(super) fn of_program(file: &str) -> Dialect {
        Dialect::NAMED.into_iter().find(|d| d.program() == file || d.name() == file).unwrap_or(Dialect::Other)
    }

    pub(super) fn program(self) -> &'static str {
        match self {
            Dialect::Yices => "yices-smt2",
            _ => self.name(),
        }
    }

    pub(super) fn args(self) -> &'static [&'static str] {
        match self {
            Dialect::Z3 => &["-in", "-smt2"],
            Dialect::Cvc5 => &["--lang=smt2", "--incremental"],
            Dialect::Boolector => &["--smt2", "--incremental"],
            Dialect::Yices => &["--incremental"],
            Dialect::Bitwuzla | Dialect::MathSat | Dialect::Other => &[],
        }
    }

    /// What it is told first, besides what the standard has.
    pub(super) fn prelude(self) -> &'static str {
        match self {
            // The solver for questions that go on is weaker than the one for single questions, which is asked where that takes a moment.
            Dialect::Z3 => "(set-option :combined_solver.solver2_timeout 500)\n",
            _ => "",
        }
    }

    /// The smallest logic that has what is asked: some solvers are faster in it.
    pub(super) fn logic(self, encoding: Encoding, theories: Theories) -> &'static str {
        match (encoding, theories.arrays, theories.nonlinear) {
            // Its other logics have no constant arrays.
            (_, true, _) if self == Dialect::Z3 => "ALL",
            (Encoding::Bits, false, _) => "QF_BV",
            (Encoding::Bits, true, _) => "QF_ABV",
            (Encoding::Integers, false, false) => "QF_LIA",
            (Encoding::Integers, false, true) => "QF_NIA",
            (Encoding::Integers, true, false) => "QF_ALIA",
            (Encoding::Integers, true, true) => "QF_ANIA",
        }
    }

    /// Ends the next question after so much time, or not at all: the solver answers `unknown` and lives on.
    pub(super) fn time_limit(self, time: Option<Duration>) -> Option<String> {
        let milliseconds = time.map(|t| t.as_millis().clamp(1, 1_000_000_000));
        match self {
            Dialect::Z3 => Some(format!("(set-option :timeout {})\n", milliseconds.unwrap_or(4_294_967_295))),
            Dialect::Cvc5 => Some(format!("(set-option :tlimit-per {})\n", milliseconds.unwrap_or(0))),
            _ => None,
        }
    }

    /// Tells which assumptions were needed.
    pub(super) fn has_cores(self) -> bool {
        matches!(self, Dialect::Z3 | Dialect::Cvc5 | Dialect::Bitwuzla | Dialect::Yices)
    }

    pub(super) fn knows_integers(self) -> bool {
        !matches!(self, Dialect::Bitwuzla | Dialect::Boolector)
    }
}
