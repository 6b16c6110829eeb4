//! Proofs before the reference semantics: complete unwindings as a whole, before they are entered; invariants once all engines are done, by
//! their facts or as far as some passes through loops show.

use crate::beyond::without;
use crate::certificate::{Abstraction, Certificate, Checked, Method, Semantics};
use crate::ledger::{Ledger, Status};
use crate::proof::{CHECKER, Refused, claim};
use crate::task::Task;
use pm_base::Span;
use pm_ir::{Program, PropId};
use pm_model::System;
use pm_reference::{Claim, Induction, Judgement, Settings, TooHard};
use pm_solve::{Backend, Limits, process_time, thread_time};
use rustc_hash::FxHashSet;
use std::borrow::Cow;
use std::time::Duration;

/// It gets this part of the time that the proof took, and no less than this.
const SHARE: (u32, Duration) = (10, Duration::from_millis(500));

/// Passes through each loop, one number after the other, in which it looks for violations of what an invariant proves, and the time for all of them.
const PASSES: [u32; 4] = [1, 3, 7, 15];
const BRIEF: Duration = Duration::from_millis(300);
/// Passes before the one that is shown by k-induction.
const MOST_PASSES: u32 = 3;
/// What it gets where somebody asks for nothing else but a check.
const LONG: Duration = Duration::from_secs(10);

pub fn share(took: Duration) -> Duration {
    let (part, least) = SHARE;
    (took / part).max(least)
}

/// What the reference semantics says of a proof.
pub struct Judged {
    /// Properties of which it shows the same.
    pub confirmed: Vec<PropId>,
    /// Boxes of floats were needed for that, of which there is no proof.
    pub by_boxes: bool,
    /// Why it cannot tell of the others.
    pub too_hard: Option<Semantics>,
}

/// Asks whether the reference semantics, too, finds that no execution violates `proved` and none reaches `unreached`; it tries boxes where `boxes` says so.
///
/// # Errors
/// It finds an execution that does.
pub fn judge(
    task: &Task,
    limits: Limits,
    backend: Backend,
    boxes: bool,
    (proved, unreached): (&[PropId], &[PropId]),
) -> Result<Judged, Refused> {
    let own = |why: String, span: Span, confirmed: Vec<PropId>| {
        Ok(Judged { confirmed, by_boxes: false, too_hard: Some(Semantics::Own { why, span }) })
    };
    if let Some(span) = device(task) {
        return own("an object that hardware changes".into(), span, Vec::new());
    }
    let boxes = boxes && !task.solver.no_boxes && !pm_solve::proofs().are_kept();
    let settings = Settings { lenient: task.reading.lenient.is_some(), backend, limits, boxes, ..Settings::default() };
    let by_boxes = match pm_reference::judge(task.program, &settings, proved, unreached) {
        Judgement::Confirmed => false,
        Judgement::ByBoxes => true,
        Judgement::Refuted(p) => return Err(refuted(task.program, p)),
        Judgement::TooHard(why) => {
            let span = if let TooHard::At { span, .. } = why { span } else { Span::NONE };
            return own(why.to_string(), span, Vec::new());
        }
    };
    Ok(Judged { confirmed: proved.to_vec(), by_boxes, too_hard: None })
}

/// Asks it for the invariants of a ledger that wait for its answer, the ones that prove most first. What it refuses is no proof.
pub fn settle(task: &Task, ledger: &mut Ledger) {
    let end = thread_time() + share(process_time());
    let mut certificates = std::mem::take(&mut ledger.certificates);
    certificates.sort_by_key(|c| std::cmp::Reverse(c.properties.len()));
    for mut certificate in certificates {
        let Some(Semantics::Waits(claim)) = certificate.checked.as_ref().map(|c| c.semantics.clone()) else {
            ledger.certificates.push(certificate);
            continue;
        };
        let mine: FxHashSet<&str> = certificate.properties.iter().map(String::as_str).collect();
        let proved: Vec<PropId> =
            task.program.props.iter_ids().filter(|(_, p)| mine.contains(p.id.as_str())).map(|(id, _)| id).collect();
        let time = end.saturating_sub(thread_time());
        match invariant(task, CHECKER, (&claim, &certificate), &proved, time) {
            Ok(semantics) => {
                certificate.checked = certificate.checked.map(|c| Checked { semantics, ..c });
                ledger.certificates.push(certificate);
            }
            Err(refused) => {
                let reason = refused.reason();
                proved.into_iter().for_each(|p| ledger.status[p] = Status::Unknown(reason.clone()));
            }
        }
    }
}

/// What it says of a certificate that passed its check. `system` is the transition system that its facts are about.
///
/// # Errors
/// It finds a violation.
pub fn confirm(
    task: &Task,
    backend: Backend,
    (system, certificate): (Option<&System>, &Certificate),
    proved: &[PropId],
) -> Result<Semantics, Refused> {
    let own = |why: &str| Ok(Semantics::Own { why: why.into(), span: Span::NONE });
    match (&certificate.method, system) {
        (Method::Unwinding { .. }, _) => {
            let limits = task.limits.of_thread(LONG);
            Ok(judge(task, limits, backend, true, (proved, &[]))?.too_hard.unwrap_or(Semantics::Reference))
        }
        (Method::Induction { .. } | Method::Steps { .. }, Some(system)) => {
            let claim = claim(task.program, system, certificate);
            invariant(task, backend, (&claim, certificate), proved, LONG)
        }
        (Method::Induction { .. } | Method::Steps { .. }, None) => {
            let program = with_what_ends(task.program, certificate, proved);
            look(&Task { program: &program, ..task.clone() }, backend, proved)
        }
        (Method::Execution, _) => own("there is one execution"),
        (Method::Calls, _) => own(crate::uncalled::WHY),
        (Method::Nothing, _) => own("there is nothing to prove"),
    }
}

