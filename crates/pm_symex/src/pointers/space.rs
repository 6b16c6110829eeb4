//! The address space: which addresses are given to new objects.
//!
//! Invariant: what is given lies beside every mapped range, and ranges that are given between two turns of the address space do not overlap.

use super::layout::Layout;
use pm_ir::Mapped;

/// Bytes between objects.
pub(crate) const GAP: u64 = 16;
/// The first address of an object.
const LOWEST: u64 = 0x1_0000;

pub(crate) struct Space {
    layout: Layout,
    pointer_size: u64,
    /// In the order of their addresses.
    mapped: Vec<Mapped>,
    /// Where the next object begins or ends.
    next: u64,
}

impl Space {
    pub fn new(layout: Layout, pointer_size: u64, mut mapped: Vec<Mapped>) -> Space {
        mapped.sort_unstable_by_key(|m| m.address);
        let next = start(layout, pointer_size);
        Space { layout, pointer_size, mapped, next }
    }

    pub fn mapped(&self) -> &[Mapped] {
        &self.mapped
    }

    /// Room for an object of so many bytes. Its address is a multiple of `align`; where objects lie upwards, of 16.
    pub fn take(&mut self, size: u64, align: u64) -> u64 {
        let room = size.saturating_add(GAP);
        match self.layout {
            Layout::Upwards => {
                let room = room.next_multiple_of(GAP);
                let base = self.beside_mapped(self.next, room);
                self.next = base.saturating_add(room);
                base
            }
            Layout::Downwards => self.take_below(room, align),
        }
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

    /// The next address downwards that is a multiple of the alignment and not of twice as much.
    fn take_below(&mut self, room: u64, align: u64) -> u64 {
        let at = |end: u64| {
            let highest = end.checked_sub(room)?;
            let base = highest.checked_sub(highest.checked_sub(align)? % (2 * align))?;
            (base >= LOWEST).then_some(base)
        };
        let mut base = at(self.next);
        for &Mapped { address, size, .. } in self.mapped.iter().rev() {
            if base.is_some_and(|b| b < address.saturating_add(size).saturating_add(GAP) && address < b + room) {
                base = at(address.saturating_sub(GAP));
            }
        }
        // Where there is no room left the same addresses are taken once more: a proof may fail, and none is wrong.
        let base = base.or_else(|| at(start(self.layout, self.pointer_size))).unwrap_or(LOWEST);
        self.next = base;
        base
    }
}

/// Where the first object begins or ends.
fn start(layout: Layout, pointer_size: u64) -> u64 {
    match layout {
        Layout::Upwards => LOWEST,
        Layout::Downwards if pointer_size >= 8 => 0x7ffe_ffff_0000,
        Layout::Downwards => 0xbfff_0000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spaces() -> Vec<Space> {
        let range = |address: u64, size: u64| Mapped { address, size, device: None };
        let mapped = [
            vec![],
            vec![range(0x1_0000, 1), range(0x1_0100, 0x40), range(0x1_0150, 3)],
            vec![range(0xbffe_ff00, 0x20), range(0xbffe_fe00, 0x20), range(0x7ffe_fffe_ff00, 0x20)],
        ];
        let all = mapped.iter().flat_map(|m| {
            let of = |layout, size| Space::new(layout, size, m.clone());
            [of(Layout::Upwards, 8), of(Layout::Downwards, 8), of(Layout::Upwards, 4), of(Layout::Downwards, 4)]
        });
        all.collect()
    }

    #[test]
    fn objects_lie_apart_and_are_aligned() {
        for mut space in spaces() {
            let mut taken: Vec<(u64, u64)> = space.mapped().iter().map(|m| (m.address, m.address + m.size)).collect();
            for i in 0..300u64 {
                let (size, align) = (i * 7 % 50, 1 << (i % 5));
                let base = space.take(size, align);
                assert_eq!(base % align, 0);
                if space.layout == Layout::Downwards {
                    assert_eq!(base % (2 * align), align, "no more aligned than asked for");
                }
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

    #[test]
    fn a_full_space_begins_anew() {
        let mut space = Space::new(Layout::Downwards, 4, Vec::new());
        let huge = 0x6000_0000;
        let first = space.take(huge, 16);
        assert_eq!(space.take(huge, 16), first);
    }
}
