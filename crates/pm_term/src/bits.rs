//! Values of bit-vectors of any width, with the arithmetic of SMT-LIB.
//!
//! Up to 128 bits a value is one `u128`; wider ones are 64-bit limbs, least significant first. Bits above the width are
//! always zero, so that equality is plain equality.

use crate::op::Op;
use std::cmp::Ordering;
use std::fmt;

#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Bits {
    width: u32,
    repr: Repr,
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small(u128),
    /// More than 128 bits: exactly as many limbs as the width needs.
    Wide(Vec<u64>),
}

/// Decimal digits are taken off a wide value by this many at once.
const DECIMAL_PART: u64 = 1_000_000_000_000_000_000;

/// All ones in the low `width` bits.
pub(crate) fn mask(width: u32) -> u128 {
    debug_assert!((1..=128).contains(&width));
    u128::MAX >> (128 - width)
}

/// The value as a signed number; `width` at most 128.
pub(crate) fn signed(width: u32, value: u128) -> i128 {
    let shift = 128 - width;
    ((value << shift) as i128) >> shift
}

impl fmt::Debug for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#b{}", self.to_binary())
    }
}

impl Bits {
    /// The low `width` bits of a value.
    pub fn from_u128(width: u32, value: u128) -> Bits {
        if width <= 128 {
            return Bits { width, repr: Repr::Small(value & mask(width)) };
        }
        Bits::from_limbs(width, &[value as u64, (value >> 64) as u64])
    }

    /// The low `width` bits of a two's complement number.
    pub fn from_i128(width: u32, value: i128) -> Bits {
        if width <= 128 {
            return Bits::from_u128(width, value as u128);
        }
        Bits::from_u128(128, value as u128).sext(width)
    }

    /// From limbs, least significant first; missing limbs are zero and bits above the width are dropped.
    pub fn from_limbs(width: u32, limbs: &[u64]) -> Bits {
        let limb = |at: usize| limbs.get(at).copied().unwrap_or(0);
        if width <= 128 {
            return Bits::from_u128(width, u128::from(limb(0)) | u128::from(limb(1)) << 64);
        }
        let mut out: Vec<u64> = (0..width.div_ceil(64) as usize).map(limb).collect();
        trim(width, &mut out);
        Bits { width, repr: Repr::Wide(out) }
    }

    pub fn from_bool(value: bool) -> Bits {
        Bits::from_u128(1, u128::from(value))
    }

    pub fn zero(width: u32) -> Bits {
        Bits::from_u128(width, 0)
    }

    pub fn ones(width: u32) -> Bits {
        Bits::zero(width).not()
    }

    pub fn width(&self) -> u32 {
        self.width
    }

    /// The value, where the width is at most 128.
    pub fn to_u128(&self) -> Option<u128> {
        match self.repr {
            Repr::Small(value) => Some(value),
            Repr::Wide(_) => None,
        }
    }

    /// The signed value, where the width is at most 128.
    pub fn to_i128(&self) -> Option<i128> {
        self.to_u128().map(|value| signed(self.width, value))
    }

    /// As many limbs as the width needs, least significant first.
    pub fn limbs(&self) -> Vec<u64> {
        match &self.repr {
            Repr::Small(value) if self.width <= 64 => vec![*value as u64],
            Repr::Small(value) => vec![*value as u64, (*value >> 64) as u64],
            Repr::Wide(limbs) => limbs.clone(),
        }
    }

    pub fn bit(&self, at: u32) -> bool {
        match &self.repr {
            Repr::Small(value) => value >> at & 1 == 1,
            Repr::Wide(limbs) => limbs[(at / 64) as usize] >> (at % 64) & 1 == 1,
        }
    }

    pub fn is_zero(&self) -> bool {
        match &self.repr {
            Repr::Small(value) => *value == 0,
            Repr::Wide(limbs) => limbs.iter().all(|&limb| limb == 0),
        }
    }

    pub fn is_ones(&self) -> bool {
        self.not().is_zero()
    }

    /// The sign bit.
    pub fn is_negative(&self) -> bool {
        self.bit(self.width - 1)
    }

    /// The digits, most significant first, `width` of them.
    pub fn to_binary(&self) -> String {
        (0..self.width).rev().map(|at| if self.bit(at) { '1' } else { '0' }).collect()
    }

