//! What the system lets this process have: its memory, and limits that were set from outside (containers, `ulimit`).

use pm_solve::Limits;
use std::fs::read_to_string;

/// Percent of it that are used: what is asked for between two looks at the usage must fit into the rest.
const PERCENT: u64 = 92;

/// Bytes of memory that may be resident, by default; `None` where the system does not tell.
pub fn memory() -> Option<u64> {
    let of_machine = read_to_string("/proc/meminfo").ok().and_then(|text| total(&text));
    let of_container = read_to_string("/sys/fs/cgroup/memory.max").ok().and_then(|text| text.trim().parse().ok());
    most(of_machine.into_iter().chain(of_container).min())
}

/// Bytes of address space, where they are limited.
pub fn address_space() -> Option<u64> {
    most(read_to_string("/proc/self/limits").ok().and_then(|text| soft_limit(&text, "Max address space")))
}

/// The limits of a command that has no options for them.
pub fn limits() -> Limits {
    Limits { memory: memory(), address_space: address_space(), ..Limits::default() }
}

fn most(bytes: Option<u64>) -> Option<u64> {
    bytes.map(|b| b / 100 * PERCENT)
}

/// Of `/proc/meminfo`.
fn total(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|l| l.strip_prefix("MemTotal:"))?;
    let kib: u64 = line.split_ascii_whitespace().next()?.parse().ok()?;
    Some(kib << 10)
}

/// Of `/proc/self/limits`; `unlimited` is no number.
fn soft_limit(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|l| l.strip_prefix(name))?;
    line.split_ascii_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_the_system() {
        assert_eq!(total("MemTotal:       24684100 kB\nMemFree:  3 kB\n"), Some(24_684_100 << 10));
        let limits = "Max address space         4294967296           unlimited            bytes\nMax cpu time  unlimited unlimited seconds\n";
        assert_eq!(soft_limit(limits, "Max address space"), Some(1 << 32));
        assert_eq!(soft_limit(limits, "Max cpu time"), None);
        assert_eq!(soft_limit(limits, "Max nothing"), None);
    }
}
