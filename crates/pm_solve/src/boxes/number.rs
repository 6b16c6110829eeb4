//! Sets of floats as intervals: what an operation can yield on the numbers between bounds.
//!
//! Rounding to nearest is monotone, so that bounds of operands give the bounds of the result. Bounds are `f64`, which holds
//! every `float`; a sum, product, quotient or root of two floats that is rounded to `f64` and then to `float` is rounded right,
//! because `f64` has more than twice the digits.

/// How bounds are rounded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rounding {
    /// As the operation itself does it: the bounds are values that occur.
    Exact,
    /// One value further out, so that nothing rests on how bounds are rounded.
    Outward,
}

/// `float` or `double`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Format {
    Single,
    Double,
}

/// The numbers between two bounds, infinities among them, and perhaps NaN. A bound that is zero stands for both zeros. Without numbers
/// `lo` is above `hi`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Numbers {
    pub lo: f64,
    pub hi: f64,
    pub nan: bool,
}

impl Format {
    pub(super) fn width(self) -> u32 {
        match self {
            Format::Single => 32,
            Format::Double => 64,
        }
    }

    fn sign(self) -> u64 {
        1 << (self.width() - 1)
    }

    /// The bits of infinity: those above, up to the sign, are NaNs.
    fn infinity(self) -> u64 {
        self.bits(f64::INFINITY)
    }

    fn bits(self, x: f64) -> u64 {
        match self {
            Format::Single => u64::from((x as f32).to_bits()),
            Format::Double => x.to_bits(),
        }
    }

    fn value(self, bits: u64) -> f64 {
        match self {
            Format::Single => f64::from(f32::from_bits(bits as u32)),
            Format::Double => f64::from_bits(bits),
        }
    }

    fn round(self, x: f64) -> f64 {
        match self {
            Format::Single => f64::from(x as f32),
            Format::Double => x,
        }
    }

    fn below(self, x: f64) -> f64 {
        match self {
            Format::Single => f64::from((x as f32).next_down()),
            Format::Double => x.next_down(),
        }
    }

    fn above(self, x: f64) -> f64 {
        -self.below(-x)
    }

    /// Where a range of bits goes from numbers to NaNs or from one sign to the other: the first bits of the upper part.
    pub(super) fn boundary(self, lo: u64, hi: u64) -> Option<u64> {
        let (sign, infinity) = (self.sign(), self.infinity());
        [infinity + 1, sign, (sign | infinity) + 1].into_iter().find(|&b| lo < b && b <= hi)
    }

    /// The floats whose bits are in a range.
    pub(super) fn numbers(self, lo: u64, hi: u64) -> Numbers {
        let (sign, infinity) = (self.sign(), self.infinity());
        let mut out = Numbers::NONE;
        if lo <= infinity {
            out = out.hull(Numbers::between(self.value(lo), self.value(hi.min(infinity))));
        }
        if hi >= sign && lo <= sign | infinity {
            let (first, last) = (lo.max(sign), hi.min(sign | infinity));
            out = out.hull(Numbers::between(self.value(last), self.value(first)));
        }
        let positive = lo.max(infinity + 1) <= hi.min(sign - 1);
        out.nan = positive || hi > sign | infinity;
        out
    }

    /// The bits of floats: a range.
    pub(super) fn range(self, n: Numbers) -> (u64, u64) {
        match n {
            Numbers { nan: true, .. } => (0, u64::MAX >> (64 - self.width())),
            Numbers { lo, hi, .. } if lo > 0.0 => (self.bits(lo), self.bits(hi)),
            Numbers { lo, hi, .. } if hi < 0.0 => (self.bits(hi), self.bits(lo)),
            _ => (0, u64::MAX >> (64 - self.width())),
        }
    }
}

/// Arithmetic of a format.
#[derive(Clone, Copy)]
pub(super) struct Arithmetic {
    pub format: Format,
    pub rounding: Rounding,
}

impl Arithmetic {
    /// Rounds bounds that were computed in `f64`; a bound that is no number is none.
    fn close(self, lo: f64, hi: f64, nan: bool) -> Numbers {
        let (mut lo, mut hi) = (self.format.round(lo), self.format.round(hi));
        if self.rounding == Rounding::Outward {
            (lo, hi) = (self.format.below(lo), self.format.above(hi));
        }
        let lo = if lo.is_nan() { f64::NEG_INFINITY } else { lo };
        let hi = if hi.is_nan() { f64::INFINITY } else { hi };
        Numbers { lo, hi, nan }
    }

    pub(super) fn add(self, a: Numbers, b: Numbers) -> Numbers {
        if a.is_none() || b.is_none() {
            return Numbers::NAN;
        }
        let cancels = |x: f64, y: f64| x == f64::INFINITY && y == f64::NEG_INFINITY;
        let nan = a.nan || b.nan || cancels(a.hi, b.lo) || cancels(b.hi, a.lo);
        self.close(a.lo + b.lo, a.hi + b.hi, nan)
    }

    pub(super) fn sub(self, a: Numbers, b: Numbers) -> Numbers {
        self.add(a, b.negated())
    }

