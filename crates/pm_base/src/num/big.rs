//! Natural numbers of any size, as few operations as exact decimal conversion needs.
//!
//! Limbs of 32 bits, least significant first, without leading zero limbs, so that every step is plain `u64` arithmetic.

use std::cmp::Ordering;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Big {
    limbs: Vec<u32>,
}

impl Big {
    pub(super) fn new(v: u128) -> Self {
        let mut big = Big { limbs: (0..4).map(|i| (v >> (32 * i)) as u32).collect() };
        big.trim();
        big
    }

    /// The number with these decimal digits (values 0 to 9, most significant first).
    pub(super) fn from_digits(digits: &[u8]) -> Self {
        let mut big = Big::default();
        for chunk in digits.chunks(9) {
            let value = chunk.iter().fold(0, |v, &d| v * 10 + u32::from(d));
            big.mul_add_small(10u32.pow(chunk.len() as u32), value);
        }
        big
    }

    pub(super) fn is_zero(&self) -> bool {
        self.limbs.is_empty()
    }

    pub(super) fn bit_len(&self) -> usize {
        self.limbs.last().map_or(0, |top| self.limbs.len() * 32 - top.leading_zeros() as usize)
    }

    pub(super) fn mul_add_small(&mut self, factor: u32, addend: u32) {
        let mut carry = u64::from(addend);
        for limb in &mut self.limbs {
            let t = u64::from(*limb) * u64::from(factor) + carry;
            *limb = t as u32;
            carry = t >> 32;
        }
        if carry != 0 {
            self.limbs.push(carry as u32);
        }
        self.trim();
    }

    pub(super) fn mul_pow5(&mut self, mut n: usize) {
        while n > 0 {
            let step = n.min(13);
            self.mul_add_small(5u32.pow(step as u32), 0);
            n -= step;
        }
    }

    pub(super) fn shl(&mut self, n: usize) {
        if self.is_zero() || n == 0 {
            return;
        }
        let bits = (n % 32) as u32;
        if bits != 0 {
            let mut carry = 0;
            for limb in &mut self.limbs {
                let t = (u64::from(*limb) << bits) | carry;
                *limb = t as u32;
                carry = t >> 32;
            }
            self.limbs.push(carry as u32);
        }
        let words = n / 32;
        self.limbs.splice(0..0, std::iter::repeat_n(0, words));
        self.trim();
    }

    /// The top 128 bits (all bits of a smaller number), the number of bits below them, and whether one of those is set.
    pub(super) fn top_bits(&self) -> (u128, usize, bool) {
        let drop = self.bit_len().saturating_sub(128);
        let (words, bits) = (drop / 32, drop % 32);
        let mut top = 0;
        for (i, &limb) in self.limbs[words..].iter().enumerate() {
            let at = i as i32 * 32 - bits as i32;
            top |= if at < 0 { u128::from(limb) >> -at } else { u128::from(limb) << at };
        }
        let lost = self.limbs[..words].iter().any(|&l| l != 0) || bits != 0 && self.limbs[words] << (32 - bits) != 0;
        (top, drop, lost)
    }

    /// `self / divisor` as 128 bits with the binary point after the first, times a power of two:
    /// `quotient * 2^exponent`, and whether a remainder is left. Neither number may be zero.
    pub(super) fn ratio(mut self, mut divisor: Big) -> (u128, i64, bool) {
        let shift = divisor.bit_len() as i64 - self.bit_len() as i64;
        if shift > 0 {
            self.shl(shift as usize);
        } else {
            divisor.shl(-shift as usize);
        }
        let mut quotient = 0u128;
        for i in 0..128 {
            if i > 0 {
                self.shl(1);
            }
            quotient <<= 1;
            if self.compare(&divisor) != Ordering::Less {
                self.subtract(&divisor);
                quotient |= 1;
            }
        }
        (quotient, -shift - 127, !self.is_zero())
    }

    /// Decimal digits (values 0 to 9), most significant first; none for zero.
    pub(super) fn into_digits(mut self) -> Vec<u8> {
        let mut digits = Vec::new();
        while !self.is_zero() {
            let mut rest = self.div_small(1_000_000_000);
            for _ in 0..9 {
                digits.push((rest % 10) as u8);
                rest /= 10;
            }
        }
        while digits.last() == Some(&0) {
            digits.pop();
        }
        digits.reverse();
        digits
    }

    fn div_small(&mut self, divisor: u32) -> u32 {
        let mut rest = 0;
        for limb in self.limbs.iter_mut().rev() {
            let t = rest << 32 | u64::from(*limb);
            *limb = (t / u64::from(divisor)) as u32;
            rest = t % u64::from(divisor);
        }
        self.trim();
        rest as u32
    }

    fn compare(&self, other: &Big) -> Ordering {
        self.limbs.len().cmp(&other.limbs.len()).then_with(|| self.limbs.iter().rev().cmp(other.limbs.iter().rev()))
    }

    /// `self -= other`, which must not be larger.
    fn subtract(&mut self, other: &Big) {
        let mut borrow = 0;
        for (i, limb) in self.limbs.iter_mut().enumerate() {
            let t = i64::from(*limb) - i64::from(other.limbs.get(i).copied().unwrap_or(0)) - borrow;
            *limb = t as u32;
            borrow = i64::from(t < 0);
        }
        self.trim();
    }

    fn trim(&mut self) {
        while self.limbs.last() == Some(&0) {
            self.limbs.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_there_and_back() {
        for v in [0u128, 1, 9, 10, 999_999_999, 1_000_000_000, u128::from(u64::MAX), u128::MAX] {
            let text: Vec<u8> = if v == 0 { vec![] } else { v.to_string().bytes().map(|b| b - b'0').collect() };
            assert_eq!(Big::new(v).into_digits(), text);
            assert_eq!(Big::from_digits(&text), Big::new(v));
        }
    }

    #[test]
    fn top_bits_and_ratio() {
        let mut b = Big::new(0b101);
        b.shl(200);
        assert_eq!(b.top_bits(), (0b101 << 125, 75, false));
        b.mul_add_small(1, 1);
        assert_eq!(b.top_bits(), (0b101 << 125, 75, true));
        assert_eq!(Big::new(3).ratio(Big::new(2)), (3 << 126, -127, false));
        let (q, e, rest) = Big::new(1).ratio(Big::new(3));
        assert_eq!((q, e, rest), (u128::MAX / 3, -128, true));
    }
}
