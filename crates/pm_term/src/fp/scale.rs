//! Multiplication by a power of two (C's `scalbn`).

use super::format::FpFormat;
use super::round::{Shape, Unrounded};
use crate::terms::{TermId, Terms};

impl Terms {
    /// `a * 2^n` for a signed bit-vector `n`, rounded once.
    pub fn fp_scale(&mut self, f: FpFormat, rounding: TermId, a: TermId, n: TermId) -> TermId {
        let a = self.fp_unpack_normalised(f, a);
        let n = self.fp_clamp_scale(f, n);
        let width = self.width(n).max(self.width(a.exponent)) + 1;
        let (exponent, n) = (self.sext(a.exponent, width), self.sext(n, width));
        let number = Unrounded {
            negative: a.negative,
            exponent: self.add(exponent, n),
            significand: a.significand,
            shape: Shape::Normalised,
        };
        let finite = self.fp_round(f, rounding, number);
        let itself = self.or(a.is_zero, a.is_infinite);
        let result = self.ite(itself, a.bits, finite);
        let nan = self.fp_quiet(f, a.bits);
        self.ite(a.is_nan, nan, result)
    }

    /// Twice the range from the smallest subnormal to infinity is as good as any larger power.
    fn fp_clamp_scale(&mut self, f: FpFormat, n: TermId) -> TermId {
        let (have, wanted) = (self.width(n), f.exponent_bits + 3);
        if have <= wanted {
            return n;
        }
        let limit = (1i128 << (wanted - 1)) - 1;
        let (low, high) = (self.bv_signed(have, -limit), self.bv_signed(have, limit));
        let (below, above) = (self.slt(n, low), self.slt(high, n));
        let n = self.ite(below, low, n);
        let n = self.ite(above, high, n);
        self.truncate(n, wanted)
    }
}

#[cfg(test)]
mod tests {
    use super::super::format::{FpFormat, RoundingMode};
    use super::super::tests::{Circuit, random_float};
    use pm_base::Random;
    use pm_base::num::FloatFormat;

    #[test]
    fn like_the_software_floats() {
        let formats = [
            (FpFormat::SINGLE, FloatFormat::F32),
            (FpFormat::DOUBLE, FloatFormat::F64),
            (FpFormat::X87, FloatFormat::X87),
            (FpFormat::QUAD, FloatFormat::F128),
        ];
        let mut random = Random::new(7);
        for (f, own) in formats {
            let circuit = Circuit::new(&[f.bits(), 32], |t, i| {
                let nearest = t.fp_rounding(RoundingMode::NearestEven);
                vec![t.fp_scale(f, nearest, i[0], i[1])]
            });
            for k in 0..300 {
                let a = random_float(&mut random, f, None);
                let n = match k % 4 {
                    0 => random.draw() as i32,
                    1 => (random.draw() % 400) as i32 - 200,
                    _ => (random.draw() % (4 << f.exponent_bits)) as i32 - (2 << f.exponent_bits),
                };
                let got = circuit.eval_one(&[a, u128::from(n as u32)]);
                assert_eq!(got, own.scale(a, n), "{f:?} {a:x} {n}");
            }
        }
    }
}
