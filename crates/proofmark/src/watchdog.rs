//! Ends the process where a part of it takes longer than the limits allow: parts that look at no limits, as the front end, and those that look
//! too seldom. What is known then is told.

use crate::exit::{ExitCode, leave};
use crate::output::print;
use pm_solve::{Limit, Limits};
use std::panic::resume_unwind;
use std::sync::OnceLock;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{Builder, scope};
use std::time::{Duration, Instant};

/// How often the limits are looked at.
const TICK: Duration = Duration::from_millis(50);
/// Who looks at the limits himself comes first.
const GRACE: Duration = Duration::from_millis(450);

/// Watches until it is dropped.
pub struct Watchdog {
    _alive: Option<Sender<()>>,
}

impl Watchdog {
    pub fn start(limits: &Limits) -> Watchdog {
        let mut overdue = Overdue::new(limits);
        let (alive, ended) = channel::<()>();
        let watch = move || {
            while ended.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                if let Some(limit) = overdue.look() {
                    give_up(limit);
                }
            }
        };
        // Without a thread there is no watchdog, and nothing else changes.
        let started = Builder::new().spawn(watch).is_ok();
        Watchdog { _alive: started.then_some(alive) }
    }

    /// Watches what is done, and no longer.
    pub fn during<T>(self, work: impl FnOnce() -> T) -> T {
        work()
    }
}

/// Does something on a stack of this size. `meanwhile` is called from time to time. Where the work does not end in time it is given the limit, and the process ends
/// with the exit code of who tells what is known.
pub fn in_time<T: Send>(
    limits: &Limits,
    stack: usize,
    work: impl FnOnce() -> T + Send,
    mut meanwhile: impl FnMut(Option<Limit>) -> Option<ExitCode>,
) -> T {
    let mut overdue = Overdue::new(limits);
    scope(|scope| {
        let (done, result) = channel();
        let work = move || {
            // Nobody is gone who waits for it.
            let _ = done.send(work());
        };
        let worker = match Builder::new().stack_size(stack).spawn_scoped(scope, work) {
            Ok(worker) => worker,
            Err(e) => {
                eprintln!("proofmark: cannot start a thread: {e}; memory or threads are limited");
                leave(last_words())
            }
        };
        loop {
            match result.recv_timeout(TICK) {
                Ok(value) => return value,
                Err(RecvTimeoutError::Timeout) => {
                    let limit = overdue.look();
                    if let Some(code) = meanwhile(limit) {
                        leave(code);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => match worker.join() {
                    Err(panic) => resume_unwind(panic),
                    Ok(()) => unreachable!("it has sent its value"),
                },
            }
        }
    })
}

/// A limit that is met, and for how long.
struct Overdue {
    limits: Limits,
    since: Option<Instant>,
}

impl Overdue {
    fn new(limits: &Limits) -> Overdue {
        Overdue { limits: limits.clone(), since: None }
    }

    /// The limit that is met for some time.
    fn look(&mut self) -> Option<Limit> {
        let Some(limit) = self.limits.exceeded() else {
            self.since = None;
            return None;
        };
        let since = *self.since.get_or_insert_with(Instant::now);
        (since.elapsed() >= GRACE).then_some(limit)
    }
}

/// What is printed where the process ends before anything is known, whoever ends it.
static LAST_WORDS: OnceLock<String> = OnceLock::new();

pub fn set_last_words(text: String) {
    let _ = LAST_WORDS.set(text);
}

/// The exit code of a process that tells nothing but that.
pub fn last_words() -> ExitCode {
    let text = LAST_WORDS.get().map_or("", String::as_str);
    print(text).err().unwrap_or(ExitCode::INCONCLUSIVE)
}

fn give_up(limit: Limit) -> ! {
    eprintln!("proofmark: {limit} before anything is known");
    leave(last_words())
}
