//! Proofs about heap objects without a bound: facts about all nodes of the program's pools (`pm_invariants::nodes`).
//!
//! All or nothing: either everything bad is excluded, or the ledger stays as it was. Nothing is found here but proofs.

use crate::certificate::{Abstraction, Certificate, Method, facts};
use crate::id::EngineId;
use crate::ledger::{Ledger, Status};
use crate::proof::check_proof;
use crate::task::Task;
use pm_invariants::nodes;
use pm_ir::PropId;
use pm_model::System;

/// Proves all properties that are open, or none.
pub(super) fn prove(task: &Task, system: &mut System, ledger: &mut Ledger) {
    let open: Vec<PropId> = task.asked().filter(|p| !ledger.is_decided(*p)).collect();
    let Some(lemmas) = nodes::find(system, &task.limits) else { return };
    let ids = |wanted: &dyn Fn(PropId) -> bool| {
        let asked = task.asked().filter(|p| wanted(*p));
        asked.map(|p| task.program.props[p].id.clone()).collect::<Vec<String>>()
    };
    let mut certificate = Certificate {
        method: Method::Induction { k: 1 },
        abstraction: Some(Abstraction::Nodes),
        solver: task.solver.name().to_string(),
        properties: ids(&|p| open.contains(&p)),
        violated: ids(&|p| !open.contains(&p)),
        facts: facts(system, &lemmas),
        ..Certificate::nothing()
    };
    if let Ok(checked) = check_proof(task, &mut None, &certificate) {
        certificate.checked = Some(checked);
        ledger.missing_bodies = system.missing_bodies.clone();
        ledger.certify(ledger.certificates.iter().cloned().chain([certificate]).collect());
        open.into_iter().for_each(|p| ledger.decide(p, Status::Proved { by: EngineId::NODES }));
    }
}
