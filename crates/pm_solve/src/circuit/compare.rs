//! Comparisons: equality as one conjunction, order as the carry of a subtraction.

use crate::aig::{Aig, Bit};

pub fn equal(aig: &mut Aig, a: &[Bit], b: &[Bit]) -> Bit {
    let bits: Vec<Bit> = a.iter().zip(b).map(|(&a, &b)| aig.equal(a, b)).collect();
    aig.and_all(bits)
}

/// `a < b`: from the low end, the higher bit decides unless both agree.
pub fn less_unsigned(aig: &mut Aig, a: &[Bit], b: &[Bit]) -> Bit {
    a.iter().zip(b).fold(Bit::FALSE, |less, (&a, &b)| aig.majority(!a, b, less))
}

pub fn less_signed(aig: &mut Aig, a: &[Bit], b: &[Bit]) -> Bit {
    let flip_sign = |bits: &[Bit]| {
        let mut bits = bits.to_vec();
        if let Some(sign) = bits.last_mut() {
            *sign = !*sign;
        }
        bits
    };
    less_unsigned(aig, &flip_sign(a), &flip_sign(b))
}
