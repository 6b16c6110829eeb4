//! Each circuit against arithmetic on machine integers: all values at small widths, random ones at large widths, and with
//! constant operands, which take other ways through the graph's rewriting.

use super::*;
use crate::aig::Simulation;
use pm_base::Random;

fn mask(width: usize) -> u128 {
    if width == 128 { u128::MAX } else { (1 << width) - 1 }
}

fn signed(width: usize, value: u128) -> i128 {
    ((value << (128 - width)) as i128) >> (128 - width)
}

type Circuit = fn(&mut Aig, &[Bit], &[Bit]) -> Vec<Bit>;
type Arithmetic = fn(usize, u128, u128) -> u128;

const KINDS: [Multiplier; 3] = [Multiplier::ShiftAdd, Multiplier::Columns, Multiplier::ColumnsDeep];

fn operations() -> Vec<(&'static str, Circuit, Arithmetic)> {
    vec![
        ("add", |g, a, b| add(g, a, b), |_, a, b| a.wrapping_add(b)),
        ("sub", |g, a, b| subtract(g, a, b), |_, a, b| a.wrapping_sub(b)),
        ("neg", |g, a, _| negate(g, a), |_, a, _| a.wrapping_neg()),
        ("shl", |g, a, b| shift_left(g, a, b), |w, a, b| if b < w as u128 { a << b } else { 0 }),
        ("lshr", |g, a, b| shift_right(g, a, b, Bit::FALSE), |w, a, b| if b < w as u128 { a >> b } else { 0 }),
        ("ashr", |g, a, b| shift_right(g, a, b, sign(a)), |w, a, b| (signed(w, a) >> b.min(127)) as u128),
        ("udiv", |g, a, b| divide_unsigned(g, a, b).0, |_, a, b| a.checked_div(b).unwrap_or(u128::MAX)),
        ("urem", |g, a, b| divide_unsigned(g, a, b).1, |_, a, b| a.checked_rem(b).unwrap_or(a)),
        ("eq", |g, a, b| vec![equal(g, a, b)], |_, a, b| u128::from(a == b)),
        ("ult", |g, a, b| vec![less_unsigned(g, a, b)], |_, a, b| u128::from(a < b)),
        ("slt", |g, a, b| vec![less_signed(g, a, b)], |w, a, b| u128::from(signed(w, a) < signed(w, b))),
        ("mul", |g, a, b| same_products(g, a, b), |_, a, b| a.wrapping_mul(b)),
        (
            "umulo",
            |g, a, b| vec![unsigned_overflow(g, a, b)],
            |w, a, b| u128::from(a.checked_mul(b).is_none_or(|p| p > mask(w))),
        ),
        (
            "smulo",
            |g, a, b| vec![signed_overflow(g, a, b)],
            |w, a, b| {
                let product = signed(w, a).checked_mul(signed(w, b));
                u128::from(product.is_none_or(|p| signed(w, p as u128) != p))
            },
        ),
    ]
}

fn unsigned_overflow(aig: &mut Aig, a: &[Bit], b: &[Bit]) -> Bit {
    let [wide_a, wide_b] = [a, b].map(|bits| extend(bits, a.len() + 1, Bit::FALSE));
    let product = multiply(aig, &wide_a, &wide_b, Multiplier::Columns);
    overflows_unsigned(aig, a, b, &product)
}

fn signed_overflow(aig: &mut Aig, a: &[Bit], b: &[Bit]) -> Bit {
    let [wide_a, wide_b] = [a, b].map(|bits| extend(bits, a.len() + 1, sign(bits)));
    let product = multiply(aig, &wide_a, &wide_b, Multiplier::Columns);
    overflows_signed(aig, a, b, &product)
}

/// The product; bits on which the multipliers differ would come out as a wrong value.
fn same_products(aig: &mut Aig, a: &[Bit], b: &[Bit]) -> Vec<Bit> {
    let products = KINDS.map(|kind| multiply(aig, a, b, kind));
    let same: Vec<Bit> = products[1..].iter().map(|p| equal(aig, p, &products[0])).collect();
    let same = aig.and_all(same);
    products[0].iter().enumerate().map(|(i, &bit)| if i == 0 { aig.equal(bit, same) } else { bit }).collect()
}

fn evaluate(aig: &Aig, bits: &[Bit], width: usize, a: u128, b: u128) -> u128 {
    let mut simulation = Simulation::default();
    let mut input = |node: u32| {
        let i = node as usize - 1;
        if i < width { a >> i & 1 == 1 } else { b >> (i - width) & 1 == 1 }
    };
    (0..bits.len()).fold(0, |v, i| v | u128::from(simulation.value(aig, bits[i], &mut input)) << i)
}

fn check(width: usize, constant_b: Option<u128>, pairs: impl Iterator<Item = (u128, u128)> + Clone) {
    for (name, circuit, arithmetic) in operations() {
        let mut aig = Aig::new();
        let a: Vec<Bit> = (0..width).map(|_| aig.input()).collect();
        let b: Vec<Bit> = match constant_b {
            Some(value) => constant(width, value),
            None => (0..width).map(|_| aig.input()).collect(),
        };
        let result = circuit(&mut aig, &a, &b);
        for (x, y) in pairs.clone() {
            let y = constant_b.unwrap_or(y);
            let expected = arithmetic(width, x, y) & mask(result.len());
            assert_eq!(evaluate(&aig, &result, width, x, y), expected, "{name} width {width}: {x} {y}");
        }
    }
}

#[test]
fn all_values_of_small_widths() {
    for width in 1..=5 {
        let values = 0..1u128 << width;
        check(width, None, values.clone().flat_map(|a| values.clone().map(move |b| (a, b))));
        for constant in values.clone() {
            check(width, Some(constant), values.clone().map(|a| (a, 0)));
        }
    }
}

#[test]
fn random_values_of_large_widths() {
    let mut random = Random::new(3);
    for width in [7, 8, 13, 16, 32, 33, 64] {
        let value = |random: &mut Random| {
            let v = u128::from(random.draw()) & mask(width);
            if random.flip() { v } else { v >> random.below(width as u64) }
        };
        let pairs: Vec<(u128, u128)> = (0..20).map(|_| (value(&mut random), value(&mut random))).collect();
        check(width, None, pairs.iter().copied());
        check(width, Some(value(&mut random)), pairs.iter().copied());
    }
}

#[test]
fn square_needs_fewer_gates() {
    let size = |square: bool| {
        let mut aig = Aig::new();
        let a: Vec<Bit> = (0..16).map(|_| aig.input()).collect();
        let b: Vec<Bit> = (0..16).map(|_| aig.input()).collect();
        multiply(&mut aig, &a, if square { &a } else { &b }, Multiplier::Columns);
        aig.len()
    };
    assert!(size(true) * 3 < size(false) * 2);
}
