//! What memory there is: `--mmio ADDR:SIZE`, ranges of memory-mapped registers, and whether `malloc` may fail.

use super::{CheckArgs, ProgramArgs};
use clap::Args;
use pm_lower::{CheckOptions, LowerOptions};

#[derive(Args)]
pub struct MemoryArgs {
    /// Memory-mapped registers: SIZE bytes at ADDR are an object, e.g. 0x40000000:1024. May be given again.
    #[arg(long, value_name = "ADDR:SIZE", value_parser = parse)]
    pub mmio: Vec<MappedRange>,
    /// malloc and its like never return null.
    #[arg(long, overrides_with = "malloc_may_fail")]
    pub no_malloc_may_fail: bool,
    /// malloc and its like can return null (the default).
    #[arg(long, overrides_with = "no_malloc_may_fail")]
    pub malloc_may_fail: bool,
}

impl MemoryArgs {
    /// How the program is lowered: with the standard checks, but for what is said otherwise.
    pub fn lowering(&self, program: &ProgramArgs, checks: &CheckArgs) -> LowerOptions {
        let malloc_may_fail = !self.no_malloc_may_fail;
        LowerOptions { malloc_may_fail, ..program.lowering(checks, CheckOptions::standard()) }
    }
}

/// Address and bytes; neither the range nor its end is 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MappedRange {
    pub address: u64,
    pub size: u64,
}

/// The ranges as the interpreter takes them; `limit` is the largest address.
pub fn collect(ranges: &[MappedRange], limit: u64) -> Result<Vec<(u64, u64)>, String> {
    let mut sorted: Vec<MappedRange> = ranges.to_vec();
    sorted.sort_by_key(|r| r.address);
    if let Some(r) = sorted.iter().find(|r| r.last() > limit) {
        return Err(format!("--mmio: {} does not lie in the address space", r.text()));
    }
    if let Some(pair) = sorted.windows(2).find(|pair| pair[0].last() >= pair[1].address) {
        return Err(format!("--mmio: {} and {} overlap", pair[0].text(), pair[1].text()));
    }
    Ok(sorted.iter().map(|r| (r.address, r.size)).collect())
}

/// `0x40000000:1024`
pub fn parse(text: &str) -> Result<MappedRange, String> {
    let parts = text.split_once(':').and_then(|(a, s)| Some((number(a)?, number(s)?)));
    let (address, size) = parts.ok_or("expected ADDR:SIZE, e.g. 0x40000000:1024")?;
    match (address, size) {
        (0, _) => Err("address 0 is the null pointer".into()),
        (_, 0) => Err("the range is empty".into()),
        _ if address.checked_add(size - 1).is_none() => Err("the range ends behind the largest address".into()),
        _ => Ok(MappedRange { address, size }),
    }
}

fn number(text: &str) -> Option<u64> {
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

impl MappedRange {
    /// The last byte's address.
    fn last(self) -> u64 {
        self.address + (self.size - 1)
    }

    fn text(self) -> String {
        format!("{:#x}:{}", self.address, self.size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges() {
        assert_eq!(parse("0x40000000:1024"), Ok(MappedRange { address: 0x4000_0000, size: 1024 }));
        assert_eq!(parse("4096:0x10"), Ok(MappedRange { address: 4096, size: 16 }));
        assert_eq!(parse("0xffffffffffffffff:1"), Ok(MappedRange { address: u64::MAX, size: 1 }));
        for bad in ["", "1", "1:", ":1", "x:1", "0:4", "8:0", "0xffffffffffffffff:2", "-1:4"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn ranges_together() {
        let (a, b) = (MappedRange { address: 0x2000, size: 16 }, MappedRange { address: 0x1000, size: 0x1000 });
        assert_eq!(collect(&[a, b], u64::MAX), Ok(vec![(0x1000, 0x1000), (0x2000, 16)]));
        assert!(collect(&[a, a], u64::MAX).is_err());
        assert!(collect(&[a], 0x2008).is_err());
    }
}
