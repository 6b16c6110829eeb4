//! Who works when: what `auto` does, as data.

use crate::id::EngineId;
use std::fmt;
use std::time::Duration;

/// An engine and when it may run.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    pub engine: EngineId,
    /// Not before so much time has passed, unless nobody else is at work.
    pub after: Duration,
    /// The most time that it gets, if others wait; more where it has to share its processor.
    pub share: Option<Duration>,
    /// At the end of its share it goes on where no other engine can take over.
    pub yields: bool,
    /// It takes one of the seats, of which there are as many as jobs.
    pub sits: bool,
    /// It does not wait for others to end: they take turns.
    pub squeezes: bool,
    /// Percent of the memory up to which it works.
    pub memory: Option<u64>,
}

/// Its formulas grow without end, and the others need some memory to go on.
const MEMORY_OF_BMC: u64 = 80;

/// The search for invariants gains most from time: it keeps its seat when there are more engines than seats.
pub const KEEPS_ITS_SEAT: EngineId = EngineId::IC3;

const fn turn(engine: EngineId, after: Duration, share: Option<Duration>) -> Turn {
    Turn { engine, after, share, yields: false, sits: true, squeezes: false, memory: None }
}

const fn run(share: Duration) -> Turn {
    // It has its answer soon, or there is nothing else to do but what it does.
    Turn { sits: false, ..turn(EngineId::RUN, Duration::ZERO, Some(share)) }
}

const fn bmc(after: Duration, share: Option<Duration>) -> Turn {
    Turn { memory: Some(MEMORY_OF_BMC), ..turn(EngineId::BMC, after, share) }
}

const fn kind(after: Duration, share: Option<Duration>) -> Turn {
    Turn { yields: true, ..turn(EngineId::KIND, after, share) }
}

/// Most violations are found within a second, and most programs without inputs end at once: what comes later waits so
/// long. Induction finds its simple proofs fast; it comes back when nobody else has an answer, and then all take turns.
const SCHEDULE: [Turn; 5] = [
    run(Duration::from_secs(60)),
    bmc(Duration::from_millis(20), None),
    kind(Duration::from_millis(300), Some(Duration::from_secs(4))),
    turn(EngineId::IC3, Duration::from_millis(600), None),
    Turn { squeezes: true, ..kind(Duration::from_secs(8), None) },
];

/// Where contracts may tell what recursion does, a proof takes some time to guess them.
const RECURSIVE: [Turn; 5] = [
    run(Duration::from_secs(60)),
    bmc(Duration::from_millis(20), None),
    kind(Duration::from_millis(300), Some(Duration::from_secs(20))),
    turn(EngineId::IC3, Duration::from_millis(600), None),
    Turn { squeezes: true, ..kind(Duration::from_secs(25), None) },
];

const fn next(engine: EngineId, millis: u64) -> Turn {
    turn(engine, Duration::MAX, Some(Duration::from_millis(millis)))
}

/// With one job the engines take turns, short ones first: most of what an engine finds it finds soon. The last has what is left.
const SERIAL: [Turn; 8] = [
    run(Duration::from_secs(20)),
    bmc(Duration::MAX, Some(Duration::from_millis(300))),
    next(EngineId::KIND, 1_000),
    next(EngineId::IC3, 1_500),
    bmc(Duration::MAX, Some(Duration::from_secs(2))),
    next(EngineId::KIND, 10_000),
    next(EngineId::IC3, 30_000),
    bmc(Duration::MAX, None),
];

/// The turns for so many engines side by side. `recursive`: contracts may tell what the program's recursion does.
pub fn schedule(jobs: usize, recursive: bool) -> &'static [Turn] {
    match jobs {
        1 => &SERIAL,
        _ if recursive => &RECURSIVE,
        _ => &SCHEDULE,
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.engine)?;
        match self.after {
            Duration::ZERO => {}
            Duration::MAX => f.write_str(" next")?,
            after => write!(f, " after {after:?}")?,
        }
        self.share.map_or(Ok(()), |share| write!(f, " for {share:?}"))
    }
}

/// A schedule in words.
pub fn describe(schedule: &[Turn]) -> String {
    let turns: Vec<String> = schedule.iter().map(ToString::to_string).collect();
    turns.join(", ")
}
