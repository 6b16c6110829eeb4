//! The circuit of each operator, from the bits of its arguments.

use super::Blaster;
use crate::aig::{Aig, Bit};
use crate::circuit;
use pm_term::{Op, TermId, Terms};

impl Blaster {
    /// The bits of a term whose arguments have been blasted.
    pub(super) fn operator(&mut self, terms: &Terms, t: TermId) -> Vec<Bit> {
        let args = terms.args(t);
        let width = terms.width(t) as usize;
        let arg = |blaster: &Blaster, i: usize| blaster.fetch(terms, args[i]);
        match terms.op(t) {
            Op::Const => constant_bits(terms, t),
            Op::Symbol => self.inputs(width),
            Op::Not => circuit::not(&arg(self, 0)),
            Op::Ite => {
                let (c, a, b) = (arg(self, 0), arg(self, 1), arg(self, 2));
                circuit::mux(&mut self.aig, c[0], &a, &b)
            }
            Op::Neg => {
                let a = arg(self, 0);
                circuit::negate(&mut self.aig, &a)
            }
            Op::Extract => {
                let lo = terms.extract_lo(t) as usize;
                arg(self, 0)[lo..lo + width].to_vec()
            }
            Op::Zext => circuit::extend(&arg(self, 0), width, Bit::FALSE),
            Op::Sext => {
                let a = arg(self, 0);
                circuit::extend(&a, width, circuit::sign(&a))
            }
            op => {
                let (a, b) = (arg(self, 0), arg(self, 1));
                self.binary(op, &a, &b)
            }
        }
    }

    fn binary(&mut self, op: Op, a: &[Bit], b: &[Bit]) -> Vec<Bit> {
        let aig = &mut self.aig;
        match op {
            Op::And => circuit::map2(aig, a, b, Aig::and),
            Op::Or => circuit::map2(aig, a, b, Aig::or),
            Op::Xor => circuit::map2(aig, a, b, Aig::xor),
            Op::Implies => circuit::map2(aig, a, b, Aig::implies),
            Op::Eq => vec![circuit::equal(aig, a, b)],
            Op::Add => circuit::add(aig, a, b),
            Op::Sub => circuit::subtract(aig, a, b),
            Op::Mul => self.product(a, b),
            Op::Udiv => self.division(a, b).0,
            Op::Urem => self.division(a, b).1,
            Op::Sdiv => self.signed_division(a, b, true),
            Op::Srem => self.signed_division(a, b, false),
            Op::Shl => circuit::shift_left(aig, a, b),
            Op::Lshr => circuit::shift_right(aig, a, b, Bit::FALSE),
            Op::Ashr => circuit::shift_right(aig, a, b, circuit::sign(a)),
            Op::Concat => [b, a].concat(),
            Op::Ult => vec![circuit::less_unsigned(aig, a, b)],
            Op::Ule => vec![!circuit::less_unsigned(aig, b, a)],
            Op::Slt => vec![circuit::less_signed(aig, a, b)],
            Op::Sle => vec![!circuit::less_signed(aig, b, a)],
            Op::Umulo => vec![self.unsigned_overflow(a, b)],
            Op::Smulo => vec![self.signed_overflow(a, b)],
            Op::Const
            | Op::Symbol
            | Op::Not
            | Op::Ite
            | Op::Neg
            | Op::Extract
            | Op::Zext
            | Op::Sext
            | Op::ConstArray
            | Op::Select
            | Op::Store => unreachable!("{op:?} is not a binary operator on bit-vectors"),
        }
    }

    /// By magnitudes; the quotient is negative if the signs differ, the remainder if the dividend is.
    fn signed_division(&mut self, a: &[Bit], b: &[Bit], quotient: bool) -> Vec<Bit> {
        let (sign_a, sign_b) = (circuit::sign(a), circuit::sign(b));
        let magnitude_a = circuit::negate_if(&mut self.aig, sign_a, a);
        let magnitude_b = circuit::negate_if(&mut self.aig, sign_b, b);
        let (q, r) = self.division(&magnitude_a, &magnitude_b);
        if quotient {
            let negative = self.aig.xor(sign_a, sign_b);
            circuit::negate_if(&mut self.aig, negative, &q)
        } else {
            circuit::negate_if(&mut self.aig, sign_a, &r)
        }
    }

    fn unsigned_overflow(&mut self, a: &[Bit], b: &[Bit]) -> Bit {
        let width = a.len() + 1;
        let product = self.product(&circuit::extend(a, width, Bit::FALSE), &circuit::extend(b, width, Bit::FALSE));
        circuit::overflows_unsigned(&mut self.aig, a, b, &product)
    }

    fn signed_overflow(&mut self, a: &[Bit], b: &[Bit]) -> Bit {
        let width = a.len() + 1;
        let [wide_a, wide_b] = [a, b].map(|bits| circuit::extend(bits, width, circuit::sign(bits)));
        let product = self.product(&wide_a, &wide_b);
        circuit::overflows_signed(&mut self.aig, a, b, &product)
    }
}

fn constant_bits(terms: &Terms, t: TermId) -> Vec<Bit> {
    let value = terms.const_bits(t).unwrap_or_else(|| unreachable!("a constant has a value"));
    (0..value.width()).map(|i| Bit::constant(value.bit(i))).collect()
}
