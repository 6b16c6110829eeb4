//! Division: the restoring divider gives quotient and remainder at once, and SMT-LIB's results for a zero divisor by itself.

use crate::aig::{Aig, Bit};

/// Quotient and remainder.
pub fn divide_unsigned(aig: &mut Aig, a: &[Bit], b: &[Bit]) -> (Vec<Bit>, Vec<Bit>) {
    let width = a.len();
    // above[k]: the divisor has a bit at k or higher.
    let mut above = vec![Bit::FALSE; width + 1];
    for k in (0..width).rev() {
        above[k] = aig.or(above[k + 1], b[k]);
    }
    let mut quotient = vec![Bit::FALSE; width];
    let mut rest: Vec<Bit> = Vec::with_capacity(width);
    for i in (0..width).rev() {
        // The rest has only as many bits as were brought down; a divisor with higher bits does not go into it.
        rest.insert(0, a[i]);
        let bits = rest.len();
        let difference = super::subtract(aig, &rest, &b[..bits]);
        let smaller = super::less_unsigned(aig, &rest, &b[..bits]);
        let fits = aig.and(!smaller, !above[bits]);
        rest = super::mux(aig, fits, &difference, &rest);
        quotient[i] = fits;
    }
    (quotient, rest)
}

/// The negation where the condition holds.
pub fn negate_if(aig: &mut Aig, condition: Bit, a: &[Bit]) -> Vec<Bit> {
    let flipped: Vec<Bit> = a.iter().map(|&bit| aig.xor(bit, condition)).collect();
    super::add_carry(aig, &super::constant(a.len(), 0), &flipped, condition)
}
