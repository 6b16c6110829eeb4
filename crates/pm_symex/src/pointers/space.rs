//! The address space: which addresses are given to new objects.
//!
//! Invariant: what is given lies beside every mapped range, and ranges that are given do not overlap.

use pm_ir::Mapped;

/// Bytes between objects.
pub(crate) const GAP: u64 = 16;
/// The first address of an object.
const LOWEST: u64 = 0x1_0000;

pub(crate) struct Space {
    /// In the order of their addresses.
    mapped: Vec<Mapped>,
    /// Where the next object begins.
    next: u64,
}

impl Space {
    pub fn new(mut mapped: Vec<Mapped>) -> Space {
        mapped.sort_unstable_by_key(|m| m.address);
        Space { mapped, next: LOWEST }
    }

    pub fn mapped(&self) -> &[Mapped] {
        &self.mapped
    }

    /// Room for an object of so many bytes, at a multiple of 16.
    pub fn take(&mut self, size: u64) -> u64 {
        let room = size.saturating_add(GAP).next_multiple_of(GAP);
        let base = self.beside_mapped(self.next, room);
        self.next = base.saturating_add(room);
        base
    }

    /// The mapped range, by its number, that an address lies in or just behind, with the offset in it.
    pub fn mapped_at(&self, address: u64) -> Option<(usize, u64)> {
        let at = self.mapped.partition_point(|m| m.address <= address).checked_sub(1)?;
        let Mapped { address: base, size, .. } = self.mapped[at];
        (address - base <= size).then_some((at, address - base))
    }

    /// The first address from `base` on where `room` bytes keep a distance from every range.
    fn beside_mapped(&self, mut base: u64, room: u64) -> u64 {
        for &Mapped { address, size, .. } in &self.mapped {
            let end = address.saturating_add(size).saturating_add(GAP);
            if base < end && address < base.saturating_add(room).saturating_add(GAP) {
                base = end.next_multiple_of(GAP);
            }
        }
        base
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spaces() -> Vec<Space> {
        let range = |address: u64, size: u64| Mapped { address, size, device: None };
        let mapped = [vec![], vec![range(0x1_0000, 1), range(0x1_0100, 0x40), range(0x1_0150, 3)]];
        mapped.into_iter().map(Space::new).collect()
    }

    #[test]
    fn objects_lie_apart_and_are_aligned() {
        for mut space in spaces() {
            let mut taken: Vec<(u64, u64)> = space.mapped().iter().map(|m| (m.address, m.address + m.size)).collect();
            for i in 0..300u64 {
                let size = i * 7 % 50;
                let base = space.take(size);
                assert_eq!(base % GAP, 0);
                // The end of one object is not the beginning of another.
                assert!(taken.iter().all(|(from, to)| base + size < *from || *to < base), "{base:#x}");
                taken.push((base, base + size));
            }
        }
    }

    #[test]
    fn mapped_ranges_are_found() {
        for space in spaces() {
            let near = |m: &Mapped| m.address.saturating_sub(3)..=m.address + m.size + 3;
            for address in space.mapped().iter().flat_map(near).collect::<Vec<u64>>() {
                let inside = |m: &&Mapped| m.address <= address && address <= m.address + m.size;
                let want = space.mapped().iter().rev().find(inside).map(|m| m.address);
                let got = space.mapped_at(address).map(|(i, off)| (space.mapped()[i].address, off));
                assert_eq!(got, want.map(|base| (base, address - base)));
            }
        }
    }
}
