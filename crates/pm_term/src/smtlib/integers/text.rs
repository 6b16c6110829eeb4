//! Each operator as a text over integers.

use super::super::SmtPrinter;
use super::{Integers, Interval, Sign, Signed, Unsigned, limits};
use crate::bits::Bits;
use crate::op::Op;
use crate::terms::{TermId, Terms};
use std::fmt::Write;

impl SmtPrinter {
    /// Says that a value is one of its width.
    pub(in super::super) fn write_range(&self, terms: &Terms, t: TermId, out: &mut String) {
        let (text, width) = (self.text(terms, t), terms.width(t));
        let sign = self.integers.as_ref().map_or(Unsigned, |i| i.sign(t));
        let _ = match sign {
            Unsigned => writeln!(out, "(assert (and (<= 0 {text}) (< {text} {})))", power(width)),
            Signed => writeln!(out, "(assert (and (<= (- {0}) {text}) (< {text} {0})))", power(width - 1)),
        };
    }

    /// The text of the unsigned value of a term below a prepared root.
    pub fn unsigned_text(&self, terms: &Terms, t: TermId) -> String {
        match &self.integers {
            Some(integers) if !terms.is_bool(t) => self.view(integers, terms, t, Unsigned),
            _ => self.text(terms, t),
        }
    }

    pub(in super::super) fn integer_const(&self, terms: &Terms, t: TermId) -> String {
        constant(terms, t, Unsigned).unwrap_or_default()
    }

    /// The complement of a regular term.
    pub(in super::super) fn integer_complement(&self, integers: &Integers, terms: &Terms, t: TermId) -> String {
        let args = terms.args(t);
        let view = |at: usize, sign: Sign| self.view(integers, terms, args[at], sign);
        let is_defined = self.defined.contains(t);
        match terms.op(t) {
            Op::Ult if !is_defined => format!("(>= {} {})", view(0, Unsigned), view(1, Unsigned)),
            Op::Slt if !is_defined => format!("(>= {} {})", view(0, Signed), view(1, Signed)),
            Op::Add if !is_defined && args[0].is_complemented() => {
                self.difference(integers, terms, (args[0].flip(), args[1]), integers.sign(t))
            }
            Op::Add if !is_defined && args[1].is_complemented() => {
                self.difference(integers, terms, (args[1].flip(), args[0]), integers.sign(t))
            }
            _ if terms.is_bool(t) => format!("(not {})", self.text(terms, t)),
            _ => match integers.sign(t) {
                Unsigned => format!("(- {} {})", Bits::ones(terms.width(t)).to_decimal(), self.text(terms, t)),
                Signed => format!("(- (- 1) {})", self.text(terms, t)),
            },
        }
    }

    /// `a - b`
    fn difference(&self, integers: &Integers, terms: &Terms, (a, b): (TermId, TermId), sign: Sign) -> String {
        let text = format!("(- {} {})", self.view(integers, terms, a, sign), self.view(integers, terms, b, sign));
        let bounds = integers.interval(terms, a, sign).zip(integers.interval(terms, b, sign));
        wrapped(text, bounds.map(|((a, b), (c, d))| (a - d, b - c)), terms.width(a), sign)
    }

    /// The unsigned or the signed value of a bit-vector.
    fn view(&self, integers: &Integers, terms: &Terms, t: TermId, sign: Sign) -> String {
        if let Some(constant) = constant(terms, t, sign) {
            return constant;
        }
        let text = self.text(terms, t);
        if integers.sign(t) == sign || integers.has_one_value(terms, t) {
            return text;
        }
        let (modulus, half) = (power(terms.width(t)), power(terms.width(t) - 1));
        match sign {
            Signed => format!("(let ((?v {text})) (ite (< ?v {half}) ?v (- ?v {modulus})))"),
            Unsigned => format!("(let ((?v {text})) (ite (< ?v 0) (+ ?v {modulus}) ?v))"),
        }
    }

