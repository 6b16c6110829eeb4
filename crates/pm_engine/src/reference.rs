//! Proofs before the reference semantics: complete unwindings as a whole, invariants as far as some passes through loops show.

use crate::bmc::Options;
use crate::certificate::{Method, Semantics};
use crate::certify::Refused;
use pm_base::Span;
use pm_ir::{Program, PropId};
use pm_reference::{Judgement, Settings, TooHard};
use pm_solve::{Backend, Limits};
use std::time::{Duration, Instant};

/// It gets this part of the time that the proof took, and no less than this.
const SHARE: (u32, Duration) = (10, Duration::from_millis(500));

/// Passes through each loop, one number after the other, in which it looks for violations of what an invariant proves, and the time for all of them.
const PASSES: [u32; 4] = [1, 3, 7, 15];
const BRIEF: Duration = Duration::from_millis(300);
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
    if !options.mmio.is_empty() {
        return own("memory-mapped ranges".into(), Span::NONE);
    }
    if let Some(device) = program.globals.iter().find(|g| g.volatility.device().is_some()) {
        return own("an object that hardware changes".into(), device.span);
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

/// What it says of a certificate that passed its check.
///
/// # Errors
/// It finds a violation.
pub fn confirm(
    program: &Program,
    options: &Options,
    backend: Backend,
    method: &Method,
    proved: &[PropId],
) -> Result<Semantics, Refused> {
    let own = |why: &str| Ok(Semantics::Own { why: why.into(), span: Span::NONE });
    match method {
        Method::Unwinding { .. } => {
            let limits = options.limits.until(Instant::now() + LONG);
            let answer = judge(program, options, limits, backend, (proved, &[]))?;
            Ok(answer.unwrap_or(Semantics::Reference))
        }
        Method::Induction { .. } | Method::Steps { .. } => look(program, options, backend, proved),
        Method::Execution => own("there is one execution"),
        Method::Nothing => own("there is nothing to prove"),
    }
}

/// Looks for a violation of what an invariant proves, in the first passes through each loop. Where these are all, the proof is confirmed.
///
/// # Errors
/// There is one.
pub fn look(program: &Program, options: &Options, backend: Backend, proved: &[PropId]) -> Result<Semantics, Refused> {
    let own = |why: String, span: Span| Ok(Semantics::Own { why, span });
    if !options.mmio.is_empty() {
        return own("memory-mapped ranges".into(), Span::NONE);
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
    own(format!("the reference has no violation in {seen} passes"), Span::NONE)
}

fn refuted(program: &Program, p: PropId) -> Refused {
    Refused::Wrong(format!("the reference semantics has an execution that violates {}", program.props[p].id))
}
