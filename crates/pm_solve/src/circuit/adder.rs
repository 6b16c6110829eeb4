//! Addition: a ripple of full adders. Carry look-ahead adds gates and does not help unit propagation.

use crate::aig::{Aig, Bit};

pub fn add(aig: &mut Aig, a: &[Bit], b: &[Bit]) -> Vec<Bit> {
    add_carry(aig, a, b, Bit::FALSE)
}

pub fn subtract(aig: &mut Aig, a: &[Bit], b: &[Bit]) -> Vec<Bit> {
    add_carry(aig, a, &super::not(b), Bit::TRUE)
}

pub fn negate(aig: &mut Aig, a: &[Bit]) -> Vec<Bit> {
    add_carry(aig, &super::constant(a.len(), 0), &super::not(a), Bit::TRUE)
}

/// The sum of both and a carry, as wide as they are.
pub fn add_carry(aig: &mut Aig, a: &[Bit], b: &[Bit], mut carry: Bit) -> Vec<Bit> {
    let mut sum = Vec::with_capacity(a.len());
    for (i, (&a_bit, &b_bit)) in a.iter().zip(b).enumerate() {
        sum.push(aig.xor3(a_bit, b_bit, carry));
        if i + 1 < a.len() {
            carry = aig.majority(a_bit, b_bit, carry);
        }
    }
    sum
}
