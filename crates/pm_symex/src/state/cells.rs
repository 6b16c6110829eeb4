//! Cells: the scalars in an object, at constant offsets.
//!
//! Invariants: cells do not overlap; where there is a `unit`, all cells have this length and lie at multiples of it, which spares the search
//! for overlaps. Writes keep both: [`Cells::put`] cuts what it overlaps into bytes.

use super::object::Fill;
use super::pvec::PVec;
use super::value::{OBJECT_BITS, OFFSET_BITS, Ptr, Value, Word};
use pm_term::{TermId, Terms};

/// A scalar in memory. It has at most 16 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell {
    pub len: u8,
    pub word: Word,
}

#[derive(Clone, Default)]
pub struct Cells {
    /// By the offset of their first byte.
    at: PVec<Cell>,
    /// 0: none.
    unit: u8,
}

const LONGEST: u32 = 16;

impl Cells {
    /// Of cells that do not overlap.
    pub fn of(cells: impl IntoIterator<Item = (u32, Cell)>) -> Cells {
        let mut at = PVec::default();
        let mut unit = None;
        for (off, cell) in cells {
            let fits = off.is_multiple_of(u32::from(cell.len)) && unit.is_none_or(|u| u == cell.len);
            unit = Some(if fits { cell.len } else { 0 });
            at.set(off, cell);
        }
        Cells { at, unit: unit.unwrap_or(0) }
    }

    // ---- reading ---------------------------------------------------------------------------------------------------

    /// The cell that begins there.
    pub fn get(&self, off: u32) -> Option<&Cell> {
        self.at.get(off)
    }

    /// Was nothing ever written?
    pub fn is_empty(&self) -> bool {
        self.at.is_empty()
    }

    /// In the order of offsets.
    pub fn for_each(&self, f: impl FnMut(u32, &Cell)) {
        self.at.for_each(f);
    }

    pub fn all(&self) -> Vec<(u32, Cell)> {
        let mut all = Vec::new();
        self.for_each(|off, cell| all.push((off, *cell)));
        all
    }

    /// The cell that covers a byte, with its offset.
    pub fn covering(&self, at: u32) -> Option<(u32, Cell)> {
        (0..LONGEST.min(at + 1)).find_map(|back| {
            let start = at - back;
            self.at.get(start).filter(|c| u32::from(c.len) > back).map(|c| (start, *c))
        })
    }

    /// No cell lies in this range.
    pub fn is_free(&self, off: u32, len: u8) -> bool {
        self.covering(off).is_none() && (1..u32::from(len)).all(|i| self.at.get(off + i).is_none())
    }

    /// Does a cell of this length there overlap no other, seen without a search?
    pub fn is_plainly_apart(&self, off: u32, len: u8) -> bool {
        (self.is_empty() || self.unit == len) && off.is_multiple_of(u32::from(len))
    }

    // ---- writing ---------------------------------------------------------------------------------------------------

    /// Puts a cell in place where that plainly overlaps no other but the one that it replaces; `false`: nothing was done.
    pub fn put_apart(&mut self, off: u32, cell: Cell) -> bool {
        if self.is_plainly_apart(off, cell.len) {
            self.unit = cell.len;
            self.at.set(off, cell);
        } else if let Some(old) = self.at.get_mut(off).filter(|c| c.len == cell.len) {
            *old = cell;
        } else {
            return false;
        }
        true
    }

    /// Puts a cell in place. What it overlaps is cut: its other bytes stay, as `bytes` tells them (the first one first).
    pub fn put(&mut self, off: u32, cell: Cell, mut bytes: impl FnMut(Cell) -> Vec<Word>) {
        if self.put_apart(off, cell) {
            return;
        }
        let end = off + u32::from(cell.len);
        let mut at = off;
        while at < end {
            let Some((start, old)) = self.covering(at) else {
                at += 1;
                continue;
            };
            at = start + u32::from(old.len);
            self.at.remove(start);
            if start < off || at > end {
                let outside = (start..at).zip(bytes(old)).filter(|(i, _)| *i < off || *i >= end);
                outside.for_each(|(i, word)| self.at.set(i, Cell { len: 1, word }));
            }
        }
        self.at.set(off, cell);
        self.unit = 0;
    }

    /// Another value for a cell that is there.
    pub fn replace(&mut self, off: u32, word: Word) {
        if let Some(cell) = self.at.get_mut(off) {
            cell.word = word;
        }
    }

    // ---- joins -----------------------------------------------------------------------------------------------------

    /// Both contents of one object, `self` where `cond` holds; bytes of `fill` without a cell are what `default` says. `None` where the
    /// cells do not fit together.
    pub fn join(
        &self,
        other: &Cells,
        terms: &mut Terms,
        cond: TermId,
        fill: Fill,
        default: &mut impl FnMut(&mut Terms, Fill, u32, u8) -> Option<TermId>,
    ) -> Option<Cells> {
        let unit = if self.unit == other.unit { self.unit } else { 0 };
        // Cells of one unit do not overlap others of the same.
        let apart = unit != 0 || self.is_empty() || other.is_empty();
        let mut failed = false;
        let mut at = self.at.clone();
        at.merge(&other.at, |off, mine, theirs| {
            let joined = match (mine, theirs) {
                (Some(x), None) if !apart && !other.is_free(off, x.len) => None,
                (None, Some(y)) if !apart && !self.is_free(off, y.len) => None,
                _ => join_cells(terms, cond, [mine, theirs], |terms, len| default(terms, fill, off, len)),
            };
            failed |= joined.is_none();
            joined
        });
        (!failed).then_some(Cells { at, unit })
    }
}

/// A cell that one side lacks, in bytes of which it has none, has the default there; `None` where the two do not fit together.
fn join_cells(
    terms: &mut Terms,
    cond: TermId,
    sides: [Option<&Cell>; 2],
    mut default: impl FnMut(&mut Terms, u8) -> Option<TermId>,
) -> Option<Cell> {
    let first = sides[0].or(sides[1])?;
    let (len, pointer) = (first.len, first.word.is_pointer());
    let mut side = |cell: Option<&Cell>| match cell {
        Some(c) => (c.len == len).then_some(c.word),
        None => {
            let bits = default(terms, len)?;
            if pointer && terms.const_u64(bits).is_some_and(|a| a != 0) {
                // A constant address may be that of an object.
                return None;
            }
            let value = if pointer {
                // Bytes that nobody made from a pointer point to no object; zeros are null.
                let obj = terms.bv(OBJECT_BITS, 0);
                Value::Ptr(Ptr { obj, off: terms.zext(bits, OFFSET_BITS) })
            } else {
                Value::Term(bits)
            };
            Some(Word::new(terms, value))
        }
    };
    let (a, b) = (side(sides[0])?, side(sides[1])?);
    Some(Cell { len, word: Word::ite(terms, cond, a, b)? })
}

#[cfg(test)]
mod tests;
