//! Ends the process where a part of it that looks at no limits, as the front end, takes longer than the limits allow.

use crate::exit::{ExitCode, leave};
use pm_solve::{Limit, Limits};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// How often the limits are looked at.
const TICK: Duration = Duration::from_millis(100);
/// Who looks at the limits himself comes first.
const GRACE: Duration = Duration::from_millis(500);

/// Watches until it is dropped.
pub struct Watchdog {
    _alive: Option<Sender<()>>,
}

impl Watchdog {
    pub fn start(limits: &Limits) -> Watchdog {
        let limits = Limits { interrupt: None, deadline: limits.deadline.map(|d| d + GRACE), ..limits.clone() };
        let (alive, ended) = channel::<()>();
        let watch = move || {
            while ended.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                if let Some(limit) = limits.exceeded() {
                    give_up(limit);
                }
            }
        };
        // Without a thread there is no watchdog, and nothing else changes.
        let started = std::thread::Builder::new().spawn(watch).is_ok();
        Watchdog { _alive: started.then_some(alive) }
    }

    /// Watches what is done, and no longer.
    pub fn during<T>(self, work: impl FnOnce() -> T) -> T {
        work()
    }
}

fn give_up(limit: Limit) -> ! {
    eprintln!("proofmark: {limit} while the input was read");
    leave(ExitCode::INCONCLUSIVE)
}
