//! What engines say of a program, before what is true of it.

use crate::compile::compile;
use crate::tree::{Expected, Way};
use crate::truth::{Claim, Truth};
use pm_engine::engine::Silent;
use pm_engine::engines::Settings;
use pm_engine::paths::Strategy;
use pm_engine::{Limits, Status, Task, UnknownReason, auto, beyond};
use pm_ir::{Mapped, Program, PropId, PropertyKind};
use pm_model::Reductions;
use pm_reference::Judgement;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engine {
    Bmc,
    Kind,
    Ic3,
    Ic3cfa,
    Treeic3,
    Cegar,
    /// The engine `paths`, backwards and forwards.
    Dpvs,
    Cpbpv,
    Auto,
    /// The reference semantics by itself.
    Reference,
}

pub const ENGINES: [(Engine, &str); 10] = [
    (Engine::Bmc, "bmc"),
    (Engine::Kind, "kind"),
    (Engine::Ic3, "ic3"),
    (Engine::Ic3cfa, "ic3cfa"),
    (Engine::Treeic3, "treeic3"),
    (Engine::Cegar, "cegar"),
    (Engine::Dpvs, "dpvs"),
    (Engine::Cpbpv, "cpbpv"),
    (Engine::Auto, "auto"),
    (Engine::Reference, "reference"),
];

impl Engine {
    pub fn name(self) -> &'static str {
        ENGINES.iter().find(|(e, _)| *e == self).map_or("", |(_, name)| name)
    }
}

/// What one engine says.
pub struct Judged {
    pub wrong: Vec<String>,
    /// Everything is decided.
    pub is_decided: bool,
}

/// Registers of a device, where a program reads from there.
const DEVICE: (u64, u64) = (0x4000_0000, 16);

/// Steps of an induction that leaves violations behind them open.
const BRIEF: u32 = 1;

/// Through a reactive loop.
const PASSES: u32 = 5;

/// # Errors
/// The program is not accepted.
pub fn judge(
    engine: Engine,
    text: &str,
    (truth, claims): (&Truth, &[Claim]),
    way: Way,
    time: Duration,
) -> Result<Judged, String> {
    let (mut session, program) = compile(text.to_string(), way)?;
    let device = Mapped { address: DEVICE.0, size: DEVICE.1, device: Some(session.interner.intern("device")) };
    let mmio = if text.contains("0x40000000)") { vec![device] } else { Vec::new() };
    let said = catch_unwind(AssertUnwindSafe(|| match engine {
        Engine::Reference if !mmio.is_empty() => Judged { wrong: Vec::new(), is_decided: false },
        Engine::Reference => reference(&program, truth, claims, time),
        // With all reductions in some of the programs, floats by boxes, and induction that does not find what is violated later.
        _ => {
            let reductions = text.len().is_multiple_of(2).then_some(Reductions::ALL);
            let mut settings = Settings::default().reduced(reductions);
            settings.kind.max_k = text.len().is_multiple_of(5).then_some(BRIEF);
            let mut task = Task::new(&program, &session.interner);
            task.reading.mmio = mmio;
            task.solver.no_boxes = !text.len().is_multiple_of(3);
            by_engine(engine, settings, task, (truth, claims), time)
        }
    }));
    let mut said = said.unwrap_or_else(|_| Judged { wrong: vec!["panic".into()], is_decided: false });
    said.wrong.iter_mut().for_each(|w| *w = format!("{}: {w}", engine.name()));
    Ok(said)
}

/// Is the property violated by some execution?
fn is_violated(program: &Program, p: PropId, truth: &Truth, claims: &[Claim]) -> bool {
    if !truth.expected.is_empty() {
        return false;
    }
    claim_of(program, p, claims).map_or_else(|| truth.violated.contains(&program.props[p].id), |c| !c.holds)
}

fn claim_of<'c>(program: &Program, p: PropId, claims: &'c [Claim]) -> Option<&'c Claim> {
    let id = &program.props[p].id;
    let number: usize = id.strip_prefix("main.assertion.").or_else(|| id.strip_prefix("main.error."))?.parse().ok()?;
    claims.get(number - 1)
}

