//! Shifts: a barrel shifter, one row of multiplexers for each bit of the amount that can matter.

use crate::aig::{Aig, Bit};

pub fn shift_left(aig: &mut Aig, a: &[Bit], by: &[Bit]) -> Vec<Bit> {
    let reversed: Vec<Bit> = a.iter().rev().copied().collect();
    let mut shifted = shift_right(aig, &reversed, by, Bit::FALSE);
    shifted.reverse();
    shifted
}

/// Shifts towards the low end; `fill` comes in at the high end.
pub fn shift_right(aig: &mut Aig, a: &[Bit], by: &[Bit], fill: Bit) -> Vec<Bit> {
    let width = a.len();
    let stages = width.next_power_of_two().trailing_zeros() as usize;
    let mut bits = a.to_vec();
    for (stage, &amount) in by.iter().take(stages).enumerate() {
        let distance = 1 << stage;
        bits = (0..width)
            .map(|i| {
                let from = bits.get(i + distance).copied().unwrap_or(fill);
                aig.mux(amount, from, bits[i])
            })
            .collect();
    }
    let beyond = aig.or_all(by.iter().skip(stages).copied());
    bits.iter().map(|&bit| aig.mux(beyond, fill, bit)).collect()
}
