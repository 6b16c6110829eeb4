//! The contract of SAT back ends, in the style of IPASIR: add clauses, solve under assumptions, read values or the failed
//! assumptions, add more.
//!
//! The trait is thin on purpose: solvers differ by an order of magnitude on the same formula, so changing one must cost one
//! file. Every back end passes the suite in `conformance.rs`. Clauses are never removed; what must be removable hangs on an
//! activation literal that is assumed while it is wanted (Schrammel et al., "Incremental Bounded Model Checking for Embedded Software", section 3.1).

mod batsat;
mod cadical;
#[cfg(test)]
mod conformance;
mod limits;
mod memory;
mod proofs;
mod proved;

use std::fmt;
use std::num::NonZeroI32;
use std::ops::Not;

pub use limits::{Limit, Limits, process_time, thread_time};
pub use memory::memory_is_exhausted;
pub use proofs::{Kept, Proofs, proofs};

/// A literal as DIMACS writes it: a variable from 1 on, negative for its negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lit(NonZeroI32);

impl Lit {
    /// The positive literal of the `index`-th variable, counted from 0.
    pub(crate) fn positive(index: u32) -> Lit {
        let value = i32::try_from(index).ok().and_then(|i| i.checked_add(1)).and_then(NonZeroI32::new);
        Lit(value.expect("more than 2^31 - 2 variables"))
    }
    pub fn from_dimacs(value: i32) -> Option<Lit> {
        if value == i32::MIN { None } else { NonZeroI32::new(value).map(Lit) }
    }
    pub fn to_dimacs(self) -> i32 {
        self.0.get()
    }
    /// The variable, counted from 0.
    pub fn var(self) -> u32 {
        self.0.get().unsigned_abs() - 1
    }
    pub fn is_negative(self) -> bool {
        self.0.get() < 0
    }
    pub fn negate_if(self, condition: bool) -> Lit {
        if condition { !self } else { self }
    }
}

impl Not for Lit {
    type Output = Lit;
    fn not(self) -> Lit {
        Lit(-self.0)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SatResult {
    Sat,
    Unsat,
    /// A limit was met; the solver can be asked again.
    Unknown(Limit),
}

/// What a solver has done so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SatStats {
    pub vars: u64,
    /// Clauses that were added, not those that were learnt.
    pub clauses: u64,
    pub literals: u64,
    pub conflicts: u64,
    pub solves: u64,
}

pub trait Sat {
    fn name(&self) -> &'static str;
    fn new_var(&mut self) -> Lit;
    fn add_clause(&mut self, clause: &[Lit]);
    /// A clause that holds in the next call of `solve` only.
    fn constrain(&mut self, clause: &[Lit]);
    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> SatResult;
    /// The value after `Sat`; a variable that the solver left open is false.
    fn value(&mut self, lit: Lit) -> bool;
    /// Whether this assumption of the last call was used to show `Unsat`.
    fn failed(&mut self, lit: Lit) -> bool;
    /// A hint: the solver tries this literal as true first.
    fn prefer(&mut self, lit: Lit);
    /// After `Unsat`: the proof is to be kept, and what it shows to be impossible. Back ends without proofs have none.
    fn keep_proof(&mut self, _what: &str) {}
    fn stats(&self) -> SatStats;
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Backend {
    #[default]
    CaDiCaL,
    BatSat,
    /// CaDiCaL, and a checker of its proofs.
    Proved,
}

impl Backend {
    pub const ALL: [Backend; 3] = [Backend::CaDiCaL, Backend::BatSat, Backend::Proved];

    /// Settings without which a call may simplify the whole formula.
    pub fn light(self) -> &'static [(&'static str, i32)] {
        match self {
            Backend::CaDiCaL | Backend::Proved => &[("inprocessing", 0)],
            Backend::BatSat => &[],
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Backend::CaDiCaL => "cadical",
            Backend::BatSat => "batsat",
            Backend::Proved => "cadical-lrat",
        }
    }
    pub fn from_name(name: &str) -> Option<Backend> {
        Backend::ALL.into_iter().find(|b| b.name() == name)
    }
    /// A solver with the settings that were measured best for incremental use.
    pub fn create(self) -> Box<dyn Sat> {
        self.create_with(&[])
    }
    /// As [`create`](Self::create), with settings of the solver's own (ignored where unknown) on top.
    pub fn create_with(self, settings: &[(&str, i32)]) -> Box<dyn Sat> {
        match self {
            Backend::CaDiCaL => Box::new(cadical::CaDiCaL::new(settings)),
            Backend::BatSat => Box::new(batsat::BatSat::new()),
            Backend::Proved => Box::new(proved::Proved::new(settings)),
        }
    }
}