    /// A regular term as operator and arguments.
    pub(in super::super) fn integer_body(&self, integers: &Integers, terms: &Terms, t: TermId) -> String {
        let args = terms.args(t);
        let own = integers.sign(t);
        let view = |at: usize, sign: Sign| self.view(integers, terms, args[at], sign);
        let (signed, unsigned) = (|at: usize| view(at, Signed), |at: usize| view(at, Unsigned));
        match terms.op(t) {
            Op::Const | Op::Symbol | Op::Not => self.text(terms, t),
            Op::And | Op::Or | Op::Xor if !terms.is_bool(t) => self.bitwise(integers, terms, t),
            Op::Eq | Op::Ite if !terms.is_bool(args[1]) && !terms.sort(args[1]).is_array() => {
                self.equal_or_choice(integers, terms, t)
            }
            Op::Add | Op::Sub | Op::Mul => self.arithmetic(integers, terms, t),
            Op::Neg => {
                let zero = integers.interval(terms, args[0], own).map(|(a, b)| (-b, -a));
                wrapped(format!("(- {})", view(0, own)), zero, terms.width(t), own)
            }
            Op::Udiv | Op::Urem | Op::Sdiv | Op::Srem => self.division(integers, terms, t),
            Op::Shl | Op::Lshr | Op::Ashr => self.shift(integers, terms, t),
            Op::Concat => self.concat(integers, terms, t),
            Op::Extract => self.extract(integers, terms, t),
            Op::Zext => unsigned(0),
            Op::Sext => signed(0),
            Op::Ult => format!("(< {} {})", unsigned(0), unsigned(1)),
            Op::Ule => format!("(<= {} {})", unsigned(0), unsigned(1)),
            Op::Slt => format!("(< {} {})", signed(0), signed(1)),
            Op::Sle => format!("(<= {} {})", signed(0), signed(1)),
            Op::Umulo => format!("(>= (* {} {}) {})", unsigned(0), unsigned(1), power(terms.width(args[0]))),
            Op::Smulo => {
                let half = power(terms.width(args[0]) - 1);
                format!("(let ((?p (* {} {}))) (or (< ?p (- {half})) (>= ?p {half})))", signed(0), signed(1))
            }
            Op::ConstArray => format!("((as const (Array Int Int)) {})", unsigned(0)),
            Op::Select => format!("(select {} {})", self.text(terms, args[0]), unsigned(1)),
            Op::Store => format!("(store {} {} {})", self.text(terms, args[0]), unsigned(1), unsigned(2)),
            // Of Bools and of arrays.
            Op::And | Op::Or | Op::Xor | Op::Implies | Op::Eq | Op::Ite => self.bits_body(terms, t),
        }
    }

    /// Of bit-vectors.
    fn equal_or_choice(&self, integers: &Integers, terms: &Terms, t: TermId) -> String {
        let args = terms.args(t);
        if terms.op(t) == Op::Ite {
            let view = |at: usize| self.view(integers, terms, args[at], integers.sign(t));
            return format!("(ite {} {} {})", self.text(terms, args[0]), view(1), view(2));
        }
        let sign = integers.common(terms, &args, Unsigned);
        format!("(= {} {})", self.view(integers, terms, args[0], sign), self.view(integers, terms, args[1], sign))
    }

    fn arithmetic(&self, integers: &Integers, terms: &Terms, t: TermId) -> String {
        let (args, width, sign) = (terms.args(t), terms.width(t), integers.sign(t));
        let (a, b) = (args[0], args[1]);
        let bounds = integers.interval(terms, a, sign).zip(integers.interval(terms, b, sign));
        let (a_text, b_text) = (self.view(integers, terms, a, sign), self.view(integers, terms, b, sign));
        match terms.op(t) {
            Op::Sub => self.difference(integers, terms, (a, b), sign),
            Op::Mul => {
                let bounds = bounds.and_then(|(a, b)| product(a, b));
                wrapped(format!("(* {a_text} {b_text})"), bounds, width, sign)
            }
            _ => {
                let bounds = bounds.map(|((a, b), (c, d))| (a + c, b + d));
                wrapped(format!("(+ {a_text} {b_text})"), bounds, width, sign)
            }
        }
    }

