//! Oracles: all zero, pseudo-random, from a text.

use crate::oracle::{EventKind, Oracle};
use pm_base::num::{FloatFormat, IntFormat};
use pm_base::{Random, Span, Symbol};
use pm_ir::Ty;
use rustc_hash::FxHashMap;

/// Every input is zero.
#[derive(Clone, Copy, Default, Debug)]
pub struct ZeroInputs;

impl Oracle for ZeroInputs {
    fn nondet(&mut self, _: Symbol, _: Ty, _: Span) -> Option<u128> {
        Some(0)
    }
}

/// Inputs from a seed: the same seed gives the same run. Small and extreme values come more often than chance would have
/// it; pointers are null. Contents of nondeterministic globals and havocked bytes are random, too.
#[derive(Clone, Debug)]
pub struct SeededInputs {
    random: Random,
}

impl SeededInputs {
    pub fn new(seed: u64) -> Self {
        SeededInputs { random: Random::new(seed) }
    }

    fn wide(&mut self) -> u128 {
        u128::from(self.random.draw()) << 64 | u128::from(self.random.draw())
    }

    fn int(&mut self, f: IntFormat) -> u128 {
        let v = self.wide();
        match self.random.draw() % 8 {
            0 => 0,
            1 => f.wrap(v % 16),
            2 => f.wrap((v % 16).wrapping_neg()),
            3 => f.max(),
            4 => f.min(),
            _ => f.wrap(v),
        }
    }

    fn float(&mut self, f: FloatFormat) -> u128 {
        match self.random.draw() % 4 {
            0 => f.from_int(u128::from(self.random.draw() % 32), IntFormat::new(64, false)),
            1 => f.neg(f.from_int(u128::from(self.random.draw() % 32), IntFormat::new(64, false))),
            _ => {
                let bits = self.random.draw();
                let double = if f64::from_bits(bits).is_finite() { bits } else { bits >> 2 };
                f.from_float(u128::from(double), FloatFormat::F64)
            }
        }
    }
}

impl Oracle for SeededInputs {
    fn nondet(&mut self, _: Symbol, ty: Ty, _: Span) -> Option<u128> {
        Some(match ty {
            Ty::Int(f) => self.int(f),
            Ty::Float(f) => self.float(f),
            Ty::Ptr => 0,
        })
    }

    fn supplies(&self, kind: EventKind) -> bool {
        matches!(kind, EventKind::Global | EventKind::Havoc)
    }

    fn contents(&mut self, _: u64, _: EventKind, size: u64) -> Option<Vec<u8>> {
        Some((0..size).map(|_| self.random.draw() as u8).collect())
    }
}

/// Inputs from a text: one value a line in the order of the calls, decimal, hexadecimal, negative, or a float in decimal or
/// hexadecimal notation. `@N bytes` gives the indeterminate contents of event N (see [`Oracle`]) as pairs of hexadecimal
/// digits. `#` starts a comment. Values that are missing are zero, and [`FileInputs::note`] says so.
#[derive(Clone, Default, Debug)]
pub struct FileInputs {
    /// Number of the line, text of the value.
    values: Vec<(usize, String)>,
    next: usize,
    contents: FxHashMap<u64, Vec<u8>>,
    missing: u64,
    errors: Vec<String>,
}

impl FileInputs {
    /// An error names the line.
    pub fn parse(text: &str) -> Result<FileInputs, String> {
        let mut inputs = FileInputs::default();
        for (i, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or("").trim();
            if let Some(rest) = line.strip_prefix('@') {
                let (event, bytes) = parse_contents(rest)
                    .ok_or_else(|| format!("line {}: expected `@event bytes', found `{line}'", i + 1))?;
                inputs.contents.insert(event, bytes);
            } else if !line.is_empty() {
                if !is_number(line) {
                    return Err(format!("line {}: `{line}' is no number", i + 1));
                }
                inputs.values.push((i + 1, line.to_string()));
            }
        }
        Ok(inputs)
    }

    /// What the user should know after the run: missing, unused and unfit values.
    pub fn note(&self) -> Option<String> {
        let mut notes = self.errors.clone();
        if self.missing > 0 {
            notes.push(format!("{} inputs were missing and taken as 0", self.missing));
        }
        if self.next < self.values.len() {
            notes.push(format!("{} inputs were not used", self.values.len() - self.next));
        }
        (!notes.is_empty()).then(|| notes.join("; "))
    }
}

impl Oracle for FileInputs {
    fn nondet(&mut self, _: Symbol, ty: Ty, _: Span) -> Option<u128> {
        let Some((line, text)) = self.values.get(self.next) else {
            self.missing += 1;
            return Some(0);
        };
        self.next += 1;
        let value = parse_value(ty, text);
        if value.is_none() {
            self.errors.push(format!("line {line}: `{text}' does not fit {ty:?} and was taken as 0"));
        }
        Some(value.unwrap_or(0))
    }

    fn supplies(&self, _: EventKind) -> bool {
        !self.contents.is_empty()
    }

    fn contents(&mut self, event: u64, _: EventKind, _: u64) -> Option<Vec<u8>> {
        self.contents.get(&event).cloned()
    }
}

