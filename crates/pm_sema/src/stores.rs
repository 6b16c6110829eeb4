//! The stores of an initialiser under construction: they are added, repeated for ranges, and taken away where a later
//! designator names the same place.
//!
//! Stores keep their order. One that goes stays in the list with count 0 until the end, so that places in the list are
//! stable; of a range that loses a part, the upper rest is appended with the time of the range. An index by place exists
//! only for lists with designators out of order.

use crate::hir::{InitItem, InitValue};
use crate::types::{RecordId, TypeId};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Copies of items that a nested range designator may make.
pub const MAX_COPIES: u64 = 1 << 20;

/// Stores into an object, in order.
#[derive(Default)]
pub struct Stores {
    list: Vec<Store>,
    now: u32,
    /// Start of the lowest and end of the highest store so far, in bits.
    low: u128,
    high: u128,
    index: Option<Index>,
    /// Some store went below an earlier one.
    pub disorder: bool,
    /// Elements given to a flexible array member.
    pub flexible: Option<u64>,
    /// The type of the whole object.
    pub root: Option<TypeId>,
    /// Which member of a union was initialised last, by the union's place and type.
    pub active: BTreeMap<(u64, RecordId), usize>,
}

struct Store {
    item: InitItem,
    /// Bits that one of its places has.
    width: u128,
    time: u32,
}

impl Store {
    fn start(&self) -> u128 {
        u128::from(self.item.offset) * 8 + self.item.bits.map_or(0, |b| u128::from(b.start))
    }

    fn end(&self) -> u128 {
        self.start() + u128::from(self.item.stride) * 8 * u128::from(self.item.count.saturating_sub(1)) + self.width
    }

    /// Which of its places (0 to `count`) have some of the bits `from` to `to`.
    fn overlapped(&self, from: u128, to: u128) -> Range<u64> {
        let (start, stride) = (self.start(), (u128::from(self.item.stride) * 8).max(1));
        let count = u128::from(self.item.count);
        let first = (from + 1).saturating_sub(start + self.width).div_ceil(stride);
        let end = to.saturating_sub(start).div_ceil(stride);
        first.min(count) as u64..end.min(count) as u64
    }

    /// Which of its places (0 to `count`) lie within the bits `from` to `to`.
    fn covered(&self, from: u128, to: u128) -> Range<u64> {
        let (start, stride) = (self.start(), u128::from(self.item.stride) * 8);
        let room = to.saturating_sub(start);
        if room < self.width {
            return 0..0;
        }
        let below = from.saturating_sub(start);
        let (first, end) = match stride {
            0 => (u128::from(below > 0), 1),
            _ => (below.div_ceil(stride), (room - self.width) / stride + 1),
        };
        let count = u128::from(self.item.count);
        first.min(count) as u64..end.min(count) as u64
    }
}

/// Which stores are where.
#[derive(Default)]
struct Index {
    /// Those of one place, by start.
    single: BTreeSet<(u128, u32)>,
    /// The greatest width among them.
    widest: u128,
    ranges: Vec<u32>,
}

impl Index {
    fn add(&mut self, store: &Store, id: u32) {
        match store.item.count {
            0 => {}
            1 => {
                self.widest = self.widest.max(store.width);
                self.single.insert((store.start(), id));
            }
            _ => self.ranges.push(id),
        }
    }

    fn remove(&mut self, store: &Store, id: u32) {
        if store.item.count == 1 {
            self.single.remove(&(store.start(), id));
        } else {
            self.ranges.retain(|r| *r != id);
        }
    }

    /// All that may have bits in the range.
    fn near(&self, from: u128, to: u128) -> Vec<u32> {
        let single = self.single.range((from.saturating_sub(self.widest), 0)..(to, 0)).map(|e| e.1);
        single.chain(self.ranges.iter().copied()).collect()
    }
}

impl Stores {
    pub fn push(&mut self, item: InitItem, width: u128) {
        let store = Store { item, width, time: self.now };
        let start = store.start();
        self.disorder |= start < self.high;
        self.low = if self.list.is_empty() { start } else { self.low.min(start) };
        self.high = self.high.max(start + width);
        self.now += 1;
        self.append(store);
    }

    fn append(&mut self, store: Store) {
        if let Some(index) = &mut self.index {
            index.add(&store, self.list.len() as u32);
        }
        self.list.push(store);
    }

    pub fn last(&self) -> Option<&InitItem> {
        self.list.last().map(|s| &s.item)
    }

    /// Bits of the object that are stored to, counted again where stores overlap.
    pub fn stored_bits(&self) -> u128 {
        self.list.iter().map(|s| s.width * u128::from(s.item.count)).sum()
    }

    /// A time for [`Self::repeat`].
    pub fn mark(&self) -> (usize, u32) {
        (self.list.len(), self.now)
    }

    /// Makes the stores since the mark stand `count` times, `stride` bytes apart; the error is one of too many copies.
    pub fn repeat(&mut self, mark: (usize, u32), count: u64, stride: u64) -> Result<(), &InitItem> {
        let end = self.list.len();
        for i in mark.0..end {
            let repeats = self.list[i].time >= mark.1 && self.list[i].item.count > 0;
            if repeats && !self.repeat_one(i, count, stride, end - mark.0) {
                return Err(&self.list[i].item);
            }
        }
        self.now += 1;
        let high = self.list[mark.0..].iter().map(Store::end).max();
        self.high = self.high.max(high.unwrap_or(0));
        Ok(())
    }

