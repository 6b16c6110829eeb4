//! Options that say which solver is asked, and how it is told words.

use clap::{Args, ValueEnum};
use pm_engine::{Backend, Dialect, Encoding, Smt, SolverOptions};

#[derive(Args)]
pub struct SolverChoice {
    /// The SAT solver: cadical (the default), batsat, or cadical-lrat, whose proofs are checked while it runs. Or an SMT solver, which is a
    /// program that is run: z3, cvc5, bitwuzla, boolector, yices, mathsat, or a PATH (with a slash) of one that reads SMT-LIB 2.
    #[arg(long, value_name = "NAME|PATH", value_parser = parse_solver)]
    pub solver: Option<SolverName>,
    /// What words are for an SMT solver.
    #[arg(long, value_enum, value_name = "ENCODING", requires = "solver")]
    pub encoding: Option<EncodingName>,
}

#[derive(Clone)]
pub enum SolverName {
    Sat(Backend),
    Smt(Smt),
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum EncodingName {
    /// Bit-vectors (the default).
    Bv,
    /// Integers, with their ranges and where they wrap around.
    Int,
}

impl SolverChoice {
    pub fn is_given(&self) -> bool {
        self.solver.is_some()
    }

    /// Combinations that make no sense, and solvers that are not there.
    pub fn validate(&self) -> Result<(), String> {
        match (&self.solver, self.encoding) {
            (Some(SolverName::Smt(smt)), Some(EncodingName::Int)) if !smt.knows_integers() => {
                Err(format!("{} knows no integers: --encoding int needs another solver", smt.name()))
            }
            (Some(SolverName::Smt(smt)), _) => smt.find(),
            (Some(SolverName::Sat(backend)), Some(_)) => {
                let name = backend.name();
                Err(format!("--encoding is for SMT solvers: {name} is told bits; name one, e.g. --solver z3"))
            }
            _ => Ok(()),
        }
    }

    pub fn encoding(&self) -> Encoding {
        match self.encoding {
            Some(EncodingName::Int) => Encoding::Integers,
            Some(EncodingName::Bv) | None => Encoding::Bits,
        }
    }

    pub fn options(&self) -> SolverOptions {
        match &self.solver {
            None => SolverOptions::default(),
            Some(SolverName::Sat(backend)) => SolverOptions::of(*backend),
            Some(SolverName::Smt(smt)) => {
                let smt = Some(smt.clone().encoded(self.encoding()));
                SolverOptions { smt, ..SolverOptions::default() }
            }
        }
    }
}

fn parse_solver(name: &str) -> Result<SolverName, String> {
    if let Some(backend) = Backend::from_name(name) {
        return Ok(SolverName::Sat(backend));
    }
    if name.contains('/') || Dialect::from_name(name).is_some() {
        return Ok(SolverName::Smt(Smt::named(name)));
    }
    let names = Backend::ALL.iter().map(|b| b.name()).chain(Dialect::NAMED.iter().map(|d| d.name()));
    let names: Vec<&str> = names.collect();
    Err(format!("the solvers are {}, or a path with a slash", names.join(", ")))
}
