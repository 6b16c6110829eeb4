//! Proofs before the reference semantics: complete unwindings as a whole, invariants as far as some passes through loops show.

use crate::bmc::Options;
use crate::certificate::{Abstraction, Certificate, Method, Semantics};
use crate::certify::Refused;
use crate::claim::claim;
use pm_base::Span;
use pm_ir::{Program, PropId};
use pm_model::System;
use pm_reference::{Induction, Judgement, Settings, TooHard};
use pm_solve::{Backend, Limits};
use std::time::{Duration, Instant};

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

/// Whether the reference semantics, too, finds that no execution violates `proved` and none reaches `unreached`; where it cannot tell, why.
///
/// # Errors
/// It finds an execution that does.
pub fn judge(
    program: &Program,
    options: &Options,
    limits: Limits,
    backend: Backend,
    (proved, unreached): (&[PropId], &[PropId]),
) -> Result<Option<Semantics>, Refused> {
    let own = |why: String, span: Span| Ok(Some(Semantics::Own { why, span }));
    if let Some(span) = device(program, options) {
        return own("an object that hardware changes".into(), span);
    }
    let settings = Settings { lenient: options.lenient.is_some(), backend, limits, ..Settings::default() };
    match pm_reference::judge(program, &settings, proved, unreached) {
        Judgement::Confirmed => Ok(None),
        Judgement::Refuted(p) => Err(refuted(program, p)),
        Judgement::TooHard(why) => {
            let span = if let TooHard::At { span, .. } = why { span } else { Span::NONE };
            own(why.to_string(), span)
        }
    }
}

/// What it says of a certificate that passed its check. `system` is the transition system that its facts are about.
///
/// # Errors
/// It finds a violation.
pub fn confirm(
    program: &Program,
    options: &Options,
    backend: Backend,
    (system, certificate): (Option<&System>, &Certificate),
    proved: &[PropId],
) -> Result<Semantics, Refused> {
    let own = |why: &str| Ok(Semantics::Own { why: why.into(), span: Span::NONE });
    match (&certificate.method, system) {
        (Method::Unwinding { .. }, _) => {
            let limits = options.limits.until(Instant::now() + LONG);
            let answer = judge(program, options, limits, backend, (proved, &[]))?;
            Ok(answer.unwrap_or(Semantics::Reference))
        }
        (Method::Induction { .. } | Method::Steps { .. }, Some(system)) => {
            invariant(program, options, backend, (system, certificate), proved, LONG)
        }
        (Method::Induction { .. } | Method::Steps { .. }, None) => look(program, options, backend, proved),
        (Method::Execution, _) => own("there is one execution"),
        (Method::Calls, _) => own(crate::uncalled::WHY),
        (Method::Nothing, _) => own("there is nothing to prove"),
    }
}

/// Shows what a certificate proves, by its facts; where it cannot, looks for a violation in the first passes through each loop.
///
/// # Errors
/// There is one.
pub fn invariant(
    program: &Program,
    options: &Options,
    backend: Backend,
    (system, certificate): (&System, &Certificate),
    proved: &[PropId],
    time: Duration,
) -> Result<Semantics, Refused> {
    let why = match by_facts(program, options, backend, (system, certificate), proved, time) {
        Ok(()) => return Ok(Semantics::Reference),
        Err(why) => why,
    };
    Ok(match look(program, options, backend, proved)? {
        Semantics::Reference => Semantics::Reference,
        // What is in the way of the facts says more, where something is.
        Semantics::Own { why: passes, span } => match (why, trick(certificate)) {
            (TooHard::At { what, span }, None) => Semantics::Own { why: format!("{what}; {passes}"), span },
            (_, Some(trick)) => Semantics::Own { why: format!("{trick}; {passes}"), span },
            (why, None) => Semantics::Own { why: format!("{why}; {passes}"), span },
        },
    })
}

/// What the facts of a certificate are about, where it is not the program's state.
fn trick(certificate: &Certificate) -> Option<&'static str> {
    match certificate.abstraction {
        Some(Abstraction::Cells) => Some("arrays by cells"),
        Some(Abstraction::Nodes) => Some("heap objects as nodes"),
        None if !certificate.contracts.is_empty() => Some("contracts of recursive functions"),
        None => None,
    }
}

fn by_facts(
    program: &Program,
    options: &Options,
    backend: Backend,
    (system, certificate): (&System, &Certificate),
    proved: &[PropId],
    time: Duration,
) -> Result<(), TooHard> {
    if let Some(span) = device(program, options) {
        return Err(TooHard::at("an object that hardware changes", span));
    }
    let limits = options.limits.until(Instant::now() + time);
    let settings = Settings { lenient: options.lenient.is_some(), backend, limits, ..Settings::default() };
    let claim = claim(program, system, certificate);
    let show = |before| {
        let induction = Induction { before };
        pm_reference::prove(program, &settings, claim.clone(), induction, proved)
    };
    let first = show(0);
    let k = if let Method::Induction { k } = certificate.method { k.max(1) } else { 1 };
    match first {
        Err(TooHard::At { .. }) if trick(certificate).is_none() && k <= MOST_PASSES => show(k).or(first),
        answer => answer,
    }
}

/// Memory that something else than the program writes.
fn device(program: &Program, options: &Options) -> Option<Span> {
    let global = program.globals.iter().find(|g| g.volatility.device().is_some());
    if options.mmio.is_empty() { global.map(|g| g.span) } else { Some(Span::NONE) }
}

/// Looks for a violation of what an invariant proves, in the first passes through each loop. Where these are all, the proof is confirmed.
///
/// # Errors
/// There is one.
fn look(program: &Program, options: &Options, backend: Backend, proved: &[PropId]) -> Result<Semantics, Refused> {
    let own = |why: String, span: Span| Ok(Semantics::Own { why, span });
    if let Some(span) = device(program, options) {
        return own("an object that hardware changes".into(), span);
    }
    let limits = options.limits.until(Instant::now() + BRIEF);
    let mut settings = Settings { lenient: options.lenient.is_some(), backend, limits, ..Settings::default() };
    let mut seen = 0;
    for passes in PASSES {
        settings.bound = Some(passes);
        match pm_reference::judge(program, &settings, proved, &[]) {
            Judgement::Confirmed => return Ok(Semantics::Reference),
            Judgement::Refuted(p) => return Err(refuted(program, p)),
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
