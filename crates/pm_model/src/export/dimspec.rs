//! DimSpec (Kleine Büning, Balyo, Sinz, "Unbounded Software Model Checking with Incremental SAT-Solving"): the goal is that any of the goals is reached.

use super::{ExportError, Goal, netlist};
use crate::system::System;
use pm_ic3::Relation;
use pm_ic3::dimspec::{DimSpec, write};
use pm_solve::Limits;
use std::io::Write;

pub fn write_dimspec(
    system: &mut System,
    goals: &[Goal],
    limits: &Limits,
    out: &mut dyn Write,
) -> Result<(), ExportError> {
    let all: Vec<_> = goals.iter().map(|g| g.cond).collect();
    let any = Goal { name: String::new(), cond: system.terms.or_all(&all) };
    let netlist = netlist(system, &[any], limits)?;
    let latches = netlist.circuit_latches();
    let (relation, map) = Relation::from_circuit(&netlist.circuit(&latches));
    writeln!(
        out,
        "c {} goals, {} variables of the program's state, {} inputs",
        goals.len(),
        relation.latches.len(),
        relation.inputs.len()
    )?;
    for (index, latch) in map.latches.iter().zip(&relation.latches) {
        let bit = &netlist.latches[*index];
        writeln!(out, "c {} is {}[{}]", latch.now.to_dimacs(), system.vars[bit.var as usize].name, bit.bit)?;
    }
    match DimSpec::from_circuit(&relation, 0) {
        Some(spec) => write(&spec, &mut &mut *out).map_err(ExportError::Io),
        None => Err(ExportError::Unfit("no circuit".into())),
    }
}