/// Shows what a certificate proves, by its facts; where it cannot, looks for a violation in the first passes through each loop.
///
/// # Errors
/// There is one.
fn invariant(
    task: &Task,
    backend: Backend,
    (claim, certificate): (&Claim, &Certificate),
    proved: &[PropId],
    time: Duration,
) -> Result<Semantics, Refused> {
    let why = match by_facts(task, backend, (claim, certificate), proved, time) {
        Ok(()) => return Ok(Semantics::Reference),
        Err(why) => why,
    };
    let program = with_what_ends(task.program, certificate, proved);
    Ok(match look(&Task { program: &program, ..task.clone() }, backend, proved)? {
        done @ (Semantics::Reference | Semantics::Waits(_)) => done,
        // What is in the way of the facts says more, where something is.
        Semantics::Own { why: passes, span } => match (why, trick(certificate)) {
            (TooHard::At { what, span }, None) => Semantics::Own { why: format!("{what}; {passes}"), span },
            (_, Some(trick)) => Semantics::Own { why: format!("{trick}; {passes}"), span },
            (why, None) => Semantics::Own { why: format!("{why}; {passes}"), span },
        },
    })
}

/// The program without assertions behind which executions go on, unless they are proved as well, or the certificate says that executions end there: here
/// executions end at every assertion, and what is open must decide nothing of what comes behind it.
fn with_what_ends<'p>(program: &'p Program, certificate: &Certificate, proved: &[PropId]) -> Cow<'p, Program> {
    let ends: FxHashSet<&str> = certificate.violated.iter().map(String::as_str).collect();
    let open = program.props.iter_ids().filter(|(_, p)| p.goes_on && !ends.contains(p.id.as_str())).map(|(p, _)| p);
    let proved: FxHashSet<PropId> = proved.iter().copied().collect();
    without(program, &open.filter(|p| !proved.contains(p)).collect())
}

/// What the facts of a certificate are about, where it is not the program's state.
fn trick(certificate: &Certificate) -> Option<&'static str> {
    match certificate.abstraction {
        Some(Abstraction::Nodes) => Some("heap objects as nodes"),
        None if !certificate.contracts.is_empty() => Some("contracts of recursive functions"),
        Some(Abstraction::Cells) | None => None,
    }
}

fn by_facts(
    task: &Task,
    backend: Backend,
    (claim, certificate): (&Claim, &Certificate),
    proved: &[PropId],
    time: Duration,
) -> Result<(), TooHard> {
    if let Some(span) = device(task) {
        return Err(TooHard::at("an object that hardware changes", span));
    }
    let limits = task.limits.of_thread(time);
    let settings = Settings { lenient: task.reading.lenient.is_some(), backend, limits, ..Settings::default() };
    let program = with_what_ends(task.program, certificate, proved);
    let show = |before| {
        let induction = Induction { before };
        pm_reference::prove(&program, &settings, claim.clone(), induction, proved)
    };
    let first = show(0);
    let k = if let Method::Induction { k } = certificate.method { k.max(1) } else { 1 };
    match first {
        Err(TooHard::At { .. }) if trick(certificate).is_none() && k <= MOST_PASSES => show(k).or(first),
        answer => answer,
    }
}

/// Memory that something else than the program writes.
fn device(task: &Task) -> Option<Span> {
    let global = task.program.globals.iter().find(|g| g.volatility.device().is_some());
    if task.reading.mmio.is_empty() { global.map(|g| g.span) } else { Some(Span::NONE) }
}

/// Looks for a violation of what an invariant proves, in the first passes through each loop. Where these are all, the proof is confirmed.
///
/// # Errors
/// There is one.
fn look(task: &Task, backend: Backend, proved: &[PropId]) -> Result<Semantics, Refused> {
    let own = |why: String, span: Span| Ok(Semantics::Own { why, span });
    if let Some(span) = device(task) {
        return own("an object that hardware changes".into(), span);
    }
    let limits = task.limits.of_thread(BRIEF);
    let mut settings = Settings { lenient: task.reading.lenient.is_some(), backend, limits, ..Settings::default() };
    let mut seen = 0;
    for passes in PASSES {
        settings.bound = Some(passes);
        match pm_reference::judge(task.program, &settings, proved, &[]) {
            Judgement::Confirmed | Judgement::ByBoxes => return Ok(Semantics::Reference),
            Judgement::Refuted(p) => return Err(refuted(task.program, p)),
            Judgement::TooHard(TooHard::Beyond) => seen = passes,
            Judgement::TooHard(TooHard::At { what, span }) => return own(what.into(), span),
            Judgement::TooHard(why) if seen == 0 => return own(why.to_string(), Span::NONE),
            Judgement::TooHard(_) => break,
        }
    }
    own(format!("no violation in {seen} passes"), Span::NONE)
}

fn refuted(program: &Program, p: PropId) -> Refused {
    Refused::Wrong(format!("the reference semantics has an execution that violates {}", program.props[p].id))
}
