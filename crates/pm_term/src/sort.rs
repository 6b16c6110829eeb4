//! The sorts of terms, and their packing into the 24 bits that a node has for them.

/// What a term denotes: a truth value, a bit-vector, or a total map from bit-vectors to bit-vectors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sort {
    Bool,
    Bv(u32),
    /// Widths of the index and of the elements.
    Array {
        index: u32,
        elem: u32,
    },
}

impl Sort {
    /// Widths above this do not fit a node.
    pub const MAX_WIDTH: u32 = (1 << 23) - 1;

    pub fn is_bool(self) -> bool {
        self == Sort::Bool
    }

    pub fn is_array(self) -> bool {
        matches!(self, Sort::Array { .. })
    }
}

/// Packed: 0 is Bool, a width below 2^23 is that bit-vector, and above that is the number of an array sort.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SortCode(pub u32);

const ARRAY_FLAG: u32 = 1 << 23;

impl SortCode {
    pub const BOOL: SortCode = SortCode(0);

    pub fn bv(width: u32) -> SortCode {
        assert!((1..=Sort::MAX_WIDTH).contains(&width), "bit-vector width {width}");
        SortCode(width)
    }

    /// Bits of a value: the width, 1 for Bool.
    pub fn width(self) -> u32 {
        debug_assert!(self.0 < ARRAY_FLAG, "an array has no width");
        self.0.max(1)
    }

    pub fn is_array(self) -> bool {
        self.0 >= ARRAY_FLAG
    }
}

/// The array sorts that are in use; few, so looked up by walking.
#[derive(Default)]
pub(crate) struct SortTable {
    arrays: Vec<(u32, u32)>,
}

impl SortTable {
    pub fn code(&mut self, sort: Sort) -> SortCode {
        match sort {
            Sort::Bool => SortCode::BOOL,
            Sort::Bv(width) => SortCode::bv(width),
            Sort::Array { index, elem } => {
                let pair = (SortCode::bv(index).0, SortCode::bv(elem).0);
                let at = self.arrays.iter().position(|&p| p == pair).unwrap_or_else(|| {
                    self.arrays.push(pair);
                    self.arrays.len() - 1
                });
                SortCode(ARRAY_FLAG | at as u32)
            }
        }
    }

    pub fn sort(&self, code: SortCode) -> Sort {
        match code.0 {
            0 => Sort::Bool,
            width if width < ARRAY_FLAG => Sort::Bv(width),
            array => {
                let (index, elem) = self.arrays[(array & !ARRAY_FLAG) as usize];
                Sort::Array { index, elem }
            }
        }
    }
}
