//! Checks a certificate from the program alone, whichever way its proof was found.

use crate::beyond;
use crate::bmc;
use crate::certificate::{Certificate, Method, Semantics};
use crate::proof::{CHECKER, Refused, all_settled, certify_system, properties, system_of};
use crate::reference;
use crate::run::single;
use crate::task::Task;
use crate::uncalled;
use pm_ir::PropId;

/// Checks that the certificate proves its properties; which semantics has shown it. The task says how the program is read, and its limits.
pub fn certify(task: &Task, certificate: &Certificate) -> Result<Semantics, Refused> {
    let (other, program) = (CHECKER, task.program);
    fits(certificate)?;
    let passed = properties(program, &certificate.passed)?;
    if let Some(p) = passed.iter().find(|p| !program.props[**p].goes_on) {
        return Err(Refused::Malformed(format!("executions end where they violate {}", program.props[*p].id)));
    }
    let program = &beyond::without(program, &task.ignored.union(&passed).copied().collect());
    let task = &Task { program, ..task.elsewhere().solved_by(other) };
    let (proved, violated) =
        (properties(program, &certificate.properties)?, properties(program, &certificate.violated)?);
    if !proved.is_disjoint(&violated) || !passed.is_disjoint(&proved) || !passed.is_disjoint(&violated) {
        return Err(Refused::Malformed("a property that is both proved and violated".into()));
    }
    if let Some(p) = proved.iter().find(|p| task.ignored.contains(p)) {
        return Err(Refused::Malformed(format!("property {} is not asked for", program.props[*p].id)));
    }
    let mut system = None;
    match &certificate.method {
        Method::Induction { .. } | Method::Steps { .. } => {
            let system = system.insert(system_of(task, certificate)?);
            certify_system(task, system, certificate)?;
        }
        Method::Unwinding { .. } => bmc::certify(task, &bmc::Options::default(), certificate)?,
        Method::Execution => certify_execution(task, certificate)?,
        Method::Calls => uncalled::certify(program, &proved)?,
        Method::Nothing => certify_nothing(task)?,
    }
    let proved: Vec<PropId> = proved.into_iter().collect();
    reference::confirm(task, other, (system.as_ref(), certificate), &proved)
}

/// What the certificate says is all about its method.
fn fits(c: &Certificate) -> Result<(), Refused> {
    let malformed = |what: &str| Err(Refused::Malformed(what.into()));
    let of_system = matches!(c.method, Method::Induction { .. } | Method::Steps { .. });
    let says_more = !c.facts.is_empty() || !c.contracts.is_empty() || !c.is_of_plain_system();
    if !of_system && says_more {
        return malformed("facts, contracts and abstractions are of a transition system");
    }
    if c.method == Method::Nothing && !(c.properties.is_empty() && c.violated.is_empty()) {
        return malformed("it says that there is nothing, and names a property");
    }
    Ok(())
}

/// There is no property that was asked for.
fn certify_nothing(task: &Task) -> Result<(), Refused> {
    match task.asked().next() {
        Some(p) => Err(Refused::Wrong(format!("there is a property to prove: {}", task.program.props[p].id))),
        None => Ok(()),
    }
}

fn certify_execution(task: &Task, certificate: &Certificate) -> Result<(), Refused> {
    match single::check(task) {
        Some(ledger) => all_settled(task.program, &ledger, certificate),
        None => Err(Refused::Wrong("the program has more than one execution".into())),
    }
}
