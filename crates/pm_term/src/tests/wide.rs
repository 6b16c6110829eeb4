//! Values and terms of more than 128 bits.

use crate::bits::Bits;
use crate::eval::Evaluator;
use crate::op::Op;
use crate::sort::Sort;
use crate::terms::Terms;
use pm_base::Random;

fn random_bits(random: &mut Random, width: u32) -> Bits {
    let limbs: Vec<u64> = (0..width.div_ceil(64)).map(|_| random.draw()).collect();
    let value = Bits::from_limbs(width, &limbs);
    match random.below(4) {
        0 => value.lshr_by(random.below(u64::from(width)) as u32),
        1 => value.lshr_by(random.below(u64::from(width)) as u32).not(),
        _ => value,
    }
}

/// Arithmetic on wide values, by laws and by comparison with `u128` where the result is its low part.
#[test]
fn wide_arithmetic() {
    let mut random = Random::new(7);
    for width in [129, 160, 191, 192, 193, 256, 300] {
        for _ in 0..60 {
            let (a, b) = (random_bits(&mut random, width), random_bits(&mut random, width));
            let low = |value: &Bits| value.extract(127, 0).to_u128().unwrap();
            assert_eq!(low(&a.add(&b)), low(&a).wrapping_add(low(&b)));
            assert_eq!(low(&a.mul(&b)), low(&a).wrapping_mul(low(&b)));
            assert_eq!(a.add(&b).sub(&b), a);
            assert_eq!(a.add(&a.neg()), Bits::zero(width));
            if !b.is_zero() {
                let (quotient, rest) = (a.udiv(&b), a.urem(&b));
                assert_eq!(quotient.mul(&b).add(&rest), a);
                assert!(rest.ult(&b));
                assert_eq!(a.sdiv(&b).mul(&b).add(&a.srem(&b)), a);
            }
            let by = random.below(u64::from(width)) as u32;
            let amount = Bits::from_u128(width, by.into());
            assert_eq!(a.shl(&amount).lshr(&amount), a.shl_by(by).lshr_by(by));
            assert_eq!(a.ashr(&amount), a.extract(width - 1, by).sext(width));
            let cut = 1 + random.below(u64::from(width) - 1) as u32;
            assert_eq!(a.extract(width - 1, cut).concat(&a.extract(cut - 1, 0)), a);
            assert_eq!(a.ult(&b), a.zext(width + 1).sub(&b.zext(width + 1)).is_negative());
            assert_eq!(a.slt(&b), a.sext(width + 1).sub(&b.sext(width + 1)).is_negative());
        }
    }
}

/// Simplified and raw terms of wide sorts have equal values.
#[test]
fn wide_terms() {
    let ops = [Op::And, Op::Or, Op::Xor, Op::Add, Op::Sub, Op::Mul, Op::Udiv, Op::Srem, Op::Shl, Op::Lshr, Op::Ashr];
    let tests = [Op::Eq, Op::Ult, Op::Slt, Op::Ule, Op::Sle, Op::Umulo, Op::Smulo];
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let width = random.pick(&[129, 140, 192, 200]);
        let (mut new, mut raw) = (Terms::new(), Terms::raw());
        let names = ["a", "b"];
        let mut pairs: Vec<_> =
            names.iter().map(|name| (new.symbol(name, Sort::Bv(width)), raw.symbol(name, Sort::Bv(width)))).collect();
        let mut evaluators = [Evaluator::new(), Evaluator::new()];
        for (number, _) in names.iter().enumerate() {
            let value = random_bits(&mut random, width);
            evaluators.iter_mut().for_each(|e| e.set_bits(crate::SymbolId(number as u32), value.clone()));
        }
        for _ in 0..24 {
            let mut operand = |new: &mut Terms, raw: &mut Terms| {
                if random.below(3) == 0 {
                    let value = match random.below(3) {
                        0 => Bits::from_i128(width, random.below(5) as i128 - 2),
                        1 => Bits::from_u128(width, 1).shl_by(random.below(u64::from(width)) as u32),
                        _ => random_bits(&mut random, width),
                    };
                    (new.bv_bits(&value), raw.bv_bits(&value))
                } else {
                    random.pick(&pairs)
                }
            };
            let (a, b) = (operand(&mut new, &mut raw), operand(&mut new, &mut raw));
            let op = random.pick(&ops);
            pairs.push((new.binary(op, a.0, b.0), raw.binary(op, a.1, b.1)));
            let op = random.pick(&tests);
            let cond = (new.binary(op, a.0, b.0), raw.binary(op, a.1, b.1));
            pairs.push((new.ite(cond.0, a.0, b.0), raw.ite(cond.1, a.1, b.1)));
        }
        for (n, r) in pairs {
            let values = (evaluators[0].eval_bits(&new, n), evaluators[1].eval_bits(&raw, r));
            assert_eq!(values.0, values.1, "seed {seed}");
        }
    }
}

#[test]
fn equal_wide_constants_are_one_term() {
    let mut terms = Terms::new();
    let value = Bits::ones(300);
    assert_eq!(terms.bv_bits(&value), terms.bv_bits(&value));
    let (small, wide) = (terms.bv(100, 5), terms.bv(101, 5));
    assert_ne!(small, wide);
    assert_eq!(terms.const_bits(wide), Some(Bits::from_u128(101, 5)));
}