fn parse_contents(text: &str) -> Option<(u64, Vec<u8>)> {
    let (event, bytes) = text.split_once(char::is_whitespace)?;
    let digits: Vec<u8> = bytes.bytes().filter(|b| !b.is_ascii_whitespace()).collect();
    let pair = |p: &[u8]| u8::from_str_radix(std::str::from_utf8(p).ok().filter(|_| p.len() == 2)?, 16).ok();
    let bytes = digits.chunks(2).map(pair).collect::<Option<Vec<u8>>>()?;
    Some((event.parse().ok()?, bytes))
}

fn is_number(text: &str) -> bool {
    parse_int(text).is_some() || parse_float(FloatFormat::F64, text).is_some()
}

/// The magnitude and whether there is a minus.
fn parse_int(text: &str) -> Option<(bool, u128)> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let hex = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X"));
    let magnitude = match hex {
        Some(hex) => u128::from_str_radix(hex, 16).ok()?,
        None if digits.starts_with(|c: char| c.is_ascii_digit()) => digits.parse().ok()?,
        None => return None,
    };
    Some((negative, magnitude))
}

fn parse_float(f: FloatFormat, text: &str) -> Option<u128> {
    let (negative, rest) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let magnitude = match rest.to_ascii_lowercase().as_str() {
        "nan" => f.nan(),
        "inf" | "infinity" => f.infinity(),
        _ if rest.starts_with(|c: char| c.is_ascii_digit() || c == '.') => f.parse(rest)?,
        _ => return None,
    };
    Some(if negative { f.neg(magnitude) } else { magnitude })
}

/// A pattern of type `ty`; integers may be written as signed or unsigned values of their width.
fn parse_value(ty: Ty, text: &str) -> Option<u128> {
    match ty {
        Ty::Float(f) => match parse_int(text) {
            Some((negative, 0)) if negative => Some(f.neg(0)),
            Some((negative, m)) if !text.contains(['x', 'X']) => {
                let value = f.from_int(m, IntFormat::new(128, false));
                Some(if negative { f.neg(value) } else { value })
            }
            _ => parse_float(f, text),
        },
        Ty::Int(f) => fit_int(f, parse_int(text)?),
        Ty::Ptr => fit_int(IntFormat::new(64, false), parse_int(text)?),
    }
}

fn fit_int(f: IntFormat, (negative, magnitude): (bool, u128)) -> Option<u128> {
    if !negative {
        return (magnitude <= f.mask()).then_some(magnitude);
    }
    let smallest = 1u128 << (f.bits - 1);
    (magnitude <= smallest).then(|| f.wrap(magnitude.wrapping_neg()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str, types: &[Ty]) -> Vec<u128> {
        let mut inputs = FileInputs::parse(text).unwrap();
        types.iter().map(|t| inputs.nondet(Symbol(0), *t, Span::NONE).unwrap()).collect()
    }

    #[test]
    fn numbers_of_all_kinds() {
        let i32 = Ty::int(32, true);
        let f64 = Ty::Float(FloatFormat::F64);
        assert_eq!(values("7\n-1 # minus\n\n0xff\n", &[i32, i32, i32]), [7, 0xffff_ffff, 255]);
        assert_eq!(values("1.5\n0x1p3\n-2", &[f64; 3]), [1.5f64, 8.0, -2.0].map(|v| u128::from(v.to_bits())));
        assert_eq!(values("-0", &[f64]), [u128::from((-0.0f64).to_bits())]);
    }

    #[test]
    fn errors_name_the_line() {
        assert_eq!(FileInputs::parse("1\nabc").unwrap_err(), "line 2: `abc' is no number");
        assert!(FileInputs::parse("@x 00").unwrap_err().starts_with("line 1"));
        assert!(FileInputs::parse("@3 0").is_err());
    }

    #[test]
    fn missing_and_unused_values_are_noted() {
        let mut inputs = FileInputs::parse("300\n").unwrap();
        assert_eq!(inputs.nondet(Symbol(0), Ty::int(8, false), Span::NONE), Some(0));
        assert_eq!(inputs.nondet(Symbol(0), Ty::int(8, false), Span::NONE), Some(0));
        let note = inputs.note().unwrap();
        assert!(note.contains("line 1") && note.contains("1 inputs were missing"), "{note}");
        assert!(FileInputs::parse("1").unwrap().note().unwrap().contains("not used"));
    }

    #[test]
    fn contents_by_event() {
        let mut inputs = FileInputs::parse("@2 0aff\n").unwrap();
        assert!(inputs.supplies(EventKind::Slot));
        assert_eq!(inputs.contents(2, EventKind::Slot, 4), Some(vec![10, 255]));
        assert_eq!(inputs.contents(1, EventKind::Slot, 4), None);
    }

    #[test]
    fn seeds_repeat() {
        let draw = |seed| {
            let mut inputs = SeededInputs::new(seed);
            (0..50).map(|_| inputs.nondet(Symbol(0), Ty::int(16, true), Span::NONE)).collect::<Vec<_>>()
        };
        assert_eq!(draw(1), draw(1));
        assert_ne!(draw(1), draw(2));
    }
}
