//! Two's complement integers of 1 to 128 bits.

/// Width and signedness of an integer type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct IntFormat {
    pub bits: u8,
    pub signed: bool,
}

/// The result of an operation: the wrapped bit pattern, and whether the mathematical result did not fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wrapped {
    pub value: u128,
    pub overflow: bool,
}

impl IntFormat {
    pub const fn new(bits: u8, signed: bool) -> Self {
        IntFormat { bits, signed }
    }

    pub fn mask(self) -> u128 {
        if self.bits >= 128 { u128::MAX } else { (1 << self.bits) - 1 }
    }

    /// The low bits of `v`: conversion of any two's complement pattern to this format.
    pub fn wrap(self, v: u128) -> u128 {
        v & self.mask()
    }

    fn sign_bit(self) -> u128 {
        1 << (self.bits - 1)
    }

    pub fn is_negative(self, v: u128) -> bool {
        self.signed && v & self.sign_bit() != 0
    }

    /// The mathematical value as an `i128` pattern (for unsigned 128-bit values the pattern is kept).
    pub fn to_i128(self, v: u128) -> i128 {
        if self.is_negative(v) { (v | !self.mask()) as i128 } else { v as i128 }
    }

    pub fn min(self) -> u128 {
        if self.signed { self.sign_bit() } else { 0 }
    }

    pub fn max(self) -> u128 {
        if self.signed { self.mask() >> 1 } else { self.mask() }
    }

    /// Does the integer with pattern `v` in format `from` have a value of this format?
    pub fn fits(self, v: u128, from: IntFormat) -> bool {
        if from.is_negative(v) {
            return self.signed && from.to_i128(v) >= self.to_i128(self.min());
        }
        v <= self.max()
    }

    /// Converts between formats: extends by the source's sign, keeps the low bits.
    pub fn convert(self, v: u128, from: IntFormat) -> u128 {
        self.wrap(from.to_i128(v) as u128)
    }

    pub fn add(self, a: u128, b: u128) -> Wrapped {
        if self.signed {
            let (v, o) = self.to_i128(a).overflowing_add(self.to_i128(b));
            self.signed_result(v, o)
        } else {
            let (v, o) = a.overflowing_add(b);
            self.unsigned_result(v, o)
        }
    }

    pub fn sub(self, a: u128, b: u128) -> Wrapped {
        if self.signed {
            let (v, o) = self.to_i128(a).overflowing_sub(self.to_i128(b));
            self.signed_result(v, o)
        } else {
            let (v, o) = a.overflowing_sub(b);
            self.unsigned_result(v, o)
        }
    }

    pub fn mul(self, a: u128, b: u128) -> Wrapped {
        if self.signed {
            let (v, o) = self.to_i128(a).overflowing_mul(self.to_i128(b));
            self.signed_result(v, o)
        } else {
            let (v, o) = a.overflowing_mul(b);
            self.unsigned_result(v, o)
        }
    }

    pub fn neg(self, a: u128) -> Wrapped {
        self.sub(0, a)
    }

    /// Quotient truncated towards zero; `None` for a zero divisor.
    pub fn div(self, a: u128, b: u128) -> Option<Wrapped> {
        if b == 0 {
            return None;
        }
        Some(if self.signed {
            let (v, o) = self.to_i128(a).overflowing_div(self.to_i128(b));
            self.signed_result(v, o)
        } else {
            Wrapped { value: a / b, overflow: false }
        })
    }

    /// Remainder with the dividend's sign; `None` for a zero divisor. `MIN % -1` overflows as `MIN / -1` does.
    pub fn rem(self, a: u128, b: u128) -> Option<Wrapped> {
        let quotient = self.div(a, b)?;
        let value = if self.signed { self.wrap(self.to_i128(a).wrapping_rem(self.to_i128(b)) as u128) } else { a % b };
        Some(Wrapped { value, overflow: quotient.overflow })
    }

    /// Shift left by `n < bits`; the overflow flag is that of signed C11 shifts (a negative operand, or bits lost
    /// beyond the value bits).
    pub fn shl(self, a: u128, n: u32) -> Wrapped {
        let value = if n >= 128 { 0 } else { self.wrap(a << n) };
        let overflow = self.signed && (self.is_negative(a) || n >= u32::from(self.bits) || a > (self.max() >> n));
        Wrapped { value, overflow }
    }

    /// Shift right by `n`: arithmetic for signed formats.
    pub fn shr(self, a: u128, n: u32) -> u128 {
        let n = n.min(127);
        if self.signed { self.wrap((self.to_i128(a) >> n) as u128) } else { a >> n }
    }

    pub fn less(self, a: u128, b: u128) -> bool {
        if self.signed { self.to_i128(a) < self.to_i128(b) } else { a < b }
    }

    fn signed_result(self, v: i128, overflow: bool) -> Wrapped {
        let value = self.wrap(v as u128);
        Wrapped { value, overflow: overflow || self.to_i128(value) != v }
    }

    fn unsigned_result(self, v: u128, overflow: bool) -> Wrapped {
        let value = self.wrap(v);
        Wrapped { value, overflow: overflow || value != v }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every operation on every pair of 4-bit values against plain mathematics.
    #[test]
    fn four_bits_exhaustively() {
        for signed in [false, true] {
            let f = IntFormat::new(4, signed);
            let (lo, hi) = if signed { (-8, 7) } else { (0, 15) };
            let check = |w: Wrapped, exact: i128| {
                assert_eq!(w.value, exact as u128 & 15);
                assert_eq!(w.overflow, !(lo..=hi).contains(&exact));
            };
            for a in 0..16 {
                for b in 0..16 {
                    let (x, y) = (f.to_i128(a), f.to_i128(b));
                    check(f.add(a, b), x + y);
                    check(f.sub(a, b), x - y);
                    check(f.mul(a, b), x * y);
                    assert_eq!(f.less(a, b), x < y);
                    match f.div(a, b) {
                        None => assert_eq!(y, 0),
                        Some(w) => {
                            check(w, x / y);
                            assert_eq!(f.rem(a, b).unwrap().value, (x % y) as u128 & 15);
                        }
                    }
                }
                for n in 0..4 {
                    let x = f.to_i128(a);
                    assert_eq!(f.shr(a, n), (x >> n) as u128 & 15);
                    assert_eq!(f.shl(a, n).value, (x << n) as u128 & 15);
                    let lost = signed && (x < 0 || x << n > 7);
                    assert_eq!(f.shl(a, n).overflow, lost);
                }
            }
        }
    }
}
