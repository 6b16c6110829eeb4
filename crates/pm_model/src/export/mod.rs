//! Transition systems as text and files that other tools read.
//!
//! Goals are what must not be reached: the properties, and behind them the places where the model is not exact. Executions end
//! at their first bad step, so that a goal is reached only as the first one. In every format goals keep their order and their names.

mod aiger;
mod btor2;
mod dimspec;
mod dot;
mod smt2;

pub use aiger::write_aiger;
pub use btor2::write_btor2;
pub use dimspec::write_dimspec;
pub use dot::write_dot;
pub use smt2::write_smt2;

use crate::netlist::{Netlist, Unfit};
use crate::system::{BadKind, System};
use pm_ir::PropId;
use pm_solve::Limits;
use pm_term::TermId;
use std::collections::BTreeMap;
use std::io;

/// Something that must not be reached.
pub struct Goal {
    pub name: String,
    pub cond: TermId,
}

#[derive(Debug)]
pub enum ExportError {
    Io(io::Error),
    /// The format has no way to say it.
    Unfit(String),
}

impl From<io::Error> for ExportError {
    fn from(e: io::Error) -> Self {
        ExportError::Io(e)
    }
}

/// The name of the goal that stands for all places where the model is not exact.
pub const INEXACT: &str = "inexact";

/// Makes executions end where something bad happens, and lists what that is: one goal for each property, then [`INEXACT`] where
/// there are such places.
pub fn goals(system: &mut System, name: &dyn Fn(PropId) -> String) -> Vec<Goal> {
    let mut conds: BTreeMap<Option<PropId>, Vec<TermId>> = BTreeMap::new();
    for bad in &system.bad {
        let key = match bad.kind {
            BadKind::Violation(prop) => Some(prop),
            BadKind::Inexact(_) => None,
        };
        conds.entry(key).or_default().push(bad.cond);
    }
    let inexact = conds.remove(&None);
    let terms = &mut system.terms;
    let mut goals: Vec<Goal> = Vec::new();
    for (prop, all) in conds {
        let name = prop.map_or_else(|| INEXACT.to_string(), name);
        goals.push(Goal { name, cond: terms.or_all(&all) });
    }
    if let Some(all) = inexact {
        goals.push(Goal { name: INEXACT.into(), cond: terms.or_all(&all) });
    }
    system.end_at_bad();
    goals
}

/// Names without blanks, for formats that end a name there.
fn word(name: &str) -> String {
    name.chars().map(|c| if c.is_whitespace() || c.is_control() { '_' } else { c }).collect()
}

/// The circuit of all goals.
fn netlist(system: &System, goals: &[Goal], limits: &Limits) -> Result<Netlist, ExportError> {
    let roots: Vec<TermId> = goals.iter().map(|g| g.cond).collect();
    Netlist::new(system, system.vars[System::PC].next, &roots, limits).map_err(|unfit| {
        ExportError::Unfit(match unfit {
            Unfit::ArrayState { var } => {
                format!("the array `{}` has no bits; BTOR2 and SMT-LIB have arrays", system.vars[var].name)
            }
            Unfit::ArrayComparison => "a comparison of whole arrays has no bits".into(),
            Unfit::Limit(limit) => limit.to_string(),
        })
    })
}
