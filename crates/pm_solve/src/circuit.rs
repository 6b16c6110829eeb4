//! Bit-vector operations as circuits, least significant bit first.
//!
//! Constant bits need no special cases here: the graph folds them. Every circuit is compared with `pm_term`'s arithmetic.

mod adder;
mod compare;
mod divide;
mod multiply;
mod shift;
#[cfg(test)]
mod tests;

use crate::aig::{Aig, Bit};

pub use adder::{add, add_carry, negate, subtract};
pub use compare::{equal, less_signed, less_unsigned};
pub use divide::{divide_unsigned, negate_if};
pub use multiply::{Multiplier, multiply, overflows_signed, overflows_unsigned};
pub use shift::{shift_left, shift_right};

pub fn constant(width: usize, value: u128) -> Vec<Bit> {
    (0..width).map(|i| Bit::constant(i < 128 && value >> i & 1 == 1)).collect()
}

pub fn not(a: &[Bit]) -> Vec<Bit> {
    a.iter().map(|&bit| !bit).collect()
}

pub fn map2(aig: &mut Aig, a: &[Bit], b: &[Bit], gate: fn(&mut Aig, Bit, Bit) -> Bit) -> Vec<Bit> {
    a.iter().zip(b).map(|(&a, &b)| gate(aig, a, b)).collect()
}

pub fn mux(aig: &mut Aig, s: Bit, t: &[Bit], e: &[Bit]) -> Vec<Bit> {
    t.iter().zip(e).map(|(&t, &e)| aig.mux(s, t, e)).collect()
}

/// Appends copies of `fill` up to the width.
pub fn extend(a: &[Bit], width: usize, fill: Bit) -> Vec<Bit> {
    let mut out = a.to_vec();
    out.resize(width, fill);
    out
}

pub fn sign(a: &[Bit]) -> Bit {
    a.last().copied().unwrap_or(Bit::FALSE)
}