    /// Divisors of `div` and `mod` are positive here, so that the quotient is rounded down.
    fn division(&self, integers: &Integers, terms: &Terms, t: TermId) -> String {
        let (args, width) = (terms.args(t), terms.width(t));
        let sign = if matches!(terms.op(t), Op::Sdiv | Op::Srem) { Signed } else { Unsigned };
        let (a, b) = (self.view(integers, terms, args[0], sign), self.view(integers, terms, args[1], sign));
        // By zero: the quotient is -1, or 1 of a negative number; the remainder is the dividend.
        let (by_zero, text) = match terms.op(t) {
            Op::Udiv => (Bits::ones(width).to_decimal(), "(div ?a ?b)".to_string()),
            Op::Urem => ("?a".into(), "(mod ?a ?b)".into()),
            Op::Sdiv => {
                let text = "(ite (= (< ?a 0) (< ?b 0)) ?q (- ?q))";
                let text = wrapped(text.into(), product_of_signs(width), width, Signed);
                ("(ite (< ?a 0) 1 (- 1))".into(), format!("(let ((?q {})) {text})", of_sizes("div")))
            }
            _ => ("?a".into(), format!("(let ((?r {})) (ite (< ?a 0) (- ?r) ?r))", of_sizes("mod"))),
        };
        let is_zero = if terms.is_const(args[1]) && b != "0" { "false" } else { "(= ?b 0)" };
        format!("(let ((?a {a}) (?b {b})) (ite {is_zero} {by_zero} {text}))")
    }

    fn shift(&self, integers: &Integers, terms: &Terms, t: TermId) -> String {
        let (args, width, op) = (terms.args(t), terms.width(t), terms.op(t));
        let sign = if op == Op::Ashr { Signed } else { Unsigned };
        let bounds = integers.interval(terms, args[0], sign);
        let by = |amount: u32| match op {
            _ if amount == 0 => "?a".to_string(),
            Op::Shl => {
                let bounds = bounds.and_then(|a| product(a, (1i128.checked_shl(amount)?, 1i128.checked_shl(amount)?)));
                wrapped(format!("(* ?a {})", power(amount)), bounds, width, Unsigned)
            }
            _ => format!("(div ?a {})", power(amount)),
        };
        let beyond = if op == Op::Ashr { by(width - 1) } else { "0".into() };
        let a = self.view(integers, terms, args[0], sign);
        if let Some(amount) = terms.const_bits(args[1]) {
            let text = amount.to_u128().filter(|a| *a < width.into()).map_or(beyond, |a| by(a as u32));
            return format!("(let ((?a {a})) {text})");
        }
        let amounts = integers.interval(terms, args[1], Unsigned).unwrap_or((0, width.into()));
        let mut text = beyond;
        for amount in (0..width).rev().filter(|k| (amounts.0..=amounts.1).contains(&i128::from(*k))) {
            text = format!("(ite (= ?b {amount}) {} {text})", by(amount));
        }
        format!("(let ((?a {a}) (?b {})) {text})", self.view(integers, terms, args[1], Unsigned))
    }

    fn concat(&self, integers: &Integers, terms: &Terms, t: TermId) -> String {
        let (high, low) = (terms.args(t)[0], terms.args(t)[1]);
        let low_text = self.view(integers, terms, low, Unsigned);
        let high_text = self.view(integers, terms, high, integers.sign(t));
        match high_text.as_str() {
            "0" => low_text,
            _ => format!("(+ (* {high_text} {}) {low_text})", power(terms.width(low))),
        }
    }

    fn extract(&self, integers: &Integers, terms: &Terms, t: TermId) -> String {
        let (arg, low, width) = (terms.args(t)[0], terms.extract_lo(t), terms.width(t));
        let text = self.text(terms, arg);
        let shifted = if low == 0 { text } else { format!("(div {text} {})", power(low)) };
        if low + width == terms.width(arg) {
            return shifted;
        }
        let end = 1i128.checked_shl(low + width);
        let fits = |(least, most): (i128, i128)| least >= 0 && end.is_some_and(|end| most < end);
        match integers.interval(terms, arg, integers.sign(arg)).is_some_and(fits) {
            true => shifted,
            false => format!("(mod {shifted} {})", power(width)),
        }
    }

