//! Guesses about sizes, offsets and counters: relations of terms of different widths, and what stands at known places of arrays.
//!
//! A bound that was met in some sample is a tight one, and only tight ones are guessed: loose ones follow or are chance.

use super::candidates::Guesser;
use super::views::Kind;
use pm_term::domain::signed;
use pm_term::{ArrayValue, Bits, Sort, TermId};

/// Wide columns that are put together.
const COLUMNS: usize = 14;
/// How far a tight bound may be from equality.
const SLACK: i64 = 8;
/// Factors between counters and offsets.
const SCALES: [i64; 4] = [1, 2, 4, 8];
/// Guesses about cells of one array.
const CELLS: usize = 24;

/// What is compared: a multiple of a column.
#[derive(Clone, Copy)]
struct Scaled {
    column: usize,
    by: i64,
}

impl Guesser<'_> {
    /// `columns` are the variables and views with their widths.
    pub fn mixed(&mut self, columns: &[(usize, u32)]) {
        let (own, views): (Vec<(usize, u32)>, Vec<_>) = columns.iter().partition(|c| self.kind(c.0).is_none());
        for (a, w) in views {
            for &(b, _) in own.iter().filter(|v| v.1 == w) {
                if self.kind(a) != Some(Kind::Widened) {
                    self.order(a, b, w);
                }
            }
        }
        let widest = columns.iter().map(|c| c.1).max().unwrap_or(0);
        let wide = |c: &&(usize, u32)| c.1 == widest && self.kind(c.0) != Some(Kind::Sum) && self.varies(c.0);
        let wide: Vec<usize> = columns.iter().filter(wide).map(|c| c.0).take(COLUMNS).collect();
        let ends: Vec<usize> = wide.iter().copied().filter(|c| self.kind(*c).is_none()).collect();
        if !wide.iter().any(|c| self.kind(*c).is_some()) && self.arrays.is_empty() {
            return;
        }
        for &z in &ends {
            for &x in wide.iter().filter(|x| **x != z) {
                for by in SCALES {
                    self.at_most(&[Scaled { column: x, by }], z, widest);
                }
            }
        }
        self.sums(&wide, &ends, widest);
        let is_low = |c: &&(usize, u32)| self.kind(c.0) == Some(Kind::Narrowed) && self.varies(c.0);
        let low: Vec<(usize, u32)> = columns.iter().filter(is_low).copied().take(COLUMNS).collect();
        if let Some(&(_, w)) = low.first() {
            let ends: Vec<usize> = low.iter().map(|c| c.0).collect();
            let is_own = |c: &&(usize, u32)| c.1 == w && self.kind(c.0).is_none() && self.varies(c.0);
            let narrow = columns.iter().filter(is_own).map(|c| c.0);
            let narrow: Vec<usize> = narrow.chain(ends.iter().copied()).take(COLUMNS).collect();
            self.sums(&narrow, &ends, w);
        }
        self.cells(&wide, widest);
    }

    /// Two columns together are at most a third.
    fn sums(&mut self, columns: &[usize], ends: &[usize], w: u32) {
        for &z in ends {
            for (i, &x) in columns.iter().enumerate().filter(|(_, x)| **x != z) {
                for &y in columns[i + 1..].iter().filter(|y| **y != z) {
                    self.at_most(&[Scaled { column: x, by: 1 }, Scaled { column: y, by: 1 }], z, w);
                }
            }
        }
    }

    fn varies(&self, c: usize) -> bool {
        self.samples.iter().any(|s| s[c] != self.samples[0][c])
    }

    /// A sum and something small are at most a column, and that is tight.
    fn at_most(&mut self, sum: &[Scaled], z: usize, w: u32) {
        let distance = |s: &super::samples::Sample| {
            let value = |x: &Scaled| signed(w, s[x.column]).checked_mul(x.by);
            let total = sum.iter().try_fold(0i64, |t, x| t.checked_add(value(x)?))?;
            signed(w, s[z]).checked_sub(total)
        };
        let mut least = i64::MAX;
        let mut most = i64::MIN;
        for s in self.samples {
            let Some(d) = distance(s).filter(|d| *d >= 0) else { return };
            (least, most) = (least.min(d), most.max(d));
        }
        // Where it is always the same there is an equation.
        if least > SLACK || least == most {
            return;
        }
        let terms = &mut self.system.terms;
        let mut total = terms.bv_signed(w, least.into());
        for x in sum {
            let by = terms.bv_signed(w, x.by.into());
            let product = terms.mul(self.columns[x.column], by);
            total = terms.add(total, product);
        }
        let fact = terms.sle(total, self.columns[z]);
        self.add(fact);
        if let [x, y] = sum {
            // The same, as a bound for each: which sum the program has decides what is easy to see.
            for (x, y) in [(x, y), (y, x)] {
                let terms = &mut self.system.terms;
                let least = terms.bv_signed(w, least.into());
                let rest = terms.sub(self.columns[z], self.columns[y.column]);
                let rest = terms.sub(rest, least);
                let fact = terms.sle(self.columns[x.column], rest);
                self.add(fact);
            }
        }
    }

    /// What stands at the end of an array, or at a distance from it that a variable tells, and is always the same.
    fn cells(&mut self, wide: &[usize], w: u32) {
        for a in 0..self.arrays.len() {
            let array = self.system.vars[self.arrays[a]].now;
            let Sort::Array { index, elem } = self.system.terms.sort(array) else { continue };
            let Some(low) = w.checked_sub(index).filter(|l| elem.checked_shr(*l) == Some(8)) else { continue };
            let bytes = 1i64 << low;
            let mut left = CELLS;
            for &z in wide {
                for back in std::iter::once(None).chain(wide.iter().copied().map(Some)).filter(|y| *y != Some(z)) {
                    for by in [0, bytes] {
                        let place = Place { z, back, by, low, w };
                        let Some(value) = self.always(a, &place) else { continue };
                        let at = self.index(&place);
                        let cell = self.system.terms.select(array, at);
                        let value = self.system.terms.bv_bits(&value);
                        let fact = self.system.terms.eq(cell, value);
                        self.add(fact);
                        left -= 1;
                        if left == 0 {
                            return;
                        }
                    }
                }
            }
        }
    }

    /// The value at the place in all samples.
    fn always(&self, a: usize, place: &Place) -> Option<Bits> {
        let mut found: Option<&Bits> = None;
        for (s, arrays) in self.samples.iter().zip(self.contents) {
            let array: &ArrayValue = &arrays[a];
            let back = place.back.map_or(0, |y| s[y]);
            let at = s[place.z].wrapping_sub(back).wrapping_sub(place.by as u64);
            if at & ((1 << place.low) - 1) != 0 || signed(place.w, at) < 0 {
                return None;
            }
            let value = array.get(&Bits::from_u128(place.w - place.low, u128::from(at >> place.low)));
            if found.is_some_and(|f| f != value) {
                return None;
            }
            found = Some(value);
        }
        found.cloned()
    }

    fn index(&mut self, place: &Place) -> TermId {
        let terms = &mut self.system.terms;
        let mut at = self.columns[place.z];
        if let Some(y) = place.back {
            at = terms.sub(at, self.columns[y]);
        }
        let by = terms.bv_signed(place.w, place.by.into());
        at = terms.sub(at, by);
        terms.extract(at, place.w - 1, place.low)
    }
}

/// The element at `z - back - by` bytes.
struct Place {
    z: usize,
    back: Option<usize>,
    by: i64,
    /// Bits of an offset that an index does not have.
    low: u32,
    w: u32,
}