    /// The unsigned value in decimal.
    pub fn to_decimal(&self) -> String {
        if let Repr::Small(value) = self.repr {
            return value.to_string();
        }
        let (mut limbs, mut parts) = (self.limbs(), Vec::new());
        while limbs.iter().any(|&limb| limb != 0) {
            let mut rest = 0;
            for limb in limbs.iter_mut().rev() {
                let all = u128::from(rest) << 64 | u128::from(*limb);
                *limb = (all / u128::from(DECIMAL_PART)) as u64;
                rest = (all % u128::from(DECIMAL_PART)) as u64;
            }
            parts.push(rest);
        }
        let mut out = parts.pop().unwrap_or(0).to_string();
        parts.iter().rev().for_each(|part| out += &format!("{part:018}"));
        out
    }

    /// The low `width` bits of a number in decimal, without sign; `None` where the text is none.
    pub fn from_decimal(width: u32, digits: &str) -> Option<Bits> {
        if digits.is_empty() {
            return None;
        }
        // Ten has to fit, too.
        let wide = width.max(4);
        let ten = Bits::from_u128(wide, 10);
        let mut value = Bits::zero(wide);
        for c in digits.chars() {
            value = value.mul(&ten).add(&Bits::from_u128(wide, c.to_digit(10)?.into()));
        }
        Some(value.extract(width - 1, 0))
    }

    pub fn not(&self) -> Bits {
        match &self.repr {
            Repr::Small(value) => self.small(!value),
            Repr::Wide(limbs) => self.wide(limbs.iter().map(|limb| !limb).collect()),
        }
    }

