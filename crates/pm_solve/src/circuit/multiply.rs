//! Multiplication, and whether a product fits.

use crate::aig::{Aig, Bit};
use std::collections::VecDeque;

/// How the partial products are added up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Multiplier {
    /// Row after row, by ripple adders.
    ShiftAdd,
    /// Column after column with full adders, oldest bits first (a Wallace tree's depth, no final adder).
    Columns,
    /// Column after column with full adders, newest bits first: measured best for equivalences of products.
    #[default]
    ColumnsDeep,
}

/// The product, as wide as the operands.
pub fn multiply(aig: &mut Aig, a: &[Bit], b: &[Bit], kind: Multiplier) -> Vec<Bit> {
    // A constant makes fewer rows when it selects them.
    let constants = |bits: &[Bit]| bits.iter().filter(|b| b.is_constant()).count();
    let (a, b) = if constants(a) > constants(b) { (b, a) } else { (a, b) };
    match kind {
        Multiplier::ShiftAdd => shift_add(aig, a, b),
        Multiplier::Columns => columns(aig, a, b, true),
        Multiplier::ColumnsDeep => columns(aig, a, b, false),
    }
}

fn shift_add(aig: &mut Aig, a: &[Bit], b: &[Bit]) -> Vec<Bit> {
    let width = a.len();
    let mut sum = vec![Bit::FALSE; width];
    for (i, &select) in b.iter().enumerate() {
        if select == Bit::FALSE {
            continue;
        }
        let row: Vec<Bit> = a[..width - i].iter().map(|&bit| aig.and(bit, select)).collect();
        let high = super::add(aig, &sum[i..], &row);
        sum.truncate(i);
        sum.extend(high);
    }
    sum
}

fn columns(aig: &mut Aig, a: &[Bit], b: &[Bit], oldest_first: bool) -> Vec<Bit> {
    let width = a.len();
    let mut columns: Vec<Vec<Bit>> = vec![Vec::new(); width];
    for (i, &select) in b.iter().enumerate() {
        for (j, &bit) in a[..width - i].iter().enumerate() {
            let product = aig.and(bit, select);
            if product != Bit::FALSE {
                columns[i + j].push(product);
            }
        }
    }
    let mut carries = Vec::new();
    let mut sum = Vec::with_capacity(width);
    for (i, mut column) in columns.into_iter().enumerate() {
        column.append(&mut carries);
        sum.push(reduce_column(aig, column, &mut carries, i + 1 == width, oldest_first));
    }
    sum
}

/// Adds up the bits of a column: three become one and a carry, until one is left.
fn reduce_column(aig: &mut Aig, mut column: Vec<Bit>, carries: &mut Vec<Bit>, last: bool, oldest_first: bool) -> Bit {
    cancel_pairs(&mut column, carries);
    let mut column = VecDeque::from(column);
    let take = |column: &mut VecDeque<Bit>| if oldest_first { column.pop_front() } else { column.pop_back() };
    while column.len() > 1 {
        let [a, b, c] = [0; 3].map(|_| take(&mut column).unwrap_or(Bit::FALSE));
        column.push_back(aig.xor3(a, b, c));
        if !last {
            carries.push(aig.majority(a, b, c));
        }
    }
    column.pop_back().unwrap_or(Bit::FALSE)
}

/// Two equal bits are one carry; they come from squares.
fn cancel_pairs(column: &mut Vec<Bit>, carries: &mut Vec<Bit>) {
    let mut seen = rustc_hash::FxHashMap::default();
    for &bit in column.iter() {
        *seen.entry(bit).or_insert(0u32) += 1;
    }
    if seen.len() == column.len() {
        return;
    }
    let mut kept = Vec::with_capacity(column.len());
    for &bit in column.iter() {
        if let Some(count) = seen.remove(&bit) {
            carries.extend(std::iter::repeat_n(bit, (count / 2) as usize));
            kept.extend((count % 2 == 1).then_some(bit));
        }
    }
    *column = kept;
}

/// Whether the unsigned product needs more bits, from the product of the operands with one more bit.
///
/// Source: Schulte et al., "Combined unsigned and two's complement saturating multipliers" (2000): a product with a bit of
/// weight 2^w or more in its operands overflows; every other product fits w + 1 bits, so the bit above tells.
pub fn overflows_unsigned(aig: &mut Aig, a: &[Bit], b: &[Bit], wide_product: &[Bit]) -> Bit {
    let width = a.len();
    let large = any_pair_above(aig, a, b, width);
    aig.or(large, wide_product[width])
}

/// Whether the signed product needs more bits. Source: as for the unsigned one, on the bits that differ from the sign.
pub fn overflows_signed(aig: &mut Aig, a: &[Bit], b: &[Bit], wide_product: &[Bit]) -> Bit {
    let width = a.len();
    let [magnitude_a, magnitude_b] = [a, b].map(|bits| {
        let sign = super::sign(bits);
        bits[..width - 1].iter().map(|&bit| aig.xor(bit, sign)).collect::<Vec<Bit>>()
    });
    let large = any_pair_above(aig, &magnitude_a, &magnitude_b, width - 1);
    let differ = aig.xor(wide_product[width], wide_product[width - 1]);
    aig.or(large, differ)
}

/// Whether bits i of a and j of b are set with `i + j >= weight`.
fn any_pair_above(aig: &mut Aig, a: &[Bit], b: &[Bit], weight: usize) -> Bit {
    let mut any_b = Bit::FALSE;
    let mut pairs = Vec::new();
    for (i, &bit) in a.iter().enumerate() {
        // Bits of b from weight - i on.
        if let Some(&b_bit) = weight.checked_sub(i).and_then(|j| b.get(j)) {
            any_b = aig.or(any_b, b_bit);
        }
        pairs.push(aig.and(bit, any_b));
    }
    aig.or_all(pairs)
}
