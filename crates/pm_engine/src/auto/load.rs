//! How many threads want a processor: on a machine that is busy with something else, a second is worth less.

use std::time::Duration;

/// A second is never worth less than one in so many.
const MOST: f64 = 4.0;

/// Samples of the number of threads that run or wait for a processor.
#[derive(Default, Debug)]
pub struct Load {
    samples: u32,
    runnable: u64,
}

impl Load {
    pub fn sample(&mut self) {
        let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
        if let Some(runnable) = runnable(&text) {
            self.runnable += runnable;
            self.samples += 1;
        }
    }

    /// The time in which a thread gets so much of a processor.
    pub fn stretch(&self, time: Duration) -> Duration {
        let processors = std::thread::available_parallelism().map_or(1, |n| n.get());
        time.mul_f64(self.factor(processors))
    }

    fn factor(&self, processors: usize) -> f64 {
        let mean = self.runnable as f64 / f64::from(self.samples.max(1));
        (mean / processors as f64).clamp(1.0, MOST)
    }
}

/// The fourth field of Linux's `/proc/loadavg`: runnable and all threads, as in `3/412`.
fn runnable(text: &str) -> Option<u64> {
    text.split_ascii_whitespace().nth(3)?.split('/').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn field_is_read() {
        assert_eq!(runnable("0.91 1.64 2.43 3/412 31337\n"), Some(3));
        assert_eq!(runnable(""), None);
    }

    #[test]
    fn busy_machines_stretch_time() {
        assert_eq!(Load::default().factor(2), 1.0);
        assert_eq!(Load { samples: 10, runnable: 20 }.factor(2), 1.0);
        assert_eq!(Load { samples: 10, runnable: 40 }.factor(2), 2.0);
        assert_eq!(Load { samples: 10, runnable: 900 }.factor(2), MOST);
    }
}
