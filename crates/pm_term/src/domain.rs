//! Abstract values of bit-vectors: an unsigned interval, a signed interval and known bits, kept consistent with one another.
//!
//! Every operation over-approximates: the result contains each value that the operands' values can give. Wider than
//! [`MAX_WIDTH`] nothing is known.

use crate::op::Op;

/// Widths up to this are tracked.
pub const MAX_WIDTH: u32 = 64;

/// A non-empty set of values of `width` bits: those that are in both intervals and have the known bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Abs {
    pub width: u32,
    pub umin: u64,
    pub umax: u64,
    pub smin: i64,
    pub smax: i64,
    /// Bits that are 0, and bits that are 1, in all values.
    pub zeros: u64,
    pub ones: u64,
}

pub fn mask(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

/// The pattern as a signed value.
pub fn signed(width: u32, value: u64) -> i64 {
    let shift = 64 - width.min(64);
    ((value << shift) as i64) >> shift
}

fn smallest(width: u32) -> i64 {
    i64::MIN >> (64 - width)
}

fn largest(width: u32) -> i64 {
    i64::MAX >> (64 - width)
}

impl Abs {
    pub fn top(width: u32) -> Abs {
        let width = width.min(MAX_WIDTH);
        Abs { width, umin: 0, umax: mask(width), smin: smallest(width), smax: largest(width), zeros: 0, ones: 0 }
    }

    pub fn constant(width: u32, value: u64) -> Abs {
        let value = value & mask(width);
        let s = signed(width, value);
        Abs { width, umin: value, umax: value, smin: s, smax: s, zeros: !value & mask(width), ones: value }
    }

    pub fn bool(value: bool) -> Abs {
        Abs::constant(1, value.into())
    }

    pub fn unsigned(width: u32, min: u64, max: u64) -> Option<Abs> {
        Abs { umin: min, umax: max.min(mask(width)), ..Abs::top(width) }.reduce()
    }

    pub fn signed(width: u32, min: i64, max: i64) -> Option<Abs> {
        Abs { smin: min.max(smallest(width)), smax: max.min(largest(width)), ..Abs::top(width) }.reduce()
    }

    pub fn bits(width: u32, zeros: u64, ones: u64) -> Option<Abs> {
        Abs { zeros: zeros & mask(width), ones: ones & mask(width), ..Abs::top(width) }.reduce()
    }

    /// From wide bounds; `top` where they leave the width.
    fn wide_unsigned(width: u32, min: i128, max: i128) -> Abs {
        if min < 0 || max > i128::from(mask(width)) {
            return Abs::top(width);
        }
        Abs::unsigned(width, min as u64, max as u64).unwrap_or(Abs::top(width))
    }

    fn wide_signed(width: u32, min: i128, max: i128) -> Abs {
        if min < smallest(width).into() || max > largest(width).into() {
            return Abs::top(width);
        }
        Abs::signed(width, min as i64, max as i64).unwrap_or(Abs::top(width))
    }

    pub fn as_constant(&self) -> Option<u64> {
        (self.umin == self.umax).then_some(self.umin)
    }

    pub fn as_bool(&self) -> Option<bool> {
        self.as_constant().map(|v| v != 0)
    }

    pub fn contains(&self, value: u64) -> bool {
        let s = signed(self.width, value);
        (self.umin..=self.umax).contains(&value)
            && (self.smin..=self.smax).contains(&s)
            && value & self.zeros == 0
            && value & self.ones == self.ones
    }

    /// Carries what one part says over to the others; `None` where they contradict each other.
    fn reduce(mut self) -> Option<Abs> {
        for _ in 0..2 {
            self.bits_to_bounds();
            self.exchange_signs();
            if self.umin > self.umax || self.smin > self.smax || self.zeros & self.ones != 0 {
                return None;
            }
            self.bounds_to_bits();
            if self.zeros & self.ones != 0 {
                return None;
            }
        }
        Some(self)
    }

    fn bits_to_bounds(&mut self) {
        let m = mask(self.width);
        self.umin = self.umin.max(self.ones);
        self.umax = self.umax.min(m & !self.zeros);
        let sign = 1 << (self.width - 1);
        // The smallest value has the sign bit if it may, and the largest has not if it may not.
        let low = self.ones | (sign & !self.zeros);
        let high = (m & !self.zeros) & !(sign & !self.ones);
        self.smin = self.smin.max(signed(self.width, low));
        self.smax = self.smax.min(signed(self.width, high));
    }

    fn exchange_signs(&mut self) {
        let m = mask(self.width);
        let half = 1u64 << (self.width - 1);
        if self.umax < half || self.umin >= half {
            self.smin = self.smin.max(signed(self.width, self.umin));
            self.smax = self.smax.min(signed(self.width, self.umax));
        }
        if self.smin >= 0 || self.smax < 0 {
            self.umin = self.umin.max(self.smin as u64 & m);
            self.umax = self.umax.min(self.smax as u64 & m);
        }
    }

    fn bounds_to_bits(&mut self) {
        if self.umin > self.umax {
            return;
        }
        let differ = self.umin ^ self.umax;
        let open = if differ == 0 { 0 } else { u64::MAX >> differ.leading_zeros() };
        let fixed = mask(self.width) & !open;
        self.ones |= self.umin & fixed;
        self.zeros |= !self.umin & fixed;
    }

    pub fn meet(&self, other: &Abs) -> Option<Abs> {
        debug_assert_eq!(self.width, other.width);
        Abs {
            width: self.width,
            umin: self.umin.max(other.umin),
            umax: self.umax.min(other.umax),
            smin: self.smin.max(other.smin),
            smax: self.smax.min(other.smax),
            zeros: self.zeros | other.zeros,
            ones: self.ones | other.ones,
        }
        .reduce()
    }

    pub fn join(&self, other: &Abs) -> Abs {
        Abs {
            width: self.width,
            umin: self.umin.min(other.umin),
            umax: self.umax.max(other.umax),
            smin: self.smin.min(other.smin),
            smax: self.smax.max(other.smax),
            zeros: self.zeros & other.zeros,
            ones: self.ones & other.ones,
        }
    }

    /// Bounds that grow jump to the next threshold; bits that became unknown are given up together.
    pub fn widen(&self, grown: &Abs, thresholds: &[u64]) -> Abs {
        let width = self.width;
        let mut out = *grown;
        if grown.umin < self.umin {
            out.umin = thresholds.iter().copied().filter(|&t| t <= grown.umin).max().unwrap_or(0);
        }
        if grown.umax > self.umax {
            out.umax = thresholds.iter().copied().filter(|&t| t >= grown.umax).min().unwrap_or(mask(width));
        }
        let s = |t: &u64| signed(width, *t);
        if grown.smin < self.smin {
            out.smin = thresholds.iter().map(s).filter(|&t| t <= grown.smin).max().unwrap_or(smallest(width));
        }
        if grown.smax > self.smax {
            out.smax = thresholds.iter().map(s).filter(|&t| t >= grown.smax).min().unwrap_or(largest(width));
        }
        if (self.zeros, self.ones) != (grown.zeros, grown.ones) {
            // Low bits (parity) shrink at most `width` times and matter most.
            let low = (grown.zeros | grown.ones).trailing_ones();
            out.zeros &= mask(low.max(1)) & grown.zeros;
            out.ones &= mask(low.max(1)) & grown.ones;
        }
        out
    }

    // ---- operations -----------------------------------------------------------------------------------------------

    pub fn not(&self) -> Abs {
        let m = mask(self.width);
        Abs {
            width: self.width,
            umin: m - self.umax,
            umax: m - self.umin,
            smin: -1 - self.smax,
            smax: -1 - self.smin,
            zeros: self.ones,
            ones: self.zeros,
        }
    }

    pub fn and(&self, o: &Abs) -> Abs {
        let bits = Abs::bits(self.width, self.zeros | o.zeros, self.ones & o.ones).unwrap_or(Abs::top(self.width));
        let bound = Abs::unsigned(self.width, 0, self.umax.min(o.umax)).unwrap_or(bits);
        bits.meet(&bound).unwrap_or(bits)
    }

    pub fn xor(&self, o: &Abs) -> Abs {
        let ones = (self.ones & o.zeros) | (self.zeros & o.ones);
        let zeros = (self.ones & o.ones) | (self.zeros & o.zeros);
        Abs::bits(self.width, zeros, ones).unwrap_or(Abs::top(self.width))
    }

    pub fn add(&self, o: &Abs) -> Abs {
        let w = self.width;
        let u = Abs::wide_unsigned(
            w,
            i128::from(self.umin) + i128::from(o.umin),
            i128::from(self.umax) + i128::from(o.umax),
        );
        // Both ends wrap: the interval moves as a whole.
        let size = 1i128 << w;
        let (lo, hi) = (i128::from(self.umin) + i128::from(o.umin), i128::from(self.umax) + i128::from(o.umax));
        let u =
            if lo >= size && hi >= size && hi - lo < size { Abs::wide_unsigned(w, lo - size, hi - size) } else { u };
        let s =
            Abs::wide_signed(w, i128::from(self.smin) + i128::from(o.smin), i128::from(self.smax) + i128::from(o.smax));
        let low = (self.zeros | self.ones).trailing_ones().min((o.zeros | o.ones).trailing_ones());
        let sum = self.ones.wrapping_add(o.ones);
        let known = if low == 0 { 0 } else { mask(low) & mask(w) };
        let bits = Abs::bits(w, !sum & known, sum & known).unwrap_or(Abs::top(w));
        meet_all(w, &[u, s, bits])
    }

    /// No sum wraps around, unsigned.
    pub fn uadd_fits(&self, o: &Abs) -> bool {
        u128::from(self.umax) + u128::from(o.umax) <= mask(self.width).into()
    }

    /// No sum wraps around, signed.
    pub fn sadd_fits(&self, o: &Abs) -> bool {
        let ends = [(self.smin, o.smin), (self.smax, o.smax)].map(|(a, b)| i128::from(a) + i128::from(b));
        self.holds_signed(ends)
    }

    /// No difference wraps around, signed.
    pub fn ssub_fits(&self, o: &Abs) -> bool {
        let ends = [(self.smin, o.smax), (self.smax, o.smin)].map(|(a, b)| i128::from(a) - i128::from(b));
        self.holds_signed(ends)
    }

    fn holds_signed(&self, ends: [i128; 2]) -> bool {
        ends[0] >= smallest(self.width).into() && ends[1] <= largest(self.width).into()
    }

    pub fn sub(&self, o: &Abs) -> Abs {
        // a - b = ~(~a + b)
        self.not().add(o).not()
    }

    pub fn mul(&self, o: &Abs) -> Abs {
        let w = self.width;
        let u = match (self.umax.checked_mul(o.umax), self.umin.checked_mul(o.umin)) {
            (Some(max), Some(min)) if max <= mask(w) => Abs::unsigned(w, min, max).unwrap_or(Abs::top(w)),
            _ => Abs::top(w),
        };
        let corner = |a: i64, b: i64| i128::from(a) * i128::from(b);
        let corners = [
            corner(self.smin, o.smin),
            corner(self.smin, o.smax),
            corner(self.smax, o.smin),
            corner(self.smax, o.smax),
        ];
        let (min, max) = corners.iter().fold((corners[0], corners[0]), |(a, b), &c| (a.min(c), b.max(c)));
        let s = Abs::wide_signed(w, min, max);
        let zeros = (self.zeros.trailing_ones() + o.zeros.trailing_ones()).min(w);
        let known = (self.zeros | self.ones).trailing_ones().min((o.zeros | o.ones).trailing_ones());
        let product = self.ones.wrapping_mul(o.ones);
        let known = if known == 0 { 0 } else { mask(known) & mask(w) };
        let low = if zeros == 0 { 0 } else { mask(zeros) };
        let bits = Abs::bits(w, (!product & known) | low, product & known).unwrap_or(Abs::top(w));
        meet_all(w, &[u, s, bits])
    }

    pub fn udiv(&self, o: &Abs) -> Abs {
        if o.umin == 0 {
            return Abs::top(self.width);
        }
        Abs::unsigned(self.width, self.umin / o.umax, self.umax / o.umin).unwrap_or(Abs::top(self.width))
    }

    pub fn urem(&self, o: &Abs) -> Abs {
        let w = self.width;
        if o.umin == 0 {
            // By zero it is the dividend.
            return Abs::unsigned(w, 0, self.umax).unwrap_or(Abs::top(w));
        }
        if self.umax < o.umin {
            return *self;
        }
        let bound = Abs::unsigned(w, 0, self.umax.min(o.umax - 1)).unwrap_or(Abs::top(w));
        match o.as_constant() {
            // All have the same quotient.
            Some(k) if self.umin / k == self.umax / k => {
                Abs::unsigned(w, self.umin % k, self.umax % k).unwrap_or(bound)
            }
            Some(k) if k.is_power_of_two() => {
                let low = Abs::constant(w, k - 1);
                self.and(&low).meet(&bound).unwrap_or(bound)
            }
            _ => bound,
        }
    }

    pub fn sdiv(&self, o: &Abs) -> Abs {
        let w = self.width;
        if o.contains(0) || (self.smin == smallest(w) && o.smin <= -1 && o.smax >= -1) {
            return Abs::top(w);
        }
        let mut min = i128::MAX;
        let mut max = i128::MIN;
        // The quotient is monotone in the dividend, and largest in size at the divisors nearest to zero.
        let near = [o.smin, o.smax, if o.smin < 0 { o.smax.min(-1) } else { o.smin }, o.smin.max(1).min(o.smax)];
        for b in near.into_iter().filter(|&b| b != 0) {
            for a in [self.smin, self.smax] {
                let q = i128::from(a) / i128::from(b);
                min = min.min(q);
                max = max.max(q);
            }
        }
        if self.smin <= 0 && self.smax >= 0 {
            min = min.min(0);
            max = max.max(0);
        }
        Abs::wide_signed(w, min, max)
    }

    pub fn srem(&self, o: &Abs) -> Abs {
        let w = self.width;
        if o.contains(0) {
            return Abs::top(w);
        }
        let (least, most) = (i128::from(self.smin), i128::from(self.smax));
        if o.smin == o.smax && (least >= 0 || most <= 0) {
            let k = i128::from(o.smin);
            // All have the same quotient.
            if least / k == most / k {
                return Abs::wide_signed(w, least % k, most % k);
            }
        }
        let size = i128::from(o.smin).abs().max(i128::from(o.smax).abs()) - 1;
        let min = if self.smin >= 0 { 0 } else { (-size).max(self.smin.into()) };
        let max = if self.smax <= 0 { 0 } else { size.min(self.smax.into()) };
        Abs::wide_signed(w, min, max)
    }

    pub fn shl(&self, o: &Abs) -> Abs {
        let w = self.width;
        match o.as_constant() {
            Some(by) if by >= u64::from(w) => Abs::constant(w, 0),
            Some(by) => {
                let by = by as u32;
                let low = if by == 0 { 0 } else { mask(by) };
                let bits = Abs::bits(w, (self.zeros << by) | low, self.ones << by).unwrap_or(Abs::top(w));
                let (min, max) = (u128::from(self.umin) << by, u128::from(self.umax) << by);
                let u = if max <= u128::from(mask(w)) { Abs::unsigned(w, min as u64, max as u64) } else { None };
                u.and_then(|u| u.meet(&bits)).unwrap_or(bits)
            }
            None => Abs::top(w),
        }
    }

    pub fn lshr(&self, o: &Abs) -> Abs {
        let w = self.width;
        let shift = |v: u64, by: u64| if by >= u64::from(w) { 0 } else { v >> by };
        let bound = Abs::unsigned(w, shift(self.umin, o.umax), shift(self.umax, o.umin)).unwrap_or(Abs::top(w));
        match o.as_constant() {
            Some(by) if by < u64::from(w) => {
                let by = by as u32;
                let high = mask(w) & !(mask(w) >> by);
                let bits = Abs::bits(w, (self.zeros >> by) | high, self.ones >> by).unwrap_or(bound);
                bits.meet(&bound).unwrap_or(bound)
            }
            _ => bound,
        }
    }

    pub fn ashr(&self, o: &Abs) -> Abs {
        let w = self.width;
        let shift = |v: i64, by: u64| v >> by.min(63);
        let by = [o.umin.min(63), o.umax.min(63)];
        let ends = [shift(self.smin, by[0]), shift(self.smin, by[1]), shift(self.smax, by[0]), shift(self.smax, by[1])];
        let (min, max) = ends.iter().fold((ends[0], ends[0]), |(a, b), &c| (a.min(c), b.max(c)));
        Abs::signed(w, min, max).unwrap_or(Abs::top(w))
    }

    /// `self` is the high part.
    pub fn concat(&self, low: &Abs) -> Abs {
        let w = self.width + low.width;
        if w > MAX_WIDTH {
            return Abs::top(w);
        }
        let by = low.width;
        let bits = Abs::bits(w, (self.zeros << by) | low.zeros, (self.ones << by) | low.ones).unwrap_or(Abs::top(w));
        let u = Abs::unsigned(w, (self.umin << by) + low.umin, (self.umax << by) + low.umax).unwrap_or(bits);
        u.meet(&bits).unwrap_or(bits)
    }

    pub fn extract(&self, lo: u32, width: u32) -> Abs {
        let bits = Abs::bits(width, self.zeros >> lo, self.ones >> lo).unwrap_or(Abs::top(width));
        let (min, max) = (self.umin >> lo, self.umax >> lo);
        // The bits above are the same in all values: the interval stays one.
        let same = width >= 64 || min >> width == max >> width;
        let u = if same { Abs::unsigned(width, min & mask(width), max & mask(width)) } else { None };
        let fits = lo == 0 && self.smin >= smallest(width) && self.smax <= largest(width);
        let s = if fits { Abs::signed(width, self.smin, self.smax) } else { None };
        let out = u.and_then(|u| u.meet(&bits)).unwrap_or(bits);
        s.and_then(|s| s.meet(&out)).unwrap_or(out)
    }

    pub fn sext(&self, width: u32) -> Abs {
        let s = Abs::signed(width, self.smin, self.smax).unwrap_or(Abs::top(width));
        let low = mask(self.width - 1);
        let bits = Abs::bits(width, self.zeros & low, self.ones & low).unwrap_or(s);
        s.meet(&bits).unwrap_or(s)
    }

    pub fn equals(&self, o: &Abs) -> Abs {
        if self.meet(o).is_none() {
            return Abs::bool(false);
        }
        match (self.as_constant(), o.as_constant()) {
            (Some(a), Some(b)) => Abs::bool(a == b),
            _ => Abs::top(1),
        }
    }

    pub fn ult(&self, o: &Abs) -> Abs {
        if self.umax < o.umin {
            Abs::bool(true)
        } else if self.umin >= o.umax {
            Abs::bool(false)
        } else {
            Abs::top(1)
        }
    }

    pub fn slt(&self, o: &Abs) -> Abs {
        if self.smax < o.smin {
            Abs::bool(true)
        } else if self.smin >= o.smax {
            Abs::bool(false)
        } else {
            Abs::top(1)
        }
    }

    pub fn umulo(&self, o: &Abs) -> Abs {
        let fits = |a: u64, b: u64| a.checked_mul(b).is_some_and(|p| p <= mask(self.width));
        if fits(self.umax, o.umax) {
            Abs::bool(false)
        } else if !fits(self.umin, o.umin) {
            Abs::bool(true)
        } else {
            Abs::top(1)
        }
    }

    pub fn smulo(&self, o: &Abs) -> Abs {
        let corners = [(self.smin, o.smin), (self.smin, o.smax), (self.smax, o.smin), (self.smax, o.smax)];
        let fits = |(a, b): &(i64, i64)| {
            let p = i128::from(*a) * i128::from(*b);
            p >= smallest(self.width).into() && p <= largest(self.width).into()
        };
        if corners.iter().all(fits) { Abs::bool(false) } else { Abs::top(1) }
    }
}

/// What an operator makes of such values, with a result of this width; `lo` is the lowest bit of an extract. Of an array the join of all elements
/// is kept. `None` where nothing is known.
pub fn apply(op: Op, [a, b, c]: [Abs; 3], (width, lo): (u32, u32)) -> Option<Abs> {
    Some(match op {
        Op::And => a.and(&b),
        Op::Xor => a.xor(&b),
        Op::Eq if a.width == b.width => a.equals(&b),
        Op::Ite => match a.as_bool() {
            Some(true) => b,
            Some(false) => c,
            None => b.join(&c),
        },
        Op::Add => a.add(&b),
        Op::Mul => a.mul(&b),
        Op::Udiv => a.udiv(&b),
        Op::Urem => a.urem(&b),
        Op::Sdiv => a.sdiv(&b),
        Op::Srem => a.srem(&b),
        Op::Shl => a.shl(&b),
        Op::Lshr => a.lshr(&b),
        Op::Ashr => a.ashr(&b),
        Op::Concat => a.concat(&b),
        Op::Extract => a.extract(lo, width),
        Op::Sext => a.sext(width),
        Op::Ult => a.ult(&b),
        Op::Slt => a.slt(&b),
        Op::Umulo => a.umulo(&b),
        Op::Smulo => a.smulo(&b),
        Op::ConstArray | Op::Select => a,
        Op::Store => a.join(&c),
        Op::Const
        | Op::Symbol
        | Op::Not
        | Op::Eq
        | Op::Or
        | Op::Implies
        | Op::Sub
        | Op::Neg
        | Op::Zext
        | Op::Ule
        | Op::Sle => return None,
    })
}

/// Each part contains the result, so they have something in common.
fn meet_all(width: u32, parts: &[Abs]) -> Abs {
    parts.iter().fold(Abs::top(width), |all, part| all.meet(part).unwrap_or(all))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All values of small abstract values, against all results.
    fn exhaustive(f: fn(&Abs, &Abs) -> Abs, g: fn(u64, u64, u32) -> u64) {
        let w = 4;
        let mut samples = vec![Abs::top(w)];
        for a in 0..16u64 {
            samples.push(Abs::constant(w, a));
            for b in a + 1..16 {
                samples.push(Abs::unsigned(w, a, b).unwrap());
                samples.push(Abs::constant(w, a).join(&Abs::constant(w, b)));
                samples.extend(Abs::bits(w, a & !b, b & !a));
                let (s, t) = (signed(w, a), signed(w, b));
                samples.push(Abs::signed(w, s.min(t), s.max(t)).unwrap());
            }
        }
        let members: Vec<Vec<u64>> = samples.iter().map(|s| (0..16).filter(|&v| s.contains(v)).collect()).collect();
        for (a, xs) in samples.iter().zip(&members).step_by(3) {
            for (b, ys) in samples.iter().zip(&members).step_by(2) {
                let out = f(a, b);
                for &x in xs {
                    for &y in ys {
                        let v = g(x, y, w);
                        assert!(out.contains(v), "{a:?} {b:?} {x} {y} -> {v} not in {out:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn operations_contain_all_results() {
        exhaustive(Abs::add, |a, b, _| (a + b) & 15);
        exhaustive(Abs::sub, |a, b, _| a.wrapping_sub(b) & 15);
        exhaustive(Abs::mul, |a, b, _| (a * b) & 15);
        exhaustive(Abs::and, |a, b, _| a & b);
        exhaustive(Abs::xor, |a, b, _| a ^ b);
        exhaustive(Abs::udiv, |a, b, _| a.checked_div(b).unwrap_or(15));
        exhaustive(Abs::urem, |a, b, _| a.checked_rem(b).unwrap_or(a));
        exhaustive(Abs::shl, |a, b, _| if b > 3 { 0 } else { a << b & 15 });
        exhaustive(Abs::lshr, |a, b, _| if b > 3 { 0 } else { a >> b });
        exhaustive(Abs::ashr, |a, b, w| (signed(w, a) >> b.min(3)) as u64 & 15);
        exhaustive(Abs::ult, |a, b, _| u64::from(a < b));
        exhaustive(Abs::slt, |a, b, w| u64::from(signed(w, a) < signed(w, b)));
        exhaustive(Abs::equals, |a, b, _| u64::from(a == b));
        exhaustive(Abs::umulo, |a, b, _| u64::from(a * b > 15));
        exhaustive(Abs::smulo, |a, b, w| u64::from(!(-8..8).contains(&(signed(w, a) * signed(w, b)))));
        exhaustive(Abs::sdiv, |a, b, w| {
            let (x, y) = (signed(w, a), signed(w, b));
            if y == 0 { if x < 0 { 1 } else { 15 } } else { (x / y) as u64 & 15 }
        });
        exhaustive(Abs::srem, |a, b, w| {
            let (x, y) = (signed(w, a), signed(w, b));
            if y == 0 { a } else { (x % y) as u64 & 15 }
        });
        exhaustive(|a, b| a.concat(b), |a, b, _| a << 4 | b);
        exhaustive(|a, _| a.extract(1, 2), |a, _, _| a >> 1 & 3);
        exhaustive(|a, _| a.extract(0, 3), |a, _, _| a & 7);
        exhaustive(|a, _| a.sext(7), |a, _, w| signed(w, a) as u64 & 127);
        exhaustive(|a, _| a.not(), |a, _, _| !a & 15);
        exhaustive(|a, b| a.widen(&a.join(b), &[3, 8]), |a, _, _| a);
        exhaustive(|a, b| a.widen(&a.join(b), &[3, 8]), |_, b, _| b);
    }
}
