//! Checks of proofs that were found: what every engine lets its proofs pass before it enters them.
//!
//! A proof is a certificate. The transition system is built anew, the facts are read against its variables, and initiation, consecution and safety are shown by a
//! solver other than the one that found them (`induction.rs`). What the certificate says is never assumed: a fact that is wrong makes one of these fail.

mod cases;
mod claim;
mod equations;
mod induction;
mod nodes;

pub use claim::claim;
pub use induction::{certify_system, check_proof, system_of};

use crate::certificate::{Certificate, Checked, How, Semantics};
use crate::ledger::{Ledger, Status, UnknownReason};
use crate::task::Task;
use pm_base::Span;
use pm_ir::{Program, PropId};
use pm_solve::{Backend, Limit};
use rustc_hash::{FxHashMap, FxHashSet};

/// Why a certificate is not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// It does not fit the program, or says nothing that makes sense.
    Malformed(String),
    /// A part of it is not true.
    Wrong(String),
    /// It is true of one layout of objects alone.
    Layout,
    /// An execution goes beyond the bounds that it says suffice.
    Bounds,
    /// The check does not follow the program exactly.
    Inexact(String, Span),
    /// A limit was met first.
    Limit(Limit),
}

impl Refused {
    /// Is it where objects lie that decides? `check` is the check with the layout that the proof was found with.
    pub fn or_layout(self, check: impl FnOnce() -> Result<(), Refused>) -> Refused {
        if !matches!(self, Refused::Wrong(_) | Refused::Bounds) {
            return self;
        }
        match check() {
            Ok(()) => Refused::Layout,
            Err(Refused::Limit(limit)) => Refused::Limit(limit),
            Err(_) => self,
        }
    }

    /// What is said of properties whose proof was refused.
    pub fn reason(self) -> UnknownReason {
        match self {
            Refused::Limit(limit) => limit.into(),
            Refused::Layout => UnknownReason::Inexact { what: LAYOUT.into(), span: Span::NONE },
            Refused::Inexact(what, span) => UnknownReason::Inexact { what, span },
            Refused::Bounds => Refused::Wrong(BOUNDS.into()).reason(),
            Refused::Malformed(what) | Refused::Wrong(what) => UnknownReason::Rejected { what },
        }
    }
}

/// C does not say where objects lie.
pub const LAYOUT: &str = "it depends on where objects lie in memory";

pub const BOUNDS: &str = "an execution goes beyond the bounds";

/// The solver that checks what another one found: one whose proofs are checked.
pub const CHECKER: Backend = Backend::Proved;

/// The solver that checks a proof where that is too hard with proofs of its own: a new instance of the engine's, unless proofs are to be kept. Where an SMT solver
/// found it, that is the SAT solver behind it: what a program of others says is no proof.
pub fn again_by(task: &Task) -> Backend {
    if pm_solve::proofs().are_kept() { CHECKER } else { task.solver.backend }
}

pub fn properties(program: &Program, ids: &[String]) -> Result<FxHashSet<PropId>, Refused> {
    let known: FxHashMap<&str, PropId> = program.props.iter_ids().map(|(p, q)| (q.id.as_str(), p)).collect();
    let find = |id: &String| {
        let missing =
            || Refused::Malformed(format!("there is no property `{}`", id.chars().take(60).collect::<String>()));
        known.get(id.as_str()).copied().ok_or_else(missing)
    };
    let found: FxHashSet<PropId> = ids.iter().map(find).collect::<Result<_, _>>()?;
    match found.len() == ids.len() {
        true => Ok(found),
        false => Err(Refused::Malformed("a property is named twice".into())),
    }
}

/// Boxes are no other solver, though they round otherwise.
pub fn checked_by(backend: Backend, by_boxes: bool, certificate: &Certificate, semantics: Semantics) -> Checked {
    let boxes = if by_boxes { " and boxes" } else { "" };
    let how = if by_boxes { How::NewInstance } else { How::of(backend, &certificate.solver) };
    Checked { solver: format!("{}{boxes}", backend.name()), how, semantics }
}

/// The ledger says of each property of the certificate that it holds.
pub fn all_settled(program: &Program, ledger: &Ledger, c: &Certificate) -> Result<(), Refused> {
    properties(program, &c.properties)?.into_iter().try_for_each(|prop| settled(program, ledger, prop))
}

/// The ledger says that a property holds.
pub fn settled(program: &Program, ledger: &Ledger, prop: PropId) -> Result<(), Refused> {
    match &ledger.status[prop] {
        Status::Proved { .. } | Status::Unreachable { .. } => Ok(()),
        Status::Violated(_) => Err(Refused::Wrong(format!("{} is violated", program.props[prop].id))),
        Status::HoldsUpTo { .. } => Err(Refused::Bounds),
        Status::Unknown(UnknownReason::Inexact { what, span }) => Err(Refused::Inexact(what.clone(), *span)),
        Status::Unknown(UnknownReason::Limit(limit)) => Err(Refused::Limit(*limit)),
        Status::Unknown(_) => Err(Refused::Wrong(format!("{} is not decided", program.props[prop].id))),
    }
}
