//! Facts about variables as C expressions, where C can say them.
//!
//! Comparisons of sums with constant factors, low bits, and Boolean combinations of these. Arithmetic is modulo the width as in the
//! model; the text reads as the mathematical statement does.

use pm_ir::Ty;
use pm_model::System;
use pm_term::{Op, SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;

/// Parts of a fact beyond this are not written.
const MAX_PARTS: u32 = 40;

pub struct InC<'a> {
    terms: &'a Terms,
    vars: FxHashMap<SymbolId, Var<'a>>,
}

struct Var<'a> {
    name: &'a str,
    signed: bool,
}

/// `sum of factor * variable + constant`, factors as small in size as the width allows.
struct Linear {
    parts: Vec<(SymbolId, i128)>,
    constant: i128,
    width: u32,
}

impl<'a> InC<'a> {
    pub fn new(system: &'a System) -> InC<'a> {
        let mut vars = FxHashMap::default();
        for var in &system.vars {
            if let (Some(symbol), Some(Ty::Int(f))) = (system.terms.symbol_id(var.now), var.ty) {
                let name = var.name.rsplit("::").next().unwrap_or(&var.name);
                if !name.contains('#') {
                    vars.insert(symbol, Var { name, signed: f.signed });
                }
            }
        }
        InC { terms: &system.terms, vars }
    }

    /// For facts about calls of a function.
    pub fn of_contract(system: &'a System, contract: &'a pm_model::contracts::Contract) -> InC<'a> {
        let mut vars = FxHashMap::default();
        for formal in contract.formals() {
            if let (Some(symbol), Some(Ty::Int(f))) = (system.terms.symbol_id(formal.term), formal.ty) {
                vars.insert(symbol, Var { name: &formal.name, signed: f.signed });
            }
        }
        InC { terms: &system.terms, vars }
    }

    /// `None` where C has no short way to say it.
    pub fn fact(&self, t: TermId) -> Option<String> {
        let mut left = MAX_PARTS;
        self.bool(t, false, &mut left).map(|(text, _)| text)
    }

    /// The text, and whether it needs parentheses inside others.
    fn bool(&self, t: TermId, negate: bool, left: &mut u32) -> Option<(String, bool)> {
        *left = left.checked_sub(1)?;
        if let Some(value) = self.terms.const_bool(t) {
            return Some((if value != negate { "1" } else { "0" }.into(), false));
        }
        let (regular, negative) = (t.regular(), t.is_complemented() != negate);
        let args = self.terms.args(regular);
        match self.terms.op(regular) {
            Op::And => {
                let mut texts = Vec::new();
                for &arg in args.iter() {
                    // Not (a and b) is said as (not a or not b).
                    let (text, compound) = self.bool(arg, negative, left)?;
                    texts.push(if compound { format!("({text})") } else { text });
                }
                Some((texts.join(if negative { " || " } else { " && " }), true))
            }
            Op::Symbol => {
                let name = self.vars.get(&self.terms.symbol_id(regular)?)?.name;
                Some((if negative { format!("!{name}") } else { name.to_string() }, false))
            }
            Op::Eq => Some((self.equality(args[0], args[1], negative)?, false)),
            op @ (Op::Slt | Op::Ult) => {
                let signed = op == Op::Slt;
                let (a, b) = (self.side(args[0], signed)?, self.side(args[1], signed)?);
                // A constant goes to the right.
                let a_constant = self.terms.is_const(args[0]);
                Some(match (negative, a_constant) {
                    (false, false) => (format!("{a} < {b}"), false),
                    (false, true) => (format!("{b} > {a}"), false),
                    (true, false) => (format!("{a} >= {b}"), false),
                    (true, true) => (format!("{b} <= {a}"), false),
                })
            }
            _ => None,
        }
    }