/// So much time of this thread, or of a processor where there are more: on a busy machine it takes longer, and what is decided is the same.
fn limits(time: Duration) -> Limits {
    let processors = std::thread::available_parallelism().map_or(1, |n| n.get()) as f64;
    let busy = (runnable() / processors).max(1.0);
    Limits { deadline: Some(Instant::now() + time.mul_f64(busy)), ..Limits::default() }.of_thread(time)
}

/// Threads that run or wait for a processor, by the fourth field of Linux's `/proc/loadavg`.
fn runnable() -> f64 {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let threads = text.split_ascii_whitespace().nth(3).and_then(|field| field.split('/').next()?.parse().ok());
    threads.unwrap_or(1.0)
}

fn path_by_path(mut settings: Settings, strategy: Strategy) -> pm_engine::bmc::Options {
    settings.paths.strategy = strategy;
    pm_engine::paths::engine(&settings)
}

fn by_engine(
    engine: Engine,
    mut settings: Settings,
    task: Task,
    (truth, claims): (&Truth, &[Claim]),
    time: Duration,
) -> Judged {
    // What needs longer for a program without reactive loops is not decided at all, mostly.
    let unwinds = matches!(engine, Engine::Bmc | Engine::Dpvs | Engine::Cpbpv);
    let is_hard = !unwinds && engine != Engine::Auto && !truth.is_reactive;
    let time = if is_hard { time / 4 } else { time };
    let limits = limits(time);
    // Loops that do not end are unwound some way.
    settings.bmc.unwind_max = (truth.is_reactive && unwinds).then_some(PASSES);
    let who: Box<dyn pm_engine::Engine> = match engine {
        Engine::Bmc => Box::new(settings.bmc),
        Engine::Kind => Box::new(settings.kind),
        Engine::Ic3 => Box::new(settings.ic3),
        Engine::Ic3cfa => Box::new(settings.ic3cfa),
        Engine::Treeic3 => Box::new(settings.treeic3),
        Engine::Cegar => Box::new(settings.cegar),
        Engine::Dpvs => Box::new(path_by_path(settings, Strategy::Dpvs)),
        Engine::Cpbpv => Box::new(path_by_path(settings, Strategy::Cpbpv)),
        Engine::Auto | Engine::Reference => Box::new(auto::Options { settings }),
    };
    let program = task.program;
    let ledger = beyond::check(&*who, &task.within(limits), false, &mut Silent);
    let is_proved = |p: PropId| matches!(ledger.status[p], Status::Proved { .. } | Status::Unreachable { .. });
    let is_reached = |p: PropId| !matches!(ledger.status[p], Status::Unreachable { .. });
    // Where the executor does not follow the program exactly, what it finds need not happen.
    let is_exact = !ledger.status.iter().any(|s| matches!(s, Status::Unknown(UnknownReason::Inexact { .. })));
    let (mut wrong, mut is_decided) = (unexpected(program, truth, &is_proved, &is_reached), true);
    for (p, status) in ledger.status.iter_ids() {
        if !program.props[p].kind.is_decidable() {
            continue;
        }
        let id = &program.props[p].id;
        let is_bad = is_violated(program, p, truth, claims);
        let claim = claim_of(program, p, claims);
        let (claim, is_reached_claim) = claim.map_or(("", false), |c| (&c.cond, c.is_reached));
        match status {
            Status::Proved { by } | Status::Unreachable { by } if is_bad => {
                wrong.push(format!("{id} is proved ({by}), but violated: {claim}"));
            }
            Status::Unreachable { .. } if is_reached_claim && program.props[p].kind == PropertyKind::Assertion => {
                wrong.push(format!("{id} is not unreachable: {claim}"))
            }
            // Of steps, where it is not bounded model checking that says so.
            Status::HoldsUpTo { .. } if !unwinds => is_decided = false,
            Status::HoldsUpTo { bound } if is_bad && ledger.cut.is_empty() && ledger.too_long.is_none() => {
                wrong.push(format!("{id} holds up to {bound}, and nothing was cut, but it is violated: {claim}"));
            }
            Status::Violated(_) if expects(&truth.expected, id) => {}
            Status::Violated(_) if !is_bad => wrong.push(format!("{id} is violated, but holds: {claim}")),
            Status::Unknown(UnknownReason::NotReplayed { outcome }) if is_exact => {
                wrong.push(format!("{id}: not confirmed: {outcome} {claim}"))
            }
            Status::Unknown(UnknownReason::Refuted { what }) => wrong.push(format!("{id}: audit: {what} {claim}")),
            Status::Unknown(UnknownReason::Internal { what } | UnknownReason::Rejected { what }) => {
                wrong.push(format!("{id}: {what} {claim}"))
            }
            Status::Unknown(UnknownReason::Contradiction) => {
                wrong.push(format!("{id}: engines contradict each other {claim}"))
            }
            Status::Unknown(_) | Status::HoldsUpTo { .. } => is_decided = false,
            Status::Proved { .. } | Status::Unreachable { .. } | Status::Violated(_) => {}
        }
    }
    Judged { wrong, is_decided }
}

