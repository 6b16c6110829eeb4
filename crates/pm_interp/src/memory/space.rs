//! Addresses: handed out upwards, with a gap behind every object, and used again only when there are no more (which
//! happens with 32-bit pointers).

use pm_ir::Mapped;
use std::collections::BTreeMap;

/// Bytes between objects, so that the address one past an end is nobody else's.
const GAP: u64 = 16;
const LARGEST_ALIGN: u64 = 1 << 20;

pub(crate) struct AddressSpace {
    next: u64,
    end: u64,
    /// Ranges at fixed addresses, sorted.
    reserved: Vec<(u64, u64)>,
    /// Start and length of ranges that are free again; neighbours are merged.
    free: BTreeMap<u64, u64>,
    /// 64-bit addresses never run out.
    reuse: bool,
}

impl AddressSpace {
    pub fn new(ptr_size: u64, reserved: &[Mapped]) -> AddressSpace {
        let (next, end) = if ptr_size >= 8 {
            (0x5500_0000_0000, 1 << 62)
        } else if ptr_size == 4 {
            (0x0804_8000, 0xffff_0000)
        } else {
            (0x100, 0xfff0)
        };
        let mut reserved: Vec<(u64, u64)> =
            reserved.iter().map(|m| (m.address, m.address.saturating_add(m.size))).collect();
        reserved.sort_unstable();
        AddressSpace { next, end, reserved, free: BTreeMap::new(), reuse: ptr_size < 8 }
    }

    pub fn allocate(&mut self, size: u64, align: u64) -> Option<u64> {
        let align = align.clamp(1, LARGEST_ALIGN).next_power_of_two();
        match self.fit(self.next, self.end, size, align) {
            Some(base) => {
                self.next = base + size + GAP;
                Some(base)
            }
            None => self.take_free(size, align),
        }
    }

    pub fn release(&mut self, base: u64, size: u64) {
        if !self.reuse {
            return;
        }
        let (mut start, mut end) = (base, base + size + GAP);
        if let Some((&s, &len)) = self.free.range(..start).next_back()
            && s + len >= start
        {
            start = s;
        }
        if let Some(len) = self.free.remove(&end) {
            end += len;
        }
        self.free.insert(start, end - start);
    }

    /// The first fitting base in `from..to` that keeps clear of the reserved ranges.
    fn fit(&self, from: u64, to: u64, size: u64, align: u64) -> Option<u64> {
        let mut base = from.checked_next_multiple_of(align)?;
        for &(lo, hi) in &self.reserved {
            if base < hi.saturating_add(GAP) && base.checked_add(size)?.checked_add(GAP)? > lo {
                base = hi.checked_add(GAP)?.checked_next_multiple_of(align)?;
            }
        }
        let end = base.checked_add(size)?.checked_add(GAP)?;
        (end <= to).then_some(base)
    }

    fn take_free(&mut self, size: u64, align: u64) -> Option<u64> {
        let (start, len, base) =
            self.free.iter().find_map(|(&s, &l)| Some((s, l, self.fit(s, s + l, size, align)?)))?;
        self.free.remove(&start);
        let end = base + size + GAP;
        if base > start {
            self.free.insert(start, base - start);
        }
        if end < start + len {
            self.free.insert(end, start + len - end);
        }
        Some(base)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_never_touch() {
        let mut space = AddressSpace::new(8, &[]);
        let a = space.allocate(3, 1).unwrap();
        let b = space.allocate(8, 64).unwrap();
        assert!(b > a + 3);
        assert_eq!(b % 64, 0);
    }

    #[test]
    fn reserved_ranges_are_avoided() {
        let mut space = AddressSpace::new(4, &[Mapped { address: 0x0804_8000, size: 0x1000, device: None }]);
        assert!(space.allocate(4, 4).unwrap() > 0x0804_9000);
    }

    #[test]
    fn freed_ranges_are_used_when_nothing_else_is_left() {
        let mut space = AddressSpace::new(4, &[]);
        let a = space.allocate(0x4000_0000, 16).unwrap();
        let b = space.allocate(0x4000_0000, 16).unwrap();
        space.allocate(0x4000_0000, 16).unwrap();
        assert_eq!(space.allocate(0x7000_0000, 16), None);
        space.release(a, 0x4000_0000);
        space.release(b, 0x4000_0000);
        assert_eq!(space.allocate(0x7000_0000, 16), Some(a));
        assert!(space.allocate(0x0f00_0000, 16).is_some());
    }
}