    fn equality(&self, a: TermId, b: TermId, negative: bool) -> Option<String> {
        if let Some(text) = self.sign(a, b, negative) {
            return Some(text);
        }
        let sign = if negative { "!=" } else { "==" };
        for (x, k) in [(a, b), (b, a)] {
            if let (Some(masked), Some(k)) = (self.low_bits(x), self.terms.const_u128(k)) {
                return Some(format!("{masked} {sign} {k}"));
            }
        }
        let (x, y) = (self.linear(a)?, self.linear(b)?);
        // What has a negative factor is said on the other side.
        let empty = || Linear { parts: Vec::new(), constant: 0, width: x.width };
        let mut sides = [empty(), empty()];
        let all = x.parts.iter().copied().chain(y.parts.iter().map(|(v, k)| (*v, -k)));
        let mut factors: Vec<(SymbolId, i128)> = Vec::new();
        for (v, k) in all {
            match factors.iter_mut().find(|(w, _)| *w == v) {
                Some((_, old)) => *old += k,
                None => factors.push((v, k)),
            }
        }
        for (v, k) in factors.into_iter().filter(|(_, k)| *k != 0) {
            sides[usize::from(k < 0)].parts.push((v, k.abs()));
        }
        let constant = nearest(x.constant - y.constant, x.width);
        sides[usize::from(constant < 0)].constant = constant.abs();
        if sides[0].parts.is_empty() {
            sides.swap(0, 1);
        }
        self.sums_fit(&sides)?;
        Some(format!("{} {sign} {}", self.sum(&sides[0]), self.sum(&sides[1])))
    }

    /// `x < 0`, where it is said of the highest bit.
    fn sign(&self, a: TermId, b: TermId, negative: bool) -> Option<String> {
        let (t, k) = if self.terms.is_const(b) { (a, b) } else { (b, a) };
        if t.is_complemented() || self.terms.op(t) != Op::Extract || self.terms.width(t) != 1 {
            return None;
        }
        let x = self.terms.args(t)[0];
        let var = self.vars.get(&self.terms.symbol_id(x)?)?;
        let is_sign = var.signed && self.terms.extract_lo(t) + 1 == self.terms.width(x);
        let below = (self.terms.const_u128(k)? == 1) != negative;
        is_sign.then(|| format!("{} {} 0", var.name, if below { "<" } else { ">=" }))
    }

    /// Sums of narrow types are computed in `int`, where they do not wrap as they do here.
    fn sums_fit(&self, sides: &[Linear]) -> Option<()> {
        let simple =
            |l: &Linear| l.parts.len() + usize::from(l.constant != 0) <= 1 && l.parts.iter().all(|(_, k)| *k == 1);
        (sides[0].width >= 32 || sides.iter().all(simple)).then_some(())
    }

    /// `x & 3`: the low bits of a variable.
    fn low_bits(&self, t: TermId) -> Option<String> {
        if t.is_complemented() {
            return None;
        }
        let args = self.terms.args(t);
        let (x, mask) = match self.terms.op(t) {
            Op::Extract if self.terms.extract_lo(t) == 0 => (args[0], (1u128 << self.terms.width(t).min(127)) - 1),
            Op::And => match (self.terms.const_u128(args[0]), self.terms.const_u128(args[1])) {
                (Some(k), None) => (args[1], k),
                (None, Some(k)) => (args[0], k),
                _ => return None,
            },
            _ => return None,
        };
        let name = self.vars.get(&self.terms.symbol_id(x)?)?.name;
        Some(format!("({name} & {mask})"))
    }

    /// One side of an order, all of whose variables have this signedness.
    fn side(&self, t: TermId, signed: bool) -> Option<String> {
        let width = self.terms.width(t);
        if let Some(k) = self.terms.const_u128(t) {
            let value = if signed { nearest(k as i128, width) } else { k as i128 };
            return Some(value.to_string());
        }
        let l = self.linear(t)?;
        let fits = l.parts.iter().all(|(v, k)| *k > 0 && self.vars[v].signed == signed);
        self.sums_fit(std::slice::from_ref(&l))?;
        (fits && !l.parts.is_empty()).then(|| self.sum(&l))
    }

