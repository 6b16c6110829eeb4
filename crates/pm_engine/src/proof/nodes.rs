//! Checks facts about all heap objects (`pm_model::nodes`).

use super::Refused;
use crate::task::Task;
use pm_ir::PropId;
use pm_model::invariants::Lemma;
use pm_model::nodes::{self, Broken};
use pm_model::{BadKind, System};
use pm_term::TermId;
use rustc_hash::FxHashSet;

/// Checks the facts of a certificate, which are about all nodes.
pub(super) fn certify(
    task: &Task,
    system: &mut System,
    facts: &[(u32, TermId)],
    proved: &FxHashSet<PropId>,
) -> Result<(), Refused> {
    let is_asked = |kind: &BadKind| match kind {
        BadKind::Violation(p) => proved.contains(p),
        BadKind::Inexact(_) => true,
    };
    let bad: Vec<usize> = (0..system.bad.len()).filter(|i| is_asked(&system.bad[*i].kind)).collect();
    let lemmas: Vec<Lemma> = facts.iter().map(|&(location, fact)| Lemma { location, fact }).collect();
    nodes::check(system, &lemmas, &bad, &task.solver, &task.limits).map_err(|broken| match broken {
        Broken::Bad(_) => Refused::Wrong("the facts do not imply the properties".into()),
        Broken::Fact(i) => Refused::Wrong(format!("fact {} is not preserved by a step", i + 1)),
        Broken::Limit(limit) => Refused::Limit(limit),
    })
}
