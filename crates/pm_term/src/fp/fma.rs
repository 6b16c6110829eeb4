//! Fused multiply-add: the exact product and a sum with one rounding.

use super::add::Addend;
use super::format::{FpFormat, NanRule};
use super::round::{Shape, Unrounded};
use super::unpack::Unpacked;
use crate::terms::{TermId, Terms};

impl Terms {
    /// `a * b + c` with one rounding.
    pub fn fp_fma(&mut self, f: FpFormat, rounding: TermId, a: TermId, b: TermId, c: TermId) -> TermId {
        if let Some(folded) = self.fp_fold_fma(f, rounding, [a, b, c]) {
            return folded;
        }
        let (a, b) = (self.fp_unpack_normalised(f, a), self.fp_unpack_normalised(f, b));
        let c = self.fp_unpack_normalised(f, c);
        let negative = self.xor(a.negative, b.negative);
        let (significand, exponent) = self.fp_exact_product(f, &a, &b);
        let (significand, exponent) = self.fp_normalise_by_one(significand, exponent);
        let product_zero = self.or(a.is_zero, b.is_zero);
        let product = self.fp_zero_lowest(Addend { negative, exponent, significand }, product_zero);
        let addend = self.fp_wide_addend(f, &c);
        let exact = self.fp_exact_sum(product, addend);
        let sign = self.fp_sum_sign(rounding, &exact);
        let Addend { exponent, significand, .. } = exact.sum;
        let finite = self.fp_round(f, rounding, Unrounded { negative: sign, exponent, significand, shape: Shape::Any });
        self.fp_fma_special(f, [&a, &b, &c], negative, finite)
    }

    /// `c` with the width of a product.
    fn fp_wide_addend(&mut self, f: FpFormat, c: &Unpacked) -> Addend {
        let zeros = self.zero(f.precision);
        let significand = self.concat(c.significand, zeros);
        let exponent = self.sext(c.exponent, f.exponent_width() + 2);
        self.fp_zero_lowest(Addend { negative: c.negative, exponent, significand }, c.is_zero)
    }

    /// Zeros get the lowest exponent of all, so that they are the smaller magnitude, and a zero significand.
    fn fp_zero_lowest(&mut self, number: Addend, is_zero: TermId) -> Addend {
        let width = self.width(number.exponent);
        let lowest = self.bv_signed(width, -(1 << (width - 2)));
        let zero = self.zero(self.width(number.significand));
        Addend {
            negative: number.negative,
            exponent: self.ite(is_zero, lowest, number.exponent),
            significand: self.ite(is_zero, zero, number.significand),
        }
    }

    fn fp_fma_special(&mut self, f: FpFormat, operands: [&Unpacked; 3], negative: TermId, finite: TermId) -> TermId {
        let [a, b, c] = operands;
        let infinite_product = self.or(a.is_infinite, b.is_infinite);
        let zero_factor = self.or(a.is_zero, b.is_zero);
        let bad_product = self.and(infinite_product, zero_factor);
        let differ = self.xor(negative, c.negative);
        let opposed = self.and(infinite_product, c.is_infinite);
        let opposed = self.and(opposed, differ);
        let conflict = self.or(bad_product, opposed);
        let (infinity, infinity_c) = (self.fp_infinity(f, negative), self.fp_infinity(f, c.negative));
        let result = self.ite(c.is_infinite, infinity_c, finite);
        let result = self.ite(infinite_product, infinity, result);
        let invalid = self.fp_invalid(f);
        let result = self.ite(conflict, invalid, result);
        let factor_nan = self.or(a.is_nan, b.is_nan);
        let any_nan = self.or(factor_nan, c.is_nan);
        let nan = self.fp_fma_nan(f, operands, factor_nan, bad_product);
        self.ite(any_nan, nan, result)
    }

    /// SSE takes a factor's NaN before the addend's; the wide formats multiply and then add.
    fn fp_fma_nan(&mut self, f: FpFormat, operands: [&Unpacked; 3], factor_nan: TermId, bad_product: TermId) -> TermId {
        let [a, b, c] = operands;
        let of_product = self.fp_propagate(f, a, b);
        if f.nan_rule == NanRule::First {
            let of_addend = self.fp_quiet(f, c.bits);
            return self.ite(factor_nan, of_product, of_addend);
        }
        let invalid = self.fp_invalid(f);
        let bits = self.ite(factor_nan, of_product, invalid);
        let is_nan = self.or(factor_nan, bad_product);
        let product = Unpacked { bits, is_nan, ..*a };
        self.fp_propagate(f, &product, c)
    }
}
