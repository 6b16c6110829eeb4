//! Proofs about heap objects without a bound: facts about all nodes of the program's pools (`pm_model::nodes`).
//!
//! All or nothing: either everything bad is excluded, or the ledger stays as it was. Nothing is found here but proofs.

use crate::bmc;
use crate::certificate::{Abstraction, Certificate, Method, facts};
use crate::certify::{Refused, check_proof};
use crate::ledger::{Ledger, Status};
use pm_base::Interner;
use pm_ir::{Program, PropId};
use pm_model::invariants::Lemma;
use pm_model::nodes::{self, Broken};
use pm_model::{BadKind, System};
use pm_solve::Backend;
use pm_term::TermId;
use rustc_hash::FxHashSet;

pub const NAME: &str = "nodes";

/// Proves all properties that are open, or none.
pub(crate) fn prove(
    program: &Program,
    names: &Interner,
    system: &mut System,
    options: &bmc::Options,
    ledger: &mut Ledger,
) {
    let open = |p: &PropId| !options.ignored.contains(p) && !ledger.is_decided(*p);
    let open: Vec<PropId> = program.props.ids().filter(open).collect();
    let Some(lemmas) = nodes::find(system, &options.limits) else { return };
    let ids = |wanted: &dyn Fn(PropId) -> bool| {
        let asked = program.props.ids().filter(|p| !options.ignored.contains(p) && wanted(*p));
        asked.map(|p| program.props[p].id.clone()).collect::<Vec<String>>()
    };
    let mut certificate = Certificate {
        method: Method::Induction { k: 1 },
        abstraction: Some(Abstraction::Nodes),
        solver: options.solver.backend.name().to_string(),
        checked: None,
        properties: ids(&|p| open.contains(&p)),
        violated: ids(&|p| !open.contains(&p)),
        passed: Vec::new(),
        reductions: Vec::new(),
        contracts: Vec::new(),
        facts: facts(system, &lemmas),
    };
    if let Ok(checked) = check_proof(program, names, options, &mut None, &certificate) {
        certificate.checked = Some(checked);
        ledger.missing_bodies = system.missing_bodies.clone();
        ledger.certify(ledger.certificates.iter().cloned().chain([certificate]).collect());
        open.into_iter().for_each(|p| ledger.decide(p, Status::Proved { by: NAME }));
    }
}

/// Checks the facts of a certificate, which are about all nodes.
pub(crate) fn certify(
    system: &mut System,
    facts: &[(u32, TermId)],
    proved: &FxHashSet<PropId>,
    options: &bmc::Options,
    backend: Backend,
) -> Result<(), Refused> {
    let is_asked = |kind: &BadKind| match kind {
        BadKind::Violation(p) => proved.contains(p),
        BadKind::Inexact(_) => true,
    };
    let bad: Vec<usize> = (0..system.bad.len()).filter(|i| is_asked(&system.bad[*i].kind)).collect();
    let lemmas: Vec<Lemma> = facts.iter().map(|&(location, fact)| Lemma { location, fact }).collect();
    let solver = pm_solve::Options { backend, ..pm_solve::Options::default() };
    nodes::check(system, &lemmas, &bad, &solver, &options.limits).map_err(|broken| match broken {
        Broken::Bad(_) => Refused::Wrong("the facts do not imply the properties".into()),
        Broken::Fact(i) => Refused::Wrong(format!("fact {} is not preserved by a step", i + 1)),
        Broken::Limit(limit) => Refused::Limit(limit),
    })
}

/// The symbols for nodes that facts speak of, with their names.
pub(crate) fn names(system: &System) -> impl Iterator<Item = (String, TermId)> + '_ {
    let symbols = system.pools.iter().flat_map(|p| p.bound);
    symbols.filter_map(|t| Some((system.terms.symbol_name(system.terms.symbol_id(t)?).to_string(), t)))
}