    pub fn and(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a & b)
    }

    pub fn or(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a | b)
    }

    pub fn xor(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a ^ b)
    }

    pub fn neg(&self) -> Bits {
        Bits::zero(self.width).sub(self)
    }

    pub fn add(&self, other: &Bits) -> Bits {
        match (&self.repr, &other.repr) {
            (Repr::Small(a), Repr::Small(b)) => self.small(a.wrapping_add(*b)),
            _ => self.wide(add_limbs(&self.limbs(), &other.limbs(), false)),
        }
    }

    pub fn sub(&self, other: &Bits) -> Bits {
        match (&self.repr, &other.repr) {
            (Repr::Small(a), Repr::Small(b)) => self.small(a.wrapping_sub(*b)),
            _ => self.wide(add_limbs(&self.limbs(), &other.not().limbs(), true)),
        }
    }

    pub fn mul(&self, other: &Bits) -> Bits {
        match (&self.repr, &other.repr) {
            (Repr::Small(a), Repr::Small(b)) => self.small(a.wrapping_mul(*b)),
            _ => self.wide(mul_limbs(&self.limbs(), &other.limbs())),
        }
    }

    /// All ones when the divisor is zero.
    pub fn udiv(&self, other: &Bits) -> Bits {
        self.udivrem(other).0
    }

    /// The dividend when the divisor is zero.
    pub fn urem(&self, other: &Bits) -> Bits {
        self.udivrem(other).1
    }

    pub fn sdiv(&self, other: &Bits) -> Bits {
        let quotient = self.abs().udiv(&other.abs());
        if self.is_negative() != other.is_negative() { quotient.neg() } else { quotient }
    }

    pub fn srem(&self, other: &Bits) -> Bits {
        let rest = self.abs().urem(&other.abs());
        if self.is_negative() { rest.neg() } else { rest }
    }

    pub fn shl(&self, by: &Bits) -> Bits {
        match by.shift_amount(self.width) {
            Some(by) => self.shl_by(by),
            None => Bits::zero(self.width),
        }
    }

    pub fn lshr(&self, by: &Bits) -> Bits {
        match by.shift_amount(self.width) {
            Some(by) => self.lshr_by(by),
            None => Bits::zero(self.width),
        }
    }

    pub fn ashr(&self, by: &Bits) -> Bits {
        let flip = |v: Bits| if self.is_negative() { v.not() } else { v };
        flip(flip(self.clone()).lshr(by))
    }

    /// Shifts left by less than the width.
    pub fn shl_by(&self, by: u32) -> Bits {
        match &self.repr {
            Repr::Small(value) => self.small(value << by),
            Repr::Wide(limbs) => self.wide(shl_limbs(limbs, by)),
        }
    }

    /// Shifts right by less than the width.
    pub fn lshr_by(&self, by: u32) -> Bits {
        match &self.repr {
            Repr::Small(value) => self.small(value >> by),
            Repr::Wide(limbs) => self.wide(shr_limbs(limbs, by)),
        }
    }

    /// `self` above `low`.
    pub fn concat(&self, low: &Bits) -> Bits {
        let width = self.width + low.width;
        self.zext(width).shl_by(low.width).or(&low.zext(width))
    }

    /// Bits `lo ..= hi`.
    pub fn extract(&self, hi: u32, lo: u32) -> Bits {
        let shifted = self.lshr_by(lo);
        match &shifted.repr {
            Repr::Small(value) => Bits::from_u128(hi - lo + 1, *value),
            Repr::Wide(limbs) => Bits::from_limbs(hi - lo + 1, limbs),
        }
    }

    /// Zero-extends to a width that is not smaller.
    pub fn zext(&self, width: u32) -> Bits {
        match &self.repr {
            Repr::Small(value) => Bits::from_u128(width, *value),
            Repr::Wide(limbs) => Bits::from_limbs(width, limbs),
        }
    }

    /// Sign-extends to a width that is not smaller.
    pub fn sext(&self, width: u32) -> Bits {
        if self.is_negative() { self.not().zext(width).not() } else { self.zext(width) }
    }

    pub fn ult(&self, other: &Bits) -> bool {
        self.ucmp(other) == Ordering::Less
    }

    pub fn slt(&self, other: &Bits) -> bool {
        match (self.is_negative(), other.is_negative()) {
            (true, false) => true,
            (false, true) => false,
            _ => self.ult(other),
        }
    }

    pub fn umulo(&self, other: &Bits) -> bool {
        let wide = 2 * self.width;
        self.zext(wide).mul(&other.zext(wide)).extract(wide - 1, self.width) != Bits::zero(self.width)
    }

    pub fn smulo(&self, other: &Bits) -> bool {
        let wide = 2 * self.width;
        let product = self.sext(wide).mul(&other.sext(wide));
        product.extract(self.width - 1, 0).sext(wide) != product
    }

    /// The value of a binary operator on two values; Bool results have one bit.
    pub(crate) fn apply(op: Op, a: &Bits, b: &Bits) -> Bits {
        match op {
            Op::And => a.and(b),
            Op::Or => a.or(b),
            Op::Xor => a.xor(b),
            Op::Implies => a.not().or(b),
            Op::Eq => Bits::from_bool(a == b),
            Op::Add => a.add(b),
            Op::Sub => a.sub(b),
            Op::Mul => a.mul(b),
            Op::Udiv => a.udiv(b),
            Op::Urem => a.urem(b),
            Op::Sdiv => a.sdiv(b),
            Op::Srem => a.srem(b),
            Op::Shl => a.shl(b),
            Op::Lshr => a.lshr(b),
            Op::Ashr => a.ashr(b),
            Op::Concat => a.concat(b),
            Op::Ult => Bits::from_bool(a.ult(b)),
            Op::Ule => Bits::from_bool(!b.ult(a)),
            Op::Slt => Bits::from_bool(a.slt(b)),
            Op::Sle => Bits::from_bool(!b.slt(a)),
            Op::Umulo => Bits::from_bool(a.umulo(b)),
            Op::Smulo => Bits::from_bool(a.smulo(b)),
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

    fn small(&self, value: u128) -> Bits {
        Bits { width: self.width, repr: Repr::Small(value & mask(self.width)) }
    }

    fn wide(&self, mut limbs: Vec<u64>) -> Bits {
        trim(self.width, &mut limbs);
        Bits { width: self.width, repr: Repr::Wide(limbs) }
    }

    fn zip(&self, other: &Bits, f: impl Fn(u128, u128) -> u128) -> Bits {
        debug_assert_eq!(self.width, other.width);
        match (&self.repr, &other.repr) {
            (Repr::Small(a), Repr::Small(b)) => self.small(f(*a, *b)),
            (Repr::Wide(a), Repr::Wide(b)) => {
                let each = |(&a, &b): (&u64, &u64)| f(a.into(), b.into()) as u64;
                self.wide(a.iter().zip(b).map(each).collect())
            }
            _ => unreachable!("operands of one width"),
        }
    }

    fn abs(&self) -> Bits {
        if self.is_negative() { self.neg() } else { self.clone() }
    }

    fn ucmp(&self, other: &Bits) -> Ordering {
        match (&self.repr, &other.repr) {
            (Repr::Small(a), Repr::Small(b)) => a.cmp(b),
            (Repr::Wide(a), Repr::Wide(b)) => a.iter().rev().cmp(b.iter().rev()),
            _ => unreachable!("operands of one width"),
        }
    }

    /// The value, if it is less than `limit`.
    fn shift_amount(&self, limit: u32) -> Option<u32> {
        let low = match &self.repr {
            Repr::Small(value) => *value,
            Repr::Wide(limbs) if limbs[2..].iter().any(|&limb| limb != 0) => return None,
            Repr::Wide(limbs) => u128::from(limbs[0]) | u128::from(limbs[1]) << 64,
        };
        (low < u128::from(limit)).then_some(low as u32)
    }

    fn udivrem(&self, other: &Bits) -> (Bits, Bits) {
        if other.is_zero() {
            return (Bits::ones(self.width), self.clone());
        }
        match (&self.repr, &other.repr) {
            (Repr::Small(a), Repr::Small(b)) => (self.small(a / b), self.small(a % b)),
            _ => self.long_division(other),
        }
    }

    /// Bit by bit: wide divisions are rare.
    fn long_division(&self, other: &Bits) -> (Bits, Bits) {
        let mut quotient = vec![0; self.limbs().len()];
        // One bit more than the width, so that doubling the rest cannot overflow.
        let divisor = other.zext(self.width + 1);
        let mut rest = Bits::zero(self.width + 1);
        for at in (0..self.width).rev() {
            rest = rest.shl_by(1);
            if self.bit(at) {
                rest = rest.or(&Bits::from_u128(self.width + 1, 1));
            }
            if !rest.ult(&divisor) {
                rest = rest.sub(&divisor);
                quotient[(at / 64) as usize] |= 1 << (at % 64);
            }
        }
        (self.wide(quotient), rest.extract(self.width - 1, 0))
    }
}

fn trim(width: u32, limbs: &mut [u64]) {
    let rest = width % 64;
    if rest != 0 {
        limbs[(width / 64) as usize] &= u64::MAX >> (64 - rest);
    }
}

fn add_limbs(a: &[u64], b: &[u64], carry: bool) -> Vec<u64> {
    let mut carry = u128::from(carry);
    let mut sum = |(&a, &b): (&u64, &u64)| {
        let total = u128::from(a) + u128::from(b) + carry;
        carry = total >> 64;
        total as u64
    };
    a.iter().zip(b).map(&mut sum).collect()
}

fn mul_limbs(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut out = vec![0u64; a.len()];
    for (i, &x) in a.iter().enumerate().filter(|&(_, &x)| x != 0) {
        let mut carry = 0u128;
        for (slot, &y) in out[i..].iter_mut().zip(b) {
            let total = u128::from(x) * u128::from(y) + u128::from(*slot) + carry;
            *slot = total as u64;
            carry = total >> 64;
        }
    }
    out
}

fn shl_limbs(limbs: &[u64], by: u32) -> Vec<u64> {
    let (whole, part) = ((by / 64) as usize, by % 64);
    let limb = |at: usize| at.checked_sub(whole).map_or(0, |at| limbs[at]);
    let each = |at: usize| {
        let low = if part == 0 || at == 0 { 0 } else { limb(at - 1) >> (64 - part) };
        limb(at) << part | low
    };
    (0..limbs.len()).map(each).collect()
}

fn shr_limbs(limbs: &[u64], by: u32) -> Vec<u64> {
    let (whole, part) = ((by / 64) as usize, by % 64);
    let limb = |at: usize| limbs.get(at + whole).copied().unwrap_or(0);
    let each = |at: usize| {
        let high = if part == 0 { 0 } else { limb(at + 1) << (64 - part) };
        limb(at) >> part | high
    };
    (0..limbs.len()).map(each).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimal_numbers_are_written_and_read() {
        let large = Bits::from_u128(200, 1).shl_by(190).add(&Bits::from_u128(200, 7));
        for value in [Bits::zero(1), Bits::ones(3), Bits::ones(64), Bits::ones(128), Bits::zero(200), large] {
            assert_eq!(Bits::from_decimal(value.width(), &value.to_decimal()), Some(value));
        }
        assert_eq!(Bits::from_u128(129, 10).to_decimal(), "10");
        assert_eq!(Bits::from_u128(129, 1_000_000_000_000_000_000_000).to_decimal(), "1000000000000000000000");
        assert_eq!(Bits::from_decimal(2, "13"), Some(Bits::from_u128(2, 1)), "modulo the width");
        assert_eq!(Bits::from_decimal(8, ""), None);
        assert_eq!(Bits::from_decimal(8, "-1"), None);
    }
}