/// May the property be violated, by construction?
fn expects(expected: &[(String, Expected)], id: &str) -> bool {
    expected.iter().any(|(func, what)| {
        let (Expected::Violated(kind) | Expected::Open(kind)) = what else { return false };
        id.starts_with(&format!("{func}.{kind}."))
    })
}

/// What is not as it is by construction: proofs of what is violated, and what nobody checks.
fn unexpected(
    program: &Program,
    truth: &Truth,
    is_proved: &dyn Fn(PropId) -> bool,
    is_reached: &dyn Fn(PropId) -> bool,
) -> Vec<String> {
    let mut wrong = Vec::new();
    for (func, what) in &truth.expected {
        let (Expected::Violated(kind) | Expected::Open(kind) | Expected::Reached(kind)) = what else { continue };
        let begin = format!("{func}.{kind}.");
        let props = program.props.iter_ids().filter(|(_, q)| q.id.starts_with(&begin)).map(|(p, _)| p);
        let props: Vec<PropId> = props.collect();
        let is_right = match what {
            Expected::Reached(_) => props.iter().all(|p| is_reached(*p)),
            _ => !props.iter().all(|p| is_proved(*p)),
        };
        if !is_right || props.is_empty() {
            let said = if props.is_empty() { "not checked" } else { "proved" };
            wrong.push(format!("{begin}* is {said}, but it is {what:?} by construction"));
        }
    }
    wrong
}

/// It must not refute what holds, nor confirm what does not.
fn reference(program: &Program, truth: &Truth, claims: &[Claim], time: Duration) -> Judged {
    let limits = limits(time);
    let bound = truth.is_reactive.then_some(PASSES);
    let settings = pm_reference::Settings { limits, bound, ..pm_reference::Settings::default() };
    let is_asked =
        |p: &PropId| program.props[*p].kind.is_decidable() && !expects(&truth.expected, &program.props[*p].id);
    let asked = program.props.ids().filter(is_asked);
    let (bad, good): (Vec<PropId>, Vec<PropId>) = asked.partition(|p| is_violated(program, *p, truth, claims));
    let mut all = match pm_reference::unwound(program, &settings) {
        Ok(all) => all,
        Err(_) => return Judged { wrong: Vec::new(), is_decided: false },
    };
    let (mut wrong, mut is_decided) = (Vec::new(), true);
    match all.judge(&good, &[]) {
        Judgement::Refuted(p) => wrong.push(format!("{} is refuted, but holds", program.props[p].id)),
        Judgement::TooHard(_) => is_decided = false,
        Judgement::Confirmed | Judgement::ByBoxes => {}
    }
    for (func, what) in &truth.expected {
        let Expected::Violated(kind) = what else { continue };
        let begin = format!("{func}.{kind}.");
        let props = program.props.iter_ids().filter(|(_, q)| q.id.starts_with(&begin)).map(|(p, _)| p);
        if let Judgement::Confirmed = all.judge(&props.collect::<Vec<_>>(), &[]) {
            wrong.push(format!("{begin}* is confirmed, but violated by construction"));
        }
    }
    for p in bad {
        match all.judge(&[p], &[]) {
            Judgement::Confirmed | Judgement::ByBoxes => {
                wrong.push(format!("{} is confirmed, but violated", program.props[p].id))
            }
            Judgement::TooHard(_) => is_decided = false,
            Judgement::Refuted(_) => {}
        }
    }
    Judged { wrong, is_decided }
}
