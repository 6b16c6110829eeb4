//! The certificate of an invariant that each step keeps by itself, as IC3 finds them: facts, what they prove, and where executions end.

use crate::certificate::{self, Certificate, Method};
use crate::id::EngineId;
use crate::minimise::{Induction, minimise};
use crate::task::Task;
use pm_invariants::Lemma;
use pm_ir::PropId;
use pm_model::{BadKind, Origin, System};

/// `lemmas` are about the system as it was before it was reduced; those that the proof does not need are left out, as far as the time of `brief` goes. Executions end at
/// whatever it does not speak of.
pub fn certificate(
    brief: &Task,
    (system, origin): (&mut System, &mut Origin),
    lemmas: &[Lemma],
    proved: &[PropId],
    engine: EngineId,
) -> Certificate {
    let unproved = |b: &pm_model::Bad| matches!(&b.kind, BadKind::Violation(p) if !proved.contains(p));
    let ends: Vec<bool> = system.bad.iter().map(unproved).collect();
    let facts = origin.with_whole(system, |system| {
        let (mut bad, mut ended) = (Vec::new(), Vec::new());
        for (i, end) in ends.iter().enumerate() {
            match end {
                true => ended.push(system.bad[i].cond),
                false => bad.push(system.first(i, &|e| ends[e])),
            }
        }
        let lemmas = minimise(brief, system, &Induction { k: 1, lemmas, bad: &bad, ended: &ended });
        certificate::facts(system, &lemmas)
    });
    let ids = |wanted: bool| {
        let props = brief.asked().filter(|p| proved.contains(p) == wanted);
        props.map(|p| brief.program.props[p].id.clone()).collect()
    };
    Certificate {
        method: Method::Induction { k: 1 },
        solver: engine.to_string(),
        properties: ids(true),
        violated: ids(false),
        reductions: origin.used().iter().map(ToString::to_string).collect(),
        contracts: certificate::contracts(system),
        facts,
        ..Certificate::nothing()
    }
}