    fn sum(&self, l: &Linear) -> String {
        let part = |(v, k): &(SymbolId, i128)| {
            let name = self.vars[v].name;
            if *k == 1 { name.to_string() } else { format!("{k}*{name}") }
        };
        let mut out = l.parts.iter().map(part).collect::<Vec<_>>().join(" + ");
        if l.parts.is_empty() {
            return l.constant.to_string();
        }
        if l.constant != 0 {
            let sign = if l.constant < 0 { '-' } else { '+' };
            out += &format!(" {sign} {}", l.constant.abs());
        }
        out
    }

    fn linear(&self, t: TermId) -> Option<Linear> {
        let width = self.terms.width(t);
        if width > 64 || self.terms.is_bool(t) {
            return None;
        }
        let mut sum = Linear { parts: Vec::new(), constant: 0, width };
        self.add_to(&mut sum, t, 1, &mut MAX_PARTS.clone())?;
        for (_, k) in &mut sum.parts {
            *k = nearest(*k, width);
        }
        sum.constant = nearest(sum.constant, width);
        Some(sum)
    }

    fn add_to(&self, sum: &mut Linear, t: TermId, factor: i128, left: &mut u32) -> Option<()> {
        *left = left.checked_sub(1)?;
        let wrap = |v: i128| nearest(v, sum.width);
        if let Some(k) = self.terms.const_u128(t) {
            sum.constant = wrap(sum.constant + wrap(factor * wrap(k as i128)));
            return Some(());
        }
        if t.is_complemented() {
            // ~a is -a - 1.
            sum.constant = wrap(sum.constant - factor);
            return self.add_to(sum, t.regular(), wrap(-factor), left);
        }
        let args = self.terms.args(t);
        // A narrower term counts modulo its own width: its factor makes up for that.
        let missing = sum.width - self.terms.width(t).min(sum.width);
        if self.terms.width(t) > sum.width || factor % (1 << missing) != 0 {
            return None;
        }
        match self.terms.op(t) {
            Op::Extract if self.terms.extract_lo(t) == 0 && self.terms.width(args[0]) == sum.width => {
                self.add_to(sum, args[0], factor, left)
            }
            Op::Concat => {
                let (k, by) = (self.terms.const_u128(args[1])?, self.terms.width(args[1]));
                sum.constant = wrap(sum.constant + wrap(factor.checked_mul(k as i128)?));
                self.add_to(sum, args[0], wrap(factor.checked_mul(1 << by.min(64))?), left)
            }
            Op::Symbol => {
                let symbol = self.terms.symbol_id(t)?;
                self.vars.get(&symbol)?;
                match sum.parts.iter_mut().find(|(v, _)| *v == symbol) {
                    Some((_, k)) => *k += factor,
                    None => sum.parts.push((symbol, factor)),
                }
                Some(())
            }
            Op::Add => {
                self.add_to(sum, args[0], factor, left)?;
                self.add_to(sum, args[1], factor, left)
            }
            Op::Mul => {
                let (k, x) = match (self.terms.const_u128(args[0]), self.terms.const_u128(args[1])) {
                    (Some(k), None) => (k, args[1]),
                    (None, Some(k)) => (k, args[0]),
                    _ => return None,
                };
                self.add_to(sum, x, wrap(factor.checked_mul(wrap(k as i128))?), left)
            }
            Op::Shl => {
                let by = self.terms.const_u128(args[1]).filter(|by| *by < 63)?;
                self.add_to(sum, args[0], wrap(factor.checked_mul(1 << by)?), left)
            }
            _ => None,
        }
    }
}

/// The representative of a value modulo the width that is nearest to zero.
fn nearest(value: i128, width: u32) -> i128 {
    let size = 1i128 << width;
    let low = value.rem_euclid(size);
    if low >= size / 2 { low - size } else { low }
}
