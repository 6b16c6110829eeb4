//! What is known of the bytes of an object: pages of those that were stored, so that a large object costs what is used of it.

use rustc_hash::FxHashMap;

const PAGE: u64 = 256;

#[derive(Default)]
pub struct Shadow {
    pages: FxHashMap<u64, Box<[Option<u8>; PAGE as usize]>>,
}

impl Shadow {
    /// So many bytes from an offset on; `None` where nothing was stored.
    pub fn get(&self, from: u64, len: u64) -> impl Iterator<Item = Option<u8>> + '_ {
        (from..from.saturating_add(len)).map(|at| self.pages.get(&(at / PAGE)).and_then(|p| p[(at % PAGE) as usize]))
    }

    pub fn set(&mut self, from: u64, bytes: &[u8]) {
        for (at, byte) in (from..).zip(bytes) {
            self.pages.entry(at / PAGE).or_insert_with(|| Box::new([None; PAGE as usize]))[(at % PAGE) as usize] =
                Some(*byte);
        }
    }

    /// The bytes themselves, zero where nothing was stored.
    pub fn bytes(&self, from: u64, len: u64) -> Vec<u8> {
        self.get(from, len).map(|b| b.unwrap_or(0)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn far_bytes_cost_a_page() {
        let mut shadow = Shadow::default();
        shadow.set(1 << 40, &[1, 2]);
        shadow.set(PAGE - 1, &[3, 4]);
        assert_eq!(shadow.bytes(1 << 40, 3), [1, 2, 0]);
        assert_eq!(shadow.get(PAGE - 2, 3).collect::<Vec<_>>(), [None, Some(3), Some(4)]);
        assert_eq!(shadow.pages.len(), 3);
    }
}