    fn repeat_one(&mut self, i: usize, count: u64, stride: u64, siblings: usize) -> bool {
        let item = &self.list[i].item;
        let merged = match item.count {
            1 => Some((count, stride)),
            n if n.checked_mul(item.stride) == Some(stride) => Some((n.saturating_mul(count), item.stride)),
            _ => None,
        };
        if let Some((count, stride)) = merged {
            if let Some(index) = &mut self.index {
                index.remove(&self.list[i], i as u32);
            }
            (self.list[i].item.count, self.list[i].item.stride) = (count, stride);
            if let Some(index) = &mut self.index {
                index.add(&self.list[i], i as u32);
            }
            return true;
        }
        if count.saturating_mul(siblings as u64) > MAX_COPIES {
            return false;
        }
        for k in 1..count {
            let copy = self.piece(i, k * stride, self.list[i].item.count, self.now);
            self.append(copy);
        }
        true
    }

    /// A store like this one, `delta` bytes further and of `count` places.
    fn piece(&self, i: usize, delta: u64, count: u64, time: u32) -> Store {
        let Store { item, width, .. } = &self.list[i];
        let value = match item.value {
            InitValue::Expr(e) => InitValue::Expr(e),
            InitValue::Bytes { str, len } => InitValue::Bytes { str, len },
        };
        Store { item: InitItem { offset: item.offset + delta, value, count, ..*item }, width: *width, time }
    }

    /// Forgets what was stored into the bits `from` to `to`.
    pub fn clear(&mut self, from: u128, to: u128) {
        if self.high <= from || to <= self.low {
            return;
        }
        let list = &self.list;
        let index = self.index.get_or_insert_with(|| {
            let mut index = Index::default();
            list.iter().enumerate().for_each(|(i, s)| index.add(s, i as u32));
            index
        });
        for id in index.near(from, to) {
            let gone = self.list[id as usize].covered(from, to);
            if !gone.is_empty() {
                self.remove(id, gone);
            }
        }
    }

    /// Forgets stores that have some of the bits `from` to `to`, where they are of these.
    pub fn drop_overlapped(&mut self, from: u128, to: u128, is_one: impl Fn(&InitItem) -> bool) {
        // Without an index nothing was cleared: all stores end before.
        for id in self.index.as_ref().map_or_else(Vec::new, |index| index.near(from, to)) {
            let store = &self.list[id as usize];
            let gone = if is_one(&store.item) { store.overlapped(from, to) } else { 0..0 };
            if !gone.is_empty() {
                self.remove(id, gone);
            }
        }
    }

    fn remove(&mut self, id: u32, gone: Range<u64>) {
        let i = id as usize;
        let (count, stride) = (self.list[i].item.count, self.list[i].item.stride);
        let above = self.piece(i, gone.end * stride, count - gone.end, self.list[i].time);
        if let Some(index) = &mut self.index {
            index.remove(&self.list[i], id);
        }
        self.list[i].item.count = gone.start;
        if let Some(index) = &mut self.index {
            index.add(&self.list[i], id);
        }
        if above.item.count > 0 {
            self.append(above);
        }
    }

    pub fn finish(mut self) -> Vec<InitItem> {
        self.list.retain(|s| s.item.count > 0);
        if !self.list.is_sorted_by_key(|s| s.time) {
            self.list.sort_by_key(|s| s.time);
        }
        self.list.into_iter().map(|s| s.item).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Stores of 4 bytes, told apart by their type.
    fn item(offset: u64, mark: u32) -> InitItem {
        let value = InitValue::Expr(crate::hir::ExprId(mark));
        InitItem { offset, bits: None, ty: TypeId(mark), value, count: 1, stride: 0 }
    }

    fn places(stores: Stores) -> Vec<(u32, Vec<u64>)> {
        let offsets = |i: &InitItem| (0..i.count).map(|k| i.offset + k * i.stride).collect();
        stores.finish().iter().map(|i| (i.ty.0, offsets(i))).collect()
    }

    #[test]
    fn a_later_store_takes_a_place_out_of_a_range() {
        let mut s = Stores::default();
        let mark = s.mark();
        s.push(item(0, 1), 32);
        assert!(s.repeat(mark, 1_000_000_000, 4).is_ok());
        s.clear(64, 96);
        s.push(item(8, 2), 32);
        s.clear(96, 32_000_000_000);
        assert_eq!(places(s), [(1, vec![0, 4]), (2, vec![8])]);
    }

    #[test]
    fn what_is_covered_in_part_stays() {
        let mut s = Stores::default();
        s.push(item(4, 1), 32);
        s.push(item(0, 2), 32);
        s.clear(0, 48);
        assert_eq!(places(s), [(1, vec![4])]);
    }

    #[test]
    fn copies_are_bounded() {
        let mut s = Stores::default();
        let outer = s.mark();
        s.push(item(0, 1), 32);
        assert!(s.repeat(outer, 3, 4).is_ok());
        assert!(s.repeat(outer, 1 << 30, 64).is_err());
        assert!(s.repeat(outer, 2, 64).is_ok());
        assert_eq!(places(s), [(1, vec![0, 4, 8]), (1, vec![64, 68, 72])]);
    }
}
