//! Ranges of memory-mapped registers, `ADDR:SIZE[:ram]`.

use pm_base::Interner;
use pm_ir::Mapped;

/// Address and bytes; neither the range nor its end is 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MappedRange {
    pub address: u64,
    pub size: u64,
    /// It keeps what was written.
    pub ram: bool,
}

/// The ranges as the interpreter takes them; `limit` is the largest address.
pub fn collect(ranges: &[MappedRange], limit: u64, names: &mut Interner) -> Result<Vec<Mapped>, String> {
    let mut sorted: Vec<MappedRange> = ranges.to_vec();
    sorted.sort_by_key(|r| r.address);
    if let Some(r) = sorted.iter().find(|r| r.last() > limit) {
        return Err(format!("--mmio: {} does not lie in the address space", r.text()));
    }
    if let Some(pair) = sorted.windows(2).find(|pair| pair[0].last() >= pair[1].address) {
        return Err(format!("--mmio: {} and {} overlap", pair[0].text(), pair[1].text()));
    }
    Ok(sorted.iter().map(|r| r.object(names)).collect())
}

/// `0x40000000:1024`, `0x20000000:64:ram`
pub fn parse(text: &str) -> Result<MappedRange, String> {
    let (range, ram) = text.strip_suffix(":ram").map_or((text, false), |range| (range, true));
    let parts = range.split_once(':').and_then(|(a, s)| Some((number(a)?, number(s)?)));
    let (address, size) = parts.ok_or("expected ADDR:SIZE or ADDR:SIZE:ram, e.g. 0x40000000:1024")?;
    match (address, size) {
        (0, _) => Err("address 0 is the null pointer".into()),
        (_, 0) => Err("the range is empty".into()),
        _ if address.checked_add(size - 1).is_none() => Err("the range ends behind the largest address".into()),
        _ => Ok(MappedRange { address, size, ram }),
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

    fn object(self, names: &mut Interner) -> Mapped {
        let device = (!self.ram).then(|| names.intern(&format!("mmio@{:#x}", self.address)));
        Mapped { address: self.address, size: self.size, device }
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
        assert_eq!(parse("0x40000000:1024"), Ok(MappedRange { address: 0x4000_0000, size: 1024, ram: false }));
        assert_eq!(parse("4096:0x10:ram"), Ok(MappedRange { address: 4096, size: 16, ram: true }));
        assert_eq!(parse("0xffffffffffffffff:1"), Ok(MappedRange { address: u64::MAX, size: 1, ram: false }));
        for bad in ["", ":ram", "1:2:rom", "1", "1:", ":1", "x:1", "0:4", "8:0", "0xffffffffffffffff:2", "-1:4"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn ranges_together() {
        let mut names = Interner::default();
        let a = MappedRange { address: 0x2000, size: 16, ram: true };
        let b = MappedRange { address: 0x1000, size: 0x1000, ram: false };
        let both = collect(&[a, b], u64::MAX, &mut names).unwrap();
        assert_eq!(
            both.iter().map(|m| (m.address, m.device.is_some())).collect::<Vec<_>>(),
            [(0x1000, true), (0x2000, false)]
        );
        assert!(collect(&[a, a], u64::MAX, &mut names).is_err());
        assert!(collect(&[a], 0x2008, &mut names).is_err());
    }
}
