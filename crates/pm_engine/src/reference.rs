//! Proofs by complete unwinding before the reference semantics.

use crate::bmc::Options;
use crate::certificate::Semantics;
use crate::certify::Refused;
use pm_base::Span;
use pm_ir::{Program, PropId};
use pm_reference::{Judgement, Settings, TooHard};
use pm_solve::{Backend, Limits};
use std::time::Duration;

/// It gets this part of the time that the proof took, and no less than this.
const SHARE: (u32, Duration) = (10, Duration::from_millis(500));

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
    let settings = Settings { lenient: options.lenient.is_some(), backend, limits, ..Settings::default() };
    match pm_reference::judge(program, &settings, proved, unreached) {
        Judgement::Confirmed => Ok(None),
        Judgement::Refuted(p) => Err(Refused::Wrong(format!(
            "the reference semantics has an execution that violates {}",
            program.props[p].id
        ))),
        Judgement::TooHard(why) => {
            let span = if let TooHard::At { span, .. } = why { span } else { Span::NONE };
            own(why.to_string(), span)
        }
    }
}