    pub(super) fn mul(self, a: Numbers, b: Numbers) -> Numbers {
        if a.is_none() || b.is_none() {
            return Numbers::NAN;
        }
        let nan = a.nan || b.nan || a.has_zero() && b.is_unbounded() || b.has_zero() && a.is_unbounded();
        self.corners([a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi], nan)
    }

    pub(super) fn square(self, a: Numbers) -> Numbers {
        if a.is_none() {
            return Numbers::NAN;
        }
        let (x, y) = (a.lo.abs(), a.hi.abs());
        let least = if a.has_zero() { 0.0 } else { x.min(y) };
        let most = x.max(y);
        let n = self.close(least * least, most * most, a.nan);
        Numbers { lo: n.lo.max(0.0), ..n }
    }

    pub(super) fn div(self, a: Numbers, b: Numbers) -> Numbers {
        if a.is_none() || b.is_none() {
            return Numbers::NAN;
        }
        if b.has_zero() {
            return Numbers::ALL;
        }
        let nan = a.nan || b.nan || a.is_unbounded() && b.is_unbounded();
        self.corners([a.lo / b.lo, a.lo / b.hi, a.hi / b.lo, a.hi / b.hi], nan)
    }

    /// The hull of results at the corners; a corner that is no number says nothing.
    fn corners(self, values: [f64; 4], nan: bool) -> Numbers {
        if values.iter().any(|v| v.is_nan()) {
            return Numbers::ALL;
        }
        let (lo, hi) = values.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| (l.min(*v), h.max(*v)));
        self.close(lo, hi, nan)
    }

    pub(super) fn sqrt(self, a: Numbers) -> Numbers {
        if a.is_none() || a.hi < 0.0 {
            return Numbers::NAN;
        }
        let n = self.close(a.lo.max(0.0).sqrt(), a.hi.sqrt(), a.nan || a.lo < 0.0);
        Numbers { lo: n.lo.max(0.0), ..n }
    }

    /// To this format, from another.
    pub(super) fn convert(self, a: Numbers) -> Numbers {
        if a.is_none() { Numbers::NAN } else { self.close(a.lo, a.hi, a.nan) }
    }

    /// Integers between bounds as floats.
    pub(super) fn integers(self, lo: i128, hi: i128) -> Numbers {
        let float = |x: i128| match self.format {
            Format::Single => f64::from(x as f32),
            Format::Double => x as f64,
        };
        self.close(float(lo), float(hi), false)
    }
}

impl Numbers {
    pub(super) const NONE: Numbers = Numbers { lo: f64::INFINITY, hi: f64::NEG_INFINITY, nan: false };
    pub(super) const NAN: Numbers = Numbers { nan: true, ..Numbers::NONE };
    pub(super) const ALL: Numbers = Numbers { lo: f64::NEG_INFINITY, hi: f64::INFINITY, nan: true };

    pub(super) fn between(lo: f64, hi: f64) -> Numbers {
        Numbers { lo, hi, nan: false }
    }

    pub(super) fn is_none(self) -> bool {
        self.lo > self.hi
    }

    fn has_zero(self) -> bool {
        self.lo <= 0.0 && self.hi >= 0.0
    }

    pub(super) fn is_unbounded(self) -> bool {
        self.lo == f64::NEG_INFINITY || self.hi == f64::INFINITY
    }

    pub(super) fn negated(self) -> Numbers {
        Numbers { lo: -self.hi, hi: -self.lo, nan: self.nan }
    }

    pub(super) fn magnitude(self) -> Numbers {
        if self.is_none() || self.lo >= 0.0 {
            return self;
        }
        if self.hi <= 0.0 {
            return self.negated();
        }
        Numbers { lo: 0.0, hi: self.hi.max(-self.lo), nan: self.nan }
    }

    pub(super) fn hull(self, other: Numbers) -> Numbers {
        Numbers { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi), nan: self.nan || other.nan }
    }

    /// Whether `a < b`, as far as it is known.
    pub(super) fn less(self, other: Numbers) -> Option<bool> {
        if self.is_none() || other.is_none() || self.lo >= other.hi {
            return Some(false);
        }
        (self.hi < other.lo && !self.nan && !other.nan).then_some(true)
    }

    pub(super) fn less_equal(self, other: Numbers) -> Option<bool> {
        if self.is_none() || other.is_none() || self.lo > other.hi {
            return Some(false);
        }
        (self.hi <= other.lo && !self.nan && !other.nan).then_some(true)
    }

    pub(super) fn equal(self, other: Numbers) -> Option<bool> {
        if self.is_none() || other.is_none() || self.lo > other.hi || other.lo > self.hi {
            return Some(false);
        }
        let points = self.lo == self.hi && other.lo == other.hi;
        (points && !self.nan && !other.nan).then_some(true)
    }

    /// The integers towards zero, where all are between the bounds of `i128`.
    pub(super) fn truncated(self) -> Option<(i128, i128)> {
        const FAR: f64 = 1e38;
        let is_near = !self.nan && !self.is_none() && self.lo > -FAR && self.hi < FAR;
        is_near.then(|| (self.lo.trunc() as i128, self.hi.trunc() as i128))
    }
}
