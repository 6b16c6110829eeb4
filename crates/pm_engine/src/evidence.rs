//! What the statements of a ledger rest on, apart from certificates: executions, and what an audit has seen.

use crate::certificate::Certificate;
use pm_base::{IndexVec, Symbol};
use pm_interp::Outcome;
use pm_ir::{PropId, Ty};
use pm_solve::Limit;
use pm_symex::{Event, SymexOptions};
use pm_term::{TermId, Terms};
use rustc_hash::FxHashMap;

/// An execution that violates a property: what it must be given to happen again.
#[derive(Clone, Debug)]
pub struct Counterexample {
    pub inputs: Vec<(Symbol, Ty, u128)>,
    /// Contents that C leaves indeterminate, by number of the event.
    pub contents: Vec<(u64, Vec<u8>)>,
    /// See `pm_interp::RunOptions`.
    pub lenient: Option<Symbol>,
    pub mmio: Vec<pm_ir::Mapped>,
    /// Properties that it may violate before, and goes on (`beyond.rs`).
    pub passed: Vec<PropId>,
    /// IR instructions that it takes at most.
    pub max_steps: u64,
    pub outcome: Outcome,
    pub bound: u32,
}

/// What an execution is given: inputs, and contents by number of the event, each in order.
#[derive(Clone, Debug, Default)]
pub struct Given {
    pub inputs: Vec<(Symbol, Ty, u128)>,
    pub contents: Vec<(u64, Vec<u8>)>,
}

impl Counterexample {
    /// An execution that has not been replayed yet.
    pub fn new(reading: &SymexOptions, given: Given, max_steps: u64) -> Counterexample {
        let Given { inputs, contents } = given;
        let (lenient, mmio) = (reading.lenient, reading.mmio.clone());
        let (passed, outcome) = (Vec::new(), Outcome::StepLimit);
        Counterexample { inputs, contents, lenient, mmio, passed, max_steps, outcome, bound: 0 }
    }
}

/// The formulas of a complete unwinding.
pub struct Formulas {
    pub(crate) terms: Terms,
    /// All that executions ask for, in order.
    pub(crate) events: Vec<Event>,
    /// When a property is reached; one that is not there never is.
    pub(crate) reached: FxHashMap<PropId, TermId>,
    /// Executions that the solver found, which reach properties.
    pub(crate) witnesses: Vec<Counterexample>,
}

/// Larger tables of terms take too much time and memory.
const TERMS: usize = 1 << 18;

impl Formulas {
    /// `None` where they are too large to keep.
    pub fn new(
        terms: Terms,
        events: Vec<Event>,
        reached: FxHashMap<PropId, TermId>,
        witnesses: Vec<Counterexample>,
    ) -> Option<Formulas> {
        (terms.len() <= TERMS).then_some(Formulas { terms, events, reached, witnesses })
    }
}

/// What audited the proofs of a ledger.
#[derive(Clone, Debug)]
pub struct Audit {
    /// None where nobody wants an audit.
    pub runs: u32,
    /// By property: the runs that came to it.
    pub reached: IndexVec<PropId, u32>,
    /// What ended it too early.
    pub cut: Option<Limit>,
    /// Runs of which it was compared what they come to with what the proof's formulas say.
    pub compared: u32,
    /// Facts of certificates that were compared with the states of runs.
    pub facts: usize,
    pub refuted: Option<Box<Refutation>>,
}

/// An execution that a proof says does not exist.
#[derive(Clone, Debug)]
pub struct Refutation {
    pub prop: PropId,
    /// What was said of the property, and what the execution does.
    pub said: String,
    pub seen: String,
    /// What it was given, and how it ends.
    pub execution: Counterexample,
    /// What the proof and the interpreter say of the execution, where they were compared.
    pub states: String,
    /// The proofs that are in doubt.
    pub proofs: Vec<Certificate>,
}

impl Refutation {
    pub fn describe(&self) -> String {
        format!("it was {}, but the interpreter has an execution that {}", self.said, self.seen)
    }
}
