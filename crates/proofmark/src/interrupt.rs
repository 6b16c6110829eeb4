//! Ctrl-C and SIGTERM: the first ends the run with what is known so far, the second ends the process. Where the processor time is limited from
//! outside (`ulimit -t`), the run ends in the same way when it is used up.

use signal_hook::consts::{SIGINT, SIGTERM, SIGXCPU};
use signal_hook::flag;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What a shell reports for a process that Ctrl-C ended.
const INTERRUPTED: i32 = 130;

/// A flag that the signals set from now on; `None` where the system does not let us.
pub fn on_signals() -> Option<Arc<AtomicBool>> {
    let set = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        flag::register_conditional_shutdown(signal, INTERRUPTED, set.clone()).ok()?;
        flag::register(signal, set.clone()).ok()?;
    }
    // This one comes again every second; at the hard limit the system ends the process.
    flag::register(SIGXCPU, set.clone()).ok()?;
    Some(set)
}
