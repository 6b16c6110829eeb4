//! Products and divisions in steps of precision (Schrammel et al., "Incremental Bounded Model Checking for Embedded Software", section 3.3, formula (7)).
//!
//! At `n` bits two things are in the clauses: the low n bits of the result are exact, whatever the operands (an
//! over-approximation, true for ever); and, while the activation literal of the step is assumed, the operands have no more
//! than n bits and the whole result is exact (an under-approximation). The next step retires the literal; the last step is the
//! full circuit without one.

use crate::aig::Bit;
use crate::blackbox::{Function, Precision};
use crate::blast::Blaster;
use crate::circuit;
use crate::cnf::Cnf;
use crate::sat::{Lit, Sat};

const FIRST_BITS: usize = 8;

/// Puts the next step of precision of a box in the clauses. Reads of arrays have none.
pub(crate) fn sharpen(blaster: &mut Blaster, cnf: &mut Cnf, sat: &mut dyn Sat, id: usize) {
    let function = blaster.boxes[id].function.clone();
    let (Function::Product { a, b } | Function::Division { a, b }) = &function else { return };
    let bits = match blaster.boxes[id].precision {
        Precision::None => FIRST_BITS,
        Precision::Low { bits, activation } => {
            cnf.emit(sat, [!activation]);
            2 * bits
        }
        Precision::Exact => return,
    };
    let is_product = matches!(function, Function::Product { .. });
    blaster.boxes[id].precision = if bits >= a.len() {
        let exact = exact_result(blaster, is_product, a, b);
        assert_result(blaster, cnf, sat, id, &exact, None);
        Precision::Exact
    } else {
        let activation = sat.new_var();
        assert_low_bits(blaster, cnf, sat, id, is_product, bits);
        assert_small(blaster, cnf, sat, id, is_product, bits, activation);
        Precision::Low { bits, activation }
    };
}

/// The literals under which all boxes are exact, as far as queries have reached them.
pub(crate) fn activations(blaster: &Blaster) -> Vec<(usize, Lit)> {
    let active = |(id, item): (usize, &crate::blackbox::BlackBox)| match item.precision {
        Precision::Low { activation, .. } => Some((id, activation)),
        Precision::None | Precision::Exact => None,
    };
    blaster.boxes.iter().enumerate().filter_map(active).collect()
}

fn exact_result(blaster: &mut Blaster, is_product: bool, a: &[Bit], b: &[Bit]) -> Vec<Bit> {
    if is_product {
        return circuit::multiply(&mut blaster.aig, a, b, blaster.options.multiplier);
    }
    let (quotient, rest) = circuit::divide_unsigned(&mut blaster.aig, a, b);
    [quotient, rest].concat()
}

fn assert_result(
    blaster: &mut Blaster,
    cnf: &mut Cnf,
    sat: &mut dyn Sat,
    id: usize,
    result: &[Bit],
    activation: Option<Lit>,
) {
    for (i, &bit) in result.iter().enumerate() {
        let output = blaster.boxes[id].outputs[i];
        let same = blaster.aig.equal(output, bit);
        assert_under(blaster, cnf, sat, same, activation);
    }
}

fn assert_under(blaster: &Blaster, cnf: &mut Cnf, sat: &mut dyn Sat, bit: Bit, activation: Option<Lit>) {
    match activation {
        Some(activation) => cnf.assert_if(&blaster.aig, sat, activation, bit),
        None => cnf.assert(&blaster.aig, sat, bit),
    }
}

/// Modulo 2^n a product is that of the low bits, and a division satisfies quotient * b + rest = a, for b = 0 as well.
fn assert_low_bits(blaster: &mut Blaster, cnf: &mut Cnf, sat: &mut dyn Sat, id: usize, is_product: bool, bits: usize) {
    let (Function::Product { a, b } | Function::Division { a, b }) = blaster.boxes[id].function.clone() else { return };
    let outputs = blaster.boxes[id].outputs.clone();
    let multiplier = blaster.options.multiplier;
    if is_product {
        let low = circuit::multiply(&mut blaster.aig, &a[..bits], &b[..bits], multiplier);
        return assert_result(blaster, cnf, sat, id, &low, None);
    }
    let (quotient, rest) = outputs.split_at(a.len());
    let product = circuit::multiply(&mut blaster.aig, &quotient[..bits], &b[..bits], multiplier);
    let sum = circuit::add(&mut blaster.aig, &product, &rest[..bits]);
    let same = circuit::equal(&mut blaster.aig, &sum, &a[..bits]);
    let zero = !blaster.aig.or_all(b.iter().copied());
    let less = circuit::less_unsigned(&mut blaster.aig, rest, &b);
    let bounded = blaster.aig.or(zero, less);
    let not_above = !circuit::less_unsigned(&mut blaster.aig, &a, quotient);
    let quotient_bounded = blaster.aig.or(zero, not_above);
    for bit in [same, bounded, quotient_bounded] {
        cnf.assert(&blaster.aig, sat, bit);
    }
}

/// Under the activation literal: operands of few bits (signed for products, unsigned and not zero for divisors), exact result.
fn assert_small(
    blaster: &mut Blaster,
    cnf: &mut Cnf,
    sat: &mut dyn Sat,
    id: usize,
    is_product: bool,
    bits: usize,
    activation: Lit,
) {
    let (Function::Product { a, b } | Function::Division { a, b }) = blaster.boxes[id].function.clone() else { return };
    let width = a.len();
    for operand in [&a, &b] {
        let fill = if is_product { operand[bits - 1] } else { Bit::FALSE };
        for &bit in &operand[bits..] {
            let same = blaster.aig.equal(bit, fill);
            cnf.assert_if(&blaster.aig, sat, activation, same);
        }
    }
    let result = if is_product {
        let wide = width.min(2 * bits);
        let [a, b] = [&a, &b].map(|operand| circuit::extend(&operand[..bits], wide, operand[bits - 1]));
        let product = exact_result(blaster, true, &a, &b);
        circuit::extend(&product, width, circuit::sign(&product))
    } else {
        let nonzero = blaster.aig.or_all(b[..bits].iter().copied());
        cnf.assert_if(&blaster.aig, sat, activation, nonzero);
        let (quotient, rest) = circuit::divide_unsigned(&mut blaster.aig, &a[..bits], &b[..bits]);
        [circuit::extend(&quotient, width, Bit::FALSE), circuit::extend(&rest, width, Bit::FALSE)].concat()
    };
    assert_result(blaster, cnf, sat, id, &result, Some(activation));
}
