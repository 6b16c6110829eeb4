//! Texts of symbolic length, as formatted output makes them.

use crate::state::value::OFFSET_BITS;
use pm_term::{TermId, Terms};

/// Bytes times possible places of a text that is appended behind one of symbolic length.
const LIMIT: usize = 1 << 14;

/// The first `len` of `bytes`, each a bit-vector of 8 bits.
pub(crate) struct Text {
    pub bytes: Vec<TermId>,
    /// Of [`OFFSET_BITS`], at least `least`, at most the number of bytes.
    pub len: TermId,
    pub least: usize,
}

impl Text {
    pub fn empty(terms: &mut Terms) -> Text {
        Text::fixed(terms, Vec::new())
    }

    /// All of the bytes.
    pub fn fixed(terms: &mut Terms, bytes: Vec<TermId>) -> Text {
        let least = bytes.len();
        Text { len: terms.bv(OFFSET_BITS, least as u128), bytes, least }
    }

    pub fn constant(terms: &mut Terms, bytes: &[u8]) -> Text {
        let bytes = bytes.iter().map(|b| terms.bv(8, (*b).into())).collect();
        Text::fixed(terms, bytes)
    }

    /// One of several texts of fixed length, by conditions of which exactly one holds.
    pub fn one_of(terms: &mut Terms, cases: &[(TermId, Vec<TermId>)]) -> Text {
        let most = cases.iter().map(|(_, t)| t.len()).max().unwrap_or(0);
        let least = cases.iter().map(|(_, t)| t.len()).min().unwrap_or(0);
        let mut len = terms.zero(OFFSET_BITS);
        for (cond, text) in cases {
            let here = terms.bv(OFFSET_BITS, text.len() as u128);
            len = terms.ite(*cond, here, len);
        }
        let mut bytes = Vec::with_capacity(most);
        for i in 0..most {
            let mut byte = terms.zero(8);
            for (cond, text) in cases {
                if let Some(here) = text.get(i) {
                    byte = terms.ite(*cond, *here, byte);
                }
            }
            bytes.push(byte);
        }
        Text { bytes, len, least }
    }

    /// `self` with `other` behind it; `None` where that takes too much.
    pub fn append(mut self, terms: &mut Terms, other: Text) -> Option<Text> {
        let (least, most) = (self.least, self.bytes.len());
        if least == most {
            self.bytes.extend(&other.bytes);
        } else {
            if (most - least + 1).saturating_mul(other.bytes.len()) > LIMIT {
                return None;
            }
            let own = std::mem::take(&mut self.bytes);
            self.bytes.extend(&own[..least]);
            for i in least..most + other.bytes.len() {
                // Where the own text has ended at `end`, byte `i` is byte `i - end` of the other.
                let mut byte = own.get(i).copied().unwrap_or_else(|| terms.zero(8));
                for end in least..=most.min(i) {
                    if let Some(there) = other.bytes.get(i - end) {
                        let end = terms.bv(OFFSET_BITS, end as u128);
                        let ends = terms.eq(self.len, end);
                        byte = terms.ite(ends, *there, byte);
                    }
                }
                self.bytes.push(byte);
            }
        }
        self.len = terms.add(self.len, other.len);
        self.least += other.least;
        Some(self)
    }

    /// The text split by its length: each possible one with its condition.
    pub fn cases(&self, terms: &mut Terms) -> Vec<(TermId, Vec<TermId>)> {
        let all = self.least..=self.bytes.len();
        all.map(|n| {
            let number = terms.bv(OFFSET_BITS, n as u128);
            (terms.eq(self.len, number), self.bytes[..n].to_vec())
        })
        .filter(|(cond, _)| *cond != TermId::FALSE)
        .collect()
    }
}