    /// Of two bit-vectors: by runs of ones of a constant, or by the bits that are not known to be 0.
    fn bitwise(&self, integers: &Integers, terms: &Terms, t: TermId) -> String {
        let (args, width) = (terms.args(t), terms.width(t));
        let view = |at: usize| self.view(integers, terms, args[at], Unsigned);
        let (both, open) = match (terms.const_bits(args[0]), terms.const_bits(args[1])) {
            (Some(mask), _) => (masked("?b", &mask), true),
            (_, Some(mask)) => (masked("?a", &mask), true),
            _ => {
                let is_open = |a: &u32| args[..2].iter().all(|t| integers.is_open_bit(terms, *t, *a));
                let bits: Vec<u32> = (0..width).filter(is_open).collect();
                (sum(bits.iter().map(|at| both_have(*at)).collect()), !bits.is_empty())
            }
        };
        let text = match (terms.op(t), open) {
            (Op::And, _) => both,
            (_, false) => "(+ ?a ?b)".into(),
            (Op::Or, _) => format!("(- (+ ?a ?b) {both})"),
            _ => format!("(- (+ ?a ?b) (* 2 {both}))"),
        };
        format!("(let ((?a {}) (?b {})) {text})", view(0), view(1))
    }
}

fn constant(terms: &Terms, t: TermId, sign: Sign) -> Option<String> {
    let value = terms.const_bits(t)?;
    Some(match sign == Signed && value.is_negative() {
        true => format!("(- {})", value.neg().to_decimal()),
        false => value.to_decimal(),
    })
}

/// 2 to the power of something.
fn power(of: u32) -> String {
    Bits::from_u128(of + 1, 1).shl_by(of).to_decimal()
}

/// The operation on what remains of both without their signs.
fn of_sizes(operation: &str) -> String {
    format!("({operation} (ite (< ?a 0) (- ?a) ?a) (ite (< ?b 0) (- ?b) ?b))")
}

/// A quotient of signed numbers is at most by one too large.
fn product_of_signs(width: u32) -> Interval {
    limits(width, Signed).map(|(least, most)| (least, most + 1))
}

fn product((a, b): (i128, i128), (c, d): (i128, i128)) -> Interval {
    let corners = [a.checked_mul(c)?, a.checked_mul(d)?, b.checked_mul(c)?, b.checked_mul(d)?];
    Some((*corners.iter().min()?, *corners.iter().max()?))
}

/// A sum or product as a value of the width; `bounds` are those of the text.
fn wrapped(text: String, bounds: Interval, width: u32, sign: Sign) -> String {
    let (modulus, half) = (power(width), power(width - 1));
    let by_remainder = |text: String| match sign {
        Unsigned => format!("(mod {text} {modulus})"),
        Signed => format!("(- (mod (+ {text} {half}) {modulus}) {half})"),
    };
    let (Some((low, high)), Some((least, most))) = (bounds, limits(width, sign)) else { return by_remainder(text) };
    let once = 1i128 << width;
    if low < least - once || high > most + once {
        return by_remainder(text);
    }
    let (start, end) = match sign {
        Unsigned => ("0".to_string(), &modulus),
        Signed => (format!("(- {half})"), &half),
    };
    match (low < least, high > most) {
        (false, false) => text,
        (false, true) => format!("(let ((?s {text})) (ite (< ?s {end}) ?s (- ?s {modulus})))"),
        (true, false) => format!("(let ((?s {text})) (ite (< ?s {start}) (+ ?s {modulus}) ?s))"),
        (true, true) => {
            format!("(let ((?s {text})) (ite (< ?s {start}) (+ ?s {modulus}) (ite (< ?s {end}) ?s (- ?s {modulus}))))")
        }
    }
}

/// The bits of a name that a mask has.
fn masked(name: &str, mask: &Bits) -> String {
    let mut parts = Vec::new();
    let mut at = 0;
    while at < mask.width() {
        let length = (at..mask.width()).take_while(|i| mask.bit(*i)).count() as u32;
        if length > 0 {
            let shifted = if at == 0 { name.to_string() } else { format!("(div {name} {})", power(at)) };
            let is_top = at + length == mask.width();
            let run = if is_top { shifted } else { format!("(mod {shifted} {})", power(length)) };
            parts.push(if at == 0 { run } else { format!("(* {run} {})", power(at)) });
        }
        at += length.max(1);
    }
    sum(parts)
}

fn both_have(at: u32) -> String {
    let power = power(at);
    let has = |name: &str| format!("(= (mod (div {name} {power}) 2) 1)");
    format!("(ite (and {} {}) {power} 0)", has("?a"), has("?b"))
}

fn sum(parts: Vec<String>) -> String {
    match &parts[..] {
        [] => "0".into(),
        [one] => one.clone(),
        _ => format!("(+ {})", parts.join(" ")),
    }
}
